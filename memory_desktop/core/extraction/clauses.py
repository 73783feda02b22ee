"""The clauses of a sentence where each says something of its own: “My name is Olga and I live in Riga”.

Each can be corrected without the others, so each is a fact by itself. A clause may leave out its subject, as in “I live
in Oslo and work at Bosch”: then it is the one of the clause before. Everything is read by how clauses begin, in plain
English of the first person; where in doubt, a sentence stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from memory_desktop.core.extraction.outright import DOING, RULE, says_of_itself
from memory_desktop.core.extraction.quotations import marked_in, quoted_in, within
from memory_desktop.core.extraction.sentences import LONGEST, words_of
from memory_desktop.core.memory.statements import is_lead, without_lead
from memory_desktop.core.patterns import later

#: A clause that is not worth keeping whatever stands around it has at least so many words.
_LEAST_WORDS = 4
_JOINT = later(
    r"(?P<mark>[,;]?) (?P<word>and|but) (?:then |so )?|[,;] | (?=(?P<home>with|in) (?:my|our|(?-i:[A-Z])))",
    re.IGNORECASE,
)
_SUBJECT = later(r"(?:I|my|we|our)\b", re.IGNORECASE)
_BIDS_NO = later(r"(?:always|never|don['’]t|do not)\b", re.IGNORECASE)
_BIDS = later(rf"(?:{DOING})\b", re.IGNORECASE)
#: What one is or does as long as nothing is said to be otherwise.
_STATE = (
    r"(?:(?:also|now|currently|still|really) )?(?:live|work|have|own|like|love|hate|prefer|enjoy|adore|dislike|use|play"
    r"|drive|eat|drink|speak|study|teach)\b"
)
_WITHOUT_SUBJECT = later(
    rf"(?:(?:don['’]t|do not|never|no longer) )?{_STATE}|(?:can['’]?t|cannot) (?:stand|bear)\b", re.IGNORECASE
)
_GIVES_SUBJECT = later(rf"(?P<subject>I|we) {_STATE}", re.IGNORECASE)
#: Where somebody lives is one thing, and with whom another.
_LIVES = r"(?P<lead>(?:I|we)(?:['’]m|['’]re| am| are)? (?:(?:also|now|currently|still) )?(?:live|living) )"
_PLACE = r"in (?-i:[A-Z])[\w’'-]*(?:,? (?-i:[A-Z])[\w’'-]*){0,3}"
_COMPANY = r"with (?:my|our|(?-i:[A-Z])\w*)\b"
_AT_HOME = (
    (later(rf"{_LIVES}{_PLACE}", re.IGNORECASE), later(_COMPANY, re.IGNORECASE)),
    (later(rf"{_LIVES}{_COMPANY}.*", re.IGNORECASE), later(rf"{_PLACE}(?:[.!…,; ]*$|,? and\b|[,;])", re.IGNORECASE)),
)
#: With these a clause holds another one, to which what follows may belong; or it is denied.
_HOLDS_ANOTHER = later(
    r"\b(?:to|if|when|while|who|whom|that|which|where|because|not|\w+n['’]t|no|never|neither|people|everyone)\b",
    re.IGNORECASE,
)
_SUBORDINATE = later(
    r"(?:when|whenever|if|because|since|although|though|while|after|before|as|once|until|unless|what|whatever|who|which"
    r"|that|how|why|where|even|given|despite)\b",
    re.IGNORECASE,
)
_OF_MINE = later(r"(?:my|our)\b", re.IGNORECASE)
#: Of “my …”, says that it is a clause and not only somebody or something.
_FINITE = later(
    r"['’]s (?:a|an|the|my|called|named|in|at|on)\b|\b(?:I|is|are|was|were|has|have|had|can|could|will|would|did|does"
    r"|do|got|went|came|said|needs?|lives?|works?|likes?|loves?|hates?|plays?|costs?|wants?|runs?|starts?|ends?|leaves?"
    r"|opens?|closes?|goes|comes|eats?|drinks?|speaks?|studies|teaches|owns?|uses?|prefers?|says|thinks|knows|feels"
    r"|looks|makes|takes|gets|keeps|[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
#: Says nothing without what stands behind it or before it.
_LEADS = later(
    r"^(?:(?:from now on|going forward|in (?:the )?future|please|also|now|then|too)\b[,. ]*)+", re.IGNORECASE
)
_SOMEBODY_ELSE = later(
    r"(?:(?:his|her|their|its|the|your) (?:[\w’'-]+ ){1,2}?|[A-Z][\w’'-]* (?:[A-Z][\w’'-]* )?)"
    r"(?:is|are|was|were|has|have|had|will|can|lives|works|likes|loves|hates|plays|costs|starts|ends|leaves|opens|closes"
    r"|owns|uses|prefers)\b"
)
#: Of a short clause, says that it tells nothing new.
_SAYS_LITTLE = frozenset("you that this both too so all me well here".split())
#: With these a clause speaks of what stands before it.
_LEANS = frozenset("it its it's there them these those he she they he's she's they're".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: where it begins and ends in its text, and its subject where it leaves that out (“I ”)."""

    start: int
    end: int
    lead: str = ""

    def of(self, text: str) -> str:
        """What it says, with its subject."""
        return f"{self.lead}{text[self.start : self.end].strip()}"


