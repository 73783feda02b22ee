"""Vectors belong to texts: those of lost events are let go before their keys are used again, and verify finds the rest."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.engine.engine import Engine
from memory_desktop.engine.upkeep.lineage_check import in_circles
from tests.helpers import vault_at


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed vault of which an older copy of the database is kept beside it."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        for number in range(20):
            vault.remember(f"an early note, number {number}")
        vault.sync()
    shutil.copyfile(path / "memory.duckdb", tmp_path / "older.duckdb")
    return path


def put_vectors_under(vault: Engine, keys: list[int], texts: list[str], *, bound: bool) -> None:
    """Store vectors of these texts under keys of other records, as programs did that gave lost keys again."""
    index = vault._vectors.index
    index.drop(np.array(keys))
    digests = np.arange(1, len(keys) + 1) if bound else None
    index.add(np.array(keys), vault._current_space().embedder.embed(texts), digests)


def test_a_vector_of_another_text_is_let_go_at_open(path: Path) -> None:
    """R2: a key whose text is not the one embedded is found when the vault is opened, and embedded again."""
    with vault_at(path) as vault:
        put_vectors_under(vault, [5, 6], ["Passport expires in May", "Passport expires in June"], bound=True)
    with vault_at(path) as vault:
        assert vault.sync_status().pending == 2
        assert all(hit.memory.key not in (5, 6) for hit in vault.recall("Passport expires", mode="vector", k=30).hits)
        vault.sync()
        assert vault.verify().ok


@pytest.mark.parametrize("bound", [True, False])
def test_verify_finds_vectors_of_other_texts(path: Path, bound: bool) -> None:
    """R2: verify compares digests, and where an earlier program kept none, embeds a sample again; repair mends both."""
    with vault_at(path) as vault:
        put_vectors_under(vault, [5, 6], ["Passport expires in May", "Passport expires in June"], bound=bound)
        report = vault.verify()
        assert [finding.area for finding in report.findings] == ["vector"]
        assert "other texts" in report.findings[0].problem
        assert vault.verify(repair=True).ok
        vault.sync()
        assert vault.verify().findings == ()
        assert not vault._vectors.foreign().size


def test_vectors_of_events_that_the_log_lacks_are_told(path: Path) -> None:
    """R2: vectors under keys that the log does not reach are told by verify, and gone once they are dropped."""
    with vault_at(path) as vault:
        head = vault.head
        vault._vectors.index.add(
            np.array([head + 50]), vault._current_space().embedder.embed(["grows tomatoes"]), np.array([3])
        )
        assert vault._vectors.index.seen == head + 50
        report = vault.verify(repair=True)
        assert not report.ok
        assert "events that the log does not have" in report.findings[-1].problem
        assert vault._vectors.drop_after(head) == 1
        assert vault._vectors.index.seen == head
        assert vault.verify().ok


def test_what_a_search_keeps_is_stale_after_a_repair(path: Path) -> None:
    """T14: a memory that is forgotten in the log, but active in a damaged record, is not recalled once repaired."""
    with vault_at(path) as vault:
        id = vault.page([5])[0].id
        vault.forget([id])
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE records SET status = 'active' WHERE key = 5")
    with vault_at(path) as vault:
        assert id in [hit.memory.id for hit in vault.recall("an early note", k=30).hits]
        assert vault.verify(repair=True).ok
        assert id not in [hit.memory.id for hit in vault.recall("an early note", k=30).hits]


def test_verify_checks_lineage(path: Path) -> None:
    """D2.6: lineage names only ids that there are, and goes in no circle; verify names those at fault."""
    with vault_at(path) as vault:
        merged = vault.merge([vault.page([key])[0].id for key in (5, 6)], "both notes")
        assert vault.verify().ok
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE records SET lineage = ['mem_nobody'] WHERE id = ?", [merged.id])
            cursor.execute("UPDATE records SET superseded_by = id WHERE key = 5")
        lineage = [finding.problem for finding in vault.verify().findings if finding.area == "lineage"]
        assert [problem.count(merged.id) for problem in lineage] == [1, 0]
        assert "never were" in lineage[0]
        assert "circle" in lineage[1]
        assert vault.verify(repair=True).ok
        assert vault.verify().findings == ()


def test_circles_are_found_whatever_hangs_on_them() -> None:
    """D2.6: members of a circle, and what leads only into one, are found; a deep chain is no circle."""
    chain = {str(n): (str(n + 1),) for n in range(5_000)}
    assert in_circles(chain) == set()
    assert in_circles({"a": ("b",), "b": ("c",), "c": ("a",), "d": ("a",), "e": ("x",), "f": ()}) == {
        "a",
        "b",
        "c",
        "d",
    }
    assert in_circles({"a": ("a",)}) == {"a"}
