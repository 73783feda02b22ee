"""Claims: sentences that give something one value at a time, so that two different values contradict each other.

Found by the commonest English patterns of such sentences ("X lives in …", "the rent of X is …", "my dentist is …"), no
model needed. What is liked, done or owned is no claim, as there can be many of it; nor is what was so once. Other
languages are not understood: there, conflicts are only found between sentences that are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from memory_desktop.core.calendar import MONTH_WORDS
from memory_desktop.core.extraction.sentences import own_pieces
from memory_desktop.core.memory.statements import is_speaker, stated
from memory_desktop.core.patterns import later

#: So many texts stay read: each new fact is compared with the newest 2,000, of each of which several things are asked.
KEPT = 8_192
_PRONOUN = r"(?!(?:He|She|They|It|This|That|There|These|Those|Who|What|You|But|And|So|Yes|No)\b)"
_NAME = rf"{_PRONOUN}[A-Z][\w’'-]*(?:\s+[A-Z][\w’'-]*){{0,2}}"
_NOBODY = r"(?!(?:I|we|he|she|they|you|says?|said|tells?|told|asks?|asked|thinks?|thought|claims?|believes?)\b)"
_THING = rf"(?:(?:[Mm]y|[Oo]ur|[Tt]he)\s+(?:{_NOBODY}[\w’'-]+\s+){{0,2}}?{_NOBODY}[\w’'-]+|{_NAME}|I|[Ww]e)"
_ATTRIBUTE = r"[a-z][\w-]*(?:\s+[a-z][\w-]*){0,2}"
_NOW = r"(?:now\s+|currently\s+|still\s+)?"
_MONTH = "|".join(name.capitalize() for name in sorted(MONTH_WORDS))
_DATE = rf"(?:the\s+|early\s+|mid[\s-]|late\s+)*(?:\d|(?:{_MONTH})\b)"
#: Somebody's new age.
TURNED = (
    r"(?:['’]ve|['’]s)?\s+(?:(?:has|have|just|recently|now|finally)\s+)*turned\s+(?P<value>\d{1,3})(?:\s+years\s+old)?"
    rf"(?:,?\s+(?:now|yesterday|today|recently|(?:last|this)\s+\w+|on\s+\w+|in\s+(?:{_MONTH})))?"
)
_PATTERNS = tuple(
    (attribute, later(f"^{pattern}$"))
    for attribute, pattern in (
        ("home", rf"(?P<subject>{_THING})\s+{_NOW}(?:lives?|resides?|is based|am based)\s+in\s+(?P<value>.+)"),
        (
            "home",
            rf"(?P<subject>{_THING})(?:['’]ve)?\s+(?:has\s+|have\s+)?(?:(?:just|recently|now|finally)\s+)?(?:moved|relocated)"
            r"(?:\s+back)?(?:\s+from\s+[^,;]{1,60}?)?\s+to\s+(?P<value>.+)",
        ),
        ("employer", rf"(?P<subject>{_THING})\s+{_NOW}works?\s+(?:at|for)\s+(?P<value>.+)"),
        ("occupation", rf"(?P<subject>{_THING})\s+{_NOW}works?\s+as\s+(?:an?\s+)?(?P<value>.+)"),
        ("name", rf"(?P<subject>{_THING})\s+is\s+{_NOW}(?:called|named)\s+(?P<value>.+)"),
        (
            "birthday",
            rf"(?P<subject>{_THING})\s+was\s+born\s+(?:on(?!\s+an?\s)|in(?=\s+{_DATE}))\s+(?P<value>.+?)"
            rf"(?:\s+in\s+(?!{_DATE})[^\W\d_a-z].*)?",
        ),
        (
            "birthplace",
            rf"(?P<subject>{_THING})\s+was\s+born\s+(?:and\s+raised\s+)?in\s+(?P<value>[^\W\d_a-z].*?)"
            rf"(?:\s+(?:on|in(?=\s+{_DATE}))\s.+)?",
        ),
        ("price", rf"(?P<subject>{_THING})\s+{_NOW}costs?\s+(?P<value>.+)"),
        ("age", rf"(?P<subject>{_THING})\s+(?:is|am)\s+{_NOW}(?P<value>\d+\s+years\s+old.*)"),
        ("age", rf"(?P<subject>I)\s+am\s+{_NOW}(?P<value>\d{{1,3}})(?:\s+now)?"),
        ("age", rf"(?P<subject>{_THING}){TURNED}"),
        ("", rf"[Tt]he\s+(?P<attribute>{_ATTRIBUTE})\s+(?:of|for)\s+(?P<subject>{_THING})\s+is\s+{_NOW}(?P<value>.+)"),
        ("", rf"(?P<subject>{_THING})[’']s\s+(?P<attribute>{_ATTRIBUTE})\s+is\s+{_NOW}(?P<value>.+)"),
        ("", rf"(?P<subject>[Mm]y|[Oo]ur)\s+(?P<attribute>{_ATTRIBUTE})\s+is\s+{_NOW}(?P<value>.+)"),
    )
)
# What behind a value does not belong to it.
_TAIL = later(r"\s*(?:,(?!\d)|[;(]|\s(?:since|because|and|but|as of|from|until|so|which|who|when|last)\s).*$")
#: When it came to be so.
_WHEN = later(
    r"^(?=.*\b(?:moved|relocated|turned|became|started|joined|switched)\b)"
    r"(?:(?:last|this) (?:week|weekend|month|year|spring|summer|autumn|fall|winter)|yesterday|today|recently"
    r"|(?:an?|two|three|four|five|six|\d+|a few|some) (?:days?|weeks?|months?|years?) ago"
    rf"|in (?:{_MONTH}|\d{{4}})),? (?=(?:I|we|my|our)\b)",
    re.IGNORECASE,
)
_SHORTENED = later(r"^I['’]m\b")
# Before a sentence stands who says it.
_SPEAKER = later(r"(?P<name>[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}): ")
_ONESELF = frozenset({"user", "me", "human"})
_TITLE = later(r"\b(Dr|Mr|Mrs|Ms|Prof|St)\.")
_WORD = later(r"[^\W_]+(?:[.,:/-]\d+)*")
_EMPTY = frozenset("a an the to at in on about around roughly".split())
_NEWEST = frozenset("new current present latest".split())
_EARLIER = frozenset("old former previous last first next second other".split())
# Of these there is one at a time, whatever the value looks like.
_SINGLE = frozenset(
    "name birthday address email phone number password code job occupation employer rent price salary budget deadline"
    " dentist doctor wife husband partner boss manager landlord bank size colour color timezone weight height".split()
)


@dataclass(frozen=True, slots=True)
class Claim:
    """`subject` and `attribute` are folded, so that equal ones are the same; `value` is as it was written."""

    subject: str
    attribute: str
    value: str

    @property
    def words(self) -> frozenset[str]:
        """The words of the value that count."""
        return frozenset(_WORD.findall(self.value.casefold())) - _EMPTY


def claims(text: str) -> Iterator[Claim]:
    """The claims of a text, in their order. “Mara: I live in Porto” claims what “Mara lives in Porto” does, and “No, I
    live in Porto, not Faro” what “I live in Porto” does."""
    yield from _claims(text)


@lru_cache(maxsize=KEPT)
def _claims(text: str) -> tuple[Claim, ...]:
    return tuple(_claimed(text))


def _claimed(text: str) -> Iterator[Claim]:
    named = speaker(text)
    told = _TITLE.sub(r"\1", without_speaker(text))
    whole = stated(told)
    for sentence in [whole.text] if whole.denied else own_pieces(told):
        said = stated(" ".join(sentence.split()).rstrip(".!… ")).text
        found = _matched(_capital(without_when(said)))
        if found is not None and found.words:
            yield _said_by(named.casefold(), found)


@lru_cache(maxsize=KEPT)
def speaker(text: str) -> str:
    """Who says it, where a name stands before it (“Mara: …”); "" where none does."""
    named = _SPEAKER.match(text)
    return named["name"] if named is not None and is_speaker(named["name"]) else ""


def without_speaker(text: str) -> str:
    """What is said, without the name that stands before it."""
    named = speaker(text)
    return text[len(named) + 2 :] if named else text


def without_when(sentence: str) -> str:
    """A sentence without when it came to be so: “Last month we moved to Riga” is “we moved to Riga”."""
    return _WHEN.sub("", sentence)


def by_two_speakers(first: str, second: str) -> bool:
    """Do two people say two texts? What nobody is named for, or the user says, may be said by the same one."""
    one, other = speaker(first), speaker(second)
    return one != other and not {one, other} <= {"", "User"}


def contradiction(first: Claim, second: Claim) -> bool:
    """Do they give the same thing different values? One that says more of the same is no contradiction."""
    if (first.subject, first.attribute) != (second.subject, second.attribute):
        return False
    return not (first.words <= second.words or second.words <= first.words)


def _matched(sentence: str) -> Claim | None:
    sentence = _SHORTENED.sub("I am", sentence)
    for attribute, pattern in _PATTERNS:
        found = pattern.match(sentence)
        if found is None:
            continue
        value = _TAIL.sub("", found["value"]).strip()
        if attribute:
            return Claim(_subject(found["subject"]), attribute, value)
        words = [word for word in found["attribute"].casefold().split() if word not in _NEWEST]
        single = bool(words) and (words[-1] in _SINGLE or words[0] in ("favourite", "favorite"))
        if words and not _EARLIER & set(words) and (single or value[:1].isupper() or value[:1].isdigit()):
            return Claim(_subject(found["subject"]), " ".join(words), value)
    return None


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _said_by(speaker: str, claim: Claim) -> Claim:
    """The claim with the speaker in place of “I” and “my”."""
    if not speaker or speaker in _ONESELF:
        return claim
    first, _, rest = claim.subject.partition(" ")
    return replace(claim, subject=f"{speaker} {rest}".strip()) if first in ("i", "my") else claim


def _subject(text: str) -> str:
    words = text.casefold().split()
    if words[0] in ("i", "my", "we", "our"):
        return " ".join(["my", *words[1:]]) if len(words) > 1 else "i"
    return " ".join(words[1:] if words[0] == "the" else words)
