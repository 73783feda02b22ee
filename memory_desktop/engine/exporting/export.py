"""Writes memories to files. Files are written beside their place, fsynced and renamed: a half export never looks whole.

JSONL holds every field of every memory, and behind them assemblies, labelled queries and the records of
`core.carried`; the manifest beside it, which gets its name last, tells how many and their SHA-256.

MCP's `memory.jsonl` holds what its server knows and no more:

- what came from such a file goes back as the same entities, observations and relations;
- every other active memory is an observation of an entity: its conversation or document, else its source or kind;
- what the format has no place for (ids, times, tags, what is superseded) is in a sidecar, `memory.extra.jsonl`.

Entities are gathered in memory, for one line of the file holds all that is observed of one.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.carried import VERSION, Carried
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.memory.canonical import canonical_json, iso
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import CancelToken
from memory_desktop.durable import sync_folder
from memory_desktop.engine.importing.jsonl import ASSEMBLY, LABEL
from memory_desktop.engine.importing.mcp import SOURCE, entity_of, observation_of, relation_of

_HERE = ("jsonl", "mcp")
#: All that a vault can be exported to; those that are not written here have a module of their own.
FORMATS = (*_HERE, "entries", "markdown", "parquet")
_PROGRESS_EVERY = 500
_NAMES = tuple(field.name for field in fields(Memory))


@dataclass(frozen=True, slots=True)
class Beside:
    """What a vault holds besides memories: active assemblies, labelled queries with the ids that they expect, and all
    else that an export carries."""

    assemblies: tuple[Assembly, ...] = ()
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    carried: tuple[Carried, ...] = ()

    @property
    def counts(self) -> dict[str, Any]:
        """How many there are of each, as a manifest says it."""
        number = Counter(one.name for one in self.carried)
        records = {"records": {"version": VERSION, **number}} if number else {}
        return {"assemblies": len(self.assemblies), "labels": len(self.labels), **records}

    def __bool__(self) -> bool:
        return bool(self.assemblies or self.labels or self.carried)


class HashedFile:
    """A file that knows the SHA-256 and the number of lines of what was written to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.lines = 0

    def line(self, value: Any) -> None:
        data = canonical_json(value) + b"\n"
        self._file.write(data)
        self._digest.update(data)
        self.lines += 1

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


def export_memories(
    memories: Iterable[Memory],
    dest: Path,
    format: str,
    *,
    vault_name: str,
    head: int,
    exported_at: datetime,
    besides: Beside | None = None,
    overwrite: bool = False,
    progress: Callable[[int], None] | None = None,
    cancel: CancelToken | None = None,
) -> ExportReport:
    """Write memories to a folder, or to the one file that `dest` names by its ending `.jsonl`.

    Raises:
        KnownError: an unknown format, a destination that is there already, or one that cannot be written.
        CancelledError: cancelled; nothing is left at the destination.
    """
    if format not in _HERE:
        raise KnownError(f"The format “{format}” is not known.", hint=f"Choose one of {', '.join(FORMATS)}.")
    single = dest.suffix == ".jsonl"
    folder = dest.parent if single else dest
    main = dest.name if single else ("memories.jsonl" if format == "jsonl" else "memory.jsonl")
    beside = "manifest.json" if format == "jsonl" else "extra.jsonl"
    extra = beside if format == "jsonl" and not single else f"{Path(main).stem}.{beside}"
    for name in (main, extra):
        if (folder / name).exists() and not overwrite:
            raise KnownError(f"{folder / name} is there already.", hint="Choose another place, or allow overwriting.")
    told = counted(memories, progress, cancel)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if format == "jsonl":
            about = {"vault": vault_name, "head": head, "exported_at": iso(exported_at), "format_version": 1}
            return _jsonl(told, besides or Beside(), folder, main, extra, about)
        report = _mcp(told, folder, main, extra)
        if besides:
            left = "Assemblies, labelled queries, runs, boards, protection and summaries are in no file of this format."
            report = replace(report, left_out=(*report.left_out, left))
        return report
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{folder} cannot be written: {reason}.", hint="Choose another place.") from error


def _jsonl(
    memories: Iterable[Memory], beside: Beside, folder: Path, main: str, manifest: str, about: dict[str, Any]
) -> ExportReport:
    with ExitStack() as stack:
        # What is entered last is renamed first: the manifest must never tell of a file that is not there.
        described = stack.enter_context(replacing(folder / manifest))
        data = stack.enter_context(replacing(folder / main))
        for memory in memories:
            data.line(fields_of(memory))
        written = data.lines
        for line in lines_beside(beside):
            data.line(line)
        described.line({**about, "file": main, "memories": written, **beside.counts, "sha256": data.sha256})
    return ExportReport(written, (main, manifest))


