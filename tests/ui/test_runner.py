"""The runner: results on the GUI thread, superseded calls dropped, nothing after the owner."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.changes import ChangeNotifier, merge_changes
from memory_desktop.bridge.runner import Runner
from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.errors import CancelledError, VaultError


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    """A runner that is shut down at the end."""
    made = Runner()
    yield made
    made.shutdown()


def test_results_come_on_the_gui_thread(runner: Runner, qtbot: QtBot) -> None:
    """Work runs on another thread than the GUI's, and its result is delivered on the GUI thread (F11)."""
    seen: list[object] = []
    runner.query(runner, lambda _t: QThread.currentThread(), lambda r: seen.extend((r, QThread.currentThread())))
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen[1] is runner.thread()
    assert seen[0] is not runner.thread()


def test_a_superseded_query_is_cancelled_and_dropped(runner: Runner, qtbot: QtBot) -> None:
    """Of two calls on one channel only the newer one's result arrives, and the older one's token says stop (F11)."""
    go = threading.Event()
    seen: list[str] = []
    older = runner.query(runner, lambda _t: go.wait(5), lambda _r: seen.append("old"), channel="x")
    runner.query(runner, lambda _t: 1, lambda _r: seen.append("new"), channel="x")
    assert older.cancelled()
    go.set()
    qtbot.waitUntil(lambda: not runner.busy())
    assert seen == ["new"]


def test_a_query_that_follows_lets_the_older_one_arrive(runner: Runner, qtbot: QtBot) -> None:
    """F11: Calls that follow on one channel supersede nothing that has begun, and of those that wait the newest is made."""
    go = threading.Event()
    seen: list[str] = []
    runner.query(runner, lambda _t: go.wait(5), lambda _r: seen.append("first"), channel="x", follow=True)
    for name in ("second", "third"):
        runner.query(runner, lambda _t, name=name: name, seen.append, channel="x", follow=True)
    go.set()
    qtbot.waitUntil(lambda: not runner.busy())
    assert seen == ["first", "third"]
    go.clear()
    runner.query(runner, lambda _t: go.wait(5), lambda _r: seen.append("old"), channel="x")
    runner.query(runner, lambda _t: "waits", seen.append, channel="x", follow=True)
    runner.query(runner, lambda _t: "new", seen.append, channel="x")
    go.set()
    qtbot.waitUntil(lambda: not runner.busy())
    assert seen == ["first", "third", "new"]


def test_other_channels_do_not_supersede(runner: Runner, qtbot: QtBot) -> None:
    """Calls on different channels both arrive (F11)."""
    seen: list[str] = []
    for name in ("a", "b"):
        runner.query(runner, lambda _t, name=name: name, seen.append, channel=name)
    qtbot.waitUntil(lambda: sorted(seen) == ["a", "b"])


def test_commands_are_done_in_the_order_in_which_they_were_given(runner: Runner, qtbot: QtBot) -> None:
    """Whatever the first takes, the next one waits for it, while other work goes on (F5, F11)."""
    did: list[int] = []
    finished: list[int] = []
    other = threading.Event()

    def work(number: int) -> int:
        assert number or other.wait(5)
        did.append(number)
        return number

    for number in range(6):
        runner.write(runner, lambda _t, _r, number=number: work(number), finished.append)
    runner.run(runner, lambda _t, _r: other.set(), lambda _none: None)
    qtbot.waitUntil(lambda: len(finished) == 6)
    assert did == finished == list(range(6))


def test_writes_that_wait_do_not_stop_reads(runner: Runner, qtbot: QtBot) -> None:
    """T17: while three writes and two long jobs wait, as during a check, a search is answered."""
    go = threading.Event()
    seen: list[object] = []
    for _ in range(3):
        runner.write(runner, lambda _t, _r: go.wait(), lambda _r: None)
    for _ in range(2):
        runner.run(runner, lambda _t, _r: go.wait(), lambda _r: None)
    runner.query(runner, lambda _t: "answer", seen.append)
    qtbot.waitUntil(lambda: seen == ["answer"])
    go.set()


