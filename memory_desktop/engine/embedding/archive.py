"""Vectors of a model that is out of use, packed into one file a model until somebody goes back to it.

A file holds a line of JSON (model, size of a vector, how many, when), then the rows, the digests of the texts and the
vectors (16-bit, as the index has them), and behind them 16 hex digits: the checksum of all that. There is no graph in
it: an index is built anew when the vectors come back. A vector comes back only to a record that still has its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt
import orjson
import xxhash

from memory_desktop.core.errors import VaultDamagedError, VaultError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.migration import is_model_version
from memory_desktop.core.ports import VectorIndex
from memory_desktop.core.vector_rows import of_the_texts, owners
from memory_desktop.durable import write_durably
from memory_desktop.own_files import is_regular, read_regular, remove_files
from memory_desktop.store import Store

_ENDING = ".vectors"
_FILE = re.compile(r"[A-Za-z0-9._-]+@[0-9a-f]{8}\.vectors(?:\.tmp)?")
_CHUNK = 8_192
_CHECKSUM = 16
_FORMAT = 1
_DAMAGED = "Change the model to it again: then everything is embedded anew."

Half = npt.NDArray[np.float16]
#: (rows sorted, digests of their texts, vectors), all of one model.
Packed = tuple[Keys, Keys, Half]


class Archives:
    """The archives of one vault, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def versions(self) -> list[str]:
        """The models that have one."""
        if not self._folder.is_dir():
            return []
        names = sorted(path.name for path in self._folder.iterdir() if is_regular(path))
        return [name.removesuffix(_ENDING) for name in names if is_model_version(name.removesuffix(_ENDING))]

    def pack(self, index: VectorIndex, now: datetime) -> int:
        """Archive all vectors of an index, durably; how many. Raises VaultError when the disk refuses."""
        keys, digests = index.digests()
        chunks = (
            index.fetch(keys[start : start + _CHUNK])[1].astype(np.float16) for start in range(0, len(keys), _CHUNK)
        )
        self._write(index.model_version, index.dim, keys, digests, chunks, now)
        return len(keys)

    def unpack(self, version: str, store: Store, open_index: Callable[[int], VectorIndex]) -> int:
        """Put the vectors of a model into an index again; how many. The archive stays until `remove`.

        Args:
            open_index: the index for vectors of this size; it is closed here.

        Raises:
            VaultDamagedError: the archive is damaged. VaultError: the disk refuses.
        """
        dim, (keys, digests, vectors) = self._read(version)
        wanted, texts = store.records.digests()
        rows = np.flatnonzero(of_the_texts(keys, digests, wanted, texts))
        index = open_index(dim)
        try:
            for start in range(0, len(rows), _CHUNK):
                part = rows[start : start + _CHUNK]
                index.add(keys[part], vectors[part].astype(np.float32), digests[part])
                while index.maintain():
                    pass
        except OSError as error:
            raise VaultError(f"{self._folder.parent} cannot be written: {error.strerror or error}.") from error
        finally:
            index.close()
        return len(rows)

    def drop(self, gone: Iterable[int], now: datetime) -> None:
        """Take the vectors of these keys out of every archive; one that cannot be read is deleted, as it may have them.

        Raises:
            VaultError: the disk refuses.
        """
        unwanted = np.fromiter(gone, dtype=np.int64)
        for version in self.versions():
            try:
                dim, (keys, digests, vectors) = self._read(version)
            except VaultDamagedError:
                self.remove(version)
                continue
            kept = ~np.isin(owners(keys), unwanted)
            if not kept.all():
                self._write(version, dim, keys[kept], digests[kept], [vectors[kept]], now)

    def remove(self, version: str = "") -> int:
        """Delete the archive of a model, or all; bytes freed."""
        pattern = re.compile(re.escape(version + _ENDING)) if version else _FILE
        return remove_files(self._folder, pattern)

    def _path(self, version: str) -> Path:
        return self._folder / f"{version}{_ENDING}"

    def _write(self, version: str, dim: int, keys: Keys, digests: Keys, vectors: Iterable[Half], now: datetime) -> None:
        head = {"format": _FORMAT, "model_version": version, "dim": dim, "count": len(keys), "archived_at": iso(now)}

        def parts() -> Iterator[bytes]:
            digest = xxhash.xxh3_64()
            body = (part.tobytes() for part in (keys.astype("<i8"), digests.astype("<i8")))
            for part in (orjson.dumps(head) + b"\n", *body):
                digest.update(part)
                yield part
            for chunk in vectors:
                part = chunk.astype("<f2").tobytes()
                digest.update(part)
                yield part
            yield digest.hexdigest().encode("ascii")

        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_durably(self._path(version), parts())
        except OSError as error:
            raise VaultError(f"{self._folder} cannot be written: {error.strerror or error}.") from error

    def _read(self, version: str) -> tuple[int, Packed]:
        path = self._path(version)
        try:
            data = read_regular(path)
            body, sealed = memoryview(data)[:-_CHECKSUM], data[-_CHECKSUM:]
            if xxhash.xxh3_64_hexdigest(body).encode("ascii") != sealed:
                raise ValueError("its checksum differs")
            start = data.index(b"\n") + 1
            head = orjson.loads(data[:start])
            dim, count = int(head["dim"]), int(head["count"])
            if head["format"] != _FORMAT or head["model_version"] != version:
                raise ValueError("it is of another format or model")
            keys = np.frombuffer(body, "<i8", count, start)
            digests = np.frombuffer(body, "<i8", count, start + 8 * count)
            vectors = np.frombuffer(body, "<f2", count * dim, start + 16 * count).reshape(count, dim)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VaultDamagedError(f"{path} cannot be read: {error}.", hint=_DAMAGED) from error
        return dim, (keys.astype(np.int64), digests.astype(np.int64), vectors)


def dim_of(where: Path) -> int:
    """Numbers in a vector of an index, as its manifest has it; 0 when that cannot be read."""
    try:
        dim = orjson.loads(read_regular(where / "manifest.json"))["dim"]
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return dim if isinstance(dim, int) and dim > 0 else 0
