"""A memory's text, with the words that a search matched marked, and all its fields below."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.core.memory.records import Memory
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
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(7)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._values = {title: self._add_row(title) for title in _TITLES}
        self._links: list[QPushButton] = []
        self._ids: tuple[tuple[str, str], ...] = ()
        self._column.addLayout(self._form)
        self._column.addStretch(1)
        self.setWidget(host)

    def show_memory(
        self,
        memory: Memory,
        matches: Sequence[tuple[int, int]] = (),
        assemblies: Sequence[str] = (),
        into: str = "",
    ) -> None:
        """Show one. Rows are filled, not made anew.

        Args:
            matches: ranges of its text. assemblies: what it is in. into: what it is just being merged into.
        """
        self.text.show_text(memory.content, matches)
        for title, value in _rows(memory, assemblies).items():
            shown = self._values[title]
            if shown.text() != value:
                shown.setText(value)
                shown.setAccessibleName(f"{title}: {value}")
            if self._form.isRowVisible(shown) != bool(value):
                self._form.setRowVisible(shown, bool(value))
        self._show_links(memory, into)

    def _add_row(self, title: str) -> QLabel:
        role = "mono" if title in _MONO else ""
        shown = label("", role, wrap=True, selectable=True)
        self._form.addRow(label(title, "muted"), shown)
        return shown

    def _show_links(self, memory: Memory, into: str) -> None:
        followers = (("Replaced by", memory.superseded_by or ""), ("Being merged into", into))
        wanted = (*((title, id) for title, id in followers if id), *(("Comes from", id) for id in memory.lineage))
        if wanted == self._ids:
            return
        self._ids = wanted
        for old in self._links:
            self._form.removeRow(old)
        self._links = [button(id, self._jumper(id), role="link", tip="Go to it") for _, id in wanted]
        for (title, _), made in zip(wanted, self._links, strict=True):
            self._form.addRow(label(title, "muted"), made)

    def _jumper(self, id: str) -> Callable[[], None]:
        return lambda: self.jump_requested.emit(id)


_TITLES = (
    "Kind",
    "Layer",
    "Status",
    "Tags",
    "Assemblies",
    "Source",
    "Thread",
    "Created",
    "Updated",
    "Recalled",
    "Salience",
    "Confidence",
    "Trust",
    "Recall score",
    "PII",
    "Written by",
    "External id",
    "Id",
    "Emotion",
    "Metadata",
    "More",
)
_MONO = ("Id", "Emotion", "Metadata", "More")


def _pretty(values: Mapping[str, Any]) -> str:
    if not values:
        return ""
    return json.dumps(dict(values), indent=2, ensure_ascii=False, default=str, sort_keys=True)


def _rows(memory: Memory, assemblies: Sequence[str]) -> dict[str, str]:
    recalled = exact(memory.recalled_at) if memory.recalled_at else "never"
    if memory.recall_count:
        recalled += f" · {memory.recall_count:,} times"
    values = (
        memory.kind,
        memory.layer.value,
        memory.status.value,
        ", ".join(memory.tags),
        ", ".join(assemblies),
        memory.source,
        memory.thread,
        exact(memory.created_at),
        exact(memory.updated_at) if memory.updated_at != memory.created_at else "",
        recalled,
        f"{memory.salience:.3f}",
        f"{memory.confidence:.2f}",
        f"{memory.trust:.2f}" + (" · synthetic" if memory.synthetic else ""),
        f"{memory.quick_recal_score:.3f}",
        ", ".join(memory.pii),
        memory.actor,
        memory.external_id or "",
        memory.id,
        _pretty(memory.emotion),
        _pretty(memory.metadata),
        _pretty(memory.extra),
    )
    return dict(zip(_TITLES, values, strict=True))
