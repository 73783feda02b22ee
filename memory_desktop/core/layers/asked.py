"""Sources of the answer over all layers that a query names as `layer:`, beside the layers that memories have."""

from __future__ import annotations

from memory_desktop.core.layers.relevance import SOURCES
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.query.language import parse_query

_OF_MEMORIES = frozenset(layer.value for layer in Layer)


def asked_sources(query: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """(the query without them, the sources that alone are asked, those that are left out).

    `layer:working` and others that no memory has are taken out; `layer:semantic` by itself stays a filter of memories.
    """
    rest, only, without = query, list[str](), list[str]()
    for chip in reversed(parse_query(query).chips):
        names = [one.strip().lower() for one in chip.value.split(",") if one.strip()]
        if chip.operator != "layer" or not set(names) - _OF_MEMORIES or not set(names) <= set(SOURCES):
            continue
        (without if chip.negated else only).extend(names)
        rest = f"{rest[: chip.start]} {rest[chip.end :]}"
    found = tuple(dict.fromkeys(only)), tuple(dict.fromkeys(without))
    return (rest if any(found) else query), *found
