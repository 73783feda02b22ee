"""Keys of commands: chosen in Preferences, in force at once, kept, and never given twice unnoticed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from memory_desktop.ui.window.keys_dialog import KeysDialog
from memory_desktop.ui.window.keys_page import KeysPage
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.preferences import PreferencesDialog
from tests.ui.conftest import OpenWindow

SEARCH, SIDEBAR, MORE = "window/search-memories", "window/show-or-hide-sidebar", "memories/reinforce"


def opened(window: MainWindow, qtbot: QtBot) -> tuple[PreferencesDialog, KeysPage]:
    """Preferences on its page of keys."""
    window.change_keys()
    dialog = next(one for one in window.findChildren(PreferencesDialog) if one.isVisible())
    qtbot.waitUntil(dialog.save.isEnabled)
    page = dialog.keys_page
    assert page is not None
    qtbot.waitUntil(page.isVisible)
    return dialog, dialog.keys_page


def shown(page: KeysPage) -> dict[str, str]:
    """The key that the table says of each command that is shown."""
    table = page.table
    return {
        table.item(row, 0).text(): table.item(row, 2).text()
        for row in range(table.rowCount())
        if not table.isRowHidden(row)
    }


def press(page: KeysPage, id: str, key: Qt.Key, *with_: Qt.KeyboardModifier) -> None:
    """Choose a command and press the key that it shall have."""
    page.choose(id)
    modifiers = Qt.KeyboardModifier.NoModifier
    for one in with_:
        modifiers |= one
    QTest.keyClick(page.edit, key, modifiers)


CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def test_another_key_is_in_force_and_kept(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: a command that was given another key has it in the menu, the sheet, the sidebar and after a restart; the
    old one does nothing, and nothing is in force before Save."""
    window = open_window(small)
    dialog, page = opened(window, qtbot)
    press(page, SIDEBAR, Qt.Key.Key_Y, CTRL, SHIFT)
    press(page, "window/home", Qt.Key.Key_F9)
    assert shown(page)["Show or hide sidebar"] == "Ctrl+Shift+Y"
    by_id = {one.id: one for one in window.keys.commands()}
    action = by_id[SIDEBAR].action
    assert action is not None and action.shortcut().toString() == "Ctrl+B"
    dialog.save.click()
    assert action.shortcut().toString() == "Ctrl+Shift+Y"
    item = window.sidebar._views["home"]
    assert "F9" in item.toolTip(0) and item.data(0, Qt.ItemDataRole.AccessibleTextRole) == "Home, F9"
    sheet = KeysDialog(window.commands.all(), window)
    table = sheet.findChild(QTableWidget)
    assert ["Show or hide sidebar", "Ctrl+Shift+Y"] in [
        [table.item(row, column).text() for column in (0, 1)] for row in range(table.rowCount())
    ]
    was = window.panes.sidebar_wanted
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_B, CTRL)
    assert window.panes.sidebar_wanted is was
    QTest.keyClick(window, Qt.Key.Key_Y, CTRL | SHIFT)
    assert window.panes.sidebar_wanted is not was
    window.close()
    window.controller.wait_closed()
    again = open_window(small)
    assert {one.id: again.keys.key(one).toString() for one in again.keys.commands()}[SIDEBAR] == "Ctrl+Shift+Y"


