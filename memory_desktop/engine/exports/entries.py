"""Memories and assemblies as folders of `.mem.json` and `.asm.json` files, one each (A10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.canonical import iso
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.records import Memory
from memory_desktop.engine.assemblies import AssemblyState
from memory_desktop.engine.imports.entries import ASSEMBLY, KEPT, MEMORY

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_EVERY = 200


def export_entries(
    memories: Iterable[Memory],
    states: Iterable[AssemblyState],
    dest: Path,
    *,
    overwrite: bool,
    progress: Callable[[int], None] | None,
    cancel: CancelToken | None,
) -> ExportReport:
    """Write one file for each memory and each assembly into a folder.

    Raises:
        KnownError: there are such files already, or the folder cannot be written.
        CancelledError: stopped; the files written so far stay.
    """
    if not overwrite and dest.is_dir() and next(dest.glob(f"*{MEMORY}"), None) is not None:
        raise KnownError(f"{dest} has memory entries already.", hint="Choose another place, or allow overwriting.")
    names: dict[str, str] = {}
    written = 0
    try:
        dest.mkdir(parents=True, exist_ok=True)
        for memory in memories:
            names[memory.id] = memory.external_id or memory.id
            _write(dest, names[memory.id] + MEMORY, _memory(memory))
            written += 1
            if progress is not None and written % _EVERY == 0:
                progress(written)
            if cancel is not None and cancel.cancelled():
                raise CancelledError("Stopped; the files written so far stay.")
        known = {state.assembly.id: _name(state) for state in states}
        for state in states:
            _write(dest, _name(state) + ASSEMBLY, _assembly(state, names, known))
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{dest} cannot be written: {reason}.", hint="Choose another place.") from error
    return ExportReport(written, (f"*{MEMORY}", f"*{ASSEMBLY}"))


def _name(state: AssemblyState) -> str:
    return str(state.assembly.extra.get("external_id") or state.assembly.id)


def _write(folder: Path, name: str, body: Mapping[str, Any]) -> None:
    data = orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
    (folder / _UNSAFE.sub("_", name)).write_bytes(data + b"\n")


def _memory(memory: Memory) -> dict[str, Any]:
    metadata = dict(memory.metadata)
    unknown = metadata.pop(KEPT, {})
    return {
        **(unknown if isinstance(unknown, Mapping) else {}),
        "id": memory.external_id or memory.id,
        "content": memory.content,
        "timestamp": iso(memory.created_at),
        "memory_type": memory.kind,
        "metadata": metadata,
        "quick_recal_score": memory.quick_recal_score,
        "tags": list(memory.tags),
        "emotion_metadata": dict(memory.emotion),
    }


def _assembly(state: AssemblyState, names: Mapping[str, str], known: Mapping[str, str]) -> dict[str, Any]:
    one = state.assembly
    unknown = {
        name: value for name, value in one.extra.items() if name not in ("external_id", "vector_index_updated_at")
    }
    synced = iso(state.synced_at) if state.synced_at else one.extra.get("vector_index_updated_at")
    return {
        **unknown,
        "id": _name(state),
        "name": one.name,
        "memory_ids": [names.get(id, id) for id in one.members],
        "created_at": iso(one.created_at),
        "updated_at": iso(one.updated_at),
        "tags": list(one.tags),
        "topics": list(one.topics),
        "merged_from": [known.get(id, id) for id in one.merged_from],
        "assembly_schema_version": one.schema_version,
        "vector_index_updated_at": synced,
        "activation_count": one.activation_count,
    }
