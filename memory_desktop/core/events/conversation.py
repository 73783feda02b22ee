"""Conversations: a turn is recorded, completed or changed, and background jobs say how far they have come with it.

The texts of a turn are memories, so what happens to them is told by the events of memories; the event of this family
begins the command and says which turn it is about. It holds no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory_desktop.core.conversation.cycles import CYCLE_DATA, Stage
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Payload, State, Touch
from memory_desktop.core.events.intake import Remember, remembered
from memory_desktop.core.events.memory import SaidAgain, Update, retired, succeeded
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Status

#: The kind of item that these events mention; its texts are memories, so there is nothing of its own to take back.
CYCLE_ITEM = "cycle"


class Turn(Payload, frozen=True):
    """A turn is recorded or changed, in a session of a user. `noted`: only how far background jobs are with it."""

    type = EventType.CYCLE
    cycle: str
    session: str = ""
    user: str = ""
    again: bool = False
    noted: bool = False

    def is_step(self, actor: str) -> bool:
        """What the program notes of its own jobs is none."""
        return actor != "system" and not self.noted


@dataclass(frozen=True, slots=True)
class RecordTurn(Command):
    """Record a turn, or change it.

    Attributes:
        new: messages that are not there yet, in order. edited: (id, text) of those that say something else now.
        data: for the first message, by its id, what it keeps of the turn; see `core.conversation.cycles`.
    """

    cycle: str
    session: str
    user: str
    new: tuple[Prepared, ...] = ()
    edited: tuple[tuple[str, Prepared], ...] = ()
    data: tuple[str, Mapping[str, Any]] | None = None
    again: bool = False

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [*(id for id, _ in self.edited), *((self.data[0],) if self.data else ())]

    def texts(self, memories: Mapping[str, Any]) -> Iterable[str]:  # noqa: ARG002
        return [one.digest for one in self.new]


@dataclass(frozen=True, slots=True)
class NoteStages(Command):
    """Say how far background jobs have come with turns: (id of the first message, values of its cycle's data).

    `cycle`: the first of the turns.
    """

    notes: tuple[tuple[str, Mapping[str, Any]], ...]
    cycle: str = ""

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [id for id, _ in self.notes]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a turn says that is worth keeping.

    Attributes:
        text: the fact. again: the active memory that says it already, "" where there is none; then it is only touched.
        similarity: of the two. supersedes: memories that the fact makes obsolete.
    """

    text: Prepared
    again: str = ""
    similarity: float | None = None
    supersedes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Learn(Command):
    """Keep what was found in a turn, touch what it says again, retire what it corrects, and note how far that came.

    Attributes:
        head: id of the turn's first message. data: values of what it keeps of the turn.
    """

    cycle: str
    head: str
    data: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        found = [id for one in self.findings for id in (one.again, *one.supersedes) if id]
        return [self.head, *found]

    def texts(self, memories: Mapping[str, Any]) -> Iterable[str]:  # noqa: ARG002
        return [one.text.digest for one in self.findings]


class ConversationFamily(Family):
    """See the module."""

    name = "conversation"
    payloads = (Turn,)
    commands = (RecordTurn, NoteStages, Learn)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The turn is mentioned: its messages are what changes."""
        return [Touch(CYCLE_ITEM, payload.cycle, changes=False)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case RecordTurn():
                return _record(state, command)
            case NoteStages():
                return _noted(state, command)
            case Learn():
                return _learned(state, command)
        return super().decide(state, command)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if payload.noted:
            return "Background work on turns noted"
        return "Turn of a conversation completed" if payload.again else "Turn of a conversation recorded"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "change turn" if payload.again else "turn of a conversation"


def _record(state: State, command: RecordTurn) -> list[NewEvent]:
    """The turn's event, then what happens to its messages; nothing if there is nothing new."""
    head = Turn(cycle=command.cycle, session=command.session, user=command.user, again=command.again)
    changes: list[NewEvent] = []

    def onwards() -> State:
        return replace(state, next_seq=state.next_seq + 1 + len(changes))

    for id, text in command.edited:
        if any(one.action == "hold" for one in text.verdicts):
            changes += remembered(onwards(), Remember((replace(text, supersedes=id),)))
        else:
            changes += succeeded(onwards(), state.memory(id), text.draft, text)
    if command.data is not None:
        changes += _data_events(state, *command.data)
    changes += remembered(onwards(), Remember(command.new))
    return [head.event(command.cycle), *changes] if changes else []


def _noted(state: State, command: NoteStages) -> list[NewEvent]:
    events: list[NewEvent] = []
    for id, values in command.notes:
        before = state.memory(id).metadata.get(CYCLE_DATA)
        events += _data_events(state, id, {**(before if isinstance(before, Mapping) else {}), **values})
    return [Turn(cycle=command.cycle, noted=True).event(command.cycle), *events] if events else []


def _learned(state: State, command: Learn) -> list[NewEvent]:
    events: list[NewEvent] = []
    touched: set[str] = set()
    gone: set[str] = set()
    for one in command.findings:
        old = state.memories.get(one.again)
        if old is not None and old.status is Status.ACTIVE:
            if old.id not in touched:
                touched.add(old.id)
                events.append(SaidAgain(id=old.id, cycle=command.cycle, similarity=one.similarity).event(old.id))
            continue
        onwards = replace(state, next_seq=state.next_seq + len(events))
        made = remembered(onwards, Remember((replace(one.text, turn=True),)))
        events += made
        new = next((event.item for event in made if event.type == EventType.INGEST), "")
        for id in one.supersedes:
            memory = state.memory(id)
            if new and id not in gone and memory.status is Status.ACTIVE:
                gone.add(id)
                events.append(retired(memory, by=new))
    return events + _noted(state, NoteStages(((command.head, command.data),)))


def _data_events(state: State, id: str, data: Mapping[str, Any]) -> list[NewEvent]:
    memory = state.memory(id)
    plain = {name: value.value if isinstance(value, Stage) else value for name, value in data.items()}
    if memory.status is not Status.ACTIVE or memory.metadata.get(CYCLE_DATA) == plain:
        return []
    return [Update(id=id, set={"metadata": {**memory.metadata, CYCLE_DATA: plain}}).event(id)]
