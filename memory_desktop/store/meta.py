"""Small named values that belong to the vault but are no records: whether sync is paused, when it was last checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from memory_desktop.store.database import Database


class Meta:
    """The meta table: JSON values by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str, default: Any = None) -> Any:
        """The value, or the default."""
        row = self._database.reader().row("SELECT value FROM meta WHERE name = ?", [name])
        return default if row is None else orjson.loads(row[0])

    def copy_from(self, other: Meta, *, leave: Sequence[str] = ()) -> None:
        """Take over another vault's values but these."""
        for name, value in other._database.reader().rows("SELECT name, value FROM meta"):
            if name not in leave:
                self.set(name, orjson.loads(value))

    def set(self, name: str, value: Any) -> None:
        """Keep a value, durably."""
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM meta WHERE name = ?", [name])
            cursor.execute("INSERT INTO meta VALUES (?, ?)", [name, orjson.dumps(value).decode()])
