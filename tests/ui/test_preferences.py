"""The form of settings: texts, and what the environment has set."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.core.settings import GROUPS, SETTINGS, Setting
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.preferences import PreferencesDialog
from memory_desktop.ui.window.setting_row import SettingRow
from memory_desktop.ui.wrapping import WrappingLabel
from tests.ui.conftest import OpenWindow
from tests.ui.heartbeat import Heartbeat, slow_each_time
from tests.ui.test_small_screen import SMALL, cut


def test_a_text_is_edited_and_reset(qtbot: QtBot) -> None:
    """B11: a setting that is a text has a line to edit it, and a way back to its default."""
    row = SettingRow(SETTINGS["llm.address"])
    qtbot.addWidget(row)
    assert row.value() == SETTINGS["llm.address"].default and not row.reset.isVisibleTo(row)
    row.set_value("http://localhost:1234/v1")
    assert row.value() == "http://localhost:1234/v1" and row.reset.isVisibleTo(row)
    row.reset.click()
    assert row.value() == SETTINGS["llm.address"].default


def test_what_the_environment_sets_is_locked_and_says_so(qtbot: QtBot) -> None:
    """B11: a value of the environment is shown, cannot be changed in the form, and names its variable."""
    row = SettingRow(SETTINGS["conversation.short_term_budget"])
    qtbot.addWidget(row)
    row.set_value(9_000)
    row.lock()
    assert row.value() == 9_000 and not row.control.isEnabled() and not row.reset.isVisibleTo(row)
    assert "MEMORY_DESKTOP_STM_TOKEN_BUDGET" in row._help.text()


def line_of(setting: Setting) -> str:
    """What docs/settings.md says of a setting."""
    values = ""
    if setting.choices:
        values = ", ".join(f"`{value}`" for value in setting.choices)
    elif isinstance(setting.default, bool):
        values = "`true`, `false`"
    elif not isinstance(setting.default, str):
        most = "" if math.isinf(setting.high) else f" to {setting.high:,.10g}"
        values = f"from {setting.low:,.10g}{most}"
    default = setting.said(setting.default)
    variable = f"`{setting.variable}`" if setting.variable else ""
    return f"| `{setting.name}` | {setting.title} | {default} | {values} | {variable} | {setting.help} |"


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_has_a_default_and_stands_in_the_docs(name: str) -> None:
    """F11, issue 13: each setting has a title, a help text, a default that is valid, and its line in docs/settings.md."""
    setting = SETTINGS[name]
    assert setting.title and setting.help and setting.said(setting.default)
    assert setting.checked(setting.default) == setting.default
    docs = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8").splitlines()
    assert line_of(setting) in docs


def test_the_default_is_said(qtbot: QtBot) -> None:
    """F11, issue 13: each setting says its default in words, and has a way back to it."""
    row = SettingRow(SETTINGS["gates.pii"])
    qtbot.addWidget(row)
    assert row._help.text().endswith("Default: Keep, with a note.") and row.reset.text() == "Reset to default"
    assert SETTINGS["conversation.short_term_budget"].said(25_000) == "25,000 tokens"


@pytest.mark.long
def test_a_setting_is_found(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the search field finds a setting by words of its help or its variable, and says when there is none."""
    window = open_window(small)
    window.dialogs.preferences()
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.save.isEnabled)
    assert dialog.keys_page is not None
    dialog.filter.setText("STM_TOKEN_BUDGET")
    qtbot.waitUntil(lambda: dialog.page.complete)
    shown = [name for name, row in dialog.rows.items() if not row.isHidden()]
    assert shown == ["conversation.short_term_budget"] and dialog.nothing.isHidden()
    named = [row for row in range(dialog.groups.count()) if not dialog.groups.item(row).isHidden()]
    assert named == [list(GROUPS).index("conversation")]
    dialog.filter.setText("xyzzyq")
    assert not dialog.nothing.isHidden() and all(row.isHidden() for row in dialog.rows.values())
    dialog.filter.clear()
    qtbot.waitUntil(lambda: dialog.page.complete)
    assert dialog.nothing.isHidden()
    shown = {row.setting.group for row in dialog.rows.values() if not row.isHidden()}
    assert shown == {list(GROUPS)[dialog.groups.currentRow()]}


