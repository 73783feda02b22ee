"""Episodes: what is read from a turn of a conversation besides its words: topic, mood, weight and outcome.

A turn is an episode. What is read from it stands in the metadata of its first message, under "episode"; the words
themselves are that memory and its answers, and are not kept a second time. The method "rules@4" reads English:

- topic and subtopics: the telling words of both sides (`core.conversation.analysis`).
- emotional state and intensity: what the user's own words say (`core.layers.feelings`).
- phase: the first turn of a conversation opens it; a farewell in one of its last two turns closes it; else middle.
- interaction: "Support" where the user is in distress or asks for help with it, "Question" where they ask, else
  "Discussion"; None for a greeting alone.
- goal: what the user says they want, need or plan to do, or ask to be helped with.
- breakthrough, learning moment, relationship event: phrases that say so, unless they are denied. Emotional peak: a
  sentence of the user about themselves ("I", "my", "we") has an intensity of at least `PEAK`, exclamation marks aside;
  praise of others is none.
- score: min(1, 0.5 × salience + 0.15 for each flag). The salience is the greatest of the turn's messages: that of
  their items on the board; of a message that the board does not know (any more) that of its memory, where it was
  reinforced, or else what the board would give it (`core.layers.attending`).
- user satisfaction and goal achievement: what was handed over with the turn, else what the user says next (thanks,
  "that worked", "no, that is wrong"); inferred, and None where nothing tells, as between people.
- growth and concerns: the user's sentences that say so.

What nothing tells stays None or empty. What a person has corrected is named in `corrected`, and never read anew.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from memory_desktop.core.conversation.analysis import topics
from memory_desktop.core.conversation.corrections import corrects
from memory_desktop.core.conversation.cycles import MESSAGE_KIND
from memory_desktop.core.conversion import convert
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.extraction.sentences import pieces
from memory_desktop.core.layers.feelings import BASIC, EmotionType, Feeling, felt
from memory_desktop.core.layers.payload import LayerPayload, Minutes, Part, Score, payload_of, sentence
from memory_desktop.core.memory.records import Layer, Memory
from memory_desktop.core.patterns import later

KEY = "episode"
METHOD = "rules@4"
#: From this intensity an episode is an emotional peak.
PEAK = 0.7
#: The salience of a memory that nobody has given one.
UNSET_SALIENCE = 0.5
#: Weights of the score.
OF_SALIENCE, OF_A_FLAG = 0.5, 0.15
#: At most so many sentences of growth and of concern, each at most so long; and the longest goal.
_MOST, _LONGEST, _LONGEST_GOAL = 3, 240, 160


class Phase(StrEnum):
    """Where in its conversation an episode is."""

    OPENING = "Opening"
    MIDDLE = "Middle"
    CLOSING = "Closing"


class Interaction(StrEnum):
    """What an episode is to its user."""

    QUESTION = "Question"
    DISCUSSION = "Discussion"
    SUPPORT = "Support"


class EpisodeContent(Part, frozen=True):
    """What it is about. The words themselves are the turn's."""

    topic: str = ""
    subtopics: tuple[str, ...] = ()


class EpisodeContext(Part, frozen=True):
    """The mood, the place in the conversation, what kind of exchange it was, and to what end.

    The enumerations are texts here, so that one of a newer program is kept and shown as it is written.
    """

    emotional_state: str = EmotionType.UNKNOWN.value
    emotional_intensity: Score | None = None
    conversation_phase: str | None = None
    interaction_type: str | None = None
    goal_identified: str = ""


class Significance(Part, frozen=True):
    """Why it matters, and how much; see the module for the score."""

    breakthrough: bool = False
    emotional_peak: bool = False
    learning_moment: bool = False
    relationship_event: bool = False
    score: Score = 0.0

    @property
    def flags(self) -> tuple[str, ...]:
        """Names of those that are true."""
        return tuple(name for name in FLAGS if getattr(self, name))


class Outcomes(Part, frozen=True):
    """How it went; None: nothing tells. Both numbers are inferred unless somebody has set them."""

    user_satisfaction: Score | None = None
    goal_achievement: Score | None = None
    growth_indicators: tuple[str, ...] = ()
    concerns_raised: tuple[str, ...] = ()


