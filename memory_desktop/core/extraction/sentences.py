"""The sentences of a message, each with its place in it and what kind of sentence it is.

Everything here takes time in proportion to the text: no pattern can go back over what it has read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from memory_desktop.core.extraction.quotations import is_quoted, marked_in, within
from memory_desktop.core.extraction.smalltalk import asks, frames, imagined, in_earnest, of_the_talk
from memory_desktop.core.patterns import later

#: Of a message only so many characters are read; what follows is data, not talk.
MOST = 20_000
#: Longer sentences are not looked at: they are tables, code or lists.
LONGEST = 600
_END = later(r"[.!?…。！？]+[\"'”’)\]]?(?:(?=\s|$)|(?<=[。！？]))|\n")
# A full stop behind one of these ends nothing …
_SHORT = frozenset("dr mr mrs ms mx prof rev gen lt sgt capt col hon mt st messrs mme mlle vs cf e.g i.e".split())
# … behind one of these only where a capital follows …
_SHORT_IN_TEXT = frozenset("etc inc ltd co corp jr sr dept est hrs al a.m p.m u.s u.k e.u ph.d b.c a.d".split())
# … and behind one of these only where no number follows.
_SHORT_OF_NUMBERS = frozenset(
    "no nr fig p pp vol ch sec approx ca jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_LAST_WORD, _LONGEST_SHORT = later(r"[^\W_][\w.]*$"), 12
_NEXT = later(r"[\s\"'“‘(\[]*")
_WORD = later(r"[^\W_]+(?:['’\-][^\W_]+)*")
_FENCE = "```"
#: Several rules look at the same text, one after the other: so many texts stay in their pieces.
_KEPT = 512

_ASKING = frozenset(
    "what what's who who's where where's when why how how's which whose do does did are is was were have has had can"
    " could would will should any isn't aren't don't doesn't didn't won't wouldn't couldn't shouldn't".split()
)
_GREETING = frozenset("hi hello hey hiya heya morning evening afternoon howdy yo greetings welcome".split())
_FAREWELL = later(
    r"\b(?:bye|goodbye|see (?:you|ya)|take care|talk (?:to you )?(?:soon|later)|catch (?:you|ya) later|good night"
    r"|have (?:a (?:good|great|nice)|fun)|good luck|later,? |cya|ttyl)\b",
    re.IGNORECASE,
)
_PRAISE = frozenset(
    "wow cool awesome great nice amazing congrats congratulations fantastic wonderful incredible impressive sweet"
    " lovely beautiful excellent perfect woohoo yay whoa sure absolutely definitely totally exactly indeed agreed"
    " right ok okay alright gotcha yes yeah yep yup no nope thanks thank thx cheers sorry oh ah haha lol hmm"
    " aw aww true same likewise".split()
)
_PRAISES_YOU = later(
    r"^(?:(?:so |really |very |i'?m (?:so |really |very )?)?(?:glad|happy|proud|sorry|excited) (?:to (?:hear|see"
    r"|know)|for you"
    r"|of you|you|that you)|(?:that|this|it|those|these|they|your?)(?:['’](?:s|re|d)| (?:is|are|was|were|must"
    r"|sounds?|looks?|seems?))|(?:it )?(?:sounds?|looks?|seems?)\b"
    r"|keep (?:it )?up|keep going|way to go|good (?:job|for you|luck|idea|call)|great (?:job|idea|work)"
    r"|love (?:that|this|it|your)"
    r"|i(?:['’]d)? (?:totally |really |completely )?(?:love to (?:hear|see|know|check|try)|get it|see|agree"
    r"|understand|bet|hope you|wish you|appreciate (?:it|you|your))"
    r"|let me know|tell me|got it|me too|you(?:['’](?:re|ve|ll|d))? )",
    re.IGNORECASE,
)


# What a person bids an assistant do, once: it tells nothing of anybody.
_BIDS = later(
    r"^(?:(?:ok|okay|now|and|then|so|please|also|hey|hi),? ){0,3}(?:(?:can|could|would|will) you |help me "
    r"|i want you to |i need you to )?(?:"
    r"write|explain|tell|show|give|make|create|list|generate|summari[sz]e|translate|find|fix|rewrite|draft"
    r"|suggest|compare"
    r"|describe|convert|calculate|search|look up|check|review|update|add|remove|refactor|implement|run|open|send"
    r"|read)"
    r" (?:me|us|a|an|the|this|that|these|those|it|my|our|some|all|how|why|what|about|up|in|into|to)\b",
    re.IGNORECASE,
)


class Shape(StrEnum):
    """What a sentence does."""

    QUESTION = "question"
    REQUEST = "request"
    GREETING = "greeting"
    REACTION = "reaction"
    QUOTATION = "quotation"
    IMAGINED = "imagined"
    STATEMENT = "statement"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its text, where it begins and ends in the message, its words in small letters, and its shape."""

    text: str
    start: int
    end: int
    words: tuple[str, ...]
    shape: Shape


def sentences(text: str) -> list[Sentence]:
    """The sentences of a message, without code and without those that are too long."""
    found, framed, before = list[Sentence](), False, ""
    for start, end in _spans(text[:MOST]):
        one = _sentence(text, start, end)
        if one is None:
            continue
        opened = frames(one.text, before)
        if opened and found and not frames(one.text):
            found[-1] = replace(found[-1], shape=Shape.IMAGINED)  # the two together open it
        framed, before = opened or (framed and not in_earnest(one.text)), one.text
        unreal = one.shape is not Shape.QUESTION and (framed or imagined(one.text))
        found.append(replace(one, shape=Shape.IMAGINED) if unreal else one)
    return found