def marks(shown: WrappingLabel) -> list[str]:
    """What is marked of a label."""
    text = shown.text()
    return [text[one.start : one.start + one.length] for one in shown._marks(text)]


def test_what_was_found_is_marked(qtbot: QtBot) -> None:
    """F11, issue 13: the words that were looked for are marked in title and help, after an emoji, too; a setting that was
    found by its variable says so."""
    row = SettingRow(SETTINGS["conversation.short_term_budget"])
    qtbot.addWidget(row)
    row.mark("SHORT turns")
    assert marks(row._title) == ["Short"] and marks(row._help) == ["turns"]
    row.mark("stm_token")
    assert row._help.text().endswith("Found by MEMORY_DESKTOP_STM_TOKEN_BUDGET.") and marks(row._help) == ["STM_TOKEN"]
    row.mark("")
    assert marks(row._title) == marks(row._help) == [] and "Found by" not in row._help.text()
    row._title.setText("🙂 budget")
    row._title.mark(["budget"])
    assert [(one.start, one.length) for one in row._title._marks("🙂 budget")] == [(3, 6)]


def test_limits_are_said(qtbot: QtBot) -> None:
    """F11, issue 13: who types a number that is too large or too small is told the limits, until it is one that may be."""
    row = SettingRow(SETTINGS["gates.anomaly_above"])
    qtbot.addWidget(row)
    row.show()
    field = row.control.lineEdit()
    field.selectAll()
    qtbot.keyClicks(field, "1")
    assert row.limits.isVisible() and row.limits.text() == "Allowed: from 2 to 50 σ."
    qtbot.keyClicks(field, "2")
    assert row.value() == 12 and row.limits.isHidden()
    qtbot.keyClicks(field, "3")
    assert row.value() == 12 and row.limits.isVisible()
    row.reset.click()
    assert row.value() == row.setting.default and row.limits.isHidden()
    assert SETTINGS["conversation.short_term_budget"].limits() == "from 100 to 10,000,000 tokens"


def test_groups_have_names_of_their_own() -> None:
    """B9: each group of settings has another name in the list beside the form, the policy's too, and none is empty."""
    names = [title.partition(":")[0] for title in GROUPS.values()]
    assert len(set(names)) == len(names)
    assert {one.group for one in SETTINGS.values()} == set(GROUPS)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL * 0.9, QSize(760, 560)])
