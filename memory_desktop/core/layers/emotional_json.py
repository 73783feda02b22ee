"""Emotional events and patterns as JSON, for agents and the command line; what is not known is null."""

from __future__ import annotations

from typing import Any

import msgspec

from memory_desktop.core.layers.emotional import ENOUGH, EmotionalPattern, EventPatterns, Occurrence
from memory_desktop.core.layers.emotional_plan import PlannedEmotion
from memory_desktop.core.layers.emotional_words import mood_said, support_said
from memory_desktop.core.memory.canonical import iso


def event_json(one: Occurrence, patterns: EventPatterns | None = None) -> dict[str, Any]:
    """Every field of an event, with what it has in common with others."""
    data, trigger, response = one.event.emotion_data, one.event.trigger, one.event.response
    found = patterns or EventPatterns()
    return {
        "event_id": one.id,
        "user_id": one.user_id,
        "timestamp": iso(one.timestamp),
        "emotion_data": {
            **_every(data),
            "secondary_emotions": list(data.secondary_emotions),
            "words": list(data.words),
        },
        "trigger": {
            "topic": trigger.topic,
            "context": _every(trigger.context),
            "preceding_events": list(trigger.preceding_events),
        },
        "response": _every(response),
        "patterns": _every(found),
        "given": dict(one.event.given),
    }


def planned_json(one: PlannedEmotion) -> dict[str, Any]:
    """An event that is not there yet, with the memories that it is from, and why it would be kept."""
    told = event_json(Occurrence("", one.user_id, one.timestamp, one.event))
    return {**told, "event_id": None, "sources": list(one.sources), "why": one.why}


def pattern_json(user: str, pattern: EmotionalPattern) -> dict[str, Any]:
    """What the events of a user come to."""
    return {
        "user_id": user,
        "events": pattern.events,
        "enough": pattern.enough,
        "needed": ENOUGH,
        "baseline_mood": pattern.baseline_mood,
        "mood_range": list(pattern.mood_range) or None,
        "pleasant": pattern.pleasant,
        "unpleasant": pattern.unpleasant,
        "usual_mood": mood_said(pattern),
        "emotional_triggers": list(pattern.emotional_triggers),
        "coping_preferences": list(pattern.coping_preferences),
        "support_effectiveness": dict(pattern.support_effectiveness),
        "support_measured": dict(pattern.support_measured),
        "support_tried": dict(pattern.support_tried),
        "what_helped": [f"{name}: {said}" for name, said in support_said(pattern)],
        "emotional_vocabulary": list(pattern.emotional_vocabulary),
        "method": pattern.method,
    }


def _every(part: msgspec.Struct) -> dict[str, Any]:
    every = ((name, getattr(part, name)) for name in part.__struct_fields__)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in every}
