"""A request for a list of turns, a page of it at a time, and where the next page goes on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.errors import InvalidCommandError

#: The most turns of a page.
MOST = 100
_EPOCH, _STEP = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleListRequest:
    """Which turns, and in what order. Those that began at the same time come in the order of their events.

    Attributes:
        user_id, session_id: whose (the owner's are also those that name nobody), and of which conversation; None: all.
        start_date, end_date: when the turn began; both are included.
        response_type: of the answer, as its metadata has it.
        min_confidence: at least one agent was at least so sure of what it concluded, [0, 1].
        newest_first: else the oldest come first.
        limit: turns of a page, 1 to 100. cursor: of the page before; "": the first page.
    """

    user_id: str | None = None
    session_id: str | None = None
    start_date: datetime | None = None
    end_date: datetime | None = None
    response_type: str | None = None
    min_confidence: float | None = None
    newest_first: bool = True
    limit: int = 10
    cursor: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= MOST:
            raise InvalidCommandError(f"limit is {self.limit}; it must be from 1 to {MOST}.")
        if self.min_confidence is not None and not 0.0 <= self.min_confidence <= 1.0:
            raise InvalidCommandError(f"min_confidence is {self.min_confidence}; it must be from 0 to 1.")
        if self.start_date is not None and self.end_date is not None and self.start_date > self.end_date:
            raise InvalidCommandError("The turns would have to end before they start: start_date is after end_date.")
        self.beyond()

    def beyond(self) -> tuple[datetime, int] | None:
        """(time, event) of the last turn of the page before. Raises InvalidCommandError: the cursor is none."""
        if not self.cursor:
            return None
        try:
            time, event = (int(part) for part in self.cursor.split("-"))
            return _EPOCH + time * _STEP, event
        except (ValueError, OverflowError) as error:
            raise InvalidCommandError(f"“{self.cursor}” is no cursor of a list of turns.") from error


@dataclass(frozen=True, slots=True)
class CyclePage:
    """Some of the turns that fit, how many fit in all, and the cursor of the next page; "": there is none."""

    cycles: tuple[Cycle, ...]
    total: int
    cursor: str = ""


def cursor_at(moment: datetime, event: int) -> str:
    """The cursor for what comes after a turn that began then, with this event."""
    return f"{(moment - _EPOCH) // _STEP}-{event}"
