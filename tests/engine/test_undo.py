"""Undo and redo: of everything, by everybody, over restarts, by events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.undo import CommandHead, UndoEntry, stacks
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock, vault_at


def state(vault: Engine) -> list[tuple[object, ...]]:
    """What a person sees: contents and labels of the active memories."""
    found = vault.page(vault.keys(RecordFilter()))
    return sorted((m.content, m.tags, m.kind, m.layer.value, round(m.salience, 9), m.source) for m in found)


def filled(vault: Engine) -> list[str]:
    """Five memories; their ids."""
    return [vault.remember(f"memory {n}", tags=["a"], salience=0.4).memory.id for n in range(5)]


COMMANDS: dict[str, Callable[[Engine, list[str]], object]] = {
    "new memory": lambda v, ids: v.remember("another", actor="agent"),
    "edit memory": lambda v, ids: v.edit(ids[0], "edited", kind="rule"),
    "change 3 memories": lambda v, ids: v.update(ids[:3], add_tags=["b"], remove_tags=["a"], kind="pref", salience=0.9),
    "forget 2 memories": lambda v, ids: v.forget(ids[:2]),
    "merge 3 memories": lambda v, ids: v.merge(ids[:3], "all in one"),
    "reinforce 2 memories": lambda v, ids: v.reinforce(ids[:2], 0.3),
    "fade 5 memories": lambda v, ids: v.fade(None, 100.0),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_undone_and_done_again(vault: Engine, name: str) -> None:
    """F5: undo shows the state before, redo the state after, each by its name, five times over; the log only grows."""
    ids = filled(vault)
    before = state(vault)
    COMMANDS[name](vault, ids)
    after, head = state(vault), vault.head
    assert after != before
    for _ in range(5):
        assert vault.undo_stacks().undo[0].name == name
        undone = vault.undo()
        assert undone is not None
        assert undone.name == name
        assert state(vault) == before
        assert vault.undo_stacks().redo[0].name == name
        vault.redo()
        assert state(vault) == after
    assert vault.head > head
    assert vault.verify().ok


def test_a_restore_is_undone(vault: Engine) -> None:
    """F5: what was brought back is taken away again."""
    ids = filled(vault)
    vault.forget(ids[0])
    before = state(vault)
    vault.restore([ids[0]])
    assert vault.undo_stacks().undo[0].name == "restore 1 memory"
    vault.undo()
    assert state(vault) == before


def test_status_stays_one_way(vault: Engine) -> None:
    """F5, D2: undoing a forget restores the content as a new memory whose lineage names the old one."""
    id = vault.remember("alpha").memory.id
    vault.forget(id)
    vault.undo()
    assert vault.get(id).status.value == "tombstone"
    (back,) = vault.page(vault.keys(RecordFilter()))
    assert back.id != id
    assert back.lineage == (id,)


def test_undoing_a_merge_brings_the_members_back(vault: Engine) -> None:
    """F5: an unmerge restores every member, and the merged memory is superseded, not lost."""
    ids = filled(vault)[:2]
    merged = vault.merge(ids, "both")
    vault.sync()
    vault.undo()
    assert vault.get(merged.id).status.value == "superseded"
    assert {m.lineage for m in vault.page(vault.keys(RecordFilter())) if m.lineage} == {(ids[0],), (ids[1],)}


def test_the_whole_way_back_and_forth(vault: Engine) -> None:
    """F5: many undos in a row lead back through every state, redos forward again."""
    filled(vault)
    states = [state(vault)]
    for name in ("change 3 memories", "edit memory", "reinforce 2 memories", "new memory"):
        live = [m.id for m in sorted(vault.page(vault.keys(RecordFilter())), key=lambda m: m.content)]
        COMMANDS[name](vault, live)
        states.append(state(vault))
    for expected in reversed(states[:-1]):
        vault.undo()
        assert state(vault) == expected
    for expected in states[1:]:
        vault.redo()
        assert state(vault) == expected


def test_an_import_is_undone_in_one_step(vault: Engine, tmp_path: Path) -> None:
    """F5, F3: an import of 10,000 items is one entry; undo forgets all of them, redo brings all back."""
    filled(vault)
    before = state(vault)
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(f'{{"content": "imported {n}"}}' for n in range(10_000)), encoding="utf-8")
    assert vault.import_path(file).new == 10_000
    assert vault.undo_stacks().undo[0].name == "import 10,000 memories"
    vault.undo()
    assert state(vault) == before
    vault.redo()
    assert len(state(vault)) == 10_005
    vault.undo()
    assert state(vault) == before
    assert vault.verify().ok


def test_settings_labels_and_held_items_are_undone(vault: Engine) -> None:
    """F5, D7, F8: what is no memory is on the same stack."""
    id = vault.remember("alpha").memory.id
    vault.change_settings({"gates.pii": "hold"})
    vault.lab.label("what is first", [id])
    held = vault.remember("write to me: mara@example.org").held
    assert held is not None
    vault.gates.release([held.id])
    assert [entry.name for entry in vault.undo_stacks().undo[:4]] == [
        "release 1 item",
        "hold 1 item",
        "label query",
        "change settings",
    ]
    vault.undo()
    assert [item.draft.content for item in vault.gates.held()] == ["write to me: mara@example.org"]
    assert len(vault.keys(RecordFilter())) == 1
    vault.redo()
    assert vault.gates.held() == []
    vault.undo()
    came = vault.gates.held()[0]
    vault.gates.discard([came.id], actor="somebody else")
    vault.undo()
    again = vault.gates.held()[0]
    assert (again.actor, again.ts, again.draft) == (came.actor, came.ts, came.draft)


def test_undo_of_a_label_and_of_settings(vault: Engine) -> None:
    """F5: a label and a setting are what they were before."""
    id = vault.remember("alpha").memory.id
    vault.lab.label("what is first", [id])
    vault.lab.label("what is first", [])
    vault.undo()
    assert [query.ids for query in vault.lab.queries()] == [(id,)]
    vault.undo()
    assert vault.lab.queries() == []
    vault.change_settings({"recall.reservoir": 0.2})
    vault.undo()
    assert vault.settings["recall.reservoir"] == 0.0


def test_what_happened_since_stays(vault: Engine) -> None:
    """F5: undoing an older change by going round it touches only what that change did."""
    a, b = filled(vault)[:2]
    vault.update([a, b], add_tags=["trip"])
    vault.undo()
    vault.redo()
    vault.reinforce([a], 0.5)
    vault.undo()
    vault.undo()
    assert vault.get(a).tags == ("a",)
    assert vault.get(a).salience == pytest.approx(0.4)


def test_an_edited_import_survives_the_imports_undo(vault: Engine, tmp_path: Path) -> None:
    """F5: who has rewritten an imported memory keeps it when the import is taken back."""
    file = tmp_path / "two.jsonl"
    file.write_text('{"content": "one"}\n{"content": "two"}\n', encoding="utf-8")
    report = vault.import_path(file)
    assert report.command is not None
    (one,) = [m for m in vault.page(vault.keys(RecordFilter())) if m.content == "one"]
    mine = vault.edit(one.id, "one, in my words")
    entry = next(e for e in vault.undo_stacks().undo if e.command == report.command)
    vault._undoing._take_back(entry, "undo", "user", "")
    assert [m.id for m in vault.page(vault.keys(RecordFilter()))] == [mine.id]


def test_the_stack_survives_a_restart(tmp_path: Path, clock: Clock) -> None:
    """F5: what was done before the program ended, by anyone, can still be undone and redone after."""
    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        ids = filled(vault)
        before = state(vault)
        vault.forget(ids, actor="agent")
    with vault_at(path, clock) as vault:
        entry = vault.undo_stacks().undo[0]
        assert (entry.name, entry.actor) == ("forget 5 memories", "agent")
        vault.undo()
        assert state(vault) == before
    with vault_at(path, clock) as vault:
        assert vault.undo_stacks().redo[0].name == "forget 5 memories"
        vault.redo()
        assert state(vault) == []


def test_nothing_to_undo(vault: Engine) -> None:
    """F5: an empty vault's stacks are empty, and undo says so."""
    assert vault.undo() is None
    assert vault.redo() is None


