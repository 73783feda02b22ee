"""Draws the points of a map into a picture, off the GUI thread: a mark for each, or how densely they lie.

An item for each point, or a list of brushes, takes Qt longer than a frame has; numpy stamps 100,000 marks in a tenth of
a second, and the window has only to show the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

#: Beyond so many points a picture shows how densely they lie.
MOST_MARKS = 100_000
#: Marks tell the categories apart without their colours; after the last one the first comes again.
SHAPES = ("disc", "square", "diamond", "triangle", "cross", "ring", "bar", "wedge")
NONE = len(SHAPES)
#: Pixels of a cell in which points are counted.
_CELL = 4
_FINE = 4

Colour = tuple[int, int, int]
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Sight:
    """What part of the map is seen: the middle of the picture, pixels for each unit, and its size in pixels."""

    x: float
    y: float
    scale: float
    width: int
    height: int

    def pixels(self, places: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """(n, 2) on the map → (n, 2) in the picture, y downwards."""
        found = np.empty_like(places)
        found[:, 0] = (places[:, 0] - self.x) * self.scale + self.width / 2
        found[:, 1] = self.height / 2 - (places[:, 1] - self.y) * self.scale
        return found

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A pixel on the map."""
        return self.x + (x - self.width / 2) / self.scale, self.y - (y - self.height / 2) / self.scale


def fitting(places: npt.NDArray[np.float32], width: int, height: int) -> Sight:
    """The sight of all points, with some room around."""
    if not len(places):
        return Sight(0.0, 0.0, 1.0, width, height)
    low, high = np.percentile(places, 0.1, axis=0), np.percentile(places, 99.9, axis=0)
    middle, extent = (low + high) / 2, np.maximum(high - low, 1e-6)
    scale = 0.88 * min(width / float(extent[0]), height / float(extent[1]))
    return Sight(float(middle[0]), float(middle[1]), scale, width, height)


def radius_of(points: int) -> float:
    """Pixels of a mark, half across."""
    return 5.0 if points <= 2_000 else 3.5 if points <= 20_000 else 2.5


def mask(shape: int, radius: float) -> npt.NDArray[np.float32]:
    """(side, side): how much of each pixel a mark covers. `shape`: its number in `SHAPES`; `NONE` is a small dot."""
    side = 2 * int(np.ceil(radius)) + 1
    steps = (np.arange(side * _FINE) + 0.5) / _FINE - side / 2
    x, y = np.meshgrid(steps / radius, steps / radius)
    far = np.hypot(x, y)
    name = SHAPES[shape] if shape < NONE else "dot"
    inside = {
        "disc": far <= 0.95,
        "square": np.maximum(abs(x), abs(y)) <= 0.82,
        "diamond": abs(x) + abs(y) <= 1.1,
        "triangle": (y <= 0.75) & (y >= 2 * abs(x) - 1.0),
        "cross": (np.minimum(abs(x), abs(y)) <= 0.32) & (np.maximum(abs(x), abs(y)) <= 1.0),
        "ring": (far <= 1.0) & (far >= 0.5),
        "bar": (abs(y) <= 0.42) & (abs(x) <= 1.0),
        "wedge": (y >= -0.75) & (y <= 1.0 - 2 * abs(x)),
        "dot": far <= 0.6,
    }[name]
    return np.asarray(inside.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3)), dtype=np.float32)


def marks(
    places: npt.NDArray[np.float32],
    codes: npt.NDArray[np.int64],
    colours: Sequence[Colour],
    sight: Sight,
    ratio: float = 1.0,
    strengths: Sequence[float] = (),
) -> Picture:
    """(height, width, 4), colours multiplied by their opacity: a mark for each point.

    Args:
        codes: which of `colours` each point has; the last of them is for -1, and lies below the others, as the more
            frequent ones do.
        ratio: pixels of the screen for each of the window. strengths: opacity by code; all 1 if it is empty.
    """
    canvas = np.zeros((sight.height * sight.width, 4), dtype=np.float32)
    where = sight.pixels(places)
    radius = radius_of(len(places)) * ratio
    reach = int(np.ceil(radius))
    seen = (where >= -reach).all(axis=1) & (where[:, 0] < sight.width + reach) & (where[:, 1] < sight.height + reach)
    cells, codes = np.floor(where[seen]).astype(np.int64), codes[seen]
    for code in (len(colours) - 1, *range(len(colours) - 1)):
        last = code == len(colours) - 1
        mine = cells[(codes < 0) | (codes >= code) if last else codes == code]
        strength = strengths[code] if strengths else 1.0
        _stamp(canvas, mine, mask(NONE if last else code % NONE, radius), colours[code], strength, sight)
    return np.ascontiguousarray(np.round(canvas * 255.0).astype(np.uint8).reshape(sight.height, sight.width, 4))


def _stamp(
    canvas: npt.NDArray[np.float32],
    cells: npt.NDArray[np.int64],
    stamp: npt.NDArray[np.float32],
    colour: Colour,
    strength: float,
    sight: Sight,
) -> None:
    if not len(cells):
        return
    paint = np.array([*(part / 255.0 for part in colour), 1.0], dtype=np.float32)
    reach = len(stamp) // 2
    for row, column in zip(*np.nonzero(stamp), strict=True):
        x, y = cells[:, 0] + int(column) - reach, cells[:, 1] + int(row) - reach
        inside = (x >= 0) & (x < sight.width) & (y >= 0) & (y < sight.height)
        pixels = y[inside] * sight.width + x[inside]
        cover = float(stamp[row, column]) * strength
        canvas[pixels] = canvas[pixels] * (1.0 - cover) + paint * cover


def density(places: npt.NDArray[np.float32], colour: Colour, sight: Sight) -> Picture:
    """(height, width, 4), as `marks`: the more points lie in a cell, the stronger; by the logarithm of their number."""
    columns, rows = -(-sight.width // _CELL), -(-sight.height // _CELL)
    where = np.floor(sight.pixels(places) / _CELL).astype(np.int64)
    seen = (where >= 0).all(axis=1) & (where[:, 0] < columns) & (where[:, 1] < rows)
    counts = np.bincount(where[seen, 1] * columns + where[seen, 0], minlength=rows * columns)
    strength = np.log1p(counts) / max(1e-9, float(np.log1p(counts.max())))
    strength = np.where(counts > 0, 0.15 + 0.85 * strength, 0.0).reshape(rows, columns)
    strength = strength.repeat(_CELL, axis=0).repeat(_CELL, axis=1)[: sight.height, : sight.width]
    paint = np.array([*(part / 255.0 for part in colour), 1.0])
    return np.ascontiguousarray(np.round(strength[..., None] * paint * 255.0).astype(np.uint8))


def inside(places: npt.NDArray[np.float32], polygon: Sequence[tuple[float, float]]) -> npt.NDArray[np.bool_]:
    """Which places lie inside a closed line (by how often a ray from each crosses it)."""
    found = np.zeros(len(places), dtype=bool)
    if len(polygon) < 3:
        return found
    corners = np.asarray(polygon, dtype=np.float32)
    low, high = corners.min(axis=0), corners.max(axis=0)
    near = np.flatnonzero(((places >= low) & (places <= high)).all(axis=1))
    x, y = places[near, 0], places[near, 1]
    odd = np.zeros(len(near), dtype=bool)
    for (x1, y1), (x2, y2) in zip(corners.tolist(), np.roll(corners, -1, axis=0).tolist(), strict=True):
        if y1 == y2:
            continue
        crosses = (y1 > y) != (y2 > y)
        odd ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    found[near[odd]] = True
    return found
