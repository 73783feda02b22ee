"""What takes long is seen while it goes on, and what was done is called by its name."""

from __future__ import annotations

import json
import threading
import zipfile
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import _open
from memory_desktop.bridge.commands import Doing
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.imports import ImportState
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.models.words import done_word
from memory_desktop.ui.memories.purge_dialog import PurgeDialog
from memory_desktop.ui.window.no_vault import NoVaultPage
from memory_desktop.ui.window.vault_controller import Progress, VaultController
from memory_desktop.wiring import rebuild_vault
from tests.engine.test_formats import FIXTURES
from tests.engine.test_imports import DIE
from tests.helpers import die_in_child
from tests.ui.conftest import OpenWindow


def test_an_opening_tells_how_far_it_is(small: Path, tmp_path: Path, qtbot: QtBot) -> None:
    """D5, F11: what an opening reports reaches the page that is shown meanwhile, as a bar and in words."""
    seen = threading.Event()

    def opener(path: Path, create: bool, progress: Progress) -> Engine:
        progress("format", 3, 12)
        assert seen.wait(10)
        return open_vault(path, create)

    settings = WindowSettings(tmp_path / "settings.json")
    page = NoVaultPage()
    qtbot.addWidget(page)
    controller = VaultController(
        opener, lambda: small, lambda path, _cancel, _told: rebuild_vault(path), settings, page
    )
    controller.progressed.connect(lambda at: (page.show_progress(*at), seen.set()))
    with qtbot.waitSignal(controller.opened):
        controller.open(small)
    assert (page.bar.value(), page.bar.maximum()) == (3, 12)
    assert "Upgrading the vault" in page.busy.text.text()
    assert "3 of 12" in page.busy.text.text()
    controller.shut_down()
    controller.wait_closed()


def test_the_window_asks_for_the_progress_of_an_upgrade(tmp_path: Path) -> None:
    """D5: the way in which the window opens a vault tells how far the upgrade of an earlier format is."""
    told: list[tuple[str, int, int]] = []
    with zipfile.ZipFile(FIXTURES[-1]) as archive:
        archive.extractall(tmp_path)
    _open(tmp_path / "vault", False, lambda *at: told.append(at)).close()
    assert told
    assert {stage for stage, _, _ in told} == {"format"}


@pytest.mark.long
def test_an_import_that_goes_on_shows_how_far_it_is(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: an import that was killed goes on in the next window with a bar over the banners, which ends with it."""
    file = small.parent / "rows.jsonl"
    file.write_text("\n".join(json.dumps({"content": f"Imported row {n}"}) for n in range(2_500)))
    die_in_child(DIE, str(small), str(file))
    window = open_window(None)
    told: list[Doing | None] = []
    window.controller.opened.connect(lambda session: session.importing.connect(told.append))
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(small)
    qtbot.waitUntil(lambda: bool(told) and told[-1] is None)
    shown = [one for one in told if one is not None]
    assert shown
    assert all(one.what.startswith("Importing rows.jsonl") and one.stoppable for one in shown)
    assert window.session is not None
    assert window.session.engine.imports.list()[0].state is ImportState.DONE
    assert window.import_task.isHidden()


def test_events_are_called_by_what_they_did() -> None:
    """F10: the end of a merge, a redo and the end of an import have words of their own, not those of their type."""
    assert done_word("MERGED", {"state": "undone"}) == "Merge undone"
    assert done_word("MERGED", {"state": "done"}) == "Merge finished"
    assert done_word("MERGED", {"state": "again"}) == "Merge redone"
    assert done_word("UNDO", {"kind": "redo"}) == "Redone"
    assert done_word("IMPORTED", {"state": "paused"}) == "Import paused"
    assert done_word("INGEST", {}) == "Added"
    assert done_word("OF_A_LATER_VERSION", {}) == "OF_A_LATER_VERSION"


@pytest.mark.long
def test_what_was_purged_cannot_be_undone_and_says_why(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F14: History offers no undo of a command whose memories were all purged since, and says why in the view."""
    with open_vault(small) as engine:
        (id,) = [one.id for one in engine.page(engine.keys(RecordFilter())) if "Lisbon" in one.content]
        engine.forget([id])
        forgotten = engine.head
        engine.purge(engine.plan_purge([id]))
    window = open_window(small)
    window.show_view("history")
    events = window.views["history"].events
    window.views["history"].tabs.setCurrentWidget(events)
    qtbot.waitUntil(lambda: events.model.rowCount() > 0)
    rows = range(events.model.rowCount())
    events.table.selectRow(next(row for row in rows if events.model.entry(row).seq == forgotten))
    qtbot.waitUntil(lambda: "purged since" in events.step.text())
    assert events.step.isVisible()
    assert not events.undo.isEnabled()
    assert not events.undo_action.isEnabled()
    events.table.selectRow(next(row for row in rows if events.model.entry(row).type == "INGEST"))
    qtbot.waitUntil(events.undo.isEnabled)
    assert events.step.text().startswith("Undo ")


@pytest.mark.long
def test_all_that_match_a_search_can_be_purged(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F14: the Search view asks, with the exact count, whether all that match the search are to be purged."""
    window = open_window(small)
    view = window.views["search"]
    window.show_view("search")
    view.set_query("tag:first -bread")
    view.purge_action.trigger()
    qtbot.waitUntil(lambda: view.findChild(PurgeDialog) is not None)
    dialog = view.findChild(PurgeDialog)
    assert dialog.ok.text() == "Purge 4 memories"
    dialog.reject()
