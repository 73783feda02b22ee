"""The pictures of the docs, and what the command that takes them looks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.theme import (
    CONTRAST_DARK,
    CONTRAST_LIGHT,
    DARK,
    LIGHT,
    Theme,
    Tokens,
    make_palette,
    set_of,
    tokens_for,
)
from memory_desktop.ui.views import VIEWS
from tests.pictures.__main__ import PICTURES, look
from tests.pictures.contrast import AA, AAA, NO_TEXT, chopped, contrast, weak_texts, weak_tokens
from tests.pictures.look import PICTURED, THEMES
from tests.pictures.names import nameless


@pytest.fixture
def host(qtbot: QtBot) -> Iterator[QWidget]:
    """A white widget of 300 pixels to put parts into, shown."""
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    made.setStyleSheet("QWidget { background: #ffffff; color: #1b1d22; }")
    made.resize(300, 120)
    made.show()
    return made


def put(host: QWidget, part: QWidget, sheet: str = "") -> None:
    """Add a part."""
    part.setStyleSheet(sheet)
    host.layout().addWidget(part)
    part.show()
    host.layout().activate()


def test_weak_text_is_found(host: QWidget) -> None:
    """F11, issue 13: a text is found whose colour has less than 4.5 : 1 on what it stands on; a disabled one may."""
    put(host, QLabel("Strong enough"))
    assert weak_texts(host) == []
    put(host, QLabel("Hard to read"), "color: #8b919c")
    put(host, QLabel("Not now"), "color: #8b919c")
    host.layout().itemAt(2).widget().setEnabled(False)
    (found,) = weak_texts(host)
    assert "Hard to read" in found and "3.1" in found


def test_a_text_without_dots_is_found(host: QWidget) -> None:
    """F11, issue 13: a text that ends at the edge of its widget is found."""
    label = QLabel("A long sentence that has no room here")
    put(host, label)
    assert chopped(host) == []
    label.setFixedWidth(80)
    host.layout().activate()
    assert len(chopped(host)) == 1


def test_a_control_without_a_name_is_found(host: QWidget) -> None:
    """F11, issue 13: a field without a name is found, a button with a text is not."""
    put(host, QPushButton("Save"))
    assert nameless(host) == []
    field = QLineEdit()
    put(host, field)
    assert len(nameless(host)) == 1
    field.setAccessibleName("Search")
    assert nameless(host) == []


@pytest.mark.parametrize("theme", THEMES)
def test_each_view_has_its_picture(theme: str) -> None:
    """F11, issue 13: docs/pictures has every view in light and dark, Home in every theme, and is small."""
    views = [view.view_id for view in VIEWS] if theme in PICTURED else ["home"]
    wanted = [PICTURES / f"{view}-{theme}.png" for view in views]
    assert [one.name for one in wanted if not one.is_file()] == []
    assert sum(one.stat().st_size for one in PICTURES.iterdir()) < 2_500_000


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_no_view_has_a_fault(scale: float, tmp_path: Path) -> None:
    """F11, issue 13: on no tab of any view is a label cut, a control nameless, or a text weaker than WCAG AA, at 1280×800
    and 1024×700 pixels, at 100 % in every theme, and at 150 %."""
    found = look(tmp_path, None, (scale,))
    assert not found, "\n".join(f"{place}: {fault}" for place, faults in found.items() for fault in faults)


def test_a_marked_cell_follows_the_theme(qapp: QApplication, qtbot: QtBot) -> None:
    """F11, issue 13: the colour of a marked cell is that of the theme in use, also after the theme has changed."""
    table = PlainTable(("Name", "State"), "A table")
    qtbot.addWidget(table)
    table.fill([("one", "fresh")])
    for tokens in (LIGHT, DARK):
        table.setPalette(make_palette(tokens))
        if tokens is LIGHT:
            table.mark(0, 1, QIcon(), "success")
        assert table.item(0, 1).foreground().color() == tokens.color("success")


@pytest.mark.parametrize("tokens", [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK], ids=lambda tokens: tokens.name)
def test_a_palette_tells_its_tokens(tokens: Tokens) -> None:
    """F11, issue 13: each set of colours has the contrast that it promises, AAA where it is one of high contrast, borders of
    3 : 1 there, and a widget that knows only its palette draws with that set."""
    assert weak_tokens(tokens, AAA if tokens.high else AA) == []
    assert tokens_for(make_palette(tokens)) is tokens
    if tokens.high:
        grounds = [tokens.color(name) for name in ("window", "base", "raised", "hover")]
        assert min(contrast(tokens.color("border"), ground) for ground in grounds) >= NO_TEXT
        assert contrast(tokens.color("faint"), tokens.color("base")) >= AAA


def test_the_system_asks_for_high_contrast() -> None:
    """F11, issue 13: the theme that follows the system takes a set of high contrast where the system asks for it."""
    scheme, wish = Qt.ColorScheme, Qt.ContrastPreference
    assert set_of(scheme.Light, wish.HighContrast) is CONTRAST_LIGHT
    assert set_of(scheme.Dark, wish.HighContrast) is CONTRAST_DARK
    assert set_of(scheme.Dark, wish.NoPreference) is DARK and set_of(scheme.Unknown, wish.NoPreference) is LIGHT


def test_high_contrast_is_chosen_and_kept(qapp: QApplication) -> None:
    """F11, issue 13: a theme of high contrast stays what it is whatever the system's scheme, and is drawn by its sheet."""
    theme = Theme(qapp)
    try:
        for mode, tokens in (("contrast-dark", CONTRAST_DARK), ("contrast-light", CONTRAST_LIGHT)):
            theme.set_mode(mode)
            assert theme.mode == mode and theme.tokens is tokens
            assert qapp.palette().color(QPalette.ColorRole.Base) == tokens.color("base")
            assert f"border: 2px solid {tokens.accent}" in qapp.styleSheet()
    finally:
        theme.set_mode("light")
