"""The formats, in the order in which they are tried. A new format is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_desktop.engine.imports import chatgpt, claude, csv_table, jsonl, markdown, mcp
from memory_desktop.engine.imports.items import Item, OpenFile


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read.

    Attributes:
        name: as the command line takes it. title: as the window shows it.
        sniff: (name within the folder or zip, first bytes) → is it this format?
        read: every item of an open file.
    """

    name: str
    title: str
    sniff: Callable[[str, bytes], bool]
    read: Callable[[OpenFile], Iterator[Item]]


FORMATS = {
    one.name: one
    for one in (
        Format("chatgpt", "ChatGPT export", chatgpt.sniff, chatgpt.read),
        Format("claude", "Claude export", claude.sniff, claude.read),
        Format("mcp", "MCP memory.jsonl", mcp.sniff, mcp.read),
        Format("jsonl", "JSON lines", jsonl.sniff, jsonl.read),
        Format("csv", "CSV table", csv_table.sniff, csv_table.read),
        Format("markdown", "Markdown or Obsidian notes", markdown.sniff, markdown.read),
    )
}
