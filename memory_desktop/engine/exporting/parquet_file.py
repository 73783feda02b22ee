"""Memories as one Parquet table with every field, and their vectors if they are wanted.

What holds fields of its own (metadata, emotion, extra) is JSON text; times are UTC. Beside it are, as JSON lines,
assemblies, labelled queries and the records of `core.carried`, and the manifest.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Vectors
from memory_desktop.durable import checksum, settle, sync_folder
from memory_desktop.engine.exporting.export import Beside, fields_of, lines_beside, replacing
from memory_desktop.engine.importing.parquet_table import BESIDE
from memory_desktop.store.parquet import ParquetTable

TABLE, MANIFEST = "memories.parquet", "manifest.json"
_JSON = ("metadata", "emotion", "extra")
_LISTS = ("tags", "pii", "lineage")
_TIMES = ("created_at", "updated_at", "recorded_at", "recalled_at")
_NUMBERS = ("confidence", "trust", "salience", "quick_recal_score", "weight")
_WHOLE = ("key", "recall_count", "revision")
_KINDS = {
    **dict.fromkeys(_LISTS, "VARCHAR[]"),
    **dict.fromkeys(_TIMES, "TIMESTAMP"),
    **dict.fromkeys(_NUMBERS, "DOUBLE"),
    **dict.fromkeys(_WHOLE, "BIGINT"),
    "synthetic": "BOOLEAN",
}
_PAGE = 1_000


def export_parquet(
    memories: Iterable[tuple[Memory, Vectors | None]],
    dest: Path,
    beside: Beside,
    about: Mapping[str, Any],
    *,
    model_version: str | None,
    overwrite: bool,
) -> ExportReport:
    """Write the table, or the one file that `dest` names by its ending `.parquet`, and the other files beside it. Their
    names begin with its whole name, as an export in another format may stand there, too.

    Args:
        memories: each with its vector (dim,), or None. model_version: of the vectors; None writes no columns for them.

    Raises:
        KnownError: the destination is there already, or cannot be written.
        CancelledError: by `memories`; nothing is left at the destination.
    """
    single = dest.suffix == ".parquet"
    folder, main = (dest.parent, dest.name) if single else (dest, TABLE)
    names = {name: f"{dest.name}.{name}" if single else name for name in (BESIDE, MANIFEST)}
    for name in (main, names[MANIFEST]):
        if (folder / name).exists() and not overwrite:
            raise KnownError(f"{folder / name} is there already.", hint="Choose another place, or allow overwriting.")
    token = secrets.token_hex(4)
    ready = folder / f".{main}.{token}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        table = ParquetTable(folder / f".{main}.{token}.work", _columns(model_version))
        try:
            written = _fill(table, memories, model_version)
            table.write(ready)
        finally:
            table.close()
        settle(ready)
        files = [main, names[MANIFEST]]
        with replacing(folder / names[MANIFEST]) as manifest:
            if beside:
                files.insert(1, names[BESIDE])
                with replacing(folder / names[BESIDE]) as lines:
                    for line in lines_beside(beside):
                        lines.line(line)
            counts = {"memories": written, **beside.counts}
            version = {"model_version": model_version} if model_version is not None else {}
            manifest.line({**about, "file": main, **counts, **version, "checksum": checksum(ready)})
            ready.replace(folder / main)
            sync_folder(folder)
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{folder} cannot be written: {reason}.", hint="Choose another place.") from error
    finally:
        ready.unlink(missing_ok=True)
    return ExportReport(written, tuple(files))


def _columns(model_version: str | None) -> dict[str, str]:
    kinds = {name: _KINDS.get(name, "VARCHAR") for name in Memory.__dataclass_fields__}
    return kinds if model_version is None else {**kinds, "embedding": "FLOAT[]", "model_version": "VARCHAR"}


def _fill(table: ParquetTable, memories: Iterable[tuple[Memory, Vectors | None]], model_version: str | None) -> int:
    rest, number = iter(memories), 0
    while page := list(islice(rest, _PAGE)):
        table.add([_row(memory, vector, model_version) for memory, vector in page])
        number += len(page)
    return number


def _row(memory: Memory, vector: Vectors | None, model_version: str | None) -> list[Any]:
    row = [
        canonical_json(value).decode() if name in _JSON else list(value) if name in _LISTS else value
        for name, value in fields_of(memory).items()
    ]
    if model_version is not None:
        row += [None, None] if vector is None else [vector.tolist(), model_version]
    return row
