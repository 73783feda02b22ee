"""When what a user's summary holds was said, for turns of old conversations that are handed over late."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.store import Store


@dataclass(slots=True)
class _Known:
    """What is known of one user: (field of the identity, value) or (list, entry, folded) → when it was said last.

    `newest`: when the newest turn was said.
    """

    newest: datetime | None = None
    identity: dict[tuple[str, str], datetime] = field(default_factory=dict)
    entries: dict[tuple[str, str], datetime] = field(default_factory=dict)


class SaidWhen:
    """Reads the changes of all summaries once, and later only those that came since. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._upto = 0
        self._known: dict[str, _Known] = {}

    def late(self, user: str, moment: datetime) -> bool:
        """Was something that the user's summary knows said after a moment?"""
        with self._lock:
            self._read()
            known = self._known.get(user)
            return known is not None and known.newest is not None and known.newest > moment

    def said_after(self, summary: ConversationSummary, moment: datetime) -> Callable[[str, str], bool]:
        """Tells of an entry of a list, or of a field of the identity (the entry is ""), whether what the summary holds
        was said after a moment. Where the turn that said it is gone, the time of the change counts."""
        with self._lock:
            self._read()
            known = self._known.get(summary.user_id) or _Known()
            identity, entries = dict(known.identity), dict(known.entries)

        def later(name: str, entry: str = "") -> bool:
            if entry:
                at = entries.get((name, entry.casefold()))
            else:
                at = identity.get((name, summary.identity.get(name, "")))
            return at is not None and at > moment

        return later

    def take(self, events: Sequence[Event], cycle: Cycle) -> None:
        """Take in the changes that a turn has just made, if all before them are in: then nobody has to read them."""
        with self._lock:
            if events and self._upto == events[0].seq - 1:
                self._note([(one, payload_of(one)) for one in events], {cycle.cycle_id: cycle.timestamp})
                self._upto = events[-1].seq

    def _read(self) -> None:
        log = self._store.log
        head = log.head
        if not log.may_have((EventType.SUMMARY,), self._upto):
            self._upto = head
            return
        events = [(event, payload_of(event)) for event in log.of_types((EventType.SUMMARY,), after=self._upto, to=head)]
        cycles = [said.cycle for _, said in events if said.cycle]
        self._note(events, {row.cycle_id: row.at for row in self._store.messages.by_ids(cycles)} if cycles else {})
        self._upto = head

    def _note(self, events: Iterable[tuple[Event, Any]], times: Mapping[str, datetime]) -> None:
        for event, said in events:
            if event.type != EventType.SUMMARY or not said.cycle:
                continue  # by hand, which no turn overwrites, or taken back: what stands again was said before
            at = times.get(said.cycle, event.ts)
            known = self._known.setdefault(said.user, _Known())
            known.newest = max(at, known.newest or at)
            for name, value in said.identity.items():
                known.identity[name, value] = max(at, known.identity.get((name, value), at))
            for name, entries in said.added.items():
                for entry in entries:
                    key = name, entry.casefold()
                    known.entries[key] = max(at, known.entries.get(key, at))
