"""Facts of a turn, by rules alone: the same turn gives the same facts, without a model and without a network.

A message is looked at as a whole first: a linear model over the signs of `core.extraction.signs` says how likely it
holds something that a person would note. Of a message that does, the sentences that tell something become facts; a
sentence that leans on the one before it ("It was …") stays with it. What is said in so many words to be a preference,
or a rule to go by, is taken in any case. The rules understand English; other languages give few facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from memory_desktop.core.extraction.sentences import Sentence, Shape, sentences, words_of
from memory_desktop.core.extraction.signs import OF_SOMEBODY, signs
from memory_desktop.core.extraction.smalltalk import of_the_talk
from memory_desktop.core.extraction.weights import BIAS, ENOUGH, WEIGHTS
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.memory.ended import ended
from memory_desktop.core.memory.statements import forgets, stated, without_lead
from memory_desktop.core.patterns import later

#: Name of this way to find facts, for the lineage of what it found.
EXTRACTOR = "rules@2"
#: Speakers without a name of their own; a fact of theirs is noted without one.
UNNAMED = frozenset({"", "User", "user", "Human", "human"})
#: Most facts that one message gives, and most characters of one.
MOST_FACTS, LONGEST_FACT = 12, 400
#: Least confidence in what is said in so many words.
SAID_OUTRIGHT = 0.9
_LEAST_WORDS = 4
_LEANS = frozenset(
    "it it's its that that's this these those they they're they've he he's she she's them there there's so then because"
    " which also plus but and".split()
)
_PREFERENCE = later(
    r"\bI(?:['’]m| am)? (?:not |no longer |really |much |always |strongly |absolutely |usually )?(?:prefer|hate|dislike"
    r"|can['’]?t stand"
    r"|allergic to|an? (?:vegan|vegetarian)\b|vegan\b|vegetarian\b)"
    r"|\bmy (?:all-time |absolute )?(?:favou?rite|preferred) (?:[\w-]+ ){1,3}(?:is|are)\b"
    r"|\b(?:I|we) (?:don['’]?t|do not|never|only|always) (?:eat|drink|smoke|use|like|want|buy|take|write)\b"
    r"|^(?:(?:no|actually|well|sorry|by the way|now),? )*I(?: have|['’]ve)? (?:now |just |recently )?"
    r"(?:switched|changed|gone over) (?:over )?(?:from [\w '’-]{1,40} )?to [\w]"
    r"|^I no longer (?:eat|drink|smoke|use|like|want|buy|take|play|drive|live|work|own|have)\b"
    r"|^I(?: have|['’]ve)? (?:now |just |recently )?(?:stopped|quit|given up|gave up) [a-z]"
    r"|\b(?:I|we) use [\w /'’-]{1,60}(?:, not |, never | instead of | rather than )"
    # A sentence that says no more than what somebody likes; not “I like that idea” and “I love to hear that”.
    r"|^I (?:really |also |absolutely |still |always |do )*(?:love|like|enjoy|adore) (?!(?:it|its|that|this|these|those"
    r"|them|him|her|his|you|your|yours|the|to|how|what|when|where|why|who|hearing|seeing|talking|being|having|both|all"
    r"|everything|one|an?)\b)[\w'’-]+(?: (?:and |in |of |with |on )?[\w'’-]+){0,2}"
    r"(?: very much| so much| a lot)?[.!]*$",
    re.IGNORECASE,
)
#: Says what somebody likes: not “we were into the tunnel”, “it looks like” or “I would like to”.
_LIKING = later(
    r"\b(?:I|we)(?:['’]ve| have| had)? (?:(?:really|also|still|just|absolutely|always|never|truly|especially"
    r"|particularly|both|all|do|used to|totally|definitely|quite|so|very much|don['’]t|do not|didn['’]t|did not) )*"
    r"(?:love|loved|like|liked|enjoy|enjoyed|adore|adored|prefer|preferred|hate|hated|dislike|disliked)\b"
    r"(?! to (?:know|see|hear))"
    r"|\b(?:I|we)(?:['’]m|['’]re| am| are|['’]ve been| have been|['’]ve always been) (?:\w+ ){0,2}?(?:fond of|into"
    r"|an? (?:\w+ )?fan|passionate about|obsessed with|interested in|crazy about|keen on|loving|enjoying)\b"
    r"|\b(?:my|our) (?:\w+ )?(?:favou?rites?|passions?|hobby|hobbies)\b|\bis (?:\w+ )?(?:my|our) (?:\w+ )?(?:favou?rite"
    r"|passion|hobby)\b",
    re.IGNORECASE,
)
_DOING = (
    "use|call|write|add|send|suggest|mention|assume|include|answer|reply|respond|put|format|ask|show"
    "|round|sign|start|end|quote|translate|explain|check|run|commit|push|delete|book|buy|say|speak|address"
)
_RULE = later(
    r"^(?:(?:and|also|but|ok|okay|so|then),? )?(?:please,? )?(?:"
    rf"(?:always|never) (?:{_DOING})\b|from now on\b|going forward\b|in (?:the )?future,"
    rf"|(?:don['’]?t|do not) (?:ever )?(?:{_DOING})\b|stop (?:calling|using|adding|suggesting|sending|mentioning"
    rf"|asking)\b"
    r"|call me [a-z]|remember that (?:I|my|we|our)\b|use [\w ./'’-]{1,60}(?:instead of|rather than|, not)\b"
    r"|(?:answer|reply|write|respond) (?:only )?in [a-z])",
    re.IGNORECASE,
)
_CORRECTION = later(
    r"\bI (?:meant|misspoke|was wrong)\b|\b(?:that|this)(?:['’]s| is| was) (?:wrong|incorrect|not (?:right"
    r"|correct|true))\b"
    r"|^(?:no|nope|actually|correction)\b[^?]{0,200}, not [\w]",
    re.IGNORECASE,
)
# What it says was otherwise once, and is so no longer.
_CHANGED = later(
    r"\b(?:no longer|not any ?more|any ?more|now|these days|moved|switched|changed|instead|has become|stopped)\b",
    re.IGNORECASE,
)
#: What an assistant may say of its user; all else that it says is its own knowledge or talk.
_OF_THE_USER = later(
    r"^(?:so,? |yes,? |noted[:,.]? |got it[:,.]? |as you said,? )?(?:your [\w'’ -]{1,40} (?:is|are|was|were"
    r"|starts|leaves|ends|expires|will be)\b"
    r"|you (?:are allergic|live|work|prefer|like|said|told me|mentioned|called|booked|bought|named|moved)\b)",
    re.IGNORECASE,
)
# Where a sentence goes on with something else that one says of oneself, or with another rule.
_AND_I = later(r",? and (?=(?:I|my|we|our)\b)|,?(?: and|,) (?=(?:always|never|don['’]t|do not)\b)", re.IGNORECASE)
_HEDGES = later(r"\b(?:can|could|might|may|should|if|maybe|perhaps)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """A message. `speaker`: whom its facts name; `ai`: it is an assistant's, which tells little of its own."""

    text: str
    speaker: str
    ai: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something worth keeping.

    Attributes:
        text: it names who says it. said: the words alone, as they were said.
        kind: "pref", "fact" or "rule". confidence: [0, 1].
        message: which of the messages it is from. start, end: where in it.
        corrects: it says that something is otherwise than was said before, or than it was.
    """

    text: str
    said: str
    speaker: str
    kind: str
    confidence: float
    message: int
    start: int
    end: int
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """Weights of the signs; a message whose likelihood is `enough` is taken."""

    weights: Mapping[str, float]
    bias: float
    enough: float

    def likelihood(self, found: Mapping[str, float]) -> float:
        """How likely a message with these signs holds a fact; [0, 1]."""
        return 1 / (1 + exp(-self.bias - sum(self.weights[name] * value for name, value in found.items())))


MODEL = Model(WEIGHTS, BIAS, ENOUGH)


def extract(messages: Sequence[Said], before: str = "", model: Model = MODEL) -> list[Fact]:
    """The facts of a turn's messages, in their order; `before`: the message that the first one answers."""
    found: list[Fact] = []
    for place, message in enumerate(messages):
        found += _facts(message, place, before, model)
        before = message.text
    return found


