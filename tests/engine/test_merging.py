"""Merging assemblies: the sequence, a crash at every step of it, the way back, suggestions, proposals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.assembly import MakeAssemblies, NewAssembly
from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.records import Status
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, die_in_child, vault_at

TEXTS = {
    "tea": ("Mara prefers green tea", "Green tea is bought in Bica", "Sencha is a green tea"),
    "drinks": ("Coffee is for the morning", "Green tea is for the afternoon", "The kettle boils water for tea"),
    "boat": ("The boat is called Skarven", "The boat goes into the water in April", "The mast of the boat is new"),
}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", Clock()) as engine:
        fill(engine)
        yield engine


def fill(vault: Engine) -> dict[str, str]:
    """Three assemblies with their vectors; ids by name."""
    made = {}
    for name, texts in TEXTS.items():
        ids = [vault.remember(text, tags=[name]).memory.id for text in texts]
        made[name] = vault.assemblies.create(name, ids, tags=[name]).id
    vault.sync()
    return made


def by_name(vault: Engine) -> dict[str, str]:
    return {one.name: one.id for one in vault.assemblies.all()}


def upkeep(vault: Engine) -> None:
    vault.sync()
    while vault.maintain():
        pass


def test_the_sequence(vault: Engine) -> None:
    """A6: sources stay, and lift, until the successor's vector is stored; then they are ended and point to it."""
    ids = by_name(vault)
    made = vault.merging.begin([ids["tea"], ids["drinks"]], "Hot drinks", actor="user")
    assert made.merged_from == (ids["tea"], ids["drinks"])
    assert (len(made.members), made.tags) == (6, ("drinks", "tea"))
    assert {one.name for one in vault.assemblies.all()} == {"tea", "drinks", "boat", "Hot drinks"}
    assert {one.name for one in vault.recall("green tea").assemblies if one.state == "activated"} >= {"tea"}
    assert vault.merging.finish() == 0
    with pytest.raises(InvalidCommandError, match="being merged"):
        vault.merging.begin([ids["tea"], ids["boat"]])
    (entry,) = vault.merges.entries()
    assert (entry.state, entry.sources, entry.threshold) == ("waiting", made.merged_from, 0.8)
    assert entry.similarity is not None
    upkeep(vault)
    assert set(by_name(vault)) == {"boat", "Hot drinks"}
    for id in made.merged_from:
        ended = vault.assemblies.get(id)
        assert (ended.status, ended.merged_into) == (Status.SUPERSEDED, made.id)
    assert vault.merges.entries()[0].state == "done"
    said = " ".join(vault.merging.explain(made.id))
    assert "Merged from 2 assemblies: “tea”, “drinks”." in said
    assert f"similarity was {entry.similarity:.2f}" in said
    assert "The sources are retired" in said
    assert vault.merging.explain(ids["boat"]) == []
    with pytest.raises(InvalidCommandError):
        vault.merging.begin([ids["tea"], ids["boat"]])
    with pytest.raises(InvalidCommandError):
        vault.merging.begin([ids["boat"]])


@pytest.mark.parametrize("finished", [False, True])
def test_undo_unmerges(vault: Engine, finished: bool) -> None:
    """A6, F5: one step of undo ends the successor and brings the sources back; redo merges again; and so on."""
    ids = by_name(vault)
    before = {one.name: (one.members, one.tags) for one in vault.assemblies.all()}
    vault.merging.begin([ids["tea"], ids["drinks"]])
    if finished:
        upkeep(vault)
    undone = vault.undo()
    assert undone is not None and undone.name == "merge 2 assemblies"
    upkeep(vault)
    assert {one.name: (one.members, one.tags) for one in vault.assemblies.all()} == before
    assert all(state.freshness == "fresh" for state in vault.assemblies.states())
    redone = vault.redo()
    assert redone is not None
    upkeep(vault)
    assert set(by_name(vault)) == {"boat", "tea + drinks"}
    again = by_name(vault)["tea + drinks"]
    assert vault.merge_of(again) == vault.merges.entries()[0]
    assert "Merged from 2 assemblies" in vault.explain(again)[0]
    assert {vault.assemblies.get(id).name for id in vault.unmerge(again)} == {"tea", "drinks"}
    vault.undo()
    upkeep(vault)
    assert set(by_name(vault)) == {"boat", "tea + drinks"}
    vault.redo()
    upkeep(vault)
    assert {one.name: (one.members, one.tags) for one in vault.assemblies.all()} == before


def test_unmerge_later(vault: Engine) -> None:
    """A6: after other work, a merged assembly is taken apart again; the members are those of the sources."""
    ids = by_name(vault)
    made = vault.merging.begin([ids["tea"], ids["drinks"]])
    upkeep(vault)
    vault.remember("something else")
    back = vault.merging.unmerge(made.id)
    assert {one.name: one.restores for one in back} == {"tea": ids["tea"], "drinks": ids["drinks"]}
    assert set(by_name(vault)) == {"tea", "drinks", "boat"}
    with pytest.raises(InvalidCommandError, match="was not merged"):
        vault.merging.unmerge(ids["boat"])


CRASH = """
import os, signal, sys
from pathlib import Path
from tests.helpers import vault_at
from tests.engine.test_merging import by_name

def die(): os.kill(os.getpid(), signal.SIGKILL)

step = sys.argv[2]
vault = vault_at(Path(sys.argv[1]))
writer, composites, queue = vault._writer, vault._store.composites, vault._store.queue
execute, count = writer.execute, [0]

def counted(*args, **more):
    written = execute(*args, **more)
    count[0] += 1
    if step == ("logged", "cleaned")[min(count[0], 2) - 1]:
        die()
    return written

writer.execute = counted
put, confirm = composites.put, queue.confirm
if step == "stored":
    composites.put = lambda *args: (put(*args), die())
if step == "confirmed":
    queue.confirm = lambda *args: (confirm(*args), die())
ids = by_name(vault)
vault.merging.begin([ids["tea"], ids["drinks"]], "Hot drinks")
vault.sync()
while vault.maintain():
    pass
print("not killed")
"""


