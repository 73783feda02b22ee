"""The elements of a top-level JSON array, one at a time, from a stream of any size.

A parser of whole documents needs the whole document in memory; one that streams events (ijson) gives up at the first
fault. Here the text is split into elements and each is parsed by itself, so a damaged element costs only itself:

1. A format tells how its elements begin (their first two keys). What lies between two such beginnings is parsed at
   once; if that works it was an element, for a JSON object ends where it ends. This is the fast way.
2. Otherwise brackets are counted outside strings up to the element's end.
3. An element that is no JSON, or never ends, is cut off at the next beginning inside it, and reading goes on there.
   What stands before the fault is closed properly and parsed; the text after the fault is given to the reader, which
   knows what its messages look like.

A beginning can also occur nested in an element, in theory: that matters only within damaged ones.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import orjson

from memory_desktop.engine.importing.items import DAMAGE_HANDLER, UNREADABLE, BadItemError

_CHUNK = 1 << 20
# An element that has not ended by this size is given up, if another one begins within it. Where many bytes were
# searched in vain already, a smaller size will do: a file of nothing but beginnings must not be searched from each.
_SUSPICIOUS = 32 << 20
_SUSPICIOUS_LATER = 1 << 10
_SEARCHED_IN_VAIN = 64 << 20
# Longest beginning that is recognised across two chunks.
_OVERLAP = 4_096
_MAX_MISSES = 20
# What a search for whole objects in a damaged text gives up after: bytes parsed in vain, objects nested too deeply.
_PARSED_IN_VAIN = 64 << 20
_MOST_TOO_DEEP = 100
# The next bracket that is outside strings. Possessive: a text that is cut off must fail at once, not backtrack.
_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL)
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{},]', re.DOTALL)
_CLOSING = {"[": "]", "{": "}"}
_BLANK = b" \t\r\n"
_decoder = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its value, or what is wrong and what could be saved.

    Attributes:
        place: "[3]", or "whole file" when the file is one object.
        value: None when nothing could be saved; else, with a problem, what stands before the fault.
        problem: "" for a good one.
        rest: the text after the fault.
    """

    place: str
    value: Any = None
    problem: str = ""
    rest: str = ""


def beginning(*keys: str, holders: tuple[str, ...] = ()) -> re.Pattern[bytes]:
    """How an element begins: two of its keys, the first with a simple value; or one of `holders` with an object."""
    known = "|".join(keys)
    simple = r'(?:"(?:[^"\\]|\\.){0,1000}+"|[-+.\w]{1,40})'
    two_keys = rf'(?:{known})"\s*:\s*{simple}\s*,\s{{0,80}}"(?:{known})"\s*:'
    holder = rf'(?:{"|".join(holders) or "(?!)"})"\s*:\s*\{{'
    return re.compile(rf'\{{\s{{0,80}}"(?:{two_keys}|{holder})'.encode(), re.DOTALL)


