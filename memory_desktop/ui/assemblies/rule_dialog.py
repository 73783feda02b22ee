"""A new assembly of all memories that a filter lets through now."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import mark, plural, tr
from memory_desktop.core.query.language import RecordFilter, parse_query
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.widgets import label

_DEBOUNCE_MS = 150
_NOTE = mark("It takes in the memories that fit now. What is added to the vault later does not join by itself.")


class RuleDialog(FormDialog):
    """See the module; says how many there are while the filter is typed."""

    def __init__(self, session: VaultSession, parent: QWidget | None = None) -> None:
        super().__init__(tr("New assembly from a filter"), tr("Create"), parent)
        self._session = session
        self._number = 0
        form = QFormLayout()
        form.setSpacing(8)
        self.name, self.filter = QLineEdit(), QLineEdit()
        for title, field in ((tr("&Name"), self.name), (tr("&Filter"), self.filter)):
            field.setAccessibleName(title.replace("&", ""))
            form.addRow(title, field)
        self.filter.setPlaceholderText(tr("kind:pref tag:work after:2026-01"))
        self.column.addWidget(label(tr(_NOTE), "muted", wrap=True))
        self.column.addLayout(form)
        self.told = label("", "muted", wrap=True)
        self.column.addWidget(self.told)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_DEBOUNCE_MS)
        self._soon.timeout.connect(self._count)
        self.name.textChanged.connect(self._enable)
        self.filter.textChanged.connect(self._on_filter)
        self.finish()
        self._show("", 0)

    @Slot()
    def _on_filter(self) -> None:
        self._number = 0
        self._enable()
        self._soon.start()

    @Slot()
    def _count(self) -> None:
        text, reader = self.filter.text(), self._session.reader
        query = parse_query(text)
        if query.problems or not text.strip() or query.filter == RecordFilter():
            self._show(text, 0, " ".join(map(said, query.problems)))
            return

        def work(_token: Token) -> int:
            return len(reader.keys(RecordFilter().merged(query.filter)))

        self._session.runner.query(self, work, lambda number: self._show(text, number), channel="count")

    def _show(self, text: str, number: int, problem: str = "") -> None:
        if text != self.filter.text():
            return
        self._number = number
        operators = tr("Use operators, as in a search: kind:, tag:, layer:, source:, after:, before:.")
        empty = tr("No memory fits.") if parse_query(text).filter != RecordFilter() else operators
        fitting = plural("{n} memory fits.", "{n} memories fit.", number)
        self.told.setText(fitting if number else problem or empty)
        self._enable()

    @Slot()
    def _enable(self) -> None:
        self.ok.setEnabled(bool(self.name.text().strip()) and self._number > 0)
