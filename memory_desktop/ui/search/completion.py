"""Completes operators and their values in the search box."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QCompleter, QLineEdit

from memory_desktop.bridge.translation import tr
from memory_desktop.core.answers import Facets
from memory_desktop.core.memory.records import KINDS, Layer, Status
from memory_desktop.core.query.language import OPERATORS, operator_text
from memory_desktop.models.words import asked_status

_LAST = re.compile(r"(?:^|(?<=\s))(-?[A-Za-z]+:?(?:\"[^\"]*|[^\s\"]*))$")
_LEAST = 2


class OperatorCompleter(QCompleter):
    """Offers `kind:`, `tag:` … while one is begun, and the vault's own values after the colon.

    Signals: `taken(str)` the text of the box after one was chosen.
    """

    taken = Signal(str)

    def __init__(self, box: QLineEdit) -> None:
        self._strings = QStringListModel()
        super().__init__(self._strings, box)
        self._box = box
        self.setWidget(box)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self._list = self.popup()
        assert self._list is not None
        self._list.setAccessibleName(tr("Search operators"))
        self._list.setObjectName("completions")
        self._facets: Facets | None = None
        self._users: Sequence[str] = ()
        self.activated.connect(self._take)

    def set_facets(self, facets: Facets) -> None:
        """The values that there are."""
        self._facets = facets

    def set_users(self, users: Sequence[str]) -> None:
        """The users that there are."""
        self._users = users

    @Slot()
    def offer(self) -> None:
        """Show what fits the word before the cursor, if it looks like an operator."""
        word = self._word()
        known = any(name.startswith(word.lstrip("-").split(":")[0].lower()) for name in OPERATORS)
        if len(word.lstrip("-")) < _LEAST or not known or (":" not in word and word.lower() in OPERATORS):
            self._hide()
            return
        offers = self._values()
        if ":" not in word:
            offers = [f"{name}:" for name in OPERATORS] + offers
        if offers != self._strings.stringList():
            self._strings.setStringList(offers)
        self.setCompletionPrefix(word.lstrip("-"))
        name, colon, begun = word.lstrip("-").partition(":")
        if self.completionCount() == 0 and colon and not begun.startswith('"'):
            self.setCompletionPrefix(f'{name}:"{begun}')  # values with blanks stand in quotes
        if self.completionCount() == 0 or self.currentCompletion() == word:
            self._hide()
            return
        self.complete()

    def _hide(self) -> None:
        if self._list is not None:
            self._list.hide()

    def _word(self) -> str:
        match = _LAST.search(self._box.text()[: self._box.cursorPosition()])
        return match[1] if match else ""

    @Slot(str)
    def _take(self, offer: str) -> None:
        text, cursor = self._box.text(), self._box.cursorPosition()
        word = self._word()
        start = cursor - len(word) + (1 if word.startswith("-") else 0)
        end = "" if offer.endswith(":") else " "
        self._box.setText(text[:start] + offer + end + text[cursor:].lstrip())
        self._box.setCursorPosition(start + len(offer) + len(end))
        self.taken.emit(self._box.text())

    def _values(self) -> list[str]:
        """Each operator with each of its values."""
        facets = self._facets
        months = sorted(facets.months, reverse=True) if facets else []
        values: dict[str, list[str]] = {
            "layer": [layer.value for layer in Layer],
            "status": [*(asked_status(status.value) for status in Status), "any"],
            "is": ["synthetic", "embedded"],
            "kind": list(dict.fromkeys([*(facets.kinds if facets else ()), *KINDS])),
            "tag": list(facets.tags)[:500] if facets else [],
            "source": [name for name in facets.sources if name] if facets else [],
            "user": list(self._users),
            "before": months,
            "after": months,
            "on": months,
        }
        return [operator_text(name, value) for name, found in values.items() for value in found]
