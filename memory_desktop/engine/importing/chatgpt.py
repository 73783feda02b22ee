"""ChatGPT's export: `conversations.json`, or `conversations-000.json` … with `export_manifest.json`.

A conversation is a tree of messages. The branch that the user saw is what leads from `current_node` up to the root; it
comes first, in order. Other branches (edited questions, regenerated answers) come after, marked as alternatives. Where
the way to the root is broken, what cannot be reached is not called an alternative: nobody knows.

Each message is one memory. Messages of the system and of tools (unless they are asked for), hidden ones, reasoning and
empty ones are counted and passed over; code that the assistant ran is kept.

A message names its turn, which is told by the tree and not by the order of the file: the nearest question above it,
with all that answers it. A regenerated answer belongs to its question; an edited question begins a turn of its own.

A message without a time takes that of the message before it, so that it stays in its place in the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from memory_desktop.core.conversation.cycles import ASKING, CYCLE, id_of
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.importing.items import ROLES, BadItemError, Item, OpenFile, moment_of, shown, visible
from memory_desktop.engine.importing.json_stream import beginning, json_elements, objects_in

_NAME = re.compile(r"(^|/)conversations(-\d+)?\.json$")
SOURCE = "chatgpt"
_PASSED_OVER = {"system": "system message", "tool": "tool message"}
_REASONING = ("thoughts", "reasoning_recap")
_BEGINS = beginning(
    "title", "create_time", "update_time", "id", "conversation_id", "current_node", "mapping", "is_archived",
    "default_model_slug", "gizmo_id", "moderation_results", "conversation_template_id",
    holders=("mapping",),
)  # fmt: skip
# A node in what is left of a damaged mapping: its name is also its id.
_NODE = re.compile(r'"(?P<id>[^"\\]{1,200})"\s*:\s*(?=\{\s*"id"\s*:\s*"(?P=id)")')
_CURRENT = re.compile(r'"current_node"\s*:\s*"([^"\\]{1,200})"')
_ID = re.compile(r'"(?:conversation_id|id)"\s*:\s*"([^"\\]{1,200})"')
_MOST_ROOTS = 5


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    mappings, others = head.count(b'"mapping"'), head.count(b'"chat_messages"')
    if others > mappings or not name.endswith(".json"):
        return False
    if mappings and (b'"message"' in head or b'"title"' in head):
        return True
    return bool(_NAME.search(name)) and head.lstrip(b" \t\r\n\xef\xbb\xbf").startswith(b"[")


def read(file: OpenFile) -> Iterator[Item]:
    """Every visible message of every conversation."""
    for element in json_elements(file.stream, _BEGINS, file.limits.element, file.check):
        raw = element.value
        if element.problem:
            yield file.bad(element.place, f"{element.problem}; what is whole of it was read")
            raw = _recovered(raw, element.rest, file.check)
        try:
            if not isinstance(raw, dict):
                raise BadItemError("a conversation must be an object")
            yield from _Conversation(file, raw, element.place, damaged=bool(element.problem)).messages()
        except BadItemError as error:
            if not element.problem:
                yield file.bad(element.place, str(error))


def _recovered(raw: Any, rest: str, check: Callable[[], None]) -> dict[str, Any]:
    """A damaged conversation with the nodes that stand behind the fault."""
    saved: dict[str, Any] = raw if isinstance(raw, dict) else {}
    mapping = saved["mapping"] = saved["mapping"] if isinstance(saved.get("mapping"), dict) else {}
    for match, node in objects_in(rest, _NODE, check):
        mapping.setdefault(match["id"], node)
    current = _CURRENT.search(rest)
    if current:
        saved["current_node"] = current[1]
        ids = _ID.search(rest, current.end())
        if ids and not isinstance(saved.get("conversation_id") or saved.get("id"), str):
            saved["conversation_id"] = ids[1]
    return saved


class _Conversation:
    def __init__(self, file: OpenFile, raw: Mapping[str, Any], place: str, *, damaged: bool) -> None:
        self._file = file
        self._raw = raw
        self._damaged = damaged
        title = raw.get("title")
        self._title = title if isinstance(title, str) else ""
        self._place = f"{place} “{self._title[:40]}”" if self._title else place
        id = raw.get("conversation_id") or raw.get("id")
        self._id = id if isinstance(id, str) else ""
        mapping = raw.get("mapping")
        if not isinstance(mapping, dict):
            raise BadItemError("a conversation needs a “mapping” object")
        self._nodes: dict[str, Any] = mapping
        gizmo = raw.get("gizmo_id") or raw.get("conversation_template_id")
        self._common: dict[str, Any] = {}
        self._started: datetime | None = None
        self._times: dict[str, datetime | None] = {}
        self._heads: dict[str, str] = {}
        if isinstance(gizmo, str) and gizmo:
            self._common["project" if gizmo.startswith("g-p-") else "gizmo"] = gizmo
        if raw.get("is_archived") is True:
            self._common["archived"] = True

    def messages(self) -> Iterator[Item]:
        try:
            self._started = moment_of(self._raw.get("create_time"), "create_time")
        except BadItemError as error:
            yield self._file.bad(self._place, str(error))
        self._note_times()
        if not self._damaged:
            yield from self._faults()
        branch, broken = self._branch()
        seen = set(branch)
        hanging = dict.fromkeys(branch, True)
        for node_id in branch:
            yield from self._message(node_id, alternative=False)
        for node_id in self._nodes:
            if node_id not in seen:
                alternative = bool(branch) and (not broken or self._hangs(node_id, hanging))
                yield from self._message(node_id, alternative=alternative)

    def _note_times(self) -> None:
        """The time of each message that has one; the conversation begins no later than the first of them."""
        for node_id, node in self._nodes.items():
            message = node.get("message") if isinstance(node, dict) else None
            try:
                time = moment_of(message.get("create_time"), "create_time") if isinstance(message, dict) else None
            except BadItemError:  # said when the message is read
                continue
            if time is not None:
                self._times[node_id] = time
        self._started = min([time for time in (self._started, *self._times.values()) if time], default=None)

    def _time(self, node_id: str) -> datetime | None:
        """When a message was written: its own time, else that of the one before it, else the conversation's."""
        way: dict[str, None] = {}
        at: Any = node_id
        while self._known(at) and at not in self._times and at not in way:
            way[at] = None
            at = self._parent(at)
        time = self._times[at] if self._known(at) and at in self._times else self._started
        self._times.update(dict.fromkeys(way, time))
        return time

    def _head(self, node_id: str) -> str:
        """Id of the message that begins a node's turn: the nearest question above, else what was said first; or ""."""
        way: dict[str, None] = {}
        at: Any = node_id
        while self._known(at) and at not in self._heads and at not in way:
            way[at] = None
            at = self._parent(at)
        head = self._heads.get(at, "") if isinstance(at, str) else ""
        for one in reversed(way):
            role = self._role_seen(one)
            if role and (role in ASKING or not head):
                head = self._message_id(one)
            self._heads[one] = head
        return head

    def _role_seen(self, node_id: str) -> str:
        """Who says a message that the user or the assistant wrote and that was seen; else ""."""
        message = self._nodes[node_id].get("message") if isinstance(self._nodes[node_id], dict) else None
        if not isinstance(message, dict) or _hidden(message):
            return ""
        author = message.get("author")
        role = author.get("role") if isinstance(author, dict) else None
        return role if isinstance(role, str) and role in ROLES else ""

    def _message_id(self, node_id: str) -> str:
        id = self._nodes[node_id]["message"].get("id")
        return id if isinstance(id, str) and id else node_id

    def _parent(self, node_id: str) -> Any:
        node = self._nodes.get(node_id)
        return node.get("parent") if isinstance(node, dict) else None

    def _known(self, node_id: Any) -> bool:
        return isinstance(node_id, str) and node_id in self._nodes

    def _faults(self) -> Iterator[Item]:
        """What is wrong with the tree; every message of it is read all the same."""
        current = self._raw.get("current_node")
        if current is not None and not self._known(current):
            yield self._file.odd(self._place, f"current_node names {shown(current)}, which is not there")
        roots = []
        for node_id, node in self._nodes.items():
            parent = self._parent(node_id)
            if parent is None:
                roots.extend([node_id] if isinstance(node, dict) else [])
            elif not self._known(parent):
                problem = f"its parent {shown(parent)} is not there; it was read by itself"
                yield self._file.odd(f"{self._place} message {node_id}", problem)
        if len(roots) > 1:
            names = ", ".join(roots[:_MOST_ROOTS])
            yield self._file.odd(self._place, f"the mapping has {len(roots)} roots ({names}); all were read")
        for node_id in self._circles():
            yield self._file.odd(self._place, f"the mapping goes in a circle at node {node_id}; its messages were read")

    def _circles(self) -> Iterator[str]:
        """One node of each circle of parents."""
        walk_of: dict[str, int] = {}
        for number, start in enumerate(self._nodes):
            node_id: Any = start
            while self._known(node_id) and node_id not in walk_of:
                walk_of[node_id] = number
                node_id = self._parent(node_id)
            if self._known(node_id) and walk_of[node_id] == number and self._parent(node_id) is not None:
                yield node_id

    def _branch(self) -> tuple[list[str], bool]:
        """Node ids from the root to the current node, and whether the way there is broken."""
        way: dict[str, bool] = {}
        node_id: Any = self._raw.get("current_node")
        while self._known(node_id) and node_id not in way:
            way[node_id] = True
            node = self._nodes[node_id]
            if not isinstance(node, dict):
                return list(way)[::-1], True
            node_id = node.get("parent")
        return list(way)[::-1], node_id is not None

    def _hangs(self, node_id: str, known: dict[str, bool]) -> bool:
        """Does a node hang on the branch that was seen? What is learnt of those above it is noted in `known`."""
        way: dict[str, bool] = {}
        at: Any = node_id
        while self._known(at) and at not in known and at not in way:
            way[at] = True
            at = self._parent(at)
        hangs = self._known(at) and known.get(at, False)
        known.update(dict.fromkeys(way, hangs))
        return hangs

    def _message(self, node_id: str, *, alternative: bool) -> Iterator[Item]:
        self._file.check()
        place = f"{self._place} message {node_id}"
        try:
            draft = self._draft(node_id, alternative=alternative)
        except BadItemError as error:
            yield self._file.bad(place, str(error))
            return
        if draft is not None:
            yield self._file.good(draft, place)

    def _draft(self, node_id: str, *, alternative: bool) -> Draft | None:
        node = self._nodes[node_id]
        if not isinstance(node, dict):
            raise BadItemError("a node must be an object")
        message = node.get("message")
        if message is None:
            if node.get("parent") is not None:  # a root has none by custom
                self._file.skipped["node without a message"] += 1
            return None
        if not isinstance(message, dict):
            raise BadItemError("“message” must be an object")
        author = message.get("author")
        role = author.get("role") if isinstance(author, dict) else None
        if not isinstance(role, str):
            raise BadItemError("the message has no author's role")
        metadata = message.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        if _hidden(message):
            return self._skip("hidden message")
        if role not in self._file.roles:
            return self._skip(_PASSED_OVER.get(role, "message of another role"))
        content = message.get("content")
        if not isinstance(content, dict):
            raise BadItemError("the message has no content")
        if content.get("content_type") in _REASONING:
            return self._skip("reasoning")
        text, attachments = _content(content)
        if not visible(text):
            return self._skip("empty message")
        id = self._message_id(node_id)
        kept: dict[str, Any] = {"title": self._title, "role": role, "message_id": id, **self._common}
        model = metadata.get("model_slug") or self._raw.get("default_model_slug")
        if role == "assistant" and isinstance(model, str):
            kept["model"] = model
        attachments += _files(metadata)
        if attachments:
            kept["attachments"] = attachments
        if alternative:
            kept["branch"] = "alternative"
        if self._id:
            kept[CYCLE] = id_of(SOURCE, f"{self._id}\n{self._head(node_id) or id}")
        moment_of(message.get("create_time"), "create_time")
        return Draft(
            content=text,
            layer=Layer.EPISODIC,
            kind="episode",
            source=SOURCE,
            thread=self._id,
            external_id=id,
            metadata=kept,
            created_at=self._time(node_id),
        )

    def _skip(self, why: str) -> Draft | None:
        self._file.skipped[why] += 1
        return None


