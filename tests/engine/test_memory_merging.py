"""Merging memories: a source is never retired before its successor is indexed, whatever happens in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.records import Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.helpers import die_in_child, vault_at

TEXTS = ("Mara drinks green tea in the afternoon", "Mara takes her tea without sugar", "The boat is called Skarven")
MERGED = "Mara drinks green tea in the afternoon. She takes her tea without sugar."


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v") as engine:
        fill(engine)
        yield engine


def fill(vault: Engine) -> None:
    """Three memories with their vectors."""
    for text in TEXTS:
        vault.remember(text)
    vault.sync()


def active(vault: Engine) -> set[str]:
    return {memory.content for memory in vault.page(vault.keys(RecordFilter()))}


def sources(vault: Engine) -> list[str]:
    """The two about tea, as they are now."""
    found = {memory.content: memory.id for memory in vault.page(vault.keys(RecordFilter()))}
    return [found[text] for text in TEXTS[:2]]


def test_the_sequence(vault: Engine) -> None:
    """F5: while the merged one waits for its vector, its sources are found in every mode; then they point to it."""
    ids = sources(vault)
    vault.pause_sync(True)
    made = vault.merge(ids, MERGED, actor="agent")
    vault.sync()
    while vault.maintain():
        pass
    assert active(vault) == {*TEXTS, MERGED}
    for mode in ("hybrid", "rrf", "vector", "keyword"):
        assert set(ids) <= {hit.memory.id for hit in vault.recall("green tea without sugar", mode=mode).hits}, mode
    assert [vault.memory_merging.goes_into(id) for id in (*ids, made.id)] == [made.id, made.id, ""]
    assert "The sources stay until its vector is stored." in vault.explain(made.id)
    assert "is being merged into" in vault.explain(ids[0])[-1]
    assert vault.duplicates.pairs() == [] or made.id not in {pair.second.id for pair in vault.duplicates.pairs()}
    vault.pause_sync(False)
    vault.sync()
    assert active(vault) == {TEXTS[2], MERGED}
    for id in ids:
        assert (vault.get(id).status, vault.get(id).superseded_by) == (Status.SUPERSEDED, made.id)
    assert [hit.memory.id for hit in vault.recall("green tea without sugar", mode="vector", k=1).hits] == [made.id]
    (entry,) = vault.merges.entries()
    assert (entry.state, entry.sources, entry.actor) == ("done", tuple(sorted(ids)), "agent")
    assert entry.similarity is not None and 0 < entry.similarity < 1
    said = " ".join(vault.explain(made.id))
    for part in ("Merged from 2 memories", f"similarity was {entry.similarity:.2f}", "every sentence", "Done by agent"):
        assert part in said
    assert vault.verify().ok


def test_what_a_merge_loses_is_told(vault: Engine) -> None:
    """A7: the explanation names the sentences that the merged text does not have."""
    made = vault.merge(sources(vault), "Mara likes tea")
    assert any("2 sentences of theirs it does not have" in line for line in vault.explain(made.id))


@pytest.mark.long
@pytest.mark.parametrize("finished", [False, True])
def test_undo_and_redo(vault: Engine, finished: bool) -> None:
    """F5: one step of undo takes the whole merge back, one of redo merges again, before or after its end."""

    def upkeep() -> None:
        if finished:
            vault.sync()

    before = active(vault)
    vault.merge(sources(vault), MERGED)
    upkeep()
    for _ in range(3):
        undone = vault.undo()
        assert undone is not None and undone.name == "merge 2 memories"
        upkeep()
        assert active(vault) == before
        assert vault.merges.entries()[0].state == "undone"
        vault.redo()
        upkeep()
        assert MERGED in active(vault)
    vault.sync()
    assert active(vault) == {TEXTS[2], MERGED}
    again = vault.recall(MERGED, mode="keyword", k=1).hits[0].memory.id
    assert vault.merge_of(again) == vault.merges.entries()[0]
    assert any("Merged from 2 memories" in line for line in vault.explain(again))
    vault.unmerge(again)
    assert active(vault) == before
    vault.undo()
    vault.sync()
    assert active(vault) == {TEXTS[2], MERGED}
    vault.redo()
    vault.sync()
    assert active(vault) == before
    assert vault.verify().ok


@pytest.mark.parametrize("finished", [False, True])
def test_unmerge_later(vault: Engine, finished: bool) -> None:
    """F5: after other work, a merged memory is taken apart; that is a step of undo, too."""
    before = active(vault)
    made = vault.merge(sources(vault), MERGED)
    if finished:
        vault.sync()
    other = vault.remember("Something else").memory
    back = vault.unmerge(made.id)
    assert {vault.get(id).content for id in back} == set(TEXTS[:2])
    assert active(vault) == {*before, other.content}
    assert vault.get(made.id).status is not Status.ACTIVE
    assert vault.undo_stacks().undo[0].name == "unmerge memory"
    vault.undo()
    vault.sync()
    assert active(vault) == {TEXTS[2], MERGED, other.content}
    for wrong in (made.id, other.id):
        with pytest.raises(InvalidCommandError):
            vault.unmerge(wrong)


def test_a_merged_text_that_one_source_had(vault: Engine) -> None:
    """F5: taken apart, that source comes back, although its text was there all the time."""
    made = vault.merge(sources(vault), TEXTS[0])
    vault.sync()
    assert active(vault) == {TEXTS[0], TEXTS[2]}
    vault.unmerge(made.id)
    assert active(vault) == set(TEXTS)
    assert vault.get(made.id).status is not Status.ACTIVE


def test_what_happens_meanwhile_is_heeded(vault: Engine) -> None:
    """F5: the merged one forgotten, and its sources stay; edited, and they wait for the edit; no merge twice."""
    ids, before = sources(vault), active(vault)
    made = vault.merge(ids, MERGED)
    with pytest.raises(InvalidCommandError, match="being merged"):
        vault.merge([ids[0], vault.recall("boat", mode="keyword").hits[0].memory.id])
    vault.forget(made.id)
    vault.sync()
    assert active(vault) == before
    assert vault.merges.entries()[0].state == "abandoned"
    vault.pause_sync(True)
    made = vault.merge(ids, MERGED)
    vault.edit(made.id, MERGED + " Never with milk.")
    vault.edit(ids[0], "Mara drinks black tea")
    vault.pause_sync(False)
    vault.sync()
    assert active(vault) == {TEXTS[2], MERGED + " Never with milk.", "Mara drinks black tea"}
    assert vault.verify().ok


CRASH = """
import os, signal, sys
from pathlib import Path
from tests.helpers import vault_at
from tests.engine.test_memory_merging import MERGED, sources