class Episode(LayerPayload, frozen=True, kw_only=True):
    """See the module.

    Attributes:
        duration: minutes from the first to the last message; None where their times are the same.
        method: that read it. corrected: dotted names of the fields that a person has set.
        read_from: fingerprint of the messages; another one means that the turn says something else now.
    """

    key: ClassVar[str] = KEY
    kind: ClassVar[str] = MESSAGE_KIND
    layer: ClassVar[Layer] = Layer.EPISODIC
    duration: Minutes | None = None
    content: EpisodeContent = msgspec.field(default_factory=EpisodeContent)
    context: EpisodeContext = msgspec.field(default_factory=EpisodeContext)
    significance: Significance = msgspec.field(default_factory=Significance)
    outcomes: Outcomes = msgspec.field(default_factory=Outcomes)
    method: str = METHOD
    corrected: tuple[str, ...] = ()
    read_from: str = ""

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic and the subtopics."""
        return tuple(dict.fromkeys(one for one in (self.content.topic, *self.content.subtopics) if one))


FLAGS = ("breakthrough", "emotional_peak", "learning_moment", "relationship_event")
_PARTS: dict[str, type[Part]] = {
    "content": EpisodeContent,
    "context": EpisodeContext,
    "significance": Significance,
    "outcomes": Outcomes,
}
#: What a person may correct, by dotted name.
FIELDS = (
    "duration",
    *(f"{name}.{field.name}" for name, part in _PARTS.items() for field in msgspec.structs.fields(part)),
)
_CHOICES: dict[str, Sequence[str]] = {
    "context.emotional_state": [one.value for one in EmotionType],
    "context.conversation_phase": [one.value for one in Phase],
    "context.interaction_type": [one.value for one in Interaction],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A turn as the rules read it.

    Attributes:
        asked, answered: the words of both sides. people: a person answered, so both sides' words count.
        began, ended: times of the first and the last message. place, turns: from 1, of so many in the conversation.
        speakers: their names, which are no topics. salience: see the score.
        following: what the user says in the next turn, "" if none.
        satisfaction: as it was handed over with the turn.
        prints: content hashes of the messages, in order.
    """

    asked: str
    answered: str = ""
    people: bool = False
    speakers: tuple[str, ...] = ()
    began: datetime
    ended: datetime
    place: int = 1
    turns: int = 1
    salience: float = 0.5
    following: str = ""
    satisfaction: float | None = None
    prints: tuple[str, ...] = ()


def fingerprint(prints: Iterable[str]) -> str:
    """Of the messages that an episode is read from, by their content hashes, and of the method that read it."""
    return hashlib.sha256("\n".join((METHOD, *prints)).encode()).hexdigest()[:16]


def derived(told: Told, before: Episode | None = None) -> Episode:
    """The episode that a turn is. What was corrected of `before` stays as it was corrected."""
    feeling = felt(told.asked)
    both = f"{told.asked}\n{told.answered}" if told.people else told.asked
    goal = _goal(told.asked)
    found = _topics(told)
    minutes = (told.ended - told.began).total_seconds() / 60
    flags = {
        "breakthrough": _says(_BREAKTHROUGH, both),
        "emotional_peak": _peak(told.asked),
        "learning_moment": _says(_LEARNED, both),
        "relationship_event": _says(_RELATION, both),
    }
    episode = Episode(
        duration=round(minutes, 3) if minutes > 0 else None,
        content=EpisodeContent(topic=found[0] if found else "", subtopics=found[1:]),
        context=EpisodeContext(
            emotional_state=feeling.primary.value,
            emotional_intensity=feeling.intensity,
            conversation_phase=_phase(told),
            interaction_type=_interaction(told.asked, feeling),
            goal_identified=goal,
        ),
        significance=Significance(**flags, score=score(told.salience, flags.values())),
        outcomes=Outcomes(
            user_satisfaction=_satisfaction(told),
            goal_achievement=_achievement(told) if goal else None,
            growth_indicators=_sentences(_GROWTH, told.asked),
            concerns_raised=_sentences(_CONCERN, told.asked),
        ),
        read_from=fingerprint(told.prints),
    )
    return _with_corrections(episode, before, told.salience) if before is not None else episode


