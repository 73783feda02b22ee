"""BM25 over the records, in tantivy.

**Theory of operation.** One document a record, replaced by key. Each `apply` is one commit, and the position in the
event log that it covers travels inside it, in a field of its documents (or, if it has none, in a document with key 0):
the index covers the greatest position in it, so the two cannot disagree. Readers take a searcher, a snapshot, and
never wait for a commit.

**Lazy commits.** A commit costs some 8 ms whatever its size, and the log is what makes a write durable. So a small
`apply` only buffers, and the next read commits what is buffered before it looks: what was acknowledged is found, and
who only writes does not pay. After a crash the position tells what is missing. A large `apply` commits at once.

tantivy checks nothing when it opens a file, but each of its files ends in a footer with a CRC of what is before it;
`check` and `open` compare those, so that a flipped bit is found before it is believed.

Imperfect: a replaced document counts in term statistics until its segment is merged away, so scores can move in the
third digit after many edits. Ranks by score are cut with some slack and ties put in key order, but a tie that is wider
than the slack is cut where tantivy has it.
"""

from __future__ import annotations

import logging
import struct
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import orjson
import tantivy

from memory_desktop.core.errors import ClosedError, IndexDamagedError
from memory_desktop.core.ports import Clock, Keys, ScoredKeys
from memory_desktop.core.query import ParsedQuery, RecordFilter
from memory_desktop.core.records import Memory
from memory_desktop.index import analysis
from memory_desktop.index.keyword_query import KeywordQueries, micros