def parse(data: bytes) -> Any:
    """One JSON value. Raises BadItemError naming what is wrong."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        try:  # lone surrogates, NaN and bare control characters, which exports do have
            return json.loads(data.decode(), strict=False)
        except (ValueError, RecursionError):
            reason = "a byte is not UTF-8" if "UTF-8" in error.msg else error.msg
            raise BadItemError(f"not JSON: {reason} (character {error.pos:,})") from None


def objects_in(
    text: str, begins: re.Pattern[str], check: Callable[[], None]
) -> Iterator[tuple[re.Match[str], dict[str, Any]]]:
    """Every object of a damaged text that can be parsed where the pattern, which matches up to it, says one begins.

    Args:
        begins: may match nothing at all (a look ahead): the search goes on one character further then.
        check: called at each beginning; raises to stop.
    """
    at = in_vain = too_deep = 0
    while in_vain <= _PARSED_IN_VAIN and too_deep <= _MOST_TOO_DEEP and (match := begins.search(text, at)):
        check()
        start = match.end()
        at = max(start, match.start() + 1)
        try:
            value, at = _decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            in_vain += error.pos - start
            continue
        except (ValueError, RecursionError):
            too_deep += 1
            continue
        if isinstance(value, dict):
            yield match, value


def json_elements(
    stream: BinaryIO, begins: re.Pattern[bytes], largest: int, check: Callable[[], None]
) -> Iterator[Element]:
    """The elements of an array; of a file that is one object, that object.

    Args:
        check: called at each element; raises to stop.

    Raises:
        OSError and the like: the stream cannot be read further; what was read before has been yielded.
    """
    for element in _Splitter(stream, begins, largest).elements():
        check()
        yield element


class _Splitter:
    """Holds what is in hand of the stream; `_at` is where reading goes on in it."""

    def __init__(self, stream: BinaryIO, begins: re.Pattern[bytes], largest: int) -> None:
        self._stream = stream
        self._begins = begins
        self._largest = largest
        self._buffer = bytearray()
        self._at = 0
        self._index = 0
        self._array = True
        self._misses = 0
        self._in_vain = 0  # bytes searched for the end of elements that never end
        self._lost = False  # where the next element is must be searched for
        self._told = False  # the fault in hand has been reported
        self._ended = False
        self._error: Exception | None = None

    def elements(self) -> Iterator[Element]:
        first = self._first()
        if first in (b"[", b"{"):
            self._array = first == b"["
            self._at += self._array
            while (yield from self._between()):
                del self._buffer[: self._at - 1]
                yield self._element()
        elif self._error is None:
            yield Element("whole file", problem="it is not a JSON array" if first else "the file is empty")
        if self._error is not None:
            raise self._error

    def _first(self) -> bytes:
        """The first byte that counts."""
        self._fill(3)
        if self._buffer.startswith(codecs.BOM_UTF8):
            self._at = 3
        self._skip_blanks()
        return bytes(self._buffer[self._at : self._at + 1])

    def _between(self) -> Generator[Element, None, bool]:
        """Go to just behind the next element's opening bracket; False when there is none."""
        if self._lost:
            return self._resynchronise(self._at)
        mark = self._at
        while (found := _BRACKET.match(self._buffer, self._at)) is None:
            if len(self._buffer) - self._at > self._largest or not self._fill_again():
                yield from self._simple(bytes(self._buffer[mark:]))
                if self._array and not self._told:
                    yield Element("end of file", problem=f"the array is cut short before element [{self._index}]")
                return self._resynchronise(mark)
        self._at = found.end()
        bracket = found[1]
        if not (yield from self._simple(bytes(self._buffer[mark : found.start(1)]))):
            return self._resynchronise(mark)
        if bracket in (b"[", b"{"):
            return True
        self._skip_blanks()
        if bracket == b"]" and self._at == len(self._buffer):
            return False
        if not self._told:
            self._told = True
            yield Element("end of file", problem="text follows the end of the array")
        return self._resynchronise(self._at)

    def _simple(self, gap: bytes) -> Generator[Element, None, bool]:
        """What stands between two brackets: nothing but a comma, or numbers and texts; False if it is no JSON."""
        gap = gap.strip(_BLANK + b",")
        if not gap:
            return True
        try:
            values = parse(b"[" + gap + b"]")
        except BadItemError:
            if not self._told:
                self._told = True
                yield Element(self._place(), problem="here stands text that is not JSON")
            return False
        for value in values:
            yield Element(self._place(), value)
            self._index += 1
        return True

    def _element(self) -> Element:
        """The element whose opening bracket is the buffer's first byte."""
        self._at = 1
        place = self._place()
        self._index += 1
        value = self._by_next_beginning()
        if value is not None:
            self._told = False
            return Element(place, value)
        whole = self._balance()
        if whole:
            try:
                value = parse(bytes(self._buffer[: self._at]))
            except BadItemError:
                pass
            else:
                self._told = False
                return Element(place, value)
        self._told = True
        end = self._at if whole else len(self._buffer)
        cut = self._begins.search(self._buffer, 1, end + _OVERLAP)
        if cut is not None and cut.start() < end:
            self._at = cut.start()
        elif not whole and not self._ended:
            self._lost = True
            self._at = len(self._buffer)
            return Element(place, problem=f"it is larger than {self._largest >> 20} MB, or damaged")
        else:
            self._at = end
        data = bytes(self._buffer[: self._at]).rstrip(_BLANK + b",")
        value, problem, rest = saved(data)
        if not whole and self._ended and self._at == len(self._buffer):
            problem = "the file ends in the middle of it"
        return Element(place, value, problem, rest)

    def _by_next_beginning(self) -> Any:
        """The element if the next beginning shows its end, else None."""
        if self._misses >= _MAX_MISSES:
            return None
        self._fill(_CHUNK)
        cut = self._begins.search(self._buffer, 1)
        if cut is not None:
            try:
                value = orjson.loads(bytes(self._buffer[: cut.start()]).rstrip(_BLANK + b","))
            except orjson.JSONDecodeError:
                pass
            else:
                self._misses = 0
                self._at = cut.start()
                return value
        self._misses += 1
        return None

    def _balance(self) -> bool:
        """Go behind the bracket that closes the element; False if the file, or patience, ends before."""
        depth = 1
        suspicious = _SUSPICIOUS if self._in_vain < _SEARCHED_IN_VAIN else _SUSPICIOUS_LATER
        buffer = self._buffer
        while depth:
            found = _BRACKET.match(buffer, self._at, suspicious)
            if found is not None:
                self._at = found.end()
                depth += 1 if buffer[self._at - 1] in b"[{" else -1
                continue
            if len(buffer) > suspicious:
                if self._begins.search(buffer, 1, suspicious):
                    self._in_vain += suspicious
                    return False
                suspicious *= 2
            elif len(buffer) > self._largest or not self._fill_again():
                self._in_vain += len(buffer)
                return False
        return True

    def _resynchronise(self, at: int) -> bool:
        """Go to just behind the opening bracket of the next beginning, wherever that is."""
        self._lost = False
        while (found := self._begins.search(self._buffer, at)) is None:
            at = max(at, len(self._buffer) - _OVERLAP)
            del self._buffer[:at]
            at = 0
            if not self._more():
                return False
        self._at = found.start() + 1
        return True

    def _place(self) -> str:
        return f"[{self._index}]" if self._array or self._index else "whole file"

    def _skip_blanks(self) -> None:
        while True:
            while self._at < len(self._buffer) and self._buffer[self._at] in _BLANK:
                self._at += 1
            if self._at < len(self._buffer) or not self._more():
                return

    def _fill_again(self) -> bool:
        """Read as much again as is waiting, so that a long text is looked at a few times only; False at the end."""
        before = len(self._buffer)
        self._fill(before + max(before - self._at, 1))
        return len(self._buffer) > before

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size and self._more():
            pass

    def _more(self) -> bool:
        if self._ended:
            return False
        try:
            # read1 gives what there is, so nothing is lost that came before a fault of the stream.
            chunk = self._stream.read1(_CHUNK) if hasattr(self._stream, "read1") else self._stream.read(_CHUNK)
        except UNREADABLE as error:
            self._error = error
            chunk = b""
        self._buffer += chunk
        self._ended = not chunk
        return bool(chunk)


