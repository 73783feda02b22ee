"""Snapshots: the records after an event, as one Parquet file each, with a description beside it.

The description is written last and durably: a file of records without one is what a crash left, and is cleared away.
A description that cannot be read, says what cannot be, or names another file is passed over; its files stay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import duckdb
import orjson
import xxhash

from memory_desktop.core.errors import VaultError
from memory_desktop.core.index_summary import summary_from_json, summary_json
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.names import is_plain, plain_name
from memory_desktop.core.past import Snapshot
from memory_desktop.durable import checksum, settle, write_durably
from memory_desktop.own_files import is_regular, read_regular
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.names import literal, parquet
from memory_desktop.store.schema import RECORD_COLUMNS

_COLUMNS = ", ".join(RECORD_COLUMNS)
_RECORDS = re.compile(r"\d{10,}-[\w-]+\.parquet")
_DESCRIPTION = re.compile(r".+\.json")
_OWN_DIGEST = "description_xxh3"
_TEXTS = ("id", "name", "reason", "event_hash", "model_version", "schema_version", "checksum")
_NUMBERS = ("seq", "records", "size")

# What snapshots of earlier programs do not have.
_BEFORE_ORIGIN = {"origin": RECORD_COLUMNS["origin"]}


class SnapshotStore:
    """Snapshots in a folder."""

    def __init__(self, folder: Path, database: Database) -> None:
        self._folder = folder
        self._database = database

    def list(self) -> list[Snapshot]:
        """All whose description can be read, newest first."""
        found = [read for path in self._files(_DESCRIPTION) if (read := _described(path)) is not None]
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
        path = self.file(description.id)
        try:
            self._folder.mkdir(exist_ok=True)
            self._database.reader().execute(
                f"COPY (SELECT {_COLUMNS} FROM {source} WHERE revision <= ? ORDER BY key)"
                f" TO {literal(path)} (FORMAT parquet, COMPRESSION zstd)",
                [description.seq],
            )
            made = replace(description, checksum=settle(path), size=path.stat().st_size)
            index = summary_json(made.index) if made.index is not None else None
            body = {**asdict(made), "created_at": iso(made.created_at), "index": index}
            told = {**body, _OWN_DIGEST: _digest(body)}
            write_durably(path.with_suffix(".json"), [orjson.dumps(told, option=orjson.OPT_INDENT_2)])
        except (OSError, VaultError) as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            reason = error.message if isinstance(error, VaultError) else error.strerror or error
            raise VaultError(f"The snapshot cannot be written: {reason}.") from error
        return made

    def delete(self, id: str) -> None:
        """Remove one: first its description, so that a crash leaves no snapshot without records."""
        path = self.file(id)
        try:
            for file in (path.with_suffix(".json"), path):
                if is_regular(file):
                    file.unlink()
        except OSError as error:
            raise VaultError(f"{path.name} cannot be deleted: {error.strerror or error}.") from error

    def clear_leftovers(self) -> None:
        """Remove files that a crash left without a description."""
        for path in self._files(_RECORDS):
            if not os.path.lexists(path.with_suffix(".json")):
                with suppress(OSError):  # it is in nobody's way
                    path.unlink(missing_ok=True)

    def load(self, cursor: Cursor, id: str, table: str, ids: str = "") -> None:
        """Insert a snapshot's records into a table; `ids` names a table of the only wanted ids."""
        only = f" WHERE id IN (SELECT id FROM {ids})" if ids else ""
        file = parquet(self.file(id))
        columns = {row[0] for row in cursor.rows(f"DESCRIBE SELECT * FROM {file}")}
        if not columns.issuperset(_BEFORE_ORIGIN):  # an origin never changes, so that of now holds for then
            file = f"(SELECT p.*, coalesce(r.origin, p.id) AS origin FROM {file} p LEFT JOIN records r ON r.id = p.id)"
        cursor.execute(f"INSERT INTO {table} ({_COLUMNS}) SELECT {_COLUMNS} FROM {file}{only}")

    def problem(self, snapshot: Snapshot) -> str:
        """What is wrong with the file, or ""."""
        path = self.file(snapshot.id)
        try:
            if not is_regular(path):
                return f"{path.name} is not a regular file"
            if path.stat().st_size != snapshot.size or checksum(path) != snapshot.checksum:
                return f"{path.name} does not match its checksum"
            found = self._database.reader().rows(f"DESCRIBE SELECT * FROM {parquet(path)}")
        except OSError as error:
            return f"{path.name} cannot be read: {error.strerror or error}"
        except (VaultError, duckdb.Error):
            return f"{path.name} is not a file of records"
        columns = {row[0]: row[1] for row in found}
        if {**_BEFORE_ORIGIN, **columns} != RECORD_COLUMNS:
            return f"{path.name} has other columns than records have"
        return ""

    def taken(self, id: str) -> bool:
        """Is there a file of this name, of whatever kind? A damaged snapshot is not written over either."""
        path = self.file(id)
        return os.path.lexists(path) or os.path.lexists(path.with_suffix(".json"))

    def file(self, id: str) -> Path:
        """The file of records. Raises VaultError for an id that cannot be a file's name."""
        return self._folder / f"{plain_name(id, 'A snapshot')}.parquet"

    def _files(self, pattern: re.Pattern[str]) -> Sequence[Path]:
        """The regular files with such a name; none where the folder cannot be read."""
        try:
            return sorted(path for path in self._folder.iterdir() if pattern.fullmatch(path.name) and is_regular(path))
        except OSError:
            return []


def _digest(body: Mapping[str, Any]) -> str:
    """Of a description: a changed digit in it would say that the log is another one."""
    return xxhash.xxh3_64(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _described(path: Path) -> Snapshot | None:
    """What a description says; None when it cannot be used."""
    try:
        body = orjson.loads(read_regular(path))
        digest = body.pop(_OWN_DIGEST, None)  # earlier programs wrote none
        if digest is not None and digest != _digest(body):
            return None
        made = Snapshot(
            **{name: body[name] for name in _TEXTS if isinstance(body[name], str)},
            **{name: body[name] for name in _NUMBERS if type(body[name]) is int and body[name] >= 0},
            created_at=parse_time(body["created_at"]),
            index=summary_from_json(body.get("index")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None
    return made if made.id == path.stem and is_plain(made.id) else None
