"""CSV with a header row: a `content`, `text` or `memory` column, and any of the fields that JSONL has.

A quote that is opened and never closed would make the rest of the table one field. So a row that cannot be is given
up at its first line only, and reading goes on with the line after that.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.engine.importing.items import DAMAGED, BadItemError, Item, OpenFile
from memory_desktop.engine.importing.jsonl import draft_of
from memory_desktop.engine.importing.text import UTF8, decode_stream

_CONTENT = ("content", "text", "memory")
_NUMBERS = ("confidence", "trust", "salience")
_OBJECTS = ("metadata", "emotion")
_DELIMITERS = ",;\t|"
_TRUE, _FALSE = ("1", "true", "yes"), ("0", "false", "no")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_YEAR_OR_DAY = re.compile(r"\d{4}|\d{8}")


def sniff(name: str, _head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix.lower() in (".csv", ".tsv")


def read(file: OpenFile) -> Iterator[Item]:
    """One draft a row."""
    stream, encoding = decode_stream(file.stream)
    rows = _Rows(stream, file.limits.row)
    try:
        names = rows.header()
        column = next((name for name in _CONTENT if name in names), None)
        if column is None:
            yield file.bad("line 1", "there is no column named content, text or memory")
            return
        for number, row in rows:
            file.check()
            place = f"line {number}"
            try:
                if isinstance(row, BadItemError):
                    raise row
                draft = draft_of(_record(names, row, column), default_source=file.base)
                if encoding != UTF8:
                    draft = replace(draft, metadata={**draft.metadata, "encoding": encoding})
                yield file.good(draft, place)
            except BadItemError as error:
                yield file.bad(place, str(error))
    finally:
        stream.detach()  # the file is its opener's to close


class _Rows:
    """Rows of a table with the numbers of the lines they begin at, counted from 1."""

    def __init__(self, lines: io.TextIOWrapper, longest: int) -> None:
        self._lines = lines
        self._longest = longest
        self._taken: list[str] = []
        self._again: deque[str] = deque()
        self._line = 1
        self._delimiter = ","

    def header(self) -> list[str]:
        """Names of the columns, none if they cannot be read; sets the delimiter that tells most columns apart."""
        csv.field_size_limit(max(csv.field_size_limit(), self._longest))
        start = self._next_line()
        self._again.append(start)
        found: list[tuple[bool, int, str]] = []
        for delimiter in _DELIMITERS:
            names = _names(next(csv.reader([start], delimiter=delimiter), []))
            found.append((any(name in names for name in _CONTENT), len(names), delimiter))
        self._delimiter = max(found, key=lambda one: one[:2])[2]
        _, row = next(iter(self), (0, BadItemError("")))
        return [] if isinstance(row, BadItemError) else _names(row)

    def __iter__(self) -> Iterator[tuple[int, list[str] | BadItemError]]:
        reader = csv.reader(self._feed(), delimiter=self._delimiter, strict=True)
        while True:
            self._taken = []
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                number, lines = self._line, self._taken
                self._line += 1
                self._again.extendleft(reversed(lines[1:]))
                reader = csv.reader(self._feed(), delimiter=self._delimiter, strict=True)
                row_alone = self._lenient(lines[0]) if len(lines[0]) <= self._longest else None
                yield number, row_alone or BadItemError(f"the row cannot be read: {error}")
                continue
            number = self._line
            self._line += len(self._taken)
            if row:
                yield number, row

    def _lenient(self, line: str) -> list[str] | None:
        """A row with quotes where they do not belong, if it is a row by itself."""
        if line.count('"') % 2:
            return None
        try:
            return next(csv.reader([line], delimiter=self._delimiter), None)
        except csv.Error:
            return None

    def _feed(self) -> Iterator[str]:
        size = 0
        while True:
            line = self._again.popleft() if self._again else self._next_line()
            if not line:
                return
            if not self._taken:
                size = 0
            self._taken.append(line)
            size += len(line)
            if size > self._longest:
                raise csv.Error(f"it is longer than {self._longest:,} characters; is a quote not closed?")
            yield line

    def _next_line(self) -> str:
        """The next line of the file, "" at its end; of one that is too long for a row, its beginning."""
        line = part = self._lines.readline(self._longest + 1)
        while len(part) > self._longest and not part.endswith(("\n", "\r")):
            part = self._lines.readline(self._longest + 1)
        return line


def _names(row: list[str]) -> list[str]:
    return [name.strip().lower() for name in row]


def _record(names: list[str], row: list[str], column: str) -> dict[str, Any]:
    if len(row) > len(names):
        raise BadItemError(f"the row has {len(row)} fields, the header {len(names)}")
    if any(DAMAGED in value for value in row):
        raise BadItemError("the row is damaged: it is not valid UTF-8")
    record: dict[str, Any] = {name: value for name, value in zip(names, row, strict=False) if name and value}
    record["content"] = record.pop(column, "")
    if "tags" in record:
        record["tags"] = [tag.strip() for tag in re.split(r"[;,]", record["tags"]) if tag.strip()]
    for name in _NUMBERS:
        if name in record:
            try:
                record[name] = float(record[name])
            except ValueError:
                raise BadItemError(f"“{name}” must be a number") from None
    for name in _OBJECTS:
        if name in record:
            try:
                record[name] = json.loads(record[name])
            except (ValueError, RecursionError):
                raise BadItemError(f"“{name}” must be a JSON object") from None
    if "synthetic" in record:
        said = record["synthetic"].strip().lower()
        if said not in _TRUE + _FALSE:
            raise BadItemError("“synthetic” must be true or false")
        record["synthetic"] = said in _TRUE
    created = record.get("created_at", "")
    if _NUMBER.fullmatch(created) and not _YEAR_OR_DAY.fullmatch(created):
        record["created_at"] = float(created)
    return record
