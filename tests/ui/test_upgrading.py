"""Opening a vault of an earlier format in the window."""

from __future__ import annotations

import zipfile
from pathlib import Path

from pytestqt.qtbot import QtBot

from memory_desktop.app import _open
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.ui.window.no_vault import NoVaultPage
from memory_desktop.ui.window.vault_controller import VaultController

FORMATS = Path(__file__).parent.parent / "formats"


def test_an_upgrade_tells_how_far_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    """D5: while a vault of an earlier format is opened, the window says that it is brought up to date, and how far."""
    with zipfile.ZipFile(FORMATS / "format-3.zip") as file:
        file.extractall(tmp_path)
    settings = WindowSettings(tmp_path / "settings.json")
    page = NoVaultPage()
    qtbot.addWidget(page)
    controller = VaultController(_open, lambda: tmp_path, lambda _path, _token, _told: None, settings, page)  # type: ignore[arg-type,return-value]
    told: list[str] = []
    controller.progressed.connect(lambda at: (page.show_progress(*at), told.append(page.busy.text.text())))
    with qtbot.waitSignal(controller.opened):
        controller.open(tmp_path / "vault")
    assert any("Upgrading the vault" in text and " of " in text for text in told)
    controller.shut_down()
    controller.wait_closed()
