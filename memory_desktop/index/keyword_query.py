"""One query against one moment of the keyword index: which texts it finds, and what it finds in any text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from tantivy import FieldType, Occur, Query

from memory_desktop.core.keys import Keys, among, united
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.core.ranking.words import Matches, density_of, weight_of
from memory_desktop.index.analysis import EXACT, STEMMED, spoken_by, terms
from memory_desktop.index.tantivy_part import TantivyPart, keys_of
from memory_desktop.index.term_vectors import FORM, STEM, TermVectors, Texts

#: The field of tantivy that has a word, by its kind in the term vectors; and how it is indexed there.
_FIELDS = {STEM: ("stems", "freq"), FORM: ("exact", "position")}
# The same form of a word as in the query, by how much of the word's weight.
_FORM_BOOST = 0.15
# A form that more texts have than this says next to nothing.
_COMMON_FORM = 5_000
_SEQUENCE_BOOST = 1.0
# Of a sequence that more texts have, those that tantivy ranks highest count.
_MOST_SEQUENCES = 1_000
_PREFIX_BOOST = 0.5
_PREFIX_TERMS = 20
_PREFIX_MIN = 2
# A word that labels more records than this says nothing about any of them.
_COMMON_LABEL = 5_000
_LABEL_BOOST = 0.5
# So many times as many candidates as are wanted are looked at for the sake of equals.
_MOST_EQUALS = 16
# When so few texts are allowed, all are looked at instead of asking tantivy, which would have to rank many more;
# and of so many it is counted which match.
_FEW = 20_000


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the query: the words of texts that count as it (several for a beginning), their kind, its weight."""

    words: tuple[str, ...]
    kind: int
    weight: float

    def density(self, texts: Texts) -> npt.NDArray[np.float64]:
        """(n,) In each text."""
        times = [texts.times(word, self.kind) for word in self.words]
        return density_of(times[0] if len(times) == 1 else np.max(times, axis=0), texts.lengths)


@dataclass(frozen=True, slots=True)
class _Extra:
    """What some texts get on top, by sorted key."""

    keys: Keys
    amount: float


