"""What a search keeps of the records is brought up to date by what changed, and is as if it were read anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import vault_at


def found(vault: Engine) -> list[tuple[str, float]]:
    """All hits with their scores, whatever speaks for them."""
    hits = vault.recall("green tea", mode="keyword", k=100, show_weaker=True).hits
    return [(hit.memory.id, round(hit.score, 6)) for hit in hits]


def active(vault: Engine) -> list[str]:
    """Ids of the active memories, as the records have them."""
    return sorted(one.id for one in vault.page(vault.keys(RecordFilter())))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.long
def test_a_search_after_any_change_is_as_in_a_program_just_started(tmp_path: Path, seed: int) -> None:
    """A8, C6, D3: forgetting, appraising, undo and new memories count at once, and as after a restart."""
    chance = random.Random(seed)
    with vault_at(tmp_path / "v") as vault:
        vault.change_settings({"recall.usefulness": 0.5})
        for number in range(8):
            vault.remember(f"Green tea number {number}")
        for step in range(16):
            standing = active(vault)
            match chance.choice(("remember", "forget", "appraise", "appraise", "undo")):
                case "remember":
                    vault.remember(f"Green tea at step {step}")
                case "forget":
                    vault.forget(chance.choice(standing))
                case "appraise":
                    vault.appraise(chance.choice(standing), chance.random() < 0.7, "green tea")
                case "undo":
                    vault.undo()
            assert sorted(id for id, _ in found(vault)) == active(vault)
        before = found(vault)
    with vault_at(tmp_path / "v") as again:
        assert found(again) == before
