"""What a text says is so no longer: “I don't work as a nurse any more”, “I used to drive a Honda”, “I quit smoking”.

It is read as the statement that was true before (“I work as a nurse”), and an earlier text says that if one of its
sentences begins with the same words: “I work as a nurse in Ghent”. Articles and words like “still” count for nothing,
and to be something is to work as it. Plain English sentences without conditions are read; others say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memory_desktop.core.extraction.sentences import own_pieces, words_of
from memory_desktop.core.memory.claims import KEPT, speaker, without_speaker
from memory_desktop.core.memory.statements import without_lead
from memory_desktop.core.patterns import later

#: Longer texts are not looked at; characters.
LONGEST = 300
#: What a text has that may say such a thing, or that something is so again. In the syntax that Python and RE2 share.
ENDING = (
    r"\b(?:no longer|any ?more|any longer|used to|quit|stopped|gave up|given up|retired|again"
    r"|after all|turn(?:s|ed) out|(?:left|lost) (?:my|our|his|her|their) job)\b"
    r"|\bleft [A-Z]|\b(?:is not|isn['’]t) (?:called |named )?[A-Z]"
)
_ENDING = later(ENDING)
_TURNS_OUT = later(r"(?:\w+,? ){0,2}?(?:it )?turn(?:s|ed) out\b", re.IGNORECASE)
_WHO = (
    r"(?P<who>I|[Ww]e|(?:[Mm]y|[Oo]ur) [a-z]+"
    r"|(?!(?:He|She|They|It|This|That|There|You|Who|What|But|And|So)\b)[A-Z][\w-]+(?: [A-Z][\w-]+)?)"
)
_THING = r"(?P<thing>[^,;:()]{2,80}?)"
_NAME = r"[A-Z][\w'’&.-]*(?: (?:of |and |& )?[A-Z][\w'’&.-]*){0,3}"
#: What may stand behind the thing: when, and what is so instead.
_REST = (
    r"(?: (?:now|nowadays|these days|recently|yesterday|today|(?:last|this) \w+|any ?more|any longer))*"
    r"(?:(?:,|;| [–—-] | but\b| because\b| since\b| and (?:I|we|now)\b| so\b).*)?$"
)
_FOR_ANOTHER = r"(?: (?:and (?:have |then |now )?(?:started|joined|began|begun)|to (?:join|work)|for)\b.*)?"
_ANY_MORE = r" any ?(?:more|longer)(?:(?:,|;| [–—-] | but\b| because\b| since\b| and\b| so\b).*)?$"
_HAS = r"(?:['’]ve|['’]s| have| has)?(?: (?:just|recently|finally|now|also))*"
_IS = r"(?:['’]m|['’]re|['’]s| am| are| is)"
_ISNT = r" (?:are|is)n['’]t"
_DOES_NOT = r" (?:don['’]?t|do not|doesn['’]?t|does not|can['’]?t|cannot)(?: (?:really|even|actually))?"
_JOB = r" (?:quit|left|lost) (?:my|our|his|her|their) (?:old )?job"
#: Each with what stands before the thing in the statement that was true.
_PATTERNS = tuple(
    (lead, later(f"^{_WHO}{pattern}"))
    for lead, pattern in (
        ("be ", rf"(?:{_IS} not|{_ISNT}) {_THING}{_ANY_MORE}"),
        ("be ", rf"{_IS} no longer {_THING}{_REST}"),
        ("", rf"{_DOES_NOT} {_THING}{_ANY_MORE}"),
        ("", rf" no longer {_THING}{_REST}"),
        ("be ", rf"(?:{_IS} not|{_ISNT}) {_THING} after all{_REST}"),
        ("", rf" (?:don['’]?t|do not|doesn['’]?t|does not) {_THING} after all{_REST}"),
        ("be ", rf"(?: is not|{_ISNT}) (?P<thing>(?:called |named )?{_NAME}){_REST}"),
        ("work at ", rf"{_HAS} (?:left|quit) (?P<thing>{_NAME}){_FOR_ANOTHER}{_REST}"),
        ("", rf" used to {_THING}{_REST}"),
        ("work at ", rf"{_HAS}{_JOB} (?:at|with|for) {_THING}{_REST}"),
        ("be ", rf"{_HAS}{_JOB} as {_THING}{_REST}"),
        ("", rf"{_HAS} (?:quit|stopped|given up|gave up) (?P<thing>[a-z]+ing\b[^,;:()]{{0,80}}?){_REST}"),
        ("be ", rf"{_HAS} retired as {_THING}{_REST}"),
        ("work at ", rf"{_HAS} retired from {_THING}{_REST}"),
    )
)
_STATED = later(rf"^{_WHO}(?:['’](?P<short>m|re|ve)\b)? ?(?P<rest>\b.+)$")
_UNSURE = later(
    r"\b(?:if|when|whenever|unless|until|while|would|could|might|maybe|perhaps|almost|nearly|never|wish|hope|want)\b",
    re.IGNORECASE,
)
_EMPTY = frozenset("a an the my our any now still currently also really actually just always usually often got".split())
_FORMS = {"am": "be", "are": "be", "is": "be", "being": "be", "has": "have", "having": "have", "goes": "go"}
_SHORTENED = {"m": "be", "re": "be", "ve": "have"}
_EMPLOYED = {"for": "at", "with": "at"}
_VOWELS = frozenset("aeiou")
#: What follows a thing and still leaves it what it is.
_GOES_ON = frozenset(
    "in at on with for from to of by near as and or but so because since who which that called named every each all"
    " daily weekly regularly during after before between over under again too well very a lot much once twice"
    " together there here about around into until through without".split()
)
#: What one does no longer, without of what, says nothing of these.
_LIGHT = frozenset(
    "be hav do get go com tak mak giv want need lik lov think know believ feel see look try us say tell car talk"
    " wait keep let put ask mean seem stand handl liv".split()
)
#: Of a statement so many words count.
_WORDS = 12


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody is or does: who, folded (“i”, “mara”, “my brother”), and the words of it, the verb in its stem.

    `so`: it is so, or so again; else no longer.
    """

    who: str
    words: tuple[str, ...]
    so: bool = True

    def is_said_in(self, statement: Doing) -> bool:
        """Does a statement say just this, and perhaps more of it: of a dog “called Rex”, and not of a dog walker?"""
        size = len(self.words)
        if self.who != statement.who or self.words != statement.words[:size]:
            return False
        return size == 1 or size == len(statement.words) or statement.words[size] in _GOES_ON


