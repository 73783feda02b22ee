"""The recall lab, and changing the embedding model: beside, compared, switched, and back."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import EmbeddingError, IndexDamagedError, InvalidCommandError
from memory_desktop.core.lab import first_rank, quantile, recall_at
from memory_desktop.core.migration import ModelChoice, Stage
from memory_desktop.core.ports import Vectors
from memory_desktop.engine.embedding.space import Beside, Space
from memory_desktop.engine.engine import Engine
from memory_desktop.index import SegmentedVectorIndex
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.helpers import Clock, vault_at

TRANSFORMER = Path(__file__).parents[3] / "shared" / "models" / "all-MiniLM-L6-v2-int8"


class HashModel:
    """A model that knows words only by their hashes."""

    def __init__(self, name: str, dim: int) -> None:
        self.model_version = f"{name}@{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        self.dim = dim
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        made = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                digest = hashlib.sha256(f"{self.model_version}{word}".encode()).digest()
                made[row, digest[0] % self.dim] += 1.0
            if not made[row].any():
                made[row, 0] = 1.0
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    def embed_query(self, text: str) -> Vectors:
        return self.embed([text])[0]


class Shelf:
    """Two models: "bundled" and "other"; `gone` are not there."""

    def __init__(self) -> None:
        self.models = {"bundled": HashModel("small", 32), "other": HashModel("large", 48)}
        self.gone: set[str] = set()

    def choices(self) -> list[ModelChoice]:
        return [self.choice(ref) for ref in self.models]

    def choice(self, ref: str) -> ModelChoice:
        one = self.open(ref)
        return ModelChoice(ref, ref, one.model_version, one.dim, 0, "", "here")

    def open(self, ref: str) -> HashModel:
        if ref in self.gone or ref not in self.models:
            raise EmbeddingError(f"There is no model {ref}.")
        return self.models[ref]

    def download(self, ref, progress=None, cancel=None) -> ModelChoice:
        return self.choice(ref)


def opened(path: Path, clock: Clock, shelf: Shelf) -> Engine:
    return open_vault(path, create=True, clock=clock, new_id=lambda: "test", shelf=shelf)


def filled(vault: Engine, count: int = 40) -> list[str]:
    ids = [vault.remember(f"note {n} about {'tea' if n % 2 else 'train'} {n * 7}").memory.id for n in range(count)]
    vault.sync()
    return ids


def work(vault: Engine) -> None:
    """What the worker does."""
    while vault.maintain():
        pass
    vault.sync()


# --- the lab ----------------------------------------------------------------------------------------------------------


def test_measures_by_hand() -> None:
    """F8: recall@k, first rank and quantiles on cases worked out on paper."""
    assert recall_at(["a", "b", "c"], ["b", "x"]) == 0.5
    assert recall_at([], ["b"]) == 0.0
    assert first_rank(["a", "b"], ["b", "a"]) == 1
    assert first_rank(["a", "b"], ["c"]) == 0
    assert quantile([5.0, 1.0, 3.0, 2.0, 4.0], 0.5) == 3.0 or quantile([5.0, 1.0, 3.0, 2.0, 4.0], 0.5) == 2.0
    assert quantile([1.0, 2.0], 0.95) == 2.0
    assert quantile([], 0.5) == 0.0


def test_labelled_queries_are_measured(vault: Engine) -> None:
    """F8: each mode's recall@k and MRR come from the labels; runs are kept; ANN is compared with exact search."""
    tea = vault.remember("Mara prefers green tea in the afternoon").memory
    train = vault.remember("The train to Lisbon leaves at nine").memory
    vault.remember("Buy bread")
    vault.sync()
    vault.lab.label("what does Mara drink: tea", [tea.id])
    vault.lab.label("when does the train leave", [train.id, tea.id])
    run = vault.lab.evaluate(k=1)
    assert run.query_count == 2
    assert run.measures["keyword"].recall == pytest.approx((1.0 + 0.5) / 2)
    assert run.measures["hybrid"].mrr == 1.0
    assert run.ann_agreement == 1.0
    assert [result.ranks["keyword"] for result in run.queries] == [1, 1]
    vault.lab.evaluate(k=2, subjects=("hybrid",))
    runs = vault.lab.runs()
    assert [one.number for one in runs] == [1, 2]
    assert runs[0].measures == run.measures
    assert set(runs[1].measures) == {"hybrid"}


