"""The Agents view, on a small real vault with its service."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import make_window, vault_server
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.answers import HistoryEntry
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.models.call_table import STRUCK, of_entries, of_entry
from memory_desktop.service.caller import Caller
from memory_desktop.service.service import Service
from memory_desktop.ui.agents.agents_view import AgentsView
from memory_desktop.ui.review.review_view import ReviewView
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.main_window import MainWindow
from tests.helpers import vault_at
from tests.ui.conftest import OpenWindow


@pytest.fixture
def served(
    qapp: QApplication, qtbot: QtBot, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    """A window on a vault that an agent has used before, with its service."""
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        (tmp_path / name).mkdir(mode=0o700)
        monkeypatch.setenv(name, str(tmp_path / name))
    path = tmp_path / "vault"
    with open_vault(path, create=True) as engine:
        engine.remember(Draft(content="Mara prefers green tea"), actor="agent:old-helper")
        engine.recalls.note("tea", [], actor="agent:old-helper")
        engine.recalls.flush()
    window = make_window(qapp, WindowSettings(settings), serve=vault_server(None))
    window.show()
    window.resize(1280, 800)
    window.controller.open(path)
    qtbot.waitUntil(lambda: window.session is not None and window.session.service is not None)
    yield window
    window.close()
    window.controller.wait_closed()
    window.deleteLater()
    qtbot.wait(1)


def test_a_service_that_could_not_start_says_why_and_is_tried_again(
    qapp: QApplication, qtbot: QtBot, settings: Path, small: Path
) -> None:
    """F4, issue 10.9: the view names what keeps agents out, and one button tries once more."""
    tries: list[Engine] = []
    whole = vault_server(None)

    def serve(engine: Engine) -> Service:
        tries.append(engine)
        if len(tries) == 1:
            raise OSError("no socket is left")
        return whole(engine)

    window = make_window(qapp, WindowSettings(settings), serve=serve)
    window.show()
    window.resize(1280, 800)
    window.controller.open(small)
    qtbot.waitUntil(lambda: window.session is not None and bool(window.session.not_served))
    window.show_view("agents")
    view = window.views["agents"]
    assert isinstance(view, AgentsView)
    qtbot.waitUntil(view.again.isVisible)
    assert view.address.text() == "Agents cannot use this vault: no socket is left"
    assert any("no socket is left" in text for text in window.banners.texts())
    view.again.click()
    qtbot.waitUntil(lambda: window.session is not None and window.session.service is not None)
    qtbot.waitUntil(view.switches["service.enabled"].isEnabled)
    qtbot.waitUntil(view.again.isHidden)
    assert len(tries) == 2 and window.session is not None and not window.session.not_served
    window.close()
    window.controller.wait_closed()
    window.deleteLater()
    qtbot.wait(1)


def _shown(window: MainWindow, qtbot: QtBot) -> AgentsView:
    window.show_view("agents")
    view = window.views["agents"]
    assert isinstance(view, AgentsView)
    qtbot.waitUntil(lambda: view.table.rowCount() > 0 and view.switches["service.enabled"].isEnabled())
    return view


def _service(window: MainWindow) -> Service:
    assert window.session is not None and window.session.service is not None
    return window.session.service


def _call(window: MainWindow, tool: str, **arguments: object) -> dict[str, object]:
    kit = "server-memory" if "entities" in tool else "own"
    caller = Caller("claude-code", "2.1", kit=kit)
    return _service(window).desk.ask(caller, "call", {"name": tool, "arguments": arguments})


def test_no_button_is_left_alone_in_a_narrow_window(served: MainWindow, qtbot: QtBot) -> None:
    """F1: at 1024×700 and 150 % what wraps above the list of agents has company, and the switches begin at the left."""
    view = _shown(served, qtbot)
    left = min(box.x() for box in view.switches.values())
    for width in range(640, 1000, 30):
        served.resize(width, 466)
        qtbot.wait(1)
        buttons = [view.calls, view.approve, view.pause, view.revoke, view.remove]
        lines = [sum(abs(other.y() - one.y()) < one.height() for other in buttons) for one in buttons]
        assert 1 not in lines, (width, lines)
        assert min(box.x() for box in view.switches.values()) == left
        assert next(iter(view.switches.values())).x() == left, width


@pytest.mark.long
def test_calls_show_as_they_come_with_their_explanation_and_undo(served: MainWindow, qtbot: QtBot) -> None:
    """F4: each call of an agent is shown at once; a recall opens its explanation, and a write is taken back."""
    view = _shown(served, qtbot)
    _call(served, "remember", content="Ann likes trains")
    _call(served, "recall", query="green tea")
    _call(served, "get", id="mem_nothere")
    feed = view.feed
    qtbot.waitUntil(lambda: [one.tool for one in _rows(view)][:3] == ["get", "recall", "remember"])
    failed, recalled, wrote = _rows(view)[:3]
    assert failed.error and wrote.agent == "claude-code" and recalled.ms is not None
    view.tabs.setCurrentWidget(feed)
    feed.table.selectRow(1)
    qtbot.waitUntil(lambda: feed.memories.topLevelItemCount() > 0)
    assert not feed.undo.isEnabled()
    feed.memories.setCurrentItem(feed.memories.topLevelItem(0))
    qtbot.waitUntil(lambda: served.inspector.shown.hit is not None)
    with qtbot.waitSignal(view.search_requested) as asked:
        feed.again.click()
    assert asked.args == ["green tea"]
    served.show_view("agents")
    feed.table.selectRow(2)
    qtbot.waitUntil(feed.undo.isEnabled)
    feed.undo.click()
    engine = served.session.engine  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: engine.memory_counts().get("active") == 1)
    results = [feed.model.index(row, 3) for row in range(3)]
    qtbot.waitUntil(lambda: results[2].data() == "Undone  ·  Kept")
    assert results[1].data().startswith("1 memory found") and results[0].data().startswith("Failed: ")
    assert feed.model.index(2, 2).data(STRUCK) and not feed.model.index(2, 3).data(STRUCK)
    qtbot.waitUntil(lambda: not served.session.runner.busy())  # type: ignore[union-attr]  # undone
    served.redo()
    qtbot.waitUntil(lambda: results[2].data() == "Kept")


@pytest.mark.long
def test_what_was_learned_of_an_agents_turn_is_listed_with_its_call(served: MainWindow, qtbot: QtBot) -> None:
    """F4, issue 10: the call that recorded a turn lists the turn's messages, and what is learned of them as it comes."""
    view = _shown(served, qtbot)
    _call(served, "process_turn", user_input="I live in Porto.", final_response="Nice.", session_id="s")
    feed = view.feed
    qtbot.waitUntil(lambda: [one.tool for one in _rows(view)][:1] == ["process_turn"])
    view.tabs.setCurrentWidget(feed)
    feed.table.selectRow(0)

    def listed() -> set[str]:
        return {feed.memories.topLevelItem(row).text(0) for row in range(feed.memories.topLevelItemCount())}

    qtbot.waitUntil(lambda: listed() >= {"Nice."} and feed.memories.topLevelItemCount() >= 3)
    engine = served.session.engine  # type: ignore[union-attr]
    fact = [one.content for one in engine.page(engine.keys(RecordFilter())) if one.kind == "fact"]
    assert fact and set(fact) <= listed() and feed.undo.isEnabled()


