"""Another theme: what is seen has it at once, the rest follows, and all of it looks as if it had always had it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.ui.picture import Picture
from memory_desktop.ui.plot import LinePlot
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.theme import DARK, LIGHT, style_sheet
from tests.ui.conftest import OpenWindow

_GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
_ROLES = [role for role in QPalette.ColorRole if role is not QPalette.ColorRole.NColorRoles]


class _StyleChanges(QObject):
    """How often each widget was told that its style is another one."""

    def __init__(self) -> None:
        super().__init__()
        self.told: Counter[QWidget] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange and isinstance(watched, QWidget):
            self.told[watched] += 1
        return False


def _colours(widget: QWidget) -> list[str]:
    palette = widget.palette()
    return [palette.color(group, role).name() for group in _GROUPS for role in _ROLES]


@pytest.mark.long
def test_another_theme_styles_what_is_seen_and_then_the_rest(
    open_window: OpenWindow, small: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    """F11: when the theme changes, the visible widgets are styled at once, each a few times at the most; a view that is
    shown then comes before what is hidden; in the end every widget has the colours that styling all anew gives."""
    window = open_window(small)
    window.show_view("memories")
    window.theme.set_mode("light")
    qtbot.waitUntil(lambda: not window.theme.pending)
    counted = _StyleChanges()
    qapp.installEventFilter(counted)
    window.theme.set_mode("dark")
    qapp.removeEventFilter(counted)
    assert window.theme.pending > 1_000
    assert {widget.isVisible() for widget in counted.told} == {True}
    assert max(counted.told.values()) <= 4
    seen = [each for each in window.findChildren(QWidget) if each.isVisible()]
    at_once = {each: _colours(each) for each in seen}
    window.show_view("health")
    seen = [each for each in window.views["health"].findChildren(QWidget) if each.isVisible()]
    assert len(seen) > 10
    while any(each in window.theme._restyler._later for each in seen):
        window.theme._restyler._go_on()
    assert window.theme.pending > 1_000
    at_once |= {each: _colours(each) for each in seen}
    qtbot.waitUntil(lambda: not window.theme.pending)
    every = window.findChildren(QWidget)
    later = {each: _colours(each) for each in every}
    qapp.setStyleSheet("")
    qapp.setStyleSheet(style_sheet(DARK))
    anew = {each: _colours(each) for each in every}
    assert [each for each in every if later[each] != anew[each]] == []
    assert [each for each, colours in at_once.items() if colours != anew[each]] == []
    window.theme.set_mode("light")


def test_a_hidden_plot_takes_the_new_colours_when_it_is_seen(qapp: QApplication, qtbot: QtBot) -> None:
    """F11: a plot that nobody sees is not drawn anew for another theme before it is shown."""
    plot = LinePlot("Recall")
    qtbot.addWidget(plot)

    def ground() -> str:
        return str(plot.backgroundBrush().color().name())

    drawn = ground()
    other = DARK if drawn == LIGHT.base else LIGHT
    palette = plot.palette()
    palette.setColor(QPalette.ColorRole.Text, other.color("text"))
    plot.setPalette(palette)
    assert ground() == drawn
    plot.show()
    assert ground() == other.base


@pytest.mark.long
def test_pictures_follow_the_theme(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: an icon that stands by itself has the colours of the theme after that has changed, on every view."""
    window = open_window(small)
    window.choose_theme("light")
    for view_id in ("health", "home"):
        window.show_view(view_id)
        qtbot.waitUntil(window.views[view_id].picture.isVisible)
    shown = [window.views["home"].picture, window.views["health"].picture, *window.no_vault.findChildren(Picture)]
    shown += window.views["home"].welcome.findChildren(Picture)
    shown[1].show_icon("success", "success")
    window.choose_theme("dark")
    qtbot.waitUntil(lambda: not window.theme.pending)
    for one in shown:
        pixels = one.grab().toImage()
        colors = [pixels.pixelColor(x, y) for x in range(pixels.width()) for y in range(pixels.height())]
        new, old = (
            min(_apart(QColor(getattr(tokens, one._color)), each) for each in colors) for tokens in (DARK, LIGHT)
        )
        assert new < old, one._name


def _apart(one: QColor, other: QColor) -> int:
    """How far two colours are from each other."""
    return sum(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))


def test_a_tab_that_has_the_focus_has_a_ring(qtbot: QtBot) -> None:
    """F1, F10: of a row of tabs that has the focus the one in front has a ring, dark and light, roomy and snug; it takes
    no room of its own."""
    for tokens in (DARK, LIGHT):
        host = QWidget()
        host.setStyleSheet(style_sheet(tokens))
        qtbot.addWidget(host)
        tabs, other = SnugTabs("Pages", parent=host), QPushButton("Elsewhere", host)
        for title in ("Overview", "Working", "Episodes"):
            tabs.addTab(QLabel(title), title)
        tabs.setCurrentIndex(1)
        column = QVBoxLayout(host)
        column.addWidget(tabs)
        column.addWidget(other)
        with qtbot.waitActive(host):
            host.show()
            host.activateWindow()
        for width in (500, 240):
            host.resize(width, 200)
            bar, accent = tabs.tabBar(), tokens.color("accent")
            other.setFocus()

            def ringed(bar: QTabBar = bar, accent: QColor = accent) -> bool:
                shown, rect = bar.grab().toImage(), bar.tabRect(1)
                row = (shown.pixelColor(x, rect.top()) for x in range(rect.left(), rect.right()))
                return sum(color == accent for color in row) > rect.width() // 2

            before = bar.sizeHint()
            assert not ringed(), (tokens.ground, width)
            bar.setFocus()
            assert ringed() and bar.sizeHint() == before, (tokens.ground, width)
