"""Feedback: what was useful comes earlier, what was not later; said in the explanation, undone, kept over a rebuild."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.records import Memory
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


@pytest.mark.long
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


def test_recalls_are_logged_and_count(vault: Engine, tmp_path: Path) -> None:
    """A8, F2: what was recalled has a little more score, which is said in later recalls; no step of undo; rebuilt."""
    first, second, _ = order(vault)
    head = vault.head
    vault.recalls.note("green tea", [first, second], actor="agent")
    vault.recalls.note("evening", [first])
    assert vault.head == head
    assert vault.recalls.flush() and not vault.recalls.flush()
    assert [(one.actor, one.summary) for one in vault.events(limit=2)] == [
        ("user", "Recalled for “evening”"),
        ("agent", "Recalled for “green tea”"),
    ]
    memory = vault.get(first)
    assert (memory.recall_count, memory.recalled_at) == (2, NOON)
    assert vault.get(second).recall_count == 1
    assert 0.5 < vault.get(second).quick_recal_score < memory.quick_recal_score < 0.51
    hit = next(one for one in vault.recall("green tea").hits if one.memory.id == first)
    assert any("recalled or found useful" in boost.reason for boost in hit.boosts)
    assert [one.summary for one in vault.history(first)][-2:] == ["Recalled for “green tea”", "Recalled for “evening”"]
    assert vault.undo_stacks().undo[0].name == "new memory"
    vault.change_settings({"recall.log": False})
    vault.recalls.note("green tea", [first])
    assert not vault.recalls.flush()
    vault.close()
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v") as again:
        assert again.get(first) == memory


def test_recalls_are_written_when_the_vault_is_closed(tmp_path: Path) -> None:
    """A8: nothing waits for the upkeep that never comes."""
    with vault_at(tmp_path / "v") as vault:
        id = vault.remember("Green tea").memory.id
        vault.recalls.note("tea", [id])
    with vault_at(tmp_path / "v") as vault:
        assert vault.get(id).recall_count == 1


@given(score=st.floats(0, 1), times=st.integers(0, 500))
def test_recalls_alone_do_not_lead_far(score: float, times: int) -> None:
    """A8: a recall never lowers the score, and never lifts it beyond the goal."""
    memory = Memory(
        key=1,
        id="m",
        content="x",
        content_hash="x",
        created_at=NOON,
        updated_at=NOON,
        recorded_at=NOON,
        quick_recal_score=score,
    )
    for _ in range(times):
        before, memory = memory, kernel.recalled(memory, NOON, kernel.RECALL_STEP)
        assert before.quick_recal_score <= memory.quick_recal_score <= max(score, kernel.RECALL_GOAL) + 1e-12
    assert memory.recall_count == times


def test_every_recall_that_names_who_asks_is_logged(vault: Engine) -> None:
    """A8: one that finds nothing, too; a look without a name, and everything while the log is switched off, is not."""
    vault.remember("Green tea in the evening")
    vault.recall("green tea")
    assert not vault.recalls.flush()
    vault.recall("green tea", actor="agent")
    vault.recall("quantum", mode="keyword", actor="agent")
    assert vault.recalls.flush()
    events = vault.events(type="RECALL")
    found = [(one.payload["query"], "ids" in one.payload, one.actor) for one in events]
    assert found == [("quantum", False, "agent"), ("green tea", True, "agent")]
    assert events[0].summary == "Nothing found for “quantum”"
    vault.change_settings({"recall.log": False})
    vault.recall("green tea", actor="agent")
    assert not vault.recalls.flush()
    assert vault.verify().ok


@pytest.mark.parametrize("mode", ["hybrid", "rrf", "keyword", "vector"])
def test_salience_moves_and_is_explained(vault: Engine, mode: str) -> None:
    """D8: what is salient comes earlier and what has faded later, by no more than the setting says; a hit says so."""
    first, *_, last = order(vault, mode)
    before = {hit.memory.id: hit.score for hit in vault.recall("green tea", mode=mode).hits}
    vault.change_settings({"recall.salience": 0.4})
    assert order(vault, mode)[0] == first  # all are as new
    vault.reinforce(last, 1.0)
    vault.fade([first], 24 * 365)
    hits = {hit.memory.id: hit for hit in vault.recall("green tea", mode=mode).hits}
    assert order(vault, mode)[0] == last
    assert order(vault, mode)[-1] == first
    best = max(before.values())
    for id, sign in ((last, 1), (first, -1)):
        (boost,) = (one for one in hits[id].boosts if one.name == "salience")
        assert boost.amount == pytest.approx(sign * 0.4 * best, rel=0.01)
        assert "its salience is" in boost.reason
    vault.change_settings({"recall.salience": 0.0})
    assert order(vault, mode)[0] == first
