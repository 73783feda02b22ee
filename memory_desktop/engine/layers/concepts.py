"""The concepts of a vault: learned from episodes, listed, changed, linked, and decided about where sources contradict.

A concept belongs to the user from whose conversations it was learned; "" is the vault's own user. A user sees what is
theirs, and those concepts of the vault's own user of which they have an understanding. Each change is one command.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from memory_desktop.core.conversation.cycles import CYCLE, Cycle
from memory_desktop.core.conversion import convert
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.concept_plan import PlannedConcept, plan_concepts
from memory_desktop.core.layers.concepts import (
    KIND,
    Concept,
    ConceptData,
    ConceptEdit,
    Conflict,
    Personal,
    Resolution,
    concept_data,
    created,
    edited,
    fields_of,
    folded,
    learned,
    resolved,
    settled_with,
    told,
    with_personal,
)
from memory_desktop.core.layers.graph import DEPTH, SPREAD, Activated, ConceptGraph, Known, Neighbour, graph_of
from memory_desktop.core.layers.payload import payload_of, read_part
from memory_desktop.core.meanwhile import check_unchanged
from memory_desktop.core.memory.records import Memory, Status, generated_from
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.layers.concept_sources import entities, talk_of, talks_and_facts
from memory_desktop.engine.layers.library import Entry, Library, Origin, undone, undone_for_itself
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_BY_HAND = Origin()
_TEXTS_OF_A_USER = ("personal_examples", "misconceptions")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What learning came to.

    Attributes:
        entry: the concept; None where a gate holds a new one back. made: it is new. changed: it is new, or says more.
        conflicts: what was found to contradict what is known.
    """

    entry: Entry[Concept] | None
    made: bool
    changed: bool
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """A conflict that waits for a decision. `number`: in its concept, from 1."""

    entry: Entry[Concept]
    number: int
    conflict: Conflict


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision about a conflict came to. `settled`: the numbers of others that it has settled as well, as one
    of their sides is gone."""

    entry: Entry[Concept]
    settled: tuple[int, ...] = ()


class Concepts:
    """See the module. All calls may come from any thread. `user` None is everybody."""

    def __init__(
        self, store: Store, writer: Writer, gates: Gatekeeper, life: Life, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._clock = clock
        self.library = Library(Concept, told, store, writer, gates, life)

    # --- questions --------------------------------------------------------------------------------------------------

    def all(self, user: str | None = None) -> tuple[Entry[Concept], ...]:
        """Those that a user sees, in the order in which they came."""
        return tuple(one for one in self.library.all() if visible(one, user))

    def list(self, user: str | None = None, *, words: str = "", limit: int | None = None) -> tuple[Entry[Concept], ...]:
        """By name; with words those that have each of them somewhere, whatever the case."""
        wanted = words.casefold().split()
        found = [one for one in self.all(user) if has_words(one.payload, wanted)]
        return tuple(sorted(found, key=lambda one: (*one.payload.identity, one.id))[:limit])

    def named(self, name: str, user: str | None = None) -> tuple[Entry[Concept], ...]:
        """Those with this name, of whatever category; where there are none, those that had it before."""
        every, wanted = self.all(user), folded(name)
        found = tuple(one for one in every if folded(one.payload.name) == wanted)
        return found or tuple(one for one in every if wanted in map(folded, one.payload.aliases))

    def get(self, name: str, user: str | None = None) -> Entry[Concept]:
        """The concept with this id, or else name. The id of any memory that said it before leads to it.

        Raises:
            NotFoundError: there is none. InvalidCommandError: several have this name.
        """
        entry = self.library.of_id(name, self.all(user))
        if entry is not None:
            return entry
        found = self.named(name, user)
        if not found:
            raise NotFoundError(f"There is no concept {name}.")
        if len(found) > 1:
            which = ", ".join(f"{one.id} ({one.payload.category or 'no category'})" for one in found)
            raise InvalidCommandError(f"There are several concepts {name}.", hint=f"Name one by its id: {which}.")
        return found[0]

    def graph(self, user: str | None = None) -> ConceptGraph:
        """The concepts that a user sees, with their links."""
        return graph_of(map(known, self.all(user)))

    def neighbours(self, name: str, user: str | None = None) -> tuple[Neighbour, ...]:
        """The concepts one link away, in either direction, by id or name. Raises as `get` does."""
        return self.graph(user).neighbours(self.get(name, user).id)

    def activate_related(
        self, name: str, spread: float = SPREAD, *, depth: int = DEPTH, user: str | None = None
    ) -> tuple[Activated, ...]:
        """What a name, or an id, brings to mind; nothing for one that is not known. Reads only.

        Raises:
            InvalidCommandError: `spread` is not in [0, 1].
        """
        graph = self.graph(user)
        starts = (name,) if name in graph.nodes else tuple(one.id for one in self.named(name, user))
        return graph.activated(starts or graph.named(name), spread, depth)

    def conflicts(self, user: str | None = None) -> tuple[OpenConflict, ...]:
        """All that wait for a decision, by concept."""
        return tuple(
            OpenConflict(entry, number, conflict)
            for entry in self.list(user)
            for number, conflict in enumerate(entry.payload.understanding.conflicting_info, start=1)
            if conflict.open
        )

    # --- learning ---------------------------------------------------------------------------------------------------

    def learn_concept(
        self, data: ConceptData | Mapping[str, Any], source_episode: str, *, user: str = "", origin: Origin = _BY_HAND
    ) -> Lesson:
        """Learn a concept, or more of one, from an episode. See `learn`."""
        return self.learn(data, (source_episode,), user=user, origin=origin)

    def learn(
        self,
        data: ConceptData | Mapping[str, Any],
        sources: Sequence[str],
        *,
        user: str = "",
        origin: Origin = _BY_HAND,
    ) -> Lesson:
        """Learn a concept, or more of one, from episodes. What is known already makes no event.

        The concept meant is that of the same name and category; where one of the two names no category, it is the
        only one of that name.

        Args:
            sources: ids of memories or turns; a message stands for its turn.

        Raises:
            InvalidCommandError: no name, no source, or a field that does not fit. NotFoundError: a source is not there.
            HeldBackError: a gate holds a change back.
        """
        wanted = data if isinstance(data, ConceptData) else concept_data(data)
        with self._writer.lock:
            episodes = self.episodes(sources)
            if not episodes:
                raise InvalidCommandError("Learning needs a source: the episode, message or turn that it is from.")
            now, origin = self._clock(), replace(origin, sources=tuple(dict.fromkeys((*origin.sources, *episodes))))
            entry = self.meant(wanted, user)
            if entry is None:
                concept = created(wanted, episodes, now)
                made = self.library.create(concept, user=user, origin=origin)
                return Lesson(made, made=True, changed=made is not None, conflicts=concept.conflicts)
            grown = learned(entry.payload, self._as_kept(wanted), episodes, now)
            if grown is entry.payload:
                return Lesson(entry, made=False, changed=False)
            before = {one.pair for one in entry.payload.understanding.conflicting_info}
            new = tuple(one for one in grown.conflicts if one.pair not in before)
            return Lesson(self.library.revise(entry, grown, origin=origin), made=False, changed=True, conflicts=new)

    def _as_kept(self, data: ConceptData) -> ConceptData:
        """What would be kept of it, where a gate takes personal data out: so what was said before is known."""
        words = self._gates.prepare_words(metadata={KIND: msgspec.to_builtins(data)})
        return convert(words.draft.metadata[KIND], ConceptData)

    def meant(self, data: ConceptData, user: str = "") -> Entry[Concept] | None:
        """The concept of a user that this is about; None where it is a new one."""
        found = [one for one in self.library.all(user) if folded(one.payload.name) == folded(data.name)]
        found = found or [
            one for one in self.library.all(user) if folded(data.name) in map(folded, one.payload.aliases)
        ]
        category = folded(data.category)
        same = next((one for one in found if folded(one.payload.category) == category), None)
        if same is not None or len(found) != 1:
            return same
        return found[0] if not category or not found[0].payload.category else None

    def episodes(self, ids: Iterable[str]) -> tuple[str, ...]:
        """The episodes that these memories or turns are of, each once: a turn is named by its first message.

        A memory that came back under a new id may still be named by its first id (see `Memory.origin`), also in a vault
        that never had the first: what was forgotten is in no export.

        Raises:
            NotFoundError: there is no such memory or turn.
        """
        wanted = list(dict.fromkeys(ids))
        memories = self._store.records.by_ids(wanted)
        if others := [id for id in wanted if id not in memories]:
            lines = self._store.records.of_lines(others)
            memories |= {id: there[-1] for id in others if (there := lines.get(id))}
        turns = {id: _turn(id, memories.get(id)) for id in wanted}
        named = [turn for turn in dict.fromkeys(turns.values()) if turn]
        rows = {row.cycle_id: row.keys[0] for row in self._store.messages.by_ids(named)} if named else {}
        first = {one.key: one for one in self._store.records.by_keys(list(rows.values()))}
        found: dict[str, None] = {}
        for id, turn in turns.items():
            memory = first.get(rows[turn]) if turn in rows else memories.get(id)
            if memory is None:
                raise NotFoundError(f"There is no memory or turn with the id {id}.")
            found.setdefault(memory.line)
        return tuple(found)

    # --- planning ---------------------------------------------------------------------------------------------------

    def plan(
        self, user: str = "", cycles: Sequence[str] | None = None, drafts: Sequence[Cycle] = ()
    ) -> tuple[PlannedConcept, ...]:
        """What a user's turns would teach that is not known yet; `learn(plan.data, plan.sources)` learns it.

        The vault's own user also has what agents keep as entities (see `engine.graph`): those stay as they are.

        Args:
            cycles: ids of the turns to read, else the newest 2,000. drafts: turns to read as well that are not
                recorded yet, with ids that stand for those of their messages.
        """
        talks, facts = talks_and_facts(self._store, user, cycles)
        talks += [talk_of(one) for one in drafts]
        there = {one.payload.name: one.payload.category for one in self.library.all(user)}
        found = plan_concepts(talks, facts, entities(self._store) if not user else (), there, user)
        retired = self.retired(user)
        return tuple(one for one in found if self._teaches(one, user, retired))

    def _teaches(self, plan: PlannedConcept, user: str, retired: Collection[str]) -> bool:
        """Would it teach something? What somebody has retired is not planned again; `learn` would still make it."""
        entry = self.meant(plan.data, user)
        if entry is None:
            return folded(plan.data.name) not in retired
        return learned(entry.payload, plan.data, plan.sources, self._clock()) is not entry.payload

    def taken_back(self, user: str) -> dict[str, set[str]]:
        """By name, the sources of a user's concepts that went when what made them was undone for itself."""
        found: dict[str, set[str]] = {}
        for one in self._gone(user):
            if undone_for_itself(self._store, one.memory):
                sources = found.setdefault(folded(one.payload.name), set())
                sources.update(generated_from(one.memory.metadata))
        return found

    def retired(self, user: str) -> set[str]:
        """The names of a user's concepts that somebody has retired."""
        by_hand = (one for one in self._gone(user) if not undone(self._store, one.memory))
        return {folded(one.payload.name) for one in by_hand}

    def _gone(self, user: str) -> Sequence[Entry[Concept]]:
        """A user's concepts that are there no more."""
        gone = self._store.records.iterate(RecordFilter(kinds=(KIND,), statuses=(Status.TOMBSTONE.value,)))
        read = (read_concept(one) for one in gone)
        return [one for one in read if one is not None and one.user_id == user]

    # --- by a person ------------------------------------------------------------------------------------------------

    def create(self, data: ConceptData, *, user: str = "", origin: Origin = _BY_HAND) -> Entry[Concept] | None:
        """A new concept that somebody writes down; None where a gate holds it back.

        Raises:
            InvalidCommandError: it has no name, or is there.
        """
        with self._writer.lock:
            concept = created(data, self.episodes(origin.sources), self._clock())
            self._free(concept, user)
            return self.library.create(concept, user=user, origin=origin)

    def edit(
        self,
        name: str,
        change: ConceptEdit,
        *,
        user: str | None = None,
        seen: Mapping[str, Any] | None = None,
        origin: Origin = _BY_HAND,
    ) -> Entry[Concept]:
        """Change what is given; the id stays.

        Args:
            seen: what the fields said to whoever changes them, as `fields_of` has them; None where nobody says it.

        Raises:
            NotFoundError, InvalidCommandError: as `get`; or there is another of the new name and category.
            HeldBackError: a gate holds it back. ChangedMeanwhileError: a field is not as it was seen any more.
        """
        given = {one: value for one, value in msgspec.structs.asdict(change).items() if value is not msgspec.UNSET}

        def made(concept: Concept, now: datetime) -> Concept:
            check_unchanged(f"The concept “{concept.name}”", given, seen, fields_of(concept))
            return edited(concept, change, now)

        return self._change(name, user, origin, made)

    def rename(self, name: str, new: str, *, user: str | None = None, origin: Origin = _BY_HAND) -> Entry[Concept]:
        """Another name; links that name the old one still lead to it. Raises as `edit` does."""
        return self.edit(name, ConceptEdit(name=new), user=user, origin=origin)

    def retire(self, names: Sequence[str], *, user: str | None = None, origin: Origin = _BY_HAND) -> int:
        """Forget concepts, by id or name; how many. Links to them lead to a bare name. Raises as `get` does."""
        with self._writer.lock:
            ids = [self.get(one, user).id for one in names]
            return self.library.retire(ids, "concept retired", origin=origin)

    def resolve(
        self, name: str, number: int, how: Resolution, *, user: str | None = None, origin: Origin = _BY_HAND
    ) -> Decided:
        """Decide about a conflict of a concept, counted from 1. Raises InvalidCommandError, and as `get` does."""
        with self._writer.lock:
            before = self.get(name, user).payload
            entry = self._change(name, user, origin, lambda concept, now: resolved(concept, number, how, now))
        return Decided(entry, settled_with(before, entry.payload, number))

    def understand(
        self,
        name: str,
        user: str,
        personal: Personal | None,
        *,
        seen: Mapping[str, Any] | None = None,
        origin: Origin = _BY_HAND,
    ) -> Entry[Concept]:
        """Set what a user makes of a concept of their own or of the vault's own user; None takes that away.

        Args:
            seen: what fields said to whoever sets them: then these are set, and the others stay.

        Raises as `get` does; ChangedMeanwhileError: a field is not as it was seen any more.
        """
        with self._writer.lock:
            entry = self.open_to(name, user)
            if personal is not None and seen is not None:
                now = entry.payload.user_specific.get(user, Personal())
                given = {one: getattr(personal, one) for one in seen}
                what = f"What is made of “{entry.payload.name}”"
                check_unchanged(what, given, seen, msgspec.structs.asdict(now))
                personal = msgspec.structs.replace(now, **given)
            made = with_personal(entry.payload, user, personal)
            return entry if made == entry.payload else self.library.revise(entry, made, origin=origin)

    def understand_more(
        self,
        name: str,
        user: str,
        given: Mapping[str, Any],
        *,
        anew: bool = False,
        origin: Origin = _BY_HAND,
    ) -> Entry[Concept]:
        """Add to what a user makes of a concept: numbers that are given take the place of those before, texts are added
        to those that are there.

        Args:
            given: fields of `Personal`. anew: what was said before is taken away first.

        Raises as `get` does; InvalidCommandError: a field is wrong.
        """
        with self._writer.lock:
            entry = self.open_to(name, user)
            now = Personal() if anew else entry.payload.user_specific.get(user, Personal())
            texts = {
                field: tuple(dict.fromkeys((*getattr(now, field), *value)))
                for field, value in given.items()
                if field in _TEXTS_OF_A_USER
            }
            personal = read_part({**msgspec.structs.asdict(now), **given, **texts}, Personal)
            made = with_personal(entry.payload, user, personal)
            return entry if made == entry.payload else self.library.revise(entry, made, origin=origin)

    def open_to(self, name: str, user: str) -> Entry[Concept]:
        """The concept with this name or id of which a user can have an understanding. Raises as `get` does."""
        try:
            return self.get(name, user)
        except NotFoundError:
            return self.get(name, "")

    def _change(
        self, name: str, user: str | None, origin: Origin, change: Callable[[Concept, datetime], Concept]
    ) -> Entry[Concept]:
        with self._writer.lock:
            entry = self.get(name, user)
            made = change(entry.payload, self._clock())
            if made.identity != entry.payload.identity:
                self._free(made, entry.user_id)
            return entry if made == entry.payload else self.library.revise(entry, made, origin=origin)

    def _free(self, concept: Concept, user: str) -> None:
        if any(one.payload.identity == concept.identity for one in self.library.all(user)):
            of = f" ({concept.category})" if concept.category else ""
            raise InvalidCommandError(
                f"There is a concept {concept.name}{of} already.", hint="Edit it, or choose another name or category."
            )


def known(entry: Entry[Concept]) -> Known:
    """A concept as the graph takes it."""
    return Known(entry.id, entry.user_id, entry.payload)


def visible(entry: Entry[Concept], user: str | None) -> bool:
    """Does a user see it? None sees all."""
    return user is None or entry.user_id == user or user in entry.payload.user_specific


def read_concept(memory: Memory) -> Entry[Concept] | None:
    """A memory as a concept; None for one that is none."""
    payload = payload_of(memory, Concept)
    return Entry(memory, payload) if payload is not None else None


def has_words(concept: Concept, words: Sequence[str]) -> bool:
    """Has a concept each of these words, in small letters, somewhere?"""
    more = (*concept.aliases, *concept.knowledge.examples, *(one.target for one in concept.knowledge.edges))
    text = "\n".join((told(concept), *more)).casefold()
    return all(word in text for word in words)


def _turn(id: str, memory: Memory | None) -> str:
    """The turn that a memory is of, or that an id names itself; "" for a memory of none."""
    if memory is None or not memory.thread:
        return id
    cycle = memory.metadata.get(CYCLE)
    return cycle if isinstance(cycle, str) else ""
