"""Memories, drafts and verdicts ⇄ the JSON in event payloads.

Of a memory, fields at their default are left out, and unknown ones survive in `extra`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from datetime import datetime
from typing import Any

from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.memory.held import Verdict
from memory_desktop.core.memory.records import SCHEMA_VERSION, Draft, Layer, Memory, Status
from memory_desktop.core.schemas import readable

# Given by the event itself, so never in the payload.
_FROM_EVENT = frozenset({"key", "origin", "updated_at", "recorded_at", "revision", "actor", "extra"})
# In the payload of a memory that is taken over from elsewhere.
_OF_TAKEN = frozenset({"updated_at", "recorded_at", "actor"})
_TUPLES = frozenset({"tags", "pii", "lineage"})
_TIMES = frozenset({"created_at", "updated_at", "recorded_at", "recalled_at"})


def _default(name: str) -> Any:
    spec = next(f for f in fields(Memory) if f.name == name)
    if spec.default is not MISSING:
        return spec.default
    return {} if spec.default_factory is not MISSING else MISSING


_PAYLOAD_DEFAULTS = {f.name: _default(f.name) for f in fields(Memory) if f.name not in _FROM_EVENT}


def memory_to_payload(memory: Memory) -> dict[str, Any]:
    """What an event has to say of a new memory; the inverse of `memory_from_payload`."""
    payload: dict[str, Any] = dict(memory.extra)
    for name, default in _PAYLOAD_DEFAULTS.items():
        value = getattr(memory, name)
        if value != default or name == "schema_version":
            payload[name] = encode_field(name, value)
    return payload


def taken_over_to_payload(memory: Memory) -> dict[str, Any]:
    """The same for a memory that is taken over from elsewhere: with its times and its author."""
    own = {"updated_at": iso(memory.updated_at), "recorded_at": iso(memory.recorded_at), "actor": memory.actor}
    return {**memory_to_payload(memory), **own}


def memory_from_payload(payload: Mapping[str, Any], *, seq: int, ts: datetime, actor: str) -> Memory:
    """The memory that the event with this seq, time and actor makes; one that is taken over names its own.

    Raises:
        ValueError: its schema has a greater major version than this program reads.
    """
    version = payload.get("schema_version", SCHEMA_VERSION)
    if not readable(version, SCHEMA_VERSION):
        raise ValueError(f"the memory has the schema version {version}; this program reads {SCHEMA_VERSION}")
    known = {name: decode_field(name, payload[name]) for name in _PAYLOAD_DEFAULTS if name in payload}
    extra = {name: value for name, value in payload.items() if name not in _PAYLOAD_DEFAULTS and name not in _OF_TAKEN}
    known.setdefault("created_at", ts)
    given: dict[str, Any] = {"key": seq, "revision": seq, "actor": payload.get("actor", actor)}
    for name in ("updated_at", "recorded_at"):
        given[name] = parse_time(payload[name]) if name in payload else ts
    return Memory(**known, **given, origin=known["id"], extra=extra)


def encode_field(name: str, value: Any) -> Any:
    """One field as JSON has it."""
    if name in _TUPLES:
        return list(value)
    if name in _TIMES and value is not None:
        return iso(value)
    return value


def decode_field(name: str, value: Any) -> Any:
    """One field as the record has it; the inverse of `encode_field`."""
    if name in _TUPLES:
        return tuple(value)
    if name in _TIMES and value is not None:
        return parse_time(value)
    if name == "layer":
        return Layer(value)
    if name == "status":
        return Status(value)
    return value


def draft_to_payload(draft: Draft) -> dict[str, Any]:
    """A draft, all of it; the inverse of `draft_from_payload`."""
    known = {name: encode_field(name, value) for name, value in asdict(draft).items() if name != "extra"}
    return {**draft.extra, **known}


def draft_from_payload(payload: Mapping[str, Any]) -> Draft:
    """The draft; fields that this version does not know are its `extra`."""
    known = {f.name for f in fields(Draft)} - {"extra"}
    extra = {name: value for name, value in payload.items() if name not in known}
    return Draft(**{name: decode_field(name, value) for name, value in payload.items() if name in known}, extra=extra)


def verdicts_to_payload(verdicts: tuple[Verdict, ...]) -> list[dict[str, str]]:
    """What gates said."""
    return [{"gate": one.gate, "action": one.action, "reason": one.reason} for one in verdicts]


def verdicts_from_payload(payload: Any) -> tuple[Verdict, ...]:
    """The inverse of `verdicts_to_payload`."""
    return tuple(Verdict(str(one["gate"]), str(one["action"]), str(one["reason"])) for one in payload or ())
