"""Files, folders and zips as one stream of items.

Nothing is unpacked to disk: entries of a zip are read as streams, within limits that a real export never meets and a
zip bomb does. A zip without its directory (a download that broke off) is read from its first byte as far as it goes.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, cast

from memory_desktop.core.answers import Rejection
from memory_desktop.core.errors import ImportSourceError
from memory_desktop.engine.imports.items import Imported, Item, OpenFile
from memory_desktop.engine.imports.registry import FORMATS, Format

_HEAD = 65_536
_MAX_ENTRIES = 100_000
_MAX_BYTES = 20 << 30
_MAX_RATIO = 200
_RATIO_FROM = 10 << 20
_LOCAL_HEADER = struct.Struct("<4sHHHHHIIIHH")
_UNSAFE = re.compile(r"^(/|\\|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")


class _TooLargeError(Exception):
    """A limit was met."""


_UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, _TooLargeError)


@dataclass(frozen=True, slots=True)
class DetectedFile:
    """What one file, or one entry of a zip, is: its format's name, or None and why it is passed over."""

    name: str
    format: str | None
    reason: str
    size: int


class _Counting(io.RawIOBase):
    """A stream that tells how much was read from it, and stops a bomb."""

    def __init__(self, raw: BinaryIO, source: ImportSource, compressed: int | None) -> None:
        super().__init__()
        self._raw = raw
        self._source = source
        self._compressed = compressed
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # what the base promises
        data = self._raw.read(len(buffer))
        buffer[: len(data)] = data
        self._read += len(data)
        self._source.bytes_done += len(data)
        if self._source.bytes_done > _MAX_BYTES:
            raise _TooLargeError(f"more than {_MAX_BYTES >> 30} GB would have to be read")
        if self._compressed is not None and self._read > max(_RATIO_FROM, _MAX_RATIO * self._compressed):
            raise _TooLargeError("it unpacks to far more than any export does (a zip bomb?)")
        return len(data)


