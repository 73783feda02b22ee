"""The lineage graph (a DAG) of memories and assemblies, from sources to successors.

Damaged data can hold a cycle. It is found, named and drawn like the rest: nothing here follows an edge twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from memory_desktop.core.memory.canonical import iso


@dataclass(frozen=True, slots=True)
class Node:
    """A memory or an assembly.

    Attributes:
        kind: "memory" or "assembly". group: the memory's kind ("fact", …), or how many members the assembly has.
        status: "active", "superseded", "tombstone" or "missing" (it is named, but not there).
    """

    id: str
    kind: str
    label: str
    group: str
    status: str
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from a source to its successor. `how`: "edit", "merge", "restore", "learned" (from a message),
    "supersede" or "generation"."""

    source: str
    target: str
    how: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A part of the DAG.

    Attributes:
        centre: the node that was asked for; empty for the whole.
        more: how many nodes were left out.
        cycles: what should not be: ids that lead back to themselves, one tuple for each knot.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    centre: str = ""
    more: int = 0
    cycles: tuple[tuple[str, ...], ...] = ()

    @property
    def by_id(self) -> dict[str, Node]:
        """Nodes by id."""
        return {node.id: node for node in self.nodes}


def neighbourhood(edges: Sequence[Edge], centre: str, depth: int | None, most: int) -> tuple[list[str], int]:
    """(ids within `depth` steps of the centre in either direction, or however far, nearest first; how many more than
    `most`)."""
    beside = _beside(edges)
    found: dict[str, int] = {centre: 0}
    queue = deque([centre])
    while queue:
        id = queue.popleft()
        if found[id] == depth:
            continue
        for other in beside.get(id, ()):
            if other not in found:
                found[other] = found[id] + 1
                queue.append(other)
    ids = list(found)
    return ids[:most], max(0, len(ids) - most)


def levels(ids: Iterable[str], edges: Iterable[Edge]) -> tuple[dict[str, int], tuple[tuple[str, ...], ...]]:
    """(level of each node: one more than the deepest of its sources, from 0; the knots that stop the count).

    Nodes in or behind a cycle get the level that they have reached when everything else is placed.
    """
    after: dict[str, list[str]] = {id: [] for id in ids}
    waiting = dict.fromkeys(after, 0)
    for edge in edges:
        if edge.source in after and edge.target in after:
            after[edge.source].append(edge.target)
            waiting[edge.target] += 1
    level = dict.fromkeys(after, 0)
    ready = deque(id for id, number in waiting.items() if not number)
    placed = 0
    while ready:
        id = ready.popleft()
        placed += 1
        for target in after[id]:
            level[target] = max(level[target], level[id] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    if placed == len(after):
        return level, ()
    return level, _knots({id for id, number in waiting.items() if number > 0}, after)


def _knots(ids: set[str], after: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """One cycle of each knot, found by walking on until a node comes again."""
    ids = _without_ends(ids, after)
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for start in sorted(ids):
        walk: dict[str, None] = {}
        id: str | None = start
        while id is not None and id not in seen and id not in walk:
            walk[id] = None
            id = next((target for target in after[id] if target in ids), None)
        if id is not None and id in walk:
            order = list(walk)
            found.append(tuple(order[order.index(id) :]))
        seen |= walk.keys()
    return tuple(found)


def _without_ends(ids: set[str], after: Mapping[str, Sequence[str]]) -> set[str]:
    """Those from which one can walk for ever: without what only lies behind a cycle."""
    left = set(ids)
    before: dict[str, list[str]] = {}
    onward = dict.fromkeys(left, 0)
    for id in left:
        for target in after[id]:
            if target in left:
                onward[id] += 1
                before.setdefault(target, []).append(id)
    ends = [id for id, number in onward.items() if not number]
    while ends:
        id = ends.pop()
        left.discard(id)
        for source in before.get(id, ()):
            onward[source] -= 1
            if not onward[source]:
                ends.append(source)
    return left


def path(edges: Iterable[Edge], first: str, last: str) -> list[str]:
    """The shortest way between two nodes along edges in either direction; empty when there is none."""
    beside = _beside(edges)
    came: dict[str, str] = {first: ""}
    queue = deque([first])
    while queue:
        id = queue.popleft()
        if id == last:
            way = [id]
            while came[way[-1]]:
                way.append(came[way[-1]])
            return way[::-1]
        for other in beside.get(id, ()):
            if other not in came:
                came[other] = id
                queue.append(other)
    return []


def _beside(edges: Iterable[Edge]) -> dict[str, list[str]]:
    """The neighbours of each node, in either direction."""
    beside: dict[str, list[str]] = {}
    for edge in edges:
        beside.setdefault(edge.source, []).append(edge.target)
        beside.setdefault(edge.target, []).append(edge.source)
    return beside


def to_dot(graph: Graph) -> str:
    """The graph in the DOT language."""
    shapes = {"memory": "box", "assembly": "ellipse"}
    lines = ["digraph lineage {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for node in graph.nodes:
        style = "solid" if node.status == "active" else "dashed"
        label = f"{node.label}\\n{node.kind}, {node.group}, {node.status}"
        lines.append(f"  {_quoted(node.id)} [label={_quoted(label)}, shape={shapes[node.kind]}, style={style}];")
    lines += [f"  {_quoted(one.source)} -> {_quoted(one.target)} [label={_quoted(one.how)}];" for one in graph.edges]
    return "\n".join([*lines, "}", ""])


def to_plain(graph: Graph) -> dict[str, Any]:
    """The graph as JSON has it."""
    nodes = [{**asdict(node), "created_at": iso(node.created_at) if node.created_at else None} for node in graph.nodes]
    return {
        "centre": graph.centre,
        "nodes": nodes,
        "edges": [asdict(edge) for edge in graph.edges],
        "more": graph.more,
        "cycles": [list(cycle) for cycle in graph.cycles],
    }


def to_tree(graph: Graph) -> list[tuple[int, Node, str]]:
    """(depth, node, how it came from the one above) in the order of an outline, from what has no source on.

    A node that has several sources stands below each of them; below itself it is not followed again.
    """
    after: dict[str, list[Edge]] = {}
    targets = {edge.target for edge in graph.edges}
    for edge in graph.edges:
        after.setdefault(edge.source, []).append(edge)
    by_id = graph.by_id
    rows: list[tuple[int, Node, str]] = []
    opened: set[str] = set()

    def walk(root: str) -> None:
        stack: list[tuple[int, str, str, frozenset[str]]] = [(0, root, "", frozenset())]
        while stack:
            depth, id, how, above = stack.pop()
            if id not in by_id:
                continue
            rows.append((depth, by_id[id], how if id not in above else f"{how} (a cycle)"))
            again = id in opened
            opened.add(id)
            if id in above or again:
                continue  # what is below it stands at its first place
            below = above | {id}
            stack += [(depth + 1, edge.target, edge.how, below) for edge in reversed(after.get(id, ()))]

    for node in graph.nodes:
        if node.id not in targets:
            walk(node.id)
    for node in graph.nodes:  # what is only reached through a cycle
        if node.id not in opened:
            walk(node.id)
    return rows


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace("\\\\n", "\\n").replace('"', '\\"').replace("\n", " ") + '"'
