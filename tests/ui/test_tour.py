"""The guided tour: its steps, how it is offered, and that it changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.ui.tour.steps import QUESTION, STEPS
from memory_desktop.ui.window.main_window import MainWindow
from tests.cut import cut
from tests.pictures.names import nameless
from tests.ui.conftest import OpenWindow, end
from tests.ui.test_small_screen import SMALL


def take_for_sample(window: MainWindow, path: Path) -> None:
    """Let the window take a vault for the sample, which takes seconds to make."""
    window.controller._sampler = lambda: path


def open_sample(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    """Open a vault as the sample."""
    take_for_sample(window, path)
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open_sample()


def texts(window: MainWindow) -> tuple[str, str]:
    """What the bar of the tour says."""
    return window.tour.bar.heading.text(), window.tour.bar.text.text()


def press(window: MainWindow, key: Qt.Key) -> None:
    """A key, where the focus is."""
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


@pytest.mark.long
def test_the_tour_opens_the_sample_and_goes_by_keys(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: without a vault the tour opens the sample; Return goes on and back through five to eight steps, each
    of which names itself, shows its view and points at a part of it that can be seen; Escape ends it."""
    window = open_window(None)
    take_for_sample(window, small)
    assert 5 <= len(STEPS) <= 8
    [action] = [one for one in window.commands.all() if one.text().replace("&", "") == "Guided tour"]
    action.trigger()
    qtbot.waitUntil(lambda: window.tour.at == 0)
    for number, step in enumerate(STEPS):
        assert window.tour.at == number and window.current_view is window.views[step.view_id]
        heading, text = texts(window)
        assert (
            heading == f"{step.title} ({number + 1} of {len(STEPS)})" and text and "{" not in text and "[" not in text
        )
        qtbot.waitUntil(window.tour.marker.isVisible)
        assert window.focusWidget() is window.tour.bar.next
        if number + 1 < len(STEPS):
            press(window, Qt.Key.Key_Space)
    press(window, Qt.Key.Key_Backtab)
    assert window.focusWidget() is window.tour.bar.back
    press(window, Qt.Key.Key_Space)
    assert window.tour.at == len(STEPS) - 2
    press(window, Qt.Key.Key_Escape)
    assert window.tour.at == -1 and window.tour.bar.isHidden() and window.tour.marker.isHidden()
    assert window.current_view is not None and window.current_view.isAncestorOf(window.focusWidget())


