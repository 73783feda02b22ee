"""What makes sure of tantivy's files: the CRC that ends each of them, and a ledger of which file has which.

tantivy checks nothing when it opens a file. Each of its files ends in a footer with a CRC of what is before it, so
that a flipped bit can be found; but nothing says that a file's content belongs to its name, or that the numbers in
`meta.json` are right. So after each commit the ledger notes the CRC of every file, and the size of every segment. Both
are fixed for ever, as names are never used again. What the ledger does not know yet (a merge that ended since) is
judged by its own CRC.
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import xxhash

from memory_desktop.own_files import SEGMENT_FILE, is_regular, read_regular

LEDGER = "files.json"
META = "meta.json"
_MAGIC = 1337
_GREATEST_FOOTER = 4_096
_HELPERS = (".managed.json", ".tantivy-meta.lock", ".tantivy-writer.lock")
_DELETES = ".del"
_SUFFIXES = (".idx", ".pos", ".term", ".store", ".fast", ".fieldnorm")


@dataclass(frozen=True, slots=True)
class Ledger:
    """CRC by file name, and (documents, (opstamp, how many deleted)) by segment."""

    files: dict[str, int] = field(default_factory=dict)
    segments: dict[str, list[Any]] = field(default_factory=dict)


def read_meta(folder: Path) -> bytes | None:
    """The meta file's bytes; None when there is none, or it cannot be read."""
    with suppress(OSError):
        return read_regular(folder / META)
    return None


def read_ledger(folder: Path) -> Ledger:
    """The ledger; an empty one when there is none, or it is not whole: it only adds to what is checked anyway."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        body = orjson.loads(read_regular(folder / LEDGER))
        if _digest(body["files"], body["segments"]) == body["xxh3"]:
            return Ledger(body["files"], body["segments"])
    return Ledger()


def remove_strays(folder: Path, *, segments_too: bool) -> None:
    """Delete lists of deleted documents that the meta file does not name, and files of segments that it does not.

    A commit that a crash or a full disk cut short has left them, and tantivy refuses to write the same name again.
    Given up quietly where the meta file cannot be read.

    Args:
        segments_too: nothing writes there, not even a merge in the background, so no segment is about to be named.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        meta = read_meta(folder)
        if meta is None:
            return
        segments = _segments(meta)
        for path in list(folder.iterdir()):
            if SEGMENT_FILE.fullmatch(path.name) and is_regular(path) and _stray(path, segments, segments_too):
                path.unlink()


def _stray(path: Path, segments: dict[str, list[Any]], segments_too: bool) -> bool:
    segment, _, rest = path.name.partition(".")
    if segment not in segments:
        return segments_too
    deletes = segments[segment][1]
    return path.suffix == _DELETES and rest != (f"{deletes[0]}{_DELETES}" if deletes else "")


def write_ledger(folder: Path) -> None:
    """Note the files that the meta file names now. Not durable, and given up quietly: see `read_ledger`."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        meta = read_meta(folder)
        if meta is None:
            return
        old, segments = read_ledger(folder), _segments(meta)
        names = [path.name for path in folder.iterdir() if path.name.partition(".")[0] in segments]
        files = {name: crc for name in names if (crc := old.files.get(name) or _crc(folder / name)) is not None}
        if (files, segments) == (old.files, old.segments):
            return
        body = {"files": files, "segments": segments, "xxh3": _digest(files, segments)}
        temporary = folder / (LEDGER + ".tmp")
        if os.path.lexists(temporary) and not is_regular(temporary):
            return
        temporary.write_bytes(orjson.dumps(body))
        temporary.replace(folder / LEDGER)


def problems(folder: Path, meta: bytes | None) -> list[str]:
    """What is wrong with the files, in sentences; nothing for a folder that is new."""
    where = folder / META
    files = {path.name: path for path in folder.iterdir() if path.suffix}
    for name in _HELPERS:
        if os.path.lexists(folder / name) and not is_regular(folder / name):
            return [f"{folder / name} is not a regular file"]
    if meta is None:
        there = os.path.lexists(where) or any(name.endswith(".idx") for name in files)
        return [f"{where} is missing or cannot be read"] if there else []
    try:
        segments = _segments(meta)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return [f"{where} is unreadable: {error}"]
    ledger, found = read_ledger(folder), []
    for segment, (documents, deletes) in segments.items():
        wanted = [segment + suffix for suffix in _SUFFIXES]
        wanted += [f"{segment}.{deletes[0]}{_DELETES}"] if deletes else []
        found += [f"{name} is missing" for name in wanted if name not in files]
        found += _file_problems(ledger, {name: files[name] for name in files if name.partition(".")[0] == segment})
        known = ledger.segments.get(segment)
        if known is not None and (known[0] != documents or _other_count(known[1], deletes)):
            found.append(f"{where} does not say how many documents {segment} has")
    return found


def _file_problems(ledger: Ledger, files: dict[str, Path]) -> list[str]:
    found = []
    for name, path in files.items():
        problem, crc = _checked(path)
        if problem:
            found.append(problem)
        elif ledger.files.get(name, crc) != crc:
            found.append(f"{name} is not the file that was written under this name")
    return found


def _segments(meta: bytes) -> dict[str, list[Any]]:
    """(documents, deletes) of each segment that a meta file names."""
    segments: dict[str, list[Any]] = {}
    for one in orjson.loads(meta)["segments"]:
        deletes = one.get("deletes")
        counted = [int(deletes["opstamp"]), int(deletes["num_deleted_docs"])] if deletes else None
        segments[str(one["segment_id"]).replace("-", "")] = [int(one["max_doc"]), counted]
    return segments


def _other_count(known: list[int] | None, deletes: list[int] | None) -> bool:
    return known is not None and deletes is not None and known[0] == deletes[0] and known[1] != deletes[1]


def _checked(path: Path) -> tuple[str, int]:
    """(what is wrong with a file, the CRC in its footer): payload | footer (JSON) | its length (u32) | magic (u32)."""
    try:
        data = read_regular(path)
    except OSError as error:
        return f"{path.name} cannot be read: {error.strerror or error}", 0
    if len(data) < 8:
        return f"{path.name} is cut short", 0
    length, magic = struct.unpack("<II", data[-8:])
    if magic != _MAGIC or length + 8 > len(data):
        return f"{path.name} has no valid footer", 0
    try:
        wanted = int(orjson.loads(data[-8 - length : -8])["crc"])
    except (ValueError, KeyError, TypeError):
        return f"{path.name} has a damaged footer", 0
    payload = memoryview(data)[: len(data) - 8 - length]
    return ("" if zlib.crc32(payload) == wanted else f"{path.name} does not match its checksum"), wanted


def _crc(path: Path) -> int | None:
    """The CRC in a file's footer, without reading the rest of the file."""
    if not is_regular(path):
        return None
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _GREATEST_FOOTER))
        tail = file.read()
    length, _ = struct.unpack("<II", tail[-8:])
    return int(orjson.loads(tail[-8 - length : -8])["crc"])


def _digest(files: Any, segments: Any) -> str:
    return xxhash.xxh3_64(orjson.dumps([files, segments], option=orjson.OPT_SORT_KEYS)).hexdigest()
