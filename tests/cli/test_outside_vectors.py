"""Vectors of a model that the program does not run, on the command line and for agents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_desktop.service.tools.base import Errand, checked
from memory_desktop.service.tools.memories import RecallWithVector, _recall
from memory_desktop.wiring import open_vault
from tests.cli.test_cli import run


@pytest.mark.long
def test_a_vault_with_vectors_from_outside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: import with --model, put it in use, search with --vector and by words alone; agents bring a vector, too."""
    path, file = tmp_path / "v", tmp_path / "texts.jsonl"
    assert run(capsys, "new", path)[0] == 0
    rows = [{"content": "tea", "embedding": [1, 0]}, {"content": "a ladder", "embedding": [0, 1]}, {"content": "late"}]
    file.write_text("\n".join(map(json.dumps, rows)))
    code, out, _ = run(capsys, "import", path, file, "--dry-run")
    assert code == 0 and "2 with a vector that names no model" in out
    code, out, _ = run(capsys, "import", path, file, "--model", "acme", "--json")
    assert code == 0 and json.loads(out)["vectors"] == 2
    out = run(capsys, "model", path, "list")[1]
    assert "outside:acme@" in out
    for step in (("start", "outside:acme"), ("run",), ("compare",), ("switch",)):
        code, out, err = run(capsys, "model", path, *step)
        assert code == 0, err
    code, out, _ = run(capsys, "sync", path)
    assert code == 0 and "1 wait until their vectors by acme@" in out
    code, out, _ = run(capsys, "search", path, "what?", "--vector", "[0.1, 2]", "--mode", "vector", "--json")
    assert code == 0 and json.loads(out)["hits"][0]["content"] == "a ladder"
    (tmp_path / "query.json").write_text("[3, 0]")
    code, out, _ = run(capsys, "search", path, "--vector", tmp_path / "query.json", "--json")
    assert code == 0 and json.loads(out)["hits"][0]["content"] == "tea"
    code, out, _ = run(capsys, "search", path, "ladder", "--json")
    answer = json.loads(out)
    assert [hit["content"] for hit in answer["hits"]] == ["a ladder"]
    assert any("does not run" in note for note in answer["notes"])
    for wrong in ("[1]", "[]", "[true, 1]", "nowhere.json"):
        code, _, err = run(capsys, "search", path, "tea", "--vector", wrong)
        assert (code != 0 and "vector" in err) or "nowhere.json" in err
    with open_vault(path) as vault:
        given = checked(RecallWithVector, {"query": "what?", "mode": "vector", "vector": [0.0, 1.0]})
        assert _recall(Errand(vault, "agent:a"), given).hits[0].content == "a ladder"