@pytest.mark.long
def test_the_tour_is_offered_once(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the tour is offered when the sample vault is opened first, without taking the focus, and not again."""
    window = open_window(None)
    open_sample(window, small, qtbot)
    assert window.tour.bar.isVisible() and window.tour.at == -1 and texts(window)[0] == "Take the guided tour?"
    assert not window.tour.bar.isAncestorOf(window.focusWidget())
    window.tour.bar.end.click()
    assert window.tour.bar.isHidden()
    end(window)
    again = open_window(small)
    assert again.controller.in_sample and again.tour.bar.isHidden()


def test_other_vaults_offer_no_tour(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: of a vault that is not the sample, the tour is not offered."""
    window = open_window(small)
    assert window.tour.bar.isHidden() and not window.settings.truth("tour/offered", False)


@pytest.mark.long
def test_the_first_page_leads_to_the_tour(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the page that is shown without a vault begins the tour, on the sample vault; after one that cannot be
    opened, no other vault begins it."""
    window = open_window(None)
    [link] = [one for one in window.no_vault.findChildren(QPushButton) if one.text() == "Take the guided tour"]
    take_for_sample(window, small / "missing")
    with qtbot.waitSignal(window.controller.failed):
        link.click()
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(small)
    assert window.tour.at == -1 and not window.controller.in_sample
    end(window)
    window = open_window(None)
    take_for_sample(window, small)
    link = next(one for one in window.no_vault.findChildren(QPushButton) if one.text() == "Take the guided tour")
    link.click()
    qtbot.waitUntil(lambda: window.tour.at == 0)


@pytest.mark.long
def test_the_offer_begins_the_tour(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the offer's first button begins the tour, and its last step's ends it."""
    window = open_window(None)
    open_sample(window, small, qtbot)
    for _ in STEPS:
        window.tour.bar.next.click()
    assert window.tour.at == len(STEPS) - 1 and window.tour.bar.next.text() == "Finish"
    window.tour.bar.next.click()
    assert window.tour.bar.isHidden() and window.tour.at == -1


@pytest.mark.long
def test_the_tour_changes_nothing(
    open_window: OpenWindow, small: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11, issue 13: the tour asks its question and shows Why of the first hit, and the log is as long as before, also after
    the time in which a look at a hit is noted as a recall; who then looks at another hit has recalled it."""
    monkeypatch.setattr("memory_desktop.ui.tour.steps.QUESTION", "mara prefers tea")
    window = open_window(None)
    open_sample(window, small, qtbot)
    session = window.session
    assert session is not None
    qtbot.waitUntil(lambda: not session.runner.busy() and session.sync_status is not None)
    qtbot.waitUntil(lambda: session.sync_status.pending == 0)
    view = window.views["search"]
    view._look.setInterval(1)
    noted: list[str] = []
    monkeypatch.setattr(session.engine.recalls, "note", lambda query, *_ids, **_mode: noted.append(query))
    head = session.engine.head
    window.tour.start()
    for _ in STEPS[1:]:
        window.tour.bar.next.click()
        if STEPS[window.tour.at].title.startswith("Why"):
            qtbot.waitUntil(lambda: view.list.current() is not None)
            qtbot.waitUntil(lambda: "tea" in (view.inspects.hit.memory.content if view.inspects else ""))
            assert window.inspector.tabs.currentWidget() is window.inspector.why and not view._look.isActive()
    qtbot.waitUntil(lambda: not session.runner.busy())
    window.tour.end()
    assert session.engine.head == head and noted == []
    window.show_view("search")
    view.list.setCurrentIndex(view.model.index(-1, 0))
    view.list.enter()
    qtbot.waitUntil(lambda: noted == ["mara prefers tea"])


@pytest.mark.long
def test_the_marker_is_only_a_line(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: what the tour points at can be used meanwhile: no pixel within it is the marker's, clicks go to it, and
    when it moves, the marker goes along."""
    window = open_window(small)
    window.tour.start()
    window.tour.bar.next.click()
    box, marker = window.views["search"].box, window.tour.marker
    qtbot.waitUntil(marker.isVisible)
    inner = QRect(box.mapTo(window, box.rect().topLeft()), box.size())
    assert marker.geometry().contains(inner)
    assert not marker.mask().translated(marker.pos()).intersects(inner.adjusted(1, 1, -1, -1))
    found = window.childAt(inner.center())
    assert found is box or box.isAncestorOf(found)
    window.panes.toggle_sidebar()
    qtbot.waitUntil(lambda: marker.geometry().contains(QRect(box.mapTo(window, box.rect().topLeft()), box.size())))
    window.show_view("memories")
    qtbot.waitUntil(marker.isHidden)
    window.tour.bar.next.click()
    assert window.tour.at == 2, "the tour goes on from where it was"


@pytest.mark.long
def test_the_tour_says_the_keys_that_hold(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: a key that was given to a command is the one that the tour names; without one it names none."""
    window = open_window(small)
    search = next(one for one in window.keys.commands() if one.id == "window/search-memories")
    window.keys.change({search.id: None})
    window.tour.start()
    window.tour.bar.next.click()
    assert f"{search.default.toString()} leads here" in texts(window)[1]
    window.keys.change({search.id: type(search.default)("F8")})
    window.tour.start()
    assert "F8 leads here" in texts(window)[1]
    window.keys.change({search.id: type(search.default)()})
    window.tour.start()
    assert "leads here" not in texts(window)[1]


@pytest.mark.long
def test_a_screen_reader_is_told(
    open_window: OpenWindow, small: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11, issue 13: each step is announced, and the button that has the focus is described by it."""
    said: list[str] = []
    monkeypatch.setattr("memory_desktop.ui.tour.bar.announce", lambda _by, text: said.append(text))
    window = open_window(small)
    window.tour.start()
    window.tour.bar.next.click()
    heading, text = texts(window)
    assert said[-1] == f"{heading}. {text}" and len(said) == 2
    found = QAccessible.queryAccessibleInterface(window.tour.bar.next)
    assert found.text(QAccessible.Text.Description) == f"{heading}. {text}"
    assert found.text(QAccessible.Text.Name) == "Next"


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, QSize(1024, 700)])
def test_nothing_is_cut_in_a_small_window(size: QSize, open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: in a small window the bar of each step is whole, has names, and the window grows by none of them."""
    window = open_window(None)
    open_sample(window, small, qtbot)
    window.resize(size)
    bar: QWidget = window.tour.bar
    for number in range(len(STEPS) + 1):
        qtbot.waitUntil(lambda: cut(bar) == [], timeout=3_000)
        assert nameless(bar) == []
        assert window.size() == size, number
        bar.next.click()
    assert bar.isHidden()


@pytest.mark.long
def test_nothing_is_lost_of_what_was_asked(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: in a vault that is not the sample, the tour leaves the words in the search box."""
    window = open_window(small)
    view = window.views["search"]
    view.set_query("bread")
    window.tour.start()
    window.tour.bar.next.click()
    assert view.box.text() == "bread" and QUESTION not in view.box.text()
