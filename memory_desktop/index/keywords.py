"""BM25 over the records, in tantivy.

**Theory of operation.** A record's text never changes, its labels do. So there are two parts:

- `text`: one document a record, written once and never deleted. BM25's statistics are therefore a function of which
  records there are and of nothing else: an index that grew over years ranks exactly as one that was built today (D3).
- `labels`: one document a record with its kind, tags and title, replaced when they change. A word found there adds
  its weight (BM25's, by how many records are labelled so now); one that labels very many says nothing, and adds none.

Both hold keys and words only. Which records may come is a `KeySelection`, as for vectors: the records decide that, and
so the same index answers for any moment of the past.

**Lazy commits.** A commit costs some 8 ms whatever its size, and the log is what makes a write durable. So documents
are only buffered, and the next read commits them before it looks: what was acknowledged is found, and who only writes
does not pay. A large buffer is committed at once.

The position in the log that is covered travels inside the label documents (or, if a write has none, in one with key
0): the index covers the greatest one. Text is committed before labels; so after a crash labels never know a record
that the text does not.

Imperfect: texts of forgotten records count in the statistics of words, as they do after a rebuild.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import tantivy

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Clock, Keys, KeySelection, ScoredKeys
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.core.ranking.fusion import summed
from memory_desktop.index import analysis
from memory_desktop.index.files import make_folder
from memory_desktop.index.keyword_query import KeywordQueries
from memory_desktop.index.tantivy_part import TantivyPart, told

_log = logging.getLogger(__name__)
_BUFFER = 64
_SLACK = 64
_GROWTH = 4
# More keys than this are not given to tantivy as a restriction, but looked up in what it answers.
_FEW_KEYS = 5_000
# A word that labels more records than this says nothing about any of them.
_COMMON_LABEL = 5_000
_LABEL_BOOST = 0.5
_POSITION_KEY = 0

Scores = npt.NDArray[np.float64]


def _text_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_text_field("body", tokenizer_name=analysis.STEMMED)
    builder.add_text_field("exact", tokenizer_name=analysis.EXACT)
    return builder.build()


def _label_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_integer_field("revision", fast=True)
    builder.add_integer_field("position", fast=True)
    builder.add_text_field("labels", tokenizer_name=analysis.STEMMED)
    return builder.build()


class TantivyKeywordIndex:
    """See the module's docstring. Build one with `open`."""

    def __init__(self, text: TantivyPart, labels: TantivyPart) -> None:
        self._text = text
        self._labels = labels
        self._queries = KeywordQueries(text, labels)
        self._lock = threading.RLock()
        self._closed = False
        self._position = labels.greatest("position", -1)

    @classmethod
    def open(cls, folder: Path, clock: Clock) -> TantivyKeywordIndex:  # noqa: ARG003 - openers of indexes are alike
        """Open the index in a folder, or make a new one there.

        Raises:
            IndexDamagedError: a file is missing or altered, or the two parts do not belong together.
        """
        if (folder / "meta.json").exists():
            raise IndexDamagedError(f"{folder} is of an earlier version")
        make_folder(folder)
        text = TantivyPart(folder / "text", _text_schema())
        labels = TantivyPart(folder / "labels", _label_schema())
        if labels.greatest_key > text.greatest_key:
            raise IndexDamagedError(f"{folder} has labels of records whose text it lacks")
        with told(folder):
            return cls(text, labels)

    @property
    def position(self) -> int:
        """Seq of the last event that is in the index; -1 when it is new."""
        return self._position

    def __len__(self) -> int:
        self._refresh()
        return int(self._text.searcher().num_docs)

    def apply(self, memories: Sequence[Memory], position: int) -> None:
        """Take records in, new or changed, in key order, and advance; every later read sees it.

        Raises:
            OSError, ValueError: the disk refuses; the position falls back to what is committed.
        """
        keys = [memory.key for memory in memories]
        with self._lock:
            try:
                new = set(self._text.missing(keys))
                if new:
                    added = [memory for memory in memories if memory.key in new]
                    self._text.add(map(_text_document, added), [memory.key for memory in added], replace=False)
                if keys:
                    self._labels.add((_label_document(one, position) for one in memories), keys, replace=True)
                else:
                    document = tantivy.Document(key=_POSITION_KEY, position=position)
                    self._labels.add([document], [_POSITION_KEY], replace=True)
                self._position = position
                if self._text.buffered + self._labels.buffered > 2 * _BUFFER:
                    self._commit()
            except BaseException:
                self._fall_back()
                raise

    def flush(self) -> None:
        """Commit what is buffered. Raises OSError or ValueError when the disk refuses; the position falls back."""
        if not (self._text.buffered or self._labels.buffered):
            return
        with self._lock:
            try:
                self._commit()
            except BaseException:
                self._fall_back()
                raise

    def search(self, query: ParsedQuery, k: int, selection: KeySelection, *, prefix_last: bool = False) -> ScoredKeys:
        """The k best of the selected records, and how many of them match in all."""
        self._refresh()
        built = self._queries.text(query, prefix_last=prefix_last)
        if built is None:
            return ScoredKeys(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64), 0)
        searcher = self._text.searcher()
        restricted = selection.include is not None and len(selection.include) <= _FEW_KEYS
        if restricted and selection.include is not None:
            built = self._queries.among(built, selection.include)
        labelled = self._labelled(searcher, query, selection, prefix_last=prefix_last)
        limit = k + _SLACK
        while True:
            keys, scores, matching = _top(searcher, built, limit)
            chosen = selection.allows(keys)
            if len(keys) >= matching or int(chosen.sum()) >= k:
                break
            limit *= _GROWTH
        if len(keys) >= matching:
            total = int(chosen.sum())
        else:
            total = self._count_selected(searcher, built, matching, selection, restricted=restricted)
        keys, scores = keys[chosen], scores[chosen]
        if labelled is not None:
            only_label = labelled.keys[labelled.text == 0.0]
            total += len(only_label)
            extra = ~np.isin(labelled.keys, keys)
            keys = np.concatenate([keys, labelled.keys[extra]])
            scores = np.concatenate([scores, labelled.text[extra]])
            scores = scores + labelled.amounts(keys)
        order = np.lexsort((keys, -scores))[:k]
        return ScoredKeys(keys[order], scores[order], total)

    def count(self, query: ParsedQuery, selection: KeySelection, *, above: int = 0, prefix_last: bool = False) -> int:
        """How many of the selected records have the words in their text; only those with a key greater than `above`."""
        self._refresh()
        built = self._queries.text(query, prefix_last=prefix_last)
        if built is None:
            return 0
        if above > 0:
            built = self._queries.newer(built, above)
        restricted = selection.include is not None and len(selection.include) <= _FEW_KEYS
        if restricted and selection.include is not None:
            built = self._queries.among(built, selection.include)
        searcher = self._text.searcher()
        return self._count_selected(searcher, built, _count(searcher, built), selection, restricted=restricted)

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
        """Keys of all texts, sorted; one that is there twice comes twice."""
        self._refresh()
        return self._text.columns("key")[0]

    def revisions(self) -> tuple[Keys, Keys]:
        """(keys sorted, revision of the record that each label document was made from)."""
        self._refresh()
        keys, revisions = self._labels.columns("key", "revision")
        records = keys != _POSITION_KEY
        return keys[records], revisions[records]

    def check(self) -> tuple[str, ...]:
        """Checksum of every file, then fetch and query of a known document."""
        self._refresh()
        return (*self._text.check(), *self._labels.check())

    def close(self) -> None:
        """End the writers and their merges."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._refresh()
                self._text.close()
                self._labels.close()

    def _refresh(self) -> None:
        try:
            self.flush()
        except (OSError, ValueError) as error:  # what is committed can still be searched; the log has the rest
            _log.warning("keyword index could not be committed: %s", error)

    def _commit(self) -> None:
        """Text first: see the module."""
        self._text.flush()
        self._labels.flush()

    def _fall_back(self) -> None:
        """One part has lost its buffer, so the other's goes too, and the position says what is committed."""
        self._text.give_up()
        self._labels.give_up()
        self._position = self._labels.greatest("position", -1)

    def _labelled(
        self, searcher: tantivy.Searcher, query: ParsedQuery, selection: KeySelection, *, prefix_last: bool
    ) -> _Labelled | None:
        """Selected records that words of the query label, with what that adds and their score by text."""
        built = self._queries.labels(query)
        if built is None:
            return None
        labels = self._labels.searcher()
        total = int(labels.num_docs)
        parts, amounts = [np.empty(0, dtype=np.int64)], [np.empty(0)]
        for one in built:
            found = labels.search(one, _COMMON_LABEL + 1, count=False).hits
            if 0 < len(found) <= _COMMON_LABEL:
                addresses = [address for _, address in found]
                parts.append(np.array(labels.fast_field_values("key", addresses), dtype=np.int64))
                amounts.append(np.full(len(found), _LABEL_BOOST * _idf(len(found), total)))
        keys, added = summed(np.concatenate(parts), np.concatenate(amounts))
        chosen = selection.allows(keys)
        keys, added = keys[chosen], added[chosen]
        if not len(keys):
            return None
        scored = self._queries.text_of(query, keys, prefix_last=prefix_last)
        there, scores, _ = _top(searcher, scored, len(keys))
        order = np.argsort(there, kind="stable")
        there, scores = there[order], scores[order]
        return _Labelled(there, scores, added[np.isin(keys, there)])

    def _count_selected(
        self,
        searcher: tantivy.Searcher,
        built: tantivy.Query,
        matching: int,
        selection: KeySelection,
        *,
        restricted: bool,
    ) -> int:
        """How many of `matching` documents are selected."""
        exclude = selection.exclude
        if selection.include is None or restricted:
            if exclude is None or not len(exclude):
                return matching
            if len(exclude) <= _FEW_KEYS:
                return matching - _count(searcher, self._queries.among(built, exclude))
        keys, _, _ = _top(searcher, built, matching)
        return int(selection.allows(keys).sum())


