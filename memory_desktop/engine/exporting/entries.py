"""Memories and assemblies as folders of `.mem.json` and `.asm.json` files, one each (A10).

The format has no status, so only active memories belong into such a folder: what was superseded would come back with
the next import. What the format has no field for (layer, trust, salience …) stands under a name of our own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.engine.importing.entries import ASSEMBLY, KEPT, MEMORY, OURS, OWN, SOURCE

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_EVERY = 200


def export_entries(
    memories: Iterable[Memory],
    groups: Sequence[tuple[AssemblyState, Sequence[Memory]]],
    dest: Path,
    *,
    overwrite: bool,
    progress: Callable[[int], None] | None,
    cancel: CancelToken | None,
) -> ExportReport:
    """Write one file for each memory and each assembly into a folder.

    Args:
        groups: each assembly with the memories that stand for its members.

    Raises:
        KnownError: there are such files already, or the folder cannot be written.
        CancelledError: stopped; the files written so far stay.
    """
    if not overwrite and dest.is_dir() and next(dest.glob(f"*{MEMORY}"), None) is not None:
        raise KnownError(f"{dest} has memory entries already.", hint="Choose another place, or allow overwriting.")
    names: dict[str, str] = {}
    taken: set[str] = set()
    written = 0
    try:
        dest.mkdir(parents=True, exist_ok=True)
        for memory in memories:
            names[memory.id] = _name_of(memory, taken)
            _write(dest, names[memory.id] + MEMORY, {**_memory(memory), "id": names[memory.id]})
            written += 1
            if progress is not None and written % _EVERY == 0:
                progress(written)
            if cancel is not None and cancel.cancelled():
                raise CancelledError("Stopped; the files written so far stay.")
        known = {state.assembly.id: _name(state) for state, _ in groups}
        for state, members in groups:
            ids = [names.get(memory.id, memory.id) for memory in members]
            _write(dest, _name(state) + ASSEMBLY, _assembly(state, ids, known))
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{dest} cannot be written: {reason}.", hint="Choose another place.") from error
    return ExportReport(written, (f"*{MEMORY}", f"*{ASSEMBLY}"))


def _name(state: AssemblyState) -> str:
    return str(state.assembly.extra.get("external_id") or state.assembly.id)


def _name_of(memory: Memory, taken: set[str]) -> str:
    """The id that a memory has in the folder: that of the file it came from, unless another one has it."""
    wanted = (memory.external_id if memory.source == SOURCE else None) or memory.id
    # Of two names that one file system takes for the same, the second gives way.
    name = wanted if _file(wanted) not in taken else memory.id
    taken.add(_file(name))
    return name


def _file(name: str) -> str:
    return _UNSAFE.sub("_", name).casefold()


def _write(folder: Path, name: str, body: Mapping[str, Any]) -> None:
    data = orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
    (folder / _UNSAFE.sub("_", name)).write_bytes(data + b"\n")


def _memory(memory: Memory) -> dict[str, Any]:
    metadata = dict(memory.metadata)
    kept = metadata.pop(KEPT, {})
    unknown = dict(kept) if isinstance(kept, Mapping) else {}
    ours = {name: getattr(memory, name) for name, default in OWN.items() if getattr(memory, name) != default}
    if memory.source != SOURCE:
        ours["source"] = memory.source
    before = unknown.get(OURS)
    ours = {**(before if isinstance(before, Mapping) else {}), **ours}
    return {
        **unknown,
        **({OURS: ours} if ours else {}),
        "content": memory.content,
        "timestamp": iso(memory.created_at),
        "memory_type": memory.kind,
        "metadata": metadata,
        "quick_recal_score": memory.quick_recal_score,
        "tags": list(memory.tags),
        "emotion_metadata": dict(memory.emotion),
    }


def _assembly(state: AssemblyState, members: Sequence[str], known: Mapping[str, str]) -> dict[str, Any]:
    one = state.assembly
    unknown = {
        name: value for name, value in one.extra.items() if name not in ("external_id", "vector_index_updated_at")
    }
    synced = iso(state.synced_at) if state.synced_at else one.extra.get("vector_index_updated_at")
    return {
        **unknown,
        "id": _name(state),
        "name": one.name,
        "memory_ids": list(members),
        "created_at": iso(one.created_at),
        "updated_at": iso(one.updated_at),
        "tags": list(one.tags),
        "topics": list(one.topics),
        "merged_from": [known.get(id, id) for id in one.merged_from],
        "assembly_schema_version": one.schema_version,
        "vector_index_updated_at": synced,
        "activation_count": one.activation_count,
    }
