"""Other processes use the vault that is open in the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import make_window, vault_server
from memory_desktop.cli import main
from memory_desktop.cli.main import run_command
from memory_desktop.service.owners import find_owner
from tests.service.clients import over_http, said


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
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = make_window(app, settings, serve=vault_server(run_command))
    qtbot.addWidget(window)
    controller = window.controller
    controller.open(path)
    qtbot.waitUntil(lambda: controller.session is not None and controller.session.service is not None, timeout=30_000)
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
