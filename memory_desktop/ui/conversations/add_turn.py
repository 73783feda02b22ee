"""A dialog to add a turn by hand: what was said, what was answered, and where it belongs."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, Qt, Slot
from PySide6.QtWidgets import QComboBox, QDateTimeEdit, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from memory_desktop.bridge.translation import shown_format, tr
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.conversation.turns import Session
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.widgets import label

_SOURCE = "by hand"


class AddTurnDialog(FormDialog):
    """See the module.

    Args:
        users: who there are. session: the conversation that is open, which is offered first; None for none.
    """

    def __init__(self, users: Sequence[str], session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(tr("Add a turn"), tr("Add"), parent)
        self._session = session
        hint = tr("What did you say? (may be left empty where there is an answer)")
        self.said = _text(tr("What the user said"), hint)
        self.answer = _text(tr("What was answered"), tr("What was the answer? (may be left empty)"))
        self.where = QComboBox()
        self.where.setAccessibleName(tr("Conversation"))
        if session is not None:
            self.where.addItem(tr("This one: {title}", title=session.title), session.session_id)
        self.where.addItem(tr("A new conversation"), "")
        self.where.currentIndexChanged.connect(self._on_where)
        self.title = QLineEdit()
        self.title.setAccessibleName(tr("Title of the new conversation"))
        self.title.setPlaceholderText(tr("Its first words, if left empty"))
        self.user = QComboBox()
        self.user.setEditable(True)
        self.user.setAccessibleName(tr("User"))
        self.user.addItems([user for user in users if user])
        self.user.setCurrentText(session.user_id if session is not None else "")
        self.at = QDateTimeEdit(QDateTime.currentDateTime())
        self.at.setAccessibleName(tr("When it was said"))
        self.at.setDisplayFormat(shown_format("yyyy-MM-dd HH:mm"))
        self.at.setCalendarPopup(True)
        self.column.addWidget(label(tr("User said"), "muted"))
        self.column.addWidget(self.said, 2)
        self.column.addWidget(label(tr("Answer"), "muted"))
        self.column.addWidget(self.answer, 2)
        form = QFormLayout()
        form.setSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        rows = (
            (tr("&Conversation"), self.where),
            (tr("&Title"), self.title),
            (tr("U&ser"), self.user),
            (tr("T&ime"), self.at),
        )
        for name, field in rows:
            form.addRow(name, field)
        self.column.addLayout(form)
        self.finish()
        self.said.textChanged.connect(self._on_text)
        self.answer.textChanged.connect(self._on_text)
        self._on_text()
        self._on_where()
        self.said.setFocus()

    def draft(self) -> CycleDraft:
        """The turn as it was filled in."""
        at = datetime.fromtimestamp(self.at.dateTime().toSecsSinceEpoch(), UTC)
        session = str(self.where.currentData() or "")
        return CycleDraft(
            user_input=self.said.toPlainText(),
            final_response=self.answer.toPlainText() if self.answer.toPlainText().strip() else None,
            cycle_id=str(uuid.uuid4()),
            session_id=session or str(uuid.uuid4()),
            user_id=self.user.currentText().strip(),
            title="" if session else self.title.text().strip(),
            timestamp=at,
            answered_at=at,
            source=self._session.source if session and self._session is not None else tr(_SOURCE),
        )

    @Slot()
    def _on_text(self) -> None:
        self.ok.setEnabled(any(one.toPlainText().strip() for one in (self.said, self.answer)))

    @Slot()
    def _on_where(self) -> None:
        new = not self.where.currentData()
        self.title.setEnabled(new)
        self.user.setEnabled(new)
        if not new and self._session is not None:
            self.user.setCurrentText(self._session.user_id)


def _text(name: str, hint: str) -> QPlainTextEdit:
    made = QPlainTextEdit()
    made.setAccessibleName(name)
    made.setPlaceholderText(hint)
    made.setTabChangesFocus(True)
    made.setMinimumHeight(72)
    return made
