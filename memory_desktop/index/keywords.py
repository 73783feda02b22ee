"""BM25 over the records, in tantivy.

**Theory of operation.** A record's text never changes, its labels do. So there are two parts:

- `words`: one document a record, written once and never deleted. It says which stems a text has, how often, and who
  speaks. What a word weighs is therefore a function of which records there are and of nothing else: an index that grew
  over years ranks as one that was built today.
- `labels`: one document a record with its kind, tags and title, replaced when they change. A word found there adds
  its weight (by how many records are labelled so now); one that labels very many says nothing, and adds none.

tantivy finds the texts that match best by its own BM25; what they and the texts around them say of the query is read
from the term vectors (`index.term_vectors`), and `core.ranking.words` scores it. So a score can count the texts around
a text and forget what was written after a moment, and no score depends on what else is asked for. (A score of every
text that matches costs 30 times as much at 200,000 texts, and gives the same first ten.)

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
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import tantivy
from tantivy import Occur, Query

from memory_desktop.core.errors import IndexDamagedError, IndexOutdatedError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.records import Memory, speaker_of
from memory_desktop.core.ports import Clock
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.index import analysis
from memory_desktop.index.files import make_folder
from memory_desktop.index.keyword_query import KeywordQuery, sequence, stem
from memory_desktop.index.tantivy_part import TantivyPart, told
from memory_desktop.index.term_vectors import TermVectors, entries_of

_log = logging.getLogger(__name__)
_BUFFER = 64
_POSITION_KEY = 0
_TEXT, _VECTORS = "texts", "vectors"
# What earlier versions kept in the folder.
_EARLIER = ("meta.json", "text", "words")


def _text_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_text_field("stems", tokenizer_name=analysis.SPLIT, index_option="freq")
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

    def __init__(self, text: TantivyPart, labels: TantivyPart, vectors: TermVectors) -> None:
        self._text = text
        self._labels = labels
        self._vectors = vectors
        # Whatever makes tantivy commit texts, what they say is durable before.
        text.before_commit = vectors.flush
        self._lock = threading.RLock()
        self._closed = False
        self._position = labels.greatest("position", -1)

    @classmethod
    def open(cls, folder: Path, clock: Clock) -> TantivyKeywordIndex:  # noqa: ARG003 - openers of indexes are alike
        """Open the index in a folder, or make a new one there.

        Raises:
            IndexOutdatedError: it was made by an earlier version.
            IndexDamagedError: a file is missing or altered, or the two parts do not belong together.
        """
        if any((folder / earlier).exists() for earlier in _EARLIER):
            raise IndexOutdatedError(f"{folder} is of an earlier version")
        make_folder(folder)
        text = TantivyPart(folder / _TEXT, _text_schema())
        labels = TantivyPart(folder / "labels", _label_schema())
        if labels.greatest_key > text.greatest_key:
            raise IndexDamagedError(f"{folder} has labels of records whose text it lacks")
        vectors = TermVectors(folder / _VECTORS, text.greatest_key)
        with told(folder):
            if len(vectors) < int(text.searcher().num_docs):
                raise IndexDamagedError(f"{folder} has texts whose words it lacks")
            return cls(text, labels, vectors)

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
                    self._take([memory for memory in memories if memory.key in new])
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

    def ask(self, query: ParsedQuery, *, upto: int | None = None, prefix_last: bool = False) -> KeywordQuery:
        """A query by text against what is there now; with `upto` against the texts up to that key."""
        self._refresh()
        return KeywordQuery(self._text, self._labels, self._vectors, query, upto=upto, prefix_last=prefix_last)

    def having(self, phrases: Sequence[str]) -> Keys:
        """Sorted keys of the texts that have all these phrases word for word."""
        self._refresh()
        clauses = [(Occur.Must, sequence(self._text, analysis.terms(analysis.EXACT, one))) for one in phrases]
        return self._text.matching(Query.boolean_query(clauses)) if clauses else np.empty(0, dtype=np.int64)

    def excluded(self, query: ParsedQuery) -> Keys:
        """Sorted keys of the texts that have what the query excludes: a word in any inflection, a phrase as it is."""
        self._refresh()
        clauses = []
        for text in query.excluded:
            clauses.append((Occur.Should, sequence(self._text, analysis.terms(analysis.EXACT, text))))
            stems = analysis.terms(analysis.STEMMED, text)
            if len(stems) == 1:
                clauses.append((Occur.Should, stem(self._text, stems[0])))
        return self._text.matching(Query.boolean_query(clauses)) if clauses else np.empty(0, dtype=np.int64)

    def matching(self, query: ParsedQuery, *, prefix_last: bool = False) -> Keys:
        """Sorted keys of the texts that the query finds in some way, phrases and exclusions observed."""
        keys = self.ask(query, prefix_last=prefix_last).every()
        if query.phrases:
            keys = np.intersect1d(keys, self.having(query.phrases), assume_unique=True)
        return np.setdiff1d(keys, self.excluded(query), assume_unique=True) if query.excluded else keys

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

        known: dict[str, bool] = {}  # most words come many times

        def marked(word: str) -> bool:
            found = known.get(word)
            if found is None:
                found = known[word] = matches(word)
            return found

        return [
            tuple((start, end) for start, end in analysis.words_of(text) if marked(text[start:end])) for text in texts
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
        return (*self._text.check(), *self._labels.check(), *self._vectors.check())

    def close(self) -> None:
        """End the writers and their merges."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._refresh()
                self._text.close()
                self._labels.close()
                self._vectors.close()

    def _refresh(self) -> None:
        try:
            self.flush()
        except (OSError, ValueError) as error:  # what is committed can still be searched; the log has the rest
            _log.warning("keyword index could not be committed: %s", error)

    def _take(self, memories: Sequence[Memory]) -> None:
        """Buffer texts that are not there yet."""
        documents = []
        for memory in memories:
            words = analysis.words_in(memory.content, speaker_of(memory))
            stems = Counter(words.stems)
            spoken = dict.fromkeys(words.speakers, 1)
            self._vectors.add(memory.key, len(words.stems), entries_of({**stems, **spoken}, words.forms))
            spelt = " ".join([*words.stems, *words.speakers])
            documents.append(tantivy.Document(key=memory.key, stems=spelt, exact=analysis.spaced(memory.content)))
        self._text.add(documents, [memory.key for memory in memories], replace=False)

    def _commit(self) -> None:
        """Text (with its term vectors) first: see the module."""
        self._text.flush()
        self._labels.flush()

    def _fall_back(self) -> None:
        """One part has lost its buffer, so the other's goes too, and the position says what is committed."""
        self._vectors.give_up()
        self._text.give_up()
        self._labels.give_up()
        self._position = self._labels.greatest("position", -1)


def _label_document(memory: Memory, position: int) -> tantivy.Document:
    title = memory.metadata.get("title", "")
    labels = " ".join([memory.kind, *memory.tags, title if isinstance(title, str) else ""])
    return tantivy.Document(key=memory.key, revision=memory.revision, position=position, labels=analysis.spaced(labels))
