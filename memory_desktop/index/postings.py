"""Which texts have a word, how often, and how long they are: read from tantivy once, then kept.

Texts are only ever added, so what is kept of a word is whole as long as tantivy counts as many texts that have it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import tantivy
from tantivy import Occur, Query

from memory_desktop.core.ports import Keys
from memory_desktop.core.ranking.words import density_of
from memory_desktop.index.analysis import MOST_COUNTED, repeated
from memory_desktop.index.tantivy_part import TantivyPart

#: Length of a text in words is kept in so many bits beside its key.
LENGTH_BITS = 10
LONGEST = (1 << LENGTH_BITS) - 1
# Sixteen bytes each.
_MOST_KEPT = 4_000_000


@dataclass(frozen=True, slots=True)
class Posting:
    """Sorted keys of the texts that have a word, and its density in each."""

    keys: Keys
    density: npt.NDArray[np.float64]


class Postings:
    """See the module. Safe from many threads."""

    def __init__(self, part: TantivyPart) -> None:
        self._part = part
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], Posting] = OrderedDict()
        self._size = 0

    def of(self, searcher: tantivy.Searcher, field: str, word: str) -> Posting:
        """The texts that have a word in a field."""
        count = int(searcher.doc_freq(field, word))
        name = (field, word)
        with self._lock:
            kept = self._kept.get(name)
            if kept is not None and len(kept.keys) == count:
                self._kept.move_to_end(name)
                return kept
        found = self._read(searcher, field, word, count)
        with self._lock:
            before = self._kept.pop(name, None)
            self._size += len(found.keys) - (len(before.keys) if before is not None else 0)
            self._kept[name] = found
            while self._size > _MOST_KEPT and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone.keys)
        return found

    def matching(self, searcher: tantivy.Searcher, query: Query) -> Keys:
        """Sorted keys of the texts that a query matches; not kept."""
        return self._hits(searcher, query, int(searcher.num_docs))[0]

    def _read(self, searcher: tantivy.Searcher, field: str, word: str, count: int) -> Posting:
        if not count:
            return Posting(np.empty(0, dtype=np.int64), np.empty(0))
        words = [word]
        if field == "stems":
            more = [repeated(word, times) for times in range(2, MOST_COUNTED + 1)]
            words += [each for each in more if searcher.doc_freq(field, each)]
        clauses = [
            (Occur.Should, Query.const_score_query(Query.term_query(self._part.schema, field, each, "basic"), 1.0))
            for each in words
        ]
        keys, times, lengths = self._hits(searcher, Query.boolean_query(clauses), count)
        return Posting(keys, density_of(times, lengths))

    def _hits(
        self, searcher: tantivy.Searcher, query: Query, count: int
    ) -> tuple[Keys, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """(sorted keys, score of each, length of each) of at most `count` texts."""
        hits = searcher.search(query, max(1, count), count=False).hits
        scores = np.fromiter((score for score, _ in hits), dtype=np.float64, count=len(hits))
        sized = np.array(searcher.fast_field_values("sized", [address for _, address in hits]), dtype=np.int64)
        order = np.argsort(sized, kind="stable")
        sized = sized[order]
        return sized >> LENGTH_BITS, scores[order], (sized & LONGEST).astype(np.float64)