def test_both_steps_of_a_memory_are_marked_as_undone(served: MainWindow, qtbot: QtBot) -> None:
    """F4, F5: where a remember and a forget of the same memory are undone, both rows say so, though nothing came back."""
    view = _shown(served, qtbot)
    made = _call(served, "remember", content="Ann likes trains")["structuredContent"]
    _call(served, "forget", ids=[made["id"]])  # type: ignore[index]
    model = view.feed.model
    qtbot.waitUntil(lambda: [one.tool for one in _rows(view)][:2] == ["forget", "remember"])
    for row in (1, 0):
        view._undo(_rows(view)[row].commands)
        qtbot.waitUntil(lambda row=row: model.index(row, 3).data().startswith("Undone"))  # type: ignore[misc]


@pytest.mark.parametrize("tool", ["forget", "delete_entities"])
def test_what_an_agent_forgot_is_listed_and_opens(served: MainWindow, qtbot: QtBot, tool: str) -> None:
    """F4: beside a call that forgot a memory its text stands, with its status, and opens; once it is undone the memory
    is listed as it is again."""
    view = _shown(served, qtbot)
    if tool == "forget":
        made = _call(served, "remember", content="Ann likes trains")["structuredContent"]
        _call(served, "forget", ids=[made["id"]])  # type: ignore[index]
    else:
        entity = {"name": "Ann", "entityType": "person", "observations": ["likes trains"]}
        _call(served, "create_entities", entities=[entity])
        _call(served, "delete_entities", entityNames=["Ann"])
    feed = view.feed
    qtbot.waitUntil(lambda: [one.tool for one in _rows(view)][:1] == [tool])
    if tool == "forget":
        assert feed.model.index(0, 3).data() == "1 memory forgotten"
    view.tabs.setCurrentWidget(feed)
    feed.table.selectRow(0)
    qtbot.waitUntil(lambda: feed.memories.topLevelItemCount() > 0)
    items = [feed.memories.topLevelItem(row) for row in range(feed.memories.topLevelItemCount())]
    assert {one.text(1) for one in items} == {"Forgotten"}
    item = next(one for one in items if one.text(0).endswith("likes trains"))
    feed.memories.setCurrentItem(item)
    qtbot.waitUntil(lambda: served.inspector.shown.memory.content.endswith("likes trains"))
    qtbot.waitUntil(feed.undo.isEnabled)
    feed.undo.click()
    qtbot.waitUntil(lambda: feed.model.index(0, 3).data().startswith("Undone"))
    feed.table.selectRow(1)
    feed.table.selectRow(0)
    qtbot.waitUntil(lambda: feed.memories.topLevelItemCount() > 0 and not feed.memories.topLevelItem(0).text(1))


