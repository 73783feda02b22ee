"""The Recall lab: label what your own queries should find, and see which mode and model find it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QProgressBar,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.errors import KnownError
from memory_desktop.core.lab import FEW, SUBJECTS, LabelledQuery, LabRun
from memory_desktop.core.questions import Expected, asked_again, left_out, read_questions
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.ui.flow_layout import BarLayout, FlowLayout
from memory_desktop.ui.format import exact
from memory_desktop.ui.lab.label_editor import LabelEditor
from memory_desktop.ui.lab.runs_plot import TITLES, RunsPlot
from memory_desktop.ui.lists import scrolled, split
from memory_desktop.ui.pages import Pages, Tabs
from memory_desktop.ui.plain_table import PlainTable, keep_rows
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label

# Of all runs, where there is no room: p50, nDCG, MRR, queries, k, when.
_FIRST_TO_GO = (9, 8, 7, 4, 3, 1)
# Of the last run: p50, hit, recall@5.
_LEAST_NEEDED = (6, 3, 1)
_FIGURES = translated(
    (mark("Mode"), f"Recall@{FEW}", mark("Recall@{k}"), mark("Hit@{k}"), "MRR@{k}", "nDCG@{k}", "p50", "p95")
)
_FILES = mark("Questions (*.jsonl *.json);;All files (*)")


@dataclass(frozen=True, slots=True)
class _Look:
    queries: list[LabelledQuery]
    runs: list[LabRun]


@dataclass(frozen=True, slots=True)
class _File:
    """Questions of a file that can be labelled, and sentences about what cannot, and about what is asked again."""

    name: str
    questions: tuple[Expected, ...]
    left_out: list[str]
    again: list[str]


class LabView(LiveView):
    """See the module."""

    view_id = "lab"
    title = mark("Recall lab")
    icon = "lab"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queries: list[LabelledQuery] = []
        self._last: LabRun | None = None
        self._token: Token | None = None
        self._build()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Load queries and runs."""
        super().open_session(session)
        self._last = None
        self._show_notes((), ())
        self.editor.open_session(session)

    def close_session(self) -> None:
        """Forget them."""
        self._stop()
        self.editor.close_session()
        super().close_session()

    def save_state(self, settings: SettingsGroup) -> None:
        """k, subjects, splitters."""
        settings.set("k", self.k.value())
        settings.set("subjects", [name for name, box in self.boxes.items() if box.isChecked()])
        settings.set("splitter", self.splitter.saveState())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        self.k.setValue(int(str(settings.value("k", 10))))
        chosen = settings.value("subjects")
        if isinstance(chosen, list):
            for name, box in self.boxes.items():
                box.setChecked(name in chosen)
        state = settings.value("splitter")
        if state is not None:
            self.splitter.restoreState(state)

    def focus_search(self) -> None:
        """Into the box of the query."""
        self.editor.box.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.editor = LabelEditor()
        self.editor.selected.connect(self.selected)
        self.editor.failed.connect(self.message)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(12, 12, SPACE * 2, SPACE)
        column.addWidget(self.editor)
        upper = split(Qt.Orientation.Horizontal, self._make_queries(), right, (420, 420))
        self.results_pane = self._make_results()
        self.splitter = split(Qt.Orientation.Vertical, upper, self.results_pane, (320, 360))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(self.splitter))

    def _make_queries(self) -> QWidget:
        self.queries = PlainTable((tr("Query"), tr("Labels"), tr("Rank")), tr("Labelled queries"))
        self.queries.give_room(0, least=120)
        self.queries.itemSelectionChanged.connect(self._on_query)
        self.remove = button(tr("Remove"), self._remove, role="flat", icon_name="forget")
        self.take_in = button(tr("Import questions…"), self._choose_file, role="flat", icon_name="import")
        set_tip(self.take_in, tr('A file with a line {"query": …, "expected": [ids]} for each question'))
        self.count = label("", "muted")
        self.lists = Pages()
        self.lists.addWidget(self.queries)
        self.lists.addWidget(
            EmptyState(
                "lab",
                tr("How well does recall work for you?"),
                tr(
                    "1. Enter a question on the right.\n2. Select the expected results, and save.\n"
                    "3. Run, and see which mode finds them."
                ),
                action=tr("Import questions…"),
                on_action=self._choose_file,
            )
        )
        bar = BarLayout(self.count, spacing=6)
        bar.addWidget(self.count)
        bar.addWidget(self.take_in)
        bar.addWidget(self.remove)
        made = QWidget()
        column_ = QVBoxLayout(made)
        column_.setContentsMargins(SPACE * 2, 12, 12, SPACE)
        column_.setSpacing(6)
        column_.addLayout(bar)
        column_.addWidget(self.lists, 1)
        return made

    def _make_results(self) -> QWidget:
        self.k = QSpinBox()
        self.k.setRange(1, 100)
        self.k.setValue(10)
        self.k.setPrefix("k = ")
        self.k.setAccessibleName(tr("How many hits count"))
        self.boxes = {name: QCheckBox(title) for name, title in TITLES.items()}
        self.run = button(tr("Run"), self._run, role="primary", icon_name="play")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress of the run"))
        self.progress.setMaximumWidth(160)
        self.stop = button(tr("Stop"), self._stop, role="flat")
        bar = FlowLayout(spacing=12)
        bar.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        for made in (self.run, self.k, *self.boxes.values(), self.progress, self.stop):
            bar.addWidget(made)
        for box in self.boxes.values():
            box.setChecked(True)
        for made in (self.progress, self.stop):
            made.hide()
        self.outcome = label("", "muted", wrap=True)
        self.outcome.setContentsMargins(SPACE * 2, 0, SPACE * 2, 0)
        self.plot = RunsPlot()
        self.results = PlainTable([title.format(k=Lab.K) for title in _FIGURES], tr("The last run"))
        self.results.give_room(0, _LEAST_NEEDED, least=90)
        self.left_out = PlainTable((tr("Left out of the last import"),), tr("Left out of the last import"))
        self.again = PlainTable((tr("Asked again in the last import"),), tr("Asked again in the last import"))
        titles = (
            tr("Run"),
            tr("When"),
            tr("Model"),
            "k",
            tr("Queries"),
            tr("Mode"),
            tr("Recall"),
            "MRR",
            tr("nDCG"),
            "p50",
        )
        self.history = PlainTable(titles, tr("All runs"))
        self.history.give_room(2, _FIRST_TO_GO, least=120)
        for table in (self.results, self.history):
            keep_rows(table)
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        shown = (
            (self.results, tr("Last run")),
            (self.plot, tr("Over time")),
            (self.history, tr("All runs")),
            (self.left_out, tr("Left out")),
            (self.again, tr("Asked again")),
        )
        for tab, title in shown:
            self.tabs.addTab(tab, title)
        self._show_notes((), ())
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(bar)
        column.addWidget(self.outcome)
        column.addWidget(self.tabs, 1)
        return host

    # --- showing ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        lab = session.engine.lab

        def work(_token: Token) -> _Look:
            return _Look(lab.queries(), lab.runs())

        session.runner.query(self, work, self._show, failed=self.message.emit, channel="look")

    def _show(self, look: _Look) -> None:
        self._queries = look.queries
        self._last = look.runs[-1] if look.runs else None
        self.lists.setCurrentIndex(0 if look.queries else 1)
        for made in (self.count, self.take_in, self.remove):  # the words of the empty page need the room
            made.setVisible(bool(look.queries))
        self.results_pane.setVisible(
            bool(look.queries or look.runs or self.left_out.rowCount() or self.again.rowCount())
        )
        self.count.setText(plural("{n} labelled query", "{n} labelled queries", len(look.queries)))
        self._show_queries()
        self.run.setEnabled(bool(look.queries) and self._token is None)
        self.remove.setEnabled(bool(look.queries))
        self.plot.show_runs(look.runs)
        self.history.fill(
            [
                (
                    grouped(run.number),
                    exact(run.at),
                    run.model_version,
                    grouped(run.k),
                    grouped(run.query_count),
                    TITLES.get(name, name),
                    f"{figure(one.recall, '.3f')}",
                    f"{figure(one.mrr, '.3f')}",
                    _share(one.ndcg),
                    _ms(one.p50),
                )
                for run in reversed(look.runs)
                for name, one in run.measures.items()
            ]
        )
        if self._last is not None:
            self._show_run(self._last)
        else:
            self.outcome.setText(tr("No run yet."))
            self.results.fill([])

    def _show_queries(self) -> None:
        ranks = {result.query: result.ranks for result in self._last.queries} if self._last is not None else {}
        rows, tips = [], []
        for one in self._queries:
            labels = f"{len(one.ids)}" + (tr(" ({missing} forgotten)", missing=one.missing) if one.missing else "")
            places = ranks.get(one.query, {})
            rows.append((one.query, labels, _rank(places["hybrid"]) if "hybrid" in places else ""))
            tips.append("\n".join(f"{TITLES[name]}: {_rank(rank)}" for name, rank in places.items()))
        self.queries.fill(rows)
        for row, tip in enumerate(tips):
            found = self.queries.item(row, 2)
            if found is not None:
                set_item_tip(found, tip)

    def _show_run(self, run: LabRun) -> None:
        parts = [
            tr("Run {number}, {at}", number=run.number, at=exact(run.at)),
            tr(
                "{queries} over {memories}",
                queries=plural("{n} query", "{n} queries", run.query_count),
                memories=plural("{n} memory", "{n} memories", run.memories),
            ),
            run.model_version,
        ]
        if run.ann_agreement is not None:
            parts.append(tr("ANN recall: {ann_agreement} of exact", ann_agreement=figure(run.ann_agreement, ".1%")))
        self.outcome.setText("  ·  ".join(parts))
        self.results.setHorizontalHeaderLabels([title.format(k=run.k) for title in _FIGURES])
        self.results.fill(
            [
                (
                    TITLES.get(name, name),
                    _share(one.recall5),
                    f"{figure(one.recall, '.3f')}",
                    _share(one.hit),
                    f"{figure(one.mrr, '.3f')}",
                    _share(one.ndcg),
                    _ms(one.p50),
                    _ms(one.p95),
                )
                for name, one in run.measures.items()
            ]
        )

    # --- doing --------------------------------------------------------------------------------

    def _current(self) -> LabelledQuery | None:
        row = self.queries.currentRow()
        chosen = bool(self.queries.selectionModel().selectedRows())
        return self._queries[row] if chosen and 0 <= row < len(self._queries) else None

    @Slot()
    def _on_query(self) -> None:
        one = self._current()
        if one is not None:
            self.editor.edit(one.query, one.ids)

    def _remove(self) -> None:
        one = self._current()
        if one is not None and self.session is not None:
            self.session.commands.label(one.query, [])

    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Import questions"), str(Path.home()), tr(_FILES))
        if path:
            self.import_questions(Path(path))

    def import_questions(self, path: Path) -> None:
        """Label the questions of a file with what they should find; what cannot be used is listed."""
        session = self.session
        if session is None:
            return
        lab = session.engine.lab

        def work(_token: Token) -> _File:
            try:
                file = read_questions(path.name, path.read_bytes())
            except OSError as error:
                raise KnownError(
                    tr("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror or error)
                ) from error
            resolved = lab.resolve(file.questions)
            questions = tuple(one for one in resolved.questions if one.ids)
            return _File(path.name, questions, left_out(file, resolved), asked_again(file))

        session.runner.query(self, work, self._take_in, failed=self.message.emit, channel="questions")

    def _take_in(self, file: _File) -> None:
        self._show_notes(file.left_out, file.again)
        if self.session is not None and file.questions:
            self.session.commands.label_all(file.questions)
        else:
            self.message.emit(
                Message(tr("{name} has no question that this vault could answer.", name=file.name), level="warning")
            )
            self.refresh()

    def _show_notes(self, left_out: Sequence[str], again: Sequence[str]) -> None:
        """What became of lines of the last import that are no question of their own, in a tab of each kind."""
        for table, title, sentences in (
            (self.again, tr("Asked again"), again),
            (self.left_out, tr("Left out"), left_out),
        ):
            table.fill([(one,) for one in sentences])
            place = self.tabs.indexOf(table)
            self.tabs.setTabVisible(place, bool(sentences))
            self.tabs.setTabText(place, f"{title} ({grouped(len(sentences))})")
            if sentences:
                self.tabs.setCurrentIndex(place)

    def _run(self) -> None:
        session = self.session
        subjects = [name for name in SUBJECTS if self.boxes[name].isChecked()]
        if session is None or self._token is not None or not subjects:
            return
        lab, k = session.engine.lab, self.k.value()

        def work(token: Token, report: Report) -> LabRun:
            return lab.evaluate(
                k=k, subjects=subjects, progress=lambda done, total: report((done, total)), cancel=token
            )

        self.progress.setRange(0, 0)
        for made in (self.progress, self.stop):
            made.show()
        self.run.setEnabled(False)
        self._token = session.runner.run(
            self, work, self._ran, failed=self._failed, cancelled=self._idle, progress=self._on_progress
        )

    def _on_progress(self, value: object) -> None:
        if isinstance(value, tuple):
            self.progress.setRange(0, value[1])
            self.progress.setValue(value[0])

    def _ran(self, _run: LabRun) -> None:
        self._idle()
        if self.tabs.currentWidget() in (self.left_out, self.again):
            self.tabs.setCurrentWidget(self.results)
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self._idle()
        self.message.emit(error)

    def _stop(self) -> None:
        if self._token is not None:
            self._token.cancel()

    def _idle(self) -> None:
        self._token = None
        for made in (self.progress, self.stop):
            made.hide()
        self.run.setEnabled(bool(self._queries))


def _rank(rank: int) -> str:
    return f"{rank}" if rank else "–"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{figure(value, '.3f')}"


def _ms(seconds: float) -> str:
    return tr("{ms} ms", ms=figure(seconds * 1000, ".1f"))
