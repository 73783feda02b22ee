"""The map of the embedding space: its projections, its regions and their words, and that it stays what it is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, InvalidCommandError
from memory_desktop.core.mapping.projection import Anchors, Plane, Projection, fit_plane, from_json, to_json
from memory_desktop.core.mapping.regions import centres_of, labels_of, number_of, region_of
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.mapping.embedding_map import EmbeddingMap
from tests.helpers import Clock, vault_at

FOOD = ("tea", "coffee", "bread", "cheese", "soup", "apples", "cake", "honey")
WORK = ("invoices", "meetings", "deadlines", "reports", "budgets", "contracts", "clients", "audits")


def filled(vault: Engine, times: int = 4) -> Engine:
    """A vault of memories about two things."""
    rows = [
        {"content": text, "kind": kind}
        for n in range(times)
        for food, work in zip(FOOD, WORK, strict=True)
        for kind, text in (
            ("pref", f"in the kitchen {food} was cooked for dinner, {n}"),
            ("fact", f"the office sent {work} to the bank, {n}"),
        )
    ]
    file = vault.path.with_suffix(".jsonl")
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    vault.import_path(file)
    vault.sync()
    return vault


def test_a_plane_is_the_same_whenever_it_is_made() -> None:
    """F7: the plane holds what differs most, does not depend on the order of the sample, and survives being kept."""
    random = np.random.default_rng(3)
    sample = random.normal(size=(400, 12)).astype(np.float32) * np.array([9, 5, *[1] * 10], dtype=np.float32)
    plane, again = fit_plane(sample), fit_plane(sample[::-1].copy())
    assert np.allclose(np.abs(plane.axes[:, :2]), np.eye(2), atol=0.05)
    assert np.allclose(plane.project(sample), again.project(sample), atol=1e-3)
    anchors = Anchors(np.arange(3), plane.project(sample[:3]), fit_plane(sample, 4))
    kept = Projection("m@12345678", 400, plane, plane.project(sample[:2]), anchors)
    back = from_json(to_json(kept))
    assert np.allclose(back.plane.project(sample), plane.project(sample)) and back.method == "tsne"
    assert back.anchors is not None and back.anchors.keys.tolist() == [0, 1, 2]


def test_few_vectors_have_a_plane_too() -> None:
    """F7: one vector, and vectors of one number, are projected without an error."""
    assert fit_plane(np.ones((1, 5), dtype=np.float32)).project(np.ones((1, 5), dtype=np.float32)).tolist() == [[0, 0]]
    assert fit_plane(np.array([[1.0], [3.0]], dtype=np.float32)).axes.shape == (2, 1)


def test_a_new_vector_lies_among_its_nearest_anchors() -> None:
    """F7: with a better projection, what comes later is put where the anchors are that are like it."""
    plane = Plane(np.zeros(3, dtype=np.float32), np.eye(3, dtype=np.float32))
    known = np.eye(3, dtype=np.float32).repeat(5, axis=0)
    places = np.array([[0, 0], [10, 0], [0, 10]], dtype=np.float32).repeat(5, axis=0)
    anchors = Anchors(np.arange(15), places, plane)
    found = anchors.project(np.array([[0, 1, 0], [0.1, 0, 0.9]], dtype=np.float32), known, places)
    assert np.allclose(found, [[10, 0], [0, 10]], atol=0.1)


def test_regions_are_where_points_gather() -> None:
    """F7: points that lie together are one region, and each place belongs to the nearest middle."""
    random = np.random.default_rng(5)
    middles = np.array([[0, 0], [20, 0], [0, 20]], dtype=np.float32)
    places = (middles.repeat(50, axis=0) + random.normal(size=(150, 2))).astype(np.float32)
    centres = centres_of(places, 3)
    assert sorted(np.round(centres / 20).astype(int).tolist()) == [[0, 0], [0, 1], [1, 0]]
    assert [len(set(region_of(places, centres)[n : n + 50].tolist())) for n in (0, 50, 100)] == [1, 1, 1]
    assert len(centres_of(np.zeros((9, 2), dtype=np.float32), 3)) == 1
    assert [number_of(n) for n in (0, 1, 100, 10**6)] == [1, 1, 5, 12]


def test_a_region_is_named_by_what_is_said_there_and_not_elsewhere() -> None:
    """F7: words that are everywhere, and those of one text alone, name no region."""
    texts = {0: [f"everybody knows tea number {n}" for n in range(9)], 1: ["everybody knows trains"] * 9 + ["once"]}
    labels = labels_of(texts)
    assert {*labels[0]} == {"tea", "number"} and labels[1] == ("trains",)
    assert all("everybody" not in words and "once" not in words for words in labels.values())
    assert labels_of({0: []}) == {0: ()}


def test_the_map_stays_what_it_is(tmp_path: Path, clock: Clock) -> None:
    """F7: a new memory moves no other; after a restart and a rebuild of the index all lie where they lay."""
    with vault_at(tmp_path / "v", clock) as vault:
        look = filled(vault).map.look()
        assert len(look.keys) == 64 and look.method == "pca" and look.without == 0
        assert {look.kind.names[code] for code in look.kind.codes.tolist()} == {"pref", "fact"}
        assert sum(one.count for one in look.regions) == 64 and len(look.regions) > 1
        new = vault.remember("in the kitchen rice was cooked for dinner").memory.key
        assert vault.map.look().without == 1
        vault.sync()
        later = vault.map.look()
        assert new in later.keys.tolist()
        assert np.allclose(later.places[np.isin(later.keys, look.keys)], look.places)
    with vault_at(tmp_path / "v", clock) as vault:
        again = vault.map.look()
        assert np.allclose(again.places, later.places, atol=1e-5) and again.regions == later.regions


def test_what_is_forgotten_leaves_the_map(vault: Engine) -> None:
    """F7: a forgotten memory is not shown, a restored one is again; assemblies colour what is in them."""
    filled(vault, 1)
    memories = list(vault._store.records.iterate())
    vault.assemblies.create("Kitchen", [one.id for one in memories[:8]])
    look = vault.map.look()
    assert look.assembly.names == ("Kitchen",) and sorted(look.assembly.codes.tolist()) == [-1] * 8 + [0] * 8
    vault.forget([memories[0].id])
    assert memories[0].key not in vault.map.look().keys.tolist()
    assert len(vault.map.look().keys) == 15


def test_a_map_of_few_memories_is_made_anew(vault: Engine) -> None:
    """F7: what an empty vault or one of some memories gave is no map to keep; later the same map is kept."""
    assert len(vault.map.look().keys) == 0
    filled(vault, 1)
    assert vault.map.look().made_of == 16
    filled(vault, 4)
    assert vault.map.look().made_of == 64
    vault.map.make()
    assert vault.map.look().made_of == 64


@pytest.mark.long
def test_a_better_projection_is_kept_and_can_be_stopped(
    vault: Engine, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """F7: t-SNE puts like beside like, tells its progress, is kept; stopped or not installed, the map stays."""
    filled(vault)
    before = vault.map.look()
    monkeypatch.setattr(EmbeddingMap, "improvable", False)
    with pytest.raises(InvalidCommandError, match="not installed"):
        vault.map.improve()
    monkeypatch.undo()
    pytest.importorskip("openTSNE")
    vault.map.iterations = (60, 60)
    token = Token()
    with pytest.raises(CancelledError):
        vault.map.improve(lambda *_: token.cancel(), token)
    assert np.allclose(vault.map.look().places, before.places)
    told: list[tuple[int, int]] = []
    vault.map.improve(lambda done, total: told.append((done, total)))
    assert told[-1] == (120, 120)
    look = vault.map.look()
    assert (look.method, len(look.keys)) == ("tsne", 64)
    kinds = look.kind.codes
    apart = np.linalg.norm(look.places[:, None] - look.places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    assert np.mean(kinds[apart.argmin(axis=1)] == kinds) > 0.9
    path = vault.path
    vault.close()
    with vault_at(path, clock) as again:
        assert np.allclose(again.map.look().places, look.places, atol=1e-2)
