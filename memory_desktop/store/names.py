"""Names of files as DuckDB takes them.

DuckDB reads "?" in a name as the beginning of a query, and "*", "[" and "?" as patterns where it reads a table from a
file. A vault's folder may be called anything: where its path has one of these, the files are named through a link of
an ordinary name that points to the folder, made in a private temporary folder while the database is open.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from memory_desktop.core.errors import VaultError

_SPECIAL = frozenset("?*[]")


class FileNames:
    """Names of files in and below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._temporary: Path | None = None

    def plain(self, path: Path) -> str:
        """The name to open a file by.

        Raises:
            VaultError: the folder has a name that DuckDB cannot take, and this system makes no links.
        """
        if not _SPECIAL.intersection(str(path)) or not path.is_relative_to(self._folder):
            return str(path)
        if self._temporary is None:
            temporary = Path(tempfile.mkdtemp(prefix="memory-desktop-"))
            try:
                (temporary / "vault").symlink_to(self._folder.absolute(), target_is_directory=True)
            except OSError as error:
                shutil.rmtree(temporary, ignore_errors=True)
                raise VaultError(
                    f"{self._folder} has a character in its name that the database cannot use ({' '.join(_SPECIAL)}).",
                    hint="Rename the folder.",
                ) from error
            self._temporary = temporary
        return str(self._temporary / "vault" / path.relative_to(self._folder))

    def literal(self, path: Path) -> str:
        """The same as a string of SQL."""
        return "'" + self.plain(path).replace("'", "''") + "'"

    def close(self) -> None:
        """Remove the link."""
        if self._temporary is not None:
            (self._temporary / "vault").unlink(missing_ok=True)
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None
