"""The sample vault tells a year, and its questions are answered."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memory_desktop.assets import asset
from memory_desktop.core.errors import VaultError
from memory_desktop.wiring import make_sample, open_vault


@pytest.fixture(scope="module")
def played(played_sample, tmp_path_factory: pytest.TempPathFactory):
    """The sample vault, opened, and its memories' ids by ref."""
    ready, refs = played_sample
    with open_vault(shutil.copytree(ready, tmp_path_factory.mktemp("sample") / "v")) as vault:
        yield vault, refs


@pytest.mark.long
def test_the_year_is_whole(played) -> None:
    """F1: some hundred memories over a year, every layer, with edits, merges and things forgotten; and it verifies."""
    vault, refs = played
    status = vault.status()
    assert status.memories["active"] > 200
    assert status.memories["superseded"] > 20
    assert status.memories["tombstone"] > 5
    assert set(status.by_layer) == {"episodic", "semantic", "procedural", "emotional"}
    assert len(set(refs.values())) < len(refs)  # exact duplicates became one
    first, last = vault.events(limit=100_000)[-1], vault.events(limit=1)[0]
    assert (last.ts - first.ts).days > 300
    assert vault.verify().ok


def test_its_questions_are_answered(played) -> None:
    """E6: questions in other words find the memory that answers them among the first ten hits."""
    vault, refs = played
    for line in asset("sample/queries.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        found = [hit.memory.id for hit in vault.recall(question["query"]).hits]
        assert {refs[ref] for ref in question["expect"]} & set(found), question


def test_a_sample_is_never_made_over_something(tmp_path: Path) -> None:
    """E7: where a vault is already, no sample is made."""
    open_vault(tmp_path / "v", create=True).close()
    with pytest.raises(VaultError, match="already"):
        make_sample(tmp_path / "v")
