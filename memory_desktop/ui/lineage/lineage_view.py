"""The Lineage view: where a memory or an assembly came from and what became of it, drawn and as an outline."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QSpinBox,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.lineage import Graph, path, to_tree
from memory_desktop.engine.reader import Past
from memory_desktop.models.lineage_table import LineageTable, Row
from memory_desktop.models.words import no_conversation
from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.folding import NO_LIMIT, fold_in
from memory_desktop.ui.lineage.canvas import LineageCanvas, card
from memory_desktop.ui.lineage.drawing import Drawing, draw
from memory_desktop.ui.lineage.export import FILTERS, write
from memory_desktop.ui.lists import bar, or_empty, row_table, scrolled, split
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import SPACE, EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel, SelectableText

_DEPTH = 3
#: Pixels of width in which the view is narrow, and those of its search box then.
_NARROW, _SHORT_FINDER = 560, 105
#: So many nodes are shown whole when nothing is chosen; of more, what is around the newest.
_FEW = 12
_SAMPLES = translated(("", "supersede", mark("12 members"), "superseded", "2026-11-17"))


@dataclass(frozen=True, slots=True)
class _Loaded:
    drawing: Drawing
    rows: list[Row]


class LineageView(LiveView):
    """See the module. The centre is an id; "" is everything."""

    view_id = "lineage"
    title = mark("Lineage")
    icon = "lineage"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._centre = ""
        self._whole = False
        self._asked = False
        self._past: Past | None = None
        self._build()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Nothing is chosen yet."""
        super().open_session(session)
        self._centre, self._whole, self._asked = "", False, False

    def close_session(self) -> None:
        """Clear the view."""
        self.finder.clear()
        super().close_session()
        self._clear()

    def show_past(self, past: Past | None) -> None:
        """Show another moment with the same centre."""
        self._past = past
        self.note_all()

    def set_query(self, text: str) -> None:
        """Put a node into the centre."""
        self._centre, self._whole = text.strip(), False
        self.whole.setChecked(False)
        self.refresh()

    def focus_search(self) -> None:
        """Put the cursor into the box that finds a node."""
        self.finder.setFocus()
        self.finder.selectAll()

    def save_state(self, settings: SettingsGroup) -> None:
        """Depth and splitter."""
        settings.set("depth", self.steps.value())
        settings.set("splitter", self.splitter.saveState())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        self.steps.setValue(int(str(settings.value("depth", _DEPTH))))
        state = settings.value("splitter")
        if state is not None:
            self.splitter.restoreState(state)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.canvas = LineageCanvas()
        self.canvas.selected.connect(self._on_selected)
        self.canvas.followed.connect(self.set_query)
        self.canvas.path_requested.connect(self._show_way)
        self.model = LineageTable(self)
        self.details = SelectableText(tr("About the selected node"), "", "muted")
        beside = QWidget()
        below = QVBoxLayout(beside)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self._make_table(), 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        foot.addWidget(self.details, 1)
        self.unmerge = button(tr("Unmerge"), self._unmerge, icon_name="unmerge")
        set_tip(self.unmerge, tr("Retire the merged memory and restore what it was made of"))
        self.unmerge.hide()
        self.conversation = button(tr("Show in conversation"), self._show_conversation, icon_name="conversations")
        self.conversation.hide()
        foot.addWidget(self.conversation)
        foot.addWidget(self.unmerge)
        below.addLayout(foot)
        self.splitter = split(Qt.Orientation.Vertical, self.canvas, beside, (380, 240))
        empty = EmptyState(
            "lineage",
            tr("No lineage yet"),
            tr(
                "Edit, merge or restore a memory, or merge assemblies, and see here what came from what. To start "
                "from one memory, choose “Show lineage” in its menu."
            ),
        )
        self.pages = or_empty(scrolled(self.splitter), empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_bar())
        column.addWidget(self.pages, 1)

    def _make_bar(self) -> QWidget:
        self.finder = FilterField(tr("Find in the lineage"), tr("Find a memory or assembly by its text"))
        self.finder.returnPressed.connect(self._find_next)
        self.summary = ElidedLabel("muted")
        self.steps = QSpinBox()
        self.steps.setRange(0, 50)
        self.steps.setSpecialValueText(tr("Any depth"))
        self.steps.setValue(_DEPTH)
        self.steps.setPrefix(tr("Depth "))
        self.steps.setAccessibleName(tr("How many steps from the centre; 0 for any number"))
        self.steps.valueChanged.connect(self.refresh)
        self.whole = button(tr("Show all"), self._toggle_whole, icon_name="layers")
        self.whole.setCheckable(True)
        fit = button(tr("Fit"), self.canvas.fit, icon_name="fit")
        save = button(tr("Save…"), self._save, icon_name="export")
        self.finder.setMinimumWidth(_SHORT_FINDER)
        self.summary.setMinimumWidth(60)
        parts = self.finder, self.summary, self.steps, self.whole, fit, save
        return bar(*parts, filling=self.summary, folding=(self.whole, fit, save))

    def _make_table(self) -> QTableView:
        table = self.table = row_table(tr("The lineage as an outline"), self.model, _SAMPLES)
        keep_rows(table)
        table.selectionModel().currentRowChanged.connect(self._on_row)
        table.activated.connect(self._on_activated)
        return table

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, words about the node have the room of those on the buttons beside them."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        for made in (self.conversation, self.unmerge):
            fold_in(made, narrow)
        self.finder.setMaximumWidth(_SHORT_FINDER if narrow else NO_LIMIT)

    # --- loading ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        reader = session.reader
        centre, depth, whole = self._centre, self.steps.value() or None, self._whole
        asked = self._asked

        def work(_token: Token) -> _Loaded:
            if centre and not whole:
                graph = reader.lineage(centre, depth)
            else:
                graph = reader.whole_lineage()
                if not whole and not asked and len(graph.nodes) > _FEW:
                    newest = max(graph.nodes, key=lambda node: (node.created_at is not None, str(node.created_at)))
                    graph = reader.lineage(newest.id, depth)
            return _Loaded(draw(graph), to_tree(graph))

        session.runner.query(self, work, self._show, failed=self.message.emit, channel="lineage")

    def _show(self, loaded: _Loaded) -> None:
        graph = loaded.drawing.graph
        chosen = self.canvas.current
        same = self.canvas.drawing is not None and self.canvas.drawing.graph == graph
        self.pages.setCurrentIndex(0 if graph.nodes else 1)
        self.summary.setText(_summary(graph))
        if same:
            return
        self.canvas.show_drawing(loaded.drawing)
        self.model.show(loaded.rows)
        self.details.setText(_hint(graph))
        self.unmerge.hide()
        shown = next((id for id in (chosen, graph.centre) if id in loaded.drawing.rows), "")
        if shown:
            self.canvas.select(shown)
            self._tell(shown)
        else:
            self.selected.emit(None)

    def _clear(self) -> None:
        self.canvas.show_drawing(None)
        self.model.show([])
        self.summary.setText("")
        self.details.setText("")
        self.unmerge.hide()

    def _toggle_whole(self) -> None:
        self._whole = self.whole.isChecked()
        self._asked = True
        self.refresh()

    # --- choosing -----------------------------------------------------------------------------

    @Slot(str)
    def _on_selected(self, id: str) -> None:
        """In the drawing: the table and the inspector follow."""
        row = self.model.row_of(id)
        if row >= 0 and self.table.currentIndex().row() != row:
            select_row(self.table, row)
        self._tell(id)

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        node = self.model.node(current.row()) if current.isValid() else None
        if node is not None and node.id != self.canvas.current:
            self.canvas.select(node.id)
            self._tell(node.id)

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        node = self.model.node(index.row())
        if node is not None:
            self.set_query(node.id)

    def _tell(self, id: str) -> None:
        drawing, session = self.canvas.drawing, self.session
        node = drawing.node(id) if drawing is not None else None
        if node is None or session is None:
            return
        title = card(node).replace("\n", "  ·  ")
        self.details.setText(title)
        self.unmerge.hide()
        self.conversation.hide()
        self.selected.emit(id if node.kind == "memory" and node.status != "missing" else None)
        engine = session.engine

        there = node.kind == "memory" and node.status != "missing"

        def work(_token: Token) -> tuple[list[str], bool, bool]:
            said = there and not no_conversation(engine.get(id))
            return engine.explain(id), engine.merge_of(id) is not None and self._past is None, said

        def done(told: tuple[list[str], bool, bool]) -> None:
            self.conversation.setVisible(told[2])
            self.details.setText("\n".join([title, " ".join(map(said, told[0]))]))
            self.unmerge.setVisible(told[1] and node.status == "active")

        session.runner.query(self, work, done, failed=self.message.emit, channel="explain")

    def _unmerge(self) -> None:
        if self.session is not None and self.canvas.current:
            self.session.commands.unmerge(self.canvas.current)

    def _show_conversation(self) -> None:
        self.conversation_requested.emit(self.canvas.current)

    @Slot(str)
    def _show_way(self, id: str) -> None:
        drawing = self.canvas.drawing
        if drawing is None:
            return
        way = path(drawing.graph.edges, self.canvas.current, id)
        self.canvas.mark_way(way)
        if way:
            self.details.setText(
                tr("Path between the two: {step}.", step=plural("{n} step", "{n} steps", len(way) - 1))
            )
        else:
            self.details.setText(tr("There is no path between the two."))

    @Slot()
    def _find_next(self) -> None:
        drawing, words = self.canvas.drawing, self.finder.text().casefold().split()
        if drawing is None or not words:
            return
        nodes = drawing.graph.nodes
        start = drawing.rows.get(self.canvas.current, -1) + 1
        for offset in range(len(nodes)):
            node = nodes[(start + offset) % len(nodes)]
            text = f"{node.label} {node.id} {node.group}".casefold()
            if all(word in text for word in words):
                self.canvas.select(node.id)
                self._on_selected(node.id)
                return
        self.details.setText(tr("Nothing here matches “{text}”.", text=self.finder.text()))

    def _save(self) -> None:
        drawing = self.canvas.drawing
        if drawing is None or not drawing.graph.nodes:
            return
        start = str(Path.home() / "lineage.svg")
        name, chosen = QFileDialog.getSaveFileName(self, tr("Save the lineage"), start, ";;".join(FILTERS.values()))
        if name:
            suffix = next((each for each, title in FILTERS.items() if title == chosen), "svg")
            where = Path(name) if Path(name).suffix else Path(f"{name}.{suffix}")
            self.save_as(where)

    def save_as(self, where: Path) -> None:
        """Write the drawing or the graph, by the suffix."""
        drawing = self.canvas.drawing
        if drawing is None:
            return
        try:
            write(self.canvas, drawing, where)
        except (OSError, ValueError) as error:
            self.message.emit(
                Message(tr("{where} was not written: {error}.", where=where, error=error), level="error", timeout_ms=0)
            )
        else:
            self.message.emit(Message(tr("Saved {where}.", where=where), level="success"))


def _summary(graph: Graph) -> str:
    parts = [plural("{n} item", "{n} items", len(graph.nodes)), plural("{n} link", "{n} links", len(graph.edges))]
    if graph.more:
        parts.append(tr("{more} more not shown", more=grouped(graph.more)))
    if graph.cycles:
        parts.append(plural("{n} cycle", "{n} cycles", len(graph.cycles)))
    return "  ·  ".join(parts)


def _hint(graph: Graph) -> str:
    if graph.cycles:
        ways = "; ".join(" → ".join((*cycle, cycle[0])) for cycle in graph.cycles)
        return tr("Damaged: this lineage leads back to itself ({ways}).", ways=ways)
    return tr("Click to select, double-click to centre, Shift-click a second one to see the path between the two.")
