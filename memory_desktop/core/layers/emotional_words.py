"""Sentences on the emotional patterns of a user, the same in the window, on the command line and for agents."""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.core.layers.emotional import EmotionalPattern, pleasant, unpleasant
from memory_desktop.core.wording import count

#: A mood is mixed if so large a share of the events is pleasant, and so large a share unpleasant.
_MIXED = 0.25


def mood_said(pattern: EmotionalPattern) -> str:
    """The usual mood in a word and in numbers; “not known” where there is none."""
    mood = pattern.baseline_mood
    if mood is None:
        return "not known"
    word = "mixed" if is_mixed(pattern) else "pleasant" if pleasant(mood) else "unpleasant" if unpleasant(mood) else ""
    parts = [f"{word or 'neutral'} (median valence {mood:+.2f}"]
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


def support_said(pattern: EmotionalPattern) -> Sequence[tuple[str, str]]:
    """Each approach whose effect is known, best first, with how well it worked and how often that was measured."""
    ranked = sorted(pattern.support_effectiveness.items(), key=lambda item: (-item[1], item[0]))
    return [(name, f"{worked:.2f} ({_measured(pattern, name)})") for name, worked in ranked]


def _measured(pattern: EmotionalPattern, approach: str) -> str:
    measured, tried = pattern.support_measured.get(approach, 0), pattern.support_tried.get(approach, 0)
    return f"{measured:,} of {tried:,} measured" if tried > measured else f"measured {count(measured, 'time')}"
