"""Emotional memory: what was felt, about what, what helped; and the patterns in it.

An emotional event is one moment. Its numbers are read from words (`core.layers.feelings`) or given by somebody; what
was given is marked with who gave it, and nothing that is computed overwrites it. A person's word also stands against
an agent's.

Patterns are computed from events, the same in whatever order these came. Two events are alike if their emotion and
their topic are the same.

- An event recurs if it is at least the third of its like within 90 days.
- Its frequency is how many of its like there were in the 90 days up to it, for 30 days; None for a single one.
- Its typical duration is the median time, in minutes, from one of its like to the next event of this user with another
  emotion in the same conversation, where that came within a day.
- Its typical resolution is the approach after which the mood most often rose.
- A user's baseline mood is the median valence; triggers are topics of at least two events, most frequent first.
- How well an approach supports is the mean effectiveness where it was tried; one helps if it was tried twice or more
  and that mean is at least 0.6. Where nobody said how effective a response to something unpleasant was, the change of
  mood says it: (1 + shift) / 2, within [0, 1].

With fewer than five events of a user nothing more is said than which of them recur: not enough yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.feelings import EmotionType, Feeling, emotion_of, emotion_vector, felt
from memory_desktop.core.layers.payload import Count, LayerPayload, Minutes, Part, Score, Valence
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.records import Layer

KIND, PATTERN_KIND = "emotion", "emotional_pattern"
#: Name and version of the rules of this module.
RULES = "rules@1"
#: From so many events of a user on, patterns are told.
ENOUGH = 5
RECURS_WITHIN, RECURRING = timedelta(days=90), 3
_LASTS_AT_MOST = timedelta(days=1)
_HELPS, _TRIED = 0.6, 2
_CLEAR = 0.2
_TRIGGERS, _WORDS = 10, 30

#: How much better (up to 2) or worse (down to -2) the mood is afterwards: valence after minus valence before.
Shift = Annotated[float, msgspec.Meta(ge=-2.0, le=2.0)]


class EmotionData(Part, frozen=True, kw_only=True):
    """What was felt.

    Attributes:
        primary_emotion, secondary_emotions: names of `EmotionType`; others are kept and shown as they are.
        intensity, valence, arousal: None only where the emotion is unknown.
        method: what read it from words; "" where somebody gave it all. words: those that say it.
    """

    primary_emotion: str
    secondary_emotions: tuple[str, ...] = ()
    intensity: Score | None = None
    valence: Valence | None = None
    arousal: Score | None = None
    method: str = ""
    words: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Is it an emotion, and not the word for what cannot be told?"""
        return self.primary_emotion != EmotionType.UNKNOWN

    @property
    def feeling(self) -> Feeling:
        """It as the method of words gives it, for a vector; emotions of other names count as unknown."""
        others = tuple(emotion_of(one) for one in self.secondary_emotions)
        return Feeling(emotion_of(self.primary_emotion), others, self.valence, self.arousal, self.intensity, self.words)


class TriggerContext(Part, frozen=True, kw_only=True):
    """The circumstances: the conversation, its phase, what the user wanted; and the words in which it was felt, as they
    were said: all that was recorded by hand, or a sentence of a turn."""

    thread: str = ""
    phase: str = ""
    goal: str = ""
    note: str = ""


class Trigger(Part, frozen=True, kw_only=True):
    """What set it off. `preceding_events`: ids of the memories of what came before."""

    topic: str = ""
    context: TriggerContext = msgspec.field(default_factory=TriggerContext)
    preceding_events: tuple[str, ...] = ()


class Response(Part, frozen=True, kw_only=True):
    """What was done about it.

    Attributes:
        assistant_approach: how the assistant responded, as "listening" or "advice". effectiveness: how well that was.
        user_feedback: the user's own words on it. emotional_shift: the change of mood afterwards; see `Shift`.
        method: the rules that told approach and shift; "" where somebody did.
    """

    assistant_approach: str = ""
    effectiveness: Score | None = None
    user_feedback: str = ""
    emotional_shift: Shift | None = None
    method: str = ""


class EmotionalEvent(LayerPayload, frozen=True, kw_only=True):
    """See the module.

    Attributes:
        given: by name of a field ("valence", "topic"), who gave it; the others were read by rules.
        declined: somebody retired it, so that it is not made again from the same words.
    """

    key: ClassVar[str] = "emotional_event"
    kind: ClassVar[str] = KIND
    layer: ClassVar[Layer] = Layer.EMOTIONAL
    emotion_data: EmotionData
    trigger: Trigger = msgspec.field(default_factory=Trigger)
    response: Response = msgspec.field(default_factory=Response)
    given: dict[str, str] = msgspec.field(default_factory=dict)
    declined: bool = False


