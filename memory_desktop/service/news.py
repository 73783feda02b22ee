"""Tells clients that listen what has changed: the list of resources, and single ones.

While somebody listens, the vault's owner is asked twice a second what is new, whichever process that is; so the same
holds over HTTP and for an agent's own process, also when owners change.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated, ServerEvent

from memory_desktop.core.errors import KnownError
from memory_desktop.service.caller import Caller
from memory_desktop.service.resources import RECENT, SCHEME, STATS
from memory_desktop.service.subscriptions import Subscriptions

_EVERY_SECONDS = 0.5
_MOST_LISTENERS = 100


class News:
    """A `SubscriptionBus` that fills by itself while it has subscribers. For the event loop’s thread, but for `close`.

    Args:
        ask: see `Backend.ask`.

    Attributes:
        listen: serves `subscriptions/listen`. subscriptions: serves `resources/subscribe`.
    """

    def __init__(self, ask: Callable[..., Any]) -> None:
        self._ask = ask
        self._bus = InMemorySubscriptionBus()
        self._subscribers = 0
        self._watching: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.listen = ListenHandler(self, max_subscriptions=_MOST_LISTENERS)
        self.subscriptions = Subscriptions(self.subscribe)

    async def publish(self, event: ServerEvent) -> None:
        """Tell everybody who listens."""
        await self._bus.publish(event)

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Add a listener; returns a function that takes it away, and does nothing the second time."""
        leave = self._bus.subscribe(listener)
        self._subscribers += 1
        self._loop = asyncio.get_running_loop()
        if self._watching is None or self._watching.done():
            self._watching = self._loop.create_task(self._watch())
        left = False

        def unsubscribe() -> None:
            nonlocal left
            self._subscribers -= not left
            left = True
            leave()

        return unsubscribe

    def close(self) -> None:
        """Let all that listen end, as the vault is about to be closed. Any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.listen.close)
            self._loop.call_soon_threadsafe(self.subscriptions.close)

    async def _watch(self) -> None:
        """Until nobody listens."""
        since = -1
        while self._subscribers > 0:
            try:
                news = await self._ask(Caller(""), "news", {"since": since})
            except (KnownError, RuntimeError):  # the vault is changing hands, or this process ends
                news = {"head": since, "ids": []}
            if since >= 0 and news["ids"]:
                for uri in (RECENT, STATS, *(SCHEME + id for id in news["ids"])):
                    await self.publish(ResourceUpdated(uri))
                await self.publish(ResourcesListChanged())
            since = news["head"]
            await asyncio.sleep(_EVERY_SECONDS)
