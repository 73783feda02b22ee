"""How much a text looks like none that a person writes, and how far a vector lies from all others.

Of the text, each sign is a share from 0 to 1: words without vowels or too long, symbols in place of letters,
characters that repeat or hardly do, capitals inside of words. The strongest of them is the score.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections import Counter

import numpy as np
import numpy.typing as npt

from memory_desktop.core.ports import Vectors

#: From this on a text is odd: 15 of 18 odd ones are, none of 345 plain notes and of 2,960 turns of conversations.
ODD = 0.3

_TOKEN = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]+")
_VOWELS = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýаеёиоуыэюяіїєαεηιουωάέήίόύώ")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}")
_CASES = re.compile(r"[a-z][A-Z]|[0-9][a-zA-Z]|[a-zA-Z][0-9]")
_LEAST = 12
_LONG_WORD = 28
_USUAL = frozenset(".,:;-/'\"()!?’“”–%€$+#_*&@=[]")
_PACKED = 0.25
_NEIGHBOURS = 5


def oddness(text: str) -> float:
    """0 for plain writing, 1 for what nobody would write; texts of a few characters are never odd."""
    plain = "".join(text.split())[:4_000]
    if len(plain) < _LEAST:
        return 0.0
    return max(_symbols(plain), _no_words(text[:4_000]), _repetition(text[:4_000]))


def _symbols(plain: str) -> float:
    """Symbols beyond what prices, dates, units and punctuation need; and long rows of digits without a word."""
    symbols = sum(not char.isalnum() and char not in _USUAL for char in plain)
    letters = sum(char.isalpha() for char in plain)
    numbers = 0.5 if letters < 0.1 * len(plain) and len(plain) >= _LONG_WORD else 0.0
    return max(min(1.0, 2.0 * symbols / len(plain)), numbers)


def _no_words(text: str) -> float:
    """The share of the text in what is no word: without a vowel, many consonants in a row, endless, of mixed cases."""
    total = wrong = 0
    for token in _TOKEN.findall(text):
        total += len(token)
        if "://" in token or not _LETTERS.search(token):
            continue
        mixed = len(_CASES.findall(token)) >= 3 and len(token) >= 10
        if mixed or len(token) > _LONG_WORD or any(map(_unspeakable, _LETTERS.findall(token))):
            wrong += len(token)
    return wrong / max(1, total)


def _unspeakable(word: str) -> bool:
    small = word.lower()
    if not small.isascii() or len(small) < 4:
        return False
    if word.isupper():  # an abbreviation
        return len(word) > 6 and not _VOWELS & set(small)
    return not _VOWELS & set(small) or bool(_CLUSTER.search(small))


def _repetition(text: str) -> float:
    """How little a text says for its length: a few words or characters again and again."""
    if len(text) < 80:
        return 0.0
    packed = len(zlib.compress(text.encode("utf-8"), 6)) / len(text.encode("utf-8"))
    common = Counter(_TOKEN.findall(text)).most_common(1)[0][1] / max(1, len(_TOKEN.findall(text)))
    return min(1.0, max(0.0, (_PACKED - packed) / _PACKED * 2, (common - 0.3) / 0.3 if len(text) > 200 else 0.0))


def bare(text: str) -> str:
    """The text in small letters without punctuation: equal for two that differ in a full stop."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(char if char.isalnum() or char in "+-%€$£" else " " for char in folded).split())


class Population:
    """Unit vectors of what is there, and how near each of them is to its five nearest.

    A distance from the middle says nothing: odd texts are as near to it as plain ones. How near the nearest are does.
    """

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = np.asarray(vectors, dtype=np.float32)
        near = self._vectors @ self._vectors.T
        np.fill_diagonal(near, -1.0)
        usual = _nearest(near)
        self._middle, self._spread = float(np.median(usual)), float(usual.std()) + 1e-6

    def far_off(self, vectors: Vectors) -> npt.NDArray[np.float64]:
        """How much farther each is from its nearest than usual, in standard deviations; below 0: nearer."""
        near = _nearest(np.asarray(vectors, dtype=np.float32) @ self._vectors.T)
        found: npt.NDArray[np.float64] = (self._middle - near) / self._spread
        return found


def _nearest(cosines: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The mean of the greatest cosines of each row."""
    many = min(_NEIGHBOURS, cosines.shape[1])
    found: npt.NDArray[np.float64] = np.partition(cosines, -many, axis=1)[:, -many:].mean(axis=1, dtype=np.float64)
    return found
