"""The assemblies of a vault: the book folded from the log, its commands, and what a recall does with them.

The book is small and kept in memory; a new event is folded in when somebody asks next. Which records stand for the
members now is `standing`'s business, and what a query gets from the assemblies `lifting`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core import assemblies as a
from memory_desktop.core.ages import freshness
from memory_desktop.core.answers import Rejection
from memory_desktop.core.assemblies import Assembly, Book
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.assembly import ASSEMBLY as ASSEMBLIES
from memory_desktop.core.events.assembly import (
    ChangeAssembly,
    DissolveAssemblies,
    MakeAssemblies,
    NewAssembly,
    NoteActivations,
)
from memory_desktop.core.events.event import item_id
from memory_desktop.core.events.intake import HoldBack
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory import held
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.held import HeldChange
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import Clock
from memory_desktop.core.query.language import RecordFilter, parse_query
from memory_desktop.engine.assembly.lifting import Lifting, Lifts
from memory_desktop.engine.assembly.standing import Standings
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import current
from memory_desktop.engine.importing.items import ImportedGroup, moment_of, schema_of
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.unwritten import Unwritten
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.vector_queue import ASSEMBLY, VectorState

_MOST_BY_RULE = 10_000
_MOST_UNCOUNTED = 100_000
_NO_VECTOR = VectorState("pending", 0, None, "", None)


@dataclass(frozen=True, slots=True)
class AssemblyState:
    """An assembly and where its vector stands.

    Attributes:
        synced_at: when its vector was last stored or verified.
        freshness: "fresh", "ageing", "stale" (also when its members have changed since) or "never".
        vector: its row in the queue.
        present: how many memories stand for its members now. gone: how many members have been forgotten.
    """

    assembly: Assembly
    synced_at: datetime | None
    freshness: str
    vector: VectorState
    present: int
    gone: int


class Assemblies:
    """See the module. Safe from many threads."""

    def __init__(
        self,
        vault_id: str,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        space: Callable[[], Space],
        clock: Clock,
    ) -> None:
        self.vault_id = vault_id
        self._store = store
        self._writer = writer
        self._gates = gates
        self._space = space
        self._clock = clock
        self._folded = writer.projections.folded(ASSEMBLIES)
        self._uncounted: Unwritten[tuple[str, ...]] = Unwritten(_MOST_UNCOUNTED)
        self.standings = Standings(store)
        self.lifting = Lifting(store, self.book, self.standings, space, lambda: writer.settings, clock)

    # --- the book ---------------------------------------------------------------------------------------------------

    def book(self) -> Book:
        """All assemblies, ended ones too, by id; not to be changed."""
        return self._folded.now()[1]

    def at(self, seq: int) -> Book:
        """The book as it was after event `seq`."""
        return self._folded.at(seq)

    def all(self) -> list[Assembly]:
        """The active ones, newest first."""
        return sorted(a.active(self.book()), key=lambda one: -one.key)

    def get(self, id: str) -> Assembly:
        """One of them. Raises NotFoundError."""
        return a.find(self.book(), id)

    def members(self, id: str) -> list[Memory]:
        """The memories that represent the members now, in the members' order; forgotten ones are left out."""
        return self.members_of([self.get(id)])[id]

    def members_of(self, assemblies: Sequence[Assembly]) -> dict[str, list[Memory]]:
        """The same for many, by their ids."""
        ids = list(dict.fromkeys(id for one in assemblies for id in one.members))
        found = current(self._store.records, ids, through_merges=True)
        active = {id: memory for id, memory in found.items() if memory.status is Status.ACTIVE}
        return {
            one.id: list({active[id].key: active[id] for id in one.members if id in active}.values())
            for one in assemblies
        }

    def states(self) -> list[AssemblyState]:
        """Every active assembly and where its vector stands, newest first."""
        rows, now = self._store.queue.states_of(ASSEMBLY), self._clock()
        limit = self._writer.settings.number("assemblies.max_drift")
        active, outdated = self.all(), set(self.lifting.outdated())
        standings = self.standings.of(active)
        found = []
        for one in active:
            row = rows.get(one.key, _NO_VECTOR)
            synced = row.vector_index_updated_at
            band = "stale" if one.key in outdated else freshness(synced, now, limit)
            standing = standings[one.id]
            found.append(AssemblyState(one, synced, band, row, len(standing.keys), standing.gone))
        return found

    def grouped(self) -> Keys:
        """Sorted keys of the memories that are in any active assembly."""
        standing = self.standings.of(a.active(self.book())).values()
        return np.unique(np.concatenate([np.empty(0, dtype=np.int64), *(one.keys for one in standing)]))

    # --- commands ---------------------------------------------------------------------------------------------------

    def create(
        self,
        name: str,
        members: Sequence[str],
        *,
        tags: Sequence[str] = (),
        topics: Sequence[str] = (),
        reason: str = "",
        actor: str = "user",
        initiator: str = "",
    ) -> Assembly:
        """Make one of some memories.

        Raises:
            NotFoundError: an unknown id. InvalidCommandError: no name, no member. HeldBackError: a gate holds its name,
                tags or topics back.
        """
        new = NewAssembly(name, tuple(members), tuple(tags), tuple(topics), reason=reason)
        new = self._passed(new, actor, initiator)
        written = self._writer.execute(MakeAssemblies((new,)), actor=actor, initiator=initiator)
        return self.get(written.events[0].item)

    def create_by_rule(self, name: str, query: str, *, actor: str = "user", initiator: str = "") -> Assembly:
        """Make one of all active memories that typed operators let through. Raises InvalidCommandError when none do."""
        parsed = parse_query(query).checked()
        keys = self._store.records.keys(RecordFilter().merged(parsed.filter))[:_MOST_BY_RULE]
        ids = [memory.id for memory in self._store.records.by_keys(keys)]
        if not ids:
            raise InvalidCommandError(f"No memory fits “{query}”.")
        return self.create(name, ids, reason=f"all that fits “{query}”", actor=actor, initiator=initiator)

    def would_hold(self, name: str, tags: Sequence[str] = ()) -> bool:
        """Would a gate hold an assembly with these words back?"""
        return self._gates.prepare_words(name, tags=tuple(tags)).held

    def change(
        self,
        id: str,
        *,
        name: str | None = None,
        tags: Sequence[str] | None = None,
        topics: Sequence[str] | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> Assembly:
        """Rename or relabel. Raises NotFoundError, InvalidCommandError; HeldBackError as `create`."""
        one = self.get(id)
        new_tags = tuple(sorted(set(tags) - set(one.tags))) if tags is not None else ()
        new_topics = [each for each in topics or () if each not in one.topics]
        new_name = name if name is not None and " ".join(name.split()) != one.name else None
        words = self._gates.prepare_words(new_name, tags=new_tags, metadata={"topics": new_topics})
        whole = {"tags": tags is not None, "topics": topics is not None}
        kept = {
            "tags": tuple(sorted({*(each for each in tags or () if each in one.tags), *words.draft.tags})),
            "topics": (*(each for each in topics or () if each in one.topics), *words.draft.metadata["topics"]),
        }
        draft = replace(words.draft, tags=kept["tags"], metadata={"topics": list(kept["topics"])})
        named = {"name": bool(new_name and new_name.strip()), **whole}
        change = HeldChange(held.REASSEMBLE, (id,), named)
        words = self._gates.pass_text(replace(words, draft=draft), change, actor=actor, initiator=initiator)
        command = ChangeAssembly(
            id,
            name=words.content if named["name"] else name,
            tags=kept["tags"] if whole["tags"] else None,
            topics=kept["topics"] if whole["topics"] else None,
        )
        return self._change(command, actor, initiator)

    def add(self, id: str, members: Sequence[str], *, actor: str = "user", initiator: str = "") -> Assembly:
        """Take memories in; its vector is made anew. Raises NotFoundError, InvalidCommandError."""
        with self._writer.lock:
            new = tuple(dict.fromkeys((*self.get(id).members, *members)))
            return self._change(ChangeAssembly(id, members=new), actor, initiator)

    def remove(self, id: str, members: Sequence[str], *, actor: str = "user", initiator: str = "") -> Assembly:
        """Let members go; its vector is made anew. Raises NotFoundError, InvalidCommandError (none would be left)."""
        with self._writer.lock:
            gone = set(members)
            left = tuple(one for one in self.get(id).members if one not in gone)
            return self._change(ChangeAssembly(id, members=left), actor, initiator)

    def let_go(self, id: str, memories: Sequence[str], *, actor: str = "user", initiator: str = "") -> Assembly:
        """Remove memories, and every member that they stand for. Raises as `remove`."""
        with self._writer.lock:
            members, named = self.get(id).members, set(memories)
            stands_for = current(self._store.records, members, through_merges=True)
            gone = [one for one in members if one in named or (one in stands_for and stands_for[one].id in named)]
            return self.remove(id, gone, actor=actor, initiator=initiator)

    def arrange(self, id: str, memories: Sequence[str], *, actor: str = "user", initiator: str = "") -> Assembly:
        """Put members into this order; those that are not named come behind, as they stand. Its vector stays.

        Args:
            memories: ids of members, or of the memories that stand for them now.

        Raises:
            NotFoundError, InvalidCommandError: an ended assembly.
        """
        with self._writer.lock:
            members, place = self.get(id).members, {memory: number for number, memory in enumerate(memories)}
            stands_for = current(self._store.records, members, through_merges=True)

            def rank(member: str) -> int:
                now = stands_for[member].id if member in stands_for else member
                return min(place.get(member, len(place)), place.get(now, len(place)))

            return self._change(ChangeAssembly(id, members=tuple(sorted(members, key=rank))), actor, initiator)

    def dissolve(self, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> int:
        """End assemblies; their memories stay. How many. Raises NotFoundError, InvalidCommandError."""
        with self._writer.lock:
            written = self._writer.execute(DissolveAssemblies(tuple(ids)), actor=actor, initiator=initiator)
            self._store.queue.remove([self.get(event.item).key for event in written.events])
            return len(written.events)

    def take_in(
        self,
        groups: Sequence[ImportedGroup],
        known: Mapping[str, str],
        command: int | None,
        *,
        actor: str = "user",
        dry_run: bool = False,
    ) -> tuple[int, list[Rejection]]:
        """Make the assemblies of an import, as a part of its command: (how many, what could not be made).

        An assembly that is here under its id is left as it is.

        Args:
            known: ids of memories of this vault by the ids that the files use.
        """
        refused: list[Rejection] = []
        with self._writer.lock:
            here = {str(one.extra.get("external_id") or one.id): one.id for one in a.active(self.book())}
            here |= {one.id: one.id for one in a.active(self.book())}
            fresh = [group for group in groups if group.body["id"] not in here]
            usable = []
            for group in fresh:
                if dry_run or any(id in known for id in group.body["memory_ids"]):
                    usable.append(group)
                else:
                    refused.append(Rejection(group.file, group.place, "none of its memories is in this vault"))
            if dry_run or not usable:
                return len(usable), refused
            words = {group.body["id"]: self._words_of(_imported(group.body, here, known)) for group in usable}
            waiting = [group for group in usable if words[group.body["id"]].held]
            usable = [group for group in usable if not words[group.body["id"]].held]
            first = self._store.log.next
            names = {
                group.body["id"]: item_id("asm", self.vault_id, first + place) for place, group in enumerate(usable)
            }
            new = tuple(
                _with_words(_imported(group.body, {**here, **names}, known), words[group.body["id"]])
                for group in usable
            )
            if new:
                self._writer.execute(MakeAssemblies(new), actor=actor, initiator="import", belongs_to=command)
            for group in waiting:
                one, said = _imported(group.body, {**here, **names}, known), words[group.body["id"]]
                hold = HoldBack(said, _change_of(one))
                self._writer.execute(hold, actor=actor, initiator="import", belongs_to=command)
                why = " ".join(verdict.reason for verdict in said.verdicts)
                refused.append(Rejection(group.file, group.place, f"held back for review: {why}"))
        return len(usable), refused

    # --- recall -----------------------------------------------------------------------------------------------------

    def lifts(self, query: npt.NDArray[np.float32]) -> Lifts:
        """The lifts that assemblies give to a query; counts the activations (see `Lifting.lifts`)."""
        found = self.lifting.lifts(query)
        if found.activated:
            self.count(found.activated)
        return found

    def count(self, ids: Sequence[str]) -> None:
        """Count the assemblies that one recall activated; `flush` writes the counts into the log."""
        self._uncounted.add(tuple(ids))

    def flush(self) -> bool:
        """Write the activations counted since the last time; False when there are none. They wait when it fails."""
        if self._store.log.read_only:
            return False
        recalls = self._uncounted.waiting()
        counts = Counter(id for activated in recalls for id in activated)
        if not counts:
            return False
        self._writer.execute(NoteActivations(dict(counts)), actor="system")
        self._uncounted.written(recalls)
        return True

    # --- upkeep -----------------------------------------------------------------------------------------------------

    def reconcile(self) -> None:
        """Bring queue and composites in line with the assemblies after a rebuild, a crash, or a change of model."""
        queue = self._store.queue
        rows = queue.states_of(ASSEMBLY)
        active = {one.key for one in a.active(self.book())}
        stored = set(self._store.composites.all(self._space().model_version)[0].tolist())
        missing = sorted(active - rows.keys())
        if missing:
            with self._store.database.transaction() as cursor:
                queue.enqueue(cursor, missing, self._clock(), ASSEMBLY)
        ended = sorted(rows.keys() - active)
        if ended:
            queue.remove(ended)
        gone = [key for key, row in rows.items() if key in active and row.state == "indexed" and key not in stored]
        if gone:
            queue.reset(gone)

    def _passed(self, new: NewAssembly, actor: str, initiator: str) -> NewAssembly:
        """With the words that the gates let through. Raises HeldBackError."""
        words = self._words_of(new)
        return _with_words(new, self._gates.pass_text(words, _change_of(new), actor=actor, initiator=initiator))

    def _words_of(self, new: NewAssembly) -> Prepared:
        said = {"topics": list(new.topics), "reason": new.reason}
        return self._gates.prepare_words(new.name, tags=new.tags, metadata=said)

    def _change(self, command: ChangeAssembly, actor: str, initiator: str) -> Assembly:
        self._writer.execute(command, actor=actor, initiator=initiator)
        return self.get(command.id)


def _change_of(new: NewAssembly) -> HeldChange:
    fields = {"merged_from": list(new.merged_from), "more": dict(new.more) if new.more else None}
    return HeldChange(held.ASSEMBLE, new.members, fields)


def _with_words(new: NewAssembly, words: Prepared) -> NewAssembly:
    said = words.draft.metadata
    return replace(
        new,
        name=words.content if new.name.strip() else new.name,
        tags=words.draft.tags,
        topics=tuple(said["topics"]),
        reason=str(said["reason"]),
    )


# Of a file's assembly: what the event says by itself, and names that have a meaning in the event.
_FIELDS = frozenset(
    "id name memory_ids created_at updated_at activated_at tags topics merged_from activation_count schema_version"
    " assembly_schema_version reason members restores status external_id".split()
)


def _imported(body: Mapping[str, Any], ids: Mapping[str, str], known: Mapping[str, str]) -> NewAssembly:
    """What makes an assembly of a file; what nobody knows here is kept with it."""
    more: dict[str, Any] = {name: value for name, value in body.items() if name not in _FIELDS}
    if (version := schema_of(body, "assembly_schema_version", a.SCHEMA_VERSION)) != a.SCHEMA_VERSION:
        more["schema_version"] = version
    more |= {"external_id": body["id"], "activation_count": int(body.get("activation_count") or 0)}
    for name in ("created_at", "updated_at", "activated_at"):
        moment = moment_of(body.get(name), name)
        if moment is not None:
            more[name] = iso(moment)
    return NewAssembly(
        name=str(body["name"]),
        members=tuple(known[id] for id in body["memory_ids"] if id in known),
        tags=tuple(body.get("tags") or ()),
        topics=tuple(body.get("topics") or ()),
        merged_from=tuple(ids.get(id, id) for id in body.get("merged_from") or ()),
        reason=str(body.get("reason", "imported")),
        more=more,
    )
