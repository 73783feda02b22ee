"""Keeps a vault open without a window: the engine, its worker and its service, opened and closed together."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from memory_desktop.core.errors import KnownError, VaultLockedError
from memory_desktop.core.ports import Clock
from memory_desktop.engine.engine import Engine
from memory_desktop.service.client import OwnerClient
from memory_desktop.service.commands import CommandRunner
from memory_desktop.service.owners import find_owner
from memory_desktop.service.service import Service
from memory_desktop.service.worker import Worker

Result = TypeVar("Result")
_PATIENCE_SECONDS = 15.0
_PAUSE_SECONDS = 0.05


class Keeper:
    """An open vault and all that serves it.

    Args: see `Service`. The engine is closed with it, and at once if its service cannot be made.
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
        self.engine = engine
        try:
            self.service = Service(
                engine,
                kind,
                clock,
                run_command=run_command,
                release=release,
                port=port,
                read_only=read_only,
                enabled=enabled,
            )
        except BaseException:
            engine.close()
            raise
        self._worker = Worker(engine)
        self._worker.start()
        self.service.start()

    def close(self) -> None:
        """Let what runs end, stop serving and close the vault."""
        self.service.stop()
        self._worker.stop()
        self.engine.close()


def open_taking_over(open_vault: Callable[[], Result], vault: Path) -> Result:
    """Open a vault, also when an agent's own process has it: that is asked to give it up, and goes on through us.

    Raises:
        VaultLockedError: whoever has it keeps it.
    """
    try:
        return open_vault()
    except VaultLockedError:
        if not give_up(vault):
            raise
    return _patiently(open_vault)


def _patiently(work: Callable[[], Result]) -> Result:
    """Do it as soon as the vault is closed. Raises VaultLockedError: it is not, after a while."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return work()
        except VaultLockedError:
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE_SECONDS)


def give_up(vault: Path) -> bool:
    """Ask an agent's own process for the vault; True when it has begun to close it."""
    owner = find_owner(vault)
    return owner is not None and owner.kind == "stdio" and OwnerClient(owner).release()


def closed_for(vault: Path, what: str, error: VaultLockedError, work: Callable[[], Result]) -> Result:
    """Do what needs the vault closed, when an agent's own process has closed it.

    Raises:
        KnownError: a window or a server has it open. VaultLockedError: somebody unknown has.
    """
    if give_up(vault):
        return _patiently(work)
    owner = find_owner(vault)
    if owner is None:
        raise error
    place = "a window" if owner.kind == "window" else f"“memory-desktop {owner.kind}”"
    raise KnownError(
        f"“{what}” needs the vault to be closed, and {place} has it open (process {owner.pid}).",
        hint="Close it there, and try again.",
    )
