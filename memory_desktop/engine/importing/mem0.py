"""mem0: what `get_all` answers, `{"results": [{"id", "memory", …}], "relations"?: […]}`, or the list alone.

Each memory is a fact; whose it is, and what else mem0 says of it, is in the metadata. It names no thread: what mem0
keeps is what it made of messages, and no message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
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
    visible,
)
from memory_desktop.engine.importing.json_document import begins_with, conversations_in, records
from memory_desktop.engine.importing.mcp import relation_draft

SOURCE = "mem0"
_MEMORY = re.compile(rb'"memory"\s*:\s*"')
_MARKS = (b'"results"', b'"hash"', b'"user_id"', b'"agent_id"', b'"run_id"')
_RECORD = begins_with("id", "memory", "hash", "user_id", "created_at")
_SAID = frozenset("id memory created_at metadata categories".split())


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    if PurePosixPath(name).suffix != ".json" or not any(mark in head for mark in _MARKS):
        return False
    return len(_MEMORY.findall(head)) > conversations_in(head)


def read(file: OpenFile) -> Iterator[Item]:
    """Every memory, and every relation of mem0's graph."""

    def memory(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        yield file.good(_draft(value), place)

    def relation(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        ends = {name: text_of(value, name) for name in ("source", "relationship", "target", "destination")}
        target = ends["target"] or ends["destination"]
        if not all(visible(text) for text in (ends["source"], ends["relationship"], target)):
            raise BadItemError("a relation needs “source”, “relationship” and “target”")
        made = relation_draft({"from": ends["source"], "to": target, "relationType": ends["relationship"]})
        yield file.good(replace(made, source=SOURCE), place)

    return records(file, {"results": memory, "relations": relation}, _RECORD)


def _draft(value: Mapping[str, Any]) -> Draft:
    if "memory" not in value:
        raise BadItemError("there is no “memory”")
    metadata = mapping_of(value, "metadata")
    said = {name: found for name, found in value.items() if name not in _SAID and found is not None}
    return Draft(
        content=text_of(value, "memory"),
        kind="fact",
        tags=texts_of(value, "categories"),
        source=SOURCE,
        external_id=text_of(value, "id") or None,
        metadata={**said, **metadata},
        created_at=moment_of(value.get("created_at"), "created_at"),
    )