class EventPatterns(Part, frozen=True, kw_only=True):
    """What an event has in common with others; a reading, never stored. None: not known."""

    is_recurring: bool = False
    frequency: float | None = None
    typical_duration: Minutes | None = None
    typical_resolution: str = ""


class EmotionalPattern(LayerPayload, frozen=True, kw_only=True):
    """What the events of one user come to. None and nothing: not enough yet.

    Attributes:
        events: how many it was computed from. baseline_mood: their median valence. mood_range: the quartiles of it.
        pleasant, unpleasant: events whose valence is clearly above, or below, 0.
        support_effectiveness: by approach, [0, 1], of those whose effect was measured. support_measured, support_tried:
            how often it was measured, and how often the approach was tried.
    """

    key: ClassVar[str] = PATTERN_KIND
    kind: ClassVar[str] = PATTERN_KIND
    layer: ClassVar[Layer] = Layer.EMOTIONAL
    events: Count = 0
    baseline_mood: Valence | None = None
    mood_range: tuple[Valence, ...] = ()
    pleasant: Count = 0
    unpleasant: Count = 0
    emotional_triggers: tuple[str, ...] = ()
    coping_preferences: tuple[str, ...] = ()
    support_effectiveness: dict[str, Score] = msgspec.field(default_factory=dict)
    support_measured: dict[str, Count] = msgspec.field(default_factory=dict)
    support_tried: dict[str, Count] = msgspec.field(default_factory=dict)
    emotional_vocabulary: tuple[str, ...] = ()
    method: str = RULES

    @property
    def enough(self) -> bool:
        """Are there events enough to say something?"""
        return self.events >= ENOUGH


class EmotionEdit(Part, frozen=True, kw_only=True):
    """What somebody gives of an event, at first or later; what is not given stays."""

    primary_emotion: str | UnsetType = UNSET
    secondary_emotions: tuple[str, ...] | UnsetType = UNSET
    intensity: Score | UnsetType = UNSET
    valence: Valence | UnsetType = UNSET
    arousal: Score | UnsetType = UNSET
    topic: str | UnsetType = UNSET
    thread: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    goal: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    preceding_events: tuple[str, ...] | UnsetType = UNSET
    assistant_approach: str | UnsetType = UNSET
    effectiveness: Score | UnsetType | None = UNSET
    user_feedback: str | UnsetType = UNSET
    emotional_shift: Shift | UnsetType | None = UNSET


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event with its id, whose it is, and when it happened (UTC)."""

    id: str
    user_id: str
    timestamp: datetime
    event: EmotionalEvent

    @property
    def like(self) -> tuple[str, str]:
        """What events that are alike have in common."""
        return self.event.emotion_data.primary_emotion, " ".join(self.event.trigger.topic.casefold().split())


# --- one event ------------------------------------------------------------------------------------------------------

_EMOTION = ("primary_emotion", "secondary_emotions", "intensity", "valence", "arousal")
_NUMBERS = ("intensity", "valence", "arousal")
_CONTEXT = ("thread", "phase", "goal", "note")
_RESPONSE = ("assistant_approach", "effectiveness", "user_feedback", "emotional_shift")


def read_words(text: str) -> EmotionData:
    """What a text says is felt, as an event keeps it."""
    found = felt(text)
    return EmotionData(
        primary_emotion=found.primary.value,
        secondary_emotions=tuple(one.value for one in found.secondary),
        intensity=found.intensity,
        valence=found.valence,
        arousal=found.arousal,
        method=found.method,
        words=found.words,
    )


def told(event: EmotionalEvent) -> str:
    """The text of an event's memory, by which it is found: emotion, topic, and the words in which it was felt."""
    about = f" about {event.trigger.topic}" if event.trigger.topic else ""
    head = f"{event.emotion_data.primary_emotion.capitalize()}{about}"
    note = event.trigger.context.note
    return f"{head}: {note}" if note else head


def told_pattern(pattern: EmotionalPattern) -> str:
    """The text of the memory of a user's patterns."""
    lines = ["Emotional patterns"]
    if not pattern.enough:
        return f"{lines[0]}: not enough yet"
    if pattern.baseline_mood is not None:
        lines.append(f"Usual mood: median valence {pattern.baseline_mood:+.2f}")
    for title, words in (
        ("Triggers", pattern.emotional_triggers),
        ("What helps", pattern.coping_preferences),
        ("Words for feelings", pattern.emotional_vocabulary),
    ):
        if words:
            lines.append(f"{title}: {', '.join(words)}")
    return "\n".join(lines)


