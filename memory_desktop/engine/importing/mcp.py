"""The MCP memory server's `memory.jsonl` (also named `memory.json`): entities with observations, and relations.

Each observation is a fact about its entity, each relation a fact about two. An entity of which nothing is observed is
kept as the fact that it is of its type. The original texts are in the metadata, so that our export gives them back.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.records import Draft, Memory
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


def entity_of(memory: Memory) -> tuple[str, str] | None:
    """(name, type) of the entity that a memory is about; None when it is about none."""
    name, kind = memory.metadata.get("entity"), memory.metadata.get("entity_type")
    if isinstance(name, str) and name:
        return name, kind if isinstance(kind, str) else ""
    return None


def observation_of(memory: Memory, entity: str, kind: str) -> str | None:
    """The observation as it was written; None for an entity of which nothing was observed."""
    text = memory.metadata.get("observation", "")
    if isinstance(text, str) and memory.content == canonical_text(observation_text(entity, text)):
        return text
    if text is None and memory.content == canonical_text(entity_text(entity, kind)):
        return None
    return memory.content.removeprefix(observation_text(entity, ""))


def relation_of(memory: Memory) -> Mapping[str, str] | None:
    """The relation that a memory came from, unless its text has been changed since."""
    relation = memory.metadata.get("relation")
    if not isinstance(relation, Mapping) or not all(isinstance(relation.get(name), str) for name in RELATION):
        return None
    plain = {name: relation[name] for name in RELATION}
    return plain if memory.content == canonical_text(relation_text(plain)) else None


def entity_drafts(name: str, kind: str, observations: Sequence[str]) -> list[Draft]:
    """What is remembered of an entity: a draft for each observation, or one that says that it is there."""
    if observations:
        return [_draft(name, kind, {}, one) for one in observations]
    return [_draft(name, kind, {}, None)]


def relation_draft(relation: Mapping[str, str]) -> Draft:
    """What is remembered of a relation."""
    return Draft(
        content=relation_text(relation),
        kind="fact",
        source=SOURCE,
        thread=relation["from"],
        external_id="→".join((relation["from"], relation["relationType"], relation["to"])),
        metadata={"relation": dict(relation)},
    )


def _draft(name: str, kind: str, more: Mapping[str, Any], observation: str | None) -> Draft:
    metadata: dict[str, Any] = {"entity": name, "entity_type": kind}
    if more:  # of a relative of the server
        metadata["fields"] = more
    if observation is None:
        content, id = entity_text(name, kind), name
    else:
        content = observation_text(name, observation)
        id = f"{name}#{hashlib.sha256(observation.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return Draft(
        content=content,
        kind="fact",
        tags=(kind,) if visible(kind) else (),
        source=SOURCE,
        thread=name,
        external_id=id,
        metadata={**metadata, "observation": observation},
    )


def _entity(file: OpenFile, value: Mapping[str, Any], place: str) -> Iterator[Item]:
    name = text_of(value, "name")
    if not visible(name):
        raise BadItemError("the entity has no name")
    kind, observations = text_of(value, "entityType"), texts_of(value, "observations")
    more = {field: found for field, found in value.items() if field not in _ENTITY}
    if not observations:
        yield file.good(_draft(name, kind, more, None), place)
    for index, observation in enumerate(observations):
        at = f"{place} observations[{index}]"
        if not visible(observation):
            yield file.bad(at, "the observation is empty")
            continue
        yield file.good(_draft(name, kind, more, observation), at)


def _relation(value: Mapping[str, Any]) -> Draft:
    relation = {name: text_of(value, name) for name in RELATION}
    if not all(visible(one) for one in relation.values()):
        raise BadItemError("a relation needs “from”, “to” and “relationType”")
    return relation_draft(relation)