def test_nothing_is_cut_in_a_small_form(size: QSize, open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: on a screen of 1024×700 pixels at 150 % every setting fits the width of the form, and no text is cut."""
    window = open_window(small)
    window.dialogs.preferences()
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    dialog.resize(size)
    qtbot.waitUntil(dialog.save.isEnabled)
    qtbot.waitUntil(lambda: dialog.page.widget().width() == dialog.page.viewport().width())
    for number, group in enumerate(GROUPS):
        dialog.groups.setCurrentRow(number)
        qtbot.waitUntil(lambda: dialog.page.complete)
        qtbot.waitUntil(lambda: cut(dialog.page) == [])
        shown = [row for row in dialog.rows.made.values() if row.isVisible()]
        assert {row.setting.group for row in shown} == {group}
        for row in shown:
            end = row.mapTo(dialog.page.widget(), row.rect().topRight())
            assert dialog.page.viewport().rect().right() >= end.x(), row.setting.name
            if isinstance(row.control, QComboBox):
                assert row.control.width() >= row.control.sizeHint().width(), row.setting.name
    assert dialog.size() == size
    parts = [part for part in dialog.children() if isinstance(part, QWidget) and part.isVisible()]
    assert all(dialog.rect().contains(part.geometry()) for part in parts)


def opened(window: MainWindow, qtbot: QtBot, group: str = "") -> PreferencesDialog:
    """Preferences, with the values of the vault and what is to be seen at first."""
    window.dialogs.preferences(group)
    dialog: PreferencesDialog = next(one for one in window.findChildren(PreferencesDialog) if one.isVisible())
    qtbot.waitUntil(lambda: dialog.save.isEnabled() and dialog.page.complete)
    return dialog


def visible(dialog: PreferencesDialog) -> list[str]:
    """The settings that stand on the page, from top to bottom."""
    rows = [row for row in dialog.rows.made.values() if row.isVisible()]
    return [row.setting.name for row in sorted(rows, key=lambda row: row.mapTo(dialog, QPoint()).y())]


@pytest.mark.long
def test_rows_are_made_when_they_are_shown(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: Preferences begins with one group and makes no other row; another group's rows come with it, in
    order, and have the values of the vault; what was changed in a group before counts as well."""
    window = open_window(small)
    dialog = opened(window, qtbot)
    groups = list(GROUPS)
    qtbot.waitUntil(lambda: visible(dialog) == [one.name for one in SETTINGS.values() if one.group == groups[0]])
    assert set(dialog.rows.made) == set(visible(dialog))
    changed = next(row for row in dialog.rows.made.values() if isinstance(row.control, QComboBox))
    before = changed.control.currentIndex()
    changed.control.setCurrentIndex(0 if before else 1)
    dialog.groups.setCurrentRow(groups.index("conversation"))
    qtbot.waitUntil(lambda: dialog.page.complete)
    qtbot.waitUntil(lambda: visible(dialog) == [one.name for one in SETTINGS.values() if one.group == "conversation"])
    assert list(dialog.changes()) == [changed.setting.name]
    changed.control.setCurrentIndex(before)
    assert dialog.changes() == {}


@pytest.mark.long
def test_the_search_looks_through_all_settings(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the search shows what fits of every group, in the order of the groups, also where no row was made
    before; the Tab key goes through it from top to bottom."""
    window = open_window(small)
    dialog = opened(window, qtbot, "service")
    dialog.filter.setText("memories")
    qtbot.waitUntil(lambda: dialog.page.complete)
    wanted = [name for name, one in SETTINGS.items() if "memories" in f"{one.title} {one.help} {name}".lower()]
    wanted.sort(key=lambda name: list(GROUPS).index(SETTINGS[name].group))
    qtbot.waitUntil(lambda: visible(dialog) == wanted)
    assert len({SETTINGS[name].group for name in wanted}) > 2
    order, part = [], dialog.page.nextInFocusChain()
    while part is not dialog.page:
        order += [name for name in wanted if dialog.rows[name].control is part]
        part = part.nextInFocusChain()
    assert order == wanted
    dialog.filter.clear()
    qtbot.waitUntil(lambda: dialog.page.complete)
    assert {SETTINGS[name].group for name in visible(dialog)} == {"service"}


@pytest.mark.long
def test_a_narrow_form_shows_all_groups(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: where there is no room for the list of groups, all of them stand below each other, with their headings, and the
    one that was asked for is at the top."""
    window = open_window(small)
    dialog = opened(window, qtbot, "conversation")
    dialog.resize(560, 500)
    qtbot.waitUntil(lambda: dialog.groups.isHidden() and dialog.page.complete)
    qtbot.waitUntil(lambda: visible(dialog) == list(dialog.rows))
    assert len(dialog.rows) == len(SETTINGS)
    qtbot.waitUntil(lambda: abs(dialog.page._sections["conversation"].mapTo(dialog.page, QPoint()).y()) < 4)


@pytest.mark.alone
def test_no_step_of_preferences_takes_long(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: opening Preferences, going to any group and to the keys, and searching keep the GUI thread for no more than 50 ms
    at a time."""
    window = open_window(small)
    list(window.views.values())
    qtbot.wait(500)

    def run() -> list[float]:
        gaps = []

        def step(do: Callable[[], object]) -> None:
            beat = Heartbeat()
            qtbot.wait(50)
            do()
            qtbot.wait(400)
            beat.stop()
            gaps.append(max(beat.worst(1), default=0.0))

        step(window.dialogs.preferences)
        dialog = window.findChildren(PreferencesDialog)[-1]
        for row in range(dialog.groups.count()):
            step(partial(dialog.groups.setCurrentRow, row))
        dialog.groups.setCurrentRow(0)
        for words in ("e", "en", ""):
            step(partial(dialog.filter.setText, words))
        dialog.reject()
        qtbot.wait(50)
        return gaps

    assert slow_each_time(run, 0.050) == []
