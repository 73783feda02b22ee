"""The campaign of damaged exports, in short."""

from __future__ import annotations

import pytest

from tests.campaigns import imports
from tests.campaigns.common import run


@pytest.mark.long
def test_damaged_exports_keep_the_law() -> None:
    """R3, F3: damaged exports of every format end, name what is wrong, and give every piece that was not touched."""
    tally = run(imports.attempt, count=150, seed=7)
    assert tally.broken == []
    assert sum(tally.counts.values()) == 150
