"""Folders of `.mem.json` and `.asm.json` files: one memory entry, or one assembly, a file.

What a draft cannot carry survives in its metadata under `KEPT`, so that our export gives it back. A memory of our own
export tells, under `OURS` in its metadata, all else that it was, and is taken over (see `core.memory.taking_over`).

An embedding comes with the draft: one of the model in use is stored as it is, another's stays in the log. The vector of
an assembly is not read: it is always made of the vectors of its members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memory_desktop.core.memory.records import SCHEMA_VERSION, Draft, Layer
from memory_desktop.engine.importing.items import (
    BadItemError,
    ImportedGroup,
    Item,
    OpenFile,
    checked_assembly,
    embedding_of,
    layer_of,
    mapping_of,
    moment_of,
    number_of,
    schema_of,
    text_of,
    texts_of,
)
from memory_desktop.engine.importing.json_stream import parse
from memory_desktop.engine.importing.jsonl import record_of

SOURCE = "entries"
#: Under this name the metadata holds fields that nobody here knows.
KEPT = "entry fields"
MEMORY, ASSEMBLY = ".mem.json", ".asm.json"
#: Under this name the manifest of a folder of ours lists the files of memories, in their order.
ORDER = "order"
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
# Under these names an entry says by which version of its class it was written.
_SCHEMAS = ("schema_version", "entry_schema_version")
_MEMORY = frozenset(
    "id content embedding timestamp memory_type metadata quick_recal_score tags emotion_metadata".split()
)
# Under these names a file says whose its vector is.
_VERSIONS = ("model_version", "embedding_model")
_DERIVED = frozenset({"embedding", "composite_embedding", *_VERSIONS})
# Fields under `OURS` that stand in the draft itself.
_SAID = frozenset({*OWN, "source", "external_id", "model_version"})


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
            yield ImportedGroup(checked_assembly(value, *_DERIVED), file.name, "whole file")
        else:
            yield from _memory(file, value)
    except BadItemError as error:
        yield file.bad("whole file", str(error))


def _memory(file: OpenFile, value: Mapping[str, Any]) -> Iterator[Item]:
    content = value.get("content")
    if not isinstance(content, str):
        raise BadItemError("“content” must be a text")
    for name in _SCHEMAS:
        schema_of(value, name, SCHEMA_VERSION)
    metadata, id = mapping_of(value, "metadata"), text_of(value, "id")
    unknown = {name: found for name, found in value.items() if name not in _MEMORY | _DERIVED | {OURS}}
    inside = isinstance(metadata.get(OURS), dict)
    ours: dict[str, Any] = metadata.pop(OURS) if inside else mapping_of(value, OURS)
    own = "id" in ours and id != ""
    if not own and (left := {name: found for name, found in ours.items() if name not in OWN}):
        if inside:
            metadata[OURS] = left
        else:
            unknown[OURS] = left
    synthetic = ours.get("synthetic", False)
    if not isinstance(synthetic, bool):
        raise BadItemError("“synthetic” must be true or false")
    source = text_of(ours, "source", SOURCE) if own else SOURCE
    external = id if source == SOURCE else ""
    embedding, problem = _embedding(value, ours)
    if problem:
        yield file.odd("embedding", f"{problem}; the text is embedded anew")
    draft = Draft(
        layer=layer_of(text_of(ours, "layer", Layer.SEMANTIC.value)),
        thread=text_of(ours, "thread"),
        confidence=number_of(ours, "confidence", 1.0),
        trust=number_of(ours, "trust", 1.0),
        salience=number_of(ours, "salience", 0.5),
        synthetic=synthetic,
        content=content,
        kind=text_of(value, "memory_type") or "general",
        tags=texts_of(value, "tags"),
        source=source,
        external_id=(text_of(ours, "external_id") if own and "external_id" in ours else external) or None,
        metadata={**metadata, KEPT: unknown} if unknown else metadata,
        emotion=mapping_of(value, "emotion_metadata"),
        quick_recal_score=number_of(value, "quick_recal_score", 0.5),
        created_at=moment_of(value.get("timestamp"), "timestamp"),
        embedding=embedding,
        record=record_of(ours, set(ours) - _SAID, metadata) if own else {},
    )
    yield file.good(draft, "whole file", text_of(ours, "id") if own else id)


def _embedding(value: Mapping[str, Any], ours: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """(the vector and whose it is, or nothing; what is wrong with it)."""
    version = next((of[name] for of in (ours, value) for name in _VERSIONS if isinstance(of.get(name), str)), "")
    return embedding_of(value.get("embedding"), version)
