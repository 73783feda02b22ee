"""basic-memory's notes: Markdown with front matter, observations `- [category] text #tag (context)` and relations.

Each observation is a fact about its note, each relation `- relation_type [[Target]]` one about two; a bare link is
`links_to`. The rest of the note, if there is more than its heading, comes as a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing.items import Item, OpenFile, visible
from memory_desktop.engine.importing.markdown import Note, note_of, notes
from memory_desktop.engine.importing.mcp import entity_text, observation_text, relation_draft
from memory_desktop.engine.importing.own_notes import MARK

SOURCE = "basic-memory"
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
# The first word in brackets, which is neither a task's box nor a link's text.
_OBSERVATION = re.compile(
    r"^[ \t]*[-*][ \t]+\[(?![ xX-]\])(?P<category>[^\[\]\n]{1,80})\][ \t]+(?P<text>\S[^\n]*)$", re.MULTILINE
)
_RELATION = re.compile(
    r"^[ \t]*[-*][ \t]+(?P<type>[^\[\]\n]{0,120}?)[ \t]*\[\[(?P<target>[^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]"
    r"[ \t]*(?:\((?P<context>[^\n]*)\))?[ \t]*$",
    re.MULTILINE,
)
_LINK = re.compile(r"\[\[([^\[\]|#\n]+)")
_TAG = re.compile(r"(?<![\w/#&])#([^\W\d_][\w/-]*)")
_CONTEXT = re.compile(r"\(([^()\n]*)\)\s*$")
_SECTION = re.compile(r"^#{1,6}[ \t]+(?:Observations|Relations)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_PERMALINK = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?:(?!---)[^\n]*\n){0,60}?permalink[ \t]*:", re.DOTALL)
_OBSERVATIONS = re.compile(
    rb"^#{1,6}[ \t]+Observations[ \t]*\r?$\s{0,20}[-*][ \t]+\[[^\[\]\n]{2,80}\][ \t]", re.MULTILINE
)


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file? Other notes, Obsidian's among them, have neither permalinks nor observations."""
    if PurePosixPath(name).suffix.lower() not in (".md", ".markdown") or MARK in head:
        return False
    return _PERMALINK.match(head) is not None or _OBSERVATIONS.search(head) is not None


def read(file: OpenFile) -> Iterator[Item]:
    """The note, its observations and its relations."""
    note = yield from note_of(file)
    if note is None:
        return
    bare = _FENCED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), note.text)
    observations, relations = list(_OBSERVATION.finditer(bare)), list(_RELATION.finditer(bare))
    prose = _without(note.text, [found.span() for found in (*observations, *relations, *_SECTION.finditer(bare))])
    title = str(note.metadata["title"])
    kind = note.front.get("type")
    about = {"entity": title, "entity_type": kind if isinstance(kind, str) else "", **_permalink(note.front)}
    rest = "\n".join(line for line in prose.splitlines() if line.strip().lstrip("#").strip() != title)
    facts = len(observations) + len(relations)
    if visible(rest):
        for draft, place in notes(file, replace(note, text=prose.strip())):
            yield file.good(replace(draft, source=SOURCE, metadata={**draft.metadata, **_permalink(note.front)}), place)
    elif not facts:
        text = entity_text(title, about["entity_type"])
        yield file.good(_fact(file, note, text, {**about, "observation": None}, ()), "whole note")
    for found in observations:
        yield file.good(_observed(file, note, found, about), _line(note, found))
    links = [(found["type"].strip(" :*_"), found["target"], found) for found in relations]
    left = _without(bare, [found.span() for found in (*observations, *relations)])
    links += [("", found[1], found) for found in _LINK.finditer(left)]
    for type, target, at in _once(links):
        made = relation_draft({"from": title, "to": target, "relationType": type})
        draft = replace(made, source=SOURCE, thread=file.document, created_at=note.created)
        yield file.good(draft, _line(note, at) if at in relations else f"link to {target[:40]}")


def _once(
    links: list[tuple[str, str, re.Match[str]]],
) -> Iterator[tuple[str, str, re.Match[str]]]:
    seen: set[tuple[str, str]] = set()
    for type, target, place in links:
        key = type or "links_to", target.strip()
        if visible(key[1]) and key not in seen:
            seen.add(key)
            yield (*key, place)


def _observed(file: OpenFile, note: Note, found: re.Match[str], about: Mapping[str, Any]) -> Draft:
    # From the text itself: the spans are the same, and code in a line is not blanked out there.
    text = note.text[found.start("text") : found.end("text")].strip()
    category = found["category"].strip()
    context = _CONTEXT.search(text)
    metadata = {**about, "observation": text, "category": category}
    if context:
        metadata["context"] = context[1]
    tags = tuple(dict.fromkeys((category, *_TAG.findall(text))))
    return _fact(file, note, observation_text(str(about["entity"]), text), metadata, tags)


def _fact(file: OpenFile, note: Note, text: str, metadata: Mapping[str, Any], tags: tuple[str, ...]) -> Draft:
    return Draft(
        content=text,
        kind="fact",
        tags=tags,
        source=SOURCE,
        thread=file.document,
        metadata=metadata,
        created_at=note.created,
    )


def _permalink(front: Mapping[str, Any]) -> dict[str, str]:
    found = front.get("permalink")
    return {"permalink": found} if isinstance(found, str) and found else {}


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    kept, at = [], 0
    for start, end in sorted(spans):
        kept.append(text[at:start])
        at = max(at, end)
    return "".join((*kept, text[at:]))


def _line(note: Note, found: re.Match[str]) -> str:
    return f"line {note.first_line + note.text.count(chr(10), 0, found.start(0))}"
