"""Claude's export: `conversations.json`, `projects.json` or `projects/….json`, and `memories.json`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import orjson

from memory_desktop.core.records import Draft, Layer
from memory_desktop.engine.imports.items import (
    BadItemError,
    Item,
    OpenFile,
    mapping_of,
    moment_of,
    text_of,
)
from memory_desktop.engine.imports.json_stream import DamagedStreamError, array_elements, parse

_ROLES = {"human": "user", "assistant": "assistant"}
_HEADING = re.compile(r"^\s*(#|\*\*[^*]+\*\*\s*$)")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")


def sniff(name: str, head: bytes) -> bool:
    """Is it one of this format's files?"""
    path = PurePosixPath(name)
    if path.name == "conversations.json":
        return b'"chat_messages"' in head
    if path.name == "memories.json":
        return b'"conversations_memory"' in head or b'"project_memories"' in head
    return path.suffix == ".json" and (path.stem == "projects" or path.parent.name == "projects") and b'"docs"' in head


def read(file: OpenFile) -> Iterator[Item]:
    """Messages, projects' documents, or what Claude remembers, by the file's name."""
    name = PurePosixPath(file.inner).name
    read_one = _conversation if name == "conversations.json" else _memories if name == "memories.json" else _project
    try:
        for place, data in _elements(file):
            try:
                value = parse(data)
                if not isinstance(value, dict):
                    raise BadItemError("an object is expected here")
                yield from read_one(file, value, place)
            except BadItemError as error:
                yield file.bad(place, str(error))
    except DamagedStreamError as error:
        yield file.bad("end of file", f"{error}; what came before it was read")


def _elements(file: OpenFile) -> Iterator[tuple[str, bytes]]:
    if PurePosixPath(file.inner).name in ("conversations.json", "projects.json"):
        yield from ((f"[{index}]", data) for index, data in array_elements(file.stream))
        return
    data = file.stream.read().lstrip(b" \t\r\n\xef\xbb\xbf")
    if data.startswith(b"["):
        value = parse(data)
        yield from ((f"[{index}]", orjson.dumps(one)) for index, one in enumerate(value))
    else:
        yield "whole file", data


def _conversation(file: OpenFile, raw: Mapping[str, Any], place: str) -> Iterator[Item]:
    title, thread = text_of(raw, "name"), text_of(raw, "uuid")
    messages = raw.get("chat_messages")
    if not isinstance(messages, list):
        raise BadItemError("a conversation needs a “chat_messages” list")
    where = f"{place} “{title[:40]}”" if title else place
    for index, message in enumerate(messages):
        at = f"{where} message [{index}]"
        try:
            if not isinstance(message, dict):
                raise BadItemError("a message must be an object")
            yield from _message(file, message, raw, title, thread, at)
        except BadItemError as error:
            yield file.bad(at, str(error))


def _message(
    file: OpenFile, message: Mapping[str, Any], raw: Mapping[str, Any], title: str, thread: str, at: str
) -> Iterator[Item]:
    sender = message.get("sender")
    role = _ROLES.get(sender) if isinstance(sender, str) else None
    if role is None:
        raise BadItemError(f"the sender {sender!r} is not known")
    created = moment_of(message.get("created_at"), "created_at") or moment_of(raw.get("created_at"), "created_at")
    id = text_of(message, "uuid")
    common: dict[str, Any] = {
        "layer": Layer.EPISODIC,
        "kind": "episode",
        "source": "claude",
        "thread": thread,
        "created_at": created,
    }
    text = _text(message)
    if text.strip():
        metadata = {"title": title, "role": role}
        yield file.good(Draft(content=text, external_id=id or None, metadata=metadata, **common), at)
    else:
        file.skipped["empty message"] += 1
    attachments = message.get("attachments") or []
    for number, attachment in enumerate(attachments if isinstance(attachments, list) else []):
        content = attachment.get("extracted_content") if isinstance(attachment, dict) else None
        if isinstance(content, str) and content.strip():
            name = attachment.get("file_name")
            metadata = {"title": title, "role": role, "file_name": name if isinstance(name, str) else ""}
            external_id = f"{id}#attachment-{number}" if id else None
            draft = Draft(content=content, external_id=external_id, metadata=metadata, **common)
            yield file.good(draft, f"{at} attachment [{number}]")


def _text(message: Mapping[str, Any]) -> str:
    blocks = message.get("content")
    if isinstance(blocks, list):
        texts = [
            block["text"]
            for block in blocks
            if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
        ]
        if texts:
            return "\n".join(texts)
    return text_of(message, "text")


def _project(file: OpenFile, raw: Mapping[str, Any], place: str) -> Iterator[Item]:
    name, project = text_of(raw, "name"), text_of(raw, "uuid")
    created = moment_of(raw.get("created_at"), "created_at")
    metadata = {"project": name, "title": name}
    for field in ("description", "prompt_template"):
        text = text_of(raw, field)
        if text.strip():
            draft = Draft(
                content=text,
                kind="rule" if field == "prompt_template" else "general",
                source="claude",
                thread=project,
                external_id=f"{project}#{field}" if project else None,
                metadata=metadata,
                created_at=created,
            )
            yield file.good(draft, f"{place} {field}")
    documents = raw.get("docs") or []
    for index, document in enumerate(documents if isinstance(documents, list) else []):
        at = f"{place} docs[{index}]"
        if not isinstance(document, dict) or not isinstance(document.get("content"), str):
            yield file.bad(at, "a document needs a “content” text")
            continue
        if document["content"].strip():
            file_name = document.get("filename")
            draft = Draft(
                content=document["content"],
                source="claude",
                thread=project,
                external_id=f"{project}#doc-{file_name or index}" if project else None,
                metadata={**metadata, "file_name": file_name if isinstance(file_name, str) else ""},
                created_at=moment_of(document.get("created_at"), "created_at") or created,
            )
            yield file.good(draft, at)


def _memories(file: OpenFile, raw: Mapping[str, Any], place: str) -> Iterator[Item]:
    texts = {"conversations_memory": text_of(raw, "conversations_memory")}
    projects = mapping_of(raw, "project_memories")
    texts |= {f"project_memories.{id}": text for id, text in projects.items() if isinstance(text, str)}
    for where, text in texts.items():
        for number, fact in enumerate(_facts(text)):
            draft = Draft(content=fact, kind="fact", source="claude", thread=where, synthetic=True)
            yield file.good(draft, f"{place} {where} paragraph {number + 1}")


def _facts(text: str) -> Iterator[str]:
    """Paragraphs, and each bullet of a list by itself; headings are passed over."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line for line in paragraph.splitlines() if line.strip() and not _HEADING.match(line)]
        plain = [line for line in lines if not _BULLET.match(line)]
        if plain:
            yield " ".join(line.strip() for line in plain)
        yield from (_BULLET.sub("", line).strip() for line in lines if _BULLET.match(line))
