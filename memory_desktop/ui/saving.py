"""How the buttons of a form are pressed: by Ctrl+Return, once, and without leaving the focus on what takes away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.tips import set_tip

#: Presses the button of a form.
KEY = "Ctrl+Return"


def saves_by_key(form: QWidget, save: QAbstractButton) -> None:
    """Ctrl+Return anywhere in the form presses its button, where that can be pressed; the button's tip says so."""
    pressed_by_key(form, save, tr("Save ({key})", key=KEY))


def pressed_by_key(form: QWidget, pressed: QAbstractButton, tip: str) -> None:
    """The same, with another tip, which should name the key (`KEY`)."""
    made = QShortcut(QKeySequence(KEY), form)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.setAutoRepeat(False)
    made.activated.connect(pressed.click)  # a button that is off is not clicked
    set_tip(pressed, tip)


def leads_to(target: QWidget, *buttons: QAbstractButton, form: QWidget | None = None) -> None:
    """Whoever presses one of these buttons goes on at `target`: the button may be off then, and Qt would give the focus
    to the next one, whatever that does. Where the key of the form pressed it, the focus stays in its field.

    Args:
        form: whoever came to the button from a field of this form goes back to that field instead.
    """
    for one in buttons:
        _GoesOn(one, target, form)


def pressed_once(*buttons: QAbstractButton) -> None:
    """The second click of a double click presses none of these: what it would decide about, nobody has seen yet."""
    for one in buttons:
        one.installEventFilter(_Once(one))


class _Once(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        del watched
        return event.type() == QEvent.Type.MouseButtonDblClick


class _GoesOn(QObject):
    """Belongs to its button."""

    def __init__(self, button: QAbstractButton, target: QWidget, form: QWidget | None) -> None:
        super().__init__(button)
        self._button, self._target, self._form, self._had_focus = button, target, form, False
        self._field: QWidget | None = None
        if form is not None:
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            app.focusChanged.connect(self._on_focus)
        button.pressed.connect(self._on_press)
        button.clicked.connect(self._on_click)

    @Slot(QWidget, QWidget)
    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Keep the field of the form that has had the focus last."""
        if now is None or self._form is None or not self._form.isAncestorOf(now):
            return
        if not isinstance(now, QAbstractButton):
            self._field = now

    @Slot()
    def _on_press(self) -> None:
        self._had_focus = self._button.hasFocus()

    @Slot()
    def _on_click(self) -> None:
        if self._had_focus:
            found = self._field
            target = found if found is not None and found.isVisible() and found.isEnabled() else self._target
            target.setFocus(Qt.FocusReason.OtherFocusReason)
