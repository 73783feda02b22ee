"""Runs of the recall lab: what the labelled queries measured, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Payload, State, Touch
from memory_desktop.core.lab import LabRun, run_from_json, run_json
from memory_desktop.core.wording import count

#: The kind of item that this family owns: `LabRun`s by item id, in their order.
LAB_RUN = "lab_run"


class LabRunMade(Payload, frozen=True):
    """The labelled queries were asked again and measured."""

    type = EventType.LAB_RUN
    undoable = False
    run: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NoteLabRun(Command):
    """Say in the log what a run of the recall lab measured."""

    run: LabRun


class LabFamily(Family):
    """See the module."""

    name = "lab"
    payloads = (LabRunMade,)
    commands = (NoteLabRun,)
    kinds = (LAB_RUN,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The run itself."""
        return [Touch(LAB_RUN, event.item)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, NoteLabRun):
            return super().decide(state, command)
        return [LabRunMade(run=run_json(command.run)).event(state.new_id("run", 0))]

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """Every run; what each query found only of the newest."""
        for id, earlier in items.items():
            if earlier.queries:
                items[id] = replace(earlier, queries=())
        items[event.item] = run_from_json(payload.run, number=len(items) + 1)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        queries = count(int(payload.run.get("query_count", 0)), "labelled query", "labelled queries")
        recall = payload.run.get("measures", {}).get("hybrid", {}).get("recall")
        return f"Recall lab: {queries}" + (f", recall {recall:.2f}" if isinstance(recall, float) else "")

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "measure recall"
