"""The house: what may import what, where import-linter cannot look, and that every test names what it proves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "memory_desktop"
REQUIREMENT = re.compile(r"\b([A-FRSTUW]\d{1,2}|Fixed point)\b")


def imported(path: Path) -> set[str]:
    """Full names of the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("layer", ["bridge", "models"])
def test_bridge_and_models_use_qtcore_only(layer: str) -> None:
    """Fixed point: below the ui no module knows widgets; the bridge also speaks to other windows over a local socket."""
    allowed = {"PySide6.QtCore"} | ({"PySide6.QtNetwork"} if layer == "bridge" else set())
    for path in (PACKAGE / layer).rglob("*.py"):
        qt = {name for name in imported(path) if name.startswith("PySide6")}
        assert qt <= allowed, path


def test_every_test_names_the_requirement_it_proves() -> None:
    """Fixed point: a test's docstring is one sentence with a requirement's id."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert REQUIREMENT.search(ast.get_docstring(node) or ""), f"{path.name}: {node.name}"


@pytest.mark.long
def test_nothing_reaches_for_the_network() -> None:
    """Fixed point: nothing imports what could open a connection, but the module that downloads what is asked for, and
    those that ask a language model, which a person has to switch on, and those by which processes of this computer speak
    to each other."""
    network = {"socket", "ssl", "http", "urllib", "requests", "httpx", "aiohttp", "huggingface_hub"}
    asked_for = PACKAGE / "embed" / "download.py"
    models = {PACKAGE / "llm" / "client.py", PACKAGE / "service" / "passthrough.py"}
    local = {PACKAGE / "service" / "host.py", PACKAGE / "service" / "client.py"}
    assert all('_ADDRESS = "127.0.0.1"' in path.read_text(encoding="utf-8") for path in local)
    for path in PACKAGE.rglob("*.py"):
        if path not in {asked_for, *models} and path not in local:
            reached = {name.split(".")[0] for name in imported(path) if name != "urllib.parse"}  # which opens nothing
            assert not reached & network, path
        if path != asked_for.with_name("shelf.py"):
            assert "memory_desktop.embed.download" not in imported(path), path


def test_a_command_loads_no_engine_before_it_needs_one() -> None:
    """F1: the command line starts, and hands a command on to who has the vault open, without engine, database or HTTP."""
    code = "import sys, memory_desktop.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"duckdb", "httpx", "tantivy", "usearch", "fastembed", "PySide6", "mcp", "uvicorn"}
    assert not heavy & set(loaded)
    assert "memory_desktop.engine.build" not in loaded
