"""Opens and closes vaults off the GUI thread, one at a time, and remembers the recent ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memory_desktop.bridge.runner import Report, Runner, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.single_instance import SingleInstance, raise_other
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.errors import CancelledError, KnownError, VaultLockedError
from memory_desktop.core.ports import CancelToken
from memory_desktop.own_files import VAULT_FILE
from memory_desktop.ui.vault_texts import stored_list

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.upkeep.rebuild import Rebuilt
    from memory_desktop.service.service import Service

#: Told a stage, how much is done, and of how much.
Progress = Callable[[str, int, int], None]
Opener = Callable[[Path, bool, Progress], "Engine"]
Sampler = Callable[[], Path]
Rebuilder = Callable[[Path, CancelToken, Progress], "Rebuilt"]
_RECENT = 8


class VaultController(QObject):
    """Signals: `opening(sentence, detail)`, what is under way; `progressed((stage, done, total))`, how far that is;
    `opened(session)`; `closing(session)` before a session goes; `failed(exception)`; `raised()` when a second start
    asked this window to come to the front; `remember_asked()` when one asked for something to be remembered;
    `raised_other()` when another window has the vault and comes to the front
    instead; `recent_changed()`; `rebuilt(Rebuilt)`, after which the vault is open again; `purged(what was done)`.
    """

    opening = Signal(str, str)
    opened = Signal(object)
    closing = Signal(object)
    failed = Signal(object)
    progressed = Signal(object)
    raised = Signal()
    remember_asked = Signal()
    raised_other = Signal()
    recent_changed = Signal()
    rebuilt = Signal(object)
    purged = Signal(str)

    def __init__(
        self,
        opener: Opener,
        sampler: Sampler,
        rebuilder: Rebuilder,
        settings: WindowSettings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rebuilder = rebuilder
        #: Sets newest changes aside that cannot be read; given by the composition root.
        self.set_aside: Callable[[Path], object] | None = None
        #: Makes the service of an open vault, for other processes; given by the composition root.
        self.serve: Callable[[Engine], Service] | None = None
        #: Asked before the open vault is left for another: it calls what it is given, once the person agrees.
        self.leave: Callable[[Callable[[], None]], None] = lambda go: go()
        self._opener = opener
        self._sampler = sampler
        self._settings = settings
        self.runner = Runner(self)
        self.session: VaultSession | None = None
        self._instance: SingleInstance | None = None
        self._arriving: Engine | None = None  # opened, and not yet seen by the GUI thread
        self._busy = False
        self._to_sample = False  # what is being opened is the sample vault

    @property
    def in_sample(self) -> bool:
        """Whether the open vault is the sample vault, however it was opened."""
        return self.session is not None and self._settings.value("sample") == str(self.session.engine.path)

    @property
    def busy(self) -> bool:
        """Whether a vault is being opened."""
        return self._busy

    def open(self, path: Path, *, create: bool = False) -> None:
        """Open a vault; the current one stays open until the new one is there."""
        if self._busy or (self.session is not None and self.session.engine.path == path.absolute()):
            return
        sentence = f"{tr('Creating') if create else tr('Opening')} {quoted(path.name)}…"
        self._leave(lambda: self._open(lambda: path, create, sentence))

    def open_sample(self) -> None:
        """Open the sample vault, making it the first time."""
        if not self._busy:
            self._leave(self._open_sample)

    def close(self) -> None:
        """Close the current vault in the background."""
        session = self._let_go()
        if session is None:
            return

        def work(_token: Token, _report: Report) -> None:
            session.finish_close()

        self.runner.run(self, work, lambda _none: session.deleteLater())

    def rebuild(self, damaged: Path | None = None) -> None:
        """Build the vault again from its log, and open it: a damaged one that could not be opened, or the open one."""
        if damaged is not None:
            self._rebuild(damaged)
        elif not self._busy:
            self._leave(self._rebuild)

    def _rebuild(self, damaged: Path | None = None) -> None:
        if self._busy:
            return
        session = self._let_go() if damaged is None else None
        path = session.engine.path if session is not None else damaged
        if path is None:
            return
        self._busy = True

        def work(token: Token, report: Report) -> tuple[Rebuilt | Exception, Engine]:
            if session is not None:
                session.finish_close()
            try:
                done: Rebuilt | Exception = self._rebuilder(path, token, _stages(report))
            except KnownError as error:
                if session is None:
                    raise
                done = error  # the vault is as it was: say so, and open it
            return done, self._open_for(token, path, False, report)

        def finished(result: tuple[Rebuilt | Exception, Engine]) -> None:
            done, engine = result
            if session is not None:
                session.deleteLater()
            self._on_opened(engine)
            if isinstance(done, Exception):
                self.failed.emit(done)
            else:
                self.rebuilt.emit(done)

        detail = tr("The old parts are kept until the new ones are complete.")
        self.opening.emit(tr("Rebuilding “{name}” from its log…", name=path.name), detail)
        self.runner.run(self, work, finished, failed=self._on_failed, progress=self.progressed.emit)

    def reopen(self, text: str) -> None:
        """Close the vault, which cleans its files after a purge, and open it again; then `purged(text)` follows."""
        session = self._let_go() if not self._busy else None
        if session is None:
            return
        path = session.engine.path
        self._busy = True

        def work(token: Token, report: Report) -> Engine:
            session.finish_close()
            return self._open_for(token, path, False, report)

        def finished(engine: Engine) -> None:
            session.deleteLater()
            self._on_opened(engine)
            self.purged.emit(text)

        self.opening.emit(
            tr("Removing what was purged from the vault’s files…"), tr("The vault is opened again in a moment.")
        )
        self.runner.run(self, work, finished, failed=self._on_failed, progress=self.progressed.emit)

    def open_without_newest(self, path: Path) -> None:
        """Open a vault without newest changes that cannot be read, which are kept in a file beside it."""
        set_aside = self.set_aside
        if self._busy or set_aside is None:
            return

        def where() -> Path:
            set_aside(path)
            return path

        detail = tr("Its newest changes cannot be read and are set aside.")
        self._open(where, False, tr("Opening “{name}”…", name=path.name), detail)

    def shut_down(self) -> None:
        """End all work when the program quits; returns at once. `wait_closed` waits for it."""
        self.close()
        self.runner.begin_shutdown()

    def wait_closed(self) -> None:
        """Block until the vault is closed, after `shut_down`: when the window is gone and the event loop has ended."""
        self.runner.wait_idle()
        arrived, self._arriving = self._arriving, None
        if arrived is not None:
            arrived.close()

    def recent(self) -> list[Path]:
        """Vaults opened lately that are still there, newest first."""
        return [path for path in self.known() if path.is_dir()]

    def known(self) -> list[Path]:
        """Vaults opened lately, newest first, whether or not they are still there: without a look at the disk."""
        return [Path(name) for name in stored_list(self._settings, "recent")]

    def _open_sample(self) -> None:
        self._to_sample = True
        self._open(
            self._sampler,
            False,
            tr("Opening the sample vault…"),
            tr("The first time, it is created. This takes a few seconds."),
        )

    def _leave(self, go: Callable[[], None]) -> None:
        """Begin to open another vault, unless one is being opened by the time that the person has agreed."""
        self.leave(lambda: None if self._busy else go())

    def _open(self, where: Callable[[], Path], create: bool, sentence: str, detail: str = "") -> None:
        self._busy = True

        def work(token: Token, report: Report) -> Engine | None:
            path = where()
            try:
                return self._open_for(token, path, create, report)
            except VaultLockedError:
                if raise_other(path):
                    return None
                raise

        self.opening.emit(sentence, detail)
        self.runner.run(self, work, self._on_opened, failed=self._on_failed, progress=self.progressed.emit)

    def _open_for(self, token: Token, path: Path, create: bool, report: Report) -> Engine:
        if token.cancelled():
            raise CancelledError
        self._arriving = self._opener(path, create, _stages(report))
        return self._arriving

    def _on_opened(self, engine: Engine | None) -> None:
        self._busy = False
        self._arriving = None
        to_sample, self._to_sample = self._to_sample, False
        if engine is None:  # another window has it, and was asked to come to the front
            self.raised_other.emit()
            return
        self.close()
        self.session = VaultSession(engine, self)
        self._instance = SingleInstance(engine.path, self)
        self._instance.raise_requested.connect(self.raised)
        self._instance.remember_requested.connect(self.remember_asked)
        if to_sample:
            self._settings.set("sample", str(engine.path))
        self._remember(engine.path)
        self.opened.emit(self.session)
        if self.serve is not None:
            self.session.serve(self.serve)

    def _on_failed(self, error: Exception) -> None:
        self._busy = self._to_sample = False
        self.failed.emit(error)

    def _let_go(self) -> VaultSession | None:
        session, self.session = self.session, None
        if session is not None:
            self.closing.emit(session)
            session.begin_close()
        if self._instance is not None:
            self._instance.close()
            self._instance.deleteLater()
            self._instance = None
        return session

    def _remember(self, path: Path) -> None:
        paths = [str(path)] + [str(each) for each in self.recent() if each != path]
        self._settings.set("recent", paths[:_RECENT])
        self._settings.set("last", str(path))
        self.recent_changed.emit()


def _stages(report: Report) -> Progress:
    return lambda stage, done, total: report((stage, done, total))


def is_vault(path: Path) -> bool:
    """Whether a folder is a vault, by what lies in it."""
    return (path / VAULT_FILE).is_file()
