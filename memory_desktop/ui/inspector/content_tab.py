"""A memory's text, with the words that a search matched marked, and all its fields below."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFormLayout, QPlainTextEdit, QScrollArea, QTextEdit, QVBoxLayout, QWidget

from memory_desktop.core.records import Memory
from memory_desktop.ui.format import exact
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.widgets import SPACE, button, label, line


class PlainText(QPlainTextEdit):
    """Selectable text as high as its content, never taken for markup."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setProperty("plain", True)
        self.setAccessibleName(name)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self._ranges: Sequence[tuple[int, int]] = ()
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def show_text(self, text: str, ranges: Sequence[tuple[int, int]] = ()) -> None:
        """Set the text and mark ranges of its characters."""
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._ranges = ranges
        self._mark()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Marks follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_ranges"):
            self._mark()

    def resizeEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Lines wrap anew."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _mark(self) -> None:
        units = utf16_offsets(self.toPlainText(), self._ranges)
        marks = []
        for start, end in units:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.document())
            mark.cursor.setPosition(start)
            mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setBackground(tokens_for(self.palette()).color("mark"))
            marks.append(mark)
        self.setExtraSelections(marks)

    def _fit(self) -> None:
        lines = max(1, int(self.document().size().height()))
        height = lines * self.fontMetrics().lineSpacing() + 10
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The height is fixed by the content."""
        return QSize(200, self.minimumHeight())


def utf16_offsets(text: str, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of characters as ranges of Qt's 16-bit units."""
    if text.isascii():
        return [pair for pair in ranges if pair[1] <= len(text)]

    def unit(position: int) -> int:
        return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2

    return [(unit(start), unit(end)) for start, end in ranges]


class ContentTab(QScrollArea):
    """Signals: `jump_requested(id)` for an ancestor or successor."""

    jump_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Content")
        host = QWidget()
        self._column = QVBoxLayout(host)
        self._column.setContentsMargins(16, 14, 16, 16)
        self._column.setSpacing(SPACE + 2)
        self.text = PlainText("Text of the memory")
        self._column.addWidget(self.text)
        self._column.addWidget(line())
        self._fields = QWidget()
        self._column.addWidget(self._fields)
        self._column.addStretch(1)
        self.setWidget(host)

    def show_memory(self, memory: Memory, matches: Sequence[tuple[int, int]] = ()) -> None:
        """Show one; `matches` are ranges of its text."""
        self.text.show_text(memory.content, matches)
        fields = QWidget()
        form = QFormLayout(fields)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(7)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, value in _rows(memory):
            if value:
                shown = label(value, "mono" if title == "Id" else "", wrap=True, selectable=True)
                shown.setAccessibleName(f"{title}: {value}")
                form.addRow(label(title, "muted"), shown)
        for title, ids in (("Replaced by", (memory.superseded_by or "",)), ("Comes from", memory.lineage)):
            for id in filter(None, ids):
                form.addRow(label(title, "muted"), button(id, self._jumper(id), role="link", tip="Go to it"))
        for title, values in (
            ("Emotion", memory.emotion),
            ("Metadata", memory.metadata),
            ("More", memory.extra),
        ):
            if values:
                text = json.dumps(dict(values), indent=2, ensure_ascii=False, default=str, sort_keys=True)
                form.addRow(label(title, "muted"), label(text, "mono", wrap=True, selectable=True))
        old = self._fields
        self._column.replaceWidget(old, fields)
        self._fields = fields
        old.hide()
        old.deleteLater()

    def _jumper(self, id: str) -> Callable[[], None]:
        return lambda: self.jump_requested.emit(id)


def _rows(memory: Memory) -> list[tuple[str, str]]:
    recalled = exact(memory.recalled_at) if memory.recalled_at else "never"
    if memory.recall_count:
        recalled += f" · {memory.recall_count:,} times"
    return [
        ("Kind", memory.kind),
        ("Layer", memory.layer.value),
        ("Status", memory.status.value),
        ("Tags", ", ".join(memory.tags)),
        ("Source", memory.source),
        ("Thread", memory.thread),
        ("Created", exact(memory.created_at)),
        ("Updated", exact(memory.updated_at) if memory.updated_at != memory.created_at else ""),
        ("Recalled", recalled),
        ("Salience", f"{memory.salience:.3f}"),
        ("Confidence", f"{memory.confidence:.2f}"),
        ("Trust", f"{memory.trust:.2f}" + (" · synthetic" if memory.synthetic else "")),
        ("Recall score", f"{memory.quick_recal_score:.3f}"),
        ("PII", ", ".join(memory.pii)),
        ("Written by", memory.actor),
        ("External id", memory.external_id or ""),
        ("Id", memory.id),
    ]
