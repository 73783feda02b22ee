"""What holds for all of these views: plain text, names for screen readers, nothing cut off; the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.transfer.export_dialog import ExportDialog
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.window.palette import CommandPalette
from memory_desktop.ui.window.welcome import WelcomePanel
from tests.ui.conftest import OpenWindow
from tests.ui_views.conftest import ask, searching

_CONTROLS = (QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QToolButton)


@pytest.fixture
def parts(open_window: OpenWindow, small: Path, qtbot: QtBot) -> list[QWidget]:
    """Every widget of these views, with something to show."""
    window = open_window(small)
    view = searching(window)
    ask(qtbot, view, "tea kind:fact")
    assert window.session is not None
    dialogs = [ImportDialog(window.session, [], window), ExportDialog(window.session, None, window)]
    for dialog in dialogs:
        qtbot.addWidget(dialog)
    return [view, window.views["sync"], *dialogs]


def test_labels_never_take_content_for_markup(parts: list[QWidget]) -> None:
    """Fixed point: every label with a text shows it as it is."""
    labels = [made for part in parts for made in part.findChildren(QLabel) if made.text()]
    assert labels
    assert [made.text() for made in labels if made.textFormat() != Qt.TextFormat.PlainText] == []


def test_controls_have_names(parts: list[QWidget]) -> None:
    """F11: a screen reader can say what each control is."""
    for part in parts:
        for kind in _CONTROLS:
            for made in part.findChildren(kind):
                of = made.parent()
                popup = of is not None and "QComboBox" in of.metaObject().className()
                inner = popup or isinstance(made, QHeaderView) or isinstance(of, QLineEdit | QTableView)
                if not inner and not made.objectName().startswith("qt_"):
                    assert made.accessibleName() or getattr(made, "text", str)(), (part, made)


def test_the_doors_stand_below_each_other_in_a_narrow_pane(qtbot: QtBot) -> None:
    """F1: the welcome page never needs to be scrolled sideways, and the link is there only if it leads somewhere."""
    panel = WelcomePanel()
    qtbot.addWidget(panel)
    panel.resize(360, 500)
    panel.show()
    cards = [panel._cards.itemAt(place).widget() for place in range(3)]
    qtbot.waitUntil(lambda: len({card.x() for card in cards}) == 1)
    qtbot.waitUntil(lambda: cards[0].width() <= 360)
    assert not panel._new.isVisible()
    panel.hide()
    asked: list[bool] = []
    panel.new_requested.connect(lambda: asked.append(True))
    panel.resize(900, 600)
    panel.show()
    qtbot.waitUntil(lambda: len({card.y() for card in cards}) == 1)
    panel._new.click()
    assert asked == [True]


def test_the_palette_names_menu_and_key(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: each command stands with its menu and key; letters that fit nothing are said to."""
    window = open_window(small)
    palette = CommandPalette(window, window.commands.all)
    palette.show()
    said = [str(palette.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(palette.list.count())]
    assert "Import, File Ctrl+I" in said
    assert "Search memories, Edit Ctrl+K" in said
    qtbot.keyClicks(palette.box, "qqqq")
    assert palette.list.count() == 0
    assert palette._none.isVisible()
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.keyClick(palette.box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not palette.isVisible())


@pytest.mark.long
def test_the_palette_has_the_commands_of_buttons(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: what a button of a view offers is in the palette, with the view and its key, is found by some letters, and
    is done from any other view."""
    window = open_window(small)

    def palette() -> CommandPalette:
        window.command_palette()
        return next(one for one in window.findChildren(CommandPalette) if one.isVisible())

    for view in window.views.values():
        window.show_view(view.view_id)
        qtbot.waitUntil(lambda: not window.session.runner.busy())
        own = {one.text().replace("&", "").rstrip("…") for one in view.actions()}
        buttons = [one for one in view.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
        names = {one.text().replace("&", "").rstrip("…") for one in buttons} - own - {""}
        opened = palette()
        rows = [opened.list.item(row) for row in range(opened.list.count())]
        said = [str(one.data(Qt.ItemDataRole.AccessibleTextRole)) for one in rows]
        assert [name for name in names if not any(one.startswith(f"{name}, {view.title}") for one in said)] == []
        opened.close()
    window.show_view("memories")
    opened = palette()
    qtbot.keyClicks(opened.box, "fill lay")
    assert opened.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Fill the layers, Layers")
    qtbot.keyClick(opened.box, Qt.Key.Key_Return)
    assert window.views["layers"].isVisible()
    (dialog,) = window.findChildren(ConsolidationDialog)
    dialog.reject()
    opened = palette()
    qtbot.keyClicks(opened.box, "agents connect copy")  # by the place, too
    assert opened.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Copy, Agents, Connect a client")
    opened.close()


def test_return_in_the_palette_runs_what_is_typed_once_it_can_be_used(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F11: Return pressed before the command that is typed can be used runs it as soon as it can, unless something else
    is typed meanwhile; until then the palette says that it cannot be used."""
    window = open_window(small)
    done: list[str] = []
    made = [QAction(name, window) for name in ("Water the plants", "Water the fields")]
    for action in made:
        action.triggered.connect(lambda _checked=False, action=action: done.append(action.text()))
        action.setEnabled(False)
    palette = CommandPalette(window, lambda: made)
    palette.show()
    qtbot.keyClicks(palette.box, "plants")
    assert palette._none.text() == "“Water the plants” cannot be used now."
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    assert palette.isVisible() and not done
    made[0].setEnabled(True)
    qtbot.waitUntil(lambda: done == ["Water the plants"])

    palette = CommandPalette(window, lambda: made)
    palette.show()
    qtbot.keyClicks(palette.box, "fields")
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.keyClicks(palette.box, " ")
    made[1].setEnabled(True)
    qtbot.waitUntil(lambda: palette.list.count() == 1)
    assert done == ["Water the plants"] and palette.isVisible()
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    assert done == ["Water the plants", "Water the fields"]
