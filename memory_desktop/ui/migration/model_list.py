"""The models to choose from: what is here, what can be downloaded, and a folder of one's own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.wording import size
from memory_desktop.core.migration import ModelChoice
from memory_desktop.core.outside import PREFIX
from memory_desktop.ui.widgets import button, label


class ModelList(QWidget):
    """Signals: `chosen(ModelChoice or None)`; `folder_requested()`."""

    chosen = Signal(object)
    folder_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models: list[ModelChoice] = []
        self._in_use = ""
        self.list = QTreeWidget()
        self.list.setColumnCount(4)
        self.list.setHeaderLabels([tr("Model"), tr("Vector"), tr("Size"), tr("Where")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(tr("Embedding models"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, header.ResizeMode.Stretch)
        for column, width in ((1, 80), (2, 90), (3, 140)):
            header.resizeSection(column, width)
        self.list.itemSelectionChanged.connect(self._on_selection)
        self.about = label("", "muted", wrap=True)
        self.about.setMinimumHeight(36)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.addWidget(self.about, 1)
        row.addWidget(button(tr("Local folder…"), self.folder_requested.emit, icon_name="open"))
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 8, 0, 0)
        column_.addWidget(self.list, 1)
        column_.addLayout(row)

    def show_models(self, models: list[ModelChoice], in_use: str) -> None:
        """List these."""
        self._models, self._in_use = models, in_use
        self.list.clear()
        for one in models:
            used = bool(one.version) and one.version == in_use
            here = tr("vectors imported") if one.ref.startswith(PREFIX) else tr("on this computer")
            where = tr("in use") if used else here if one.state == "here" else tr("to be downloaded")
            item = QTreeWidgetItem([one.name, f"{one.dim}-d", size(one.size) if one.size else "", where])
            if used:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(item)
        self._on_selection()

    @Slot()
    def _on_selection(self) -> None:
        rows = [index.row() for index in self.list.selectionModel().selectedRows()]
        choice = self._models[rows[0]] if rows else None
        self.about.setText(choice.description if choice is not None else tr("Select a model."))
        self.chosen.emit(choice)
