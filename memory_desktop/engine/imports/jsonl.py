"""Our own JSONL: `{"id"?, "content", "layer"?, "kind"?, "tags"?, "created_at"?, "source"?, "metadata"?}` a line.

Lines of our export have more fields; those that a draft can carry are taken, the others survive in the metadata. A
record that names no source has the file's name as its source: an id means the same thing only within one source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.records import Draft, Layer
from memory_desktop.engine.imports.items import (
    BadItemError,
    Item,
    OpenFile,
    mapping_of,
    moment_of,
    number_of,
    text_of,
    texts_of,
)
from memory_desktop.engine.imports.lines import objects

_KNOWN = frozenset(
    "id content layer kind tags created_at source metadata thread emotion confidence trust salience synthetic"
    " external_id status".split()
)
# Of our export: what the vault gives anew, or what the manifest says.
_OURS = frozenset("key content_hash updated_at recorded_at revision actor schema_version extra".split())


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix in (".jsonl", ".ndjson") and b'"content"' in head.split(b"\n", 1)[0]


def read(file: OpenFile) -> Iterator[Item]:
    """One draft a line."""

    def take(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        if value.get("status") == "tombstone":
            file.skipped["tombstone"] += 1
        else:
            yield file.good(draft_of(value, default_source=file.base), place)

    return objects(file, take)


def draft_of(value: Mapping[str, Any], *, default_source: str = "") -> Draft:
    """The draft that a record of texts, numbers and lists describes. Raises BadItemError naming the field."""
    content = value.get("content")
    if not isinstance(content, str):
        raise BadItemError("“content” must be a text" if content is not None else "there is no “content”")
    if not content.strip():
        raise BadItemError("“content” is empty")
    layer = text_of(value, "layer", Layer.SEMANTIC.value).lower()
    if layer not in set(Layer):
        raise BadItemError(f"the layer “{layer}” is not known; it is one of {', '.join(Layer)}")
    id = value.get("external_id") or value.get("id")
    if id is not None and not isinstance(id, (str, int)):
        raise BadItemError("“id” must be a text")
    metadata = mapping_of(value, "metadata")
    rest = {name: found for name, found in value.items() if name not in _KNOWN and name not in _OURS}
    metadata = {**rest, **metadata}
    if id is not None:
        metadata.setdefault("external_id", str(id))
    synthetic = value.get("synthetic", False)
    if not isinstance(synthetic, bool):
        raise BadItemError("“synthetic” must be true or false")
    return Draft(
        content=content,
        layer=Layer(layer),
        kind=text_of(value, "kind") or "general",
        tags=texts_of(value, "tags"),
        source=text_of(value, "source", default_source),
        thread=text_of(value, "thread"),
        external_id=str(id) if id is not None else None,
        metadata=metadata,
        emotion=mapping_of(value, "emotion"),
        confidence=number_of(value, "confidence", 1.0),
        trust=number_of(value, "trust", 1.0),
        salience=number_of(value, "salience", 0.5),
        synthetic=synthetic,
        created_at=moment_of(value.get("created_at"), "created_at"),
    )
