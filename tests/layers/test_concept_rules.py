"""What a concept comes to know, and the graph of concepts: the rules, without a vault."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.concepts import (
    Concept,
    ConceptData,
    ConceptEdit,
    Edge,
    Knowledge,
    Personal,
    Property,
    Resolution,
    adding,
    concept_data,
    concept_edit,
    created,
    edited,
    learned,
    resolved,
    told,
    with_personal,
)
from memory_desktop.core.layers.graph import FLOOR, SPREAD, ConceptGraph, Known, graph_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=1)

FACTS = st.sampled_from(
    [
        "Mara lives in Porto.",
        "Mara lives in Lisbon.",
        "mara lives in porto",
        "Mara plays the cello.",
        "Mara works at Acme.",
        "Mara works at Globex.",
        "The rent of the flat is 900 euros.",
        "The rent of the flat is 950 euros.",
    ]
)
EDGES = st.builds(
    Edge,
    target=st.sampled_from(["Porto", "porto ", "Acme"]),
    relationship=st.sampled_from(["lives in", "works at"]),
    strength=st.floats(0, 1),
)
PROPERTIES = st.builds(Property, name=st.sampled_from(["age", "colour"]), value=st.sampled_from([4, 5, "red"]))
DATA = st.builds(
    ConceptData,
    name=st.just("Mara"),
    facts=st.lists(FACTS, max_size=3).map(tuple),
    properties=st.lists(PROPERTIES, max_size=2).map(tuple),
    edges=st.lists(EDGES, max_size=3).map(tuple),
    examples=st.lists(st.sampled_from(["one", "two"]), max_size=2).map(tuple),
)
LESSONS = st.lists(st.tuples(DATA, st.sampled_from(["e1", "e2", "e3"])), min_size=1, max_size=5)


def _taught(lessons: list[tuple[ConceptData, str]]) -> Concept:
    concept = created(lessons[0][0], (lessons[0][1],), NOW)
    for data, source in lessons[1:]:
        concept = learned(concept, data, (source,), LATER)
    return concept


def _knows(concept: Concept) -> tuple[object, ...]:
    """All that does not depend on the order in which it came."""
    knowledge, understanding = concept.knowledge, concept.understanding
    return (
        {one.casefold().rstrip(".") for one in knowledge.facts},
        {one.statement for one in knowledge.properties},
        set(knowledge.examples),
        {(one.target.casefold(), one.relationship, one.strength) for one in knowledge.edges},
        set(understanding.source_episodes),
        {one.pair for one in understanding.conflicting_info},
        concept.confidence,
    )


def test_defaults_of_a_concept() -> None:
    """C3.1 to C3.10: every field of a concept has its default, and its scores stay in [0, 1] (C3.11: see vectors)."""
    concept = created(ConceptData(name="  Mara "), (), NOW)
    assert (concept.name, concept.definition, concept.category, concept.confidence) == ("Mara", "", "", 0.5)
    assert concept.knowledge == msgspec.convert({}, type(concept.knowledge)) and concept.relationships == {}
    assert concept.understanding.source_episodes == () and concept.understanding.conflicting_info == ()
    assert (concept.understanding.last_updated, concept.understanding.revision_count) == (NOW, 0)
    assert concept.user_specific == {}
    assert Personal() == Personal(personal_examples=(), personal_relevance=None, mastery_level=None, misconceptions=())
    assert Edge(target="Porto") == Edge(target="Porto", relationship="related to", strength=1.0)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"name": "a", "edges": [{"target": "b", "strength": 1.1}]}, r"edges\[0\].strength"),
        ({"name": "a", "edges": [{"target": "b", "strength": float("nan")}]}, r"edges\[0\].strength"),
        ({"name": "a", "facts": [3]}, r"facts\[0\]"),
        ({"facts": []}, "“name” is missing"),
    ],
)
def test_what_does_not_fit_is_named(given: dict[str, object], place: str) -> None:
    """C0.8, C3.13: a strength out of [0, 1], NaN and what is no text are rejected, and the field is named."""
    with pytest.raises(InvalidCommandError, match=place):
        concept_data(given)
    with pytest.raises(InvalidCommandError, match="needs a name"):
        created(ConceptData(name=" . "), (), NOW)


def test_objects_stand_for_properties_and_edges() -> None:
    """C3.2, C3.3, U11: relationships are read from the edges; properties and relationships may be given as objects."""
    data = concept_data({"name": "Mara", "properties": {"age": 41}, "relationships": {"Porto": "lives in"}})
    concept = created(data, ("e1",), NOW)
    assert concept.knowledge.properties == (Property(name="age", value=41),)
    assert concept.relationships == {"Porto": "lives in"}
    assert told(concept).splitlines() == ["Mara", "age: 41"]


@given(LESSONS)
def test_learning_twice_changes_nothing(lessons: list[tuple[ConceptData, str]]) -> None:
    """C3.15: what is known already, and the same source again, make no revision."""
    concept = _taught(lessons)
    for data, source in lessons:
        assert learned(concept, data, (source,), LATER) is concept


@given(LESSONS, st.randoms(use_true_random=False))
def test_the_order_of_sources_does_not_matter(lessons: list[tuple[ConceptData, str]], random: object) -> None:
    """C3.15, C3.16: facts, links, sources, conflicts and confidence are the same in whatever order they came."""
    shuffled = list(lessons)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert _knows(_taught(shuffled)) == _knows(_taught(lessons))


@given(LESSONS, st.data())
def test_confidence_stays_in_its_range(lessons: list[tuple[ConceptData, str]], data: st.DataObject) -> None:
    """C3.5, U12: s / (s + 1 + c) is in [0, 1], whatever is learned and decided; a person's own number is taken."""
    concept = _taught(lessons)
    sources, conflicts = len(set(concept.understanding.source_episodes)), len(concept.conflicts)
    assert concept.confidence == sources / (sources + 1 + conflicts)
    for number, one in enumerate(concept.understanding.conflicting_info, start=1):
        if one.open:
            ways = (Resolution.KEEP_OLD, Resolution.KEEP_NEW, Resolution.KEEP_BOTH)
            now = {each.pair: each.open for each in concept.understanding.conflicting_info}
            if now[one.pair]:
                concept = resolved(concept, number, data.draw(st.sampled_from(ways)), LATER)
        assert 0 <= concept.confidence <= 1
    assert concept.conflicts == ()
    assert edited(concept, ConceptEdit(confidence=0.9), LATER).confidence == 0.9


