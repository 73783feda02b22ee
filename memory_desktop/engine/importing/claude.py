"""Claude's export: `conversations.json`, `projects.json` or `projects/….json`, and `memories.json`.

Each message is one memory, and so is the text of each attachment (`<message>#attachment-0`) and each document of a
project. What Claude remembers comes as one fact a paragraph or bullet, marked as synthetic: a model wrote it. Thinking
and the use of tools are counted and passed over.

A message names its turn: the nearest question before it, with all that answers it. Newer exports say of each message
which one it follows (`parent_message_uuid`): then the turn is told by that, and what does not lead to the message that
was seen last (`current_leaf_message_uuid`, else the last one) is an alternative.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.conversation.cycles import CYCLE, id_of
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.importing.items import (
    BadItemError,
    Item,
    OpenFile,
    list_of,
    mapping_of,
    moment_of,
    shown,
    text_of,
    visible,
)
from memory_desktop.engine.importing.json_stream import beginning, json_elements, objects_in

SOURCE = "claude"
_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
# What a first message names as the one that it follows begins with this.
_NO_PARENT = "00000000-0000-"
_BLOCKS = {
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "tool_use": "tool use",
    "tool_result": "tool result",
}
_HEADING = re.compile(r"^\s*(#|\*\*[^*]+\*\*\s*$)")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_BEGINS = beginning(
    "uuid", "name", "summary", "description", "created_at", "updated_at", "is_private", "is_starter_project",
    "prompt_template", "chat_messages", "conversations_memory", "account_uuid",
    holders=("account",),
)  # fmt: skip
# A message in what is left of a damaged conversation.
_MESSAGE = re.compile(r'(?=\{\s*"uuid"\s*:\s*"[^"\\]{1,200}"\s*,\s*"(?:text|content|sender)"\s*:)')


def sniff(name: str, head: bytes) -> bool:
    """Is it one of this format's files?"""
    path = PurePosixPath(name)
    if path.suffix != ".json":
        return False
    if path.name == "memories.json":
        return b'"conversations_memory"' in head or b'"project_memories"' in head
    if path.stem == "projects" or path.parent.name == "projects":
        return b'"docs"' in head or b'"prompt_template"' in head
    return b'"chat_messages"' in head


def read(file: OpenFile) -> Iterator[Item]:
    """Messages, projects' documents, or what Claude remembers: each object tells by its fields which it is."""
    for element in json_elements(file.stream, _BEGINS, file.limits.element, file.check):
        value, place = element.value, element.place
        if element.problem:
            yield file.bad(place, f"{element.problem}; what is whole of it was read")
            found = [message for _, message in objects_in(element.rest, _MESSAGE, file.check)]
            value = value if isinstance(value, dict) else {}
            if found:
                said = value.get("chat_messages")
                value = {**value, "chat_messages": [*(said if isinstance(said, list) else []), *found]}
            if not value:
                continue
        try:
            if not isinstance(value, dict):
                raise BadItemError("an object is expected here")
            yield from _reader_of(value)(file, value, place)
        except BadItemError as error:
            if not element.problem:
                yield file.bad(place, str(error))


def _reader_of(value: Mapping[str, Any]) -> Callable[[OpenFile, Mapping[str, Any], str], Iterator[Item]]:
    if "chat_messages" in value:
        return _conversation
    if "conversations_memory" in value or "project_memories" in value:
        return _memories
    if "docs" in value or "prompt_template" in value:
        return _project
    raise BadItemError("it has neither “chat_messages” nor “docs” nor “conversations_memory”")


def _conversation(file: OpenFile, raw: Mapping[str, Any], place: str) -> Iterator[Item]:
    messages = raw.get("chat_messages")
    if not isinstance(messages, list):
        raise BadItemError("a conversation needs a “chat_messages” list")
    title, thread = text_of(raw, "name"), text_of(raw, "uuid")
    where = f"{place} “{title[:40]}”" if title else place
    try:
        time = _moment(raw)
    except BadItemError as error:
        yield file.bad(where, str(error))
        time = None
    time = time or next(_moments(messages), None)
    turns = _Turns(raw, messages)
    for index, message in enumerate(messages):
        file.check()
        at = f"{where} message [{index}]"
        try:
            if not isinstance(message, dict):
                raise BadItemError("a message must be an object")
            # One without a time stays in its place, behind the message before it.
            time = _moment(message) or time
            placed = {"title": title, **turns.labels(index, thread)}
            yield from _message(file, message, time, placed, thread, at)
        except BadItemError as error:
            yield file.bad(at, str(error))


