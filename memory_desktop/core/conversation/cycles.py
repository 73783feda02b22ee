"""A cycle: one turn of a conversation, with what was said, what agents concluded, and how it went.

The texts of a cycle are memories of their own, one a message, which carry its id in their metadata. What is no text
of a message is kept in the metadata of the cycle's first message, under `CYCLE_DATA`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, TypeVar

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.canonical import encodable, iso, parse_time
from memory_desktop.core.memory.records import Memory, speaker_of

#: Keys of a message's metadata.
ROLE, CYCLE, USER, PLACE, TITLE, CYCLE_DATA = "role", "cycle", "user_id", "place", "title", "cycle_data"
#: The kind of a message's memory.
MESSAGE_KIND = "episode"
#: What is said to be later than this from now was not said then: the clocks of two computers differ by less.
FARTHEST_AHEAD = timedelta(days=1)
#: Roles whose message begins a cycle, and those that answer.
#: The roles of what a turn begins with here: words of the user, or a note that is nobody's words.
USER_ROLE, NOTE_ROLE = "user", "system"
ASKING, ANSWERING = (USER_ROLE, "human"), ("assistant", "ai", "model", "bot", "agent")
_NAMESPACE = uuid.UUID("6b0a9f4c-6a8e-5b0e-9a44-6f2f3c1f7d52")


def owner_of(metadata: Mapping[str, Any]) -> str:
    """Whose a memory is, by its metadata; "" where it belongs to nobody."""
    owner = metadata.get(USER)
    return "" if owner is None else str(owner)


def is_live(memory: Memory) -> bool:
    """Is a message one that was recorded here as a turn? What is imported has an id of where it comes from."""
    return bool(memory.metadata.get(CYCLE)) and not memory.external_id


class Stage(StrEnum):
    """How far a background job has come with a cycle."""

    PENDING = "pending"
    COMPLETED = "completed"
    FAILED = "failed"


class _Open:
    """A record that keeps fields which it does not know."""

    extra: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Its fields, and those that came with it and are not known."""
        known = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "extra"}  # type: ignore[arg-type]
        return {
            **self.extra,
            **{name: list(value) if isinstance(value, tuple) else value for name, value in known.items()},
        }


