"""The projections that a vault keeps of its log, the versions of their rules, and folding them again.

Records, the items of events, the commands and the messages of conversations are tables, written in the transaction
that appends the events. What is small (settings, assemblies, merges, held items, labels …) is folded in memory when
somebody asks. When the columns or rules of a table change, its version moves, and it is folded again from the log at
the next open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from memory_desktop.core.events.event import Event
from memory_desktop.core.events.policy import SETTING
from memory_desktop.core.events.registry import OWNERS, fold_items, types_of
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.settings import Settings, Value
from memory_desktop.engine.history.folded import Folded
from memory_desktop.engine.writing.projector import project
from memory_desktop.store import Store
from memory_desktop.store.command_log import VERSION as COMMANDS
from memory_desktop.store.database import Cursor
from memory_desktop.store.event_items import VERSION as ITEMS
from memory_desktop.store.given_vectors import VERSION as GIVEN
from memory_desktop.store.messages import VERSION as MESSAGES
from memory_desktop.store.records import VERSION as RECORDS

Progress = Callable[[str, int, int], None]

#: Table → version of its columns and of the rules that fold it.
VERSIONS = {
    "records": RECORDS,
    "event_items": ITEMS,
    "commands": COMMANDS,
    "messages": MESSAGES,
    "given_vectors": GIVEN,
}
#: The name of the note of these versions in the database.
VERSIONS_KEY = "projections"
_BULK = frozenset({"memory"})


class Projections:
    """The projections that are kept in memory: items by id, by kind. Safe from many threads.

    Args:
        overrides: settings that hold whatever the log says.
    """

    def __init__(self, store: Store, overrides: Mapping[str, Value] | None = None) -> None:
        self._overrides = overrides or {}
        self._folded: dict[str, Folded[Any]] = {
            kind: Folded(store.log, types_of(kind), fold_items, kind) for kind in OWNERS if kind not in _BULK
        }

    def now(self, kind: str) -> Mapping[str, Any]:
        """The items of a kind after the last event; not to be changed."""
        return self._folded[kind].now()[1]

    def folded(self, kind: str) -> Folded[Any]:
        """The projection of a kind."""
        return self._folded[kind]

    def all(self) -> Mapping[str, Mapping[str, Any]]:
        """Every kind's items, each folded when it is first looked at; for who holds the writer's lock meanwhile."""
        return _Items(self)

    def kinds(self) -> Iterable[str]:
        """What there is."""
        return self._folded.keys()

    def take(self, events: Sequence[Event]) -> None:
        """Take in what was just committed."""
        for folded in self._folded.values():
            folded.take(events)

    def forget(self) -> None:
        """Fold all again when somebody asks next: earlier events say something else now."""
        for folded in self._folded.values():
            folded.forget()

    def settings(self) -> Settings:
        """The vault's settings after the last event."""
        return Settings(self.now(SETTING), self._overrides)

    def settings_at(self, seq: int) -> Settings:
        """The settings as they were after event `seq`."""
        return Settings(self._folded[SETTING].at(seq), self._overrides)


class _Items(Mapping[str, Mapping[str, Any]]):
    """Items by kind, asked of the projections one kind at a time."""

    def __init__(self, projections: Projections) -> None:
        self._projections = projections

    def __getitem__(self, kind: str) -> Mapping[str, Any]:
        return self._projections.now(kind)

    def __iter__(self) -> Iterator[str]:
        return iter(self._projections.kinds())

    def __len__(self) -> int:
        return sum(1 for _ in self._projections.kinds())


def fold_again(store: Store, progress: Progress | None = None) -> tuple[str, ...]:
    """Fold the tables whose version is not this program's again from the log; which they were.

    A process killed in between has not noted the new version, and the next one begins anew.

    Raises:
        FoldError: an event does not fit those before it.
    """
    kept: dict[str, int] = store.meta.get(VERSIONS_KEY, {})
    stale = tuple(name for name, version in VERSIONS.items() if kept.get(name) != version)
    if not stale:
        return ()
    if store.log.head:
        _fold(store, stale, progress)
    elif "records" in stale:
        with store.database.transaction() as cursor:
            store.records.create_anew(cursor)
    note_versions(store)
    return stale


def fold_tables(cursor: Cursor, store: Store, events: Sequence[Event]) -> list[Memory]:
    """Take events into every table, inside the caller's transaction; the records that changed, in key order."""
    store.items.fold(cursor, events)
    store.commands.fold(cursor, events)
    store.messages.fold(cursor, events)
    store.given.fold(cursor, events)
    return project(cursor, store.records, events)


def note_versions(store: Store) -> None:
    """Note that the tables are folded by the rules of this program."""
    store.meta.set(VERSIONS_KEY, VERSIONS)


def _fold(store: Store, stale: tuple[str, ...], progress: Progress | None) -> None:
    fresh = store.records.next_version()
    with store.database.transaction() as cursor:
        if "records" in stale:
            fresh.drop(cursor)
            fresh.create(cursor)
        if "event_items" in stale:
            store.items.clear(cursor)
        if "commands" in stale:
            store.commands.clear(cursor)
        if "messages" in stale:
            store.messages.clear(cursor)
        if "given_vectors" in stale:
            store.given.clear(cursor)
    for events in store.log.read():
        with store.database.transaction() as cursor:
            if "event_items" in stale:
                store.items.fold(cursor, events)
            if "commands" in stale:
                store.commands.fold(cursor, events)
            if "messages" in stale:
                store.messages.fold(cursor, events)
            if "given_vectors" in stale:
                store.given.fold(cursor, events)
            if "records" in stale:
                project(cursor, fresh, events)
        if progress is not None:
            progress("events", events[-1].seq, store.log.head)
    if "records" in stale:
        with store.database.transaction() as cursor:
            store.records.take_over(fresh, cursor)
