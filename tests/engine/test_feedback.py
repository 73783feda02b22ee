"""Feedback: what was useful comes earlier, what was not later; said in the explanation, undone, kept over a rebuild."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core import kernel
from memory_desktop.core.records import Memory
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, vault_at


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v") as engine:
        for text in ("Green tea in the afternoon", "Green tea in the evening", "Green tea in the night"):
            engine.remember(text)
        engine.sync()
        yield engine


def order(vault: Engine, mode: str = "hybrid") -> list[str]:
    return [hit.memory.id for hit in vault.recall("green tea", mode=mode).hits]


@pytest.mark.parametrize("mode", ["hybrid", "rrf", "keyword", "vector"])
def test_feedback_moves_and_is_explained(vault: Engine, mode: str) -> None:
    """A8: the last becomes the first once it was found useful, and sinks again when it was not."""
    vault.change_settings({"recall.usefulness": 1.0})
    last = order(vault, mode)[-1]
    assert not any(boost.name == "usefulness" for hit in vault.recall("green tea").hits for boost in hit.boosts)
    for _ in range(6):
        vault.appraise(last, True, "green tea")
    assert order(vault, mode)[0] == last
    hit = vault.recall("green tea", mode=mode).hits[0]
    (boost,) = (one for one in hit.boosts if one.name == "usefulness")
    assert boost.amount > 0 and "found useful" in boost.reason
    for _ in range(20):
        vault.appraise(last, False, "green tea")
    assert order(vault, mode)[-1] == last
    vault.change_settings({"recall.usefulness": 0.0})
    assert not any(boost.name == "usefulness" for hit in vault.recall("green tea").hits for boost in hit.boosts)


def test_feedback_is_undone_and_rebuilt(vault: Engine, tmp_path: Path) -> None:
    """A8, F5, D3: an event like any other."""
    id = order(vault)[0]
    vault.appraise(id, True, "green tea")
    assert vault.get(id).quick_recal_score == pytest.approx(0.6)
    assert vault.events(limit=1)[0].summary == "Found useful for “green tea”"
    vault.undo()
    assert vault.get(id).quick_recal_score == pytest.approx(0.5)
    vault.redo()
    vault.close()
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v") as again:
        assert again.get(id).quick_recal_score == pytest.approx(0.6)


@given(verdicts=st.lists(st.booleans(), max_size=60))
def test_the_score_stays_in_bounds(verdicts: list[bool]) -> None:
    """A8: in [0, 1] whatever is said, upwards for useful, downwards for not."""
    memory = Memory(
        key=1, id="mem_a", content="tea", content_hash="0", created_at=NOON, updated_at=NOON, recorded_at=NOON
    )
    for useful in verdicts:
        moved = kernel.appraise(memory, useful)
        assert 0.0 <= moved.quick_recal_score <= 1.0
        assert (moved.quick_recal_score >= memory.quick_recal_score) is useful or moved == memory
        memory = moved
