"""Command lines and the process that has the vault open: sends them there, and carries them out there."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memory_desktop.cli.console import Terminal, speaking_to
from memory_desktop.core.errors import KnownError
from memory_desktop.service.commands import CommandLine, CommandRunner, Console

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

#: (arguments, what to do with them) → the exit code, whatever is raised.
Guarded = Callable[[argparse.Namespace, Callable[[argparse.Namespace], int]], int]


def run_elsewhere(vault: Path, argv: Sequence[str]) -> int | None:
    """Let the process that has the vault open carry a command line out; None when there is none.

    Raises:
        NotServedError: it is about to close the vault. LostError: it ended meanwhile.
    """
    from memory_desktop.service.client import OwnerClient
    from memory_desktop.service.owners import find_owner

    owner = find_owner(vault)
    if owner is None:
        return None
    here = Terminal()
    line = CommandLine(
        tuple(argv),
        str(Path.cwd()),
        interactive=here.interactive,
        progress=here.progress,
    )
    try:
        for kind, value in OwnerClient(owner).run(line, here.ask, here.read):
            match kind:
                case "out":
                    here.out(str(value))
                case "err":
                    here.err(str(value))
                case "exit":
                    return int(value)
    except KeyboardInterrupt:
        here.err("memory-desktop: stopped here; the command goes on in the process that has the vault open.\n")
        return 1
    return None


def runner(
    parse: Callable[[Sequence[str]], argparse.Namespace],
    carry_out: Callable[[Engine, argparse.Namespace], int],
    guarded: Guarded,
) -> CommandRunner:
    """Carries out command lines of other processes in this one."""

    def run(engine: Engine, argv: Sequence[str], cwd: Path, console: Console) -> int:
        with speaking_to(console):
            try:
                args = _absolute(parse(argv), cwd)
            except SystemExit as stop:
                return int(stop.code or 0)
            return guarded(args, lambda given: carry_out(engine, given))

    return run


def needs_closed(what: str) -> KnownError:
    """What is said of a command that cannot be carried out in the process that has the vault open."""
    return KnownError(f"“{what}” needs the vault to be closed.", hint="Close it where it is open, and try again.")


def _absolute(args: argparse.Namespace, cwd: Path) -> argparse.Namespace:
    """Paths mean what they mean where the command was given."""
    for name, value in vars(args).items():
        if isinstance(value, Path):
            setattr(args, name, cwd / value.expanduser())
        elif isinstance(value, list) and value and all(isinstance(one, Path) for one in value):
            setattr(args, name, [cwd / one.expanduser() for one in value])
    return args
