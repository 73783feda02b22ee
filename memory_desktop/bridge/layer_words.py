"""The window's words for what the layers keep: emotions, moods, phases, kinds of exchange and ways to respond.

These are data, the same in every vault, and English. Fields show and take the words of the language; what is not known
here, as somebody else's name of an emotion, stands as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.core.layers.emotional import EmotionalPattern
from memory_desktop.core.layers.emotional_plan import ADVICE, ENCOURAGEMENT, INFORMATION, LISTENING, QUESTION
from memory_desktop.core.layers.emotional_words import Mood, mood_of, ranked_support
from memory_desktop.core.layers.episodes import Interaction, Phase
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.layers.procedures import ProcedureType

_EMOTIONS: Mapping[str, str] = translated(
    {
        EmotionType.NEUTRAL.value: mark("neutral"),
        EmotionType.JOY.value: mark("joy"),
        EmotionType.TRUST.value: mark("trust"),
        EmotionType.FEAR.value: mark("fear"),
        EmotionType.SURPRISE.value: mark("surprise"),
        EmotionType.SADNESS.value: mark("sadness"),
        EmotionType.DISGUST.value: mark("disgust"),
        EmotionType.ANGER.value: mark("anger"),
        EmotionType.ANTICIPATION.value: mark("anticipation"),
        EmotionType.UNKNOWN.value: mark("unknown"),
    }
)
_APPROACHES: Mapping[str, str] = translated(
    {
        LISTENING: mark("listening"),
        ENCOURAGEMENT: mark("encouragement"),
        ADVICE: mark("advice"),
        QUESTION: mark("question"),
        INFORMATION: mark("information"),
    }
)
_PROCEDURES: Mapping[str, str] = translated(
    {
        ProcedureType.CONVERSATION.value: mark("Conversation"),
        ProcedureType.SUPPORT.value: mark("Support"),
        ProcedureType.TEACHING.value: mark("Teaching"),
    }
)
_MOODS: Mapping[Mood, str] = translated(
    {
        Mood.MIXED: mark("mixed"),
        Mood.PLEASANT: mark("pleasant"),
        Mood.UNPLEASANT: mark("unpleasant"),
        Mood.NEUTRAL: mark("neutral"),
    }
)


def procedure_type_word(name: str) -> str:
    """What a procedure is for."""
    return _PROCEDURES.get(name, name)


def emotion_word(name: str) -> str:
    """An emotion, in small letters where the language has them: "joy", "Freude"."""
    return _EMOTIONS.get(name, name)


def emotion_of(word: str) -> str:
    """The emotion that a word means which somebody typed; a name of an emotion as the data have it means itself."""
    return _meant(word, _EMOTIONS, word.strip().casefold())


def approach_word(name: str) -> str:
    """A way to respond to what somebody feels."""
    return _APPROACHES.get(name, name)


def approach_of(word: str) -> str:
    """The way to respond that a typed word means."""
    return _meant(word, _APPROACHES, " ".join(word.split()))


def _meant(word: str, words: Mapping[str, str], otherwise: str) -> str:
    wanted = " ".join(word.split()).casefold()
    return next((name for name, shown in words.items() if shown.casefold() == wanted), otherwise)


def phase_word(phase: str) -> str:
    """Where in its conversation an episode is."""
    words = {Phase.OPENING: tr("Opening", "phase"), Phase.MIDDLE: tr("Middle"), Phase.CLOSING: tr("Closing")}
    return words[Phase(phase)] if phase in list(Phase) else phase


def interaction_word(interaction: str) -> str:
    """What an episode is to its user."""
    words = {
        Interaction.QUESTION: tr("Question"),
        Interaction.DISCUSSION: tr("Discussion"),
        Interaction.SUPPORT: tr("Support"),
    }
    return words[Interaction(interaction)] if interaction in list(Interaction) else interaction


def mood_words(pattern: EmotionalPattern) -> str:
    """The usual mood in a word and in numbers; see `core.layers.emotional_words.mood_said`."""
    mood = mood_of(pattern)
    if mood is None or pattern.baseline_mood is None:
        return tr("not known")
    parts = [tr("median valence {value}", value=figure(pattern.baseline_mood, "+.2f"))]
    if pattern.mood_range:
        low, high = (figure(one, "+.2f") for one in pattern.mood_range)
        parts.append(tr("half of the events from {low} to {high}", low=low, high=high))
    if pattern.pleasant or pattern.unpleasant:
        parts.append(
            tr(
                "{pleasant} clearly pleasant, {unpleasant} clearly unpleasant of {events}",
                pleasant=grouped(pattern.pleasant),
                unpleasant=grouped(pattern.unpleasant),
                events=grouped(pattern.events),
            )
        )
    return f"{_MOODS[mood]} ({'; '.join(parts)})"


def support_words(pattern: EmotionalPattern) -> Sequence[tuple[str, str]]:
    """The name of each approach whose effect is known, best first, with how well it worked and how often that was
    measured."""
    return [
        (one.approach, f"{figure(one.worked, '.2f')} ({_measured(one.measured, one.tried)})")
        for one in ranked_support(pattern)
    ]


def _measured(measured: int, tried: int) -> str:
    if tried > measured:
        return tr("{measured} of {tried} measured", measured=grouped(measured), tried=grouped(tried))
    return plural("measured {n} time", "measured {n} times", measured)
