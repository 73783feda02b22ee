"""The contract's pure operations on a memory's salience and status (seed D)."""

from __future__ import annotations

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.records import STATUS_RANK, Memory, Status

#: Most that one reinforcement can add to the salience.
SALIENCE_CAP = 1.0


def reinforce(memory: Memory, credit: float) -> Memory:
    """Salience raised by `credit`, clamped to [0, SALIENCE_CAP]; nothing else changes."""
    return memory.with_(salience=memory.salience + max(0.0, min(credit, SALIENCE_CAP)))


def retire(memory: Memory, status: Status, *, superseded_by: str | None = None) -> Memory:
    """The memory with a later status (the seed's `forget`); its core fields do not change.

    Raises:
        InvalidCommandError: the status would go backwards, or stay.
    """
    if STATUS_RANK[status] <= STATUS_RANK[memory.status]:
        raise InvalidCommandError(f"{memory.id} is {memory.status.value} and cannot become {status.value}.")
    return memory.with_(status=status, superseded_by=superseded_by or memory.superseded_by)


def decay(memory: Memory, dt: float, half_life: float = 168.0) -> Memory:
    """Salience after `dt` hours of exponential decay."""
    return memory.with_(salience=max(0.0, memory.salience * 0.5 ** (dt / half_life)))