def recorded(text: str, given: EmotionEdit, by: str) -> EmotionalEvent:
    """A new event from a text, in which what is given stands in place of what the words tell.

    Raises:
        InvalidCommandError: the emotion is known, but not all of its numbers.
    """
    context = TriggerContext(note=canonical_text(text))
    read = EmotionalEvent(emotion_data=read_words(text), trigger=Trigger(context=context))
    return edited(read, given, by)


def edited(event: EmotionalEvent, change: EmotionEdit, by: str) -> EmotionalEvent:
    """The event with what somebody gives; the very same where that says nothing new.

    Args:
        by: who gives it: "user", or an agent, whose word does not take the place of a person's.

    Raises:
        InvalidCommandError: the emotion is known, but not all of its numbers; it is unknown, but a number is given; or
            a person has said otherwise.
    """
    new = {name: value for name, value in _values(change).items() if value is not UNSET}
    if new.get("primary_emotion") == EmotionType.UNKNOWN:
        told = [name for name in (*_NUMBERS, "secondary_emotions") if new.get(name) not in (None, ())]
        if told:
            raise InvalidCommandError(f"{', '.join(told)}: an unknown emotion has none.")
        new |= dict.fromkeys(_NUMBERS) | {"secondary_emotions": ()}
    old = fields_of(event)
    clean = {name: canonical_text(value) if name == "note" else _clean(value) for name, value in new.items()}
    changed = {name: value for name, value in clean.items() if value != old[name]}
    settled = {name for name, who in event.given.items() if who == _PERSON and by != _PERSON}
    for name in changed:
        if name in settled:
            raise InvalidCommandError(f"{name}: a person has given it, so it stays as it is.")
    given = {**event.given, **{name: by for name, value in new.items() if value is not None and name not in settled}}
    for name in changed:
        if new[name] is None:
            given.pop(name, None)
    made = complete(_with_fields(event, {**old, **changed}, given))
    return event if made == event else made


_PERSON = "user"


def complete(event: EmotionalEvent) -> EmotionalEvent:
    """The event itself. Raises InvalidCommandError naming what a known emotion lacks, or an unknown one has."""
    data = event.emotion_data
    if not data.primary_emotion:
        raise InvalidCommandError("primary_emotion: it needs a name.")
    numbers = {name: getattr(data, name) for name in _NUMBERS}
    lacking = [name for name, value in numbers.items() if value is None]
    if data.known and lacking:
        raise InvalidCommandError(
            f"{', '.join(lacking)}: needed for the emotion “{data.primary_emotion}”.",
            hint="Its words do not tell it, so it has to be given.",
        )
    if not data.known and len(lacking) < len(numbers):
        raise InvalidCommandError("primary_emotion: what is not known has no intensity, valence or arousal.")
    return event


def reread(event: EmotionalEvent, read: EmotionalEvent) -> EmotionalEvent:
    """The event as rules read it now, but for what somebody gave. The very same where that says nothing new."""
    kept = {name: value for name, value in fields_of(event).items() if name in event.given}
    if "primary_emotion" in event.given:  # the numbers belong to the emotion that was corrected
        kept |= {name: getattr(event.emotion_data, name) for name in _EMOTION}
    fresh = {**fields_of(read), **kept}
    if fresh["primary_emotion"] == EmotionType.UNKNOWN:
        return event
    made = _with_fields(event, fresh, event.given)
    data = msgspec.structs.replace(made.emotion_data, words=read.emotion_data.words, method=read.emotion_data.method)
    response = msgspec.structs.replace(made.response, method=read.response.method)
    made = complete(msgspec.structs.replace(made, emotion_data=data, response=response))
    return event if made == event else made


def _values(part: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__struct_fields__}


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(" ".join(one.split()) for one in value if one.strip()))
    return value


def fields_of(event: EmotionalEvent) -> dict[str, Any]:
    """What can be given of an event, by name."""
    data, trigger, response = event.emotion_data, event.trigger, event.response
    return {
        **{name: getattr(data, name) for name in _EMOTION},
        "topic": trigger.topic,
        **{name: getattr(trigger.context, name) for name in _CONTEXT},
        "preceding_events": trigger.preceding_events,
        **{name: getattr(response, name) for name in _RESPONSE},
    }