@dataclass(frozen=True, slots=True)
class _Joint:
    """Where a clause may begin: where the one before it ends, the word or mark between, and whether it may be one that
    leaves its subject out, or must be; or whether it may say where, or with whom, the one before it lives."""

    before: int
    behind: int
    by: str
    may_be_bare: bool = False
    must_be_bare: bool = False
    at_home: bool = False


#: (left, right, what joins them, whether the right one has left its subject out) → are they two?
_Fits = Callable[[str, str, str, bool], bool]


def clauses(text: str) -> list[str]:
    """What the clauses of a sentence say, where each says something of its own; else the sentence alone."""
    return [one.of(text) for one in split(text, 0, len(text))] or [text]


def split(text: str, start: int, end: int) -> list[Clause]:
    """The clauses of a sentence, if one of them at least is worth keeping whatever stands around it; else none."""
    found = _apart(text, start, end, _fit)
    return found if len(found) > 1 and any(_own(one.of(text)) for one in found) else []


def parts(text: str) -> list[str]:
    """All that a sentence says, worth keeping or not, each as it would be said alone: one part that is corrected leaves
    the others as they are."""
    return [one.of(text) for one in parts_at(text, 0, len(text))]


def parts_at(text: str, start: int, end: int) -> list[Clause]:
    """The same of a sentence in a text, each with its place."""
    return _apart(text, start, end, _fit_loosely)


def _apart(text: str, start: int, end: int, fit: _Fits) -> list[Clause]:
    """The clauses that stand between those joints at which both sides fit."""
    joints = list(_joints(text, start, end)) if end - start <= LONGEST else []
    found, left = [], Clause(start, joints[0].before if joints else end)
    for place, joint in enumerate(joints):
        stop = joints[place + 1].before if place + 1 < len(joints) else end
        if joint.at_home:
            aside = text[joint.behind : stop]
            lead = "" if _HOLDS_ANOTHER.search(aside) else _at_home(left.of(text), aside)
            found += [left] if lead else []
            left = Clause(joint.behind, stop, lead) if lead else replace(left, end=stop)
            continue
        subject = _subject(left.of(text)) if joint.may_be_bare else ""
        right = Clause(joint.behind, stop, subject)
        if (subject or not joint.must_be_bare) and fit(left.of(text), right.of(text), joint.by, bool(subject)):
            found.append(left)
            left = right
        else:
            left = replace(left, end=stop)
    return [*found, left]


def _joints(text: str, start: int, end: int) -> Iterator[_Joint]:
    quoted, begun = (quoted_in(text), marked_in(text)), start
    for found in _JOINT.finditer(text, start, end):
        if any(within(spans, *found.span()) for spans in quoted):
            continue  # what somebody else said is no statement of its own
        if found["home"]:
            if _at_home(text[begun : found.start()], text[found.end() : end]):
                yield _Joint(found.start(), found.end(), "", at_home=True)
                begun = found.end()
            continue
        by = f"{found['mark'] or ''}{(found['word'] or found[0].strip()).lower()}"
        behind = found.end()
        rule = _rule(text[behind:end])
        bare = not rule and _WITHOUT_SUBJECT.match(text, behind, end) is not None
        begins = (_SUBJECT, _BIDS_NO, _SOMEBODY_ELSE) if bare else (_SUBJECT, _BIDS_NO, _BIDS, _SOMEBODY_ELSE)
        whole = rule or any(one.match(text, behind, end) for one in begins)
        if whole or bare:
            yield _Joint(found.start(), behind, by, bare, not whole)
            begun = behind


