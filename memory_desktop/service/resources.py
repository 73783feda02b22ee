"""What agents can read by an address: one memory, the newest ones, and how much there is."""

from __future__ import annotations

from typing import Any

import orjson

from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.wording import shortened
from memory_desktop.engine.engine import Engine
from memory_desktop.service.tools import SERVER_MEMORY
from memory_desktop.service.tools.memories import told
from memory_desktop.service.tools.server_memory import graph_text

SCHEME = "memory://"
RECENT, STATS = f"{SCHEME}recent", f"{SCHEME}stats"
TEMPLATE = f"{SCHEME}{{id}}"
_JSON = "application/json"
_NEWEST = 20
_LATEST = 200
_GRAPH = {
    "uri": f"{SCHEME}knowledge-graph",
    "name": "knowledge-graph",
    "title": "Knowledge Graph",
    "description": "The full knowledge graph with all entities and relations",
    "mimeType": _JSON,
}


def listed(engine: Engine, kit: str) -> dict[str, Any]:
    """The addresses that are always there, and those of the newest memories; of the reference's kit, its one."""
    if kit == SERVER_MEMORY:
        return {"resources": [_GRAPH]}
    always = [
        {"uri": RECENT, "name": "recent", "title": "Newest memories", "mimeType": _JSON},
        {"uri": STATS, "name": "stats", "title": "What is in the vault", "mimeType": _JSON},
    ]
    newest = [
        {"uri": SCHEME + one.id, "name": one.id, "title": shortened(one.content, 80), "mimeType": _JSON}
        for one in _newest(engine)
    ]
    return {"resources": [*always, *newest]}


def read(engine: Engine, kit: str, uri: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What is at an address, and the memories that it tells of. Raises NotFoundError."""
    ids: tuple[str, ...] = ()
    if kit == SERVER_MEMORY and uri == _GRAPH["uri"]:
        return {"contents": [{"uri": uri, "mimeType": _JSON, "text": graph_text(engine)}]}, ids
    if uri == STATS:
        status = engine.status()
        value: Any = {"vault": status.name, "memories": dict(status.memories), "events": status.head}
    elif uri == RECENT:
        newest = _newest(engine)
        value, ids = [told(one) for one in newest], tuple(one.id for one in newest)
    elif uri.startswith(SCHEME):
        memory = engine.get(uri.removeprefix(SCHEME))
        value, ids = told(memory), (memory.id,)
    else:
        raise NotFoundError(f"There is nothing at {uri[:200]}.", hint=f"Addresses here begin with {SCHEME}.")
    return {"contents": [{"uri": uri, "mimeType": _JSON, "text": orjson.dumps(value).decode()}]}, ids


def news(engine: Engine, since: int) -> dict[str, Any]:
    """The log's head, and the memories that events after `since` are about, the newest few hundred events."""
    head = engine.head
    late = engine.events(limit=_LATEST) if 0 <= since < head else []
    ids = dict.fromkeys(one.item for one in late if one.seq > since and one.item.startswith("mem_"))
    return {"head": head, "ids": list(ids)}


def _newest(engine: Engine) -> list[Any]:
    return engine.page(engine.keys(RecordFilter(), sort="key")[:_NEWEST])
