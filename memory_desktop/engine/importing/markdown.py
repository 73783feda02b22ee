"""Markdown notes, Obsidian's among them: one memory a note, a long note one memory a section.

A note of our own export comes back as the memories that it holds (see `own_notes`).

A note is as old as its front matter says, else as the day that its name begins with (a daily note), else as its file.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

import yaml

from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing import own_notes
from memory_desktop.engine.importing.items import DAMAGED, BadItemError, Item, OpenFile, moment_of, visible
from memory_desktop.engine.importing.text import UTF8, decode

_SECTION = 2_000
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_LONGEST_FRONT = 100_000
_MOST_VALUES = 10_000
_HEADING = re.compile(r"^#{1,6}[ \t]+.*$", re.MULTILINE)
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_TAG = re.compile(r"(?<![\w/#&])#([^\W\d_][\w/-]*)")
_LINK = re.compile(r"\[\[([^\[\]|#\n]+)")
# Where a long section may be cut, the best place first.
_CUTS = ("\n\n", "\n", ". ", " ")
_DAILY = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<between>[-_.]?)(?P<month>\d\d)(?P=between)(?P<day>\d\d)(?!\d)")
_DATES = ("created", "date", "created_at")


class _FrontLoader(yaml.SafeLoader):
    """YAML in which "<<" is a name like any other: what it stands for, merges of merges, multiplies without end."""

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge nothing."""


_FrontLoader.add_constructor("tag:yaml.org,2002:merge", lambda _loader, node: str(node.value))


