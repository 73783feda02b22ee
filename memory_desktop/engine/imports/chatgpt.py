"""ChatGPT's export: `conversations.json`, or `conversations-000.json` … with `export_manifest.json`.

A conversation is a tree of messages. The branch that the user saw is what leads from `current_node` up to the root; it
comes first, in order. Other branches (edited questions, regenerated answers) come after, marked as alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from memory_desktop.core.records import Draft, Layer
from memory_desktop.engine.imports.items import BadItemError, Item, OpenFile, moment_of
from memory_desktop.engine.imports.json_stream import DamagedStreamError, array_elements, parse

_NAME = re.compile(r"(^|/)conversations(-\d+)?\.json$")
_ROLES = ("user", "assistant")


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    return bool(_NAME.search(name)) and b'"mapping"' in head


def read(file: OpenFile) -> Iterator[Item]:
    """Every visible message of every conversation."""
    try:
        for index, data in array_elements(file.stream):
            place = f"[{index}]"
            try:
                conversation = parse(data)
                if not isinstance(conversation, dict):
                    raise BadItemError("a conversation must be an object")
                yield from _Conversation(file, conversation, place).messages()
            except BadItemError as error:
                yield file.bad(place, str(error))
    except DamagedStreamError as error:
        yield file.bad("end of file", f"{error}; what came before it was read")


class _Conversation:
    def __init__(self, file: OpenFile, raw: Mapping[str, Any], place: str) -> None:
        self._file = file
        self._raw = raw
        title = raw.get("title")
        self._title = title if isinstance(title, str) else ""
        self._place = f"{place} “{self._title[:40]}”" if self._title else place
        id = raw.get("conversation_id") or raw.get("id")
        self._id = id if isinstance(id, str) else ""
        mapping = raw.get("mapping")
        if not isinstance(mapping, dict):
            raise BadItemError("a conversation needs a “mapping” object")
        self._nodes: dict[str, Any] = mapping

    def messages(self) -> Iterator[Item]:
        try:
            started = moment_of(self._raw.get("create_time"), "create_time")
        except BadItemError as error:
            yield self._file.bad(self._place, str(error))
            started = None
        seen: set[str] = set()
        branch, problem = self._branch()
        if problem:
            yield self._file.bad(self._place, problem)
        for node_id in branch:
            seen.add(node_id)
            yield from self._message(node_id, started, alternative=False)
        for node_id in self._nodes:
            if node_id not in seen:
                yield from self._message(node_id, started, alternative=bool(branch))

    def _branch(self) -> tuple[list[str], str]:
        """Node ids from the root to the current node, and what is wrong with the way there."""
        node_id: Any = self._raw.get("current_node")
        if node_id is None:
            return [], ""
        way: list[str] = []
        seen: set[str] = set()
        problem = ""
        while node_id is not None:
            if not isinstance(node_id, str) or node_id not in self._nodes:
                problem = f"mapping names the node {node_id!r}, which is not there"
                break
            if node_id in seen:
                problem = f"mapping goes in a circle at node {node_id}"
                break
            seen.add(node_id)
            way.append(node_id)
            node = self._nodes[node_id]
            node_id = node.get("parent") if isinstance(node, dict) else None
        return way[::-1], problem

    def _message(self, node_id: str, started: datetime | None, *, alternative: bool) -> Iterator[Item]:
        place = f"{self._place} message {node_id}"
        try:
            draft = self._draft(node_id, started, alternative=alternative)
        except BadItemError as error:
            yield self._file.bad(place, str(error))
            return
        if draft is not None:
            yield self._file.good(draft, place)

    def _draft(self, node_id: str, started: datetime | None, *, alternative: bool) -> Draft | None:
        node = self._nodes[node_id]
        if not isinstance(node, dict):
            raise BadItemError("a node must be an object")
        message = node.get("message")
        if message is None:
            return None
        if not isinstance(message, dict):
            raise BadItemError("“message” must be an object")
        author = message.get("author")
        role = author.get("role") if isinstance(author, dict) else None
        if not isinstance(role, str):
            raise BadItemError("the message has no author's role")
        metadata = message.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        if metadata.get("is_visually_hidden_from_conversation"):
            self._file.skipped["hidden message"] += 1
            return None
        if role not in _ROLES:
            self._file.skipped[f"{role} message"] += 1
            return None
        text, attachments = _content(message.get("content"))
        if not text.strip():
            self._file.skipped["empty message"] += 1
            return None
        id = message.get("id")
        kept: dict[str, Any] = {"title": self._title, "role": role}
        model = metadata.get("model_slug") or self._raw.get("default_model_slug")
        if role == "assistant" and isinstance(model, str):
            kept["model"] = model
        if attachments:
            kept["attachments"] = attachments
        if alternative:
            kept["branch"] = "alternative"
        if self._raw.get("is_archived"):
            kept["archived"] = True
        return Draft(
            content=text,
            layer=Layer.EPISODIC,
            kind="episode",
            source="chatgpt",
            thread=self._id,
            external_id=id if isinstance(id, str) and id else node_id,
            metadata=kept,
            created_at=moment_of(message.get("create_time"), "create_time") or started,
        )


def _content(content: Any) -> tuple[str, list[str]]:
    """(text, names of what is not text)."""
    if not isinstance(content, dict):
        raise BadItemError("the message has no content")
    kind = content.get("content_type")
    if kind == "code" and isinstance(content.get("text"), str):
        language = content.get("language")
        language = language if isinstance(language, str) and language != "unknown" else ""
        return f"```{language}\n{content['text']}\n```", []
    parts = content.get("parts")
    if parts is None:
        for name in ("text", "result"):
            if isinstance(content.get(name), str):
                return content[name], []
        return "", [kind] if isinstance(kind, str) else []
    if not isinstance(parts, list):
        raise BadItemError("“parts” must be a list")
    texts: list[str] = []
    attachments: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            if isinstance(part.get("text"), str):  # transcribed speech
                texts.append(part["text"])
            else:
                found = part.get("content_type")
                attachments.append(found if isinstance(found, str) else "attachment")
    return "\n".join(text for text in texts if text), attachments
