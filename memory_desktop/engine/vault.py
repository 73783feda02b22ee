"""The vault folder: what is where in it, its format version, and the lock that lets one process write."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from filelock import FileLock, Timeout

from memory_desktop.core.errors import VaultError, VaultFormatError, VaultLockedError
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.names import plain_name
from memory_desktop.durable import is_private, write_durably
from memory_desktop.own_files import (
    SCRATCH_FILE,
    damaged_copies,
    is_folder,
    is_regular,
    remove_files,
    remove_index,
    subfolders,
)

#: The format this program writes. A vault of a greater one is refused untouched.
FORMAT = 4


@dataclass(frozen=True, slots=True)
class VaultInfo:
    """What `vault.json` says. `seen`: seq and hash (hex) of the last event when the vault was last closed."""

    vault_id: str
    name: str
    format: int
    created_at: datetime
    seen: tuple[int, str] | None = None


class VaultFolder:
    """Paths inside a vault, and the lock on it. Nothing is read or written until asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.info_file = path / "vault.json"
        self.database = path / "memory.duckdb"
        self.wal = path / "memory.duckdb.wal"
        self.anchor = path / "anchor.log"
        self.purge_marker = path / "purge.due"
        self.vectors = path / "vectors"
        self.keywords = path / "keywords"
        self.snapshots = path / "snapshots"
        self.archive = path / "archive"
        self.scratch = path / "scratch"
        self.rebuild = path / "rebuild"
        self._pid_file = path / "vault.pid"
        self._lock = FileLock(path / "vault.lock", thread_local=False)

    def vectors_of(self, version: str) -> Path:
        """Where the vectors of a model are. Raises VaultError for a version that cannot be a folder's name."""
        return self.vectors / plain_name(version, "An embedding model")

    def damaged(self) -> list[Path]:
        """Damaged indexes that were set aside; nothing uses them."""
        return [*damaged_copies(self.path), *damaged_copies(self.vectors)]

    def clear_scratch(self) -> None:
        """Remove what an earlier process left of moments of the past."""
        remove_files(self.scratch, SCRATCH_FILE)

    def check_files(self) -> None:
        """Check that each of the vault's files is a regular file, and not a link, a pipe or a folder.

        Raises:
            VaultError: one of them is not; nothing was touched.
        """
        wal = self.database.with_name(self.database.name + ".wal")
        own = (self.info_file, self.database, wal, self.anchor, self.purge_marker)
        for path in (*own, self._pid_file, Path(self._lock.lock_file)):
            if os.path.lexists(path) and not is_regular(path):
                raise VaultError(f"{path} is not a regular file.", hint="Move it away. Nothing was touched.")

    def strangers(self) -> list[Path]:
        """Paths that should be folders of the vault and are something else: a file, a link, a pipe."""
        places = (self.vectors, self.keywords, self.snapshots, self.archive, self.scratch, self.rebuild)
        return [path for path in places if os.path.lexists(path) and not is_folder(path)]

    def exists(self) -> bool:
        """Is there a vault?"""
        return self.info_file.is_file()

    def info(self) -> VaultInfo:
        """Read `vault.json`.

        Raises:
            VaultError: no vault here, or the file is damaged. VaultFormatError: a newer program made it.
        """
        if not self.exists():
            raise VaultError(
                f"{self.path} is not a vault.", hint="Make one with “memory-desktop new”, or choose another folder."
            )
        try:
            raw = orjson.loads(self.info_file.read_bytes())
            version = int(raw["format"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VaultError(f"{self.info_file} is damaged: {error}.", hint="Restore the file from a copy.") from error
        if version < 1:
            raise VaultError(
                f"{self.info_file} is damaged: {version} is no format of a vault.", hint="Restore the file from a copy."
            )
        if version > FORMAT:
            raise VaultFormatError(
                f"{self.path} has format {version}; this program knows formats up to {FORMAT}.",
                hint="Update the program. The vault has not been touched.",
            )
        try:
            seen = (int(raw["seen"]["event"]), str(raw["seen"]["hash"])) if raw.get("seen") else None
            return VaultInfo(str(raw["vault_id"]), str(raw["name"]), version, parse_time(raw["created_at"]), seen)
        except (ValueError, KeyError, TypeError) as error:
            raise VaultError(f"{self.info_file} is damaged: {error}.", hint="Restore the file from a copy.") from error

    def create(self, *, vault_id: str, name: str, now: datetime) -> VaultInfo:
        """Make a new vault in a folder that is not there yet, or is empty; nobody but its owner can look into it.

        Raises:
            VaultError: there is something in the folder, or it cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.mkdir(mode=0o700, exist_ok=True)
            if any(self.path.iterdir()):
                kind = "a vault already" if self.exists() else "not empty"
                raise VaultError(f"{self.path} is {kind}.", hint="Choose another folder.")
            self.path.chmod(0o700)  # it was there, and empty
            info = VaultInfo(vault_id, name, FORMAT, now)
        except OSError as error:
            raise VaultError(f"{self.path} cannot be written: {error.strerror or error}.") from error
        self.write_info(info)
        return info

    def discard(self) -> None:
        """Remove what was made of a new vault that could not be opened even once. It is not locked any more."""
        database = self.database.name
        for name in (self.info_file.name, database, f"{database}.wal", self._pid_file.name, "vault.lock"):
            with suppress(OSError):
                (self.path / name).unlink(missing_ok=True)
        remove_index(self.keywords)
        for folder in subfolders(self.vectors):
            remove_index(folder)
        for folder in (self.vectors, self.snapshots, self.scratch, self.path):
            with suppress(OSError):
                folder.rmdir()

    def make_private(self) -> None:
        """Let nobody but the owner read the vault's files. What cannot be changed stays as it is."""
        if os.name != "posix":
            return
        for path in (self.path, *self.path.rglob("*")):
            with suppress(OSError):
                found = path.lstat()
                if found.st_uid == os.geteuid() and found.st_mode & 0o077 and not stat.S_ISLNK(found.st_mode):
                    path.chmod(0o700 if stat.S_ISDIR(found.st_mode) else 0o600)

    @property
    def private(self) -> bool:
        """Can nobody but its owner look into it?"""
        return os.name != "posix" or is_private(self.path)

    def write_info(self, info: VaultInfo) -> None:
        """Write `vault.json`, durably. Raises VaultError when the disk refuses."""
        text: dict[str, Any] = {
            "format": info.format,
            "vault_id": info.vault_id,
            "name": info.name,
            "created_at": iso(info.created_at),
        }
        if info.seen is not None:
            text["seen"] = {"event": info.seen[0], "hash": info.seen[1]}
        try:
            write_durably(self.info_file, [orjson.dumps(text, option=orjson.OPT_INDENT_2), b"\n"])
        except OSError as error:
            raise VaultError(f"{self.path} cannot be written: {error.strerror or error}.") from error

    def lock(self) -> None:
        """Take the vault's lock: from now on only this process may write.

        Raises:
            VaultLockedError: another process is.
        """
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise VaultLockedError(
                f"{self.path} is open in another process{self._owner()}.",
                hint="Close it there, and try again.",
            ) from None
        except OSError as error:
            raise VaultError(f"{self.path} cannot be locked: {error.strerror or error}.") from error
        try:
            self._pid_file.write_text(str(os.getpid()), encoding="ascii")
        except OSError as error:
            self._lock.release()
            raise VaultError(f"{self.path} cannot be written: {error.strerror or error}.") from error

    def unlock(self) -> None:
        """Release the lock, so that another process can open the vault."""
        if self._lock.is_locked:
            if self.private:  # libraries give their files the rights that the person's settings say
                self.make_private()
            self._pid_file.unlink(missing_ok=True)
            self._lock.release()

    def _owner(self) -> str:
        try:
            return f" (number {int(self._pid_file.read_text(encoding='ascii'))})"
        except (OSError, ValueError):
            return ""


def folder_size(path: Path) -> int:
    """Bytes of all files below a folder, or of the file; 0 if there is none."""
    if path.is_file():
        return path.stat().st_size
    total = 0
    for file in path.rglob("*"):
        try:
            total += file.stat().st_size if file.is_file() else 0
        except OSError:
            continue  # a segment that was replaced while we looked, or what cannot be read
    return total
