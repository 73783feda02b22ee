"""How near a request is to phrases, by the vectors of the model in use. What was embedded is kept in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from memory_desktop.core.conversation.skills import on_the_scale, telling
from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.ports import Vectors
from memory_desktop.engine.embedding.space import Space

_LONGEST_REQUEST = 4_000


class Nearness:
    """See the module. Safe from many threads. Phrases compare by their telling words, as those of skills do."""

    def __init__(self, space: Callable[[], Space]) -> None:
        self._space = space
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, tuple[str, ...]], Vectors] = {}

    def of(self, phrases: Mapping[str, Sequence[str]], request: str) -> dict[str, tuple[float, str]]:
        """By id: (similarity of the nearest phrase on the scale of skills, in [0, 1]; that phrase).

        Empty for a request that says nothing, and where the model cannot embed.
        """
        words = telling(request[:_LONGEST_REQUEST])
        told = {id: [one for one in every if telling(one)] for id, every in phrases.items()}
        told = {id: every for id, every in told.items() if every}
        if not words or not told:
            return {}
        space = self._space()
        try:
            asked = space.embedder.embed_query(words)
            vectors = {id: self._vectors(space, every) for id, every in told.items()}
        except EmbeddingError:
            return {}
        self._keep_only(space, told.values())
        found = {}
        for id, every in told.items():
            cosines = vectors[id] @ asked
            best = int(cosines.argmax())
            found[id] = round(on_the_scale(float(cosines[best]), space.model_version), 4), every[best]
        return found

    def _vectors(self, space: Space, phrases: Sequence[str]) -> Vectors:
        key = space.model_version, tuple(phrases)
        with self._lock:
            known = self._kept.get(key)
        if known is None:
            known = space.embedder.embed([telling(one) for one in phrases])
            with self._lock:
                self._kept[key] = known
        return known

    def _keep_only(self, space: Space, phrases: Iterable[Sequence[str]]) -> None:
        wanted = {(space.model_version, tuple(one)) for one in phrases}
        with self._lock:
            self._kept = {key: vectors for key, vectors in self._kept.items() if key in wanted}
