"""The formats, in the order in which they are tried. A new format is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from memory_desktop.engine.importing import (
    basic_memory,
    chatgpt,
    claude,
    csv_table,
    doobidoo,
    entries,
    jsonl,
    letta,
    markdown,
    mcp,
    mem0,
    mif,
    parquet_table,
)
from memory_desktop.engine.importing.items import Item, OpenFile


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read.

    Attributes:
        name: as the command line takes it. title: as the window shows it.
        patterns: names of its files, for a file dialog.
        doc: what is read of it, in a line.
        sniff: (name within the folder or zip, first bytes) → is it this format?
        read: every item of an open file.
    """

    name: str
    title: str
    patterns: tuple[str, ...]
    doc: str
    sniff: Callable[[str, bytes], bool]
    read: Callable[[OpenFile], Iterator[Item]]

    def fits(self, name: str) -> bool:
        """Can a file of this name be of the format?"""
        return any(PurePosixPath(name.lower()).match(pattern) for pattern in self.patterns)


#: The formats that bring conversations of another program, which has learned nothing from them that we could read.
_TALKS = frozenset(("chatgpt", "claude", "letta"))

FORMATS = {
    one.name: one
    for one in (
        Format(
            "entries",
            "Memory entries and assemblies",
            ("*.mem.json", "*.asm.json"),
            "Folders with one memory (.mem.json) or one assembly (.asm.json) a file; our own export comes back whole.",
            entries.sniff,
            entries.read,
        ),
        Format(
            "letta",
            "Letta agent file",
            ("*.af", "*.json"),
            "Each block of the core memory, and each message of each agent.",
            letta.sniff,
            letta.read,
        ),
        Format(
            "mif",
            "MIF (draft of version 2)",
            ("*.json", "*.mif"),
            "Each memory, with its vector where the file names its model.",
            mif.sniff,
            mif.read,
        ),
        Format(
            "doobidoo",
            "MCP Memory Service (doobidoo) JSON",
            ("*.json",),
            "Each memory of its JSON export, with tags, type and time.",
            doobidoo.sniff,
            doobidoo.read,
        ),
        Format(
            "mem0",
            "mem0 get_all",
            ("*.json",),
            "Each memory of what get_all answers, and each relation of its graph.",
            mem0.sniff,
            mem0.read,
        ),
        Format(
            "chatgpt",
            "ChatGPT export",
            ("*.json",),
            "Each visible message of conversations.json, or of conversations-000.json and so on.",
            chatgpt.sniff,
            chatgpt.read,
        ),
        Format(
            "claude",
            "Claude export",
            ("*.json",),
            "Each message and attachment, each document of a project, and what Claude remembers.",
            claude.sniff,
            claude.read,
        ),
        Format(
            "mcp",
            "MCP memory.jsonl",
            ("*.jsonl", "*.json"),
            "Each observation and each relation of the MCP memory server.",
            mcp.sniff,
            mcp.read,
        ),
        Format(
            "jsonl",
            "JSON lines",
            ("*.jsonl", "*.ndjson"),
            "One memory a line, with “content” and optional fields; our own export comes back whole.",
            jsonl.sniff,
            jsonl.read,
        ),
        Format(
            "csv",
            "CSV table",
            ("*.csv", "*.tsv"),
            "One memory a row, with a column named content, text or memory.",
            csv_table.sniff,
            csv_table.read,
        ),
        Format(
            "parquet",
            "Parquet table",
            ("*.parquet", "*.pq"),
            "One memory a row, with a column named content, text or memory; our own export comes back whole.",
            parquet_table.sniff,
            parquet_table.read,
        ),
        Format(
            "basic-memory",
            "basic-memory notes",
            ("*.md", "*.markdown"),
            "Each observation and each relation of a note, and what else it says.",
            basic_memory.sniff,
            basic_memory.read,
        ),
        Format(
            "markdown",
            "Markdown or Obsidian notes",
            ("*.md", "*.markdown"),
            "One memory a note; long notes in sections of about 2,000 characters.",
            markdown.sniff,
            markdown.read,
        ),
    )
}


def is_followed_up(asked: bool | None, formats: Iterable[str]) -> bool:
    """Is what was imported learned from, and do its turns go into the layers? As somebody asked; if nobody did, where
    it holds conversations of another program: our own exports bring what was made of theirs."""
    return asked if asked is not None else not _TALKS.isdisjoint(formats)
