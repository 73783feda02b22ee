"""The dialogs that are about the open vault as a whole: import, export, settings, model, rebuild, a loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import mark, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.migration.wizard import MigrationWizard
from memory_desktop.ui.transfer.export_dialog import ExportDialog
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.transfer.imports_dialog import ImportsDialog
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.key_bindings import KeyBindings
from memory_desktop.ui.window.preferences import PreferencesDialog
from memory_desktop.ui.window.vault_controller import VaultController

_REBUILD = mark(
    "Rebuild records and indexes from the log? The vault is closed meanwhile. The old parts are kept until the new "
    "ones are complete."
)
_LOSS = mark(
    "Memories that can still be read are saved to a file in the vault's folder, which can be imported. Vectors, "
    "keywords and snapshots of the lost events are removed. The history says what was lost. If you have a newer copy "
    "of the vault, cancel and put that back first."
)


class VaultDialogs(QObject):
    """Opens them over a window; without an open vault, none of them.

    Signals: `filter_requested(text)` to be shown in Memories; `view_requested(view id)`; `message(object)`.
    """

    filter_requested = Signal(str)
    view_requested = Signal(str)
    message = Signal(object)

    def __init__(self, controller: VaultController, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._window = window
        self.keys: KeyBindings | None = None  # given by the window once its commands are there
        self.tray: list[QAction] = []  # likewise
        self.settings: SettingsGroup | None = None  # likewise

    @property
    def _session(self) -> VaultSession | None:
        return self._controller.session

    def import_paths(self, paths: list[Path] | None = None) -> None:
        """Bring memories in from files and folders."""
        if self._session is not None:
            dialog = ImportDialog(self._session, paths or [], self._window)
            dialog.filter_requested.connect(self.filter_requested)
            dialog.show()

    def imports(self) -> None:
        """The list of imports."""
        if self._session is not None:
            dialog = ImportsDialog(self._session, self._window)
            dialog.filter_requested.connect(self.filter_requested)
            dialog.show()

    def export(self, which: RecordFilter | None = None) -> None:
        """Write the memories of a filter out; None: all of them."""
        if self._session is not None:
            ExportDialog(self._session, which, self._window).open()

    def preferences(self, group: str = "") -> None:
        """The vault's settings."""
        if self._session is not None:
            PreferencesDialog(self._session, group, self._window, self.keys, self.tray, self.settings).open()

    def embedding_model(self) -> None:
        """Change the embedding model, or see where the change stands."""
        if self._session is not None:
            wizard = MigrationWizard(self._session, self._window)
            wizard.lab_requested.connect(partial(self.view_requested.emit, "lab"))
            wizard.failed.connect(self.message)
            wizard.open()

    def rebuild(self) -> None:
        """Build everything again from the log, after a question."""
        if self._session is not None:
            box, yes = self._question(tr("Rebuild"), tr(_REBUILD), tr("Rebuild"), QMessageBox.ButtonRole.AcceptRole)
            box.buttonClicked.connect(lambda clicked: self._controller.rebuild() if clicked is yes else None)
            box.open()

    def tell_loss(self) -> None:
        """The log has lost events: say so until it is closed or accepted."""
        loss = self._session.engine.loss if self._session is not None else None
        if loss is not None:
            message = Message(said(loss.text), hint=said(loss.advice), level="error", timeout_ms=0)
            self.message.emit(replace(message, action=tr("Go on without them…"), on_action=self._ask_to_accept_loss))

    def _ask_to_accept_loss(self) -> None:
        session = self._session
        loss = session.engine.loss if session is not None else None
        if session is None or loss is None:
            return
        text = tr("{text}\n\nGo on without them?", text=said(loss.text))
        role = QMessageBox.ButtonRole.DestructiveRole
        box, yes = self._question(tr("Lost events"), text, tr("Go on without them"), role)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setInformativeText(f"{loss.known}\n\n{tr(_LOSS)}")
        accept: Callable[[], None] = session.commands.accept_loss
        box.buttonClicked.connect(lambda clicked: accept() if clicked is yes else self.tell_loss())
        box.open()

    def _question(
        self, title: str, text: str, yes: str, role: QMessageBox.ButtonRole
    ) -> tuple[QMessageBox, QPushButton]:
        """A question with a button that says what is done, and Cancel, which is the default."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(title)
        box.setText(text)
        made = box.addButton(yes, role)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        return box, made
