"""Summaries of conversations: a delta for each turn, and for each edit by a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import msgspec

from memory_desktop.core.conversation.cycles import id_of
from memory_desktop.core.conversation.retention import Retention, retention_of
from memory_desktop.core.conversation.summary import (
    COPY,
    LISTS,
    PERSON,
    ConversationSummary,
    Delta,
    edited,
    empty_summary,
    taken_back,
    with_delta,
)
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way

#: The kind of item that this family owns: `ConversationSummary` by `summary_id`.
SUMMARY = "summary"
_BY = {PERSON: "by hand", COPY: "by an import", "model": "by a language model"}


class Summarised(Payload, frozen=True):
    """A user's summary changes; see `Delta`.

    Attributes:
        by: "rules", "model", "person", "undo" or "copy". cycle: the turn that it follows from, and `upto` its event.
        sources: ids of the memories whose words it uses.
        turns, at: of one that comes whole from another vault: how many turns are in it, and when it changed last.
    """

    type = EventType.SUMMARY
    user: str
    by: str = "rules"
    cycle: str = ""
    session: str = ""
    upto: int = 0
    added: dict[str, list[str]] = msgspec.field(default_factory=dict)
    removed: dict[str, list[str]] = msgspec.field(default_factory=dict)
    identity: dict[str, str] = msgspec.field(default_factory=dict)
    latest: str | None = None
    held: list[str] = msgspec.field(default_factory=list)
    freed: list[str] = msgspec.field(default_factory=list)
    sources: list[str] = msgspec.field(default_factory=list)
    retention: dict[str, Any] | None = None
    early: bool = False
    turns: int = 0
    at: datetime | None = None

    def is_step(self, actor: str) -> bool:  # noqa: ARG002
        """What a person changes by hand is one; what follows from a turn belongs to the turn."""
        return self.by == PERSON


@dataclass(frozen=True, slots=True)
class Summarise(Command):
    """Take a turn into a user's summary. `upto`: seq of the turn's event."""

    user: str
    cycle: str
    session: str
    upto: int
    delta: Delta
    by: str = "rules"
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EditSummary(Command):
    """Set parts of a user's summary by hand: see `core.conversation.summary.edited`."""

    user: str
    wanted: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CarrySummary(Command):
    """Keep a user's summary as another vault had it, where there is none here that says anything."""

    summary: ConversationSummary


def summary_id(user: str) -> str:
    """The id of a user's summary: a UUID that does not show the user's name."""
    return id_of("summary", user)


class SummaryFamily(Family):
    """See the module."""

    name = "summaries"
    payloads = (Summarised,)
    commands = (Summarise, EditSummary, CarrySummary)
    kinds = (SUMMARY,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The user's summary; the memories that the words come from are mentioned."""
        mentioned = (Touch("memory", id, changes=False) for id in dict.fromkeys(payload.sources))
        return [Touch(SUMMARY, summary_id(payload.user)), *mentioned]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case Summarise():
                made = _event(command.user, command.delta, command.by)
                there = {"cycle": command.cycle, "session": command.session, "upto": command.upto}
                said = msgspec.structs.replace(made, **there, sources=list(command.sources))
                return [said.event(summary_id(command.user))]
            case EditSummary():
                return _edit(state, command)
            case CarrySummary():
                return _carried(state, command.summary)
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The summaries."""
        id = summary_id(payload.user)
        before = items.get(id) or empty_summary(payload.user)
        items[id] = replace(
            with_delta(before, _delta(payload), by=payload.by),
            upto=max(before.upto, payload.upto),
            update_count=max(before.update_count, payload.turns) + bool(payload.cycle),
            last_updated=payload.at or event.ts,
        )

    def take_back(self, kind: str, changes: Sequence[Change[ConversationSummary]], way: Way) -> None:  # noqa: ARG002
        """What the summary got is taken out again, and what it lost put back; later changes stay."""
        for one in changes:
            known = next((summary for summary in (one.now, one.after, one.before) if summary is not None), None)
            if known is None:
                continue
            empty = empty_summary(known.user_id)
            delta = taken_back(one.before or empty, one.after or empty, one.now or empty)
            if delta:
                way.events.append(_event(known.user_id, delta, "undo").event(one.item))

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        number = sum(map(len, payload.added.values())) + len(payload.identity)
        if payload.retention is not None and not (number or any(payload.removed.values())):
            return "What is kept of a user’s conversations changed"
        how = f" {_BY[payload.by]}" if payload.by in _BY else ""
        return f"Summary of conversations changed{how}: {number:,} new"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "edit summary"


def _edit(state: State, command: EditSummary) -> list[NewEvent]:
    before = state.items.get(SUMMARY, {}).get(summary_id(command.user)) or empty_summary(command.user)
    try:
        delta = edited(before, command.wanted)
    except KeyError as error:
        raise InvalidCommandError(f"A summary has no {error.args[0]}.") from error
    return [_event(command.user, delta, PERSON).event(summary_id(command.user))] if delta else []


def _carried(state: State, summary: ConversationSummary) -> list[NewEvent]:
    here = state.items.get(SUMMARY, {}).get(summary_id(summary.user_id))
    if summary.empty or (here is not None and not here.empty):
        return []
    delta = Delta(
        added={name: entries for name in LISTS if (entries := summary.entries(name))},
        identity=summary.identity,
        latest=summary.latest_topic,
        held=summary.held,
        retention=summary.retention if summary.retention != Retention() else None,
    )
    said = _event(summary.user_id, delta, COPY)
    said = msgspec.structs.replace(said, turns=summary.update_count, at=summary.last_updated)
    return [said.event(summary_id(summary.user_id))]


def _event(user: str, delta: Delta, by: str) -> Summarised:
    return Summarised(
        user=user,
        by=by,
        added={name: list(entries) for name, entries in delta.added.items()},
        removed={name: list(entries) for name, entries in delta.removed.items()},
        identity=dict(delta.identity),
        latest=delta.latest,
        held=list(delta.held),
        freed=list(delta.freed),
        retention=delta.retention.to_json() if delta.retention is not None else None,
        early=delta.early,
    )


def _delta(payload: Summarised) -> Delta:
    return Delta(
        {name: tuple(entries) for name, entries in payload.added.items()},
        {name: tuple(entries) for name, entries in payload.removed.items()},
        payload.identity,
        payload.latest,
        tuple(payload.held),
        tuple(payload.freed),
        retention_of(payload.retention) if payload.retention is not None else None,
        payload.early,
    )
