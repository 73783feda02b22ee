"""Memories and assemblies as folders of `.mem.json` and `.asm.json` files, one each.

A file has the fields of its class and no others, so that a program with these classes can load it as it is; unknown
fields of a file that was imported go back where they were. What the format has no field for (status, layer, trust,
the model of the vector …) stands in the metadata of an entry, under a name of our own. An assembly has no metadata:
whose vector it has says the manifest beside it. Runs, boards and what else is no memory (`core.carried`) are JSON lines
beside them, and so are labelled queries. The manifest names the files of memories in the order in which these came
into the vault: a turn is told by the order of its messages.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.engine.exporting.export import Beside, lines_beside, replacing
from memory_desktop.engine.importing.entries import ASSEMBLY, KEPT, MEMORY, ORDER, OURS, OWN, SOURCE
from memory_desktop.engine.importing.jsonl import RECORD_DEFAULTS

BESIDE, MANIFEST = "beside.jsonl", "manifest.json"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}(?<!\.)")
# Names that Windows keeps for devices, with whatever ending.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_LONGEST_READABLE = 60
_EVERY = 200


@dataclass(frozen=True, slots=True)
class Folder:
    """What is written.

    Attributes:
        memories: each with its vector (dim,), or None where the model gives none.
        groups: each assembly with the memories that stand for its members. composites: their vectors by id.
        about: what the manifest says besides. carried: what has a file of its own, as JSON lines.
    """

    memories: Iterable[tuple[Memory, Vectors | None]]
    groups: Sequence[tuple[AssemblyState, Sequence[Memory]]]
    composites: Mapping[str, Vectors]
    model_version: str
    about: Mapping[str, Any]
    carried: Beside


def export_entries(
    folder: Folder,
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
    names, groups = _Names(), _Names()
    written: list[str] = []
    try:
        dest.mkdir(parents=True, exist_ok=True)
        for memory, vector in folder.memories:
            wanted = (memory.external_id if memory.source == SOURCE else None) or memory.id
            name = names.take(memory.id, wanted)
            written.append(file_name(name) + MEMORY)
            _write(dest, written[-1], _memory(memory, name, vector, folder.model_version))
            if progress is not None and len(written) % _EVERY == 0:
                progress(len(written))
            if cancel is not None and cancel.cancelled():
                raise CancelledError("Stopped; the files written so far stay.")
        # Of an export of some memories, assemblies have those members that are in it.
        chosen = [
            (state, [names.by_id[one.id] for one in members if one.id in names.by_id])
            for state, members in folder.groups
        ]
        chosen = [(state, ids) for state, ids in chosen if ids]
        for state, _ in chosen:
            groups.take(state.assembly.id, str(state.assembly.extra.get("external_id") or state.assembly.id))
        for state, ids in chosen:
            vector = folder.composites.get(state.assembly.id)
            body = _assembly(state, ids, groups.by_id, vector)
            _write(dest, file_name(groups.by_id[state.assembly.id]) + ASSEMBLY, body)
        if folder.carried:
            with replacing(dest / BESIDE) as lines:
                for line in lines_beside(folder.carried):
                    lines.line(line)
        counts = {**folder.carried.counts, "memories": len(written), "assemblies": len(chosen)}
        counts["model_version"] = folder.model_version
        _write(dest, MANIFEST, {**folder.about, **counts, ORDER: written})
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{dest} cannot be written: {reason}.", hint="Choose another place.") from error
    beside = (BESIDE,) if folder.carried else ()
    return ExportReport(len(written), (f"*{MEMORY}", f"*{ASSEMBLY}", *beside, MANIFEST))


def file_name(name: str) -> str:
    """The name of the file for an id: the id where any file system takes it, else its beginning and a hash of it."""
    if _SAFE.fullmatch(name) and not _DEVICE.match(name):
        return name
    readable = _UNSAFE.sub("_", name)[:_LONGEST_READABLE].strip(".-")
    return f"entry_{readable}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:16]}"


class _Names:
    """The ids that memories or assemblies have in a folder, by the ids that they have in the vault."""

    def __init__(self) -> None:
        self.by_id: dict[str, str] = {}
        self._files: set[str] = set()

    def take(self, id: str, wanted: str) -> str:
        """The wanted id, unless another one has a file of that name: of two such the second gives way."""
        name = wanted if file_name(wanted).casefold() not in self._files else id
        self._files.add(file_name(name).casefold())
        self.by_id[id] = name
        return name


def _write(folder: Path, name: str, body: Mapping[str, Any]) -> None:
    data = orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY)
    (folder / name).write_bytes(data + b"\n")


def _memory(memory: Memory, name: str, vector: Vectors | None, model_version: str) -> dict[str, Any]:
    metadata = dict(memory.metadata)
    kept = metadata.pop(KEPT, {})
    unknown = dict(kept) if isinstance(kept, Mapping) else {}
    ours: dict[str, Any] = {"id": memory.id, "origin": memory.line, "actor": memory.actor}
    ours |= {"updated_at": iso(memory.updated_at), "recorded_at": iso(memory.recorded_at)}
    for field, default in {**OWN, **RECORD_DEFAULTS}.items():
        value = getattr(memory, field)
        if value != default:
            ours[field] = iso(value) if field == "recalled_at" else value
    if vector is not None:
        ours["model_version"] = model_version
    if memory.source != SOURCE:
        ours["source"] = memory.source
    if memory.external_id != (name if memory.source == SOURCE else None):
        ours["external_id"] = memory.external_id
    before = metadata.get(OURS)
    return {
        **unknown,
        "id": name,
        "content": memory.content,
        "embedding": vector if vector is not None else [],
        "timestamp": iso(memory.created_at),
        "memory_type": memory.kind,
        "metadata": {**metadata, OURS: {**(before if isinstance(before, Mapping) else {}), **ours}},
        "quick_recal_score": memory.quick_recal_score,
        "tags": list(memory.tags),
        "emotion_metadata": dict(memory.emotion),
    }


# Of an assembly that was imported, what is said by a field of its own.
_SAID = frozenset({"external_id", "vector_index_updated_at"})


def _assembly(
    state: AssemblyState, members: Sequence[str], known: Mapping[str, str], vector: Vectors | None
) -> dict[str, Any]:
    one = state.assembly
    synced = iso(state.synced_at) if state.synced_at else one.extra.get("vector_index_updated_at")
    return {
        **{name: value for name, value in one.extra.items() if name not in _SAID},
        "id": known[one.id],
        "name": one.name,
        "composite_embedding": vector if vector is not None else [],
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
