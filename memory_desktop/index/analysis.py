"""Texts to terms, the same way when indexing, searching and marking matches.

Two analysers: *stemmed* (lower case, without accents, English stop words out, English stems) is what is ranked by;
*exact* (lower case, without accents) finds word forms, stop words and beginnings of words. Scripts that are written
without blanks are cut into single characters, so that a query for a word inside a sentence finds it as a phrase.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

STEMMED = "md_stemmed"
EXACT = "md_exact"
_LONGEST = 100
# Words that say how a sentence or a question is built, not what it is about, and the halves of their contractions.
# (Measured on questions about conversations: recall@10 by keyword 0.55 with tantivy's short list, 0.60 with this.)
_STOP_WORDS = (
    "a about above after again against ain all also am an and any are aren as at be because been before being below"
    " between both but by can cannot could couldn d did didn do does doesn doing don down during each few for from"
    " further get gets getting got had hadn has hasn have haven having he her here hers herself him himself his how i"
    " if in into is isn it its itself just ll m ma many me might more most much must mustn my myself need needn no nor"
    " not now o of off on once only or other our ours ourselves out over own re s same shall shan she should shouldn"
    " so some such t than that the their theirs them themselves then there these they this those through to too under"
    " until up us ve very was wasn we were weren what when where which while who whom whose why will with won would"
    " wouldn y yes you your yours yourself yourselves"
).split()
# Thai, kana, Han, Hangul, and the compatibility ideographs.
_NO_BLANKS = re.compile("([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff])")
_WORD = re.compile(r"[^\W_]+")


def _builder() -> TextAnalyzerBuilder:
    builder = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.remove_long(_LONGEST))
    return builder.filter(Filter.lowercase()).filter(Filter.ascii_fold())


_ANALYZERS = {
    STEMMED: _builder().filter(Filter.custom_stopword(_STOP_WORDS)).filter(Filter.stemmer("english")).build(),
    EXACT: _builder().build(),
}


def analyzers() -> dict[str, TextAnalyzer]:
    """Analysers by the name that fields refer to."""
    return dict(_ANALYZERS)


def spaced(text: str) -> str:
    """The text with blanks around each character of a script that has none."""
    return _NO_BLANKS.sub(r" \1 ", text)


@lru_cache(maxsize=65_536)
def terms(analyzer: str, text: str) -> tuple[str, ...]:
    """The terms of a short text, in order."""
    return tuple(_ANALYZERS[analyzer].analyze(spaced(text)))


def words_of(text: str) -> list[tuple[int, int]]:
    """(start, end) of every word, and of every character of a script without blanks."""
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        start = match.start()
        for piece in _NO_BLANKS.split(match[0]):
            if piece:
                spans.append((start, start + len(piece)))
            start += len(piece)
    return spans
