"""Commands that serve agents: on standard input and output, without a window, and what connects them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.errors import KnownError
from memory_desktop.service.commands import CommandRunner

OK, FAILED = 0, 1


def mcp(args: Namespace, run_command: CommandRunner) -> int:
    """Speak MCP on standard input and output, through whoever has the vault open, or as the one who has."""
    from memory_desktop.service.keeper import Keeper
    from memory_desktop.service.stdio import Line, serve_agent
    from memory_desktop.service.tools import BASIC, OWN, SERVER_MEMORY
    from memory_desktop.wiring import open_vault, system_clock

    vault = _existing(args.vault)

    def open_keeper(release: Callable[[], bool]) -> Keeper:
        return Keeper(open_vault(vault), "stdio", system_clock, run_command=run_command, release=release)

    line = Line(vault, open_keeper)

    def end() -> None:
        line.close()
        os._exit(OK)  # the thread that waits for the agent’s next message cannot be ended otherwise

    at_end(end)
    kit = SERVER_MEMORY if args.as_server_memory else {"all": OWN, "basic": BASIC}.get(args.tools, "")
    serve_agent(line, agent=args.agent, kit=kit, read_only=args.read_only)
    return OK


def serve(args: Namespace, run_command: CommandRunner) -> int:
    """Keep a vault open and serve it, without a window, until the process is told to end."""
    from memory_desktop.service.handover import open_taking_over
    from memory_desktop.service.keeper import Keeper
    from memory_desktop.wiring import open_vault, system_clock

    vault = _existing(args.vault)
    ended = threading.Event()
    at_end(ended.set)
    keeper = Keeper(
        open_taking_over(lambda: open_vault(vault), vault),
        "serve",
        system_clock,
        run_command=run_command,
        port=args.port,
        read_only=args.read_only,
        enabled=True,
    )
    try:
        if args.json:
            out.print_json({"url": keeper.service.url, "vault": str(vault)})
        else:
            out.print_lines(
                [
                    f"Serving {vault} at {keeper.service.url}; Ctrl+C ends it.",
                    f"To connect a client: memory-desktop connect {vault} [CLIENT]",
                ]
            )
        console().flush()
        ended.wait()
    finally:
        keeper.close()
    return OK


def connect(args: Namespace) -> int:
    """What to put where, to connect a client."""
    from memory_desktop.service.clients import CLIENTS, client_settings
    from memory_desktop.service.connecting import connection

    vault = _existing(args.vault)
    if args.client is None:
        rows = [f"{kind:16}{title}" for kind, title in CLIENTS.items()]
        return out.print_answer(args, dict(CLIENTS), "\n".join(["Known clients:", *rows]))
    url, token = connection(vault)
    found = client_settings(args.client, vault, url, token)
    answer = {"client": found.kind, "place": found.place, "text": found.text}
    note = "\nThe vault must be open, and “service.enabled” on." if found.over_http else ""
    how = "run this in" if found.place == "a terminal" else "put this into"
    return out.print_answer(args, answer, f"{found.title}: {how} {found.place}.\n\n{found.text}{note}")


def _existing(path: Path) -> Path:
    vault = path.expanduser().absolute()
    if not (vault / "vault.json").is_file():
        raise KnownError(f"{vault} is not a vault.", hint="Make one with “memory-desktop new”.")
    return vault


def at_end(act: Callable[[], None]) -> None:
    """Do this, in a thread of its own, when the process is told to end by a signal.

    Python handles a signal in the main thread, once that has something to do. If it comes just before the main thread
    begins to wait, that would be when an agent sends its next message.
    """
    hears, told = os.pipe()
    if sys.platform != "win32":  # where it is neither asked for nor, for Python 3.11, possible
        os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, _on_signal)

    def wait() -> None:
        os.read(hears, 1)
        act()

    threading.Thread(target=wait, name="end", daemon=True).start()


def _on_signal(_number: int, _frame: FrameType | None) -> None:
    """What is to be done is done where the process hears of it; without a handler Python would end it here."""
