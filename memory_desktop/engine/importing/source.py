"""Files, folders and zips as one stream of items.

Nothing is unpacked to disk: entries of a zip are read as streams, within limits that a real export never meets and a
zip bomb does. What is passed over on purpose is counted in `skipped`; what cannot be read is a rejection.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

import orjson

from memory_desktop.core.answers import Rejection
from memory_desktop.core.errors import ImportSourceError
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.importing.entries import MEMORY, ORDER
from memory_desktop.engine.importing.items import (
    ROLES,
    UNREADABLE,
    Item,
    Limits,
    OpenFile,
    StoppedError,
    TooLargeError,
    printable,
)
from memory_desktop.engine.importing.registry import FORMATS, Format
from memory_desktop.engine.importing.text import Utf16AsUtf8
from memory_desktop.engine.importing.zips import Entry, entries

_HEAD = 65_536
_MOST_NAMED = 1_000
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: Files beside the conversations of an export of ChatGPT, Claude or Gemini; those of Claude that hold texts are read.
_OF_EXPORTS = frozenset(
    "user.json chat.html message_feedback.json model_comparisons.json shared_conversations.json user_settings.json"
    " group_chats.json shopping.json sora.json users.json projects.json memories.json export_manifest.json".split()
)
#: What was sent along in conversations, or made there: an export has them beside the texts, by these endings or names.
_ATTACHED = frozenset(".png .jpg .jpeg .webp .gif .heic .svg .wav .mp3 .m4a .ogg .mp4 .mov .pdf .dat".split())
_ATTACHED_NAMES = ("file-", "file_")
_EXPORTS = ("chatgpt", "claude")
_UNKNOWN = "it is none of the known formats: " + ", ".join(FORMATS)
# Our MCP export writes both; the one beside it has everything.
_SIDECAR = ".extra.jsonl"
# So the manifests of our exports are called, and these names are in each.
_LARGEST_MANIFEST = 1 << 28
_MANIFEST, _DESCRIBED = "manifest.json", (b'"exported_at"', b'"format_version"', b'"head"')


@dataclass(frozen=True, slots=True)
class DetectedFile:
    """What one file, or one entry of a zip, is: its format's name, or None and why it is passed over; size in bytes."""

    name: str
    format: str | None
    reason: str
    size: int


@dataclass(frozen=True, slots=True)
class _Opened:
    file: OpenFile
    size: int
    format: Format | None
    counting: _Counting
    describes: bool = False  # it is the manifest of one of our own exports, which brings nothing itself

    @property
    def place(self) -> str:
        """The folder or zip that it is in, as it is shown, with what stands before the name; "" of a file alone."""
        name = self.file.name
        return name[: max(name.rfind("/"), name.rfind("!")) + 1]

    @property
    def beside(self) -> bool:
        """Does it come with conversations, if some are there, and hold nothing to import?"""
        name = PurePosixPath(self.file.name.rpartition("!")[2]).name
        attached = PurePosixPath(name).suffix.lower() in _ATTACHED or name.startswith(_ATTACHED_NAMES)
        return name in _OF_EXPORTS or (attached and bool(self.place))


@dataclass(frozen=True, slots=True)
class _Found:
    """A file of a folder: where it is, how it is shown, its name within the folder and what it is known by."""

    path: Path
    name: str
    inner: str
    document: str


class _Counting(io.RawIOBase):
    """A stream that tells how much was read from it, compares the checksum, and stops a bomb."""

    def __init__(self, raw: BinaryIO, source: ImportSource, packed: int | None, crc: int | None) -> None:
        super().__init__()
        self._raw = raw
        self._source = source
        self._packed = packed
        self._expected = crc
        self._crc = 0
        self._read = 0
        self._error: Exception | None = None
        self.damaged = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # what the base promises
        # As much as is wanted, for formats are told by the first bytes; what came before a fault is not lost.
        got = 0
        while got < len(buffer) and self._error is None:
            try:
                data = self._piece(len(buffer) - got)
            except UNREADABLE as error:
                self._error = error
                break
            if not data:
                return got
            buffer[got : got + len(data)] = data
            got += len(data)
        if self._error is not None and not got:
            raise self._error
        return got

    def _piece(self, size: int) -> bytes:
        data: bytes = getattr(self._raw, "read1", self._raw.read)(size)
        if self._expected is not None:
            self._crc = zlib.crc32(data, self._crc)
            self.damaged = not data and self._crc != self._expected
        self._read += len(data)
        self._source._count(len(data), self._read, self._packed)  # noqa: SLF001  # two halves of one thing
        return data


