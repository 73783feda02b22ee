"""The vectors of users' summaries: made by the sync, kept with the digest of the text, compared with questions.

A summary is no memory: it changes with every turn, and a memory's text never does. It waits in the queue of vectors
like any other item, under a key of its own that is no event's, and is made again whenever its text is another one.
Summaries are few, so a question is compared with all of them.
"""

from __future__ import annotations

import hashlib
import logging
import uuid
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.errors import KnownError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.summary import SUMMARY, summary_id
from memory_desktop.core.ports import Clock, Vectors
from memory_desktop.core.vector_items import VectorKind
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
_BATCH = 64
#: Events after which a summary may say something else.
_CHANGES = (EventType.SUMMARY, EventType.PURGE)


class SummaryVectors:
    """See the module. Safe from many threads; `step` is for one at a time: the sync calls it."""

    def __init__(self, store: Store, writer: Writer, space: Callable[[], Space], clock: Clock) -> None:
        self._store = store
        self._writer = writer
        self._space = space
        self._clock = clock
        self._looked_at: tuple[int, str] = (-1, "")

    def step(self) -> tuple[int, int]:
        """(how many vectors were stored, how many failed) of one batch of what is due."""
        space = self._space()
        if space.outside is not None:  # nobody gives vectors of summaries
            self._remove(list(self._store.queue.states_of(VectorKind.SUMMARY)))
            self._looked_at = (-1, "")
            return 0, 0
        self._queue_changed(space)
        keys = self._store.queue.due(self._clock(), _BATCH, VectorKind.SUMMARY)
        if not keys:
            return 0, 0
        texts = self._texts()
        self._remove([key for key in keys if key not in texts])
        due = {key: texts[key] for key in keys if key in texts}
        if not due:
            return 0, 0
        try:
            vectors = space.embedder.embed(list(due.values()))
            self._put(space, due, vectors)
        except (KnownError, OSError, RuntimeError, MemoryError) as error:
            _log.info("summaries of %s: %s", list(due), error)
            self._store.queue.fail(list(due), self._clock(), str(error) or "There is not enough memory.")
            return 0, len(due)
        return len(due), 0

    def of(self, summary: ConversationSummary) -> Vectors | None:
        """The stored vector of a summary, (dim,); None while it waits for one."""
        stored = self._store.summary_vectors.of(self._space().model_version)
        row = np.flatnonzero(stored.keys == key_of(summary.user_id))
        if not len(row) or stored.made_of[int(row[0])] != _digest(summary.text):
            return None
        vector: Vectors = stored.vectors[int(row[0])]
        return vector

    def nearest(self, vector: Vectors, users: Sequence[str]) -> list[tuple[ConversationSummary, float]]:
        """The summaries of these users that have a vector, with their cosines to one; best first, then by user."""
        summaries = self._writer.projections.now(SUMMARY)
        found = [summaries[id] for id in map(summary_id, users) if id in summaries]
        stored = [(one, mine) for one in found if (mine := self.of(one)) is not None]
        alike = [(one, float(mine @ vector)) for one, mine in stored]
        return sorted(alike, key=lambda pair: (-pair[1], pair[0].user_id))

    def names(self) -> dict[int, tuple[str, str]]:
        """(id, whose) of each summary, by its key in the queue."""
        return {key_of(one.user_id): (one.summary_id, one.user_id or "the owner") for one in self._summaries()}

    def _summaries(self) -> list[ConversationSummary]:
        every: Mapping[str, ConversationSummary] = self._writer.projections.now(SUMMARY)
        return list(every.values())

    def _texts(self) -> dict[int, str]:
        return {key_of(one.user_id): one.text for one in self._summaries() if one.text}

    def _queue_changed(self, space: Space) -> None:
        """Those whose text is another than that of their vector wait for a new one; those without a text for none."""
        head = self._store.log.head
        upto, version = self._looked_at
        if version == space.model_version and not self._store.log.may_have(_CHANGES, upto):
            return
        texts, stored = self._texts(), self._store.summary_vectors.of(space.model_version)
        made_of = dict(zip(stored.keys.tolist(), stored.made_of, strict=True))
        rows = self._store.queue.states_of(VectorKind.SUMMARY)
        changed = [key for key, text in texts.items() if made_of.get(key) != _digest(text)]
        new = [key for key in changed if key not in rows]
        again = [key for key in changed if key in rows and rows[key].state == "indexed"]
        if new or again:
            with self._store.database.transaction() as cursor:
                self._store.queue.enqueue(cursor, new, self._clock(), VectorKind.SUMMARY)
                self._store.queue.again(cursor, again)
        self._remove([key for key in {*rows, *made_of} if key not in texts])
        self._looked_at = head, space.model_version

    def _remove(self, keys: Sequence[int]) -> None:
        if keys:
            self._store.queue.remove(keys)
            self._store.summary_vectors.remove(keys)

    def _put(self, space: Space, texts: Mapping[int, str], vectors: Vectors) -> None:
        with self._store.database.transaction() as cursor:
            digests = [_digest(text) for text in texts.values()]
            self._store.summary_vectors.put(cursor, space.model_version, list(texts), vectors, digests)
            self._store.queue.confirm(list(texts), self._clock(), VectorKind.SUMMARY)
        self._store.summary_vectors.changed()


def key_of(user: str) -> int:
    """The key of a user's summary: below 0, where no event and no memory has one."""
    return -1 - (uuid.UUID(summary_id(user)).int & ((1 << 62) - 1))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
