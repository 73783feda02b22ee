"""What the program suggests: assemblies that could be made of related memories, and assemblies that could be merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.assembly.proposals import Proposal
from memory_desktop.engine.merging.assemblies import Suggestion
from memory_desktop.ui.format import one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, flat_list, or_empty, split
from memory_desktop.ui.lists import column as stacked
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
_LEAST_TOLD = 60
#: So many members are listed of a suggestion.
_LISTED = 200
_COLUMNS = translated(
    ((mark("Suggestion"), ""), (mark("Memories"), mark("12 shared")), (mark("Similarity"), mark("Similarity")))
)


@dataclass(frozen=True, slots=True)
class _Found:
    proposals: tuple[Proposal, ...]
    merges: tuple[Suggestion, ...]


class SuggestionsTab(QWidget):
    """Signals: `selected(id)` of a memory; `merge_requested(ids)`; `counted(how many)`; `failed(exception)`."""

    selected = Signal(object)
    merge_requested = Signal(object)
    counted = Signal(int)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._found = _Found((), ())
        self._compared: tuple[object, tuple[Suggestion, ...]] = (None, ())
        self.summary = label("", "muted", wrap=True)
        self.summary.setMinimumWidth(_LEAST_TOLD)
        self.do = button(tr("Create"), self._do, role="primary", icon_name="add")
        self.list = flat_list(tr("Suggested assemblies and merges"), _COLUMNS)
        keep_rows(self.list)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(lambda *_: self._do())
        self.members = flat_list(tr("Members of the selected suggestion"), ((tr("Member"), ""),))
        self.members.currentItemChanged.connect(self._on_member)
        self.why = label("", "muted", wrap=True)
        self.why.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        lower = stacked(self.why, self.members)
        self.splitter = split(Qt.Orientation.Vertical, self.list, lower, (220, 200))
        empty = EmptyState(
            "assembly",
            tr("Nothing to suggest"),
            tr(
                "Memories that are alike and in no assembly yet are suggested here, and assemblies that are nearly the "
                "same. They are compared by their vectors."
            ),
        )
        self.pages = or_empty(self.splitter, empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar(self.summary, self.do, filling=self.summary))
        column.addWidget(self.pages, 1)
        self._show(self._found)

    def open_session(self, session: VaultSession) -> None:
        """Work on this vault."""
        self._session = session

    def close_session(self) -> None:
        """Forget it."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        self._session = None
        self._compared = (None, ())
        self._show(_Found((), ()))

    @Slot()
    def refresh(self) -> None:
        """Look for suggestions."""
        session = self._session
        if session is None:
            return

        def work(_token: Token) -> _Found:
            return _Found(tuple(session.engine.proposals.find()), self._merges(session))

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="suggest", follow=True)

    def _merges(self, session: VaultSession) -> tuple[Suggestion, ...]:
        """All assemblies are compared with all, which is not to be done again while none has changed."""
        engine = session.engine
        least = engine.settings["assemblies.merge_above"]
        seen = (least, tuple((one.assembly.revision, one.synced_at) for one in engine.assemblies.states()))
        if seen != self._compared[0]:
            self._compared = seen, tuple(engine.merging.suggestions())
        return self._compared[1]

    def _show(self, found: _Found) -> None:
        if found == self._found and self.list.topLevelItemCount():
            return
        row = self.list.currentIndex().row()
        self._found = found
        self.list.blockSignals(True)
        self.list.clear()
        for number, one in enumerate(found.proposals):
            self._add("add", one.name, grouped(len(one.members)), one.similarity, said(one.reason), number)
        for number, pair in enumerate(found.merges, start=len(found.proposals)):
            text = tr("Merge “{name}” and “{name2}”", name=pair.first.name, name2=pair.second.name)
            self._add("merge", text, tr("{number} shared", number=grouped(pair.shared)), pair.similarity, text, number)
        self.list.blockSignals(False)
        number = self.list.topLevelItemCount()
        self.pages.setCurrentIndex(0 if number else 1)
        new, same = len(found.proposals), len(found.merges)
        told = [plural("{n} assembly could be made", "{n} assemblies could be made", new) if new else ""]
        told.append(plural("{n} merge suggested", "{n} merges suggested", same) if same else "")
        self.summary.setText("  ·  ".join(part for part in told if part))
        self.counted.emit(number)
        if number:
            self.list.setCurrentItem(self.list.topLevelItem(max(0, min(row, number - 1))))  # type: ignore[arg-type]
        self._on_current()

    def _add(self, picture: str, name: str, size: str, similarity: float, tip: str, number: int) -> None:
        item = QTreeWidgetItem([name, size, f"{figure(similarity, '.2f')}"])
        item.setIcon(0, icon(picture))
        item.setData(0, _ID, number)
        set_item_tip(item, tip)
        self.list.addTopLevelItem(item)

    def _chosen(self) -> Proposal | Suggestion | None:
        item = self.list.currentItem()
        every: tuple[Proposal | Suggestion, ...] = (*self._found.proposals, *self._found.merges)
        number = int(item.data(0, _ID)) if item is not None else -1
        return every[number] if 0 <= number < len(every) else None

    @Slot()
    def _on_current(self) -> None:
        chosen = self._chosen()
        now = self._session is not None and self._session.past is None
        self.do.setEnabled(now and chosen is not None)
        self.do.setText(tr("Merge…") if isinstance(chosen, Suggestion) else tr("Create"))
        self.do.setIcon(icon("merge" if isinstance(chosen, Suggestion) else "add", "accent_text"))
        self.do.setAccessibleName(self.do.text())
        self.members.clear()
        if isinstance(chosen, Proposal):
            self.why.setText(said(chosen.reason))
            self._show_members(chosen.members)
        elif chosen is not None and self._session is not None:
            first, second = chosen.first.name, chosen.second.name
            self.why.setText(
                tr(
                    "“{first}” and “{second}” are alike: similarity {similarity}.",
                    first=first,
                    second=second,
                    similarity=figure(chosen.similarity, ".2f"),
                )
            )
            self._load_members(self._session, chosen)

    def _load_members(self, session: VaultSession, pair: Suggestion) -> None:
        assemblies = session.engine.assemblies

        def work(_token: Token) -> list[Memory]:
            of = assemblies.members_of((pair.first, pair.second)).values()
            return list({memory.key: memory for members in of for memory in members}.values())

        def done(found: list[Memory]) -> None:
            if self._chosen() is pair:  # else another one has been selected meanwhile
                self._show_members(found)

        session.runner.query(self, work, done, failed=self.failed.emit, channel="members")

    def _show_members(self, members: Sequence[Memory]) -> None:
        self.members.clear()
        self.members.headerItem().setText(0, plural("{n} memory", "{n} memories", len(members)))
        for memory in members[:_LISTED]:
            item = QTreeWidgetItem([one_line(memory.content)])
            item.setData(0, _ID, memory.id)
            self.members.addTopLevelItem(item)

    @Slot(object, object)
    def _on_member(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None = None) -> None:
        self.selected.emit(item.data(0, _ID) if item is not None else None)

    def _do(self) -> None:
        chosen = self._chosen()
        if self._session is None or self._session.past is not None:
            return
        if isinstance(chosen, Proposal):
            keys = [memory.key for memory in chosen.members]
            self._session.commands.assemble(keys, chosen.name, tags=chosen.tags, reason=chosen.reason)
        elif isinstance(chosen, Suggestion):
            self.merge_requested.emit([chosen.first.id, chosen.second.id])
