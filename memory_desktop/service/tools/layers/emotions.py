"""Tools for emotional memory: what was felt, about what, what helped, and the patterns in it.

An agent's word never takes the place of what the person has given.
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.emotional import EmotionEdit, Occurrence, edited, recorded, told
from memory_desktop.core.layers.emotional_json import event_json, pattern_json, planned_json
from memory_desktop.core.layers.feelings import emotion_vector, felt
from memory_desktop.core.layers.payload import read_part
from memory_desktop.core.memory.canonical import iso
from memory_desktop.engine.layers.emotions import occurrence
from memory_desktop.engine.layers.library import Origin
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool, moment

_USER = "Whose: the user’s id; leave it out for the vault’s own user."


class ListArguments(Arguments):
    """What `emotions` takes."""

    user_id: str = Field(default="", description=_USER)
    emotion: str = Field(default="", description="Only where this was felt: joy, trust, fear, surprise, sadness …")
    topic: str = Field(default="", description="Only where the topic has these words.")
    like: str = Field(default="", max_length=1000, description="Words of a feeling: the events most like it first.")
    since: str | None = Field(default=None, description="ISO 8601, UTC.")
    until: str | None = Field(
        default=None, description="Until this time, ISO 8601, UTC; a date alone is that whole day."
    )
    limit: int = Field(default=20, ge=1, le=200)


class ListResult(Result):
    """What `emotions` answers."""

    total: int
    events: list[dict[str, Any]]


def _list(errand: Errand, given: ListArguments) -> ListResult:
    layer = errand.engine.layers.emotions
    found = layer.list(
        given.user_id,
        emotion=given.emotion,
        topic=given.topic,
        since=moment("since", given.since),
        until=moment("until", given.until, end=True),
    )
    if given.like:
        vector = emotion_vector(felt(given.like))
        if vector is None:
            raise KnownError("These words tell no feeling.", hint="Give “emotion” instead.")
        fitting = {one.id for one in found}
        similar = layer.similar(vector, given.user_id, k=1_000_000)
        found = tuple(one.occurrence for one in similar if one.occurrence.id in fitting)
    patterns = layer.event_patterns(given.user_id)
    shown = found[: given.limit]
    errand.ids.extend(layer.get(one.id).memory.id for one in shown)
    return ListResult(total=len(found), events=[event_json(one, patterns.get(one.id)) for one in shown])


class FieldArguments(Arguments):
    """What can be given of an event."""

    primary_emotion: str | None = Field(default=None, max_length=60, description="joy, trust, fear, surprise, …")
    secondary_emotions: list[str] | None = Field(default=None, max_length=8)
    intensity: float | None = Field(default=None, ge=0, le=1)
    valence: float | None = Field(default=None, ge=-1, le=1, description="Unpleasant (-1) to pleasant (1).")
    arousal: float | None = Field(default=None, ge=0, le=1, description="Calm (0) to excited (1).")
    topic: str | None = Field(default=None, max_length=200, description="What set it off.")
    thread: str | None = Field(default=None, max_length=200)
    phase: str | None = Field(default=None, max_length=200)
    goal: str | None = Field(default=None, max_length=400)
    preceding_events: list[str] | None = Field(default=None, max_length=20, description="Ids of what came before.")
    assistant_approach: str | None = Field(default=None, max_length=100, description="Such as listening or advice.")
    effectiveness: float | None = Field(default=None, ge=0, le=1, description="How well the response was.")
    user_feedback: str | None = Field(default=None, max_length=1000, description="The user’s own words on it.")
    emotional_shift: float | None = Field(default=None, ge=-2, le=2, description="Valence after minus before.")

    def edit(self) -> EmotionEdit:
        """What is given."""
        every = {name: getattr(self, name) for name in FieldArguments.model_fields}
        return read_part({name: value for name, value in every.items() if value is not None}, EmotionEdit)


class RecordArguments(FieldArguments):
    """What `record_emotion` takes."""

    text: str = Field(min_length=1, max_length=4000, description="The words in which it was felt.")
    user_id: str = Field(default="", description=_USER)
    at: str | None = Field(default=None, description="When; now if it is left out. ISO 8601, UTC.")


class EventResult(Result):
    """An emotional event."""

    event: dict[str, Any] | None = Field(description="None where it is held back for review.")


def _record(errand: Errand, given: RecordArguments) -> EventResult:
    made = errand.engine.layers.emotions.record(
        given.text,
        given.edit(),
        user=given.user_id,
        at=moment("at", given.at),
        origin=Origin(actor=errand.actor),
    )
    if made is None:
        return EventResult(event=None)
    errand.ids.append(made.memory.id)
    return EventResult(event=_told(errand, occurrence(made)))


class CorrectArguments(FieldArguments):
    """What `correct_emotion` takes."""

    event_id: str = Field(description="The event’s id, as `emotions` gives it.")


def _correct(errand: Errand, given: CorrectArguments) -> EventResult:
    entry = errand.engine.layers.emotions.correct(given.event_id, given.edit(), origin=Origin(actor=errand.actor))
    errand.ids.append(entry.memory.id)
    return EventResult(event=_told(errand, occurrence(entry)))


class RetireArguments(Arguments):
    """What `retire_emotion` takes."""

    event_id: str = Field(description="The event’s id, as `emotions` gives it.")


class RetireResult(Result):
    """What `retire_emotion` answers."""

    retired: str = Field(description="Its id.")


def _retire(errand: Errand, given: RetireArguments) -> RetireResult:
    layer = errand.engine.layers.emotions
    entry = layer.get(given.event_id)
    layer.retire([entry.id], origin=Origin(actor=errand.actor))
    errand.ids.append(entry.memory.id)
    return RetireResult(retired=entry.id)


def _reread(errand: Errand, given: RetireArguments) -> EventResult:
    entry = errand.engine.layers.emotions.reread(given.event_id, origin=Origin(actor=errand.actor))
    errand.ids.append(entry.memory.id)
    return EventResult(event=_told(errand, occurrence(entry)))


class PlanArguments(Arguments):
    """What `plan_emotions` takes."""

    user_id: str = Field(default="", description=_USER)
    turns: int = Field(default=100, ge=1, le=100, description="How many of the newest turns are looked at.")


class PlanResult(Result):
    """What `plan_emotions` answers."""

    turns: int = Field(description="How many were looked at.")
    events: list[dict[str, Any]] = Field(description="Each with the memories that it is from, and why.")


def _plan(errand: Errand, given: PlanArguments) -> PlanResult:
    turns = errand.engine.conversations.list_cycles(user_id=given.user_id, limit=given.turns).cycles
    planned = errand.engine.layers.emotions.planned(turns)
    return PlanResult(turns=len(turns), events=[planned_json(one) for one in planned])


class UserArguments(Arguments):
    """What `emotional_patterns` and `update_emotional_patterns` take."""

    user_id: str = Field(default="", description=_USER)


class PatternsResult(Result):
    """What the events of a user come to."""

    patterns: dict[str, Any] = Field(description="Null and empty with under five events: not enough yet.")


def _patterns(errand: Errand, given: UserArguments) -> PatternsResult:
    return PatternsResult(patterns=pattern_json(given.user_id, errand.engine.layers.emotions.patterns(given.user_id)))


def _update(errand: Errand, given: UserArguments) -> PatternsResult:
    kept = errand.engine.layers.emotions.update_patterns(given.user_id, origin=Origin(actor=errand.actor))
    if kept is not None:
        errand.ids.append(kept.memory.id)
    return _patterns(errand, given)


def _told(errand: Errand, one: Occurrence) -> dict[str, Any]:
    return event_json(one, errand.engine.layers.emotions.event_patterns(one.user_id).get(one.id))


# --- what a call would do -------------------------------------------------------------------------------------------


def _lines(given: FieldArguments) -> list[str]:
    every = {name: getattr(given, name) for name in FieldArguments.model_fields}
    said = {name: ", ".join(value) if isinstance(value, list) else value for name, value in every.items()}
    return [f"{name.replace('_', ' ').capitalize()}: {value}" for name, value in said.items() if value is not None]


def _ask_to_record(errand: Errand, given: RecordArguments) -> Request:
    event = recorded(given.text, given.edit(), errand.actor)
    at = moment("at", given.at) or errand.engine.layers.emotions.now()
    lines = ["Record an emotional event", told(event), *_lines(given)]
    return Request("\n\n".join(lines), names=("user_id", "at", "preceding_events", "thread"), settled={"at": iso(at)})


def _ask_to_correct(errand: Errand, given: CorrectArguments) -> Request:
    entry = errand.engine.layers.emotions.get(given.event_id)
    edited(entry.payload, given.edit(), errand.actor)
    lines = [f"Correct the emotional event “{entry.memory.content}”", *_lines(given)]
    return Request("\n\n".join(lines), ids=(entry.memory.id,), names=("event_id", "preceding_events", "thread"))


def _ask_to_retire(errand: Errand, given: RetireArguments) -> Request:
    entry = errand.engine.layers.emotions.get(given.event_id)
    return Request(f"Retire the emotional event “{entry.memory.content}”", ids=(entry.memory.id,), names=("event_id",))


def _ask_to_reread(errand: Errand, given: RetireArguments) -> Request:
    entry = errand.engine.layers.emotions.get(given.event_id)
    words = f"Read the emotional event “{entry.memory.content}” again from its turn; what somebody gave stays"
    return Request(words, ids=(entry.memory.id,), names=("event_id",))


def _ask_to_update(errand: Errand, given: UserArguments) -> Request:  # noqa: ARG001 - as every tool
    return Request(
        f"Keep the emotional patterns of {given.user_id or 'the vault’s own user'} as its events give them now",
        names=("user_id",),
    )


TOOLS = (
    Tool(
        "emotions",
        "List emotional events",
        "What this person felt, about what, and what helped: by emotion, topic, time, or likeness to a feeling.",
        ListArguments,
        ListResult,
        _list,
    ),
    Tool(
        "record_emotion",
        "Record an emotional event",
        "Keep what was felt. What you leave out is read from the words; where they do not tell it stays unknown.",
        RecordArguments,
        EventResult,
        _record,
        writes=True,
        asks=_ask_to_record,
    ),
    Tool(
        "correct_emotion",
        "Correct an emotional event",
        "Set fields of an event: the emotion and its numbers, or how you responded, how well that was, what the user "
        "said of it, and how the mood changed. What the person has given stays.",
        CorrectArguments,
        EventResult,
        _correct,
        writes=True,
        asks=_ask_to_correct,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "retire_emotion",
        "Retire an emotional event",
        "Forget an event; the words that it is from stay. The person can bring it back; undo does, too.",
        RetireArguments,
        RetireResult,
        _retire,
        writes=True,
        asks=_ask_to_retire,
        destructive=True,
    ),
    Tool(
        "plan_emotions",
        "Plan emotional events",
        "What would be kept of the newest turns, and is not there yet, from what and why; nothing is written."
        " “consolidate” keeps it.",
        PlanArguments,
        PlanResult,
        _plan,
    ),
    Tool(
        "reread_emotion",
        "Read an emotional event again",
        "Read an event again from its turn and those around it. What somebody has given stays.",
        RetireArguments,
        EventResult,
        _reread,
        writes=True,
        asks=_ask_to_reread,
        idempotent=True,
    ),
    Tool(
        "emotional_patterns",
        "Tell emotional patterns",
        "What this person’s emotional events come to: usual mood, triggers, what helps, and their words for feelings.",
        UserArguments,
        PatternsResult,
        _patterns,
    ),
    Tool(
        "update_emotional_patterns",
        "Keep emotional patterns",
        "Keep the patterns as a memory, as the events give them now; nothing is written where nothing changed.",
        UserArguments,
        PatternsResult,
        _update,
        writes=True,
        asks=_ask_to_update,
        idempotent=True,
    ),
)
