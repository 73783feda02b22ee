"""The vectors of topics, one row a model and text. Derived: a rebuild leaves them out, and they are made anew.

A text stands here as its digest. The vector of a text never changes, so rows are only added, and dropped by model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Database
from memory_desktop.store.schema import TOPIC_COLUMNS

Vector = npt.NDArray[np.float32]


class TopicVectors:
    """See the module. Safe from many threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, model_version: str, texts: Iterable[str]) -> dict[str, Vector]:
        """The vectors that are there, (dim,) each, by text."""
        by_digest = {_digest(text): text for text in texts}
        if not by_digest:
            return {}
        rows = self._database.reader().rows(
            "SELECT digest, vector FROM topic_vectors WHERE model_version = ?"
            " AND digest IN (SELECT unnest(?::VARCHAR[]))",
            [model_version, list(by_digest)],
        )
        return {by_digest[digest]: np.frombuffer(vector, dtype=np.float32) for digest, vector in rows}

    def put(self, model_version: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors by text, durably; those that are there already stay."""
        with self._database.transaction() as cursor:
            found = cursor.rows(
                "SELECT digest FROM topic_vectors WHERE model_version = ? AND digest IN (SELECT unnest(?::VARCHAR[]))",
                [model_version, [_digest(text) for text in vectors]],
            )
            there = {row[0] for row in found}
            rows = [
                (model_version, digest, vector.astype(np.float32).tobytes())
                for text, vector in vectors.items()
                if (digest := _digest(text)) not in there
            ]
            insert_rows(cursor, "topic_vectors", TOPIC_COLUMNS, rows)

    def drop(self, keep: Sequence[str]) -> None:
        """Forget the vectors of all models but these."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "DELETE FROM topic_vectors WHERE model_version NOT IN (SELECT unnest(?::VARCHAR[]))", [list(keep)]
            )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
