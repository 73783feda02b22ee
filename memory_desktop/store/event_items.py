"""Which events are about which items: a projection of the log, so that an item's history is an index look-up."""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.core.events.event import Event
from memory_desktop.core.events.registry import touches
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import ITEM_COLUMNS

#: Moved when the rules of what an event is about change: then the table is folded again.
VERSION = 1


class EventItems:
    """The event_items table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fold(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Take events in, inside the caller's transaction. An item that an event names twice has one row."""
        rows: dict[tuple[str, int], bool] = {}
        for event in events:
            for touch in touches(event):
                place = touch.item, event.seq
                rows[place] = rows.get(place, False) or touch.changes
        insert_rows(cursor, "event_items", ITEM_COLUMNS, [(*place, changes) for place, changes in rows.items()])

    def fold_anew(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Take events in again that say something else now."""
        seqs = [event.seq for event in events]
        cursor.execute("DELETE FROM event_items WHERE seq IN (SELECT unnest(?::BIGINT[]))", [seqs])
        self.fold(cursor, events)

    def clear(self, cursor: Cursor) -> None:
        """Forget all rows, before the log is folded again."""
        cursor.execute("DELETE FROM event_items")

    def changed_after(self, position: int, to: int) -> list[str]:
        """Ids of the items that events after a position have changed; unordered."""
        rows = self._database.reader().rows(
            "SELECT DISTINCT item FROM event_items WHERE seq > ? AND seq <= ? AND changes", [position, to]
        )
        return [row[0] for row in rows]
