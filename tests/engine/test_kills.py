"""The short form of the campaign of kills."""

from __future__ import annotations

import pytest

from tests.campaigns import common, kills


@pytest.mark.long
def test_nothing_acknowledged_is_lost_by_a_kill() -> None:
    """D9, E4: killed in the middle of every kind of operation at once, and of a purge, the vault has it all."""
    for number in map(kills.KINDS.index, ("everything", "purge", "forgetting", "consolidation")):
        tally = common.run(kills.attempt, count=1, seed=11, start=number)
        assert tally.broken == []
