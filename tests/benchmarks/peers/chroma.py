"""Chroma on a folder: its graph of vectors among the documents that contain a word of the question (`where_document`).

It has no ranking by words on one's own computer: its search with fused ranks is for its cloud only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

from tests.benchmarks.peers.material import Floats, K, Material
from tests.benchmarks.peers.systems import words

_NAME = "documents"


class Store:
    """A collection."""

    def __init__(self, folder: Path, dim: int) -> None:
        self._client = chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))
        self._collection = self._client.get_or_create_collection(
            _NAME, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )

    def build(self, material: Material) -> None:
        ids, texts, vectors = material.documents()
        batch = self._client.get_max_batch_size()
        for at in range(0, len(ids), batch):
            part = slice(at, at + batch)
            self._collection.add(ids=ids[part], documents=texts[part], embeddings=vectors[part])

    def hybrid(self, text: str, vector: Floats) -> list[str]:
        having: list[dict[str, Any]] = [{"$contains": word} for word in words(text)]
        return self._asked(vector, having[0] if len(having) == 1 else {"$or": having})

    def nearest(self, text: str, vector: Floats) -> list[str]:
        return self._asked(vector, None)

    def add(self, id: str, text: str, vector: Floats) -> None:
        self._collection.add(ids=[id], documents=[text], embeddings=[vector])

    def close(self) -> None:
        self._client.clear_system_cache()

    def _asked(self, vector: Floats, having: dict[str, Any] | None) -> list[str]:
        found = self._collection.query(
            query_embeddings=[vector], n_results=K, where_document=having, include=["documents", "distances"]
        )
        return list(found["ids"][0])
