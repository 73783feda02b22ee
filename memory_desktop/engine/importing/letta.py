"""Letta's agent files (`.af`): agents with their messages, and the blocks of their core memory.

Each block is one memory, each message of the user or the assistant one message of the agent's conversation. What an
assistant says by the tool `send_message` is its answer; what it thinks beside is passed over, as are the system's
messages, events such as heartbeats, and tools unless they are asked for. The earlier form of the file, which is one
agent itself, is read too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    texts_of,
    visible,
)
from memory_desktop.engine.importing.json_document import begins_with, document, guarded
from memory_desktop.engine.importing.json_stream import objects_in, parse

SOURCE = "letta"
_ROLES = ("user", "assistant", "system", "tool")
_RECORD = begins_with("id", "type", "role", "label", "value", "name", "agent_type", "content")
_EVENTS = ("heartbeat", "login", "system_alert", "system_message")


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".af":
        return True
    marks = (b'"agent_type"', b'"core_memory"', b'"block_ids"', b'"in_context_message_ids"')
    return suffix == ".json" and b'"messages"' in head and sum(mark in head for mark in marks) >= 2


def read(file: OpenFile) -> Iterator[Item]:
    """Every block and every message."""
    try:
        value, problem, rest = document(file)
        if not problem and not isinstance(value, dict):
            raise BadItemError("the file must hold an object")
    except BadItemError as error:
        yield file.bad("whole file", str(error))
        return
    if problem:
        yield file.bad("whole file", f"{problem}; what is whole of it was read")
    value = value if isinstance(value, dict) else {}
    reader = _File(file, value)
    if not problem and not isinstance(value.get("agents"), list) and not isinstance(value.get("messages"), list):
        yield file.bad("whole file", "there are neither “agents” nor “messages”")
    yield from reader.items()
    for number, (_, one) in enumerate(objects_in(rest, _RECORD, file.check), start=1):
        yield from guarded(file, reader.any, one, f"object {number} behind the fault")


class _File:
    """Knows the agent that is being read, and whose each block is."""

    def __init__(self, file: OpenFile, value: Mapping[str, Any]) -> None:
        self._file = file
        self._value = value
        self._agent = ""
        self._name = ""
        self._head = ""
        self._time: datetime | None = None
        self._owners: dict[str, list[str]] = {}

    def items(self) -> Iterator[Item]:
        value = self._value
        agents = value.get("agents")
        if isinstance(agents, list):
            for index, one in enumerate(agents):
                yield from guarded(self._file, self._agent_of, one, f"agents[{index}]")
        elif value:
            yield from guarded(self._file, self._agent_of, value, "whole file")
        for name in ("blocks", "core_memory"):
            blocks = value.get(name)
            for index, one in enumerate(blocks if isinstance(blocks, list) else ()):
                yield from guarded(self._file, self._block, one, f"{name}[{index}]")

    def any(self, value: Mapping[str, Any], place: str) -> Iterator[Item]:
        """An agent, message or block, by its fields; anything else of the file is passed over."""
        if isinstance(value.get("messages"), list):
            yield from self._agent_of(value, place)
        elif "role" in value:
            yield from self._message(value, place)
        elif "label" in value and "value" in value:
            yield from self._block(value, place)

    def _agent_of(self, value: Mapping[str, Any], place: str) -> Iterator[Item]:
        self._name = text_of(value, "name")
        self._agent = text_of(value, "id") or self._name or self._file.base
        self._head, self._time = "", None
        for block in texts_of(value, "block_ids"):
            self._owners.setdefault(block, []).append(self._name)
        at = "" if place == "whole file" else f"{place} "
        for index, one in enumerate(list_of(value, "messages")):
            yield from guarded(self._file, self._message, one, f"{at}messages[{index}]")

    def _message(self, value: Mapping[str, Any], place: str) -> Iterator[Item]:
        role = value.get("role")
        if role not in _ROLES:
            raise BadItemError(f"the role {shown(role)} is not known")
        text, event = _text(value, str(role))
        if event:
            self._file.skipped["event"] += 1
            return
        time = moment_of(value.get("created_at"), "created_at")
        self._time = time or self._time
        if role not in self._file.roles:
            self._file.skipped[f"{role} message"] += 1
            return
        if not visible(text):
            self._file.skipped["empty message"] += 1
            return
        id = text_of(value, "id")
        if role == "user" or not self._head:
            self._head = id or place
        metadata: dict[str, Any] = {"role": role, "title": self._name or self._agent}
        if id:
            metadata["message_id"] = id
        if self._agent:
            metadata[CYCLE] = id_of(SOURCE, f"{self._agent}\n{self._head}")
        draft = Draft(
            content=text,
            layer=Layer.EPISODIC,
            kind="episode",
            source=SOURCE,
            thread=self._agent,
            external_id=id or None,
            metadata=metadata,
            created_at=self._time,
        )
        yield self._file.good(draft, place)

    def _block(self, value: Mapping[str, Any], place: str) -> Iterator[Item]:
        text, label, id = text_of(value, "value"), text_of(value, "label"), text_of(value, "id")
        if not visible(text):
            self._file.skipped["empty block"] += 1
            return
        metadata: dict[str, Any] = {"label": label, "description": text_of(value, "description")}
        metadata |= {"agents": self._owners[id]} if id in self._owners else {}
        metadata |= {"read_only": True} if value.get("read_only") is True else {}
        draft = Draft(
            content=text,
            kind="fact",
            tags=(label,) if visible(label) else (),
            source=SOURCE,
            external_id=id or None,
            metadata={**{name: found for name, found in metadata.items() if found}, **mapping_of(value, "metadata")},
        )
        yield self._file.good(draft, place)


def _text(value: Mapping[str, Any], role: str) -> tuple[str, bool]:
    """(what is said, whether it is an event of the program and no message)."""
    if role == "assistant" and (sent := list(_sent(value))):
        return "\n\n".join(sent), False
    content = value.get("content", value.get("text"))
    if isinstance(content, list):
        parts = [one.get("text") for one in content if isinstance(one, dict) and one.get("type", "text") == "text"]
        content = "\n".join(part for part in parts if isinstance(part, str))
    if content is None:
        return "", False
    if not isinstance(content, str):
        raise BadItemError("“content” must be a text or a list of parts")
    if role in ("user", "tool", "system") and content.lstrip().startswith("{"):
        return _unpacked(content)
    return content, False


def _unpacked(content: str) -> tuple[str, bool]:
    """Letta wraps what comes in as JSON: `{"type": "user_message", "message", "time"}`."""
    try:
        inner = parse(content.encode())
    except (BadItemError, UnicodeEncodeError):
        return content, False
    if not isinstance(inner, dict):
        return content, False
    if inner.get("type") in _EVENTS:
        return "", True
    message = inner.get("message")
    return (message, False) if isinstance(message, str) else (content, False)


def _sent(value: Mapping[str, Any]) -> Iterator[str]:
    """What an assistant says by calling `send_message`."""
    calls = value.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or function.get("name") != "send_message":
            continue
        arguments = function.get("arguments")
        try:
            inner = parse(arguments.encode()) if isinstance(arguments, str) else arguments
        except (BadItemError, UnicodeEncodeError):
            continue
        message = inner.get("message") if isinstance(inner, dict) else None
        if isinstance(message, str) and visible(message):
            yield message