def test_a_contradiction_is_kept_beside_what_was_known() -> None:
    """C3.16: both facts stay, with an open conflict that names where the second is from; nothing is overwritten."""
    first = created(ConceptData(name="Mara", facts=("Mara lives in Porto.",)), ("e1",), NOW)
    second = learned(first, ConceptData(name="Mara", facts=("Mara lives in Lisbon.",)), ("e2",), LATER)
    assert second.knowledge.facts == ("Mara lives in Porto.", "Mara lives in Lisbon.")
    (conflict,) = second.conflicts
    assert (conflict.fact, conflict.other, conflict.episodes) == (*second.knowledge.facts, ("e2",))
    assert conflict.found == LATER and "home" in conflict.reason
    assert second.confidence == 2 / 4 and second.understanding.revision_count == 1
    ages = learned(second, concept_data({"name": "Mara", "properties": {"age": 4}}), ("e2",), LATER)
    ages = learned(ages, concept_data({"name": "Mara", "properties": {"age": 5}}), ("e3",), LATER)
    assert [(one.fact, one.other) for one in ages.conflicts[1:]] == [("age: 4", "age: 5")]


@pytest.mark.parametrize(
    ("how", "left"),
    [
        (Resolution.KEEP_OLD, ["Mara lives in Porto."]),
        (Resolution.KEEP_NEW, ["Mara lives in Lisbon."]),
        (Resolution.KEEP_BOTH, ["Mara lives in Porto.", "Mara lives in Lisbon."]),
    ],
)
def test_what_is_decided_stays_decided(how: Resolution, left: list[str]) -> None:
    """C3.8, C3.16: a decision takes away what it is against, for good: the same is not learned, nor asked, again."""
    data = ConceptData(name="Mara", facts=("Mara lives in Porto.", "Mara lives in Lisbon."))
    decided = resolved(created(data, ("e1",), NOW), 1, how, LATER)
    assert list(decided.knowledge.facts) == left and decided.conflicts == ()
    assert learned(decided, data, ("e1",), LATER) is decided
    with pytest.raises(InvalidCommandError, match="decided before"):
        resolved(decided, 1, how, LATER)
    with pytest.raises(InvalidCommandError, match="no conflict 2"):
        resolved(decided, 2, how, LATER)


