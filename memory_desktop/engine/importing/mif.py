"""The draft of MIF, version 2: `{"mif_version", "memories": [{"id", "content", "created_at", …}]}`.

Fields that a memory here has no place for survive under `KEPT` in the metadata. A vector comes with its text where the
file names its model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing.items import (
    BadItemError,
    Item,
    OpenFile,
    embedding_of,
    mapping_of,
    moment_of,
    text_of,
    texts_of,
)
from memory_desktop.engine.importing.json_document import begins_with, records

SOURCE = "mif"
KEPT = "mif fields"
_RECORD = begins_with("id", "content", "created_at", "memory_type")
_SAID = frozenset("id content created_at memory_type tags metadata embeddings".split())


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix in (".json", ".mif") and b'"mif_version"' in head


def read(file: OpenFile) -> Iterator[Item]:
    """Every memory."""

    def take(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        if not text_of(value, "id") or "content" not in value:
            raise BadItemError("a memory needs “id” and “content”")
        metadata = mapping_of(value, "metadata")
        kept = {name: found for name, found in value.items() if name not in _SAID and found is not None}
        vectors = mapping_of(value, "embeddings")
        embedding, problem = embedding_of(vectors.get("vector"), text_of(vectors, "model"))
        if problem:
            yield file.odd(f"{place} embeddings", f"{problem}; the text is embedded anew")
        draft = Draft(
            content=text_of(value, "content"),
            kind=text_of(value, "memory_type") or "general",
            tags=texts_of(value, "tags"),
            source=SOURCE,
            external_id=text_of(value, "id"),
            metadata={**metadata, KEPT: kept} if kept else metadata,
            created_at=moment_of(value.get("created_at"), "created_at"),
            embedding=embedding,
        )
        yield file.good(draft, place)

    return records(file, {"memories": take}, _RECORD)
