"""Memories as Markdown: one note a memory, and one a conversation, which our importer of Markdown reads back whole.

The notes are written into a folder beside their place and moved there at the end; the manifest gets its name last.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.conversation.cycles import TITLE, role_of
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import date_word, shortened
from memory_desktop.durable import sync_folder
from memory_desktop.engine.exporting.export import Beside, fields_of, lines_beside, replacing
from memory_desktop.engine.importing.own_notes import FRONT, VERSION, written

MEMORIES, CONVERSATIONS = "memories", "conversations"
BESIDE, MANIFEST = "beside.jsonl", "manifest.json"
_UNSAFE = re.compile(r"[^\w -]+")
_LONGEST = 60


def export_markdown(
    memories: Iterable[Memory], dest: Path, beside: Beside, about: Mapping[str, Any], *, overwrite: bool
) -> ExportReport:
    """Write the notes into two folders, and beside them, as JSON lines, assemblies, labelled queries and all else.

    Raises:
        KnownError: an export is there already, or the folder cannot be written.
        CancelledError: by `memories`; nothing is left at the destination.
    """
    if not overwrite and any((dest / name).exists() for name in (MANIFEST, MEMORIES, CONVERSATIONS)):
        raise KnownError(f"{dest} has an export already.", hint="Choose another place, or allow overwriting.")
    work = dest.with_name(f".{dest.name}.{secrets.token_hex(4)}.tmp")
    try:
        for name in (MEMORIES, CONVERSATIONS):
            (work / name).mkdir(parents=True)
        notes = _Notes(work)
        for memory in memories:
            notes.add(memory)
        for name in (MEMORIES, CONVERSATIONS):
            (dest / name).mkdir(parents=True, exist_ok=True)
            for path in (work / name).iterdir():
                path.replace(dest / name / path.name)
            sync_folder(dest / name)
        with replacing(dest / MANIFEST) as manifest:
            counts = {"memories": notes.memories, "conversations": len(notes.conversations)}
            files = [f"{MEMORIES}/*.md", f"{CONVERSATIONS}/*.md", MANIFEST]
            if beside:
                files.insert(2, BESIDE)
                with replacing(dest / BESIDE) as lines:
                    for line in lines_beside(beside):
                        lines.line(line)
            manifest.line({**about, "format": "markdown", **counts, **beside.counts})
    except OSError as error:
        reason = error.strerror or error
        raise KnownError(f"{dest} cannot be written: {reason}.", hint="Choose another place.") from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return ExportReport(notes.memories, tuple(files))


class _Notes:
    """Writes notes into a folder; a conversation's note grows as its messages come."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.memories = 0
        self.conversations: dict[tuple[str, str], Path] = {}

    def add(self, memory: Memory) -> None:
        self.memories += 1
        fields = {name: value for name, value in fields_of(memory).items() if name != "content"}
        if memory.thread and (role := _role(memory)):
            path, front = self._conversation(memory)
            heading = f"### {role} · {date_word(memory.created_at, '%Y-%m-%d %H:%M')}"
            text = front + "\n" + written(fields, memory.content, heading)
        else:
            path = self._folder / MEMORIES / f"{_slug(_title(memory))} {memory.id[-8:]}.md"
            text = _front(memory, _title(memory), memory.tags) + "\n" + written(fields, memory.content)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)

    def _conversation(self, memory: Memory) -> tuple[Path, str]:
        """(its note, what the note begins with, if this is its first message)."""
        key = memory.source, memory.thread
        path = self.conversations.get(key)
        if path is not None:
            return path, ""
        title = _title(memory)
        digest = hashlib.sha256("\n".join(key).encode("utf-8", "replace")).hexdigest()[:8]
        path = self.conversations[key] = self._folder / CONVERSATIONS / f"{_slug(title)} {digest}.md"
        return path, f"{_front(memory, title, ())}\n# {title}\n"


def _role(memory: Memory) -> str:
    role = memory.metadata.get("role")
    return shortened(role_of(memory).capitalize(), _LONGEST) if isinstance(role, str) and role.strip() else ""


def _title(memory: Memory) -> str:
    title = memory.metadata.get(TITLE)
    return shortened(title if isinstance(title, str) and title.strip() else memory.content, _LONGEST)


def _slug(title: str) -> str:
    """A part of a file's name that every file system takes."""
    return " ".join(_UNSAFE.sub(" ", title).split())[:_LONGEST].strip() or "note"


def _front(memory: Memory, title: str, tags: Iterable[str]) -> str:
    said = {
        "title": title,
        "tags": list(tags),
        "created": iso(memory.created_at),
        "kind": memory.kind,
        "source": memory.source,
        FRONT: VERSION,
    }
    text = yaml.safe_dump({name: one for name, one in said.items() if one}, sort_keys=False, allow_unicode=True)
    return f"---\n{text}---\n"
