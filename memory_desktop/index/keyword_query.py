"""From a parsed query and a filter to a tantivy query. Only words and phrases score; a filter never changes a score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from tantivy import FieldType, Occur, Query, Schema

from memory_desktop.core.ports import Keys
from memory_desktop.core.query import ParsedQuery, RecordFilter
from memory_desktop.index.analysis import EXACT, STEMMED, terms

_LABELS_BOOST = 0.5
_EXACT_BOOST = 0.15
_SEQUENCE_BOOST = 1.0
_PREFIX_BOOST = 0.5
_PREFIX_TERMS = 20
_PREFIX_MIN = 2
_KEYS_AT_ONCE = 10_000

Clause = tuple[Occur, Query]
Prefixes = Callable[[str, int], Sequence[str]]


def micros(moment: datetime) -> int:
    """Microseconds since 1970, as the `created` field holds them."""
    return round(moment.timestamp() * 1_000_000)


class KeywordQueries:
    """Builds queries for one schema.

    Args:
        prefixes: (beginning, limit) → the most frequent exact terms that begin so.
    """

    def __init__(self, schema: Schema, prefixes: Prefixes) -> None:
        self._schema = schema
        self._prefixes = prefixes

    def build(
        self,
        query: ParsedQuery,
        filter: RecordFilter,
        *,
        keys: Keys | None = None,
        above: int = 0,
        prefix_last: bool = False,
    ) -> Query | None:
        """The whole query, or None if it has no words or phrases."""
        scoring = self._scoring(query, prefix_last=prefix_last)
        if scoring is None:
            return None
        return Query.boolean_query([*scoring, *self._silent(query, filter), *self._keys(keys, above)])

    def _scoring(self, query: ParsedQuery, *, prefix_last: bool) -> list[Clause] | None:
        clauses: list[Clause] = []
        # A query of nothing but stop words is meant: then their exact forms count.
        only_stops = not any(terms(STEMMED, word) for word in query.words)
        words = [clause for word in query.words for clause in self._word(word, stops_count=only_stops)]
        if prefix_last and query.words and not query.raw.endswith((" ", '"')):
            words += self._beginning(query.words[-1])
        if words:
            # With a phrase beside them the words only help to rank; without one, at least one must be there.
            clauses.append((Occur.Should if query.phrases else Occur.Must, Query.boolean_query(words)))
        for phrase in query.phrases:
            found = self._sequence(EXACT, phrase)
            if found is None:
                return None
            clauses.append((Occur.Must, found))
        return clauses or None

    def _word(self, word: str, *, stops_count: bool) -> Iterable[Clause]:
        stemmed, exact = terms(STEMMED, word), terms(EXACT, word)
        for term in stemmed:
            yield Occur.Should, self._term("body", term)
            yield Occur.Should, Query.boost_query(self._term("labels", term), _LABELS_BOOST)
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
        longer = [term for term in self._prefixes(exact[-1], _PREFIX_TERMS + 1) if term != exact[-1]]
        if not longer:
            return []
        any_of = Query.disjunction_max_query([self._term("exact", term) for term in longer[:_PREFIX_TERMS]])
        return [(Occur.Should, Query.boost_query(any_of, _PREFIX_BOOST))]

    def _sequence(self, analyzer: str, text: str) -> Query | None:
        found: list[str | tuple[int, str]] = list(terms(analyzer, text))
        if not found:
            return None
        return (
            self._term("exact", str(found[0])) if len(found) == 1 else Query.phrase_query(self._schema, "exact", found)
        )

    def _silent(self, query: ParsedQuery, filter: RecordFilter) -> Iterable[Clause]:
        for text in query.excluded:
            found = self._sequence(EXACT, text)
            if found is not None:
                yield Occur.MustNot, found
            stems = terms(STEMMED, text)
            if len(stems) == 1:
                yield Occur.MustNot, self._term("body", stems[0])
        for field, values in (
            ("layer", filter.layers),
            ("kind", filter.kinds),
            ("status", filter.statuses),
            ("source", filter.sources),
            ("thread", filter.threads),
            ("id", filter.ids),
            *(("tag", group) for group in filter.tags),
        ):
            if values:
                yield Occur.Must, _without_score(self._any(field, values))
        for field, values in (
            ("layer", filter.not_layers),
            ("kind", filter.not_kinds),
            ("source", filter.not_sources),
            ("tag", filter.not_tags),
        ):
            if values:
                yield Occur.MustNot, self._any(field, values)
        if filter.created_from is not None or filter.created_to is not None:
            yield Occur.Must, _without_score(self._created(filter.created_from, filter.created_to))
        if filter.synthetic is not None:
            yield Occur.Must, _without_score(self._term("synthetic", str(int(filter.synthetic))))

    def _keys(self, keys: Keys | None, above: int) -> Iterable[Clause]:
        if keys is not None:
            parts = [keys[start : start + _KEYS_AT_ONCE] for start in range(0, len(keys), _KEYS_AT_ONCE)]
            sets = [Query.term_set_query(self._schema, "key", part.tolist()) for part in parts]
            any_of = Query.boolean_query([(Occur.Should, one) for one in sets]) if sets else Query.empty_query()
            yield Occur.Must, _without_score(any_of)
        if above > 0:
            newer = Query.range_query(
                self._schema, "key", FieldType.Integer, lower_bound=above, upper_bound=None, include_lower=False
            )
            yield Occur.Must, _without_score(newer)

    def _created(self, start: datetime | None, end: datetime | None) -> Query:
        return Query.range_query(
            self._schema,
            "created",
            FieldType.Integer,
            lower_bound=micros(start) if start else None,
            upper_bound=micros(end) if end else None,
            include_lower=True,
            include_upper=False,
        )

    def _any(self, field: str, values: Sequence[str]) -> Query:
        return Query.boolean_query([(Occur.Should, self._term(field, value)) for value in values])

    def _term(self, field: str, value: str) -> Query:
        option = "position" if field in ("body", "exact", "labels") else "basic"
        return Query.term_query(self._schema, field, value, option)


def _without_score(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)
