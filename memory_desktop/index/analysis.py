"""Texts to terms, the same way when indexing, searching and marking matches.

Two analysers: *stemmed* (lower case, without accents, English stop words out, English stems) is what is ranked by;
*exact* (lower case, without accents) finds word forms, stop words and beginnings of words. Scripts that are written
without blanks are cut into single characters, so that a query for a word inside a sentence finds it as a phrase. Emoji
are words of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

STEMMED = "md_stemmed"
EXACT = "md_exact"
SPLIT = "md_split"
_LONGEST = 100
# It cannot be a part of a word.
_SPEAKER = "\x1e"
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
# One picture may be several code points; what only varies its look (skin, joiners, variation selectors) is no word.
_EMOJI = re.compile(
    "[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff]"
)
_WORD = re.compile(f"[^\\W_]+|{_EMOJI.pattern}")


def _builder() -> TextAnalyzerBuilder:
    builder = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.remove_long(_LONGEST))
    return builder.filter(Filter.lowercase()).filter(Filter.ascii_fold())


_ANALYZERS = {
    STEMMED: _builder().filter(Filter.custom_stopword(_STOP_WORDS)).filter(Filter.stemmer("english")).build(),
    EXACT: _builder().build(),
    SPLIT: TextAnalyzerBuilder(Tokenizer.whitespace()).build(),
}


def analyzers() -> dict[str, TextAnalyzer]:
    """Analysers by the name that fields refer to."""
    return dict(_ANALYZERS)


def spaced(text: str) -> str:
    """The text with blanks around each character of a script that has none, and each emoji spelt as a word."""
    return _EMOJI.sub(lambda found: f" emoji{ord(found[0]):x} ", _NO_BLANKS.sub(r" \1 ", text))


@dataclass(frozen=True, slots=True)
class Words:
    """What the keyword index takes of a text.

    Attributes:
        stems: in the order of the text. forms: its words as they are written, each once.
        speakers: the stems of its speaker's name, as `spoken_by` spells them.
    """

    stems: tuple[str, ...]
    forms: frozenset[str]
    speakers: tuple[str, ...]


def words_in(text: str, speaker: str = "") -> Words:
    """The words of a text that one speaker said."""
    apart = spaced(text)
    spoken = tuple(spoken_by(stem) for stem in terms(STEMMED, speaker)) if speaker else ()
    return Words(tuple(_ANALYZERS[STEMMED].analyze(apart)), frozenset(_ANALYZERS[EXACT].analyze(apart)), spoken)


def spoken_by(stem: str) -> str:
    """The word by which a text says that a stem is in its speaker's name."""
    return f"{_SPEAKER}{stem}"


@lru_cache(maxsize=65_536)
def terms(analyzer: str, text: str) -> tuple[str, ...]:
    """The terms of a short text, in order."""
    return tuple(_ANALYZERS[analyzer].analyze(spaced(text)))


def words_of(text: str) -> list[tuple[int, int]]:
    """(start, end) of every word, and of every character of a script without blanks."""
    if not _NO_BLANKS.search(text):
        return [match.span() for match in _WORD.finditer(text)]
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        start = match.start()
        for piece in _NO_BLANKS.split(match[0]):
            if piece:
                spans.append((start, start + len(piece)))
            start += len(piece)
    return spans