def test_labels_follow_edits_and_miss_what_is_forgotten(vault: Engine) -> None:
    """F8: a label means the memory, not its first wording; one that is gone for good is counted as missing."""
    first, second = (vault.remember(text).memory for text in ("tea at four", "coffee at nine"))
    vault.lab.label("drinks", [first.id, second.id])
    edited = vault.edit(first.id, "tea at five")
    vault.forget(second.id)
    (query,) = vault.lab.queries()
    assert query.missing == 1
    run = vault.lab.evaluate(subjects=("keyword",))
    assert run.queries[0].labels == 1
    vault.lab.label("tea", [edited.id])
    vault.lab.label("drinks", [])
    assert [one.query for one in vault.lab.queries()] == ["tea"]


def test_runs_survive_a_restart(tmp_path: Path, clock: Clock) -> None:
    """F8: the history of runs is in the vault."""
    with vault_at(tmp_path / "vault", clock) as vault:
        vault.lab.label("tea", [vault.remember("tea").memory.id])
        kept = vault.lab.evaluate(subjects=("keyword",))
    with vault_at(tmp_path / "vault", clock) as vault:
        assert vault.lab.runs() == [kept]


def test_runs_are_events(tmp_path: Path, clock: Clock) -> None:
    """D3, F8: a run is in the log, is no step of undo, follows the runs of earlier programs, and survives a rebuild."""
    with vault_at(tmp_path / "vault", clock) as vault:
        vault.lab.label("green tea", [vault.remember("Mara drinks green tea").memory.id])
        old = vault._store.lab_runs.add(vault.lab.measure(vault._current_space(), subjects=("keyword",)))
        new = vault.lab.evaluate(subjects=("keyword", "hybrid"), actor="mara")
        assert (old.number, new.number) == (1, 2)
        (entry,) = vault.events(type="LAB_RUN")
        assert (entry.actor, entry.summary) == ("mara", "Recall lab: 1 labelled query, recall 1.00")
        undone = vault.undo()
        assert undone is not None and undone.name == "label query"
    rebuild_vault(tmp_path / "vault")
    with vault_at(tmp_path / "vault", clock) as vault:
        assert [run.measures for run in vault.lab.runs()] == [old.measures, new.measures]
        assert vault.verify().ok


def test_a_purge_takes_the_question_out_of_a_run(tmp_path: Path, clock: Clock) -> None:
    """F14, D3: a run of the lab keeps its numbers, and loses the questions that tell of a purged text."""
    with vault_at(tmp_path / "vault", clock) as vault:
        tea, boat = (vault.remember(text).memory for text in ("Mara has an appendicitis", "The boat is blue"))
        vault.lab.label("whose appendicitis", [tea.id])
        vault.lab.label("which colour", [boat.id])
        kept = vault.lab.evaluate(subjects=("keyword",))
        vault.purge(vault.plan_purge([tea.id]))
        (run,) = vault.lab.runs()
        assert run.measures == kept.measures
        assert [result.query for result in run.queries] == ["(purged)", "which colour"]


# --- versions never mix -----------------------------------------------------------------------------------------------


def test_vectors_of_two_versions_never_meet(tmp_path: Path, clock: Clock) -> None:
    """D4: every way to bring another version's vectors into an index or a comparison is refused, by name."""
    small, large = HashModel("small", 32), HashModel("large", 32)  # even the same size does not help
    folder = tmp_path / "index"
    index = SegmentedVectorIndex.open(folder, small.model_version, 32, clock)
    index.add(np.array([1], dtype=np.int64), small.embed(["tea"]))
    with pytest.raises(InvalidCommandError, match="large@"):
        Space(large, Beside(index))
    index.close()
    with pytest.raises(IndexDamagedError, match="small@"):
        SegmentedVectorIndex.open(folder, large.model_version, 32, clock)
    again = SegmentedVectorIndex.open(folder, small.model_version, 32, clock)
    with pytest.raises(ValueError, match="32"):
        again.search(np.ones(48, dtype=np.float32), 1, selection=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="32"):
        again.add(np.array([2], dtype=np.int64), np.ones((1, 48), dtype=np.float32))
    again.close()