class ImportSource:
    """Everything below some paths.

    Args:
        format: name of the format to read every file as; None finds it out by name and first bytes.

    Raises:
        ImportSourceError: a path is not there, or the format is not known.
    """

    def __init__(self, paths: Sequence[Path], *, format: str | None = None) -> None:
        if format is not None and format not in FORMATS:
            raise ImportSourceError(f"The format “{format}” is not known.", hint=f"Choose one of {', '.join(FORMATS)}.")
        for path in paths:
            if not path.exists():
                raise ImportSourceError(f"{path} is not there.", hint="Check the path.")
        self._paths = list(paths)
        self._format = format
        self.bytes_done = 0
        self.bytes_total = self._total()
        self.current_file = ""
        self.skipped: Counter[str] = Counter()

    def detect(self) -> list[DetectedFile]:
        """What each file is; nothing is read but its first bytes."""
        found: list[DetectedFile] = []
        for opened in self._files():
            if isinstance(opened, Rejection):
                found.append(DetectedFile(opened.file, None, opened.reason, 0))
            else:
                file, size, format = opened
                found.append(DetectedFile(file.name, format.name if format else None, "", size))
        return found

    def items(self) -> Iterator[Item]:
        """Every item of every file; what cannot be read is a rejection."""
        known = 0
        for opened in self._files():
            if isinstance(opened, Rejection):
                yield opened
                continue
            file, _, format = opened
            if format is None:
                self.skipped["not a known file"] += 1
                continue
            known += 1
            self.current_file = file.name
            yield from self._read(file, format)
            self.skipped.update(file.skipped)
        if not known:
            shown = ", ".join(str(path) for path in self._paths)
            yield Rejection(shown, "whole file", "it is none of the known formats: " + ", ".join(FORMATS))

    @staticmethod
    def _read(file: OpenFile, format: Format) -> Iterator[Item]:
        try:
            for item in format.read(file):
                yield replace(item, format=format.name) if isinstance(item, Imported) else item
        except _UNREADABLE as error:
            yield Rejection(file.name, "rest of the file", f"it cannot be read further: {error}")
        except (UnicodeError, RecursionError) as error:
            yield Rejection(file.name, "rest of the file", f"it is damaged: {error}")

    def _files(self) -> Iterator[tuple[OpenFile, int, Format | None] | Rejection]:
        for path in self._paths:
            if path.is_dir():
                for file in sorted(path.rglob("*")):
                    inner = file.relative_to(path)
                    if any(part.startswith(".") for part in inner.parts) or file.is_dir():
                        continue
                    if not file.resolve().is_relative_to(path.resolve()):
                        yield Rejection(str(inner), "whole file", "it is a link that leads out of the folder")
                        continue
                    yield from self._file(file, f"{path.name}/{inner.as_posix()}", inner.as_posix())
            else:
                yield from self._file(path, path.name, path.name)

    def _file(self, path: Path, name: str, inner: str) -> Iterator[tuple[OpenFile, int, Format | None] | Rejection]:
        try:
            with path.open("rb") as raw:
                magic = raw.read(4)
                raw.seek(0)
                if path.suffix.lower() == ".zip" or magic == b"PK\x03\x04":
                    yield from self._zip(name, raw)
                    return
                yield self._opened(raw, name, inner, path.stat().st_size, None)
        except OSError as error:
            yield Rejection(name, "whole file", f"it cannot be read: {error.strerror or error}")

    def _opened(
        self, raw: BinaryIO, name: str, inner: str, size: int, compressed: int | None
    ) -> tuple[OpenFile, int, Format | None]:
        stream = io.BufferedReader(_Counting(raw, self, compressed), _HEAD)
        head = stream.peek(_HEAD)
        file = OpenFile(name, inner, cast(BinaryIO, stream))
        if self._format is not None:
            return file, size, FORMATS[self._format]
        return file, size, next((one for one in FORMATS.values() if one.sniff(inner, head)), None)

    def _zip(self, name: str, raw: BinaryIO) -> Iterator[tuple[OpenFile, int, Format | None] | Rejection]:
        try:
            archive = zipfile.ZipFile(raw)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            yield Rejection(name, "whole file", "the zip is cut short or damaged; what can be read of it is read")
            yield from self._broken_zip(name, raw)
            return
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(entries) > _MAX_ENTRIES:
            yield Rejection(name, "whole file", f"the zip has more than {_MAX_ENTRIES:,} entries")
            return
        for entry in entries:
            shown = f"{name}!{entry.filename}"
            if _UNSAFE.search(entry.filename):
                yield Rejection(shown, "whole file", "its name leads out of the zip; it was not read")
            elif entry.flag_bits & 1:
                yield Rejection(shown, "whole file", "it is encrypted")
            elif entry.filename.lower().endswith(".zip"):
                yield Rejection(shown, "whole file", "it is a zip within the zip; unpack it first")
            else:
                try:
                    with archive.open(entry) as stream:
                        yield self._opened(
                            cast(BinaryIO, stream), shown, entry.filename, entry.file_size, entry.compress_size
                        )
                except _UNREADABLE as error:
                    yield Rejection(shown, "whole file", f"it cannot be read: {error}")

    def _broken_zip(self, name: str, raw: BinaryIO) -> Iterator[tuple[OpenFile, int, Format | None] | Rejection]:
        """Entries by their local headers, one after the other, as far as they go."""
        position = 0
        while True:
            raw.seek(position)
            header = raw.read(_LOCAL_HEADER.size)
            if len(header) < _LOCAL_HEADER.size or not header.startswith(b"PK\x03\x04"):
                return
            _, _, flags, method, _, _, _, size, _, name_length, extra_length = _LOCAL_HEADER.unpack(header)
            inner = raw.read(name_length).decode("utf-8", "replace")
            start = position + _LOCAL_HEADER.size + name_length + extra_length
            raw.seek(start)
            shown = f"{name}!{inner}"
            if method not in (0, 8) or flags & 1 or _UNSAFE.search(inner):
                yield Rejection(shown, "whole file", "it cannot be read from a damaged zip")
                return
            inflating = _Inflating(raw, deflated=method == 8, size=None if flags & 8 else size)
            if not inner.endswith("/"):
                yield self._opened(cast(BinaryIO, io.BufferedReader(inflating)), shown, inner, 0, None)
            inflating.drain()
            if inflating.broken:
                return
            position = start + inflating.consumed
            raw.seek(position)
            if raw.read(4) == b"PK\x07\x08":  # a data descriptor follows
                position += 16

    def _total(self) -> int:
        total = 0
        for path in self._paths:
            for file in path.rglob("*") if path.is_dir() else [path]:
                try:
                    if file.suffix.lower() == ".zip":
                        with zipfile.ZipFile(file) as archive:
                            total += sum(entry.file_size for entry in archive.infolist())
                    elif file.is_file():
                        total += file.stat().st_size
                except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
                    continue  # said when it is read
        return total


class _Inflating(io.RawIOBase):
    """The content of one entry of a zip whose directory is lost."""

    def __init__(self, raw: BinaryIO, *, deflated: bool, size: int | None) -> None:
        super().__init__()
        self._raw = raw
        self._inflate = zlib.decompressobj(-15) if deflated else None
        self._left = size
        self._ready = b""
        self.consumed = 0
        self.broken = False
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # what the base promises
        while not self._ready and not self._ended:
            self._more()
        part = self._ready[: len(buffer)]
        self._ready = self._ready[len(part) :]
        buffer[: len(part)] = part
        return len(part)

    def drain(self) -> None:
        """Read what nobody wanted, to find where the next entry begins."""
        while not self._ended:
            self._more()
            self._ready = b""

    def _more(self) -> None:
        want = _HEAD if self._inflate is not None or self._left is None else min(_HEAD, self._left - self.consumed)
        data = self._raw.read(want) if want > 0 else b""
        if self._inflate is None:
            self._ready, self._ended = data, not data
            self.consumed += len(data)
            self.broken = not data and (self._left is None or self.consumed < self._left)
            return
        if not data:
            self._ended = self.broken = True
            return
        try:
            self._ready = self._inflate.decompress(data)
        except zlib.error:
            self._ended = self.broken = True
            return
        self.consumed += len(data) - len(self._inflate.unused_data)
        self._ended = self._inflate.eof
