"""Everything that can be asked of the layers, and done with them: the face of this room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from memory_desktop.core.answers import Facets
from memory_desktop.core.conversation.reach import owned_by
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.layers.concepts import Concepts
from memory_desktop.engine.layers.consolidation import Consolidation
from memory_desktop.engine.layers.emotions import Emotions
from memory_desktop.engine.layers.episodes import Episodes
from memory_desktop.engine.layers.meta import Meta
from memory_desktop.engine.layers.procedures import Procedures
from memory_desktop.engine.layers.retrieval import LayeredRetrieval
from memory_desktop.engine.layers.working import WorkingMemory
from memory_desktop.engine.life import Life
from memory_desktop.store import Store


@dataclass(frozen=True, slots=True)
class LayerCounts:
    """How many active memories a layer has, and of which kinds, most first."""

    layer: Layer
    memories: int
    kinds: Mapping[str, int]


class Layers:
    """See the module. All calls may come from any thread.

    Attributes:
        working: what is at hand in each conversation.
        episodes: turns with what was read from them.
        concepts: what is known of people, places and ideas.
        procedures: how things are done, step by step; and skills with their practice.
        emotions: what was felt, about what, and what helped.
        retrieval: one answer over all of them.
        meta: totals, what is due to be forgotten, what is protected, and how memory is used.
        consolidation: makes of turns what the layers keep.
    """

    def __init__(
        self,
        store: Store,
        life: Life,
        working: WorkingMemory,
        episodes: Episodes,
        concepts: Concepts,
        procedures: Procedures,
        emotions: Emotions,
        retrieval: LayeredRetrieval,
        meta: Meta,
        consolidation: Consolidation,
    ) -> None:
        self._store = store
        self._life = life
        self.working = working
        self.episodes = episodes
        self.concepts = concepts
        self.procedures = procedures
        self.emotions = emotions
        self.retrieval = retrieval
        self.retrieve = retrieval.retrieve
        self.meta = meta
        self.consolidation = consolidation

    def overview(
        self, user: str | None = None, facets: Callable[[RecordFilter], Facets] | None = None
    ) -> tuple[LayerCounts, ...]:
        """The long-term layers, in the order in which memories move through them; of one user, or of everybody.

        Args:
            facets: counts the memories that fit; of a moment of the past those of then. None: as they are now.
        """
        self._life.check()
        whose = RecordFilter() if user is None else owned_by(user, self._store.records.owner())
        counted = facets or self._store.records.facets
        found = (counted(replace(whose, layers=(layer.value,))) for layer in Layer)
        return tuple(LayerCounts(layer, one.total, one.kinds) for layer, one in zip(Layer, found, strict=True))
