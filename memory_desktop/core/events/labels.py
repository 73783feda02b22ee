"""Labelled queries of the recall lab: which memories a query should find."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.wording import count, memories

#: The kind of item that this family owns: `Labels` by `label_id`.
LABEL = "label"
_SHORT = 60


class Label(Payload, frozen=True):
    """A query is labelled with memories; with none it is dropped. `at`: since when, if that is not now."""

    type = EventType.LABEL
    query: str
    ids: list[str]
    was: list[str]
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """A query, the ids of the memories it should find, and since when it is so."""

    query: str
    ids: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class LabelQuery(Command):
    """Say which memories a query should find; none drops the query."""

    query: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelQueries(Command):
    """The same of several queries at once, as one step of undo."""

    labels: tuple[LabelQuery, ...]


def label_id(query: str) -> str:
    """The item that stands for a query; it does not show the query's words."""
    return f"query_{hashlib.sha256(query.encode()).hexdigest()[:16]}"


def labelled(state: State, command: LabelQuery) -> list[NewEvent]:
    """The event that labels a query; none where it is labelled so. Raises InvalidCommandError without words."""
    query = " ".join(command.query.split())
    if not query:
        raise InvalidCommandError("A labelled query needs some words.")
    before = state.items.get(LABEL, {}).get(label_id(query))
    ids = tuple(dict.fromkeys(command.ids))
    was = before.ids if before is not None else ()
    return [Label(query=query, ids=list(ids), was=list(was)).event()] if ids != was else []


class LabelFamily(Family):
    """See the module."""

    name = "labels"
    payloads = (Label,)
    commands = (LabelQuery, LabelQueries)
    kinds = (LABEL,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The query; the memories are mentioned."""
        ids = dict.fromkeys((*payload.ids, *payload.was))
        return [Touch(LABEL, label_id(payload.query)), *(Touch("memory", id, changes=False) for id in ids)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if isinstance(command, LabelQueries):
            return [event for one in command.labels for event in labelled(state, one)]
        return labelled(state, command) if isinstance(command, LabelQuery) else super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The labelled queries, in the order in which they were first labelled."""
        if payload.ids:
            at = parse_time(payload.at) if payload.at else event.ts
            items[label_id(payload.query)] = Labels(payload.query, tuple(payload.ids), at)
        else:
            items.pop(label_id(payload.query), None)

    def take_back(self, kind: str, changes: Sequence[Change[Labels]], way: Way) -> None:
        """The labels are what they were."""
        for one in changes:
            before, now = one.before, one.now
            if before == now:
                continue
            if now != one.after:
                way.later.append((kind, one.item))
                continue
            query = next(labels.query for labels in (before, now) if labels is not None)
            ids, was = (list(labels.ids) if labels is not None else [] for labels in (before, now))
            at = iso(before.at) if before is not None else None
            way.events.append(Label(query=query, ids=ids, was=was, at=at).event())

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return f"Query “{payload.query[:_SHORT]}” labelled with {memories(len(payload.ids))}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        number = types.get(EventType.LABEL, 1)
        return "label query" if number == 1 else f"label {count(number, 'query', 'queries')}"
