"""One tantivy index in a folder: checked when it is opened, buffered when it is written, committed when it is told.

tantivy checks nothing when it opens a file: `footers` does, before anything is believed.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import tantivy

from memory_desktop.core.errors import ClosedError, IndexDamagedError
from memory_desktop.core.keys import Keys
from memory_desktop.index import analysis, footers
from memory_desktop.index.files import make_folder, unreadable

_HEAP = 64_000_000
_KEYS_AT_ONCE = 10_000
_FULL = f"(os error {errno.ENOSPC})"
_PANIC = "PanicException"  # of the bindings: no Exception, and of a module that cannot be imported


class TantivyPart:
    """See the module. Documents have an indexed, fast integer field `key`.

    Attributes:
        before_commit: called before each commit, under this part's lock; what it raises the commit raises.

    Raises (on construction):
        IndexDamagedError: a file is missing or altered, or tantivy cannot open it.
    """

    def __init__(self, folder: Path, schema: tantivy.Schema) -> None:
        self.folder = folder
        self.schema = schema
        self._lock = threading.Lock()
        self._writer: tantivy.IndexWriter | None = None
        self._closed = False
        self.buffered = 0
        self._uncommitted: set[int] = set()
        self.before_commit: Callable[[], None] = lambda: None
        make_folder(folder)
        try:
            for problem in self.problems():
                raise IndexDamagedError(problem)
            footers.remove_strays(folder, segments_too=True)
        except OSError as error:
            raise unreadable(folder, error) from error
        with told(folder):
            self._index = tantivy.Index(schema, path=str(folder))
            for name, analyzer in analysis.analyzers().items():
                self._index.register_tokenizer(name, analyzer)
            self._index.reload()
            self.greatest_key = self.greatest("key", 0)
            self._probe()
        footers.write_ledger(folder)

    def add(self, documents: Iterable[tantivy.Document], keys: Sequence[int], *, replace: bool) -> None:
        """Buffer documents with these keys; with `replace` those that are there under them go.

        Raises:
            OSError, ValueError: the disk refuses; nothing that was buffered is kept.
        """
        with self._lock:
            if self._closed:
                raise ClosedError("The keyword index is closed.")
            try:
                if self._writer is None:
                    self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
                for key, document in zip(keys, documents, strict=True):
                    if replace and key <= self.greatest_key:
                        self._writer.delete_documents_by_term("key", key)
                    self._writer.add_document(document)
            except BaseException:
                self._give_up()
                raise
            self.buffered += len(keys)
            self._uncommitted.update(keys)
            self.greatest_key = max([self.greatest_key, *keys])

    def flush(self) -> None:
        """Commit what is buffered. Raises OSError or ValueError when the disk refuses; what was buffered is lost."""
        if self.buffered:
            with self._lock:
                self._commit()

    def give_up(self) -> None:
        """Forget what is buffered: it must not come with a later commit."""
        with self._lock:
            self._give_up()

    def searcher(self) -> tantivy.Searcher:
        """A snapshot of what is committed."""
        return self._index.searcher()

    def greatest(self, field: str, default: int) -> int:
        """The greatest value of a fast field."""
        searcher = self.searcher()
        best = searcher.search(tantivy.Query.all_query(), 1, count=False, order_by_field=field).hits
        found = searcher.fast_field_values(field, [best[0][1]])[0] if best else None
        return default if found is None else int(found)

    def columns(self, *fields: str) -> tuple[Keys, ...]:
        """Fast fields of all documents, sorted by the first; a missing value is 0."""
        searcher = self.searcher()
        count = int(searcher.num_docs)
        if not count:
            return tuple(np.empty(0, dtype=np.int64) for _ in fields)
        addresses = [address for _, address in searcher.search(tantivy.Query.all_query(), count, count=False).hits]
        columns = [
            np.array([value or 0 for value in searcher.fast_field_values(field, addresses)], dtype=np.int64)
            for field in fields
        ]
        order = np.argsort(columns[0], kind="stable")
        return tuple(column[order] for column in columns)

    def matching(self, query: tantivy.Query) -> Keys:
        """Sorted keys of all documents that a query matches."""
        searcher = self.searcher()
        most = max(1, int(searcher.num_docs))
        return keys_of(searcher, searcher.search(tantivy.Query.const_score_query(query, 1.0), most, count=False))

    def missing(self, keys: Sequence[int]) -> list[int]:
        """Those of the keys that have no document, not even one that is not committed yet."""
        if not keys or keys[0] > self.greatest_key:
            return list(keys)
        with self._lock:
            unknown = [key for key in keys if key not in self._uncommitted]
            searcher = self.searcher()
        hits = searcher.search(self.any_key(unknown), len(unknown), count=False).hits if unknown else []
        there = set(searcher.fast_field_values("key", [address for _, address in hits])) if hits else set()
        return [key for key in unknown if key not in there]

    def any_key(self, keys: Sequence[int]) -> tantivy.Query:
        """Documents with one of these keys."""
        parts = [list(keys[start : start + _KEYS_AT_ONCE]) for start in range(0, len(keys), _KEYS_AT_ONCE)]
        sets = [tantivy.Query.term_set_query(self.schema, "key", part) for part in parts]
        if not sets:
            return tantivy.Query.empty_query()
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, one) for one in sets])

    def problems(self) -> list[str]:
        """What is wrong with the files, in sentences; nothing for a folder that is new.

        A writer's merges put one segment in the place of others at any time, in threads of their own: first the new
        files, then the meta file, then the old files go. So what is wrong counts only if the meta file has stayed.
        """
        while True:
            meta = footers.read_meta(self.folder)
            problems = footers.problems(self.folder, meta)
            if not problems or footers.read_meta(self.folder) == meta:
                return problems

    def check(self) -> list[str]:
        """Checksums of every file, then a probe by query."""
        with self._lock:
            problems = self.problems()
        if not problems:
            try:
                with told(self.folder):
                    self._probe()
            except IndexDamagedError as error:
                problems = [error.message]
        return problems

    def close(self) -> None:
        """End the writer and its merges; what is buffered is lost."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._writer is not None:
                self._writer.wait_merging_threads()
                self._writer = None
                footers.write_ledger(self.folder)

    def _probe(self) -> None:
        """The newest document must be found by its key; ValueError if not."""
        if self.greatest_key and self.missing([self.greatest_key]):
            raise ValueError(f"{self.folder} does not find the record with key {self.greatest_key}")

    def _commit(self) -> None:
        if not self.buffered or self._writer is None:
            return
        try:
            self.before_commit()
            self._writer.commit()
            self._index.reload()
        except BaseException:
            self._give_up()
            raise
        self.buffered = 0
        self._uncommitted.clear()
        footers.write_ledger(self.folder)

    def _give_up(self) -> None:
        if self._writer is not None:
            self._writer, self.buffered = None, 0
            self._uncommitted.clear()
            footers.remove_strays(self.folder, segments_too=False)
        self.greatest_key = self.greatest("key", 0)


@contextmanager
def told(folder: Path) -> Iterator[None]:
    """What tantivy raises, or panics of, for a damaged file, as IndexDamagedError; a full disk as VaultError."""
    try:
        yield
    except (ValueError, RuntimeError) as error:
        if _FULL in str(error):
            raise unreadable(folder, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))) from error
        raise IndexDamagedError(f"{folder} cannot be read: {error}") from error
    except OSError as error:
        raise unreadable(folder, error) from error
    except BaseException as error:
        if type(error).__name__ != _PANIC:
            raise
        raise IndexDamagedError(f"{folder} cannot be read: {error}") from error


def keys_of(searcher: tantivy.Searcher, found: tantivy.SearchResult) -> Keys:
    """The sorted keys of hits."""
    keys = searcher.fast_field_values("key", [address for _, address in found.hits])
    return np.sort(np.array(keys, dtype=np.int64))
