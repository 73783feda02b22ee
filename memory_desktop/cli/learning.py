"""Waiting for what is learned from turns, in the process that runs a command or in another that has the vault open."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from memory_desktop.cli.console import console

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_LOOK_SECONDS = 0.05
_LONGEST_SECONDS = 60.0


def learn(vault: Engine, cycle_ids: Collection[str] | None = None) -> None:
    """Learn from turns that wait: from all, or until these are done.

    Where another process has the vault open, its own thread works on them, too, so there may be nothing left to do here
    before they are done. There this returns after a minute at most, or once that process closes the vault.
    """
    talk = vault.conversations
    if console().here:
        while talk.learning() and talk.work():
            pass
        return
    end = time.monotonic() + _LONGEST_SECONDS
    while time.monotonic() < end and not vault.closed:
        waiting = (one for one in talk.waiting_turns() if not one.error)
        if not any(cycle_ids is None or one.cycle_id in cycle_ids for one in waiting):
            return
        if not talk.work():
            time.sleep(_LOOK_SECONDS)
