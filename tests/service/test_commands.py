"""Command lines of other processes, as the service carries them out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import NotServedError
from memory_desktop.service.client import OwnerClient
from memory_desktop.service.commands import CommandLine, Console
from memory_desktop.service.owners import find_owner
from memory_desktop.service.service import Service
from tests.helpers import Clock


def client_of(vault: Engine) -> OwnerClient:
    owner = find_owner(vault.path)
    assert owner is not None
    return OwnerClient(owner)


def test_a_question_is_asked_where_the_person_is(vault: Engine, clock: Clock) -> None:
    """F4: what a command prints comes in order, its question is asked on the other side, and its exit code is kept."""

    def runner(engine: Engine, argv: Sequence[str], cwd: Path, console: Console) -> int:
        console.out(f"{argv[0]} {engine.name} {console.read()}\n")
        console.err(f"{cwd} {console.interactive}\n")
        console.out(console.ask("Sure? "))
        return 7

    service = Service(vault, "window", clock, run_command=runner)
    service.start()
    line = CommandLine(("purge",), "/tmp", interactive=True)
    piped = "piped " * 200_000
    heard = list(client_of(vault).run(line, lambda question: question + "yes", lambda: piped))
    assert heard == [("out", f"purge vault {piped}\n"), ("err", "/tmp True\n"), ("out", "Sure? yes"), ("exit", 7)]
    service.begin_stop()
    service.finish_stop()


def test_a_fault_in_a_command_ends_it_with_a_failure(vault: Engine, clock: Clock) -> None:
    """F4: a command that breaks in the other process ends here with exit code 1, and the service goes on."""

    def runner(engine: Engine, argv: Sequence[str], cwd: Path, console: Console) -> int:
        raise RuntimeError(argv[0])

    caught = []
    before, threading.excepthook = threading.excepthook, caught.append
    service = Service(vault, "window", clock, run_command=runner)
    service.start()
    for _ in range(2):
        assert list(client_of(vault).run(CommandLine(("x",), "/"), str, str))[-1] == ("exit", 1)
    service.begin_stop()
    service.finish_stop()
    threading.excepthook = before
    assert [type(one.exc_value) for one in caught] == [RuntimeError, RuntimeError]


def test_while_it_closes_no_command_is_begun(vault: Engine, clock: Clock) -> None:
    """F4: a command that comes while the vault is being closed is told so, and was not begun."""
    begun = []

    def runner(engine: Engine, argv: Sequence[str], cwd: Path, console: Console) -> int:
        begun.append(argv)
        return 0

    service = Service(vault, "window", clock, run_command=runner)
    service.start()
    client = client_of(vault)
    service.begin_stop()
    with pytest.raises(NotServedError):
        list(client.run(CommandLine(("x",), "/"), str, str))
    service.finish_stop()
    with pytest.raises(NotServedError):
        list(client.run(CommandLine(("x",), "/"), str, str))
    assert begun == []