def die(): os.kill(os.getpid(), signal.SIGKILL)

step = sys.argv[2]
vault = vault_at(Path(sys.argv[1]))
writer, index, queue = vault._writer, vault._current_space().vectors.index, vault._store.queue
execute, add, confirm, count = writer.execute, index.add, queue.confirm, [0]

def counted(*args, **more):
    written = execute(*args, **more)
    count[0] += 1
    if step == ("made", "retired")[min(count[0], 2) - 1]:
        die()
    return written

writer.execute = counted
if step == "stored":
    index.add = lambda *args: (add(*args), die())
if step == "confirmed":
    queue.confirm = lambda *args: (confirm(*args), die())
vault.merge(sources(vault), MERGED)
vault.sync()
print("not killed")
"""


@pytest.mark.long
@pytest.mark.parametrize("step", ["made", "stored", "confirmed", "retired"])
def test_killed_at_any_step_the_merge_is_finished(tmp_path: Path, step: str) -> None:
    """F5, A6: kill -9 after each step; the next opening finds the merge and finishes it; the log alone tells it."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        fill(vault)
    die_in_child(CRASH, str(path), step)
    with vault_at(path) as vault:
        expected = {TEXTS[2], MERGED} if step == "retired" else {*TEXTS, MERGED}
        assert active(vault) == expected
        vault.sync()
        assert active(vault) == {TEXTS[2], MERGED}
        assert [one.state for one in vault.merges.entries()] == ["done"]
        assert vault.verify().ok
    rebuild_vault(path)
    with vault_at(path) as vault:
        assert active(vault) == {TEXTS[2], MERGED}
        vault.undo()
        assert active(vault) == set(TEXTS)


def test_a_source_tells_what_became_of_its_merge(vault: Engine) -> None:
    """B3.2, F5: the history of a memory that was merged says that the merge was undone; forgotten, it is called so, and it
    cannot be reinforced."""
    ids = [vault.remember(text).memory.id for text in ("Mara drinks tea", "Mara drinks green tea")]
    target = vault.merge(ids, "Mara drinks green tea at four").id
    vault.sync()
    vault.undo()
    told = [one.summary for one in vault.history(ids[0])]
    assert f"Merged into {target}" in told and f"Merge undone (into {target})" in told
    assert told.index(f"Merged into {target}") < told.index(f"Merge undone (into {target})")
    gone = vault.remember("Ann likes trains").memory.id
    vault.forget([gone])
    with pytest.raises(InvalidCommandError, match=f"{gone} is forgotten and cannot be reinforced"):
        vault.reinforce(gone, 0.5)
    with pytest.raises(InvalidCommandError, match=f"{gone} is forgotten; only an active memory can be edited"):
        vault.edit(gone, "Ann likes boats")


def test_messages_are_not_merged(tmp_path: Path) -> None:
    """F5, C2.22: who wants to merge messages of conversations, with each other or with a fact, is told that they stay
    what they are; nothing changes, and the episodes are as many as before."""
    with vault_at(tmp_path / "v") as vault:
        fact = vault.remember(TEXTS[2]).memory.id
        said = [
            vault.conversations.record(CycleDraft(user_input=text, session_id="s"))[0].messages[0] for text in TEXTS[:2]
        ]
        vault.layers.consolidation.run()
        episodes, head = len(vault.layers.episodes.list()), vault.head
        assert episodes == 2
        for ids in (said, [said[0], fact]):
            with pytest.raises(InvalidCommandError, match="Messages of conversations are not merged"):
                vault.merge(ids, "One of both.")
        assert vault.head == head and len(vault.layers.episodes.list()) == episodes
