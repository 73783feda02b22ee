"""What was done since a moment: by day and actor, a line for each kind of deed, which opens into what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFont, QKeySequence
from PySide6.QtWidgets import QComboBox, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import dated, grouped, mark, plural, tr
from memory_desktop.bridge.wording import actor_word, deed_words, quoted, status_word
from memory_desktop.core.digest import MOST_ITEMS, Did, Digest, DigestGroup, DigestItem, DigestLine
from memory_desktop.core.memory.records import Status
from memory_desktop.core.query.language import operator_text
from memory_desktop.core.undo import UndoEntry
from memory_desktop.ui.format import local, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, flat_list, or_empty
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel

_PLACE = int(Qt.ItemDataRole.UserRole) + 1
_SAMPLE = mark("Learned 22,000 memories")
#: Pixels before the text of a line: those of two levels, and its icon.
_BESIDE = 56
#: Memories that a filter names.
_MOST_NAMED = 40
_NAMES = 3
_SELECT = mark("Select a line to open or undo it.")
_ICONS = {
    Did.LEARNED: "add",
    Did.CHANGED: "edit",
    Did.FORGOT: "forget",
    Did.SAID: "conversations",
    Did.USED: "search",
    Did.FILLED: "play",
    Did.FADED: "fade",
    Did.UNDID: "restore",
    Did.REDID: "redo",
    Did.OTHER: "more",
}
#: Quotes within a text that is quoted itself.
_WITHIN = str.maketrans("“”", "‘’")


class Period(Enum):
    """From when a digest tells: `title` is what the box says, `days` how many days before today it begins, if so."""

    LOOKED = mark("Since you last looked"), None
    YESTERDAY = mark("Since yesterday"), 1
    WEEK = mark("Last 7 days"), 7
    MONTH = mark("Last 30 days"), 30
    ALL = mark("Everything"), None

    def __init__(self, title: str, days: int | None) -> None:
        self.title = title
        self.days = days


@dataclass(frozen=True, slots=True)
class _Place:
    """A row: a group; with `did`, a line of it; with `seq`, a deed of that."""

    day: date
    actor: str
    did: Did | None = None
    seq: int = 0

    @property
    def line(self) -> _Place:
        """The line that a deed is in."""
        return replace(self, seq=0)


@dataclass(frozen=True, slots=True)
class _Behind:
    """What is behind a line: its deeds, and the steps that can be taken back."""

    line: DigestLine
    items: Sequence[DigestItem]
    steps: Sequence[UndoEntry]

    @property
    def whole(self) -> bool:
        """Whether these are all."""
        return len(self.items) >= self.line.number


class DigestPanel(QWidget):
    """Signals: `selected(id or None)` of a memory; `filter_requested(text)` for the Memories view;
    `history_requested(actor, day)`; `undo_requested(commands)`; `period_changed`; `seen`; `failed(exception)`.
    """

    selected = Signal(object)
    filter_requested = Signal(str)
    history_requested = Signal(str, object)
    undo_requested = Signal(object)
    period_changed = Signal()
    seen = Signal()
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._read_only = False
        self._lines: dict[_Place, DigestLine] = {}
        self._behind: dict[_Place, _Behind] = {}
        self._steps: tuple[UndoEntry, ...] = ()
        self._build()
        self.clear()

    def open_session(self, session: VaultSession) -> None:
        """What is behind lines is read from here."""
        self._session = session

    def close_session(self) -> None:
        """Forget everything."""
        self._session = None
        self.clear()

    def clear(self) -> None:
        """Show nothing, and keep no text."""
        self.tree.clear()
        self._lines, self._behind = {}, {}
        self.heading.setText("")
        self.pages.setCurrentIndex(0)
        self._show_steps((), tr(_SELECT))

    def show_digest(self, digest: Digest, period: Period, *, read_only: bool) -> None:
        """List this; what was open stays open, and the selection stays where it is."""
        self._read_only = read_only
        exactly = period is Period.LOOKED and digest.since is not None
        self.heading.setText(tr("Since {since}", since=local(digest.since)) if exactly else tr(period.title))
        self.mark.setEnabled(bool(digest.groups) and not read_only)
        open_, chosen, at = self._open(), self._place(self.tree.currentItem()), self.tree.verticalScrollBar().value()
        lines = {_Place(one.day, one.actor, line.did): line for one in digest.groups for line in one.lines}
        self._behind = {place: one for place, one in self._behind.items() if lines.get(place) == one.line}
        self._lines = lines
        self.tree.blockSignals(True)
        self.tree.clear()
        for group in digest.groups:
            self._add_group(group, open_)
        if digest.left_out:
            older = QTreeWidgetItem(
                self.tree,
                [tr("{group}, in History", group=plural("{n} older group", "{n} older groups", digest.left_out))],
            )
            older.setFirstColumnSpanned(True)
        self.tree.blockSignals(False)
        self.pages.setCurrentIndex(0 if digest.groups else 1)
        self._choose(chosen)
        self.tree.verticalScrollBar().setValue(at)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.heading = ElidedLabel("heading")
        self.heading.setMinimumWidth(120)
        self.period = QComboBox()
        self.period.setAccessibleName(tr("From when"))
        for one in Period:
            self.period.addItem(tr(one.title), one)
        self.period.activated.connect(lambda _index: self.period_changed.emit())
        self.mark = button(tr("Mark as seen"), self.seen.emit, icon_name="check")
        set_tip(self.mark, tr("From now on, “Since you last looked” begins here"))
        self.tree = self._make_tree()
        empty = EmptyState(
            "success", tr("Nothing new"), tr("Nobody has learned, changed, forgotten or asked anything since.")
        )
        self.pages = or_empty(self.tree, empty)
        self.told = ElidedLabel("muted")
        self.told.setMinimumWidth(100)
        self.undo = button(tr("Undo"), self._take_back, icon_name="restore")
        self.memories = button(tr("Open in Memories"), self._open_memories, icon_name="memories")
        self.history = button(tr("Open in History"), self._open_history, icon_name="history")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar(self.heading, self.period, self.mark, filling=self.heading, folding=(self.mark,)))
        column.addWidget(self.pages, 1)
        buttons = self.memories, self.history, self.undo
        column.addWidget(bar(self.told, *buttons, filling=self.told, folding=buttons[:2]))

    def _make_tree(self) -> QTreeWidget:
        made = flat_list(tr("What was done, by day and actor"), ((tr("What"), tr(_SAMPLE)), (tr("About"), "")))
        made.setRootIsDecorated(True)
        made.setHeaderHidden(True)
        made.setIndentation(14)
        made.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        made.setColumnWidth(0, made.columnWidth(0) + _BESIDE)
        keep_rows(made, 8)
        made.itemExpanded.connect(self._on_expanded)
        made.currentItemChanged.connect(lambda *_items: self._on_current())
        made.itemActivated.connect(self._on_activated)
        made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        made.customContextMenuRequested.connect(self._menu)
        self.undo_action = QAction(icon("restore"), tr("Undo what the line is about"), made)
        self.undo_action.setShortcut(QKeySequence("Ctrl+U"))
        self.undo_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.undo_action.triggered.connect(lambda _checked=False: self._take_back())
        made.addAction(self.undo_action)
        return made

    # --- rows ---------------------------------------------------------------------------------

    def _add_group(self, group: DigestGroup, open_: set[_Place]) -> None:
        title = f"{day_word(group.day, date.today())} · {actor_word(group.actor)}"  # noqa: DTZ011 - the person's day
        top = QTreeWidgetItem(self.tree, [title])
        top.setData(0, _PLACE, _Place(group.day, group.actor))
        top.setFirstColumnSpanned(True)
        font = QFont(self.tree.font())
        font.setWeight(QFont.Weight.DemiBold)
        top.setFont(0, font)
        top.setExpanded(True)
        for line in group.lines:
            self._add_line(top, _Place(group.day, group.actor, line.did), line, open_)

    def _add_line(self, top: QTreeWidgetItem, place: _Place, line: DigestLine, open_: set[_Place]) -> None:
        about = "  ·  ".join(quoted(text.translate(_WITHIN)) for text in line.texts)
        sentence = deed_words(line)
        row = QTreeWidgetItem(top, [sentence, about])
        row.setIcon(0, icon(_ICONS[line.did]))
        row.setData(0, _PLACE, place)
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{sentence}: {about}" if about else sentence)
        set_item_tip(row, "\n".join(line.texts), 1)
        row.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        if place in open_:
            row.setExpanded(True)
            self._fill(row)

    def _fill(self, row: QTreeWidgetItem) -> None:
        """Show what is behind a line, or begin to read it."""
        place = self._place(row)
        behind = self._behind.get(place) if place is not None else None
        if place is None or behind is None:
            self._read(place)
            return
        row.takeChildren()
        for item in behind.items:
            gone = "" if item.status in ("", Status.ACTIVE.value) else f" ({status_word(item.status)})"
            text = one_line(item.text, 400)
            child = QTreeWidgetItem(row, [f"{dated(item.at.astimezone(), '%H:%M')}", f"{text}{gone}"])
            child.setData(0, _PLACE, replace(place, seq=item.seq))
            child.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{child.text(0)}: {child.text(1)}")
            set_item_tip(child, item.text[:1_000], 1)
        if not behind.whole:
            more = behind.line.number - len(behind.items)
            QTreeWidgetItem(row, ["", tr("{more} more, in History", more=grouped(more))])

    def _read(self, place: _Place | None) -> None:
        """Read what is behind a line, off the GUI thread."""
        session, line = self._session, self._lines.get(place.line) if place is not None else None
        if session is None or line is None or place is None:
            return
        where, engine = place.line, session.engine

        def work(_token: Token) -> _Behind:
            items = engine.looking_back.items(where.actor, line)
            return _Behind(line, items, engine.steps_among(list({item.command for item in items})))

        def done(behind: _Behind) -> None:
            if self._lines.get(where) == behind.line:
                self._behind[where] = behind
                row = self._row(where)
                if row is not None and row.isExpanded():
                    self._fill(row)
                self._tell()

        session.runner.query(self, work, done, failed=self.failed.emit, channel=f"{where}")

    # --- choosing -----------------------------------------------------------------------------

    def _place(self, row: QTreeWidgetItem | None) -> _Place | None:
        found = row.data(0, _PLACE) if row is not None else None
        return found if isinstance(found, _Place) else None

    def _rows(self) -> list[QTreeWidgetItem]:
        """All lines."""
        tops = [self.tree.topLevelItem(number) for number in range(self.tree.topLevelItemCount())]
        return [row for top in tops if top is not None for row in _children(top)]

    def _row(self, place: _Place) -> QTreeWidgetItem | None:
        return next((row for row in self._rows() if self._place(row) == place.line), None)

    def _open(self) -> set[_Place]:
        return {place for row in self._rows() if row.isExpanded() and (place := self._place(row)) is not None}

    def _choose(self, place: _Place | None) -> None:
        row = self._row(place) if place is not None else None
        if row is not None and place is not None and place.seq:
            row = next((one for one in _children(row) if self._place(one) == place), row)
        if row is not None:
            self.tree.setCurrentItem(row)
        else:
            self._on_current()

    def current_item(self) -> DigestItem | None:
        """The deed that is selected."""
        place = self._place(self.tree.currentItem())
        behind = self._behind.get(place.line) if place is not None and place.seq else None
        return (
            next((one for one in behind.items if place is not None and one.seq == place.seq), None) if behind else None
        )

    @Slot(QTreeWidgetItem)
    def _on_expanded(self, row: QTreeWidgetItem) -> None:
        place = self._place(row)
        if place is not None and place.did is not None:
            self._fill(row)

    def _on_current(self) -> None:
        place = self._place(self.tree.currentItem())
        if place is not None and place.did is not None and place.line not in self._behind:
            self._read(place)
        item = self.current_item()
        self.selected.emit(item.item or None if item is not None else None)
        self._tell()

    @Slot(QTreeWidgetItem)
    def _on_activated(self, row: QTreeWidgetItem) -> None:
        place = self._place(row)
        if place is not None and place.seq:
            self._open_memories()

    def _chosen(self) -> tuple[_Behind | None, list[DigestItem]]:
        """What is behind the line that is selected, and the deeds that are meant: one, or all of it."""
        place = self._place(self.tree.currentItem())
        behind = self._behind.get(place.line) if place is not None and place.did is not None else None
        if behind is None or place is None:
            return None, []
        return behind, [one for one in behind.items if not place.seq or one.seq == place.seq]

    # --- doing --------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Offer what can be done with what is selected; else say why nothing can."""
        behind, items = self._chosen()
        place = self._place(self.tree.currentItem())
        self.history.setEnabled(place is not None)
        self.memories.setEnabled(any(item.item.startswith("mem_") for item in items))
        if behind is None:
            self._show_steps((), tr(_SELECT) if place is None or place.did is None else tr("Looking…"))
            return
        commands = {item.command for item in items}
        steps = tuple(one for one in behind.steps if one.command in commands)
        if self._read_only:
            self._show_steps((), tr("You are looking at the past; go back to now to undo something."))
        elif behind.line.did is Did.UNDID:
            self._show_steps((), tr("What was taken back can be redone in History."))
        elif behind.line.did is Did.REDID:
            self._show_steps((), tr("What was redone can be undone in History."))
        elif place is not None and not place.seq and not behind.whole:
            self._show_steps((), tr("More than {most_items} at once are undone in History.", most_items=MOST_ITEMS))
        else:
            self._show_steps(steps, tr("The vault did this by itself, or it changed nothing that can be undone."))

    def _show_steps(self, steps: tuple[UndoEntry, ...], reason: str) -> None:
        self._steps = steps
        told = (
            tr(
                "Undo {step}: {step_names}",
                step=plural("{n} step", "{n} steps", len(steps)),
                step_names=step_names(steps),
            )
            if steps
            else reason
        )
        self.told.setText(told)
        set_tip(self.undo, told)
        for made in (self.undo, self.undo_action):
            made.setEnabled(bool(steps))
        if not self.tree.currentItem():
            for one in (self.memories, self.history):
                one.setEnabled(False)

    def _take_back(self) -> None:
        if self._steps:
            self.undo_requested.emit(tuple(sorted(one.command for one in self._steps)))

    def _open_memories(self) -> None:
        _, items = self._chosen()
        ids = list(dict.fromkeys(item.item for item in items if item.item.startswith("mem_")))
        if not ids:
            return
        commands = {item.command for item in items}
        place = self._place(self.tree.currentItem())
        if len(ids) > 1 and len(commands) == 1 and place is not None and place.did in (Did.LEARNED, Did.SAID):
            self.filter_requested.emit(f"import:{commands.pop()} status:any")  # everything that one command brought
        else:
            self.filter_requested.emit(f"{operator_text('id', ','.join(ids[:_MOST_NAMED]))} status:any")

    def _open_history(self) -> None:
        place = self._place(self.tree.currentItem())
        if place is not None:
            self.history_requested.emit(place.actor, place.day)

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        if self._place(self.tree.currentItem()) is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.undo_action)
        for made, on in ((self.memories, self._open_memories), (self.history, self._open_history)):
            action = menu.addAction(made.icon(), made.accessibleName(), on)
            action.setEnabled(made.isEnabled())
        menu.popup(self.tree.viewport().mapToGlobal(where))


def _children(row: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    every = [row.child(number) for number in range(row.childCount())]
    return [one for one in every if one is not None]


def day_word(day: date, today: date) -> str:
    """ "Today", "Yesterday", "Friday, 2026-11-20"."""
    if day in (today, today - timedelta(days=1)):
        return tr("Today") if day == today else tr("Yesterday")
    return f"{dated(day, '%A')}, {dated(day, '%Y-%m-%d')}"


def step_names(steps: Sequence[UndoEntry]) -> str:
    """ "new memory (3), edit memory": what the steps are called, the most frequent first."""
    names = Counter(step_word(one.name) for one in steps).most_common()
    told = [f"{name} ({number})" if number > 1 else name for name, number in names[:_NAMES]]
    return ", ".join(told) + (tr(" and {names} other kinds", names=len(names) - _NAMES) if len(names) > _NAMES else "")
