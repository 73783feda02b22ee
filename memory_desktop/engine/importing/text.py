"""Bytes of a text file as text: UTF-8, else the old Western code page. UTF-16 is made UTF-8 before (see `source`)."""

from __future__ import annotations

import codecs
import io
import re
from typing import BinaryIO

from memory_desktop.engine.importing.items import DAMAGE_HANDLER, DAMAGED

UTF8 = "utf-8-sig"
WESTERN = "cp1252"
_LOOK = 65_536
_BEYOND_ASCII = re.compile("[\x80-\U0010ffff]")


def encoding_of(head: bytes) -> str:
    """`UTF8`, or `WESTERN` if more of what is not ASCII contradicts UTF-8 than speaks for it."""
    # Of a longer file the last character may be cut in two.
    text = codecs.getincrementaldecoder(UTF8)(DAMAGE_HANDLER).decode(head, final=len(head) < _LOOK)
    damaged = text.count(DAMAGED)
    return WESTERN if damaged and 2 * damaged > len(_BEYOND_ASCII.findall(text)) else UTF8


def decode(data: bytes) -> tuple[str, str]:
    """(text, encoding) of a whole file; a byte that the encoding does not explain becomes `DAMAGED`."""
    encoding = encoding_of(data)
    return data.decode(encoding, DAMAGE_HANDLER), encoding


def decode_stream(stream: BinaryIO) -> tuple[io.TextIOWrapper, str]:
    """(text stream, encoding), as `decode`; new lines are kept as they are."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)  # type: ignore[type-var]
    encoding = encoding_of(buffered.peek(_LOOK))
    return io.TextIOWrapper(buffered, encoding=encoding, errors=DAMAGE_HANDLER, newline=""), encoding


class Utf16AsUtf8(io.RawIOBase):
    """A UTF-16 stream with its mark, read as UTF-8."""

    def __init__(self, raw: BinaryIO) -> None:
        super().__init__()
        self._raw = raw
        self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # what the base promises
        while not self._ready and not self._ended:
            data = self._raw.read(_LOOK)
            self._ended = not data
            self._ready = self._decoder.decode(data, final=self._ended).encode("utf-8", "replace")
        part = self._ready[: len(buffer)]
        self._ready = self._ready[len(part) :]
        buffer[: len(part)] = part
        return len(part)
