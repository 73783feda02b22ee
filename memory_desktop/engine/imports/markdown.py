"""Markdown notes, Obsidian's among them: one memory a note, a long note one memory a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

import yaml

from memory_desktop.core.canonical import canonical_json
from memory_desktop.core.records import Draft
from memory_desktop.engine.imports.items import Item, OpenFile
from memory_desktop.engine.imports.text import decode

_LONGEST_NOTE = 32 << 20
_SECTION = 2_000
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^#{1,6}[ \t]+.*$", re.MULTILINE)
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_TAG = re.compile(r"(?<![\w/#&])#([^\W\d_][\w/-]*)")
_LINK = re.compile(r"\[\[([^\]|#\n]+)")


def sniff(name: str, _head: bytes) -> bool:
    """Is it this format's file?"""
    return PurePosixPath(name).suffix.lower() in (".md", ".markdown")


def read(file: OpenFile) -> Iterator[Item]:
    """The note, or its sections."""
    data = file.stream.read(_LONGEST_NOTE + 1)
    if len(data) > _LONGEST_NOTE:
        yield file.bad("whole file", f"the note is larger than {_LONGEST_NOTE >> 20} MB")
        return
    text = decode(data).replace("\r\n", "\n")
    front: Mapping[str, Any] = {}
    match = _FRONT.match(text)
    if match:
        front, problem = _front_matter(match[1])
        if problem:
            yield file.bad("front matter", problem)
        text = text[match.end() :]
    if not text.strip():
        file.skipped["empty note"] += 1
        return
    path = PurePosixPath(file.inner)
    title = front.get("title")
    title = title if isinstance(title, str) and title else path.stem
    prose = _FENCE.sub("", text)
    tags = (*_texts(front.get("tags") or front.get("tag")), *_TAG.findall(prose))
    metadata = {
        **{str(name): value for name, value in front.items() if name not in ("tags", "tag", "title")},
        "title": title,
        "path": file.inner,
    }
    links = list(dict.fromkeys(link.strip() for link in _LINK.findall(prose)))
    if links:
        metadata["links"] = links
    created = _moment(front.get("created") or front.get("date") or front.get("created_at"))
    sections = list(_sections(text))
    for number, (heading, body) in enumerate(sections, start=1):
        draft = Draft(
            content=body,
            tags=tags,
            source="markdown",
            thread=file.inner,
            external_id=file.inner if len(sections) == 1 else f"{file.inner}#{number}-{heading}"[:300],
            metadata=metadata if len(sections) == 1 else {**metadata, "section": heading},
            created_at=created,
        )
        yield file.good(draft, "whole note" if len(sections) == 1 else f"section {number} “{heading[:40]}”")


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    try:
        found = yaml.safe_load(text)
        if found is None:
            return {}, ""
        if not isinstance(found, dict):
            return {}, "it is not a list of names and values; the note itself was read"
        # Dates and the like as JSON has them; what JSON cannot hold, as text.
        return {str(name): _plain(value) for name, value in found.items()}, ""
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first = str(error).splitlines()[0]
        return {}, f"it is not YAML ({first}); the note itself was read"


def _plain(value: Any) -> Any:
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_plain(one) for one in value]
    try:
        canonical_json(value)
    except (TypeError, ValueError):
        return str(value)
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(part.strip().lstrip("#") for part in re.split(r"[,\s]+", value) if part.strip())
    if isinstance(value, list):
        return tuple(str(one).lstrip("#") for one in value if one is not None)
    return ()


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """(heading, text) of the note as a whole, or of its sections where it is long; long sections at blank lines."""
    text = text.strip()
    if len(text) <= _SECTION:
        yield "", text
        return
    fences = [(match.start(), match.end()) for match in _FENCE.finditer(text)]
    cuts = [
        match.start()
        for match in _HEADING.finditer(text)
        if not any(start <= match.start() < end for start, end in fences)
    ]
    bounds = sorted({0, *cuts, len(text)})
    for start, end in pairwise(bounds):
        section = text[start:end].strip()
        heading = section.splitlines()[0].lstrip("# ").strip() if start in cuts else ""
        only_a_heading = bool(heading) and "\n" not in section
        if section and not only_a_heading:
            yield from ((heading, part) for part in _paragraphs(section) if part)


def _paragraphs(section: str) -> Iterator[str]:
    part = ""
    for paragraph in re.split(r"\n{2,}", section):
        if part and len(part) + len(paragraph) > _SECTION:
            yield part
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    yield part
