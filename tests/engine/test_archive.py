"""What becomes of the vectors of a model that is out of use: archived, gone back to, purged, deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import InvalidCommandError, VaultDamagedError
from memory_desktop.core.migration import Stage
from memory_desktop.engine.engine import Engine
from tests.engine.test_lab_and_migration import Shelf, filled, opened, work
from tests.helpers import Clock


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def moved(tmp_path: Path, clock: Clock, shelf: Shelf) -> Iterator[tuple[Engine, list[str], str]]:
    """A vault whose model was changed 15 days ago, the ids of its memories, and the model of before."""
    with opened(tmp_path / "vault", clock, shelf) as vault:
        ids = filled(vault, 12)
        old = vault.model_version
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        clock.forward(days=15)
        yield vault, ids, old


def archive(vault: Engine, old: str) -> Path:
    return vault.path / "archive" / f"{old}.vectors"


def test_old_vectors_are_archived_and_gone_back_to(
    moved: tuple[Engine, list[str], str], clock: Clock, shelf: Shelf
) -> None:
    """D5: after the grace period they are one file; going back takes the same vectors out, also after a restart."""
    vault, ids, old = moved
    folder = vault.path / "vectors" / old
    shelf.models["bundled"].calls = 0
    work(vault)
    assert not folder.exists()
    assert vault.status().disk["archived vectors"] == archive(vault, old).stat().st_size
    assert (vault.models.status().stage, vault.models.status().archived) == (Stage.NONE, old)
    new = vault.remember("a note that came since").memory
    vault.close()
    with opened(vault.path, clock, shelf) as again:
        again.models.roll_back()
        assert again.model_version == old
        assert again.sync_status().pending == 1
        assert shelf.models["bundled"].calls == 0  # nothing was embedded anew
        assert again.recall("note 3 about tea 21", mode="vector").hits[0].memory.id == ids[3]
        key = again.get(ids[3]).key
        _, stored = again._vectors.index.fetch(np.array([key]))
        assert stored[0] == pytest.approx(shelf.models["bundled"].embed(["note 3 about tea 21"])[0], abs=1e-3)
        again.sync()
        assert again.freshness([new.id])[new.id].vector_state == "indexed"
        assert not archive(again, old).exists()
        assert again.verify().ok


def test_the_change_can_be_undone_from_the_archive(moved: tuple[Engine, list[str], str]) -> None:
    """D5, F5: undo of a change of the model works after the grace period, too, as long as there is an archive."""
    vault, _, old = moved
    work(vault)
    assert vault.undo() is not None
    assert vault.model_version == old


def test_a_setting_deletes_instead(moved: tuple[Engine, list[str], str]) -> None:
    """D5: without archiving, old vectors are deleted after the grace period, and there is no way back."""
    vault, _, old = moved
    vault.change_settings({"migration.archive": False})
    work(vault)
    assert not archive(vault, old).exists()
    assert not (vault.path / "vectors" / old).exists()
    with pytest.raises(InvalidCommandError):
        vault.models.roll_back()


def test_cleaning_up_by_hand_deletes_the_archive(moved: tuple[Engine, list[str], str]) -> None:
    """D5: who cleans up wants the room: the archive goes, too."""
    vault, _, old = moved
    work(vault)
    assert vault.models.clean_up() > 0
    assert not archive(vault, old).exists()
    assert vault.models.status().archived == ""


def test_a_damaged_archive_is_told_and_nothing_changes(moved: tuple[Engine, list[str], str]) -> None:
    """D5: one changed byte is found by the checksum; the model in use stays."""
    vault, _, old = moved
    work(vault)
    path = archive(vault, old)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    before = vault.model_version
    with pytest.raises(VaultDamagedError, match="checksum"):
        vault.models.roll_back()
    assert vault.model_version == before


def test_a_purge_reaches_the_archive(moved: tuple[Engine, list[str], str], clock: Clock, shelf: Shelf) -> None:
    """F14, D5: the vector of a purged memory, and the digest of its text, are in no archive any more."""
    vault, ids, old = moved
    work(vault)
    memory = vault.get(ids[5])
    vector = shelf.models["bundled"].embed([memory.content])[0].astype("<f2").tobytes()
    digest = bytes.fromhex(memory.content_hash[:16])[::-1]
    path = archive(vault, old)
    assert vector in path.read_bytes()
    assert digest in path.read_bytes()
    vault.purge(vault.plan_purge([memory.id]))
    vault.close()
    assert digest not in path.read_bytes()
    with opened(vault.path, clock, shelf) as again:
        assert again.models.status().archived == old
        again.models.roll_back()
        found, _ = again._vectors.index.fetch(np.array([memory.key]))
        assert not len(found)
        assert len(again._vectors.index) == len(ids) - 1


def test_models_are_compared_without_labels(tmp_path: Path, clock: Clock, shelf: Shelf) -> None:
    """D5: a sample of the vault's own memories is looked for by parts of their texts, by both models, before the switch."""
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault, 20)
        vault.remember("too short")
        vault.sync()
        vault.models.start("other")
        work(vault)
        found = vault.models.compare()
        assert found.queries == 0
        sample = found.sample
        assert sample is not None
        assert (sample.memories, sample.k) == (20, 10)
        assert 0.0 < sample.overlap <= 1.0
        assert 0.0 < sample.old.mrr <= sample.old.found <= 1.0
        assert vault.models.status().comparison == found
        blind = shelf.models["other"]
        blind.embed_query = lambda _text: np.eye(blind.dim, dtype=np.float32)[0]  # type: ignore[method-assign]
        worse = vault.models.compare().sample
        assert worse is not None
        assert worse.new.mrr < sample.new.mrr
        assert worse.old == sample.old


def test_live_recalls_are_asked_of_both_models(tmp_path: Path, clock: Clock, shelf: Shelf) -> None:
    """D5: by default none; with a share, that part of the recalls is compared once the new model is ready, and kept."""
    with opened(tmp_path / "vault", clock, shelf) as vault:
        ids = filled(vault, 12)
        vault.models.start("other")
        vault.recall("note 3 about tea 21", actor="agent")  # not ready yet
        work(vault)
        vault.recall("note 3 about tea 21", actor="agent")
        work(vault)
        assert vault.models.status().live is None
        vault.change_settings({"migration.live_share": 0.5})
        for number in range(6):
            first = vault.recall(f"note {number} about tea", actor="agent").hits[0]
            assert first.memory.id in ids
            vault.recalls.note(f"note {number} about tea", [first.memory.id])  # a person opens it
        work(vault)
        live = vault.models.status().live
        assert live is not None
        assert (live.recalls, live.opened) == (6, 6)
        assert 0.0 < live.overlap <= 1.0
        assert live.old_mrr == 1.0
        assert 0.0 < live.new_mrr <= 1.0
        assert "6 live recalls" in live.text
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.models.status().live == live
        vault.models.cancel()
        assert vault.models.status().live is None
