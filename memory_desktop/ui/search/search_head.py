"""The upper part of the Search view: box, modes, chips, and what is to be said about the answer."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.layers.relevance import OVER_LAYERS
from memory_desktop.core.settings import Settings
from memory_desktop.ui.filter_field import add_clear_button, add_search_mark
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.search.chips import ChipRow
from memory_desktop.ui.search.completion import OperatorCompleter
from memory_desktop.ui.search.layer_weights import LayerWeights, told_weights
from memory_desktop.ui.search.mode_bar import ModeBar
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label, tool_button
from memory_desktop.ui.written_line import WrittenLine

_NARROW = 700
#: Pixels of width from which what each layer counts is shown unasked.
_ROOMY = 700
_BOX_HEIGHT = 36
#: Pixels that what is said of the answer keeps beside the links; with less, they go below it.
_LEAST_SUMMARY = 260


class SearchHead(QWidget):
    """The parts are attributes; the view connects them. The modes go below the box where there is no room beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.box = WrittenLine()
        self.box.setPlaceholderText(tr("Words, “phrases”, kind:pref tag:work before:2026 …"))
        self.box.setAccessibleName(tr("Search"))
        add_clear_button(self.box)
        add_search_mark(self.box)
        self.box.setMinimumHeight(_BOX_HEIGHT)
        self.completer = OperatorCompleter(self.box)
        self.box.written.connect(self.completer.offer)
        self.save = tool_button("saved", tr("Save this search in the sidebar"))
        self.modes = ModeBar()
        self.weights = LayerWeights()
        self.weights.changed.connect(self._tell_weights)
        self._weights_wanted, self._weights_asked = True, False
        self.modes.weights.toggled.connect(self._on_weights)
        self.chips = ChipRow()
        self.problem = label("", "warning", wrap=True)
        self.summary = label("", "muted", wrap=True)
        self.summary.setMinimumWidth(_LEAST_SUMMARY)
        self.weaker = button("", role="link")
        self.weaker.setAccessibleName(tr("Show weaker hits"))
        set_tip(self.weaker, tr("Too little speaks for them to be shown unasked"))
        self.expected = button(tr("What did you expect?"), role="link")
        set_tip(self.expected, tr("Why a memory is not among the hits"))
        self.back = button(tr("Back to the search"), role="link")
        self.notes = label("", wrap=True)
        self._strip = _strip(self.notes)
        for each in (self.problem, self.summary, self.weaker, self.expected, self.back, self._strip):
            each.hide()
        self._lay_out()

    @property
    def weights_wanted(self) -> bool:
        """Whether what each layer counts is shown where there is room for it, as the person chose."""
        return self._weights_wanted

    def want_weights(self, wanted: bool) -> None:
        """See `weights_wanted`."""
        self._weights_wanted = wanted
        self._show_weights()

    def show_settings(self, settings: Settings) -> None:
        """What each layer counts by the vault's settings."""
        self.weights.show_settings(settings)
        self._tell_weights()

    @Slot()
    def _tell_weights(self) -> None:
        set_tip(self.modes.weights, told_weights(self.weights.weights()))

    @Slot(bool)
    def _on_weights(self, on: bool) -> None:
        """In a narrow window the switch is for the moment; elsewhere it is a choice that is kept."""
        if self._roomy():
            self._weights_wanted = on
        else:
            self._weights_asked = on
        self._show_weights()

    def _show_weights(self) -> None:
        shown = self._weights_wanted if self._roomy() else self._weights_asked
        with QSignalBlocker(self.modes.weights):
            self.modes.weights.setChecked(shown)
        self.weights.setVisible(shown and self.modes.mode == OVER_LAYERS)

    def show_mode(self) -> None:
        """The mode is another one."""
        self._show_weights()

    def _roomy(self) -> bool:
        return self.width() >= _ROOMY

    def show_problems(self, problems: tuple[str, ...]) -> None:
        """What was not understood, in words."""
        self.problem.setText("\n".join(map(said, problems)))
        self.problem.setVisible(bool(problems))

    def show_answer(self, summary: str, notes: tuple[str, ...] = ()) -> None:
        """One line about the answer, and what it lacks; empty texts take no room."""
        self.summary.setText(summary)
        self.summary.setVisible(bool(summary))
        self.notes.setText("\n".join(notes))
        self._strip.setVisible(bool(notes))

    def show_weaker(self, hidden: int) -> None:
        """Say how many hits are below the cut-off, with a way to see them."""
        self.weaker.setText(plural("{n} weaker one hidden: show", "{n} weaker ones hidden: show", hidden))
        self.weaker.setVisible(hidden > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the modes beside or below the box, by the width."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        self.modes.fold(narrow)
        self._show_weights()
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._top.direction() != way:
            self._top.setDirection(way)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(SPACE)
        first.addWidget(self.box, 1)
        first.addWidget(self.save)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(SPACE)
        self._top.addLayout(first, 1)
        self._top.addWidget(self.modes, 0, Qt.AlignmentFlag.AlignLeft)
        below = BarLayout(self.summary, spacing=SPACE)
        for each in (self.summary, self.weaker, self.expected, self.back):
            below.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE * 2, SPACE + 4, SPACE * 2, SPACE)
        column.setSpacing(SPACE)
        column.addLayout(self._top)
        column.addWidget(self.weights)
        column.addWidget(self.chips)
        column.addWidget(self.problem)
        column.addLayout(below)
        column.addWidget(self._strip)


def _strip(text: QLabel) -> QFrame:
    """A quiet ground with an icon for a text that must be noticed."""
    made = QFrame()
    made.setObjectName("banner")
    made.setProperty("level", "info")
    row = QHBoxLayout(made)
    row.setContentsMargins(SPACE, 4, SPACE, 4)
    row.setSpacing(SPACE)
    row.addWidget(Picture("info", "info"), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(text, 1)
    return made
