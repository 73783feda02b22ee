"""The hits of an answer as a list model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import figure, tr
from memory_desktop.bridge.wording import otherwise_since
from memory_desktop.core.answers import Hit, RecallAnswer
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import mode_word

HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_Index = QModelIndex | QPersistentModelIndex
_SCORES = {"vector": "cosine", "keyword": "BM25"}


class HitsModel(QAbstractListModel):
    """One row a hit; display text is the content, accessible text and tool tip say rank and reasons."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answer: RecallAnswer | None = None
        self._hits: tuple[Hit, ...] = ()

    def show(self, answer: RecallAnswer | None) -> None:
        """Replace what is shown; the same question answered alike, or with more hits, leaves the old rows alone."""
        hits = answer.hits if answer else ()
        kept = len(self._hits)
        alike = kept and _question(answer) == _question(self.answer) and _ids(hits[:kept]) == _ids(self._hits)
        if not alike:
            self.beginResetModel()
            self.answer, self._hits = answer, hits
            self.endResetModel()
            return
        if len(hits) > kept:
            self.beginInsertRows(QModelIndex(), kept, len(hits) - 1)
        self.answer, self._hits = answer, hits
        if len(hits) > kept:
            self.endInsertRows()
        self.dataChanged.emit(self.index(0, 0), self.index(kept - 1, 0))

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
        """Content, the hit itself, or what a screen reader or a tool tip says."""
        hit = self.hit(index.row())
        if hit is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.memory.content
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{hit.rank}. {hit.memory.content[:300]}. {', '.join(reasons(hit))}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(reasons(hit)))
        return None


def reasons(hit: Hit) -> list[str]:
    """Why a hit is there, in words: "Meaning rank 3 (cosine 0.62)", "neighbours +0.12: what stands …"; and first what
    says otherwise since."""
    places = [
        tr(
            "{mode_word} rank {rank} ({scores} {score})",
            mode_word=mode_word(name),
            rank=place.rank,
            scores=_SCORES.get(name, "score"),
            score=figure(place.score, ".2f"),
        )
        for name, place in hit.lists.items()
    ]
    lifted = [f"{boost.name} {figure(boost.amount, '+.2f')}: {said(boost.reason)}" for boost in hit.boosts]
    past = [otherwise_since(hit.otherwise.said_at, hit.otherwise.content)] if hit.otherwise is not None else []
    return past + places + lifted


def _question(answer: RecallAnswer | None) -> tuple[str, str]:
    return (answer.query, answer.mode) if answer else ("", "")


def _ids(hits: tuple[Hit, ...]) -> list[str]:
    return [hit.memory.id for hit in hits]