def test_an_edit_of_the_log_is_one_row_without_ids(tmp_path: Path) -> None:
    """F4, F5: an agent's edit from before the vault was opened is one row, “Edited”; nothing is said to be forgotten."""
    with vault_at(tmp_path / "v") as vault:
        first = vault.remember("Ann likes trains", actor="agent:beta").memory
        second = vault.edit(first.id, "Ann likes boats", actor="agent:beta")
        vault.forget([second.id], actor="agent:beta")
        rows = of_entries(vault.events(actor="agent:beta", before=vault.head + 1, limit=99))
    told = sorted((one.tool, one.what) for one in rows)
    assert [tool for tool, _ in told] == ["Added", "Edited", "Forgotten"]
    assert "Ann likes boats" in told[1][1] and not any("mem_" in what for _, what in told)


def test_an_agent_that_is_removed_from_the_list_can_be_put_back(served: MainWindow, qtbot: QtBot) -> None:
    """F4: the row of an agent that was taken off the list counts what it wrote, and the banner brings it back."""
    view = _shown(served, qtbot)
    _call(served, "remember", content="Ann likes trains")
    _call(served, "recall", query="trains")
    qtbot.waitUntil(lambda: view.table.rowCount() == 2)

    def cells() -> list[str]:
        row = next(n for n in range(2) if view.table.item(n, 0).text().startswith("claude-code"))
        view.table.selectRow(row)
        return [view.table.item(row, column).text() for column in (1, 4, 5)]

    qtbot.waitUntil(lambda: cells() == ["Connected", "2", "1"])
    told: list[Message] = []
    view.message.connect(told.append)
    view.remove_action.trigger()
    qtbot.waitUntil(lambda: cells() == ["In the log only", "", "1"])
    assert told[-1].action == "Undo" and told[-1].on_action is not None
    told[-1].on_action()
    qtbot.waitUntil(lambda: cells()[1:] == ["2", "1"])


def _rows(view: AgentsView):  # type: ignore[no-untyped-def]
    model = view.feed.model
    return [model.doing(row) for row in range(model.rowCount())]


