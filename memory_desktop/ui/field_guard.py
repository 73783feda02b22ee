"""What all fields of a window have in common: which wheel and which keys are not theirs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QTextEdit,
    QWidget,
)

_VALUES = QAbstractSpinBox, QComboBox
_INSET = 6
_TEXTS = QLineEdit, QPlainTextEdit, QTextEdit


class FieldGuard(QObject):
    """Made by a window or dialog when all its parts are there.

    The wheel scrolls what a number, date or choice stands in, unless the field has the focus; it does not give it that.
    Undo and Redo are the window's where a text field, or the text of a number, date or choice, has nothing of its own
    to undo or redo. The text of a number keeps off its frame, which the style sheet cannot see to.

    Args:
        root: the fields in it are guarded.
    """

    def __init__(self, root: QWidget) -> None:
        super().__init__(root)
        self.guard(root)

    def guard(self, root: QWidget) -> None:
        """Guard the fields in a part that came later."""
        for field in root.findChildren(QWidget):
            if isinstance(field, _VALUES) and field.focusPolicy() == Qt.FocusPolicy.WheelFocus:
                field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            if isinstance(field, (QSpinBox, QDoubleSpinBox)):
                for line in field.findChildren(QLineEdit):
                    line.setTextMargins(_INSET, 0, 0, 0)
            if isinstance(field, (*_VALUES, *_TEXTS)):
                field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """An event that is filtered and ignored goes on: a wheel to the field's parent, a key to the shortcuts."""
        if event.type() == QEvent.Type.Wheel:
            passed = isinstance(watched, _VALUES) and not watched.hasFocus()
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            passed = _has_nothing_to(event, watched)
        else:
            return False
        if passed:
            event.ignore()
        return passed


def _has_nothing_to(event: QKeyEvent, field: QObject) -> bool:
    """Whether a key asks for an undo or redo that the field does not have."""
    # The key of a number, date or choice comes to the field, which gives it to its line.
    text = field.lineEdit() if isinstance(field, _VALUES) else field
    if not isinstance(text, _TEXTS):
        return False
    history = text if isinstance(text, QLineEdit) else text.document()
    if event.matches(QKeySequence.StandardKey.Undo):
        return not history.isUndoAvailable()
    return event.matches(QKeySequence.StandardKey.Redo) and not history.isRedoAvailable()
