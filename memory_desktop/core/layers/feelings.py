"""What a text says is felt: which emotions, how pleasant, how excited and how strong, by words and rules alone.

The method, "words@1": English words, phrases and emoji that name or show an emotion are looked up in a list of our own
(`feeling_words`), each with its emotion, valence, arousal and intensity, and weighed by what stands around them:

- A negation shortly before turns what is pleasant ("not happy" is sad) and fear ("not afraid") at half the weight;
  other denied feelings count for nothing, as "not angry" does not say what is felt instead.
- Words of degree before it change its intensity ("very", "a bit"); capitals and exclamation marks add to it.
- What is wished, asked or supposed ("if I were sad") counts half.
- What a sentence says of others, and not of who speaks, counts less: "she was sad" a little, "you must be excited" next
  to nothing.
- Praise ("that's amazing") and liking ("I love tea") are no feelings of the moment; courtesies ("no worries", "happy to
  help") say nothing. Names, code and addresses are passed over.

The emotion that has most weight is the primary one; others with at least a third of that are secondary.

What it cannot tell: irony, feelings that no word names, whose they are where several people are spoken of in one
sentence, the absence of any feeling, and any language but English (emoji apart). With too little to go by it says
UNKNOWN, and gives no numbers; it never says NEUTRAL.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.feeling_words import EMOJI, GROUPS, IDIOMS, LIKING, NO_FEELING, PRAISE
from memory_desktop.core.patterns import later

#: Name and version of the method, and of the space of its vectors.
METHOD = "words@1"
SPACE = "emotion@1"


class EmotionType(StrEnum):
    """The emotions that are told apart: eight basic ones, the absence of any, and what cannot be told."""

    NEUTRAL = "neutral"
    JOY = "joy"
    TRUST = "trust"
    FEAR = "fear"
    SURPRISE = "surprise"
    SADNESS = "sadness"
    DISGUST = "disgust"
    ANGER = "anger"
    ANTICIPATION = "anticipation"
    UNKNOWN = "unknown"


#: The emotions that have a place of their own in a vector, in its order.
BASIC = tuple(one for one in EmotionType if one not in (EmotionType.NEUTRAL, EmotionType.UNKNOWN))
#: What a word whose feeling is denied is taken for; of all others a denial says nothing.
_OPPOSITE = {
    EmotionType.JOY: EmotionType.SADNESS,
    EmotionType.TRUST: EmotionType.FEAR,
    EmotionType.FEAR: EmotionType.TRUST,
}
_PIECE_OF = r"[^\W\d_]+(?:'[^\W\d_]+)?|[!?]+|[.;,\n]"
_TOKEN = later(_PIECE_OF)
_SENTENCE = later(r"[^.;!?\n]+[.;!?\n]*")
# An address begins where a word does: looked for at each letter, a text without blanks takes quadratic time.
_CODE = later(
    r"```.*?```|`[^`\n]*`|https?://\S+|(?<!\S)[^\s@]+@\S+|\b\w+\.(?:py|js|ts|md|txt|json|com|org|net)\b", re.DOTALL
)
_NOT = frozenset(
    "not no never n't without hardly barely neither nor cannot can't cant isn't aren't wasn't weren't don't"
    " doesn't didn't won't wouldn't couldn't shouldn't ain't haven't hasn't hadn't".split()
)
_MORE = frozenset(
    "very so really extremely incredibly absolutely totally completely deeply super truly terribly"
    " awfully insanely utterly such especially quite".split()
)
_LESS = frozenset("bit little slightly somewhat kinda mildly rather fairly".split())
_SUPPOSED = frozenset("if hope hopes wish wishes would could might maybe perhaps unless i'd hopefully".split())
# "I can't stop crying" denies nothing.
_NOTHING_DENIED = frozenset("stop stopped help believe wait only just".split())
_OWN = frozenset("i i'm i've i'd i'll im ive me my mine myself we we're we've we'd we'll us our ours".split())
_YOU = frozenset("you you're you've you'd you'll your yours u".split())
_OTHERS = frozenset("he he's she she's they they're they've his her their him them people everyone".split())
#: Who speaks only in these speaks of others.
_SUPPOSING = later(
    r"\b(?:i(?:'m sure| bet| hope| guess| heard?| can imagine| imagine| understand| can see| see| think| know)"
    r"|(?:let|tell|show) me)\b"
)
#: With these a sentence judges what somebody showed or told.
_JUDGING = frozenset("that's that this this's these those it's sounds sound looks look what".split())
_NEAR = 3
#: Words of which it is remembered what they show.
_WORDS_KNOWN = 20_000
_NEGATED, _STRONGER, _WEAKER, _HALF = 0.5, 1.3, 0.6, 0.5
_OF_YOU, _OF_OTHERS, _PRAISED = 0.25, 0.5, 0.3
_LEAST, _SECONDARY = 0.25, 1 / 3
_SHOUTED = 0.12


@dataclass(frozen=True, slots=True)
class Feeling:
    """What is felt.

    Attributes:
        primary: the strongest emotion. secondary: others, strongest first.
        valence: from unpleasant (-1) to pleasant (1). arousal: from calm (0) to excited (1). intensity: [0, 1]. All
            three are None where the emotion is UNKNOWN.
        words: the words that say so, in their order.
    """

    primary: EmotionType = EmotionType.UNKNOWN
    secondary: tuple[EmotionType, ...] = ()
    valence: float | None = None
    arousal: float | None = None
    intensity: float | None = None
    words: tuple[str, ...] = ()
    method: str = METHOD


@dataclass(frozen=True, slots=True)
class _Sign:
    """A word that shows an emotion, as it stands in a text."""

    word: str
    emotion: EmotionType
    valence: float
    arousal: float
    weight: float


def felt(text: str) -> Feeling:
    """What a text says is felt; UNKNOWN where no word tells. See the module."""
    signs = list(_signs(text))
    total = sum(one.weight for one in signs)
    if not signs or total <= 0:
        return Feeling()
    weights: dict[EmotionType, float] = {}
    for one in signs:
        weights[one.emotion] = weights.get(one.emotion, 0.0) + one.weight
    ranked = sorted(weights, key=lambda emotion: (-weights[emotion], BASIC.index(emotion)))
    primary = ranked[0]
    strongest = max(one.weight for one in signs)
    if strongest < _LEAST:
        return Feeling()
    shouted = _SHOUTED * (min(2, text.count("!")) + (2 if _shouts(text) else 0))
    valence = sum(one.valence * one.weight for one in signs) / total
    arousal = sum(one.arousal * one.weight for one in signs) / total
    return Feeling(
        primary,
        tuple(one for one in ranked[1:] if weights[one] >= _SECONDARY * weights[primary]),
        round(max(-1.0, min(1.0, valence)), 3),
        round(max(0.0, min(1.0, arousal * (1 + shouted))), 3),
        round(max(0.0, min(1.0, strongest * (1 + shouted) + 0.02 * (len(signs) - 1))), 3),
        tuple(dict.fromkeys(one.word for one in signs)),
    )


def emotion_vector(feeling: Feeling) -> tuple[float, ...] | None:
    """The emotion as numbers in the space "emotion@1", of length 1; None for what cannot be told.

    Eight for the basic emotions (the primary one in full, the secondary ones by half), then valence, and arousal from
    -1 to 1.
    """
    if feeling.primary is EmotionType.UNKNOWN or feeling.valence is None or feeling.arousal is None:
        return None
    strength = feeling.intensity if feeling.intensity is not None else 0.5
    values = [0.0] * len(BASIC)
    for emotion, share in ((feeling.primary, 1.0), *((one, 0.5) for one in feeling.secondary)):
        if emotion in BASIC:
            values[BASIC.index(emotion)] = share * max(strength, 0.1)
    values += [feeling.valence, 2 * feeling.arousal - 1]
    length = math.sqrt(sum(value * value for value in values))
    return tuple(value / length for value in values) if length else None


def alike(space: str, one: Sequence[float], other_space: str, other: Sequence[float]) -> float:
    """The cosine of two vectors of length 1. Raises InvalidCommandError for vectors of two spaces."""
    if space != other_space or len(one) != len(other):
        raise InvalidCommandError(f"Vectors of {space} and of {other_space} cannot be compared.")
    return sum(a * b for a, b in zip(one, other, strict=True))


def emotion_of(text: str) -> EmotionType:
    """The emotion of this name; UNKNOWN for any other."""
    try:
        return EmotionType(text.strip().lower())
    except ValueError:
        return EmotionType.UNKNOWN


def _signs(text: str) -> Iterator[_Sign]:
    plain = _CODE.sub(" , ", text.replace("’", "'"))
    shouts = _shouts(plain)
    for match in _SENTENCE.finditer(plain):
        yield from _signs_of(match[0], shouts=shouts)


def _signs_of(sentence: str, *, shouts: bool) -> Iterator[_Sign]:
    """Those of one sentence, weighed by whose feelings it speaks of."""
    words = set(_TOKEN.findall(_SUPPOSING.sub(" ", sentence.lower())))
    own, asked = bool(words & _OWN), "?" in sentence
    share = _HALF if asked else 1.0
    if not own:
        share *= _OF_YOU if words & _YOU else _OF_OTHERS if words & _OTHERS else 1.0
    praising = not own and bool(words & (_JUDGING | _YOU))
    for char in sentence:
        found = EMOJI.get(char)
        if found is not None:
            yield _Sign(char, EmotionType(found[0]), *found[1:])
    for found_sign, praise in _read(_NOTHING.sub(" , ", sentence), names=not shouts):
        weight = found_sign.weight * share * (_PRAISED if praise and praising else 1.0)
        if weight > 0:
            yield replace(found_sign, weight=weight)


def _read(sentence: str, *, names: bool) -> Iterator[tuple[_Sign, bool]]:
    """(sign, is it praise) of each phrase and word that shows an emotion.

    Args:
        names: a word with a capital inside the sentence is a name.
    """
    near: list[str] = []  # the last words of the clause
    supposed = begun = False
    for match in _PHRASE_OR_TOKEN.finditer(sentence):
        word = match[0].lower()
        if word[0] in ".;,\n!?":
            near = [] if word != "," else near[-1:]
            supposed = not _SUPPOSED.isdisjoint(near)
            continue
        words = word.split()
        if match["phrase"] is not None:
            emotion, valence, arousal, weight = IDIOMS[" ".join(words)]
            known = EmotionType(emotion), valence, arousal, weight
            # What has its own denial ("can't wait") is denied by nothing before it.
            alone = any(one in _NOT for one in words)
            found = _placed(word, known, () if alone else near, supposed=supposed and not alone)
            if found is not None:
                yield found, False
        elif not (names and begun and match[0][0].isupper() and match[0][1:].islower()):
            looked_up = _looked_up(word)
            found = _placed(word, looked_up, near, supposed=supposed) if looked_up is not None else None
            if found is not None:
                yield found, word in _PRAISING
        begun = True
        near = [*near, *words][-_NEAR:]
        supposed = supposed or not _SUPPOSED.isdisjoint(words)


def _words_of(text: str) -> Iterator[str]:
    return (match[0] for match in _TOKEN.finditer(text))


def _placed(
    word: str, known: tuple[EmotionType, float, float, float], near: Sequence[str], *, supposed: bool
) -> _Sign | None:
    """A word with what stands before it; None where that takes away what it says.

    Args:
        near: the words just before it. supposed: something before it in the clause says that it is only supposed.
    """
    emotion, valence, arousal, weight = known
    if any(one in _MORE for one in near):
        weight *= _STRONGER
    if any(one in _LESS for one in near):
        weight *= _WEAKER
    if supposed:
        weight *= _HALF
    denied = any(one in _NOT or one.endswith("n't") for one in near)
    if denied and not any(one in _NOTHING_DENIED for one in near):
        opposite = _OPPOSITE.get(emotion)
        if opposite is None:
            return None
        emotion, valence, weight = opposite, -_NEGATED * valence, weight * _NEGATED
    return _Sign(word, emotion, valence, arousal, min(weight, 1.0))


@lru_cache(_WORDS_KNOWN)
def _looked_up(word: str) -> tuple[EmotionType, float, float, float] | None:
    for form in _forms(word) if word not in _SUPPOSED else ():
        found = _WORDS.get(form)
        if found is not None:
            return found
    return None


def _forms(word: str) -> Iterator[str]:
    """The word, and what it may be a form of."""
    yield word
    if word.endswith("'s"):
        yield word[:-2]
    for ending, instead in (
        ("ies", "y"),
        ("ied", "y"),
        ("ily", "y"),
        ("iness", "y"),
        ("es", ""),
        ("s", ""),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("ly", ""),
        ("ness", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)] + instead
            yield stem
            if len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]


def _shouts(text: str) -> bool:
    words = re.findall(r"[A-Za-z]{3,}", text)
    return len(words) >= 2 and sum(word.isupper() for word in words) >= len(words) / 2


_PRAISING = frozenset(PRAISE[1].split())
_WORDS: dict[str, tuple[EmotionType, float, float, float]] = {
    **{word: (EmotionType.JOY, *numbers) for numbers, words in (PRAISE, LIKING) for word in words.split()},
    **{
        word: (EmotionType(emotion), valence, arousal, weight)
        for emotion, valence, arousal, weight, words in GROUPS
        for word in words.split()
    },
}


def _any_of(phrases: Iterable[str]) -> str:
    longest_first = sorted(phrases, key=lambda one: (-len(one), one))
    either = "|".join(r"\s+".join(map(re.escape, one.split())) for one in longest_first)
    return rf"(?i:\b(?:{either})\b)"


_NOTHING = later(_any_of(NO_FEELING))
_PHRASE_OR_TOKEN = later(rf"(?P<phrase>{_any_of(IDIOMS)})|{_PIECE_OF}")