def test_agents_of_the_past_are_known_from_the_log(served: MainWindow, qtbot: QtBot) -> None:
    """F4: an agent that used the vault before is listed, and what it did is in the feed."""
    view = _shown(served, qtbot)
    assert [view.table.item(0, column).text() for column in (0, 1)] == ["old-helper", "In the log only"]
    before = [view.table.item(0, column).text() for column in range(2, 7)]
    view.table.selectRow(0)
    view.revoke.click()
    qtbot.waitUntil(lambda: view.table.item(0, 1).text() == "Revoked")
    assert [view.table.item(0, column).text() for column in range(2, 7)] == before, "a decision is no call"
    assert before[3] == "1"
    assert {(one.agent, one.tool) for one in _rows(view)} == {("old-helper", "Added"), ("old-helper", "Recalled")}
    view.show_calls()
    assert view.tabs.currentWidget() is view.feed and view.feed.model.rowCount() == 2


def test_an_agent_that_is_gone_is_shown_as_not_connected(served: MainWindow, qtbot: QtBot) -> None:
    """F4: the list follows the time: an agent that is silent for more than two minutes is no longer connected."""
    view = _shown(served, qtbot)
    _call(served, "recall", query="tea")
    qtbot.waitUntil(lambda: view.table.rowCount() == 2)
    qtbot.waitUntil(lambda: "1 connected" in view.summary.text())
    agents = _service(served)._agents
    now = agents._clock
    agents._clock = lambda: now() + timedelta(minutes=11)
    assert view._passing.isActive()
    view._passing.timeout.emit()
    qtbot.waitUntil(lambda: "0 connected" in view.summary.text())
    assert "Not connected" in {view.table.item(row, 1).text() for row in range(2)}


def _undo_after_the_message(served: MainWindow, qtbot: QtBot) -> None:
    """Also when the message of a pause is gone, Undo means the pause; but first what a person did, or did again, after
    it."""
    view, session = served.current_view, served.session
    assert isinstance(view, AgentsView) and session is not None
    view.pause.click()
    qtbot.waitUntil(lambda: "paused" in served.commands.undo.text())
    served.banners.clear()
    with qtbot.waitSignal(session.commands.done):
        session.commands.remember(Draft(content="Written after the pause"))
    qtbot.waitUntil(lambda: served.commands.undo.text() == "&Undo new memory")
    with qtbot.waitSignal(session.commands.done):
        served.undo()
    qtbot.waitUntil(lambda: "paused" in served.commands.undo.text())
    with qtbot.waitSignal(session.commands.done):
        served.undo_these((session.engine.undo_stacks().undo[0].command,))  # the step from before the pause
    qtbot.waitUntil(lambda: served.commands.redo.isEnabled())
    with qtbot.waitSignal(session.commands.done):
        served.redo()
    qtbot.waitUntil(lambda: served.commands.undo.text() == "&Undo new memory")
    with qtbot.waitSignal(session.commands.done):
        served.undo()
    qtbot.waitUntil(lambda: "paused" in served.commands.undo.text())
    served.commands.undo.trigger()
    qtbot.waitUntil(lambda: "paused" not in served.commands.undo.text())
    with qtbot.waitSignal(session.commands.done):
        served.redo()
    qtbot.waitUntil(lambda: served.commands.undo.text() == "&Undo new memory")


def test_an_agent_is_paused_revoked_and_needs_approval(served: MainWindow, qtbot: QtBot) -> None:
    """F4: a person pauses an agent, has its writes wait in Review, and revokes it; each can be taken back."""
    view = _shown(served, qtbot)
    _call(served, "recall", query="tea")
    qtbot.waitUntil(lambda: view.table.rowCount() == 2)
    row = next(n for n in range(2) if view.table.item(n, 0).text().startswith("claude-code"))
    view.table.selectRow(row)

    def status(word: str) -> None:
        qtbot.waitUntil(lambda: view.table.item(view.table.currentRow(), 1).text() == word)

    status("Connected")
    view.pause.click()
    status("Paused")
    assert _call(served, "recall", query="tea")["isError"]
    view.pause.click()
    status("Connected")
    view.approve.click()
    status("Connected, needs approval")
    _call(served, "remember", content="Ann likes boats")
    engine = served.session.engine  # type: ignore[union-attr]
    assert [one.draft.content for one in engine.gates.held()] == ["Ann likes boats"]
    view.approve.click()
    status("Connected")
    with qtbot.waitSignal(served.session.commands.done):  # type: ignore[union-attr]
        served.session.commands.remember(Draft(content="Written by hand"))  # type: ignore[union-attr]
    view.pause.click()
    status("Paused")
    served.undo()
    status("Connected")
    assert engine.undo_stacks().undo[0].name == "new memory", "Ctrl+Z took back the pause alone"
    _undo_after_the_message(served, qtbot)
    status("Connected")
    view.revoke.click()
    status("Revoked")
    assert _call(served, "recall", query="tea")["isError"] and not view.remove.isEnabled()
    assert not view.pause.isEnabled() and "revoked" in view.remove.toolTip()
    with qtbot.waitSignal(view.message) as told:
        view.revoke.click()
    assert "needs a new one" in told.args[0].text, "its own token stays ended"


