"""What is known when the newest events of a log are missing, or others stand in their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.wording import count


@dataclass(frozen=True, slots=True)
class Witness:
    """A part of the vault that has seen an event.

    Attributes:
        name: which part, as a sentence says it: "the anchor", "the snapshot “Before import”".
        position: seq of the latest event that it has seen.
        hash: of that event, in hex; "" where the part does not know it.
        at: when that event was written; None where the part does not know it.
    """

    name: str
    position: int
    hash: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LossReport:
    """Events that were written, and that the log does not have any more.

    Attributes:
        last: seq of the last event that the log still proves; 0 when there is none.
        lost_to: seq of the latest event that any part of the vault has seen.
        since: when event `last` was written. until: when event `lost_to` was, if any part knows.
        replaced: the log has events in those places, but not the ones that were written first.
        database_missing: the whole database file was gone.
        witnesses: the parts that have seen more than the log has.
        records: memories that are still in the records although the events that made or changed them are missing.
        vectors: vectors that belong to missing events.
    """

    last: int
    lost_to: int
    since: datetime | None
    until: datetime | None
    replaced: bool
    database_missing: bool
    witnesses: tuple[Witness, ...]
    records: int = 0
    vectors: int = 0

    @property
    def text(self) -> str:
        """What happened, in a sentence."""
        first = self.last + 1
        events = f"event {first:,}" if first >= self.lost_to else f"events {first:,} to {self.lost_to:,}"
        if self.database_missing:
            return f"The database file is missing: {events} of this vault are lost."
        if self.replaced:
            return f"The log was replaced from event {first:,} on: {events} are not the ones that were written."
        verb = "is" if first >= self.lost_to else "are"
        return f"The log has lost its newest events: {events} {verb} missing."

    @property
    def known(self) -> str:
        """What is still known of them, in a sentence."""
        seen = ", ".join(f"{one.name} (event {one.position:,})" for one in self.witnesses)
        parts = [f"Seen by {seen}"]
        if self.until is not None:
            parts.append(f"the last of them was written on {self.until:%Y-%m-%d at %H:%M} UTC")
        if self.records:
            parts.append(f"{count(self.records, 'memory', 'memories')} that they made can still be read")
        return "; ".join(parts) + "."

    @property
    def advice(self) -> str:
        """What to do about it first, in a sentence."""
        return "Put the newest copy of the vault back. Until then it can be read and searched, but not changed."

    @property
    def hint(self) -> str:
        """What to do, for whoever has the command line."""
        return f"{self.advice} To go on without those events, run “memory-desktop verify VAULT --accept-loss”."


def loss_among(
    witnesses: Sequence[Witness], *, last: int, hash_of: dict[int, str], database_missing: bool = False
) -> tuple[int, int, bool, tuple[Witness, ...]] | None:
    """Compare what others have seen with the log; None when the log has all of it.

    Args:
        last: seq of the log's last event. hash_of: the log's hash, in hex, of each event that a witness names.

    Returns:
        (last proven event, latest event seen, whether other events stand there, the witnesses that say so).
    """
    beyond = [one for one in witnesses if one.position > last]
    changed = [one for one in witnesses if one.hash and one.position <= last and hash_of.get(one.position) != one.hash]
    if not beyond and not changed and not database_missing:
        return None
    lost_to = max([one.position for one in (*beyond, *changed)], default=last)
    if not changed:
        return last, lost_to, False, tuple(beyond)
    first_changed = min(one.position for one in changed)
    proven = [
        one.position
        for one in witnesses
        if one.hash and one.position < first_changed and hash_of.get(one.position) == one.hash
    ]
    return max(proven, default=0), max(lost_to, last), True, (*changed, *beyond)
