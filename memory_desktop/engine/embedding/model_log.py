"""Which models made a vault's vectors, and since when, as its log says: nothing else remembers it."""

from __future__ import annotations

from memory_desktop.core.events.model import EMBEDDING_MODEL, MODEL
from memory_desktop.core.migration import ModelChange, ref_of
from memory_desktop.engine.writing.projections import Projections


class ModelLog:
    """See the module. Safe from many threads."""

    def __init__(self, projections: Projections) -> None:
        self._projections = projections

    def changes(self) -> list[ModelChange]:
        """Every change of the model, oldest first."""
        return list(self._projections.now(MODEL).get(EMBEDDING_MODEL, ()))

    def last(self) -> ModelChange | None:
        """The change to the model in use; None while it is the first one."""
        return next(reversed(self.changes()), None)

    def ref_of(self, version: str) -> str:
        """How a model that is or was in use is asked for."""
        return ref_of(self.changes(), version)
