"""Changing the embedding model: beside the old one, without a risk, and back (D5).

**Theory of operation.** Validate the vault → embed every record into the new model's own index folder, a batch at a
time, by the worker that also syncs → compare both on the user's labelled queries → one MIGRATION event, which is the
switch → the old folder stays for a grace period, so that the way back is the same switch again.

The log decides which model is in use: its last MIGRATION event. A crash before that event is no migration; after it,
the vault opens with the new model. What is embedded is known from the new index itself, so a kill costs one batch.
"""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from memory_desktop.core.commands import NoteModel
from memory_desktop.core.errors import EmbeddingError, InvalidCommandError, KnownError
from memory_desktop.core.lab import Measure
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.migration import Comparison, MigrationStatus, ModelChoice, Stage, Validation
from memory_desktop.core.ports import CancelToken, Clock, Embedder, ModelShelf, VectorIndex
from memory_desktop.engine.embedding.space import Beside, Space, free_of_nan
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.vault import folder_size
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_BATCH = 256
_RATE_WINDOW = 30.0
_META = "migration"
_BYTES_BESIDE = 100
Verify = Callable[..., tuple[str, ...]]


class Migration:
    """One vault's change of model.

    Args:
        folder: where each version has its index's folder.
        open_index: (folder, version, dim) → index.
        verify: what is wrong with log and records, in sentences.
        switch: puts a space in use; called under the writer's lock with the sync held still.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        snapshots: Snapshots,
        lab: Lab,
        shelf: ModelShelf,
        folder: Path,
        open_index: Callable[[Path, str, int], VectorIndex],
        *,
        active: Callable[[], Space],
        switch: Callable[[Embedder], None],
        verify: Verify,
        still: Callable[[], AbstractContextManager[None]],
        clock: Clock,
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._writer = writer
        self._snapshots = snapshots
        self._lab = lab
        self._shelf = shelf
        self._folder = folder
        self._open_index = open_index
        self._active = active
        self._switch = switch
        self._verify = verify
        self._still = still
        self._clock = clock
        self._monotonic = monotonic
        self._space: Space | None = None
        self._recent: deque[tuple[float, int, float]] = deque(maxlen=1024)
        self._comparison: Comparison | None = None
        state = self._state()
        if state["stage"] == Stage.READY or state["stage"] == Stage.EMBEDDING:
            self._reopen(state)

    # --- looking ----------------------------------------------------------------------------------------------------

    def models(self) -> list[ModelChoice]:
        """Models that could be used, the bundled one first."""
        return self._shelf.choices()

    def download(
        self, ref: str, progress: Callable[[int, int], None] | None = None, cancel: CancelToken | None = None
    ) -> ModelChoice:
        """Fetch a model of the catalogue; what is here of it already is not fetched again. Raises KnownError."""
        return self._shelf.download(ref, progress, cancel)

    def status(self) -> MigrationStatus:
        """Where it stands."""
        state = self._state()
        total = self._store.records.count_all()
        done = len(self._space.vectors.index) if self._space is not None else 0
        rate = self._rate()
        return MigrationStatus(
            stage=Stage(state["stage"]),
            old=state.get("old", ""),
            new=state.get("new", ""),
            done=min(done, total),
            total=total,
            paused=bool(state.get("paused")),
            rate=rate,
            seconds_left=(total - done) / rate if rate > 0 and total > done else None,
            error=state.get("error", ""),
            comparison=self._comparison,
            switched_at=_moment(state.get("switched_at")),
            keep_until=_moment(state.get("keep_until")),
        )

    def validate(
        self,
        ref: str,
        progress: Callable[[str, int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> Validation:
        """Look whether the change may begin: the vault is consistent, the model works, the disk has room."""
        problems = list(self._verify(progress=progress, cancel=cancel))
        memories, dim = self._store.records.count_all(), self._active().embedder.dim
        try:
            embedder = self._shelf.open(ref)
            dim = embedder.dim
            if embedder.model_version == self._active().model_version:
                problems.append("This model is in use already.")
            elif not free_of_nan(embedder.embed(["A sentence to try the model with."])):
                problems.append("The model gives vectors that are no numbers.")
        except EmbeddingError as error:
            problems.append(str(error))
        needed = memories * (dim * 3 + _BYTES_BESIDE)
        free = shutil.disk_usage(self._folder.parent).free
        if free < needed:
            problems.append(f"The new vectors need {needed / 1e6:,.0f} MB; the disk has {free / 1e6:,.0f} MB left.")
        return Validation(not problems, tuple(problems), memories, needed, free)

    # --- doing ------------------------------------------------------------------------------------------------------

    def start(
        self,
        ref: str,
        progress: Callable[[str, int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> MigrationStatus:
        """Validate, then let the worker embed. Raises KnownError when it must not begin."""
        if self._state()["stage"] in (Stage.EMBEDDING, Stage.READY):
            raise InvalidCommandError("A change of the model is under way.", hint="Finish or cancel it first.")
        found = self.validate(ref, progress, cancel)
        if not found.ok:
            raise InvalidCommandError("The model cannot be changed: " + " ".join(found.problems))
        embedder = self._shelf.open(ref)
        old = self._active()
        self._keep(
            stage=Stage.EMBEDDING,
            ref=ref,
            new=embedder.model_version,
            dim=embedder.dim,
            old=old.model_version,
            old_ref=self._store.meta.get("model_ref", "bundled"),
        )
        self._reopen(self._state())
        return self.status()

    def step(self) -> bool:
        """Embed one batch; False when there is nothing to do, or nothing can be done."""
        state, space = self._state(), self._space
        if state["stage"] != Stage.EMBEDDING or state.get("paused") or space is None:
            return self._clean_up_when_due(state)
        index = space.vectors.index
        keys = np.setdiff1d(self._store.records.all_keys(), index.keys(), assume_unique=True)[:_BATCH]
        if not len(keys):
            self._keep(**{**state, "stage": Stage.READY, "error": ""})
            return True
        started = self._monotonic()
        texts = self._store.records.texts(keys.tolist())
        present = [int(key) for key in keys if int(key) in texts]
        try:
            vectors = space.embedder.embed([texts[key] for key in present])
            index.add(np.asarray(present, dtype=np.int64), vectors)
        except (KnownError, OSError, RuntimeError) as error:
            # One bad text must not stop the rest; but without an index of its own the queue cannot keep it: pause.
            self._keep(**{**state, "paused": True, "error": str(error)})
            return False
        self._recent.append((self._monotonic(), len(present), self._monotonic() - started))
        return True

    def maintain(self) -> bool:
        """One piece of upkeep of the index that is being built."""
        return self._space is not None and self._space.vectors.index.maintain()

    def pause(self, paused: bool) -> None:
        """Stop after the running batch, or go on; kept over restarts."""
        state = self._state()
        if state["stage"] == Stage.EMBEDDING:
            self._keep(**{**state, "paused": paused, "error": ""})

    def cancel(self) -> None:
        """Give it up before the switch: the new vectors go."""
        state = self._state()
        if state["stage"] not in (Stage.EMBEDDING, Stage.READY):
            return
        with self._still():
            self._close()
            shutil.rmtree(self._folder / str(state["new"]), ignore_errors=True)
            self._keep(stage=Stage.NONE)

    def compare(
        self, progress: Callable[[int, int], None] | None = None, cancel: CancelToken | None = None
    ) -> Comparison:
        """Measure both models on the user's labelled queries. Raises InvalidCommandError when none is ready."""
        space = self._ready()
        measured = [
            {name: run.measures[name] for name in ("vector", "hybrid") if name in run.measures}
            for run in (
                self._lab.measure(space=one, subjects=("vector", "hybrid"), progress=progress, cancel=cancel)
                for one in (self._active(), space)
            )
        ]
        queries = len(self._lab.queries())
        empty: Mapping[str, Measure] = {}
        old, new = measured if queries else (empty, empty)
        self._comparison = Comparison(queries, Lab.K, old, new)
        return self._comparison

    def switch(self, *, actor: str = "user") -> MigrationStatus:
        """Use the new model from here on. Records that came meanwhile are embedded by the sync."""
        space, state = self._ready(), self._state()
        self._snapshots.before("change of model")
        self._change(space.embedder, str(state["old"]), str(state["ref"]), actor)
        now = self._clock()
        until = now + timedelta(days=self._writer.settings.number("migration.grace_days"))
        kept = {name: state[name] for name in ("old", "old_ref", "new", "ref")}
        self._keep(stage=Stage.SWITCHED, switched_at=iso(now), keep_until=iso(until), **kept)
        return self.status()

    def roll_back(self, *, actor: str = "user") -> MigrationStatus:
        """Use the model of before again. Raises KnownError when its vectors or the model are gone."""
        state = self._state()
        if state["stage"] != Stage.SWITCHED:
            raise InvalidCommandError("There is no change of the model to go back from.")
        embedder = self._shelf.open(str(state["old_ref"]))
        if embedder.model_version != state["old"]:
            raise InvalidCommandError(f"The model {state['old']} is not there any more.")
        self._change(embedder, str(state["new"]), str(state["old_ref"]), actor)
        self._keep(stage=Stage.NONE)
        return self.status()

    def clean_up(self) -> int:
        """Delete the vectors of all models but the one in use and the one being built; bytes of files freed."""
        state = self._state()
        keep = {self._active().model_version, str(state.get("new", ""))}
        freed = 0
        if self._folder.is_dir():
            for folder in self._folder.iterdir():
                if folder.is_dir() and folder.name not in keep:
                    freed += folder_size(folder)
                    shutil.rmtree(folder, ignore_errors=True)
        self._store.composites.drop(sorted(keep))
        if state["stage"] == Stage.SWITCHED:
            self._keep(stage=Stage.NONE)
        return freed

    def close(self) -> None:
        """Let the files go."""
        self._close()

    # --- parts ------------------------------------------------------------------------------------------------------

    def _change(self, embedder: Embedder, old: str, ref: str, actor: str) -> None:
        with self._still(), self._writer.lock:
            self._close()
            self._writer.execute(NoteModel(old, embedder.model_version, ref, embedder.dim), actor=actor)
            self._store.meta.set("model_ref", ref)
            self._switch(embedder)

    def _ready(self) -> Space:
        if self._space is None or self._state()["stage"] != Stage.READY:
            raise InvalidCommandError("No other model is ready yet.", hint="Wait until everything is embedded.")
        return self._space

    def _reopen(self, state: Mapping[str, Any]) -> None:
        """Open the index that is being built, where it was."""
        try:
            embedder = self._shelf.open(str(state["ref"]))
            version = embedder.model_version
            if version != state["new"]:
                raise InvalidCommandError(f"The model at {state['ref']} is not {state['new']} any more.")
            self._space = Space(embedder, Beside(self._open_index(self._folder / version, version, embedder.dim)))
        except KnownError as error:
            self._keep(**{**state, "paused": True, "error": str(error)})

    def _close(self) -> None:
        if self._space is not None:
            self._space.vectors.index.close()
            self._space = None

    def _clean_up_when_due(self, state: Mapping[str, Any]) -> bool:
        until = _moment(state.get("keep_until"))
        if state["stage"] == Stage.SWITCHED and until is not None and self._clock() >= until:
            self.clean_up()
            return True
        return False

    def _state(self) -> dict[str, Any]:
        return dict(self._store.meta.get(_META) or {"stage": Stage.NONE})

    def _keep(self, **state: Any) -> None:
        self._store.meta.set(_META, state)

    def _rate(self) -> float:
        since = self._monotonic() - _RATE_WINDOW
        recent = [(items, seconds) for at, items, seconds in tuple(self._recent) if at >= since]
        busy = sum(seconds for _, seconds in recent)
        return sum(items for items, _ in recent) / busy if busy > 0 else 0.0


def _moment(text: Any) -> datetime | None:
    return parse_time(text) if isinstance(text, str) else None
