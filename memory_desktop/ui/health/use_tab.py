"""How memory is recalled and what serves: by mode and layer, by kind and source, and by user."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.layers.meta import ENOUGH_RECALLS, STYLES, RetrievalPattern, Strategies
from memory_desktop.core.wording import count
from memory_desktop.models.words import mode_word
from memory_desktop.ui.format import local
from memory_desktop.ui.health.bars import BarPlot
from memory_desktop.ui.health.meta_tab import MetaTab
from memory_desktop.ui.layers.page import NARROW
from memory_desktop.ui.lists import split
from memory_desktop.ui.plain_table import PlainTable, keep_rows

_FEW = f"Not enough yet: fewer than {ENOUGH_RECALLS} recalls"


class UseTab(MetaTab):
    """See the module."""

    title = "Retrieval"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = BarPlot("Hits by mode and layer; the same numbers stand in the table below")
        self.retrieval = PlainTable(
            ("Mode", "Layer", "Recalls", "Hits", "Relevance"),
            "Recalls by mode and layer, of the newest 5,000, with the mean relevance of their hits",
        )
        self.retrieval.give_room(1, (4, 2), least=96)
        self.encoding = PlainTable(
            ("Kind", "Source", "Memories", "Recalled", "Useful"), "What was recalled and useful, by origin"
        )
        self.encoding.give_room(1, (4, 2, 3), least=96)
        self.styles = PlainTable(("User", "How they remember"), "How each user remembers")
        self.styles.give_room(1, least=160)
        self.runs = PlainTable(("Consolidated", "Made", "Kept", "Undone"), "Runs of consolidation, the newest first")
        self.runs.give_room(0, (3,), least=96)
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
        self.plot.show_bars([(f"{_mode(one)}\n{_layer(one)}", one.hits) for one in found if one.hits])
        self.retrieval.fill(
            [(_mode(one), _layer(one), count(one.recalls), count(one.hits), _relevance(one)) for one in found]
            or [("", "Nothing was recalled yet.", "", "", "")]
        )
        self.encoding.fill(
            [
                (
                    one.kind,
                    one.source or "no source",
                    count(one.memories),
                    f"{one.share_recalled:.0%}",
                    f"{one.share_useful:.0%}",
                )
                for one in state.encoding_effectiveness
            ]
        )
        self.styles.fill(
            [
                (user or "The vault’s own", f"{style.capitalize()}: {STYLES[style]}" if style else _FEW)
                for user, style in state.user_memory_style.items()
            ]
        )

        self.runs.fill(
            [
                (local(one.at), count(one.made), count(one.kept), "Undone" if one.undone else "")
                for one in state.consolidation_patterns
            ]
            or [("No run yet", "", "", "")]
        )

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self.plot.show_bars(())
        for table in (self.retrieval, self.encoding, self.styles, self.runs):
            table.fill(())


def _mode(one: RetrievalPattern) -> str:
    return mode_word(one.mode) if one.mode else "Not noted"


def _layer(one: RetrievalPattern) -> str:
    return one.layer.value.capitalize() if one.layer is not None else "Nothing found"


def _relevance(one: RetrievalPattern) -> str:
    return f"{one.mean_relevance:.2f}" if one.mean_relevance is not None else "–"