class _Turns:
    """Which turn each message of a conversation belongs to, and whether it is of a branch that was left."""

    def __init__(self, raw: Mapping[str, Any], messages: list[Any]) -> None:
        self._messages = messages
        self._numbers = {id: index for index, one in enumerate(messages) if (id := _uuid(one))}
        self._is_tree = any(self._follows(index) is not None for index in range(len(messages)))
        self._heads: dict[int, int] = {}
        self._seen = self._branch(raw) if self._is_tree else set()

    def labels(self, index: int, thread: str) -> dict[str, Any]:
        """What the metadata of a message says of its place."""
        branch = {"branch": "alternative"} if self._seen and index not in self._seen else {}
        if not thread:
            return branch
        head = self._head(index)
        return {**branch, CYCLE: id_of(SOURCE, f"{thread}\n{_uuid(self._messages[head]) or head}")}

    def _before(self, index: int) -> int | None:
        """The message that one follows; of what is no tree, the one above it."""
        if self._is_tree:
            return self._follows(index)
        return index - 1 if index else None

    def _follows(self, index: int) -> int | None:
        message = self._messages[index]
        parent = message.get("parent_message_uuid") if isinstance(message, dict) else None
        return self._numbers.get(parent) if isinstance(parent, str) else None

    def _head(self, index: int) -> int:
        """The nearest question at or above a message, else what was said first."""
        way: dict[int, None] = {}
        at: int | None = index
        while at is not None and at not in self._heads and at not in way:
            way[at] = None
            at = self._before(at)
        head = self._heads.get(at) if at is not None else None
        for one in reversed(way):
            message = self._messages[one]
            asks = isinstance(message, dict) and message.get("sender") in ("human", "user")
            head = self._heads[one] = one if asks or head is None else head
        return self._heads[index]

    def _branch(self, raw: Mapping[str, Any]) -> set[int]:
        """Numbers of the messages that were seen; none where the way up is broken: nobody knows what hung where."""
        leaf = raw.get("current_leaf_message_uuid")
        at = self._numbers.get(leaf) if isinstance(leaf, str) else None
        at = max(self._numbers.values(), default=None) if at is None else at
        way: dict[int, None] = {}
        while at is not None and at not in way:
            way[at] = None
            at = self._follows(at)
        top = self._messages[next(reversed(way))].get("parent_message_uuid") if way else None
        whole = at is None and (not isinstance(top, str) or top.startswith(_NO_PARENT))
        return set(way) if whole else set()


def _uuid(message: Any) -> str:
    id = message.get("uuid") if isinstance(message, dict) else None
    return id if isinstance(id, str) else ""


def _message(
    file: OpenFile,
    message: Mapping[str, Any],
    created: datetime | None,
    placed: Mapping[str, Any],
    thread: str,
    at: str,
) -> Iterator[Item]:
    sender = message.get("sender")
    role = _ROLES.get(sender) if isinstance(sender, str) else None
    if role is None:
        raise BadItemError(f"the sender {shown(sender)} is not known")
    id = text_of(message, "uuid")
    common: dict[str, Any] = {
        "layer": Layer.EPISODIC,
        "kind": "episode",
        "source": SOURCE,
        "thread": thread,
        "created_at": created,
    }
    metadata: dict[str, Any] = {**placed, "role": role}
    if id:
        metadata["message_id"] = id
    text = _text(file, message)
    attachments, files = list_of(message, "attachments"), list_of(message, "files")
    names = [one.get("file_name") for one in (*attachments, *files) if isinstance(one, dict)]
    kept = list(dict.fromkeys(name for name in names if isinstance(name, str) and name))
    if not visible(text) and kept and not any(_extracted(one) for one in attachments):
        text = "\n".join(f"[{name}]" for name in kept)
    if visible(text):
        own = {**metadata, "attachments": kept} if kept else metadata
        yield file.good(Draft(content=text, external_id=id or None, metadata=own, **common), at)
    elif not attachments:
        file.skipped["empty message"] += 1
    for number, attachment in enumerate(attachments):
        where = f"{at} attachment [{number}]"
        if not isinstance(attachment, dict):
            yield file.bad(where, "an attachment must be an object")
            continue
        content = _extracted(attachment)
        if not content:
            file.skipped["attachment without text"] += 1
            continue
        name = attachment.get("file_name")
        draft = Draft(
            content=content,
            external_id=f"{id}#attachment-{number}" if id else None,
            metadata={**metadata, "file_name": name if isinstance(name, str) else ""},
            **common,
        )
        yield file.good(draft, where)