class ImportSource:
    """Everything below some paths.

    Args:
        paths: files, folders or zips.
        format: name of the format to read as; None finds it out by name and first bytes. In a folder or zip it is
            asked only of files whose names fit.
        limits: what is too large to be meant.
        roles: whose messages of conversations are read besides those of `ROLES`.

    Attributes:
        skipped: what was passed over on purpose, by kind.
        current_file: shown name of the file being read.

    Raises:
        ImportSourceError: a path is not there or is neither a file nor a folder, or the format is not known.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        format: str | None = None,
        limits: Limits | None = None,
        roles: Collection[str] = (),
    ) -> None:
        if format is not None and format not in FORMATS:
            raise ImportSourceError(f"The format “{format}” is not known.", hint=f"Choose one of {', '.join(FORMATS)}.")
        for path in paths:
            if not path.exists():
                raise ImportSourceError(f"{path} is not there.", hint="Check the path.")
            if not (path.is_file() or path.is_dir()):  # reading from a pipe or a device may never end
                raise ImportSourceError(
                    f"{path} is neither a file nor a folder.", hint="Save what is to be imported as a file first."
                )
        self._paths = list(paths)
        self._format = format
        self._limits = limits or Limits()
        self._roles = frozenset((*ROLES, *roles))
        self.skipped: Counter[str] = Counter()
        self._unknown: list[Rejection] = []
        self._beside: list[tuple[str, Rejection]] = []
        self._exports: set[str] = set()
        self._total = self._measured()
        self.skipped.clear()
        self._finished = 0
        self._current = 0
        self._unpacked = 0
        self._cancel: CancelToken | None = None
        self.current_file = ""

    @property
    def bytes_total(self) -> int:
        """Unpacked bytes of everything; 0 when that cannot be known."""
        return max(self._total, self.bytes_done) if self._total else 0

    @property
    def bytes_done(self) -> int:
        """Unpacked bytes of what is read or passed over."""
        return self._finished + self._current

    @property
    def passed_over(self) -> list[Rejection]:
        """The files that were read so far whose format is not known, at most 1,000."""
        return [*self._unknown, *(one for place, one in self._beside if not self._of_export(place))][:_MOST_NAMED]

    @property
    def not_needed(self) -> list[Rejection]:
        """The files that belong to an export of conversations and hold none themselves, at most 1,000."""
        return [one for place, one in self._beside if self._of_export(place)]

    def _of_export(self, place: str) -> bool:
        return any(place.startswith(export) for export in self._exports)

    def passed_roles(self) -> dict[str, int]:
        """Messages that were passed over because nobody asked for their role, by role."""
        return {role: number for role in ("system", "tool") if (number := self.skipped[f"{role} message"])}

    def detect(self) -> list[DetectedFile]:
        """What each file is; nothing is read but its first bytes."""
        found: list[DetectedFile] = []
        for one in self._opened():
            if isinstance(one, Rejection):
                found.append(DetectedFile(one.file, None, one.reason, 0))
            else:
                name = one.format.name if one.format else None
                found.append(DetectedFile(one.file.name, name, "" if name else _why_not(one), one.size))
        return found

    def items(self, cancel: CancelToken | None = None) -> Iterator[Item]:
        """Every item of every file; what cannot be read is a rejection. May be called again: it starts anew.

        Args:
            cancel: looked at with every piece that is read and every item that is made; once cancelled, no more come.
        """
        self._cancel = cancel
        try:
            yield from self._items()
        except StoppedError:
            return
        finally:
            self._cancel = None

    def _items(self) -> Iterator[Item]:
        known = 0
        for one in self._opened():
            if isinstance(one, Rejection):
                yield one
            elif one.format is None and one.describes:
                self.skipped["manifest"] += 1
            elif one.format is None:
                self.skipped["not a known file"] += 1
                reason = Rejection(one.file.name, "whole file", _why_not(one))
                if one.beside and len(self._beside) < _MOST_NAMED:
                    self._beside.append((one.place, reason))
                elif not one.beside and len(self._unknown) < _MOST_NAMED:
                    self._unknown.append(reason)
            else:
                known += 1
                if one.format.name in _EXPORTS:
                    self._exports.add(one.place)
                self.current_file = one.file.name
                yield from self._read(one, one.format)
                self.skipped.update(one.file.skipped)
        if not known:
            names = ", ".join(str(path) for path in self._paths)
            reasons = {one.reason for one in self.passed_over}
            yield Rejection(printable(names), "whole file", reasons.pop() if len(reasons) == 1 else _UNKNOWN)

    @staticmethod
    def _read(opened: _Opened, format: Format) -> Iterator[Item]:
        file = opened.file
        try:
            for item in format.read(file):
                file.check()
                yield item if isinstance(item, Rejection) else replace(item, format=format.name)
            while file.stream.read(_HEAD):  # to the end, where the checksum is known
                pass
        except UNREADABLE as error:
            yield file.bad("rest of the file", f"it cannot be read further: {error}")
        if opened.counting.damaged:
            yield file.odd("whole file", "its checksum is wrong: what was read of it may be damaged")

    def _check(self) -> None:
        """Raises StoppedError once the import is cancelled."""
        if self._cancel is not None and self._cancel.cancelled():
            raise StoppedError

    def _count(self, size: int, of_file: int, packed: int | None) -> None:
        """Note what was read. Raises TooLargeError when that is more than anybody means, StoppedError on cancel."""
        self._check()
        limits = self._limits
        self._current += size
        self._unpacked += size
        if self._unpacked > limits.total:
            raise TooLargeError(f"more than {limits.total:,} bytes would have to be read")
        if packed is not None and of_file > max(limits.ratio_from, limits.ratio * packed):
            raise TooLargeError("it unpacks to far more than any export does (a zip bomb?)")

    def _done(self, size: int) -> None:
        self._finished += size or self._current
        self._current = 0

    def _opened(self) -> Iterator[_Opened | Rejection]:
        """Every file in turn; each can be read until the next is asked for."""
        self._finished = self._current = self._unpacked = 0
        self.skipped.clear()
        self._unknown.clear()
        self._beside.clear()
        self._exports.clear()
        for found in self._found():
            self._check()
            if isinstance(found, Rejection):
                yield found
                continue
            try:
                with found.path.open("rb") as raw:
                    if self._is_zip(found.path, raw):
                        yield from self._zip(found.name, raw)
                    else:
                        about = found.path.stat()
                        size, modified = about.st_size, _moment(about.st_mtime)
                        entry = Entry(found.inner, cast(BinaryIO, raw), size, None, None, modified)
                        alone = found.path in self._paths
                        yield self._open(entry, found.name, found.document, alone=alone, path=found.path)
                        self._done(size)
            except OSError as error:
                yield Rejection(found.name, "whole file", f"it cannot be read: {error.strerror or error}")

    def _is_zip(self, path: Path, raw: BinaryIO) -> bool:
        # Office files are zips as well: only what the user named himself may be a zip under another name.
        magic = raw.read(4)
        raw.seek(0)
        return path.suffix.lower() == ".zip" or (path in self._paths and magic == b"PK\x03\x04")

    def _zip(self, name: str, raw: BinaryIO) -> Iterator[_Opened | Rejection]:
        for entry in entries(raw, self._limits, self._check):
            shown = printable(f"{name}!{entry.name}" if entry.name else name)
            if isinstance(entry, Entry):
                try:
                    yield self._open(entry, shown, entry.name, alone=False)
                except UNREADABLE as error:
                    yield Rejection(shown, "whole file", f"it cannot be read: {error}")
            elif entry.hidden:
                self.skipped["hidden file"] += 1
            else:
                yield Rejection(shown, entry.place, printable(entry.reason), warning=entry.read)
            self._done(entry.size)

    def _open(self, entry: Entry, name: str, document: str, *, alone: bool, path: Path | None = None) -> _Opened:
        counting = _Counting(entry.stream, self, entry.packed, entry.crc)
        stream: io.BufferedReader = io.BufferedReader(counting, _HEAD)
        head = stream.peek(_HEAD)
        if head[:2] in _UTF16:
            stream = io.BufferedReader(Utf16AsUtf8(cast(BinaryIO, stream)), _HEAD)
            head = stream.peek(_HEAD)
        file = OpenFile(
            name,
            entry.name,
            cast(BinaryIO, stream),
            document,
            self._limits,
            modified=entry.modified,
            roles=self._roles,
            path=path,
            check=self._check,
        )
        describes = entry.name.endswith(_MANIFEST) and all(name in head for name in _DESCRIBED)
        if self._format is not None:
            asked = FORMATS[self._format]
            return _Opened(file, entry.size, asked if alone or asked.fits(entry.name) else None, counting, describes)
        format = next((one for one in FORMATS.values() if one.sniff(entry.name, head)), None)
        return _Opened(file, entry.size, format, counting, describes)

    def _found(self) -> Iterator[_Found | Rejection]:
        for path in self._paths:
            folder = path.resolve()
            if path.is_dir():
                yield from self._walk(path, _text(folder.name) or _text(str(folder)))
            else:
                name = _text(path.name)
                yield _Found(path, name, name, f"{_text(folder.parent.name)}/{name}")

    def _walk(self, folder: Path, title: str) -> Iterator[_Found | Rejection]:
        errors: list[OSError] = []
        root = folder.resolve()
        for place, folders, files in os.walk(folder, onerror=errors.append):
            hidden = [name for name in (*folders, *files) if name.startswith(".")]
            self.skipped.update(["hidden file"] * len(hidden))
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            links = [name for name in folders if Path(place, name).is_symlink()]
            order = _order(Path(place), files)
            for name in sorted({*files, *links} - set(hidden), key=lambda name: (order.get(name, -1), name)):
                path = Path(place, name)
                inner = _text(path.relative_to(folder).as_posix())
                problem = _problem(path, root)
                if problem:
                    yield Rejection(printable(f"{title}/{inner}"), "whole file", problem)
                elif not name.endswith(_SIDECAR) and path.suffix == ".jsonl" and path.stem + _SIDECAR in files:
                    self.skipped["file with a fuller one beside it"] += 1
                else:
                    yield _Found(path, printable(f"{title}/{inner}"), inner, f"{title}/{inner}")
        for error in errors:
            name = _text(str(error.filename))
            yield Rejection(printable(name), "whole folder", f"it cannot be read: {error.strerror or error}")

    def _measured(self) -> int:
        total = 0
        for one in self._found():
            if isinstance(one, Rejection):
                continue
            found = one.path
            try:
                if found.suffix.lower() == ".zip":
                    with zipfile.ZipFile(found) as archive:
                        total += sum(entry.file_size for entry in archive.infolist())
                else:
                    total += found.stat().st_size
            except UNREADABLE:
                continue  # said when it is read
        return total


def _why_not(opened: _Opened) -> str:
    """Why a file is of no format."""
    if PurePosixPath(opened.file.name).name in _OF_EXPORTS:
        return "it comes with the export, and has no conversation that is not in the other files"
    return _UNKNOWN if opened.size else "the file is empty"


def _moment(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _text(name: str) -> str:
    """A file's name as text; bytes of it that are none become question marks."""
    return name.encode("utf-8", "replace").decode()


def _order(folder: Path, files: Collection[str]) -> Mapping[str, int]:
    """The places of files among each other, where the manifest of a folder of entries says them."""
    path = folder / _MANIFEST
    if _MANIFEST not in files or not any(name.endswith(MEMORY) for name in files):
        return {}
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST_MANIFEST:
            return {}
        said = orjson.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    names = said.get(ORDER) if isinstance(said, dict) else None
    names = names if isinstance(names, list) else []
    return {name: place for place, name in enumerate(names) if isinstance(name, str)}


def _problem(path: Path, root: Path) -> str:
    """Why a file of a folder is not read, or ""."""
    try:
        if not path.resolve(strict=True).is_relative_to(root):
            return "it is a link that leads out of the folder"
        mode = path.stat().st_mode
    except (OSError, RuntimeError):
        return "it is a link that leads nowhere"
    if stat.S_ISDIR(mode):
        return "it is a link to a folder, which is not followed"
    return "" if stat.S_ISREG(mode) else "it is not a file"
