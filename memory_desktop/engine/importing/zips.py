"""Entries of a zip as streams; nothing is unpacked to disk.

A zip without its directory (a download that broke off) is read from its first byte: each entry has a header of its
own, and deflated data tells where it ends. What cannot be told there is the end of an entry that is stored plainly
with its size written behind it; reading goes on at the next header.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO, cast

from memory_desktop.engine.importing.items import UNREADABLE, Limits

_CHUNK = 65_536
_LOCAL_HEADER = struct.Struct("<4sHHHHHIIIHH")
_HEADER_MARK = b"PK\x03\x04"
_ENCRYPTED, _SIZE_BEHIND = 1, 8
_UNKNOWN_SIZE = 0xFFFFFFFF
_STORED, _DEFLATED = 0, 8
_ASCII, _LONGEST_NAME = 128, 1_024
_UNSAFE = re.compile(r"^(/|\\|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")
_HIDDEN = re.compile(r"(^|/)(\.[^/.]|__MACOSX/)")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry that can be read while it is the latest one.

    Attributes:
        size: bytes unpacked as the zip says, 0 if it does not. packed: bytes in the zip, None if that is not known.
        crc: checksum of the unpacked bytes, or None. modified: when the file was changed last, if that is known.
    """

    name: str
    stream: BinaryIO
    size: int
    packed: int | None
    crc: int | None
    modified: datetime | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """An entry, or with no name the zip itself, that is not read, or not in whole, and why.

    Attributes:
        hidden: it is passed over by custom, like hidden files of a folder; nothing is wrong.
        read: what can be read of it is read.
    """

    name: str
    reason: str
    size: int = 0
    hidden: bool = False
    place: str = "whole file"
    read: bool = False


def entries(raw: BinaryIO, limits: Limits, check: Callable[[], None]) -> Iterator[Entry | Refused]:
    """Every entry; of a damaged zip those that can be found. `check` is called in every loop; it raises to stop."""
    try:
        archive = zipfile.ZipFile(raw)
        infos = [info for info in archive.infolist() if not info.is_dir()]
    except UNREADABLE:
        yield Refused("", "the zip is cut short or damaged; what can be read of it is read", read=True)
        yield from _without_directory(raw, check)
        return
    if len(infos) > limits.entries:
        yield Refused("", f"the zip has more than {limits.entries:,} entries")
        return
    for info in infos:
        refused = _refusal(info.filename, encrypted=bool(info.flag_bits & _ENCRYPTED), size=info.file_size)
        if refused is not None:
            yield refused
            continue
        try:
            with archive.open(info) as stream:
                # The checksum is compared by who reads: here a wrong one would take the last chunk with it.
                stream._expected_crc = None  # type: ignore[attr-defined]  # noqa: SLF001
                yield Entry(
                    info.filename, cast(BinaryIO, stream), info.file_size, info.compress_size, info.CRC, _moment(info)
                )
        except UNREADABLE as error:
            yield Refused(info.filename, f"it cannot be read: {error}", info.file_size)


def _moment(info: zipfile.ZipInfo) -> datetime | None:
    """A zip has no time zone: taken as UTC. Its first day stands for no time at all."""
    try:
        return datetime(*info.date_time, tzinfo=UTC) if info.date_time[:3] > (1980, 1, 1) else None
    except ValueError:
        return None


def _refusal(name: str, *, encrypted: bool, size: int = 0) -> Refused | None:
    if _UNSAFE.search(name):
        return Refused(name, "its name leads out of the zip; it was not read", size)
    if _HIDDEN.search(name):
        return Refused(name, "it is hidden", size, hidden=True)
    if encrypted:
        return Refused(name, "it is encrypted", size)
    if name.lower().endswith(".zip"):
        return Refused(name, "it is a zip within the zip; unpack it first", size)
    return None


