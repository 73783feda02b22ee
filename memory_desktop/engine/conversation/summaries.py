"""Keeps a summary of each user's conversations: by each turn, in the background, as deltas in the log.

Which turns are still to be taken in is read from the log, so none is missed after a crash. The rules of
`core.conversation.analysis` do the work; a language model, where one is configured, does it better, and when it fails,
the rules do.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from memory_desktop.core.conversation.analysis import (
    Analysis,
    analysed,
    is_over,
    left,
    no_longer_likes,
    not_called,
    statements,
    untrue,
)
from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.summary import ConversationSummary, Delta, empty_summary
from memory_desktop.core.errors import KnownError
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.summary import SUMMARY, EditSummary, Summarise, summary_id
from memory_desktop.core.memory.partly import left_of
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.engine.conversation.said_when import SaidWhen
from memory_desktop.engine.conversation.signals import SUMMARY_UPDATED, Signals
from memory_desktop.engine.conversation.summary_vectors import SummaryVectors
from memory_desktop.engine.conversation.telling import TELLING, is_taken_in, telling, turn_of
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: Reads a turn by a language model, given the summary so far; None when there is none, or it fails.
Reading = Callable[[Cycle, ConversationSummary], Analysis | None]


_log = logging.getLogger(__name__)
_MOST_TRIES = 3


class Summaries:
    """See the module. Safe from many threads; `step` is for one at a time."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        turns: Turns,
        space: Callable[[], Space],
        vectors: SummaryVectors,
        signals: Signals,
    ) -> None:
        self._store = store
        self._writer = writer
        self._turns = turns
        self._space = space
        self._vectors = vectors
        self._signals = signals
        self._tries = 0  # of the turn that comes next
        self._lock = threading.Lock()
        self._seen = 0
        self._waiting: deque[tuple[Event, bool]] = deque()  # and whether a redo brings its turn back
        self._said_when = SaidWhen(store)
        self.reading: Reading = lambda _cycle, _summary: None
        #: May facts of a kind be kept of a user's turns?
        self.learns: Callable[[str, str], bool] = lambda _user, _kind: True

    # --- asking -------------------------------------------------------------------------------------------------------

    def get_or_create(self, user_id: str = "") -> ConversationSummary:
        """A user's summary; an empty one for who is new."""
        return self._writer.projections.now(SUMMARY).get(summary_id(user_id)) or empty_summary(user_id)

    def identity(self, user_id: str = "") -> Mapping[str, str]:
        """Who the user is, what the assistant is called, and where the user is, as far as known; at once."""
        return self.get_or_create(user_id).identity

    def embedding(self, user_id: str = "") -> Vectors | None:
        """The vector of the summary's text by the model in use: as it is stored, or made for this call while it still
        waits; None while it is empty. Raises EmbeddingError."""
        summary = self.get_or_create(user_id)
        if not summary.text:
            return None
        stored = self._vectors.of(summary)
        return stored if stored is not None else self._space().embedder.embed([summary.text])[0]

    def deltas(self, user_id: str = "", *, limit: int = 200) -> list[Event]:
        """The newest changes of a user's summary, newest first: the SUMMARY events."""
        return self._store.log.select(item=summary_id(user_id), type=EventType.SUMMARY, limit=limit)

    # --- changing -----------------------------------------------------------------------------------------------------

    def edit(
        self, user_id: str = "", wanted: Mapping[str, Any] | None = None, *, actor: str = "user", initiator: str = ""
    ) -> ConversationSummary:
        """Set parts of a summary by hand; one step of undo.

        Args:
            wanted: whole lists ("topics", "entities", "points", "preferences") and fields of the identity
                ("user_name", "ai_name", "location"; "" for none).

        Raises:
            InvalidCommandError: an unknown name.
        """
        self._writer.execute(EditSummary(user_id, dict(wanted or {})), actor=actor, initiator=initiator)
        return self.get_or_create(user_id)

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Take one turn in; False when there is none. What a cancelled step did not do is done by a later one.

        A turn at which the program fails again and again is left out, so that the others do not wait for it for ever.
        """
        if self._store.log.read_only or (cancel is not None and cancel.cancelled()):
            return False
        told = self._next()
        if told is None:
            return False
        event, back = told
        try:
            self._take_in(event, back=back)
        except (KnownError, OSError):
            raise  # the disk may be full: it is taken in later
        except Exception:
            with self._lock:
                self._tries += 1
                if self._tries < _MOST_TRIES:
                    raise
            _log.exception("a turn is left out of the summary: event %d", event.seq)
        with self._lock:
            self._tries = 0
            self._waiting.popleft()
            self._seen = max(self._seen, event.seq)
        return True

    def _take_in(self, event: Event, *, back: bool) -> None:
        id, seen = turn_of(event), self._store.log.head
        cycle = self._turns.find(id)
        if cycle is None:
            return  # undone or forgotten meanwhile
        if back and is_taken_in(self._store.log, id, summary_id(cycle.user_id), EventType.SUMMARY):
            return  # and what was taken in of it, too
        before = self.get_or_create(cycle.user_id)
        read = self.reading(cycle, before)
        by = "rules" if read is None else "model"
        analysis = self._kept(cycle.user_id, read or analysed(cycle.user_input, cycle.final_response))
        delta = _delta(before, analysis, cycle.user_input)
        if self._said_when.late(cycle.user_id, cycle.timestamp):
            delta = _early(before, delta, self._said_when.said_after(before, cycle.timestamp))
        with self._writer.lock:
            if self._store.log.head != seen and self._turns.find(id) != cycle:
                return  # a newer event tells of it, or it is gone
            command = Summarise(cycle.user_id, cycle.cycle_id, cycle.session_id, event.seq, delta, by, cycle.messages)
            written = self._writer.execute(command, actor="system", initiator="summary", belongs_to=event.command)
            self._said_when.take(written.events, cycle)
        after = self.get_or_create(cycle.user_id)
        self._signals.emit(SUMMARY_UPDATED, cycle.user_id, cycle_id=cycle.cycle_id, update_count=after.update_count)

    def _kept(self, user: str, read: Analysis) -> Analysis:
        """What may be kept of what was read from a turn: of some users no preferences, or no facts, are learned."""
        if not self.learns(user, "pref"):
            read = replace(read, preferences=())
        return read if self.learns(user, "fact") else replace(read, points=(), identity={})

    def _next(self) -> tuple[Event, bool] | None:
        with self._lock:
            if not self._waiting:
                log = self._store.log
                if not self._seen:
                    known = self._writer.projections.now(SUMMARY).values()
                    self._seen = max((one.upto for one in known), default=0)
                head = log.head
                if log.may_have(TELLING, self._seen):
                    events = log.of_types(TELLING, after=self._seen, to=head)
                    self._waiting.extend((one, back) for one, back in telling(log, events) if turn_of(one))
                if not self._waiting:
                    self._seen = max(self._seen, head)
            return self._waiting[0] if self._waiting else None


def _delta(before: ConversationSummary, read: Analysis, said: str) -> Delta:
    """What a turn adds to a summary: only what is new; and what it says is otherwise now."""
    added: dict[str, tuple[str, ...]] = {}
    removed: dict[str, tuple[str, ...]] = {}
    lists = {
        "topics": read.topics,
        "entities": read.entities,
        "points": read.points,
        "preferences": read.preferences,
    }
    for name, entries in lists.items():
        there = {one.casefold() for one in before.entries(name)}
        new = tuple(dict.fromkeys(one for one in entries if one.casefold() not in there))
        if new:
            added[name] = new
    told = statements(said)
    if gone := [one for one in before.entries("entities") if one in untrue(said)]:
        removed["entities"] = tuple(gone)
    for name, over in (("points", is_over), ("preferences", no_longer_likes)):
        old = before.entries(name)
        gone = [one for one in old if any(over(one, new) for new in (*told, *added.get(name, ())))]
        if name == "points":
            # Of a point of which only a clause is taken back, the others stay.
            rest = {one: left_of(one, told) for one in gone}
            gone = [one for one in gone if rest[one] != (one,)]
            stays = [one for old in gone for one in rest[old] if one not in added.get(name, ())]
            added |= {name: (*stays, *added.get(name, ()))} if stays else {}
        if gone:
            removed[name] = tuple(gone)
    identity = dict(read.identity)  # what is said again, too: so it is known when that was
    for name, no_more in (("location", left), ("user_name", not_called)):
        was = before.identity.get(name, "")
        if was and name not in read.identity and any(no_more(was, one) for one in told):
            identity[name] = ""
    latest = read.topics[0] if read.topics and read.topics[0] != before.latest_topic else None
    return Delta(added=added, removed=removed, identity=identity, latest=latest)


def _early(before: ConversationSummary, delta: Delta, later: Callable[[str, str], bool]) -> Delta:
    """What is left of a delta whose turn was said before others that the summary knows: nothing that was said since is
    replaced or removed, and nothing comes back that was taken back since."""
    identity = {name: value for name, value in delta.identity.items() if not later(name, "")}
    removed = {name: tuple(one for one in entries if not later(name, one)) for name, entries in delta.removed.items()}
    added = {name: list(entries) for name, entries in delta.added.items()}
    where = (
        [f"I live in {before.identity['location']}."] if later("location", "") and "location" in before.identity else []
    )
    for name, over in (("points", is_over), ("preferences", no_longer_likes)):
        since = [*(one for one in before.entries(name) if later(name, one)), *(where if name == "points" else ())]
        added[name] = [one for one in added.get(name, ()) if not any(over(one, new) for new in since)]
    return Delta(
        added={name: tuple(entries) for name, entries in added.items() if entries},
        removed={name: entries for name, entries in removed.items() if entries},
        identity=identity,
        early=True,
    )
