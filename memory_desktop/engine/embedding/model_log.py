"""Which models made a vault's vectors, and since when, as its log says: nothing else remembers it."""

from __future__ import annotations

from collections.abc import Iterable

from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.migration import ModelChange, model_changes, ref_of
from memory_desktop.engine.history.folded import Folded
from memory_desktop.store import Store


class ModelLog:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._folded = Folded(store.log, [EventType.MIGRATION], _fold)

    def changes(self) -> list[ModelChange]:
        """Every change of the model, oldest first."""
        return list(self._folded.now()[1].values())

    def last(self) -> ModelChange | None:
        """The change to the model in use; None while it is the first one."""
        return next(reversed(self._folded.now()[1].values()), None)

    def ref_of(self, version: str) -> str:
        """How a model that is or was in use is asked for."""
        return ref_of(self.changes(), version)


def _fold(changes: dict[str, ModelChange], events: Iterable[Event]) -> None:
    changes |= {str(one.seq): one for one in model_changes(events)}
