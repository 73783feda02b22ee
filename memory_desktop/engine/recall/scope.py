"""The records that a recall may return: those of now, or those of a moment of the past.

What nearly every query needs is kept for the position in the log that it was read at, and brought up to later ones by
what changed since: which records are not active, and which need looking after (little trust, synthetic, appraised, of
unusual salience).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.store.guard_columns import GuardColumns
from memory_desktop.store.records import RecordStore

_PAST = "In the past, assemblies lift nothing, and words of tags and kinds are looked up as they are today."
#: The keys of so many filters are kept: of a million records 8 MB each at most.
_KEPT_FILTERS = 4


@dataclass(frozen=True, slots=True)
class _Kept:
    """`columns`: of all records that are looked at; `guarded`: of those that are active."""

    head: int
    generation: int
    columns: GuardColumns
    active: KeySelection
    guarded: GuardColumns


class Scope:
    """See the module.

    Args:
        position: seq of the last event that the records have seen.
        now: the moment that counts as now.
        past: the records are only some of those that the indexes hold, so what may come is named, not what may not.
    """

    def __init__(
        self, records: RecordStore, position: Callable[[], int], now: Callable[[], datetime], *, past: bool = False
    ) -> None:
        self.records = records
        self.now = now
        self._position = position
        self._past = past
        self._kept: _Kept | None = None
        # What the latest filters let through: who types words after a filter asks with it again and again.
        self._selected: dict[RecordFilter, KeySelection] = {}
        self._selected_at = (-1, -1)

    @property
    def position(self) -> int:
        """Seq of the last event that the records have seen."""
        return self._position()

    @property
    def guarded(self) -> GuardColumns:
        """The columns that the guards need, of active records."""
        return self._current().guarded

    @property
    def active(self) -> KeySelection:
        """All active records."""
        return self._current().active

    @property
    def upto(self) -> int | None:
        """The greatest key that there was, where that is not the greatest there is."""
        return self._position() if self._past else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What an answer about this scope cannot do."""
        return (_PAST,) if self._past else ()

    def select(self, filter: RecordFilter) -> KeySelection:
        """The keys that a filter lets through."""
        if filter.only_active:
            return self._current().active
        if filter.unembedded is not None:  # which changes without an event
            return KeySelection(include=self.records.keys(filter))
        head, generation = self._position(), self.records.generation
        if self._selected_at != (head, generation):
            self._selected, self._selected_at = {}, (head, generation)
        found = self._selected.get(filter)
        if found is None:
            found = KeySelection(include=self.records.keys(filter))
            self._selected = {**dict(list(self._selected.items())[1 - _KEPT_FILTERS :]), filter: found}
        return found

    def _current(self) -> _Kept:
        head, generation, kept = self._position(), self.records.generation, self._kept
        if kept is None or kept.generation != generation:
            kept = self._kept = self._of(self.records.guard_columns(), head, generation)
        elif kept.head != head:
            changed = self.records.guard_columns(after=kept.head)
            kept = self._kept = self._of(kept.columns.changed_by(changed), head, generation)
        return kept

    def _of(self, columns: GuardColumns, head: int, generation: int) -> _Kept:
        active = KeySelection(exclude=columns.keys[columns.gone])
        if self._past:
            active = KeySelection(include=self.records.keys(RecordFilter()))
        return _Kept(head, generation, columns, active, columns.only(~columns.gone))
