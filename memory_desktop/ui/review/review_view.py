"""What waits for a decision: items that the gates held back, pairs that are too much alike, conflicts of concepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QPlainTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.concept_commands import resolve_conflict
from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.bridge.wording import layer_word, quoted
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.layers.concepts import Resolution
from memory_desktop.core.memory.held import MERGE, REQUEST, HeldItem
from memory_desktop.core.memory.held_words import GATES, change_of, gate_word, text_of
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.concepts import OpenConflict
from memory_desktop.engine.reader import Past
from memory_desktop.ui.columns import columns_state, restore_columns
from memory_desktop.ui.format import local, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.layers.concept_tabs import ConflictsTab
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, split
from memory_desktop.ui.pages import Tabs
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.review.duplicates_tab import DuplicatesTab
from memory_desktop.ui.saving import pressed_once
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.view import LiveView
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label
from memory_desktop.ui.wrapping import ElidedLabel, SelectableText

_ID = int(Qt.ItemDataRole.UserRole) + 1
#: Pixels that the number of items keeps beside the buttons, and those for two lines of a text.
_LEAST_TOLD, _LEAST_TEXT = 90, 44
#: More letters than any text has.
_WHOLE = 10_000_000
_COLUMNS = translated(
    (
        (mark("Text"), ""),
        (mark("Held back for"), mark("Suspicious content")),
        (mark("By"), "desktop-assistant"),
        (mark("When"), "2026-11-17 19:08"),
    )
)


class ReviewView(LiveView):
    """See the module."""

    view_id = "review"
    title = mark("Review")
    icon = "review"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: dict[str, HeldItem] = {}
        self._about: Mapping[str, str] = {}
        self._wanted = ""
        self._build()
        self._make_actions()
        self._on_selection()

    # --- View ---------------------------------------------------------------------------------

    def set_query(self, text: str) -> None:
        """Show a held item, by its id."""
        self.tabs.setCurrentWidget(self.pages)
        self.which.setCurrentIndex(0)
        self._wanted = text
        self.refresh()

    def show_duplicates(self) -> None:
        """Show the pairs."""
        self.tabs.setCurrentWidget(self.duplicates)

    def open_session(self, session: VaultSession) -> None:
        """List what waits."""
        super().open_session(session)
        self.duplicates.open_session(session)

    def show_past(self, past: Past | None) -> None:  # noqa: ARG002 - read from the session
        """What waits is decided in the present alone."""
        self.note_all()

    def close_session(self) -> None:
        """Clear the view."""
        self._show([])
        self._show_conflicts(())
        self.duplicates.close_session()
        super().close_session()

    def save_state(self, settings: SettingsGroup) -> None:
        """Columns and splitter."""
        settings.set("columns", columns_state(self.list))
        settings.set("splitter", self.splitter.saveState())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        restore_columns(self.list, settings.value("columns"))
        state = settings.value("splitter")
        if state is not None:
            self.splitter.restoreState(state)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.which = QComboBox()
        self.which.setAccessibleName(tr("Which gate's items are listed"))
        self.which.addItem(tr("All gates"))
        for gate, title in GATES.items():
            self.which.addItem(tr(title), gate)
        self.which.currentIndexChanged.connect(self._fill)
        self.summary = ElidedLabel("muted")
        self.summary.setMinimumWidth(_LEAST_TOLD)
        self.release = button(tr("Release"), lambda: self._release(False), role="primary", icon_name="check")
        self.redact = button(tr("Release redacted"), lambda: self._release(True), icon_name="redact")
        self.discard = button(tr("Discard"), self._discard, icon_name="forget")
        pressed_once(self.release, self.redact, self.discard)
        self.splitter = split(Qt.Orientation.Vertical, self._make_list(), self._make_detail(), (320, 260))
        buttons = self.discard, self.redact, self.release
        head = bar(self.which, self.summary, *buttons, filling=self.summary, folding=buttons[:2])
        full = column(head, self.splitter)
        empty = EmptyState(
            "review",
            tr("Nothing is held back"),
            tr(
                "Gates check everything that comes in for personal data, instructions to the model and duplicates. "
                "What a gate holds back waits here for your decision, with the reason."
            ),
            action=tr("Gate settings…"),
            on_action=lambda: self.preferences_requested.emit("gates"),
        )
        self.pages = or_empty(full, empty)
        self.duplicates = DuplicatesTab()
        self.duplicates.selected.connect(self.selected)
        self.duplicates.failed.connect(self.message)
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.pages, tr("Held back"))
        self.tabs.addTab(self.duplicates, tr("Duplicates and conflicts"))
        self.conflicts = ConflictsTab(several=True)
        self.conflicts.decided.connect(self._decide)
        self.tabs.addTab(self.conflicts, tr("Concepts"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.tabs)

    def _make_list(self) -> QTreeWidget:
        made = self.list = flat_list(tr("Items that the gates held back"), _COLUMNS, several=True)
        keep_rows(made)
        made.itemSelectionChanged.connect(self._on_selection)
        made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        made.customContextMenuRequested.connect(self._menu)
        return made

    def _make_detail(self) -> QWidget:
        self.reasons = SelectableText(tr("Why it is held back"))
        self.labels = label("", "muted", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setMinimumHeight(_LEAST_TEXT)
        self.text.setAccessibleName(tr("The whole text"))
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(SPACE * 2, 12, SPACE * 2, 12)
        column.setSpacing(SPACE)
        column.addWidget(self.reasons)
        column.addWidget(self.text, 1)
        column.addWidget(self.labels)
        return made

    def _make_actions(self) -> None:
        def make(text: str, name: str, keys: object, on: Callable[[], None]) -> QAction:
            action = QAction(icon(name), text, self)
            if keys:
                action.setShortcut(QKeySequence(keys))  # type: ignore[call-overload]
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False: on())
            self.list.addAction(action)
            return action

        self._actions = [
            make(tr("Release held items"), "check", tr("Return"), lambda: self._release(False)),
            make(tr("Release held items without personal data"), "redact", "", lambda: self._release(True)),
            make(tr("Discard held items"), "forget", QKeySequence.StandardKey.Delete, self._discard),
        ]

    # --- showing ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        self.duplicates.refresh()
        gates = session.engine.gates
        session.runner.query(
            self,
            lambda _token: (held := gates.held(), _about(session.engine, held)),
            lambda told: self._show(*told),
            failed=self.message.emit,
            channel="held",
        )
        concepts = session.engine.layers.concepts
        session.runner.query(
            self,
            lambda _token: concepts.conflicts(),
            self._show_conflicts,
            failed=self.message.emit,
            channel="conflicts",
        )

    def _show_conflicts(self, found: Sequence[OpenConflict]) -> None:
        listed = [(one.entry.id, one.entry.payload.name, one.number, one.conflict) for one in found]
        writable = self.session is not None and self.session.past is None
        self.conflicts.show_conflicts(listed, writable=writable)
        self.tabs.setTabText(
            self.tabs.indexOf(self.conflicts), tr("Concepts ({found})", found=len(found)) if found else tr("Concepts")
        )

    @Slot(str, int, object)
    def _decide(self, id: str, number: int, how: Resolution) -> None:
        if self.session is not None:
            resolve_conflict(self.session.commands, id, number, how)

    def _show(self, items: list[HeldItem], about: Mapping[str, str] = MappingProxyType({})) -> None:
        self._about = about
        found = {item.id: item for item in items}
        if found.keys() != self._items.keys() or not found:
            self._items = found
            self._fill()
        if self._wanted in found:
            wanted, self._wanted = self._wanted, ""
            rows = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
            self.list.setCurrentItem(next(item for item in rows if item is not None and item.data(0, _ID) == wanted))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _fill(self) -> None:
        chosen, row = set(self._chosen()), self.list.currentIndex().row()
        gate = self.which.currentData()
        self.list.clear()
        for item in self._items.values():
            if gate and all(verdict.gate != gate for verdict in item.verdicts):
                continue
            names = ", ".join(dict.fromkeys(_gate(one.gate) for one in item.verdicts))
            texts = [self._about.get(item.id) or one_line(_text(item)), names, item.actor, local(item.ts)]
            made = QTreeWidgetItem(texts)
            made.setData(0, _ID, item.id)
            set_item_tip(made, texts[0])
            set_item_tip(made, names, 1)
            set_item_tip(made, item.actor, 2)
            self.list.addTopLevelItem(made)
            if item.id in chosen:
                made.setSelected(True)
        shown = self.list.topLevelItemCount()
        if shown and not self.list.selectedItems():
            # What was decided makes room for the next one, so that the keys can be used again.
            self.list.setCurrentIndex(self.list.model().index(min(max(row, 0), shown - 1), 0))
        self.pages.setCurrentIndex(0 if self._items else 1)
        self._on_selection()

    def _chosen(self) -> list[str]:
        return [str(item.data(0, _ID)) for item in self.list.selectedItems()]

    @Slot()
    def _on_selection(self) -> None:
        items = [self._items[id] for id in self._chosen() if id in self._items]
        personal = any(verdict.gate == "pii" for item in items for verdict in item.verdicts)
        for made in (self.release, self.discard):
            made.setEnabled(bool(items))
        self.redact.setEnabled(personal)
        for action, enabled in zip(self._actions, (bool(items), personal, bool(items)), strict=True):
            action.setEnabled(enabled)
        total = plural("{n} item is held back", "{n} items are held back", len(self._items))
        self.summary.setText(
            tr("{chosen} of {total}", chosen=grouped(len(items)), total=total) if len(items) > 1 else total
        )
        if len(items) != 1:
            self.reasons.setText(tr("Select one item to see it.") if not items else tr("Several items are selected."))
            self.text.clear()
            self.labels.clear()
            return
        (item,) = items
        self.reasons.setText("\n".join(f"{_gate(v.gate)}: {said(v.reason)}" for v in item.verdicts))
        draft, change = item.draft, change_of(item)
        # Of what is no text of a memory, the layer and kind of the draft mean nothing.
        merges = item.change is None or item.change.do == MERGE
        asks = item.change is not None and item.change.do == REQUEST
        self.text.setPlainText(draft.content if merges or asks else said(change_of(item, _WHOLE)))
        facts = (
            [layer_word(draft.layer.value), draft.kind, ", ".join(draft.tags), draft.source]
            if item.change is None
            else []
        )
        facts += [change] if merges and change else []
        self._show_what_it_is_about(item)
        self.labels.setText("  ·  ".join(fact for fact in facts if fact))

    def _show_what_it_is_about(self, item: HeldItem) -> None:
        """Below what an agent asks for, the memories that it names, in full: who decides has to know what would go."""
        if item.change is None or item.change.do != REQUEST or not item.change.ids or self.session is None:
            return
        engine, ids = self.session.engine, item.change.ids

        def show(texts: list[str]) -> None:
            if self._chosen() == [item.id]:
                self.text.setPlainText("\n\n".join([item.draft.content, *texts]))

        self.session.runner.query(
            self,
            lambda _token: [f"• {engine.get(id).content}" for id in ids],
            show,
            failed=self.message.emit,
            channel="held-about",
        )

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        if not self._chosen():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._actions)
        menu.popup(self.list.viewport().mapToGlobal(where))

    # --- doing --------------------------------------------------------------------------------

    def _release(self, redact: bool) -> None:
        ids = self._chosen()
        if ids and self.session is not None:
            self.session.commands.release(ids, redact)

    def _discard(self) -> None:
        ids = self._chosen()
        if ids and self.session is not None:
            self.session.commands.discard(ids)


def _about(engine: Engine, items: Sequence[HeldItem]) -> dict[str, str]:
    """A line for each request that is about memories: what it would do, and to which. Not in the GUI thread."""
    lines: dict[str, str] = {}
    for item in items:
        ids = item.change.ids if item.change is not None and item.change.do == REQUEST else ()
        with suppress(NotFoundError):
            if ids:
                more = tr(" and {ids} more", ids=grouped(len(ids) - 1)) if len(ids) > 1 else ""
                lines[item.id] = one_line(
                    f"{said(change_of(item))}: {quoted(one_line(engine.get(ids[0]).content))}{more}"
                )
    return lines


def _gate(gate: str) -> str:
    """What a gate found, in a word or two."""
    word = gate_word(gate)
    return tr(word)


def _text(item: HeldItem) -> str:
    """What the list shows of an item: its text as it is, or what it changes."""
    text = text_of(item)
    return said(text) if item.change is not None and text != item.draft.content else text