@dataclass(frozen=True, slots=True)
class AgentOutput(_Open):
    """What one agent concluded of a turn. `confidence`: [0, 1]; `priority`: from 1, the most important."""

    agent_id: str
    analysis: Mapping[str, Any] = field(default_factory=dict)
    confidence: float = 1.0
    priority: int = 1
    raw_output: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResponseMetadata(_Open):
    """What describes an answer."""

    response_type: str = ""
    tone: str = ""
    strategies: tuple[str, ...] = ()
    cognitive_moves: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OutcomeSignals(_Open):
    """How a turn went; both in [0, 1], None where nobody said."""

    user_satisfaction_potential: float | None = None
    engagement_potential: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleDraft:
    """A turn as somebody hands it over; see `Cycle`. None of an id means that one is made.

    `user_input`: "" where only the answer is kept, or where what the turn says already is to stay. `role`: whose words
    that is, `USER_ROLE` or `NOTE_ROLE`. `answered_at`: when the answer was given, if that is not the time of the turn.
    `source`: where it comes from.
    `extraction`: pending where facts are to be learned from it; None leaves that as it is.
    """

    user_input: str = ""
    final_response: str | None = None
    role: str = USER_ROLE
    cycle_id: str | None = None
    user_id: str = ""
    session_id: str = ""
    timestamp: datetime | None = None
    answered_at: datetime | None = None
    agent_outputs: tuple[AgentOutput, ...] = ()
    response_metadata: ResponseMetadata | None = None
    outcome_signals: OutcomeSignals | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    source: str = "conversation"
    extraction: Stage | None = None

    def __post_init__(self) -> None:
        for name in ("cycle_id", "user_id", "session_id", "source"):
            object.__setattr__(self, name, encodable(getattr(self, name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """One turn.

    Attributes:
        cycle_id, user_id, session_id: UUIDs where this program made them; others keep theirs.
        timestamp: when the turn happened, UTC.
        user_input, final_response: the words, as they were said; None: there is no answer.
        role: whose words `user_input` is: `USER_ROLE`, or `NOTE_ROLE` for a note that nobody said.
        user_input_embedding, final_response_embedding: vectors of the model in use, where asked for
            (`Conversations.with_vectors`) and there.
        reflection_status, discovery_status, extraction: how far the background jobs have come with it.
        score: relevance to a query, on results only; [0, 1].
        tiers: "stm", "ltm" or both: where a query found it.
        title: of the conversation.
        messages: ids of the memories that hold its texts, in order.
        alternative: it is of a branch that the user left.
        extra: fields that this version does not know, and `foreign_id`, where the turn came with an id that is no UUID.
    """

    cycle_id: str
    user_id: str
    session_id: str
    timestamp: datetime
    user_input: str
    final_response: str | None = None
    user_input_embedding: tuple[float, ...] | None = None
    final_response_embedding: tuple[float, ...] | None = None
    agent_outputs: tuple[AgentOutput, ...] = ()
    response_metadata: ResponseMetadata | None = None
    outcome_signals: OutcomeSignals | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    reflection_status: Stage = Stage.PENDING
    discovery_status: Stage = Stage.PENDING
    extraction: Stage = Stage.PENDING
    score: float | None = None
    tiers: tuple[str, ...] = ()
    title: str = ""
    source: str = ""
    messages: tuple[str, ...] = ()
    alternative: bool = False
    role: str = USER_ROLE
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The turn as compact text: the question, and the answer below it, as far as they are there."""
        return "\n".join(one for one in (self.user_input, self.final_response) if one)

    @property
    def opening(self) -> str:
        """What the user said; where only the answer is kept, the answer, with who gave it."""
        alone = self.final_response and not self.user_input.strip()
        return f"Assistant: {self.final_response}" if alone else self.user_input

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON takes it; `from_json` gives an equal cycle."""
        plain = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if one.name not in ("extra", "agent_outputs", "response_metadata", "outcome_signals", "timestamp")
        }
        return {
            **self.extra,
            **{name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()},
            "timestamp": iso(self.timestamp),
            "agent_outputs": [one.to_json() for one in self.agent_outputs],
            "response_metadata": self.response_metadata.to_json() if self.response_metadata else None,
            "outcome_signals": self.outcome_signals.to_json() if self.outcome_signals else None,
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Cycle:
        """The cycle that `to_json` wrote. Raises InvalidCommandError naming the field that is wrong."""
        try:
            values = dict(raw)
            values["timestamp"] = parse_time(raw["timestamp"])
            values |= parts_from_json(raw)
            for name in ("tiers", "messages"):
                values[name] = tuple(raw.get(name) or ())
            for name in ("user_input_embedding", "final_response_embedding"):
                values[name] = tuple(raw[name]) if raw.get(name) is not None else None
            for name in ("reflection_status", "discovery_status", "extraction"):
                values[name] = Stage(raw.get(name) or Stage.PENDING)
            return opened(cls, values)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidCommandError(f"This is no cycle: {error}.") from error


_T = TypeVar("_T")


def opened(kind: type[_T], raw: Mapping[str, Any]) -> _T:
    """A record of a kind from its fields; those that the kind does not know go to `extra`."""
    names = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    known = {name: value for name, value in raw.items() if name in names and name != "extra"}
    make: Callable[..., _T] = kind
    return make(**known, extra={name: value for name, value in raw.items() if name not in names})


def parts_from_json(raw: Mapping[str, Any]) -> dict[str, Any]:
    """`agent_outputs`, `response_metadata` and `outcome_signals` as records.

    Raises:
        InvalidCommandError: one of them has another shape.
    """
    try:
        given = raw.get("agent_outputs") or ()
        if isinstance(given, (str, Mapping)):
            raise TypeError(f"agent_outputs is a list, not {type(given).__name__}")
        for place, one in enumerate(given, start=1):
            if isinstance(one, Mapping) and not one.get("agent_id"):
                raise InvalidCommandError(
                    f"agent_outputs, entry {place}, has no agent_id: the name of the agent that concluded this."
                )
        outputs = tuple(opened(AgentOutput, _object(one)) for one in given)
        response, outcome = raw.get("response_metadata"), raw.get("outcome_signals")
        described = None
        if response is not None:
            lists = {name: _texts(name, _object(response).get(name)) for name in ("strategies", "cognitive_moves")}
            described = opened(ResponseMetadata, {**_object(response), **lists})
        went = opened(OutcomeSignals, _object(outcome)) if outcome is not None else None
    except TypeError as error:
        raise InvalidCommandError(f"A part of the turn has another shape than expected: {error}.") from error
    return {"agent_outputs": outputs, "response_metadata": described, "outcome_signals": went}


def check_parts(draft: CycleDraft) -> None:
    """Raises InvalidCommandError: naming what of the turn's parts has another type than it must, or is out of range."""
    for place, one in enumerate(draft.agent_outputs, start=1):
        where = f"agent_outputs, entry {place} ({one.agent_id})"
        if isinstance(one.priority, bool) or not isinstance(one.priority, int) or one.priority < 1:
            raise InvalidCommandError(f"{where}: priority is {one.priority!r}; it must be a whole number from 1.")
        if not isinstance(one.analysis, Mapping):
            raise InvalidCommandError(f"{where}: analysis must be an object, not {type(one.analysis).__name__}.")
        _check_text(f"{where}: agent_id", one.agent_id)
        _check_text(f"{where}: raw_output", one.raw_output or "")
    answered = draft.response_metadata
    if answered is not None:
        for name in ("response_type", "tone"):
            _check_text(f"response_metadata: {name}", getattr(answered, name))
    shares = [
        (f"agent_outputs, entry {place} ({one.agent_id}): confidence", one.confidence)
        for place, one in enumerate(draft.agent_outputs, start=1)
    ]
    went = draft.outcome_signals
    if went is not None:
        shares += [
            (f"outcome_signals: {name}", value)
            for name in ("user_satisfaction_potential", "engagement_potential")
            if (value := getattr(went, name)) is not None
        ]
    for name, value in shares:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise InvalidCommandError(f"{name} is {value!r}; it must be a number from 0 to 1.")


def _texts(name: str, value: Any) -> tuple[str, ...]:
    found = value or ()
    if isinstance(found, (str, Mapping)) or not all(isinstance(one, str) for one in found):
        raise TypeError(f"{name} is a list of texts")
    return tuple(found)


def _check_text(where: str, value: Any) -> None:
    if not isinstance(value, str):
        raise InvalidCommandError(f"{where} is {value!r}; it must be a text.")


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"an object is expected, not {type(value).__name__}")
    return value


def id_of(source: str, foreign: str) -> str:
    """The UUID that stands for an id of another program: the same for the same source and id."""
    name = f"{source}\n{foreign}".encode("utf-8", "replace").decode()  # half characters have no bytes
    return str(uuid.uuid5(_NAMESPACE, name))


def begins(role: str, first_role: str) -> bool:
    """Does a message of this role begin a cycle? Where nobody has a known role, who spoke first asks."""
    small = role.lower()
    if small in ASKING:
        return True
    return small not in ANSWERING and small not in ("system", "tool") and first_role == role


def role_of(memory: Memory) -> str:
    """Who says a message: its role, or else its speaker's name; "" where it is no message."""
    role = memory.metadata.get(ROLE)
    return role.strip() if isinstance(role, str) and role.strip() else speaker_of(memory)


def sides(messages: Sequence[Memory]) -> tuple[list[Memory], list[Memory]]:
    """(what the user said, what was answered) of a cycle's messages, in order; at least one message.

    Nothing was said where there is only an answer: the question is held back, or was forgotten.
    """
    first = messages[0]
    asked = [one for one in messages if begins(role_of(one), role_of(first))]
    if not asked and role_of(first).lower() not in ANSWERING:
        asked = [first]
    return asked, [one for one in messages if one not in asked]


def cycle_of(cycle_id: str, user_id: str, messages: Sequence[Memory]) -> Cycle:
    """The cycle that these messages, in order, are; at least one."""
    first = messages[0]
    data = first.metadata.get(CYCLE_DATA)
    data = data if isinstance(data, Mapping) else {}
    asked, answers = sides(messages)
    title = next((one.metadata[TITLE] for one in messages if isinstance(one.metadata.get(TITLE), str)), "")
    values: dict[str, Any] = {**data, **parts_from_json(data)}
    for name in ("reflection_status", "discovery_status", "extraction"):
        values[name] = Stage(data.get(name) or Stage.PENDING)
    made = opened(
        Cycle,
        {
            **values,
            "cycle_id": cycle_id,
            "user_id": user_id,
            "session_id": first.thread,
            "timestamp": first.created_at,
            "user_input": "\n\n".join(one.content for one in asked),
            "final_response": "\n\n".join(one.content for one in _given(answers)) if answers else None,
            "title": title,
            "source": first.source,
            "messages": tuple(one.id for one in messages),
            "alternative": all(is_left(one) for one in messages),
            "role": NOTE_ROLE if asked and role_of(asked[0]).lower() == NOTE_ROLE else USER_ROLE,
        },
    )
    return replace(made, metadata=dict(made.metadata))


def _given(answers: Sequence[Memory]) -> Sequence[Memory]:
    """The answer that the user went on from, without those that were generated again and what tools said."""
    kept = [one for one in answers if not is_left(one)] or answers
    return [one for one in kept if role_of(one).lower() in ANSWERING] or kept


def is_left(memory: Memory) -> bool:
    """Is a message of a branch that the user left?"""
    return memory.metadata.get("branch") == "alternative"


def data_of(draft: CycleDraft, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the first message keeps of a cycle besides texts; what the draft leaves out stays as it was."""
    data = dict(before or {})
    if draft.agent_outputs:
        data["agent_outputs"] = [one.to_json() for one in draft.agent_outputs]
    if draft.response_metadata is not None:
        data["response_metadata"] = draft.response_metadata.to_json()
    if draft.outcome_signals is not None:
        data["outcome_signals"] = draft.outcome_signals.to_json()
    if draft.extraction is not None:
        data["extraction"] = draft.extraction.value
    if draft.metadata:
        data["metadata"] = dict(draft.metadata)
    return data


def is_message(memory: Memory) -> bool:
    """Was this memory said in a conversation? Then it is a message of one, and somebody is named as its author."""
    return bool(memory.thread) and any(memory.metadata.get(name) for name in (ROLE, "speaker"))
