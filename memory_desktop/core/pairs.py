"""What two memories that are alike are to each other: the same said twice, a contradiction, or just similar (F6).

Words decide, not vectors: two sentences that differ in a number, a date, or a "not" mean nearly the same to a model and
the opposite to a person.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from memory_desktop.core.records import Memory

#: Share of the shorter text's words that the longer one must have for both to say the same.
SAME = 0.9
#: Share of common words from which on a difference in a number or a negation is a contradiction.
ABOUT_THE_SAME = 0.5
_WORD = re.compile(r"[^\W_]+(?:[.,:/-]\d+)*")
_NEGATIONS = frozenset(
    "no not never none nobody nothing without kein keine nicht nie non ne jamais sem não nunca".split()
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two active memories that are alike, the older one first. `kind`: "duplicate", "conflict" or "similar"."""

    first: Memory
    second: Memory
    similarity: float
    kind: str
    reason: str


def compared(first: Memory, second: Memory, similarity: float) -> Pair:
    """What the two are to each other, with the reason in a sentence."""
    one, other = _words(first.content), _words(second.content)
    numbers = {word for word in one ^ other if any(char.isdigit() for char in word)}
    negated = bool(one & _NEGATIONS) != bool(other & _NEGATIONS)
    common = len(one & other) / max(1, min(len(one), len(other)))
    if (numbers or negated) and common >= ABOUT_THE_SAME:
        told = (
            "one of them denies it" if negated and not numbers else f"they differ in {', '.join(sorted(numbers)[:4])}"
        )
        return Pair(first, second, similarity, "conflict", f"They are about the same, and {told}.")
    if common >= SAME:
        return Pair(first, second, similarity, "duplicate", "One says what the other says, in the same words.")
    return Pair(first, second, similarity, "similar", f"They are alike by {similarity:.2f}.")


def _words(text: str) -> set[str]:
    return set(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
