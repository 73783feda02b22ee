"""What every system gets: documents, their vectors by the bundled model, questions, and which documents are nearest.

All of it is made once for a size, and kept in files, from which each system's process reads it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memory_desktop.wiring import model_shelf
from tests.benchmarks.corpus import Corpus, record

K = 10
QUERIES = 100
ADDS = 30
_BATCH = 2048
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Question:
    """A question with its vector, and the ids of the ten documents whose vectors are nearest to it."""

    text: str
    vector: Floats
    nearest: frozenset[str]


@dataclass(frozen=True)
class Material:
    """The files of a folder.

    Args:
        embedding_seconds, embedding_cpu: what the bundled model took for the documents.
    """

    folder: Path
    size: int
    dim: int
    embedding_seconds: float
    embedding_cpu: float

    @property
    def records(self) -> Path:
        """The documents as a JSONL file to import."""
        return self.folder / "records.jsonl"

    def documents(self) -> tuple[list[str], list[str], Floats]:
        """(ids, texts, vectors), in order."""
        return self._read("documents")

    def further(self) -> list[tuple[str, str, Floats]]:
        """(id, text, vector) of documents to add one by one."""
        return list(zip(*self._read("further"), strict=True))

    def questions(self) -> list[Question]:
        """What is asked, in order."""
        rows = json.loads((self.folder / "questions.json").read_text(encoding="utf-8"))
        vectors = np.load(self.folder / "questions.npy")
        return [
            Question(row["text"], vector, frozenset(row["nearest"])) for row, vector in zip(rows, vectors, strict=True)
        ]

    def write(self, name: str, ids: list[str], texts: list[str], vectors: Floats) -> None:
        """Keep some documents under a name, "documents" or "further"."""
        (self.folder / f"{name}.json").write_text(json.dumps({"ids": ids, "texts": texts}), encoding="utf-8")
        np.save(self.folder / f"{name}.npy", vectors)

    def _read(self, name: str) -> tuple[list[str], list[str], Floats]:
        found = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
        return found["ids"], found["texts"], np.load(self.folder / f"{name}.npy")


def prepared(folder: Path, texts: Corpus, size: int, queries: int = QUERIES) -> Material:
    """Make the files in a folder."""
    folder.mkdir(parents=True)
    embedder = model_shelf().open("bundled")
    said = list(texts.documents(size + ADDS))
    rows = [record(number, text) for number, text in enumerate(said)]
    with (folder / "records.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in islice(rows, size))
    start, cpu = time.perf_counter(), time.process_time()
    vectors = np.concatenate([embedder.embed(said[at : at + _BATCH]) for at in range(0, len(said), _BATCH)])
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    asked = texts.asked(queries)
    meant = np.stack([embedder.embed_query(text) for text in asked])
    nearest = np.argsort(-(meant @ vectors[:size].T), axis=1, kind="stable")[:, :K]
    np.save(folder / "questions.npy", meant)
    (folder / "questions.json").write_text(
        json.dumps(
            [
                {"text": text, "nearest": [rows[index]["id"] for index in near.tolist()]}
                for text, near in zip(asked, nearest, strict=True)
            ]
        ),
        encoding="utf-8",
    )
    material, ids = Material(folder, size, vectors.shape[1], seconds, cpu), [row["id"] for row in rows]
    material.write("documents", ids[:size], said[:size], vectors[:size])
    material.write("further", ids[size:], said[size:], vectors[size:])
    return material