def test_each_version_has_its_own_folder(tmp_path: Path, clock: Clock) -> None:
    """D4: while both exist, neither index has a vector of the other."""
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        folders = {path.name for path in (tmp_path / "vault" / "vectors").iterdir()}
        assert folders == {model.model_version for model in shelf.models.values()}
        assert vault.model_version == shelf.models["bundled"].model_version
        assert vault.recall("tea", mode="vector").model_version == vault.model_version


# --- migration --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_migration_from_validation_to_clean_up(tmp_path: Path, clock: Clock) -> None:
    """D5: validate, embed beside, compare, switch by one event, search by the new model, clean up after the grace."""
    shelf = Shelf()
    old, new = (shelf.models[name].model_version for name in ("bundled", "other"))
    with opened(tmp_path / "vault", clock, shelf) as vault:
        ids = filled(vault)
        vault.lab.label("note 3 about tea 21", [ids[3]])
        assert vault.models.validate("other").ok
        assert vault.models.start("other").stage is Stage.EMBEDDING
        assert vault.model_version == old
        work(vault)
        status = vault.models.status()
        assert (status.stage, status.done, status.total) == (Stage.READY, 40, 40)
        comparison = vault.models.compare()
        assert comparison.queries == 1
        assert set(comparison.old) == set(comparison.new) == {"vector", "hybrid"}
        switched = vault.models.switch()
        assert switched.stage is Stage.SWITCHED
        assert vault.model_version == new
        assert vault.events(limit=1, type="MIGRATION")[0].payload["to"] == new
        assert vault.sync_status().pending == 0
        assert vault.recall("note 3 about tea 21", mode="vector").hits[0].memory.id == ids[3]
        assert vault.verify().ok
        assert (tmp_path / "vault" / "vectors" / old).is_dir()
        clock.forward(days=15)
        work(vault)
        assert not (tmp_path / "vault" / "vectors" / old).exists()
        assert vault.models.status().stage is Stage.NONE
        assert vault.models.status().archived == old
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.model_version == new


def test_assemblies_follow_the_model(tmp_path: Path, clock: Clock) -> None:
    """D4, D5, A4: after a switch an assembly lifts nothing until it has a vector by the new model, and that is soon."""
    shelf = Shelf()
    old = shelf.models["bundled"].model_version
    with opened(tmp_path / "vault", clock, shelf) as vault:
        group = vault.assemblies.create("Notes", filled(vault)[:3])
        vault.sync()

        def states() -> list[str]:
            found = vault.recall("note 1 about tea 7").assemblies
            return [one.state for one in found if one.id == group.id]

        assert states() == ["activated"]
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        assert states() == ["skipped"]
        vault.sync()
        assert states() == ["activated"]
        vault.models.roll_back()
        assert states() == ["activated"]
        vault.models.clean_up()
        assert len(vault._store.composites.all(old)[0]) == 1
        assert vault._store.composites.all(shelf.models["other"].model_version)[0].size == 0


def test_roll_back_of_a_migration(tmp_path: Path, clock: Clock) -> None:
    """D5: within the grace period the old model is in use again at once, with what came meanwhile embedded after."""
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        old = vault.model_version
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        vault.remember("written with the new model")
        vault.models.roll_back()
        assert vault.model_version == old
        assert vault.sync_status().indexed == 40
        vault.sync()
        assert vault.sync_status().pending == 0
        assert vault.recall("note 3 about tea 21", mode="vector").model_version == old
        assert vault.verify().ok


def test_a_migration_is_paused_resumed_and_cancelled(tmp_path: Path, clock: Clock) -> None:
    """D5: paused it does not move, over a restart too; cancelled it leaves nothing."""
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        vault.models.pause(True)
        work(vault)
        assert vault.models.status().done == 0
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.models.status().paused
        vault.models.pause(False)
        work(vault)
        assert vault.models.status().stage is Stage.READY
        vault.models.cancel()
        assert vault.models.status().stage is Stage.NONE
        assert not (tmp_path / "vault" / "vectors" / shelf.models["other"].model_version).exists()
        assert vault.recall("tea", mode="vector").hits


