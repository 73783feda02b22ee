"""Tools for what memories have to do with each other and with the past: merge, lineage, stats, undo."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.undo import UndoEntry
from memory_desktop.core.wording import memories
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool
from memory_desktop.service.tools.memories import OneMemory, told


class MergeArguments(Arguments):
    """What `merge` takes."""

    ids: Annotated[list[str], Field(min_length=2, max_length=100, description="The memories to make one of.")]
    text: str | None = Field(default=None, description="The merged text; composed of theirs if not given.")


class MergeResult(Result):
    """What `merge` answers."""

    memory: OneMemory
    retired: str = Field(description="When the sources stop being recalled.")


def _merge(errand: Errand, given: MergeArguments) -> MergeResult:
    memory = errand.engine.merge(given.ids, given.text, actor=errand.actor)
    errand.ids += [memory.id, *given.ids]
    return MergeResult(memory=OneMemory(**told(memory)), retired="As soon as the merged memory has its vector.")


class LineageArguments(Arguments):
    """What `lineage` takes."""

    id: str = Field(description="A memory's or an assembly's id.")
    depth: int = Field(default=3, ge=1, le=20, description="How many steps away.")


class OneNode(Result):
    """A memory or an assembly in the lineage."""

    id: str
    label: str
    status: str


class OneEdge(Result):
    """What came from what, and how."""

    source: str
    target: str
    how: str


class LineageResult(Result):
    """What `lineage` answers."""

    nodes: list[OneNode]
    edges: list[OneEdge]
    explanation: list[str]
    more: int = Field(description="How many nodes were left out.")


def _lineage(errand: Errand, given: LineageArguments) -> LineageResult:
    graph = errand.engine.lineage(given.id, depth=given.depth, most=200)
    errand.ids.append(given.id)
    return LineageResult(
        nodes=[OneNode(id=one.id, label=one.label, status=one.status) for one in graph.nodes],
        edges=[OneEdge(source=one.source, target=one.target, how=one.how) for one in graph.edges],
        explanation=errand.engine.explain(given.id),
        more=graph.more,
    )


class NoArguments(Arguments):
    """Nothing."""


class StatsResult(Result):
    """What `stats` answers."""

    vault: str
    memories: dict[str, int] = Field(description="By status.")
    layers: dict[str, int] = Field(description="Active ones, by layer.")
    waiting_for_vectors: int
    held_for_review: int
    events: int
    health: str
    notes: list[str]


def _stats(errand: Errand, given: NoArguments) -> StatsResult:  # noqa: ARG001 - every tool takes its arguments
    status = errand.engine.status()
    return StatsResult(
        vault=status.name,
        memories=dict(status.memories),
        layers=dict(status.by_layer),
        waiting_for_vectors=status.sync.pending + status.sync.failed,
        held_for_review=len(errand.engine.gates.held()),
        events=status.head,
        health=status.health,
        notes=list(status.notes),
    )


class UndoArguments(Arguments):
    """What `undo` takes."""

    command: int | None = Field(default=None, ge=1, description="Which command; your newest if not given.")
    anyone: bool = Field(default=False, description="Also what others did. Ask the person first.")


class UndoResult(Result):
    """What `undo` answers."""

    undone: str = Field(description="The name of the command that was taken back; empty when there is none.")
    command: int | None = None
    by: str = ""
    memories: int = 0


def _undo(errand: Errand, given: UndoArguments) -> UndoResult:
    entry = _entry(errand, given)
    done = errand.engine.undo(entry.command, actor=errand.actor) if entry is not None else None
    if entry is None or done is None:
        return UndoResult(undone="")
    return UndoResult(undone=done.name, command=entry.command, by=entry.actor, memories=done.memories)


def _entry(errand: Errand, given: UndoArguments) -> UndoEntry | None:
    if given.command is None:
        entries = errand.engine.undo_stacks().undo
        # What waits in Review was not carried out, so there is nothing of it to take back.
        return next((one for one in entries if (given.anyone or one.actor == errand.actor) and not one.waits), None)
    found = errand.engine.undo_entry(given.command)
    if found is None:
        raise InvalidCommandError(f"Event {given.command} belongs to no command that can be undone.")
    if found[0].actor != errand.actor and not given.anyone:
        raise InvalidCommandError(
            f"“{found[0].name}” was done by {found[0].actor}, not by you.",
            hint="If the person wants it undone, call again with anyone: true.",
        )
    return found[0]


def _ask_to_merge(errand: Errand, given: MergeArguments) -> Request:  # noqa: ARG001 - as every tool
    text = given.text if given.text is not None else "The text is composed of theirs."
    return Request(f"Merge {memories(len(given.ids))}\n\n{text}", ids=given.ids, names=("ids",))


def _ask_to_undo(errand: Errand, given: UndoArguments) -> Request:
    entry = _entry(errand, given)
    if entry is None:
        raise InvalidCommandError("There is nothing to undo.")
    words = f"Undo “{entry.name}” of {entry.actor} (event {entry.command:,})"
    for row in errand.engine.command_list.page(before=entry.command + 1, limit=1):
        if row.command == entry.command and row.text:
            words += f"\n\nIt began with: {row.text}"
    return Request(words, names=("command", "anyone"), settled={"command": entry.command, "anyone": given.anyone})


TOOLS = (
    Tool(
        "merge",
        "Merge",
        "Make one memory of several that say the same or belong together. It can be taken apart again.",
        MergeArguments,
        MergeResult,
        _merge,
        writes=True,
        asks=_ask_to_merge,
        destructive=True,
    ),
    Tool(
        "lineage",
        "Lineage",
        "Where a memory came from and what became of it: edits, merges, restores.",
        LineageArguments,
        LineageResult,
        _lineage,
    ),
    Tool("stats", "Statistics", "How much is in the vault, and how it is.", NoArguments, StatsResult, _stats),
    Tool(
        "undo",
        "Undo",
        "Take back your newest command in this vault, or another of yours by its number.",
        UndoArguments,
        UndoResult,
        _undo,
        writes=True,
        asks=_ask_to_undo,
        destructive=True,
    ),
)
