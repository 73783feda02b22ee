"""Undo and redo: of everything, by everybody, over restarts, by events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.memory import Update
from memory_desktop.core.events.undo import Undo
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.history import undoing
from memory_desktop.store import Store
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, Clock, vault_at


def state(vault: Engine) -> list[tuple[object, ...]]:
    """What a person sees: contents and labels of the active memories."""
    found = vault.page(vault.keys(RecordFilter()))
    return sorted((m.content, m.tags, m.kind, m.layer.value, round(m.salience, 9), m.source) for m in found)


def full_state(vault: Engine) -> list[tuple[object, ...]]:
    """Everything of the active memories but the ids and places in the log that a memory that came back has anew."""
    anew = {"key", "id", "lineage", "revision", "superseded_by", "origin"}
    names = [field.name for field in fields(Memory) if field.name not in anew]
    found = vault.page(vault.keys(RecordFilter()))
    return sorted((tuple(getattr(m, name) for name in names) for m in found), key=repr)


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


@pytest.mark.long
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


def test_what_was_superseded_is_not_forgotten(vault: Engine) -> None:
    """F5, D2: it is gone already, and could not be superseded again; the refusal names what stands in its place."""
    old = vault.remember("The train leaves at nine.").memory.id
    new = vault.edit(old, "The train leaves at ten.").id
    head = vault.head
    with pytest.raises(InvalidCommandError, match="superseded") as refused:
        vault.forget(old)
    assert new in str(refused.value) and (vault.head, vault.get(old).status.value) == (head, "superseded")
    with pytest.raises(InvalidCommandError, match="superseded") as refused:
        vault.layers.meta.protect(old)
    assert new in str(refused.value)
    assert vault.restore([old])[0].content == "The train leaves at nine.", "a text can be brought back beside the new"


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


@pytest.mark.long
def test_an_import_is_undone_in_one_step(vault: Engine, tmp_path: Path) -> None:
    """F5, F3: an import of more items than are read at once is one entry; undo forgets all, redo brings all back."""
    undo_an_import(vault, tmp_path, 5_100)


@pytest.mark.slow
def test_an_import_of_10000_is_undone_in_one_step(vault: Engine, tmp_path: Path) -> None:
    """F5, F3: the same with 10,000 items."""
    undo_an_import(vault, tmp_path, 10_000)


def undo_an_import(vault: Engine, tmp_path: Path, size: int) -> None:
    filled(vault)
    before = state(vault)
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(f'{{"content": "imported {n}"}}' for n in range(size)), encoding="utf-8")
    assert vault.import_path(file).new == size
    assert vault.undo_stacks().undo[0].name == f"import {size:,} memories"
    vault.undo()
    assert state(vault) == before
    vault.redo()
    assert len(state(vault)) == size + 5
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
        "change setting “Personal data and secrets”",
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


def test_a_later_change_that_stands_in_the_way_is_named(vault: Engine, tmp_path: Path) -> None:
    """F5: an import of which a memory was rewritten is not taken back silently: the edit is named, and goes first."""
    file = tmp_path / "two.jsonl"
    file.write_text('{"content": "one"}\n{"content": "two"}\n', encoding="utf-8")
    report = vault.import_path(file)
    assert report.command is not None
    (one,) = [m for m in vault.page(vault.keys(RecordFilter())) if m.content == "one"]
    vault.edit(one.id, "one, in my words")
    edit = vault.undo_stacks().undo[0].command
    before = state(vault)
    with pytest.raises(InvalidCommandError, match=rf"“edit memory” \(event {edit}\)"):
        vault.undo(report.command)
    assert state(vault) == before
    vault.undo(edit)
    vault.undo(report.command)
    assert state(vault) == []


def test_each_command_is_taken_back_by_its_number(vault: Engine) -> None:
    """F5: undo takes back the command that it is given, also when others came after it, and nothing else."""
    ids = filled(vault)
    vault.update([ids[0]], add_tags=["mine"])
    tagged = vault.undo_stacks().undo[0].command
    vault.forget(ids[1])
    forgot = vault.undo_stacks().undo[0].command
    vault.undo(tagged)
    assert vault.get(ids[0]).tags == ("a",)
    assert len(state(vault)) == 4
    with pytest.raises(InvalidCommandError, match="undone already"):
        vault.undo(tagged)
    vault.redo(tagged)
    assert vault.get(ids[0]).tags == ("a", "mine")
    vault.undo(forgot)
    assert len(state(vault)) == 5
    with pytest.raises(InvalidCommandError, match="belongs to no command"):
        vault.undo(9_999)


def test_what_comes_back_is_what_it_was(vault: Engine) -> None:
    """F5: an undone forget, edit or merge gives back times, counts, weight and author, not only texts and labels."""
    ids = [vault.remember(f"memory {n}", actor="agent").memory.id for n in range(4)]
    vault.recalls.note("which", ids)
    vault.recalls.flush()
    vault.merge(ids[2:], "both")
    vault.sync()
    before = full_state(vault)

    def named(text: str) -> str:
        return next(m.id for m in vault.page(vault.keys(RecordFilter())) if m.content == text)

    changes: list[Callable[[], object]] = [
        lambda: vault.forget([named("memory 0"), named("both")]),
        lambda: vault.edit(named("memory 0"), "new"),
        lambda: vault.merge([named("memory 1"), named("both")], "all"),
    ]
    for change in changes:
        change()
        vault.sync()
        after = full_state(vault)
        for _ in range(2):
            vault.undo()
            assert full_state(vault) == before
            vault.redo()
            assert full_state(vault) == after
        vault.undo()


@pytest.mark.long
def test_undo_reaches_as_far_as_the_log(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """F5: more commands than are listed are taken back one by one; the undos do not use the stack up."""
    monkeypatch.setattr(undoing, "LISTED", 40)
    undo_everything(vault, 100)


@pytest.mark.slow
def test_undo_reaches_as_far_as_a_long_log(vault: Engine) -> None:
    """F5: the same with 700 commands, of which 500 are listed."""
    undo_everything(vault, 700)


def undo_everything(vault: Engine, commands: int) -> None:
    """Give so many commands and take every one back."""
    for n in range(commands):
        vault.remember(f"number {n}")
    assert len(vault.undo_stacks().undo) == undoing.LISTED
    for left in reversed(range(commands)):
        vault.undo()
        if left % 25 == 0:
            assert len(state(vault)) == left
    assert vault.undo() is None


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


@pytest.mark.long
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=40))
def test_the_stacks_are_those_of_any_editor(tmp_path_factory: pytest.TempPathFactory, steps: list[str]) -> None:
    """F5: against a plain model of two lists, for any sequence."""
    undo: list[int] = []
    redo: list[int] = []
    store = Store(tmp_path_factory.mktemp("stacks") / "memory.duckdb")
    try:
        for step in steps:
            if step == "do":
                undo.append(store.log.head + 1)
                redo.clear()
                new = Update(id="mem_x", set={}).event("mem_x")
            else:
                source, goal = (undo, redo) if step == "undo" else (redo, undo)
                if not source:
                    continue
                goal.append(source.pop())
                of = next(
                    s.latest for s in store.commands.done(99, 99) + store.commands.undone(99, 99) if s.seq == goal[-1]
                )
                new = Undo(kind=step, of=of, name="it").event()
            events = store.log.prepare([new], now=NOON, actor="user", command=None)
            with store.database.transaction() as cursor:
                store.log.append(cursor, events)
                store.commands.fold(cursor, events)
            store.log.advance(events)
        head = store.log.head
        assert [one.seq for one in store.commands.done(99, head)] == undo[::-1]
        assert [one.seq for one in store.commands.undone(99, head)] == redo[::-1]
    finally:
        store.close()


@pytest.mark.long
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


def test_undoing_a_forget_whose_making_was_undone_says_why_nothing_comes_back(vault: Engine) -> None:
    """F5: a memory whose making was undone is not brought back by undoing that it was forgotten, and the step says so; both
    steps count as undone."""
    made = vault.remember("Ann likes trains").memory.id
    vault.forget([made])
    remembered, forgotten = (one.command for one in reversed(vault.undo_stacks().undo[:2]))
    vault.undo(remembered)
    told = vault.undo(forgotten)
    assert told is not None and told.name == (
        "forget 1 memory (1 memory not brought back, as what made it was undone as well)"
    )
    assert "active" not in vault.memory_counts() and vault.undone_of([remembered, forgotten]) == {remembered, forgotten}


def test_what_the_program_did_by_itself_is_undone_from_history_alone(vault: Engine) -> None:
    """F5: undo takes back what persons and agents did, not what a job of the program did since, which can be undone by its
    row in History; and a job leaves what can be redone."""
    vault.remember("Ann likes trains")
    vault.remember("Ann likes boats", actor="agent:helper")
    job = vault.assemblies.create("Ann", [one.id for one in vault.page(vault.keys(RecordFilter()))], actor="system")
    head = vault.head
    assert [one.name for one in vault.undo_stacks().undo][:2] == ["new memory", "new memory"]
    undone = vault.undo()
    assert undone is not None and "boats" not in str([one.content for one in vault.page(vault.keys(RecordFilter()))])
    vault.assemblies.create("More", [one.id for one in vault.page(vault.keys(RecordFilter()))], actor="system")
    assert [one.name for one in vault.undo_stacks().redo] == ["new memory"]
    vault.undo(head)
    assert vault.assemblies.get(job.id).status is not Status.ACTIVE


def test_several_commands_are_undone_and_redone_as_one_step(tmp_path: Path) -> None:
    """F5: several commands are taken back as one step, by one name each, and come back together with one redo, and go
    together again; also after a restart and a rebuild, and where somebody did something in between."""
    with vault_at(tmp_path / "v") as vault:
        ids = filled(vault)
        commands = [step.command for step in vault.undo_stacks().undo]
        vault.remember("of a person", tags=["x"])
        before = state(vault)
        steps = [commands[0], commands[2], commands[4]]
        done = vault.undo_all(steps)
        assert done is not None and done.name == "new memory; new memory; new memory" and done.memories == 3
        assert [content for content, *_ in state(vault)] == ["memory 1", "memory 3", "of a person"]
        assert vault.undone_of(steps) == set(steps)
        assert [entry.name for entry in vault.undo_stacks().redo] == ["new memory and 2 other steps"]
        assert vault.undo_all(steps) is None
        taken = vault.head
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v") as vault:
        assert vault.head == taken
        vault.redo()
        assert state(vault) == before and not vault.undo_stacks().redo
        vault.undo(steps[1])
        assert [content for content, *_ in state(vault)] == ["memory 1", "memory 3", "of a person"]
        vault.redo(steps[0])
        assert state(vault) == before
        (entry, is_done) = vault.undo_entry(steps[0]) or (None, None)
        assert entry is not None and is_done and entry.name == "new memory and 2 other steps"
        assert len(vault.get(ids[0]).id) > 0


def test_any_event_of_a_command_names_it(vault: Engine) -> None:
    """F5, H3: what the program did by itself is listed beside the others, and any event of it, as the log gives it,
    undoes all of it."""
    vault.conversations.record(CycleDraft(user_input="Mara moved to Porto. I was so proud!", final_response="Nice."))
    for _ in vault.layers.consolidation.job(""):
        pass
    (by_itself,) = vault.steps_by_itself()
    assert by_itself.name == "fill the layers" and by_itself not in vault.undo_stacks().undo
    last = vault.events(limit=1)[0]
    assert last.summary == "Consolidation done" and last.seq > by_itself.command
    entry = vault.undo_entry(last.seq)
    assert entry is not None and entry[0].command == by_itself.command
    vault.undo(last.seq)
    assert not vault.layers.episodes.count() and not vault.steps_by_itself()
    vault.redo(last.seq)
    (again,) = vault.steps_by_itself()
    assert vault.layers.episodes.count() == 1 and again.command == by_itself.command == by_itself.latest < again.latest
