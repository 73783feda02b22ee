"""Near-duplicates and conflicts: found, told apart, decided, undone, never asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.memory.records import Draft, Status
from memory_desktop.engine.engine import Engine
from tests.helpers import vault_at

SAID = {
    "rent": "The rent of the flat is 1,350 euros a month",
    "rent now": "The rent of the flat is 1,420 euros a month",
    "tea": "Mara likes green tea in the afternoon",
    "tea again": "In the afternoon Mara likes green tea",
    "train": "The train to Porto leaves at nine",
    "meat": "Tiago eats meat on Fridays",
    "no meat": "Tiago does not eat meat on Fridays",
    "home": "Mara lives in Gothenburg, on the third floor",
    "moved": "Mara has moved to Lisbon",
}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v") as engine:
        for text in SAID.values():
            engine.remember(text)
        engine.sync()
        yield engine


def found(vault: Engine) -> dict[frozenset[str], str]:
    """Kind by the names of the pair."""
    names = {text: name for name, text in SAID.items()}
    return {frozenset((names[p.first.content], names[p.second.content])): p.kind for p in vault.duplicates.pairs()}


def test_pairs_are_found_and_told_apart(vault: Engine) -> None:
    """F6: another number and a "not" are conflicts, the same words a duplicate; what is unlike is not listed."""
    pairs = found(vault)
    assert pairs[frozenset(("rent", "rent now"))] == "conflict"
    assert pairs[frozenset(("meat", "no meat"))] == "conflict"
    assert pairs[frozenset(("home", "moved"))] == "conflict"
    assert pairs[frozenset(("tea", "tea again"))] == "duplicate"
    assert not any("train" in pair for pair in pairs)
    listed = vault.duplicates.pairs()
    assert [pair.kind for pair in listed] == sorted((pair.kind for pair in listed), key=("conflict", "duplicate").index)
    rent = next(pair for pair in listed if "rent" in pair.first.content)
    assert "1,350" in rent.reason and "1,420" in rent.reason
    assert rent.first.key < rent.second.key
    vault.change_settings({"review.alike": 1.0})
    assert set(found(vault)) == {frozenset(("rent", "rent now")), frozenset(("home", "moved"))}


def test_what_two_users_say_is_no_pair(tmp_path: Path) -> None:
    """F6, E3: two users live in two places; one user's own earlier word, and the owner's by name and without, are pairs,
    as are notes of nobody that speak of nobody."""
    with vault_at(tmp_path / "v") as engine:
        said = [
            ("I live in Oslo", "bob"),
            ("I live in Leeds", ""),
            ("I live in Porto", "ann"),
            ("I live in Turin", "bob"),
        ]
        for text, user in said:
            engine.remember(text, kind="fact", metadata={"user_id": user} if user else {})
        for user in ("ann", "bob"):
            engine.remember("It comes up again: the garden", kind="pattern", metadata={"user_id": user})
        engine.remember("The rent of the flat is 1,350 euros", metadata={"user_id": "ann"})
        engine.remember("The rent of the flat is 1,420 euros")
        engine.sync()

        def pairs() -> set[tuple[str, str]]:
            return {(one.first.content, one.second.content) for one in engine.duplicates.pairs()}

        rent = ("The rent of the flat is 1,350 euros", "The rent of the flat is 1,420 euros")
        assert pairs() == {("I live in Oslo", "I live in Turin"), rent}
        engine.change_settings({"gate.owner": "ann"})
        assert pairs() == {("I live in Oslo", "I live in Turin"), ("I live in Leeds", "I live in Porto"), rent}


def test_keep_both_is_remembered_and_can_be_undone(vault: Engine, tmp_path: Path) -> None:
    """F6, F5: asked once; not again after a restart; undo asks again."""
    pair = next(one for one in vault.duplicates.pairs() if "tea" in one.first.content)
    vault.duplicates.differ([(pair.first.id, pair.second.id)])
    assert frozenset(("tea", "tea again")) not in found(vault)
    vault.close()
    with vault_at(tmp_path / "v") as again:
        assert frozenset(("tea", "tea again")) not in found(again)
        undone = again.undo()
        assert undone is not None and undone.name == "keep both of 1 pair"
        assert frozenset(("tea", "tea again")) in found(again)


def test_the_newer_supersedes(vault: Engine) -> None:
    """F6: the older one is superseded by the other, many at once, in one step of undo; the lineage shows it."""
    pairs = [(one.first.id, one.second.id) for one in vault.duplicates.pairs() if one.kind == "conflict"]
    assert vault.duplicates.supersede(pairs) == 3
    for old, new in pairs:
        assert (vault.get(old).status, vault.get(old).superseded_by) == (Status.SUPERSEDED, new)
        assert vault.get(new).status is Status.ACTIVE
        assert [(edge.source, edge.target, edge.how) for edge in vault.lineage(old).edges] == [(old, new, "supersede")]
    assert vault.verify().ok
    undone = vault.undo()
    assert undone is not None and undone.name == "supersede 3 memories"
    assert vault.status().memories["active"] == len(SAID)
    for wrong in ([], [(pairs[0][0], pairs[0][0])], [pairs[0]]):
        with pytest.raises(InvalidCommandError):
            vault.duplicates.supersede(wrong)
    with pytest.raises(NotFoundError):
        vault.duplicates.supersede([("mem_nobody", pairs[0][1])])


def test_what_came_back_is_as_old_as_it_was(vault: Engine) -> None:
    """T6: both members of a conflict are forgotten and come back in either order: the older fact is still the older."""
    pair = next(one for one in vault.duplicates.pairs() if "rent" in one.first.content)
    vault.forget([pair.first.id])
    vault.forget([pair.second.id])
    vault.undo()  # the newer one comes back first, and so gets the lower key
    vault.undo()
    vault.sync()
    again = next(one for one in vault.duplicates.pairs() if "rent" in one.first.content)
    assert (again.first.content, again.second.content) == (pair.first.content, pair.second.content)
    assert again.first.key > again.second.key
    vault.duplicates.supersede([(again.first.id, again.second.id)])
    assert vault.get(again.second.id).status is Status.ACTIVE


def test_turns_of_talks_do_not_flood_the_queue(vault: Engine) -> None:
    """F6: what is only similar is not listed of two turns of talks; what contradicts or repeats still is."""
    before = len(vault.duplicates.pairs())
    for number in range(12):
        said = f"That sounds really great, tell me more about the {'trip boat tea dog'.split()[number % 4]} {number}!"
        vault.remember(Draft(content=said, thread="talk", kind="episode"))
    vault.sync()
    vault.change_settings({"review.alike": 0.5})
    assert not [one for one in vault.duplicates.pairs() if one.kind == "similar" and one.first.thread]
    assert len(vault.duplicates.pairs()) >= before


def test_turns_crowd_no_facts_out(tmp_path: Path) -> None:
    """F6: turns that repeat each other word for word, which nobody is asked about, leave their room to facts."""
    with vault_at(tmp_path / "v") as engine:
        for number in range(6):
            engine.conversations.record(CycleDraft(user_input="Good evening, my dear.", session_id=f"s{number}"))
        for text in ("Mara likes green tea in the afternoon", "Green tea in the afternoon, Mara likes"):
            engine.remember(text)
        engine.sync()
        assert [one.kind for one in engine.duplicates.pairs(limit=1)] == ["duplicate"]