def _with_fields(event: EmotionalEvent, values: Mapping[str, Any], given: Mapping[str, str]) -> EmotionalEvent:
    replace = msgspec.structs.replace
    context = replace(event.trigger.context, **{name: values[name] for name in _CONTEXT})
    trigger = replace(
        event.trigger, topic=values["topic"], context=context, preceding_events=values["preceding_events"]
    )
    data = {name: values[name] for name in _EMOTION}
    data["primary_emotion"] = data["primary_emotion"].casefold()
    data["secondary_emotions"] = tuple(one.casefold() for one in data["secondary_emotions"])
    return replace(
        event,
        emotion_data=replace(event.emotion_data, **data),
        trigger=trigger,
        response=replace(event.response, **{name: values[name] for name in _RESPONSE}),
        given=dict(sorted(given.items())),
    )


def vector_of(event: EmotionalEvent) -> tuple[float, ...] | None:
    """The event in the space "emotion@1"; None where its emotion is unknown, or has another name than the method's."""
    return emotion_vector(event.emotion_data.feeling)


# --- patterns -------------------------------------------------------------------------------------------------------


def update_patterns(recent_emotions: Iterable[Occurrence]) -> tuple[EmotionalPattern, dict[str, EventPatterns]]:
    """(what the events of one user come to, by id of an event what it has in common with others)."""
    events = in_order(recent_emotions)
    return pattern_of(events), patterns_of(events)


def in_order(events: Iterable[Occurrence]) -> tuple[Occurrence, ...]:
    """By time, then id: so nothing depends on the order in which they came."""
    return tuple(sorted(events, key=lambda one: (one.timestamp, one.id)))


def pattern_of(events: Iterable[Occurrence]) -> EmotionalPattern:
    """What the events of one user come to; those whose emotion is unknown count for nothing."""
    known = [one for one in in_order(events) if one.event.emotion_data.known]
    if len(known) < ENOUGH:
        return EmotionalPattern(events=len(known))
    valences = [one.event.emotion_data.valence for one in known if one.event.emotion_data.valence is not None]
    support = _support(known)
    return EmotionalPattern(
        events=len(known),
        baseline_mood=round(median(valences), 3) if valences else None,
        mood_range=_quartiles(valences),
        pleasant=sum(map(pleasant, valences)),
        unpleasant=sum(map(unpleasant, valences)),
        emotional_triggers=_triggers(known),
        coping_preferences=tuple(
            approach
            for approach, found in sorted(support.items(), key=lambda item: (-_mean(item[1]), item[0]))
            if len(found) >= _TRIED and _mean(found) >= _HELPS
        ),
        support_effectiveness={approach: _mean(found) for approach, found in sorted(support.items())},
        support_measured={approach: len(found) for approach, found in sorted(support.items())},
        support_tried={approach: _tried(known, approach) for approach in sorted(support)},
        emotional_vocabulary=_vocabulary(known),
    )


def matching(
    events: Iterable[Occurrence],
    emotion: str = "",
    topic: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
) -> Iterator[Occurrence]:
    """Those of events, in their order, in which this emotion was felt first or second, whose topic has these words,
    whatever their case, and that happened from `since` on and before `until`."""
    felt_so, words = emotion.strip().casefold(), topic.casefold().split()
    for one in events:
        data, about = one.event.emotion_data, one.event.trigger.topic.casefold()
        if (
            (since is None or one.timestamp >= since)
            and (until is None or one.timestamp < until)
            and felt_so in ("", data.primary_emotion, *data.secondary_emotions)
            and all(word in about for word in words)
        ):
            yield one


def patterns_of(events: Iterable[Occurrence]) -> dict[str, EventPatterns]:
    """By id of an event, what it has in common with others of its user; of few events, only whether it recurs."""
    every = in_order(events)
    known = Counter(one.user_id for one in every if one.event.emotion_data.known)
    alike: dict[tuple[str, str, str], list[Occurrence]] = {}
    for one in every:
        alike.setdefault((one.user_id, *one.like), []).append(one)
    lasted = _durations(every)
    found: dict[str, EventPatterns] = {}
    for group in alike.values():
        if not group[0].event.emotion_data.known:
            found |= {one.id: EventPatterns() for one in group}
            continue
        enough = known[group[0].user_id] >= ENOUGH
        minutes = [lasted[one.id] for one in group if one.id in lasted]
        typical = round(median(minutes), 1) if enough and minutes else None
        resolution = _resolution(group) if enough else ""
        first = 0
        for number, one in enumerate(group):
            while one.timestamp - group[first].timestamp > RECURS_WITHIN:
                first += 1
            near = number - first + 1
            found[one.id] = EventPatterns(
                is_recurring=near >= RECURRING,
                frequency=round(near * 30 / RECURS_WITHIN.days, 3) if enough and near > 1 else None,
                typical_duration=typical,
                typical_resolution=resolution,
            )
    return found


