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

from memory_desktop.core.extraction.clauses import Clause, split
from memory_desktop.core.extraction.outright import CHANGED, PREFERENCE, RULE, claims_of_oneself, says_of_itself
from memory_desktop.core.extraction.quotations import hangs_on, is_hearsay, unquoted
from memory_desktop.core.extraction.sentences import Sentence, Shape, sentences, words_of
from memory_desktop.core.extraction.signs import OF_SOMEBODY, signs
from memory_desktop.core.extraction.smalltalk import of_the_talk
from memory_desktop.core.extraction.weights import BIAS, ENOUGH, WEIGHTS
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.memory.ended import ended
from memory_desktop.core.memory.likings import approving
from memory_desktop.core.memory.statements import forgets, plainly, stated, without_lead
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
_CORRECTION = later(
    r"\bI (?:meant|misspoke|was wrong)\b|\b(?:that|this)(?:['’]s| is| was) (?:wrong|incorrect|not (?:right"
    r"|correct|true))\b"
    r"|^(?:no|nope|actually|correction)\b[^?]{0,200}, not [\w]",
    re.IGNORECASE,
)
#: What an assistant may say of its user; all else that it says is its own knowledge or talk.
_OF_THE_USER = later(
    r"^(?:so,? |yes,? |noted[:,.]? |got it[:,.]? |as you said,? )?(?:your [\w'’ -]{1,40} (?:is|are|was|were"
    r"|starts|leaves|ends|expires|will be)\b"
    r"|you (?:are allergic|live|work|prefer|like|said|told me|mentioned|called|booked|bought|named|moved)\b)",
    re.IGNORECASE,
)
_HEDGES = later(r"\b(?:can|could|might|may|should|if|maybe|perhaps)\b", re.IGNORECASE)


#: Sentences that do not say that something is so.
_NOT_SO = frozenset({Shape.QUESTION, Shape.QUOTATION, Shape.IMAGINED})


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
        parts = split(message.text, group[0].start, group[0].end)
        if parts:
            facts += _of_clauses(message, place, parts, group, likelihood)
        elif outright or (taken and _tells(group)):
            facts.append(_fact(message, place, group, max(likelihood, SAID_OUTRIGHT) if outright else likelihood))
    if taken and not facts:
        # Among people nearly all that is told is of them; who talks to an assistant also tells of the world at large.
        among_people = message.speaker not in UNNAMED
        every = (one for one in told if one.shape is Shape.STATEMENT and (among_people or _of_somebody([one])))
        longest = max(every, key=_length, default=None)
        facts = [_fact(message, place, [longest], likelihood)] if longest is not None else []
    return facts[:MOST_FACTS]


def _of_clauses(
    message: Said, place: int, parts: Sequence[Clause], group: Sequence[Sentence], likelihood: float
) -> list[Fact]:
    """A fact of each clause of a sentence; the sentences that lean on it stay with the last one."""
    told = [[_clause(message.text, one, group[0].shape)] for one in parts]
    told[-1] += group[1:]
    worth = [
        (one, clause)
        for one, clause in zip(told, parts, strict=True)
        if says_of_itself(one[0].text) or (one[0].shape is Shape.STATEMENT and not of_the_talk(one[0].text))
    ]
    return [_fact(message, place, one, _sure(likelihood, one[0]), clause.lead) for one, clause in worth]


def _clause(text: str, clause: Clause, shape: Shape) -> Sentence:
    said = clause.of(text)
    return Sentence(said, clause.start, clause.end, words_of(said), shape)


def _sure(likelihood: float, one: Sentence) -> float:
    return max(likelihood, SAID_OUTRIGHT) if says_of_itself(one.text) else likelihood


def noted(speaker: str, said: str) -> str:
    """Words as one notes them: without “No,” or “please” before them, and behind the name of a speaker who has one."""
    bare = without_lead(said)[0]
    # “Mondays are fine” alone takes nothing back, nor does “I'm not allergic” without “it turns out”.
    if approving(said) is not None or (ended(said) and not ended(bare)):
        bare = said
    plain = f"{bare[:1].upper()}{bare[1:]}"
    return plain if speaker in UNNAMED else f"{speaker}: {plain}"


def _groups(told: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Statements, each with those behind it that lean on it."""
    group: list[Sentence] = []
    for one in told:
        outright = _outright(one) or _has_own_clause(one)
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
    if one.shape in _NOT_SO:
        return False
    return bool(says_of_itself(one.text) or forgets(one.text))


def _has_own_clause(one: Sentence) -> bool:
    """Does a greeting, or what is said of the talk, say something outright besides: “Hi, I am new and live in Oslo”?"""
    loose = one.shape in (Shape.GREETING, Shape.REACTION)
    return loose and any(says_of_itself(clause.of(one.text)) for clause in split(one.text, 0, len(one.text)))


def _corrects(one: Sentence) -> bool:
    """Does it take back what was said before?"""
    said = stated(one.text)
    return bool(_CORRECTION.search(unquoted(one.text)) or forgets(one.text)) or (
        (said.takes_back or bool(said.denied)) and (claims_of_oneself(one.text) or approving(one.text) is not None)
    )


def _of_the_user(one: Sentence) -> bool:
    return one.shape is not Shape.QUESTION and bool(_OF_THE_USER.match(one.text)) and not _HEDGES.search(one.text)


def _fact(message: Said, place: int, group: Sequence[Sentence], confidence: float, lead: str = "") -> Fact:
    """`lead`: the subject of the first sentence, where its words leave it out."""
    start, end = group[0].start, group[-1].end
    said = " ".join(message.text[start:end].split())
    corrects = any(_corrects(one) for one in group) or bool(CHANGED.search(unquoted(said)))
    return Fact(
        noted(message.speaker, f"{lead}{said}"),
        said,
        message.speaker,
        _kind(f"{lead}{said}", group),
        round(min(confidence, 0.99), 2),
        place,
        start,
        end,
        corrects and not is_hearsay(said),
    )


def _kind(said: str, group: Sequence[Sentence]) -> str:
    """What the words are, whether or not they correct others: how to behave, what somebody likes, or what is so."""
    said = unquoted(said)
    bare = [unquoted(plainly(without_lead(one.text)[0].rstrip(".!… "))) for one in group]
    if any(RULE.search(one) or forgets(one) for one in bare):
        return "rule"
    found = [(text, one.search(text)) for text, one in ((said, PREFERENCE), (bare[0], PREFERENCE), (bare[0], _LIKING))]
    likes = any(one is not None and not hangs_on(text, one.start()) for text, one in found)
    return "pref" if likes or approving(said) is not None else "fact"


def _length(one: Sentence) -> int:
    return len(one.words)
