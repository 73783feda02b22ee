"""Commands about the past: undo and redo, the log, differences, going back, snapshots, rebuild."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.past import Diff, Rewound, Snapshot
from memory_desktop.core.undo import UndoEntry, Undone
from memory_desktop.core.wording import size, status_word

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK, FAILED = 0, 1


def undo(vault: Engine, args: Namespace) -> int:
    """Take the newest command back, or the one that an event belongs to."""
    if args.list:
        own, program = vault.undo_stacks().undo, vault.steps_by_itself()
        every = sorted((*own, *program), key=lambda one: -one.command)
        return _list(tuple(every), json=args.json, by_itself=program)
    return _undone(vault.undo(args.command_seq, actor=args.actor), "undo", json=args.json)


def redo(vault: Engine, args: Namespace) -> int:
    """Redo what was undone last, or the command that an event belongs to."""
    if args.list:
        return _list(vault.undo_stacks().redo, json=args.json)
    return _undone(vault.redo(args.command_seq, actor=args.actor), "redo", json=args.json)


def log(vault: Engine, args: Namespace) -> int:
    """The newest events."""
    found = vault.events(before=args.before, limit=args.limit, type=args.type, actor=args.by, item=args.item)
    if args.json:
        for entry in found:
            out.print_json(asdict(entry))
    else:
        out.print_lines(
            f"{entry.seq:>9,}  {entry.ts:%Y-%m-%d %H:%M:%S}  {entry.type:<13} {entry.actor:<12} {entry.summary}"
            + (f": {out.one_line(entry.subject)}" if entry.subject else "")
            for entry in found
        )
    return OK


def diff(vault: Engine, args: Namespace) -> int:
    """What happened between two events."""
    found = vault.time.diff(args.from_seq, args.to_seq if args.to_seq is not None else vault.head)
    if args.json:
        out.print_json(_diff_json(found))
        return OK
    added, changed, retired = found.counts
    out.print_lines([f"From event {found.from_seq:,} to {found.to_seq:,}: {added:,} added, {changed:,} changed,"])
    out.print_lines([f"{retired:,} gone (forgotten, edited or merged away)."])
    out.print_lines(f"+ {memory.id}  {out.one_line(memory.content)}" for memory in found.added)
    out.print_lines(
        f"~ {one.after.id}  {out.one_line(one.after.content)}  ({', '.join(one.fields)})" for one in found.changed
    )
    out.print_lines(
        f"- {memory.id}  {out.one_line(memory.content)}  ({status_word(memory.status.value)})"
        for memory in found.retired
    )
    return OK


def rewind(vault: Engine, args: Namespace) -> int:
    """Bring memories back to how they were."""
    return _rewound(vault.time.rewind(args.seq, args.ids or None, actor=args.actor), json=args.json)


def snapshot(vault: Engine, args: Namespace) -> int:
    """Everything about snapshots."""
    match args.action:
        case "create":
            made = vault.snapshots.create(args.id)
            _snapshots([made], json=args.json)
        case "list":
            _snapshots(vault.snapshots.list(), json=args.json)
        case "check":
            return _checked(vault, args)
        case "delete":
            vault.snapshots.delete(args.id)
            if args.json:
                out.print_json({"deleted": args.id})
            else:
                out.print_lines(["Deleted."])
        case _:
            return _rewound(vault.snapshots.rollback(args.id), json=args.json)
    return OK


def _checked(vault: Engine, args: Namespace) -> int:
    """Check one snapshot, or all."""
    ids = [args.id] if args.id else [one.id for one in vault.snapshots.list()]
    checks = {id: vault.snapshots.validate(id) for id in ids}
    for id, check in checks.items():
        if args.json:
            out.print_json({"id": id, **asdict(check)})
        else:
            out.print_lines(f"{id}: {text}" for text in check.problems or ["The snapshot is in order."])
    if not checks and not args.json:
        out.print_lines(["There are no snapshots."])
    return OK if all(one.ok for one in checks.values()) else FAILED


def rebuild(args: Namespace) -> int:
    """Build a vault that nobody has open again from its log."""
    from memory_desktop.wiring import earlier_format, rebuild_vault

    if args.earlier_format is not None:
        removed = args.earlier_format == "remove"
        format = earlier_format(args.vault, remove=removed)
        back = f"The vault has format {format} again; this program would raise it at the next opening."
        return out.print_answer(args, {"format": format}, "The copy is deleted." if removed else back)
    done = rebuild_vault(args.vault, args.to, progress=progress() if console().progress else None)
    if args.json:
        out.print_json(asdict(done))
        return OK
    shown = f"; it shows event {done.shown_to:,} and is read-only" if done.shown_to < done.events else ""
    out.print_lines(
        [
            f"{done.events:,} events, {done.records:,} records, {done.vectors:,} vectors taken over, "
            f"in {done.seconds:.1f} s{shown}.",
            f"records {done.digest}",
        ]
    )
    return OK


def _list(entries: Sequence[UndoEntry], *, json: bool, by_itself: Collection[UndoEntry] = ()) -> int:
    """List steps. `by_itself`: those of them that only --command takes back."""
    if json:
        for entry in entries:
            out.print_json(asdict(entry))
    else:
        out.print_lines(
            f"{entry.command:>9,}  {entry.ts:%Y-%m-%d %H:%M:%S}  {entry.actor:<12} {entry.name}"
            + (" (by itself: --command undoes it)" if entry in by_itself else "")
            for entry in entries
        )
    return OK


def _undone(done: Undone | None, kind: Literal["undo", "redo"], *, json: bool) -> int:
    if json:
        out.print_json(asdict(done) if done is not None else {"name": None})
    elif done is None:
        out.print_lines([f"There is nothing to {kind}."])
    else:
        out.print_lines([f"{'Undone' if kind == 'undo' else 'Redone'}: {done.name}."])
        out.note_along(done)
    return OK if done is not None else FAILED


def _rewound(done: Rewound, *, json: bool) -> int:
    if json:
        out.print_json(asdict(done))
    elif done.command is None:
        out.print_lines([f"Nothing has changed since event {done.seq:,}."])
    else:
        counts = f"{done.restored:,} back, {done.removed:,} gone, {done.relabelled:,} with their labels of then"
        out.print_lines([f"Memories are as they were after event {done.seq:,}: {counts}."])
        out.print_lines(done.problems)
    return FAILED if done.problems else OK


def _snapshots(found: list[Snapshot], *, json: bool) -> None:
    if json:
        for one in found:
            out.print_json(asdict(one))
        return
    out.print_lines(
        f"{one.id}  {iso(one.created_at)[:19]}  event {one.seq:>9,}  {one.records:>9,} memories"
        f"  {size(one.size):>9}  {one.reason:<10} {one.name}"
        for one in found
    )


def _diff_json(found: Diff) -> dict[str, object]:
    return {
        "from": found.from_seq,
        "to": found.to_seq,
        "counts": dict(zip(("added", "changed", "retired"), found.counts, strict=True)),
        "added": [out.memory_json(memory) for memory in found.added],
        "changed": [
            {"before": out.memory_json(one.before), "after": out.memory_json(one.after), "fields": list(one.fields)}
            for one in found.changed
        ],
        "retired": [out.memory_json(memory) for memory in found.retired],
    }


def progress() -> Callable[[str, int, int], None]:
    """Shows (stage, done, total) on one line of standard error."""

    def show(stage: str, done: int, total: int) -> None:
        console().err(f"\r\x1b[K{stage} {done:,} of {total:,}")

    return show
