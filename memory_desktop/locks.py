"""Which threads there are, which locks they take, and in which order. The one place that says so.

**Threads.**

| thread | what it does | started by |
|---|---|---|
| GUI | draws; never touches database, index, model or file of a vault, and never waits for who does | `QApplication` |
| reads (3) | searches and everything that views show | `bridge.runner`, `query` |
| writes (1) | what a person asks for, one after the other in the order given | `bridge.runner`, `write` |
| long jobs (2) | import, export, verify, rebuild, measuring, opening and closing of vaults | `bridge.runner`, `run` |
| sync (1) | vectors, index upkeep, merges, the notes of recalls | `bridge.sync_worker`, `service.worker` |
| index growth (1) | waits for a large graph that grows in another process | `engine.embedding.growth` |
| http (1) | listens on the loopback interface; hands everything on | `service.host` |
| agents reading (6), writing (2) | calls of agents | `service.http` |
| shared command (1 each) | a command line of another process | `service.commands` |
| keyword search (2) | the keyword half of a search, beside the vector half in the reader's thread | `engine.engine` |

Without a window the caller's own threads take these parts.

**Locks.** A thread that holds a lock may take only locks of a higher rank (or the same one again, where that is said).
`RankedLock` raises `LockOrderError` at the first attempt to do otherwise, whether or not it would have come to a
deadlock that time.

| rank | lock | holds still |
|---|---|---|
| `SYNC` | `VectorSync` | steps of the sync |
| `UPKEEP` | `Engine` | index upkeep, migration, automatic snapshots, finishing of merges |
| `GROWTH` | `IndexGrowth` | a large graph of the vector index that grows |
| `WRITER` (again) | `Writer.lock` | every command, and whatever writes the keyword index |
| `DATABASE` (again) | `Database` | the one transaction that may write |

Below these are the locks of single parts (an index, a counter, a cursor), which are held for one of their own calls
and take no lock of this table meanwhile. Reads take none of the table: they never wait for a write.

**Closing.** `Engine.close` first says so: its token is part of the token of every long call, so that each ends at its
next item. Then it takes the locks in their order, and waits as long as that takes. Last it closes the database:
queries that are still running are interrupted and end with `ClosedError`, and no cursor is closed before its thread
has left it.
"""

from __future__ import annotations

import threading
from enum import IntEnum
from types import TracebackType
from typing import Any


class Rank(IntEnum):
    """The order of the table above."""

    SYNC = 1
    UPKEEP = 2
    GROWTH = 3
    WRITER = 4
    DATABASE = 5


class LockOrderError(RuntimeError):
    """A lock was asked for by a thread that holds one of a higher rank: a fault of the program."""


class _Held(threading.local):
    """Ranks of the locks that the thread holds, in the order in which it took them."""

    def __init__(self) -> None:
        self.ranks: list[Rank] = []


_held = _Held()


class RankedLock:
    """A lock that knows its place in the order; `again`: its holder may take it once more."""

    def __init__(self, rank: Rank, *, again: bool = False) -> None:
        self._rank = rank
        self._again = again
        self._lock: Any = threading.RLock() if again else threading.Lock()

    def acquire(self) -> None:
        """Wait for it. Raises LockOrderError."""
        held = _held.ranks
        # Taking one again that is held further out is no wait, whatever was taken since.
        if held and max(held) >= self._rank and not (self._again and self._rank in held):
            raise LockOrderError(f"{self._rank.name} was asked for by a thread that holds {max(held).name}")
        self._lock.acquire()
        _held.ranks.append(self._rank)

    def release(self) -> None:
        """Let it go."""
        _held.ranks.reverse()
        _held.ranks.remove(self._rank)
        _held.ranks.reverse()
        self._lock.release()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