_log = logging.getLogger(__name__)
_HEAP = 64_000_000
_BUFFER = 64
_SLACK = 64
_FOOTER_MAGIC = 1337
_POSITION_KEY = 0
_META = "meta.json"


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_integer_field("revision", fast=True)
    builder.add_integer_field("position", fast=True)
    builder.add_integer_field("created", indexed=True, fast=True)
    builder.add_text_field("body", tokenizer_name=analysis.STEMMED)
    builder.add_text_field("exact", tokenizer_name=analysis.EXACT)
    builder.add_text_field("labels", tokenizer_name=analysis.STEMMED)
    for name in ("id", "layer", "kind", "status", "tag", "source", "thread", "synthetic"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    return builder.build()


class TantivyKeywordIndex:
    """See the module's docstring. Build one with `open`."""

    def __init__(self, folder: Path, index: tantivy.Index, schema: tantivy.Schema) -> None:
        self._folder = folder
        self._index = index
        self._schema = schema
        self._queries = KeywordQueries(schema, self._terms_beginning)
        self._write_lock = threading.Lock()
        self._writer: tantivy.IndexWriter | None = None
        self._closed = False
        self._position = -1
        self._committed = -1
        self._buffered = 0
        self._greatest_key = 0

    @classmethod
    def open(cls, folder: Path, clock: Clock) -> TantivyKeywordIndex:  # noqa: ARG003 - openers of indexes are alike
        """Open the index in a folder, or make a new one there.

        Raises:
            IndexDamagedError: a file is missing or altered, or tantivy cannot open it.
        """
        folder.mkdir(parents=True, exist_ok=True)
        for problem in _file_problems(folder):
            raise IndexDamagedError(problem)
        schema = _schema()
        try:
            index = tantivy.Index(schema, path=str(folder))
            for name, analyzer in analysis.analyzers().items():
                index.register_tokenizer(name, analyzer)
            opened = cls(folder, index, schema)
            opened._load()
        except (ValueError, OSError, RuntimeError) as error:
            raise IndexDamagedError(f"{folder} cannot be opened: {error}") from error
        return opened

    @property
    def position(self) -> int:
        """Seq of the last event that is in the index; -1 when it is new."""
        return self._position

    def __len__(self) -> int:
        return int(self._searcher().num_docs) - (1 if self._has_position() else 0)

    def apply(self, memories: Sequence[Memory], position: int) -> None:
        """Insert or replace documents by key, and advance; every later read sees it."""
        with self._write_lock:
            if self._closed:
                raise ClosedError("The keyword index is closed.")
            if self._writer is None:
                self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
            try:
                for memory in memories:
                    if memory.key <= self._greatest_key:
                        self._writer.delete_documents_by_term("key", memory.key)
                    self._writer.add_document(_document(memory, position))
                if not memories:
                    self._writer.delete_documents_by_term("key", _POSITION_KEY)
                    self._writer.add_document(tantivy.Document(key=_POSITION_KEY, position=position))
            except BaseException:
                self._give_up()
                raise
            self._buffered += max(1, len(memories))
            self._position = position
            self._greatest_key = max([self._greatest_key, *(memory.key for memory in memories)])
            if self._buffered > _BUFFER:
                self._commit()

    def flush(self) -> None:
        """Commit what is buffered. Raises OSError or ValueError when the disk refuses; the position falls back."""
        if self._buffered:
            with self._write_lock:
                self._commit()

    def search(
        self, query: ParsedQuery, filter: RecordFilter, k: int, *, min_key: int = 0, prefix_last: bool = False
    ) -> ScoredKeys:
        """The k best by BM25 of the records that the filter lets through."""
        built = self._queries.build(query, filter, above=min_key - 1, prefix_last=prefix_last)
        if built is None:
            return ScoredKeys(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64), 0)
        searcher = self._searcher()
        limit = max(1, min(k + _SLACK, int(searcher.num_docs)))
        # Counting on the way costs a twentieth of a second pass.
        found = searcher.search(built, limit, count=True)
        hits = found.hits
        scores = np.array([score for score, _ in hits], dtype=np.float64)
        keys = np.array(searcher.fast_field_values("key", [address for _, address in hits]), dtype=np.int64)
        order = np.lexsort((keys, -scores))[:k]
        total = int(found.count)  # type: ignore[attr-defined]  # the stub lacks it
        return ScoredKeys(keys[order], scores[order], total)

    def count(
        self,
        query: ParsedQuery,
        filter: RecordFilter,
        *,
        keys: Keys | None = None,
        above: int = 0,
        prefix_last: bool = False,
    ) -> int:
        """How many records match; with `keys` only among those, with `above` only those with a greater key."""
        built = self._queries.build(query, filter, keys=keys, above=above, prefix_last=prefix_last)
        if built is None:
            return 0
        return int(self._searcher().search(built, 1, count=True).count)  # type: ignore[attr-defined]  # stub lacks it

    def highlight(
        self, query: ParsedQuery, texts: Sequence[str], *, prefix_last: bool = False
    ) -> list[tuple[tuple[int, int], ...]]:
        """For each text the (start, end) character ranges that words of the query match, after stemming."""
        wanted = [*query.words, *(word for phrase in query.phrases for word in phrase.split())]
        stems = {term for word in wanted for term in analysis.terms(analysis.STEMMED, word)}
        exact = {term for word in wanted for term in analysis.terms(analysis.EXACT, word)}
        if stems:  # stop words are marked only where they are all there is
            exact = {term for term in exact if analysis.terms(analysis.STEMMED, term)}
        beginning = ""
        if prefix_last and query.words:
            beginning = (analysis.terms(analysis.EXACT, query.words[-1]) or ("",))[-1]

        def matches(word: str) -> bool:
            forms = analysis.terms(analysis.EXACT, word)
            if not stems.isdisjoint(analysis.terms(analysis.STEMMED, word)) or not exact.isdisjoint(forms):
                return True
            return len(beginning) > 1 and any(form.startswith(beginning) for form in forms)

        return [
            tuple((start, end) for start, end in analysis.words_of(text) if matches(text[start:end])) for text in texts
        ]

    def keys(self) -> Keys:
        """All keys, sorted."""
        return self.revisions()[0]

    def revisions(self) -> tuple[Keys, Keys]:
        """(keys sorted, revision of the record that each document was made from)."""
        searcher = self._searcher()
        if not searcher.num_docs:
            empty = np.empty(0, dtype=np.int64)
            return empty, empty
        found = searcher.search(tantivy.Query.all_query(), int(searcher.num_docs), count=False)
        addresses = [address for _, address in found.hits]
        keys = np.array(searcher.fast_field_values("key", addresses), dtype=np.int64)
        found_revisions = searcher.fast_field_values("revision", addresses)
        revisions = np.array([value or 0 for value in found_revisions], dtype=np.int64)
        records = keys != _POSITION_KEY
        keys, revisions = keys[records], revisions[records]
        order = np.argsort(keys, kind="stable")
        return keys[order], revisions[order]

    def check(self) -> tuple[str, ...]:
        """Checksum of every file, then fetch and query of a known document."""
        self._searcher()
        with self._write_lock:
            problems = _file_problems(self._folder)
        return tuple(problems or self._probe())

    def close(self) -> None:
        """End the writer and its merges."""
        with self._write_lock:
            if self._closed:
                return
            self._closed = True
            if self._writer is not None:
                try:
                    self._commit()
                except (OSError, ValueError) as error:  # the log has it; the next open catches up
                    _log.warning("keyword index could not be committed: %s", error)
            if self._writer is not None:
                self._writer.wait_merging_threads()
                self._writer = None

    def _load(self) -> None:
        self._index.reload()
        self._position = self._committed = self._greatest("position", -1)
        self._greatest_key = self._greatest("key", 0)
        for problem in self._probe():
            raise IndexDamagedError(problem)

    def _greatest(self, field: str, default: int) -> int:
        searcher = self._searcher()
        best = searcher.search(tantivy.Query.all_query(), 1, count=False, order_by_field=field).hits
        found = searcher.fast_field_values(field, [best[0][1]])[0] if best else None
        return default if found is None else int(found)

    def _probe(self) -> tuple[str, ...]:
        """The newest document must be found by its key."""
        if not self._greatest_key:
            return ()
        searcher = self._searcher()
        hits = searcher.search(self._key_query(self._greatest_key), 1, count=False).hits
        if not hits:
            return (f"{self._folder} does not find the record with key {self._greatest_key}",)
        return ()

    def _key_query(self, key: int) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, "key", key, "basic")

    def _has_position(self) -> bool:
        return bool(self._searcher().search(self._key_query(_POSITION_KEY), 1, count=False).hits)

    def _searcher(self) -> tantivy.Searcher:
        try:
            self.flush()
        except (OSError, ValueError) as error:  # what is committed can still be searched
            _log.warning("keyword index could not be committed: %s", error)
        return self._index.searcher()

    def _commit(self) -> None:
        if not self._buffered or self._writer is None:
            return
        try:
            self._writer.commit()
            self._index.reload()
        except BaseException:
            self._give_up()
            raise
        self._committed, self._buffered = self._position, 0

    def _give_up(self) -> None:
        """Forget what is buffered: it must not come with a later commit. The position says so."""
        self._writer, self._buffered, self._position = None, 0, self._committed

    def _terms_beginning(self, beginning: str, limit: int) -> Sequence[str]:
        return [term for term, _ in self._searcher().terms_with_prefix("exact", beginning, limit=limit)]