def _hidden(message: Mapping[str, Any]) -> bool:
    metadata = message.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("is_visually_hidden_from_conversation"))


def _content(content: Mapping[str, Any]) -> tuple[str, list[str]]:
    """(text with a mark such as “[image]” for each thing that is none, names of those things)."""
    kind = content.get("content_type")
    if kind == "code" and isinstance(content.get("text"), str):
        return _fenced(content["text"], content.get("language")), []
    if kind == "execution_output" and isinstance(content.get("text"), str):
        return _fenced(content["text"], None), []
    if kind == "tether_quote":
        source = content.get("title") or content.get("url") or content.get("domain")
        quote = content.get("text")
        quoted = "\n".join(f"> {line}" for line in quote.splitlines()) if isinstance(quote, str) else ""
        return (f"{quoted}\n— {source}" if quoted and isinstance(source, str) else quoted), []
    parts = content.get("parts")
    if parts is None:
        # Custom instructions, results of a search, errors: texts under names of their own.
        names = ("text", "result", "user_profile", "user_instructions", "model_set_context", "content")
        return "\n\n".join(content[name] for name in names if isinstance(content.get(name), str)), []
    if not isinstance(parts, list):
        raise BadItemError("“parts” must be a list")
    texts: list[str] = []
    things: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):  # transcribed speech
            texts.append(part["text"])
        elif isinstance(part, dict):
            found = part.get("content_type")
            name = found if isinstance(found, str) and found else "attachment"
            pointer = part.get("asset_pointer")
            texts.append(f"[{name.split('_')[0]}]")
            things.append(f"{name} {pointer}" if isinstance(pointer, str) else name)
        elif part is not None:
            raise BadItemError("“parts” must hold texts and objects")
    return "\n".join(text for text in texts if text), things


def _fenced(text: str, language: Any) -> str:
    if not visible(text):
        return ""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language if isinstance(language, str) and language != 'unknown' else ''}\n{text}\n{fence}"


def _files(metadata: Mapping[str, Any]) -> list[str]:
    """Names of the files that came with the message."""
    found = metadata.get("attachments")
    files = [one.get("name") for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return [name for name in files if isinstance(name, str) and name]
