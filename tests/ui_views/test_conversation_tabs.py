"""The tabs of the Conversations view beside the threads: users, background work and skills."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.bridge.sync_worker import SyncWorker
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.conversation.retention import Retention
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.conversation.summary import ConversationSummary, empty_summary, revised
from memory_desktop.engine.conversation.jobs import CANCELLED, DONE, WAITING
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with a turn of each of two users, taken into their summaries."""
    path = tmp_path / "talks"
    with open_vault(path, create=True, name="Talks") as engine:
        for user, said in (("ann", "My name is Ann and I love sailing in Oslo."), ("bob", "I prefer tea.")):
            engine.conversations.record(
                CycleDraft(user_input=said, session_id=f"of {user}", user_id=user, title=said[:7])
            )
        while engine.conversations.work():
            pass
    return path


def _shown(window: MainWindow) -> ConversationsView:
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    window.show_view("conversations")
    return view


def _row(view: ConversationsView, number: int, column: int) -> str:
    item = view.jobs.jobs.topLevelItem(number)
    assert item is not None
    return item.text(column)


@pytest.mark.long
def test_the_summary_of_a_user_is_read_and_edited_and_what_to_remember_is_set(
    open_window: OpenWindow, vault: Path, qtbot: QtBot
) -> None:
    """B12.5: name, lists, and what is remembered for how long are shown for each user, saved in one step of undo, and
    told by conversation; what was typed survives a change that comes meanwhile."""
    window = open_window(vault)
    view, session = _shown(window), window.session
    assert session is not None
    talk, users = session.engine.conversations, view.users
    view.tabs.setCurrentWidget(users)
    qtbot.waitUntil(lambda: users.who.count() == 2 and users.changes.topLevelItemCount() > 0)
    users.who.setCurrentIndex(users.who.findData("ann"))
    users.who.activated.emit(users.who.currentIndex())
    form = users.form
    qtbot.waitUntil(lambda: form.identity["user_name"].text() == "Ann")
    assert form.lists["topics"].entries() == list(talk.summary("ann").key_topics) and not users.save.isEnabled()
    assert users.changes.topLevelItem(0).text(0).startswith("My name")
    change, metrics = users.changes.topLevelItem(0).child(0), users.changes.fontMetrics()

    def is_whole() -> bool:
        """The change has as many lines as its words need beside what shows the hierarchy."""
        shown = users.changes.visualItemRect(change)
        lines = metrics.horizontalAdvance(change.text(0)) / (shown.right() - 2 * users.changes.indentation())
        return shown.height() > metrics.height() * max(1.0, lines)

    window.resize(1024, 700)
    qtbot.waitUntil(is_whole)
    form.identity["user_name"].setText("Anna")
    form.identity["user_name"].written.emit("Anna")
    form.lists["points"].setPlainText("Likes to sail\n\nLikes to sail")
    form.days.setValue(30)
    form.words.setPlainText("secret")
    form.kinds["rule"].setChecked(False)
    assert users.save.isEnabled()
    talk.edit_summary("ann", {"topics": [*talk.summary("ann").key_topics, "boats"]})
    qtbot.waitUntil(lambda: users.changes.topLevelItem(0).text(0).startswith("By hand"))
    assert form.identity["user_name"].text() == "Anna", "what was typed is not lost by a change that comes meanwhile"
    users.save.click()
    qtbot.waitUntil(lambda: talk.summary("ann").identity["user_name"] == "Anna")
    now = talk.summary("ann")
    assert now.context_points == ("Likes to sail",) and "boats" in now.key_topics
    assert now.retention == Retention(30.0, ("secret",), (), ("rule",))
    qtbot.waitUntil(lambda: not form.dirty() and not users.save.isEnabled())
    assert "secret" in form.words.entries() and "boats" in form.lists["topics"].entries()
    window.undo()
    qtbot.waitUntil(lambda: form.identity["user_name"].text() == "Ann" and form.days.value() == 0)