def test_another_definition_is_a_fact() -> None:
    """C3.16: the first definition stays, another is kept as a fact; where it contradicts, a person can choose it."""
    first = created(ConceptData(name="Mara", definition="Mara works at Acme."), ("e1",), NOW)
    second = learned(first, ConceptData(name="Mara", definition="Mara works at Globex."), ("e2",), LATER)
    assert second.definition == "Mara works at Acme." and second.knowledge.facts == ("Mara works at Globex.",)
    chosen = resolved(second, 1, Resolution.KEEP_NEW, LATER)
    assert chosen.definition == "Mara works at Globex." and chosen.knowledge.facts == ()


def test_an_edit_changes_what_is_given() -> None:
    """C3.7, U10: what is not given stays; a new name keeps the old as an alias; a removed fact settles its conflict."""
    data = ConceptData(name="Mara", facts=("Mara lives in Porto.", "Mara lives in Lisbon."), examples=("x",))
    before = created(data, ("e1",), NOW)
    assert edited(before, ConceptEdit(), LATER) is before
    after = edited(before, concept_edit({"name": "Mara Silva", "facts": ["Mara lives in Lisbon."]}), LATER)
    assert (after.name, after.aliases, after.knowledge.examples) == ("Mara Silva", ("Mara",), ("x",))
    assert after.understanding.conflicting_info[0].resolution == "keep_new" and after.conflicts == ()
    assert (after.understanding.last_updated, after.understanding.revision_count) == (LATER, 1)
    assert edited(after, ConceptEdit(name="Mara"), LATER).aliases == ("Mara Silva",)


def test_an_edit_that_adds_a_contradiction_makes_a_conflict() -> None:
    """C3.16: what an edit adds against what stays is an open conflict; what it puts in the place of that is none."""
    before = created(ConceptData(name="Bruno", facts=("Bruno is a vegetarian.",)), ("e1",), NOW)
    more = adding(before, concept_edit({"facts": ["Bruno is not a vegetarian."]}))
    after = edited(before, more, LATER)
    (conflict,) = after.conflicts
    assert (conflict.fact, conflict.other) == ("Bruno is a vegetarian.", "Bruno is not a vegetarian.")
    assert conflict.found == LATER and after.confidence == 1 / 3 and after.understanding.revision_count == 1
    assert edited(after, more, LATER) is after, "the same again"
    replaced = edited(before, concept_edit({"facts": ["Bruno is not a vegetarian."]}), LATER)
    assert replaced.understanding.conflicting_info == ()
    ages = edited(before, concept_edit({"properties": [{"name": "age", "value": 4}, {"name": "Age", "value": 5}]}), NOW)
    assert [(one.fact, one.other) for one in ages.conflicts] == [("age: 4", "Age: 5")]
    assert edited(ages, adding(ages, concept_edit({"properties": {"age": 6}})), LATER).conflicts == ()


