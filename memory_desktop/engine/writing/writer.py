"""The only way to change a vault: command → decide → one transaction → keyword index → change set."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.errors import InvalidCommandError, TakenBackError
from memory_desktop.core.events.event import Event, NewEvent
from memory_desktop.core.events.family import Command, State
from memory_desktop.core.events.policy import PolicyChange
from memory_desktop.core.events.registry import decide, payload_of, vector_work
from memory_desktop.core.events.vault import CreateVault
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Clock
from memory_desktop.core.settings import Settings
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.writing.projections import Projections, fold_tables
from memory_desktop.locks import Rank, RankedLock
from memory_desktop.store import Store
from memory_desktop.store.database import Cursor

_LISTED_KEYS = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """What a command did: its events and the records that they changed, in key order; both empty if nothing."""

    events: tuple[Event, ...]
    memories: tuple[Memory, ...]

    @property
    def created(self) -> tuple[Memory, ...]:
        """The records that the command made."""
        first = self.events[0].seq if self.events else 0
        return tuple(memory for memory in self.memories if memory.key >= first)


@dataclass(frozen=True, slots=True)
class _Beside:
    """A command of `actor` that is carried out in the transaction of the next command that is given as `of`."""

    command: Command
    actor: str
    of: str


class _Noting(threading.local):
    """Per thread: the actor whose commands are noted, their numbers so far, what is to be done beside the next, and
    whether commands are still wanted."""

    def __init__(self) -> None:
        self.actor = ""
        self.commands: list[int] = []
        self.beside: _Beside | None = None
        self.wanted: Callable[[], bool] | None = None


class Writer:
    """Serialises all writes of a vault.

    Attributes:
        lock: held while the state that a command depends on is looked at and changed.
        projections: what the log comes to.
    """

    def __init__(
        self,
        vault_id: str,
        store: Store,
        projections: Projections,
        keywords: KeywordKeeper,
        subscribers: Subscribers,
        clock: Clock,
    ) -> None:
        self._vault_id = vault_id
        self._store = store
        self._keywords = keywords
        self._subscribers = subscribers
        self._clock = clock
        self.projections = projections
        self._settings = projections.settings()
        self.lock = RankedLock(Rank.WRITER, again=True)
        self._noting = _Noting()
        #: Queues the memories whose vectors from outside came or went with events, in their transaction; did any?
        self.vectors_came: Callable[[Cursor, Sequence[tuple[Event, Any]]], bool] = lambda _cursor, _said: False

    @property
    def settings(self) -> Settings:
        """The vault's settings as of the last event."""
        return self._settings

    @contextmanager
    def noted(self, actor: str) -> Iterator[list[int]]:
        """A list that fills with the numbers of the commands that this thread gives as `actor` until the end.

        Within such a block, another one notes for itself alone.
        """
        mine = self._noting
        outer = mine.actor, mine.commands
        mine.actor, mine.commands = actor, []
        try:
            yield mine.commands
        finally:
            mine.actor, mine.commands = outer

    def note_too(self, commands: Sequence[int], actor: str) -> None:
        """Note commands of others, which this thread gave because `actor` said so, where those of `actor` are noted."""
        if actor and actor == self._noting.actor:
            self._noting.commands += [one for one in commands if one not in self._noting.commands]

    @contextmanager
    def beside(self, command: Command, *, actor: str, of: str, initiator: str = "") -> Iterator[None]:
        """Carry `command` out as `actor` in the transaction of the first command that this thread gives as `of`, so
        that no crash comes between the two; at the end of the block, if it gives none and nothing goes wrong."""
        mine = self._noting
        mine.beside = _Beside(command, actor, of)
        try:
            yield
            if mine.beside is not None:
                self.execute(command, actor=actor, initiator=initiator)
        finally:
            mine.beside = None

    @contextmanager
    def only_while(self, wanted: Callable[[], bool]) -> Iterator[None]:
        """Each command that this thread gives until the end is refused once nobody wants it any more: looked at while
        nobody else writes. Raises TakenBackError (in `execute`)."""
        mine = self._noting
        outer, mine.wanted = mine.wanted, wanted
        try:
            yield
        finally:
            mine.wanted = outer

    def begin(self, name: str) -> None:
        """Write the log's first event, if there is none."""
        if self._store.log.head == 0:
            self.execute(CreateVault(name), actor="system")

    def execute(self, command: Command, *, actor: str, initiator: str = "", belongs_to: int | None = None) -> Written:
        """Carry a command out. On return it is durable and can be found by keyword.

        Args:
            belongs_to: seq of the first event of the larger command that this one is a part of.

        Raises:
            InvalidCommandError, NotFoundError: nothing was written. VaultError: the disk refused; nothing was kept.
        """
        with self.lock:
            if self._noting.wanted is not None and not self._noting.wanted():
                raise TakenBackError("What this is a part of was taken back meanwhile.")
            now = self._clock()
            events = decide(self._state(command, now), command)
            beside = self._noting.beside
            if not events or beside is None or beside.of != actor:
                return self._commit(events, now, actor, belongs_to, initiator)
            state = self._state(beside.command, now)
            more = decide(replace(state, next_seq=state.next_seq + len(events)), beside.command)
            more = [replace(one, actor=one.actor or beside.actor) for one in more]
            written = self._commit([*events, *more], now, actor, belongs_to, initiator)
            self._noting.beside = None
            return Written(written.events[: len(events)], written.memories)

    def _commit(
        self, new: Sequence[NewEvent], now: datetime, actor: str, belongs_to: int | None, initiator: str
    ) -> Written:
        if not new:
            return Written((), ())
        if self._store.log.behind:
            raise InvalidCommandError(
                f"This vault shows its state at event {self._store.log.head:,} of {self._store.log.last:,}, and cannot"
                " be changed there.",
                hint="Rebuild it without “--to” to bring it up to date.",
            )
        events = self._store.log.prepare(new, now=now, actor=actor, command=belongs_to)
        said = [(event, payload_of(event)) for event in events]
        self._store.records.know_ids(self._store.log.head)
        with self._store.database.transaction() as cursor:
            self._store.log.append(cursor, events)
            memories = fold_tables(cursor, self._store, events)
            created = [memory.key for memory in memories if memory.key >= events[0].seq]
            if created:
                self._store.queue.enqueue(cursor, created, now)
            waiting = vector_work(said)
            for kind in dict.fromkeys(work.kind for work in waiting if not work.again):
                new_keys = [work.key for work in waiting if work.kind is kind and not work.again]
                self._store.queue.enqueue(cursor, new_keys, now, kind)
            if again := [work.key for work in waiting if work.again]:
                self._store.queue.again(cursor, again)
            came = self.vectors_came(cursor, said)
        self._store.log.advance(events)
        self.projections.take(events)
        if actor and actor == self._noting.actor and events[0].command not in self._noting.commands:
            self._noting.commands.append(events[0].command)
        policies = any(isinstance(payload, PolicyChange) for _, payload in said)
        if policies:
            self._settings = self.projections.settings()
        self._keywords.apply(memories, events[0].seq - 1, events[-1].seq)
        keys = tuple(memory.key for memory in memories)
        self._subscribers.publish(
            ChangeSet(
                head=events[-1].seq,
                keys=keys if len(keys) <= _LISTED_KEYS else (),
                many=len(keys) > _LISTED_KEYS,
                records=bool(keys),
                queue=bool(created or waiting or came),
                indexes=True,
                settings=policies,
                initiator=initiator,
            )
        )
        return Written(tuple(events), tuple(memories))

    def _state(self, command: Command, now: datetime) -> State:
        memories = self._store.records.by_ids(list(command.named(self._vault_id)))
        hashes = list(command.texts(memories))
        known = self._store.records.known(hashes) if hashes else {}
        items = self.projections.all()
        return State(self._vault_id, self._store.log.next, now, memories, known, self._settings, items)
