"""doobidoo's MCP Memory Service: its JSON export, `{"export_metadata": {…}, "memories": [{"content", …}]}`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing.items import (
    BadItemError,
    Item,
    OpenFile,
    mapping_of,
    moment_of,
    text_of,
    texts_of,
)
from memory_desktop.engine.importing.json_document import begins_with, conversations_in, records

SOURCE = "doobidoo"
_RECORD = begins_with("content", "content_hash", "tags", "created_at", "memory_type")
_SAID = frozenset("content content_hash tags created_at created_at_iso memory_type metadata".split())


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    if PurePosixPath(name).suffix != ".json" or b'"memories"' not in head:
        return False
    marks = head.count(b'"content_hash"') + head.count(b'"export_metadata"')
    return marks > conversations_in(head)


def read(file: OpenFile) -> Iterator[Item]:
    """Every memory."""

    def take(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        yield file.good(_draft(value), place)

    return records(file, {"memories": take}, _RECORD)


def _draft(value: Mapping[str, Any]) -> Draft:
    if "content" not in value:
        raise BadItemError("there is no “content”")
    said = {name: found for name, found in value.items() if name not in _SAID and found is not None}
    created = value.get("created_at")
    return Draft(
        content=text_of(value, "content"),
        kind=text_of(value, "memory_type") or "general",
        tags=_tags(value),
        source=SOURCE,
        external_id=text_of(value, "content_hash") or None,
        metadata={**said, **mapping_of(value, "metadata")},
        created_at=moment_of(created if created is not None else value.get("created_at_iso"), "created_at"),
    )


def _tags(value: Mapping[str, Any]) -> tuple[str, ...]:
    """A list; older versions wrote one text with commas."""
    tags = value.get("tags")
    if isinstance(tags, str):
        return tuple(tag.strip() for tag in tags.split(",") if tag.strip())
    return texts_of(value, "tags")
