"""How the vectors of one graph become int8 numbers.

The vectors of a small model share one large direction (of the bundled one's, the mean has a length of 0.87), which
takes most of the eight bits, and makes hubs: vectors that are near to nearly all. So half of their mean is taken from
each vector before it is rounded, and queries are left as they are: a query's product with each vector becomes smaller
by the same number, and the order stays what it was.

Measured with 65,536 real texts of the bundled model and an expansion of 250, recall@10 against exact: 0.984 with
usearch's own rounding of whole vectors, 0.997 with this, in three quarters of the time; building takes two thirds.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from memory_desktop.core.ports import Vectors

Codes = npt.NDArray[np.int8]

_PART_OF_MEAN = 0.5
_MOST = 127
# The step is chosen so that so many of the numbers fit; the others are cut to the greatest that does.
_FITTING = 0.9999
_LOOKED_AT = 4_096
_CHUNK = 8_192


@dataclass(frozen=True, slots=True)
class Quantizer:
    """See the module.

    Attributes:
        packed: the shift as little-endian float16.
        step: what one unit of a code stands for.
        shift: (dim,), taken from each vector.
    """

    packed: bytes
    step: float
    shift: Vectors = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shift", np.frombuffer(self.packed, dtype="<f2").astype(np.float32))

    @classmethod
    def fitted(cls, vectors: npt.NDArray[Any]) -> Self:
        """For a graph that begins with these vectors, (n, dim)."""
        shift = (vectors.mean(axis=0, dtype=np.float64) * _PART_OF_MEAN).astype("<f2")
        some = vectors[:: max(1, len(vectors) // _LOOKED_AT)].astype(np.float32) - shift.astype(np.float32)
        most = float(np.quantile(np.abs(some), _FITTING))
        return cls(shift.tobytes(), most / _MOST or 1.0)

    def codes(self, vectors: npt.NDArray[Any]) -> Codes:
        """Of vectors, (n, dim), that are in the graph or come into it."""
        codes = np.empty(vectors.shape, dtype=np.int8)
        for start in range(0, len(vectors), _CHUNK):
            part = slice(start, start + _CHUNK)
            codes[part] = _rounded((vectors[part].astype(np.float32) - self.shift) / np.float32(self.step))
        return codes

    def query(self, vector: Vectors) -> Codes:
        """Of a vector, (dim,), whose nearest ones are looked for."""
        most = float(np.abs(vector).max(initial=0.0))
        return _rounded(vector * np.float32(_MOST / most)) if most else np.zeros(len(vector), dtype=np.int8)

    def to_json(self) -> dict[str, Any]:
        """What `from_json` takes."""
        return {"shift": b64encode(self.packed).decode(), "step": self.step}

    @classmethod
    def from_json(cls, body: Any, dim: int) -> Self:
        """Raises ValueError, and what looking into the wrong kind of value raises."""
        packed, step = b64decode(body["shift"], validate=True), body["step"]
        if len(packed) != 2 * dim or not isinstance(step, float) or not 0 < step < np.inf:
            raise ValueError("its vectors cannot be rounded so")
        made = cls(packed, step)
        if not np.isfinite(made.shift).all():
            raise ValueError("its vectors are shifted by what is no number")
        return made


def _rounded(numbers: npt.NDArray[np.float32]) -> Codes:
    return np.clip(np.rint(numbers), -_MOST, _MOST).astype(np.int8)
