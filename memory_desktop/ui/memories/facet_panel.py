"""The facets beside the table: values with counts, that narrow the list when checked."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.models.facets import COUNT_ROLE, FacetTree
from memory_desktop.ui.memory_drag import MemoryDrops, Target
from memory_desktop.ui.theme import tokens_for

_BOX = 14


class FacetDelegate(QStyledItemDelegate):
    """A check box, the value, its count at the right; a facet's own row is a small heading."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Everything in the palette's colours."""
        tokens = tokens_for(option.palette)
        painter.save()
        rect = option.rect.adjusted(2, 0, -6, 0)
        if not index.parent().isValid():
            font = QFont(option.font)
            font.setPixelSize(11)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(tokens.color("muted"))
            flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
            painter.drawText(rect.adjusted(2, 4, 0, 0), flags, str(index.data()))
            painter.restore()
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus):
            painter.setPen(
                QPen(tokens.color("accent")) if option.state & QStyle.StateFlag.State_HasFocus else Qt.PenStyle.NoPen
            )
            painter.setBrush(tokens.color("hover"))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 1.5, -0.5, -1.5), 5, 5)
        checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        box = QRectF(rect.left() + 6, rect.center().y() - _BOX / 2 + 1, _BOX, _BOX)
        painter.setPen(QPen(tokens.color("accent" if checked else "faint"), 1.2))
        painter.setBrush(tokens.color("accent") if checked else tokens.color("base"))
        painter.drawRoundedRect(box, 3.5, 3.5)
        if checked:
            painter.setPen(QPen(tokens.color("accent_text"), 1.8))
            corner = box.topLeft()
            painter.drawPolyline([corner + QPointF(x, y) for x, y in ((3.4, 7.2), (6.0, 9.8), (10.8, 4.4))])
        number = f"{grouped(index.data(COUNT_ROLE))}"
        painter.setPen(tokens.color("muted"))
        width = painter.fontMetrics().horizontalAdvance(number)
        right = QRect(rect.right() - width - 4, rect.top(), width, rect.height())
        painter.drawText(right, int(Qt.AlignmentFlag.AlignVCenter), number)
        painter.setPen(tokens.color("text"))
        room = QRect(int(box.right()) + 8, rect.top(), right.left() - int(box.right()) - 14, rect.height())
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text)
        painter.restore()

    def editorEvent(  # noqa: N802 - Qt's name
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Space checks; clicks are the panel's, so that the whole row takes them and none counts twice."""
        return event.type() == QEvent.Type.KeyPress and super().editorEvent(event, model, option, index)

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Headings have air above."""
        return QSize(120, option.fontMetrics.height() + (14 if not index.parent().isValid() else 10))


class FacetPanel(QWidget):
    """Signals: `toggled(operator, value, checked)`.

    Attributes:
        drops: memories that are dropped on a tag.
    """

    toggled = Signal(str, str, bool)

    def __init__(self, model: FacetTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("facets")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = model
        self.tree = QTreeView()
        self.tree.setModel(model)
        self.tree.setItemDelegate(FacetDelegate(self.tree))
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setItemsExpandable(False)
        self.tree.setIndentation(0)
        self.tree.setMouseTracking(True)
        self.tree.setAccessibleName(tr("Facets"))
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.drops = MemoryDrops(self.tree, self._tag_of)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 4, 0, 4)
        layout.addWidget(self.tree)
        self.tree.clicked.connect(self._on_clicked)
        model.toggled.connect(self.toggled)
        model.rowsInserted.connect(self._expand)
        model.modelReset.connect(self._expand)
        self._expand()

    def _expand(self) -> None:
        self.tree.expandAll()
        for row in range(self._model.rowCount()):
            empty = self._model.rowCount(self._model.index(row, 0)) == 0
            self.tree.setRowHidden(row, QModelIndex(), empty)

    def _tag_of(self, index: QModelIndex) -> Target | None:
        if not index.parent().isValid() or self._model.operator_of(index) != "tag":
            return None
        tag = str(index.data())
        return "tag", tag, tag

    def _on_clicked(self, index: QModelIndex) -> None:
        """A click anywhere on a value checks it; the box itself is handled by the tree."""
        if index.parent().isValid():
            checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            self._model.setData(
                index,
                Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked,
                Qt.ItemDataRole.CheckStateRole,
            )
