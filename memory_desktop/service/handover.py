"""Gets a vault from an agent's own process, which has it open only for want of a better place."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from memory_desktop.core.errors import KnownError, VaultLockedError
from memory_desktop.service.client import OwnerClient
from memory_desktop.service.owners import Owner, find_owner

Result = TypeVar("Result")
_PATIENCE_SECONDS, _UNKNOWN_SECONDS = 15.0, 5.0
_PAUSE_SECONDS = 0.05


def open_taking_over(open_vault: Callable[[], Result], vault: Path) -> Result:
    """Open a vault, also when an agent's own process has it: that is asked to give it up, and goes on through us.

    Raises:
        VaultLockedError: whoever has it keeps it.
    """
    end = time.monotonic() + _UNKNOWN_SECONDS  # who has it may just be opening it, and say so in a moment
    asked: Owner | None = None
    while True:
        try:
            return open_vault()
        except VaultLockedError:
            owner = find_owner(vault)
            if owner is not None and owner != asked:
                if not give_up(vault):
                    raise _named(vault, owner) from None
                asked, end = owner, time.monotonic() + _PATIENCE_SECONDS
            if time.monotonic() > end:
                raise
        time.sleep(_PAUSE_SECONDS)


def _named(vault: Path, owner: Owner) -> VaultLockedError:
    """Who has the vault, and how it can be had."""
    if owner.kind == "window":
        return VaultLockedError(
            f"{vault} is open in another window (process {owner.pid}).",
            hint="Work in that window, or close it and try again.",
        )
    return VaultLockedError(
        f"{vault} is open in “memory-desktop {owner.kind}” (process {owner.pid}).",
        hint="Stop that command (Ctrl+C in its terminal), and try again.",
    )


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
