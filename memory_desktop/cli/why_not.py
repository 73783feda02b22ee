"""Why a memory is not among the hits of a search, on the command line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from memory_desktop.cli import output as out
from memory_desktop.core.why_not import Asked, Remedy, WhyNot

if TYPE_CHECKING:
    from memory_desktop.engine.reader import Reader

_DONE = 0


def why_not(vault: Reader, args: Namespace) -> int:
    """Explain one memory for one search. It is no recall: nothing is logged. Raises NotFoundError."""
    told = vault.why_not(Asked(args.query, args.mode, args.k, args.show_weaker), args.why_not)
    if args.json:
        out.print_json(_json(told))
    else:
        out.print_lines(_text(told))
    return _DONE


def _json(told: WhyNot) -> dict[str, Any]:
    return {
        "query": told.query,
        "mode": told.mode,
        "k": told.k,
        "as_of": told.as_of,
        "id": told.id,
        "memory": out.memory_json(told.memory) if told.memory is not None else None,
        "hit": out.hit_json(told.hit, explain=True) if told.hit is not None else None,
        "cuts": [asdict(one) for one in told.cuts],
        "remedies": [_remedy_json(one) for one in told.remedies],
        "notes": list(told.notes),
    }


def _remedy_json(one: Remedy) -> dict[str, Any]:
    return {
        "text": one.text,
        "query": one.query,
        "mode": one.mode,
        "k": one.k,
        "show_weaker": one.show_weaker,
        "later": one.later,
        "hit": out.hit_json(one.hit, explain=True),
    }


def _text(told: WhyNot) -> Iterator[str]:
    if told.memory is not None:
        yield f"{told.id}  {out.one_line(told.memory.content)}"
    yield told.sentence
    if told.hit is not None:
        yield from _parts(out.reasons(told.hit))
    yield from (f"  - {one.sentence}" for one in told.cuts)
    if told.cuts and not told.remedies:
        yield "No search that was tried has it."
    for one in told.remedies:
        yield f"  + {one.sentence}"
        yield from _parts(out.reasons(one.hit))
        yield f"      search: {one.query}"
    yield from told.notes
    yield f"as of event {told.as_of}"


def _parts(reasons: Iterable[str]) -> Iterator[str]:
    return (f"      {reason}" for reason in reasons)
