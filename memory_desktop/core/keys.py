"""Keys of records in arrays, and set operations on them that are quick where one side is small."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.int64]


def among(keys: Keys, wanted: Keys) -> npt.NDArray[np.bool_]:
    """Which of the keys are among the sorted wanted ones."""
    if not len(wanted):
        return np.zeros(keys.shape, dtype=bool)
    found: npt.NDArray[np.bool_] = wanted[np.minimum(np.searchsorted(wanted, keys), len(wanted) - 1)] == keys
    return found


def united(*parts: Keys) -> Keys:
    """All of the keys, sorted, each once. (Some thousands are sorted sooner than hashed, as `np.unique` does.)"""
    keys = np.sort(np.concatenate(parts))
    if len(keys) < 2:
        return keys
    first: npt.NDArray[np.bool_] = np.concatenate([[True], keys[1:] != keys[:-1]])
    return keys[first]
