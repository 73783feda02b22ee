"""What an event family is made of.

A family is one module beside this one. It says everything that the program knows about a few event types: their
payloads as frozen classes, the items that an event touches, the commands and the rule that turns a command into events
(`decide`), what an event does to those items (`fold`), how that is taken back (`take_back`) and how it is told in
History and behind “Undo” (`words`, `title`). `registry` lists the families; nothing else has to know a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import Event, EventType, NewEvent, item_id
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.settings import Settings
from memory_desktop.core.vector_items import VectorWork

P = TypeVar("P", bound="Payload")
T = TypeVar("T")


class Payload(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one type of event says. Fields that a newer program added are passed over when it is read."""

    type: ClassVar[EventType]
    #: False: the event is no step of undo (what was recalled, what a format step did).
    undoable: ClassVar[bool] = True

    def is_step(self, actor: str) -> bool:  # noqa: ARG002 - most are steps whoever caused them
        """Is a command that begins with this event, by this actor, a step of undo? Asked only if it may be one."""
        return True

    def event(self, item: str = "") -> NewEvent:
        """The event that says this, about an item."""
        return NewEvent(self.type, msgspec.to_builtins(self), item)


@dataclass(frozen=True, slots=True)
class Command:
    """A change that a caller asks for. Its family's `decide` turns it into events; nothing else writes."""

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002 - for what a vault gives an id of its own
        """Ids of the memories that the rule must see."""
        return ()

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:  # noqa: ARG002 - most bring no text
        """Content hashes whose holders the rule must see, given the memories named."""
        return ()


class Touch(NamedTuple):
    """An item that an event is about. `changes` False: it is only mentioned (a parent, a successor)."""

    kind: str
    item: str
    changes: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """What the vault has under a content hash: the best (least retired) record, one that is no message if it can be.

    `message`: it was said in a conversation. `user_id`: whose it is; "" for nobody in particular.
    """

    id: str
    status: Status
    message: bool = False
    user_id: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The part of the vault that a command can touch. The caller loads it, inside the lock that appends the events.

    Attributes:
        next_seq: the seq that the command's first event will get.
        memories: by id, all that the command names.
        known: by content hash, for the texts that the command brings.
        items: by kind, then by item: the projections that are kept in memory (assemblies, merges, labels …).
    """

    vault_id: str
    next_seq: int
    now: datetime
    memories: Mapping[str, Memory] = field(default_factory=dict)
    known: Mapping[str, Known] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    items: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def memory(self, id: str) -> Memory:
        """The memory with this id. Raises NotFoundError."""
        try:
            return self.memories[id]
        except KeyError:
            raise NotFoundError(f"There is no memory with the id {id}.") from None

    def new_id(self, kind: str, offset: int) -> str:
        """The id of the item that the command's event at this place (from 0) makes."""
        return item_id(kind, self.vault_id, self.next_seq + offset)


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """One item before some events, after them, and now; None where there was none.

    An item that ended and was made again under another id is the same one here (see `Memory.origin`).
    """

    item: str
    before: T | None
    after: T | None
    now: T | None


@dataclass(slots=True)
class Way:
    """The state of an undo while it is planned: what there is, and the events so far.

    Attributes:
        lines: by id of a memory or assembly, the line that it belongs to (see `Memory.origin`), where that is another.
        stands: by line, the id of the one that stands for it now, or after these events.
        later: (kind, item) of those that later commands have changed so that these events cannot be taken back.
    """

    state: State
    events: list[NewEvent]
    lines: Mapping[str, str] = field(default_factory=dict)
    stands: dict[str, str] = field(default_factory=dict)
    later: list[tuple[str, str]] = field(default_factory=list)

    def standing(self, id: str) -> str:
        """The id of the one that stands for this one; itself where nothing else is known."""
        return self.stands.get(self.lines.get(id, id), id)

    def new_id(self, kind: str) -> str:
        """The id of the item that the next event makes."""
        return self.state.new_id(kind, len(self.events))


Lookup = Callable[[str], Memory | None]


class Family:
    """See the module. The methods here are those of a family that has nothing to say on the matter.

    Attributes:
        name: of the family. payloads: of its event types. commands: that it decides.
        kinds: of the items that it owns: folds, and takes back.
    """

    name: ClassVar[str]
    payloads: ClassVar[tuple[type[Payload], ...]]
    commands: ClassVar[tuple[type[Command], ...]] = ()
    kinds: ClassVar[tuple[str, ...]] = ()

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The items that an event is about."""
        raise NotImplementedError

    def decide(self, state: State, command: Any) -> list[NewEvent]:  # noqa: ARG002
        """The events that carry a command out; the i-th gets seq `state.next_seq + i`. None: nothing is to be done.

        Raises:
            InvalidCommandError: an invariant forbids it. NotFoundError: it names an id that is not there.
        """
        raise InvalidCommandError(f"{self.name} has no such command as {type(command).__name__}.")

    def records(self, event: Event, payload: Any, lookup: Lookup) -> list[Memory]:  # noqa: ARG002
        """The memory records that an event makes or changes, as they are after it; `lookup` gives those before it."""
        return []

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """Take an event into the family's own items, by id."""

    def line_of(self, items: Mapping[str, Any], id: str) -> str:  # noqa: ARG002
        """The line that one of the family's own items belongs to: what ended and was made again is the same one."""
        return id

    def vectors(self, event: Event, payload: Any) -> Iterable[VectorWork]:  # noqa: ARG002
        """The items other than memories that wait for a vector because of an event."""
        return ()

    def take_back(self, kind: str, changes: Sequence[Change[Any]], way: Way) -> None:
        """Append to `way.events` what brings items of a kind back from `now` to `before`."""

    def words(self, event: Event, payload: Any, item: str) -> str:
        """An event as a row of History says it, from the point of view of an item ("" for none)."""
        raise NotImplementedError

    def title(self, payload: Any, types: Mapping[str, int]) -> str:
        """What a command is called behind “Undo”, given its first event's payload, and its events by type."""
        raise NotImplementedError
