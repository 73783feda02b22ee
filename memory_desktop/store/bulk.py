"""Many rows in one statement: as one JSON parameter that DuckDB parses itself (measured: 3 times faster than lists)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from memory_desktop.store.database import Cursor

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_JSON_TYPES = {"TIMESTAMP": "BIGINT", "BLOB": "VARCHAR"}
_CHUNK = 5_000


def insert_rows(cursor: Cursor, table: str, columns: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows whose values are in the order of `columns`; times are UTC datetimes, blobs bytes."""
    encode = [_encoder(kind) for kind in columns.values()]
    structure = orjson.dumps([{f"c{i}": _JSON_TYPES.get(kind, kind) for i, kind in enumerate(columns.values())}])
    select = ", ".join(_decoded(i, kind) for i, kind in enumerate(columns.values()))
    names = ", ".join(f'"{name}"' for name in columns)
    sql = (
        f"INSERT INTO {table} ({names}) SELECT {select} "
        f"FROM (SELECT unnest(from_json(CAST(? AS VARCHAR), '{structure.decode()}')) AS r)"
    )
    documents = [
        {f"c{i}": value if code is None or value is None else code(value) for i, (code, value) in enumerate(zip(encode, row, strict=True))}
        for row in rows
    ]
    for start in range(0, len(documents), _CHUNK):
        cursor.execute(sql, [orjson.dumps(documents[start : start + _CHUNK]).decode()])


def micros(moment: datetime) -> int:
    """Microseconds since 1970, exactly."""
    delta = moment - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def utc(moment: datetime | None) -> datetime | None:
    """A TIMESTAMP as DuckDB gives it, as an aware time."""
    return None if moment is None else moment.replace(tzinfo=UTC)


def _encoder(kind: str) -> Any:
    return {"TIMESTAMP": micros, "BLOB": bytes.hex, "VARCHAR[]": list}.get(kind)


def _decoded(i: int, kind: str) -> str:
    if kind == "TIMESTAMP":
        return f"make_timestamp(r.c{i})"
    return f"unhex(r.c{i})" if kind == "BLOB" else f"r.c{i}"
