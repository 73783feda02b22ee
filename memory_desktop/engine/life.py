"""The life of an open vault: whether it is still open, and who has it for himself for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import ClosedError
from memory_desktop.core.ports import CancelToken
from memory_desktop.locks import Rank, RankedLock


class Life:
    """Open until `end`. Every part of the engine asks here before it works, and every long call while it works.

    Attributes:
        upkeep: held while the vault is tidied in the background.
        idle: keeps the sync from working inside the block; the sync sets it.
        no_growth: keeps large graphs from growing inside the block; who lets them grow sets it.
    """

    def __init__(self) -> None:
        self._closed = Token()
        self.upkeep = RankedLock(Rank.UPKEEP)
        self.idle: Callable[[], AbstractContextManager[None]] = nullcontext
        self.no_growth: Callable[[], AbstractContextManager[None]] = nullcontext

    @property
    def ended(self) -> bool:
        """True once the vault began to close."""
        return self._closed.cancelled()

    def end(self) -> None:
        """Close: long calls stop at their next item, new ones are refused."""
        self._closed.cancel()

    def check(self) -> None:
        """Raises ClosedError once the vault began to close."""
        if self.ended:
            raise ClosedError("The vault is closed.")

    def until(self, cancel: CancelToken | None) -> Token:
        """A token for long work: the caller's, or the closing of the vault."""
        return Token(cancel, self._closed)

    @contextmanager
    def still(self) -> Iterator[None]:
        """A block during which neither sync nor upkeep runs, and no graph grows."""
        with self.idle(), self.upkeep, self.no_growth():
            yield
