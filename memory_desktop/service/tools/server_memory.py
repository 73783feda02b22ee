"""The nine tools of MCP's reference server-memory, with its names, shapes and words, on top of memories.

Where it differs: an entity needs a name, a relation all its parts; two entities of one name in one call become one; an
entity that has lost all its observations comes last.
"""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field

from memory_desktop.engine.engine import Engine
from memory_desktop.engine.graph import Entity, Graph, Relation
from memory_desktop.service.tools.base import Errand, Request, Tool

# So many of the memories that a search finds are noted as recalled: some letters may be in all of them.
_MOST_NOTED = 50


class _Shape(BaseModel):
    """The reference server passes over names that it does not know; so does this."""

    model_config = ConfigDict(extra="ignore")


class EntityShape(_Shape):
    """An entity."""

    name: str = Field(description="The name of the entity")
    entityType: str = Field(description="The type of the entity")  # noqa: N815 - the reference's name
    observations: list[str] = Field(description="An array of observation contents associated with the entity")

    def entity(self) -> Entity:
        """As the engine has it."""
        return Entity(self.name, self.entityType, list(self.observations))


class RelationShape(_Shape):
    """A relation."""

    source: str = Field(alias="from", description="The name of the entity where the relation starts")
    target: str = Field(alias="to", description="The name of the entity where the relation ends")
    relationType: str = Field(description="The type of the relation")  # noqa: N815

    def relation(self) -> Relation:
        """As the engine has it."""
        return Relation(self.source, self.target, self.relationType)


class AdditionShape(_Shape):
    """Observations to add."""

    entityName: str = Field(description="The name of the entity to add the observations to")  # noqa: N815
    contents: list[str] = Field(description="An array of observation contents to add")


class AddedShape(_Shape):
    """Observations that were added."""

    entityName: str  # noqa: N815
    addedObservations: list[str]  # noqa: N815


class DeletionShape(_Shape):
    """Observations to delete."""

    entityName: str = Field(description="The name of the entity containing the observations")  # noqa: N815
    observations: list[str] = Field(description="An array of observations to delete")


class Entities(_Shape):
    """Takes and gives entities."""

    entities: list[EntityShape]


class Relations(_Shape):
    """Takes and gives relations."""

    relations: list[RelationShape]


class Additions(_Shape):
    """Takes observations."""

    observations: list[AdditionShape]


class Added(_Shape):
    """Gives observations."""

    results: list[AddedShape]


class Names(_Shape):
    """Takes names of entities."""

    names: list[str] = Field(description="An array of entity names to retrieve")


class EntityNames(_Shape):
    """Takes names of entities to delete."""

    entityNames: list[str] = Field(description="An array of entity names to delete")  # noqa: N815


class Deletions(_Shape):
    """Takes observations to delete."""

    deletions: list[DeletionShape]


class Query(_Shape):
    """Takes a query."""

    query: str = Field(description="The search query to match against entity names, types, and observation content")


class Nothing(_Shape):
    """Takes nothing."""


class GraphShape(_Shape):
    """Gives a graph."""

    entities: list[EntityShape]
    relations: list[RelationShape]


class Done(_Shape):
    """Says that it is done."""

    success: bool
    message: str


def _shape(one: Entity) -> EntityShape:
    return EntityShape(name=one.name, entityType=one.type, observations=one.observations)


def _relation_shape(one: Relation) -> RelationShape:
    return RelationShape.model_validate({"from": one.source, "to": one.target, "relationType": one.type})


def _graph_shape(graph: Graph) -> GraphShape:
    return GraphShape(
        entities=[_shape(one) for one in graph.entities], relations=[_relation_shape(one) for one in graph.relations]
    )


def graph_text(engine: Engine) -> str:
    """The whole graph as the reference's resource gives it."""
    return _whole(_graph_shape(engine.graph.read()))


def _create_entities(errand: Errand, given: Entities) -> Entities:
    wanted = [one.entity() for one in given.entities]
    made = errand.engine.graph.create_entities(wanted, actor=errand.actor, approval=errand.approval)
    return Entities(entities=[_shape(one) for one in made])


def _create_relations(errand: Errand, given: Relations) -> Relations:
    wanted = [one.relation() for one in given.relations]
    made = errand.engine.graph.create_relations(wanted, actor=errand.actor, approval=errand.approval)
    return Relations(relations=[_relation_shape(one) for one in made])


def _add_observations(errand: Errand, given: Additions) -> Added:
    wanted = [(one.entityName, one.contents) for one in given.observations]
    done = errand.engine.graph.add_observations(wanted, actor=errand.actor, approval=errand.approval)
    return Added(results=[AddedShape(entityName=name, addedObservations=added) for name, added in done])