def _without_directory(raw: BinaryIO, check: Callable[[], None]) -> Iterator[Entry | Refused]:
    position, anything = 0, False
    while (found := _next_header(raw, position, check)) is not None:
        raw.seek(found)
        header = raw.read(_LOCAL_HEADER.size)
        if len(header) < _LOCAL_HEADER.size:
            break
        _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _LOCAL_HEADER.unpack(header)
        name = _name(raw.read(name_length))
        if name is None:  # four bytes of some data that look like the mark of a header
            position = found + len(_HEADER_MARK)
            continue
        anything = True
        start = position = found + _LOCAL_HEADER.size + name_length + extra_length
        sized = not flags & _SIZE_BEHIND and packed != _UNKNOWN_SIZE
        refused = _refusal(name, encrypted=bool(flags & _ENCRYPTED))
        if refused is None and (method not in (_STORED, _DEFLATED) or (method == _STORED and not sized)):
            refused = Refused(name, "it is packed in a way that cannot be read from a damaged zip")
        if refused is not None or name.endswith("/"):
            if refused is not None:
                yield refused
            position = start + (packed if sized else 0)
            continue
        raw.seek(start)
        inflating = _Inflating(raw, packed if method == _STORED else None)
        known = (size, packed, crc) if sized else (0, None, None)
        yield Entry(name, cast(BinaryIO, inflating), *known)
        inflating.drain(packed if sized else None, check)
        if inflating.broken:
            yield Refused(name, "the zip is cut off or damaged within it", place="end of file", read=True)
        position = start + inflating.consumed
    if not anything:
        yield Refused("", "nothing in it can be read: it is no zip, or all of it is damaged")


def _name(data: bytes) -> str | None:
    """The name in an entry's header; None if these bytes are none."""
    try:
        name = data.decode("utf-8")
    except UnicodeDecodeError:
        name = data.decode("cp437")  # what zips without UTF-8 have
        if sum(byte >= _ASCII for byte in data) > len(data) // 2:
            return None
    return name if name and len(name) <= _LONGEST_NAME and name.isprintable() else None


def _next_header(raw: BinaryIO, position: int, check: Callable[[], None]) -> int | None:
    raw.seek(position)
    tail = b""
    while data := raw.read(_CHUNK):
        check()
        found = (tail + data).find(_HEADER_MARK)
        if found >= 0:
            return position - len(tail) + found
        position += len(data)
        tail = (tail + data)[-3:]
    return None


class _Inflating(io.RawIOBase):
    """The content of one entry of a zip whose directory is lost; `stored` is its size if it is not deflated."""

    def __init__(self, raw: BinaryIO, stored: int | None) -> None:
        super().__init__()
        self._raw = raw
        self._inflate = zlib.decompressobj(-15) if stored is None else None
        self._left = stored or 0
        self._ready = b""
        self._ended = False
        self.consumed = 0
        self.broken = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # what the base promises
        while not self._ready and not self._ended:
            self._more()
        part = self._ready[: len(buffer)]
        self._ready = self._ready[len(part) :]
        buffer[: len(part)] = part
        return len(part)

    def drain(self, packed: int | None, check: Callable[[], None]) -> None:
        """Find where the entry ends: by its size if that is known, else by reading what nobody wanted."""
        if packed is not None and not self._ended:
            self.consumed, self._ended = packed, True
        while not self._ended:
            check()
            self._more()
            self._ready = b""

    def _more(self) -> None:
        if self._inflate is None:
            self._ready = self._raw.read(min(_CHUNK, self._left))
            self.consumed += len(self._ready)
            self._left -= len(self._ready)
            self._ended = not self._ready
            self.broken = self._ended and self._left > 0
            return
        data = self._inflate.unconsumed_tail or self._raw.read(_CHUNK)
        fresh = not self._inflate.unconsumed_tail
        if not data:
            self._ended = self.broken = True
            return
        try:
            self._ready = self._inflate.decompress(data, 1 << 20)
        except zlib.error:
            self._ended = self.broken = True
            return
        self.consumed += len(data) if fresh else 0
        self._ended = self._inflate.eof
        if self._ended:
            self.consumed -= len(self._inflate.unused_data)
