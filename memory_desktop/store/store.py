"""Everything that lives in one DuckDB file, opened together."""

from __future__ import annotations

from pathlib import Path

from memory_desktop.store.database import Database
from memory_desktop.store.event_log import EventLog
from memory_desktop.store.lab_runs import LabRuns
from memory_desktop.store.meta import Meta
from memory_desktop.store.records import RecordStore
from memory_desktop.store.schema import create_tables
from memory_desktop.store.vector_queue import VectorQueue


class Store:
    """The vault's database: `log`, `records`, `queue`, `lab_runs` and `meta` over one `database`."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        try:
            with self.database.transaction() as cursor:
                create_tables(cursor)
            self.meta = Meta(self.database)
            self.log = EventLog(self.database, self.meta.get("rebuilt_to"))
        except BaseException:
            self.database.close()
            raise
        self.records = RecordStore(self.database)
        self.queue = VectorQueue(self.database)
        self.lab_runs = LabRuns(self.database)

    def close(self) -> None:
        """Close the file."""
        self.database.close()
