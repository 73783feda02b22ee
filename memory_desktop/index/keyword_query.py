"""Runs a parsed query on the keyword index: the texts of each word, phrase and speaker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import tantivy
from tantivy import FieldType, Query

from memory_desktop.core.ports import Keys
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.core.ranking.words import Extra, Matches, Term, weight_of
from memory_desktop.index.analysis import EXACT, STEMMED, spoken_by, terms
from memory_desktop.index.postings import Posting, Postings
from memory_desktop.index.tantivy_part import TantivyPart

# The same form of a word as in the query, by how much of the word's weight.
_FORM_BOOST = 0.15
# A form that more texts have than this says next to nothing.
_COMMON_FORM = 5_000
_SEQUENCE_BOOST = 1.0
_PREFIX_BOOST = 0.5
_PREFIX_TERMS = 20
_PREFIX_MIN = 2
# A word that labels more records than this says nothing about any of them.
_COMMON_LABEL = 5_000
_LABEL_BOOST = 0.5


class KeywordQueries:
    """Asks the two parts of a keyword index about queries."""

    def __init__(self, text: TantivyPart, labels: TantivyPart) -> None:
        self._text = text
        self._labels = labels
        self._postings = Postings(text)

    def matches(self, query: ParsedQuery, *, upto: int | None = None, prefix_last: bool = False) -> Matches:
        """The matches of a query by text. `upto`: as if this were the greatest key."""
        return _Asked(self._text, self._labels, self._postings, upto).matches(query, prefix_last=prefix_last)

    def having(self, phrases: Sequence[str]) -> Keys:
        """Sorted keys of the texts that have all these phrases word for word."""
        searcher, found = self._text.searcher(), None
        for phrase in phrases:
            keys = self._sequence(searcher, terms(EXACT, phrase))
            found = keys if found is None else np.intersect1d(found, keys, assume_unique=True)
        return np.empty(0, dtype=np.int64) if found is None else found

    def excluded(self, query: ParsedQuery) -> Keys:
        """Sorted keys of the texts that have what the query excludes: a word in any inflection, a phrase as it is."""
        searcher = self._text.searcher()
        found = [np.empty(0, dtype=np.int64)]
        for text in query.excluded:
            found.append(self._sequence(searcher, terms(EXACT, text)))
            stems = terms(STEMMED, text)
            if len(stems) == 1:
                found.append(self._postings.of(searcher, "stems", stems[0]).keys)
        return np.unique(np.concatenate(found))

    def _sequence(self, searcher: tantivy.Searcher, words: Sequence[str]) -> Keys:
        return _sequence(self._text, self._postings, searcher, words)


class _Asked:
    """One query against one moment of the index."""

    def __init__(self, text: TantivyPart, labels: TantivyPart, postings: Postings, upto: int | None) -> None:
        self._text = text
        self._labels = labels
        self._postings = postings
        self._searcher = text.searcher()
        self._upto = upto
        self._count = self._texts()

    def matches(self, query: ParsedQuery, *, prefix_last: bool) -> Matches:
        words = [*query.words, *(word for phrase in query.phrases for word in phrase.split())]
        stems = list(dict.fromkeys(term for word in words for term in terms(STEMMED, word)))
        if stems:
            found = [self._term("stems", stem) for stem in stems]
        else:  # a query of nothing but stop words is meant: then their exact forms count
            exact = dict.fromkeys(term for word in words for term in terms(EXACT, word))
            found = [self._term("exact", term) for term in exact]
        full = sum(term.weight for term in found)
        extras = [*self._forms(words), *self._sequences(words, full), *self._labelled(query, stems)]
        if prefix_last and query.words and not query.raw.endswith((" ", '"')):
            found += self._beginning(query.words[-1])
        speakers = [keys for stem in stems if len(keys := self._posting("stems", spoken_by(stem)).keys)]
        return Matches(tuple(found), tuple(extras), speakers[0] if len(speakers) == 1 else None)

    def _forms(self, words: Sequence[str]) -> Iterator[Extra]:
        for word in words:
            for form in terms(EXACT, word) if terms(STEMMED, word) else ():
                if 0 < self._searcher.doc_freq("exact", form) <= _COMMON_FORM:
                    term = self._term("exact", form)
                    yield Extra(term.keys, np.full(len(term.keys), _FORM_BOOST * term.weight))

    def _sequences(self, words: Sequence[str], full: float) -> Iterator[Extra]:
        """Words of several parts, as they are written; and the whole query, word for word."""
        exact = [terms(EXACT, word) for word in words]
        for parts in exact:
            if len(parts) > 1:
                keys = self._known(_sequence(self._text, self._postings, self._searcher, parts))
                yield Extra(keys, np.full(len(keys), _SEQUENCE_BOOST * weight_of(len(keys), self._count)))
        if len(exact) > 1:
            whole = [part for parts in exact for part in parts]
            keys = self._known(_sequence(self._text, self._postings, self._searcher, whole))
            yield Extra(keys, np.full(len(keys), full))

    def _beginning(self, word: str) -> list[Term]:
        exact = terms(EXACT, word)
        if not exact or len(exact[-1]) < _PREFIX_MIN:
            return []
        found = self._searcher.terms_with_prefix("exact", exact[-1], limit=_PREFIX_TERMS + 1)
        longer = [self._posting("exact", term) for term, _ in found if term != exact[-1]][:_PREFIX_TERMS]
        if not longer:
            return []
        keys = np.concatenate([one.keys for one in longer])
        keys, first = np.unique(keys, return_index=True)
        density = np.concatenate([one.density for one in longer])[first]
        return [Term(keys, density, _PREFIX_BOOST * weight_of(len(keys), self._count))]

    def _labelled(self, query: ParsedQuery, stems: Sequence[str]) -> Iterator[Extra]:
        if not query.words:
            return
        labels = self._labels.searcher()
        for stem in stems:
            built = Query.term_query(self._labels.schema, "labels", stem, "basic")
            hits = labels.search(built, _COMMON_LABEL + 1, count=False).hits
            if 0 < len(hits) <= _COMMON_LABEL:
                keys = np.array(labels.fast_field_values("key", [address for _, address in hits]), dtype=np.int64)
                keys = self._known(np.sort(keys))
                yield Extra(keys, np.full(len(keys), _LABEL_BOOST * weight_of(len(keys), self._count)))

    def _term(self, field: str, word: str) -> Term:
        posting = self._posting(field, word)
        return Term(posting.keys, posting.density, weight_of(len(posting.keys), self._count))

    def _posting(self, field: str, word: str) -> Posting:
        found = self._postings.of(self._searcher, field, word)
        if self._upto is None:
            return found
        known = len(self._known(found.keys))
        return Posting(found.keys[:known], found.density[:known])

    def _known(self, keys: Keys) -> Keys:
        """Those of the sorted keys that there were at the moment that is asked for."""
        return keys if self._upto is None else keys[: int(np.searchsorted(keys, self._upto, side="right"))]

    def _texts(self) -> int:
        if self._upto is None:
            return int(self._searcher.num_docs)
        known = Query.range_query(
            self._text.schema, "key", FieldType.Integer, lower_bound=0, upper_bound=self._upto, include_upper=True
        )
        return int(self._searcher.search(known, 1, count=True).count)  # type: ignore[attr-defined]  # the stub lacks it


def _sequence(part: TantivyPart, postings: Postings, searcher: tantivy.Searcher, words: Sequence[str]) -> Keys:
    """Sorted keys of the texts that have these words one after the other; none when there are no words."""
    if len(words) > 1:
        listed: list[str | tuple[int, str]] = list(words)
        return postings.matching(searcher, Query.phrase_query(part.schema, "exact", listed))
    return postings.of(searcher, "exact", words[0]).keys if words else np.empty(0, dtype=np.int64)
