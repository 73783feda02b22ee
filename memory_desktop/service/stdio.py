"""An agent's own process, which speaks MCP on standard input and output: through whoever has the vault open.

When nobody has, it opens the vault itself, and serves other processes as well until one asks for it (a window that is
opened) or the agent ends. When the process that had the vault open ends, another takes its place: the agent sees none
of it. A read is asked again then; a write of which nobody knows whether it was done is reported as such.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread

from memory_desktop.core.errors import KnownError, VaultLockedError
from memory_desktop.service.caller import Caller, NotServedError
from memory_desktop.service.client import LostError, OwnerClient
from memory_desktop.service.desk import LARGEST_MESSAGE
from memory_desktop.service.keeper import Keeper
from memory_desktop.service.lines import line_streams
from memory_desktop.service.news import News
from memory_desktop.service.owners import Owner, find_owner
from memory_desktop.service.protocol import client_of, make_server
from memory_desktop.service.tools import READS

_PATIENCE_SECONDS = 30.0
_PAUSE_SECONDS = 0.1
_FAREWELL_SECONDS = 2.0
_HERE_SECONDS = 30.0  # a quarter of the time after which a silent agent counts as gone
_AFTER_RELEASE_SECONDS = 2.0

#: (what to do when the vault is wanted elsewhere) → the open vault. Raises VaultLockedError: somebody else has it.
OpenKeeper = Callable[[Callable[[], bool]], Keeper]


class Line:
    """A line to the vault that stays up while those at its other end come and go. Safe from many threads."""

    def __init__(self, vault: Path, open_keeper: OpenKeeper) -> None:
        self._vault = vault
        self._open_keeper = open_keeper
        self._lock = threading.Lock()
        self._keeper: Keeper | None = None
        self._leaving: threading.Thread | None = None
        self._not_before = 0.0
        self._doubtful: Owner | None = None  # announced, but it did not answer
        self._ended = threading.Event()

    async def ask(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """See `Desk.ask`."""
        return await anyio.to_thread.run_sync(partial(self.ask_now, caller, what, params))

    def ask_now(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The same, blocking.

        Raises:
            KnownError: nobody answered for half a minute, or it is not known whether a write was done.
        """
        end = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return self._ask_somebody(caller, what, params)
            except NotServedError:
                if time.monotonic() > end:
                    raise
            except LostError as error:
                if what == "call" and params.get("name") not in READS:
                    raise KnownError(
                        "The process that had the vault open ended meanwhile; whether this was done is not known.",
                        hint="Look with recall or list before you try again.",
                    ) from error
            if self._ended.wait(_PAUSE_SECONDS):
                raise NotServedError("This connection is being closed.")

    def _ask_somebody(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        owner = find_owner(self._vault)
        with self._lock:
            here = self._here(owner)
        if here is not None:
            return here.service.desk.ask(caller, what, params)
        assert owner is not None
        try:
            return OwnerClient(owner).ask(caller, what, params)
        except NotServedError:
            self._doubtful = owner  # its file may be left of a crash, and its number be another process's by now
            raise

    def say_bye(self, caller: Caller) -> None:
        """Tell whoever has the vault open that the agent ends. Where it is open here, it is closed with the agent."""
        owner = find_owner(self._vault) if self._keeper is None else None
        if owner is not None:
            with suppress(KnownError):
                OwnerClient(owner, _FAREWELL_SECONDS).ask(caller, "bye", {})

    def say_here(self, caller: Caller) -> None:
        """Tell whoever has the vault open that the agent's line is up. Nobody is looked for, and nothing opened."""
        keeper = self._keeper
        owner = find_owner(self._vault) if keeper is None else None
        with suppress(KnownError):
            if keeper is not None:
                keeper.service.desk.ask(caller, "here", {})
            elif owner is not None:
                OwnerClient(owner, _FAREWELL_SECONDS).ask(caller, "here", {})

    def close(self) -> None:
        """Close the vault, if it is open here. May be called twice."""
        self._ended.set()
        with self._lock:
            keeper, self._keeper = self._keeper, None
            leaving = self._leaving
        if keeper is not None:
            keeper.close()
        if leaving is not None:
            leaving.join()

    def _here(self, owner: Owner | None) -> Keeper | None:
        """The vault, if it is open here, or can be; None when its owner is to be asked.

        Raises:
            NotServedError: neither, at the moment.
        """
        if self._keeper is not None or (owner is not None and owner != self._doubtful):
            return self._keeper
        if self._ended.is_set() or time.monotonic() < self._not_before:
            raise NotServedError("The vault is being opened elsewhere.")
        self._doubtful = None
        try:
            self._keeper = self._open_keeper(self._release)
        except VaultLockedError as error:
            raise NotServedError(error.message, hint=error.hint) from error
        return self._keeper

    def _release(self) -> bool:
        """Another process wants the vault: give it up, and do not take it back before that one could open it."""
        with self._lock:
            keeper, self._keeper = self._keeper, None
            if keeper is None:
                return False
            self._not_before = math.inf
            # Not in this thread: it answers for the server that is about to stop.
            self._leaving = threading.Thread(target=self._leave, args=(keeper,), name="release")
            self._leaving.start()
        return True

    def _leave(self, keeper: Keeper) -> None:
        try:
            keeper.close()
        finally:
            self._not_before = time.monotonic() + _AFTER_RELEASE_SECONDS


def serve_agent(line: Line, *, agent: str, kit: str, read_only: bool) -> None:
    """Speak MCP on standard input and output until the agent closes them.

    Args:
        agent: its name; "" for what it calls itself.
    """

    known: list[Caller] = []

    def who(context: Any) -> Caller:
        name, version = client_of(context)
        known[:] = [Caller(agent or name, version, "stdio", kit, read_only)]
        return known[0]

    async def serve() -> None:
        server = make_server(line, who, News(line.ask), kit=kit)
        async with line_streams(LARGEST_MESSAGE) as (read, write), anyio.create_task_group() as group:
            group.start_soon(say_here)
            await server.run(read, write, server.create_initialization_options())
            group.cancel_scope.cancel()

    async def say_here() -> None:
        while True:
            await anyio.sleep(_HERE_SECONDS)
            for caller in known:
                await anyio.to_thread.run_sync(partial(line.say_here, caller), abandon_on_cancel=True)

    try:
        anyio.run(serve)
    finally:
        for caller in known:
            line.say_bye(caller)
        line.close()
