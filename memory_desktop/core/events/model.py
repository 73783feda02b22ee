"""Migrations: to another embedding model, or of the vault to another format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.migration import ModelChange, model_changes, ref_of

#: The kind of item that this family owns: one item, `EMBEDDING_MODEL`, all changes of the model so far.
MODEL = "model"
EMBEDDING_MODEL, FORMAT = "embedding_model", "format"


class Migration(Payload, frozen=True, rename={"old": "from", "new": "to"}):
    """The vault has moved: `what` "embedding_model" or "format", from and to.

    Attributes:
        ref: where the model is found. back: the change takes another one back.
        old_head, old_seq: hash (hex) and place of the last event of a chain that was sealed anew. broken: its first
            bad event and what was wrong with it, if it was broken already.
    """

    type = EventType.MIGRATION
    what: str
    old: Any = None
    new: Any = None
    ref: Any = "bundled"
    dim: Any = 0
    back: Any = False
    old_head: str = ""
    old_seq: int = 0
    broken: dict[str, Any] | None = None

    def is_step(self, actor: str) -> bool:
        """A person's change of the model is one; that to the model of a newer program, and a format's, are not."""
        return self.what == EMBEDDING_MODEL and actor != "system"


@dataclass(frozen=True, slots=True)
class NoteModel(Command):
    """Say in the log that vectors are made by another model from here on.

    Attributes:
        ref: where the model is found. back: it takes another change back.
    """

    old: str
    new: str
    ref: str = "bundled"
    dim: int = 0
    back: bool = False


class ModelFamily(Family):
    """See the module."""

    name = "model"
    payloads = (Migration,)
    commands = (NoteModel,)
    kinds = (MODEL,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The model, if it is about that."""
        return [Touch(MODEL, EMBEDDING_MODEL)] if payload.what == EMBEDDING_MODEL else []

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, NoteModel):
            return super().decide(state, command)
        where: dict[str, Any] = {"ref": command.ref, "dim": command.dim, "back": command.back}
        return [Migration(what=EMBEDDING_MODEL, old=command.old, new=command.new, **where).event()]

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The changes of the model, oldest first."""
        if payload.what == EMBEDDING_MODEL:
            items[EMBEDDING_MODEL] = (*items.get(EMBEDDING_MODEL, ()), *model_changes([event]))

    def take_back(self, kind: str, changes: Sequence[Change[Any]], way: Way) -> None:
        """The model of before is in use again, unless it was changed once more since."""
        for one in changes:
            after: Sequence[ModelChange] = one.after or ()
            now: Sequence[ModelChange] = one.now or ()
            if not after or not now:
                continue
            change = after[-1]
            if now[-1].seq != change.seq:
                way.later.append((kind, one.item))
                continue
            dim = next((each.dim for each in reversed(now) if each.new == change.old), 0)
            where: dict[str, Any] = {"ref": ref_of(now, change.old), "dim": dim, "back": not change.back}
            way.events.append(Migration(what=EMBEDDING_MODEL, old=change.new, new=change.old, **where).event())

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if payload.what == FORMAT:
            return f"Vault brought from format {payload.old} to format {payload.new}"
        return f"Embedding model changed from {payload.old or 'none'} to {payload.new}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "change embedding model" if payload.what == EMBEDDING_MODEL else "change vault format"
