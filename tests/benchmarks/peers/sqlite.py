"""SQLite with sqlite-vec (compares with every vector) and FTS5 (bm25), their reciprocal ranks added in one SQL query."""

from __future__ import annotations

from pathlib import Path

import apsw
import sqlite_vec

from tests.benchmarks.peers.material import Floats, K, Material
from tests.benchmarks.peers.systems import words

_DEPTH = 100  # candidates of each side
_HYBRID = """
WITH by_meaning AS (
    SELECT rowid, row_number() OVER (ORDER BY distance) AS place FROM vectors WHERE vector MATCH :vector AND k = :depth
), by_words AS (
    SELECT rowid, row_number() OVER (ORDER BY rank) AS place FROM words WHERE text MATCH :words
    ORDER BY rank LIMIT :depth
)
SELECT documents.id, documents.text
FROM by_meaning FULL OUTER JOIN by_words USING (rowid) JOIN documents ON documents.number = rowid
ORDER BY coalesce(1.0 / (60 + by_meaning.place), 0.0) + coalesce(1.0 / (60 + by_words.place), 0.0) DESC
LIMIT :k
"""
_NEAREST = """
WITH near AS (SELECT rowid, distance FROM vectors WHERE vector MATCH :vector AND k = :k)
SELECT documents.id, documents.text FROM near JOIN documents ON documents.number = near.rowid ORDER BY near.distance
"""


class Store:
    """A database file; each transaction is synchronised with the disk."""

    def __init__(self, folder: Path, dim: int) -> None:
        folder.mkdir(exist_ok=True)
        self._db = apsw.Connection(str(folder / "documents.sqlite"))
        self._db.enable_load_extension(True)
        self._db.load_extension(sqlite_vec.loadable_path())
        self._db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS documents (number INTEGER PRIMARY KEY, id TEXT UNIQUE, text TEXT);"
            "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(text, content='documents', content_rowid='number',"
            " tokenize='porter unicode61');"
            "CREATE VIRTUAL TABLE IF NOT EXISTS vectors USING vec0(vector float["
            f"{dim}] distance_metric=cosine)"
        )

    def build(self, material: Material) -> None:
        ids, texts, vectors = material.documents()
        with self._db:
            for id, text, vector in zip(ids, texts, vectors, strict=True):
                self._take_in(id, text, vector)
        self._db.execute("INSERT INTO words(words) VALUES ('optimize')")

    def hybrid(self, text: str, vector: Floats) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in words(text))
        values = {"vector": vector.tobytes(), "words": asked, "depth": _DEPTH, "k": K}
        return [id for id, _ in self._db.execute(_HYBRID, values)]

    def nearest(self, text: str, vector: Floats) -> list[str]:
        return [id for id, _ in self._db.execute(_NEAREST, {"vector": vector.tobytes(), "k": K})]

    def add(self, id: str, text: str, vector: Floats) -> None:
        with self._db:
            self._take_in(id, text, vector)

    def close(self) -> None:
        self._db.close()

    def _take_in(self, id: str, text: str, vector: Floats) -> None:
        self._db.execute("INSERT INTO documents (id, text) VALUES (?, ?)", (id, text))
        number = self._db.last_insert_rowid()
        self._db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, text))
        self._db.execute("INSERT INTO vectors (rowid, vector) VALUES (?, ?)", (number, vector.tobytes()))
