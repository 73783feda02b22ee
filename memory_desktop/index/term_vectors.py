"""Which words each text has, by text: what tantivy, which knows the texts of each word, cannot tell quickly.

A text has a row (its key, its length in words, where its entries end) and an entry for each of its words. An entry is
32 bits: 28 of a hash of the word, two of how often it comes (1 to 4), and one each for "is a stem" and "is a form".
Hashes of two words are alike once in 268 million.

Two files that only ever grow: `terms.bin`, all entries, and `rows.bin`. Entries are durable before their rows, and
both before the commit of what tantivy holds of the same texts: so after a crash there can be rows too many, which are
cut off when the files are opened, but none too few. Each row carries a checksum of its entries and of itself.
"""

from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.keys import Keys
from memory_desktop.durable import append_durably
from memory_desktop.index.files import make_folder, spread, unreadable

STEM, FORM = 1, 2
#: A word that comes more often in one text is counted so often.
MOST_COUNTED = 4
ROWS, TERMS = "rows.bin", "terms.bin"
_TIMES_SHIFT = 2
_WORD = 0xFFFFFFF0
_HALF = 16
_ROW = np.dtype([("key", "<i8"), ("end", "<i8"), ("length", "<u4"), ("check", "<u4")])
_FIRST_CAPACITY = 1_024
_SPOT_CHECKS = 64

Entries = npt.NDArray[np.uint32]
_Places = npt.NDArray[np.int64]


@lru_cache(maxsize=262_144)
def code_of(word: str) -> int:
    """The hash of a word, where entries have it."""
    return zlib.crc32(word.encode("utf-8")) & _WORD


def entries_of(stems: Mapping[str, int], forms: frozenset[str]) -> Entries:
    """The entries of a text: its stems with how often each comes, and the forms of its words."""
    found = [
        code_of(stem) | (min(times, MOST_COUNTED) - 1) << _TIMES_SHIFT | STEM | (FORM if stem in forms else 0)
        for stem, times in stems.items()
    ]
    found += [code_of(form) | FORM for form in forms if form not in stems]
    return np.array(found, dtype="<u4")


@dataclass(frozen=True, slots=True)
class Texts:
    """Some words in n texts.

    Attributes:
        lengths: (n,) in words. entries: of these words, and some of others. owners: the text that each belongs to.
        words: by kind, the entries without what else they say; those of other kinds are like no word.
    """

    lengths: npt.NDArray[np.float64]
    entries: Entries
    owners: _Places
    words: Mapping[int, Entries]

    @classmethod
    def of(cls, lengths: npt.NDArray[np.float64], entries: Entries, owners: _Places) -> Texts:
        """From the entries alone."""
        return cls(lengths, entries, owners, {kind: entries & np.uint32(_WORD | kind) for kind in (STEM, FORM)})

    def times(self, word: str, kind: int) -> npt.NDArray[np.float64]:
        """(n,) How often each text has one of the words, as a stem or as a form; 0 where it has not."""
        having = np.flatnonzero(self.words[kind] == np.uint32(code_of(word) | kind))
        found = np.zeros(len(self.lengths))
        found[self.owners[having]] = 1 + (self.entries[having] >> _TIMES_SHIFT & 3) if kind == STEM else 1
        return found


@dataclass(frozen=True, slots=True)
class _Rows:
    """Sorted keys; where the entries of each begin and end, and its length; the file of all entries."""

    keys: Keys
    starts: _Places
    ends: _Places
    lengths: npt.NDArray[np.float32]
    entries: Entries


