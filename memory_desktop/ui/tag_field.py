"""Tags as chips with a field behind them: changed in place, with the vault's tags offered while one is typed.

What is changed is a draft until it is ended: by Enter in the empty field, or by leaving it. Escape drops the draft.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QCompleter,
    QFrame,
    QLineEdit,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.core.memory.drafts import clean_tags
from memory_desktop.ui.announce import announce
from memory_desktop.ui.chip_button import ChipButton
from memory_desktop.ui.flow_layout import FlowLayout
from memory_desktop.ui.typed import drop_undo
from memory_desktop.ui.widgets import set_role

_LINE_WIDTH = 88
_WIDEST = 220
_OFFERED = 500
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
#: The focus comes back by itself.
_AWAY = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.MenuBarFocusReason)


@dataclass(frozen=True, slots=True)
class TagsOf:
    """The tags of some memories.

    Attributes:
        keys: of the memories. counts: how many of them have each tag. total: of how many memories they were counted.
    """

    keys: tuple[int, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    total: int = 1


class _Chip(ChipButton):
    """A tag. Signals: `pressed_key(event)` for a key that is the field's."""

    pressed_key = Signal(object)
    focus_lost = Signal(object)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """It never widens the pane that it stands in."""
        return QSize(40, super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter and Escape end the editing."""
        if event.key() in (*_ENTER, Qt.Key.Key_Escape):
            self.pressed_key.emit(event)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """The text is elided where the pane is narrow; the tool tip has it all."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        text, _, mark = self.text().rpartition("  ")
        mark = f"  {mark}" if text else mark
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        if text and self.fontMetrics().horizontalAdvance(option.text.replace("&&", "&")) > room:
            left = room - self.fontMetrics().horizontalAdvance(mark)
            plain = text.replace("&&", "&")
            elided = self.fontMetrics().elidedText(plain, Qt.TextElideMode.ElideRight, left)
            option.text = elided.replace("&", "&&") + mark
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Tell why."""
        super().focusOutEvent(event)
        self.focus_lost.emit(event.reason())


class _Line(QLineEdit):
    """Where a tag is typed. Signals: as of a chip; `entered()` with the focus."""

    pressed_key = Signal(object)
    focus_lost = Signal(object)
    entered = Signal()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for a short tag."""
        return QSize(_LINE_WIDTH, super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """First the field's, then those of a line of text."""
        event.ignore()
        self.pressed_key.emit(event)
        if not event.isAccepted():
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Tell."""
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Tell why."""
        super().focusOutEvent(event)
        self.focus_lost.emit(event.reason())


class TagField(QFrame):
    """See the module.

    Signals:
        changed: keys of memories, tags to add, tags to remove, once the editing is ended with a change.
        ended: bool; the editing is over, True where a key ended it, and the focus is still here.
        tags_wanted: the vault's tags are needed: call `offer`.
        drafted: bool, whether there is a draft.

    Args:
        embedded: it stands in a page, whose Escape it is where nothing is drafted; else Escape always ends the editing.
    """

    changed = Signal(object, object, object)
    ended = Signal(bool)
    tags_wanted = Signal()
    drafted = Signal(bool)

    def __init__(self, parent: QWidget | None = None, *, embedded: bool = True) -> None:
        super().__init__(parent)
        self._embedded = embedded
        self.setObjectName("tagField")
        self.setAccessibleName(tr("Tags"))
        self.of = TagsOf()
        self._added: list[str] = []
        self._removed: list[str] = []
        self._read_only = False
        self._chips: list[_Chip] = []
        self._layout = FlowLayout(self, spacing=4)
        self._layout.setContentsMargins(4, 4, 4, 4)
        self.line = _Line()
        self.line.setAccessibleName(tr("Add a tag"))
        self.line.setAccessibleDescription(
            tr(
                "Enter or a comma adds the tag, Enter in the empty field saves. Backspace removes the last tag, "
                "and Escape leaves the tags as they were."
            )
        )
        self.line.setPlaceholderText(tr("Add a tag"))
        self._strings = QStringListModel()
        self.completer = QCompleter(self._strings, self.line)
        self.completer.setWidget(self.line)
        self.completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        popup = self.completer.popup()
        assert popup is not None
        self._popup = popup
        popup.setAccessibleName(tr("Tags of this vault"))
        popup.setObjectName("completions")
        self.completer.activated.connect(self._take)
        self.line.textEdited.connect(self._on_typed)
        self.line.pressed_key.connect(self._on_key)
        self.line.focus_lost.connect(self._on_focus_lost)
        self.line.entered.connect(self.tags_wanted)
        self.setFocusProxy(self.line)
        self._lay_out()

    # --- what is shown ------------------------------------------------------------------------

    @property
    def tags(self) -> tuple[str, ...]:
        """As they are with the draft."""
        kept = [tag for tag in self.of.counts if tag not in self._removed and tag not in self._added]
        return (*kept, *self._added)

    @property
    def changing(self) -> bool:
        """Whether there is a draft."""
        return bool(self._added or self._removed)

    def show_tags(self, of: TagsOf, *, read_only: bool = False) -> None:
        """Show the tags of some memories. A draft for other ones is saved first; one for the same stays."""
        if of == self.of and read_only == self._read_only:
            return
        if of.keys != self.of.keys:
            self._end()
        self.of, self._read_only = of, read_only
        self._added = [tag for tag in self._added if of.counts.get(tag, 0) < of.total]
        self._removed = [tag for tag in self._removed if tag in of.counts]
        self._lay_out()

    def clear(self) -> None:
        """Show nothing, and drop the draft."""
        self._drop()
        self.of = TagsOf()
        self._lay_out()

    def offer(self, known: Iterable[str]) -> None:
        """Complete from these tags, best first."""
        offers = list(known)[:_OFFERED]
        if offers != self._strings.stringList():
            self._strings.setStringList(offers)

    def save(self) -> None:
        """End the editing with what is drafted, what was typed last included."""
        self._end()

    def discard(self) -> None:
        """End the editing, and leave the tags as they were."""
        self._drop()
        self._lay_out()

    # --- editing ------------------------------------------------------------------------------

    def add(self, text: str) -> None:
        """Add the tags in a text, separated by commas."""
        new = [tag for tag in clean_tags(text.replace("，", ",").split(",")) if tag not in self._added]
        for tag in new:
            if tag in self._removed:
                self._removed.remove(tag)
            if self.of.counts.get(tag, 0) < self.of.total:
                self._added.append(tag)
        if new:
            self._lay_out()
            announce(self.line, tr("Added {new}", new=", ".join(new)))

    def remove(self, tag: str) -> None:
        """Take a tag from all of the memories."""
        if tag in self._added:
            self._added.remove(tag)
        if tag in self.of.counts:
            self._removed.append(tag)
        self._lay_out()
        announce(self.line, tr("Removed {tag}", tag=tag))

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        before, comma, last = text.replace("，", ",").rpartition(",")
        if comma:
            self.line.setText(last.lstrip())
            self.add(before)
        self._offer_for(self.line.text().strip())

    def _offer_for(self, begun: str) -> None:
        """Show which of the vault's tags fit."""
        self.completer.setCompletionPrefix(begun)
        if not begun or not self.completer.completionCount():
            self._popup.hide()
            return
        self.completer.complete()

    @Slot(str)
    def _take(self, tag: str) -> None:
        self.line.setText("")
        self.add(tag)

    @Slot(object)
    def _on_key(self, event: QKeyEvent) -> None:
        """Accept what is not for the line of text; the list of completions sees what is ignored."""
        key, text, offered = event.key(), self.line.text().strip(), self._popup.isVisible()
        if offered and (key == Qt.Key.Key_Escape or (key in _ENTER and self._popup.currentIndex().isValid())):
            return
        event.accept()
        if key in _ENTER:
            self._popup.hide()
            self.line.setText("")
            self.add(text)
            if not text or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._end(by_key=True)
        elif key == Qt.Key.Key_Escape and (self.line.text() or self.changing or not self._embedded):
            self.discard()
            self.ended.emit(True)
        elif key == Qt.Key.Key_Backspace and not self.line.text() and self.tags:
            if not event.isAutoRepeat():  # who holds it down to empty the line does not mean the tags before it
                self.remove(self.tags[-1])
        elif key == Qt.Key.Key_Left and not self.line.cursorPosition() and self._chips:
            self._chips[-1].setFocus(Qt.FocusReason.TabFocusReason)
        elif key == Qt.Key.Key_Down and not text and self._strings.rowCount():
            self.completer.setCompletionPrefix("")
            self.completer.complete()
        else:
            event.ignore()

    @Slot(object)
    def _on_focus_lost(self, reason: Qt.FocusReason) -> None:
        now = QApplication.focusWidget()
        if reason not in _AWAY and not (now is not None and self.isAncestorOf(now)):
            self._end()

    def _end(self, *, by_key: bool = False) -> None:
        if self.line.text().strip():
            self.add(self.line.text())
        added, removed = tuple(self._added), tuple(tag for tag in self._removed if tag not in self._added)
        drafted = self.changing
        self._added, self._removed = [], []
        self.line.setText("")
        self._popup.hide()
        if drafted:
            # Shown as saved, until the memories are read again.
            left = {tag: number for tag, number in self.of.counts.items() if tag not in removed}
            keys, total = self.of.keys, self.of.total
            self.of = TagsOf(keys, {**left, **dict.fromkeys(added, total)}, total)
            self._lay_out()
            self.changed.emit(keys, added, removed)
        self.ended.emit(by_key)

    def _drop(self) -> None:
        self._added, self._removed = [], []
        self.line.setText("")
        drop_undo(self.line)
        self._popup.hide()

    # --- chips --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """A chip for each tag, and the line behind them."""
        focused = next((number for number, chip in enumerate(self._chips) if chip.hasFocus()), -1)
        if focused >= 0:
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        while self._layout.takeAt(0) is not None:
            pass
        for old in self._chips:
            old.hide()
            old.deleteLater()
        self._chips = [self._chip(number, tag) for number, tag in enumerate(self.tags)]
        for chip in self._chips:
            self._layout.addWidget(chip)
        self._layout.addWidget(self.line)
        before: QWidget | None = None
        for one in (*self._chips, self.line):
            one.setVisible(one is not self.line or not self._read_only)
            if before is not None:
                QWidget.setTabOrder(before, one)
            before = one
        if focused >= 0 and self._chips:
            self._chips[min(focused, len(self._chips) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
        set_role(self, "still", self._read_only)
        self.updateGeometry()
        self.drafted.emit(self.changing)

    def _chip(self, number: int, tag: str) -> _Chip:
        having = self.of.total if tag in self._added else self.of.counts.get(tag, 0)
        some = (
            tr(" · {having} of {total}", having=grouped(having), total=grouped(self.of.total))
            if having < self.of.total
            else ""
        )
        shown = self.fontMetrics().elidedText(tag, Qt.TextElideMode.ElideRight, _WIDEST)
        name = (
            tr("Tag {tag}{some}", tag=tag, some=some)
            if self._read_only
            else tr("Remove tag {tag}{some}", tag=tag, some=some)
        )
        chip = _Chip(
            shown + some,
            name,
            tag + some if self._read_only else tr("Remove {tag}{some} (Delete)", tag=tag, some=some),
            self,
        )
        if self._read_only:
            chip.setText((shown + some).replace("&", "&&"))
            chip.setEnabled(False)
        chip.removed.connect(lambda: self._take_out(tag))
        chip.moved.connect(lambda step: self._go(number + step))
        chip.pressed_key.connect(self._on_chip_key)
        chip.focus_lost.connect(self._on_focus_lost)
        return chip

    def _take_out(self, tag: str) -> None:
        self.tags_wanted.emit()
        if not any(chip.hasFocus() for chip in self._chips):
            self.line.setFocus(Qt.FocusReason.MouseFocusReason)
        self.remove(tag)

    def _go(self, number: int) -> None:
        """To a chip, or to the line behind the last."""
        if number >= len(self._chips):
            self.line.setFocus(Qt.FocusReason.TabFocusReason)
        elif number >= 0:
            self._chips[number].setFocus(Qt.FocusReason.TabFocusReason)

    @Slot(object)
    def _on_chip_key(self, event: QKeyEvent) -> None:
        event.accept()
        if event.key() in _ENTER:
            self._end(by_key=True)
        elif self.changing or not self._embedded:
            self.discard()
            self.ended.emit(True)
        else:
            event.ignore()
