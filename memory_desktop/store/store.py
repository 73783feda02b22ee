"""Everything that lives in one DuckDB file, opened together."""

from __future__ import annotations

import secrets
from contextlib import nullcontext, suppress
from pathlib import Path

from memory_desktop.core.errors import VaultDamagedError
from memory_desktop.core.ports import Entropy
from memory_desktop.store.activity import Activity
from memory_desktop.store.build_failures import BuildFailures
from memory_desktop.store.command_log import CommandLog
from memory_desktop.store.composites import Composites
from memory_desktop.store.database import Database
from memory_desktop.store.episodes import EpisodeRows
from memory_desktop.store.event_items import EventItems
from memory_desktop.store.event_log import EventLog
from memory_desktop.store.given_vectors import GivenVectors
from memory_desktop.store.imported import Imported
from memory_desktop.store.lab_runs import LabRuns
from memory_desktop.store.map_columns import MapColumns
from memory_desktop.store.messages import Messages
from memory_desktop.store.meta import Meta
from memory_desktop.store.records import RecordStore
from memory_desktop.store.schema import EVENT_COLUMNS, create_tables, table_ddl
from memory_desktop.store.topic_vectors import TopicVectors
from memory_desktop.store.use import MemoryUse
from memory_desktop.store.vector_queue import VectorQueue


class Store:
    """The vault's database: its tables, each as an attribute, over one `database`.

    Args:
        entropy: gives the salts of events.
        log_only: look at nothing but the log, all of it, as the rest may be damaged.

    Raises (on construction):
        VaultDamagedError: what it looks at is damaged. VaultError: it cannot be read. VaultLockedError.
    """

    def __init__(self, path: Path, entropy: Entropy = secrets.token_bytes, *, log_only: bool = False) -> None:
        self.database = Database(path)
        try:
            self.meta = Meta(self.database)
            with suppress(VaultDamagedError) if log_only else nullcontext(), self.database.transaction() as cursor:
                create_tables(cursor)
            self.log = EventLog(self.database, entropy, None if log_only else self.meta.get("rebuilt_to"))
        except BaseException:
            self.database.close()
            raise
        self.records = RecordStore(self.database)
        self.items = EventItems(self.database)
        self.commands = CommandLog(self.database)
        self.messages = Messages(self.database)
        self.use = MemoryUse(self.database)
        self.episodes = EpisodeRows(self.database)
        self.imported = Imported(self.database, self.records)
        self.queue = VectorQueue(self.database)
        self.composites = Composites(self.database)
        self.summary_vectors = Composites(self.database, "summary_vectors")
        self.topic_vectors = TopicVectors(self.database)
        self.map_columns = MapColumns(self.database)
        self.given = GivenVectors(self.database)
        self.build_failures = BuildFailures(self.database)
        self.lab_runs = LabRuns(self.database)
        self.activity = Activity(self.database)

    def export_log(self, path: Path) -> None:
        """Copy all events, in order, into a new database file. Raises VaultError when the disk refuses."""
        with self.database.beside(path, "copied") as cursor:
            cursor.execute(table_ddl("copied.events", EVENT_COLUMNS))
            names = ", ".join(f'"{name}"' for name in EVENT_COLUMNS)
            cursor.execute(f"INSERT INTO copied.events ({names}) SELECT {names} FROM events ORDER BY seq")
        self.database.detach("copied")

    def close(self) -> None:
        """Close the file."""
        self.database.close()
