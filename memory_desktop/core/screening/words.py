"""Looking for many words at once, and asking which of them stand beside a place, in time linear in the text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

_Trie = dict[str, "_Trie"]
_OPEN = "*"
_GAP = "~"
_MEANS = {_GAP: "[ _-]?"}


def lowered(text: str) -> str:
    """The text in small letters, with every character at its place."""
    small = text.lower()
    return (
        small if len(small) == len(text) else "".join(low if len(low := char.lower()) == 1 else char for char in text)
    )


def one_of(words: Iterable[str], *, whole: bool = True) -> str:
    """A regular expression for any of the words, the longest first; common beginnings are looked at once.

    Args:
        words: in small letters. "~" stands for a blank, "_", "-" or nothing; after "*" the word may go on.
        whole: no letter may stand before or behind.
    """
    trie: _Trie = {}
    for word in words:
        node = trie
        for char in word:
            node = node.setdefault(char, {})
        node.setdefault("", {})
    return ("(?<![^\\W\\d_])" if whole else "") + _rendered(trie, whole=whole)


def _rendered(trie: _Trie, *, whole: bool) -> str:
    branches = [
        "" if char == _OPEN else _MEANS.get(char, re.escape(char)) + _rendered(below, whole=whole)
        for char, below in sorted(trie.items(), key=lambda one: one[0] == _OPEN)  # the longest first
        if char
    ]
    if "" in trie:
        branches.append("(?![^\\W\\d_])" if whole else "")
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def shared_parts(words: Iterable[str]) -> tuple[str, ...]:
    """A few texts of which every one of the words, written as for `one_of`, has at least one in it.

    A text without all of them has none of the words, which is told much faster than by a pattern.
    """
    left = [word.rstrip(_OPEN).split(_GAP) for word in words]
    found: list[str] = []
    while left:
        parts = sorted({part for one in left for part in one})
        has = {part: sum(any(part in each for each in one) for one in left) for part in parts}
        best = max(parts, key=lambda part: (len(part) > 2, has[part], len(part)))
        found.append(best)
        left = [one for one in left if not any(best in each for each in one)]
    return tuple(found)


def has_any(text: str, parts: Iterable[str]) -> bool:
    """Has the text one of these in it?"""
    return any(map(text.__contains__, parts))


class Beside:
    """The places of some words in a text.

    Args:
        text: as `lowered` gives it. pattern: what a word is.
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._text = text
        self._words = [(match.end(), match[0]) for match in pattern.finditer(text)]
        self._ends = [end for end, _ in self._words]

    def __bool__(self) -> bool:
        return bool(self._ends)

    def before(self, place: int, within: int) -> set[str]:
        """The words that end at most so many characters before the place, in the same line."""
        first = bisect_left(self._ends, place - within)
        last = bisect_right(self._ends, place)
        if first == last:
            return set()
        line = self._text.rfind("\n", self._ends[first], place)
        return {word for end, word in self._words[first:last] if end > line}
