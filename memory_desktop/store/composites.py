"""Vectors that are few, change in place, and are always compared exactly; so a table, and no graph.

Those of assemblies stand in one table, those of users' summaries in another.

One row is one item in one model's space, with the digest of what it was made of. It is written in the transaction
that confirms it in the vector queue, so that the two never tell different stories. All rows of a model are kept in
memory once they were read, as every query is compared with all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.store.database import Cursor, Database

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Composed:
    """All vectors of one model.

    Attributes:
        keys: sorted keys of the items (n,). vectors: (n, dim); dim is 0 when there are none.
        made_of: the digest of what each was made of; empty where an earlier program did not keep it.
    """

    keys: Keys
    vectors: Vectors
    made_of: tuple[bytes, ...]


class Composites:
    """One such table. Safe from many threads.

    Attributes:
        version: grows with every change that others may see by now.
    """

    def __init__(self, database: Database, table: str = "composites") -> None:
        self._database = database
        self._table = table
        self._lock = threading.Lock()
        self._kept: tuple[int, str, Composed] | None = None
        self.version = 0

    def put(
        self, cursor: Cursor, model_version: str, keys: Sequence[int], vectors: Vectors, made_of: Sequence[bytes]
    ) -> None:
        """Store vectors (n, dim), in place of what these keys had; `changed` must follow once that is committed."""
        cursor.execute(
            f"DELETE FROM {self._table} WHERE model_version = ? AND key IN (SELECT unnest(?::BIGINT[]))",
            [model_version, list(keys)],
        )
        for key, vector, digest in zip(keys, vectors, made_of, strict=True):
            cursor.execute(
                f"INSERT INTO {self._table} (key, model_version, vector, made_of) VALUES (?, ?, ?, ?)",
                [key, model_version, vector.astype(np.float32).tobytes(), digest],
            )

    def changed(self) -> None:
        """Call after commit: from now on reads see what `put` wrote."""
        with self._lock:
            self.version += 1

    def of(self, model_version: str) -> Composed:
        """All of one model; not to be changed."""
        with self._lock:
            version, kept = self.version, self._kept
        if kept is not None and kept[:2] == (version, model_version):
            return kept[2]
        composed = self._read(model_version)
        with self._lock:
            self._kept = version, model_version, composed
        return composed

    def all(self, model_version: str) -> tuple[Keys, Vectors]:
        """Sorted keys (n,), vectors (n, dim) of one model; dim is 0 when there are none."""
        composed = self.of(model_version)
        return composed.keys, composed.vectors

    def remove(self, keys: Sequence[int]) -> None:
        """Forget the vectors of these, of all models."""
        with self._database.transaction() as cursor:
            cursor.execute(f"DELETE FROM {self._table} WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)])
        self.changed()

    def drop(self, keep: Sequence[str]) -> None:
        """Forget the vectors of all models but these."""
        with self._database.transaction() as cursor:
            cursor.execute(
                f"DELETE FROM {self._table} WHERE model_version NOT IN (SELECT unnest(?::VARCHAR[]))", [list(keep)]
            )
        self.changed()

    def _read(self, model_version: str) -> Composed:
        rows = self._database.reader().rows(
            f"SELECT key, vector, made_of FROM {self._table} WHERE model_version = ? ORDER BY key", [model_version]
        )
        keys = np.array([row[0] for row in rows], dtype=np.int64)
        if not rows:
            return Composed(keys, np.empty((0, 0), dtype=np.float32), ())
        vectors = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.float32).reshape(len(rows), -1)
        return Composed(keys, vectors, tuple(bytes(row[2] or b"") for row in rows))
