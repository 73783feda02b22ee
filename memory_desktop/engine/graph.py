"""The vault as a graph of entities, their observations and relations, as the reference server-memory of MCP has it.

Nothing new is stored for it: an observation is a memory about its entity, a relation a memory about two, as the import
of that server's file makes them (see `engine.importing.mcp`). Each change is one command, and one step of undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import ForgetMemories
from memory_desktop.core.memory.records import Draft, Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.importing.mcp import (
    SOURCE,
    entity_drafts,
    entity_of,
    observation_of,
    relation_draft,
    relation_of,
)
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


@dataclass(frozen=True, slots=True)
class Relation:
    """A directed relation between two entities, which need not be there."""

    source: str
    target: str
    type: str

    def draft(self) -> Draft:
        """What is remembered of it."""
        return relation_draft({"from": self.source, "to": self.target, "relationType": self.type})


@dataclass(slots=True)
class Entity:
    """An entity and what is observed of it, in the order in which it came."""

    name: str
    type: str
    observations: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Graph:
    """Entities and relations, in the order in which they came."""

    entities: list[Entity]
    relations: list[Relation]

    def named(self, names: Iterable[str]) -> Graph:
        """The entities with these names, and the relations that begin or end at one of them."""
        wanted = set(names)
        entities = [one for one in self.entities if one.name in wanted]
        found = {one.name for one in entities}
        return Graph(entities, [one for one in self.relations if one.source in found or one.target in found])


class KnowledgeGraph:
    """Questions and commands, in the shapes of the reference server. All calls may come from any thread."""

    def __init__(self, store: Store, writer: Writer, gates: Gatekeeper, life: Life) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._life = life

    # --- questions --------------------------------------------------------------------------------------------------

    def read(self) -> Graph:
        """All of it."""
        self._life.check()
        return _graph(self._memories())

    def search(self, words: str) -> Graph:
        """The entities with these letters in name, type or an observation, whatever their case; and their relations."""
        graph, wanted = self.read(), words.lower()
        found = [
            one.name
            for one in graph.entities
            if any(wanted in text.lower() for text in (one.name, one.type, *one.observations))
        ]
        return graph.named(found)

    def memories_of(self, graph: Graph, most: int) -> list[str]:
        """Ids of the memories that the entities of a graph are made of, in their order; the first `most`."""
        return [memory.id for memory in self._memories([one.name for one in graph.entities])[:most]]

    def open(self, names: Sequence[str]) -> Graph:
        """The entities with these names, and the relations at them."""
        return self.read().named(names)

    # --- commands ---------------------------------------------------------------------------------------------------

    def create_entities(self, entities: Sequence[Entity], *, actor: str, approval: bool = False) -> list[Entity]:
        """Keep the entities whose names are not there yet; those. Raises InvalidCommandError: one has no name."""
        self._life.check()
        if not all(one.name.strip() for one in entities):
            raise InvalidCommandError("An entity needs a name.")
        with self._writer.lock:
            known = {one.name for one in _graph(self._memories([one.name for one in entities])).entities}
            new = [one for one in entities if one.name not in known]
            self._remember(
                [draft for one in new for draft in entity_drafts(one.name, one.type, one.observations)],
                actor,
                approval=approval,
            )
        return new

    def create_relations(self, relations: Sequence[Relation], *, actor: str, approval: bool = False) -> list[Relation]:
        """Keep the relations that are not there yet; those. Raises InvalidCommandError: a part of one is empty."""
        self._life.check()
        if not all(part.strip() for one in relations for part in (one.source, one.target, one.type)):
            raise InvalidCommandError("A relation needs “from”, “to” and “relationType”.")
        with self._writer.lock:
            known = set(_graph(self._memories([one.source for one in relations])).relations)
            new = [one for one in relations if one not in known]
            self._remember([one.draft() for one in new], actor, approval=approval)
        return new

    def add_observations(
        self, observations: Sequence[tuple[str, Sequence[str]]], *, actor: str, approval: bool = False
    ) -> list[tuple[str, list[str]]]:
        """Add observations to entities, by name; of each those that are new.

        Raises:
            NotFoundError: one of the entities is not there; nothing was added.
        """
        self._life.check()
        with self._writer.lock:
            graph = _graph(self._memories([name for name, _ in observations]))
            there = {one.name: one for one in graph.entities}
            done: list[tuple[str, list[str]]] = []
            drafts: list[Draft] = []
            for name, contents in observations:
                entity = there.get(name)
                if entity is None:
                    raise NotFoundError(f"Entity with name {name} not found")
                new = [one for one in contents if one not in entity.observations]
                entity.observations += new
                drafts += entity_drafts(name, entity.type, new) if new else []
                done.append((name, new))
            self._remember(drafts, actor, approval=approval)
        return done

    def delete_entities(self, names: Sequence[str], *, actor: str) -> None:
        """Forget entities, and the relations that begin or end at them. Unknown names are passed over."""
        self._life.check()
        wanted = set(names)
        with self._writer.lock:
            self._forget([one.id for one in self._memories() if wanted & _about(one)], actor)

    def delete_observations(self, deletions: Sequence[tuple[str, Sequence[str]]], *, actor: str) -> None:
        """Forget observations of entities, by name. An entity stays, also without any. Unknown ones are passed over."""
        self._life.check()
        unwanted: dict[str, set[str]] = {}
        for name, texts in deletions:
            unwanted.setdefault(name, set()).update(texts)
        with self._writer.lock:
            ids: list[str] = []
            left: dict[str, tuple[str, int]] = {}
            for memory in self._memories(list(unwanted)):
                about = entity_of(memory)
                if about is None or about[0] not in unwanted:
                    continue
                name, kind = about
                goes = observation_of(memory, name, kind) in unwanted[name]
                ids += [memory.id] if goes else []
                left[name] = kind, left.get(name, ("", 0))[1] + (not goes)
            command = self._forget(ids, actor)
            bare = [draft for name, (kind, rest) in left.items() if not rest for draft in entity_drafts(name, kind, ())]
            self._remember(bare, actor, belongs_to=command)

    def delete_relations(self, relations: Sequence[Relation], *, actor: str) -> None:
        """Forget relations. Unknown ones are passed over."""
        self._life.check()
        unwanted = set(relations)
        with self._writer.lock:
            memories = self._memories([one.source for one in relations])
            self._forget([one.id for one in memories if _relation(one) in unwanted], actor)

    # --- how --------------------------------------------------------------------------------------------------------

    def _memories(self, names: Sequence[str] | None = None) -> list[Memory]:
        """The graph's active memories in the order in which they came; with names only those filed under them."""
        if names is not None and not names:
            return []
        filter = RecordFilter(sources=(SOURCE,), threads=tuple(dict.fromkeys(names or ())))
        return list(self._store.records.iterate(filter))

    def _remember(
        self, drafts: Sequence[Draft], actor: str, *, approval: bool = False, belongs_to: int | None = None
    ) -> None:
        if not drafts:
            return
        # Two entities may say the same but for case; the graph, unlike notes, tells them apart.
        prepared = [replace(self._gates.prepare(one, approval=approval), turn=True) for one in drafts]
        command = Remember(tuple(self._gates.screen(prepared)))
        self._writer.execute(command, actor=actor, belongs_to=belongs_to)

    def _forget(self, ids: Sequence[str], actor: str) -> int | None:
        if not ids:
            return None
        written = self._writer.execute(ForgetMemories(tuple(ids), ""), actor=actor)
        return written.events[0].command if written.events else None


def _graph(memories: Iterable[Memory]) -> Graph:
    entities: dict[str, Entity] = {}
    relations: list[Relation] = []
    for memory in memories:
        relation, about = _relation(memory), entity_of(memory)
        if relation is not None:
            relations.append(relation)
        elif about is not None:
            name, kind = about
            entity = entities.setdefault(name, Entity(name, kind))
            observation = observation_of(memory, name, kind)
            entity.observations += [observation] if observation is not None else []
    return Graph(list(entities.values()), relations)


def _relation(memory: Memory) -> Relation | None:
    found = relation_of(memory)
    return Relation(found["from"], found["to"], found["relationType"]) if found is not None else None


def _about(memory: Memory) -> set[str]:
    """The names of the entities that a memory is about."""
    relation, entity = _relation(memory), entity_of(memory)
    return {relation.source, relation.target} if relation is not None else {entity[0]} if entity is not None else set()
