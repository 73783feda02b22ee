"""Sentences on the emotional patterns of a user, for the command line and agents.

The window says the same in its language (`bridge.layer_words`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory_desktop.core.layers.emotional import EmotionalPattern, pleasant, unpleasant
from memory_desktop.core.wording import count

#: A mood is mixed if so large a share of the events is pleasant, and so large a share unpleasant.
_MIXED = 0.25


class Mood(StrEnum):
    """The usual mood, in a word."""

    MIXED = "mixed"
    PLEASANT = "pleasant"
    UNPLEASANT = "unpleasant"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Support:
    """How well an approach worked, from 0 to 1; how often that was measured, and how often it was tried."""

    approach: str
    worked: float
    measured: int
    tried: int


def mood_of(pattern: EmotionalPattern) -> Mood | None:
    """The usual mood; None where it is not known."""
    mood = pattern.baseline_mood
    if mood is None:
        return None
    if is_mixed(pattern):
        return Mood.MIXED
    return Mood.PLEASANT if pleasant(mood) else Mood.UNPLEASANT if unpleasant(mood) else Mood.NEUTRAL


def mood_said(pattern: EmotionalPattern) -> str:
    """The usual mood in a word and in numbers; “not known” where there is none."""
    word = mood_of(pattern)
    if word is None:
        return "not known"
    parts = [f"{word.value} (median valence {pattern.baseline_mood:+.2f}"]
    if pattern.mood_range:
        low, high = pattern.mood_range
        parts.append(f"half of the events from {low:+.2f} to {high:+.2f}")
    if pattern.pleasant or pattern.unpleasant:
        clearly = f"{pattern.pleasant:,} clearly pleasant, {pattern.unpleasant:,} clearly unpleasant"
        parts.append(f"{clearly} of {pattern.events:,}")
    return "; ".join(parts) + ")"


def is_mixed(pattern: EmotionalPattern) -> bool:
    """Are many of the events pleasant, and many unpleasant? Then the middle of them is nobody's usual mood."""
    least = max(1.0, _MIXED * pattern.events)
    return pattern.pleasant >= least and pattern.unpleasant >= least


def ranked_support(pattern: EmotionalPattern) -> Sequence[Support]:
    """Each approach whose effect is known, best first."""
    ranked = sorted(pattern.support_effectiveness.items(), key=lambda item: (-item[1], item[0]))
    return [
        Support(name, worked, pattern.support_measured.get(name, 0), pattern.support_tried.get(name, 0))
        for name, worked in ranked
    ]


def support_said(pattern: EmotionalPattern) -> Sequence[tuple[str, str]]:
    """Each approach whose effect is known, best first, with how well it worked and how often that was measured."""
    return [(one.approach, f"{one.worked:.2f} ({_measured(one)})") for one in ranked_support(pattern)]


def _measured(one: Support) -> str:
    if one.tried > one.measured:
        return f"{one.measured:,} of {one.tried:,} measured"
    return f"measured {count(one.measured, 'time')}"
