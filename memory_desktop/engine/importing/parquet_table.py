"""Parquet: a `content`, `text` or `memory` column, and any of the fields that JSONL has.

Our own export comes back whole. Columns `metadata`, `emotion` and `extra` may be JSON texts. An `embedding` column,
with `model_version` beside it, is the vector of the text. A table with `id` and `embedding` and no text brings
vectors of memories that the vault has already.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path, PurePosixPath
from typing import Any

from memory_desktop.engine.importing.items import UNREADABLE, BadItemError, Item, OpenFile, embedding_of
from memory_desktop.engine.importing.json_stream import parse
from memory_desktop.engine.importing.jsonl import MARKS, draft_of, own
from memory_desktop.store.parquet import MAGIC, parquet_rows

#: What our own export calls the file of what is no memory, behind the table's name.
BESIDE = "beside.jsonl"
_CONTENT = ("content", "text", "memory")
_OBJECTS = ("metadata", "emotion", "extra")
#: Columns of a table of nothing but vectors.
_VECTOR_ALONE = frozenset({"id", "embedding"})
_PIECE = 1 << 20


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    return head.startswith(MAGIC) or PurePosixPath(name).suffix.lower() in (".parquet", ".pq")


def with_besides(paths: Iterable[Path]) -> list[Path]:
    """The paths, each Parquet file of our own export with the file of what is no memory, which stands beside it."""
    found: dict[Path, None] = {}
    for path in paths:
        beside = path.with_name(f"{path.name}.{BESIDE}")
        found |= dict.fromkeys([path, beside] if path.suffix == ".parquet" and beside.is_file() else [path])
    return list(found)


def read(file: OpenFile) -> Iterator[Item]:
    """One draft a row."""
    number = 0
    try:
        with _path_of(file) as path:
            for row in parquet_rows(path):
                file.check()
                number += 1
                columns = {name.strip().lower(): value for name, value in row.items()}
                column = next((name for name in _CONTENT if name in columns), None)
                if column is not None:
                    yield from _row(file, columns, column, f"row {number}")
                elif columns.keys() >= _VECTOR_ALONE:
                    yield from _vector(file, columns, f"row {number}")
                else:
                    yield file.bad("whole file", "there is no column named content, text or memory")
                    return
    except UNREADABLE as error:
        place = f"after row {number}" if number else "whole file"
        yield file.bad(place, f"it cannot be read as Parquet: {error}")


@contextmanager
def _path_of(file: OpenFile) -> Iterator[Path]:
    """The file itself; of an entry of a zip a copy, for as long as it is read: Parquet is read from its end."""
    if file.path is not None:
        yield file.path
        return
    with tempfile.NamedTemporaryFile(suffix=".parquet") as copy:
        while piece := file.stream.read(_PIECE):
            file.check()
            copy.write(piece)
        copy.flush()
        yield Path(copy.name)


def _row(file: OpenFile, columns: dict[str, Any], column: str, place: str) -> Iterator[Item]:
    try:
        value = {name: _plain(found) for name, found in columns.items() if found is not None}
        value["content"] = value.pop(column, "")
        for name in _OBJECTS:
            if isinstance(value.get(name), str):
                value[name] = _object(name, value[name])
        if isinstance(value.get("tags"), str):
            value["tags"] = [tag.strip() for tag in value["tags"].split(",") if tag.strip()]
        vector, version = value.pop("embedding", None), value.pop("model_version", "")
        embedding, problem = embedding_of(vector, version if isinstance(version, str) else "")
        draft = own(value) if value.keys() >= MARKS else draft_of(value, default_source=file.base)
    except BadItemError as error:
        yield file.bad(place, str(error))
        return
    if problem:
        yield file.odd(f"{place} embedding", f"{problem}; the text is embedded anew")
    yield file.good(replace(draft, embedding=embedding), place, str(value["id"]) if draft.record else "")


def _vector(file: OpenFile, columns: dict[str, Any], place: str) -> Iterator[Item]:
    """A row without a text: the vector of a memory that the vault has already."""
    version = columns.get("model_version")
    found, problem = embedding_of(_plain(columns["embedding"]), version if isinstance(version, str) else "")
    if problem or not found:
        yield file.bad(place, problem or "there is no vector in it")
    elif columns["id"] is None:
        yield file.bad(place, "there is no “id” of a memory in it")
    else:
        yield file.vector(str(columns["id"]), found, place)


def _object(name: str, text: str) -> Any:
    if not text.strip():
        return {}
    try:
        return parse(text.encode("utf-8", "replace"))
    except BadItemError:
        raise BadItemError(f"“{name}” must be a JSON object") from None


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, datetime):
        return (value.replace(tzinfo=UTC) if value.tzinfo is None else value).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, (str, bool, int, float)) or value is None else str(value)
