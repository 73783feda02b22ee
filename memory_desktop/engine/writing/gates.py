"""The gates that everything new goes through, and the list of what they held back (D7).

Content validation and personal data are looked for in the text alone. Similarity and anomaly need the text's vector;
they are off unless a setting turns them on, and then each write waits for its embedding. Novelty (the same text again)
is the fold's business: `core.events.intake` knows what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.errors import EmbeddingError, NotFoundError
from memory_desktop.core.events.event import Event
from memory_desktop.core.events.intake import HELD, DiscardHeld, ReleaseHeld
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.held import HeldItem, Verdict
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.ports import KeySelection, VectorIndex, Vectors
from memory_desktop.core.screening.gate import refuse_held, released, screened
from memory_desktop.core.settings import Settings
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

# Distances need a population; and a sample of it is enough.
_ANOMALY_FROM = 200
_SAMPLE = 2_000


class Gatekeeper:
    """Screens drafts, and keeps what was held."""

    def __init__(self, store: Store, writer: Writer, space: Callable[[], Space]) -> None:
        self._store = store
        self._writer = writer
        self._space = space

    # --- screening --------------------------------------------------------------------------------------------------

    def prepare(self, draft: Draft) -> Prepared:
        """One draft, canonical, with what the gates say of its text and labels.

        Raises:
            InvalidCommandError: no text, or too much.
        """
        return screened(draft, self._writer.settings)

    def screen(self, items: Sequence[Prepared]) -> list[Prepared]:
        """The same, with what the gates say of their vectors, if any such gate is on."""
        settings = self._writer.settings
        if not items or (settings.text("gates.similar") == "off" and settings.text("gates.anomaly") == "off"):
            return list(items)
        space = self._space()
        try:
            vectors = space.embedder.embed([item.content for item in items])
        except EmbeddingError:
            return list(items)  # the vault goes on without a model; the sync tells of it
        return [
            replace(item, verdicts=(*item.verdicts, *verdicts)) if verdicts else item
            for item, verdicts in zip(items, self._by_vector(space.vectors.index, vectors, settings), strict=True)
        ]

    def check_edit(self, draft: Draft, actor: str) -> Prepared:
        """A new text, or new labels, for a memory that is there.

        Raises:
            InvalidCommandError: somebody else than the user writes what the gates would hold back.
        """
        return refuse_held(self.prepare(draft), actor)

    def check_labels(
        self,
        tags: Sequence[str],
        *,
        kind: str | None,
        source: str | None,
        metadata: Mapping[str, Any] | None,
        actor: str,
    ) -> Draft:
        """New labels of memories that are there, redacted if so set.

        Raises:
            InvalidCommandError: somebody else than the user writes what the gates would hold back.
        """
        draft = Draft(content="-", kind=kind or "", tags=tuple(tags), source=source or "", metadata=metadata or {})
        return self.check_edit(draft, actor).draft

    def _by_vector(self, index: VectorIndex, vectors: Vectors, settings: Settings) -> list[list[Verdict]]:
        verdicts: list[list[Verdict]] = [[] for _ in vectors]
        similar = settings.text("gates.similar")
        if similar != "off" and len(index):
            selection = KeySelection(exclude=self._store.records.guard_columns()[0])
            for row, vector in enumerate(vectors):
                near = index.search(vector, 1, selection)
                if len(near.keys) and near.scores[0] >= settings.number("gates.similar_above"):
                    twin = self._store.records.by_keys(near.keys)
                    name = twin[0].id if twin else "an active memory"
                    verdicts[row].append(
                        Verdict("novelty", similar, f"It means nearly the same as {name} ({near.scores[0]:.2f}).")
                    )
        anomaly = settings.text("gates.anomaly")
        if anomaly != "off" and len(index) >= _ANOMALY_FROM:
            keys = index.keys()
            sample = index.fetch(keys[:: max(1, len(keys) // _SAMPLE)])[1]
            for row, sigma in enumerate(anomaly_scores(vectors, sample).tolist()):
                if sigma > settings.number("gates.anomaly_above"):
                    text = f"Its vector lies {sigma:.1f} standard deviations outside of what the vault holds."
                    verdicts[row].append(Verdict("anomaly", anomaly, text))
        return verdicts

    # --- the review list --------------------------------------------------------------------------------------------

    def held(self) -> list[HeldItem]:
        """What waits for a person, newest first."""
        return list(self._writer.projections.now(HELD).values())[::-1]

    def release(self, ids: Sequence[str], *, redacted: bool = False, actor: str = "user", initiator: str = "") -> int:
        """Let held items in, as they are or without their personal data; how many. Raises NotFoundError."""
        with self._writer.lock:
            items = self._items(ids)
            prepared = [released(item.draft, item.verdicts, without_personal_data=redacted) for item in items]
            command = ReleaseHeld(tuple(items), tuple(prepared))
            return len(self._writer.execute(command, actor=actor, initiator=initiator).created)

    def discard(self, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> int:
        """Drop held items; how many. Raises NotFoundError."""
        with self._writer.lock:
            items = self._items(ids)
            return len(self._writer.execute(DiscardHeld(tuple(items)), actor=actor, initiator=initiator).events)

    def item_of(self, event: Event) -> HeldItem:
        """The item that a HOLD event holds, which still waits. Raises NotFoundError."""
        return self._items([event.item])[0]

    def _items(self, ids: Sequence[str]) -> list[HeldItem]:
        waiting = {item.id: item for item in self.held()}
        for id in ids:
            if id not in waiting:
                raise NotFoundError(f"Nothing is held back under {id}.")
        return [waiting[id] for id in dict.fromkeys(ids)]


def anomaly_scores(vectors: Vectors, population: Vectors) -> npt.NDArray[np.float64]:
    """How far each vector lies outside of a population, in standard deviations of the population's own distances.

    The distance is Mahalanobis's with a diagonal covariance: each coordinate counts by how much it usually varies.
    """
    mean, spread = population.mean(axis=0), population.std(axis=0) + 1e-6

    def distances(of: Vectors) -> npt.NDArray[np.float64]:
        scaled = (np.asarray(of, dtype=np.float64) - mean) / spread
        found: npt.NDArray[np.float64] = np.sqrt((scaled * scaled).mean(axis=1))
        return found

    usual = distances(population)
    outside: npt.NDArray[np.float64] = (distances(vectors) - usual.mean()) / (usual.std() + 1e-9)
    return outside
