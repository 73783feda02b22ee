"""The copy of a vault as it was before it was brought to this program's format, and the way back to it.

The copy is made before anything is changed: the database, `vault.json` and the descriptions of snapshots, which are all
that an upgrade rewrites (indexes are made anew). It stays until somebody deletes it, goes back to it or purges
something. Going back puts the copied files in place; those of now are kept beside them, in `newer-format`, until the
next time. An earlier program can open the vault then; this one would bring it up to date again.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from memory_desktop.core.errors import InvalidCommandError, VaultError
from memory_desktop.durable import settle, sync_folder
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.own_files import is_folder, is_regular, remove_files, remove_index

_COPY, _UNDER_WAY, _NEWER = "earlier-format", "earlier-format.tmp", "newer-format"
_FILES = ("memory.duckdb", "memory.duckdb.wal", "vault.json", "anchor.log")
_FILE = re.compile(r"memory\.duckdb(?:\.wal)?|vault\.json|anchor\.log|[A-Za-z0-9._-]+\.json")
_SNAPSHOTS = "snapshots"


def keep_copy(folder: VaultFolder) -> None:
    """Copy what an upgrade changes, durably; a copy that is there already, of an upgrade that was cut short, stays.

    Raises:
        VaultError: there is no room, or the disk refuses; nothing was changed.
    """
    copy, under_way = folder.path / _COPY, folder.path / _UNDER_WAY
    if copy.exists():
        return
    _remove(under_way)
    needed = sum(path.stat().st_size for path, _ in _parts(folder.path, folder.path))
    if shutil.disk_usage(folder.path).free < 2 * needed:
        raise VaultError(
            f"{folder.path} has an earlier format, and the disk has no room for a copy of it"
            f" ({2 * needed / 1e6:,.0f} MB are needed).",
            hint="Make room, and open it again. Nothing was changed.",
        )
    try:
        (under_way / _SNAPSHOTS).mkdir(parents=True, mode=0o700)
        for source, target in _parts(folder.path, under_way):
            shutil.copyfile(source, target)
            settle(target)
        under_way.rename(copy)
        sync_folder(folder.path)
    except OSError as error:
        _remove(under_way)
        raise VaultError(f"{folder.path} cannot be written: {error.strerror or error}.") from error


def copy_of(folder: VaultFolder) -> Path | None:
    """Where the copy is; None if there is none."""
    copy = folder.path / _COPY
    return copy if is_folder(copy) and is_regular(copy / "vault.json") else None


def go_back(folder: VaultFolder) -> int:
    """Put the copy in place of what is there now; its format. The vault is locked, and nothing of it is open.

    Raises:
        InvalidCommandError: there is no copy. VaultError: the disk refuses.
    """
    copy, newer = copy_of(folder), folder.path / _NEWER
    if copy is None:
        raise InvalidCommandError(f"{folder.path} has no copy of an earlier format.")
    try:
        _remove(newer)
        (newer / _SNAPSHOTS).mkdir(parents=True, mode=0o700)
        for source, target in _parts(folder.path, newer):
            source.replace(target)
        # `vault.json` comes last: until then there is no vault here, rather than one of two formats.
        for source, target in reversed(_parts(copy, folder.path)):
            source.replace(target)
        sync_folder(folder.path)
    except OSError as error:
        raise VaultError(f"{folder.path} cannot be written: {error.strerror or error}.") from error
    _remove(copy)
    remove_index(folder.keywords)
    return folder.info().format


def remove_copies(folder: VaultFolder) -> int:
    """Delete the copy, and what going back has left; bytes freed."""
    return sum(_remove(folder.path / name) for name in (_COPY, _UNDER_WAY, _NEWER))


def _parts(source: Path, target: Path) -> list[tuple[Path, Path]]:
    """(file, where it goes) of all files that an upgrade changes, `vault.json` first."""
    files = [(source / name, target / name) for name in sorted(_FILES, reverse=True)]
    snapshots = [(path, target / _SNAPSHOTS / path.name) for path in sorted((source / _SNAPSHOTS).glob("*.json"))]
    return [(one, other) for one, other in (*files, *snapshots) if is_regular(one)]


def _remove(folder: Path) -> int:
    return remove_files(folder, _FILE, below=(_SNAPSHOTS,))
