"""Which files in a vault are the program's own: the only ones that it reads, replaces or deletes without being asked.

A vault's folder may hold what others have put there: thumbnails of a file server, a person's own notes, or, in a vault
from a stranger, links that lead out of it. So a file is deleted only when it is a regular file (no link) whose name has
one of the patterns here, and a folder only when nothing is left in it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

#: What makes a folder a vault; the file managers of desktops open the vault by it.
VAULT_FILE = "vault.json"
VECTOR_FILE = re.compile(r"(?:manifest\.json|(?:sealed|delta)-\d{8,12}\.(?:vec|ann))(?:\.tmp)?")
SEGMENT_FILE = re.compile(r"[0-9a-f]{32}(?:\.\d+)?\.(?:idx|pos|term|store|fast|fieldnorm|del|temp)")
KEYWORD_FILE = re.compile(
    r"meta\.json|files\.json(?:\.tmp)?|\.managed\.json|\.tantivy-(?:meta|writer)\.lock|\.tmp\w{6}"
    f"|(?:rows|terms)\\.bin|{SEGMENT_FILE.pattern}"
)
KEYWORD_FOLDERS = ("text", "labels", "words", "texts", "vectors")
SCRATCH_FILE = re.compile(r"past\d+\.duckdb(?:\.wal|\.tmp)?")
INDEX_FILE = re.compile(f"(?:{VECTOR_FILE.pattern})|(?:{KEYWORD_FILE.pattern})")
_DAMAGED = re.compile(r".+\.damaged-\d{8}T\d{12}(?:-\d+)?")


def vault_at(path: Path) -> Path:
    """The vault's folder, where its `vault.json` was given in its place; else the path as it is."""
    return path.parent if path.name == VAULT_FILE and path.is_file() else path


def read_regular(path: Path) -> bytes:
    """A file's bytes; what is no regular file is not waited for.

    Raises:
        OSError: it is not there, cannot be read, or is a folder, a pipe or a device.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "It is not a regular file", str(path))
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def is_regular(path: Path) -> bool:
    """Is this a regular file, and no link to one?"""
    with suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False


def is_folder(path: Path) -> bool:
    """Is this a folder, and no link to one?"""
    with suppress(OSError):
        return stat.S_ISDIR(path.lstat().st_mode)
    return False


def subfolders(folder: Path) -> list[Path]:
    """The folders in a folder, by name; none where it cannot be read. Links are left out."""
    if not is_folder(folder):
        return []
    with suppress(OSError):
        return sorted(path for path in folder.iterdir() if is_folder(path))
    return []


def remove_files(folder: Path, pattern: re.Pattern[str], *, below: tuple[str, ...] = ()) -> int:
    """Delete the own files of a folder, and the folder if it is empty then; bytes freed.

    Args:
        pattern: the whole name of a file that may go. below: sub-folders in which the same may go.
    """
    if not is_folder(folder):
        return 0
    freed = sum(remove_files(folder / name, pattern) for name in below)
    with suppress(OSError):
        for path in list(folder.iterdir()):
            if pattern.fullmatch(path.name) and is_regular(path):
                with suppress(OSError):
                    size = path.lstat().st_size
                    path.unlink()
                    freed += size
    with suppress(OSError):
        folder.rmdir()
    return freed


def remove_index(folder: Path) -> int:
    """Delete an index, of vectors or of keywords: its own files, and its folder if it is empty then; bytes freed."""
    return remove_files(folder, INDEX_FILE, below=KEYWORD_FOLDERS)


def remove_damaged(copies: list[Path]) -> int:
    """Delete indexes that were set aside, with the indexes in them; bytes freed. Files of others stay."""
    return sum(remove_index(index) for copy in copies for index in (*subfolders(copy), copy))


def damaged_copies(folder: Path, name: str = "") -> list[Path]:
    """What was set aside as damaged in a folder, oldest first; with a name, only copies of that."""
    if not is_folder(folder):
        return []
    with suppress(OSError):
        return sorted(
            path
            for path in folder.iterdir()
            if _DAMAGED.fullmatch(path.name) and (not name or path.name.rpartition(".damaged-")[0] == name)
        )
    return []
