"""Assemblies that are to be merged, side by side: which member is in which of them, and what becomes of them."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from memory_desktop.bridge.translation import figure, mark, plural, tr
from memory_desktop.engine.merging.assemblies import MergePreview
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.format import one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import flat_list
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import label

_WIDEST = mark("A name of an assembly")


class MergeAssembliesDialog(FormDialog):
    """See the module. `name` has what the merged one is to be called."""

    def __init__(self, preview: MergePreview, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Merge {assembly}", assembly=plural("{n} assembly", "{n} assemblies", len(preview.sources))),
            tr("Merge"),
            parent,
        )
        self.resize(fitting(QSize(860, 520), self))
        self.ids = [one.id for one in preview.sources]
        self.column.addWidget(label(_alike(preview), "muted", wrap=True))
        self.name = QLineEdit(preview.name)
        self.name.setAccessibleName(tr("Name of the merged assembly"))
        self.name.textChanged.connect(lambda text: self.ok.setEnabled(bool(text.strip())))
        self.column.addWidget(self.name)
        self.list = self._make_list(preview)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(label(_coverage(preview), wrap=True))
        self.finish()

    def _make_list(self, preview: MergePreview) -> QTreeWidget:
        names = [one.name for one in preview.sources]
        columns = [(tr("Member"), ""), *((name, tr(_WIDEST)) for name in names)]
        made = flat_list(tr("Members, and which of the assemblies have them"), columns)
        shared = QBrush(tokens_for(self.palette()).color("success_soft"))
        for memory, having in preview.rows():
            item = QTreeWidgetItem([one_line(memory.content), *(tr("has it") if has else "" for has in having)])
            set_item_tip(item, memory.content)
            for place, has in enumerate(having, start=1):
                if has:
                    item.setIcon(place, icon("check"))
            if all(having):
                for place in range(len(names) + 1):
                    item.setBackground(place, shared)
            made.addTopLevelItem(item)
        return made


def _alike(preview: MergePreview) -> str:
    how = (
        tr("Similarity {similarity}. ", similarity=figure(preview.similarity, ".2f"))
        if preview.similarity is not None
        else ""
    )
    return tr("{how}They stay in use until the merged one has its vector; then they are superseded by it.", how=how)


def _coverage(preview: MergePreview) -> str:
    rows = preview.rows()
    shared = sum(1 for _, having in rows if all(having))
    every = tr("both") if len(preview.sources) == len(("one", "other")) else tr("all of them")
    parts = [
        tr(
            "Together {memories}, of which {what} in {every}.",
            memories=plural("{n} memory", "{n} memories", len(rows)),
            what=plural("{n} is", "{n} are", shared),
            every=every,
        )
    ]
    parts.append(tr("Nothing is lost: every member of any of them is a member of the merged one."))
    if preview.gone:
        parts.append(
            tr("{memories} were forgotten before.", memories=plural("{n} memory", "{n} memories", preview.gone))
        )
    labels = [tr("tags {tags}", tags=", ".join(preview.tags)) if preview.tags else "", ", ".join(preview.topics)]
    kept = "; ".join(part for part in labels if part)
    return " ".join([*parts, tr("Its labels: {kept}.", kept=kept) if kept else ""]).strip()