def effectiveness_of(event: EmotionalEvent) -> float | None:
    """How well the response was, as somebody said, or else as the mood changed after something unpleasant."""
    response, valence = event.response, event.emotion_data.valence
    if response.effectiveness is not None:
        return response.effectiveness
    if response.emotional_shift is None or valence is None or valence >= 0:
        return None
    return round(min(1.0, max(0.0, (1 + response.emotional_shift) / 2)), 3)


def _support(events: Sequence[Occurrence]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for one in events:
        worked = effectiveness_of(one.event)
        if worked is not None and one.event.response.assistant_approach:
            found.setdefault(one.event.response.assistant_approach, []).append(worked)
    return found


def pleasant(valence: float) -> bool:
    """Is it clearly above 0?"""
    return valence > _CLEAR


def unpleasant(valence: float) -> bool:
    """Is it clearly below 0?"""
    return valence < -_CLEAR


def _quartiles(valences: Sequence[float]) -> tuple[float, ...]:
    if len(valences) < 2:
        return ()
    low, _, high = quantiles(valences, n=4, method="inclusive")
    return round(low, 3), round(high, 3)


def _tried(events: Sequence[Occurrence], approach: str) -> int:
    return sum(one.event.response.assistant_approach == approach for one in events)


def _mean(values: Sequence[float]) -> float:
    return round(sum(sorted(values)) / len(values), 3)


def _triggers(events: Sequence[Occurrence]) -> tuple[str, ...]:
    """Topics of two events or more; where it is written in several ways, as it was first."""
    counts = Counter(one.like[1] for one in events if one.like[1])
    written: dict[str, str] = {}
    for one in events:
        written.setdefault(one.like[1], one.event.trigger.topic)
    ranked = sorted(counts, key=lambda topic: (-counts[topic], topic))
    return tuple(written[topic] for topic in ranked if counts[topic] > 1)[:_TRIGGERS]


def _vocabulary(events: Sequence[Occurrence]) -> tuple[str, ...]:
    counts = Counter(word for one in events for word in set(one.event.emotion_data.words))
    return tuple(sorted(counts, key=lambda word: (-counts[word], word)))[:_WORDS]


def _durations(events: Sequence[Occurrence]) -> dict[str, float]:
    """By id, minutes until the next event with another emotion of this user and conversation, within a day; one whose
    emotion is unknown ends nothing."""
    following: dict[tuple[str, str], list[Occurrence]] = {}
    for one in (one for one in events if one.event.emotion_data.known):
        following.setdefault((one.user_id, one.event.trigger.context.thread), []).append(one)
    found: dict[str, float] = {}
    for row in following.values():
        later: Occurrence | None = None
        for before, one in zip([None, *reversed(row)], reversed(row), strict=False):
            if before is not None and before.like[0] != one.like[0]:
                later = before
            if later is not None and later.timestamp - one.timestamp <= _LASTS_AT_MOST:
                found[one.id] = (later.timestamp - one.timestamp).total_seconds() / 60
    return found


def _resolution(group: Sequence[Occurrence]) -> str:
    """The approach after which the mood rose most often; "" where it never did."""
    rose = Counter(
        one.event.response.assistant_approach
        for one in group
        if (one.event.response.emotional_shift or 0) > 0 and one.event.response.assistant_approach
    )
    return min(rose, key=lambda approach: (-rose[approach], approach), default="")


# --- what fits ------------------------------------------------------------------------------------------------------


def relevant(emotion: str, events: Iterable[Occurrence], k: int = 5) -> tuple[Occurrence, ...]:
    """Events in which an emotion was felt: as the strongest one first, then intensity, newest, id.

    An emotion that is unknown, or that nobody felt, gives nothing.
    """
    wanted = emotion.strip().casefold()
    if wanted in ("", EmotionType.UNKNOWN):
        return ()

    def order(one: Occurrence) -> tuple[int, float, float, str]:
        data = one.event.emotion_data
        return wanted != data.primary_emotion, -(data.intensity or 0.0), -one.timestamp.timestamp(), one.id

    fitting = (one for one in events if wanted in _emotions(one.event.emotion_data))
    return tuple(sorted(fitting, key=order)[: max(0, k)])


def _emotions(data: EmotionData) -> tuple[str, ...]:
    return data.primary_emotion, *data.secondary_emotions
