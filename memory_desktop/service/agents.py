"""Which agents use a vault, and what a person decided about each: kept in a file of this user's, not in the vault.

An agent is known by the name that it gives itself, or by a token of its own, which nobody else can use. Names are what
the log of the vault says as the actor: "agent:claude-code".
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.errors import InvalidCommandError, VaultError
from memory_desktop.core.events.event import AGENT, of_agent
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.ports import Clock
from memory_desktop.durable import write_durably

UNNAMED = "unnamed"
_LONGEST_NAME = 60
_MOST = 500
_CONNECTED = timedelta(minutes=2)
_SAVED_EVERY = timedelta(seconds=1)
_UNWANTED = re.compile(r"[^\w.@+/ -]+")


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent, and what was decided about it.

    Attributes:
        name: without "agent:". version: as it last said. transport: "http" or "stdio", last used.
        calls, writes, errors: since it was first seen. Writes are counted exactly, also when the process that served
            them is killed; of other calls the last second may be missing then.
        paused: its calls are refused until it goes on. revoked: they are refused for good.
        approve: what it writes waits in Review. own_token: it has a token of its own.
        connected: it listens, or was heard of in the last two minutes and has not said that it ends, by this run of the
            service. A stdio process says every half a minute that its line is up.
    """

    name: str
    version: str = ""
    transport: str = ""
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    calls: int = 0
    writes: int = 0
    errors: int = 0
    paused: bool = False
    revoked: bool = False
    approve: bool = False
    own_token: bool = False
    connected: bool = False

    @property
    def actor(self) -> str:
        """What the log says."""
        return AGENT + self.name

    @property
    def title(self) -> str:
        """Its name, and which version of the program it is, if it said so."""
        return f"{self.name} (version {self.version})" if self.version else self.name


@dataclass(frozen=True, slots=True)
class Removed:
    """An agent that was taken off the list, and its own token, if it had one."""

    agent: Agent
    token: str = ""


def revoked_words(name: str, own_token: bool) -> str:
    """What revoking an agent has ended, and what it has not."""
    if own_token:
        return f"{name} is revoked: its calls are refused, and its own token has ended."
    return (
        f"{name} is revoked: its calls are refused. The token that all agents share still works under another name;"
        " “memory-desktop agents token” makes a new one, which ends it."
    )


def let_in_words(name: str) -> str:
    """What an agent that was revoked may do again, and what it needs if it had a token of its own."""
    return (
        f"{name} may connect again. A token of its own that it had stays ended: it needs a new one, from Agents → "
        f"Connect a client or by “memory-desktop agents token {name}”."
    )


def agent_name(given: str) -> str:
    """A name as an actor can have it: one line, no odd characters, not too long."""
    return " ".join(_UNWANTED.sub(" ", given.removeprefix(AGENT)).split())[:_LONGEST_NAME].strip() or UNNAMED