@pytest.mark.long
def test_what_undo_took_back_is_not_by_hand(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """B12.5, issue 10: after a turn was undone its changes of the summary say so, and what took them back is Undo's."""
    window = open_window(vault)
    view, users = _shown(window), window.views["conversations"].users
    view.tabs.setCurrentWidget(users)
    qtbot.waitUntil(lambda: users.who.count() == 2 and users.changes.topLevelItemCount() > 0)
    window.undo()

    def told() -> list[tuple[str, bool]]:
        tops = [users.changes.topLevelItem(row) for row in range(users.changes.topLevelItemCount())]
        return [(top.text(0).partition("  ·  ")[0], top.child(0).text(0).startswith("Undone: ")) for top in tops]

    qtbot.waitUntil(lambda: users.who.count() > 0)
    users.who.setCurrentIndex(users.who.findData("bob"))
    users.who.activated.emit(users.who.currentIndex())
    qtbot.waitUntil(lambda: told() == [("Taken back by Undo", False), ("A conversation that is gone", True)])


@pytest.mark.long
def test_what_redo_brought_back_is_not_taken_back(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """B12.5, F5: an edit of a summary that was undone and redone is listed as by hand, taken back, and brought back; of a
    summary that no turn has changed no number of updates is told."""
    window = open_window(vault)
    view, session = _shown(window), window.session
    assert session is not None
    talk, users = session.engine.conversations, view.users
    view.tabs.setCurrentWidget(users)
    talk.edit_summary("carl", {"topics": ["boats"]})
    session.engine.undo()
    session.engine.redo()
    qtbot.waitUntil(lambda: users.who.findData("carl") >= 0)
    users.who.setCurrentIndex(users.who.findData("carl"))
    users.who.activated.emit(users.who.currentIndex())
    groups = ["Brought back by Redo", "Taken back by Undo", "By hand"]

    def told() -> list[str]:
        tops = [users.changes.topLevelItem(row) for row in range(users.changes.topLevelItemCount())]
        return [top.text(0).partition("  ·  ")[0] for top in tops]

    qtbot.waitUntil(lambda: told() == groups)
    assert users.state.text().startswith("Updated ") and "update" not in users.state.text()


def test_an_edit_keeps_what_came_after_it_was_begun() -> None:
    """B6: a list that a person edits loses only what they removed, and keeps what was added meanwhile."""
    shown = ConversationSummary(summary_id="x", user_id="", key_topics=("tea", "cake"))
    now = ConversationSummary(summary_id="x", user_id="", key_topics=("tea", "cake", "boats"))
    assert revised(shown, {"topics": ["tea", "bread"], "user_name": "Ann"}, now) == {
        "topics": ["tea", "boats", "bread"],
        "user_name": "Ann",
    }
    assert revised(shown, {"topics": ["tea", "cake"]}, empty_summary("")) == {"topics": []}


@pytest.mark.long
def test_what_is_learned_is_listed_stopped_and_taken_up_again(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B9.7: turns that wait to be learned from are a job with its progress in Background work and a
    word in the status bar; cancelled they stay, run again they are learned from."""
    path = tmp_path / "waiting"
    with open_vault(path, create=True, name="Waiting") as engine:
        for number in range(3):
            said = CycleDraft(user_input=f"I love the {number}th jazz club.", session_id=f"s{number}", user_id="ann")
            engine.conversations.process(said)
    monkeypatch.setattr(SyncWorker, "start", lambda _self: None)  # the turns are worked on here, one by one
    window = open_window(path)
    view, session = _shown(window), window.session
    assert session is not None
    jobs, talk = view.jobs, session.engine.conversations
    view.tabs.setCurrentWidget(jobs)
    qtbot.waitUntil(lambda: jobs.jobs.topLevelItemCount() == 1)
    assert [_row(view, 0, column) for column in range(4)] == [
        "Learn from what was said",
        "All users",
        "Running",
        "0 of 3",
    ]
    qtbot.waitUntil(lambda: "learning from 3 turns" in window.status.sync.text())
    assert talk.work()
    qtbot.waitUntil(lambda: _row(view, 0, 3) == "1 of 3")
    jobs.jobs.setCurrentItem(jobs.jobs.topLevelItem(0))
    jobs.cancel.click()
    qtbot.waitUntil(lambda: _row(view, 0, 2) == "Cancelled" and _row(view, 0, 5) == "2 turns left out")
    qtbot.waitUntil(lambda: "learning" not in window.status.sync.text())
    assert not talk.learning()
    jobs.jobs.setCurrentItem(jobs.jobs.topLevelItem(0))
    jobs.again.click()
    qtbot.waitUntil(talk.learning)
    while talk.work():
        pass
    qtbot.waitUntil(lambda: _row(view, 0, 2) == "Done")


@pytest.mark.long
def test_jobs_policy_and_signals_are_seen_and_controlled(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """B9.7: jobs show what they do, how far they are and what came of them, and can be started and cancelled; which
    signal starts each is switched beside them; the latest signals are shown with their payload."""
    window = open_window(vault)
    view, session = _shown(window), window.session
    assert session is not None
    talk, jobs = session.engine.conversations, view.jobs
    view.tabs.setCurrentWidget(jobs)
    qtbot.waitUntil(lambda: jobs._users != () and jobs.starts["flush"].currentData() == "stm_pressure")
    assert jobs.job_pages.currentIndex() == 1 and jobs.signal_pages.currentIndex() == 1
    assert [action.text() for action in jobs.menu().actions()][:2] == [
        "Summarise the oldest turns at hand",
        "Reflect on turns",
    ]
    jobs.run("curiosity")
    qtbot.waitUntil(lambda: [one.state for one in talk.jobs.list()] == [DONE, DONE])
    qtbot.waitUntil(lambda: jobs.jobs.topLevelItemCount() == 2 and _row(view, 1, 2) == "Done")
    assert _row(view, 0, 0) == "List gaps" and {_row(view, n, 1) for n in (0, 1)} == {"ann", "bob"}
    assert _row(view, 0, 3) == "1 of 1" and _row(view, 0, 5)
    jobs.jobs.setCurrentItem(jobs.jobs.topLevelItem(0))
    assert jobs.tabs.currentWidget() is jobs.read, "all of what it came to can be read and copied"
    assert talk.jobs.list()[0].note in jobs.result.text() and jobs.result.text().startswith("List gaps · ")
    jobs.whom.setCurrentIndex(jobs.whom.findData("bob"))
    jobs.run("self_assessment")
    qtbot.waitUntil(lambda: [one.state for one in talk.jobs.list()] == [DONE] * 3)
    assert (talk.jobs.list()[0].kind, talk.jobs.list()[0].user_id) == ("self_assessment", "bob")
    session.sync_worker.stop()
    waiting = talk.jobs.request("discovery", "ann")
    qtbot.waitUntil(lambda: jobs.jobs.topLevelItemCount() == 4)
    assert waiting.state == WAITING and _row(view, 0, 2) == "Waiting"
    jobs.jobs.setCurrentItem(jobs.jobs.topLevelItem(0))
    jobs.cancel.click()
    qtbot.waitUntil(lambda: _row(view, 0, 2) == "Cancelled" and not jobs.cancel.isEnabled())
    assert talk.jobs.list()[0].state == CANCELLED
    jobs.again.click()  # what did not come to its end can be run again
    qtbot.waitUntil(lambda: jobs.jobs.topLevelItemCount() == 5 and _row(view, 0, 2) == "Waiting")
    again = talk.jobs.list()[0]
    assert (again.kind, again.user_id) == (waiting.kind, waiting.user_id) and talk.jobs.cancel(again.number)
    box = jobs.starts["curiosity"]
    box.setCurrentIndex(box.findData("query_metrics"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: talk.policy.table()["curiosity"] == "query_metrics")
    with qtbot.waitSignal(jobs.preferences_requested) as asked:
        jobs.preferences_requested.emit("policy")
    assert asked.args == ["policy"]
    talk.query_memory(MemoryQuery(user_id="ann", query_text="sailing"))
    qtbot.waitUntil(lambda: jobs.signals.topLevelItemCount() == 1)
    row = jobs.signals.topLevelItem(0)
    assert row.text(0).startswith("Question asked: ") and row.text(1) == "ann" and "stm_hits: " in row.toolTip(0)
    assert len(talk.signals.latest()) == 1


@pytest.mark.long
def test_skills_are_made_changed_retired_and_tried(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """E8.9: the window lists skills, makes, changes and retires them, and says which a request would match, with the
    similarity, the threshold and the near misses; what was tried is tried again when the skills change."""
    window = open_window(vault)
    view, session = _shown(window), window.session
    assert session is not None
    library, skills = session.engine.conversations.skills, view.skills
    view.tabs.setCurrentWidget(skills)
    qtbot.waitUntil(lambda: skills.number.text() == "0 skills")
    skills.start_new()
    skills.name.setText("weather")
    assert not skills.save.isEnabled() and "Still needed" in skills.state.text()
    skills.purpose.setText("Tells the weather for a place")
    skills.prompt.setPlainText("Use weather.forecast.")
    skills.examples.setPlainText("Will it rain tomorrow?\nHow strong is the wind?")
    skills.save.click()
    qtbot.waitUntil(lambda: skills.list.count() == 1 and not skills.changed())
    made = library.get("weather")
    assert made.examples == ("Will it rain tomorrow?", "How strong is the wind?") and skills.skill() == made
    library.create(Skill("mail", "Reads and writes mail", "Use mail.search.", ("Find the mail from my landlord",)))
    qtbot.waitUntil(lambda: skills.list.count() == 2)
    assert skills.name.text() == "weather", "another skill does not take the place of the one that is shown"
    skills.request.setText("Will it rain on Sunday?")
    skills.try_request()
    qtbot.waitUntil(lambda: skills.matches.topLevelItemCount() > 0)
    found, first = library.match("Will it rain on Sunday?"), skills.matches.topLevelItem(0)
    best = (found.matched or found.near_misses)[0]
    word = "Matches" if found.matched else "Near miss"
    assert [first.text(n) for n in (0, 1)] == [f"weather: “{best.phrase}”", f"{word}, {best.similarity:.2f}"]
    assert f"{found.threshold:.2f}" in skills.told.text()
    skills.prompt.setPlainText("Use weather.now.")
    skills.save.click()
    qtbot.waitUntil(lambda: library.get("weather").prompt == "Use weather.now.")
    qtbot.waitUntil(lambda: not skills.changed() and skills.list.count() == 2)
    skills.retire.click()
    qtbot.waitUntil(lambda: [one.name for one in library.list()] == ["mail"])
    qtbot.waitUntil(lambda: skills.list.count() == 1 and skills.name.text() == "mail")

    def matched() -> list[str]:
        return [skills.matches.topLevelItem(row).text(0) for row in range(skills.matches.topLevelItemCount())]

    qtbot.waitUntil(lambda: not any("weather" in one for one in matched()))
    assert "similarity of" in skills.told.text(), "the request was tried again"
    window.undo()
    qtbot.waitUntil(lambda: skills.list.count() == 2 and any("weather" in one for one in matched()))
    for name in ("weather", "mail"):
        library.retire(library.get(name).id)
    qtbot.waitUntil(lambda: skills.number.text() == "0 skills" and not matched())
    assert skills.told.text().startswith("An agent that asks this would get")
