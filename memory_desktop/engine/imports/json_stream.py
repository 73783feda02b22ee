"""The elements of a top-level JSON array, one at a time, from a stream of any size.

A parser of whole documents needs the whole document in memory; one that streams events gives up at the first fault.
This splits the text into elements by looking only at brackets and strings, so that each is parsed by itself: a damaged
element is one rejection, and what follows it still comes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

import orjson

from memory_desktop.engine.imports.items import BadItemError

_CHUNK = 1 << 20
_LARGEST = 256 << 20
_STRUCTURE = re.compile(rb'[\[\]{},"]')
_STRING_END = re.compile(rb'["\\]')
_BLANK = b" \t\r\n\xef\xbb\xbf"


class DamagedStreamError(Exception):
    """The array ends before its closing bracket, or is none."""


def parse(data: bytes) -> Any:
    """One JSON value. Raises BadItemError naming what is wrong."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        try:  # lone surrogates and NaN, which exports do have
            return json.loads(data)
        except (ValueError, RecursionError):
            raise BadItemError(f"not JSON: {error}") from None


def array_elements(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """(index, text) of each element.

    Raises:
        DamagedStreamError: there is no array, or it is cut short; elements before that have been yielded.
    """
    scanner = _Scanner()
    while chunk := stream.read(_CHUNK):
        yield from scanner.feed(chunk)
        if scanner.ended:
            return
    yield from scanner.rest()
    scanner.finish()


class _Scanner:
    """Keeps what belongs to the element in hand; depth 1 is inside the top-level array."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0
        self._start = 0
        self._depth = 0
        self._in_string = False
        self._index = 0
        self.ended = False

    def feed(self, chunk: bytes) -> Iterator[tuple[int, bytes]]:
        self._buffer += chunk
        buffer = self._buffer
        if self._depth == 0 and not self._open():
            return
        while not self.ended:
            if self._in_string:
                found = _STRING_END.search(buffer, self._at)
                if found is None:
                    self._at = len(buffer)
                    break
                if found[0] == b"\\":
                    if found.end() >= len(buffer):
                        self._at = found.start()
                        break
                    self._at = found.end() + 1
                else:
                    self._in_string = False
                    self._at = found.end()
                continue
            found = _STRUCTURE.search(buffer, self._at)
            if found is None:
                self._at = len(buffer)
                break
            self._at = found.end()
            mark = found[0]
            if mark == b'"':
                self._in_string = True
            elif mark in b"[{":
                self._depth += 1
            elif mark in b"]}":
                self._depth -= 1
                if self._depth == 0:
                    self.ended = True
                    yield from self._element(found.start())
            elif self._depth == 1:
                yield from self._element(found.start())
                self._start = self._at
        self._compact()

    def rest(self) -> Iterator[tuple[int, bytes]]:
        """The last element of an array that lacks only its closing bracket."""
        if self._depth == 1 and not self._in_string:
            text = bytes(self._buffer[self._start :]).strip(_BLANK)
            try:
                parse(text)
            except BadItemError:
                return
            yield from self._element(len(self._buffer))

    def finish(self) -> None:
        if self._depth == 0:
            raise DamagedStreamError("there is no JSON array in it")
        raise DamagedStreamError(f"the file ends in the middle of element [{self._index}]")

    def _open(self) -> bool:
        stripped = bytes(self._buffer).lstrip(_BLANK)
        if not stripped:
            return False
        if stripped[:1] != b"[":
            raise DamagedStreamError("it is not a JSON array")
        self._at = self._start = len(self._buffer) - len(stripped) + 1
        self._depth = 1
        return True

    def _element(self, end: int) -> Iterator[tuple[int, bytes]]:
        text = bytes(self._buffer[self._start : end]).strip(_BLANK)
        if text:
            yield self._index, text
            self._index += 1

    def _compact(self) -> None:
        if len(self._buffer) - self._start > _LARGEST:
            raise DamagedStreamError(f"element [{self._index}] is larger than {_LARGEST >> 20} MB")
        if self._start:
            del self._buffer[: self._start]
            self._at -= self._start
            self._start = 0
