"""Merging assemblies, as a job that a crash at any step leaves findable and finishable.

**The sequence.** (1) The successor is made, with `merged_from` set before it is first kept. (2) The merge is logged:
sources, target, similarity, threshold. (3) The sync stores the successor's vector. (4) Only then are the sources ended,
together with the note that the merge is finished, in one transaction; until then they can be found and lift as before.
All events carry the number of the first one, so that the whole is one step of undo.

A process that dies after (1) has left an assembly whose `merged_from` no merge in the log names: it is logged late. One
that dies later has left a merge without its end: it is taken up where it was.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from memory_desktop.core import assemblies as a
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.merge import (
    FinishAssemblyMerge,
    LogMerge,
    MergeAssemblies,
    UnmergeAssembly,
    joined,
)
from memory_desktop.core.memory import held
from memory_desktop.core.memory.held import HeldChange
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.merges import MergeEntry, MergeState, least_cosine, told
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import standing_keys
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.vector_queue import ASSEMBLY

_LEAST = 2


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two assemblies that are alike enough to be merged, and how many members they share."""

    first: Assembly
    second: Assembly
    similarity: float
    shared: int


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge of some assemblies would put together.

    Attributes:
        members: of each source, the memories that stand for its members now.
        gone: how many members have been forgotten.
        similarity: the least of any two sources; None when some have no vector. name, tags, topics: of the merged one.
    """

    sources: tuple[Assembly, ...]
    members: tuple[tuple[Memory, ...], ...]
    gone: int
    similarity: float | None
    name: str
    tags: tuple[str, ...]
    topics: tuple[str, ...]

    def rows(self) -> list[tuple[Memory, tuple[bool, ...]]]:
        """Each memory once, with which of the sources have it: first those that all have, then by source."""
        every = {memory.key: memory for members in self.members for memory in members}
        sets = [{memory.key for memory in members} for members in self.members]
        rows = [(memory, tuple(key in keys for keys in sets)) for key, memory in every.items()]
        return sorted(rows, key=lambda row: (not all(row[1]), tuple(not has for has in row[1]), row[0].key))


class Merging:
    """See the module."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        log: MergeLog,
        assemblies: Assemblies,
        space: Callable[[], Space],
    ) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._merges = log
        self._assemblies = assemblies
        self._space = space

    def begin(self, ids: Sequence[str], name: str = "", *, actor: str = "user", initiator: str = "") -> Assembly:
        """Make the successor and log the merge; `finish` ends the sources once its vector is stored.

        Raises:
            NotFoundError: an unknown id. InvalidCommandError: fewer than two, or one that is ended already.
            HeldBackError: a gate holds the name back.
        """
        threshold = self._writer.settings.number("assemblies.merge_above")
        with self._writer.lock:
            sources = self._sources(ids)
            similarity = self._similarity([one.id for one in sources])
            if name.strip():
                change = HeldChange(held.JOIN, tuple(ids), {"similarity": similarity, "threshold": threshold})
                words = self._gates.prepare_words(name)
                name = self._gates.pass_text(words, change, actor=actor, initiator=initiator).content
            command = MergeAssemblies(tuple(ids), name, similarity, threshold)
            written = self._writer.execute(command, actor=actor, initiator=initiator)
            return self._assemblies.get(written.events[0].item)

    def preview(self, ids: Sequence[str]) -> MergePreview:
        """What `begin` would put together. Raises as it does."""
        sources = self._sources(ids)
        members = self._assemblies.members_of(sources)
        named = sorted({member for one in sources for member in one.members})
        return MergePreview(
            sources=tuple(sources),
            members=tuple(tuple(members[one.id]) for one in sources),
            gone=len(named) - len(standing_keys(self._store.records, named)),
            similarity=self._similarity([one.id for one in sources]),
            name=joined(sources),
            tags=tuple(sorted({tag for one in sources for tag in one.tags})),
            topics=tuple(dict.fromkeys(topic for one in sources for topic in one.topics)),
        )

    def finish(self) -> int:
        """End the sources of every merge whose successor has its vector; how many merges were brought to an end."""
        waiting = self._merges.waiting(of_memories=False)
        if not waiting:
            return 0
        rows = self._store.queue.states_of(ASSEMBLY)
        ended = 0
        for id in [entry.target for entry in waiting]:
            with self._writer.lock:
                entry = self._merges.entry(id)
                if entry is None or entry.state is not MergeState.WAITING:
                    continue
                target = self._standing(id)
                row = rows.get(target.key)
                if target.status is not Status.ACTIVE:
                    state = MergeState.ABANDONED
                elif row is not None and row.state == "indexed":
                    state = MergeState.DONE
                else:
                    continue
                command = FinishAssemblyMerge(id, target.id, state)
                self._writer.execute(command, actor="system", belongs_to=entry.command)
                ended += 1
        if ended:
            self._assemblies.reconcile()
        return ended

    def resume(self) -> None:
        """After opening: log the merges that died before they were logged. `finish` does the rest."""
        logged = {entry.target for entry in self._merges.entries()}
        book = self._assemblies.book()
        active = {one.id for one in a.active(book)}
        for one in list(book.values()):
            unfinished = one.merged_from and one.id in active and active.issuperset(one.merged_from)
            if unfinished and one.id not in logged and not one.restores:
                self._log(one, one.key, one.actor, "")

    def unmerge(self, id: str, *, actor: str = "user", initiator: str = "") -> list[Assembly]:
        """End a merged assembly and make its sources again, as they were.

        Raises:
            NotFoundError, InvalidCommandError: it is not there, not active, or was not merged.
        """
        with self._writer.lock:
            target, book = self._assemblies.get(id), self._assemblies.book()
            known = [source for source in target.merged_from if source in book]
            ended = tuple(one for one in known if self._standing(one).status is not Status.ACTIVE)
            entry = self.entry(id)
            command = UnmergeAssembly(id, entry.target if entry is not None else None, ended)
            self._writer.execute(command, actor=actor, initiator=initiator)
            self._assemblies.reconcile()
            standing = [self._standing(source) for source in known]
            return [one for one in standing if one.status is Status.ACTIVE]

    def entry(self, id: str) -> MergeEntry | None:
        """The merge that made an assembly, or that made the assembly which this one restores."""
        book = self._assemblies.book()
        seen: set[str] = set()
        while id in book and id not in seen:
            entry = self._merges.entry(id)
            if entry is not None:
                return entry
            seen.add(id)
            id = book[id].restores or ""
        return None

    def explain(self, id: str) -> list[str]:
        """Why and how an assembly was merged, in sentences; empty when it was not. Raises NotFoundError."""
        target, entry = self._assemblies.get(id), self.entry(id)
        if not target.merged_from:
            return []
        book = self._assemblies.book()
        names = [f"“{book[one].name}”" if one in book else one for one in target.merged_from]
        said = [f"Merged from {len(names)} assemblies: {', '.join(names)}."]
        counts = Counter(member for one in target.merged_from if one in book for member in book[one].members)
        shared = sum(1 for number in counts.values() if number > 1)
        said.append(f"It has {len(target.members)} members, of which {shared} were in more than one of the sources.")
        return [*said, *(told(entry, len(names), "assemblies") if entry is not None else ())]

    def suggestions(self, limit: int = 50) -> list[Suggestion]:
        """Pairs of active assemblies that are at least as alike as the settings say, most alike first."""
        least = self._writer.settings.number("assemblies.merge_above")
        going = self._being_merged()
        active = {one.key: one for one in self._assemblies.all() if one.id not in going}
        keys, vectors = self._store.composites.all(self._space().model_version)
        rows = [row for row, key in enumerate(keys.tolist()) if key in active]
        found: list[tuple[float, int, int]] = []
        for place in range(len(rows) - 1):
            similar = vectors[rows[place + 1 :]] @ vectors[rows[place]]
            near = np.flatnonzero(similar >= least)
            near = near[np.argsort(-similar[near], kind="stable")[:limit]]
            pairs = [
                (-float(similar[other]), int(keys[rows[place]]), int(keys[rows[place + 1 + other]])) for other in near
            ]
            found = heapq.nsmallest(limit, [*found, *pairs]) if pairs else found
        return [_suggestion(active[one], active[other], -similarity) for similarity, one, other in found]

    def _sources(self, ids: Sequence[str]) -> list[Assembly]:
        sources = [self._assemblies.get(id) for id in dict.fromkeys(ids)]
        if len(sources) < _LEAST:
            raise InvalidCommandError("A merge needs at least two assemblies.")
        going = self._being_merged()
        for one in sources:
            a.must_be_active(one)
            if one.id in going:
                raise InvalidCommandError(
                    f"“{one.name}” is being merged already.", hint="It ends once the merged one has its vector."
                )
        return sources

    def _being_merged(self) -> set[str]:
        """Assemblies that end as soon as another one has its vector."""
        return {source for entry in self._merges.waiting(of_memories=False) for source in entry.sources}

    def _standing(self, id: str) -> Assembly:
        """The assembly with this id, or, once it has ended, the active one that was made in its place."""
        book = self._assemblies.book()
        line = self._assemblies.get(id).line
        return [one for one in book.values() if one.line == line][-1]

    def _log(self, target: Assembly, command: int, actor: str, initiator: str) -> None:
        threshold = self._writer.settings.number("assemblies.merge_above")
        logged = LogMerge(target.id, self._similarity(target.merged_from), threshold)
        self._writer.execute(logged, actor=actor, initiator=initiator, belongs_to=command)

    def _similarity(self, ids: Sequence[str]) -> float | None:
        """The least similarity of any two."""
        keys, vectors = self._store.composites.all(self._space().model_version)
        place = {int(key): row for row, key in enumerate(keys)}
        book = self._assemblies.book()
        rows = [place.get(book[id].key) for id in ids if id in book]
        if len(rows) < _LEAST or None in rows:
            return None
        return least_cosine(vectors[[row for row in rows if row is not None]])


def _suggestion(one: Assembly, other: Assembly, similarity: float) -> Suggestion:
    return Suggestion(one, other, similarity, len(set(one.members) & set(other.members)))
