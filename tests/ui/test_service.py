"""Other processes use the vault that is open in the window."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import make_window, vault_server
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.cli import main
from memory_desktop.cli.main import run_command
from memory_desktop.service.owners import find_owner
from memory_desktop.ui.memories.memories_view import MemoriesView
from tests.service.clients import over_http, said
from tests.ui.conftest import OpenWindow
from tests.ui.heartbeat import Heartbeat
from tests.ui.test_responsive import LIMIT, act


@pytest.mark.long
def test_agents_and_commands_use_the_vault_that_the_window_has_open(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """F4: while the window has the vault open, a command and an agent write into it, and the window hears of both."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "v"
    open_vault(path, create=True).close()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    window = make_window(app, WindowSettings(tmp_path / "settings.json"), serve=vault_server(run_command))
    qtbot.addWidget(window)
    controller = window.controller
    controller.open(path)
    qtbot.waitUntil(lambda: controller.session is not None and controller.session.service is not None)
    session = controller.session
    assert session is not None and session.service is not None
    qtbot.waitUntil(lambda: find_owner(path) is not None)

    with qtbot.waitSignal(session.changed):
        assert main(["add", str(path), "from the command line", "--json"]) == 0
    id = json.loads(capsys.readouterr().out)["memory"]["id"]
    assert session.engine.get(id).content == "from the command line"

    session.engine.change_settings({"service.enabled": True})

    async def talk(client) -> None:
        said(await client.call_tool("remember", {"content": "from an agent"}))

    with qtbot.waitSignal(session.changed):
        over_http(session.service, talk, name="claude-code")
    assert [(call.agent, call.tool) for call in session.service.calls] == [("claude-code", "remember")]
    window.close()
    controller.shut_down()
    controller.wait_closed()
    assert find_owner(path) is None
    with open_vault(path) as vault:
        assert vault.memory_counts() == {"active": 2}


@pytest.mark.slow
def test_no_gap_while_agents_call(
    open_window: OpenWindow, big: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F4: no gap of the GUI thread exceeds 50 ms while agents in another process write and recall as fast as they can."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    window = open_window(big)
    session = window.session
    assert session is not None
    session.engine.change_settings({"service.enabled": True, "service.rate": 0})
    session.serve(vault_server(run_command))
    qtbot.waitUntil(lambda: session.service is not None)
    assert session.service is not None
    script = Path(__file__).parent.parent / "service" / "scripts" / "load.py"
    words = [sys.executable, str(script), session.service.url, session.service.token, "2"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as load:
        qtbot.waitUntil(lambda: len(session.service.calls) > 8)
        beat, chance = Heartbeat(), random.Random(7)
        view = window.views["memories"]
        assert isinstance(view, MemoriesView)
        before, end = len(list(session.service.calls)), time.monotonic() + 6
        while time.monotonic() < end:
            act(window, view, chance)
            qtbot.wait(25)
        beat.stop()
        load.communicate("")
    assert list(session.service.calls)[-1].number > before + 20
    assert not [call for call in session.service.calls if call.error]
    assert [round(gap * 1000) for gap in beat.worst() if gap > LIMIT] == []
