"""Texts that never widen the pane they stand in: long words and ids break anywhere, or are elided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent, QTextCursor, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QSizePolicy, QTextEdit, QWidget

from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_tip

#: A text that may be as wide as it likes is broken after about so many characters.
_WIDEST = 72
#: So often a text takes another height within one turn of the event loop.
_AT_ONCE = 3


class WrappingLabel(QLabel):
    """A label of plain text whose lines break between words, and inside a word that is longer than a line."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._heights: dict[int, int] = {}
        self._marked: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show another text."""
        self._heights.clear()
        super().setText(text)

    def mark(self, words: Sequence[str]) -> None:
        """Mark each place where one of these words stands, whatever its case."""
        self._marked = tuple(word.lower() for word in words if word)
        self.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font or style wraps otherwise."""
        self._heights.clear()
        super().changeEvent(event)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """No word is too long for it."""
        margins = self.contentsMargins()
        line = self.fontMetrics().lineSpacing() + margins.top() + margins.bottom()
        return QSize(min(40, self.sizeHint().width()), line)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """One line for a short text."""
        metrics, margins = self.fontMetrics(), self.contentsMargins()
        longest = max((metrics.horizontalAdvance(line) for line in self.text().split("\n")), default=0) + 2
        width = min(longest, metrics.averageCharWidth() * _WIDEST) + margins.left() + margins.right()
        return QSize(width, self.heightForWidth(width))

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Pixels for all lines; kept, as nested layouts ask hundreds of times for the same few widths."""
        if width not in self._heights:
            margins = self.contentsMargins()
            layouts = self._lay_out(width - margins.left() - margins.right())
            self._heights[width] = ceil(sum(map(_height, layouts))) + margins.top() + margins.bottom()
        return self._heights[width]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """The lines, aligned as the label is."""
        room = self.contentsRect()
        layouts = self._lay_out(room.width())
        top = float(room.top())
        if not self.alignment() & Qt.AlignmentFlag.AlignTop:
            top += max(0.0, room.height() - sum(map(_height, layouts))) / 2
        painter = QPainter(self)
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        painter.setPen(self.palette().color(group, self.foregroundRole()))
        for layout in layouts:
            layout.draw(painter, QPointF(room.left(), top))
            top += _height(layout)

    def _lay_out(self, width: int) -> list[QTextLayout]:
        """A layout a paragraph, each with its lines placed."""
        made: list[QTextLayout] = []
        option = QTextOption(self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        for paragraph in self.text().split("\n"):
            layout = QTextLayout(paragraph, self.font())
            layout.setTextOption(option)
            layout.setFormats(self._marks(paragraph))
            layout.beginLayout()
            top = 0.0
            while (line := layout.createLine()).isValid():
                line.setLineWidth(max(1, width))
                line.setPosition(QPointF(0, top))
                top += line.height()
            layout.endLayout()
            made.append(layout)
        return made

    def _marks(self, paragraph: str) -> list[QTextLayout.FormatRange]:
        if not self._marked:
            return []
        tokens, made = tokens_for(self.palette()), []
        for word in self._marked:
            for found in re.finditer(re.escape(word), paragraph, re.IGNORECASE):
                one = QTextLayout.FormatRange()
                one.start = len(paragraph[: found.start()].encode("utf-16-le")) // 2
                one.length = len(found[0].encode("utf-16-le")) // 2
                one.format.setBackground(tokens.color("mark"))
                one.format.setForeground(tokens.color("text"))
                made.append(one)
        return made


def _height(layout: QTextLayout) -> float:
    """Pixels of all lines of a paragraph."""
    last = layout.lineAt(layout.lineCount() - 1)
    return last.y() + last.height()


class SelectableText(QPlainTextEdit):
    """Text to select and copy, as high as its content, never taken for markup; long words break anywhere.

    `name` is what a screen reader calls it.
    """

    def __init__(self, name: str, text: str = "", role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setProperty("plain", True)
        if role:
            self.setProperty("role", role)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self._ranges: Sequence[tuple[int, int]] = ()
        self._fitted = 0
        self._fit_later = QTimer(self, interval=0, singleShot=True)
        self._fit_later.timeout.connect(self._fit_again)
        # Later: the document says so while it lays itself out, and a new height now would make it begin again within.
        self.document().documentLayout().documentSizeChanged.connect(self._fit, Qt.ConnectionType.QueuedConnection)
        self.setText(text)

    def text(self) -> str:
        """What it shows."""
        return self.toPlainText()

    def setText(self, text: str) -> None:  # noqa: N802 - as a label's
        """Show another text."""
        self.show_text(text)

    def show_text(self, text: str, ranges: Sequence[tuple[int, int]] = ()) -> None:
        """Show a text, and mark ranges of its characters."""
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._ranges = ranges
        self._mark()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Marks follow the theme, the height follows the font."""
        super().changeEvent(event)
        if not hasattr(self, "_ranges"):
            return
        if event.type() == QEvent.Type.PaletteChange:
            self._mark()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Wrap the lines again for the new width, and take the height for them.

        Not again and again at once: where the height decides whether a scroll bar is needed, and the bar takes of the
        width, the scroll area would go to and fro between the two within its own resizing, until the stack is full.
        """
        super().resizeEvent(event)
        self._fit_later.start()
        if self._fitted < _AT_ONCE:
            self._fitted += 1
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The height is fixed by the content."""
        return QSize(200, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width will do."""
        return QSize(40, self.minimumHeight())

    def _mark(self) -> None:
        marks = []
        for start, end in utf16_offsets(self.toPlainText(), self._ranges):
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.document())
            mark.cursor.setPosition(start)
            mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setBackground(tokens_for(self.palette()).color("mark"))
            marks.append(mark)
        self.setExtraSelections(marks)

    def _fit_again(self) -> None:
        self._fitted = 0
        self._fit()

    def _fit(self, *_size: object) -> None:
        first, layout = self.document().firstBlock(), self.document().documentLayout()
        pitch = layout.blockBoundingRect(first).height() / max(1, first.lineCount())
        lines = max(1, int(self.document().size().height()))
        height = ceil(lines * pitch) + 4
        if height != self.minimumHeight():
            self.setFixedHeight(height)


class ElidedLabel(QLabel):
    """One line that ends in “…” where it has no room; the whole of it is its tool tip."""

    def __init__(self, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show another text."""
        super().setText(text)
        set_tip(self, text)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A small width: the text is elided to fit."""
        return QSize(24, self.fontMetrics().height()).grownBy(self.contentsMargins())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """What there is room for."""
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)


class ElidedLink(QPushButton):
    """A link whose text gives up its middle where there is no room, as an id can; the whole is what it is called."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = text
        self.setProperty("link", True)
        self.setAccessibleName(text)
        set_tip(self, text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._show()

    def text(self) -> str:
        """All of it."""
        return self._whole

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A small width: the text is elided to fit."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Elide the text again for the new width."""
        super().resizeEvent(event)
        self._show()

    def _show(self) -> None:
        metrics, room = self.fontMetrics(), max(40, self.width() - 14)
        self.setText(metrics.elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room).replace("&", "&&"))


def utf16_offsets(text: str, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of characters as ranges of Qt's 16-bit units."""
    if text.isascii():
        return [pair for pair in ranges if pair[1] <= len(text)]

    def unit(position: int) -> int:
        return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2

    return [(unit(start), unit(end)) for start, end in ranges]
