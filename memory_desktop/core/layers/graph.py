"""The graph of concepts, read from their links; and which concepts are near to one.

A node is a concept, or a name that a concept links to and of which nothing is known. Names are looked up with their
aliases among the concepts of the same owner first, then among those of nobody; for a concept of nobody, then among
those of everybody. Of several of one name the one of the same category is meant, else the first.

Spreading activation: the start has 1; a neighbour, in either direction, has `spread`; what is h steps away by the
shortest way has spread ** h, to a depth of 3 and not below 0.1. Strength does not weaken activation, it only orders
what is equally near. All of it belongs to one question, and is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.concepts import Concept, folded

SPREAD, DEPTH, FLOOR = 0.7, 3, 0.1


@dataclass(frozen=True, slots=True)
class Known:
    """A concept with its id and whose it is."""

    id: str
    owner: str
    concept: Concept


@dataclass(frozen=True, slots=True)
class ConceptNode:
    """A concept, or (`known` False) a name that is linked to. `id`: of the concept, else made of the name."""

    id: str
    name: str
    category: str = ""
    confidence: float = 0.0
    conflicts: int = 0
    known: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """A directed link between two nodes, by their ids."""

    source: str
    target: str
    relationship: str
    strength: float


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node one link away. `ways`: every link between the two, in either direction."""

    node: ConceptNode
    ways: tuple[Link, ...]

    @property
    def strength(self) -> float:
        """Of the strongest."""
        return max(one.strength for one in self.ways)


@dataclass(frozen=True, slots=True)
class Activated:
    """What a start reaches. `activation`: [0, 1]; `hops`: steps; `way`: ids from the start to it; `strength`: product
    of the links' strengths along it."""

    node: ConceptNode
    activation: float
    hops: int
    way: tuple[str, ...]
    strength: float


@dataclass(frozen=True, slots=True)
class ConceptGraph:
    """See the module. Nodes by id, in the order in which they came."""

    nodes: Mapping[str, ConceptNode]
    links: tuple[Link, ...]
    _beside: Mapping[str, Mapping[str, tuple[Link, ...]]] = field(repr=False)

    def named(self, name: str) -> tuple[str, ...]:
        """Ids of the nodes with this name."""
        wanted = folded(name)
        return tuple(id for id, one in self.nodes.items() if folded(one.name) == wanted)

    def neighbours(self, id: str) -> tuple[Neighbour, ...]:
        """What is one link away in either direction, strongest first; a node is not its own neighbour."""
        found = [Neighbour(self.nodes[other], ways) for other, ways in self._beside.get(id, {}).items()]
        return tuple(sorted(found, key=lambda one: (-one.strength, folded(one.node.name), one.node.id)))

    def activated(
        self, starts: Iterable[str], spread: float = SPREAD, depth: int = DEPTH, floor: float = FLOOR
    ) -> tuple[Activated, ...]:
        """What some nodes activate, without themselves: most activated first, then the strongest links, then the name.

        Raises:
            InvalidCommandError: `spread` or `floor` is not in [0, 1], or `depth` is negative.
        """
        if not (0.0 <= spread <= 1.0 and 0.0 <= floor <= 1.0) or depth < 0:
            raise InvalidCommandError("Spread and floor have to be from 0 to 1, and the depth not negative.")
        reached: dict[str, tuple[float, tuple[str, ...]]] = {id: (1.0, (id,)) for id in starts if id in self.nodes}
        found: list[Activated] = []
        edge, hops = dict(reached), 0
        while edge and hops < depth and spread ** (hops + 1) >= floor and spread > 0:
            hops += 1
            new: dict[str, tuple[float, tuple[str, ...]]] = {}
            for id, (strength, way) in edge.items():
                for other, links in self._beside.get(id, {}).items():
                    if other in reached:
                        continue
                    through = strength * max(one.strength for one in links), (*way, other)
                    if other not in new or (-through[0], through[1]) < (-new[other][0], new[other][1]):
                        new[other] = through
            reached |= new
            edge = new
            found += [
                Activated(self.nodes[id], spread**hops, hops, way, strength) for id, (strength, way) in new.items()
            ]
        return tuple(
            sorted(found, key=lambda one: (-one.activation, -one.strength, folded(one.node.name), one.node.id))
        )

    def around(self, id: str, depth: int, most: int) -> ConceptGraph:
        """The part within `depth` steps of a node: at most `most` nodes, nearest and strongest first."""
        if id not in self.nodes:
            return ConceptGraph({}, (), {})
        near = self.activated([id], spread=1.0, depth=depth, floor=0.0)
        order = sorted(near, key=lambda one: (one.hops, -one.strength, folded(one.node.name), one.node.id))
        return self._only({id, *(one.node.id for one in order[: most - 1])})

    def way(self, id: str, other: str) -> tuple[str, ...]:
        """Ids along the shortest way between two nodes, in either direction; empty where there is none."""
        every = self.activated([id], spread=1.0, depth=len(self.nodes), floor=0.0)
        return next((one.way for one in every if one.node.id == other), ())

    def links_along(self, way: Sequence[str]) -> tuple[tuple[Link, ...], ...]:
        """The links of each step of a way."""
        return tuple(self._beside[one][other] for one, other in pairwise(way))

    def _only(self, ids: set[str]) -> ConceptGraph:
        nodes = {id: node for id, node in self.nodes.items() if id in ids}
        return _graph(nodes, [one for one in self.links if one.source in ids and one.target in ids])