def score(salience: float, flags: Iterable[bool]) -> float:
    """The weight of an episode, in [0, 1]; see the module."""
    return round(min(1.0, OF_SALIENCE * max(0.0, min(1.0, salience)) + OF_A_FLAG * sum(flags)), 4)


def score_parts(episode: Episode, salience: float) -> tuple[float, tuple[str, ...]] | None:
    """What the weight of an episode is made of: the share of its salience, and each flag, which adds `OF_A_FLAG`; None
    where it is made of neither, as one that somebody has set.

    Args:
        salience: of the episode now; it counts only where the weight is at its end, and does not tell its parts.
    """
    if "significance.score" in episode.corrected:
        return None
    flags, whole = episode.significance.flags, episode.significance.score
    rest = round(whole - OF_A_FLAG * len(flags) if whole < 1 else OF_SALIENCE * max(0.0, min(1.0, salience)), 4)
    return (rest, flags) if 0 <= rest <= OF_SALIENCE else None


def stale(episode: Episode, prints: Iterable[str]) -> bool:
    """Was it read from other words than those that are there now, or by an older method?"""
    return episode.read_from != fingerprint(prints)


# --- corrections ----------------------------------------------------------------------------------------------------


def corrected(episode: Episode, changes: dict[str, Any], salience: float) -> Episode:
    """The episode after a person has set fields, given by dotted name. A changed flag moves the score by what a flag
    weighs, unless that was set itself; nothing else does.

    Args:
        salience: of the episode now; it counts only where the score is at its end, and does not tell its parts.

    Raises:
        InvalidCommandError: naming a field that there is not, or whose value does not fit.
    """
    plain = msgspec.to_builtins(msgspec.structs.replace(episode))
    for name, value in changes.items():
        if name not in FIELDS:
            raise InvalidCommandError(f"{name} is no field of an episode that can be corrected.")
        known = _CHOICES.get(name)
        if known is not None and value is not None and value not in known and value != value_of(episode, name):
            raise InvalidCommandError(f"{name} has to be one of {', '.join(known)}.")
        *part, field = name.split(".")
        target = plain.setdefault(part[0], {}) if part else plain
        target[field] = list(value) if isinstance(value, tuple) else value
    plain["corrected"] = [*dict.fromkeys((*episode.corrected, *changes))]
    if "significance.score" not in plain["corrected"]:
        weights = plain.setdefault("significance", {})
        before, now = (sum(map(bool, flags)) for flags in (_flags(episode), map(weights.get, FLAGS)))
        if now != before:
            was = episode.significance.score
            rest = was - OF_A_FLAG * before if was < 1 else OF_SALIENCE * salience
            weights["score"] = round(max(0.0, min(1.0, rest + OF_A_FLAG * now)), 4)
    try:
        return convert(plain, Episode)
    except msgspec.ValidationError as error:
        raise InvalidCommandError(sentence(str(error))) from error


def _with_corrections(episode: Episode, before: Episode, salience: float) -> Episode:
    kept = {name: value_of(before, name) for name in before.corrected if name in FIELDS}
    if not kept:
        return episode
    made = episode
    for name, value in kept.items():
        *part, field = name.split(".")
        if part:
            made = msgspec.structs.replace(
                made, **{part[0]: msgspec.structs.replace(getattr(made, part[0]), **{field: value})}
            )
        else:
            made = msgspec.structs.replace(made, **{field: value})
    weights = made.significance
    if "significance.score" not in kept:
        weights = msgspec.structs.replace(weights, score=score(salience, _flags(made)))
    return msgspec.structs.replace(made, significance=weights, corrected=before.corrected)


def _flags(episode: Episode) -> list[bool]:
    return [bool(getattr(episode.significance, name)) for name in FLAGS]


def value_of(episode: Episode, name: str) -> Any:
    """A field of an episode by its dotted name, as "content.topic"."""
    value: Any = episode
    for part in name.split("."):
        value = getattr(value, part)
    return value


# --- vectors --------------------------------------------------------------------------------------------------------

