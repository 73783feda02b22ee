"""One DuckDB file, one writer at a time, a cursor per thread.

Every thread reads through a cursor of its own and sees the last committed state; no read waits for a write. All
writing goes through `transaction()`, which serialises writers with one lock, so DuckDB's optimistic concurrency never
has a conflict to report. `Held` sees the state at which it was made, whatever is committed later.

Closing interrupts what still runs: those queries end with `ClosedError`, and a cursor is closed once its thread has
left it, never under a running query.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import duckdb

from memory_desktop.core.errors import ClosedError, VaultDamagedError, VaultError, VaultLockedError
from memory_desktop.locks import Rank, RankedLock
from memory_desktop.store.faults import told, translated
from memory_desktop.store.names import literal, usable

# Nothing is ever fetched: an extension that is not in the wheel is not used.
#: How every connection is opened: nothing is installed or loaded by itself.
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
_INTERRUPT_AGAIN = 0.05
_KEPT_STATEMENTS = 200
_CLOSED = "The vault is closed."

Row = tuple[Any, ...]


class Cursor:
    """A thread's view of the database. Rows come as tuples, whole columns as numpy arrays.

    Raises (in every method that runs SQL):
        ClosedError: the database was closed, also while the query ran.
        VaultDamagedError: a block of the file does not have its checksum. VaultError: the disk refuses.

    Attributes:
        writing: it is in a transaction, and sees what may be taken back.
    """

    writing = False

    def __init__(self, raw: duckdb.DuckDBPyConnection, path: Path) -> None:
        self._raw = raw
        self._path = path
        self._in_use = threading.Lock()
        self._closed = False
        self._statements: dict[str, duckdb.Statement] = {}

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Run a statement whose rows are not wanted."""
        with self._using() as raw:
            raw.execute(self._parsed(raw, sql), list(parameters))

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """All rows."""
        with self._using() as raw:
            return raw.execute(self._parsed(raw, sql), list(parameters)).fetchall()

    def row(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        """The first row, or None."""
        with self._using() as raw:
            found: Row | None = raw.execute(self._parsed(raw, sql), list(parameters)).fetchone()
            return found

    def columns(self, sql: str, parameters: Sequence[Any] = ()) -> dict[str, Any]:
        """Columns by name, as numpy arrays."""
        with self._using() as raw:
            return raw.execute(self._parsed(raw, sql), list(parameters)).fetchnumpy()

    def close(self) -> None:
        """Give the connection back, when its thread has left it; a running query is interrupted."""
        self._closed = True
        while not self._in_use.acquire(timeout=_INTERRUPT_AGAIN):
            self._raw.interrupt()
        try:
            self._raw.close()
        finally:
            self._in_use.release()

    def _parsed(self, raw: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
        """The statement, parsed when it is first run here: parsing takes as long as a small insert itself."""
        known = self._statements.get(sql)
        if known is None:
            (known,) = raw.extract_statements(sql)
            if len(self._statements) >= _KEPT_STATEMENTS:
                self._statements.pop(next(iter(self._statements)))
            self._statements[sql] = known
        return known

    @contextmanager
    def _using(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._in_use, told(self._path):
            if self._closed:
                raise ClosedError(_CLOSED)
            try:
                yield self._raw
            except duckdb.InterruptException as error:
                raise ClosedError(_CLOSED) from error


class Source(Protocol):
    """Where tables are: a database, or a file attached to one."""

    def reader(self) -> Cursor:
        """This thread's cursor."""
        ...

    def transaction(self) -> AbstractContextManager[Cursor]:
        """All or nothing, durable on exit."""
        ...


class Database:
    """An open DuckDB file.

    Attributes:
        commits: grows with each transaction that ends; while it stays, whatever was read is still so.

    Raises (on construction):
        VaultLockedError: another process has it open.
        VaultDamagedError: it is damaged. VaultError: it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0
        self._write_lock = RankedLock(Rank.DATABASE, again=True)
        self._guard = threading.Lock()
        # By the thread's number. Threads that Python has not started lose what is local to them between two calls;
        # and a new thread that gets the number of one that has ended takes its cursor over.
        self._cursors: dict[int, Cursor] = {}
        self._others: set[Cursor] = set()
        self._closed = False
        self._depth = 0
        self._connection = _connect(path)

    def reader(self) -> Cursor:
        """This thread's cursor."""
        return self._cursors.get(threading.get_ident()) or self._new_cursor()

    def _new_cursor(self) -> Cursor:
        with self._guard:
            if self._closed:
                raise ClosedError(_CLOSED)
            cursor = self._cursors[threading.get_ident()] = Cursor(self._connection.cursor(), self.path)
            return cursor

    @contextmanager
    def transaction(self) -> Iterator[Cursor]:
        """All or nothing, durable on exit. Within one thread, a transaction inside another joins it.

        Raises:
            VaultError: the disk refuses; nothing of the transaction is kept.
        """
        with self._write_lock:
            cursor = self.reader()
            if self._depth:
                yield cursor
                return
            try:
                cursor.execute("BEGIN")
                self._depth, cursor.writing = 1, True
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                self._rollback(cursor)
                raise
            finally:
                self._depth, cursor.writing = 0, False
                self.commits += 1

    @contextmanager
    def beside(self, path: Path, alias: str) -> Iterator[Cursor]:
        """A cursor of its own that has another database file attached, made if it is not there, under a name that all
        cursors see from then on; what is written there is kept on exit. The file stays attached: see `detach`.
        """
        with self._guard:
            if self._closed:
                raise ClosedError(_CLOSED)
            cursor = Cursor(self._connection.cursor(), path)
            self._others.add(cursor)
        try:
            cursor.execute(f"ATTACH {literal(path)} AS {alias}")
            cursor.execute("BEGIN")
            yield cursor
            cursor.execute("COMMIT")
        finally:
            self._rollback(cursor)
            cursor.close()
            with self._guard:
                self._others.discard(cursor)

    def held(self, path: Path, alias: str) -> Cursor:
        """A cursor of its own in a transaction that has begun and is not to be committed, with another database file
        attached, made if it is not there. Whoever asks for it calls `let_go`."""
        with self._guard:
            if self._closed:
                raise ClosedError(_CLOSED)
            cursor = Cursor(self._connection.cursor(), self.path)
            self._others.add(cursor)
        try:
            cursor.execute(f"ATTACH {literal(path)} AS {alias}")
            cursor.execute("BEGIN")
        except BaseException:
            self.let_go(cursor, alias)
            raise
        return cursor

    def let_go(self, cursor: Cursor, alias: str) -> None:
        """End the transaction of a cursor that `held` gave, and detach its file."""
        self._rollback(cursor)
        cursor.close()
        with self._guard:
            self._others.discard(cursor)
        self.detach(alias)

    def detach(self, alias: str) -> None:
        """Detach a file that `beside` attached."""
        with self._guard, suppress(duckdb.Error):
            if not self._closed:
                cursor = self._connection.cursor()
                cursor.execute(f"DETACH {alias}")
                cursor.close()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file."""
        with self._write_lock:
            self.reader().execute("CHECKPOINT")

    def close(self) -> None:
        """Close every cursor and the file: waits for a running transaction, interrupts running queries.

        Further use raises ClosedError.
        """
        with self._write_lock:
            with self._guard:
                if self._closed:
                    return
                self._closed = True
                cursors, self._cursors = [*self._cursors.values(), *self._others], {}
            for cursor in cursors:
                cursor.close()
            self._connection.close()

    @staticmethod
    def _rollback(cursor: Cursor) -> None:
        with suppress(duckdb.Error, VaultError, ClosedError):  # a failed COMMIT has ended the transaction already
            cursor.execute("ROLLBACK")


class Held:
    """The database as it is when this is made, for as long as somebody reads it: what is committed later is not seen.

    All threads read through one cursor, one after the other. What is worked out for them is written through it as well,
    into a file of its own, and never committed.

    Args:
        alias: the name of that file in SQL.
        file: made anew; removed, with what DuckDB put beside it, in the end.
        message: what reading raises ClosedError with after `release`.

    Raises (on construction):
        ClosedError: the database was closed. VaultError: the disk refuses.
    """

    def __init__(self, database: Database, alias: str, file: Path, message: str) -> None:
        self._database = database
        self._alias = alias
        self._file = file
        self._message = message
        self._lock = threading.Lock()
        self._inside = 0
        self._released = False
        self._cursor = database.held(file, alias)

    def reader(self) -> Cursor:
        """The one cursor. Its queries raise ClosedError after `release`."""
        return _Counted(self._cursor, self)

    def transaction(self) -> AbstractContextManager[Cursor]:
        """There is none: what is held is only read."""
        raise io.UnsupportedOperation("A held state cannot be written to.")

    def release(self) -> None:
        """Let it go when the last query in it has ended, at once if there is none; nothing more is asked of it."""
        with self._lock:
            if self._released:
                return
            self._released = True
            last = self._inside == 0
        if last:
            self._let_go()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """A query runs. Raises ClosedError after `release`."""
        with self._lock:
            if self._released:
                raise ClosedError(self._message)
            self._inside += 1
        try:
            yield
        finally:
            if self._leave():
                self._let_go()

    def _leave(self) -> bool:
        """A query has ended: was it the last one that the release waits for?"""
        with self._lock:
            self._inside -= 1
            return self._released and self._inside == 0

    def _let_go(self) -> None:
        self._database.let_go(self._cursor, self._alias)
        for file in self._file.parent.glob(f"{self._file.name}*"):
            file.unlink(missing_ok=True)


class _Counted(Cursor):
    """The cursor of a held state, counted while it runs a query."""

    def __init__(self, cursor: Cursor, held: Held) -> None:
        self._cursor = cursor
        self._held = held
        self._statements = cursor._statements  # noqa: SLF001 - it stands for that cursor

    @contextmanager
    def _using(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._held.counted(), self._cursor._using() as raw:  # noqa: SLF001 - it stands for that cursor
            yield raw


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(usable(path), config=CONFIG)
    except duckdb.Error as error:
        if isinstance(error, duckdb.IOException) and "lock" in str(error).lower():
            raise VaultLockedError(
                f"{path} is open in another process.", hint="Close it there, or use that window."
            ) from error
        known = translated(error, path)
        if known is None:
            known = VaultDamagedError(f"{path} is damaged: {error}", hint="Restore it from a copy.")
        raise known from error
