"""Projections of vectors into a plane, which stay what they are: what comes later is projected by the same one.

A *plane* is the two directions in which a sample of the vectors differs most (principal components). *Anchors* are a
sample whose places were found by another method; any other vector lies among the anchors that are nearest to it.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import Vectors

Places = npt.NDArray[np.float32]
#: Dimensions in which anchors are compared, and how many of them a vector lies among.
REDUCED, _NEAREST = 50, 5
_CHUNK = 2_048


@dataclass(frozen=True, slots=True)
class Plane:
    """A flat projection. `mean`: (dim,). `axes`: (n, dim), rows of length 1, at right angles; n is 2 for a map."""

    mean: Vectors
    axes: Vectors

    def project(self, vectors: Vectors) -> Places:
        """(n, dim) → (n, number of axes)."""
        return np.asarray((vectors - self.mean) @ self.axes.T, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Anchors:
    """Memories whose places are known. `keys`: sorted (n,). `places`: (n, 2). `plane`: in which they are compared."""

    keys: Keys
    places: Places
    plane: Plane

    def project(self, vectors: Vectors, known: Places, places: Places) -> Places:
        """(n, dim) → (n, 2): the mean of the places of the nearest anchors, the nearer the more.

        Args:
            known: (m, REDUCED) of the anchors, in `plane`. places: theirs, (m, 2).
        """
        found = np.empty((len(vectors), 2), dtype=np.float32)
        squares = np.einsum("ij,ij->i", known, known)
        count = min(_NEAREST, len(known))
        for start in range(0, len(vectors), _CHUNK):
            page = self.plane.project(vectors[start : start + _CHUNK])
            apart = squares - 2.0 * (page @ known.T) + np.einsum("ij,ij->i", page, page)[:, None]
            near = np.argpartition(apart, count - 1, axis=1)[:, :count]
            far = np.maximum(np.take_along_axis(apart, near, axis=1), 0.0)
            weights = 1.0 / (far + 1e-6)
            weights /= weights.sum(axis=1, keepdims=True)
            found[start : start + len(page)] = np.einsum("ij,ijk->ik", weights, places[near])
        return found


@dataclass(frozen=True, slots=True)
class Projection:
    """What a vault keeps of its map.

    Attributes:
        model_version: of the vectors. made_of: how many memories it was made of.
        centres: (k, 2) of the regions. anchors: None for a plane.
    """

    model_version: str
    made_of: int
    plane: Plane
    centres: Places
    anchors: Anchors | None = None

    @property
    def method(self) -> str:
        """ "pca" or "tsne"."""
        return "pca" if self.anchors is None else "tsne"


def fit_plane(vectors: Vectors, axes: int = 2) -> Plane:
    """The plane of a sample (n, dim), the same whenever it is made; with fewer vectors than axes, some axes are 0."""
    mean = vectors.mean(axis=0)
    apart = (vectors - mean).astype(np.float64)
    _, directions = np.linalg.eigh(apart.T @ apart)
    count = min(axes, directions.shape[1])
    found = np.zeros((axes, vectors.shape[1]))
    found[:count] = directions[:, ::-1].T[:count]
    # A direction is as good as its opposite: the one whose greatest number is positive is taken.
    greatest = found[np.arange(axes), np.abs(found).argmax(axis=1)]
    found *= np.where(greatest < 0, -1.0, 1.0)[:, None]
    return Plane(mean.astype(np.float32), found.astype(np.float32))


def to_json(found: Projection) -> dict[str, Any]:
    """As the vault keeps it."""
    kept: dict[str, Any] = {
        "model_version": found.model_version,
        "made_of": found.made_of,
        "dim": len(found.plane.mean),
        "mean": _text(found.plane.mean),
        "axes": _text(found.plane.axes),
        "centres": _text(found.centres),
    }
    if found.anchors is not None:
        kept["anchors"] = {
            "keys": found.anchors.keys.tolist(),
            "places": _text(found.anchors.places),
            "mean": _text(found.anchors.plane.mean),
            "axes": _text(found.anchors.plane.axes),
        }
    return kept


def from_json(kept: Mapping[str, Any]) -> Projection:
    """What `to_json` gave. Raises ValueError, KeyError or TypeError where it is something else."""
    dim, anchors = int(kept["dim"]), kept.get("anchors")
    plane = Plane(_numbers(kept["mean"], dim)[0], _numbers(kept["axes"], dim))
    if len(plane.axes) != 2:
        raise ValueError("a map has two axes")
    found = None
    if anchors is not None:
        keys = np.asarray(anchors["keys"], dtype=np.int64)
        compared = Plane(_numbers(anchors["mean"], dim)[0], _numbers(anchors["axes"], dim))
        found = Anchors(keys, _numbers(anchors["places"], 2), compared)
        if len(found.places) != len(keys):
            raise ValueError("an anchor has no place")
    return Projection(str(kept["model_version"]), int(kept["made_of"]), plane, _numbers(kept["centres"], 2), found)


def _text(numbers: npt.NDArray[Any]) -> str:
    return base64.b64encode(numbers.astype("<f4").tobytes()).decode("ascii")


def _numbers(text: str, columns: int) -> Places:
    found: Places = np.frombuffer(base64.b64decode(text), dtype="<f4").reshape(-1, columns).astype(np.float32)
    return found
