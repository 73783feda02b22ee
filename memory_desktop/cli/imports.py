"""The command that lists imports and lets one go on, wait or be undone."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.imports import ImportJob

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine


def imports(vault: Engine, args: Namespace) -> int:
    """List the imports, or do something with one of them."""
    if args.resume is not None:
        report = vault.imports.resume(args.resume)
        if args.json:
            out.print_json(out.import_json(report))
        else:
            out.print_lines(out.import_text(report))
        return 0
    if args.pause is not None:
        vault.imports.pause(args.pause)
    if args.undo is not None:
        undone = vault.imports.undo(args.undo)
        text = f"Undone: {undone.name}." if undone is not None else "It brought nothing."
        if undone is not None:
            out.note_along(undone)
        return out.print_answer(args, {"undone": undone is not None}, text)
    jobs = vault.imports.list()
    return out.print_answer(args, {"imports": [asdict(one) for one in jobs]}, "\n".join(_lines(jobs)))


def _lines(jobs: Iterable[ImportJob]) -> Iterable[str]:
    empty = True
    for one in jobs:
        empty = False
        counts = one.counts
        yield f"{one.seq:>9,}  {one.started:%Y-%m-%d %H:%M}  {one.state.value}  {', '.join(one.paths)}"
        yield (
            f"           {counts.new:,} new, {counts.skipped:,} skipped, {counts.conflict:,} conflicts,"
            f" {counts.held:,} held, {counts.rejected:,} rejected" + (f"; {one.reason}" if one.reason else "")
        )
        if one.choice.words:
            yield f"           only {one.choice.words}"
    if empty:
        yield "Nothing was imported yet."
