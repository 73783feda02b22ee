"""Which memories are protected now: what the program does by itself leaves them alone."""

from __future__ import annotations

from memory_desktop.core.events.protection import PROTECTION, Protection
from memory_desktop.engine.history.succession import pages, standing_keys
from memory_desktop.engine.writing.projections import Projections
from memory_desktop.store import Store


class Protected:
    """Follows each protection to the active memory that stands for it now. All calls may come from any thread."""

    def __init__(self, store: Store, projections: Projections) -> None:
        self._store = store
        self._projections = projections

    def keys(self) -> frozenset[int]:
        """Keys of the active memories that are protected."""
        return frozenset(self._standing().values())

    def lines_of(self, keys: frozenset[int]) -> tuple[str, ...]:
        """The lines whose protection these memories have: their own, and those of what they took the place of."""
        lines = {one.id: one.line for one in self._all()}
        return tuple(lines[id] for id, key in self._standing().items() if key in keys)

    def __len__(self) -> int:
        return len(self.keys())

    def _all(self) -> list[Protection]:
        return list(self._projections.now(PROTECTION).values())

    def _standing(self) -> dict[str, int]:
        """By the id that was protected, the key of what stands for it."""
        found: dict[str, int] = {}
        for page in pages([one.id for one in self._all()]):
            found |= standing_keys(self._store.records, page)
        return found
