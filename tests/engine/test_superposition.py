"""A merge in a vault is the contract's superposition: its record, and, when the kernel composed the text, its vector."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.kernel import Embedded, superpose
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.engine import Engine
from memory_desktop.index import SegmentedVectorIndex
from memory_desktop.wiring import rebuild_vault
from tests.engine.test_lab_and_migration import Shelf, opened, work
from tests.helpers import Clock, vault_at

TEXTS = ("Mara drinks green tea in the afternoon", "The kettle stands beside the sink", "The boat is called Skarven")


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", clock) as engine:
        yield engine


def remembered(vault: Engine) -> list[Memory]:
    """Three memories with their vectors; each a day younger than the one before."""
    made = []
    for number, text in enumerate(TEXTS):
        vault._parts.adapters.clock.forward(days=1)
        emotion = {"valence": number / 10, "labels": ["calm", f"label {number}"]}
        metadata = {"source": number, f"only {number}": True}
        memory = vault.remember(text, tags=[f"t{number}"], emotion=emotion, metadata=metadata).memory
        made.append(memory)
    vault.sync()
    return made


def vector(vault: Engine, memory: Memory) -> np.ndarray:
    (found,) = vault._vectors.index.fetch(np.array([memory.key]))[1]
    return found


def embedded(vault: Engine, memory: Memory) -> Embedded:
    return Embedded(memory, vector(vault, memory).astype(np.float64), vault.model_version)


def test_a_merge_is_the_kernels_superposition(vault: Engine) -> None:
    """D1, A9: record and vector of a merge are those of `superpose`, but for the id; weight, emotion, all are kept."""
    sources = remembered(vault)
    expected = reduce(superpose, [embedded(vault, one) for one in sorted(sources, key=lambda one: one.id)])
    merged = vault.merge([one.id for one in sources])
    vault.sync()
    for name in ("tags", "metadata", "emotion", "salience", "confidence", "trust", "weight", "created_at", "synthetic"):
        assert getattr(merged, name) == getattr(expected.memory, name), name
    assert merged.weight == 3.0
    assert set(merged.lineage) == {one.id for one in sources}
    assert np.allclose(vector(vault, merged), expected.vector, atol=1e-3)  # kept in half precision
    assert vault.verify().ok


def test_a_merge_of_merges_weighs_each_memory_once(vault: Engine) -> None:
    """D1: (a + b) + c has the vector of a, b and c alike, not of c as much as of a and b together."""
    a, b, c = remembered(vault)
    pair = vault.merge([a.id, b.id])
    vault.sync()
    whole = vault.merge([pair.id, c.id])
    vault.sync()
    total = sum(vector(vault, one).astype(np.float64) for one in (a, b, c))
    assert whole.weight == 3.0
    assert np.allclose(vector(vault, whole), total / np.linalg.norm(total), atol=1e-3)


def test_a_text_of_ones_own_has_its_own_vector(vault: Engine) -> None:
    """D1: who words the merged memory gets the vector of these words; what the kernel would have said is no own text."""
    sources = remembered(vault)
    own = vault.merge([one.id for one in sources[:2]], "Tea comes from the kettle")
    vault.sync()
    text = vault._current_space().embedder.embed(["Tea comes from the kettle"])[0]
    assert np.allclose(vector(vault, own), text, atol=1e-3)
    vault.undo()
    vault.sync()
    active = [memory for memory in vault.page(vault._store.records.all_keys()) if memory.status.value == "active"]
    pair = sorted((one for one in active if one.content in TEXTS[:2]), key=lambda one: one.id)
    same = vault.merge([one.id for one in pair], "\n".join(one.content for one in pair))
    vault.sync()
    total = sum(vector(vault, one).astype(np.float64) for one in pair)
    assert np.allclose(vector(vault, same), total / np.linalg.norm(total), atol=1e-3)


def test_a_merge_before_its_sources_have_vectors(vault: Engine) -> None:
    """D1, E4: merged at once, all are embedded in one batch, the sources first."""
    ids = [vault.remember(text).memory.id for text in TEXTS]
    merged = vault.merge(ids[:2])
    vault.sync()
    total = sum(vector(vault, vault.get(id)).astype(np.float64) for id in ids[:2])
    assert np.allclose(vector(vault, merged), total / np.linalg.norm(total), atol=1e-3)
    assert vault.merge_of(merged.id).state == "done"


def test_the_vector_comes_out_the_same_again(tmp_path: Path, clock: Clock) -> None:
    """D3, D4: made anew after its index was lost it is the same, bit for bit; another model has its own."""
    shelf = Shelf()
    path = tmp_path / "vault"
    with opened(path, clock, shelf) as vault:
        ids = [vault.remember(text).memory.id for text in TEXTS]
        vault.sync()
        merged = vault.merge(ids[:2])
        vault.sync()
        before = vector(vault, merged).tolist()
    rebuild_vault(path, clock=clock)
    for file in (path / "vectors").rglob("*.vec"):
        file.unlink()
    with opened(path, clock, shelf) as vault:
        vault.sync()
        assert vector(vault, merged).tolist() == before
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        total = sum(vector(vault, vault.get(id)).astype(np.float64) for id in ids[:2])
        assert np.allclose(vector(vault, merged), total / np.linalg.norm(total), atol=1e-3)


def test_a_vector_that_is_not_finite_is_never_stored(tmp_path: Path, clock: Clock) -> None:
    """D1: an index takes no NaN and no infinity, and keeps nothing of such a batch."""
    index = SegmentedVectorIndex.open(tmp_path / "index", "m@00000000", 2, clock)
    for bad in (np.nan, np.inf):
        with pytest.raises(InvalidCommandError, match="not finite"):
            index.add(np.array([1, 2]), np.array([[1.0, 0.0], [bad, 1.0]], dtype=np.float32))
    assert len(index) == 0
    index.close()
