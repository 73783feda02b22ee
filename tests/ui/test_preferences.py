"""The form of settings: texts, and what the environment has set."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from memory_desktop.core.settings import GROUPS, SETTINGS
from memory_desktop.ui.window.preferences import SettingRow


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


def test_groups_have_names_of_their_own() -> None:
    """B9: each group of settings has another name in the list beside the form, the policy's too, and none is empty."""
    names = [title.partition(":")[0] for title in GROUPS.values()]
    assert len(set(names)) == len(names)
    assert {one.group for one in SETTINGS.values()} == set(GROUPS)