def test_a_result_that_nobody_sees_is_given_back(runner: Runner, qtbot: QtBot) -> None:
    """T16: the result of a superseded call goes to `discard`, off the GUI thread; one that is shown does not."""
    started, go = threading.Event(), threading.Event()
    seen: list[object] = []
    back: list[object] = []

    def old(_token: object) -> str:
        started.set()
        go.wait()
        return "old"

    def give_back(result: object) -> None:
        back.extend((result, QThread.currentThread() is runner.thread()))

    runner.query(runner, old, seen.append, channel="x", discard=give_back)
    started.wait()
    runner.query(runner, lambda _t: "new", seen.append, channel="x", discard=give_back)
    go.set()
    qtbot.waitUntil(lambda: bool(seen) and bool(back))
    assert (seen, back) == (["new"], ["old", False])


def test_nothing_is_called_after_the_owner_is_gone(runner: Runner, qtbot: QtBot) -> None:
    """A result whose owner was destroyed calls nobody (F11)."""
    go = threading.Event()
    seen: list[object] = []
    owner = QObject()
    runner.query(owner, lambda _t: go.wait(5), seen.append)
    owner.deleteLater()
    with qtbot.waitSignal(owner.destroyed):
        pass
    go.set()
    qtbot.waitUntil(lambda: not runner.busy())
    assert seen == []


def test_exactly_one_of_done_and_failed(runner: Runner, qtbot: QtBot) -> None:
    """An exception goes to `failed`, or to the runner's signal where there is none; cancelling is silent (F11)."""
    seen: list[object] = []

    def fail(_token: object) -> None:
        raise VaultError("no")

    def cancel(_token: object) -> None:
        raise CancelledError()

    runner.query(runner, fail, seen.append, failed=seen.append)
    qtbot.waitUntil(lambda: len(seen) == 1)
    with qtbot.waitSignal(runner.error) as caught:
        runner.query(runner, fail, seen.append)
    assert isinstance(caught.args[0], VaultError)
    runner.query(runner, cancel, seen.append, failed=seen.append)
    qtbot.waitUntil(lambda: not runner.busy())
    assert len(seen) == 1


def test_progress_is_throttled_and_ends_with_the_last(runner: Runner, qtbot: QtBot) -> None:
    """A thousand reports in 0.3 s are told a few times, the last one always, before the result (F11)."""
    seen: list[object] = []

    def work(_token: object, report: object) -> str:
        for number in range(1000):
            report(number)  # type: ignore[operator]
            time.sleep(0.0003)
        return "done"

    runner.run(runner, work, seen.append, progress=seen.append)
    qtbot.waitUntil(lambda: "done" in seen)
    assert seen[-2:] == [999, "done"]
    assert len(seen) < 20


def test_shutdown_joins(qtbot: QtBot) -> None:
    """Shutting down cancels what runs and joins its thread; nothing is delivered any more (F11)."""
    runner = Runner()
    seen: list[object] = []

    def work(token: object) -> None:
        while not token.cancelled():  # type: ignore[attr-defined]
            time.sleep(0.001)

    runner.query(runner, work, seen.append)
    runner.shutdown()
    qtbot.wait(20)
    assert seen == []


def test_changes_are_coalesced_on_the_gui_thread(qtbot: QtBot) -> None:
    """A hundred changes from another thread become a few signals on the GUI thread that say all of them (F11)."""
    callbacks: list[object] = []
    notifier = ChangeNotifier(lambda callback: (callbacks.append(callback), callbacks.clear)[1])
    seen: list[ChangeSet] = []
    threads: list[object] = []
    notifier.changed.connect(seen.append)
    callback = callbacks[0]

    def work() -> None:
        threads.append(threading.get_ident())
        for key in range(1, 101):
            callback(ChangeSet(head=key, keys=(key,), records=True))  # type: ignore[operator]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(seen) and seen[-1].head == 100)
    assert len(seen) <= 3
    assert {key for change in seen for key in change.keys} == set(range(1, 101))
    notifier.close()


def test_merged_changes_say_what_both_said() -> None:
    """Merging keeps keys, flags and the newest position; too many keys become `many` (F11)."""
    both = merge_changes(ChangeSet(3, keys=(1,), records=True), ChangeSet(4, keys=(2,), queue=True))
    assert (both.head, both.keys, both.records, both.queue, both.many) == (4, (1, 2), True, True, False)
    many = merge_changes(both, ChangeSet(5, keys=tuple(range(10_000))))
    assert many.many
    assert many.keys == ()
