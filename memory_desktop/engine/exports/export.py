"""Writing memories out. Files are written beside their place, fsynced and renamed: a half export never looks whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.canonical import canonical_json, iso
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.records import Memory

FORMATS = ("jsonl", "mcp")
_PROGRESS_EVERY = 500
_RELATION = ("from", "to", "relationType")


class _HashedFile:
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
    overwrite: bool = False,
    progress: Callable[[int], None] | None = None,
    cancel: CancelToken | None = None,
) -> ExportReport:
    """Write memories to a folder, or to the one file that `dest` names by its ending `.jsonl`.

    Raises:
        KnownError: an unknown format, a destination that is there already, or one that cannot be written.
        CancelledError: cancelled; nothing is left at the destination.
    """
    if format not in FORMATS:
        raise KnownError(f"The format “{format}” is not known.", hint=f"Choose one of {', '.join(FORMATS)}.")
    single = dest.suffix == ".jsonl"
    folder = dest.parent if single else dest
    main = dest.name if single else ("memories.jsonl" if format == "jsonl" else "memory.jsonl")
    beside = "manifest.json" if format == "jsonl" else "extra.jsonl"
    extra = beside if format == "jsonl" and not single else f"{Path(main).stem}.{beside}"
    for name in (main, extra):
        if (folder / name).exists() and not overwrite:
            raise KnownError(f"{folder / name} is there already.", hint="Choose another place, or allow overwriting.")
    counted = _counted(memories, progress, cancel)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if format == "jsonl":
            about = {"vault": vault_name, "head": head, "exported_at": iso(exported_at), "format_version": 1}
            return _jsonl(counted, folder, main, extra, about)
        return _mcp(counted, folder, main, extra)
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{folder} cannot be written: {reason}.", hint="Choose another place.") from error


def _jsonl(memories: Iterable[Memory], folder: Path, main: str, manifest: str, about: dict[str, Any]) -> ExportReport:
    with ExitStack() as stack:
        data = stack.enter_context(_replacing(folder / main))
        described = stack.enter_context(_replacing(folder / manifest))
        for memory in memories:
            data.line({**asdict(memory), "layer": memory.layer.value, "status": memory.status.value})
        described.line({**about, "file": main, "memories": data.lines, "sha256": data.sha256})
    return ExportReport(data.lines, (main, manifest))


def _mcp(memories: Iterable[Memory], folder: Path, main: str, extra: str) -> ExportReport:
    """Entities first, as the server writes them; what came from such a file goes back as it came."""
    entities: dict[str, tuple[str, list[str]]] = {}
    relations: list[dict[str, str]] = []
    count = 0
    with ExitStack() as stack:
        data = stack.enter_context(_replacing(folder / main))
        ours = stack.enter_context(_replacing(folder / extra))
        for memory in memories:
            count += 1
            relation = memory.metadata.get("relation")
            if isinstance(relation, dict) and set(_RELATION) <= relation.keys():
                relations.append({"type": "relation", **{name: relation[name] for name in _RELATION}})
                entity, observation = "", ""
            else:
                entity, kind, observation = _observation(memory)
                entities.setdefault(entity, (kind, []))[1].append(observation)
            ours.line({**asdict(memory), "layer": memory.layer.value, "status": memory.status.value, "entity": entity})
        for name, (kind, observations) in entities.items():
            data.line({"type": "entity", "name": name, "entityType": kind, "observations": observations})
        for one in relations:
            data.line(one)
    left_out = (f"memory.jsonl holds only names and texts; ids, times, tags and all else are beside it in {extra}.",)
    return ExportReport(count, (main, extra), left_out if count else ())


def _observation(memory: Memory) -> tuple[str, str, str]:
    """(entity's name, entity's type, observation): the original ones, or the thread, source or kind as entity."""
    entity, kind, text = (memory.metadata.get(name) for name in ("entity", "entity_type", "observation"))
    if isinstance(entity, str) and entity:
        kind = kind if isinstance(kind, str) else ""
        if isinstance(text, str) and memory.content == f"{entity}: {text}".strip():
            return entity, kind, text
        return entity, kind, memory.content.removeprefix(f"{entity}: ")
    title = memory.metadata.get("title")
    if memory.thread:
        return (title if isinstance(title, str) and title else memory.thread), "conversation", memory.content
    return memory.source or memory.kind, memory.layer.value, memory.content


def _counted(
    memories: Iterable[Memory], progress: Callable[[int], None] | None, cancel: CancelToken | None
) -> Iterator[Memory]:
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
def _replacing(path: Path) -> Iterator[_HashedFile]:
    """A file that takes the place of `path` when all went well, and vanishes when not."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            yield _HashedFile(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
