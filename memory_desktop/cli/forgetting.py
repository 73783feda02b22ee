"""The command for meta-memory: the forgetting schedule, what is protected, totals, and how memory is used."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.meta_json import scheduled_json, strategies_json, totals_json
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import date_word, memories, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.layers.forgetting import SchedulePage

OK = 0
_LINE = 80


def forgetting(vault: Engine, args: Namespace) -> int:
    """List or run the schedule, protect memories, or say how memory is used."""
    meta = vault.layers.meta
    match args.action:
        case "schedule" | "preview":
            _schedule(args, meta.forgetting.schedule(limit=args.limit, due_only=args.action == "preview"))
        case "run":
            _run(vault, args)
        case "protect" | "unprotect":
            change = meta.protect if args.action == "protect" else meta.unprotect
            number = change(_ids(args), actor=args.actor)
            said = "protected" if args.action == "protect" else "no longer protected"
            _say(args, {args.action: number}, [f"{memories(number)} {said}."])
        case "protected":
            _memories(args, meta.protected(limit=args.limit))
        case "most":
            _memories(args, meta.most_accessed(min(args.limit, 10)))
        case "never":
            page = meta.never_accessed(limit=args.limit)
            _memories(args, page.items, page.total)
        case "totals":
            _totals(vault, args)
        case "strategies":
            _strategies(vault, args)
    return OK


def _ids(args: Namespace) -> Sequence[str]:
    if not args.ids:
        raise KnownError("Say which memories: give their ids.")
    return tuple(args.ids)


def _say(args: Namespace, value: object, lines: Sequence[str]) -> None:
    if args.json:
        out.print_json(value)
    else:
        out.print_lines(lines)


def _schedule(args: Namespace, page: SchedulePage) -> None:
    found = {
        "at": page.at.isoformat(),
        "total": page.total,
        "due_to_fade": page.due_to_fade,
        "due_to_forget": page.due_to_forget,
        "items": [scheduled_json(one) for one in page.items],
    }
    lines = [
        f"{date_word(one.scheduled_decay)}  {one.action.value:<6}  {one.memory_id}  "
        f"{shortened(one.memory.content, _LINE)}"
        for one in page.items
    ]
    end = (
        f"{memories(page.total)} on the schedule; due: {page.due_to_fade:,} to fade, {page.due_to_forget:,} to forget."
    )
    _say(args, found, [*lines, end])


def _run(vault: Engine, args: Namespace) -> None:
    run = vault.layers.meta.forgetting.run(forgets=not args.fade_only, most=args.most, actor=args.actor)
    if run is None:
        _say(args, {"run": None, "faded": 0, "forgotten": 0}, ["Nothing is due."])
        return
    value = {"run": run.seq, "faded": run.faded, "forgotten": run.forgotten, "state": run.state.value}
    _say(args, value, [f"{memories(run.faded)} faded, {memories(run.forgotten)} forgotten. “undo” takes it back."])


def _memories(args: Namespace, found: Sequence[Memory], total: int | None = None) -> None:
    number = total if total is not None else len(found)
    lines = [f"{one.id}  recalled {one.recall_count:,}×  {shortened(one.content, _LINE)}" for one in found]
    _say(args, {"total": number, "memories": [out.memory_json(one) for one in found]}, lines or ["None."])


def _totals(vault: Engine, args: Namespace) -> None:
    totals = vault.layers.meta.totals()
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in totals.kinds.items()) or "none"
    parts = ", ".join(f"{name} {size:.1f} MB" for name, size in totals.storage.items())
    oldest = f"{date_word(totals.oldest_memory)} ({totals.oldest})" if totals.oldest_memory is not None else "none"
    lines = [
        f"Active: {memories(totals.memories)} ({kinds})",
        f"Turns: {totals.total_turns:,}; episodes: {totals.total_episodes:,}; concepts: {totals.total_concepts:,}",
        f"Forgotten: {totals.forgotten:,}; superseded: {totals.superseded:,}; protected: {totals.protected:,}",
        f"Storage: {totals.storage_used:.1f} MB ({parts})",
        f"Oldest memory: {oldest}",
    ]
    _say(args, totals_json(totals), lines)


def _strategies(vault: Engine, args: Namespace) -> None:
    told = vault.layers.meta.strategies()
    value = strategies_json(told)
    if args.user is not None:
        styles = {user: style for user, style in told.user_memory_style.items() if user == args.user}
        value["user_memory_style"] = styles or {args.user: None}
    lines = [
        f"{one.mode or 'mode not noted'}: {one.layer.value if one.layer else 'nothing found'}, {one.recalls:,} recalls,"
        f" {one.hits:,} hits" + (f", relevance {one.mean_relevance:.2f}" if one.mean_relevance is not None else "")
        for one in told.retrieval_patterns
    ]
    lines += [
        f"{one.kind} from {one.source or 'no source'}: {memories(one.memories)},"
        f" {one.share_recalled:.0%} ever recalled, {one.share_useful:.0%} found useful"
        for one in told.encoding_effectiveness
    ]
    lines += [
        f"{user or 'The vault’s own user'}: {style or 'not enough recalls yet'}"
        for user, style in value["user_memory_style"].items()
    ]
    lines += [
        f"{one.job} of {date_word(one.at)}: {one.made:,} made, {one.kept:,} kept" + (", undone" if one.undone else "")
        for one in told.consolidation_patterns
    ]
    _say(args, value, lines)
