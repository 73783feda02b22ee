"""Snapshots: the records after an event, as one Parquet file each, with a description beside it.

The description is written last and durably: a file without one is what a crash left, and is cleared away.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import orjson

from memory_desktop.core.errors import VaultError
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.past import Snapshot
from memory_desktop.durable import checksum, settle, write_durably
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import RECORD_COLUMNS

_COLUMNS = ", ".join(RECORD_COLUMNS)


class SnapshotStore:
    """Snapshots in a folder."""

    def __init__(self, folder: Path, database: Database) -> None:
        self._folder = folder
        self._database = database

    def list(self) -> list[Snapshot]:
        """All whose description can be read, newest first."""
        found = []
        for path in self._folder.glob("*.json"):
            try:
                body = orjson.loads(path.read_bytes())
                found.append(Snapshot(**{**body, "created_at": parse_time(body["created_at"])}))
            except (OSError, ValueError, KeyError, TypeError):
                continue
        return sorted(found, key=lambda one: (one.seq, one.created_at), reverse=True)

    def get(self, id: str) -> Snapshot:
        """The snapshot with this id. Raises VaultError."""
        for one in self.list():
            if one.id == id:
                return one
        raise VaultError(f"There is no snapshot {id}.")

    def create(self, description: Snapshot, source: str) -> Snapshot:
        """Write the records of a table; the snapshot with its size and checksum.

        Raises:
            VaultError: the disk refuses; nothing is left behind.
        """
        self._folder.mkdir(exist_ok=True)
        path = self.file(description.id)
        try:
            self._database.reader().execute(
                f"COPY (SELECT {_COLUMNS} FROM {source} WHERE revision <= ? ORDER BY key)"
                f" TO '{_quoted(path)}' (FORMAT parquet, COMPRESSION zstd)",
                [description.seq],
            )
            made = replace(description, checksum=settle(path), size=path.stat().st_size)
            body = {**asdict(made), "created_at": iso(made.created_at)}
            write_durably(path.with_suffix(".json"), [orjson.dumps(body, option=orjson.OPT_INDENT_2)])
        except OSError as error:
            path.unlink(missing_ok=True)
            raise VaultError(f"The snapshot cannot be written: {error}.") from error
        return made

    def delete(self, id: str) -> None:
        """Remove one: first its description, so that a crash leaves no snapshot without records."""
        path = self.file(id)
        path.with_suffix(".json").unlink(missing_ok=True)
        path.unlink(missing_ok=True)

    def clear_leftovers(self) -> None:
        """Remove files that a crash left without a description."""
        for path in self._folder.glob("*.parquet"):
            if not path.with_suffix(".json").exists():
                path.unlink(missing_ok=True)

    def load(self, cursor: Cursor, id: str, table: str, ids: str = "") -> None:
        """Insert a snapshot's records into a table; `ids` names a table of the only wanted ids."""
        only = f" WHERE id IN (SELECT id FROM {ids})" if ids else ""
        cursor.execute(
            f"INSERT INTO {table} ({_COLUMNS}) SELECT {_COLUMNS} FROM read_parquet('{_quoted(self.file(id))}'){only}"
        )

    def problem(self, snapshot: Snapshot) -> str:
        """What is wrong with the file, or ""."""
        path = self.file(snapshot.id)
        try:
            if path.stat().st_size != snapshot.size or checksum(path) != snapshot.checksum:
                return f"{path.name} does not match its checksum"
        except OSError as error:
            return f"{path.name} cannot be read: {error.strerror or error}"
        return ""

    def file(self, id: str) -> Path:
        """The file of records."""
        return self._folder / f"{id}.parquet"


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
