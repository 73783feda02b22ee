"""“What did you expect?”: choose a memory, and see why a search does not have it."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.wording import status_word
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.why_not import Asked, Remedy, WhyNot
from memory_desktop.models.words import mode_word
from memory_desktop.ui.filter_field import FilterField, add_search_mark
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.format import one_line
from memory_desktop.ui.lists import flat_list
from memory_desktop.ui.search.why_not_card import WhyNotCard
from memory_desktop.ui.widgets import SPACE, label

# One word that may be an id: with a digit, an underscore or a colon in it.
_AN_ID = re.compile(r"\S*[\d_:]\S*")
_ID = int(Qt.ItemDataRole.UserRole) + 1
_DEBOUNCE_MS = 200
_FOUND = 20
_SIZE = QSize(720, 640)


class WhyNotDialog(QDialog):
    """Signals: `search_requested(Remedy)`: a search that has the memory is to be made; `failed(exception)`."""

    search_requested = Signal(object)
    failed = Signal(object)

    def __init__(self, session: VaultSession, asked: Asked, id: str = "", parent: QWidget | None = None) -> None:
        """`id`: of the memory that is explained at once."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What did you expect?"))
        self.resize(fitting(_SIZE, self))
        self._session = session
        self._asked = asked
        self.box = FilterField(tr("Words of the memory, or its id"), tr("Find the memory that you expected"))
        add_search_mark(self.box)
        self.list = flat_list(
            tr("Memories found"), ((tr("Memory"), ""), (tr("Kind"), "procedure"), (tr("Status"), "superseded"))
        )
        self.list.setMinimumHeight(90)
        self.box.leads_into(self.list)
        self.card = WhyNotCard()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._lay_out()
        self._timer.timeout.connect(self._find)
        self.box.textChanged.connect(self._timer.start)
        self.list.currentItemChanged.connect(self._on_current)
        self.card.search_requested.connect(self._on_search)
        if id:
            self.box.setText(id)
            self._find()

    def _lay_out(self) -> None:
        searched = tr(
            "The search is “{query}”, {mode_word} mode, k = {k}.",
            query=self._asked.query,
            mode_word=mode_word(self._asked.mode),
            k=self._asked.k,
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(SPACE)
        column.addWidget(label(tr("What did you expect?"), "heading"))
        column.addWidget(label(searched, "muted", wrap=True))
        column.addWidget(self.box)
        column.addWidget(self.list, 1)
        column.addWidget(self.card, 3)
        column.addWidget(buttons)

    # --- finding a memory -------------------------------------------------------------------------

    @Slot()
    def _find(self) -> None:
        self._timer.stop()
        text, reader = self.box.text().strip(), self._session.reader
        if not text:
            self._show_found("", [])
            return

        def work(token: Token) -> list[Memory]:
            named = list(reader.by_ids([text]).values())
            if named:
                return named
            answer = reader.recall(text, k=_FOUND, prefix_last=True, show_weaker=True, marked=False, cancel=token)
            return [hit.memory for hit in answer.hits]

        def done(found: list[Memory]) -> None:
            self._show_found(text, found)

        self._session.runner.query(self, work, done, failed=self.failed.emit, channel="find")

    def _show_found(self, text: str, found: list[Memory]) -> None:
        self.list.clear()
        for memory in found:
            self._add(memory.id, one_line(memory.content), memory.kind, status_word(memory.status.value))
        if _AN_ID.fullmatch(text) and text not in {memory.id for memory in found}:
            self._add(text, text)  # of what waits in review, or the id that a memory had where it came from
        only = self.list.topLevelItem(0)
        if only is not None and self.list.topLevelItemCount() == 1:
            self.list.setCurrentItem(only)

    def _add(self, id: str, *texts: str) -> None:
        item = QTreeWidgetItem(list(texts))
        item.setData(0, _ID, id)
        self.list.addTopLevelItem(item)

    # --- explaining it ----------------------------------------------------------------------------

    def _on_current(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None = None) -> None:
        if item is None:
            self.card.clear()
            return
        id, asked, reader = str(item.data(0, _ID)), self._asked, self._session.reader

        def work(token: Token) -> WhyNot:
            return reader.why_not(asked, id, cancel=token)

        self._session.runner.query(self, work, self.card.show_answer, failed=self._on_failed, channel="why")

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self.card.say(error.message)
        else:
            self.failed.emit(error)

    def _on_search(self, remedy: Remedy) -> None:
        self.search_requested.emit(remedy)
        self.accept()
