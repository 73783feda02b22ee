"""Reading conversations as a person does: turns in order with their messages, and what came before and after each.

What was recalled for a turn is found in the log of recalls, which names the question and who asked, but no turn: a
recall belongs to a turn if it asked with the turn's own words, or if the turn's agent made it at about that time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_desktop.core.conversation.cycles import Cycle, cycle_of
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.recall import Recall
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.records import Memory
from memory_desktop.store import Store

#: A recall is written into the log some time after it was made, and may come before the turn is recorded.
_BEFORE, _AFTER = timedelta(minutes=10), timedelta(minutes=5)
_BY_ITSELF = ("user", "system")


@dataclass(frozen=True, slots=True)
class Heading:
    """A turn in an outline: its id, its conversation, and when it began."""

    cycle_id: str
    session_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with its messages, in order."""

    cycle: Cycle
    messages: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """A recall that belongs to a turn.

    Attributes:
        same_words: it asked with the words of the turn; else the same agent made it at about that time.
        memories: what was found, best first; those that are still there.
    """

    at: datetime
    actor: str
    query: str
    same_words: bool
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What was recalled for a turn, and the memories that were made from its messages."""

    recalled: tuple[Recalled, ...] = ()
    learned: tuple[Memory, ...] = ()


class Reading:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def outline(self, *, session_id: str | None = None, user_id: str | None = None) -> list[Heading]:
        """Every turn of a conversation, or of a user, in order of time."""
        return [Heading(*row) for row in self._store.messages.outline(user=user_id, session=session_id)]

    def turns(self, cycle_ids: Sequence[str]) -> dict[str, Turn]:
        """Turns by id; those of which nothing is active are left out."""
        rows = self._store.messages.by_ids(cycle_ids)
        found = {one.key: one for one in self._store.records.by_keys([key for row in rows for key in row.keys])}
        made: dict[str, Turn] = {}
        for row in rows:
            messages = tuple(found[key] for key in row.keys if key in found)
            if messages:
                made[row.cycle_id] = Turn(cycle_of(row.cycle_id, row.user_id, messages), messages)
        return made

    def containing(self, text: str, *, session_id: str | None = None, user_id: str | None = None) -> set[str]:
        """Ids of the turns that have a message with each of the words of a text."""
        return self._store.messages.containing(text.split(), user=user_id, session=session_id)

    def place_of(self, id: str) -> tuple[str, str]:
        """(conversation, turn) of a memory that is a message. Raises NotFoundError."""
        found = self._store.messages.place_of(id)
        if found is None:
            raise NotFoundError("This memory is no message of a conversation.")
        return found

    def aftermath(self, turn: Turn) -> Aftermath:
        """What was recalled for a turn, and what was learned from it."""
        return Aftermath(tuple(self._recalled(turn)), tuple(self._learned(turn)))

    def _learned(self, turn: Turn) -> list[Memory]:
        """Memories that came from a message, or from what it said before it was edited or restored."""
        own = self._versions(turn.messages)
        return [one for one in self._store.records.descending_from(sorted(own)) if one.id not in own]

    def _versions(self, messages: Sequence[Memory]) -> set[str]:
        """Ids of messages, and of what they took the place of."""
        found = {one.id for one in messages}
        new = {id for one in messages for id in one.lineage} - found
        while new:
            found |= new
            new = {id for one in self._store.records.by_ids(sorted(new)).values() for id in one.lineage} - found
        return found

    def _recalled(self, turn: Turn) -> list[Recalled]:
        at = max([turn.cycle.timestamp, *(one.recorded_at for one in turn.messages)])
        events = self._store.log.during(EventType.RECALL, min(turn.cycle.timestamp, at) - _BEFORE, at + _AFTER)
        said = {canonical_text(one.content) for one in turn.messages}
        agents = {one.actor for one in turn.messages} - set(_BY_ITSELF)
        fitting: list[tuple[Event, Recall, bool]] = []
        for event in events:
            payload = payload_of(event)
            if not isinstance(payload, Recall):
                continue
            same = any(payload.query == text[: len(payload.query)] for text in said) and bool(payload.query)
            if same or event.actor in agents:
                fitting.append((event, payload, same))
        found = self._store.records.by_ids([id for _, payload, _ in fitting for id in payload.ids])
        return [
            Recalled(event.ts, event.actor, payload.query, same, tuple(found[id] for id in payload.ids if id in found))
            for event, payload, same in fitting
        ]
