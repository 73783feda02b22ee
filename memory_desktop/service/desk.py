"""Serves agents: who may do what, how often, with which tools; and what each of them did.

Every call of every agent comes through `Desk.ask`, whichever way it came in: HTTP, or standard input of a process that
may be this one or another.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import orjson

from memory_desktop.core.errors import ClosedError, InvalidCommandError, KnownError, NotFoundError
from memory_desktop.core.ports import Clock
from memory_desktop.engine.engine import Engine
from memory_desktop.service import prompts, resources
from memory_desktop.service.agents import Agent, Agents, agent_name
from memory_desktop.service.caller import Caller, NotServedError, UnknownNameError
from memory_desktop.service.calls import CallFeed, cut, told
from memory_desktop.service.outcomes import outcome
from memory_desktop.service.rate import RateLimit
from memory_desktop.service.requests import hold
from memory_desktop.service.tools import BASIC, KITS, OWN, SERVER_MEMORY
from memory_desktop.service.tools.base import Errand, Tool, checked

_log = logging.getLogger(__name__)

#: Bytes of one message, at most: over HTTP, and of a call's arguments whichever way it comes.
LARGEST_MESSAGE = 4 << 20


class Desk:
    """See the module. Safe from many threads.

    Args:
        read_only: nobody writes, whatever the settings say.
    """

    def __init__(
        self,
        engine: Engine,
        agents: Agents,
        calls: CallFeed,
        clock: Clock,
        *,
        read_only: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._agents = agents
        self._calls = calls
        self._clock = clock
        self._read_only = read_only
        self._monotonic = monotonic
        self._rate = RateLimit(monotonic)
        self._state = threading.Condition()
        self._open = True
        self._running = 0

    # --- opening hours ----------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Begin no more calls, and wait for those that run."""
        with self._state:
            self._open = False
            while self._running:
                self._state.wait()

    @contextmanager
    def _within_hours(self) -> Any:
        with self._state:
            if not self._open:
                raise NotServedError("The vault is being closed here.", hint="Try again in a moment.")
            self._running += 1
        try:
            yield
        finally:
            with self._state:
                self._running -= 1
                self._state.notify_all()

    # --- what is asked ----------------------------------------------------------------------------------------------

    def kit(self, caller: Caller) -> str:
        """The set of tools for a caller."""
        settings = self._engine.settings
        own = BASIC if settings.text("service.tools") == BASIC else OWN
        return caller.kit or (SERVER_MEMORY if settings.on("service.server_memory") else own)

    def ask(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """One request of an agent, answered as MCP puts it on the wire.

        Args:
            what: "hello", "kit", "call" {name, arguments}, "resources", "read" {uri}, "prompt" {name, arguments},
                "failed" {path, reason}: a request that passed through this program to a language model failed;
                "listen" and "subscribe" (may it hear of changes?), "unlisten" and "bye" when it ends that, or all,
                "here": its line is up, though it asks nothing, and
                "news" {since}, which nobody is asked for and nobody counts.

        Raises:
            NotServedError: nothing was begun. UnknownNameError: no such tool, resource or prompt.
            KnownError: of what is not a call, whatever went wrong; a call's fault is in its answer.
        """
        with self._within_hours():
            if what == "news":
                return resources.news(self._engine, int(params["since"]))
            caller = replace(caller, name=agent_name(caller.name), kit=self.kit(caller))
            if caller.shared and self._agents.has_token(caller.name):
                return _not_that_agent(caller, what)
            if what in ("bye", "unlisten"):
                return self._ended(caller, what)
            if what == "here":
                self._agents.is_here(caller.name)
                return {}
            agent = self._agents.seen(caller.name, caller.version, caller.transport)
            match what:
                case "hello" | "kit":
                    return {"kit": caller.kit}
                case "call":
                    return self._call(caller, agent, str(params["name"]), params.get("arguments") or {})
                case "failed":
                    return self._failed(agent, str(params["path"]), str(params["reason"]))
            self._admit(agent)
            match what:
                case "listen":
                    if caller.transport == "http":  # else nobody would notice that the agent's process was killed
                        self._agents.listens(agent.name, 1)
                    return {}
                case "subscribe":
                    return {}
                case "resources":
                    return resources.listed(self._engine, caller.kit)
                case "read":
                    return self._read(caller.kit, agent, str(params["uri"]))
                case "prompt":
                    return prompts.filled(self._engine, agent.actor, str(params["name"]), params.get("arguments") or {})
            raise UnknownNameError(f"There is no request “{what}”.")

    def _ended(self, caller: Caller, what: str) -> dict[str, Any]:
        if what == "bye":
            self._agents.left(caller.name)
        elif caller.transport == "http":
            self._agents.listens(caller.name, -1)
        return {}

    # --- calls ------------------------------------------------------------------------------------------------------

    def _call(self, caller: Caller, agent: Agent, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        tool = KITS[caller.kit].get(name)
        if tool is None:
            known = ", ".join(KITS[caller.kit])
            raise UnknownNameError(f"There is no tool “{name[:100]}”.", hint=f"There are {known}.")
        began, at, purges = self._monotonic(), self._clock(), self._calls.purges
        number = self._agents.begun(self._engine.head)
        errand = Errand(self._engine, agent.actor, approval=self._needs_approval(agent), revises=caller.revises)
        commands: list[int] = []
        try:
            self._admit(agent)
            self._allow(caller, tool)
            given = checked(tool.takes, _sized(arguments))
            with self._engine.noted(agent.actor) as commands:
                waits = errand.approval and tool.writes and not tool.proposes
                result = hold(errand, caller.kit, tool, given) if waits else tool.does(errand, given)
            value = result.model_dump(mode="json", by_alias=True)
            text = tool.text(result) if tool.text is not None else orjson.dumps(value).decode()
            answer = {"content": [{"type": "text", "text": text}], "structuredContent": value, "isError": False}
            said, failed = outcome(value, name), False
        except ClosedError as error:
            self._agents.counted(agent.name, number, commands=commands, failed=True)
            raise NotServedError(error.message, hint=error.hint) from error
        except (KnownError, ValueError) as error:
            said, failed = str(error), True
            answer = {"content": [{"type": "text", "text": said}], "isError": True}
        except Exception:  # noqa: BLE001 - a fault in one tool must not end the service
            _log.exception("the tool %s failed", name)
            said, failed = "The call met a fault of Memory Desktop; its log says more.", True
            answer = {"content": [{"type": "text", "text": said}], "isError": True}
        self._agents.counted(agent.name, number, commands=commands, failed=failed)
        self._calls.add(
            purges,
            at=at,
            agent=agent.name,
            tool=name,
            arguments=told(arguments),
            result=said,
            ms=(self._monotonic() - began) * 1000,
            commands=tuple(commands),
            ids=tuple(dict.fromkeys(errand.ids)),
            answer=errand.answer,
            error=failed,
            given=cut(arguments),
        )
        return answer

    def _failed(self, agent: Agent, path: str, reason: str) -> dict[str, Any]:
        at = self._clock()
        self._agents.counted(agent.name, self._agents.begun(self._engine.head), failed=True)
        self._calls.add(at=at, agent=agent.name, tool=path[:200], arguments="", result=reason, ms=0.0, error=True)
        return {}

    def _read(self, kit: str, agent: Agent, uri: str) -> dict[str, Any]:
        began, at, purges = self._monotonic(), self._clock(), self._calls.purges
        try:
            answer, ids = resources.read(self._engine, kit, uri)
        except NotFoundError as error:
            raise UnknownNameError(error.message, hint=error.hint) from error
        self._agents.counted(agent.name, self._agents.begun(self._engine.head))
        ms = (self._monotonic() - began) * 1000
        self._calls.add(purges, at=at, agent=agent.name, tool="read", arguments=uri[:200], result="", ms=ms, ids=ids)
        return answer

    # --- what may be done -------------------------------------------------------------------------------------------

    def _needs_approval(self, agent: Agent) -> bool:
        return agent.approve or self._engine.settings.on("service.approve")

    def _admit(self, agent: Agent) -> None:
        """Raises InvalidCommandError: the agent may not call, or not now."""
        if agent.revoked:
            raise InvalidCommandError("A person revoked this agent’s access to the vault.", hint="Do not try again.")
        if agent.paused:
            raise InvalidCommandError("A person paused this agent.", hint="Ask them to let it go on.")
        wait = self._rate.wait(agent.name, self._engine.settings.whole("service.rate"))
        if wait > 0:
            raise InvalidCommandError("Too many calls.", hint=f"Try again in {max(1, round(wait))} s.")

    def _allow(self, caller: Caller, tool: Tool) -> None:
        """Raises InvalidCommandError: nothing may be written."""
        if not tool.writes:
            return
        if self._read_only or caller.read_only or self._engine.settings.on("service.read_only"):
            raise InvalidCommandError("Agents may only read this vault.", hint="A person can change that.")


def _not_that_agent(caller: Caller, what: str) -> dict[str, Any]:
    """What somebody is told who comes with the shared token under the name of an agent that has its own; nothing of it
    is noted of that agent.

    Raises:
        InvalidCommandError: anything that gives or keeps something.
    """
    said = f"{caller.name} has a token of its own, and this is the one that agents share."
    hint = "Connect with the agent’s own token, or under another name."
    match what:
        case "hello" | "kit":
            return {"kit": caller.kit}
        case "bye" | "unlisten" | "here" | "failed":
            return {}
        case "call":
            return {"content": [{"type": "text", "text": f"{said} {hint}"}], "isError": True}
    raise InvalidCommandError(said, hint=hint)


def _sized(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raises InvalidCommandError: they are too large."""
    if len(orjson.dumps(arguments)) > LARGEST_MESSAGE:
        raise InvalidCommandError(f"The arguments are larger than {LARGEST_MESSAGE >> 20} MB.")
    return arguments
