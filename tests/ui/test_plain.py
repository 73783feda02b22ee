"""What is shown stays in its pane, is plain text, and is read out as such; each vault's searches are its own."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QRadioButton, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

import memory_desktop
from memory_desktop import open_vault
from memory_desktop.core.lineage import Node
from memory_desktop.models.lineage_table import LineageTable
from memory_desktop.models.tips import plain_tip
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.theme import Theme
from memory_desktop.ui.widgets import label
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import HTML, OpenWindow
from tests.ui.test_window import memories, select

LONG_ID = "chatgpt:" + "0123456789abcdef-" * 12


def shown_memory(open_window: OpenWindow, path: Path, qtbot: QtBot, text: str) -> MainWindow:
    """A window whose inspector shows a memory with a very long external id and this text."""
    with open_vault(path, create=True) as engine:
        engine.remember(text, external_id=LONG_ID, metadata={"x" * 80: "y" * 300}, source="s" * 120)
    window = open_window(path)
    select(window, 0, qtbot)
    return window


@pytest.mark.long
def test_the_inspector_is_never_wider_than_its_pane(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F1: words and ids of any length wrap, so that no text is cut off and nothing has to be scrolled sideways."""
    window = shown_memory(open_window, tmp_path / "long", qtbot, "An address " + "abcdefghij" * 40 + " and more words")
    for tab in (window.inspector.content, window.inspector.why):
        window.inspector.tabs.setCurrentWidget(tab)
        qtbot.waitUntil(lambda tab=tab: tab.widget() is not None and tab.widget().width() <= tab.viewport().width())
        assert tab.horizontalScrollBar().maximum() == 0
    window.inspector.tabs.setCurrentWidget(window.inspector.content)
    text = window.inspector.content.text
    last = text.document().lastBlock()
    bottom = text.blockBoundingGeometry(last).translated(text.contentOffset()).bottom()
    assert bottom <= text.viewport().height()


def test_a_label_of_one_long_word_gives_way(qtbot: QtBot) -> None:
    """F1: a wrapping label is as narrow as it must be, and higher instead."""
    made = label("a" * 400, wrap=True)
    qtbot.addWidget(made)
    assert made.minimumSizeHint().width() <= 60
    assert made.heightForWidth(100) > made.heightForWidth(600)
    assert made.text() == "a" * 400


# --- tool tips --------------------------------------------------------------------------------

PACKAGE = Path(memory_desktop.__file__).parent


def _calls(tree: ast.AST, name: str) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name
    ]


def _is_plain(made: ast.expr | None) -> bool:
    return isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "plain_tip"


@pytest.mark.long
def test_one_function_makes_every_tool_tip() -> None:
    """Fixed point: nothing sets a tool tip, or answers for one, but with what `plain_tip` made of a text; the tray's is a
    fixed text without markup."""
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tips = [call.args[-1] for call in _calls(tree, "setToolTip")]
        if path.name == "tray.py":
            assert [ast.literal_eval(tip) for tip in tips] == ["Memory Desktop"]
            continue
        assert all(map(_is_plain, tips)), path
        for call in _calls(tree, "showText"):
            text = call.args[1]
            assert _is_plain(text) or (isinstance(text, ast.IfExp) and _is_plain(text.body)), path
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "ToolTipRole" in ast.unparse(node.test):
                returned = [each for line in node.body for each in ast.walk(line) if isinstance(each, ast.Return)]
                assert all(_is_plain(each.value) for each in returned), path
        for call in _calls(tree, "setData"):
            assert "ToolTipRole" not in ast.unparse(call) or _is_plain(call.args[-1]), path


def test_a_tool_tip_is_the_text(qapp: QApplication) -> None:
    """Fixed point: markup in a memory is shown in a tool tip, and not obeyed."""
    assert "<img" not in plain_tip(HTML)
    table = LineageTable()
    table.show([(0, Node("mem_1", "memory", HTML, "active", None), "")])
    assert table.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == plain_tip(HTML)
    assert plain_tip("") == ""


# --- read out ---------------------------------------------------------------------------------


