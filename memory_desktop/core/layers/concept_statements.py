"""Which sentences state something of a thing that they name, and which of them take back what another stated.

A sentence states something of a thing if it begins with its name, or with who says so, and a verb that tells what the
thing is, has, likes or does as a rule follows ("Miso eats only turkey", "The vet said Miso has a sensitive stomach").
What is going on, was done once, is wanted, or is only praise states nothing that lasts. English only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory_desktop.core.conversation.spoken_to import spoken_to
from memory_desktop.core.memory.statements import without_lead

_SAYS_SO = (
    r"(?:(?i:the|my|our) (?:\w+ ){1,2}|[A-Z]\w+ )(?:said|says|thinks|found|found out|told (?:me|us|him|her))(?: that)? "
)
_ADVERBS = r"(?:(?:actually|really|now|only|still|also|always|usually|never|often|already|mostly) )*"
_DOES = (
    r"likes|loves|hates|dislikes|prefers|enjoys|needs|wants|eats|drinks|takes|plays|lives|works|studies|teaches|speaks"
    r"|sleeps|weighs|costs|turns|comes|belongs|knows|uses|owns|sings|writes|means|stands|wears|collects|suffers|drives"
)
_VERB = (
    rf"(?P<verb>is|has|was born|{_DOES})|(?P<not>isn['’]t|is not|hasn['’]t|doesn['’]t|does not|no longer)"
    r"(?: (?P<base>[a-z]+))?|can(?:['’]t|not)?"
)
#: Behind the verb: what passes, what was, what is wished, and praise.
_PASSES = re.compile(
    r"(?:is|isn['’]t|is not) (?:(?:so|really|very|such|just|also|still|now|not) )*(?:(?:an? )?(?:great|amazing|awesome"
    r"|nice|cool|sweet|lovely|wonderful|fantastic|perfect|fun|funny|cute|adorable|the best)\b(?! at)|here|there|back"
    r"|out|away|ready|okay|ok|fine|right|wrong|next|over|coming|going|(?!allergic)[a-z]+ing\b)"
    r"|has (?:to|been|just|already|got to|[a-z]+ed)\b|hasn['’]t (?:been|[a-z]+ed)\b|(?:wants|needs|likes) to\b"
    r"|(?:turns|comes|takes|works|stands) (?:out|up|off|over|back|on)\b|means (?:a lot|so much|that)\b|knows\b(?! how)",
    re.IGNORECASE,
)
_NOT_THAT = re.compile(r"(?:,| [–—-]| \() ?(?:and |but )?not (?P<denied>[^,;:.!?()]{1,60})\)?$")
_BEHIND = re.compile(r"[,;:.!?–—(].*$| (?:any ?more|any ?longer|but|because|since)\b.*$")
_WORD = re.compile(r"[^\W_]+")
_CALLED = r"[A-Z][\w’'-]+"
_NAME_THERE = re.compile(r"[\w-]+")
# "Hey Theo, …", "Theo! …", "Theo, I …" at the beginning of a sentence; "…, Theo." and "…, Theo, …" within one.
_CALL = re.compile(
    r"(?P<begins>(?:^|(?<=[.!?…] )|(?<=\n))(?:(?i:hey|hi|hello|thanks|thank you|thx|wow|yes|yeah|yep|no|nope|oh|aww?|ok"
    r"|okay|sure|right|great|cool|nice|bye|dear|congrats|congratulations|good (?:morning|luck|night))\b[,!]? )?)"
    rf"{_CALLED}(?=[!.]|,(?! (?:my|our|his|her|their|the|an?|who|whose|which|and|or|[A-Z]\w+(?:,| and))\b))"
    rf"|, {_CALLED}(?=[.!?…]|,(?! (?:and|or)\b)|$)"
)
_EMPTY = frozenset("a an the any in at on of to for as only now actually really just his her its their".split())
_LEAST_WORDS = 4


@dataclass(frozen=True, slots=True)
class _Statement:
    """`verb` in its base form; `so`: it says that it is so. denied: what it says is not so."""

    verb: str
    words: frozenset[str]
    so: bool
    denied: frozenset[str]


def states(sentence: str, name: str) -> bool:
    """Does a sentence, which is no question, state something of what is called so?"""
    bare = without_lead(sentence)[0]
    found = _pattern(name).match(bare)
    return (
        found is not None
        and len(_WORD.findall(bare)) >= _LEAST_WORDS
        and not _PASSES.match(bare, found.start("does"))
        and not bare.rstrip().endswith("?")
    )


def without_calls(text: str, kin: str) -> str:
    """A text without the names by which it only calls somebody: "Hey Theo, I passed!" says nothing of Theo.

    Args:
        kin: a pattern of what people are to each other; "my brother, Theo." tells who she is.
    """
    text = _without_names(text)
    related = re.compile(rf"\b(?:{kin})$")

    def left(match: re.Match[str]) -> str:
        before = text[: match.start()]
        listed = match["begins"] is None and re.search(r"[A-Z][\w’'-]*$", before) is not None
        return match[0] if listed or related.search(before) else match["begins"] or ""

    return _CALL.sub(left, text)


def _without_names(sentence: str) -> str:
    """A sentence without the names of those who are spoken to in it."""
    for start in sorted(spoken_to(sentence), reverse=True):
        end = start + len(_NAME_THERE.match(sentence, start)[0])  # type: ignore[index]  # it begins there
        sentence = sentence[:start] + sentence[end:]
    return sentence


def takes_back(later: str, earlier: str, name: str) -> bool:
    """Does a statement say that what an earlier one stated of the same thing is not so?"""
    new, old = _read(later, name), _read(earlier, name)
    if new is None or old is None or not new.denied or not old.so:
        return False
    return new.verb == old.verb and new.denied <= old.words


def _read(sentence: str, name: str) -> _Statement | None:
    bare = without_lead(sentence)[0].rstrip(".!… ")
    found = _pattern(name).match(bare)
    if found is None or not (found["verb"] or found["not"]):
        return None
    rest = bare[found.end() :]
    if found["not"]:
        verb = "is" if found["not"].startswith("is") else "has" if found["not"].startswith("has") else found["base"]
        object = _words(_BEHIND.sub("", rest))
        if verb in ("is", "has") and found["base"]:
            object |= {found["base"]}
        return _Statement(_base(verb or ""), frozenset(), so=False, denied=object)
    other = _NOT_THAT.search(rest)
    told = rest[: other.start()] if other is not None else rest
    return _Statement(_base(found["verb"]), _words(told), so=True, denied=_words(other["denied"] if other else ""))


def _base(verb: str) -> str:
    if verb in ("is", "has", "was born"):
        return verb
    return verb.removesuffix("ies") + "y" if verb.endswith("ies") else verb.removesuffix("s")


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text)) - _EMPTY


@lru_cache(maxsize=1_024)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_SAYS_SO})?{re.escape(name)} {_ADVERBS}(?P<does>{_VERB})\b {_ADVERBS}")
