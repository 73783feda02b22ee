"""What a person says to like or to dislike: “I hate mushrooms”, “Actually, I do like jazz”, “I’m not a fan of opera”.

One does not like and dislike the same thing at once, so of two such statements the later one holds. Only plain English
sentences in the first person are read, and what narrows a liking (“in the morning”) must be the same on both sides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory_desktop.core.memory.claims import KEPT
from memory_desktop.core.memory.ended import stem
from memory_desktop.core.memory.statements import without_lead
from memory_desktop.core.patterns import later

_HOW = (
    r"(?:(?:really|also|still|absolutely|always|truly|totally|particularly|especially|actually|now|do|just|quite|have"
    r" come to|have grown to|have started to|['’]ve come to|['’]ve grown to) )*"
)
_NOT = r"(?:don['’]?t|do not|no longer|never) (?:(?:really|particularly|even|actually|much) )*"
_IS = r"(?:['’]m| am)(?: (?:really|also|still|now|actually|quite|very|so))*"
_HAVE = r"(?:['’]ve| have)?(?: (?:now|just|recently|finally|even|actually|also))*"
_LIKE, _DISLIKE = r"(?:like|love|enjoy|adore)", r"(?:hate|dislike|detest|loathe|despise)"
_FOND = r"(?:fond of|into|keen on|crazy about|an? (?:(?:big|huge|great) )?fan of)"
_THING = r" (?P<thing>[\w][\w '’+#./&,-]{0,80}?)"
_END = (
    r"(?:,? (?:now|nowadays|these days|any ?more|any longer|very much|so much|a lot|at all|again|after all|too|as well"
    r"|though))*[.!… ]*$"
)
_LIKES = tuple(
    later(rf"^I{pattern}{_THING}{_END}", re.IGNORECASE)
    for pattern in (
        rf" {_HOW}{_LIKE}",
        rf" {_HOW}prefer",
        rf"{_HAVE} (?:started|began|begun|come|grown) (?:to {_LIKE}|(?:liking|loving|enjoying))",
        rf" {_NOT}(?:{_DISLIKE}|mind)",
        rf"{_IS} {_FOND}",
    )
)
_DISLIKES = tuple(
    later(rf"^I{pattern}{_THING}{_END}", re.IGNORECASE)
    for pattern in (
        rf" {_HOW}{_DISLIKE}",
        rf" {_HOW}(?:can['’]?t|cannot|can not) (?:stand|bear|abide)",
        rf" {_NOT}(?:{_LIKE}|care for)",
        rf"{_IS} (?:not|no longer)(?: (?:really|particularly|much))* {_FOND}",
        rf"{_IS} sick of",
        rf"{_HAVE} (?:stopped|quit) (?:liking|loving|enjoying)",
    )
)
#: What is no thing by itself, or one only for the moment.
_NOTHING = later(
    r"(?:it|its|that|this|these|those|them|him|her|his|you|your|me|everything|nothing|all|one|how|what|when|where|why"
    r"|who|if|as|so|to (?:be|hear|see|say|know|think))\b|.*\b(?:if|when|while|because|since|than|over|but|who|which"
    r"|that)\b",
    re.IGNORECASE,
)
#: What is liked less.
_THAN = later(
    r" (?:(?:(?:so |much |way |far |even |a lot )*(?:more|better)|rather) than|over|instead of) .*$", re.IGNORECASE
)
#: What is said of a thing by who takes back what they said of it.
_CALLED = later(
    r"^(?P<thing>(?!(?:the|this|that|these|those|my|our|your|his|her|their|its|an?|I|we|you)\b)[\w][\w '’+#/-]{0,60}?)"
    r" (?:is|are) (?:(?:actually|really|just|quite|totally|now|so|all) )*"
    r"(?:(?P<good>fine|ok|okay|alright|right|good|great|nice|lovely|wonderful|not (?:so |that |too )?bad)"
    r"|awful|terrible|horrible|boring|bad|not (?:for me|my thing|so good|that good))"
    r"(?: (?:with|by|for) me| after all| now| though)*[.!… ]*$",
    re.IGNORECASE,
)
_AND = re.compile(r",? (?:and|or|&) |, ")
_ARTICLES = frozenset("a an the my any some".split())


@dataclass(frozen=True, slots=True)
class Liking:
    """What is liked (`likes`) or disliked, folded: one thing, or several."""

    things: frozenset[str]
    likes: bool


@lru_cache(maxsize=KEPT)
def liking(sentence: str) -> Liking | None:
    """What the speaker of a sentence, without what one says before it, likes or dislikes; None where it says nothing
    of that."""
    if len(sentence) > 200:
        return None
    for likes, patterns in ((False, _DISLIKES), (True, _LIKES)):
        for pattern in patterns:
            found = pattern.match(sentence)
            thing = _THAN.sub("", found["thing"]) if found is not None else ""
            if thing and not _NOTHING.match(thing):
                return _of(thing, likes)
    return None


@lru_cache(maxsize=KEPT)
def approving(sentence: str) -> Liking | None:
    """What is said to be good or bad by who takes something back: “Scratch that, Mondays are fine”."""
    bare, back = without_lead(sentence)
    found = _CALLED.match(bare) if back and len(bare) <= 200 else None
    if found is None or _NOTHING.match(found["thing"]):
        return None
    return _of(found["thing"], found["good"] is not None)


def liked(sentence: str) -> Liking | None:
    """Both of a whole sentence: what it says to like, or what it takes back of that."""
    return liking(without_lead(sentence)[0]) or approving(sentence)


def _of(thing: str, likes: bool) -> Liking | None:
    things = frozenset(map(_folded, _AND.split(thing))) - {""}
    return Liking(things, likes) if things else None


def turns(new: Liking | None, old: Liking | None) -> frozenset[str]:
    """The things that somebody says to like who disliked them before, or the other way round."""
    if new is None or old is None or new.likes == old.likes:
        return frozenset()
    return new.things & old.things


def _folded(thing: str) -> str:
    """A thing in one form: “the mushrooms” is “mushroom”, and “to run” is “running”."""
    words = thing.casefold().replace("’", "'").strip(" ,.").split()
    while words and words[0] in _ARTICLES:
        words.pop(0)
    if len(words) > 1 and words[0] == "to":
        words.pop(0)
        words[0] = stem(words[0])
    elif words and words[0].endswith("ing"):
        words[0] = stem(words[0])
    last = words[-1] if words else ""
    if len(last) > 3 and last.endswith("s") and not last.endswith("ss"):
        words[-1] = last[:-1]
    return " ".join(words)