def said(made: QWidget) -> list[str]:
    """What a screen reader says of a widget."""
    interface = QAccessible.queryAccessibleInterface(made)
    return [interface.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Description)]


def test_nothing_is_read_out_as_markup(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: names and descriptions of every control are plain text: the status bar's and the vault's, too."""
    window = open_window(small)
    select(window, 0, qtbot)
    qtbot.waitUntil(lambda: window.status.sync.text() == "All vectors up to date")
    heard = [text for made in window.findChildren(QWidget) for text in said(made)]
    assert [text for text in heard if "<span" in text or "<br>" in text] == []
    assert said(window.sidebar.vault) == ["Vault Small", f"Small\n{small}"]
    assert said(window.status.sync)[0] == "All vectors up to date"


# --- looks ------------------------------------------------------------------------------------


def _luminance(color: QColor) -> float:
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in color.getRgbF()[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(image: QImage) -> float:
    """Of the strongest colour on the first 20 pixels, where the indicator is, with that of the right border."""
    ground = _luminance(image.pixelColor(image.width() - 1, image.height() // 2))
    spots = [_luminance(image.pixelColor(x, y)) for x in range(min(20, image.width())) for y in range(image.height())]
    return max((max(one, ground) + 0.05) / (min(one, ground) + 0.05) for one in spots)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_an_unchecked_box_can_be_seen(mode: str, qapp: QApplication, qtbot: QtBot) -> None:
    """F11: boxes and radio buttons that are not checked have 3 : 1 on their ground, in light and in dark."""
    theme = Theme(qapp)
    theme.install(mode)
    for kind in (QCheckBox, QRadioButton):
        for ground in ("QWidget", "QWidget#pane", "QWidget#sidebar"):
            host = QWidget()
            host.setObjectName(ground.partition("#")[2])
            host.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            qtbot.addWidget(host)
            made = kind("", host)
            host.resize(60, 24)
            made.resize(60, 24)
            host.show()
            assert _contrast(host.grab().toImage()) >= 3.0, (kind, ground)
    theme.set_mode("light")


def test_a_list_shows_its_unchecked_boxes(qapp: QApplication) -> None:
    """F11: the style sheet draws the boxes of lists, too."""
    sheet = qapp.styleSheet()
    assert "QAbstractItemView::indicator" in sheet
    assert QTreeWidget().styleSheet() == ""


# --- one vault's texts ------------------------------------------------------------------------


@pytest.mark.long
def test_searches_stay_in_their_vault(
    open_window: OpenWindow, small: Path, tmp_path: Path, qtbot: QtBot, settings: Path
) -> None:
    """F11: what was typed in one vault is offered in that one only; a list kept for all of them is dropped."""
    kept = dict.fromkeys(("view.search/recent", "view.search/query", "view.memories/filter"), "an old secret")
    settings.write_text(json.dumps(kept), encoding="utf-8")
    window = open_window(small)
    search = window.views["search"]
    assert isinstance(search, SearchView)
    assert search.box.text() == ""
    search.set_query("tea")
    memories(window).toolbar.set_text("kind:fact")
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(tmp_path / "other", create=True)
    assert search.box.text() == ""
    assert memories(window).toolbar.text() == ""
    window.show_view("search")
    qtbot.waitUntil(lambda: not search.tips._recent.isVisible())
    offered = [each.text() for each in search.tips.findChildren(QPushButton)]
    assert "tea" not in offered
    assert "an old secret" not in offered
    qtbot.waitUntil(lambda: not window.controller.runner.busy())
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(small)
    assert search.box.text() == "tea"
    assert memories(window).toolbar.text() == "kind:fact"
    window.save_state()
    window.settings.write().result()
    assert "an old secret" not in settings.read_text(encoding="utf-8")


def test_a_banner_wraps_anywhere(open_window: OpenWindow, small: Path) -> None:
    """F11: a message with a very long word does not widen the window."""
    window = open_window(small)
    wide = window.minimumSizeHint().width()
    from memory_desktop.ui.view import Message

    window.tell(Message("x" * 2_000))
    assert window.minimumSizeHint().width() <= wide
    assert not [made for made in window.banners.findChildren(QLabel) if len(made.text()) > 1_000]
