"""By what the points of the map are coloured: the categories, their names and how many points each has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from memory_desktop.bridge.translation import dated, grouped, mark, tr, translated
from memory_desktop.bridge.wording import layer_word
from memory_desktop.engine.mapping.embedding_map import MapLook

#: What can be chosen: id, and what the window calls it.
BY = translated(
    (
        ("layer", mark("Layer")),
        ("kind", mark("Kind")),
        ("at", mark("Time")),
        ("source", mark("Source")),
        ("assembly", mark("Assembly")),
    )
)
#: So many categories have a colour of their own; the others share one.
MOST = 8
_TIMES = 6


@dataclass(frozen=True, slots=True)
class Category:
    """One line of the legend."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Colouring:
    """The category of each point, and the categories by code; the last one stands for -1, and may have no points.

    Attributes:
        ordered: the categories follow each other, as times do.
    """

    codes: npt.NDArray[np.int64]
    categories: tuple[Category, ...]
    ordered: bool = False


def colouring(look: MapLook, by: str) -> Colouring:
    """The categories of a map by one of `BY`."""
    if by == "at":
        return _by_time(look.at)
    coded = {"layer": look.layer, "kind": look.kind, "source": look.source, "assembly": look.assembly}[by]
    codes, names = coded.codes, coded.names
    every = np.bincount(codes[codes >= 0], minlength=len(names))
    shown = np.argsort(-every, kind="stable")[:MOST]
    shown = shown[every[shown] > 0]
    new = np.full(len(names) + 1, -1, dtype=np.int64)  # the last place is that of -1
    new[shown] = np.arange(len(shown))
    others = int((every > 0).sum()) - len(shown)
    rest = (
        tr("None")
        if others <= 0
        else tr("{number} more", number=grouped(others)) + (tr(" or none") if (codes < 0).any() else "")
    )
    made = [Category(_named(names[one], by), int(every[one])) for one in shown.tolist()]
    found = new[codes]
    return Colouring(found, (*made, Category(rest, int((found < 0).sum()))))


def _named(name: str, by: str) -> str:
    if not name:
        return tr("No source") if by == "source" else tr("Without a name")
    return layer_word(name).capitalize() if by == "layer" else name


def _by_time(at: npt.NDArray[np.int64]) -> Colouring:
    """Spans of time with about as many memories each, the oldest first."""
    if not len(at):
        return Colouring(np.empty(0, dtype=np.int64), (Category(tr("None"), 0),), ordered=True)
    edges = np.unique(np.quantile(at, np.linspace(0, 1, _TIMES + 1)[1:-1]).astype(np.int64))
    codes = np.searchsorted(edges, at, side="right")
    made: list[Category] = []
    for code in range(len(edges) + 1):
        mine = at[codes == code]
        if len(mine):
            codes[codes == code] = len(made)
            made.append(Category(_span(int(mine.min()), int(mine.max())), len(mine)))
    return Colouring(codes.astype(np.int64), (*made, Category(tr("None"), 0)), ordered=True)


def _span(first: int, last: int) -> str:
    start, end = (f"{dated(datetime.fromtimestamp(one / 1e6, UTC).astimezone(), '%Y-%m-%d')}" for one in (first, last))
    if start == end:
        return start
    return f"{start} – {end[5:] if start[:5] == end[:5] else end}"
