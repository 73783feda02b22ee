"""The notes that our Markdown export writes: how a memory stands in one, and how it is read back.

A note has front matter for people, marked by `FRONT`. In its text each memory begins with a line of a comment that
holds all its fields but the text, as JSON; then, in a conversation, a heading that says who speaks; then the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memory_desktop.core.memory.canonical import canonical_json, canonical_text, content_hash
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing.items import BadItemError, text_of
from memory_desktop.engine.importing.json_stream import parse
from memory_desktop.engine.importing.jsonl import MARKS, draft_of, own

#: This name in the front matter says that the note is of our export, and of which version.
FRONT, VERSION = "memory_desktop", 1
MARK = b"<!-- memory_desktop {"
_BEGIN = re.compile(r"^<!-- memory_desktop (\{.*\}) -->$\n?", re.MULTILINE)
# A line of a text that looks like the beginning of a memory gets one more backslash.
_LIKE_BEGIN = re.compile(r"^(\\*)(?=<!-- memory_desktop )", re.MULTILINE)
_ESCAPED = re.compile(r"^\\(?=\\*<!-- memory_desktop )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A memory as it stands in a note: its fields, its text, and the number of the line that it begins with."""

    fields: Mapping[str, Any] | None
    text: str
    line: int


def written(fields: Mapping[str, Any], text: str, heading: str = "") -> str:
    """A memory as it stands in a note. `heading`: a line of Markdown, or ""."""
    said = canonical_json({"memory": fields, **({"heading": heading} if heading else {})}).decode()
    body = _LIKE_BEGIN.sub(r"\1\\", text)
    head = f"{heading}\n\n" if heading else ""
    return f"<!-- memory_desktop {said.replace('>', chr(92) + 'u003e')} -->\n{head}{body}\n"


def before(text: str) -> str:
    """What stands before the first memory of a note."""
    found = _BEGIN.search(text)
    return text[: found.start()] if found else text


def pieces(text: str, first_line: int) -> Iterator[Piece]:
    """The memories of a note; one whose fields cannot be read has None for them."""
    begins = list(_BEGIN.finditer(text))
    for number, found in enumerate(begins):
        end = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        body = text[found.end() : end]
        try:
            said = parse(found[1].encode("utf-8", "replace"))
        except BadItemError:
            said = {}
        fields = said.get("memory") if isinstance(said, dict) else None
        heading = said.get("heading") if isinstance(said, dict) else None
        if isinstance(heading, str):
            body = body.lstrip("\n").removeprefix(heading)
        line = first_line + text.count("\n", 0, found.start())
        yield Piece(fields if isinstance(fields, dict) else None, _ESCAPED.sub("", body).strip("\n"), line)


def draft_of_piece(piece: Piece) -> Draft:
    """The memory as it was; a text that was changed in the file comes as another one with the same labels.

    Raises:
        BadItemError: its fields are not what they must be.
    """
    fields = piece.fields
    if fields is None:
        raise BadItemError("the line that says what the memory was cannot be read")
    value = {**fields, "content": piece.text}
    if not value.keys() >= MARKS:
        raise BadItemError("the line that says what the memory was is not complete")
    if content_hash(canonical_text(piece.text)) == text_of(value, "content_hash"):
        return own(value)
    labels = ("layer", "kind", "tags", "source", "thread", "metadata", "emotion", "created_at", "external_id")
    made = draft_of({name: value[name] for name in (*labels, "content") if name in value})
    metadata = fields.get("metadata")
    return replace(made, metadata=metadata if isinstance(metadata, dict) else {})
