"""CSV with a header row: a `content`, `text` or `memory` column, and any of the fields that JSONL has."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.engine.imports.items import BadItemError, Item, OpenFile
from memory_desktop.engine.imports.jsonl import draft_of
from memory_desktop.engine.imports.text import decode_stream

_CONTENT = ("content", "text", "memory")
_NUMBERS = ("confidence", "trust", "salience")


def sniff(name: str, _head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix.lower() in (".csv", ".tsv")


def read(file: OpenFile) -> Iterator[Item]:
    """One draft a row."""
    text = decode_stream(file.stream)
    csv.field_size_limit(1 << 26)
    start = text.read(8_192)
    try:
        dialect: Any = csv.Sniffer().sniff(start, delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    rows = csv.DictReader(_again(start, text), dialect=dialect)
    try:
        names = [name.strip().lower() for name in rows.fieldnames or ()]
        column = next((name for name in _CONTENT if name in names), None)
        if column is None:
            yield file.bad("line 1", "there is no column named content, text or memory")
            return
        rows.fieldnames = names
        for row in rows:
            place = f"line {rows.line_num}"
            try:
                yield file.good(draft_of(_record(row, column), default_source=file.base), place)
            except BadItemError as error:
                yield file.bad(place, str(error))
    except (csv.Error, UnicodeDecodeError) as error:
        yield file.bad(f"line {rows.line_num + 1}", f"the table cannot be read further: {error}")


def _again(start: str, rest: io.TextIOWrapper) -> Iterator[str]:
    """The lines of a text whose start was read already."""
    lines = start.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += rest.readline()
    yield from lines
    yield from rest


def _record(row: dict[str | Any, Any], column: str) -> dict[str, Any]:
    if None in row:
        raise BadItemError("the row has more fields than the header")
    record: dict[str, Any] = {name: value for name, value in row.items() if name and value not in (None, "")}
    record["content"] = record.pop(column, "")
    if "tags" in record:
        record["tags"] = [tag.strip() for tag in re.split(r"[;,]", record["tags"]) if tag.strip()]
    for name in _NUMBERS:
        if name in record:
            try:
                record[name] = float(record[name])
            except ValueError:
                raise BadItemError(f"“{name}” must be a number") from None
    if "synthetic" in record:
        record["synthetic"] = str(record["synthetic"]).strip().lower() in ("1", "true", "yes")
    if isinstance(record.get("created_at"), str) and re.fullmatch(r"\d+(\.\d+)?", record["created_at"]):
        record["created_at"] = float(record["created_at"])
    record.pop("metadata", None)
    return record
