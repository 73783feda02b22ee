"""Lines of a JSONL file, with their numbers and the reason why one cannot be read."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Any, BinaryIO

from memory_desktop.engine.imports.items import BadItemError
from memory_desktop.engine.imports.json_stream import parse

_LONGEST = 64 << 20


def decoded(stream: BinaryIO) -> BinaryIO:
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