@pytest.mark.long
@pytest.mark.parametrize("step", ["logged", "stored", "confirmed", "cleaned"])
def test_killed_at_any_step_the_merge_is_finished(tmp_path: Path, step: str) -> None:
    """A6: kill -9 after each step; the next opening finds the merge and finishes it, with lineage and log whole."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        sources = {name: id for name, id in fill(vault).items() if name != "boat"}
    die_in_child(CRASH, str(path), step)
    with vault_at(path) as vault:
        (entry,) = vault.merges.entries()
        assert set(entry.sources) == set(sources.values())
        upkeep(vault)
        assert set(by_name(vault)) == {"boat", "Hot drinks"}
        made = vault.assemblies.get(by_name(vault)["Hot drinks"])
        assert set(made.merged_from) == set(sources.values())
        assert all(vault.assemblies.get(id).merged_into == made.id for id in made.merged_from)
        assert [one.state for one in vault.merges.entries()] == ["done"]
        assert vault.verify().ok
        assert vault.undo() is not None
        assert set(by_name(vault)) == {"tea", "drinks", "boat"}


def test_a_merge_that_was_never_logged_is_logged_late(tmp_path: Path) -> None:
    """A6: an assembly that an earlier program made of others, and died before it logged the merge, is found at open."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        ids = {name: id for name, id in fill(vault).items() if name != "boat"}
        members = tuple(id for one in ids.values() for id in vault.assemblies.get(one).members)
        new = NewAssembly("Hot drinks", members, merged_from=tuple(ids.values()))
        vault._writer.execute(MakeAssemblies((new,)), actor="user")
    with vault_at(path) as vault:
        (entry,) = vault.merges.entries()
        assert set(entry.sources) == set(ids.values())
        upkeep(vault)
        assert set(by_name(vault)) == {"boat", "Hot drinks"}


def test_alike_assemblies_are_suggested(vault: Engine) -> None:
    """A6: pairs above the threshold, most alike first; below it none."""
    vault.change_settings({"assemblies.merge_above": 0.0})
    found = vault.merging.suggestions()
    assert len(found) == 3
    assert {found[0].first.name, found[0].second.name} == {"tea", "drinks"}
    vault.change_settings({"assemblies.merge_above": found[0].similarity + 0.001})
    assert vault.merging.suggestions() == []


def test_proposals_are_deterministic_and_say_why(tmp_path: Path) -> None:
    """A2: related memories with a shared tag are proposed, the same each time; those in an assembly are not."""
    with vault_at(tmp_path / "p") as vault:
        for texts in TEXTS.values():
            for text in texts:
                vault.remember(text, tags=["boat"] if "boat" in text else ["drinks"])
        vault.remember("An invoice without any relation", tags=["money"])
        vault.sync()
        found = vault.proposals.find()
        assert found == vault.proposals.find()
        boat = next(one for one in found if "boat" in one.tags)
        assert {memory.content for memory in boat.members} == set(TEXTS["boat"])
        assert "3 memories are alike" in boat.reason and "“boat”" in boat.reason
        vault.assemblies.create(boat.name, [memory.id for memory in boat.members], reason=boat.reason)
        assert all("boat" not in one.tags for one in vault.proposals.find())


def test_assemblies_are_made_automatically_when_the_settings_say_so(tmp_path: Path, clock: Clock) -> None:
    """A2: off until asked for; each is made by "system", is undone like a person's, and is then not made again."""
    with vault_at(tmp_path / "p", clock) as vault:
        for texts in TEXTS.values():
            for text in texts:
                vault.remember(text, tags=["boat"] if "boat" in text else ["drinks"])
        vault.sync()
        expected = {frozenset(memory.id for memory in one.members) for one in vault.proposals.find()}
        assert expected
        assert vault.assemblies.all() == []
        vault.change_settings({"assemblies.automatic": True, "assemblies.automatic_from": 0.5})
        vault.sync()
        vault.sync()  # the vectors of what the upkeep has made
        made = vault.assemblies.all()
        assert {frozenset(one.members) for one in made} == expected
        assert {one.actor for one in made} == {"system"}
        assert all(one.reason.startswith("made automatically: ") for one in made)
        assert all(state.freshness == "fresh" for state in vault.assemblies.states())
        (newest, *others) = made
        assert "new assembly" not in [one.name for one in vault.undo_stacks().undo], "nobody asked for it"
        first = vault.events(item=newest.id, type=EventType.ASSEMBLE)[0]
        assert vault.undo(first.command or first.seq).name == "new assembly"
        vault.assemblies.dissolve([one.id for one in others])
        for text in ("An invoice of the plumber", "Tiago teaches physics", "Winter was cold in Oslo"):
            clock.forward(hours=1)
            vault.remember(text)
            vault.sync()
        assert vault.assemblies.all() == []
        assert newest.id in vault.assemblies.book()


def test_automatic_assemblies_need_to_be_alike_enough(tmp_path: Path, clock: Clock) -> None:
    """A2: below the similarity of the settings nothing is made."""
    with vault_at(tmp_path / "p", clock) as vault:
        for texts in TEXTS.values():
            for text in texts:
                vault.remember(text, tags=["same"])
        vault.change_settings({"assemblies.automatic": True, "assemblies.automatic_from": 1.0})
        vault.sync()
        assert vault.proposals.find()
        assert vault.assemblies.all() == []
