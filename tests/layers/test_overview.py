"""What each layer keeps, as the engine, the command line, an agent and the window tell it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_desktop import open_vault
from memory_desktop.cli.main import main
from memory_desktop.core.memory.records import Layer
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand


def test_each_layer_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C6.1: active memories by layer and kind, the same from the engine, an agent's tool and the command line."""
    path = tmp_path / "v"
    with open_vault(path, create=True) as engine:
        engine.remember("one", layer="semantic", kind="fact")
        engine.remember("two", layer="semantic", kind="fact")
        engine.remember("hers", layer="semantic", kind="fact", metadata={"user_id": "ann"})
        gone = engine.remember("three", layer="procedural", kind="rule").memory
        assert gone is not None
        engine.forget(gone.id)
        found = {one.layer: (one.memories, dict(one.kinds)) for one in engine.layers.overview()}
        tool = KITS[OWN]["layers"]
        told = tool.does(Errand(engine, "agent:x"), tool.takes()).model_dump()["layers"]
        hers = tool.does(Errand(engine, "agent:x"), tool.takes(user_id="ann")).model_dump()["layers"]
        assert [one.memories for one in engine.layers.overview("")] == [0, 2, 0, 0]
    assert found[Layer.SEMANTIC] == (3, {"fact": 3}) and found[Layer.PROCEDURAL] == (0, {})
    assert [one["memories"] for one in hers] == [0, 1, 0, 0]
    assert main(["layers", str(path), "--json", "--user", "ann"]) == 0
    assert json.loads(capsys.readouterr().out)["layers"] == hers
    assert main(["layers", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["layers"] == told
    assert {one["layer"]: one["memories"] for one in told} == {layer.value: found[layer][0] for layer in Layer}
    assert main(["layers", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("working: ") and " on " in said.splitlines()[0] and "(episode" not in said