def graph_of(concepts: Iterable[Known]) -> ConceptGraph:
    """The graph of some concepts: a node for each, one for each name that is linked to and not known, every link."""
    known = list(concepts)
    nodes: dict[str, ConceptNode] = {}
    names: dict[tuple[str, str], list[Known]] = {}
    for one in known:
        what = one.concept
        nodes[one.id] = ConceptNode(one.id, what.name, what.category, what.confidence, len(what.conflicts))
        names.setdefault((one.owner, folded(what.name)), []).append(one)
    for one in known:
        for alias in one.concept.aliases:
            names.setdefault((one.owner, folded(alias)), [one])
    links: dict[tuple[str, str, str], Link] = {}
    everybody: dict[str, list[Known]] = {}
    for (owner, name), those in names.items():
        everybody.setdefault(name, []).extend(those if owner else ())
    for one in known:
        for edge in one.concept.knowledge.edges:
            target = _target(one, edge.target, names, everybody)
            nodes.setdefault(target, ConceptNode(target, edge.target, known=False))
            links[one.id, target, folded(edge.relationship)] = Link(one.id, target, edge.relationship, edge.strength)
    return _graph(nodes, links.values())


def bare_id(owner: str, name: str) -> str:
    """The id of the node of a name of which nothing is known."""
    return f"?{owner}?{folded(name)}"


def _target(
    source: Known,
    name: str,
    names: Mapping[tuple[str, str], Sequence[Known]],
    everybody: Mapping[str, Sequence[Known]],
) -> str:
    found = names.get((source.owner, folded(name))) or names.get(("", folded(name))) or ()
    if not found and not source.owner:
        found = everybody.get(folded(name), ())
    if not found:
        return bare_id(source.owner, name)
    category = folded(source.concept.category)
    return next((one.id for one in found if folded(one.concept.category) == category), found[0].id)


def _graph(nodes: Mapping[str, ConceptNode], links: Iterable[Link]) -> ConceptGraph:
    every = tuple(links)
    beside: dict[str, dict[str, tuple[Link, ...]]] = {}
    for one in every:
        if one.source == one.target:
            continue
        for here, there in ((one.source, one.target), (one.target, one.source)):
            ways = beside.setdefault(here, {})
            ways[there] = (*ways.get(there, ()), one)
    return ConceptGraph(nodes, every, beside)
