"""Purging on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.wiring import open_vault
from tests.engine.test_purge import found_in
from tests.helpers import vault_at


def left(path: Path) -> list[str]:
    with open_vault(path) as engine:
        return sorted(memory.content for memory in engine.page(engine.keys(RecordFilter())))


@pytest.mark.long
def test_it_tells_the_count_and_purges_only_when_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F14: without --yes and nobody to ask it says the exact count and ends with 2; with --yes it is done."""
    path = str(tmp_path / "vault")
    with vault_at(tmp_path / "vault") as engine:
        ids = [engine.remember(text).memory.id for text in ("Zwiebelfisch one", "Zwiebelfisch two", "Kept")]
    assert main(["purge", path, "--search", "zwiebelfisch"]) == 2
    assert "2 memories in 2 events" in capsys.readouterr().out
    assert main(["purge", path, ids[0], "--search", "zwiebelfisch"]) == 2
    assert main(["purge", path]) == 2
    assert len(left(tmp_path / "vault")) == 3
    assert main(["purge", path, ids[0], "--yes"]) == 0
    assert left(tmp_path / "vault") == ["Kept", "Zwiebelfisch two"]
    assert main(["purge", path, "--search", "zwiebelfisch", "--yes", "--json"]) == 0
    assert left(tmp_path / "vault") == ["Kept"]
    assert found_in(tmp_path / "vault") == set()
    assert main(["purge", path, ids[0], "--yes"]) == 1
    assert main(["verify", path]) == 0
