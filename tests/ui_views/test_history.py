"""History, Review, Recall lab, Health, Preferences and the model wizard, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from memory_desktop.core.errors import HeldBackError
from memory_desktop.core.memory.held import REQUEST, HeldChange
from memory_desktop.core.migration import Stage
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.health.health_view import HealthView
from memory_desktop.ui.history.history_view import HistoryView
from memory_desktop.ui.lab.lab_view import LabView
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.migration.wizard import MigrationWizard
from memory_desktop.ui.review.review_view import ReviewView
from memory_desktop.ui.window.banner import Banner
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.preferences import PreferencesDialog
from memory_desktop.ui.wrapping import SelectableText
from tests.helpers import with_damaged_records
from tests.ui.conftest import HTML, SIZE, OpenWindow
from tests.ui_views.conftest import ask, searching


def history(window: MainWindow) -> HistoryView:
    window.show_view("history")
    view = window.views["history"]
    assert isinstance(view, HistoryView)
    return view


def contents(window: MainWindow) -> set[str]:
    engine = window.session.engine
    return {memory.content for memory in engine.page(engine.keys(RecordFilter()))}


def shown(window: MainWindow) -> int:
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    return view.model.rowCount()


# --- history ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_log_is_listed_filtered_and_grows(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: newest first; by type and item; a new event appears on top while the selection stays."""
    window = open_window(small)
    events = history(window).events
    QAbstractItemModelTester(events.model, QAbstractItemModelTester.FailureReportingMode.Warning)
    qtbot.waitUntil(lambda: events.model.rowCount() == 6)
    assert [events.model.entry(row).seq for row in range(6)] == [6, 5, 4, 3, 2, 1]
    events.table.selectRow(2)
    entry = events.current()
    assert entry is not None
    assert '"content": "Lisbon was warm"' in events.payload.toPlainText()
    qtbot.waitUntil(lambda: bool(window.inspector.shown.memory and window.inspector.shown.memory.id == entry.item))
    window.session.engine.remember("something new")
    qtbot.waitUntil(lambda: events.model.rowCount() == 7)
    assert events.current() == entry
    events.show_item(entry.item)
    qtbot.waitUntil(lambda: events.model.rowCount() == 1)
    events.clear_filter()
    qtbot.waitUntil(lambda: events.model.rowCount() == 7)
    qtbot.waitUntil(lambda: events.type.findData("VAULT") > 0)
    events.type.setCurrentIndex(events.type.findData("VAULT"))
    events.type.activated.emit(events.type.currentIndex())
    qtbot.waitUntil(lambda: events.model.rowCount() == 1)


