"""How vectors become the codes of a graph: what is near stays near, also where all vectors share one direction."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.ports import Vectors
from memory_desktop.index.graph import Graph, grown
from memory_desktop.index.quantizer import Quantizer

DIM, COUNT = 64, 3_000


def alike(seed: int, shared: float, count: int = COUNT) -> Vectors:
    """Unit vectors that share one direction: the mean of them has about the length `shared`."""
    random = np.random.default_rng(seed)
    own = random.standard_normal((count, DIM)) / np.sqrt(DIM)
    common = random.standard_normal(DIM)
    found = shared * common / np.linalg.norm(common) + np.sqrt(1 - shared**2) * own
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


@given(st.integers(0, 10_000), st.floats(0, 0.95))
def test_products_keep_their_order(seed: int, shared: float) -> None:
    """E1: the products of a query's code with those of vectors order them nearly as the exact cosines do: of each exact
    ten, nine and more are among the first twenty on average."""
    whole = alike(seed, shared, 400)
    documents, queries = whole[:380], whole[380:]
    quantizer = Quantizer.fitted(documents)
    codes = quantizer.codes(documents).astype(np.int32)
    found = []
    for query in queries:
        exact = np.argsort(-(documents @ query))[:10]
        near = np.argsort(-(codes @ quantizer.query(query).astype(np.int32)))[:20]
        found.append(len(set(exact.tolist()) & set(near.tolist())) / 10)
    assert np.mean(found) > 0.9


def test_what_is_kept_of_it_gives_the_same_codes() -> None:
    """D3: read from JSON, it rounds the same way, so that a graph goes on as it began."""
    whole = alike(1, 0.87).astype(np.float16)
    quantizer = Quantizer.fitted(whole)
    again = Quantizer.from_json(orjson.loads(orjson.dumps(quantizer.to_json())), DIM)
    assert again.codes(whole).tobytes() == quantizer.codes(whole).tobytes()


def test_vectors_without_numbers() -> None:
    """E1: zeros, all alike, and a query of zeros have codes as well."""
    zeros = np.zeros((5, DIM), dtype=np.float32)
    quantizer = Quantizer.fitted(zeros)
    assert not quantizer.codes(zeros).any()
    assert not quantizer.query(zeros[0]).any()
    same = np.ones((5, DIM), dtype=np.float32)
    assert np.isfinite(Quantizer.fitted(same).step)


@pytest.mark.parametrize("change", [{"shift": "AAAA"}, {"shift": "?"}, {"step": 0.0}, {"step": "1"}, {"step": 1e999}])
def test_what_cannot_be_is_refused(change: dict[str, object]) -> None:
    """R8: what a manifest says of it is looked at before it is used."""
    body = Quantizer.fitted(alike(1, 0.5)).to_json()
    with pytest.raises(ValueError):
        Quantizer.from_json({**body, **change}, DIM)


def test_a_graph_of_codes_finds_what_is_near(tmp_path: Path) -> None:
    """E1: a graph over vectors that share one direction finds nearly all of the exact ten nearest."""
    whole = alike(3, 0.87)
    documents, queries = whole[:-100], whole[-100:]
    quantizer = Quantizer.fitted(documents)
    rows = np.arange(1, len(documents) + 1)
    assert grown(None, rows, quantizer.codes(documents), len(rows), tmp_path / "x.ann", lambda: False)
    graph = Graph.view(tmp_path / "x.ann", DIM, quantizer)
    found = []
    for query in queries:
        exact = np.argsort(-(documents @ query))[:10] + 1
        found.append(len(set(exact.tolist()) & set(graph.nearest(query, 50).tolist())) / 10)
    assert np.mean(found) > 0.98