#: (valence, arousal) of an emotion that a person has named, where the words themselves tell none.
_TYPICAL = {
    EmotionType.NEUTRAL: (0.0, 0.3),
    EmotionType.JOY: (0.8, 0.6),
    EmotionType.TRUST: (0.5, 0.35),
    EmotionType.FEAR: (-0.65, 0.75),
    EmotionType.SURPRISE: (0.1, 0.8),
    EmotionType.SADNESS: (-0.7, 0.3),
    EmotionType.DISGUST: (-0.7, 0.5),
    EmotionType.ANGER: (-0.7, 0.8),
    EmotionType.ANTICIPATION: (0.4, 0.6),
}


def feeling_of(state: str, intensity: float | None, words: str = "") -> Feeling:
    """The feeling that an episode stands for: that of the words where they say the same emotion, else the typical one
    of that emotion; UNKNOWN for any other name."""
    said = felt(words) if words else Feeling()
    if said.primary.value == state:
        return said
    known = next((one for one in (*BASIC, EmotionType.NEUTRAL) if one.value == state), None)
    if known is None:
        return Feeling()
    valence, arousal = _TYPICAL[known]
    return Feeling(known, (), valence, arousal, intensity if intensity is not None else 0.5, ())


def topic_text(episode: Episode) -> str:
    """What the topic vector is made of; "" where there is no topic."""
    return topics_text((episode.content.topic, *episode.content.subtopics))


def topics_text(topics: Iterable[str]) -> str:
    """The same of a topic and its subtopics, in this order."""
    return ", ".join(dict.fromkeys(one for one in topics if one))


def salience_of(messages: Sequence[Memory]) -> float:
    """The greatest of a turn's messages, in [0, 1]."""
    return max((min(1.0, one.salience) for one in messages), default=UNSET_SALIENCE)


def episode_of(messages: Sequence[Memory]) -> str:
    """The id of the episode that the turn with these messages is; "" where it is none yet."""
    for one in messages:
        payload = payload_of(one, Episode)
        if payload is not None and payload.read_from:
            return payload.origin or one.line
    return ""


# --- rules ----------------------------------------------------------------------------------------------------------


def _words(*phrases: str) -> re.Pattern[str]:
    return later(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)