@pytest.mark.long
def test_older_events_are_fetched_when_wanted(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """F1: a log of thousands is paged, in order and without gaps."""
    window = open_window(big)
    model = history(window).events.model
    qtbot.waitUntil(lambda: model.rowCount() >= 200)
    for pages in (400, 600):
        qtbot.waitUntil(lambda: model.canFetchMore(model.index(-1, -1)))
        model.fetchMore(model.index(-1, -1))
        qtbot.waitUntil(lambda pages=pages: model.rowCount() >= pages)
    seqs = [model.entry(row).seq for row in range(model.rowCount())]
    assert seqs == list(range(seqs[0], seqs[0] - len(seqs), -1))


@pytest.mark.long
def test_time_travel_makes_the_window_read_only(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F10: Memories, Search and the inspector show the moment; nothing can be changed; and there is a way back."""
    window = open_window(small)
    session = window.session
    tea = next(m for m in session.engine.page(session.engine.keys(RecordFilter())) if "tea" in m.content)
    session.engine.forget(tea.id)
    qtbot.waitUntil(lambda: shown(window) == 4)
    view = history(window)
    view.picker.set_value(3)
    view.look.click()
    qtbot.waitUntil(lambda: session.past is not None)
    assert not window.past_bar.isHidden()
    assert "event 3 of 7" in window.past_bar.text.text()
    window.show_view("memories")
    qtbot.waitUntil(lambda: shown(window) == 2)
    memories = window.views["memories"]
    assert isinstance(memories, MemoriesView)
    memories.table.selectAll()
    assert not memories.forget_action.isEnabled()
    assert not memories.new_action.isEnabled()
    search = searching(window)
    ask(qtbot, search, "tea")
    assert search.model.answer.as_of == 3
    assert [hit.memory.id for hit in search.model.answer.hits][:1] == [tea.id]
    window.inspector.show_id(tea.id)
    qtbot.waitUntil(lambda: bool(window.inspector.shown.memory))
    assert window.inspector.shown.memory.status.value == "active"
    assert window.inspector.edit.isHidden()
    window.back_to_now()
    qtbot.waitUntil(lambda: session.past is None)
    qtbot.waitUntil(lambda: shown(window) == 4)
    assert window.past_bar.isHidden()
    window.show_view("memories")
    memories.table.selectAll()
    assert memories.forget_action.isEnabled()


def test_the_time_slider_goes_where_it_is_clicked(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """F10: a click in the middle chooses the middle of the log."""
    window = open_window(big)
    picker = history(window).picker
    head = window.session.engine.head
    qtbot.waitUntil(lambda: picker.value() == head)
    slider = picker.slider
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert picker.value() == pytest.approx(head / 2, rel=0.02)


@pytest.mark.long
def test_a_memory_is_brought_back_from_the_past(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F10: selecting in the past and bringing it back makes it so now, and Undo takes that back."""
    window = open_window(small)
    session = window.session
    session.engine.forget([m.id for m in session.engine.page(session.engine.keys(RecordFilter()))])
    qtbot.waitUntil(lambda: shown(window) == 0)
    session.travel(3)
    qtbot.waitUntil(lambda: shown(window) == 2)
    window.show_view("memories")
    memories = window.views["memories"]
    assert isinstance(memories, MemoriesView)
    memories.table.selectRow(0)
    assert memories.back_action.isEnabled()
    memories.back_action.trigger()
    qtbot.waitUntil(lambda: len(contents(window)) == 1)
    window.undo()
    qtbot.waitUntil(lambda: len(contents(window)) == 0)


def test_compare_and_restore_some(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F10: the difference is listed by group; restoring a selection brings only that back."""
    window = open_window(small)
    engine = window.session.engine
    ids = {m.content: m.id for m in engine.page(engine.keys(RecordFilter()))}
    start = engine.head
    engine.forget([ids["Buy bread"], ids["Mara prefers tea"]])
    engine.update([ids["Lisbon was warm"]], add_tags=["trip"])
    engine.remember("later")
    view = history(window)
    view.tabs.setCurrentWidget(view.compare)
    view.compare.compare(start, engine.head)
    qtbot.waitUntil(lambda: view.compare.summary.text() == "1 added, 1 edited, 2 forgotten or superseded")
    tree = view.compare.tree
    groups = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    assert [group.text(0) for group in groups] == ["Added (1)", "Edited (1)", "Forgotten or superseded (2)"]
    assert groups[1].child(0).text(1) == "tags: first → first, trip"
    bread = next(groups[2].child(n) for n in range(2) if groups[2].child(n).text(0) == "Buy bread")
    bread.setSelected(True)
    assert view.compare.some.text() == "Restore 1 selected"
    view.compare.some.click()
    qtbot.waitUntil(lambda: "Buy bread" in contents(window))
    assert "Mara prefers tea" not in contents(window)
    assert "later" in contents(window)


@pytest.mark.long
def test_going_back_asks_first_and_can_be_undone(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F10, F5: a rewind of everything is confirmed, done, and undone in one step."""
    window = open_window(small)
    before = contents(window)
    head = window.session.engine.head
    window.session.engine.remember("later")
    view = history(window)
    view.events.rewind_requested.emit(head)
    box = view.findChild(QMessageBox)
    assert box is not None
    next(b for b in box.buttons() if b.text() == "Roll back").click()
    qtbot.waitUntil(lambda: contents(window) == before)
    qtbot.waitUntil(lambda: "roll back to event" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: "later" in contents(window))


@pytest.mark.long
def test_snapshots_in_the_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D6: made, checked, gone back to, deleted."""
    window = open_window(small)
    view = history(window)
    tab = view.snapshots
    view.tabs.setCurrentWidget(tab)
    qtbot.waitUntil(lambda: tab.pages.currentIndex() == 1)
    tab.make("before the trip")
    qtbot.waitUntil(lambda: tab.table.rowCount() == 1)
    tab.table.selectRow(0)
    tab.check.click()
    qtbot.waitUntil(lambda: any("it matches the log" in text for text in window.banners.texts()))
    before = contents(window)
    window.session.engine.remember("later")
    snapshot = tab.current()
    assert snapshot is not None
    window.session.commands.rollback(snapshot.id)
    qtbot.waitUntil(lambda: contents(window) == before)
    qtbot.waitUntil(lambda: tab.table.rowCount() == 2)  # the one before the rollback
    tab._really_delete(snapshot)
    qtbot.waitUntil(lambda: tab.table.rowCount() == 1)


# --- review and preferences -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_held_items_are_reviewed(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D7: a held item appears with its reason, comes in redacted or is dropped, and that can be undone."""
    window = open_window(small)
    window.show_view("review")
    view = window.views["review"]
    assert isinstance(view, ReviewView)
    qtbot.waitUntil(lambda: view.pages.currentIndex() == 1)
    engine = window.session.engine
    engine.change_settings({"gates.pii": "hold"})
    engine.remember("Mail <b>mara</b>@example.org or bo@example.org", actor="agent")
    engine.remember("Call +46 31 123 45 67", actor="agent")
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 2)
    view.list.setCurrentItem(view.list.topLevelItem(0))
    assert view.text.toPlainText() == "Call +46 31 123 45 67"
    assert isinstance(view.reasons, SelectableText)
    assert view.reasons.text() == "Personal data: It contains 1 phone number."
    view.redact.click()
    qtbot.waitUntil(lambda: "Call [phone]" in contents(window))
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 1)
    view.discard.click()
    qtbot.waitUntil(lambda: view.pages.currentIndex() == 1)
    qtbot.waitUntil(lambda: "discard 1 item" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 1)


def test_a_request_about_memories_names_them(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F4: the list of what waits says which memory an agent asks to forget, on one line and as plain text."""
    window = open_window(small)
    window.show_view("review")
    view = window.views["review"]
    assert isinstance(view, ReviewView)
    engine = window.session.engine
    one, two = (engine.remember(text).memory.id for text in ("Ann likes <b>boats</b>", "Ann likes trains"))
    for ids, words in (((one,), "Forget 1 memory"), ((one, two), "Forget 2 memories")):
        engine.gates.ask_for(words, {}, HeldChange(REQUEST, ids, {}), actor="agent:codex")
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 2)
    rows = [view.list.topLevelItem(row).text(0) for row in range(2)]
    assert rows == [
        "Forget 2 memories: “Ann likes <b>boats</b>” and 1 more",
        "Forget 1 memory: “Ann likes <b>boats</b>”",
    ]


def test_what_is_to_be_approved_can_be_read_whole(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F4, D7: below the list of what waits, the memories of a request and the values of a held change are shown to
    their last letter; a row of the list that says less ends in “…”."""
    window = open_window(small)
    window.show_view("review")
    view = window.views["review"]
    assert isinstance(view, ReviewView)
    engine = window.session.engine
    told = "We lay there and watched the sky " * 12 + "and felt at one with the universe."
    ids = tuple(engine.remember(text).memory.id for text in ("Ann likes boats", told))
    engine.gates.ask_for(
        "Merge 2 memories\n\nThe text is composed of theirs.", {}, HeldChange(REQUEST, ids, {}), actor="agent:codex"
    )
    qtbot.waitUntil(lambda: view.text.toPlainText().endswith(told))
    engine.gates.discard([engine.gates.held()[0].id])
    engine.change_settings({"gates.pii": "hold"})
    with pytest.raises(HeldBackError):
        engine.update(ids[:1], metadata={"note": f"{told} Ask bo@example.org!"})
    qtbot.waitUntil(lambda: view.text.toPlainText().endswith("Ask bo@example.org!"))
    assert view.list.topLevelItem(0).text(0).endswith("…")


def test_a_held_change_says_what_it_would_do(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D7: a held change of labels, name or text is listed by what it would do, not by a placeholder for its text."""
    window = open_window(small)
    engine = window.session.engine
    ids = [memory.id for memory in engine.page(engine.keys(RecordFilter()))[:2]]
    engine.change_settings({"gates.pii": "hold"})
    group = engine.assemblies.create("Drinks", ids)
    for change in (
        lambda: engine.update(ids, add_tags=["bo@example.org"], remove_tags=["old"], layer="episodic"),
        lambda: engine.merge(ids, "Both, says mara@example.org"),
        lambda: engine.assemblies.change(group.id, name="Drinks of bo@example.org", tags=[]),
        lambda: engine.assemblies.create("Of mara@example.org", ids, topics=["tea"]),
    ):
        with pytest.raises(HeldBackError):
            change()
    window.show_view("review")
    view = window.views["review"]
    assert isinstance(view, ReviewView)
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 4)
    rows = [view.list.topLevelItem(row) for row in range(4)]
    assert {row.text(0) for row in rows} == {
        "Change labels of 2 memories: add tag bo@example.org; remove tag old; layer episodic",
        "Merge 2 memories into “Both, says mara@example.org”",
        "Rename an assembly to “Drinks of bo@example.org”: no tags",
        "New assembly “Of mara@example.org” of 2 memories: topics tea",
    }
    for row in rows:
        view.list.setCurrentItem(row)
        shown = view.text.toPlainText()
        assert shown == ("Both, says mara@example.org" if "into" in row.text(0) else row.text(0))


@pytest.mark.long
def test_pairs_are_decided_in_the_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F6: listed with both texts; kept apart, superseded, and taken back."""
    window = open_window(small)
    engine = window.session.engine
    engine.remember("The train leaves at ten")
    engine.remember("Mara really prefers tea")
    window.show_view("review")
    view = window.views["review"]
    assert isinstance(view, ReviewView)
    view.tabs.setCurrentWidget(view.duplicates)
    tab = view.duplicates
    engine.change_settings({"review.alike": 0.8})
    qtbot.waitUntil(lambda: tab.list.topLevelItemCount() == 2)
    tab.list.setCurrentItem(tab.list.topLevelItem(0))
    older, newer = (text.toPlainText() for text in tab.sides.texts)
    tab.newer.click()
    qtbot.waitUntil(lambda: tab.list.topLevelItemCount() == 1)
    assert older not in contents(window) and newer in contents(window)
    tab.both.click()
    qtbot.waitUntil(lambda: tab.pages.currentIndex() == 1)
    qtbot.waitUntil(lambda: "keep both" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: tab.list.topLevelItemCount() == 1 and tab.pages.currentIndex() == 0)


@pytest.mark.long
def test_preferences_show_change_and_reset(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D7, D8: every setting has a control; what was changed is saved as one command; words find a setting."""
    window = open_window(small)
    engine = window.session.engine
    engine.change_settings({"gates.pii": "hold"})
    window.dialogs.preferences("recall")
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.save.isEnabled())
    assert dialog.rows["gates.pii"].value() == "hold"
    assert dialog.changes() == {}
    dialog.rows["gates.pii"].reset.click()
    dialog.rows["recall.trust"].set_value(False)
    keep = dialog.rows["snapshots.keep"].control
    assert isinstance(keep, QSpinBox)
    keep.setValue(3)
    assert dialog.changes() == {"gates.pii": "keep", "recall.trust": False, "snapshots.keep": 3}
    dialog.filter.setText("snapshot")
    qtbot.waitUntil(lambda: dialog.page.complete)
    assert dialog.rows["gates.pii"].isHidden()
    assert not dialog.rows["snapshots.keep"].isHidden()
    dialog.save.click()
    qtbot.waitUntil(lambda: engine.settings["snapshots.keep"] == 3)
    assert engine.settings["gates.pii"] == "keep"
    window.undo()
    qtbot.waitUntil(lambda: engine.settings["gates.pii"] == "hold")


# --- lab, health, model -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_query_is_labelled_and_measured(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F8: type, tick, save, run: the table shows recall, and the run is in the plot and in the numbers."""
    window = open_window(small)
    window.show_view("lab")
    view = window.views["lab"]
    assert isinstance(view, LabView)
    qtbot.waitUntil(lambda: view.lists.currentIndex() == 1)
    assert not view.run.isEnabled()
    view.editor.edit("what does Mara drink: tea", ())
    qtbot.waitUntil(lambda: view.editor.list.topLevelItemCount() > 0)
    assert not view.editor.save.isEnabled()
    view.editor.list.topLevelItem(0).setCheckState(0, Qt.CheckState.Checked)
    view.editor.save.click()
    qtbot.waitUntil(lambda: view.queries.rowCount() == 1)
    qtbot.waitUntil(lambda: view.run.isEnabled())
    view.run.click()
    qtbot.waitUntil(lambda: view.results.rowCount() == 6)
    header = [view.results.horizontalHeaderItem(column).text() for column in range(view.results.columnCount())]
    assert header == ["Mode", "Recall@5", "Recall@10", "Hit@10", "MRR@10", "nDCG@10", "p50", "p95"]
    assert [view.results.item(2, column).text() for column in range(6)] == ["Keywords", *["1.000"] * 5]
    qtbot.waitUntil(lambda: view.history.rowCount() == 6)
    assert len(view.plot.listDataItems()) == 6
    view.queries.selectRow(0)
    view.remove.click()
    qtbot.waitUntil(lambda: view.lists.currentIndex() == 1)


def test_a_file_of_questions_is_imported(open_window: OpenWindow, small: Path, tmp_path: Path, qtbot: QtBot) -> None:
    """F8: the lab takes in the file that `eval` reads, lists what it leaves out, and Undo drops the labels again."""
    window = open_window(small)
    window.show_view("lab")
    view, engine = window.views["lab"], window.session.engine
    assert isinstance(view, LabView)
    hit = engine.recall("tea").hits[0].memory
    file = tmp_path / "questions.jsonl"
    file.write_text(f'{{"query": "tea", "expected": ["{hit.id}", "D9:9"]}}\n{{"query": "bread"}}\n', encoding="utf-8")
    view.import_questions(file)
    qtbot.waitUntil(lambda: view.queries.rowCount() == 1)
    assert view.tabs.currentWidget() is view.left_out
    assert view.left_out.rowCount() == 2
    assert "line 2, field “expected”" in view.left_out.item(0, 0).text()
    view.run.click()
    qtbot.waitUntil(lambda: view.results.rowCount() == 6)
    qtbot.waitUntil(lambda: view.tabs.currentWidget() is view.results)
    window.session.commands.undo()
    qtbot.waitUntil(lambda: not engine.lab.queries())


@pytest.mark.long
def test_health_names_the_first_bad_event(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D9: in order at first; after one byte of a past event was changed, the view names that event, large."""
    window = open_window(small)
    window.show_view("health")
    view = window.views["health"]
    assert isinstance(view, HealthView)
    qtbot.waitUntil(lambda: view.headline.text() == "Not checked yet")
    view.check.click()
    qtbot.waitUntil(lambda: view.headline.text() == "Healthy")
    assert view.alarm.isHidden()
    with window.session.engine._store.database.transaction() as cursor:
        cursor.execute("UPDATE events SET payload = replace(payload, 'nine', 'five') WHERE seq = 3")
    view.check.click()
    qtbot.waitUntil(lambda: view.headline.text() == "Problems found")
    assert not view.alarm.isHidden()
    assert view.alarm_title.text().startswith("The first bad event is 3")
    window.close()
    again = open_window(small)
    again.show_view("health")
    fresh = again.views["health"]
    assert isinstance(fresh, HealthView)
    qtbot.waitUntil(lambda: fresh.headline.text() == "Problems found")


def test_health_offers_to_roll_back_after_a_failed_check(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D6: records that differ from the log are told with the snapshot to go back to, and its button asks first."""
    window = open_window(small)
    engine = window.session.engine
    window.show_view("health")
    view = window.views["health"]
    assert isinstance(view, HealthView)
    kept = engine.snapshots.create("before the damage")
    with engine._store.database.transaction() as cursor:
        cursor.execute("UPDATE records SET kind = 'other' WHERE key = (SELECT min(key) FROM records)")
    view.check.click()
    qtbot.waitUntil(lambda: not view.way_back.isHidden())
    assert "before the damage" in view.way_back_text.text()
    view.roll_back.click()
    box = view.findChild(QMessageBox)
    next(one for one in box.buttons() if one.text() == "Roll back").click()
    qtbot.waitUntil(lambda: engine.snapshots.unlike(kept) == ())
    view.mend.click()
    qtbot.waitUntil(view.way_back.isHidden)


@pytest.mark.long
def test_health_removes_damaged_copies(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """T1: what a damaged index takes on the disk has a row and a button; without such a copy there is neither."""
    window = open_window(small)
    window.show_view("health")
    view = window.views["health"]
    assert isinstance(view, HealthView)
    qtbot.waitUntil(lambda: view.parts.rowCount() > 0)
    assert view.remove.isHidden()
    window.close()
    (small / "keywords" / "texts" / "meta.json").write_bytes(b"{}")
    again = open_window(small)
    again.show_view("health")
    fresh = again.views["health"]
    assert isinstance(fresh, HealthView)
    qtbot.waitUntil(lambda: not fresh.remove.isHidden())
    shown = [fresh.parts.item(row, 0).text() for row in range(fresh.parts.rowCount())]
    assert "Damaged copies" in shown
    fresh.remove.click()
    qtbot.waitUntil(lambda: fresh.remove.isHidden())
    assert not list(small.glob("*.damaged-*"))


def test_everything_is_rebuilt_from_the_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D3: the vault is closed, rebuilt and opened again, and shows the same."""
    window = open_window(small)
    before = contents(window)
    with qtbot.waitSignal(window.controller.rebuilt):
        window.controller.rebuild()
    assert contents(window) == before
    assert any(text.startswith("Rebuilt 5 records") for text in window.banners.texts())


@pytest.mark.long
def test_a_damaged_vault_is_mended_from_its_log(
    open_window: OpenWindow, big: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    """D3, D9: opening it says what is wrong and offers to rebuild; one click later it is there as it was."""
    damaged = with_damaged_records(big, tmp_path / "damaged")
    window = open_window(None)
    with qtbot.waitSignal(window.controller.failed):
        window.controller.open(damaged)
    (banner,) = window.banners.findChildren(Banner)
    assert "all 5,006 events of its log can be read" in banner.message.text
    with qtbot.waitSignal(window.controller.rebuilt, timeout=60_000):
        next(one for one in banner.findChildren(QPushButton) if one.text() == "Rebuild").click()
    qtbot.waitUntil(lambda: shown(window) == SIZE)


def test_the_wizard_says_what_is_wrong_with_a_folder(
    open_window: OpenWindow, small: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    """D5: the model in use is marked; a folder without a model is refused in words; nothing has changed."""
    window = open_window(small)
    window.dialogs.embedding_model()
    wizard = window.findChild(MigrationWizard)
    assert wizard is not None
    qtbot.waitUntil(lambda: wizard.heading.text() == "Choose a model")
    models = wizard.list.list
    assert models.topLevelItem(0).text(3) == "in use"
    assert not wizard.next.isEnabled()
    wizard.use_folder(str(tmp_path))
    qtbot.waitUntil(lambda: wizard.heading.text() == "The change cannot start")
    assert "model.onnx" in wizard.problem.text()
    assert window.session.engine.models.status().stage is Stage.NONE
    wizard.close()


def test_html_stays_text_in_the_new_views(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Fixed point: markup in a memory is shown as it is in the log and in the difference."""
    window = open_window(small)
    view = history(window)
    view.tabs.setCurrentWidget(view.compare)
    view.compare.compare(1, window.session.engine.head)
    qtbot.waitUntil(lambda: view.compare.tree.topLevelItemCount() == 1)
    group = view.compare.tree.topLevelItem(0)
    assert HTML in [group.child(row).text(0) for row in range(group.childCount())]


# --- what was done ----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_what_was_done_is_a_row_a_command(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """W10: History begins with a row a command, filtered by actor and days; a row shows memories before and after side by
    side, and is undone and redone from there."""
    window = open_window(small)
    engine = window.session.engine
    tea = next(one for one in engine.page(engine.keys(RecordFilter())) if one.content == "Mara prefers tea")
    engine.edit(tea.id, "Mara prefers coffee", actor="agent:claude")
    view = history(window)
    tab = view.commands
    QAbstractItemModelTester(tab.model, QAbstractItemModelTester.FailureReportingMode.Warning)
    assert view.tabs.currentWidget() is tab
    qtbot.waitUntil(lambda: tab.model.rowCount() == 6)
    assert tab.model.index(0, 2).data() == "Edit memory: Mara prefers coffee"
    tab.table.selectRow(0)
    qtbot.waitUntil(lambda: tab.list.topLevelItemCount() == 1)
    row = tab.list.topLevelItem(0)
    assert (row.text(0), row.text(1)) == ("Mara prefers tea", "Mara prefers coffee")
    qtbot.waitUntil(tab.undo.isEnabled)
    tab.undo.click()
    qtbot.waitUntil(lambda: tab.model.rowCount() == 7 and tab.undo.text() == "Redo")
    assert tab.model.index(1, 3).data() == "Undone" and tab.table.currentIndex().row() == 1
    tab.undo.click()
    qtbot.waitUntil(lambda: tab.undo.text() == "Undo" and tab.model.rowCount() == 8)
    day = engine.command_list.page(limit=1)[0].at.astimezone().date()
    window.show_deeds("agent:claude", day)
    qtbot.waitUntil(lambda: tab.model.rowCount() == 1)
    assert tab.first.isVisible() and tab.actor.currentText() == "claude"
    tab.first.setDate(tab.first.date().addDays(-9))
    tab.last.setDate(tab.last.date().addDays(-8))
    qtbot.waitUntil(lambda: tab.model.rowCount() == 0 and tab.pages.currentIndex() == 1)
    tab.clear_filter()
    qtbot.waitUntil(lambda: tab.model.rowCount() == 8)
