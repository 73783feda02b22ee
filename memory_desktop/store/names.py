"""Names of files as DuckDB takes them in statements."""

from __future__ import annotations

import re
from pathlib import Path

from memory_desktop.core.errors import VaultError

_PATTERNS = re.compile(r"[*?\[]")


def usable(path: Path) -> str:
    """The name to open a database by.

    Raises:
        VaultError: it has a "?", which DuckDB reads as the beginning of a query, and so looks for its write-ahead log
            elsewhere.
    """
    if "?" in str(path):
        raise VaultError(
            f"A vault cannot be in a folder with a question mark in its name: {path.parent}.",
            hint="Rename the folder, or choose another one.",
        )
    return str(path)


def literal(path: Path) -> str:
    """A file's name as a string of SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def parquet(path: Path) -> str:
    """The table in a file; the characters of its path stand for themselves, and not for a pattern."""
    return f"read_parquet({literal(Path(_PATTERNS.sub(lambda found: f'[{found[0]}]', str(path))))})"
