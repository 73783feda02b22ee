"""The vectors of the topics of episodes: made when an episode is, kept by text, and looked up by whoever reads.

Those that are missing, as after a change of the model, a rebuild or an import, are made in the background.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store import Store

Vector = npt.NDArray[np.float32]
_IN_MEMORY, _AT_ONCE = 8_192, 256


class TopicVectors:
    """See the module. Safe from many threads; `step` is for one at a time."""

    def __init__(self, store: Store, space: Callable[[], Space]) -> None:
        self._store = store
        self._space = space
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str], Vector] = OrderedDict()
        self._seen: tuple[str, int] | None = None
        self._waiting: list[str] = []

    def of(self, texts: Iterable[str]) -> dict[str, Vector]:
        """The vectors of texts in the space of the model in use, (dim,) each.

        What has none yet, because the background has not come to it, is embedded for this answer.

        Raises:
            EmbeddingError: one has to be embedded, and the model is not there.
        """
        space = self._space()
        wanted = [text for text in dict.fromkeys(texts) if text]
        found = self._kept(space, wanted)
        missing = [text for text in wanted if text not in found]
        if missing:
            found |= self._remember(space, dict(zip(missing, space.embedder.embed(missing), strict=True)))
        return found

    def keep(self, texts: Iterable[str]) -> None:
        """Make the vectors of texts that have none. Without a model nothing happens; the background tries again."""
        space = self._space()
        wanted = [text for text in dict.fromkeys(texts) if text]
        there = self._store.topic_vectors.of(space.model_version, wanted)
        missing = [text for text in wanted if text not in there]
        if not missing or self._store.log.read_only:
            return
        try:
            made = space.embedder.embed(missing)
        except EmbeddingError:
            return
        vectors = dict(zip(missing, made, strict=True))
        self._store.topic_vectors.put(space.model_version, vectors)
        self._remember(space, vectors)

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Make the vectors of some topics that came by other ways; False when there are none."""
        if self._store.log.read_only or (cancel is not None and cancel.cancelled()):
            return False
        if not self._waiting:
            self._look()
        if not self._waiting:
            return False
        batch, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
        self.keep(batch)
        return True

    def _look(self) -> None:
        """Find the topics without a vector: when the vault was opened, after an import, and for another model."""
        version, log = self._space().model_version, self._store.log
        head = log.head
        if self._seen == (version, head):
            return
        known = self._seen is not None and self._seen[0] == version
        imported = self._seen is not None and log.may_have((EventType.IMPORTED,), self._seen[1])
        texts = iter(self._store.episodes.topics()) if imported or not known else iter(())
        self._seen = version, head
        while batch := list(islice(texts, _AT_ONCE)):
            there = self._store.topic_vectors.of(version, batch)
            self._waiting += [text for text in dict.fromkeys(batch) if text not in there]

    def _kept(self, space: Space, wanted: Sequence[str]) -> dict[str, Vector]:
        version = space.model_version
        with self._lock:
            found = {text: self._known[version, text] for text in wanted if (version, text) in self._known}
        return found | self._remember(
            space, self._store.topic_vectors.of(version, [text for text in wanted if text not in found])
        )

    def _remember(self, space: Space, vectors: dict[str, Vector]) -> dict[str, Vector]:
        with self._lock:
            self._known.update({(space.model_version, text): vector for text, vector in vectors.items()})
            while len(self._known) > _IN_MEMORY:
                self._known.popitem(last=False)
        return vectors
