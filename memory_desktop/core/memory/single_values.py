"""What a text says of things that there is one of at a time: where somebody lives or works, a name, an age, a price.

Of two such values of one thing the later holds, and what was said before is of the past. What one is (“I am a nurse”)
may be one of several things: it takes no other's place, unless it is said to be so now (“I am a baker now”). Read from
short English texts, as claims are; so is what is said to be so no longer (`core.memory.ended`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory_desktop.core.conversation.cycles import ANSWERING, ASKING, role_of
from memory_desktop.core.extraction.quotations import marked_in, within
from memory_desktop.core.extraction.sentences import own_pieces
from memory_desktop.core.memory.claims import Claim, claims, contradiction, speaker, without_speaker
from memory_desktop.core.memory.ended import ENDING, Doing, doings, ended
from memory_desktop.core.memory.occupations import occupation_of
from memory_desktop.core.memory.partly import statements_in
from memory_desktop.core.memory.records import Memory, speaker_of
from memory_desktop.core.memory.slots import names_one
from memory_desktop.core.memory.statements import without_lead

#: What there is one of at a time, as claims name it.
SINGLE = frozenset({"home", "employer", "occupation", "name", "birthday", "birthplace", "age", "price"})
#: Longer texts are not looked at; characters.
LONGEST = 300
#: What a text has that may say such a value. In the syntax that Python and RE2 share.
TELLING = (
    r"\b(?:(?:live|lives|reside|resides|based)\s+in|(?:moved|relocated)\s|(?:work|works)\s+(?:at|for|as)"
    r"|(?:called|named)\s|born\s+(?:on|in)|(?:cost|costs)\s|turned\s+\d|\d+\s+years\s+old"
    r"|(?:home|employer|occupation|name|birthday|birthplace|age|price)\b)"
    r"|\b(?:I am|I['’]m|I['’]ve become|I have become|I became|I now work as) (?:now )?an? "
    rf"|{ENDING}"
)
_TELLING = re.compile(TELLING)
_FIRST_PERSON = ("i", "my")
_IS = re.compile(
    r"^I(?: am|['’]m)(?: (?:still|also|currently))? an? (?P<what>[\w -]{2,60}?)(?P<now> now| nowadays| these days)?"
    r"(?: (?:at|in|for|with|who|and|but)\b.*|[,;].*)?$"
)
_IS_NOW = re.compile(
    r"^(?:Now |These days |Nowadays )?I(?:(?: am|['’]m) now|(?:['’]ve| have)? (?:just |recently |finally )?bec[ao]me)"
    r" an? (?P<what>[\w -]{2,60}?)(?: (?:at|in|for|with|who|and|but)\b.*|[,;].*)?$"
)
#: Where a sentence goes on with what somebody is now.
_CLAUSE = re.compile(r"[,;] (?:and |but |so )?(?:now )?(?=I\b)", re.IGNORECASE)


def may_tell(text: str) -> bool:
    """May a text say such a value? Costs much less than reading it."""
    return len(text) <= LONGEST and _TELLING.search(text) is not None


@dataclass(frozen=True, slots=True)
class Value:
    """What there is one of. `surely`: it takes the place of what was said before."""

    claim: Claim
    surely: bool = True


def single_values(memory: Memory) -> tuple[Value, ...]:
    """What a memory says of such things; of “I” where the user says it, by name where another person does.

    Questions say nothing, and what an assistant says of itself is nobody's.
    """
    if not may_tell(memory.content):
        return ()
    told = statements_in(memory.content)
    claimed = (one for text in told for one in claims(text) if one.attribute in SINGLE and names_one(one))
    found = [*_occupations(memory.content), *(Value(one) for one in claimed)]
    who = _who(memory)
    return tuple(
        replace(one, claim=replace(one.claim, subject=_subject(who, one.claim.subject)))
        for one in found
        if not one.claim.value.rstrip().endswith("?") and not (who in ANSWERING and _of_oneself(one.claim.subject))
    )


def over_in(memory: Memory) -> tuple[Doing, ...]:
    """What a memory says is so no longer, or again; of whom, as `single_values` does."""
    return _theirs(memory, [one for text in statements_in(memory.content) for one in ended(text)])


def doings_in(memory: Memory) -> tuple[Doing, ...]:
    """What a memory says that somebody is or does."""
    return _theirs(memory, [one for text in statements_in(memory.content) for one in doings(text)])


def _theirs(memory: Memory, found: Sequence[Doing]) -> tuple[Doing, ...]:
    who = _who(memory) if found else ""
    return tuple(
        replace(one, who=_subject(who, one.who)) for one in found if not (who in ANSWERING and _of_oneself(one.who))
    )


def _occupations(text: str) -> Iterator[Value]:
    """What the speaker says to be by occupation."""
    named = speaker(text).casefold()
    for clause in (part for piece in own_pieces(without_speaker(text)) for part in _clauses(piece)):
        bare = without_lead(" ".join(clause.split()))[0].rstrip(".!… ")
        found = _IS_NOW.match(bare) or _IS.match(bare)
        what = occupation_of(found["what"]) if found is not None else ""
        if found is not None and what:
            yield Value(Claim(named or "i", "occupation", what), surely=bool(found.groupdict().get("now", "now")))


def _clauses(piece: str) -> Iterator[str]:
    start, marked = 0, marked_in(piece)
    for found in _CLAUSE.finditer(piece):
        if not within(marked, *found.span()):
            yield piece[start : found.start()]
            start = found.end()
    yield piece[start:]


def otherwise(later: Claim, earlier: Claim) -> bool:
    """Does a later value of the same thing differ from an earlier one?"""
    return contradiction(later, earlier)


def _who(memory: Memory) -> str:
    """Who says it, in small letters; "" for the user, or where nobody is named."""
    name = (speaker_of(memory) or role_of(memory)).casefold()
    return "" if name in ASKING else name


def _of_oneself(subject: str) -> bool:
    return subject.partition(" ")[0] in _FIRST_PERSON


def _subject(who: str, subject: str) -> str:
    """Whom a text speaks of, with who says it in place of “I” and “my”."""
    if subject == "user":
        return "i"
    first, _, rest = subject.partition(" ")
    return f"{who} {rest}".strip() if who and first in _FIRST_PERSON else subject
