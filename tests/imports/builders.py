"""Small exports, made in code."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

T0 = 1_700_000_000.0


def node(id: str, parent: str | None, role: str = "user", text: str = "", **message: Any) -> dict[str, Any]:
    """One node of a ChatGPT mapping."""
    return {
        "id": id,
        "parent": parent,
        "children": [],
        "message": {
            "id": f"msg-{id}",
            "author": {"role": role},
            "create_time": T0,
            "content": {"content_type": "text", "parts": [text or f"text of {id}"]},
            "metadata": {},
            **message,
        },
    }


def conversation(nodes: list[dict[str, Any]], current: str | None, title: str = "Trip", **more: Any) -> dict[str, Any]:
    """One ChatGPT conversation."""
    mapping = {one["id"]: one for one in nodes}
    return {
        "id": f"conv-{title}",
        "title": title,
        "create_time": T0,
        "mapping": mapping,
        "current_node": current,
        **more,
    }


def chain(count: int, title: str = "Trip") -> dict[str, Any]:
    """A conversation of one branch."""
    nodes: list[dict[str, Any]] = [{"id": f"{title}0", "parent": None, "children": [], "message": None}]
    for n in range(1, count + 1):
        role = "user" if n % 2 else "assistant"
        nodes.append(node(f"{title}{n}", f"{title}{n - 1}", role, f"{title} turn {n}"))
    return conversation(nodes, f"{title}{count}", title)


def talk(title: str, turns: list[tuple[str, str]], start: float) -> dict[str, Any]:
    """A conversation as ChatGPT writes it today, with a hidden message of the system; ids follow from title and place.

    Args:
        turns: what was asked, and what was answered. start: seconds; a message comes every 41 of them.
    """
    slug = title.lower().replace(" ", "-")
    hidden = {"is_visually_hidden_from_conversation": True}
    mapping: dict[str, Any] = {
        f"{slug}-root": {"id": f"{slug}-root", "message": None, "parent": None, "children": []},
        f"{slug}-system": node(
            f"{slug}-system", f"{slug}-root", "system", create_time=None, metadata=hidden, content=_content("")
        ),
    }
    said = [(role, text) for turn in turns for role, text in zip(("user", "assistant"), turn, strict=True)]
    last = f"{slug}-system"
    for place, (role, text) in enumerate(said, start=1):
        id = f"{slug}-{place}"
        of_model = {"model_slug": "gpt-4o", "is_complete": True, "citations": []} if role == "assistant" else {}
        mapping[id] = node(
            id,
            last,
            role,
            author={"role": role, "name": None, "metadata": {}},
            create_time=start + place * 41.3,
            update_time=None,
            content=_content(text),
            status="finished_successfully",
            end_turn=role == "assistant" or None,
            weight=1.0,
            metadata={"request_id": id, "timestamp_": "absolute", **of_model},
            recipient="all",
            channel=None,
        )
        last = id
    for id, one in mapping.items():
        if one["parent"] is not None:
            mapping[one["parent"]]["children"].append(id)
    return {
        "title": title,
        "create_time": start,
        "update_time": start + 41.3 * len(said),
        "mapping": mapping,
        "moderation_results": [],
        "current_node": last,
        "conversation_id": f"talk-{slug}",
        "gizmo_id": None,
        "is_archived": False,
        "default_model_slug": "gpt-4o",
        "id": f"talk-{slug}",
    }


def chatgpt_export(path: Path, talks: list[dict[str, Any]]) -> Path:
    """The zip that ChatGPT sends, with the files beside the conversations."""
    files: dict[str, bytes | str] = {
        "conversations.json": json.dumps(talks, ensure_ascii=False),
        "user.json": json.dumps({"id": "user-1", "email": "somebody@example.com", "chatgpt_plus_user": False}),
        "message_feedback.json": "[]",
        "shared_conversations.json": "[]",
        "chat.html": "<html><body>conversations</body></html>",
    }
    path.write_bytes(zipped(files))
    return path


def _content(text: str) -> dict[str, Any]:
    return {"content_type": "text", "parts": [text]}


def zipped(files: Mapping[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip in memory."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def dump(path: Path, value: Any) -> Path:
    """JSON to a file."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return path
