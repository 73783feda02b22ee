"""Emotional events read from turns by rules: what the user felt, about what, what the assistant did, what came of it.

A turn gives an event where its words show an emotion of at least a given intensity. The topic is the first of the
user's topics (`core.conversation.analysis`) that is no word for the feeling itself. The shift is the valence of the
user's next turn in the same conversation minus that of this one, where words tell both. The approach is what the
answer shows most signs of: of listening, encouragement, advice, a question; else it is information.

Everything here is deterministic and depends on nothing but the turns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_desktop.core.conversation.analysis import topics
from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.spoken_to import names_spoken_to
from memory_desktop.core.extraction.sentences import pieces
from memory_desktop.core.layers.emotional import (
    RULES,
    EmotionalEvent,
    Response,
    Trigger,
    TriggerContext,
    read_words,
)
from memory_desktop.core.layers.feelings import felt
from memory_desktop.core.wording import shortened

#: The least intensity that makes a turn an emotional event.
THRESHOLD = 0.5
_FOLLOWS_WITHIN = timedelta(hours=6)
_BEFORE, _NOTE, _FAINTEST = 2, 240, 0.01
LISTENING, ENCOURAGEMENT, ADVICE, QUESTION, INFORMATION = (
    "listening",
    "encouragement",
    "advice",
    "question",
    "information",
)
#: The approaches that are told apart; of two with as many signs the first counts.
APPROACHES = (LISTENING, ENCOURAGEMENT, ADVICE, QUESTION, INFORMATION)
_SIGNS = {
    LISTENING: re.compile(
        r"\b(?:i(?:'m| am) (?:so |really |very )?sorry|sorry (?:to hear|for your|about)|i hear you"
        r"|that (?:sounds|must(?: be| have been| feel)?|is|feels) (?:so |really |very |incredibly )?"
        r"(?:hard|tough|difficult|painful|frustrating|stressful|scary|exhausting|awful|rough|sad)"
        r"|i (?:can )?understand|i can imagine|it makes sense that|your feelings|i'm here (?:for you|to listen)"
        r"|take your time|it's (?:ok|okay|normal) to feel|thank you for (?:sharing|telling))\b"
    ),
    ENCOURAGEMENT: re.compile(
        r"\b(?:you can do (?:it|this)|you've got this|you got this|proud of you|well done|great job|good job|nice work"
        r"|keep (?:it up|going)|don't give up|congrat\w*|you deserve|believe in you|you should be proud|good luck"
        r"|you're doing (?:great|well|fine))\b"
    ),
    ADVICE: re.compile(
        r"\b(?:you (?:could|should|might want to|may want to|can try)|try (?:to|a|an|the|some|\w+ing)|consider \w+"
        r"|i(?:'d| would) (?:suggest|recommend)|i (?:suggest|recommend)|how about|why not|it (?:may|might|can) help"
        r"|have you (?:tried|considered|thought)|make sure|one thing (?:that|you)|first,|step \d)"
        r"|^[^\S\n]*(?:[-*•]|\d+[.)]) ",
        re.MULTILINE,
    ),
    QUESTION: re.compile(r"\?"),
}
_FEEDBACK = re.compile(
    r"\b(?:thank(?:s| you)|that (?:really |didn't |doesn't |did not )?help(?:s|ed)?|helpful|you're right|no use"
    r"|that's not what|feel(?:ing)? (?:a (?:bit|little) )?(?:better|worse))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PlannedEmotion:
    """An event that a turn would give.

    Attributes:
        event: what it would say. user_id, timestamp, cycle_id: of the turn. sources: ids of the turn's messages.
        why: a sentence for the preview.
    """

    event: EmotionalEvent
    user_id: str
    timestamp: datetime
    cycle_id: str
    sources: tuple[str, ...]
    why: str


def plan_emotions(turns: Sequence[Cycle], threshold: float = THRESHOLD) -> tuple[PlannedEmotion, ...]:
    """The emotional events that these turns give, oldest first; whatever the order in which they are given.

    Args:
        threshold: the least intensity, [0, 1]. A branch that the user left gives none.
    """
    rows: dict[tuple[str, str], list[Cycle]] = {}
    for one in sorted(turns, key=lambda turn: (turn.timestamp, turn.cycle_id)):
        if not one.alternative:
            rows.setdefault((one.user_id, one.session_id), []).append(one)
    made = (
        _planned(one, row[max(0, place - _BEFORE) : place], row[place + 1] if place + 1 < len(row) else None)
        for row in rows.values()
        for place, one in enumerate(row)
        if _strong(one, threshold)
    )
    return tuple(sorted(made, key=lambda one: (one.timestamp, one.cycle_id)))


def approach_of(answer: str | None) -> str:
    """What an answer does most; "" where there is none. One of `APPROACHES`."""
    if not answer or not answer.strip():
        return ""
    plain = answer.lower().replace("’", "'")
    signs = {name: len(pattern.findall(plain)) for name, pattern in _SIGNS.items()}
    most = max(APPROACHES[:-1], key=lambda name: (signs[name], -APPROACHES.index(name)))
    return most if signs[most] else INFORMATION


def _strong(turn: Cycle, threshold: float) -> bool:
    return _strength(turn.user_input) >= max(threshold, _FAINTEST)


def _planned(turn: Cycle, before: Sequence[Cycle], after: Cycle | None) -> PlannedEmotion:
    data = read_words(turn.user_input)
    if after is not None and after.timestamp - turn.timestamp > _FOLLOWS_WITHIN:
        after = None
    trigger = Trigger(
        topic=_topic(turn, data.words),
        context=TriggerContext(thread=turn.session_id, note=_words_felt(turn.user_input)),
        preceding_events=tuple(one.messages[0] for one in before if one.messages),
    )
    approach = approach_of(turn.final_response)
    response = Response(
        assistant_approach=approach,
        user_feedback=_feedback(after),
        emotional_shift=_shift(data.valence, after),
        method=RULES if approach or after is not None else "",
    )
    words = ", ".join(f"“{word}”" for word in data.words[:4])
    return PlannedEmotion(
        EmotionalEvent(emotion_data=data, trigger=trigger, response=response),
        turn.user_id,
        turn.timestamp,
        turn.cycle_id,
        turn.messages,
        f"{words} {'says' if len(data.words) == 1 else 'say'} {data.primary_emotion}, intensity {data.intensity:.2f}",
    )


def _topic(turn: Cycle, words: Sequence[str]) -> str:
    """The first topic that names a thing: no feeling, nobody who is spoken to, and no lone form of a verb."""
    feeling = {part for word in words for part in word.split()}
    called = names_spoken_to(turn.user_input)

    def names_a_thing(topic: str) -> bool:
        parts = topic.split()
        if not (feeling | called).isdisjoint(parts) or all(felt(part).words for part in parts):
            return False
        return len(parts) > 1 or not topic.endswith(("ing", "ed"))

    return next((one for one in topics(turn.user_input) if names_a_thing(one)), "")


def _words_felt(text: str) -> str:
    """The sentence in which most is felt, verbatim but for blanks."""
    every = [" ".join(one.split()) for one in pieces(text) if one.strip()] or [" ".join(text.split())]
    return shortened(max(every, key=_strength), _NOTE)


def _strength(text: str) -> float:
    return felt(text).intensity or 0.0


def _shift(valence: float | None, after: Cycle | None) -> float | None:
    later = felt(after.user_input).valence if after is not None else None
    return round(later - valence, 3) if valence is not None and later is not None else None


def _feedback(after: Cycle | None) -> str:
    """What the user says of the answer next, where it sounds like that."""
    if after is None:
        return ""
    said = next((one for one in pieces(after.user_input)[:2] if _FEEDBACK.search(one.replace("’", "'"))), "")
    return shortened(" ".join(said.split()), _NOTE)