class Agents:
    """See the module. Safe from many threads.

    Args:
        folder: of this user's own, where the file is; None keeps nothing over restarts.
        vault_id: whose agents these are.
    """

    def __init__(self, folder: Path | None, vault_id: str, clock: Clock) -> None:
        self._file = folder / f"agents-{vault_id}.json" if folder is not None else None
        self._clock = clock
        self._lock = threading.Lock()
        self._agents: dict[str, Agent] = {}
        #: Those heard of since the start: the file knows agents of earlier runs, and none of them is here now.
        self._heard: set[str] = set()
        #: When the line of each was up last, of those that say so.
        self._here: dict[str, datetime] = {}
        #: All commands up to this event are counted, and of later ones these; None: the file is of an earlier program.
        self._counted_to: int | None = None
        self._counted: set[int] = set()
        #: Where the log ended when each of the calls began that still run.
        self._began: dict[int, int] = {}
        self._next = 0
        #: How many streams of each are open, on which it hears of changes.
        self._streams: Counter[str] = Counter()
        self._tokens: dict[str, str] = {}
        self.token = ""
        self._dirty = False
        self._saved = clock()
        self._timer: threading.Timer | None = None
        self._closed = False
        self._callbacks: list[Callable[[], None]] = []
        self._read()
        if not self.token:
            self.token = secrets.token_urlsafe(32)
            self._write()

    # --- who they are -----------------------------------------------------------------------------------------------

    def all(self) -> tuple[Agent, ...]:
        """Every agent, last heard of first."""
        now = self._clock()
        with self._lock:
            known = list(self._agents.values())
        known.sort(key=lambda one: (one.last_seen is not None, one.last_seen or now), reverse=True)
        return tuple(self._shown(one, now) for one in known)

    def get(self, name: str) -> Agent:
        """One agent; one that was never heard of has nothing decided about it."""
        with self._lock:
            found = self._agents.get(agent_name(name)) or Agent(agent_name(name))
        return self._shown(found, self._clock())

    def has_token(self, name: str) -> bool:
        """Has an agent a token of its own?"""
        with self._lock:
            return name in self._tokens

    def seen(self, name: str, version: str = "", transport: str = "") -> Agent:
        """An agent made itself heard."""
        now = self._clock()
        with self._lock:
            old = self._agents.get(name)
            if old is None:
                self._make_room()
                old = Agent(name, first_seen=now)
            self._agents[name] = new = replace(
                old, last_seen=now, version=version[:_LONGEST_NAME] or old.version, transport=transport or old.transport
            )
            self._heard.add(name)
            self._dirty = True
        return new

    def is_here(self, name: str) -> None:
        """An agent's line is up, though it asks nothing. Nothing is made known of one that was never heard of."""
        with self._lock:
            if name in self._agents:
                self._here[name] = self._clock()

    def left(self, name: str) -> None:
        """An agent has ended its connection."""
        with self._lock:
            self._heard.discard(name)
            self._here.pop(name, None)
        self._tell()

    def listens(self, name: str, more: int) -> None:
        """So many more streams of an agent are open; -1: one was closed."""
        with self._lock:
            self._streams[name] = max(0, self._streams[name] + more)

    def catch_up(self, head: int, commands_after: Callable[[int], Iterable[tuple[int, str]]]) -> None:
        """Count what agents wrote before the process that served them was killed: the log knows it, the file may not.

        Args:
            head: the last event of the log. commands_after: (command, who gave it) of those after an event.
        """
        to = min(head, self._counted_to if self._counted_to is not None else head)
        for command, actor in commands_after(to):
            one = self._agents.get(actor.removeprefix(AGENT)) if of_agent(actor) else None
            if one is not None and command not in self._counted:
                self._agents[one.name] = replace(one, calls=one.calls + 1, writes=one.writes + 1)
        self._counted_to, self._counted = head, set()
        self._dirty = True

    def settled(self, head: int) -> None:
        """No call runs, and all that agents wrote up to an event is counted."""
        with self._lock:
            if self._counted_to is not None:
                self._counted_to, self._counted, self._dirty = head, set(), True

    def begun(self, head: int) -> int:
        """A call begins, while the log ends at an event; what `counted` takes."""
        with self._lock:
            self._next += 1
            self._began[self._next] = head
            return self._next

    def counted(self, name: str, call: int, *, commands: Iterable[int] = (), failed: bool = False) -> None:
        """A call of an agent is done. `call`: what `begun` gave. `commands`: that it gave."""
        with self._lock:
            gave = set(commands)
            wrote = bool(gave)
            began = self._began.pop(call)
            self._counted |= gave
            # Nobody else can have given a command before the oldest running call began.
            if self._counted_to is not None:
                oldest = min(self._began.values(), default=max([began, *self._counted]))
                self._counted_to = max(self._counted_to, oldest)
                self._counted = {one for one in self._counted if one > self._counted_to}
            one = self._agents.get(name)
            if one is not None:
                self._agents[name] = replace(
                    one, calls=one.calls + 1, writes=one.writes + wrote, errors=one.errors + failed
                )
                self._dirty = True
        self._save_soon()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when something was decided about an agent, or it has left; returns a function that unsubscribes."""
        with self._lock:
            self._callbacks = [*self._callbacks, callback]

        def unsubscribe() -> None:
            with self._lock:
                self._callbacks = [one for one in self._callbacks if one is not callback]

        return unsubscribe

    # --- what a person decides --------------------------------------------------------------------------------------

    def pause(self, name: str, paused: bool = True) -> None:
        """Refuse an agent's calls, or let it go on."""
        self._decide(name, paused=paused)

    def revoke(self, name: str, revoked: bool = True) -> None:
        """Refuse an agent's calls for good, and its token; or let it in again (with a new token, if it wants one)."""
        with self._lock:
            if revoked:
                self._heard.discard(agent_name(name))
                self._tokens.pop(agent_name(name), None)
        self._decide(name, revoked=revoked)

    def approve_mode(self, name: str, approve: bool = True) -> None:
        """Let what an agent writes wait in Review, or write at once."""
        self._decide(name, approve=approve)

    def forget(self, name: str) -> Removed:
        """Take an agent off the list; what there was of it. One that is revoked stays, or it could come back.

        Raises:
            InvalidCommandError: it is revoked.
        """
        name = agent_name(name)
        with self._lock:
            if name in self._agents and self._agents[name].revoked:
                raise InvalidCommandError(f"{name} was revoked; off the list it could connect again.")
            removed = Removed(self._agents.pop(name, Agent(name)), self._tokens.pop(name, ""))
        self._changed()
        return removed

    def bring_back(self, removed: Removed) -> None:
        """Put an agent back that was taken off the list; one that was heard of since keeps counting from there."""
        old = removed.agent
        with self._lock:
            now = self._agents.get(old.name, Agent(old.name))
            self._agents[old.name] = replace(
                old,
                last_seen=now.last_seen or old.last_seen,
                calls=old.calls + now.calls,
                writes=old.writes + now.writes,
                errors=old.errors + now.errors,
            )
            if removed.token:
                self._tokens.setdefault(old.name, removed.token)
        self._changed()

    def new_token(self, name: str) -> str:
        """A token of its own for an agent, in place of the one that it had.

        Raises:
            InvalidCommandError: it is revoked.
        """
        name = agent_name(name)
        token = secrets.token_urlsafe(32)
        with self._lock:
            if name in self._agents and self._agents[name].revoked:
                raise InvalidCommandError(
                    f"{name} is revoked: a token would open nothing.",
                    hint="Let it in again first.",
                )
            if name in self._tokens:
                self._heard.discard(name)  # who has the old one is out
            self._tokens[name] = token
            self._agents.setdefault(name, Agent(name))
        self._changed()
        return token

    def new_shared_token(self) -> str:
        """Another token for all agents without one of their own: those that have the old one are out."""
        with self._lock:
            self.token = secrets.token_urlsafe(32)
            out = {one.name for one in self._agents.values() if one.transport == "http"}
            self._heard -= out - self._tokens.keys()
        self._changed()
        return self.token

    def whose(self, token: str) -> str | None:
        """The agent whose token it is, "" for the shared one, None for no token at all. Takes equal time for all."""
        with self._lock:
            known = [("", self.token), *self._tokens.items()]
        found: str | None = None
        for name, one in known:
            if hmac.compare_digest(one.encode(), token.encode("utf-8", "surrogateescape")):
                found = name
        return found

    # --- the file ---------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep the counts, also for when this process is killed."""
        if self._dirty:
            with suppress(VaultError):
                self._write()

    def close(self) -> None:
        """Keep the counts; no more are kept by themselves."""
        with self._lock:
            timer, self._closed, self._timer = self._timer, True, None
        if timer is not None:
            timer.cancel()
        self.save()

    def _save_soon(self) -> None:
        """Keep the counts now, or a second later: of many calls at once only some write the file."""
        if self._clock() - self._saved >= _SAVED_EVERY:
            self.save()
            return
        with self._lock:
            if self._timer is None and self._file is not None and not self._closed:
                self._timer = threading.Timer(_SAVED_EVERY.total_seconds(), self._save_later)
                self._timer.daemon = True
                self._timer.start()

    def _save_later(self) -> None:
        with self._lock:
            self._timer = None
        self.save()

    def _decide(self, name: str, **decided: Any) -> None:
        name = agent_name(name)
        with self._lock:
            one = self._agents.get(name) or Agent(name)
            self._agents[name] = replace(one, **decided)
        self._changed()

    def _changed(self) -> None:
        self._write()
        self._tell()

    def _tell(self) -> None:
        for callback in self._callbacks:
            callback()

    def _shown(self, one: Agent, now: datetime) -> Agent:
        asked = one.last_seen if one.name in self._heard else None
        recent = any(at is not None and now - at < _CONNECTED for at in (asked, self._here.get(one.name)))
        connected = (recent or self._streams[one.name] > 0) and not one.revoked
        return replace(one, connected=connected, own_token=one.name in self._tokens)

    def _make_room(self) -> None:
        """Names cost nothing: those about which nothing was decided go first, longest unheard."""
        while len(self._agents) >= _MOST:
            free = [one for one in self._agents.values() if not (one.paused or one.revoked or one.approve)]
            if not free:
                return
            del self._agents[min(free, key=lambda one: (one.last_seen is not None, str(one.last_seen))).name]

    def _read(self) -> None:
        if self._file is None or not self._file.is_file():
            return
        try:
            said = orjson.loads(self._file.read_bytes())
            agents = [_agent(one) for one in said["agents"]]
            self.token = str(said["token"])
            self._tokens = {str(name): str(token) for name, token in said["tokens"].items()}
            self._counted_to = int(said["counted_to"]) if said.get("counted_to") is not None else None
            self._counted = {int(one) for one in said.get("counted", ())}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VaultError(
                f"{self._file}, which says what agents may do, cannot be read: {error}.",
                hint="Move it away to begin anew; agents then need new tokens.",
            ) from error
        self._agents = {one.name: one for one in agents}

    def _write(self) -> None:
        if self._file is None:
            return
        with self._lock:
            said = {
                "token": self.token,
                "tokens": dict(self._tokens),
                "agents": [_json(one) for one in self._agents.values()],
                "counted_to": self._counted_to,
                "counted": sorted(self._counted),
            }
            self._dirty, self._saved = False, self._clock()
            try:
                write_durably(self._file, [orjson.dumps(said)])
            except OSError as error:
                raise VaultError(f"{self._file} cannot be written: {error.strerror or error}.") from error


def _json(one: Agent) -> dict[str, Any]:
    fields = asdict(one)
    for name in ("connected", "own_token"):
        del fields[name]
    for name in ("first_seen", "last_seen"):
        fields[name] = iso(fields[name]) if fields[name] is not None else None
    return fields


def _agent(fields: dict[str, Any]) -> Agent:
    times = {name: parse_time(fields[name]) if fields.get(name) else None for name in ("first_seen", "last_seen")}
    switches = {name: bool(fields.get(name)) for name in ("paused", "revoked", "approve")}
    counts = {name: int(fields.get(name, 0)) for name in ("calls", "writes", "errors")}
    texts = {name: str(fields.get(name, "")) for name in ("version", "transport")}
    return Agent(str(fields["name"]), **times, **switches, **counts, **texts)  # type: ignore[arg-type]