def _moment(value: Mapping[str, Any]) -> datetime | None:
    return moment_of(value.get("created_at"), "created_at")


def _moments(messages: list[Any]) -> Iterator[datetime]:
    """The times of those messages that have one; what is wrong with others is said when they are read."""
    for message in messages:
        with suppress(BadItemError):
            time = _moment(message) if isinstance(message, dict) else None
            if time is not None:
                yield time


def _extracted(attachment: Any) -> str:
    content = attachment.get("extracted_content") if isinstance(attachment, dict) else None
    return content if isinstance(content, str) and visible(content) else ""


def _text(file: OpenFile, message: Mapping[str, Any]) -> str:
    texts: list[str] = []
    for block in list_of(message, "content"):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text" and isinstance(block.get("text"), str):
            texts.append(block["text"])
        else:
            file.skipped[_BLOCKS.get(kind, "other block") if isinstance(kind, str) else "other block"] += 1
    return "\n".join(texts) if texts else text_of(message, "text")


def _project(file: OpenFile, raw: Mapping[str, Any], place: str) -> Iterator[Item]:
    name, project = text_of(raw, "name"), text_of(raw, "uuid")
    created = moment_of(raw.get("created_at"), "created_at")
    metadata = {"project": name, "title": name}
    for field in ("description", "prompt_template"):
        text = text_of(raw, field)
        if visible(text):
            draft = Draft(
                content=text,
                kind="rule" if field == "prompt_template" else "general",
                source=SOURCE,
                thread=project,
                external_id=f"{project}#{field}" if project else None,
                metadata=metadata,
                created_at=created,
            )
            yield file.good(draft, f"{place} {field}")
    for index, document in enumerate(list_of(raw, "docs")):
        at = f"{place} docs[{index}]"
        try:
            if not isinstance(document, dict) or not isinstance(document.get("content"), str):
                raise BadItemError("a document needs a “content” text")
            if not visible(document["content"]):
                file.skipped["empty document"] += 1
                continue
            file_name = text_of(document, "filename")
            draft = Draft(
                content=document["content"],
                source=SOURCE,
                thread=project,
                external_id=f"{project}#doc-{file_name or index}" if project else None,
                metadata={**metadata, "file_name": file_name},
                created_at=moment_of(document.get("created_at"), "created_at") or created,
            )
            yield file.good(draft, at)
        except BadItemError as error:
            yield file.bad(at, str(error))


def _memories(file: OpenFile, raw: Mapping[str, Any], place: str) -> Iterator[Item]:
    texts: dict[str, Any] = {"": raw.get("conversations_memory"), **mapping_of(raw, "project_memories")}
    for project, text in texts.items():
        where = f"project_memories.{project}" if project else "conversations_memory"
        if text is None:
            continue
        if not isinstance(text, str):
            yield file.bad(f"{place} {where}", "it must be a text")
            continue
        metadata = {"project": project} if project else {}
        for number, fact in enumerate(_facts(text), start=1):
            draft = Draft(content=fact, kind="fact", source=SOURCE, thread=where, metadata=metadata, synthetic=True)
            yield file.good(draft, f"{place} {where} paragraph {number}")


def _facts(text: str) -> Iterator[str]:
    """Paragraphs, and each bullet of a list by itself; headings are passed over."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line for line in paragraph.splitlines() if visible(line) and not _HEADING.match(line)]
        plain = [line for line in lines if not _BULLET.match(line)]
        if plain:
            yield " ".join(line.strip() for line in plain)
        yield from (_BULLET.sub("", line).strip() for line in lines if _BULLET.match(line))