_NOT = r"(?:n['’]t|not|never|no|nothing|hardly|barely|yet to|without|if|wish|hope|hoping|would|might)"
_DENIED = later(rf"(?:\b|(?<=[a-z])){_NOT}\W+(?:\w+\W+){{0,3}}$", re.IGNORECASE)
_BREAKTHROUGH = _words(
    r"I(?:['’]ve| have)? (?:just |finally |suddenly )*(?:reali[sz]ed|figured (?:it|this|that) out|cracked it)",
    r"(?:it|that|this|everything) (?:all |finally |suddenly |just |really )*(?:makes|made) (?:so much |"
    r"total |perfect )?"
    r"sense now",
    r"(?:it|that|this) (?:finally|suddenly|just) (?:makes sense|made sense|clicked|hit me)",
    r"(?:it|that) (?:all )?clicked(?: for me)?",
    r"now I (?:finally |really )*(?:understand|get it|see (?:it|why|how|what))",
    r"(?:a|my|big|huge|major|real) breakthrough",
    r"(?:an|my) (?:aha|eureka|lightbulb|light[- ]bulb) moment",
    r"aha(?=!)|eureka",
)
_LEARNED = _words(
    r"I(?:['’]ve| have)? (?:just |really |also |finally |recently )*(?:learned|learnt)(?! (?:to drive|"
    r"of (?:her|his|the) "
    r"death))",
    r"(?:it|that|this|he|she|they) (?:has |really )?taught me",
    r"I (?:did not|didn['’]t) know (?:that|about|you|it|there|this)",
    r"I (?:had )?never (?:knew|known|thought of|heard of) (?:that|it|this)",
    r"good to know|TIL|thanks for explaining|thank you for explaining|that explains (?:it|why|a lot)",
)
_RELATION = _words(
    r"(?:we|I)(?:['’]ve| have|['’]re| are|['’]m| am)? (?:just |finally |recently |now )*"
    r"(?:got|get|getting|been) (?:married|engaged|divorced)",
    r"(?:we|I)(?:['’]re|['’]m| are| am) (?:now )?(?:married|engaged|divorced|pregnant)",
    r"(?:broke|broken|split) up with|we (?:broke|split) up|(?:we|I)(?:['’]re| are)? (?:getting )?back together",
    r"(?:our|my) (?:wedding|engagement|divorce)(?! (?:dress|photos?|pictures?|guests?))|(?:our|my) \w* ?anniversary",
    r"(?:proposed to (?:me|her|him)|(?:she|he) said yes)",
    r"(?:we|I)(?:['’]ve| have)? (?:just |finally |recently )*(?:moved in together|adopted|made up|reconciled)",
    r"(?:gave birth|our (?:first )?(?:baby|child) was born|became (?:a )?(?:mother|father|parents?|mom|dad))",
    r"(?:you(?:['’]re| are)|(?:she|he)(?:['’]s| is)) (?:now )?my best friend|I trust you|you can trust me",
    r"(?:passed away|died|lost (?:my|his|her|our) (?:mother|father|mom|mum|dad|husband|wife|brother|"
    r"sister|son|daughter"
    r"|grandmother|grandfather|grandma|grandpa|friend|dog|cat))",
)
_GROWTH = _words(
    r"I(?:['’]m| am| feel) (?:so |really |very )?proud of (?:myself|how|what|the progress)",
    r"I(?:['’]ve| have)? finally (?:managed|finished|overcame|overcome|completed|passed|stood up|did it)",
    r"I(?:['’]ve| have)? (?:managed to|overcame|overcome) ",
    r"I(?:['’]ve| have) (?:really )?(?:grown|come a long way|overcome|improved|gotten better|got better|become more)",
    r"I(?:['’]m| am) (?:getting|becoming|growing) (?:\w+ )?(?:better|stronger|calmer|braver|healthier|confident)",
    r"I used to [^.!?]{3,60}(?:but|and) now",
    r"for the first time(?: in (?:years|months|my life|ages|a long time))?,? I",
    r"it(?:['’]s| has| is) (?:really )?(?:helped|helping) me (?:to )?(?:grow|accept|understand|become|feel more)",
    r"gave me (?:the )?(?:courage|confidence|strength)",
)
_CONCERN = _words(
    r"suicid\w*|self[- ]?harm\w*|kill(?:ing)? myself|hurt(?:ing)? myself|end (?:my life|it all)|don['’]t want to live",
    r"panic attacks?|overdos\w+|relaps\w+|eating disorder|anorexi\w+|bulimi\w+",
    r"chest pains?|can['’]t breathe|faint(?:ed|ing)|heart attack|stroke|seizures?|tumou?r|cancer|diabetes|concussion",
    r"diagnosed with|allergic reaction|emergency room|in (?:the )?hospital|rushed to (?:the )?hospital",
    r"(?:I(?:['’]m| am)|I(?:['’]ve| have) been|feeling|felt|feel) (?:so |really |very )?depressed"
    r"|my (?:depression|anxiety|addiction)|insomnia|burn(?:ed|t) out|burnout",
    r"abus(?:e|ed|ive)|assault\w*|threaten(?:ed|ing|s)? (?:me|us)|stalk(?:ed|ing)|unsafe|domestic violence",
    r"can(?:no|['’])t (?:sleep|eat|cope|go on)(?! without)",
)
_DISTRESS = _words(
    r"I(?:['’]m| am|['’]ve been| have been| feel| felt) (?:(?!not|never|less)\w+ ){0,2}(?:struggling|"
    r"overwhelmed|stressed|exhausted|lost|"
    r"alone|lonely|hopeless|worried|scared|anxious|depressed|devastated|heartbroken|burn(?:ed|t) out|upset)",
    r"I (?:need|could use|would like) (?:some |your )?(?:help|support|advice|someone to talk to)",
    r"(?:having|going through|been through|had) (?:a |such a |some )?(?:hard|tough|rough|difficult|"
    r"bad) (?:time|times|day|week)",
)
_FAREWELL = _words(
    r"(?:good)?bye|bye[- ]bye|see (?:you|ya)(?! at (?:work|home))|talk (?:to you )?(?:soon|later|tomorrow)|catch you "
    r"later|good ?night|take care|have a (?:good|great|nice|lovely|wonderful) (?:one|day|night|evening|"
    r"weekend|time|trip)",
    r"(?:speak|chat) (?:soon|later)|until next time|ttyl|that(?:['’]s| is) all(?: for (?:now|today))?|"
    r"gotta (?:go|run)|"
    r"(?:have|need|got) to (?:go|run) now",
)
_GREETING = later(
    r"^\W*(?:hi|hey|hello|good (?:morning|evening|afternoon)|yo|hiya)\b(?:[\s,]+(?:there|again|all|\w+))?\W*"
    r"(?:(?:how are you|how['’]s it going|what['’]s up)[^?]*\?\W*)?$",
    re.IGNORECASE,
)
_OWN = later(r"\b(?:I|me|my|we|our|us|I['’]\w+|[Ww]e['’]\w+|My|We|Our)\b")
_ASKS = later(
    r"^(?:what|when|where|which|who|whom|whose|why|how|can|could|would|will|do|does|did|is|are|was|were|should|may)\b",
    re.IGNORECASE,
)
_WANT = later(
    r"\b(?:my (?:goal|aim|plan|dream) is to|I(?:['’]m| am) (?:trying|planning|hoping|aiming|looking|"
    r"working) (?:to|on)|"
    r"I (?:really |just |also |still )*(?:want|need|plan|hope|intend|have) to|I(?:['’]d|"
    r" would) (?:really )?(?:like|love)"
    r" to|I(?:['’]ve| have) decided to|I(?:['’]m| am) going to|(?:can|could|would) you (?:please )?(?:help me(?: to)?|"
    r"explain|show me|tell me|write|find|make|give me)|(?:please )?help me(?: to)?|how (?:do|can|should|would) I)\s+"
    r"([^.!?;\n]{3,200})",
    re.IGNORECASE,
)
_NO_GOAL = later(
    r"^(?:say|admit|be honest|ask|know|go|run|tell you|thank|agree|laugh|confess|(?:hear|see|know) (?:it|"
    r"that|more))\b",
    re.IGNORECASE,
)
_PLEASED = _words(
    r"thanks?(?: you| a lot| so much)?|thank you|perfect|that(?:['’]s| is) (?:great|perfect|exactly|"
    r"very helpful|helpful)|"
    r"exactly what I|(?:very|so|really) helpful|that helps|that (?:worked|works)|it (?:worked|works)(?: now)?|awesome|"
    r"brilliant|love it"
)
_DISPLEASED = _words(
    r"(?:that|this|it) (?:did not|didn['’]t|does not|doesn['’]t|still doesn['’]t) (?:work|help)|"
    r"not (?:helpful|what I)|"
    r"useless|you(?:['’]re| are) not listening|that(?:['’]s| is) (?:wrong|not right|not it)|"
    r"still (?:broken|wrong|stuck)"
)
_ROUNDS = 4
_NOUNS_IN_LY = frozenset(
    "family italy july assembly anomaly monopoly supply reply jelly belly ally fly lily butterfly".split()
)
_NO_TOPIC = frozenset(
    "agree agreed agrees agreeing incredible tough easy hard seeing finding helping bringing brings bring welcome"
    " talked chatting chat inspire inspired inspiring spreading cherish whatever difference impact experience"
    " experiences wonder bet worth certain whole entire favorite favourite special super kinda gotta gonna y'all"
    " must've should've picture pictures photo photos pic pics moment moments cool totally exact exactly luck chance"
    " awesome challenging".split()
)
_NAME = later(r"\b[A-Z][a-z]{2,}\b")
_REACHED = _words(
    r"(?:it|that) (?:works|worked|did it|did the trick)(?: now)?|(?:that|it)(?:['’]s| is) (?:solved|fixed|"
    r"done)|I (?:did "
    r"it|made it|got it (?:working|done)|(?:finally )?managed|solved it|fixed it|finished (?:it)?)|problem solved|"
    r"thanks,? (?:that|it) (?:works|worked|helped)"
)
_MISSED = _words(
    r"(?:it|that) (?:still )?(?:does not|doesn['’]t|did not|didn['’]t) work|no luck|I (?:gave up|give up|"
    r"failed)|still "
    r"(?:not working|broken|stuck|failing)|same (?:error|problem)"
)