def saved(data: bytes) -> tuple[Any, str, str]:
    """(value or None, what is wrong, text after the fault) of an element that orjson refuses.

    Bytes that are no UTF-8 are only marked: the message that they are in is rejected by itself.
    """
    value, problem, text, _, fault = _examined(data)
    return value, problem, text[fault:]


def saved_document(data: bytes) -> tuple[Any, str, str]:
    """As `saved`, but with all of the text that is not in the value: a fault may be noticed in the next record only."""
    value, problem, text, end, _ = _examined(data)
    return value, problem, text[end:]


def _examined(data: bytes) -> tuple[Any, str, str, int, int]:
    """(value or None, what is wrong, the text, where the value ends in it, where the fault is)."""
    text = data.decode("utf-8", DAMAGE_HANDLER)
    try:
        return json.loads(text, strict=False), "", "", 0, 0
    except RecursionError:
        return None, "it is nested too deeply", text, 0, len(text)
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg} (character {error.pos:,})"
        value, end = _closed(text[: error.pos])
        return value, problem, text, end, error.pos
    except ValueError as error:
        return None, f"not JSON: {error}", text, 0, len(text)


def _closed(text: str) -> tuple[Any, int]:
    """The value of a text that is JSON as far as it goes, cut behind the last whole member; and where that ends."""
    stack: list[str] = []
    end = depth = 0  # what is open at `end` stays at the bottom of the stack: every bracket that closes is an end
    for found in _TOKEN.finditer(text):
        mark = found[0]
        if mark == '"':
            break
        if mark in _CLOSING:
            stack.append(_CLOSING[mark])
        elif mark in "]}":
            if not stack:
                break
            stack.pop()
            end, depth = found.end(), len(stack)
        elif mark == ",":
            end, depth = found.start(), len(stack)
    try:
        return json.loads(text[:end] + "".join(reversed(stack[:depth])), strict=False), end
    except (ValueError, RecursionError):
        return None, 0
