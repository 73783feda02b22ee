"""The vault under the contract's names: vectors, memories, the state of all indexes, and the ways back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.going_back import LOST_RECALL, slower, worse_recall
from memory_desktop.core.lab import LabRun, Measure
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock, vault_at


def test_the_vector_of_a_memory_and_of_an_assembly_can_be_asked_for(tmp_path: Path) -> None:
    """A1, D2: the embedding, with the model that made it, is there once it was made, and after a restart."""
    with vault_at(tmp_path / "v") as vault:
        memory = vault.remember("Mara drinks tea every morning").memory
        group = vault.assemblies.create("Drinks", [memory.id])
        assert vault.vector_of(memory.id) is None
        vault.sync()
        stored = vault.vector_of(memory.id)
        assert stored is not None
        assert stored.model_version == vault.model_version
        assert np.linalg.norm(stored.vector) == pytest.approx(1.0, abs=1e-3)
        with pytest.raises(NotFoundError):
            vault.vector_of("mem_nothing")
    with vault_at(tmp_path / "v") as vault:
        again, composite = vault.vector_of(memory.id), vault.vector_of(group.id)
        assert again is not None
        assert composite is not None
        assert np.array_equal(again.vector, stored.vector)
        assert float(composite.vector @ stored.vector) == pytest.approx(1.0, abs=1e-2)


def test_a_memory_has_the_shape_of_the_contract(vault: Engine) -> None:
    """D2: one call gives the seed's ten fields, with source, topic, trust and PII flags in the metadata."""
    made = vault.remember("Mara drinks tea", tags=["drinks"], source="chat", metadata={"mood": "calm", "trust": "?"})
    vault.sync()
    found = vault.contract_memory(made.memory.id)
    names = "id content embedding metadata lineage created_at schema_version model_version salience status".split()
    assert list(found.__dataclass_fields__) == names
    expected = {"mood": "calm", "source": "chat", "topic": "drinks", "trust": 1.0, "pii_flags": []}
    assert dict(found.metadata) == expected
    assert found.created_at == NOON.timestamp()
    assert (found.model_version, found.status) == (vault.model_version, "active")
    assert found.embedding is not None


def test_index_state_is_one_object(vault: Engine) -> None:
    """D3: memories, vector index, metadata index, lineage graph, offset and both versions come from one call."""
    first = vault.remember("Mara drinks tea").memory
    second = vault.edit(first.id, "Mara drinks coffee")
    vault.sync()
    state = vault.index_state()
    assert list(state.memories) == [second.id]
    assert len(state.memories) == 1
    assert first.id not in state.memories
    assert dict(state.lineage_graph) == {second.id: (first.id,)}
    assert state.metadata_index.kinds == {"general": 1}
    assert len(state.vector_index) == 2
    assert (state.event_offset, state.model_version) == (vault.head, vault.model_version)
    assert vault.status().index == state.summary
    assert dict(state.summary.memories) == {"active": 1, "superseded": 1}


def test_a_snapshot_tells_the_state_of_the_indexes(tmp_path: Path) -> None:
    """D6: a snapshot holds index state, offset, time, model and schema version, and still does after a restart."""
    with vault_at(tmp_path / "v") as vault:
        vault.remember("Mara drinks tea")
        vault.sync()
        made = vault.snapshots.create("one")
        assert made.index == vault.index_state().summary
    with vault_at(tmp_path / "v") as vault:
        (kept,) = vault.snapshots.list()
        assert kept == made


def test_a_rollback_is_validated_after_it(vault: Engine) -> None:
    """D6: what a rollback led to is compared with the snapshot, and what differs is named."""
    first = vault.remember("Mara drinks tea", tags=["drinks"]).memory
    kept = vault.snapshots.create("one")
    vault.forget([first.id])
    vault.remember("Mara drinks coffee")
    assert vault.snapshots.rollback(kept.id).problems == ()
    back = vault.page(vault.keys(RecordFilter()))[0]
    assert (back.content, back.origin) == ("Mara drinks tea", first.id)
    assert vault.snapshots.unlike(kept) == ()
    vault.update([back.id], add_tags=["other"])
    (problem,) = vault.snapshots.unlike(kept)
    assert first.id in problem


def test_a_failed_check_offers_the_newest_snapshot(tmp_path: Path) -> None:
    """D6: a check that finds damaged records offers a rollback, with the reason, until a check is good again."""
    with vault_at(tmp_path / "v") as vault:
        memory = vault.remember("Mara drinks tea").memory
        kept = vault.snapshots.create("one")
        assert vault.status().ways_back == ()
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE records SET content = 'Mara drinks gin' WHERE id = ?", [memory.id])
        assert not vault.verify().ok
    with vault_at(tmp_path / "v") as vault:
        (offer,) = vault.status().ways_back
        assert (offer.trigger, offer.snapshot) == ("check", kept.id)
        assert memory.id in offer.reason
        vault.verify(repair=True)
        assert vault.status().ways_back == ()


def test_worse_results_of_the_lab_are_noticed() -> None:
    """D6: a run that finds clearly less, or takes clearly longer, than the runs before asks for a way back."""
    usual = [_run(number, recall=0.8, p50=0.03) for number in range(3)]
    assert worse_recall([*usual, _run(9, recall=0.8 - LOST_RECALL - 0.01, p50=0.03)])[0]
    assert not worse_recall([*usual, _run(9, recall=0.75, p50=0.03)])[0]
    assert slower([*usual, _run(9, recall=0.8, p50=0.1)])[0]
    assert not slower([*usual, _run(9, recall=0.8, p50=0.05)])[0]
    assert not worse_recall([*usual, _run(9, recall=0.1, p50=0.03, queries=5)])[0]
    assert not worse_recall([])[0]


def _run(number: int, *, recall: float, p50: float, queries: int = 20) -> LabRun:
    measures = {"hybrid": Measure(recall, recall, p50, p50)}
    return LabRun(number, Clock()(), "m@12345678", 10, queries, 100, measures, None)
