"""The merge dialog: the merged text, the source texts, and which of their sentences it would lose."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, QTimer, Slot
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QTextEdit, QWidget

from memory_desktop.bridge.translation import plural, tr
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.coverage import lost
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.widgets import label, set_role
from memory_desktop.ui.wrapping import SelectableText

_CHECK_MS = 150
_TOLD = 3


class MergeDialog(FormDialog):
    """See the module."""

    def __init__(self, memories: Sequence[Memory], parent: QWidget | None = None) -> None:
        super().__init__(tr("Merge {memories} memories", memories=len(memories)), tr("Merge"), parent)
        self.resize(fitting(QSize(820, 480), self))
        self.keys = [memory.key for memory in memories]
        self._texts = [memory.content for memory in memories]
        note = tr("One memory with this text replaces the selected ones, which are kept as superseded.")
        self.column.addWidget(label(note, "muted", wrap=True))
        self.sources = QPlainTextEdit("\n\n".join(self._texts))
        self.sources.setReadOnly(True)
        self.sources.setAccessibleName(tr("Texts of the selected memories; what would be lost is marked"))
        self.text = QPlainTextEdit("\n".join(self._texts))
        self.text.setAccessibleName(tr("Merged text"))
        self.text.setMinimumHeight(180)
        for edit in (self.sources, self.text):
            edit.setTabChangesFocus(True)
        sides = QGridLayout()
        sides.setHorizontalSpacing(12)
        sides.addWidget(label(tr("Now"), "section"), 0, 0)
        sides.addWidget(label(tr("Merged"), "section"), 0, 1)
        sides.addWidget(self.sources, 1, 0)
        sides.addWidget(self.text, 1, 1)
        self.column.addLayout(sides, 1)
        self.losses = SelectableText(tr("What the merged text would lose"))
        self.column.addWidget(self.losses)
        self.finish()
        self._checked = QTimer(self)
        self._checked.setSingleShot(True)
        self._checked.setInterval(_CHECK_MS)
        self._checked.timeout.connect(self.check)
        self.text.textChanged.connect(self._on_text)
        self.check()

    @Slot()
    def check(self) -> None:
        """Say and mark what the merged text would lose."""
        found = lost(self._texts, self.text.toPlainText())
        if not found:
            self.losses.setText(tr("Every sentence is kept."))
        else:
            told = "; ".join(f"{quoted(one.sentence)}" for one in found[:_TOLD])
            more = tr(" and {found} more", found=len(found) - _TOLD) if len(found) > _TOLD else ""
            self.losses.setText(
                tr(
                    "{sentence} would be lost: {told}{more}",
                    sentence=plural("{n} sentence", "{n} sentences", len(found)),
                    told=told,
                    more=more,
                )
            )
        set_role(self.losses, "role", "warning" if found else "muted")
        marks = []
        for one in found:
            cursor = self.sources.document().find(one.sentence)
            if not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(tokens_for(self.palette()).color("warning_soft"))
                marks.append(mark)
        self.sources.setExtraSelections(marks)

    @Slot()
    def _on_text(self) -> None:
        empty = not self.text.toPlainText().strip()
        self.ok.setEnabled(not empty)
        set_role(self.text, "invalid", empty)
        self._checked.start()
