"""Rows of the vector index: the vector of a whole text under the key of its memory, and those of its parts beside it.

The row of part n (from 1) of the memory with the key k is -(k · 65,536 + n). So a memory's own row is what it always
was, a part's row says whose it is, and no part's row can be mistaken for the key of a memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys

_BITS = 16
#: The most parts that a memory can have.
MOST_PARTS = (1 << _BITS) - 1


def row_of(key: int, part: int) -> int:
    """The row of a part of a memory's text; part 0 is the whole of it."""
    return -((key << _BITS) | part) if part else key


def owners(rows: Keys) -> Keys:
    """The key of the memory that each row belongs to."""
    found: Keys = np.where(rows >= 0, rows, -rows >> _BITS)
    return found


def part_range(keys: Keys) -> tuple[Keys, Keys]:
    """(the smallest row that a part of each key can have, the smallest number beyond its greatest)."""
    return -(keys << _BITS) - MOST_PARTS, -(keys << _BITS)


def best_of(keys: Keys, scores: npt.NDArray[Any]) -> tuple[Keys, npt.NDArray[Any]]:
    """(each key once, sorted; the greatest of its scores)."""
    order = np.argsort(keys, kind="stable")
    keys, scores = keys[order], scores[order]
    if not len(keys):
        return keys, scores
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    return keys[starts], np.maximum.reduceat(scores, starts)


def of_the_texts(rows: Keys, digests: Keys, keys: Keys, texts: Keys) -> npt.NDArray[np.bool_]:
    """Which rows belong to one of the sorted keys, and were made of the text that this key has.

    Args:
        digests: by row, of the text of the memory when the vector was made; 0: it was not told, and is taken for right.
        texts: by key, the digest of its text.
    """
    if not len(keys):
        return np.zeros(len(rows), dtype=bool)
    whose = owners(rows)
    places = np.minimum(np.searchsorted(keys, whose), len(keys) - 1)
    found: npt.NDArray[np.bool_] = (keys[places] == whose) & ((digests == 0) | (digests == texts[places]))
    return found