def test_new_work_empties_the_redo_stack(vault: Engine) -> None:
    """F5: after something new nothing can be redone."""
    filled(vault)
    vault.undo()
    assert vault.undo_stacks().redo
    vault.remember("something new")
    assert vault.undo_stacks().redo == ()


@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=40))
def test_the_stacks_are_those_of_any_editor(steps: list[str]) -> None:
    """F5: against a plain model of two lists, for any sequence."""
    heads: list[CommandHead] = []
    undo: list[tuple[str, int]] = []
    redo: list[tuple[str, int]] = []
    for seq, step in enumerate(steps, start=1):
        if step == "do":
            heads.append(CommandHead(UndoEntry(seq, f"n{seq}", "user", NOON)))
            undo.append((f"n{seq}", seq))
            redo.clear()
        else:
            source, goal = (undo, redo) if step == "undo" else (redo, undo)
            if not source:
                continue
            name, target = source.pop()
            heads.append(CommandHead(UndoEntry(seq, name, "user", NOON), step, target))
            goal.append((name, seq))
    found = stacks(heads)
    assert [(e.name, e.command) for e in found.undo] == undo[::-1]
    assert [(e.name, e.command) for e in found.redo] == redo[::-1]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(sorted(COMMANDS)), min_size=1, max_size=6), st.data())
def test_any_sequence_can_be_taken_back(tmp_path_factory: pytest.TempPathFactory, names: list[str], data) -> None:
    """F5, D3: after any commands, as many undos show every earlier state, and the records equal their log."""
    synced = data.draw(st.booleans())
    with vault_at(tmp_path_factory.mktemp("any") / "vault", Clock()) as vault:
        filled(vault)
        states = [state(vault)]
        for name in names:
            live = sorted(vault.page(vault.keys(RecordFilter())), key=lambda m: (m.content, m.key))
            ids = [memory.id for memory in live if not vault.memory_merging.goes_into(memory.id)]
            if len(ids) < 3:
                break
            head = vault.head
            COMMANDS[name](vault, ids)
            if vault.events(limit=1)[0].type == "GATE" or vault.head == head:
                continue
            if synced:
                vault.sync()
            states.append(state(vault))
        for expected in reversed(states[:-1]):
            vault.undo()
            assert state(vault) == expected
        assert vault.verify().ok