def test_agents_keep_their_places(served: MainWindow, qtbot: QtBot) -> None:
    """F4: agents are listed by name, so that a call changes no places under the pointer that is about to pause one."""
    view = _shown(served, qtbot)
    desk = _service(served).desk

    def names() -> list[str]:
        return [row.agent.name for row in view._rows]

    for number, name in enumerate(("beta", "Alpha", "beta", "Alpha"), 1):
        desk.ask(Caller(name, "1"), "call", {"name": "recall", "arguments": {"query": "tea"}})
        view.refresh()
        calls = (number + 1) // 2
        qtbot.waitUntil(
            lambda name=name, calls=calls: (name, calls) in [(r.agent.name, r.agent.calls) for r in view._rows]
        )  # type: ignore[misc]
        assert names() == sorted(names(), key=str.casefold)


def test_the_server_is_switched_on_with_its_address(served: MainWindow, qtbot: QtBot) -> None:
    """F4: agents over HTTP are let in by a switch that Undo takes back, and the address is shown to be copied."""
    view = _shown(served, qtbot)
    assert not view.address.text()
    view.switches["service.enabled"].click()
    qtbot.waitUntil(lambda: view.address.text() == _service(served).url)
    view.copy.click()
    assert QGuiApplication.clipboard().text() == _service(served).url
    served.undo()
    qtbot.waitUntil(lambda: not view.address.text())


def test_settings_for_known_clients_are_copied(served: MainWindow, qtbot: QtBot) -> None:
    """F4: the settings for each known client name this vault, or its address and a token, and can be copied; the token
    is seen only while somebody asks for it."""
    view = _shown(served, qtbot)
    tab, engine = view.connecting, served.session.engine  # type: ignore[union-attr]
    view.tabs.setCurrentWidget(tab)
    for row in range(tab.clients.count()):
        tab.clients.setCurrentRow(row)
        title = tab.clients.item(row).text()
        qtbot.waitUntil(lambda title=title: tab.where.text().startswith(title))
        assert (_service(served).url if "HTTP" in title else str(engine.path)) in tab.text.toPlainText()
        assert tab.reveal.isHidden() == ("HTTP" not in title)
    token = _service(served).token
    assert token not in tab.text.toPlainText()
    tab.copy.click()
    assert token in QGuiApplication.clipboard().text()
    tab.reveal.click()
    assert token in tab.text.toPlainText() and QGuiApplication.clipboard().text() == tab.text.toPlainText()
    tab.clients.setCurrentRow(0)
    qtbot.waitUntil(lambda: str(engine.path) in tab.text.toPlainText())
    tab.clients.setCurrentRow(tab.clients.count() - 1)
    qtbot.waitUntil(lambda: "Bearer" in tab.text.toPlainText())
    assert token not in tab.text.toPlainText(), "it is hidden again"
    tab.name.setText("my agent")
    tab.own.click()
    tab.copy.click()
    before = QGuiApplication.clipboard().text()

    def copied() -> bool:
        tab.copy.click()
        return QGuiApplication.clipboard().text() != before

    qtbot.waitUntil(copied)
    assert token not in QGuiApplication.clipboard().text() and "•" in tab.text.toPlainText()


