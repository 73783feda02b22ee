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
