"""A graph for approximate search: HNSW by usearch, over int8 codes of vectors, under the keys of their rows.

The codes and their products are those of `index.quantizer`. Graphs of earlier versions were made of whole vectors,
which usearch rounded itself; they can be searched, and do not grow.

A graph is built by one thread, in blocks, and written and read anew before each block. So a graph that grew block by
block over months, read from its file each time, is the same byte for byte as one that is built of the same vectors in
the same order at once: usearch draws the levels of new vectors from a generator that starts anew with each reading.

A search asks one large graph sooner than several small ones (measured at 200,000 real texts: 1.8 ms instead of 3.6 for
one large and two small ones, with a higher recall).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Self

import numpy as np
from usearch.compiled import MetricKind, ScalarKind
from usearch.index import Index

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import Vectors
from memory_desktop.index.quantizer import Codes, Quantizer

# Measured with codes of 262,144 real texts, recall@10 against exact: 0.968 with an expansion of 120, 0.988 with 250 in
# twice the time, 0.993 with 400 in three times the time. Graphs of earlier versions need those 400.
_CONNECTIVITY = 24
_EXPANSION_ADD = 160
_EXPANSION_SEARCH = 250
_EXPANSION_SEARCH_EARLIER = 400
_CHUNK = 2_048


class Graph:
    """See the module. Safe to search from many threads; what was built must be saved and viewed to be searched."""

    def __init__(self, index: Index, quantizer: Quantizer | None) -> None:
        self._index = index
        self._quantizer = quantizer

    def __len__(self) -> int:
        return len(self._index)

    @classmethod
    def view(cls, path: Path, dim: int, quantizer: Quantizer | None) -> Self:
        """The graph in a file, which stays on disk.

        Args:
            quantizer: how its vectors were rounded; None for a graph of an earlier version.

        Raises:
            IndexDamagedError: the file cannot be read, or holds vectors of another size.
        """
        index = _empty(dim, MetricKind.IP if quantizer is not None else MetricKind.Cos)
        try:
            index.view(str(path), progress=_turn)
        except (RuntimeError, ValueError, OSError) as error:
            raise IndexDamagedError(f"{path.name} cannot be opened: {error}") from error
        if index.ndim != dim:
            raise IndexDamagedError(f"{path.name} does not hold what the manifest says")
        expansion = _EXPANSION_SEARCH if quantizer is not None else _EXPANSION_SEARCH_EARLIER
        index.expansion_search = expansion  # type: ignore[misc]  # the stub lacks the setter
        return cls(index, quantizer)

    def nearest(self, query: Vectors, count: int) -> Keys:
        """The keys of about `count` rows that are nearest to a vector, the best first."""
        asked = query if self._quantizer is None else self._quantizer.query(query)
        found: Keys = np.asarray(self._index.search(asked, count, threads=1).keys).view(np.int64)
        return found


def grown(base: Path | None, rows: Keys, codes: Codes, block: int, into: Path, stopped: Callable[[], bool]) -> bool:
    """Write the graph of these rows, (n,) keys and (n, dim) codes, after those of an earlier graph; False when stopped.

    Args:
        base: the file of the earlier graph, with the same quantizer; it stays as it is.
        block: how many vectors come between two readings.

    Raises:
        IndexDamagedError: the earlier graph cannot be read. OSError: the disk refuses.
    """
    dim = codes.shape[1]
    index = _empty(dim, MetricKind.IP) if base is None else _read(str(base), dim)
    for number, start in enumerate(range(0, len(rows), block)):
        if number:
            index = _read(bytes(index.save(progress=_turn) or b""), dim)
        for at in range(start, min(start + block, len(rows)), _CHUNK):
            if stopped():
                return False
            part = slice(at, min(at + _CHUNK, start + block, len(rows)))
            index.add(rows[part].view(np.uint64), codes[part], threads=1, copy=True)
    index.save(str(into), progress=_turn)
    return True


def _empty(dim: int, metric: MetricKind) -> Index:
    return Index(
        ndim=dim,
        metric=metric,
        dtype=ScalarKind.I8,
        connectivity=_CONNECTIVITY,
        expansion_add=_EXPANSION_ADD,
        enable_key_lookups=False,
    )


def _read(source: str | bytes, dim: int) -> Index:
    """A graph that can grow, from a file or the bytes of one."""
    index = _empty(dim, MetricKind.IP)
    try:
        index.load(source, progress=_turn)
    except (RuntimeError, ValueError, OSError) as error:
        raise IndexDamagedError(f"A graph cannot be read: {error}") from error
    return index


# usearch looks at the types of what it calls, and does not know them as text: so this module has no `annotations` of
# the future.
def _turn(_done: int, _total: int) -> bool:
    """Called for each vector that is read or written: usearch keeps the interpreter's lock, and in here other threads,
    as that of the window, get their turn (measured at 200,000 vectors: the lock is kept for 30 ms at most, not 200)."""
    return True
