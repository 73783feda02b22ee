"""Which sentences of several texts a merged text would lose: a check for people, in plain words.

A sentence is kept when the merged text has it, or nearly all of its words and every number of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from memory_desktop.core.extraction.sentences import pieces

#: Share of a sentence's words that must be in the merged text.
ENOUGH = 0.8
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Lost:
    """A sentence that the merged text does not have, and which of its words are missing there, in their order."""

    sentence: str
    missing: tuple[str, ...]


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
    return [" ".join(each.split()) for each in pieces(text)]


def lost(texts: Sequence[str], merged: str) -> list[Lost]:
    """Sentences of the texts that the merged one would lose, each once, in their order."""
    folded = _folded(merged)
    have = set(_WORD.findall(folded))
    found: dict[str, Lost] = {}
    for sentence in (each for text in texts for each in sentences(text)):
        key = _folded(sentence)
        words = list(dict.fromkeys(_WORD.findall(key)))
        missing = tuple(word for word in words if word not in have)
        number_lost = any(char.isdigit() for word in missing for char in word)
        kept = key.rstrip(".!?… ") in folded or (
            bool(words) and not number_lost and 1 - len(missing) / len(words) >= ENOUGH
        )
        if not kept and words:
            found.setdefault(key, Lost(sentence, missing))
    return list(found.values())


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
