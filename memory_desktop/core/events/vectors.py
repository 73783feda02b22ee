"""Vectors that come from outside for memories that the vault has already.

A memory that comes with its vector has it in the event that adds it (see `events.memory`). One event here brings those
of many memories. It is undone as a whole: the vectors of a batch count, or they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.memory import MEMORY
from memory_desktop.core.memory.records import Status
from memory_desktop.core.wording import memories

#: The kind of item that this family owns: `Batch`es, by the seq of the event that brought them.
VECTORS = "vectors"


class VectorsGiven(Payload, frozen=True):
    """Vectors came for memories, or batches of them count no longer, or again.

    Attributes:
        model_version: `name@hash8` of the model that made them.
        given: (id of the memory, its key, the vector as `core.outside.packed` has it).
        off, on: seqs of events like this one whose vectors count no longer, or again.
    """

    type = EventType.VECTORS
    model_version: str = ""
    given: list[tuple[str, int, str]] = []  # noqa: RUF012 - msgspec copies it
    off: list[int] = []  # noqa: RUF012
    on: list[int] = []  # noqa: RUF012


@dataclass(frozen=True, slots=True)
class Batch:
    """Vectors that came together: by which model, and whether they count."""

    model_version: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class GiveVectors(Command):
    """Keep vectors of a model for memories: (id, packed vector) of each. Forgotten memories are passed over."""

    model_version: str
    given: tuple[tuple[str, str], ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [id for id, _ in self.given]


class VectorsFamily(Family):
    """See the module."""

    name = "vectors"
    payloads = (VectorsGiven,)
    commands = (GiveVectors,)
    kinds = (VECTORS,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The batches; the memories are mentioned."""
        batches = [str(event.seq)] if payload.given else []
        batches += map(str, (*payload.off, *payload.on))
        mentioned = (Touch(MEMORY, id, changes=False) for id, _, _ in payload.given)
        return [*(Touch(VECTORS, one) for one in batches), *mentioned]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, GiveVectors):
            return super().decide(state, command)
        found = [(state.memory(id), vector) for id, vector in command.given]
        given = [(one.id, one.key, vector) for one, vector in found if one.status is not Status.TOMBSTONE]
        return [VectorsGiven(model_version=command.model_version, given=given).event()] if given else []

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The batches so far."""
        if payload.given:
            items[str(event.seq)] = Batch(payload.model_version)
        for seqs, on in ((payload.off, False), (payload.on, True)):
            for seq in map(str, seqs):
                if seq in items:
                    items[seq] = Batch(items[seq].model_version, on)

    def take_back(self, kind: str, changes: Sequence[Change[Batch]], way: Way) -> None:  # noqa: ARG002
        """The batches count as they did before."""
        wrong = [one for one in changes if one.now is not None and one.now.on is not _counted(one.before)]
        off = [int(one.item) for one in wrong if not _counted(one.before)]
        on = [int(one.item) for one in wrong if _counted(one.before)]
        if wrong:
            way.events.append(VectorsGiven(off=off, on=on).event())

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if not payload.given:
            return "Vectors from outside are used again" if payload.on else "Vectors from outside are no longer used"
        if any(item == id for id, _, _ in payload.given):
            return f"Vector by {payload.model_version} came from outside"
        return f"Vectors by {payload.model_version} came for {memories(len(payload.given))}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return f"import vectors of {memories(len(payload.given))}" if payload.given else "import vectors"


def _counted(batch: Batch | None) -> bool:
    return batch is not None and batch.on
