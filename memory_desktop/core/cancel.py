"""Cancel tokens for long work."""

from __future__ import annotations

import threading

from memory_desktop.core.ports import CancelToken


class Token:
    """Says to running work that its result is no longer wanted. A `CancelToken`; safe from many threads.

    Args:
        parents: others that ask for the same: it counts as cancelled when any of them is.
    """

    def __init__(self, *parents: CancelToken | None) -> None:
        self._event = threading.Event()
        self._parents = tuple(parent for parent in parents if parent is not None)

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._event.set()

    def cancelled(self) -> bool:
        """True once it, or one of its parents, was cancelled."""
        return self._event.is_set() or any(parent.cancelled() for parent in self._parents)


def stopped(cancel: CancelToken | None) -> bool:
    """True when the work was asked to end; without a token, never."""
    return cancel is not None and cancel.cancelled()
