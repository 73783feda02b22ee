"""The command that removes memories for good."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.purge import PurgePlan
from memory_desktop.core.query.language import parse_query
from memory_desktop.core.wording import memories

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK, WRONG_USAGE = 0, 2
_SHOWN = 20


def purge(vault: Engine, args: Namespace) -> int:
    """Remove memories for good, after the exact count was accepted."""
    if sum((bool(args.ids), args.import_ is not None, args.search is not None)) != 1:
        out.note("memory-desktop: purge needs either IDs, --import SEQ or --search QUERY.")
        return WRONG_USAGE
    plan = vault.plan_purge_of_import(args.import_) if args.import_ is not None else vault.plan_purge(_ids(vault, args))
    if not args.yes and not _accepted(plan, args):
        return WRONG_USAGE
    done = vault.purge(plan, actor=args.actor)
    when = "now" if console().here else "when the vault is closed there"
    text = f"{memories(done.memories)} purged; event {done.seq:,} says so. The files are cleaned {when}."
    return out.print_answer(args, {"purged": done.memories, "events": done.events, "seq": done.seq}, text)


def _ids(vault: Engine, args: Namespace) -> Sequence[str]:
    if args.search is None:
        return [str(id) for id in args.ids]
    query = parse_query(args.search).checked()
    vault.catch_up()
    keys = vault.keys(query.filter, words=args.search if query.text or query.excluded else "")
    return [memory.id for memory in vault.page(keys)]


def _accepted(plan: PurgePlan, args: Namespace) -> bool:
    """Show what would be purged and ask; without a terminal the answer is no."""
    if args.json:
        out.print_json({"would_purge": asdict(plan)})
    else:
        out.print_lines(_told(plan))
    if not console().interactive:
        out.note("memory-desktop: nothing was purged. Add --yes to purge without being asked.")
        return False
    question = f"Purge {memories(len(plan.items))} for good? This cannot be undone. [y/N] "
    return console().ask(question).strip().lower() in ("y", "yes")


def _told(plan: PurgePlan) -> Iterable[str]:
    for one in plan.items[:_SHOWN]:
        yield f"{one.id}  {out.one_line(one.text)}  ({one.status}; {one.why})"
    if len(plan.items) > _SHOWN:
        yield f"… and {len(plan.items) - _SHOWN:,} more"
    yield f"Would be removed for good: {plan.text}; {plan.snapshots:,} snapshots are written anew."
    if plan.staying:
        yield plan.staying
    yield from (f"A set-aside copy is deleted: {name}" for name in plan.aside)
