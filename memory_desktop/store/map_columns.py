"""What the map of the embedding space says of each active memory, as numbers: the names are told apart by DuckDB."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.store.database import Source

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Coded:
    """A code for each memory, and the names by code, the most frequent first; -1 is none of them."""

    codes: Codes
    names: tuple[str, ...]

    def only(self, rows: npt.NDArray[Any]) -> Coded:
        """Those of some memories."""
        return Coded(self.codes[rows], self.names)


@dataclass(frozen=True, slots=True)
class Columns:
    """Of all active memories: sorted keys, when they were created (microseconds since 1970), and their labels."""

    keys: Keys
    at: Codes
    layer: Coded
    kind: Coded
    source: Coded


class MapColumns:
    """Reads the records for the map."""

    def __init__(self, database: Source) -> None:
        self._database = database

    def keys(self) -> Keys:
        """Sorted keys of the active memories."""
        found = self._database.reader().columns("SELECT key FROM records WHERE status = 'active' ORDER BY key")
        return np.ascontiguousarray(found["key"], dtype=np.int64)

    def ids(self, keys: Keys) -> tuple[str, ...]:
        """Ids of these memories, in the order of their keys."""
        found = self._database.reader().columns(
            "SELECT id FROM records WHERE key IN (SELECT unnest(?::BIGINT[])) ORDER BY key", [keys.tolist()]
        )
        return tuple(map(str, found["id"]))

    def all(self) -> Columns:
        """The columns of all active memories."""
        cursor = self._database.reader()
        names: dict[str, tuple[str, ...]] = {}
        for column in ("layer", "kind", "source"):
            rows = cursor.rows(
                f"SELECT {column} FROM records WHERE status = 'active' GROUP BY 1 ORDER BY count(*) DESC, 1"
            )
            names[column] = tuple(str(row[0]) for row in rows)
        coded = ", ".join(f"list_position(?::VARCHAR[], {column}) - 1 AS {column}" for column in names)
        found = cursor.columns(
            f"SELECT key, epoch_us(created_at) AS at, {coded} FROM records WHERE status = 'active' ORDER BY key",
            [list(one) for one in names.values()],
        )
        made = {name: Coded(_whole(found[name]), names[name]) for name in names}
        return Columns(_whole(found["key"]), _whole(found["at"]), made["layer"], made["kind"], made["source"])


def _whole(column: Any) -> Codes:
    """A column as whole numbers; what has none (a name that came since) is -1."""
    filled = column.filled(-1) if isinstance(column, np.ma.MaskedArray) else column
    return np.ascontiguousarray(filled, dtype=np.int64)
