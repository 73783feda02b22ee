"""What tells whether a file or folder is still the one that an import began with."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

_WHOLE = 8 << 20
_PART = 1 << 20


def fingerprint(path: Path) -> str:
    """Hexadecimal digits. Raises OSError when it cannot be read.

    Of a file up to 8 MiB all bytes count, of a larger one its size, time, first and last MiB; of a folder the names,
    sizes and times of everything in it.
    """
    digest = hashlib.blake2b(digest_size=16)
    if path.is_dir():
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                file = Path(folder, name)
                try:
                    stat = file.stat()
                except OSError:
                    continue  # a link that leads nowhere; the import says so of it
                digest.update(os.fsencode(f"{file.relative_to(path)}\0{stat.st_size}\0{stat.st_mtime_ns}\0"))
        return digest.hexdigest()
    stat = path.stat()
    with path.open("rb") as stream:
        if stat.st_size <= _WHOLE:
            digest.update(stream.read())
            return digest.hexdigest()
        digest.update(f"{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
        digest.update(stream.read(_PART))
        stream.seek(-_PART, os.SEEK_END)
        digest.update(stream.read(_PART))
    return digest.hexdigest()