class _Labelled:
    """Label matches: sorted keys, their score by text (0 when only a label matches) and what the labels add."""

    def __init__(self, keys: Keys, text: Scores, added: Scores) -> None:
        self.keys = keys
        self.text = text
        self._added = added

    def amounts(self, keys: Keys) -> Scores:
        """What the labels add to each of these."""
        rows = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[rows] == keys, self._added[rows], 0.0)


def _top(searcher: tantivy.Searcher, built: tantivy.Query, limit: int) -> tuple[Keys, Scores, int]:
    """(keys, scores, how many match) of the first `limit` documents."""
    found = searcher.search(built, max(1, min(limit, int(searcher.num_docs))), count=True)
    hits = found.hits
    scores = np.array([score for score, _ in hits], dtype=np.float64)
    keys = np.array(searcher.fast_field_values("key", [address for _, address in hits]), dtype=np.int64)
    return keys, scores, int(found.count)  # type: ignore[attr-defined]  # the stub lacks it


def _idf(count: int, total: int) -> float:
    """BM25's weight of a word that `count` of `total` documents have."""
    return math.log(1.0 + (total - count + 0.5) / (count + 0.5))


def _count(searcher: tantivy.Searcher, built: tantivy.Query) -> int:
    return int(searcher.search(built, 1, count=True).count)  # type: ignore[attr-defined]  # the stub lacks it


def _text_document(memory: Memory) -> tantivy.Document:
    text = analysis.spaced(memory.content)
    return tantivy.Document(key=memory.key, body=text, exact=text)


def _label_document(memory: Memory, position: int) -> tantivy.Document:
    title = memory.metadata.get("title", "")
    labels = " ".join([memory.kind, *memory.tags, title if isinstance(title, str) else ""])
    return tantivy.Document(key=memory.key, revision=memory.revision, position=position, labels=analysis.spaced(labels))