def test_a_token_is_made_for_who_may_come_in(served: MainWindow, qtbot: QtBot) -> None:
    """F4, issue 10: Enter makes the token for the name that was typed; for an agent that is revoked none is made, and the
    view says why."""
    view = _shown(served, qtbot)
    tab, service = view.connecting, _service(served)
    view.tabs.setCurrentWidget(tab)
    tab.clients.setCurrentRow(tab.clients.count() - 1)
    qtbot.waitUntil(lambda: "Bearer" in tab.text.toPlainText())
    service.revoke("beta")
    told: list[object] = []
    tab.told.connect(told.append)
    tab.name.setText("beta")
    qtbot.keyClick(tab.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(told) == 1)
    assert (
        "beta is revoked" in str(told[0]) and not next(one for one in service.agents() if one.name == "beta").own_token
    )
    service.revoke("beta", revoked=False)
    qtbot.keyClick(tab.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert isinstance(told[1], Message) and told[1].text == "beta has a token of its own now."
    assert next(one for one in service.agents() if one.name == "beta").own_token


def test_the_page_says_whose_token_the_settings_hold(served: MainWindow, qtbot: QtBot) -> None:
    """F4: beside the settings it says for as long as they are shown whose token is in them, and a button leads back to
    those with the shared one."""
    view = _shown(served, qtbot)
    tab, service = view.connecting, _service(served)
    view.tabs.setCurrentWidget(tab)
    tab.clients.setCurrentRow(0)
    qtbot.waitUntil(lambda: bool(tab.text.toPlainText()) and tab.whose.isHidden())
    tab.clients.setCurrentRow(tab.clients.count() - 1)
    qtbot.waitUntil(lambda: not tab.whose.isHidden())
    assert tab.whose.text() == "The token in it is the one that agents share." and tab.shared.isHidden()
    tab.name.setText("zeta")
    tab.own.click()
    qtbot.waitUntil(lambda: tab.whose.text().startswith("The token in it is that of zeta alone."))
    assert tab._found is not None and tab._found.secret != service.token and not tab.shared.isHidden()
    tab.shared.click()
    qtbot.waitUntil(lambda: tab.whose.text() == "The token in it is the one that agents share.")
    assert tab._found.secret == service.token and tab.shared.isHidden()


def test_without_a_service_the_view_says_so(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F4: a window that serves no agents says so, and still has the settings for clients that start by themselves."""
    window = open_window(small)
    window.show_view("agents")
    view = window.views["agents"]
    assert isinstance(view, AgentsView)
    qtbot.waitUntil(lambda: "does not serve" in view.address.text())
    assert view.pages.currentIndex() == 1 and not view.switches["service.enabled"].isEnabled()
    qtbot.waitUntil(lambda: str(small) in view.connecting.text.toPlainText())


@pytest.mark.long
def test_until_the_service_is_there_the_view_says_that_it_starts(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F4: while the service is on its way, neither the window nor its agents are said to be without one."""
    window = open_window(small)
    view, session = window.views["agents"], window.session
    assert isinstance(view, AgentsView) and session is not None
    go_on = threading.Event()

    def never(_engine: object) -> Service:
        go_on.wait(20)
        raise KnownError("No service today.")

    session.engine.remember(Draft(content="Mara prefers black tea"), actor="agent:old-helper")
    session.serve(never)
    window.show_view("agents")
    qtbot.waitUntil(lambda: view.table.rowCount() == 1 and view.address.text() == "Starting…")
    assert view.table.item(0, 1).text() == "Starting…"
    go_on.set()
    qtbot.waitUntil(lambda: view.address.text() == "Agents cannot use this vault: No service today.")
    assert view.table.item(0, 1).text() == "In the log only"


@pytest.mark.long
def test_what_an_agent_asks_for_is_released_in_review(served: MainWindow, qtbot: QtBot) -> None:
    """F4: a held forgetting is shown with the text that would go, is carried out once it is released, which is a step of
    the person who released it: Undo names it as that, and takes it back with its release."""
    engine = served.session.engine  # type: ignore[union-attr]
    _service(served).approve_mode("claude-code")
    tea = engine.page(engine.keys(RecordFilter()))[0]
    _call(served, "forget", ids=[tea.id], reason="she changed her mind")
    served.show_view("review")
    view = served.views["review"]
    assert isinstance(view, ReviewView)
    qtbot.waitUntil(lambda: "Mara prefers green tea" in view.text.toPlainText())
    assert view.text.toPlainText().startswith("Forget 1 memory\n\nReason: she changed her mind")
    assert view.reasons.text() == "Needs approval: What this agent writes waits for approval."
    with qtbot.waitSignal(served.session.commands.done) as told:  # type: ignore[union-attr]
        view.release.click()
    assert told.args[0].undoable and len(told.args[0].commands) == 1, "the banner offers Undo"
    qtbot.waitUntil(lambda: engine.get(tea.id).status.value == "tombstone" and not engine.gates.held())
    label = "&Undo forget 1 memory (let in for agent:claude-code)"
    qtbot.waitUntil(lambda: served.commands.undo.text() == label)
    assert "forget 1 memory" not in served.commands.undo_of_agents.text()
    served.show_view("agents")
    agents = served.views["agents"]
    assert isinstance(agents, AgentsView)
    feed = agents.feed
    agents.tabs.setCurrentWidget(feed)
    qtbot.waitUntil(lambda: feed.model.index(0, 3).data() == "Held for review; released since")
    feed.table.setCurrentIndex(feed.model.index(0, 0))
    qtbot.waitUntil(feed.undo.isEnabled)
    feed.undo.click()
    qtbot.waitUntil(lambda: feed.model.index(0, 3).data() == "Held for review")
    served.show_view("review")
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 1 and len(engine.keys(RecordFilter())) == 1)
    view.discard.click()
    served.show_view("agents")
    qtbot.waitUntil(lambda: feed.model.index(0, 3).data() == "Held for review; discarded since")
    qtbot.waitUntil(lambda: "discarded since" in feed.data.toPlainText())
    assert not feed.undo.isEnabled()


def _read_everywhere(window: QWidget) -> str:
    """All that the widgets and models of a window say, shown or not, with their tool tips."""
    said: list[str] = []
    for widget in window.findChildren(QWidget):
        said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
        for name in ("text", "toPlainText", "placeholderText"):
            tell = getattr(widget, name, None)
            said += [str(tell())] if callable(tell) else []
        said += [one for action in widget.actions() for one in (action.text(), action.toolTip())]
        model = widget.model() if isinstance(widget, QAbstractItemView | QComboBox) else None
        for row in range(model.rowCount(QModelIndex())) if model is not None else ():
            for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())):
                index = model.index(row, column)
                roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
                said += [str(index.data(role) or "") for role in roles]
    return "\n".join(said)


