"""Settings of the vault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.settings import SETTINGS, Value

#: The kind of item that this family owns: values by the setting's name.
SETTING = "setting"


class PolicyChange(Payload, frozen=True):
    """Settings are set; `was` holds what they were before."""

    type = EventType.POLICY_CHANGE
    set: dict[str, Any]
    was: dict[str, Any] = msgspec.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeSettings(Command):
    """Set settings to checked values."""

    changes: Mapping[str, Value]


class PolicyFamily(Family):
    """See the module."""

    name = "policy"
    payloads = (PolicyChange,)
    commands = (ChangeSettings,)
    kinds = (SETTING,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """Each setting."""
        return [Touch(SETTING, name) for name in payload.set]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, ChangeSettings):
            return super().decide(state, command)
        changes = {name: value for name, value in command.changes.items() if value != state.settings[name]}
        was = {name: state.settings[name] for name in changes}
        return [PolicyChange(set=changes, was=was).event()] if changes else []

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:  # noqa: ARG002
        """Values that were set. What a newer program wrote, or what is out of range now, is passed over."""
        for name, value in payload.set.items():
            if name in SETTINGS:
                try:
                    items[name] = SETTINGS[name].checked(value)
                except InvalidCommandError:
                    continue

    def take_back(self, kind: str, changes: Sequence[Change[Value]], way: Way) -> None:
        """The settings are what they were."""
        back: dict[str, Any] = {}
        for one in changes:
            if one.item not in SETTINGS or one.before == one.now:
                continue
            if one.now != one.after:
                way.later.append((kind, one.item))
            else:
                back[one.item] = one.before if one.before is not None else SETTINGS[one.item].default
        if back:
            was = {name: way.state.settings[name] for name in back}
            way.events.append(PolicyChange(set=back, was=was).event())

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return "Settings: " + "; ".join(f"{name} to {value}" for name, value in payload.set.items())

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        known = [SETTINGS[name].title if name in SETTINGS else name for name in payload.set]
        return f"change setting “{known[0]}”" if len(known) == 1 else f"change {len(known)} settings"
