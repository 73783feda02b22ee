"""Which events of the log tell of a turn that is new or changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory_desktop.core.conversation.cycles import CYCLE
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.store.event_log import EventLog

#: The types of these events, and of those that may bring turns back.
TELLING = (EventType.CYCLE, EventType.RELEASE, EventType.UNDO)
#: More changes of one summary or board than there are.
_ALL = 1_000_000


def telling(log: EventLog, events: Sequence[Event]) -> Iterator[tuple[Event, bool]]:
    """The events in their order, each with whether it tells of a turn that a redo brings back.

    Such a one is the last that told of the turn, with the number of the redo; if that brings several back, only the
    last one has it, and the others the number before.
    """
    for event in events:
        if event.type != EventType.UNDO:
            yield event, False
        elif payload_of(event).kind == "redo":
            turns = list(_brought_back(log, event))
            for place, turn in enumerate(turns, start=1):
                yield replace(turn, seq=event.seq - (place < len(turns)), command=event.command), True


def is_taken_in(log: EventLog, turn: str, item: str, type: EventType) -> bool:
    """Does an event of this type, about this summary or board, say that it has taken in what is told last of a turn?

    Then an undo has taken that back with the turn, and a redo brings it back with it.
    """
    told = _told_last(log, turn)
    taken = (payload_of(one) for one in log.select(item=item, type=type, limit=_ALL))
    return told is not None and any(one.cycle == turn and one.upto >= told.seq for one in taken)


def turn_of(event: Event) -> str:
    """The turn that one of these events tells of: recorded, or with a message, or something learned from one, that was
    held back until now; "" for no turn that was recorded here."""
    said = payload_of(event)
    if event.type == EventType.CYCLE:
        return "" if said.noted else str(said.cycle)
    draft = said.draft
    return "" if draft.get("external_id") else str((draft.get("metadata") or {}).get(CYCLE) or "")


def conversation_of(event: Event) -> str:
    """The conversation of a message that such an event tells of; "" where it tells of no message."""
    said = payload_of(event)
    return str(said.session if event.type == EventType.CYCLE else said.draft.get("thread") or "")


def _brought_back(log: EventLog, redo: Event) -> Iterator[Event]:
    """What was told last of each turn of which a redo brings messages back."""
    made = (payload_of(one).memory for one in log.of_command(redo.command) if one.type == EventType.INGEST)
    turns = (str((one.get("metadata") or {}).get(CYCLE) or "") for one in made if one.get("thread"))
    for turn in dict.fromkeys(filter(None, turns)):
        if (told := _told_last(log, turn)) is not None:
            yield told


def _told_last(log: EventLog, turn: str) -> Event | None:
    return next((one for one in log.select(item=turn, type=EventType.CYCLE, limit=_ALL) if turn_of(one) == turn), None)
