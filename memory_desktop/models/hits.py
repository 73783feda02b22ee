"""The hits of an answer as a list model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from memory_desktop.core.answers import Hit, RecallAnswer

HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_Index = QModelIndex | QPersistentModelIndex
_PLACES = {"vector": "meaning", "keyword": "words"}


class HitsModel(QAbstractListModel):
    """One row a hit; display text is the content, accessible text says rank and reasons."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answer: RecallAnswer | None = None
        self._hits: tuple[Hit, ...] = ()

    def show(self, answer: RecallAnswer | None) -> None:
        """Replace everything."""
        self.beginResetModel()
        self.answer = answer
        self._hits = answer.hits if answer else ()
        self.endResetModel()

    def hit(self, row: int) -> Hit | None:
        """The hit in a row."""
        return self._hits[row] if 0 <= row < len(self._hits) else None

    def row_of(self, id: str) -> int:
        """The row that shows a memory, or -1."""
        return next((row for row, hit in enumerate(self._hits) if hit.memory.id == id), -1)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """How many hits."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Content, the hit itself, or what a screen reader says."""
        hit = self.hit(index.row())
        if hit is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.memory.content
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{hit.rank}. {hit.memory.content[:300]}. {reasons(hit)}"
        return None


def reasons(hit: Hit) -> str:
    """Why a hit is there, in words: "rank 3 by meaning, rank 1 by words, boosted by its thread"."""
    places = [f"rank {place.rank} by {_PLACES.get(name, name)}" for name, place in hit.lists.items()]
    return ", ".join(places + [f"boosted: {boost.reason}" for boost in hit.boosts])