def _facts(message: Said, place: int, before: str, model: Model) -> list[Fact]:
    told = sentences(message.text)
    if message.ai:
        return [_fact(message, place, [one], SAID_OUTRIGHT) for one in told if _of_the_user(one)][:MOST_FACTS]
    likelihood = model.likelihood(signs(told, before)) if told else 0.0
    taken = likelihood >= model.enough
    facts = []
    for group in _groups(told):
        outright = any(_outright(one) for one in group)
        parts = _clauses(message.text, group[0]) if outright and len(group) == 1 else []
        if parts:
            facts += [_fact(message, place, [one], _sure(likelihood, one)) for one in parts]
        elif outright or (taken and _tells(group)):
            facts.append(_fact(message, place, group, max(likelihood, SAID_OUTRIGHT) if outright else likelihood))
    if taken and not facts:
        # Among people nearly all that is told is of them; who talks to an assistant also tells of the world at large.
        among_people = message.speaker not in UNNAMED
        every = (one for one in told if one.shape is Shape.STATEMENT and (among_people or _of_somebody([one])))
        longest = max(every, key=_length, default=None)
        facts = [_fact(message, place, [longest], likelihood)] if longest is not None else []
    return facts[:MOST_FACTS]


def _sure(likelihood: float, one: Sentence) -> float:
    return max(likelihood, SAID_OUTRIGHT) if _says_of_itself(one) else likelihood


