"""Lineage: the DAG over memories and assemblies, its parts, its ways, its exports; and what a cycle does to it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.events.registry import words
from memory_desktop.core.lineage import Edge, Graph, Node, levels, neighbourhood, path, to_dot, to_plain, to_tree
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.history.explanation import changed_words
from tests.helpers import vault_at

NAMES = st.sampled_from("abcdefgh")
EDGES = st.lists(st.builds(Edge, NAMES, NAMES, st.just("merge")), max_size=16)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v") as engine:
        yield engine


def edges_of(graph: Graph) -> set[tuple[str, str, str]]:
    return {(edge.source, edge.target, edge.how) for edge in graph.edges}


def test_edits_merges_and_restores_are_edges(vault: Engine) -> None:
    """A7: from a source to what came of it, through any depth, with how; statuses are those of now."""
    first, second = (vault.remember(text).memory.id for text in ("alpha", "beta"))
    edited = vault.edit(first, "alpha, corrected").id
    merged = vault.merge([edited, second], "alpha and beta").id
    assert edges_of(vault.lineage(merged)) == {
        (first, edited, "edit"),
        (edited, merged, "merge"),
        (second, merged, "merge"),
    }
    vault.sync()
    vault.forget(merged)
    restored = vault.restore([merged])[0].id
    graph = vault.lineage(restored, depth=9)
    assert edges_of(graph) == {
        (first, edited, "edit"),
        (edited, merged, "merge"),
        (second, merged, "merge"),
        (merged, restored, "restore"),
    }
    assert {id: node.status for id, node in graph.by_id.items()} == {
        first: "superseded",
        second: "superseded",
        edited: "superseded",
        merged: "tombstone",
        restored: "active",
    }
    assert {node.id for node in vault.lineage(restored, depth=1).nodes} == {restored, merged}
    assert path(graph.edges, first, restored) == [first, edited, merged, restored]
    assert vault.whole_lineage().edges == graph.edges
    assert vault.lineage(vault.remember("alone").memory.id).edges == ()
    with pytest.raises(NotFoundError):
        vault.lineage("mem_nobody")


def test_a_learned_fact_comes_from_its_message(vault: Engine) -> None:
    """A7, E9: a fact is linked to its message as learned from it, and explained so; its edit and its restoring are those."""
    vault.conversations.process(CycleDraft(user_input="Hello! I live in Porto.", session_id="s"))
    while vault.conversations.work():
        pass
    (fact,) = vault.page(vault.keys(RecordFilter(kinds=("fact",))))
    (message,) = fact.lineage
    at = "2026-03-01 12:00 UTC"
    assert edges_of(vault.lineage(fact.id)) == {(message, fact.id, "learned")}
    assert vault.explain(fact.id) == [f"Learned from “Hello! I live in Porto.” by extractor at {at}."]
    edited = vault.edit(fact.id, "I live in Lisbon.").id
    vault.forget([edited])
    back = vault.restore([edited])[0].id
    assert edges_of(vault.lineage(back, depth=9)) == {
        (message, fact.id, "learned"),
        (fact.id, edited, "edit"),
        (edited, back, "restore"),
    }
    assert vault.explain(edited)[0].startswith("An edit of “I live in Porto.” by user")
    assert vault.explain(back)[0].startswith("Brings “I live in Lisbon.” back")


def test_assemblies_and_the_past_have_theirs(vault: Engine) -> None:
    """A7, F10: merged assemblies are edges, too; as of an event, only what was there then."""
    ids = [vault.remember(text).memory.id for text in ("alpha", "beta", "gamma")]
    one, other = vault.assemblies.create("one", ids[:2]), vault.assemblies.create("other", ids[1:])
    then = vault.head
    merged = vault.merging.begin([one.id, other.id], "both")
    vault.sync()
    assert edges_of(vault.lineage(one.id)) == {(one.id, merged.id, "merge"), (other.id, merged.id, "merge")}
    past = vault.as_of(then)
    assert past.lineage(one.id).edges == ()
    assert past.lineage(one.id).nodes[0].status == "active"
    past.close()


@given(edges=EDGES, centre=NAMES, depth=st.integers(0, 9))
def test_nothing_hangs_on_a_cycle(edges: list[Edge], centre: str, depth: int) -> None:
    """A7: on any graph, cycles included, all of these end, and every cycle that is named is one."""
    ids = sorted({id for edge in edges for id in (edge.source, edge.target)} | {centre})
    near, more = neighbourhood(edges, centre, depth, 100)
    assert near[0] == centre and more == 0
    level, cycles = levels(ids, edges)
    pairs = {(edge.source, edge.target) for edge in edges}
    if not cycles:
        assert all(level[source] < level[target] for source, target in pairs)
    for cycle in cycles:
        assert all((a, b) in pairs for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    graph = Graph(tuple(Node(id, "memory", id, "fact", "active") for id in ids), tuple(edges), cycles=cycles)
    assert {node.id for _, node, _ in to_tree(graph)} == set(ids)
    way = path(edges, ids[0], ids[-1])
    assert all((a, b) in pairs or (b, a) in pairs for a, b in itertools.pairwise(way))
    assert to_plain(graph)["nodes"]


def test_every_node_is_explained(vault: Engine) -> None:
    """A7: where it came from, what changed, by whom and when, and what became of it; memories and assemblies."""
    first = vault.remember("Mara prefers green tea at four", actor="agent").memory.id
    second = vault.edit(first, "Mara prefers black tea at four, always").id
    vault.forget(second, reason="wrong")
    third = vault.restore([second])[0].id
    other = vault.remember("Mara prefers coffee").memory.id
    vault.duplicates.supersede([(third, other)])
    at = "2026-03-01 12:00 UTC"
    assert vault.explain(first) == [
        f"Remembered by agent at {at}.",
        f"Superseded by “Mara prefers black tea at four, always” by user at {at}.",
    ]
    assert vault.explain(second) == [
        f"An edit of “Mara prefers green tea at four” by user at {at}: “green” became “black”, “four” became “four,"
        " always”.",
        f"Forgotten by user at {at} (wrong).",
    ]
    assert vault.explain(third) == [
        f"Brings “Mara prefers black tea at four, always” back, by user at {at}.",
        f"Superseded by “Mara prefers coffee” by user at {at}.",
    ]
    one, two = (vault.assemblies.create(name, [other], reason="a whim") for name in ("One", "Two"))
    assert vault.explain(one.id) == [f"Made of 1 memory by user at {at}: a whim."]
    both = vault.merging.begin([one.id, two.id], "Both")
    vault.sync()
    assert vault.explain(one.id)[-1] == f"Merged into “Both” at {at}."
    vault.assemblies.dissolve([both.id])
    assert vault.explain(both.id)[-1] == f"Dissolved at {at}; its memories stayed."
    assert vault.explain("mem_nobody") == []


@given(old=st.lists(NAMES, max_size=12), new=st.lists(NAMES, max_size=12))
def test_changed_words_are_all_and_only_those(old: list[str], new: list[str]) -> None:
    """A7: nothing is told of equal texts; what a text has more of, or less, is named."""
    told = " ".join(changed_words(" ".join(old), " ".join(new)))
    assert bool(told) == (old != new)
    for word in set(old) ^ set(new):
        assert word in told


def test_dot_is_quoted(vault: Engine) -> None:
    """A7: whatever a memory says, the DOT text stays one statement a line."""
    first = vault.remember('say "hi" \\ and\n\nthen } go').memory.id
    vault.edit(first, "calm")
    lines = to_dot(vault.lineage(first)).splitlines()
    assert lines[0] == "digraph lineage {" and lines[-1] == "}"
    assert len(lines) == 3 + 2 + 1 + 1
    assert 'say \\"hi\\" \\\\ and then } go' in lines[3]


def test_the_lineage_of_an_assembly_has_any_depth(vault: Engine) -> None:
    """A7: without a limit of depth, the ancestors of an assembly that was merged many times are all there."""
    member = vault.remember("The boat is called Skarven").memory.id
    vault.sync()
    names = [vault.assemblies.create(f"Boats {number}", [member]).id for number in range(8)]
    merged = names[0]
    for other in names[1:]:
        merged = vault.merging.begin([merged, other], "Boats").id
        vault.sync()
    assert {node.id for node in vault.lineage(merged, depth=2).nodes} < set(_ancestors(vault, merged)) | {merged}
    assert set(names) <= {node.id for node in vault.lineage(merged, depth=None).nodes}


def _ancestors(vault: Engine, id: str) -> list[str]:
    """All ids that `merged_from` leads to."""
    found = list(vault.assemblies.get(id).merged_from)
    for one in found:
        found += vault.assemblies.get(one).merged_from
    return found


def test_the_history_of_a_successor_names_what_it_took_the_place_of(vault: Engine) -> None:
    """F5: in its own history a memory is not superseded by itself."""
    first = vault.remember("alpha").memory.id
    second = vault.edit(first, "beta").id
    told = [one.summary for one in vault.history(second)]
    assert not any("Superseded by" in one for one in told), told
    ended = next(event for chunk in vault._store.log.read(1) for event in chunk if event.type == "FORGET")
    assert words(ended, second) == f"Took the place of {first}" and words(ended, first) == f"Superseded by {second}"
    assert any(f"Superseded by {second}" in one.summary for one in vault.history(first))
