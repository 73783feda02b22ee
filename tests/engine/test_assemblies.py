"""Assemblies: made, changed, ended, undone; their vectors; the drift gate; the lift of their members."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.answers import Hit
from memory_desktop.core.assemblies import composite, gate
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.memory.records import Status
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, Clock, vault_at

TEXTS = (
    "Mara prefers green tea in the afternoon",
    "The kettle for tea stands beside the sink",
    "Sencha tea is bought at the shop in Bica",
    "The boat is called Skarven",
    "The boat goes into the water in April",
    "Tiago teaches physics",
)


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", clock) as engine:
        for text in TEXTS:
            engine.remember(text, tags=["drinks"] if "tea " in text else ["other"])
        engine.sync()
        yield engine


def ids(vault: Engine, word: str) -> list[str]:
    """The memories that have a word."""
    return [hit.memory.id for hit in reversed(vault.recall(word, mode="keyword", k=10).hits)]


def hit_of(vault: Engine, query: str, id: str, mode: str = "hybrid") -> Hit:
    return next(hit for hit in vault.recall(query, mode=mode).hits if hit.memory.id == id)


def lift(hit: Hit) -> float:
    return sum(boost.amount for boost in hit.boosts if boost.name == "assembly")


@given(
    vectors=st.lists(st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=4, max_size=4), min_size=1, max_size=6),
    data=st.data(),
)
def test_a_composite_is_weighted_normalised_and_has_no_order(vectors: list[list[float]], data: st.DataObject) -> None:
    """A2: length 1 (or nothing to point at), the same in any order, pulled towards what is salient."""
    matrix = np.array(vectors, dtype=np.float32)
    saliences = data.draw(st.lists(st.floats(0, 2), min_size=len(vectors), max_size=len(vectors)))
    made = composite(matrix, saliences)
    length = float(np.linalg.norm(made))
    assert length == pytest.approx(1.0, abs=1e-4) or length < 1e-3
    order = data.draw(st.permutations(range(len(vectors))))
    assert np.allclose(composite(matrix[order], [saliences[one] for one in order]), made, atol=1e-3)
    one = composite(np.eye(2, dtype=np.float32), [3.0, 1.0])
    assert one[0] > one[1] > 0


def test_made_changed_and_ended(vault: Engine) -> None:
    """A2: from a selection or a rule; members come and go; each change is one step of undo; ids are never reused."""
    tea = vault.assemblies.create("  Tea  things ", ids(vault, "tea"), tags=["drinks"])
    assert (tea.name, len(tea.members), tea.tags, tea.merged_from) == ("Tea things", 3, ("drinks",), ())
    boats = vault.assemblies.create_by_rule("Boats", "tag:other")
    assert (len(boats.members), boats.reason) == (3, "all that fits “tag:other”")
    tiago = ids(vault, "Tiago")[0]
    vault.assemblies.remove(boats.id, [tiago])
    assert len(vault.assemblies.get(boats.id).members) == 2
    assert vault.undo().name == "change assembly"
    assert tiago in vault.assemblies.get(boats.id).members
    assert [one.id for one in vault.memberships(tiago)] == [boats.id]
    vault.assemblies.dissolve([boats.id])
    assert vault.assemblies.get(boats.id).status is Status.TOMBSTONE
    assert vault.undo().name == "dissolve 1 assembly"
    again = next(one for one in vault.assemblies.all() if one.name == "Boats")
    assert (again.restores, again.members) == (boats.id, boats.members)
    assert again.id != boats.id
    for wrong in (lambda: vault.assemblies.create("", tea.members), lambda: vault.assemblies.create("x", [])):
        with pytest.raises(InvalidCommandError):
            wrong()
    with pytest.raises(NotFoundError, match="no memory"):
        vault.assemblies.create("x", ["mem_nobody"])
    with pytest.raises(InvalidCommandError, match="dissolved"):
        vault.assemblies.change(boats.id, name="y")


def test_a_member_that_was_edited_is_followed(vault: Engine) -> None:
    """A2: the assembly goes on with the successor; what was forgotten leaves it."""
    members = ids(vault, "tea")
    tea = vault.assemblies.create("Tea", members)
    new = vault.edit(members[0], "Mara prefers black tea now")
    assert [one.id for one in vault.assemblies.members(tea.id)] == [new.id, *members[1:]]
    vault.forget(members[1])
    assert [one.id for one in vault.assemblies.members(tea.id)] == [new.id, members[2]]
    assert [one.id for one in vault.memberships(new.id)] == [tea.id]


def test_a_member_that_was_merged_is_followed(vault: Engine) -> None:
    """A2, D6: what members were merged into stands for them; an undone merge gives the place back."""
    members = ids(vault, "tea")
    tea = vault.assemblies.create("Tea", members)
    made = vault.merge(members[:2], "Mara prefers green tea; the kettle stands beside the sink")
    vault.sync()
    assert [one.id for one in vault.assemblies.members(tea.id)] == [made.id, members[2]]
    assert [one.id for one in vault.memberships(made.id)] == [tea.id]
    vault.undo()
    texts = {one.content for one in vault.assemblies.members(tea.id)}
    assert texts == {vault.get(id).content for id in members}
    boat = ids(vault, "Tiago")[0]
    vault.duplicates.supersede([(members[2], boat)])
    assert boat in [one.id for one in vault.assemblies.members(tea.id)]
    assert [one.id for one in vault.memberships(boat)] == [tea.id]


def test_going_back_brings_assemblies_back(vault: Engine) -> None:
    """D6, F10, A2: made since: gone; dissolved since: made again; changed since: as it was; and all of it is undone."""

    def shape() -> dict[str, tuple[int, tuple[str, ...]]]:
        return {one.name: (len(vault.assemblies.members(one.id)), one.tags) for one in vault.assemblies.all()}

    tea = vault.assemblies.create("Tea", ids(vault, "tea"), tags=["drinks"])
    boats = vault.assemblies.create_by_rule("Boats", "tag:other")
    then, before = vault.head, shape()
    vault.assemblies.dissolve([tea.id])
    vault.assemblies.change(boats.id, name="Ships")
    vault.assemblies.remove(boats.id, [boats.members[0]])
    vault.assemblies.create("Later", ids(vault, "boat"))
    vault.forget(boats.members[1])
    after = shape()
    done = vault.time.rewind(then)
    assert done.restored == 1
    assert shape() == before
    assert vault.time.rewind(vault.head).command is None
    vault.sync()
    assert {state.freshness for state in vault.assemblies.states()} == {"fresh"}
    vault.undo()
    assert shape() == after
    assert vault.verify().ok


@pytest.mark.long
def test_recalls_beside_writes_count_each_activation_once(vault: Engine) -> None:
    """A2: many threads ask for the book while events come in; none is folded twice, none is lost."""
    tea = vault.assemblies.create("Tea", ids(vault, "tea"))
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            vault.assemblies.book()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(150):
        vault.assemblies.count([tea.id])
        vault.assemblies.flush()
    done.set()
    for thread in threads:
        thread.join()
    assert vault.assemblies.get(tea.id).activation_count == 150


def test_what_was_skipped_is_noted_in_the_answer(vault: Engine, clock: Clock) -> None:
    """A4: one sentence with the first reason, and how many others; none while all may lift."""
    for name in ("Tea", "More tea", "Much tea"):
        vault.assemblies.create(name, ids(vault, "tea"))
    vault.sync()
    assert not any("lifts nothing" in note for note in vault.recall("green tea").notes)
    clock.forward(hours=2)
    (note,) = (note for note in vault.recall("green tea").notes if "lifts nothing" in note)
    assert "ago; 1 h is the limit; nor do 2 other assemblies." in note


def test_every_recall_says_what_was_skipped(vault: Engine, clock: Clock) -> None:
    """A4: in every mode, without words and as of an earlier moment, an answer names what lifts nothing, and why."""
    made = vault.assemblies.create("Tea", ids(vault, "tea"))
    for mode in ("hybrid", "rrf", "vector", "keyword"):
        (skipped,) = [one for one in vault.recall("tea", mode=mode).assemblies if one.state == "skipped"]
        assert (skipped.id, skipped.reason) == (made.id, "its vector was never synchronised")
    assert [one.state for one in vault.recall("tag:drinks").assemblies] == ["skipped"]
    with_assembly = vault.head
    vault.sync()
    assert not [one for one in vault.recall("tea", mode="keyword").assemblies if one.state == "skipped"]
    clock.forward(hours=2)
    (old,) = vault.recall("tea", mode="keyword").assemblies
    assert "1 h is the limit" in old.reason
    past = vault.as_of(with_assembly)
    (then,) = past.recall("tea").assemblies
    assert (then.id, then.state) == (made.id, "skipped")
    assert "earlier moment" in then.reason
    past.close()


def test_a_synchronised_assembly_lifts_its_members(vault: Engine) -> None:
    """A5: members get a lift that their explanation names with its size; others do not, nor do the pure modes."""
    kettle = next(id for id in ids(vault, "tea") if "kettle" in vault.get(id).content)
    before = hit_of(vault, "green tea", kettle)
    tea = vault.assemblies.create("Tea", ids(vault, "tea"))
    assert lift(hit_of(vault, "green tea", kettle)) == 0
    vault.sync()
    answer = vault.recall("green tea")
    assert [(one.id, one.state) for one in answer.assemblies] == [(tea.id, "activated")]
    after = hit_of(vault, "green tea", kettle)
    assert after.score == pytest.approx(before.score + lift(after))
    assert lift(after) > 0
    assert "member of “Tea”" in next(one.reason for one in after.boosts if one.name == "assembly")
    assert all(lift(hit) == 0 for hit in answer.hits if hit.memory.id not in tea.members)
    for mode in ("rrf", "vector"):
        assert lift(hit_of(vault, "green tea", kettle, mode)) == 0
    assert vault.recall("quantum mechanics of lasers").assemblies[0].state == "below"
    vault.change_settings({"assemblies.boost": 0.0})
    assert hit_of(vault, "green tea", kettle).score == pytest.approx(before.score)


@pytest.mark.parametrize(
    ("age", "skipped"), [(0.0, False), (60.0, False), (60.1, True), (None, True)], ids=["now", "at", "over", "never"]
)
def test_the_gate_is_the_seeds_rule(age: float | None, skipped: bool) -> None:
    """A4: a missing time, or one older than the limit, and nothing else, shuts the gate."""
    clock = Clock()
    synced = clock()
    clock.forward(seconds=age or 0.0)
    assert bool(gate(synced if age is not None else None, clock(), 60.0)) is skipped


def test_a_paused_sync_visibly_loses_its_boosts(vault: Engine, clock: Clock) -> None:
    """A4: while the worker verifies, boosts stay; paused, they end when the time is up, and the recall says so."""
    tea = vault.assemblies.create("Tea", ids(vault, "tea"))
    vault.sync()
    for _ in range(4):
        clock.forward(seconds=1_900)
        while vault.maintain():
            pass
        assert vault.recall("tea").assemblies[0].state == "activated"
    vault.pause_sync(True)
    clock.forward(seconds=3_600)
    while vault.maintain():
        pass
    assert vault.recall("tea").assemblies[0].state == "activated"
    clock.forward(seconds=1)
    (one,) = vault.recall("tea").assemblies
    assert (one.id, one.state, one.similarity) == (tea.id, "skipped", None)
    assert one.reason == "its vector was last synchronised 1 h ago; 1 h is the limit"
    assert not any(lift(hit) for hit in vault.recall("tea").hits)
    assert vault.assemblies.states()[0].freshness == "stale"
    vault.pause_sync(False)
    while vault.maintain():
        pass
    assert vault.recall("tea").assemblies[0].state == "activated"


def test_a_failed_write_keeps_the_old_time_and_is_tried_again(vault: Engine, clock: Clock, tmp_path: Path) -> None:
    """A3: the time stays, attempts and error are kept over a restart, and success sets the time."""
    tea = vault.assemblies.create("Tea", ids(vault, "tea"))
    vault.sync()
    first = vault.assemblies.states()[0].synced_at
    assert first == NOON

    def breaks() -> None:
        raise OSError("no room on the disk")

    vault._parts.composites.fault = breaks
    clock.forward(seconds=10)
    vault.assemblies.add(tea.id, ids(vault, "Tiago"))
    vault.sync()
    state = vault.assemblies.states()[0]
    assert (state.synced_at, state.vector.state, state.vector.attempts) == (first, "failed", 1)
    assert "no room" in state.vector.last_error
    (item,) = vault.sync_queue()
    assert (item.operation, item.id, item.item_type, item.preview) == ("store", tea.id, "assembly", "Tea")
    vault.close()
    with vault_at(tmp_path / "v", clock) as again:
        state = again.assemblies.states()[0]
        assert (state.synced_at, state.vector.attempts) == (first, 1)
        clock.forward(seconds=60)
        again.sync()
        state = again.assemblies.states()[0]
        assert (state.synced_at, state.vector.state) == (clock(), "indexed")


def test_activations_are_counted_in_the_log(vault: Engine, tmp_path: Path, clock: Clock) -> None:
    """A2: each recall that activates counts; the counts are there after a restart and a rebuild."""
    tea = vault.assemblies.create("Tea", ids(vault, "tea"))
    vault.sync()
    for _ in range(3):
        vault.recall("tea")
    vault.close()
    rebuild_vault(tmp_path / "v", clock=clock)
    with vault_at(tmp_path / "v", clock) as again:
        assert again.assemblies.get(tea.id).activation_count == 3
        assert again.undo().name == "new assembly"
        again.sync()


def test_the_book_is_folded_from_the_log(vault: Engine, tmp_path: Path, clock: Clock) -> None:
    """D3: closed, rebuilt and opened, the same assemblies; looked at as of an earlier event, those of then."""
    tea = vault.assemblies.create("Tea", ids(vault, "tea"))
    then = vault.head
    vault.assemblies.change(tea.id, name="Hot drinks", topics=["drinks"])
    book = vault.assemblies.book()
    assert vault.assemblies.at(then)[tea.id].name == "Tea"
    vault.sync()
    vault.close()
    rebuild_vault(tmp_path / "v", clock=clock)
    with vault_at(tmp_path / "v", clock) as again:
        assert again.assemblies.book() == book
        assert again.assemblies.states()[0].freshness == "never"
        again.sync()
        assert again.assemblies.states()[0].freshness == "fresh"
        assert again.verify().ok


def test_the_meaning_of_what_is_remembered_drifts(vault: Engine) -> None:
    """A4: month by month, how far the middle of the embeddings is from all and from the month before."""
    vault.remember("Only boats here", created_at=NOON.replace(month=1))
    vault.remember("Only boats there", created_at=NOON.replace(month=2))
    vault.remember("Tea and nothing but tea", created_at=NOON.replace(month=2))
    vault.sync()
    months = vault.embedding_drift()
    assert [(one.month, one.count) for one in months] == [("2026-01", 1), ("2026-02", 2), ("2026-03", len(TEXTS))]
    assert months[0].from_last is None and months[0].spread == pytest.approx(0.0, abs=1e-3)
    assert months[1].from_last is not None and 0 < months[1].from_last < 1
    assert all(0 <= one.from_all < 1 for one in months)


def test_members_are_put_in_order(vault: Engine) -> None:
    """A2, issue 13: members that are named come first, under the id that they have now or had; the vector stays as it is;
    undo brings the former order back."""
    one, two, three = ids(vault, "tea")[:3]
    made = vault.assemblies.create("Tea", [one, two, three])
    vault.sync()
    edited = vault.edit(three, "Sencha tea is bought at another shop").id
    vault.sync()
    synced = vault.assemblies.states()[0].synced_at
    vault.assemblies.arrange(made.id, [edited])
    assert vault.assemblies.get(made.id).members == (three, one, two)
    assert [memory.id for memory in vault.assemblies.members(made.id)] == [edited, one, two]
    state = vault.assemblies.states()[0]
    assert (state.freshness, state.synced_at, vault.sync_status().pending) == ("fresh", synced, 0)
    head = vault.head
    vault.assemblies.arrange(made.id, [three, one])
    assert vault.head == head  # it is so already
    vault.undo()
    assert vault.assemblies.get(made.id).members == (one, two, three)
    vault.assemblies.let_go(made.id, [edited, one])
    assert vault.assemblies.get(made.id).members == (two,)


def test_assemblies_are_read_as_of_a_moment(vault: Engine) -> None:
    """F10: a moment of the past has the assemblies of then, with the memories that stood for their members."""
    one, two = ids(vault, "tea")[:2]
    made = vault.assemblies.create("Tea", [one, two])
    seq = vault.head
    vault.edit(one, "Mara prefers white tea in the morning")
    vault.forget([two])
    vault.assemblies.dissolve([made.id])
    past = vault.as_of(seq)
    assert [(each.name, past.standing([each])[each.id]) for each in past.assemblies()] == [("Tea", (2, 0))]
    assert [memory.id for memory in past.members(made.id)] == [one, two]
    assert vault.reader.assemblies() == []
    with pytest.raises(NotFoundError):
        past.members("asm_nobody")
    past.close()
