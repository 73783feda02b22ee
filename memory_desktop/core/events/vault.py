"""The log itself: its first event, and what a person accepted that it has lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Payload, State, Touch


class VaultCreated(Payload, frozen=True):
    """A vault is made."""

    type = EventType.VAULT
    undoable = False
    vault_id: str
    name: str


class Loss(Payload, frozen=True, rename={"first": "from", "last": "to"}):
    """A person goes on without something that the log has lost.

    Attributes:
        what: "events", from `first` to `last`; or "chain", an earlier chain that was broken at `event` by `problem`.
        replaced: other events stood in their places. anchor: the hash, in hex, that the anchor had of the last one.
        seen_by: what had seen them. file: where what could be read of them was saved.
    """

    type = EventType.LOSS
    undoable = False
    what: str
    first: int = 0
    last: int = 0
    replaced: bool = False
    anchor: str = ""
    seen_by: list[str] = msgspec.field(default_factory=list)
    file: str = ""
    event_: int = msgspec.field(default=0, name="event")
    problem: str = ""


@dataclass(frozen=True, slots=True)
class AcceptLoss(Command):
    """Say in the log that it has lost something, and that a person goes on."""

    loss: Loss


@dataclass(frozen=True, slots=True)
class CreateVault(Command):
    """Write the log's first event."""

    name: str


class VaultFamily(Family):
    """See the module."""

    name = "vault"
    payloads = (VaultCreated, Loss)
    commands = (CreateVault, AcceptLoss)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """None."""
        return []

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case CreateVault():
                return [VaultCreated(vault_id=state.vault_id, name=command.name).event()]
            case AcceptLoss():
                return [command.loss.event()]
        return super().decide(state, command)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if isinstance(payload, VaultCreated):
            return "Vault created"
        if payload.what == "chain":
            return f"Accepted: the earlier log was broken at event {payload.event_:,}"
        return f"Accepted: events {payload.first:,} to {payload.last:,} of the earlier log are lost"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "create vault" if isinstance(payload, VaultCreated) else "accept a loss"
