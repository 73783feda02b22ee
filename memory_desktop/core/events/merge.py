"""Merging: of memories (CONSOLIDATE) and of assemblies (MERGE), and how either went on (MERGED).

What was merged is retired only once the merged one has its vector, by events of the same command.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory_desktop.core.assemblies import Assembly, find, must_be_active
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.assembly import ASSEMBLY, NewAssembly, assembled, dissolved, made_again
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Lookup, Payload, State, Touch, Way
from memory_desktop.core.events.memory import MEMORY, UNMERGED, existing, restored, retired
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.drafts import Prepared, clean_content, new_memory
from memory_desktop.core.memory.encoding import memory_from_payload, memory_to_payload
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.merges import MergeEntry, MergeState
from memory_desktop.core.wording import memories

#: The kind of item that this family owns: the log of merges, `MergeEntry`s by the id of what was merged into.
MERGE = "merge"
_LEAST = 2


class Consolidate(Payload, frozen=True):
    """A memory is made of others.

    Attributes:
        deferred: the others stay until later events of the command retire them; earlier programs retired them at once.
        superposed: the kernel composed the text, and so the vector is that of the others' vectors.
        similarity: the least of any two of them, if it is known. threshold: from which on a merge is suggested.
    """

    type = EventType.CONSOLIDATE
    memory: dict[str, Any]
    parent_ids: list[str]
    result_id: str = ""
    deferred: bool = False
    superposed: bool = False
    similarity: float | None = None
    threshold: float = 0.0


class Merge(Payload, frozen=True):
    """An assembly was made of others, which stay until later events of the command end them."""

    type = EventType.MERGE
    sources: list[str]
    target: str
    similarity: float | None = None
    threshold: float = 0.0


class Merged(Payload, frozen=True):
    """A merge has come to a state (see `MergeState`)."""

    type = EventType.MERGED
    target: str
    state: str


@dataclass(frozen=True, slots=True)
class MergeMemories(Command):
    """Consolidate two or more memories into one with the text and labels that the gate has let through."""

    ids: tuple[str, ...]
    text: Prepared
    similarity: float | None = None
    threshold: float = 0.0

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


@dataclass(frozen=True, slots=True)
class FinishMerge(Command):
    """Retire what is left of a merge's sources (`state` DONE), or let them stay (ABANDONED)."""

    target: str
    sources: tuple[str, ...]
    state: MergeState

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.sources


