"""Where a command reads and prints: a terminal or pipe here, or that of another process which this one works for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from memory_desktop.service.commands import Console


class Terminal:
    """The standard streams of this process."""

    here = True
    agents = None

    @property
    def interactive(self) -> bool:
        """Does a person sit before it?"""
        return sys.stdin.isatty()

    @property
    def progress(self) -> bool:
        """Can it show progress in one line?"""
        return sys.stderr.isatty()

    def out(self, text: str) -> None:
        """Print an answer."""
        sys.stdout.write(text)

    def err(self, text: str) -> None:
        """Print a remark."""
        sys.stderr.write(text)
        sys.stderr.flush()

    def flush(self) -> None:
        """Let what was printed be seen at once."""
        sys.stdout.flush()

    def read(self) -> str:
        """All of standard input."""
        return sys.stdin.read()

    def ask(self, question: str) -> str:
        """What a person answers."""
        self.err(question)
        return sys.stdin.readline().strip()


_current: ContextVar[Console | None] = ContextVar("console", default=None)
_terminal: Console = Terminal()


def console() -> Console:
    """The console of the command that runs in this thread."""
    return _current.get() or _terminal


@contextmanager
def speaking_to(other: Console) -> Iterator[None]:
    """Within the block, commands of this thread read from and print to another console."""
    token = _current.set(other)
    try:
        yield
    finally:
        _current.reset(token)