class TermVectors:
    """See the module. Reads are safe from many threads, and see what was flushed; who writes holds a lock.

    Raises (on construction):
        IndexDamagedError: a file is altered, or one of two is missing. VaultError: the disk refuses.
    """

    def __init__(self, folder: Path, greatest_key: int) -> None:
        self._folder = folder
        self._waiting: list[tuple[int, int, Entries]] = []
        self._count = 0
        self._columns: list[npt.NDArray[Any]] = [
            np.empty(0, kind) for kind in (np.int64, np.int64, np.int64, np.float32)
        ]
        make_folder(folder)
        try:
            rows = self._read_rows(greatest_key)
            self._bytes = int(rows["end"][-1]) * 4 if len(rows) else 0
            self._size = len(rows) * _ROW.itemsize
            for name, size in ((TERMS, self._bytes), (ROWS, self._size)):
                _cut(folder / name, size)
            self._take(rows, 0)
            for problem in self._problems(rows, spread(len(rows), _SPOT_CHECKS)):
                raise IndexDamagedError(problem)
        except OSError as error:
            raise unreadable(folder, error) from error

    def __len__(self) -> int:
        return len(self._rows.keys)

    def count_from(self, key: int) -> int:
        """How many texts have this key or a greater one."""
        keys = self._rows.keys
        return len(keys) - int(np.searchsorted(keys, key))

    def add(self, key: int, length: int, entries: Entries) -> None:
        """Take a text in; it can be read after `flush`."""
        self._waiting.append((key, length, entries))

    def give_up(self) -> None:
        """Forget what waits for a flush."""
        self._waiting.clear()

    def flush(self) -> None:
        """Write what waits, durably. Raises OSError; what waited is lost then."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        rows = np.zeros(len(waiting), dtype=_ROW)
        rows["key"] = [key for key, _, _ in waiting]
        rows["length"] = [length for _, length, _ in waiting]
        rows["end"] = self._bytes // 4 + np.cumsum([len(entries) for _, _, entries in waiting])
        rows["check"] = [_checksum(row, entries) for row, (_, _, entries) in zip(rows, waiting, strict=True)]
        terms = b"".join(entries.tobytes() for _, _, entries in waiting)
        append_durably(self._folder / TERMS, terms, self._bytes)
        append_durably(self._folder / ROWS, rows.tobytes(), self._size)
        first = self._bytes // 4
        self._bytes += len(terms)
        self._size += rows.nbytes
        self._take(rows, first)

    def of(self, keys: Keys, words: Iterable[str]) -> Texts:
        """What the texts with these keys have of some words; a text that is not there has none."""
        rows, count = self._rows, len(keys)
        if not count or not len(rows.keys):
            return Texts.of(np.ones(count), np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.int64))
        places = np.minimum(np.searchsorted(rows.keys, keys), len(rows.keys) - 1)
        starts = rows.starts[places]
        sizes = np.where(rows.keys[places] == keys, rows.ends[places] - starts, 0)
        ends = np.cumsum(sizes)
        entries = rows.entries[np.arange(ends[-1]) + np.repeat(starts - ends + sizes, sizes)]
        # By half of the hash: nearly all entries are of other words, and are left out by one look into a table.
        meant = np.zeros(1 << 32 - _HALF, dtype=bool)
        meant[[code_of(word) >> _HALF for word in words]] = True
        wanted = np.flatnonzero(meant[entries >> _HALF])
        owners = np.searchsorted(ends, wanted, side="right")
        return Texts.of(rows.lengths[places].astype(np.float64), entries[wanted], owners)

    def check(self) -> list[str]:
        """Compare every text with its checksum: what is wrong, in sentences."""
        if not self._size:
            return []
        try:
            rows = np.fromfile(self._folder / ROWS, dtype=_ROW, count=self._size // _ROW.itemsize)
        except OSError as error:
            return [f"{self._folder / ROWS} cannot be read: {error}"]
        if rows.nbytes != self._size:
            return [f"{self._folder / ROWS} is shorter than it was written"]
        return self._problems(rows, range(len(rows)))

    def close(self) -> None:
        """Let the files go."""
        self._waiting.clear()
        self._columns, self._count = [column[:0] for column in self._columns], 0
        keys, starts, ends, lengths = self._columns
        self._rows = _Rows(keys, starts, ends, lengths, np.empty(0, dtype=np.uint32))

    def _read_rows(self, greatest_key: int) -> npt.NDArray[np.void]:
        """The rows of texts that tantivy has; after them there may be some that a crash left."""
        there = [(self._folder / name).exists() for name in (ROWS, TERMS)]
        if not any(there):
            return np.zeros(0, dtype=_ROW)
        if not all(there):
            raise IndexDamagedError(f"{self._folder} lacks a file")
        size = (self._folder / TERMS).stat().st_size
        rows = np.fromfile(self._folder / ROWS, dtype=_ROW)
        late = np.flatnonzero((rows["key"] > greatest_key) | (rows["end"] * 4 > size))
        rows = rows[: late[0]] if len(late) else rows
        if len(rows) and (rows["end"][0] < 0 or (np.diff(rows["end"]) < 0).any()):
            raise IndexDamagedError(f"{self._folder / ROWS} is altered")
        return rows

    def _take(self, added: npt.NDArray[np.void], first: int) -> None:
        """Show new rows to readers, whose entries begin at a place in the file.

        Columns have room to grow: what stands behind those that a reader holds is written in place.
        """
        count, total = self._count, self._count + len(added)
        ends = added["end"].astype(np.int64)
        starts = np.concatenate([[first], ends])[:-1]
        if total > len(self._columns[0]):
            more = max(total, 2 * count) - count
            self._columns = [np.concatenate([one[:count], np.empty(more, one.dtype)]) for one in self._columns]
        for column, values in zip(self._columns, (added["key"], starts, ends, added["length"]), strict=True):
            column[count:total] = values
        if (np.diff(self._columns[0][max(0, count - 1) : total]) <= 0).any():
            # A text that was missing came late, or one is there twice, as a crash may leave it.
            _, order = np.unique(self._columns[0][:total], return_index=True)
            self._columns, total = [column[:total][order] for column in self._columns], len(order)
        self._count = total
        keys, starts, ends, lengths = (column[:total] for column in self._columns)
        self._rows = _Rows(keys, starts, ends, lengths, self._mapped())

    def _mapped(self) -> Entries:
        if not self._bytes:
            return np.empty(0, dtype=np.uint32)
        with (self._folder / TERMS).open("rb") as file:
            data = mmap.mmap(file.fileno(), self._bytes, access=mmap.ACCESS_READ)
        return np.frombuffer(data, dtype="<u4")

    def _problems(self, rows: npt.NDArray[np.void], some: Sequence[int]) -> list[str]:
        entries = self._rows.entries
        for number in some:
            start = int(rows["end"][number - 1]) if number else 0
            if rows["check"][number] != _checksum(rows[number], entries[start : int(rows["end"][number])]):
                return [f"{self._folder}: the words of text {int(rows['key'][number])} are altered"]
        return []


def _checksum(row: np.void, entries: Entries) -> int:
    head = int(row["key"]).to_bytes(8, "little", signed=True) + int(row["length"]).to_bytes(4, "little")
    return zlib.crc32(entries.tobytes(), zlib.crc32(head))


def _cut(path: Path, size: int) -> None:
    if path.exists() and path.stat().st_size > size:
        os.truncate(path, size)