@pytest.mark.long
def test_what_is_purged_elsewhere_is_shown_nowhere_in_the_window(served: MainWindow, qtbot: QtBot) -> None:
    """F14: after a purge on the command line, neither the feed nor a search, thread, list, banner or field that has
    the text says it, and Ctrl+Z brings none of it back."""
    view = _shown(served, qtbot)
    engine = served.session.engine  # type: ignore[union-attr]
    secret = "Ann keeps the spare key below the third stone"
    draft = CycleDraft(user_input=secret, final_response="Noted.", session_id="s", cycle_id="c", user_id="ann")
    engine.conversations.record(draft, actor="user")
    _call(served, "remember", content=secret + ".")
    _call(served, "recall", query="where is the third stone")
    served.show_view("conversations")
    talk = served.views["conversations"]
    qtbot.waitUntil(lambda: secret in _read_everywhere(talk))
    served.show_view("memories")
    qtbot.waitUntil(lambda: secret in _read_everywhere(served.views["memories"]))
    search = served.views["search"]
    assert isinstance(search, SearchView)
    served.search()
    search.set_query(secret)
    qtbot.waitUntil(lambda: bool(search.model.rowCount()))
    search.list.setCurrentIndex(search.model.index(0, 0))
    qtbot.waitUntil(lambda: served.inspector.pages.currentIndex() == 1)
    served.tell(Message(f"Added “{secret}”.", timeout_ms=0))
    served.show_view("agents")
    view.tabs.setCurrentWidget(view.feed)
    qtbot.waitUntil(lambda: view.feed.model.rowCount() > 3)
    view.feed.table.selectRow(0)
    qtbot.waitUntil(lambda: secret in _read_everywhere(view))
    ids = [one.id for one in engine.page(engine.keys(RecordFilter())) if secret in one.content]
    before = {(one.agent, one.tool, one.at) for one in _rows(view) if one.ms is not None}
    engine.purge(engine.plan_purge(ids))
    qtbot.waitUntil(lambda: view._filled and "Not kept after a purge" in {one.what for one in _rows(view)})
    assert {(one.agent, one.tool, one.at) for one in _rows(view) if one.ms is not None} == before
    for name in served.views:
        served.show_view(name)
        qtbot.wait(1)
    served.session.runner.wait_idle()  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: "third stone" not in _read_everywhere(served))
    assert not search.box.isUndoAvailable()


