"""Lines of a JSONL file, each an object; a line that cannot be read is a rejection with its number."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from memory_desktop.engine.imports.items import BadItemError, Item, OpenFile
from memory_desktop.engine.imports.json_stream import parse

_LONGEST = 64 << 20


def objects(file: OpenFile, take: Callable[[Mapping[str, Any], str], Iterator[Item]]) -> Iterator[Item]:
    """What `take(object, place)` makes of every line; a BadItemError of it rejects the line."""
    for number, value in json_lines(_decoded(file.stream)):
        place = f"line {number}"
        try:
            if isinstance(value, BadItemError):
                raise value
            if not isinstance(value, dict):
                raise BadItemError("a line must be an object")
            yield from take(value, place)
        except BadItemError as error:
            yield file.bad(place, str(error))


def _decoded(stream: BinaryIO) -> BinaryIO:
    """The stream as UTF-8: UTF-16 (with its mark) is converted as it is read, everything else stays."""
    head = stream.peek(2)[:2] if hasattr(stream, "peek") else b""
    if head in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return codecs.EncodedFile(stream, "utf-8", "utf-16", errors="replace")
    return stream


def json_lines(stream: BinaryIO) -> Iterator[tuple[int, Any | BadItemError]]:
    """(number from 1, value or what is wrong) of every line that is not blank."""
    number = 0
    while line := stream.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            yield number, BadItemError(f"the line is longer than {_LONGEST >> 20} MB")
            while line and not line.endswith(b"\n"):
                line = stream.readline(_LONGEST)
            continue
        text = line.strip(b" \t\r\n").removeprefix(codecs.BOM_UTF8)
        if not text:
            continue
        try:
            yield number, parse(text)
        except BadItemError as error:
            yield number, error