def test_an_edit_that_brings_back_what_was_decided_against_asks_again() -> None:
    """C3.16: what a decision took away contradicts again when somebody adds it; what is kept both ways does not."""
    both = ("Mara lives in Porto.", "Mara lives in Lisbon.")
    before = created(ConceptData(name="Mara", facts=both), ("e1",), NOW)
    one = resolved(before, 1, Resolution.KEEP_NEW, LATER)
    again = edited(one, concept_edit({"facts": list(both)}), LATER)
    (conflict,) = again.understanding.conflicting_info
    assert conflict.open and (conflict.fact, conflict.other) == (both[1], both[0])
    kept = resolved(before, 1, Resolution.KEEP_BOTH, LATER)
    fewer = edited(kept, concept_edit({"facts": [both[0]]}), LATER)
    assert edited(fewer, concept_edit({"facts": list(both)}), LATER).conflicts == ()


def test_a_user_s_understanding_is_no_revision() -> None:
    """C3.9, C3.10: each user's examples, relevance, mastery and misconceptions stand apart and can be cleared."""
    concept = created(ConceptData(name="Fourier transform"), (), NOW)
    mine = Personal(personal_examples=("my cello ",), mastery_level=0.4, misconceptions=("it is lossy",))
    known = with_personal(with_personal(concept, "mara", mine), "rui", Personal(personal_relevance=1.0))
    assert known.user_specific["mara"].personal_examples == ("my cello",)
    assert known.understanding == concept.understanding and told(known) == told(concept)
    assert set(with_personal(known, "mara", None).user_specific) == {"rui"}


# --- the graph ------------------------------------------------------------------------------------------------------


def _graph(links: list[tuple[int, int, float]], number: int = 6) -> ConceptGraph:
    def concept(one: int) -> Concept:
        edges = tuple(Edge(target=f"n{b}", strength=strength) for a, b, strength in links if a == one)
        return Concept(name=f"n{one}", knowledge=Knowledge(edges=edges))  # earlier versions took links to itself

    return graph_of(Known(f"c{one}", "", concept(one)) for one in range(number))


LINKS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 8), st.floats(0, 1)), max_size=20)


@given(LINKS, st.integers(0, 5), st.floats(0, 1))
def test_spreading_is_bounded_and_ends(links: list[tuple[int, int, float]], start: int, spread: float) -> None:
    """C3.20: on any graph, cycles and self-loops too, it ends, reaches each node once and never exceeds the start."""
    graph = _graph(links)
    found = graph.activated([f"c{start}"], spread)
    assert len({one.node.id for one in found}) == len(found) and f"c{start}" not in {one.node.id for one in found}
    for one in found:
        assert FLOOR <= one.activation <= 1.0 and one.activation == spread**one.hops and 1 <= one.hops <= 3
        assert len(one.way) == one.hops + 1 and 0 <= one.strength <= 1
    near = {one.node.id for one in graph.neighbours(f"c{start}")}
    assert {one.node.id for one in found if one.hops == 1} == (near if spread >= FLOOR else set())


@given(LINKS, st.integers(0, 5))
def test_neighbours_are_exactly_at_the_spread(links: list[tuple[int, int, float]], start: int) -> None:
    """C3.18, C3.19: each neighbour, in both directions, has exactly 0.7; a self-loop is not its own neighbour."""
    graph = _graph(links)
    id = f"c{start}"
    beside = {one.node.id for one in graph.neighbours(id)}
    linked = {one.target for one in graph.links if one.source == id} | {
        one.source for one in graph.links if one.target == id
    }
    assert beside == linked - {id}
    assert {one.node.id for one in graph.activated([id]) if one.activation == SPREAD == 0.7} == beside


def test_far_nodes_fade_by_the_shortest_way() -> None:
    """C3.19, U13: two steps away 0.49, three 0.343, four nothing; strength only orders what is equally near."""
    graph = _graph([(0, 1, 0.2), (1, 2, 1.0), (2, 3, 1.0), (3, 4, 1.0), (0, 5, 0.9), (5, 2, 1.0)])
    found = graph.activated(["c0"])
    assert [(one.node.name, round(one.activation, 3)) for one in found] == [
        ("n5", 0.7),
        ("n1", 0.7),
        ("n2", 0.49),
        ("n3", 0.343),
    ]
    assert found[2].way == ("c0", "c5", "c2") and graph.way("c4", "c0")[0] == "c4"
    assert graph.activated(["unknown"]) == () and graph.way("c0", "unknown") == ()
    with pytest.raises(InvalidCommandError):
        graph.activated(["c0"], spread=1.2)