def _document(memory: Memory, position: int) -> tantivy.Document:
    text = analysis.spaced(memory.content)
    title = memory.metadata.get("title", "")
    labels = " ".join([memory.kind, *memory.tags, title if isinstance(title, str) else ""])
    return tantivy.Document(
        key=memory.key,
        revision=memory.revision,
        position=position,
        created=micros(memory.created_at),
        body=text,
        exact=text,
        labels=analysis.spaced(labels),
        id=memory.id,
        layer=memory.layer.value,
        kind=memory.kind,
        status=memory.status.value,
        tag=list(memory.tags),
        source=memory.source,
        thread=memory.thread,
        synthetic=str(int(memory.synthetic)),
    )


def _file_problems(folder: Path) -> list[str]:
    """What is wrong with the files that `meta.json` names, in sentences; nothing for a folder that is new."""
    meta = folder / _META
    files = [path for path in folder.iterdir() if path.suffix and not path.name.startswith(".")]
    if not meta.exists():
        return [f"{meta} is missing"] if any(path.suffix == ".idx" for path in files) else []
    try:
        segments = orjson.loads(meta.read_bytes())["segments"]
        names = [_segment_name(one["segment_id"]) for one in segments]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{meta} is unreadable: {error}"]
    problems = []
    for name in names:
        parts = [path for path in files if path.name.startswith(name)]
        for suffix in (".idx", ".pos", ".term", ".store", ".fast", ".fieldnorm"):
            if not any(path.name == name + suffix for path in parts):
                problems += [f"{name}{suffix} is missing"]
        problems += [problem for path in parts if (problem := _footer_problem(path))]
    return problems


def _segment_name(segment_id: str) -> str:
    return segment_id.replace("-", "")


def _footer_problem(path: Path) -> str:
    """Compare a file with the CRC in its footer: payload | footer (JSON) | its length (u32) | magic (u32)."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return f"{path.name} cannot be read: {error.strerror or error}"
    if len(data) < 8:
        return f"{path.name} is cut short"
    length, magic = struct.unpack("<II", data[-8:])
    if magic != _FOOTER_MAGIC or length + 8 > len(data):
        return f"{path.name} has no valid footer"
    try:
        footer = orjson.loads(data[-8 - length : -8])
        wanted = int(footer["crc"])
    except (ValueError, KeyError, TypeError):
        return f"{path.name} has a damaged footer"
    payload = memoryview(data)[: len(data) - 8 - length]
    return "" if zlib.crc32(payload) == wanted else f"{path.name} does not match its checksum"
