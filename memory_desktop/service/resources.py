"""What agents can read by an address: one memory, the newest ones, and how much there is."""

from __future__ import annotations

from typing import Any

import orjson

from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.wording import shortened
from memory_desktop.engine.engine import Engine
from memory_desktop.service.tools.memories import told

SCHEME = "memory://"
RECENT, STATS = f"{SCHEME}recent", f"{SCHEME}stats"
TEMPLATE = f"{SCHEME}{{id}}"
_JSON = "application/json"
_NEWEST = 20


def listed(engine: Engine) -> dict[str, Any]:
    """The addresses that are always there, and those of the newest memories."""
    always = [
        {"uri": RECENT, "name": "recent", "title": "Newest memories", "mimeType": _JSON},
        {"uri": STATS, "name": "stats", "title": "What is in the vault", "mimeType": _JSON},
    ]
    newest = [
        {"uri": SCHEME + one.id, "name": one.id, "title": shortened(one.content, 80), "mimeType": _JSON}
        for one in _newest(engine)
    ]
    return {"resources": [*always, *newest]}


def read(engine: Engine, uri: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What is at an address, and the memories that it tells of. Raises NotFoundError."""
    if uri == STATS:
        status = engine.status()
        value: Any = {"vault": status.name, "memories": dict(status.memories), "events": status.head}
        ids: tuple[str, ...] = ()
    elif uri == RECENT:
        newest = _newest(engine)
        value, ids = [told(one) for one in newest], tuple(one.id for one in newest)
    elif uri.startswith(SCHEME):
        memory = engine.get(uri.removeprefix(SCHEME))
        value, ids = told(memory), (memory.id,)
    else:
        raise NotFoundError(f"There is nothing at {uri[:200]}.", hint=f"Addresses here begin with {SCHEME}.")
    return {"contents": [{"uri": uri, "mimeType": _JSON, "text": orjson.dumps(value).decode()}]}, ids


def _newest(engine: Engine) -> list[Any]:
    return engine.page(engine.keys(RecordFilter(), sort="key")[:_NEWEST])
