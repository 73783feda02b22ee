"""The virtual table model, against a source that counts what it is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.runner import Runner
from memory_desktop.core.answers import ChangeSet, Freshness
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.memory_table import MAX_PAGES, PAGE, InSight, MemoryTable, first_in_sight

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def memory(key: int, content: str = "") -> Memory:
    """A memory whose text names its key."""
    return Memory(
        key=key,
        id=f"mem_{key:016x}",
        content=content or f"text {key}",
        content_hash="",
        created_at=_NOW,
        updated_at=_NOW,
        recorded_at=_NOW,
    )


class Source:
    """A million keys; pages are made up, and counted."""

    def __init__(self, number: int) -> None:
        self.numbers = np.arange(1, number + 1, dtype=np.int64)
        self.pages: list[tuple[int, ...]] = []
        self.threads: set[int] = set()
        self.texts: dict[int, str] = {}
        self.lists = 0
        self.gate = threading.Event()
        self.gate.set()

    def keys(
        self, filter: RecordFilter, *, sort: str = "created_at", descending: bool = True, words: str = ""
    ) -> np.ndarray:
        self.gate.wait(5)
        self.lists += 1
        self.threads.add(threading.get_ident())
        return self.numbers[::-1].copy() if descending else self.numbers.copy()

    def page(self, keys: Sequence[int]) -> list[Memory]:
        self.gate.wait(5)
        self.threads.add(threading.get_ident())
        self.pages.append(tuple(int(key) for key in keys))
        return [memory(int(key), self.texts.get(int(key), "")) for key in keys]

    def freshness(self, ids: Sequence[str]) -> dict[str, Freshness]:
        return {id: Freshness(1, 1, 1, "indexed", "m", None) for id in ids}

    def protected_keys(self) -> frozenset[int]:
        return frozenset()


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    made = Runner()
    yield made
    made.shutdown()


def loaded(source: Source, runner: Runner, qtbot: QtBot) -> MemoryTable:
    """A model whose keys are there."""
    model = MemoryTable()
    model.open(source, runner)
    with qtbot.waitSignal(model.reloaded):
        model.load()
    return model


def text(model: MemoryTable, row: int) -> str:
    return str(model.data(model.index(row, 0)))


def test_pages_are_fetched_as_they_are_looked_at(qtbot: QtBot, runner: Runner) -> None:
    """A million rows need one page for the first screen; it is fetched off the GUI thread (F1, F11)."""
    source = Source(1_000_000)
    model = loaded(source, runner, qtbot)
    assert model.rowCount() == 1_000_000
    assert text(model, 0) == "…"
    with qtbot.waitSignal(model.dataChanged):
        pass
    assert text(model, 0) == "text 1000000"
    assert len(source.pages) == 1
    assert threading.get_ident() not in source.threads


def test_a_fast_scroll_drops_the_pages_passed_by(qtbot: QtBot, runner: Runner) -> None:
    """Of five hundred pages scrolled past, only those looked at last are ever asked for (F11)."""
    source = Source(1_000_000)
    model = loaded(source, runner, qtbot)
    for row in range(0, 500 * PAGE, PAGE):
        text(model, row)
    qtbot.waitUntil(lambda: bool(source.pages) and not runner.busy())
    assert len(source.pages) <= 4
    assert text(model, 499 * PAGE) == f"text {1_000_000 - 499 * PAGE}"


def test_the_cache_is_bounded(qtbot: QtBot, runner: Runner) -> None:
    """No more than a fixed number of pages is kept however far one scrolls (F11)."""
    model = loaded(Source(100_000), runner, qtbot)
    for page in range(MAX_PAGES + 20):
        row = page * PAGE
        text(model, row)
        qtbot.waitUntil(lambda row=row: text(model, row) != "…")
    assert model.rows_held() == MAX_PAGES * PAGE


def test_sorting_happens_off_thread_and_turns_the_rows(qtbot: QtBot, runner: Runner) -> None:
    """A header click asks the engine for keys in the other order (F1)."""
    model = loaded(Source(1000), runner, qtbot)
    with qtbot.waitSignal(model.reloaded):
        model.sort(5, Qt.SortOrder.AscendingOrder)
    assert model.key_at(0) == 1
    assert model.order == ("created_at", False)


def test_an_edited_row_is_fetched_again(qtbot: QtBot, runner: Runner) -> None:
    """A change of a loaded row shows its new text, keeping the rows in place (F1)."""
    source = Source(300)
    model = loaded(source, runner, qtbot)
    text(model, 0)
    qtbot.waitUntil(lambda: text(model, 0) == "text 300")
    source.texts[300] = "another text"
    model.on_change(ChangeSet(head=9, keys=(300,), records=True))
    qtbot.waitUntil(lambda: text(model, 0) == "another text")


def test_an_added_row_keeps_loaded_texts(qtbot: QtBot, runner: Runner) -> None:
    """When a row is added, those loaded before are not shown as loading again (F1)."""
    source = Source(300)
    model = loaded(source, runner, qtbot)
    text(model, 0)
    qtbot.waitUntil(lambda: text(model, 0) == "text 300")
    source.numbers = np.arange(1, 302, dtype=np.int64)
    with qtbot.waitSignal(model.reloaded):
        model.on_change(ChangeSet(head=9, keys=(301,), records=True))
    assert text(model, 1) == "text 300"
    qtbot.waitUntil(lambda: text(model, 0) == "text 301")


def test_what_changed_is_shown_as_it_was_until_it_is_read_again(qtbot: QtBot, runner: Runner) -> None:
    """F1, F11: A change that names no rows leaves all of them in sight, and the rows of the new list come with it."""
    source = Source(300)
    model = loaded(source, runner, qtbot)
    model.watch(lambda: InSight(0, 20))
    text(model, 0)
    qtbot.waitUntil(lambda: text(model, 0) == "text 300")
    source.numbers = np.arange(1, 302, dtype=np.int64)
    source.texts[300] = "another text"
    model.on_change(ChangeSet(head=9, records=True, many=True))
    assert text(model, 0) == "text 300"
    qtbot.waitUntil(lambda: model.rowCount() == 301)
    assert [text(model, row) for row in range(3)] == ["text 301", "another text", "text 299"]
    assert text(model, 50) == "text 251"


def test_a_list_on_its_way_is_not_overtaken_by_changes(qtbot: QtBot, runner: Runner) -> None:
    """F11: However many changes come while a list is being read, it arrives, and one more is asked for after it."""
    source = Source(300)
    model = loaded(source, runner, qtbot)
    source.gate.clear()
    for head in range(20):
        source.numbers = np.arange(1, 302 + head, dtype=np.int64)
        model.on_change(ChangeSet(head=head, records=True, many=True))
    asked: list[int] = []
    model.reloaded.connect(asked.append)
    source.gate.set()
    qtbot.waitUntil(lambda: len(asked) == 2 and not model.loading)
    assert source.lists == 3 and model.rowCount() == 320


def test_a_scrolled_list_keeps_its_place(qtbot: QtBot, runner: Runner) -> None:
    """F1: The rows in sight stay where they are when others come above them or the first of them goes."""
    before = np.array([9, 8, 7, 6, 5, 4])
    sight = InSight(2, 3)
    assert first_in_sight(before, sight, np.array([11, 10, 9, 8, 7, 6, 5, 4])) == 4
    assert first_in_sight(before, sight, np.array([10, 9, 8, 6, 5, 4])) == 2
    assert first_in_sight(before, sight, np.array([3, 2, 1])) == 2
    assert first_in_sight(before, sight, np.array([3, 2, 1]), same=False) == 0
    assert first_in_sight(before, InSight(0, 3), np.array([10, 9, 8])) == 0


def test_content_is_literal_everywhere(qtbot: QtBot, runner: Runner) -> None:
    """Tool tips escape what Qt would take for markup (F11)."""
    source = Source(1)
    model = loaded(source, runner, qtbot)
    text(model, 0)
    qtbot.waitUntil(lambda: text(model, 0) != "…")
    row = model._row(0)
    assert row is not None
    model._rows[row.memory.key] = type(row)(row.memory.with_(tags=("<b>x</b>",)), row.vector)
    tip = model.data(model.index(0, 3), Qt.ItemDataRole.ToolTipRole)
    assert tip == "<span>&lt;b&gt;x&lt;/b&gt;</span>"
