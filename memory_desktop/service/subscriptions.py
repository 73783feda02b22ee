"""Serves `resources/subscribe` of the protocol's versions of 2025: who subscribed to an address is told of its changes.

Later versions have `subscriptions/listen` instead, whose answer is the stream; here the news go the way on which the
server speaks to the client of its own accord. Whoever is gone is noticed when a message does not reach it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import anyio
from mcp import types
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated, ServerEvent

from memory_desktop.service.resources import SCHEME

#: Connections that subscribe, at most; the one that has been silent longest makes room. Addresses of each, at most.
_MOST_CONNECTIONS, _MOST_ADDRESSES = 100, 1_000

#: Adds a listener; gives back what takes it away.
Subscribe = Callable[[Callable[[ServerEvent], None]], Callable[[], None]]


@dataclass(slots=True)
class _Connection:
    """A connection: how to reach its client, and which addresses it subscribed to."""

    session: Any
    addresses: set[str] = field(default_factory=set)
    leave: Callable[[], None] = lambda: None


class Subscriptions:
    """See the module. For the event loop's thread."""

    def __init__(self, subscribe: Subscribe) -> None:
        self._subscribe = subscribe
        self._connections: OrderedDict[str, _Connection] = OrderedDict()
        self._sending: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, context: Any, uri: str) -> None:
        """Tell the client of a request from now on when `uri` changed. Raises MCPError: there is no such address."""
        if not uri.startswith(SCHEME):
            raise MCPError(code=types.INVALID_PARAMS, message=f"Addresses here begin with {SCHEME}.")
        id = _id(context)
        one = self._connections.get(id)
        if one is None:
            one = self._connections[id] = _Connection(context.session)
            one.leave = self._subscribe(lambda event: self._tell(id, event))
        if len(one.addresses) >= _MOST_ADDRESSES and uri not in one.addresses:
            told = f"At most {_MOST_ADDRESSES} addresses can be subscribed to."
            raise MCPError(code=types.INVALID_PARAMS, message=told)
        one.addresses.add(uri)
        self._connections.move_to_end(id)
        while len(self._connections) > _MOST_CONNECTIONS:
            self._end(next(iter(self._connections)))

    def remove(self, context: Any, uri: str) -> None:
        """Tell it no more; nothing happens where it was not told."""
        one = self._connections.get(_id(context))
        if one is not None:
            one.addresses.discard(uri)
            if not one.addresses:
                self._end(_id(context))

    def close(self) -> None:
        """Tell nobody any more."""
        for id in list(self._connections):
            self._end(id)

    def _end(self, id: str) -> None:
        one = self._connections.pop(id, None)
        if one is not None:
            one.leave()

    def _tell(self, id: str, event: ServerEvent) -> None:
        one = self._connections.get(id)
        if one is None or not isinstance(event, ResourceUpdated) or event.uri not in one.addresses:
            return
        task = asyncio.get_running_loop().create_task(self._send(id, one, event.uri))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, id: str, one: _Connection, uri: str) -> None:
        try:
            await one.session.send_resource_updated(uri)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, MCPError):
            self._end(id)


def _id(context: Any) -> str:
    """Which connection a request came on; "" is the only one of a process on standard input."""
    request = context.request
    return str(request.headers.get("mcp-session-id", "")) if request is not None else ""