class KeywordQuery:
    """See the module. Safe from one thread.

    Args:
        upto: as if this were the greatest key. prefix_last: the last word is still being typed.
    """

    def __init__(
        self,
        text: TantivyPart,
        labels: TantivyPart,
        vectors: TermVectors,
        query: ParsedQuery,
        *,
        upto: int | None = None,
        prefix_last: bool = False,
    ) -> None:
        self._text = text
        self._labels = labels
        self._vectors = vectors
        self._searcher = text.searcher()
        self._upto = upto
        self._count = int(self._searcher.num_docs) if upto is None else self._counted(Query.all_query())
        words = [*query.words, *(word for phrase in query.phrases for word in phrase.split())]
        stems = list(dict.fromkeys(term for word in words for term in terms(STEMMED, word)))
        # A query of nothing but stop words is meant: then their exact forms count.
        exact = [] if stems else list(dict.fromkeys(term for word in words for term in terms(EXACT, word)))
        self._words = [self._word((stem,), STEM) for stem in stems] + [self._word((term,), FORM) for term in exact]
        full = sum(word.weight for word in self._words)
        self._forms = list(self._same_forms(words))
        self._extras = [*self._sequences(words, full), *(self._labelled(stems) if query.words else ())]
        if prefix_last and query.words and not query.raw.endswith((" ", '"')):
            self._words += self._beginning(query.words[-1])
        speakers = [name for name in map(spoken_by, stems) if self._frequency(name, STEM)]
        self._speaker = speakers[0] if len(speakers) == 1 else None
        self._meant = {word for one in (*self._words, *self._forms) for word in one.words} | set(speakers)
        self._matching: int | None = None
        self._chosen: tuple[KeySelection, Keys] | None = None
        self._matched: Matches | None = None

    def candidates(self, most: int, selection: KeySelection) -> Keys:
        """Sorted keys of selected texts with any of the words: those that tantivy ranks highest, about `most`, and all
        with a sequence or label of the query. Of equals at the end none are there, unless they are very many.

        Where few texts are selected, all of them, whatever they say.
        """
        if selection.include is not None and len(selection.include) <= _FEW:
            return self._named(selection)
        labelled = [self._known(extra.keys[selection.allows(extra.keys)]) for extra in self._extras]
        return united(self._ranked(most, selection), *labelled)

    def every(self) -> Keys:
        """Sorted keys of all texts that have any of the words, sequences or labels."""
        keys = [self._text.matching(self._any_word()), *(extra.keys for extra in self._extras)]
        return self._known(united(*keys))

    def matches(self, keys: Keys) -> Matches:
        """What the query finds in the texts with these sorted keys."""
        named = self._chosen is not None and self._chosen[1] is keys
        if named and self._matched is not None:
            return self._matched
        texts = self._vectors.of(keys, self._meant)
        density = np.array([word.density(texts) for word in self._words]).reshape(len(self._words), len(keys))
        extra = np.zeros(len(keys))
        for form in self._forms:
            extra += form.weight * (texts.times(form.words[0], FORM) > 0)
        for one in self._extras:
            extra += one.amount * among(keys, one.keys)
        spoken = None if self._speaker is None else texts.times(self._speaker, STEM) > 0
        weights = np.array([word.weight for word in self._words])
        found = Matches(keys, weights, density, extra, texts.lengths, spoken)
        if named:
            self._matched = found
        return found

    def total(self, selection: KeySelection) -> int | None:
        """How many selected texts have any of the words, sequences or labels; None where it would take long to say."""
        if selection.include is not None:
            return self._having(self._named(selection))
        without = 0 if selection.exclude is None else self._having(self._known(selection.exclude))
        if without is None:
            return None
        others = united(*(one.keys for one in self._extras)) if self._extras else np.empty(0, dtype=np.int64)
        only = ~(self.matches(others).density > 0).any(axis=0)
        if self._matching is None or self._upto is not None:
            self._matching = self._counted(self._any_word())
        return self._matching + int(only.sum()) - without

    def _having(self, keys: Keys) -> int | None:
        """How many of the sorted keys of known texts match in some way."""
        if not len(keys):
            return 0
        if len(keys) <= _FEW:
            found = self.matches(keys)
            return int(((found.density > 0).any(axis=0) | (found.extra > 0)).sum())
        first = int(keys[0])
        newest = self._vectors.count_from(first) == len(keys) == self._counted(Query.all_query(), since=first)
        return self._counted(self._any_word(), since=first) if newest else None

    def _named(self, selection: KeySelection) -> Keys:
        """Sorted keys of the texts that a selection names, which it does one by one."""
        if self._chosen is None or self._chosen[0] is not selection:
            assert selection.include is not None
            keys = selection.include
            if selection.exclude is not None:
                keys = keys[~among(keys, selection.exclude)]
            self._chosen, self._matched = (selection, self._known(keys)), None
        return self._chosen[1]

    def _ranked(self, most: int, selection: KeySelection) -> Keys:
        every, query = int(self._searcher.num_docs), self._any_word()
        restricted = selection.include is not None or selection.exclude is not None or self._upto is not None
        limit, enough = min(most, max(1, every)), most // 2
        if selection.include is not None:  # of those ranked highest, so many are selected as of all
            limit = min(every, most * every // max(1, len(selection.include)))
        while True:
            answer = self._searcher.search(query, limit, count=True)
            hits, self._matching = answer.hits, int(answer.count)  # type: ignore[attr-defined]  # the stub lacks it
            keys: Keys = np.array(self._searcher.fast_field_values("key", [at for _, at in hits]), dtype=np.int64)
            allowed: npt.NDArray[np.bool_] = selection.allows(keys) if restricted else np.ones(len(keys), dtype=bool)
            if self._upto is not None:
                allowed &= keys <= self._upto
            if len(hits) < limit or limit >= every:
                return keys[allowed]
            # More may score as the last does, and which of them came is chance.
            scores = np.array([score for score, _ in hits])
            above: npt.NDArray[np.bool_] = allowed & (scores > scores[-1])
            if int(above.sum()) >= enough:
                return keys[above]
            if int(allowed.sum()) >= most and limit >= _MOST_EQUALS * most:
                return keys[allowed]
            limit = min(every, max(4 * limit, 2 * limit * most // max(1, int(allowed.sum()))))

    def _any_word(self) -> Query:
        clauses = [
            (Occur.Should, Query.term_query(self._text.schema, *_field(kind, word)))
            for kind, word in dict.fromkeys((one.kind, word) for one in self._words for word in one.words)
        ]
        return Query.boolean_query(clauses) if clauses else Query.empty_query()

    def _same_forms(self, words: Sequence[str]) -> Iterator[_Word]:
        for word in words:
            for form in terms(EXACT, word) if terms(STEMMED, word) else ():
                frequency = self._frequency(form, FORM)
                if 0 < frequency <= _COMMON_FORM:
                    yield _Word((form,), FORM, _FORM_BOOST * weight_of(frequency, self._count))

    def _sequences(self, words: Sequence[str], full: float) -> Iterator[_Extra]:
        """Words of several parts, as they are written; and the whole query, word for word."""
        exact = [terms(EXACT, word) for word in words]
        for parts in exact:
            if len(parts) > 1 and not self._is_common_name(parts):
                keys, count = self._sequence(parts)
                yield _Extra(keys, _SEQUENCE_BOOST * weight_of(count, self._count))
        if len(exact) > 1:
            keys, _ = self._sequence([part for parts in exact for part in parts])
            yield _Extra(keys, full)

    def _is_common_name(self, parts: Sequence[str]) -> bool:
        """Are these the parts of a word like “Mara's” that many texts have? They say no more than the word, and to find
        them takes most of the time of a question among a million texts."""
        return list(parts[1:]) == ["s"] and self._frequency(parts[0], FORM) > _COMMON_FORM

    def _sequence(self, words: Sequence[str]) -> tuple[Keys, int]:
        """(sorted keys of texts that have these words one after the other, how many have)."""
        query = sequence(self._text, words)
        found = self._searcher.search(query, _MOST_SEQUENCES, count=True)
        keys = keys_of(self._searcher, found)
        if self._upto is None:
            return keys, int(found.count)  # type: ignore[attr-defined]  # the stub lacks it
        return self._known(keys), self._counted(query)

    def _beginning(self, word: str) -> list[_Word]:
        exact = terms(EXACT, word)
        if not exact or len(exact[-1]) < _PREFIX_MIN:
            return []
        found = self._searcher.terms_with_prefix("exact", exact[-1], limit=_PREFIX_TERMS + 1)
        longer = tuple(term for term, _ in found if term != exact[-1])[:_PREFIX_TERMS]
        if not longer:
            return []
        clauses = [(Occur.Should, Query.term_query(self._text.schema, *_field(FORM, term))) for term in longer]
        having = self._counted(Query.boolean_query(clauses))
        return [_Word(longer, FORM, _PREFIX_BOOST * weight_of(having, self._count))] if having else []

    def _labelled(self, stems: Sequence[str]) -> Iterator[_Extra]:
        labels = self._labels.searcher()
        for stem in stems:
            if not 0 < int(labels.doc_freq("labels", stem)) <= 2 * _COMMON_LABEL:  # with those replaced, not yet merged
                continue
            found = labels.search(
                Query.term_query(self._labels.schema, "labels", stem, "basic"), _COMMON_LABEL + 1, count=False
            )
            if 0 < len(found.hits) <= _COMMON_LABEL:
                keys = self._known(keys_of(labels, found))
                yield _Extra(keys, _LABEL_BOOST * weight_of(len(keys), self._count))

    def _word(self, words: tuple[str, ...], kind: int) -> _Word:
        return _Word(words, kind, weight_of(self._frequency(words[0], kind), self._count))

    def _frequency(self, word: str, kind: int) -> int:
        """How many texts have a word."""
        field, term, option = _field(kind, word)
        frequency = int(self._searcher.doc_freq(field, term))
        if not frequency or self._upto is None:
            return frequency
        return self._counted(Query.term_query(self._text.schema, field, term, option))

    def _counted(self, query: Query, since: int = 0) -> int:
        """How many texts a query matches, of those that there were, from a key on."""
        if self._upto is not None or since:
            query = Query.boolean_query([(Occur.Must, query), (Occur.Must, self._between(since, self._upto))])
        return int(self._searcher.search(query, 1, count=True).count)  # type: ignore[attr-defined]  # the stub lacks it

    def _between(self, first: int, last: int | None) -> Query:
        """Texts with keys from one to another, or to the greatest."""
        return Query.range_query(
            self._text.schema, "key", FieldType.Integer, lower_bound=first, upper_bound=last, include_upper=True
        )

    def _known(self, keys: Keys) -> Keys:
        """Those of the sorted keys that there were at the moment that is asked for."""
        return keys if self._upto is None else keys[: int(np.searchsorted(keys, self._upto, side="right"))]


def sequence(part: TantivyPart, words: Sequence[str]) -> Query:
    """Texts that have these words one after the other; none when there are no words."""
    if len(words) > 1:
        listed: list[str | tuple[int, str]] = list(words)
        return Query.phrase_query(part.schema, "exact", listed)
    return Query.term_query(part.schema, *_field(FORM, words[0])) if words else Query.empty_query()


def stem(part: TantivyPart, word: str) -> Query:
    """Texts that have a stem."""
    return Query.term_query(part.schema, *_field(STEM, word))


def _field(kind: int, word: str) -> tuple[str, str, str]:
    """(field, word, index option) of tantivy for a word of a kind."""
    field, option = _FIELDS[kind]
    return field, word, option
