"""The composite vectors of assemblies: few, changing in place, and always compared exactly; so a table, and no graph.

One row is one assembly in one model's space. It is written in the transaction that confirms it in the vector queue, so
that the two never tell different stories.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memory_desktop.core.ports import Keys
from memory_desktop.store.database import Cursor, Database

Vectors = npt.NDArray[np.float32]


class Composites:
    """The composites table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, cursor: Cursor, model_version: str, keys: Sequence[int], vectors: Vectors) -> None:
        """Store vectors (n, dim), in place of what these keys had."""
        cursor.execute(
            "DELETE FROM composites WHERE model_version = ? AND key IN (SELECT unnest(?::BIGINT[]))",
            [model_version, list(keys)],
        )
        for key, vector in zip(keys, vectors, strict=True):
            cursor.execute(
                "INSERT INTO composites VALUES (?, ?, ?)", [key, model_version, vector.astype(np.float32).tobytes()]
            )

    def all(self, model_version: str) -> tuple[Keys, Vectors]:
        """Sorted keys (n,), vectors (n, dim) of one model; dim is 0 when there are none."""
        rows = self._database.reader().rows(
            "SELECT key, vector FROM composites WHERE model_version = ? ORDER BY key", [model_version]
        )
        keys = np.array([row[0] for row in rows], dtype=np.int64)
        if not rows:
            return keys, np.empty((0, 0), dtype=np.float32)
        return keys, np.stack([np.frombuffer(row[1], dtype=np.float32) for row in rows])

    def drop(self, keep: Sequence[str]) -> None:
        """Forget the vectors of all models but these."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "DELETE FROM composites WHERE model_version NOT IN (SELECT unnest(?::VARCHAR[]))", [list(keep)]
            )
