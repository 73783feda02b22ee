"""From a parsed query to tantivy queries. Only words and phrases score; a restriction never changes a score."""

from __future__ import annotations

from collections.abc import Iterable

from tantivy import FieldType, Occur, Query

from memory_desktop.core.ports import Keys
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.index.analysis import EXACT, STEMMED, terms
from memory_desktop.index.tantivy_part import TantivyPart

_EXACT_BOOST = 0.15
_SEQUENCE_BOOST = 1.0
_PREFIX_BOOST = 0.5
_PREFIX_TERMS = 20
_PREFIX_MIN = 2

Clause = tuple[Occur, Query]


class KeywordQueries:
    """Builds queries for the two parts of a keyword index."""

    def __init__(self, text: TantivyPart, labels: TantivyPart) -> None:
        self._text = text
        self._labels = labels

    def text(self, query: ParsedQuery, *, prefix_last: bool = False) -> Query | None:
        """What the text must have, or None if the query has no words or phrases."""
        words = self._words(query, prefix_last=prefix_last)
        phrases = self._phrases(query)
        if phrases is None or not (words or phrases):
            return None
        clauses: list[Clause] = []
        if words:
            # With a phrase beside them the words only help to rank; without one, at least one must be there.
            clauses.append((Occur.Should if phrases else Occur.Must, Query.boolean_query(words)))
        return Query.boolean_query([*clauses, *phrases, *self._excluded(query)])

    def text_of(self, query: ParsedQuery, keys: Keys, *, prefix_last: bool = False) -> Query:
        """These records scored by their text, which need not have any of the words (but has the phrases)."""
        words = self._words(query, prefix_last=prefix_last)
        clauses: list[Clause] = [(Occur.Should, Query.boolean_query(words))] if words else []
        clauses += [*(self._phrases(query) or ()), *self._excluded(query)]
        return Query.boolean_query([(Occur.Must, _without_score(self._text.any_key(keys.tolist()))), *clauses])

    def labels(self, query: ParsedQuery) -> list[Query] | None:
        """One query for each stem among the words; None when there is none."""
        stems = dict.fromkeys(term for word in query.words for term in terms(STEMMED, word))
        return [Query.term_query(self._labels.schema, "labels", stem, "basic") for stem in stems] or None

    def among(self, query: Query, keys: Keys) -> Query:
        """The query, only among these keys."""
        return Query.boolean_query(
            [(Occur.Must, query), (Occur.Must, _without_score(self._text.any_key(keys.tolist())))]
        )

    def newer(self, query: Query, above: int) -> Query:
        """The query, only with keys greater than `above`."""
        newer = Query.range_query(
            self._text.schema, "key", FieldType.Integer, lower_bound=above, upper_bound=None, include_lower=False
        )
        return Query.boolean_query([(Occur.Must, query), (Occur.Must, _without_score(newer))])

    def _words(self, query: ParsedQuery, *, prefix_last: bool) -> list[Clause]:
        # A query of nothing but stop words is meant: then their exact forms count.
        only_stops = not any(terms(STEMMED, word) for word in query.words)
        words = [clause for word in query.words for clause in self._word(word, stops_count=only_stops)]
        if prefix_last and query.words and not query.raw.endswith((" ", '"')):
            words += self._beginning(query.words[-1])
        return words

    def _word(self, word: str, *, stops_count: bool) -> Iterable[Clause]:
        stemmed, exact = terms(STEMMED, word), terms(EXACT, word)
        for term in stemmed:
            yield Occur.Should, self._term("body", term)
        if stemmed or stops_count:
            for term in exact:
                boost = 1.0 if stops_count else _EXACT_BOOST
                yield Occur.Should, Query.boost_query(self._term("exact", term), boost)
        if len(exact) > 1:
            found = self._sequence(EXACT, word)
            if found is not None:
                yield Occur.Should, Query.boost_query(found, _SEQUENCE_BOOST)

    def _beginning(self, word: str) -> list[Clause]:
        exact = terms(EXACT, word)
        if not exact or len(exact[-1]) < _PREFIX_MIN:
            return []
        found = self._text.searcher().terms_with_prefix("exact", exact[-1], limit=_PREFIX_TERMS + 1)
        longer = [term for term, _ in found if term != exact[-1]]
        if not longer:
            return []
        any_of = Query.disjunction_max_query([self._term("exact", term) for term in longer[:_PREFIX_TERMS]])
        return [(Occur.Should, Query.boost_query(any_of, _PREFIX_BOOST))]

    def _phrases(self, query: ParsedQuery) -> list[Clause] | None:
        """All must be there; None when one has no words at all, so that nothing can have it."""
        found = [self._sequence(EXACT, phrase) for phrase in query.phrases]
        return None if None in found else [(Occur.Must, one) for one in found if one is not None]

    def _excluded(self, query: ParsedQuery) -> Iterable[Clause]:
        for text in query.excluded:
            found = self._sequence(EXACT, text)
            if found is not None:
                yield Occur.MustNot, found
            stems = terms(STEMMED, text)
            if len(stems) == 1:
                yield Occur.MustNot, self._term("body", stems[0])

    def _sequence(self, analyzer: str, text: str) -> Query | None:
        found: list[str | tuple[int, str]] = list(terms(analyzer, text))
        if not found:
            return None
        if len(found) == 1:
            return self._term("exact", str(found[0]))
        return Query.phrase_query(self._text.schema, "exact", found)

    def _term(self, field: str, value: str) -> Query:
        return Query.term_query(self._text.schema, field, value, "position")


def _without_score(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)
