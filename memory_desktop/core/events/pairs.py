"""Pairs of memories of which a person said that they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.wording import count

#: The kind of item that this family owns: frozensets of two memory ids, by `pair_id`.
PAIR = "pair"


class Differ(Payload, frozen=True):
    """Of each pair it was said that both are right, or (`differ` false) that this is open again."""

    type = EventType.DIFFER
    pairs: list[list[str]]
    differ: bool


@dataclass(frozen=True, slots=True)
class KeepBoth(Command):
    """Keep both of each pair, and never ask about them again."""

    pairs: tuple[tuple[str, str], ...]


def pair_id(ids: Iterable[str]) -> str:
    """The item that stands for a pair, whichever is named first."""
    return "|".join(sorted(ids))


class PairFamily(Family):
    """See the module."""

    name = "pairs"
    payloads = (Differ,)
    commands = (KeepBoth,)
    kinds = (PAIR,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """Each pair; its memories are mentioned."""
        for ids in payload.pairs:
            yield Touch(PAIR, pair_id(ids))
            for id in ids:
                yield Touch("memory", id, changes=False)

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, KeepBoth):
            return super().decide(state, command)
        if not command.pairs or any(first == second for first, second in command.pairs):
            raise InvalidCommandError("A decision needs pairs of two memories.")
        return [Differ(pairs=[sorted(pair) for pair in command.pairs], differ=True).event()]

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:  # noqa: ARG002
        """Pairs that differ."""
        for ids in payload.pairs:
            if payload.differ:
                items[pair_id(ids)] = frozenset(ids)
            else:
                items.pop(pair_id(ids), None)

    def take_back(self, kind: str, changes: Sequence[Change[frozenset[str]]], way: Way) -> None:  # noqa: ARG002
        """They are open again, or settled again."""
        for differ in (True, False):
            wanted = [one for one in changes if (one.before is not None) is differ]
            pairs = [one.item.split("|") for one in wanted if (one.now is not None) is not differ]
            if pairs:
                way.events.append(Differ(pairs=pairs, differ=differ).event())

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return f"{count(len(payload.pairs), 'pair')} {'kept: both are right' if payload.differ else 'open again'}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return f"keep both of {count(len(payload.pairs), 'pair')}"
