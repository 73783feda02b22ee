"""Which events of the log tell of a turn that is new or changed."""

from __future__ import annotations

from memory_desktop.core.conversation.cycles import CYCLE
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import payload_of

#: The types of these events.
TELLING = (EventType.CYCLE, EventType.RELEASE)


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