def test_the_arguments_of_a_call_are_lines_and_can_be_copied(served: MainWindow, qtbot: QtBot) -> None:
    """F4, issue 10: the arguments of a call are read line by line, whole, and copied as JSON; names of tools are not cut."""
    view = _shown(served, qtbot)
    content = " ".join(["Ida sells honey on Saturdays."] * 20)
    given = {"content": content, "tags": ["bees", "market"], "metadata": {"place": {"town": "Graz"}}}
    _call(served, "remember", **given)
    feed = view.feed
    qtbot.waitUntil(lambda: [one.tool for one in _rows(view)][:1] == ["remember"])
    view.tabs.setCurrentWidget(feed)
    assert not feed.data.copy_data.isVisible()
    feed.table.selectRow(0)
    told = feed.data.toPlainText().splitlines()
    assert f"Content: {content}" in told and "Tags: bees, market" in told and "        Town: Graz" in told
    assert feed.data.copy_data.isVisible()
    feed.data.copy_data.click()
    assert json.loads(QGuiApplication.clipboard().text()) == given
    metrics = feed.table.fontMetrics()
    assert feed.table.columnWidth(1) > metrics.horizontalAdvance("forgetting_schedule")
    feed.drop_texts()
    assert feed.data.toPlainText() == "" and not feed.data.copy_data.isVisible()


def test_a_recall_of_the_log_stands_at_the_time_when_it_was_asked() -> None:
    """F4: it is written up to a minute later, maybe after its agent was revoked; what else the log tells was written at
    once."""
    asked = datetime(2026, 11, 23, 6, 0, 37, tzinfo=UTC)
    written = asked + timedelta(seconds=63)
    payload = {"query": "boiler", "ids": [], "at": "2026-11-23T06:00:37.000000Z"}
    recall = of_entry(HistoryEntry(5, written, "RECALL", "agent:beta", "Recalled for “boiler”", payload))
    assert (recall.at, recall.query, recall.commands) == (asked, "boiler", ())
    old = of_entry(HistoryEntry(5, written, "RECALL", "agent:beta", "Recalled for “boiler”", {"query": "boiler"}))
    new = of_entry(HistoryEntry(6, written, "INGEST", "agent:beta", "New memory", {"at": "yesterday"}))
    assert old.at == new.at == written and new.commands == (6,)


@pytest.mark.long
def test_all_agents_are_paused_from_the_tray(served: MainWindow, qtbot: QtBot) -> None:
    """F4, issue 13: “Pause agents” in the tray's menu pauses all agents and says so; they go on from there again, and one
    that was paused alone before stays paused. Its message takes it back."""
    service = _service(served)
    for name in ("one", "two", "three"):
        service.desk.ask(Caller(name, "1"), "call", {"name": "recall", "arguments": {"query": "tea"}})
    service.pause("three")
    action, said = served.tray.pausing, served.banners.texts
    qtbot.waitUntil(lambda: action.isEnabled() and action.text() == "Pause agents")
    action.trigger()
    qtbot.waitUntil(lambda: "2 agents are paused: their calls are refused." in said())
    assert all(one.paused for one in service.agents())
    qtbot.waitUntil(lambda: action.text() == "Let agents go on")
    action.trigger()
    qtbot.waitUntil(lambda: "2 agents go on." in said())
    assert {one.name for one in service.agents() if one.paused} == {"three"}
    qtbot.waitUntil(lambda: action.text() == "Pause agents")
    [banner] = [one for one in served.banners._banners if one.message.text == "2 agents go on."]
    banner.act()
    qtbot.waitUntil(lambda: all(one.paused for one in service.agents()))
