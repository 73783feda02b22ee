"""Folders that only this user can look into: for what lives as long as a session, and for what lasts longer."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from pathlib import Path

import platformdirs

_NAME = "memory-desktop"


def private_folder(parent: Path | None = None) -> Path | None:
    """The folder for sockets and owners' files, made if it is not there; None when it is not this user's alone.

    Args:
        parent: where it is; by default the user's runtime directory.
    """
    folder = (parent or _runtime_folder()) / _NAME
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        found, above = folder.lstat(), folder.parent.stat()
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        return None
    if sys.platform != "win32":
        # Who owns the folder above could put another one in its place.
        if found.st_uid != os.geteuid() or found.st_mode & 0o077 or above.st_uid != os.geteuid():
            return None
    return folder


def lasting_folder() -> Path | None:
    """The same for what is kept when the session ends: agents, and their tokens."""
    return private_folder(Path(platformdirs.user_data_dir("Memory Desktop", appauthor=False)))


def vault_digest(vault: Path) -> str:
    """A vault's name in such a folder: the same for every spelling of its path."""
    return hashlib.sha256(str(vault.expanduser().resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _runtime_folder() -> Path:
    """Where the system keeps what lives as long as a session; where it has no such place, the program's own folder."""
    named = os.environ.get("XDG_RUNTIME_DIR", "")
    if named and Path(named).is_dir():
        return Path(named)
    return Path(platformdirs.user_data_dir("Memory Desktop", appauthor=False))