def test_an_unknown_target_is_a_node() -> None:
    """C3.12, C3.13, C3.17: each concept is a node, each link an edge; a name that is not known is a node, too."""
    graph = _graph([(0, 7, 0.5), (0, 1, 1.0)], number=2)
    assert [(one.name, one.known) for one in graph.nodes.values()] == [("n0", True), ("n1", True), ("n7", False)]
    assert {(one.source, one.relationship, one.strength) for one in graph.links} == {
        ("c0", "related to", 0.5),
        ("c0", "related to", 1.0),
    }
    small = graph.around("c0", depth=1, most=2)
    assert set(small.nodes) == {"c0", "c1"} and len(small.links) == 1


def test_a_link_leads_to_the_concept_that_is_meant() -> None:
    """U10: links follow a rename by the alias, prefer the same category, and stay with their owner."""

    def concept(name: str, category: str = "", target: str = "", **more: str) -> Concept:
        edges = (Edge(target=target),) if target else ()
        made = created(ConceptData(name=name, category=category, edges=edges), (), NOW)
        return edited(made, ConceptEdit(name=more["new"]), NOW) if more else made

    graph = graph_of(
        [
            Known("a", "", concept("Python", "animal")),
            Known("b", "", concept("Python", "language")),
            Known("c", "", concept("Django", "language", "python")),
            Known("d", "", concept("Old", new="New")),
            Known("e", "", concept("Link", target="old")),
            Known("f", "rui", concept("Link", target="Mine")),
            Known("g", "mara", concept("Mine")),
        ]
    )
    targets = {one.source: graph.nodes[one.target] for one in graph.links}
    assert targets["c"].id == "b" and targets["e"].name == "New"
    assert targets["f"].known is False, "another user's concept is not linked to"


def test_no_concept_links_to_itself() -> None:
    """C3.8: a link of a concept to itself is refused, however it comes in; so is a name that would make one of a link."""
    loop = (Edge(target=" mara "),)
    mara = created(ConceptData(name="Mara", edges=(Edge(target="Porto"),)), (), NOW)
    with pytest.raises(InvalidCommandError, match="“Mara” cannot link to itself"):
        created(ConceptData(name="Mara", edges=loop), (), NOW)
    with pytest.raises(InvalidCommandError, match="cannot link to itself"):
        learned(mara, ConceptData(name="Mara", edges=loop), (), NOW)
    with pytest.raises(InvalidCommandError, match="cannot link to itself"):
        edited(mara, ConceptEdit(edges=loop), NOW)
    with pytest.raises(InvalidCommandError, match="“Porto” cannot link to itself"):
        edited(mara, ConceptEdit(name="Porto"), NOW)
    renamed = edited(mara, ConceptEdit(name="Mara Silva"), NOW)
    by_alias = ConceptData(name="Mara", edges=(Edge(target="Mara Silva"), Edge(target="Faro")))
    assert [one.target for one in learned(renamed, by_alias, (), NOW).knowledge.edges] == ["Porto", "Faro"]


@pytest.mark.parametrize("given", [Property(name="bridge", value=" "), Property(name="", value=4)])
def test_half_a_property_is_refused(given: Property) -> None:
    """C3.3: a property without its name or its value is refused, and not left out without a word."""
    mara = created(ConceptData(name="Mara"), (), NOW)
    with pytest.raises(InvalidCommandError, match="needs a name and a value"):
        edited(mara, ConceptEdit(properties=(given,)), NOW)
    with pytest.raises(InvalidCommandError, match="needs a name and a value"):
        learned(mara, ConceptData(name="Mara", properties=(given,)), (), NOW)
