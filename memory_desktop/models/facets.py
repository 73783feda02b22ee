"""The facet tree: what can be narrowed, with counts; a checked value is one that the filter names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memory_desktop.bridge.translation import mark, plural, tr, translated
from memory_desktop.core.answers import Facets
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.words import asked_status, status_word

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_NO_PARENT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex
_GROUPS = translated(
    (
        ("layer", mark("Layer")),
        ("kind", mark("Kind")),
        ("status", mark("Status")),
        ("tag", mark("Tag")),
        ("emotion", mark("Emotion")),
        ("source", mark("Source")),
        ("on", mark("Time")),
    )
)
_LIMIT = 30


@dataclass(slots=True)
class _Value:
    group: _Group
    value: str
    count: int = 0
    checked: bool = False

    @property
    def asked(self) -> str:
        """How it is typed after its operator."""
        return asked_status(self.value) if self.group.operator == "status" else self.value

    @property
    def text(self) -> str:
        """How it is shown."""
        return status_word(self.value) if self.group.operator == "status" else self.value


@dataclass(slots=True)
class _Group:
    row: int
    operator: str
    title: str
    values: list[_Value] = field(default_factory=list)


class FacetTree(QAbstractItemModel):
    """Two levels: facets, and their values. Signals: `toggled(operator, value, checked)` when the user checks one.

    The model never changes its checks by itself: the view turns `toggled` into a new filter text, and the filter
    that comes of it sets the checks.
    """

    toggled = Signal(str, str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups = [_Group(row, operator, title) for row, (operator, title) in enumerate(_GROUPS)]

    def set_facets(self, facets: Facets, chosen: Mapping[str, frozenset[str]]) -> None:
        """Show new counts; values that stay keep their place in the view where the sets are equal."""
        counts: dict[str, list[tuple[str, int]]] = {
            "layer": list(facets.layers.items()),
            "kind": list(facets.kinds.items()),
            "status": list(facets.statuses.items()),
            "tag": list(facets.tags.items()),
            "emotion": list(facets.emotions.items()),
            "source": [(name, number) for name, number in facets.sources.items() if name],
            "on": list(reversed(list(facets.months.items()))),
        }
        for group in self._groups:
            self._set_group(group, counts[group.operator], chosen.get(group.operator, frozenset()))

    def clear(self) -> None:
        """No values."""
        for group in self._groups:
            self._set_group(group, [], frozenset())

    def operator_of(self, index: _Index) -> str:
        """The operator of a group or value."""
        node = index.internalPointer()
        return node.group.operator if isinstance(node, _Value) else node.operator if node else ""

    def _set_group(self, group: _Group, counts: list[tuple[str, int]], chosen: frozenset[str]) -> None:
        shown = counts[:_LIMIT]
        names = {name for name, _ in shown}
        shown += [(name, dict(counts).get(name, 0)) for name in sorted(chosen) if name not in names]
        parent = self.index(group.row, 0)
        if [value.value for value in group.values] == [name for name, _ in shown]:
            for value, (name, number) in zip(group.values, shown, strict=True):
                value.count, value.checked = number, name in chosen
            if shown:
                self.dataChanged.emit(self.index(0, 0, parent), self.index(len(shown) - 1, 0, parent))
            return
        if group.values:
            self.beginRemoveRows(parent, 0, len(group.values) - 1)
            group.values = []
            self.endRemoveRows()
        if shown:
            self.beginInsertRows(parent, 0, len(shown) - 1)
            group.values = [_Value(group, name, number, name in chosen) for name, number in shown]
            self.endInsertRows()

    # --- QAbstractItemModel -------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index = _NO_PARENT) -> QModelIndex:
        """Qt's."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, column, self._groups[row])
        return self.createIndex(row, column, self._groups[parent.row()].values[row])

    def parent(self, index: _Index = _NO_PARENT) -> QModelIndex:  # type: ignore[override]
        """Qt's."""
        node = index.internalPointer() if index.isValid() else None
        if isinstance(node, _Value):
            return self.createIndex(node.group.row, 0, node.group)
        return QModelIndex()

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """Facets, or values of one."""
        if not parent.isValid():
            return len(self._groups)
        node = parent.internalPointer()
        return len(node.values) if isinstance(node, _Group) else 0

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802, ARG002 - Qt's
        """One: the count is a role."""
        return 1

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Values can be checked."""
        node = index.internalPointer() if index.isValid() else None
        if isinstance(node, _Value):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        return Qt.ItemFlag.ItemIsEnabled

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name, count, check."""
        node = index.internalPointer() if index.isValid() else None
        if isinstance(node, _Group):
            return tr(node.title) if role == Qt.ItemDataRole.DisplayRole else None
        if not isinstance(node, _Value):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return node.text
        if role == COUNT_ROLE:
            return node.count
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if node.checked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{tr(node.group.title)} {node.text}, {plural('{n} memory', '{n} memories', node.count)}"
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 - Qt's
        """A check is only asked for: see the class."""
        node = index.internalPointer() if index.isValid() else None
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(node, _Value):
            return False
        self.toggled.emit(node.group.operator, node.asked, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True


def chosen_values(filter: RecordFilter, months: frozenset[str] = frozenset()) -> dict[str, frozenset[str]]:
    """By operator, which values a filter names."""
    default = RecordFilter().statuses
    return {
        "layer": frozenset(filter.layers),
        "kind": frozenset(filter.kinds),
        "status": frozenset(filter.statuses if filter.statuses != default else ()),
        "tag": frozenset(tag for group in filter.tags for tag in group),
        "emotion": frozenset(filter.emotions),
        "source": frozenset(filter.sources),
        "on": months,
    }
