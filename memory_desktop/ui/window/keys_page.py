"""The page of Preferences that gives commands other keys."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QKeySequenceEdit, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from memory_desktop.bridge.translation import mark, tr
from memory_desktop.ui.announce import announce
from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.shown_keys import said
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.window.key_bindings import Command, KeyBindings

_HELP = mark("Choose a command, then press the key that it shall have. The keys are the same in every vault.")


class KeysPage(QWidget):
    """All commands with their keys; what is chosen is in force once it is saved. Signals: `changed`.

    Args:
        commands: those of `keys`, which it takes a moment to list.
    """

    changed = Signal()

    def __init__(self, keys: KeyBindings, commands: Iterable[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._commands = sorted(commands, key=lambda one: (one.action is None, one.place, one.name))
        self._pending: dict[str, QKeySequence | None] = {}
        self._rival: Command | None = None
        self.edit = QKeySequenceEdit()
        self._build()
        self.table.fill([self._row(one) for one in self._commands])
        select_row(self.table, 0)
        self._on_current()

    def narrow(self, words: str) -> int:
        """Show the commands that have every word in their name, place or key; how many there are."""
        wanted, found = words.lower().split(), 0
        for row, command in enumerate(self._commands):
            text = " ".join(self._row(command)).lower()
            fits = all(word in text for word in wanted)
            self.table.setRowHidden(row, not fits)
            found += fits
        current = self.table.currentRow()
        if found and (current < 0 or self.table.isRowHidden(current)):
            select_row(self.table, next(n for n in range(len(self._commands)) if not self.table.isRowHidden(n)))
        return found

    def changes(self) -> dict[str, QKeySequence | None]:
        """What differs from the keys in force, as for `KeyBindings.change`."""
        return {
            one.id: self._pending[one.id]
            for one in self._commands
            if one.id in self._pending and self._key(one) != self._keys.key(one)
        }

    def choose(self, id: str) -> None:
        """Go to a command."""
        select_row(self.table, [one.id for one in self._commands].index(id))

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.table = PlainTable((tr("Command"), tr("Where"), tr("Key")), tr("Commands and their keys"))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.table.itemSelectionChanged.connect(self._on_current)
        self.table.cellDoubleClicked.connect(lambda *_cell: self.edit.setFocus(Qt.FocusReason.OtherFocusReason))
        self.name = label("", wrap=True)
        self.edit.setMaximumSequenceLength(1)
        self.edit.setMinimumWidth(150)
        self.edit.keySequenceChanged.connect(self._on_pressed)
        for field in (self.edit, self.edit.findChild(QLineEdit)):
            if field is not None:
                field.setAccessibleName(tr("Key of the command"))
        self.none = button(tr("No key"), lambda: self._give(QKeySequence()), role="link")
        self.reset = button(tr("Reset to default"), self._reset, role="link")
        self.reset_all = button(tr("Reset all keys"), self._reset_all, role="link")
        self.told = label("", "error", wrap=True)
        self.take = button(tr("Take it from there"), self._take, role="link")
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.name, 1)
        row.addWidget(self.edit)
        row.addWidget(self.none)
        row.addWidget(self.reset)
        fault = QHBoxLayout()
        fault.addWidget(self.told, 1)
        fault.addWidget(self.take)
        top = QHBoxLayout()
        top.addWidget(label(tr(_HELP), "muted", wrap=True), 1)
        top.addWidget(self.reset_all, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addLayout(fault)

    def _row(self, command: Command) -> tuple[str, str, str]:
        return command.name, command.place, said(self._key(command))

    def _key(self, command: Command) -> QKeySequence:
        """The key that it has once the page is saved."""
        if command.id not in self._pending:
            return self._keys.key(command)
        chosen = self._pending[command.id]
        return command.default if chosen is None else chosen

    @property
    def _current(self) -> Command | None:
        row = self.table.currentRow()
        return self._commands[row] if 0 <= row < len(self._commands) else None

    # --- choosing -----------------------------------------------------------------------------

    @Slot()
    def _on_current(self) -> None:
        command = self._current
        self.edit.setEnabled(command is not None)
        if command is None:
            return
        self.name.setText(
            tr("{name} (default: {default})", name=command.name, default=said(command.default) or tr("none"))
        )
        self._show_key(command)
        self._complain("")

    def _show_key(self, command: Command) -> None:
        self.edit.blockSignals(True)
        self.edit.setKeySequence(self._key(command))
        self.edit.blockSignals(False)
        self.none.setVisible(not self._key(command).isEmpty())
        self.reset.setVisible(self._key(command) != command.default)
        self.reset_all.setVisible(any(self._key(one) != one.default for one in self._commands))

    @Slot(QKeySequence)
    def _on_pressed(self, key: QKeySequence) -> None:
        command = self._current
        if command is None or key.isEmpty() or not isValid(self._keys.window):
            return  # the field says its key also when it is left, be it with the window
        refused = self._keys.refused(key) if key != command.default else ""
        rival = self._keys.clash(command, key, self._commands, self._pending) if not refused else None
        if isinstance(rival, Command):
            self._complain(
                tr("{key} is the key of “{name}” ({place}).", key=said(key), name=rival.name, place=rival.place), rival
            )
        elif refused or rival is not None:
            self._complain(
                refused
                or tr("{key} is used by {rival}, and cannot be given to another command.", key=said(key), rival=rival)
            )
            self._show_key(command)
        else:
            self._give(key)

    def _complain(self, text: str, rival: Command | None = None) -> None:
        self._rival = rival
        self.told.setText(text)
        self.told.setVisible(bool(text))
        self.take.setVisible(rival is not None)
        self.table.scrollTo(self.table.currentIndex())
        if text:
            announce(self, text, urgent=True)

    def _take(self) -> None:
        key, rival = self.edit.keySequence(), self._rival
        if rival is not None:
            self._set(rival, QKeySequence())
            self._on_pressed(key)  # perhaps another one has it, too
            self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give(self, key: QKeySequence | None) -> None:
        command = self._current
        if command is not None:
            self._set(command, key)
            self._complain("")
            self._show_key(command)

    def _reset(self) -> None:
        """The default again, unless another command has it now."""
        command = self._current
        if command is not None:
            if command.default.isEmpty():
                self._give(None)
            else:
                self.edit.setKeySequence(command.default)
                self._on_pressed(command.default)

    def _reset_all(self) -> None:
        for command in self._commands:
            if self._key(command) != command.default:
                self._set(command, None)
        self._on_current()

    def _set(self, command: Command, key: QKeySequence | None) -> None:
        self._pending[command.id] = None if key == command.default else key
        row = self._commands.index(command)
        for column, text in enumerate(self._row(command)):
            item = self.table.item(row, column)
            if item is not None:
                item.setText(text)
                set_item_tip(item, text)
        self.changed.emit()
