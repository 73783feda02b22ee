"""The service of one open vault: what other processes of this user, and agents, may do with it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable

from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.ports import Clock
from memory_desktop.engine.engine import Engine
from memory_desktop.llm import ModelOpener
from memory_desktop.service.agents import Agent, Agents, Removed
from memory_desktop.service.calls import CallFeed
from memory_desktop.service.clients import ClientSettings, client_settings
from memory_desktop.service.commands import CommandRunner, SharedCommands
from memory_desktop.service.desk import Desk
from memory_desktop.service.host import Host
from memory_desktop.service.http import MCP_PATH, LocalBackend, make_app
from memory_desktop.service.news import News
from memory_desktop.service.owners import Owner, announce, withdraw
from memory_desktop.service.private import lasting_folder

_GRACE_SECONDS = 5.0


class Service:
    """Opens with the vault, and closes before it.

    Args:
        kind: "window", "serve" or "stdio"; see `Owner`.
        run_command: carries out command lines of other processes; None for none.
        release: asked when another process wants the vault; says whether it will be given up.
        port: None for what the vault's settings say.
        read_only: nobody writes, whatever the settings say.
        enabled: agents may connect over HTTP, whatever the settings say.

    Attributes:
        calls: what agents did lately. desk: serves them.
    """

    def __init__(
        self,
        engine: Engine,
        kind: str,
        clock: Clock,
        *,
        run_command: CommandRunner | None = None,
        release: Callable[[], bool] = lambda: False,
        port: int | None = None,
        read_only: bool = False,
        enabled: bool = False,
    ) -> None:
        wanted = port if port is not None else engine.settings.whole("service.port")
        self._host = Host(wanted, engine.vault_id, only=bool(port))  # first, as it may be refused
        self._engine = engine
        self._kind = kind
        self.calls = CallFeed()
        self._unsubscribe = engine.subscribe(self._on_change)
        self._agents = Agents(lasting_folder(), engine.vault_id, clock)
        self._agents.catch_up(engine.head, engine.commands_after)
        self.desk = Desk(engine, self._agents, self.calls, clock, read_only=read_only)
        self.backend = LocalBackend(self.desk)
        self._commands = SharedCommands(engine, run_command, self._agents) if run_command is not None else None
        self._owner = Owner(str(engine.path), os.getpid(), self._host.port, secrets.token_urlsafe(32), kind)
        models, self._news = ModelOpener(), News(self.backend.ask)
        self._app = make_app(
            self._agents,
            self.backend,
            self._commands,
            self._owner.token,
            self._news,
            port=lambda: self._host.port,
            release=release,
            enabled=lambda: enabled or engine.settings.on("service.enabled"),
            target=lambda: models.passing(engine.settings),
        )

    def start(self) -> None:
        """Listen, and let other processes find it."""
        self._host.start(self._app)
        announce(self._owner)

    def begin_stop(self) -> None:
        """Before the vault is closed: begin nothing more, and let what runs end. Long commands are not waited for."""
        withdraw(self._owner)
        self._news.close()
        self.desk.close()
        self._agents.settled(self._engine.head)
        if self._commands is not None:
            self._commands.close(_GRACE_SECONDS)

    def finish_stop(self) -> None:
        """After the vault was closed, which ends long commands: listen no more."""
        if self._commands is not None:
            self._commands.close()
        self._app.end_streams()
        self._host.stop()
        self.backend.close()
        self._unsubscribe()
        self._agents.close()

    def _on_change(self, change: ChangeSet) -> None:
        if change.purged:
            self.calls.forget_texts()

    # --- what a person sees and decides -----------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """Where agents connect over HTTP."""
        return f"http://127.0.0.1:{self._host.port}{MCP_PATH}"

    @property
    def token(self) -> str:
        """What agents without a token of their own show."""
        return self._agents.token

    def agents(self) -> tuple[Agent, ...]:
        """Every agent that used the vault, last heard of first."""
        return self._agents.all()

    def on_decision(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when something was decided about an agent; returns a function that unsubscribes."""
        return self._agents.subscribe(callback)

    def pause(self, name: str, paused: bool = True) -> None:
        """Refuse an agent's calls, or let it go on."""
        self._agents.pause(name, paused)

    def revoke(self, name: str, revoked: bool = True) -> None:
        """Refuse an agent's calls for good, and its token; or let it in again."""
        self._agents.revoke(name, revoked)

    def approve_mode(self, name: str, approve: bool = True) -> None:
        """Let what an agent writes wait in Review, or write at once."""
        self._agents.approve_mode(name, approve)

    def forget_agent(self, name: str) -> Removed:
        """Take an agent off the list; what `bring_back` takes."""
        return self._agents.forget(name)

    def bring_back(self, removed: Removed) -> None:
        """Put an agent that was taken off the list back, with its counts and its token."""
        self._agents.bring_back(removed)

    def new_token(self, name: str = "") -> str:
        """A new token for an agent of this name alone; without a name, a new shared one."""
        return self._agents.new_token(name) if name else self._agents.new_shared_token()

    def client_settings(self, kind: str, agent: str = "") -> ClientSettings:
        """What to put where, to connect a client; see `service.clients.CLIENTS`. Args: agent: with its own token."""
        token = self._agents.new_token(agent) if agent else self._agents.token
        return client_settings(kind, self._engine.path, self.url, token)
