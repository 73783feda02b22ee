"""Runs command lines of another process with the engine of this one, and sends what they print, piece by piece.

What a command line does is not known here: whoever makes the host gives a runner (see `cli.sharing`).
"""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import orjson

from memory_desktop.core.errors import ClosedError, InvalidCommandError
from memory_desktop.priority import QUERY, stand_back

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.service.agents import Agents


class Console(Protocol):
    """Where a command reads and prints."""

    @property
    def here(self) -> bool:
        """Is it that of the process that carries the command out, and closes the vault afterwards?"""

    @property
    def agents(self) -> Agents | None:
        """What is known of the vault's agents, where they are served; None: only their file knows."""

    @property
    def interactive(self) -> bool:
        """Does a person sit before it, who can be asked?"""

    @property
    def progress(self) -> bool:
        """Can it show progress in one line?"""

    def out(self, text: str) -> None: ...

    def err(self, text: str) -> None: ...

    def flush(self) -> None: ...

    def read(self) -> str: ...

    def ask(self, question: str) -> str: ...


class CommandRunner(Protocol):
    """Carries a command line out on an open vault; its exit code."""

    def __call__(self, engine: Engine, argv: Sequence[str], cwd: Path, console: Console) -> int: ...


@dataclass(frozen=True, slots=True)
class CommandLine:
    """What another process asks for.

    Attributes:
        cwd: where relative paths begin.
    """

    argv: tuple[str, ...]
    cwd: str
    interactive: bool = False
    progress: bool = False

    @staticmethod
    def of(said: Any) -> CommandLine:
        """From JSON. Raises InvalidCommandError."""
        try:
            argv = tuple(str(one) for one in said["argv"])
            switches = {name: bool(said.get(name)) for name in ("interactive", "progress")}
            return CommandLine(argv, str(said["cwd"]), **switches)
        except (KeyError, TypeError, AttributeError) as error:
            raise InvalidCommandError(f"This is no command line: {error}.") from error


@dataclass(slots=True)
class _Running:
    """A console whose other end is in another process."""

    interactive: bool
    progress: bool
    frames: queue.SimpleQueue[dict[str, Any]] = field(default_factory=queue.SimpleQueue)
    answers: queue.SimpleQueue[tuple[str, bool]] = field(default_factory=queue.SimpleQueue)
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    here: bool = False
    agents: Agents | None = None

    def out(self, text: str) -> None:
        self.frames.put({"out": text})

    def err(self, text: str) -> None:
        self.frames.put({"err": text})

    def flush(self) -> None:
        """What is printed is sent at once anyway."""

    def read(self) -> str:
        self.frames.put({"read": True, "id": self.id})
        return self._answered()

    def ask(self, question: str) -> str:
        self.frames.put({"ask": question, "id": self.id})
        return self._answered()

    def _answered(self) -> str:
        pieces: list[str] = []
        more = True
        while more:
            piece, more = self.answers.get()
            pieces.append(piece)
        return "".join(pieces)


class SharedCommands:
    """The command lines that run for other processes. Safe from many threads."""

    def __init__(self, engine: Engine, runner: CommandRunner, agents: Agents) -> None:
        self._engine = engine
        self._agents = agents
        self._runner = runner
        self._lock = threading.Lock()
        self._running: dict[str, _Running] = {}
        self._threads: list[threading.Thread] = []
        self._open = True

    def run(self, line: CommandLine) -> Iterator[bytes]:
        """Begin it; then a JSON object a line: {"out"} and {"err"} texts, {"ask", "id"}, {"read", "id"}; then {"exit"}.

        Raises:
            ClosedError: no more are begun.
        """
        one = _Running(line.interactive, line.progress, agents=self._agents)
        thread = threading.Thread(target=self._work, args=(line, one), name="shared command", daemon=True)
        with self._lock:
            if not self._open:
                raise ClosedError("The vault is being closed here.")
            self._running[one.id] = one
            self._threads = [other for other in self._threads if other.is_alive()] + [thread]
        thread.start()
        return _lines(one)

    def answer(self, id: str, text: str, *, more: bool = False) -> bool:
        """What a person answered, or was piped in, or a piece of it; False when nothing waits for it."""
        with self._lock:
            one = self._running.get(id)
        if one is None:
            return False
        one.answers.put((text, more))
        return True

    def close(self, timeout: float | None = None) -> None:
        """Begin no more, and wait for those that run, as long as that takes; who waits for an answer gets none."""
        with self._lock:
            self._open = False
            threads, running = self._threads, list(self._running.values())
        for one in running:
            one.answers.put(("", False))
        end = time.monotonic() + timeout if timeout is not None else None
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()) if end is not None else None)

    def _work(self, line: CommandLine, one: _Running) -> None:
        stand_back(QUERY)
        code = 1
        try:
            code = self._runner(self._engine, line.argv, Path(line.cwd), one)
        finally:
            with self._lock:
                self._running.pop(one.id, None)
            one.frames.put({"exit": code})


def _lines(one: _Running) -> Iterator[bytes]:
    while True:
        frame = one.frames.get()
        yield orjson.dumps(frame) + b"\n"
        if "exit" in frame:
            return