def noted(speaker: str, said: str) -> str:
    """Words as one notes them: without “No,” or “please” before them, and behind the name of a speaker who has one."""
    bare = without_lead(said)[0]
    plain = f"{bare[:1].upper()}{bare[1:]}"
    return plain if speaker in UNNAMED else f"{speaker}: {plain}"


def _groups(told: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Statements, each with those behind it that lean on it."""
    group: list[Sentence] = []
    for one in told:
        outright = _outright(one)
        leans = len(one.words) >= _LEAST_WORDS and one.words[0] in _LEANS and not outright
        if group and leans and _told(one) and not of_the_talk(one.text) and one.end - group[0].start <= LONGEST_FACT:
            group.append(one)
            continue
        yield from [group] if group else []
        group = [one] if outright or one.shape is Shape.STATEMENT else []
    yield from [group] if group else []


def _told(one: Sentence) -> bool:
    return one.shape in (Shape.STATEMENT, Shape.REACTION)


def _tells(group: Sequence[Sentence]) -> bool:
    """Is it about somebody or something, and long enough?"""
    words = [word for one in group for word in one.words]
    return len(words) >= _LEAST_WORDS and _of_somebody(group)


def _of_somebody(group: Sequence[Sentence]) -> bool:
    return any(OF_SOMEBODY & set(one.words) or any(claims(one.text)) for one in group)


def _outright(one: Sentence) -> bool:
    """Is it said in so many words: a rule, a preference, or what somebody's home, job, dentist … is?"""
    if one.shape is Shape.QUESTION:
        return False
    return bool(_says_of_itself(one) or forgets(one.text))


def clauses(text: str) -> list[str]:
    """The clauses of a sentence where each says something of its own; else the sentence alone."""
    parts = _clauses(text, Sentence(text, 0, len(text), words_of(text), Shape.STATEMENT))
    return [one.text for one in parts] or [text]


def _clauses(text: str, one: Sentence) -> list[Sentence]:
    """The clauses of “My name is Olga and I live in Riga”, where each says something of its own; else none.

    Each is a fact by itself then, so that one can be corrected without the others.
    """
    starts = [one.start, *(one.start + match.end() for match in _AND_I.finditer(text[one.start : one.end]))]
    ends = [*(one.start + match.start() for match in _AND_I.finditer(text[one.start : one.end])), one.end]
    if len(starts) < 2:
        return []
    parts = [
        Sentence(text[start:end].strip(), start, end, words_of(text[start:end]), one.shape)
        for start, end in zip(starts, ends, strict=True)
    ]
    of_itself = [one for one in parts if _says_of_itself(one)]
    long_enough = all(one in of_itself or len(one.words) >= _LEAST_WORDS for one in parts)
    return parts if of_itself and long_enough else []


def _says_of_itself(part: Sentence) -> bool:
    bare = without_lead(part.text)[0]
    return (
        _claims(part)
        or _over(part.text)
        or any(one.search(text) for one in (_PREFERENCE, _RULE) for text in (part.text, bare))
    )


def _claims(one: Sentence) -> bool:
    return any(claim.subject.split()[0] in ("i", "my") for claim in claims(one.text))


def _over(text: str) -> bool:
    """Does its speaker say of what they are or do that it is so no longer?"""
    return any(not one.so and one.who == "i" for one in ended(text))


def _corrects(one: Sentence) -> bool:
    """Does it take back what was said before?"""
    said = stated(one.text)
    return bool(_CORRECTION.search(one.text) or forgets(one.text)) or (
        (said.takes_back or bool(said.denied)) and _claims(one)
    )


def _of_the_user(one: Sentence) -> bool:
    return one.shape is not Shape.QUESTION and bool(_OF_THE_USER.match(one.text)) and not _HEDGES.search(one.text)


def _fact(message: Said, place: int, group: Sequence[Sentence], confidence: float) -> Fact:
    start, end = group[0].start, group[-1].end
    said = " ".join(message.text[start:end].split())
    corrects = any(_corrects(one) for one in group)
    return Fact(
        noted(message.speaker, said),
        said,
        message.speaker,
        _kind(said, group),
        round(min(confidence, 0.99), 2),
        place,
        start,
        end,
        corrects or bool(_CHANGED.search(said)),
    )


def _kind(said: str, group: Sequence[Sentence]) -> str:
    """What the words are, whether or not they correct others: how to behave, what somebody likes, or what is so."""
    bare = [without_lead(one.text)[0] for one in group]
    if any(_RULE.search(one) or forgets(one) for one in bare):
        return "rule"
    likes = _PREFERENCE.search(said) or _PREFERENCE.search(bare[0]) or _LIKING.search(bare[0])
    return "pref" if likes else "fact"


def _length(one: Sentence) -> int:
    return len(one.words)
