"""Tools for what memories have to do with each other and with the past: merge, lineage, stats, undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.held_words import text_of
from memory_desktop.core.past import Pair
from memory_desktop.core.undo import UndoEntry
from memory_desktop.core.wording import memories, shortened
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool
from memory_desktop.service.tools.memories import OneMemory, told

#: Memories that a request to undo names, and letters that it quotes of each of two texts.
_NAMED = 20
_QUOTED = 200


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

    command: int | None = Field(
        default=None, ge=1, description="Which command; if not given, your newest, or what of yours waits since."
    )
    anyone: bool = Field(default=False, description="Also what others did. Ask the person first.")


class UndoResult(Result):
    """What `undo` answers."""

    undone: str = Field(description="The name of the command that was taken back; empty when there is none.")
    command: int | None = None
    by: str = ""
    memories: int = 0
    withdrawn: list[str] = Field(
        default_factory=list, description="Texts of yours that waited in Review and do so no longer; none was stored."
    )


def _undo(errand: Errand, given: UndoArguments) -> UndoResult:
    entry = _entry(errand, given)
    waited = errand.engine.gates.held() if entry is not None and entry.waits else []
    done = errand.engine.undo(entry.command, actor=errand.actor) if entry is not None else None
    if entry is None or done is None:
        return UndoResult(undone="")
    left = {one.id for one in errand.engine.gates.held()} if waited else set()
    return UndoResult(
        undone=done.name,
        command=entry.command,
        by=entry.actor,
        memories=done.memories,
        withdrawn=[text_of(one) for one in waited if one.id not in left],
    )


def _entry(errand: Errand, given: UndoArguments) -> UndoEntry | None:
    """What is to be taken back. Raises InvalidCommandError: what is named is no step, or not the agent's."""
    if given.command is None:
        entries = errand.engine.undo_stacks().undo
        own = (one for one in entries if given.anyone or one.actor == errand.actor)
        stored = next((one for one in own if not one.waits), None)
        return _waiting(errand, after=stored.command if stored is not None else 0) or stored
    found = errand.engine.undo_entry(given.command)
    if found is None:
        raise InvalidCommandError(f"Event {given.command} belongs to no command that can be undone.")
    if found[0].actor != errand.actor and not given.anyone:
        raise InvalidCommandError(
            f"“{found[0].name}” was done by {found[0].actor}, not by you.",
            hint="If the person wants it undone, call again with anyone: true.",
        )
    return found[0]


def _waiting(errand: Errand, after: int) -> UndoEntry | None:
    """The step that held back the newest text of the agent that waits since this event; None: there is none."""
    engine = errand.engine
    for item in engine.gates.held():
        if item.actor == errand.actor and item.seq > after:
            # It may have been let in and held back again: the step is that of the first time.
            began = engine.events(item=item.id, type=EventType.HOLD)[-1].seq
            found = engine.undo_entry(began)
            if found is not None and found[0].waits and found[1]:
                return found[0]
    return None


def _ask_to_merge(errand: Errand, given: MergeArguments) -> Request:
    errand.engine.memory_merging.check(given.ids)  # nobody is asked about what is refused anyway
    text = given.text if given.text is not None else "The text is composed of theirs."
    return Request(f"Merge {memories(len(given.ids))}\n\n{text}", ids=given.ids, names=("ids",))


def _ask_to_undo(errand: Errand, given: UndoArguments) -> Request:
    entry = _entry(errand, given)
    if entry is None:
        raise InvalidCommandError("There is nothing to undo.")
    if entry.waits and entry.actor == errand.actor:
        return Request("", answer=_undo(errand, given))  # nothing of it was stored: there is nothing to approve
    pairs, number = errand.engine.command_list.pairs(entry.command, _NAMED)
    lines = [f"Undo “{entry.name}” of {entry.actor} (event {entry.command:,})", "", *_effects(pairs, number)]
    return Request(
        "\n".join(lines).rstrip(),
        ids=[one.id for pair in pairs if (one := pair.after or pair.before) is not None],
        names=("command", "anyone"),
        settled={"command": entry.command, "anyone": given.anyone},
    )


def _effects(pairs: Sequence[Pair], number: int) -> Iterator[str]:
    """What it does to memories to take a command back, a line each."""
    added = sum(pair.before is None for pair in pairs)
    gone = sum(pair.after is None for pair in pairs)
    if added:
        yield f"Removes {memories(added)}"
    if gone:
        yield f"Brings {memories(gone)} back"
    for pair in pairs:
        if pair.before is not None and pair.after is not None:
            old, new = (shortened(one.content, _QUOTED) for one in (pair.before, pair.after))
            yield f"Changes “{new}” back to “{old}”" if old != new else f"Changes labels of “{new}” back"
    if number > len(pairs):
        yield f"{number - len(pairs):,} more memories"


TOOLS = (
    Tool(
        "merge",
        "Merge",
        "Make one memory of several that say the same or belong together. It can be taken apart again. Messages of "
        "conversations, and memories with fields of their own as concepts, are refused.",
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
        "Take back your newest command in this vault, or another of yours by its number. What of yours waits for"
        " approval is withdrawn at once.",
        UndoArguments,
        UndoResult,
        _undo,
        writes=True,
        asks=_ask_to_undo,
        destructive=True,
    ),
)
