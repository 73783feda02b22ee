"""One open vault in the window: engine, runner, change notifier, sync thread, commands, and the queue's status."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from memory_desktop.bridge.changes import ChangeNotifier
from memory_desktop.bridge.commands import Commands, Doing, Done
from memory_desktop.bridge.counts import Counts
from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Runner, Token
from memory_desktop.bridge.sync_worker import SyncWorker
from memory_desktop.bridge.translation import mark, plural, tr
from memory_desktop.core.answers import ChangeSet, ImportProgress, SyncStatus
from memory_desktop.core.errors import KnownError
from memory_desktop.core.imports import ImportJob

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.reader import Past, Reader
    from memory_desktop.service.service import Service

_log = logging.getLogger(__name__)
_TRY_AGAIN = mark("Try again in Agents, or open the vault again.")
_BUSY_MS = 500
_IDLE_MS = 5000


@dataclass(frozen=True, slots=True)
class _Either:
    """Cancelled when one of two is."""

    first: Token
    second: Token

    def cancelled(self) -> bool:
        return self.first.cancelled() or self.second.cancelled()


class VaultSession(QObject):
    """Lives in the GUI thread from the opening of a vault to its closing.

    Signals:
        changed: a merged `ChangeSet`, at most every 100 ms.
        past_changed: the `Past` that is looked at from now on, or None for the present. travelling: True while one is
            being opened.
        sync_changed: a `SyncStatus` that differs from the one before.
        learning_changed: so many turns wait to be learned from, another number than before.
        importing: a `Doing` while imports go on that were interrupted, None when none does any more.
        served: the `Service` by which other processes use the vault from now on; None when it could not start.
        error: an exception nobody else took.
    """

    changed = Signal(object)
    past_changed = Signal(object)
    travelling = Signal(bool)
    sync_changed = Signal(object)
    learning_changed = Signal(int)
    importing = Signal(object)
    served = Signal(object)
    error = Signal(object)

    def __init__(self, engine: Engine, parent: QObject | None = None, *, start_sync: bool = True) -> None:
        super().__init__(parent)
        self.engine = engine
        self.runner = Runner(self)
        self.runner.error.connect(self.error)
        self.counts = Counts(self.runner, self)
        self.commands = Commands(engine, self.runner, self)
        self.commands.failed.connect(self._on_error)
        self._stacks_at = -1
        self.sync_status: SyncStatus | None = None
        self.turns_to_learn = 0
        self.sync_worker = SyncWorker(engine, self)
        self.sync_worker.failed.connect(self._on_error)
        self.notifier = ChangeNotifier(engine.subscribe, self)
        self.notifier.changed.connect(self._on_change)
        self._unsubscribe: Callable[[], None] | None = engine.subscribe(self.sync_worker.on_change)
        self._poll = QTimer(self)
        self._poll.timeout.connect(self.refresh_sync)
        self._poll.start(_BUSY_MS)
        self._closing = False
        self._service: Service | None = None
        self._make_service: Callable[[Engine], Service] | None = None
        self.starting = False  # a service is on its way
        self.not_served = ""  # why it could not start
        self._importing: list[Token] = []
        self._past: Past | None = None
        if start_sync:
            self.sync_worker.start()
            self.resume_imports()
        self.refresh_sync()
        self.commands.refresh()

    @property
    def reader(self) -> Reader:
        """What views read from: the vault, or the moment of its past that is looked at."""
        return self._past if self._past is not None else self.engine.reader

    @property
    def past(self) -> Past | None:
        """The moment of the past that is looked at, if any."""
        return self._past

    def travel(self, seq: int | None) -> None:
        """Look at the vault as it was after event `seq` (None: as it is); `past_changed` follows."""
        if seq is None:
            self.travelling.emit(False)
            self.runner.query(self, lambda _token: None, self._look_at, channel="travel")
            return
        engine = self.engine

        def work(token: Token) -> Past:
            return engine.as_of(seq, cancel=token)

        self.travelling.emit(True)
        self.runner.query(self, work, self._on_past, failed=self._on_travel_failed, channel="travel", discard=_let_go)

    @property
    def name(self) -> str:
        """The vault's name, for titles."""
        return self.engine.name

    @Slot()
    def refresh_sync(self) -> None:
        """Ask for the queue's status and what waits to be learned from; the signals follow when they moved."""
        engine = self.engine

        def work(_token: Token) -> tuple[SyncStatus, int]:
            waiting = engine.conversations.waiting_turns()
            return engine.sync_status(), sum(not one.given_up for one in waiting)

        if not self._closing:
            self.runner.query(self, work, self._on_sync, channel="sync-status")

    def pause_sync(self, paused: bool) -> None:
        """Pause or resume the vector sync; kept in the vault."""

        def work(_token: Token, _report: Report) -> None:
            self.engine.pause_sync(paused)

        self.runner.write(self, work, self._on_paused)

    def resume_imports(self, seqs: Sequence[int] | None = None) -> None:
        """Let imports go on that were interrupted or paused; without any, those that go on by themselves.

        `importing` tells how far they are; what came of them is said at the end. What was lost of the log has to be
        settled first.
        """
        engine, stop = self.engine, Token()

        def jobs() -> Sequence[ImportJob]:
            if seqs is not None:
                return [engine.imports.get(seq) for seq in seqs]
            return engine.imports.interrupted() if engine.loss is None else ()

        def work(token: Token, report: Report) -> str:
            new, paused, wanted = 0, False, jobs()
            for job in wanted:
                if stop.cancelled() or token.cancelled():
                    break
                report(Doing(tr("Importing {names}", names=_names(job)), stoppable=True))
                told = partial(_report_on, job, report)
                done = engine.imports.resume(job.seq, progress=told, cancel=_Either(stop, token))
                new, paused = new + done.new, done.cancelled
            if not wanted or token.cancelled():
                return ""
            said = tr("The import is paused") if paused else tr("The import is done")
            return tr("{said}: {memory} in all.", said=said, memory=plural("{n} new memory", "{n} new memories", new))

        def ended(tell: Callable[[], None]) -> None:
            self._importing.remove(stop)
            if not self._importing:
                self.importing.emit(None)
            tell()

        self._importing.append(stop)
        self.runner.run(
            self,
            work,
            lambda text: ended(lambda: self.commands.done.emit(Done(text)) if text else None),
            failed=lambda error: ended(lambda: self.error.emit(error)),
            cancelled=lambda: ended(lambda: None),
            progress=self.importing.emit,
        )

    def pause_imports(self) -> None:
        """Let the imports that `resume_imports` runs end after their batch; they can be resumed."""
        for stop in self._importing:
            stop.cancel()

    def serve(self, make: Callable[[Engine], Service]) -> None:
        """Let other processes use the vault from now on; `served` follows."""
        self._make_service = make
        self.serve_again()

    @Slot()
    def serve_again(self) -> None:
        """Try once more to serve, after it could not start; `served` follows."""
        engine, make = self.engine, self._make_service
        if make is None or self.starting or self._service is not None:
            return

        def work(_token: Token, _report: Report) -> Service:
            self._service = service = make(engine)
            try:
                service.start()
            except Exception:
                service.begin_stop()
                service.finish_stop()
                self._service = None
                raise
            return service

        def ended(service: Service | None, error: str = "") -> None:
            self.starting = False
            self.not_served = error
            self.served.emit(service)

        def failed(error: Exception) -> None:
            ended(None, said(str(error)) or type(error).__name__)
            if isinstance(error, KnownError):
                self._on_error(error)
            else:
                _log.warning("agents cannot use the vault: %s", error, exc_info=error)
                self._on_error(
                    KnownError(tr("Agents cannot use this vault: {error}", error=self.not_served), hint=tr(_TRY_AGAIN))
                )

        self.starting = True
        self.runner.run(self, work, ended, failed=failed)

    @property
    def service(self) -> Service | None:
        """What serves other processes, once it does."""
        return self._service

    def begin_close(self) -> None:
        """Stop timers, signals and outstanding work on this side, without waiting; GUI thread."""
        if self._closing:
            return
        self._closing = True
        self.engine.imports.about_to_close()
        self._poll.stop()
        self.notifier.close()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self.sync_worker.request_stop()
        self.runner.begin_shutdown()

    def finish_close(self) -> None:
        """Join the threads and close the engine, however long that takes; after `begin_close`.

        Not in the GUI thread while there is a window.
        """
        self.sync_worker.stop()
        self.runner.wait_idle()
        if self._service is not None:
            self._service.begin_stop()
        self.engine.close()
        if self._service is not None:
            self._service.finish_stop()

    def _on_past(self, past: Past) -> None:
        self.travelling.emit(False)
        self._look_at(past)

    def _on_travel_failed(self, error: Exception) -> None:
        self.travelling.emit(False)
        self.error.emit(error)

    def _look_at(self, past: Past | None) -> None:
        before, self._past = self._past, past
        if before is past:
            return
        self.counts.forget()
        self.past_changed.emit(past)
        if before is not None:
            # Reads that are on their way end with ClosedError, or first: it goes when the last has left it.
            self.runner.query(self, lambda _token: before.close(), lambda _none: None)

    @Slot(object)
    def _on_change(self, change: ChangeSet) -> None:
        if change.queue or change.records or change.settings:
            self.refresh_sync()
        if change.head != self._stacks_at:
            self._stacks_at = change.head
            self.commands.refresh()
        self.counts.on_change(change)
        self.changed.emit(change)

    @Slot(object)
    def _on_error(self, error: Exception) -> None:
        self.error.emit(error)

    def _on_paused(self, _result: None) -> None:
        self.sync_worker.wake()
        self.refresh_sync()

    def _on_sync(self, found: tuple[SyncStatus, int]) -> None:
        status, turns = found
        busy = status.running or (status.pending > 0 and not status.paused) or turns > 0
        self._poll.setInterval(_BUSY_MS if busy else _IDLE_MS)
        if status != self.sync_status:
            self.sync_status = status
            self.sync_changed.emit(status)
        if turns != self.turns_to_learn:
            self.turns_to_learn = turns
            self.learning_changed.emit(turns)


def _names(job: ImportJob) -> str:
    return ", ".join(Path(path).name for path in job.paths)


def _report_on(job: ImportJob, report: Report, at: ImportProgress) -> None:
    report(_doing(job, at))


def _doing(job: ImportJob, at: ImportProgress) -> Doing:
    """How far an import is: of its bytes, where their number is known; a bar counts to a thousand."""
    what = tr("Importing {names}: {item}", names=_names(job), item=plural("{n} item", "{n} items", at.items))
    share = at.bytes_done * 1_000 // at.bytes_total if at.bytes_total else 0
    return Doing(what, share, 1_000 if at.bytes_total else 0, stoppable=True, counted=False)


def _let_go(past: Past) -> None:
    past.close()
