"""Parquet files of other programs and for them: rows read one by one, and tables written from rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import CONFIG, Cursor
from memory_desktop.store.names import literal, parquet

MAGIC = b"PAR1"
_ROWS = 500


def parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Every row, by the names of the columns; times are UTC without a zone.

    Raises:
        ValueError: it cannot be read, or not further.
    """
    with duckdb.connect(":memory:", config=CONFIG) as raw:
        try:
            table = parquet(path)
            columns = raw.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()
            selected = ", ".join(_selected(name, kind) for name, kind, *_ in columns)
            result = raw.execute(f"SELECT {selected} FROM {table}")
            while rows := result.fetchmany(_ROWS):
                for row in rows:
                    yield {column[0]: value for column, value in zip(columns, row, strict=True)}
        except duckdb.Error as error:
            raise ValueError(str(error).strip().split("\n", 1)[0]) from error


def _selected(name: str, kind: str) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    # A time with a zone would need a package for zones; the moment is the same.
    return f"make_timestamp(epoch_us({quoted}))" if kind == "TIMESTAMP WITH TIME ZONE" else quoted


class ParquetTable:
    """Rows gathered in a database file beside the table to be, which is written at the end.

    Args:
        work: a file that may be written and is removed by `close`.
        columns: DuckDB's types by name.

    Raises:
        OSError: the work file cannot be made.
    """

    def __init__(self, work: Path, columns: Mapping[str, str]) -> None:
        self._work = work
        self._columns = columns
        try:
            self._raw = duckdb.connect(str(work), config=CONFIG)
        except duckdb.Error as error:
            raise OSError(str(error).split("\n", 1)[0]) from error
        self._cursor = Cursor(self._raw.cursor(), work)
        kinds = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
        self._cursor.execute(f"CREATE TABLE rows ({kinds})")

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Rows whose values are in the order of the columns; times are UTC datetimes."""
        insert_rows(self._cursor, "rows", self._columns, rows)

    def write(self, path: Path) -> None:
        """The whole table, in the order in which the rows came."""
        self._cursor.execute(f"COPY rows TO {literal(path)} (FORMAT parquet, COMPRESSION zstd)")

    def close(self) -> None:
        """Remove the work file."""
        self._cursor.close()
        self._raw.close()
        for path in (self._work, self._work.with_name(self._work.name + ".wal")):
            path.unlink(missing_ok=True)