def lines_beside(beside: Beside) -> Iterator[dict[str, Any]]:
    """Assemblies, labelled queries and all else as lines of JSONL, which our importer knows."""
    for one in beside.assemblies:
        yield _assembly(one)
    for query, ids in beside.labels.items():
        yield {"record": LABEL, "query": query, "ids": list(ids)}
    for record in beside.carried:
        yield record.to_json()


def _assembly(one: Assembly) -> dict[str, Any]:
    """An assembly with its members as it names them; who stands for one that was superseded, the importer finds."""
    return {
        **{name: value for name, value in one.extra.items() if name != "external_id"},
        "record": ASSEMBLY,
        "id": str(one.extra.get("external_id") or one.id),
        "name": one.name,
        "memory_ids": list(one.members),
        "created_at": one.created_at,
        "updated_at": one.updated_at,
        "tags": list(one.tags),
        "topics": list(one.topics),
        "merged_from": list(one.merged_from),
        "assembly_schema_version": one.schema_version,
        "activation_count": one.activation_count,
        "activated_at": one.activated_at,
        "reason": one.reason,
        "actor": one.actor,
    }


def fields_of(memory: Memory) -> dict[str, Any]:
    """Every field of a memory, in their order."""
    record = {name: getattr(memory, name) for name in _NAMES}
    return {**record, "layer": memory.layer.value, "status": memory.status.value}


@dataclass(slots=True)
class _Entity:
    """An entity to be written; `base` is its name, which another one may have too."""

    base: str
    type: str
    observations: list[str] = field(default_factory=list)


def _mcp(memories: Iterable[Memory], folder: Path, main: str, extra: str) -> ExportReport:
    """Entities first, as the server writes them, in the order in which their first memories came."""
    entities: dict[tuple[str, str], _Entity] = {}
    relations: list[Mapping[str, str]] = []
    left: Counter[str] = Counter()
    with ExitStack() as stack:
        ours = stack.enter_context(replacing(folder / extra))
        data = stack.enter_context(replacing(folder / main))
        for memory in memories:
            ours.line(fields_of(memory))
            relation = relation_of(memory)
            if memory.status is not Status.ACTIVE:
                left["superseded"] += 1
            elif relation is not None:
                relations.append(relation)
            else:
                key, entity, observation = _observation(memory)
                found = entities.setdefault(key, entity)
                found.observations.extend([observation] if observation is not None else [])
                left["grouped"] += key[0] != SOURCE
        names = _names(entities)
        for key, one in entities.items():
            data.line({"type": "entity", "name": names[key], "entityType": one.type, "observations": one.observations})
        for one_relation in relations:
            data.line({"type": "relation", **one_relation})
    return ExportReport(ours.lines, (main, extra), tuple(_left_out(left, extra)) if ours.lines else ())


def _left_out(left: Mapping[str, int], extra: str) -> Iterator[str]:
    yield f"memory.jsonl holds only names and texts; ids, times, tags and all else are beside it in {extra}."
    if left.get("superseded"):
        yield f"{left['superseded']:,} memories that are not active are only in {extra}."
    if left.get("grouped"):
        yield f"{left['grouped']:,} memories stand as observations of their conversation, document, source or kind."


def _names(entities: Mapping[tuple[str, str], _Entity]) -> dict[tuple[str, str], str]:
    """A name for each, no two alike: those that came from such a file keep theirs."""
    names = {key: one.base for key, one in entities.items() if key[0] == SOURCE}
    taken = set(names.values())
    alike: Counter[str] = Counter()
    for key, one in entities.items():
        if key[0] == SOURCE:
            continue
        name = one.base
        while name in taken:
            alike[one.base] += 1
            name = f"{one.base} ({alike[one.base] + 1})"
        names[key] = name
        taken.add(name)
    return names


def _observation(memory: Memory) -> tuple[tuple[str, str], _Entity, str | None]:
    """(key, entity, observation): the original ones, or the thread, source or kind as entity."""
    about = entity_of(memory)
    if about is not None:
        name, kind = about
        return (SOURCE, name), _Entity(name, kind), observation_of(memory, name, kind)
    if memory.thread:
        title = memory.metadata.get("title")
        base = title if isinstance(title, str) and title else memory.thread
        return (f"thread {memory.source}", memory.thread), _Entity(base, "conversation"), memory.content
    base = memory.source or memory.kind
    return (memory.layer.value, base), _Entity(base, memory.layer.value), memory.content


def counted(
    memories: Iterable[Memory], progress: Callable[[int], None] | None, cancel: CancelToken | None
) -> Iterator[Memory]:
    """The memories, with progress told in between. Raises CancelledError."""
    done = 0
    for memory in memories:
        if done % _PROGRESS_EVERY == 0:
            if cancel is not None and cancel.cancelled():
                raise CancelledError("The export was stopped; nothing was written.")
            if progress is not None:
                progress(done)
        yield memory
        done += 1
    if progress is not None:
        progress(done)


@contextmanager
def replacing(path: Path) -> Iterator[HashedFile]:
    """A file that takes the place of `path` when all went well, and vanishes when not."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            yield HashedFile(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