def may_end(text: str) -> bool:
    """May a text say that something is so no longer, or again? Costs much less than reading it."""
    return len(text) <= LONGEST and _ENDING.search(text) is not None


@lru_cache(maxsize=KEPT)
def ended(text: str) -> tuple[Doing, ...]:
    """What a text says is so no longer, and what is so again, in its order."""
    return tuple(_changed(text)) if may_end(text) else ()


@lru_cache(maxsize=KEPT)
def doings(text: str) -> tuple[Doing, ...]:
    """What the sentences of a text say that somebody is or does; nothing of a long text."""
    if len(text) > LONGEST:
        return ()
    found = (_stated(sentence) for sentence in _sentences(text))
    return tuple(_of(text, one) for one in found if one is not None)


def ends(new: str, old: str) -> bool:
    """Does a later statement say that what an earlier one says is so no longer, or is so again, which that denies?"""
    changed = ended(new)
    return bool(changed) and any(
        one.is_said_in(other)
        for one in changed
        for other in ([other for other in ended(old) if not other.so] if one.so else doings(old))
    )


def _changed(text: str) -> Iterator[Doing]:
    for sentence in _sentences(text):
        if (found := _ended(sentence)) is not None:
            yield _of(text, found)
        elif sentence.endswith(" again") and (again := _stated(sentence.removesuffix(" again"))) is not None:
            yield _of(text, again)


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text that ask nothing, without what one says before them."""
    for piece in own_pieces(without_speaker(text)):
        bare = without_lead(" ".join(piece.split()))[0].rstrip(".!… ")
        if bare and not bare.endswith("?"):
            # “It turns out that I'm not …” says what “I'm not … after all” does.
            yield f"{bare} after all" if _TURNS_OUT.match(piece) and not _ENDING.search(bare) else bare


def _ended(sentence: str) -> Doing | None:
    for lead, pattern in _PATTERNS:
        if (found := pattern.match(sentence)) is not None:
            unsure = _UNSURE.search(found["thing"]) is not None
            return None if unsure else _doing(found["who"], f"{lead}{found['thing']}", so=False)
    return None


def _stated(sentence: str) -> Doing | None:
    found = _STATED.match(sentence)
    if found is None:
        return None
    short = _SHORTENED.get(found["short"] or "", "")
    return _doing(found["who"], f"{short} {found['rest']}", so=True)


def _doing(who: str, said: str, *, so: bool) -> Doing | None:
    words = [word for word in words_of(said) if word not in _EMPTY][:_WORDS]
    if not words:
        return None
    verb, rest = stem(words[0]), words[1:]
    if verb == "work" and rest[:1] == ["as"]:
        verb, rest = "be", rest[1:]
    elif verb == "work" and rest and rest[0] in _EMPLOYED:
        rest = [_EMPLOYED[rest[0]], *rest[1:]]
    subject = " ".join(who.casefold().split())
    subject = {"we": "i"}.get(subject, subject).replace("our ", "my ", 1)
    return Doing(subject, (verb, *rest), so) if rest or verb not in _LIGHT else None


def _of(text: str, doing: Doing) -> Doing:
    """With who says it, where a name stands before it, in place of “I” and “my”."""
    named = speaker(text).casefold()
    first, _, rest = doing.who.partition(" ")
    mine = first in ("i", "my") and named not in ("", "user", "me", "human")
    return Doing(f"{named} {rest}".strip(), doing.words, doing.so) if mine else doing


def stem(verb: str) -> str:
    """A verb without what its forms end in: “smoke”, “smokes” and “smoking” are “smok”; “run” and “running”, “run”."""
    verb = _FORMS.get(verb, verb)
    if verb.endswith("ing") and len(verb) > 5 and _VOWELS & set(verb[:-3]):
        verb = verb[:-3]
        double = len(verb) > 2 and verb[-1] == verb[-2] and verb[-1] not in "lsz"
        verb = verb[:-1] if double else verb
    elif verb.endswith("ies") and len(verb) > 4:
        verb = f"{verb[:-3]}y"
    elif verb.endswith("s") and not verb.endswith("ss") and len(verb) > 3:
        verb = verb[:-1]
    return verb[:-1] if verb.endswith("e") and len(verb) > 3 else verb
