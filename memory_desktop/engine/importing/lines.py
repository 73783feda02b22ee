"""Lines of a JSONL file, each an object; a line that cannot be read is a rejection with its number."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from memory_desktop.engine.importing.items import BadItemError, Item, OpenFile
from memory_desktop.engine.importing.json_stream import parse


def objects(file: OpenFile, take: Callable[[Mapping[str, Any], str], Iterator[Item]]) -> Iterator[Item]:
    """What `take(object, place)` makes of every line; a BadItemError of it rejects the line."""
    for number, value in _json_lines(file.stream, file.limits.line):
        file.check()
        place = f"line {number}"
        try:
            if isinstance(value, BadItemError):
                raise value
            if not isinstance(value, dict):
                raise BadItemError("a line must be an object")
            yield from take(value, place)
        except BadItemError as error:
            yield file.bad(place, str(error))


def _json_lines(stream: BinaryIO, longest: int) -> Iterator[tuple[int, Any | BadItemError]]:
    """(number from 1, value or what is wrong) of every line that is not blank; `longest` in bytes."""
    number = 0
    while line := stream.readline(longest + 1):
        number += 1
        if len(line) > longest:
            yield number, BadItemError(f"the line is longer than {longest >> 20} MB")
            while line and not line.endswith(b"\n"):
                line = stream.readline(longest)
            continue
        text = line.strip(b" \t\r\n").removeprefix(codecs.BOM_UTF8)
        if not text:
            continue
        try:
            yield number, parse(text)
        except BadItemError as error:
            yield number, error
