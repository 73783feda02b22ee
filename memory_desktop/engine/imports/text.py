"""Bytes of a text file as text: UTF-8, UTF-16 with its mark, else the old Western code page."""

from __future__ import annotations

import codecs
import io
from typing import BinaryIO

_LOOK = 65_536


def encoding_of(head: bytes) -> str:
    """The encoding that the beginning of a file speaks for."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        # The last character may be cut in two.
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def decode(data: bytes) -> str:
    """A whole file's text; what no encoding explains becomes U+FFFD."""
    return data.decode(encoding_of(data), errors="replace")


def decode_stream(stream: BinaryIO) -> io.TextIOWrapper:
    """A text stream; new lines are kept as they are."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)  # type: ignore[type-var]
    return io.TextIOWrapper(buffered, encoding=encoding_of(buffered.peek(_LOOK)), errors="replace", newline="")