def test_a_key_has_one_command(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: a key that another command has is not given twice: the page names that command, and takes the key from it
    only when told to; what is for typing, for texts or opens a menu is refused."""
    window = open_window(small)
    _dialog, page = opened(window, qtbot)
    press(page, SIDEBAR, Qt.Key.Key_K, CTRL)
    assert page.told.text() == "Ctrl+K is the key of “Search memories” (Edit)." and page.take.isVisible()
    assert page.changes() == {} and shown(page)["Show or hide sidebar"] == "Ctrl+B"
    page.take.click()
    assert page.changes() == {SIDEBAR: QKeySequence("Ctrl+K"), SEARCH: QKeySequence()}
    assert shown(page)["Search memories"] == ""
    for key, modifier, why in (
        (Qt.Key.Key_A, (), "alone"),
        (Qt.Key.Key_C, (CTRL,), "for texts"),
        (Qt.Key.Key_F, (ALT,), "the menu File"),
        (Qt.Key.Key_U, (CTRL,), "Undo"),  # several lists have it
    ):
        press(page, SIDEBAR, key, *modifier)
        assert why in page.told.text()
        assert shown(page)["Show or hide sidebar"] == "Ctrl+K"
    press(page, SEARCH, Qt.Key.Key_B, CTRL)  # free now
    assert shown(page)["Search memories"] == "Ctrl+B"


def test_keys_go_back_to_the_default(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: one key, or all, go back to the default; what was reset is kept as nothing."""
    window = open_window(small)
    by_id = {one.id: one for one in window.keys.commands()}
    window.keys.change({SIDEBAR: QKeySequence("F8"), MORE: QKeySequence(), SEARCH: QKeySequence("F7")})
    assert [window.keys.key(by_id[id]).toString() for id in (SIDEBAR, MORE, SEARCH)] == ["F8", "", "F7"]
    dialog, page = opened(window, qtbot)
    page.choose(MORE)
    page.reset.click()
    assert shown(page)["Reinforce"] == "Ctrl++"
    page.reset_all.click()
    assert page.changes() == {SIDEBAR: None, MORE: None, SEARCH: None}
    dialog.save.click()
    assert [window.keys.key(by_id[id]).toString() for id in (SIDEBAR, MORE, SEARCH)] == ["Ctrl+B", "Ctrl++", "Ctrl+K"]
    assert window.settings.group("keys").names() == []


def test_a_button_of_a_view_gets_a_key(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: commands that only the palette has, as views' buttons offer them, can have a key, too."""
    window = open_window(small)
    command = next(one for one in window.keys.commands() if one.place == "Health" and one.name == "Check now")
    window.keys.change({command.id: QKeySequence("F10")})
    pressed = [a for a in window.actions() if a.shortcut() == QKeySequence("F10")]
    assert len(pressed) == 1
    pressed[0].trigger()
    assert window.current_view is window.views["health"]
    offered = window._offered(window)
    window.keys.stamp(offered)
    assert [a.text() for a in offered if a.shortcut() == QKeySequence("F10")] == ["Check now"]
    window.keys.change({command.id: None})
    assert not [a for a in window.actions() if a.shortcut() == QKeySequence("F10")]


def test_keys_are_found(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: Preferences' search finds commands by name and by key, and goes to the page that has what was found."""
    window = open_window(small)
    dialog, page = opened(window, qtbot)
    dialog.filter.setText("ctrl+shift+m")
    assert shown(page) == {"Remember this": "Ctrl+Shift+M"} and page.isVisible()
    dialog.filter.setText("short-term")
    assert not page.isVisible() and dialog.rows["conversation.short_term_budget"].isVisible()
    dialog.filter.setText("embedding model file")
    assert page.isVisible() and "Embedding model" in shown(page)
    dialog.filter.setText("qqqq")
    assert dialog.nothing.isVisible()


def test_a_damaged_key_is_the_default(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: what stands in the file of settings and is no key does not take a command's key away."""
    window = open_window(small)
    by_id = {one.id: one for one in window.keys.commands()}
    for kept in (7, ["F8"], "no key at all", "Ctrl+X, Ctrl+Y"):
        window.settings.group("keys").set(SIDEBAR, kept)
        assert window.keys.key(by_id[SIDEBAR]).toString() == "Ctrl+B", kept


def test_a_screen_reader_hears_the_keys_that_hold(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: where a description names the key of a command, it is the one that holds; without a key, the sentence
    goes."""
    window = open_window(small)
    table, members = window.views["memories"].table, window.views["assemblies"].page.members
    assert "Ctrl+T edits tags in place." in table.accessibleDescription()
    assert members.accessibleDescription().endswith("Alt+Up moves it up. Alt+Down moves it down.")
    up = "assemblies/move-member-up"
    window.keys.change({"memories/tags": QKeySequence("F8"), "memories/forget": QKeySequence(), up: QKeySequence("F9")})
    assert table.accessibleDescription() == (
        "One row for each memory. Return edits, Space previews. F8 edits tags in place."
    )
    assert "F9 moves it up." in members.accessibleDescription()
