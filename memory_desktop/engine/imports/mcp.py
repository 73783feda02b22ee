"""The MCP memory server's `memory.jsonl` (also named `memory.json`): entities with observations, and relations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.records import Draft
from memory_desktop.engine.imports.items import BadItemError, Item, OpenFile, text_of, texts_of
from memory_desktop.engine.imports.lines import objects

SOURCE = "mcp"


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    line = head.split(b"\n", 1)[0]
    right_name = PurePosixPath(name).suffix in (".jsonl", ".json")
    return right_name and b'"type"' in line and (b'"entityType"' in line or b'"relationType"' in line)


def read(file: OpenFile) -> Iterator[Item]:
    """Each observation is a fact about its entity, each relation a fact about two."""

    def take(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        match value.get("type"):
            case "entity":
                yield from _entity(file, value, place)
            case "relation":
                yield file.good(_relation(value), place)
            case other:
                raise BadItemError(f"the type {other!r} is neither “entity” nor “relation”")

    return objects(file, take)


def _entity(file: OpenFile, value: Mapping[str, Any], place: str) -> Iterator[Item]:
    name = text_of(value, "name")
    if not name.strip():
        raise BadItemError("the entity has no name")
    kind, observations = text_of(value, "entityType"), texts_of(value, "observations")
    if not observations:
        file.skipped["entity without observations"] += 1
    for index, observation in enumerate(observations):
        if not observation.strip():
            yield file.bad(f"{place} observations[{index}]", "the observation is empty")
            continue
        draft = Draft(
            content=f"{name}: {observation}",
            kind="fact",
            tags=(kind,) if kind.strip() else (),
            source=SOURCE,
            thread=name,
            external_id=f"{name}#{hashlib.sha256(observation.encode('utf-8', 'replace')).hexdigest()[:12]}",
            metadata={"entity": name, "entity_type": kind, "observation": observation},
        )
        yield file.good(draft, f"{place} observations[{index}]")


def _relation(value: Mapping[str, Any]) -> Draft:
    start, end, kind = (text_of(value, name).strip() for name in ("from", "to", "relationType"))
    if not (start and end and kind):
        raise BadItemError("a relation needs “from”, “to” and “relationType”")
    return Draft(
        content=f"{start} {kind.replace('_', ' ')} {end}",
        kind="fact",
        source=SOURCE,
        thread=start,
        external_id=f"{start}→{kind}→{end}",
        metadata={"relation": {"from": start, "to": end, "relationType": kind}},
    )
