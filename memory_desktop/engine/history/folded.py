"""Projections of rare event types, kept in memory; new events are folded in at the next read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from memory_desktop.core.events.event import Event
from memory_desktop.store.event_log import EventLog

T = TypeVar("T")


class Folded(Generic[T]):
    """Items by id, folded from the events of some types. Safe from many threads.

    Args:
        fold: takes events, in order, into a dictionary of items of a kind.
    """

    def __init__(
        self,
        log: EventLog,
        types: Sequence[str],
        fold: Callable[[str, dict[str, Any], Iterable[Event]], None],
        kind: str,
    ) -> None:
        self._log = log
        self._types = types
        self._fold = fold
        self._kind = kind
        self._lock = threading.Lock()
        self._kept: tuple[int, dict[str, T]] = (0, {})

    def now(self) -> tuple[int, dict[str, T]]:
        """(seq of the last event, the items after it); these are not to be changed."""
        with self._lock:
            position, items = self._kept
            head = self._log.head
            if position != head:
                events: list[Event] = []
                if self._log.may_have(self._types, position):
                    events = self._log.of_types(self._types, after=position, to=head)
                if events:  # else it stays the same dictionary, by which one may know that nothing has changed
                    items = dict(items)
                    self._fold(self._kind, items, events)
                self._kept = head, items
            return self._kept

    def take(self, events: Sequence[Event]) -> None:
        """Take in what was just committed, if everything before it is in: then nobody has to read it from the log."""
        with self._lock:
            position, items = self._kept
            if not events or position != events[0].seq - 1:
                return
            mine = [event for event in events if event.type in self._types]
            if mine:
                items = dict(items)
                self._fold(self._kind, items, mine)
            self._kept = (events[-1].seq, items)

    def forget(self) -> None:
        """Fold all again when somebody asks next: earlier events say something else now."""
        with self._lock:
            self._kept = (0, {})

    def at(self, seq: int) -> dict[str, T]:
        """The items as they were after event `seq`."""
        items: dict[str, T] = {}
        self._fold(self._kind, items, self._log.of_types(self._types, to=seq))
        return items