def _peak(text: str) -> bool:
    own = (one.rstrip("!").strip() for one in pieces(text) if _OWN.search(one) and not one.rstrip().endswith("?"))
    return any((felt(one).intensity or 0.0) >= PEAK for one in own)


def _says(pattern: re.Pattern[str], text: str) -> bool:
    return any(_affirmed(pattern, sentence) for sentence in pieces(text))


def _affirmed(pattern: re.Pattern[str], sentence: str) -> bool:
    """Does a sentence say so, as no question, and with no denial shortly before?"""
    if sentence.rstrip().endswith("?"):
        return False
    return any(not _DENIED.search(sentence[: match.start()]) for match in pattern.finditer(sentence))


def _sentences(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    found = [sentence.strip() for sentence in pieces(text) if _affirmed(pattern, sentence)]
    return tuple(_short(one, _LONGEST) for one in dict.fromkeys(found))[:_MOST]


def _topics(told: Told) -> tuple[str, ...]:
    """What it is about; those who speak are not."""
    nobody = _called({word for name in told.speakers for word in name.lower().split()}, told)
    found: tuple[str, ...] = ()
    for _ in range(_ROUNDS):
        asked, answered = (_without(text, nobody) for text in (told.asked, told.answered))
        found = topics(asked, answered or None)
        idle = {word for one in found for word in one.split() if all(map(_says_no_topic, one.split()))}
        if not idle:
            return found
        nobody |= idle
    return tuple(one for one in found if not all(map(_says_no_topic, one.split())))


def _called(names: set[str], told: Told) -> set[str]:
    """Names, and the short forms of them that are written in a turn: "Theo" for "Theodora"."""
    written = (word.lower() for word in _NAME.findall(f"{told.asked} {told.answered}"))
    return names | {one for one in written if any(name.startswith(one) for name in names)}


def _says_no_topic(word: str) -> bool:
    """Is it a word of how somebody feels or thinks of something, not of what?"""
    adverb = word.endswith("ly") and word not in _NOUNS_IN_LY
    return word in _NO_TOPIC or adverb or bool(felt(word).words)


def _without(text: str, nobody: Iterable[str]) -> str:
    for word in nobody:
        text = re.sub(rf"\b{re.escape(word)}(?:['’]s)?\b", ",", text, flags=re.IGNORECASE)
    return text


def _phase(told: Told) -> str:
    if told.place <= 1:
        return Phase.OPENING.value
    if told.place >= told.turns - 1 and _FAREWELL.search(f"{told.asked}\n{told.answered}"):
        return Phase.CLOSING.value
    return Phase.MIDDLE.value


def _interaction(asked: str, feeling: Feeling) -> str | None:
    text = asked.strip()
    if _GREETING.match(text):
        return None
    low = feeling.valence is not None and feeling.valence <= -0.3 and (feeling.intensity or 0.0) >= 0.45
    if _says(_DISTRESS, text) or (low and re.search(r"\b(?:I|my|me|I['’]\w+)\b", text)):
        return Interaction.SUPPORT.value
    sentences = pieces(text)
    asks = sum(one.rstrip(" \"'”’)").endswith("?") for one in sentences)
    if asks and (len(sentences) <= 3 or asks * 2 >= len(sentences)):
        return Interaction.QUESTION.value
    if len(sentences) == 1 and _ASKS.match(text) and not text.endswith(("!", ".")):
        return Interaction.QUESTION.value
    return Interaction.DISCUSSION.value


def _goal(asked: str) -> str:
    for match in _WANT.finditer(asked):
        what = match[1].strip(" ,:-")
        if len(what.split()) >= 2 and not _NO_GOAL.match(what):
            return _short(what, _LONGEST_GOAL)
    return ""


def _satisfaction(told: Told) -> float | None:
    if told.satisfaction is not None:
        return max(0.0, min(1.0, told.satisfaction))
    start = " ".join(pieces(told.following)[:2])
    if not start or told.people:
        return None  # between people, thanks and noes are of other things than the answer
    if _DISPLEASED.search(start) or corrects(start):
        return 0.2
    return 0.8 if _says(_PLEASED, start) else None


def _achievement(told: Told) -> float | None:
    """How near the goal came: what is said in this turn, and in the next one."""
    for text in (" ".join(pieces(told.following)[:3]), told.asked):
        if _MISSED.search(text):
            return 0.0
        if _says(_REACHED, text):
            return 1.0
    return None


def _short(text: str, longest: int) -> str:
    clean = " ".join(text.split())
    return clean if len(clean) <= longest else f"{clean[: longest - 1].rstrip()}…"
