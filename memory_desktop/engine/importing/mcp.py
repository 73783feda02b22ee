"""The MCP memory server's `memory.jsonl` (also named `memory.json`): entities with observations, and relations.

Each observation is a fact about its entity, each relation a fact about two. An entity of which nothing is observed is
kept as the fact that it is of its type. The original texts are in the metadata, so that our export gives them back.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing.items import BadItemError, Item, OpenFile, shown, text_of, texts_of, visible
from memory_desktop.engine.importing.lines import objects

SOURCE = "mcp"
RELATION = ("from", "to", "relationType")
_LINE = re.compile(rb'"type"\s*:\s*"(entity|relation)"')
_ENTITY = frozenset({"type", "name", "entityType", "observations"})


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    right_name = PurePosixPath(name).suffix in (".jsonl", ".json")
    return right_name and _LINE.search(head) is not None and (b'"entityType"' in head or b'"relationType"' in head)


def read(file: OpenFile) -> Iterator[Item]:
    """Every observation and relation."""

    def take(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        match value.get("type"):
            case "entity":
                yield from _entity(file, value, place)
            case "relation":
                yield file.good(_relation(value), place)
            case other:
                raise BadItemError(f"the type {shown(other)} is neither “entity” nor “relation”")

    return objects(file, take)


def entity_text(entity: str, kind: str) -> str:
    """What is remembered of an entity of which nothing is observed."""
    return f"{entity} ({kind})" if visible(kind) else entity


def observation_text(entity: str, observation: str) -> str:
    """What is remembered of an observation."""
    return f"{entity}: {observation}"


def relation_text(relation: Mapping[str, str]) -> str:
    """What is remembered of a relation."""
    return f"{relation['from']} {relation['relationType'].replace('_', ' ')} {relation['to']}"


def _entity(file: OpenFile, value: Mapping[str, Any], place: str) -> Iterator[Item]:
    name = text_of(value, "name")
    if not visible(name):
        raise BadItemError("the entity has no name")
    kind, observations = text_of(value, "entityType"), texts_of(value, "observations")
    common: dict[str, Any] = {
        "kind": "fact",
        "tags": (kind,) if visible(kind) else (),
        "source": SOURCE,
        "thread": name,
    }
    metadata: dict[str, Any] = {"entity": name, "entity_type": kind}
    more = {field: found for field, found in value.items() if field not in _ENTITY}
    if more:  # of a relative of the server
        metadata["fields"] = more
    if not observations:
        content = entity_text(name, kind)
        draft = Draft(content=content, external_id=name, metadata={**metadata, "observation": None}, **common)
        yield file.good(draft, place)
    for index, observation in enumerate(observations):
        at = f"{place} observations[{index}]"
        if not visible(observation):
            yield file.bad(at, "the observation is empty")
            continue
        draft = Draft(
            content=observation_text(name, observation),
            external_id=f"{name}#{hashlib.sha256(observation.encode('utf-8', 'replace')).hexdigest()[:8]}",
            metadata={**metadata, "observation": observation},
            **common,
        )
        yield file.good(draft, at)


def _relation(value: Mapping[str, Any]) -> Draft:
    relation = {name: text_of(value, name) for name in RELATION}
    if not all(visible(one) for one in relation.values()):
        raise BadItemError("a relation needs “from”, “to” and “relationType”")
    return Draft(
        content=relation_text(relation),
        kind="fact",
        source=SOURCE,
        thread=relation["from"],
        external_id="→".join((relation["from"], relation["relationType"], relation["to"])),
        metadata={"relation": relation},
    )