@dataclass(frozen=True, slots=True)
class Unmerge(Command):
    """Retire a merged memory and bring back what it was made of. `target` is the id that the log of merges has."""

    id: str
    target: str
    sources: tuple[str, ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [self.id, *self.sources]

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:
        return [one.content_hash for one in memories.values()]


@dataclass(frozen=True, slots=True)
class MergeAssemblies(Command):
    """Make an assembly of others."""

    ids: tuple[str, ...]
    name: str
    similarity: float | None
    threshold: float


@dataclass(frozen=True, slots=True)
class LogMerge(Command):
    """Log the merge that made an assembly, if the program was killed before it was logged."""

    target: str
    similarity: float | None
    threshold: float


@dataclass(frozen=True, slots=True)
class FinishAssemblyMerge(Command):
    """End the sources of a merge in favour of what stands for its target now (DONE), or let them stay (ABANDONED)."""

    target: str
    into: str
    state: MergeState


@dataclass(frozen=True, slots=True)
class UnmergeAssembly(Command):
    """End a merged assembly and make its sources again. `target`: as the log of merges has it, if it has it."""

    id: str
    target: str | None
    ended: tuple[str, ...]


class MergeFamily(Family):
    """See the module."""

    name = "merge"
    payloads = (Consolidate, Merge, Merged)
    commands = (
        MergeMemories,
        FinishMerge,
        Unmerge,
        MergeAssemblies,
        LogMerge,
        FinishAssemblyMerge,
        UnmergeAssembly,
    )
    kinds = (MERGE,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The merge, and for memories the merged one and its parents."""
        yield Touch(MERGE, event.item)
        if isinstance(payload, Consolidate):
            yield Touch(MEMORY, event.item)
            for id in payload.parent_ids:
                yield Touch(MEMORY, id, changes=not payload.deferred)
        elif isinstance(payload, Merge):
            for id in payload.sources:
                yield Touch(ASSEMBLY, id, changes=False)

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        book: Mapping[str, Assembly] = state.items.get(ASSEMBLY, {})
        match command:
            case MergeMemories():
                return merged(state, command)
            case FinishMerge():
                sources = [state.memory(id) for id in command.sources] if command.state is MergeState.DONE else []
                ends = [retired(one, by=command.target) for one in sources if one.status is Status.ACTIVE]
                return [*ends, moved(command.target, command.state)]
            case Unmerge():
                return _unmerge(state, command)
            case MergeAssemblies():
                return joined_together(state, command)
            case LogMerge():
                return [_logged(find(book, command.target), command.similarity, command.threshold)]
            case FinishAssemblyMerge():
                return _finish_assemblies(state, book, command)
            case UnmergeAssembly():
                return _unmerge_assembly(state, book, command)
        return super().decide(state, command)

    def records(self, event: Event, payload: Any, lookup: Lookup) -> list[Memory]:
        """See `Family.records`."""
        if not isinstance(payload, Consolidate):
            return []
        new = memory_from_payload(payload.memory, seq=event.seq, ts=event.ts, actor=event.actor)
        parents = [] if payload.deferred else [existing(event, id, lookup) for id in payload.parent_ids]
        return [new, *(kernel.retire(one, Status.SUPERSEDED, superseded_by=new.id) for one in parents)]

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The log of merges, by target."""
        match payload:
            case Consolidate() | Merge():
                items[event.item] = _entry(event, payload)
            case Merged() if event.item in items:
                items[event.item] = _moved(items[event.item], event, MergeState(payload.state))

    def take_back(self, kind: str, changes: Sequence[Change[MergeEntry]], way: Way) -> None:  # noqa: ARG002
        """A merge that began is undone; one that was undone or finished is again what it was."""
        for one in changes:
            before, now = one.before, one.now
            if now is None or (before is not None and before.state is now.state):
                continue
            if before is None or before.state is MergeState.UNDONE:
                state = MergeState.UNDONE
            elif before.state is MergeState.WAITING:
                state = MergeState.AGAIN  # its end belongs to this command from now on
            else:
                state = before.state
            way.events.append(moved(one.item, state))

    def words(self, event: Event, payload: Any, item: str) -> str:
        """See `Family.words`."""
        match payload:
            case Consolidate():
                parents = payload.parent_ids
                return f"Merged into {event.item}" if item in parents else f"Merged from {memories(len(parents))}"
            case Merge():
                how = f" (similarity {payload.similarity:.2f})" if payload.similarity is not None else ""
                return f"Merge of {len(payload.sources)} assemblies started{how}"
            case Merged():
                return _STATES[MergeState(payload.state)]
        return ""

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        if isinstance(payload, Consolidate):
            return f"merge {memories(len(payload.parent_ids))}"
        return "merge assemblies"


_STATES = {
    MergeState.WAITING: "Merge started",
    MergeState.DONE: "Merge finished",
    MergeState.ABANDONED: "Merge abandoned: the merged item is gone, and its sources stay",
    MergeState.UNDONE: "Merge undone",
    MergeState.AGAIN: "Merge redone",
}


def moved(target: str, state: MergeState) -> NewEvent:
    """The event that says that a merge has come to a state."""
    return Merged(target=target, state=state.value).event(target)


def merged(state: State, command: MergeMemories) -> list[NewEvent]:
    """The event that makes one memory of several."""
    parents = [state.memory(id) for id in sorted(set(command.ids))]
    if len(parents) < _LEAST:
        raise InvalidCommandError("A merge needs at least two memories.")
    one = kernel.composed(parents)
    superposed, text = clean_content(one.content), command.text
    new = new_memory(
        state.new_id("mem", 0),
        state.next_seq,
        state.now,
        text.draft,
        text.content,
        text.digest,
        lineage=one.lineage,
        pii=tuple(sorted({*one.pii, *text.pii})),
        weight=one.weight,
    )
    payload = Consolidate(
        memory=memory_to_payload(new),
        parent_ids=[memory.id for memory in parents],
        result_id=new.id,
        deferred=True,
        superposed=text.content == superposed,
        similarity=command.similarity,
        threshold=command.threshold,
    )
    return [payload.event(new.id)]


def _unmerge(state: State, command: Unmerge) -> list[NewEvent]:
    target = state.memory(command.id)
    if not command.sources:
        raise InvalidCommandError(f"{target.id} was not merged from others.")
    if target.status is not Status.ACTIVE:
        raise InvalidCommandError(f"{target.id} is {target.status.word}; only an active memory can be taken apart.")
    merged = {target.id, command.target}
    said_again = {
        hash for hash, known in state.known.items() if known.status is Status.ACTIVE and known.id not in merged
    }
    gone = [one for id in command.sources if (one := state.memory(id)).superseded_by in merged]
    back = [one for one in gone if one.content_hash not in said_again]
    again = [restored(state, place, old) for place, old in enumerate(back, start=1)]
    end = retired(target, by=again[0].item if again else None, reason=UNMERGED)
    return [end, *again, moved(command.target, MergeState.UNDONE)]


def joined_together(state: State, command: MergeAssemblies) -> list[NewEvent]:
    """The events that make one assembly of several, and log the merge."""
    book: Mapping[str, Assembly] = state.items.get(ASSEMBLY, {})
    sources = [find(book, id) for id in dict.fromkeys(command.ids)]
    if len(sources) < _LEAST:
        raise InvalidCommandError("A merge needs at least two assemblies.")
    entries: Mapping[str, MergeEntry] = state.items.get(MERGE, {})
    going = {id for one in entries.values() if one.state is MergeState.WAITING for id in one.sources}
    for one in sources:
        must_be_active(one)
        if one.id in going:
            raise InvalidCommandError(
                f"“{one.name}” is being merged already.", hint="It ends once the merged one has its vector."
            )
    new = NewAssembly(
        name=command.name or joined(sources),
        members=tuple(member for one in sources for member in one.members),
        tags=tuple(tag for one in sources for tag in one.tags),
        topics=tuple(topic for one in sources for topic in one.topics),
        merged_from=tuple(one.id for one in sources),
    )
    made = assembled(state.new_id("asm", 0), new)
    logged = Merge(
        sources=list(new.merged_from),
        target=made.item,
        similarity=command.similarity,
        threshold=command.threshold,
    )
    return [made, logged.event(made.item)]


def joined(sources: Sequence[Assembly]) -> str:
    """The default name of a merged assembly."""
    return " + ".join(one.name for one in sources)


def _logged(target: Assembly, similarity: float | None, threshold: float) -> NewEvent:
    sources = list(target.merged_from)
    return Merge(sources=sources, target=target.id, similarity=similarity, threshold=threshold).event(target.id)


def _finish_assemblies(state: State, book: Mapping[str, Assembly], command: FinishAssemblyMerge) -> list[NewEvent]:
    entry: MergeEntry = state.items[MERGE][command.target]
    sources = [find(book, id) for id in entry.sources] if command.state is MergeState.DONE else []
    ends = [dissolved(one, into=command.into) for one in sources if one.status is Status.ACTIVE]
    return [*ends, moved(command.target, command.state)]


def _unmerge_assembly(state: State, book: Mapping[str, Assembly], command: UnmergeAssembly) -> list[NewEvent]:
    target = find(book, command.id)
    if not target.merged_from:
        raise InvalidCommandError(f"“{target.name}” was not merged from others.")
    events = [dissolved(target, reason=UNMERGED)]
    for id in command.ended:
        events.append(made_again(find(book, id), state.new_id("asm", len(events))))
    events += [moved(command.target, MergeState.UNDONE)] if command.target is not None else []
    return events


def _entry(event: Event, payload: Consolidate | Merge) -> MergeEntry:
    of_memories = isinstance(payload, Consolidate)
    waits = not isinstance(payload, Consolidate) or payload.deferred
    return MergeEntry(
        target=event.item,
        sources=tuple(payload.parent_ids if isinstance(payload, Consolidate) else payload.sources),
        of_memories=of_memories,
        similarity=payload.similarity,
        threshold=payload.threshold,
        at=event.ts,
        actor=event.actor,
        command=event.command,
        state=MergeState.WAITING if waits else MergeState.DONE,
        finished_at=None if waits else event.ts,
        superposed=isinstance(payload, Consolidate) and payload.superposed,
    )


def _moved(entry: MergeEntry, event: Event, state: MergeState) -> MergeEntry:
    if state is MergeState.AGAIN:  # its end belongs to the redo, so that undo takes that back, too
        return replace(entry, state=MergeState.WAITING, command=event.command, finished_at=None)
    return replace(entry, state=state, finished_at=event.ts)
