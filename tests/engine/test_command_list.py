"""The history as commands: a row each, and what each did to memories, before and after."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from memory_desktop.core.past import Pair
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock


def texts(pairs: list[Pair]) -> list[tuple[str | None, str | None]]:
    return [(p.before.content if p.before else None, p.after.content if p.after else None) for p in pairs]


def test_a_row_a_command(vault: Engine, clock: Clock, tmp_path: Path) -> None:
    """W10: History has a row a command, whatever number of events it has, by name, actor and day, newest first, page by
    page; what was taken back says so, and an edit is one pair of before and after."""
    tea = vault.remember("Mara likes tea", actor="agent:claude").memory
    clock.forward(days=1)
    now = vault.edit(tea.id, "Mara likes coffee")
    source = tmp_path / "rows.jsonl"
    source.write_text("".join(f'{{"content": "Row number {n}"}}\n' for n in range(3)), encoding="utf-8")
    vault.import_path(source)
    vault.update([now.id], add_tags=["drinks"], kind="pref")
    vault.forget([now.id])
    vault.recall("tea", actor="agent:claude")
    vault.recalls.flush()
    forgotten = vault.undo_stacks().undo[0].command
    vault.undo()
    rows = vault.command_list.page()
    assert [(row.name, row.actor, row.done) for row in rows] == [
        ("Undone: Forget 1 memory", "user", None),
        ("Forget 1 memory", "user", False),
        ("Change 1 memory", "user", True),
        ("Import 3 memories from rows.jsonl", "user", True),
        ("Edit memory", "user", True),
        ("New memory", "agent:claude", True),
    ]
    assert rows[-1].text == "Mara likes tea" and rows[1].command == forgotten
    assert [row.command for row in vault.command_list.page(limit=2, before=rows[2].command)] == [
        row.command for row in rows[3:5]
    ]
    assert vault.command_list.page(actor="agent:claude") == rows[-1:]
    assert vault.command_list.page(start=NOON, end=NOON + timedelta(days=1)) == rows[-1:]
    every = [vault.command_list.pairs(row.command) for row in rows]
    assert texts(every[1][0]) == [("Mara likes coffee", None)] and texts(every[5][0]) == [(None, "Mara likes tea")]
    assert texts(every[4][0]) == [("Mara likes tea", "Mara likes coffee")]
    assert texts(every[3][0]) == [(None, f"Row number {n}") for n in range(3)] and every[3][1] == 3
    ((changed,), number) = every[2]
    assert number == 1 and changed.before is not None and changed.after is not None
    assert (changed.before.tags, changed.after.tags, changed.after.kind) == ((), ("drinks",), "pref")
    pairs, number = vault.command_list.pairs(rows[3].command, limit=2)
    assert len(pairs) == 2 and number == 3