def sniff(name: str, _head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix.lower() in (".md", ".markdown")


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it was read.

    Attributes:
        text: behind the front matter. front: the front matter. first_line: number of the text's first line.
        created: see the module. tags: of the front matter and of the text. metadata: what a memory of it keeps.
    """

    text: str
    front: Mapping[str, Any]
    first_line: int
    created: datetime | None
    tags: tuple[str, ...]
    metadata: dict[str, Any]


def read(file: OpenFile) -> Iterator[Item]:
    """The note, or its sections."""
    note = yield from note_of(file)
    if note is None:
        return
    ours = note.front.get(own_notes.FRONT) == own_notes.VERSION
    for piece in own_notes.pieces(note.text, note.first_line) if ours else ():
        try:
            draft = own_notes.draft_of_piece(piece)
            yield file.good(draft, f"line {piece.line}", str(draft.record.get("id", "")))
        except BadItemError as error:
            yield file.bad(f"line {piece.line}", str(error))
    rest = own_notes.before(note.text) if ours else note.text
    if not ours or visible(rest.strip().removeprefix(f"# {note.metadata['title']}")):
        for draft, place in notes(file, replace(note, text=rest)):
            yield file.good(draft, place)


def note_of(file: OpenFile) -> Generator[Item, None, Note | None]:
    """The note of a file, after what is wrong with it; None where there is nothing to read."""
    data = file.stream.read(file.limits.note + 1)
    if len(data) > file.limits.note:
        yield file.bad("whole file", f"the note is larger than {file.limits.note >> 20} MB")
        return None
    text, encoding = decode(data)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if DAMAGED in text:
        line = text.count("\n", 0, text.index(DAMAGED)) + 1
        yield file.odd(f"line {line}", f"{text.count(DAMAGED)} bytes of the note are not UTF-8; they were read as “�”")
        text = text.replace(DAMAGED, "�")
    front: Mapping[str, Any] = {}
    first_line = 1
    match = _FRONT.match(text)
    if match:
        front, problem = _front_matter(match[1])
        if problem:
            yield file.odd("front matter", problem)
        first_line += text.count("\n", 0, match.end())
        text = text[match.end() :]
    if not visible(text):
        file.skipped["empty note"] += 1
        return None
    created = _day(file.base) or file.modified
    try:
        created = _moment(front) or created
    except BadItemError as error:
        yield file.odd("front matter", f"{error}; the note itself was read")
    prose = _CODE.sub("", _FENCE.sub("", text))
    tags = tuple(dict.fromkeys((*_texts(front.get("tags") or front.get("tag")), *_TAG.findall(prose))))
    metadata = _metadata(front, file, prose)
    if encoding != UTF8:
        metadata["encoding"] = encoding
    return Note(text, front, first_line, created, tags, metadata)


def notes(file: OpenFile, note: Note) -> Iterator[tuple[Draft, str]]:
    """The note as one memory, or a long one as one a section; each with its place."""
    sections = list(_sections(note.text.strip()))
    for number, (heading, body) in enumerate(sections, start=1):
        alone = len(sections) == 1
        draft = Draft(
            content=body,
            tags=note.tags,
            source="markdown",
            thread=file.document,
            external_id=file.document if alone else f"{file.document}#{number}-{heading}"[:300],
            metadata=note.metadata if alone else {**note.metadata, "section": heading},
            created_at=note.created,
        )
        yield draft, "whole note" if alone else f"section {number} “{heading[:40]}”"


def _metadata(front: Mapping[str, Any], file: OpenFile, prose: str) -> dict[str, Any]:
    title = front.get("title")
    metadata = {
        **{name: value for name, value in front.items() if name not in ("tags", "tag", "title")},
        "title": title if isinstance(title, str) and title else PurePosixPath(file.inner).stem,
        "path": file.inner,
    }
    links = list(dict.fromkeys(link.strip() for link in _LINK.findall(prose)))
    if links:
        metadata["links"] = links
    return metadata


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    if len(text) > _LONGEST_FRONT:
        return {}, "it is too long for names and values; the note itself was read"
    try:
        found = yaml.load(text, _FrontLoader)  # noqa: S506  # a SafeLoader
        if found is None:
            return {}, ""
        if not isinstance(found, dict):
            return {}, "it is not a list of names and values; the note itself was read"
        # Dates and the like as JSON has them; what JSON cannot hold, as text.
        budget = [_MOST_VALUES]
        return {str(name): _plain(value, budget) for name, value in found.items()}, ""
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError) as error:
        first = next(iter(str(error).splitlines()), type(error).__name__)
        return {}, f"it is not YAML ({first}); the note itself was read"


def _plain(value: Any, budget: list[int]) -> Any:
    """As JSON has it. Raises ValueError when references make it more than anybody wrote."""
    budget[0] -= 1
    if budget[0] < 0:
        raise ValueError("its references multiply")
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(name): _plain(one, budget) for name, one in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_plain(one, budget) for one in value]
    return value if value is None or isinstance(value, (str, bool, int, float)) else str(value)


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = re.split(r"[,\s]+", value)
    if not isinstance(value, list):
        value = [value]
    return tuple(str(one).strip().lstrip("#") for one in value if one not in (None, "", [], {}))


def _moment(front: Mapping[str, Any]) -> datetime | None:
    name = next((name for name in _DATES if front.get(name)), None)
    if name is None:
        return None
    found = front[name]
    return moment_of(found.strip().removeprefix("[[").removesuffix("]]") if isinstance(found, str) else found, name)


def _day(name: str) -> datetime | None:
    """The day that the name of a daily note begins with: 2026-01-31, 2026_01_31, 2026.01.31 or 20260131."""
    found = _DAILY.match(name)
    try:
        return datetime(int(found["year"]), int(found["month"]), int(found["day"]), tzinfo=UTC) if found else None
    except ValueError:
        return None


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """(heading, text) of the note as a whole, or, where it is long, of its sections in parts that are not."""
    if len(text) <= _SECTION:
        yield "", text
        return
    # Headings within code are none: blank it out, keeping every position.
    bare = _FENCE.sub(lambda found: " " * len(found[0]), text)
    cuts = {match.start() for match in _HEADING.finditer(bare)}
    waiting = heading = ""
    for start, end in pairwise(sorted({0, *cuts, len(text)})):
        section = text[start:end].strip()
        if start in cuts:
            heading = section.splitlines()[0].lstrip("# ").strip()
        if start in cuts and "\n" not in section:  # a heading with nothing under it goes with the next one
            waiting += section + "\n\n"
            continue
        yield from ((heading, part) for part in _parts(waiting + section))
        waiting = ""
    if visible(waiting):
        yield from ((heading, part) for part in _parts(waiting))


def _parts(section: str) -> Iterator[str]:
    """A section in parts of at most `_SECTION` characters, cut at the best place in the second half of each."""
    at = 0
    while len(section) - at > _SECTION:
        window = section[at : at + _SECTION]
        cut = next((found for mark in _CUTS if (found := window.rfind(mark, _SECTION // 2)) > 0), _SECTION - 1) + 1
        if visible(window[:cut]):
            yield window[:cut].strip()
        at += cut
    if visible(section[at:]):
        yield section[at:].strip()