def _subject(left: str) -> str:
    """The subject that the next clause may leave out, as it is this one's: “I ”; "" where nothing is sure."""
    given = _GIVES_SUBJECT.match(without_lead(left)[0])
    return f"{given['subject']} " if given is not None and _HOLDS_ANOTHER.search(left) is None else ""


def _at_home(left: str, right: str) -> str:
    """What the right side leaves out (“I live ”), where the left one says where somebody lives and the right one with
    whom, or the other way round; else ""."""
    bare = without_lead(left)[0]
    for one, other in _AT_HOME:
        if (lives := one.fullmatch(bare)) is not None and other.match(right) is not None:
            return lives["lead"]
    return ""


def _fit(left: str, right: str, by: str, bare: bool) -> bool:
    """Does each side say something of its own?"""
    by_and = by.endswith("and")
    if bare:
        return _own(right) or (by_and and _complete(right))
    if _SUBJECT.match(right):
        # Behind a comma or “but” may stand what only explains or limits what was said.
        sure = by_and or (_main(left) and (_HOLDS_ANOTHER.search(left) is None or (_own(left) and _own(right))))
        return sure and _complete(left) and _complete(right)
    if not (by_and or _main(left)) or not _complete(left):
        return False
    if _rule(right) or _BIDS_NO.match(right):
        return _complete(right)
    # “Always run and check it” bids one thing; “Always run it, and check the rest first” two.
    return by == ",and" and _rule(left) and _BIDS.match(right) is not None and _complete(right)


def _fit_loosely(left: str, right: str, by: str, bare: bool) -> bool:
    """May one side be true without the other?"""
    if _fit(left, right, by, bare):
        return True
    enough = all(len(words_of(_LEADS.sub("", one))) >= _LEAST_WORDS - 1 for one in (left, right))
    if not enough or _leans(right):
        return False
    if bare:
        return True
    of_mine = [one for one in (left, right) if _OF_MINE.match(without_lead(one)[0])]
    # “Because I live in Oslo I work from home, and …”: what stands behind “and” is a sentence of its own.
    led = _SUBORDINATE.match(left) is not None and by in (",and", ",but") and _FINITE.search(left) is not None
    clauses = (led or _says_so(left)) and _says_so(right)
    return clauses and _BIDS.match(right) is None and all(_FINITE.search(one) for one in of_mine)


def _says_so(text: str) -> bool:
    """Is it a clause that hangs on no other, of oneself or somebody else?"""
    return _main(text) or _SOMEBODY_ELSE.match(text) is not None


def _main(text: str) -> bool:
    """Does it begin as a clause that hangs on no other?"""
    bare = without_lead(text)[0]
    return any(one.match(bare) for one in (_SUBJECT, _BIDS_NO, _BIDS)) or _rule(bare)


def _rule(text: str) -> bool:
    return RULE.match(text) is not None


def _own(text: str) -> bool:
    return len(words_of(_LEADS.sub("", text))) > 1 and says_of_itself(text)


def _complete(text: str) -> bool:
    """Is it a whole clause that says enough?"""
    if is_lead(text):
        return False
    if _own(text):
        return True
    bare = without_lead(text)[0]
    hangs = _SUBORDINATE.match(bare) is not None and "," not in bare
    nobody = _OF_MINE.match(bare) is not None and _FINITE.search(bare) is None
    words = words_of(bare)
    short = len(words) == _LEAST_WORDS - 1 and _GIVES_SUBJECT.match(bare) is not None and words[-1] not in _SAYS_LITTLE
    return (short or len(words) >= _LEAST_WORDS) and not hangs and not nobody and not _leans(text)


def _leans(text: str) -> bool:
    return not _LEANS.isdisjoint(words_of(text))
