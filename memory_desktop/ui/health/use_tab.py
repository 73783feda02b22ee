"""How memory is recalled and what serves: by mode and layer, by kind and source, and by user."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, tr
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.layers.meta import ENOUGH_RECALLS, STYLES, RetrievalPattern, Strategies
from memory_desktop.models.words import kinds_word, mode_word
from memory_desktop.ui.format import local
from memory_desktop.ui.health.bars import BarPlot
from memory_desktop.ui.health.meta_tab import MetaTab
from memory_desktop.ui.layers.page import NARROW
from memory_desktop.ui.lists import split
from memory_desktop.ui.plain_table import PlainTable, keep_rows

_FEW = mark("Not enough yet: fewer than {number} recalls")


class UseTab(MetaTab):
    """See the module."""

    title = mark("Retrieval")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = BarPlot(tr("Hits by mode and layer; the same numbers stand in the table below"))
        self.retrieval = PlainTable(
            (tr("Mode"), tr("Layer"), tr("Recalls"), tr("Hits"), tr("Relevance")),
            tr("Recalls by mode and layer, of the newest 5,000, with the mean relevance of their hits"),
        )
        self.retrieval.give_room(1, (4, 2), least=96)
        self.retrieval.set_at_right(2, 3, 4)
        self.encoding = PlainTable(
            (tr("Kind"), tr("Source"), tr("Memories"), tr("Recalled"), tr("Useful")),
            tr("What was recalled and useful, by origin"),
        )
        self.encoding.give_room(1, (4, 2, 3), least=96)
        self.encoding.set_at_right(2, 3, 4)
        self.styles = PlainTable((tr("User"), tr("How they remember")), tr("How each user remembers"))
        self.styles.give_room(1, least=160)
        self.runs = PlainTable(
            (tr("Layers filled"), tr("Made"), tr("Kept"), tr("Undone")),
            tr("Runs that filled the layers, the newest first"),
        )
        self.runs.give_room(0, (3,), least=96)
        self.runs.set_at_right(1, 2)
        for table in (self.retrieval, self.encoding, self.styles, self.runs):
            keep_rows(table)
        self.plots = [self.plot]
        left = split(Qt.Orientation.Vertical, self.plot, self.retrieval, (180, 200))
        lower = split(Qt.Orientation.Vertical, self.styles, self.runs, (110, 130))
        right = split(Qt.Orientation.Vertical, self.encoding, lower, (260, 240))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        self.across = split(Qt.Orientation.Horizontal, left, right, (480, 480))
        box.addWidget(self.across)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, all tables stand below each other."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        self.across.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)

    def load(self, session: VaultSession, user: str | None) -> Strategies:  # noqa: ARG002
        """See `LayerPage.load`."""
        return session.engine.layers.meta.strategies()

    def show_state(self, state: Strategies) -> None:
        """See `LayerPage.show_state`."""
        found = state.retrieval_patterns
        self.plot.setVisible(any(one.hits for one in found))
        self.plot.show_bars([(f"{_mode(one)}\n{_layer(one)}", one.hits) for one in found if one.hits])
        self.retrieval.fill(
            [(_mode(one), _layer(one), grouped(one.recalls), grouped(one.hits), _relevance(one)) for one in found]
            or [("", tr("Nothing was recalled yet."), "", "", "")]
        )
        self.encoding.fill(
            [
                (
                    kinds_word(one.kind).capitalize(),
                    one.source or tr("no source"),
                    grouped(one.memories),
                    f"{figure(one.share_recalled, '.0%')}",
                    f"{figure(one.share_useful, '.0%')}",
                )
                for one in state.encoding_effectiveness
            ]
        )
        self.styles.fill(
            [
                (
                    user or tr("The vault’s own"),
                    f"{style.capitalize()}: {STYLES[style]}" if style else tr(_FEW, number=ENOUGH_RECALLS),
                )
                for user, style in state.user_memory_style.items()
            ]
        )

        self.runs.fill(
            [
                (local(one.at), grouped(one.made), grouped(one.kept), tr("Undone") if one.undone else "")
                for one in state.consolidation_patterns
            ]
            or [(tr("No run yet"), "", "", "")]
        )

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self.plot.show_bars(())
        for table in (self.retrieval, self.encoding, self.styles, self.runs):
            table.fill(())


def _mode(one: RetrievalPattern) -> str:
    return mode_word(one.mode) if one.mode else tr("Not noted")


def _layer(one: RetrievalPattern) -> str:
    return layer_word(one.layer.value).capitalize() if one.layer is not None else tr("Nothing found")


def _relevance(one: RetrievalPattern) -> str:
    return f"{figure(one.mean_relevance, '.2f')}" if one.mean_relevance is not None else "–"
