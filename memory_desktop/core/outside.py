"""Vectors of models that this program does not run: how such a model is named, and how its vectors are written down.

A model from outside has any name. In a vault it is known as `name@hash8`, as every model is: a name that has that form
stays as it is, and any other gets the first digits of its own hash. Its vectors are of length 1, 16-bit, as the index
has them; in events they are base64 text.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.migration import is_model_version
from memory_desktop.core.ports import Vectors

#: What the `ref` of a model from outside begins with (see `ModelChoice`).
PREFIX = "outside:"
#: The most numbers that a vector may have.
MOST_NUMBERS = 65_536
_OTHER = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80
_REF = re.compile(r"outside:(?P<version>[^:]+):(?P<dim>\d{1,5})")


class BadVectorError(ValueError):
    """Numbers that are no vector of a model; the message says why, as a part of a sentence."""


@dataclass(frozen=True, slots=True)
class OutsideModel:
    """A model from outside that the vault has vectors of: `name@hash8`, their length, and of how many memories."""

    version: str
    dim: int
    memories: int

    @property
    def ref(self) -> str:
        """How it is asked for."""
        return outside_ref(self.version, self.dim)


def outside_version(name: str) -> str:
    """`name@hash8` for a model of any name; "" for a name of nothing but blanks."""
    name = name.strip()
    if not name or is_model_version(name):
        return name
    plain = _OTHER.sub("-", name).strip(".-")[:_LONGEST_NAME].rstrip(".-") or "model"
    return f"{plain}@{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def outside_ref(version: str, dim: int) -> str:
    """How a model from outside is asked for."""
    return f"{PREFIX}{version}:{dim}"


def outside_of(ref: str) -> tuple[str, int] | None:
    """(version, numbers in a vector) of a reference to a model from outside; None for any other reference."""
    found = _REF.fullmatch(ref)
    if found is None or not is_model_version(found["version"]):
        return None
    dim = int(found["dim"])
    return (found["version"], dim) if 0 < dim <= MOST_NUMBERS else None


def unit(values: Any, dim: int | None = None) -> Vectors:
    """(dim,) of length 1, float32.

    Args:
        values: numbers. dim: how many there must be; None for any.

    Raises:
        BadVectorError: they are not finite numbers, are all 0, or are too few or too many.
    """
    try:
        vector = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise BadVectorError("it must hold numbers only") from None
    if vector.ndim != 1 or not 0 < len(vector) <= MOST_NUMBERS:
        raise BadVectorError("it is not a list of numbers")
    if dim is not None and len(vector) != dim:
        raise BadVectorError(f"it has {len(vector):,} numbers instead of {dim:,}")
    if not np.isfinite(vector).all():
        raise BadVectorError("it has a value that is not a finite number")
    greatest = float(np.abs(vector).max())
    if greatest == 0.0:
        raise BadVectorError("all its numbers are 0")
    scaled = vector / greatest  # so that no square is too large or too small
    return np.asarray(scaled / np.linalg.norm(scaled), dtype=np.float32)


def packed(vector: Vectors) -> str:
    """A vector as base64 of 16-bit numbers."""
    return base64.b64encode(np.asarray(vector, dtype="<f2").tobytes()).decode("ascii")


def unpacked(text: str) -> bytes:
    """The bytes (16-bit numbers, little-endian) of a packed vector. Raises BadVectorError."""
    try:
        data = base64.b64decode(text, validate=True)
        return np.asarray(unit(np.frombuffer(data, dtype="<f2")), dtype="<f2").tobytes()
    except (binascii.Error, ValueError) as error:
        raise BadVectorError("it cannot be read") from error


def embedding(version: str, vector: Vectors) -> dict[str, str]:
    """A vector as a draft and the event that adds it have it (see `Draft.embedding`)."""
    return {"model_version": version, "packed": packed(vector)}


def read_embedding(found: Mapping[str, Any]) -> tuple[str, bytes] | None:
    """(model version, 16-bit numbers of length 1) of a draft's or an event's embedding; None if it has no use."""
    version = outside_version(str(found.get("model_version") or ""))
    if not version:
        return None
    try:
        if "packed" in found:
            return version, unpacked(str(found["packed"]))
        return version, unit(found.get("values")).astype("<f2").tobytes()
    except BadVectorError:
        return None


def query_vector(values: Iterable[float], dim: int, model_version: str) -> Vectors:
    """(dim,) of length 1: a question's own vector. Raises InvalidCommandError saying what is wrong with it."""
    try:
        return unit(list(values), dim)
    except BadVectorError as error:
        raise InvalidCommandError(
            f"The vector of the question cannot be used: {error}.",
            hint=f"It has to be made by {model_version}, which gives {dim:,} numbers.",
        ) from None
