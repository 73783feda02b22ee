"""“Remember this”: a small window of its own that takes a text in, also while the main window is elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QFormLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout

from memory_desktop.bridge.commands import Done
from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.memory.records import Draft
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.memories.dialogs import kind_box, split_tags
from memory_desktop.ui.vault_texts import VaultTexts
from memory_desktop.ui.widgets import SPACE, button, label

_SIZE = QSize(460, 320)
_LEAST_TEXT = 90
_GENERAL = "general"
_GROUP = "draft"


class CaptureWindow(QDialog):
    """Text, kind and tags of a new memory; Ctrl+Return writes it, Escape closes. What was not written is kept as a
    draft of its vault.

    Args:
        settings: where drafts are kept.
    """

    def __init__(self, settings: WindowSettings) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setWindowTitle(tr("Remember this"))
        self._settings = settings
        self._session: VaultSession | None = None
        self._drafts = VaultTexts()
        self._drafts.restore(settings.group("capture"), _GROUP)
        self._writing = False
        self._written: tuple[int, ...] = ()
        self._build()
        self.resize(fitting(_SIZE, self))

    def open_session(self, session: VaultSession) -> None:
        """Write into this vault from now on, and go on with its draft."""
        self._session = session
        session.commands.done.connect(self._on_done)
        session.commands.failed.connect(self._on_failed)
        self._show_draft([*self._drafts.of(session.engine.vault_id), "", "", ""][:3])
        self._tell(tr("Into “{name}”.", name=session.name))

    def close_session(self) -> None:
        """The vault is about to close: keep the draft, and go away."""
        self.keep_draft()
        self.hide()
        self._session, self._writing = None, False
        self._show_draft(["", "", ""])

    def keep_draft(self) -> None:
        """Put what is entered into the settings."""
        if self._session is not None:
            text = self.text.toPlainText()
            entered = [text, self.kind.currentText(), self.tags.text()]
            self._drafts.keep(self._session.engine.vault_id, entered if text.strip() else [])
            self._drafts.save(self._settings.group("capture"), _GROUP)

    def forget_draft(self) -> None:
        """Something was purged, which the draft may quote."""
        self._show_draft(["", "", ""])
        self.keep_draft()

    def ask(self) -> None:
        """Come to the front, ready to be typed into."""
        if self._session is None:
            return
        if not self._writing and not self._written:
            self._tell(tr("Into “{name}”.", name=self._session.name))
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Ctrl+Return writes; Escape closes, as of any dialog."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._write()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """However it was closed, nothing is lost."""
        super().hideEvent(event)
        self.keep_draft()
        self._written = ()
        self.undo.hide()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("Text"))
        self.text.setPlaceholderText(tr("What should be remembered?"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(_LEAST_TEXT)
        self.text.textChanged.connect(self._enable)
        self.kind = kind_box(_GENERAL)
        self.tags = QLineEdit()
        self.tags.setAccessibleName(tr("Tags"))
        self.tags.setPlaceholderText(tr("work, drinks"))
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("&Kind"), self.kind)
        form.addRow(tr("&Tags"), self.tags)
        self.told = label("", "muted", wrap=True)
        self.undo = button(tr("Undo"), self._undo, role="flat")
        self.undo.hide()
        self.write = button(tr("Remember"), self._write, role="primary")
        for made in (self.write, self.undo):
            made.setAutoDefault(False)  # Return in a field is for that field
        key = QKeySequence("Ctrl+Return")
        foot = QHBoxLayout()
        foot.addWidget(
            label(tr("{tostring}: Remember", tostring=key.toString(QKeySequence.SequenceFormat.NativeText)), "muted")
        )
        foot.addStretch(1)
        foot.addWidget(self.write)
        said = QHBoxLayout()
        said.addWidget(self.told, 1)
        said.addWidget(self.undo, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        column.setSpacing(SPACE)
        column.addWidget(self.text, 1)
        column.addLayout(form)
        column.addLayout(said)
        column.addLayout(foot)
        FieldGuard(self)
        self._enable()

    def _show_draft(self, entered: list[str]) -> None:
        text, kind, tags = entered
        self.text.setPlainText(text)
        self.kind.setCurrentText(kind or _GENERAL)
        self.tags.setText(tags)

    def _tell(self, text: str, *, undoable: bool = False) -> None:
        self.told.setText(text)
        self.undo.setVisible(undoable)

    @Slot()
    def _enable(self) -> None:
        self.write.setEnabled(bool(self.text.toPlainText().strip()) and not self._writing)

    # --- writing ------------------------------------------------------------------------------

    @Slot()
    def _write(self) -> None:
        session, text = self._session, self.text.toPlainText()
        if session is None or self._writing or not text.strip():
            return
        self._writing = True
        self._enable()
        kind, tags = self.kind.currentText().strip() or _GENERAL, split_tags(self.tags.text())
        self._asked = text
        session.commands.remember(Draft(content=text, kind=kind, tags=tags, source="window"))

    @Slot(object)
    def _on_done(self, done: Done) -> None:
        if set(done.undone) & set(self._written):
            self._written = ()
            self._tell(done.text)
        if not self._writing or done.undone:
            return
        self._writing = False
        self._written = done.commands
        if self.text.toPlainText() == self._asked:  # else somebody has typed on meanwhile
            self.text.clear()
        self._tell(done.text, undoable=done.undoable and bool(done.commands))
        self.keep_draft()
        self._enable()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        if self._writing:
            self._writing = False
            self._tell(tr("It was not written: {error}", error=said(str(error))))
            self._enable()

    def _undo(self) -> None:
        if self._session is not None and self._written:
            self._session.commands.undo(self._written)