def _delete_entities(errand: Errand, given: EntityNames) -> Done:
    errand.engine.graph.delete_entities(given.entityNames, actor=errand.actor)
    return Done(success=True, message="Entities deleted successfully")


def _delete_observations(errand: Errand, given: Deletions) -> Done:
    wanted = [(one.entityName, one.observations) for one in given.deletions]
    errand.engine.graph.delete_observations(wanted, actor=errand.actor)
    return Done(success=True, message="Observations deleted successfully")


def _delete_relations(errand: Errand, given: Relations) -> Done:
    errand.engine.graph.delete_relations([one.relation() for one in given.relations], actor=errand.actor)
    return Done(success=True, message="Relations deleted successfully")


def _ask_to_delete_entities(errand: Errand, given: EntityNames) -> Request:  # noqa: ARG001 - as every tool
    return Request("\n\n".join(["Forget entities, with what is observed of them", *given.entityNames]))


def _ask_to_delete_observations(errand: Errand, given: Deletions) -> Request:  # noqa: ARG001
    told = [f"{one.entityName}: {text}" for one in given.deletions for text in one.observations]
    return Request("\n\n".join(["Forget observations", *told]))


def _ask_to_delete_relations(errand: Errand, given: Relations) -> Request:  # noqa: ARG001
    told = [f"{one.source} {one.relationType} {one.target}" for one in given.relations]
    return Request("\n\n".join(["Forget relations", *told]))


def _waiting(id: str) -> Done:
    return Done(success=False, message=f"Waits until a person approves it, as {id}; not deleted yet")


def _read_graph(errand: Errand, given: Nothing) -> GraphShape:  # noqa: ARG001 - every tool takes its arguments
    return _graph_shape(errand.engine.graph.read())


def _search_nodes(errand: Errand, given: Query) -> GraphShape:
    graph = errand.engine.graph
    found = graph.search(given.query)
    errand.engine.recalls.note(given.query, graph.memories_of(found, _MOST_NOTED), actor=errand.actor, mode="graph")
    return _graph_shape(found)


def _open_nodes(errand: Errand, given: Names) -> GraphShape:
    return _graph_shape(errand.engine.graph.open(given.names))


def _only(name: str) -> Any:
    """As the reference does: the text is what is under that name."""
    return lambda result: _indented(result.model_dump(mode="json", by_alias=True)[name])


def _whole(result: BaseModel) -> str:
    return _indented(result.model_dump(mode="json", by_alias=True))


def _message(result: Done) -> str:
    return result.message


def _indented(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _write(name: str, title: str, description: str, takes: Any, gives: Any, does: Any, text: Any) -> Tool:
    return Tool(name, title, description, takes, gives, does, writes=True, proposes=True, text=text)


def _delete(name: str, title: str, description: str, takes: Any, does: Any, asks: Any) -> Tool:
    return Tool(
        name,
        title,
        description,
        takes,
        Done,
        does,
        writes=True,
        asks=asks,
        waiting=_waiting,
        destructive=True,
        idempotent=True,
        text=_message,
    )


def _read(name: str, title: str, description: str, takes: Any, does: Any) -> Tool:
    return Tool(name, title, description, takes, GraphShape, does, idempotent=True, text=_whole)


TOOLS = (
    _write(
        "create_entities",
        "Create Entities",
        "Create multiple new entities in the knowledge graph",
        Entities,
        Entities,
        _create_entities,
        _only("entities"),
    ),
    _write(
        "create_relations",
        "Create Relations",
        "Create multiple new relations between entities in the knowledge graph. Relations should be in active voice",
        Relations,
        Relations,
        _create_relations,
        _only("relations"),
    ),
    _write(
        "add_observations",
        "Add Observations",
        "Add new observations to existing entities in the knowledge graph",
        Additions,
        Added,
        _add_observations,
        _only("results"),
    ),
    _delete(
        "delete_entities",
        "Delete Entities",
        "Delete multiple entities and their associated relations from the knowledge graph",
        EntityNames,
        _delete_entities,
        _ask_to_delete_entities,
    ),
    _delete(
        "delete_observations",
        "Delete Observations",
        "Delete specific observations from entities in the knowledge graph",
        Deletions,
        _delete_observations,
        _ask_to_delete_observations,
    ),
    _delete(
        "delete_relations",
        "Delete Relations",
        "Delete multiple relations from the knowledge graph",
        Relations,
        _delete_relations,
        _ask_to_delete_relations,
    ),
    _read("read_graph", "Read Graph", "Read the entire knowledge graph", Nothing, _read_graph),
    _read(
        "search_nodes", "Search Nodes", "Search for nodes in the knowledge graph based on a query", Query, _search_nodes
    ),
    _read("open_nodes", "Open Nodes", "Open specific nodes in the knowledge graph by their names", Names, _open_nodes),
)
