"""Keeps what is held in memory of the latest turns true to the vault.

A turn that is recorded is handed on at once. One that is changed in any other way (edited, forgotten, purged, undone,
brought back) is only noted when the change set comes, which must be quick, and read again before the next answer.
"""

from __future__ import annotations

import threading
from typing import Protocol

from memory_desktop.core.answers import ChangeSet
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.conversation.turns import Heard, Turns


class Follower(Protocol):
    """Holds turns in memory."""

    def put(self, heard: Heard) -> None:
        """A turn is new, or says something else now."""
        ...

    def drop(self, user_id: str, cycle_id: str) -> None:
        """A turn is not there any more."""
        ...


class Following:
    """See the module. Safe from many threads."""

    def __init__(self, turns: Turns, subscribers: Subscribers) -> None:
        self._turns = turns
        self._lock = threading.Lock()
        self._settling = threading.Lock()
        self._followers: list[Follower] = []
        self._users: dict[str, str] = {}  # of each turn that is held
        self._cycles: dict[int, str] = {}  # by key of a message
        self._gone: set[str] = set()
        self._stale: set[str] = set()
        self._unknown: set[int] = set()  # keys of what is new: a message of a turn, or anything else
        turns.on_record(self.put)
        subscribers.add(self._changed)

    def add(self, follower: Follower) -> None:
        """Tell it of every turn from now on."""
        self._followers.append(follower)

    def put(self, heard: Heard) -> None:
        """A turn is recorded, or taken up."""
        self.follow(heard)
        for follower in self._followers:
            follower.put(heard)

    def follow(self, heard: Heard) -> None:
        """Somebody holds this turn."""
        with self._lock:
            id = heard.cycle.cycle_id
            self._users[id] = heard.cycle.user_id
            self._gone.discard(id)
            self._cycles |= dict.fromkeys(heard.keys, id)

    def settle(self) -> None:
        """Read the turns again that have changed meanwhile."""
        with self._settling:
            with self._lock:
                unknown, self._unknown = self._unknown - self._cycles.keys(), set()
            joined = self._turns.of_keys(sorted(unknown)).values() if unknown else ()
            with self._lock:
                stale, self._stale = self._stale | (set(joined) & self._users.keys()), set()
            if not stale:
                return
            found = {one.cycle.cycle_id: one for one in self._turns.heard(sorted(stale))}
            for id in sorted(stale):
                if id in found:
                    self.put(found[id])
                    continue
                with self._lock:
                    self._gone.add(id)
                for follower in self._followers:
                    follower.drop(self._users[id], id)

    def _changed(self, change: ChangeSet) -> None:
        if not change.records:
            return
        with self._lock:
            if change.many or not change.keys:
                self._stale |= self._users.keys()
                return
            self._stale |= {self._cycles[key] for key in change.keys if key in self._cycles}
            if self._users:
                self._unknown.update(key for key in change.keys if key not in self._cycles)
            self._stale |= self._gone  # one of these may be back
