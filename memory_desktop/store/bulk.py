"""Rows into a table: a few as plain parameters, many as one JSON parameter that DuckDB parses itself.

Measured: one row of 32 columns takes 0.8 ms as parameters and 2 ms as JSON; 5,000 rows take 35 ms as JSON and three
times as long as lists of parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from memory_desktop.store.database import Cursor

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_JSON_TYPES = {"TIMESTAMP": "BIGINT", "BLOB": "VARCHAR"}
_CHUNK = 5_000
_FEW = 4


def insert_rows(cursor: Cursor, table: str, columns: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows whose values are in the order of `columns`; times are UTC datetimes, blobs bytes."""
    every = list(rows)
    names = ", ".join(f'"{name}"' for name in columns)
    if len(every) <= _FEW:
        if every:
            marks = ", ".join([f"({', '.join('?' * len(columns))})"] * len(every))
            values = [_parameter(value) for row in every for value in row]
            cursor.execute(f"INSERT INTO {table} ({names}) VALUES {marks}", values)
        return
    encoders = [_encoder(kind) for kind in columns.values()]
    structure = orjson.dumps([{f"c{i}": _JSON_TYPES.get(kind, kind) for i, kind in enumerate(columns.values())}])
    select = ", ".join(_decoded(i, kind) for i, kind in enumerate(columns.values()))
    sql = (
        f"INSERT INTO {table} ({names}) SELECT {select} "
        f"FROM (SELECT unnest(from_json(CAST(? AS VARCHAR), '{structure.decode()}')) AS r)"
    )
    for start in range(0, len(every), _CHUNK):
        documents = [_document(row, encoders) for row in every[start : start + _CHUNK]]
        cursor.execute(sql, [orjson.dumps(documents).decode()])


def _document(row: Sequence[Any], encoders: Sequence[Callable[[Any], Any] | None]) -> dict[str, Any]:
    return {
        f"c{i}": value if encode is None or value is None else encode(value)
        for i, (encode, value) in enumerate(zip(encoders, row, strict=True))
    }


def _parameter(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None)
    return list(value) if isinstance(value, tuple) else value


def micros(moment: datetime) -> int:
    """Microseconds since 1970, exactly."""
    delta = moment - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def utc(moment: datetime | None) -> datetime | None:
    """A TIMESTAMP as DuckDB gives it, as an aware time."""
    return None if moment is None else moment.replace(tzinfo=UTC)


def _encoder(kind: str) -> Callable[[Any], Any] | None:
    encoders: dict[str, Callable[[Any], Any]] = {"TIMESTAMP": micros, "BLOB": bytes.hex, "VARCHAR[]": list}
    return encoders.get(kind)


def _decoded(i: int, kind: str) -> str:
    if kind == "TIMESTAMP":
        return f"make_timestamp(r.c{i})"
    return f"unhex(r.c{i})" if kind == "BLOB" else f"r.c{i}"
