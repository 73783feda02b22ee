"""Where memories and assemblies came from, and what became of them: read from the records and the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.lineage import Edge, Graph, Node, levels, neighbourhood
from memory_desktop.core.memory.records import Memory
from memory_desktop.store.records import RecordStore

_LABEL = 80
#: At most so many nodes are given at once.
MOST = 20_000


def graph_around(
    records: RecordStore, book: Mapping[str, Assembly], centre: str, depth: int | None = 2, most: int = 500
) -> Graph:
    """What is within `depth` steps of a node; None: however far. Raises NotFoundError."""
    edges = _edges(records, book)
    ids, more = neighbourhood(edges, centre, depth, most)
    found = _graph(records, book, ids, edges, centre, more)
    if found.by_id[centre].status == "missing":
        raise NotFoundError(f"There is nothing with the id {centre}.")
    return found


def whole_graph(records: RecordStore, book: Mapping[str, Assembly], most: int = MOST) -> Graph:
    """Everything that came from something or became something."""
    edges = _edges(records, book)
    ids = list(dict.fromkeys(id for edge in edges for id in (edge.source, edge.target)))
    return _graph(records, book, ids[:most], edges, "", max(0, len(ids) - most))


def _edges(records: RecordStore, book: Mapping[str, Assembly]) -> list[Edge]:
    edges: dict[tuple[str, str], Edge] = {}
    for source, target, how in records.kin():
        edges.setdefault((source, target), Edge(source, target, how))
    for one in book.values():
        for source in one.merged_from if not one.restores else ():
            edges[source, one.id] = Edge(source, one.id, "merge")
        if one.restores:
            edges[one.restores, one.id] = Edge(one.restores, one.id, "restore")
    return list(edges.values())


def _graph(
    records: RecordStore,
    book: Mapping[str, Assembly],
    ids: Sequence[str],
    edges: Sequence[Edge],
    centre: str,
    more: int,
) -> Graph:
    memories = records.by_ids([id for id in ids if id not in book])
    nodes = tuple(_node(id, memories.get(id), book.get(id)) for id in ids)
    there = set(ids)
    inner = tuple(edge for edge in edges if edge.source in there and edge.target in there)
    return Graph(nodes, inner, centre, more, levels(ids, inner)[1])


def _node(id: str, memory: Memory | None, assembly: Assembly | None) -> Node:
    if memory is not None:
        label = " ".join(memory.content[: 2 * _LABEL].split())[:_LABEL]
        return Node(id, "memory", label, memory.kind, memory.status.value, memory.created_at)
    if assembly is not None:
        group = f"{len(assembly.members)} members"
        return Node(id, "assembly", assembly.name[:_LABEL], group, assembly.status.value, assembly.created_at)
    return Node(id, "assembly" if id.startswith("asm_") else "memory", id, "", "missing")