def test_new_memories_during_a_migration_are_embedded_too(tmp_path: Path, clock: Clock) -> None:
    """D5: what is remembered between ready and switch is found by the new model after the next sync."""
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        late = vault.remember("a late arrival about zeppelins").memory
        vault.sync()
        vault.models.switch()
        assert vault.sync_status().pending == 1
        vault.sync()
        assert vault.recall("late arrival zeppelins", mode="vector").hits[0].memory.id == late.id


@pytest.mark.long
def test_a_migration_resumes_after_a_kill(tmp_path: Path) -> None:
    """D5: kill -9 while it embeds costs one batch at most; the rest is done after the next open."""
    path = tmp_path / "vault"
    code = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from tests.engine.test_lab_and_migration import Shelf, opened
from tests.helpers import Clock
import memory_desktop.engine.embedding.migration as migration
migration._BATCH = 10
vault = opened(Path({str(path)!r}), Clock(), Shelf())
for n in range(60):
    vault.remember(f"note {{n}} about tea")
vault.sync()
vault.models.start("other")
vault.models.step(); vault.models.step()
print(vault.models.status().done, flush=True)
vault.models.step()
os.kill(os.getpid(), {int(signal.SIGKILL)})
"""
    child = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert child.returncode == -signal.SIGKILL, child.stderr
    assert child.stdout.strip() == "20"
    with opened(path, Clock(), Shelf()) as vault:
        status = vault.models.status()
        assert (status.stage, status.done) == (Stage.EMBEDDING, 30)
        work(vault)
        assert vault.models.switch().stage is Stage.SWITCHED
        assert vault.verify().ok


def test_a_model_that_is_gone_leaves_a_vault_that_works_by_words(tmp_path: Path, clock: Clock) -> None:
    """D5: the vault opens, says why meaning is off, finds by words, and is whole again when the model is back."""
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        vault.models.switch()
    shelf.gone = {"other"}
    with opened(tmp_path / "vault", clock, shelf) as vault:
        answer = vault.recall("note 3")
        assert answer.hits
        assert any("There is no model other" in note for note in answer.notes)
        assert vault.verify().ok
    shelf.gone = set()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.recall("tea", mode="vector").hits


def test_a_migration_that_must_not_begin(tmp_path: Path, clock: Clock) -> None:
    """D5: validation names what is wrong: the same model, a missing one, damaged records."""
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault, 3)
        with pytest.raises(InvalidCommandError, match="in use already"):
            vault.models.start("bundled")
        with pytest.raises(InvalidCommandError, match="no model nowhere"):
            vault.models.start("nowhere")
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE records SET content = 'forged' WHERE key = 2")
        with pytest.raises(InvalidCommandError, match="differ from the log"):
            vault.models.start("other")
        with pytest.raises(InvalidCommandError, match="ready"):
            vault.models.switch()
        with pytest.raises(InvalidCommandError, match="go back from"):
            vault.models.roll_back()


@pytest.mark.skipif(not TRANSFORMER.is_dir(), reason="the transformer for trials is not here")
def test_from_the_bundled_model_to_a_transformer_and_back(tmp_path: Path, clock: Clock) -> None:
    """D5: with two real models: embedded, compared, switched, searched by meaning, and rolled back."""
    path = tmp_path / "vault"
    with open_vault(path, create=True, clock=clock) as vault:
        tea = vault.remember("Mara prefers green tea in the afternoon").memory
        for number in range(20):
            vault.remember(f"The train number {number} leaves at nine")
        vault.sync()
        bundled = vault.model_version
        vault.lab.label("which beverage does Mara like", [tea.id])
        vault.models.start(str(TRANSFORMER))
        work(vault)
        assert vault.models.compare().new["vector"].mrr == 1.0
        vault.models.switch()
        assert vault.model_version.startswith("all-MiniLM-L6-v2-int8@")
        assert vault.recall("which beverage does Mara like", mode="vector").hits[0].memory.id == tea.id
    with open_vault(path, clock=clock) as vault:
        assert vault.model_version.startswith("all-MiniLM-L6-v2-int8@")
        vault.models.roll_back()
        assert vault.model_version == bundled
        assert vault.recall("green tea", mode="vector").hits[0].memory.id == tea.id
