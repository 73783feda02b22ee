"""The page that is shown while no vault is open: ways to open one, or which one is being opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import grouped, mark, tr, translated
from memory_desktop.ui.flow_layout import CentredFlow
from memory_desktop.ui.lists import scrolled
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label
from memory_desktop.ui.wrapping import ElidedLink

_RECENT = 4
_WIDTH = 540


#: What is done to a vault before it is open.
STAGES = translated(
    {
        "format": mark("Upgrading the vault, which has an earlier format; a copy of it is kept. Events"),
        "log": mark("Copying the log. Events"),
        "records": mark("Folding the log. Events"),
        "keywords": mark("Building the keyword index. Memories"),
        "vectors": mark("Copying vectors. Memories"),
        "switch": mark("Putting the new parts in place"),
    }
)


class NoVaultPage(Pages):
    """Signals: `new_requested`, `open_requested`, `sample_requested`, `tour_requested`; `vault_chosen(Path)`, a recent
    one."""

    new_requested = Signal()
    open_requested = Signal()
    sample_requested = Signal()
    tour_requested = Signal()
    vault_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.doors = EmptyState(
            "vault",
            tr("No vault open"),
            tr(
                "A vault is a folder that holds what your AI remembers. Create one, open one, or look at the sample. "
                "You can also drop a vault here, or files to import."
            ),
        )
        self._waiting = label("", "muted", wrap=True)
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._recent_title = label(tr("Recent vaults"), "section")
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self.busy = EmptyState("vault", tr("Opening…"))
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Opening the vault"))
        self.bar.setRange(0, 0)
        self.addWidget(scrolled(self._with_below(self.doors, self._make_ways())))
        self.addWidget(self._with_below(self.busy, self.bar))

    def show_recent(self, paths: Sequence[Path]) -> None:
        """Vaults that were opened lately."""
        while (item := self._recent.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for path in paths[:_RECENT]:
            made = ElidedLink(str(path))
            made.clicked.connect(partial(self._choose, path))
            self._recent.addWidget(made)
        self._recent_title.setVisible(bool(paths))

    def show_opening(self, sentence: str, detail: str = "") -> None:
        """Show that a vault is being opened."""
        self.busy.title.setText(sentence)
        self.busy.text.setText(detail)
        self.bar.setRange(0, 0)
        self.setCurrentIndex(1)

    def show_progress(self, stage: str, done: int, total: int) -> None:
        """Show how far a long opening is: that of a vault of an earlier format, or a rebuild."""
        self.busy.text.setText(
            tr("{stages}: {done} of {total}", stages=STAGES.get(stage, stage), done=grouped(done), total=grouped(total))
            if total
            else STAGES.get(stage, stage)
        )
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def show_doors(self) -> None:
        """Show the ways to open or create a vault."""
        self.setCurrentIndex(0)

    def show_waiting(self, number: int) -> None:
        """So many dropped files are imported once a vault is open."""
        one = tr("The dropped file is") if number == 1 else tr("The {number} dropped files are", number=grouped(number))
        self._waiting.setText(tr("{one} imported once you create or open a vault.", one=one) if number else "")
        self._waiting.setVisible(number > 0)

    def _choose(self, path: Path, _checked: bool = False) -> None:
        self.vault_chosen.emit(path)

    def _make_ways(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        row = CentredFlow(spacing=SPACE)
        row.addWidget(button(tr("New vault…"), self.new_requested.emit, role="primary", icon_name="add"))
        row.addWidget(button(tr("Open vault…"), self.open_requested.emit, icon_name="open"))
        row.addWidget(button(tr("Open the sample vault"), self.sample_requested.emit, icon_name="sample"))
        tour = button(tr("Take the guided tour"), self.tour_requested.emit, role="link")
        set_tip(tour, tr("It opens the sample vault, and shows in a few steps what is where"))
        column.addWidget(self._waiting)
        column.addLayout(row)
        column.addWidget(tour, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(SPACE)
        column.addWidget(self._recent_title)
        column.addLayout(self._recent)
        self._waiting.hide()
        self._recent_title.hide()
        return made

    def _with_below(self, state: EmptyState, below: QWidget) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE * 3, 0, SPACE * 3, 0)
        column.setSpacing(SPACE)
        state.setMaximumHeight(240)
        below.setMaximumWidth(_WIDTH)
        column.addStretch(2)
        column.addWidget(state)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(below, 100)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(3)
        return page
