"""On a small screen, on a vault in which there is something of everything, no text is cut and no table is too low."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QTableView, QTabWidget, QTreeView, QWidget
from pytestqt.exceptions import TimeoutError as NotInTime
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import make_window
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.layers.concepts import ConceptData, Edge
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.assemblies.add_dialog import AddMembersDialog
from memory_desktop.ui.assemblies.rule_dialog import RuleDialog
from memory_desktop.ui.conversations.add_turn import AddTurnDialog
from memory_desktop.ui.conversations.go_to_date import GoToDateDialog
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.memories.dialogs import AssemblyDialog, AssemblyEditor, FadeDialog, MemoryEditor
from memory_desktop.ui.memories.merge_dialog import MergeDialog
from memory_desktop.ui.migration.wizard import MigrationWizard
from memory_desktop.ui.transfer.export_dialog import ExportDialog
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.transfer.imports_dialog import ImportsDialog
from memory_desktop.ui.views import VIEWS
from memory_desktop.ui.window.keys_dialog import KeysDialog
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.palette import CommandPalette
from memory_desktop.ui.window.preferences import KEYS, PreferencesDialog
from memory_desktop.ui.window.welcome import WelcomePanel
from tests.cut import cut
from tests.layers.test_procedures import made as procedure

#: 1024×700 pixels, and the same at 150 %.
SIZES = (QSize(1024, 700), QSize(682, 466))
_IDS = [f"{size.width()}x{size.height()}" for size in SIZES]
#: Lists about what is chosen in another list or drawing beside them: at 150 %, those have the room.
_BESIDE = re.compile(
    "'(Memories of the call|What is near the concept|Members of the selected (assembly|suggestion)).* rows that need"
)
_SAID = (
    ("I live in Porto, close to the river, and work as a nurse in the children's hospital.", "That sounds lovely."),
    ("I love the garden party of my sister Ida! I was so happy to see everybody again.", "What did you bring?"),
    ("I was terrified of the storm last night, the cat hid under the bed.", "Is Miso well again?"),
    ("Remind me to book the early train to Lisbon, the one before eight is always full.", "I will."),
)


def _fill(engine: Engine) -> None:
    """Something of everything that a view shows, with texts as long as people write them."""
    for user in ("ann", "Mara Lind"):
        for number, (said, answer) in enumerate(_SAID):
            turn = CycleDraft(
                user_input=said,
                final_response=answer,
                session_id=f"{user}-{number // 2}",
                user_id=user,
                title=f"A long talk about many things, part {number // 2}",
                timestamp=datetime(2026, 2, 25 + number // 2, 10, number, tzinfo=UTC),
            )
            engine.conversations.record(turn, actor="agent:claude-desktop-assistant")
    source = engine.conversations.list_cycles(limit=1).cycles[0].cycle_id
    engine.conversations.jobs.request("discovery", "ann")
    while engine.conversations.work():
        pass
    engine.layers.consolidation.run("ann")
    facts = ("Mara lives in Porto.", "Mara lives in Lisbon.")
    links = tuple(Edge(target=f"thing {number}", relationship="was seen with") for number in range(6))
    engine.layers.concepts.learn(ConceptData(name="Mara", category="person", facts=facts, edges=links), [source])
    way = engine.layers.procedures.create(procedure())
    assert way is not None
    engine.layers.procedures.start(way.id)
    for number in range(6):
        engine.layers.emotions.record(f"I was terrified of the storm of day {number}")
        engine.remember(f"Fact number {number} about the early train to Lisbon", kind="fact", tags=["travel"])
    engine.conversations.skills.create(Skill("google_workspace", "Reads mail", "Read.", examples=("What is new?",)))
    found = [memory.id for memory in engine.page(engine.keys(RecordFilter(kinds=("fact",)))[:4])]
    engine.assemblies.create("Everything about the trip to Lisbon", found[:3], tags=["travel"])
    engine.merge(found[:2])
    engine.snapshots.create("before the great tidying up")
    engine.lab.label("when does the train leave", found[2:])
    engine.change_settings({"gates.pii": "hold"})
    for number in range(5):
        engine.remember(f"Write to mara{number}@example.org about the train", actor="agent:claude-desktop-assistant")
    engine.sync()
    engine.lab.evaluate()
    engine.recall("the train to Lisbon", actor="agent:claude-desktop-assistant")


def _until(done: Callable[[], bool]) -> None:
    for _ in range(1_500):
        if done():
            return
        QTest.qWait(10)
    raise AssertionError("it took too long")


def _is_open(window: MainWindow) -> bool:
    return window.session is not None and not window.views["memories"].model.loading


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """One window for all, on that vault, in light colours."""
    home = tmp_path_factory.mktemp("filled")
    with open_vault(home / "My memories", create=True) as engine:
        _fill(engine)
    settings = WindowSettings(home / "window.json")
    settings.set("theme", "light")
    made = make_window(qapp, settings)
    made.show()
    made.controller.open(home / "My memories")
    _until(partial(_is_open, made))
    yield made
    made.close()
    made.controller.wait_closed()
    made.deleteLater()
    QTest.qWait(1)
    del made
    gc.collect()


def _idle(window: MainWindow) -> bool:
    return window.session is not None and not window.session.runner.busy()


def _faults(shown: QWidget, window: MainWindow, qtbot: QtBot) -> list[str]:
    """What is still cut when everything has been read and laid out."""
    small = window.width() < SIZES[0].width()

    def found() -> list[str]:
        return [fault for fault in cut(shown) if not (small and _BESIDE.search(fault))]

    qtbot.waitUntil(lambda: _idle(window))
    with suppress(NotInTime):
        qtbot.waitUntil(lambda: _idle(window) and not found(), timeout=700)
    return found()


def _choose_first(page: QWidget) -> None:
    """Choose the first row of what is listed first, so that its details are shown."""
    for view in (*page.findChildren(QTableView), *page.findChildren(QTreeView)):
        if view.isVisible() and view.model() is not None and view.model().rowCount():
            if not view.currentIndex().isValid():
                view.setCurrentIndex(view.model().index(0, 0))
            return


def _tabs(within: QWidget) -> list[QTabWidget]:
    return [one for one in within.findChildren(QTabWidget) if one.isVisible()]


@pytest.mark.parametrize("size", SIZES, ids=_IDS)
@pytest.mark.parametrize("name", [view.view_id for view in VIEWS])
@pytest.mark.long
def test_nothing_is_cut_in_a_view(name: str, size: QSize, window: MainWindow, qtbot: QtBot) -> None:
    """F1, W3: at 1024×700, also at 150 %, on every tab of a view, labels, buttons, tabs, titles of columns and short
    values are whole or say the rest in a tool tip, and a list shows four rows."""
    window.resize(size)
    window.show_view(name)
    view = window.views[name]
    found: dict[str, list[str]] = {}

    def look(at: str) -> None:
        if faults := _faults(window, window, qtbot):
            found[at] = faults

    tabs = getattr(view, "tabs", None)
    for place in range(tabs.count() if isinstance(tabs, QTabWidget) else 1):
        if isinstance(tabs, QTabWidget):
            tabs.setCurrentIndex(place)
        qtbot.waitUntil(lambda: _idle(window))
        _choose_first(tabs.currentWidget() if isinstance(tabs, QTabWidget) else view)
        look(f"{place}")
        for inner in _tabs(view):
            for number in range(inner.count() if inner is not tabs else 0):
                inner.setCurrentIndex(number)
                look(f"{place} {inner.tabText(number)}")
    assert window.size() == size
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


def test_nothing_is_cut_where_there_is_room(window: MainWindow, qtbot: QtBot) -> None:
    """F1, W3: in a large window, too, nothing of Layers is cut, and the choice of a user says the whole name."""
    window.resize(1600, 1000)
    window.show_view("layers")
    view = window.views["layers"]
    qtbot.waitUntil(lambda: view.users.isVisible())
    for name in ("Mara Lind", None):
        view.users.setCurrentIndex(view.users.findData(name))
        assert _faults(window, window, qtbot) == []
        assert view.users.toolTip() == ""
        assert view.users.geometry().right() < view.tabs.width()


def _forms(window: MainWindow) -> Iterator[str]:
    """Each form that makes something new, opened; which one it is."""
    layers, conversations = window.views["layers"], window.views["conversations"]
    window.show_view("layers")
    for name in ("Concepts", "Procedures", "Emotions"):
        layers.set_query(name)
        layers.page.start_new()
        yield name
    window.show_view("conversations")
    conversations.tabs.setCurrentWidget(conversations.skills)
    conversations.skills.start_new()
    yield "Skills"


@pytest.mark.parametrize("size", SIZES, ids=_IDS)
def test_nothing_is_cut_in_a_form(size: QSize, window: MainWindow, qtbot: QtBot) -> None:
    """F1, W3: the fields and buttons of each form that makes something new are whole from left to right."""
    window.resize(size)
    found = {name: faults for name in _forms(window) if (faults := _faults(window, window, qtbot))}
    assert not found, "\n".join(map(str, found.items()))


@pytest.mark.parametrize("size", SIZES, ids=_IDS)
def test_nothing_is_cut_in_a_search(size: QSize, window: MainWindow, qtbot: QtBot) -> None:
    """F1, W3: what is said of an answer, and the links beside it, are whole and not squeezed."""
    window.resize(size)
    window.show_view("search")
    view = window.views["search"]
    view.set_query("early train to Lisbon user:ann")
    qtbot.waitUntil(lambda: view.model.answer is not None and view.head.expected.isVisible())
    view.head.show_answer("5 hits · 5 with these keywords · as of event 1,006")
    view.head.show_weaker(10)
    assert _faults(window, window, qtbot) == []


@pytest.mark.long
def test_nothing_is_cut_on_a_start_page(qapp: QApplication, tmp_path: Path, window: MainWindow) -> None:
    """F1, W3: without a vault, and with an empty one, the ways to begin are whole, also with many recent vaults."""
    none = make_window(qapp, WindowSettings(tmp_path / "window.json"), at_once=False)
    empty = WelcomePanel()
    try:
        none.no_vault.show_recent([Path(f"/home/mara/Documents/Vaults/The memories of {n}") for n in range(4)])
        none.no_vault.show_waiting(3)
        for size in SIZES:
            window.resize(size)
            none.resize(size)
            empty.resize(window.stack.size())
            for page in (none, empty):
                page.show()
                QTest.qWait(20)
                assert cut(page) == [], size
    finally:
        none.close()
        for page in (none, empty):
            page.deleteLater()


def _dialogs(window: MainWindow) -> Iterator[QDialog]:
    session = window.session
    assert session is not None
    engine = session.engine
    memories = engine.page(engine.keys(RecordFilter(kinds=("fact",)))[:2])
    now = datetime(2026, 3, 1, tzinfo=UTC)
    yield MemoryEditor(None, window)
    yield MemoryEditor(memories[0], window)
    yield FadeDialog(2, window)
    yield AssemblyDialog(2, {"a": "Trip"}, window)
    yield AssemblyEditor(engine.assemblies.all()[0], window)
    yield AddMembersDialog(session, engine.assemblies.all()[0], (), window)
    yield RuleDialog(session, window)
    yield MergeDialog(memories, window)
    yield AddTurnDialog(["ann", "Mara Lind"], None, window)
    yield GoToDateDialog(now, now, window)
    yield ConsolidationDialog(session, "Mara Lind", window)
    yield ConsolidationDialog(session, None, window)
    yield PreferencesDialog(session, "", window)
    yield PreferencesDialog(session, KEYS, window, window.keys)
    yield ImportDialog(session, [], window)
    yield ImportsDialog(session, window)
    yield ExportDialog(session, None, window)
    yield MigrationWizard(session, window)
    yield KeysDialog(window.commands.all(), window)
    yield CommandPalette(window, window.commands.all)


@pytest.mark.parametrize("size", SIZES, ids=_IDS)
@pytest.mark.long
def test_nothing_is_cut_in_a_dialog(size: QSize, window: MainWindow, qtbot: QtBot) -> None:
    """F1, W3: every dialog opens within the screen, fits a small one with its buttons and with all that it lists, and
    nothing in it is cut."""
    window.resize(size)
    found: dict[str, list[str]] = {}
    for dialog in _dialogs(window):
        name = f"{type(dialog).__name__} {dialog.windowTitle()}"
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.show()
        opened, room = dialog.size(), dialog.screen().availableSize()
        least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
        dialog.resize(dialog.size().boundedTo(size))
        faults = _faults(dialog, window, qtbot)
        if isinstance(dialog, ConsolidationDialog):
            assert dialog.lines.topLevelItemCount(), "its preview has no lines"
            least = least.expandedTo(dialog.minimumSizeHint())
        if opened.boundedTo(room) != opened:
            faults.append(f"opens {opened.width()}x{opened.height()} on {room.width()}x{room.height()}")
        if isinstance(dialog, CommandPalette) and not window.geometry().contains(dialog.geometry()):
            faults.append(f"hangs out of the window: {dialog.geometry()} in {window.geometry()}")
        if least.boundedTo(size) != least:
            faults.append(f"needs {least.width()}x{least.height()}")
        if faults:
            found[name] = faults
        QDialog.reject(dialog)
        dialog.deleteLater()
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
