"""Our own JSONL: `{"id"?, "content", "layer"?, "kind"?, "tags"?, "created_at"?, "source"?, "metadata"?}` a line.

Lines of our export have more fields; those that a draft can carry are taken. What else a line holds survives in the
metadata: fields nobody knows, and of our export what is not at its default and not given anew by the vault. A record
that names no source has the file's name as its source: an id means the same thing only within one source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.importing.items import (
    BadItemError,
    Item,
    OpenFile,
    layer_of,
    mapping_of,
    moment_of,
    number_of,
    text_of,
    texts_of,
)
from memory_desktop.engine.importing.lines import objects

_KNOWN = frozenset(
    "id content layer kind tags created_at source metadata thread emotion confidence trust salience synthetic"
    " external_id".split()
)
# A line that has all of these is of our export.
_MARKS = frozenset({"key", "content_hash", "schema_version"})
# Of our export: what the vault gives anew, or what the manifest says; and what says nothing, being the default.
_GIVEN_ANEW = frozenset("key content_hash updated_at recorded_at revision actor schema_version entity".split())
_DEFAULTS: Mapping[str, Any] = {
    "superseded_by": None,
    "lineage": [],
    "pii": [],
    "quick_recal_score": 0.5,
    "weight": 1.0,
    "recalled_at": None,
    "recall_count": 0,
    "status": "active",
    "extra": {},
}


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix in (".jsonl", ".ndjson") and b'"content"' in head


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
    if content is None:
        raise BadItemError("there is no content: the field “content” is missing")
    if not isinstance(content, str):
        raise BadItemError("“content” must be a text")
    layer = layer_of(text_of(value, "layer", Layer.SEMANTIC.value).strip().lower())
    synthetic = value.get("synthetic")
    if not isinstance(synthetic, bool | None):
        raise BadItemError("“synthetic” must be true or false")
    id = _id(value, "external_id") or _id(value, "id")
    return Draft(
        content=content,
        layer=layer,
        kind=text_of(value, "kind") or "general",
        tags=texts_of(value, "tags"),
        source=text_of(value, "source", default_source),
        thread=text_of(value, "thread"),
        external_id=id or None,
        metadata=_metadata(value, id),
        emotion=mapping_of(value, "emotion"),
        confidence=number_of(value, "confidence", 1.0),
        trust=number_of(value, "trust", 1.0),
        salience=number_of(value, "salience", 0.5),
        synthetic=bool(synthetic),
        created_at=moment_of(value.get("created_at"), "created_at"),
    )


def _id(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if isinstance(found, bool) or not isinstance(found, (str, int)):
        raise BadItemError(f"“{name}” must be a text")
    return str(found)


def _metadata(value: Mapping[str, Any], id: str) -> dict[str, Any]:
    metadata = dict(mapping_of(value, "metadata"))
    ours = value.keys() >= _MARKS
    for name, found in value.items():
        if name in _KNOWN or (ours and (name in _GIVEN_ANEW or found == _DEFAULTS.get(name, ...))):
            continue
        # A field must not take the place of what the metadata says under the same name.
        metadata.setdefault(name if name not in metadata else f"field {name}", found)
    if id:
        metadata.setdefault("external_id", id)
    own_id = _id(value, "id")
    if own_id and own_id != id:
        metadata.setdefault("id", own_id)
    return metadata
