"""The installed program through its first ten minutes. Nothing of the source tree is imported in its processes.

It is the program that MEMORY_DESKTOP_PROGRAM names, or what `packaging/build.py` made last; where neither is there, the
test is skipped.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import time
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import orjson
import pytest
from mcp import Client, StdioServerParameters

from memory_desktop import itself

BUILT = Path(__file__).parents[2] / "build" / "program" / "memory-desktop" / "memory-desktop"
PROGRAM = Path(os.environ.get("MEMORY_DESKTOP_PROGRAM", BUILT))

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not PROGRAM.is_file(), reason="no installed program here; packaging/build.py makes one"),
]

MEMORIES = [
    {"content": "Mara prefers green tea in the afternoon", "tags": ["drinks"]},
    {"content": "The boat is moored in Oslo from May to September"},
    {"content": "Invoices are due on the tenth of each month"},
]


class Installed:
    """The program of a person who has just installed it: nothing in the home folder, no Python around."""

    def __init__(self, home: Path) -> None:
        self.home = home
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "MEMORY_"))}
        self.environment = {**kept, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}

    def run(self, *words: object, given: bytes = b"", code: int = 0) -> str:
        """What a command prints."""
        command = [str(PROGRAM), *map(str, words)]
        done = subprocess.run(
            command, check=False, input=given, capture_output=True, env=self.environment, cwd=self.home
        )
        assert done.returncode == code, done.stderr.decode()
        return done.stdout.decode()

    def asked(self, *words: object) -> Any:
        """The same, for programs."""
        return json.loads(self.run(*words, "--json"))


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """The program, and a home of its own."""
    home = tmp_path / "home"
    home.mkdir()
    return Installed(home)


def test_a_vault_from_its_first_memory_to_an_agent(installed: Installed) -> None:
    """F12: the installed program makes a vault, imports, finds by words and meaning, corrects, undoes, rewinds, exports,
    and serves an agent over MCP."""
    vault, source = installed.home / "My memories", installed.home / "notes.jsonl"
    source.write_text("\n".join(json.dumps(one) for one in MEMORIES), encoding="utf-8")
    installed.run("new", vault)
    installed.run("import", vault, source, "--sync")
    hits = installed.asked("search", vault, "what does Mara drink?")["hits"]
    assert hits[0]["content"] == MEMORIES[0]["content"]
    assert set(hits[0]["lists"]) == {"keyword", "vector"}

    installed.run("process", vault, "I live in Oslo.", "--answer", "A fine town.")
    before = json.loads(installed.run("log", vault, "--json").splitlines()[0])["seq"]
    assert _learned(installed, vault) == "I live in Oslo."
    installed.run("process", vault, "Correction: I live in Riga, not in Oslo.", "--answer", "I will remember that.")
    assert _learned(installed, vault) == "I live in Riga, not in Oslo."
    forgotten = hits[0]["id"]
    installed.run("forget", vault, forgotten)
    assert not _found(installed, vault, "green tea")
    installed.run("undo", vault)
    assert _found(installed, vault, "green tea")
    installed.run("rewind", vault, before)
    assert _learned(installed, vault) == "I live in Oslo."

    installed.run("export", vault, installed.home / "out.jsonl", "--format", "jsonl")
    lines = (installed.home / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert {one["content"] for one in MEMORIES} <= {json.loads(line).get("content") for line in lines}
    assert installed.asked("verify", vault)["ok"]

    settings = installed.run("connect", vault, "claude-desktop")
    assert f'"command": "{PROGRAM.resolve()}"' in settings
    anyio.run(_talk, installed, vault)
    assert _found(installed, vault, "rigging knife")


async def _talk(installed: Installed, vault: Path) -> None:
    command = StdioServerParameters(command=str(PROGRAM), args=["mcp", str(vault)], env=installed.environment)
    async with Client(command) as client:
        assert {"get_context", "process_turn", "remember", "recall"} <= {
            one.name for one in (await client.list_tools()).tools
        }
        kept = await client.call_tool("remember", {"content": "The rigging knife is in the left locker"})
        assert not kept.is_error, kept.content
        told = await client.call_tool("recall", {"query": "where is the rigging knife?"})
        assert "left locker" in str(told.structured_content)


def _learned(installed: Installed, vault: Path) -> str:
    """The fact that stands for where the user lives."""
    hits = installed.asked("search", vault, "where do I live? kind:fact")["hits"]
    return hits[0]["content"] if hits else ""


def _found(installed: Installed, vault: Path, words: str) -> bool:
    return any(words in one["content"] for one in installed.asked("search", vault, words)["hits"])


def test_the_window_opens_a_vault_by_its_file(installed: Installed) -> None:
    """F12: a double click on `vault.json` opens the window on the vault, which then serves commands, and ends when told."""
    vault = installed.home / "v"
    installed.run("new", vault)
    command = [str(PROGRAM), str(vault / "vault.json")]
    with subprocess.Popen(command, env=installed.environment, stderr=subprocess.PIPE) as window:
        owner = vault / "vault.pid"
        end = time.monotonic() + 120
        while not (owner.is_file() and owner.read_text() == str(window.pid)):
            assert window.poll() is None, window.stderr and window.stderr.read()
            assert time.monotonic() < end
            time.sleep(0.1)
        installed.run("add", vault, "Mara prefers tea")
        assert window.poll() is None
        window.send_signal(signal.SIGTERM)
        assert window.wait(60) == 0
    assert _found(installed, vault, "tea")


def test_the_sample_is_shown_in_every_view(installed: Installed) -> None:
    """F12: the sample comes with the program, is searched by words and meaning, and each view is painted, light and dark."""
    said = installed.run("demo", "--shots", installed.home / "shots")
    assert "Searched “what does Mara drink in the afternoon?”" in said
    assert "vector rank" in said
    pictures = sorted((installed.home / "shots").glob("*.png"))
    views = {picture.stem.rpartition("-")[0] for picture in pictures}
    assert {"memories", "search", "layers", "history", "health"} <= views
    assert len(pictures) == 2 * len(views)
    for picture in pictures:
        width, height = struct.unpack(">II", picture.read_bytes()[16:24])
        assert (width, height) >= (1024, 700)
        assert picture.stat().st_size > 10_000


def test_it_grows_graphs_in_a_process_of_its_own(installed: Installed) -> None:
    """F12, E1: the program starts itself as the process in which a large graph grows."""
    count, dim, into = 500, 32, installed.home / "x.ann"
    codes = np.random.default_rng(1).integers(-127, 128, size=(count, dim), dtype=np.int8)
    head = {"base": None, "into": str(into), "shape": [count, dim], "block": count}
    # Its input stays open until it is done: when that ends early, whoever wanted the graph is gone.
    with subprocess.Popen([str(PROGRAM), itself.GROWER], stdin=subprocess.PIPE, env=installed.environment) as process:
        assert process.stdin is not None
        process.stdin.write(orjson.dumps(head) + b"\n" + np.arange(count).tobytes() + codes.tobytes())
        process.stdin.flush()
        assert process.wait(60) == 0
    assert into.stat().st_size > count * dim


def test_what_is_bundled_is_named_with_its_licence() -> None:
    """F12: the licences of the parts that are bundled come with the program."""
    text = (PROGRAM.resolve().parent / "_internal" / "memory_desktop" / "_resources" / "licences.txt").read_text(
        "utf-8"
    )
    for part in (
        "Apache License",
        "PySide6_Essentials",
        "LGPL",
        "duckdb",
        "numpy",
        "onnxruntime",
        "usearch",
        "Python 3",
    ):
        assert part in text
