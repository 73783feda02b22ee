"""What agents and people did in a vault since a moment: by day and actor, a line for each kind of deed.

What was taken back since is in no line: a digest says what stands. Days are those of the local time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum

from memory_desktop.core.events.event import AGENT, SYSTEM
from memory_desktop.core.wording import count

#: Deeds of a line that are listed.
MOST_ITEMS = 200
_QUARTER = timedelta(minutes=15)


class Did(StrEnum):
    """What a line is about, in the order of the lines."""

    LEARNED = "learned"
    CHANGED = "changed"
    FORGOT = "forgot"
    SAID = "said"
    USED = "used"
    FILLED = "filled"
    FADED = "faded"
    UNDID = "undid"
    REDID = "redid"
    OTHER = "other"


_SENTENCES = {
    Did.LEARNED: ("Learned", "memory", "memories"),
    Did.CHANGED: ("Made", "change", "changes"),
    Did.FORGOT: ("Forgot", "memory", "memories"),
    Did.SAID: ("Took down", "message", "messages"),
    Did.USED: ("Asked", "question", "questions"),
    Did.FILLED: ("Filled the layers in", "run", "runs"),
    Did.FADED: ("Let memories fade in", "run", "runs"),
    Did.UNDID: ("Undid", "step", "steps"),
    Did.REDID: ("Redid", "step", "steps"),
    Did.OTHER: ("Did", "other thing", "other things"),
}


@dataclass(frozen=True, slots=True)
class DigestLine:
    """One kind of deed of an actor on a day.

    Attributes:
        number: of memories, messages, questions, runs or steps.
        first, last: the first and last event of these.
        texts: the beginning of the newest few, newest first: of memories, or of questions; of runs what they did.
    """

    did: Did
    number: int
    first: int
    last: int
    texts: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """ "Learned 14 memories"."""
        verb, one, many = _SENTENCES[self.did]
        return f"{verb} {count(self.number, one, many)}"


@dataclass(frozen=True, slots=True)
class DigestGroup:
    """What an actor did on a day."""

    day: date
    actor: str
    lines: tuple[DigestLine, ...]

    @property
    def last(self) -> int:
        """The newest event of the group."""
        return max(line.last for line in self.lines)


@dataclass(frozen=True, slots=True)
class Digest:
    """What was done by the events with after < seq <= to, newest day and actor first.

    Attributes:
        since: when event `after` was written; None where it is the beginning.
        left_out: how many older groups there are beyond those listed.
    """

    after: int
    to: int
    since: datetime | None
    groups: tuple[DigestGroup, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class DigestItem:
    """One deed of a line.

    Attributes:
        seq, command: its event, and the command that this belongs to.
        item: id of the memory that it is about; "" where it is about none or many.
        text: what the memory says, or the question, or what was done.
        status: of the memory now; "" where it is about none.
    """

    seq: int
    command: int
    at: datetime
    item: str
    text: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class Grown:
    """Memories that came and went in a day, week or month.

    Attributes:
        start: its first day. learned: that became active, also by an undo. removed: that were forgotten, or that
            another took the place of; neither counts edits. total: that were active at its end.
    """

    start: date
    learned: int
    removed: int
    total: int


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a vault over time. `unit`: "day", "week" or "month"."""

    unit: str
    periods: tuple[Grown, ...] = ()


def actor_word(actor: str) -> str:
    """Who it was, for people: "You", "This program", the name of an agent."""
    if actor == "user":
        return "You"
    if actor == SYSTEM:
        return "This program"
    return actor.removeprefix(AGENT)


def midnight(moment: datetime, days: int, zone: tzinfo | None = None) -> datetime:
    """The beginning of the local day that was so many days before a moment. `zone`: None for the computer's."""
    day = moment.astimezone(zone).date() - timedelta(days=days)
    return _local(day, zone)


def offsets(start: datetime, end: datetime, zone: tzinfo | None = None) -> list[tuple[datetime, int]]:
    """How far local time is ahead of UTC between two times: (until when, seconds), in order.

    Changes are found to the quarter of an hour; the last entry holds to the end and beyond.
    """
    found: list[tuple[datetime, int]] = []
    at, ahead = start, _ahead(start, zone)
    while at < end:
        following = min(at + timedelta(days=7), end)
        if _ahead(following, zone) != ahead:
            change = _change(at, following, zone)
            found.append((change, ahead))
            following, ahead = change, _ahead(change, zone)
        at = following
    return [*found, (end, ahead)]


def _change(before: datetime, after: datetime, zone: tzinfo | None) -> datetime:
    """The first quarter of an hour with another offset than `before`."""
    first = datetime.fromtimestamp(before.timestamp() // _QUARTER.total_seconds() * _QUARTER.total_seconds(), UTC)
    low, high = 0, -(-(after - first) // _QUARTER)
    ahead = _ahead(before, zone)
    while high - low > 1:
        middle = (low + high) // 2
        if _ahead(first + middle * _QUARTER, zone) == ahead:
            low = middle
        else:
            high = middle
    return first + high * _QUARTER


def _ahead(moment: datetime, zone: tzinfo | None) -> int:
    offset = moment.astimezone(zone).utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def _local(day: date, zone: tzinfo | None) -> datetime:
    if zone is not None:
        return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
    return datetime(day.year, day.month, day.day).astimezone()
