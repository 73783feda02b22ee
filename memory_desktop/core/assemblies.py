"""Assemblies: groups of memories with one vector for all of them, and the rule of when they may lift their members.

An assembly is a projection of the log like a memory: `fold` is the only thing that makes or changes one. Its status
goes one way: active → superseded (merged into another) or tombstone (dissolved). Its composite vector is no part of
it: the sync makes that from the members' vectors, and when it did is what the drift gate asks (A3, A4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from memory_desktop.core.ages import span
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.memory.records import Status

SCHEMA_VERSION = "1.0"
#: Events that the book of assemblies is folded from.
TYPES = (EventType.ASSEMBLE, EventType.REASSEMBLE, EventType.DISSOLVE, EventType.ACTIVATE)

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """A group of memories.

    Attributes:
        key: seq of the event that made it; its vector's key, too.
        members: ids of memories, in the order in which they came.
        merged_from: ids of the assemblies that it was merged from; set before it is first kept.
        merged_into: the one that it was merged into.
        restores: the one whose dissolution or merge it undoes.
        reason: how it came about, in a sentence; empty when it was made by hand.
        revision: seq of the last event that touched it.
        extra: fields of newer schemas, kept as they came.
    """

    key: int
    id: str
    name: str
    members: tuple[str, ...]
    tags: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    merged_from: tuple[str, ...] = ()
    merged_into: str | None = None
    restores: str | None = None
    status: Status = Status.ACTIVE
    activation_count: int = 0
    activated_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    reason: str = ""
    actor: str = "user"
    revision: int
    schema_version: str = SCHEMA_VERSION
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Activation:
    """What one recall did with one assembly.

    Attributes:
        state: "activated", "below" the threshold, or "skipped" by the drift gate.
        similarity: cosine of its vector with the query's; None when it was skipped.
        reason: a sentence.
    """

    id: str
    name: str
    state: str
    similarity: float | None
    reason: str


Book = dict[str, Assembly]


def fold(book: Book, events: Iterable[Event]) -> None:
    """Take events in, in order."""
    for event in events:
        payload = orjson.loads(event.payload)
        match event.type:
            case EventType.ASSEMBLE:
                book[event.item] = _assembled(event, payload)
            case EventType.REASSEMBLE:
                _change(book, event, payload)
            case EventType.DISSOLVE:
                _dissolve(book, event, payload)
            case EventType.ACTIVATE:
                for id, count in payload["counts"].items():
                    if id in book:
                        one = book[id]
                        total = one.activation_count + count
                        book[id] = replace(one, activation_count=total, activated_at=event.ts, revision=event.seq)


def gate(synced_at: datetime | None, now: datetime, max_drift: float) -> str:
    """Why an assembly must not lift its members: its vector was never stored, or is too old; "" when it may (A4)."""
    if synced_at is None:
        return "its vector was never synchronised"
    age = (now - synced_at).total_seconds()
    if age > max_drift:
        return f"its vector was last synchronised {span(age)} ago; {span(max_drift)} is the limit"
    return ""


def composite(vectors: npt.NDArray[np.float32], saliences: Sequence[float] = ()) -> Vector:
    """The salience-weighted mean of vectors (n, dim), of length 1; no weights, or only weights of 0, count as equal."""
    weights = np.maximum(np.asarray(saliences, dtype=np.float64), 0.0)
    if not weights.sum() > 0:
        weights = np.ones(len(vectors))
    mean = (vectors.astype(np.float64) * weights[:, None]).sum(axis=0) / weights.sum()
    length = float(np.linalg.norm(mean))
    return np.asarray(mean / length if length > 0 else mean, dtype=np.float32)


# --- events -----------------------------------------------------------------------------------------------------------


def assemble(
    id: str,
    name: str,
    members: Sequence[str],
    *,
    tags: Sequence[str] = (),
    topics: Sequence[str] = (),
    merged_from: Sequence[str] = (),
    reason: str = "",
    more: Mapping[str, Any] | None = None,
) -> NewEvent:
    """The event that makes an assembly. Raises InvalidCommandError without a name or members."""
    name = " ".join(name.split())
    if not name:
        raise InvalidCommandError("An assembly needs a name.")
    unique = list(dict.fromkeys(members))
    if not unique:
        raise InvalidCommandError("An assembly needs at least one memory.")
    body: dict[str, Any] = {"name": name, "members": unique, **(more or {})}
    for field_name, value in (("tags", tags), ("topics", topics), ("merged_from", merged_from)):
        if value:
            body[field_name] = sorted(set(value)) if field_name == "tags" else list(dict.fromkeys(value))
    if reason:
        body["reason"] = reason
    return NewEvent(EventType.ASSEMBLE, {"assembly": {"id": id, **body}}, id)


def change(assembly: Assembly, **values: Any) -> NewEvent | None:
    """The event that changes name, members, tags or topics; None when nothing would.

    Raises:
        InvalidCommandError: it is not active, or would lose its name or its last member.
    """
    must_be_active(assembly)
    new = {name: tuple(value) if name != "name" else " ".join(value.split()) for name, value in values.items()}
    new = {name: value for name, value in new.items() if value != getattr(assembly, name)}
    if not new.get("name", "x"):
        raise InvalidCommandError("An assembly needs a name.")
    if "members" in new and not new["members"]:
        raise InvalidCommandError("An assembly needs at least one memory; dissolve it instead.")
    if not new:
        return None
    was = {name: _plain(getattr(assembly, name)) for name in new}
    fields = {name: _plain(value) for name, value in new.items()}
    payload = {"id": assembly.id, "key": assembly.key, "set": fields, "was": was}
    return NewEvent(EventType.REASSEMBLE, payload, assembly.id)


def dissolve(assembly: Assembly, into: str | None = None, reason: str = "") -> NewEvent:
    """The event that ends an assembly; it holds all of it, so that it can be made again. Raises as `change`."""
    must_be_active(assembly)
    payload: dict[str, Any] = {"id": assembly.id, "assembly": to_plain(assembly)}
    if into:
        payload["into"] = into
    if reason:
        payload["reason"] = reason
    return NewEvent(EventType.DISSOLVE, payload, assembly.id)


def taken_back(event: Event) -> NewEvent:
    """The event that takes the making, or a change, of an assembly back."""
    payload = orjson.loads(event.payload)
    if event.type == EventType.ASSEMBLE:
        return NewEvent(EventType.DISSOLVE, {"id": event.item, "assembly": payload["assembly"]}, event.item)
    return NewEvent(EventType.REASSEMBLE, {**payload, "set": payload["was"], "was": payload["set"]}, event.item)


def made_again(body: Mapping[str, Any], id: str) -> NewEvent:
    """The event that makes an assembly that has ended again, under a new id; `body` as `to_plain` gives it."""
    return NewEvent(EventType.ASSEMBLE, {"assembly": {**body, "id": id, "restores": body["id"]}}, id)


def back(then: Assembly | None, now: Assembly | None, id: str) -> NewEvent | None:
    """The event that makes an assembly as it was; None when it is. `id` is for one that has to be made again."""
    was, there = (one is not None and one.status is Status.ACTIVE for one in (then, now))
    if then is not None and was:
        if now is None or not there:
            return made_again(to_plain(then), id)
        return change(now, name=then.name, members=then.members, tags=then.tags, topics=then.topics)
    return dissolve(now) if now is not None and there else None


def vector_work(events: Iterable[Event]) -> tuple[list[int], list[int]]:
    """(keys of assemblies that are new, keys of those whose members have changed): both wait for a vector."""
    new, changed = [], []
    for event in events:
        if event.type == EventType.ASSEMBLE:
            new.append(event.seq)
        elif event.type == EventType.REASSEMBLE:
            payload = orjson.loads(event.payload)
            changed += [payload["key"]] if "members" in payload["set"] else []
    return new, changed


def to_plain(assembly: Assembly) -> dict[str, Any]:
    """The fields that make an assembly, as JSON has them; what is empty is left out."""
    fields = {
        "id": assembly.id,
        "name": assembly.name,
        "members": list(assembly.members),
        "tags": list(assembly.tags),
        "topics": list(assembly.topics),
        "merged_from": list(assembly.merged_from),
        "reason": assembly.reason,
        "activation_count": assembly.activation_count,
    }
    return {**{name: value for name, value in fields.items() if value}, **assembly.extra}


def active(book: Mapping[str, Assembly]) -> list[Assembly]:
    """Those that have not ended, in the order in which they were made."""
    return [one for one in book.values() if one.status is Status.ACTIVE]


def find(book: Mapping[str, Assembly], id: str) -> Assembly:
    """The assembly with this id. Raises NotFoundError."""
    try:
        return book[id]
    except KeyError:
        raise NotFoundError(f"There is no assembly with the id {id}.") from None


def must_be_active(assembly: Assembly) -> None:
    """Raises InvalidCommandError when it has ended."""
    if assembly.status is not Status.ACTIVE:
        state = f"merged into {assembly.merged_into}" if assembly.merged_into else "dissolved"
        raise InvalidCommandError(f"The assembly “{assembly.name}” was {state}.")


_OWN = frozenset(
    "id name members tags topics merged_from restores reason activation_count schema_version created_at updated_at"
    " activated_at actor".split()
)


def _assembled(event: Event, payload: Mapping[str, Any]) -> Assembly:
    body = payload["assembly"]
    created, updated, activated = (
        datetime.fromisoformat(body[name]) if body.get(name) else None
        for name in ("created_at", "updated_at", "activated_at")
    )
    return Assembly(
        key=event.seq,
        id=event.item,
        name=body["name"],
        members=tuple(body["members"]),
        tags=tuple(body.get("tags", ())),
        topics=tuple(body.get("topics", ())),
        merged_from=tuple(body.get("merged_from", ())),
        restores=body.get("restores"),
        activation_count=int(body.get("activation_count", 0)),
        activated_at=activated,
        created_at=created or event.ts,
        updated_at=updated or event.ts,
        reason=body.get("reason", ""),
        actor=body.get("actor", event.actor),
        revision=event.seq,
        schema_version=body.get("schema_version", SCHEMA_VERSION),
        extra={name: value for name, value in body.items() if name not in _OWN},
    )


def _change(book: Book, event: Event, payload: Mapping[str, Any]) -> None:
    one = book.get(event.item)
    if one is None or one.status is not Status.ACTIVE:
        return
    values: dict[str, Any] = {name: value if name == "name" else tuple(value) for name, value in payload["set"].items()}
    book[event.item] = replace(one, **values, updated_at=event.ts, revision=event.seq)


def _dissolve(book: Book, event: Event, payload: Mapping[str, Any]) -> None:
    one = book.get(event.item)
    if one is None or one.status is not Status.ACTIVE:
        return
    into = payload.get("into")
    status = Status.SUPERSEDED if into else Status.TOMBSTONE
    book[event.item] = replace(one, status=status, merged_into=into, updated_at=event.ts, revision=event.seq)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
