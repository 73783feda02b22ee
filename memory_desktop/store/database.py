"""One DuckDB file, one writer at a time, a cursor per thread.

Every thread reads through a cursor of its own and sees the last committed state; no read waits for a write. All
writing goes through `transaction()`, which serialises writers with one lock, so DuckDB's optimistic concurrency never
has a conflict to report.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb

from memory_desktop.core.errors import ClosedError, VaultDamagedError, VaultError, VaultLockedError

# Nothing is ever fetched: an extension that is not in the wheel is not used.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}

Row = tuple[Any, ...]


class Cursor:
    """A thread's view of the database. Rows come as tuples, whole columns as numpy arrays.

    Raises (in every method that runs SQL):
        VaultDamagedError: a block of the file does not have its checksum. VaultError: the disk refuses.
    """

    def __init__(self, raw: duckdb.DuckDBPyConnection, path: Path) -> None:
        self._raw = raw
        self._path = path

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Run a statement whose rows are not wanted."""
        with _told(self._path):
            self._raw.execute(sql, list(parameters))

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """All rows."""
        with _told(self._path):
            return self._raw.execute(sql, list(parameters)).fetchall()

    def row(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        """The first row, or None."""
        with _told(self._path):
            found: Row | None = self._raw.execute(sql, list(parameters)).fetchone()
            return found

    def columns(self, sql: str, parameters: Sequence[Any] = ()) -> dict[str, Any]:
        """Columns by name, as numpy arrays."""
        with _told(self._path):
            return self._raw.execute(sql, list(parameters)).fetchnumpy()

    def close(self) -> None:
        """Give the connection back."""
        self._raw.close()


class Database:
    """An open DuckDB file.

    Raises (on construction):
        VaultLockedError: another process has it open.
        VaultDamagedError: it is damaged. VaultError: it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._write_lock = threading.RLock()
        self._local = threading.local()
        self._guard = threading.Lock()
        self._cursors: list[tuple[threading.Thread, Cursor]] = []
        self._closed = False
        self._depth = 0
        try:
            self._connection = duckdb.connect(str(path), config=_CONFIG)
        except duckdb.IOException as error:
            if "lock" in str(error).lower():
                raise VaultLockedError(
                    f"{path} is open in another process.", hint="Close it there, or use that window."
                ) from error
            raise VaultError(
                f"{path} cannot be opened: {error}", hint="Restore it from a copy; indexes are rebuilt from it."
            ) from error
        except duckdb.Error as error:
            raise VaultDamagedError(f"{path} is damaged: {error}", hint="Restore it from a copy.") from error

    def reader(self) -> Cursor:
        """This thread's cursor; it lives as long as the thread."""
        cursor: Cursor | None = getattr(self._local, "cursor", None)
        if cursor is None:
            cursor = self._local.cursor = self._new_cursor()
        return cursor

    def _new_cursor(self) -> Cursor:
        with self._guard:
            if self._closed:
                raise ClosedError("The vault is closed.")
            alive = []
            for thread, cursor in self._cursors:
                if thread.is_alive():
                    alive.append((thread, cursor))
                else:
                    cursor.close()
            cursor = Cursor(self._connection.cursor(), self.path)
            self._cursors = [*alive, (threading.current_thread(), cursor)]
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
                self._depth = 1
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                self._rollback(cursor)
                raise
            finally:
                self._depth = 0

    @contextmanager
    def beside(self, path: Path, alias: str) -> Iterator[Cursor]:
        """A cursor of its own that has another database file attached, made if it is not there, under a name that all
        cursors see from then on; what is written there is kept on exit. The file stays attached: see `detach`.
        """
        cursor = Cursor(self._connection.cursor(), path)
        try:
            cursor.execute(f"ATTACH '{str(path).replace(chr(39), chr(39) * 2)}' AS {alias}")
            cursor.execute("BEGIN")
            yield cursor
            cursor.execute("COMMIT")
        finally:
            self._rollback(cursor)
            cursor.close()

    def detach(self, alias: str) -> None:
        """Let a file go that `beside` attached."""
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
        """Close every cursor and the file. Further use raises ClosedError."""
        with self._write_lock, self._guard:
            if self._closed:
                return
            self._closed = True
            for _, cursor in self._cursors:
                cursor.close()
            self._cursors = []
            self._connection.close()
            self._local = threading.local()

    @staticmethod
    def _rollback(cursor: Cursor) -> None:
        with suppress(duckdb.Error, VaultError):  # a failed COMMIT has ended the transaction already
            cursor.execute("ROLLBACK")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """DuckDB's words for a bad disk in ours; an error of our own SQL stays what it is, a bug."""
    try:
        yield
    except duckdb.IOException as error:
        raise VaultError(
            f"{path} cannot be read or written: {error}", hint="Free disk space, then try again."
        ) from error
    except (duckdb.InternalException, duckdb.FatalException, duckdb.SerializationException) as error:
        raise VaultDamagedError(f"{path} is damaged: {error}", hint="Restore it from a copy.") from error
    except duckdb.Error as error:
        if not str(error).startswith("Corrupt"):  # such an error has no class of its own
            raise
        raise VaultDamagedError(f"{path} is damaged: {error}", hint="Restore it from a copy.") from error
