"""Folders of `.mem.json` and `.asm.json` files: one memory entry, or one assembly, a file (A10).

What a draft cannot carry survives in its metadata under `KEPT`, so that our export gives it back. Embeddings are left
out on purpose: they belong to the model that made them, and the texts are embedded anew by the one in use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.importing.items import (
    BadItemError,
    ImportedGroup,
    Item,
    OpenFile,
    layer_of,
    mapping_of,
    moment_of,
    number_of,
    text_of,
    texts_of,
)
from memory_desktop.engine.importing.json_stream import parse

SOURCE = "entries"
#: Under this name the metadata holds fields that nobody here knows.
KEPT = "entry fields"
MEMORY, ASSEMBLY = ".mem.json", ".asm.json"
#: Under this name an entry has what only our memories have: see `OWN`, and the source that it came from at first.
OURS = "memory_desktop"
#: Fields of ours, and what they are when an entry does not have them.
OWN: Mapping[str, Any] = {
    "layer": Layer.SEMANTIC,
    "thread": "",
    "confidence": 1.0,
    "trust": 1.0,
    "salience": 0.5,
    "synthetic": False,
}
_MEMORY = frozenset(
    "id content embedding timestamp memory_type metadata quick_recal_score tags emotion_metadata".split()
)
_DERIVED = frozenset({"embedding", "composite_embedding", "embedding_model"})


def sniff(name: str, _head: bytes) -> bool:
    """Is it this format's file?"""
    return name.lower().endswith((MEMORY, ASSEMBLY))


def read(file: OpenFile) -> Iterator[Item]:
    """The one entry or assembly of a file."""
    data = file.stream.read(file.limits.note + 1)
    try:
        if len(data) > file.limits.note:
            raise BadItemError(f"the file is larger than {file.limits.note >> 20} MB")
        value = parse(data)
        if not isinstance(value, dict):
            raise BadItemError("the file must hold an object")
        if file.base.lower().endswith(ASSEMBLY):
            yield ImportedGroup(_assembly(value), file.name, "whole file")
        else:
            yield file.good(_memory(value), "whole file")
    except BadItemError as error:
        yield file.bad("whole file", str(error))


def _memory(value: Mapping[str, Any]) -> Draft:
    content = value.get("content")
    if not isinstance(content, str):
        raise BadItemError("“content” must be a text")
    score = number_of(value, "quick_recal_score", 0.5)
    if not 0.0 <= score <= 1.0:
        raise BadItemError(f"“quick_recal_score” is {score}; it must be from 0 to 1")
    metadata = mapping_of(value, "metadata")
    unknown = {name: found for name, found in value.items() if name not in _MEMORY | _DERIVED | {OURS}}
    ours = mapping_of(value, OURS)
    left = {name: found for name, found in ours.items() if name not in OWN}
    if left:
        unknown[OURS] = left
    layer = layer_of(text_of(ours, "layer", Layer.SEMANTIC.value))
    synthetic = ours.get("synthetic", False)
    if not isinstance(synthetic, bool):
        raise BadItemError("“synthetic” must be true or false")
    return Draft(
        layer=layer,
        thread=text_of(ours, "thread"),
        confidence=number_of(ours, "confidence", 1.0),
        trust=number_of(ours, "trust", 1.0),
        salience=number_of(ours, "salience", 0.5),
        synthetic=synthetic,
        content=content,
        kind=text_of(value, "memory_type") or "general",
        tags=texts_of(value, "tags"),
        source=SOURCE,
        external_id=text_of(value, "id") or None,
        metadata={**metadata, KEPT: unknown} if unknown else metadata,
        emotion=mapping_of(value, "emotion_metadata"),
        quick_recal_score=score,
        created_at=moment_of(value.get("timestamp"), "timestamp"),
    )


def _assembly(value: Mapping[str, Any]) -> dict[str, Any]:
    body = {name: found for name, found in value.items() if name not in _DERIVED}
    if not text_of(value, "id") or not text_of(value, "name"):
        raise BadItemError("an assembly needs an “id” and a “name”")
    for name in ("memory_ids", "tags", "topics", "merged_from"):
        texts_of(value, name)
    if not texts_of(value, "memory_ids"):
        raise BadItemError("an assembly needs “memory_ids”")
    number_of(value, "activation_count", 0)
    for name in ("created_at", "updated_at", "vector_index_updated_at"):
        moment_of(value.get(name), name)
    return body