@lru_cache(maxsize=_KEPT)
def pieces(text: str) -> tuple[str, ...]:
    """All of a text in sentences and lines, whatever they are, code too; without the blanks around each."""
    return tuple(piece for start, end in _parts(text, 0, len(text)) if (piece := text[start:end].strip()))


def own_pieces(text: str) -> tuple[str, ...]:
    """The sentences and lines of a text in which its speaker tells of how it is: none that is quoted of others, or only
    imagined."""
    return tuple(piece for piece, shape in told_apart(text) if shape is Shape.STATEMENT)


@lru_cache(maxsize=_KEPT)
def told_apart(text: str) -> tuple[tuple[str, Shape], ...]:
    """All of a text in sentences and lines, as `pieces` does, each with what it is: quoted, imagined, or the speaker's
    own statement, question or whatever, which are not told apart here."""
    found, framed, before = list[tuple[str, Shape]](), False, ""
    for start, end in _parts(text, 0, len(text)):
        piece = text[start:end].strip()
        if not piece:
            continue
        opened = frames(piece, before)
        if opened and found and not frames(piece):
            found[-1] = (before, Shape.IMAGINED)  # the two together open it
        framed, before = opened or (framed and not in_earnest(piece)), piece
        if is_quoted(text, *_bare(text, start, end)):
            found.append((piece, Shape.QUOTATION))
        else:
            found.append((piece, Shape.IMAGINED if framed or imagined(piece) else Shape.STATEMENT))
    return tuple(found)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, with straight apostrophes."""
    return tuple(word.replace("’", "'").lower() for word in _WORD.findall(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for begin, end in _outside_code(text):
        yield from _parts(text, begin, end)


def _parts(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the sentences and lines of a part of a text begin and end."""
    start, marked = begin, marked_in(text)
    for found in _END.finditer(text, begin, end):
        if found[0] == "." and _is_short(text, start, found.start(), end):
            continue
        if marked and within(marked, *found.span()) and _goes_on(text, found.end(), end, marked):
            continue
        yield start, found.end()
        start = found.end()
    yield start, end


def _goes_on(text: str, place: int, end: int, marked: Sequence[tuple[int, int]]) -> bool:
    """Does a sentence go on behind a full stop in quotation marks: within them, or behind them in small letters?"""
    return within(marked, place - 1, place + 1) or text[place : min(end, place + 8)].lstrip()[:1].islower()


def _is_short(text: str, start: int, stop: int, end: int) -> bool:
    """Does the full stop at `stop` only shorten the word before it?"""
    before = _LAST_WORD.search(text, max(start, stop - _LONGEST_SHORT), stop)
    if before is None:
        return False
    following = _NEXT.match(text, stop + 1, end)
    first = text[following.end() : following.end() + 1] if following is not None and following.end() < end else ""
    word = before[0].lower()
    if word in _SHORT_IN_TEXT:
        return bool(first) and not first.isupper()
    if word in _SHORT_OF_NUMBERS:
        return first.isdigit()
    return word in _SHORT or (first.isupper() and _is_initial(text, start, before.start(), before[0]))


def _is_initial(text: str, start: int, place: int, word: str) -> bool:
    """Is a word one letter of a name? It begins the sentence, or stands behind a word with a capital."""
    if len(word) != 1 or not word.isupper() or word == "I":
        return False
    before = text[max(start, place - 40) : place].split()
    return not before or before[-1][:1].isupper()


def _outside_code(text: str) -> Iterator[tuple[int, int]]:
    place, code = 0, False
    while (fence := text.find(_FENCE, place)) >= 0:
        if not code:
            yield place, fence
        place, code = fence + len(_FENCE), not code
    if not code:
        yield place, len(text)


def _sentence(text: str, start: int, end: int) -> Sentence | None:
    start, end = _bare(text, start, end)
    if not 0 < end - start <= LONGEST or text[start] in ">|#":
        return None
    words = words_of(text[start:end])
    if not words:
        return None
    shape = Shape.QUOTATION if is_quoted(text, start, end) else _shape(text[start:end], words)
    return Sentence(text[start:end], start, end, words, shape)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A part of a text without the blanks around it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _shape(text: str, words: tuple[str, ...]) -> Shape:
    if text.rstrip("\"'”’)] ").endswith(("?", "？")):
        return Shape.QUESTION
    if asks(text):
        return Shape.QUESTION
    if words[0] in _GREETING and len(words) <= 6:
        return Shape.GREETING
    if len(words) <= 8 and _FAREWELL.search(text):
        return Shape.GREETING
    if len(words) <= 3 or (len(words) <= 6 and words[0] in _PRAISE):
        return Shape.REACTION
    if words[0] in _ASKING and words[0].startswith(("wh", "how")) and len(words) <= 5:
        return Shape.QUESTION
    if _BIDS.match(text):
        return Shape.REQUEST
    if _PRAISES_YOU.match(text) or of_the_talk(text):
        return Shape.REACTION
    return Shape.STATEMENT
