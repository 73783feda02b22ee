"""What two memories that are alike are to each other: the same said twice, a contradiction, or just similar (F6).

Words decide, not vectors: two sentences that differ in a number, a date, or a "not" mean nearly the same to a model and
the opposite to a person. Where the two run in step and one value stands in the place of another of its kind, they
contradict each other; a value that only one of them has is more knowledge, and no contradiction. Where a date differs
and something else does, too, they tell of two occasions.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory_desktop.core.memory.claims import claims, contradiction
from memory_desktop.core.memory.records import Memory

#: Share of the shorter text's words that the longer one must have for both to say the same.
SAME = 0.9
#: Share of common words from which on a difference in a value or a negation is a contradiction.
ABOUT_THE_SAME = 0.5
#: Share of both texts' words that stand in the same order, from which on one value can stand in another's place.
IN_STEP = 0.6
#: The same where the value is any one word; and how long such texts must be.
ONE_WORD_APART, _LEAST_WORDS = 0.75, 4
_LONGEST_VALUE = 4
_WORD = re.compile(r"[€$£]?[^\W_]+(?:[.,:/’'-][^\W_]+)*[%€$£]?")
_NEGATIONS = frozenset(
    "no not never none nobody nothing without cannot kein keine nicht nie non ne jamais sem não nunca".split()
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_CURRENCIES = frozenset("euro euros eur dollar dollars usd pound pounds gbp".split())
_PAST, _PRESENT = frozenset({"was", "were", "had"}), frozenset({"is", "are", "has", "have"})
_SMALL = frozenset(
    "a an the this that these those and or of in on at to for by with from is are was were be been has have had do"
    " does did it its his her their my our your i we he she they you as so then now also".split()
)

_NO_VALUES = _SMALL | _MONTHS | _DAYS


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
    common = len(set(one) & set(other)) / max(1, min(len(set(one)), len(set(other))))
    told = _contradiction(first.content, second.content, one, other, common)
    if told:
        return Pair(first, second, similarity, "conflict", told)
    if common >= SAME:
        return Pair(first, second, similarity, "duplicate", "One says what the other says, in the same words.")
    return Pair(first, second, similarity, "similar", f"They are alike by {similarity:.2f}.")


def _contradiction(first: str, second: str, one: Sequence[str], other: Sequence[str], common: float) -> str:
    """Why they contradict each other; "" when they do not."""
    for claim in claims(first):
        for against in claims(second):
            if contradiction(claim, against):
                return f"Both tell the {claim.attribute}: “{claim.value}” and “{against.value}”."
    if common < ABOUT_THE_SAME:
        return ""
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    in_step = matcher.ratio()
    swaps = list(_swaps(one, other, matcher)) if in_step >= IN_STEP else []
    kinds = {kind for kind, _, _ in swaps if kind}
    if ("date" in kinds and len(kinds) > 1) or any(_then_and_now(gone, come) for _, gone, come in swaps):
        return ""
    for kind, gone, come in swaps:
        if kind:
            return f"They are about the same, and one has “{gone}” where the other has “{come}”."
    if bool(_NEGATIONS & set(one)) != bool(_NEGATIONS & set(other)):
        return "They are about the same, and one of them denies it."
    if len(swaps) == 1 and in_step >= ONE_WORD_APART and min(len(one), len(other)) >= _LEAST_WORDS:
        _, gone, come = swaps[0]
        if not {gone, come} & _NO_VALUES and " " not in gone + come:
            return f"They say the same, but one has “{gone}” where the other has “{come}”."
    return ""


def _swaps(
    one: Sequence[str], other: Sequence[str], matcher: difflib.SequenceMatcher[str]
) -> Iterator[tuple[str, str, str]]:
    """(kind of the values or "", words of the one, words of the other) wherever one stands in the other's place."""
    for what, i, j, k, n in matcher.get_opcodes():
        if what == "replace" and max(j - i, n - k) <= _LONGEST_VALUE:
            shared = sorted(_kinds(one, i, j) & _kinds(other, k, n))
            yield next(iter(shared), ""), " ".join(one[i:j]), " ".join(other[k:n])


def _then_and_now(one: str, other: str) -> bool:
    """Does one of two parts tell of the past what the other tells of the present?"""
    tenses = [(bool(_PAST & set(part.split())), bool(_PRESENT & set(part.split()))) for part in (one, other)]
    return tenses in ([(True, False), (False, True)], [(False, True), (True, False)])


def _kinds(words: Sequence[str], start: int, end: int) -> set[str]:
    """The kinds of the values in a part of a text: date, time, money, percent, or a number of some unit."""
    found = set()
    for place in range(start, end):
        word = words[place]
        beside = [*words[max(0, place - 1) : place], *words[place + 1 : place + 2]]
        if word in _DAYS or (word in _MONTHS and any(near[:1].isdigit() for near in beside)):
            found.add("date")
        elif any(char.isdigit() for char in word):
            found.add(_number(word, beside, words[place + 1] if place + 1 < len(words) else ""))
    return found


def _number(word: str, beside: Sequence[str], following: str) -> str:
    if set(beside) & _MONTHS or re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?|\d\d?[./]\d\d?[./]\d{2,4}", word):
        return "date"
    if ":" in word:
        return "time"
    if word[0] in "€$£" or word[-1] in "€$£" or set(beside) & _CURRENCIES:
        return "money"
    if word[-1] == "%":
        return "percent"
    return f"number of {following}" if following.isalpha() and following not in _SMALL else "number"


def _words(text: str) -> list[str]:
    return list(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
