"""Tools for the two moments of a turn: what an agent is handed before it replies, and what it hands over afterwards."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.service.agents import PREFIX
from memory_desktop.service.tools.base import Arguments, Errand, Result, Tool, moment


class TurnArguments(Arguments):
    """What `process_turn` takes."""

    user_input: str = Field(description="What the user said, word for word.")
    final_response: str | None = Field(default=None, description="What you replied, word for word.")
    session_id: str = Field(default="", description="The conversation; the user’s last one if it is not given.")
    user_id: str = Field(default="", description="Whose turn it is, where several people use you.")
    cycle_id: str | None = Field(default=None, description="Of a turn that is handed over again: its own id.")
    timestamp: str | None = Field(default=None, description="When it was said, ISO 8601; now if not given.")
    title: str = Field(default="", description="Of the conversation.")
    metadata: dict[str, Any] = Field(default_factory=dict)


class TurnResult(Result):
    """What `process_turn` answers."""

    cycle_id: str
    session_id: str
    user_id: str
    waiting: bool = Field(description="Facts are still to be learned from it, in the background.")


def _process_turn(errand: Errand, given: TurnArguments) -> TurnResult:
    turn = CycleDraft(
        user_input=given.user_input,
        final_response=given.final_response,
        cycle_id=given.cycle_id,
        user_id=given.user_id,
        session_id=given.session_id,
        timestamp=moment("timestamp", given.timestamp),
        title=given.title,
        metadata=given.metadata,
        source=errand.actor.removeprefix(PREFIX),
    )
    ticket = errand.engine.conversations.process(turn, actor=errand.actor)
    return TurnResult(
        cycle_id=ticket.cycle_id, session_id=ticket.session_id, user_id=ticket.user_id, waiting=ticket.waiting
    )


TOOLS = (
    Tool(
        "process_turn",
        "Hand a turn over",
        "Keep what was said in this turn. Returns at once; facts are learned from it in the background.",
        TurnArguments,
        TurnResult,
        _process_turn,
        writes=True,
    ),
)
