"""Changes the embedding model: embeds beside the old one, compares, switches, and switches back.

**Theory of operation.** Validate the vault → embed every record into the new model's own index folder, a batch at a
time, by the worker that also syncs → compare both on the user's labelled queries → one MIGRATION event, which is the
switch → the old folder stays for a grace period, so that the way back is the same switch again → its vectors are packed
into an archive (or deleted, as the setting says), from which the way back takes them.

The log decides which model is in use: its last MIGRATION event, and nothing repeats that elsewhere. A crash before that
event is no migration; after it, the vault opens with the new model. Only the build, of which the log knows nothing yet,
has a note of its own; a note whose model is the one in use is that of a switch which was cut short, and is over. What
is embedded is known from the new index itself, so a kill costs one batch. Texts that cannot be embedded are passed
over, kept in a list and tried again; after the switch they are the vector queue's business like any others.

Each folder has one index object: a build never has the folder of the model in use, and is closed before the engine
opens its folder.
"""

from __future__ import annotations

import logging
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from memory_desktop.core.answers import QueueItem
from memory_desktop.core.errors import EmbeddingError, IndexDamagedError, InvalidCommandError, KnownError
from memory_desktop.core.events.model import NoteModel
from memory_desktop.core.keys import Keys
from memory_desktop.core.lab import Measure
from memory_desktop.core.memory.spans import LONG, PART
from memory_desktop.core.migration import (
    Comparison,
    MigrationStatus,
    ModelChange,
    ModelChoice,
    Stage,
    Validation,
    is_model_version,
)
from memory_desktop.core.outside import outside_ref
from memory_desktop.core.ports import CancelToken, Clock, Embedder, ModelShelf, VectorIndex
from memory_desktop.engine.embedding.archive import Archives, dim_of
from memory_desktop.engine.embedding.filling import Filling
from memory_desktop.engine.embedding.live import LiveComparison
from memory_desktop.engine.embedding.model_log import ModelLog
from memory_desktop.engine.embedding.outside import OutsideEmbedder
from memory_desktop.engine.embedding.sampling import compare_on_sample
from memory_desktop.engine.embedding.space import Beside, Space, free_of_nan
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.own_files import remove_index, subfolders
from memory_desktop.store import Store

_BATCH = 256
_RATE_WINDOW = 30.0
_META = "migration"
_BYTES_BESIDE = 100
_AGAIN = timedelta(hours=1)
_NOT_COMPARED = (
    "The two cannot be compared: one of them is not run by this program, so your queries have no vectors by it."
)
_log = logging.getLogger(__name__)
Verify = Callable[..., tuple[str, ...]]


class Migration:
    """One vault's change of model.

    Args:
        log: which models the vault has used.
        folder: where each version has its index's folder.
        archives: of vectors that are out of use.
        live: compares a model that is ready with the one in use, on recalls as they come.
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
        log: ModelLog,
        filling: Filling,
        folder: Path,
        archives: Archives,
        live: LiveComparison,
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
        self._log = log
        self._filling = filling
        self._folder = folder
        self._archives = archives
        self._live = live
        self._not_before = clock()
        self._open_index = open_index
        self._active = active
        self._switch = switch
        self._verify = verify
        self._still = still
        self._clock = clock
        self._monotonic = monotonic
        self._space: Space | None = None
        self._waiting: Keys = np.empty(0, dtype=np.int64)
        self._recent: deque[tuple[float, int, float]] = deque(maxlen=1024)
        self._comparison: Comparison | None = None
        if not store.log.read_only:
            self._take_up()

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
        build = self._build()
        if build is None:
            return self._after_switch()
        total = self._to_embed(self._space)
        done = len(self._space.vectors.index) if self._space is not None else 0
        failed = self._store.build_failures.count()
        rate, left = self._rate(), max(0, total - done - failed)
        return MigrationStatus(
            stage=Stage(build["stage"]),
            old=self._active().model_version,
            new=str(build["new"]),
            done=min(done, total),
            total=total,
            failed=failed,
            paused=bool(build.get("paused")),
            rate=rate,
            seconds_left=left / rate if rate > 0 and left else None,
            error=str(build.get("error", "")),
            comparison=self._comparison,
            live=self._live.check(str(build["new"])),
        )

    @property
    def ready(self) -> bool:
        """Is another model wholly embedded, and not in use yet?"""
        build = self._build() if self._space is not None else None
        return build is not None and build["stage"] == Stage.READY

    def failures(self, limit: int = 500) -> list[QueueItem]:
        """Texts that the new model could not embed, with their errors and when each is tried again."""
        return self._store.build_failures.items(limit)

    def validate(
        self,
        ref: str,
        progress: Callable[[str, int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> Validation:
        """Look whether the change may begin: the vault is consistent, the model works, the disk has room."""
        problems = list(self._verify(progress=progress, cancel=cancel))
        memories, waiting, dim = self._store.records.count_all(), 0, self._active().embedder.dim
        try:
            embedder = self._shelf.open(ref)
            dim = embedder.dim
            if isinstance(embedder, OutsideEmbedder):
                known = len(self._store.given.keys(embedder.model_version, dim))
                memories, waiting = known, max(0, len(self._store.records.embeddable_keys()) - known)
            if not is_model_version(embedder.model_version):
                problems.append(f"{embedder.model_version!r} cannot name a folder; rename the model's folder.")
            elif embedder.model_version == self._active().model_version:
                problems.append("This model is in use already.")
            elif not isinstance(embedder, OutsideEmbedder) and not free_of_nan(
                embedder.embed(["A sentence to try the model with."])
            ):
                problems.append("The model gives vectors that are no numbers.")
        except EmbeddingError as error:
            problems.append(str(error))
        rows = memories + self._store.records.bytes_beyond(LONG) * 3 // (2 * PART)  # parts are rarely quite full
        needed = rows * (dim * 3 + _BYTES_BESIDE)
        free = shutil.disk_usage(self._folder.parent).free
        if free < needed:
            problems.append(f"The new vectors need {needed / 1e6:,.0f} MB; the disk has {free / 1e6:,.0f} MB left.")
        return Validation(not problems, tuple(problems), memories, needed, free, waiting)

    # --- doing ------------------------------------------------------------------------------------------------------

    def start(
        self,
        ref: str,
        progress: Callable[[str, int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> MigrationStatus:
        """Validate, then let the worker embed. Raises KnownError when it must not begin."""
        if self._build() is not None:
            raise InvalidCommandError("A change of the model is under way.", hint="Finish or cancel it first.")
        found = self.validate(ref, progress, cancel)
        if not found.ok:
            raise InvalidCommandError("The model cannot be changed: " + " ".join(found.problems))
        embedder = self._shelf.open(ref)
        self._store.build_failures.clear()
        self._comparison = None
        outside = isinstance(embedder, OutsideEmbedder)
        ref = outside_ref(embedder.model_version, embedder.dim) if outside else ref
        build = {"stage": Stage.EMBEDDING, "ref": ref, "new": embedder.model_version, "dim": embedder.dim}
        self._keep(build)
        self._reopen(build)
        return self.status()

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Embed one batch; False when there is nothing to do, or nothing can be done."""
        build, space = self._build(), self._space
        if build is None:
            return self._clean_up_when_due()
        if build.get("paused") or space is None:
            return False
        failures, now = self._store.build_failures, self._clock()
        keys = self._next(space) if build["stage"] == Stage.EMBEDDING else []
        keys = keys or failures.due(now, _BATCH)
        if not keys:
            if build["stage"] == Stage.EMBEDDING:
                self._keep({**build, "stage": Stage.READY, "error": ""})
                return True
            return _both_run(self._active(), space) and self._live.step(self._active(), space)
        started = self._monotonic()
        batch = self._filling.fill(space, keys, cancel=cancel)
        if batch.vectors:
            failures.remove(list(batch.vectors))
        problem = batch.unwritten or batch.dead
        if problem:  # the disk or the model itself is at fault, not these texts
            self._keep({**build, "paused": True, "error": problem})
            return False
        for error_text, failed in batch.by_error().items():
            failures.add(failed, now, error_text)
        self._recent.append((self._monotonic(), len(batch.vectors), self._monotonic() - started))
        return True

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        """One piece of upkeep of the index that is being built."""
        return self._space is not None and self._space.vectors.index.maintain(cancel)

    def pause(self, paused: bool) -> None:
        """Stop after the running batch, or go on (then texts that failed are tried again, too); kept over restarts."""
        build = self._build()
        if build is not None:
            if not paused:
                self._store.build_failures.retry_now(self._clock())
                self._open_again(build)
            self._keep({**build, "paused": paused, "error": ""})

    def cancel(self) -> None:
        """Give it up before the switch: the new vectors go, unless they are those of the model in use or before it."""
        build = self._build()
        if build is None:
            return
        with self._still():
            self._close()
            if str(build["new"]) not in self._precious():
                remove_index(self._folder / str(build["new"]))
            self._end_build()

    def compare(
        self, progress: Callable[[int, int], None] | None = None, cancel: CancelToken | None = None
    ) -> Comparison:
        """Measure both models on the user's labelled queries, and on a sample of the vault's memories.

        Raises:
            InvalidCommandError: no other model is ready.
        """
        space = self._ready()
        if not _both_run(self._active(), space):
            self._comparison = Comparison(0, Lab.K, {}, {}, impossible=_NOT_COMPARED)
            return self._comparison
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
        sample = compare_on_sample(self._store.records, self._active(), space, progress, cancel)
        self._comparison = Comparison(queries, Lab.K, old, new, sample)
        return self._comparison

    def switch(self, *, actor: str = "user") -> MigrationStatus:
        """Use the new model from here on. Records that came meanwhile are embedded by the sync."""
        space, build = self._ready(), self._build()
        self._snapshots.before("change of model")
        with self._changing(space.embedder) as old:
            command = NoteModel(old, space.model_version, str((build or {})["ref"]), space.embedder.dim)
            self._writer.execute(command, actor=actor)
        return self.status()

    def roll_back(self, *, actor: str = "user") -> MigrationStatus:
        """Use the model of before again. Raises InvalidCommandError when its vectors or the model are gone."""
        last = self._log.last()
        status = self.status()
        if last is None or not (status.stage is Stage.SWITCHED or status.archived):
            raise InvalidCommandError("There is no change of the model to go back from.")
        return self.switch_back(last.old, actor=actor)

    def switch_back(self, version: str, *, actor: str = "user") -> MigrationStatus:
        """Use a model whose vectors are still there. Its inverse is the same with the version in use before.

        Raises:
            InvalidCommandError: its vectors or the model itself are gone, or it is in use already.
        """
        with self.switching_back(version) as command:
            self._writer.execute(command, actor=actor)
        return self.status()

    @contextmanager
    def switching_back(self, version: str) -> Iterator[NoteModel]:
        """Switch to a model whose vectors are still there, by the command that this gives, or by its event.

        The caller writes it, alone or as a part of a larger command (an undo); then the model is in use. Nothing syncs
        meanwhile, and the writer's lock is held. Who holds that lock already must hold the sync still before it.

        Raises:
            InvalidCommandError: as `switch_back`; nothing was changed.
        """
        embedder = self._openable(version)
        with self._changing(embedder) as old:
            last = self._log.last()
            back = last is not None and not last.back  # taking back what took a change back is a change again
            yield NoteModel(old, version, self._log.ref_of(version), embedder.dim, back=back)

    def clean_up(self) -> int:
        """Delete the vectors of all models but the one in use and the one being built, archives too; bytes freed."""
        return self._archives.remove() + self._remove_unused()

    def close(self) -> None:
        """Close the files."""
        self._close()

    # --- parts ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self, embedder: Embedder) -> Iterator[str]:
        """Put a model in use once the caller has written so; gives the version in use until then."""
        version = embedder.model_version
        with self._still(), self._writer.lock:
            old = self._active().model_version
            if version == old:
                raise InvalidCommandError(f"{version} is in use already.")
            build = self._build()
            built = build is not None and build["new"] == version
            if built:
                self._close()
            try:
                yield old
            except BaseException:
                if built and build is not None:
                    self._reopen(build)
                raise
            self._switch(embedder)
            if built:
                self._end_build()

    def _kept(self) -> set[str]:
        """The models that are in use or being built."""
        build = self._build()
        return {self._active().model_version, *([str(build["new"])] if build is not None else [])}

    def _unused(self) -> list[Path]:
        """The folders of other models."""
        kept = self._kept()
        return [folder for folder in self._folders() if folder.name not in kept]

    def _remove_unused(self) -> int:
        freed = sum(remove_index(folder) for folder in self._unused())
        self._store.composites.drop(sorted(self._kept()))
        self._store.summary_vectors.drop(sorted(self._kept()))
        self._store.topic_vectors.drop(sorted(self._kept()))
        return freed

    def _pack_unused(self) -> None:
        """Archive what was in use once. Raises KnownError when the disk refuses; then nothing may be removed."""
        used = {version for change in self._log.changes() for version in (change.old, change.new)}
        for folder in self._unused():
            dim = dim_of(folder)
            if folder.name not in used or not dim:
                continue
            try:
                index = self._open_index(folder, folder.name, dim)
            except IndexDamagedError:
                continue  # it would not be used for a way back either
            try:
                self._archives.pack(index, self._clock())
            finally:
                index.close()

    def _unpacked(self, version: str) -> bool:
        """Take the vectors of a model out of its archive, if it has one."""
        if version not in self._archives.versions():
            return False
        where = self._folder / version
        remove_index(where)  # what an earlier attempt has left
        self._archives.unpack(version, self._store, lambda dim: self._open_index(where, version, dim))
        self._archives.remove(version)
        return True

    def _openable(self, version: str) -> Embedder:
        """The model of a version whose vectors are here, or were in an archive. Raises KnownError."""
        if version not in {folder.name for folder in self._folders()} and not self._unpacked(version):
            raise InvalidCommandError(
                f"The vectors by {version or 'that model'} are not there any more.",
                hint="Change the model to it again: then everything is embedded anew.",
            )
        try:
            embedder = self._shelf.open(self._log.ref_of(version))
        except EmbeddingError as error:
            raise InvalidCommandError(
                f"The model {version} cannot be opened: {error.message}", hint=error.hint
            ) from error
        if embedder.model_version != version:
            raise InvalidCommandError(f"The model {version} is not there any more.")
        return embedder

    def _after_switch(self) -> MigrationStatus:
        """The last change, as long as it can be gone back from."""
        last = self._log.last()
        if last is None or last.back or last.actor == "system":
            return MigrationStatus(Stage.NONE)
        if last.old not in {one.name for one in self._folders()}:
            archived = last.old if last.old in self._archives.versions() else ""
            return MigrationStatus(Stage.NONE, archived=archived)
        return MigrationStatus(
            Stage.SWITCHED, last.old, last.new, switched_at=last.at, keep_until=self._keep_until(last)
        )

    def _keep_until(self, change: ModelChange) -> datetime:
        return change.at + timedelta(days=self._writer.settings.number("migration.grace_days"))

    def _precious(self) -> set[str]:
        """Versions whose vectors only the grace period, or a person who cleans up, may end."""
        last = self._log.last()
        return {self._active().model_version, *([last.old] if last is not None else [])}

    def _folders(self) -> list[Path]:
        """Folders with the vectors of a model."""
        return [one for one in subfolders(self._folder) if is_model_version(one.name)]

    def _ready(self) -> Space:
        build = self._build()
        if self._space is None or build is None or build["stage"] != Stage.READY:
            raise InvalidCommandError("No other model is ready yet.", hint="Wait until everything is embedded.")
        return self._space

    def _next(self, space: Space) -> list[int]:
        """Keys of the next batch; all keys are looked through once for many batches."""
        if not len(self._waiting):
            passed_over = np.union1d(space.vectors.index.keys(), self._store.build_failures.keys())
            self._waiting = np.setdiff1d(self._embeddable(space), passed_over, assume_unique=True)
        batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
        return [int(key) for key in batch]

    def _embeddable(self, space: Space) -> Keys:
        """Sorted keys of the memories that can have a vector by the model that is being built."""
        outside = space.outside
        if outside is None:
            return self._store.records.embeddable_keys()
        return self._store.given.keys(outside.model_version, outside.dim)

    def _to_embed(self, space: Space | None) -> int:
        """How many memories that is."""
        if space is None or space.outside is None:
            return self._store.records.count_all()
        return len(self._embeddable(space))

    def _take_up(self) -> None:
        """Go on where the last process stopped: with the build, or, when it had switched already, without it."""
        note, build = self._store.meta.get(_META) or {}, self._build()
        if build is not None:
            self._reopen(build)
        elif note.get("stage", Stage.NONE) != Stage.NONE:
            self._end_build()

    def _open_again(self, build: Mapping[str, Any]) -> None:
        """Open the build's index again if it could not be opened before."""
        if self._space is None:
            self._reopen(build)

    def _reopen(self, build: Mapping[str, Any]) -> None:
        """Open the index that is being built, where it was."""
        self._waiting = np.empty(0, dtype=np.int64)
        try:
            embedder = self._shelf.open(str(build["ref"]))
            version = embedder.model_version
            if version != build["new"]:
                raise InvalidCommandError(f"The model at {build['ref']} is not {build['new']} any more.")
            self._space = Space(embedder, Beside(self._open_index(self._folder / version, version, embedder.dim)))
        except KnownError as error:
            self._keep({**build, "paused": True, "error": str(error)})

    def _close(self) -> None:
        if self._space is not None:
            self._space.vectors.index.close()
            self._space = None

    def _clean_up_when_due(self) -> bool:
        last = self._log.last()
        now = self._clock()
        if last is None or now < max(self._keep_until(last), self._not_before) or len(self._folders()) < 2:
            return False
        try:
            if self._writer.settings.on("migration.archive"):
                self._pack_unused()
        except KnownError as error:  # the old vectors stay where they are
            _log.error("old vectors could not be archived, which is tried again later: %s", error)
            self._not_before = now + _AGAIN
            return False
        return self._remove_unused() > 0

    def _build(self) -> dict[str, Any] | None:
        """The note of the model that is being embedded; None when there is none, or it is in use by now."""
        note = self._store.meta.get(_META) or {}
        building = note.get("stage") in (Stage.EMBEDDING, Stage.READY) and is_model_version(note.get("new"))
        return note if building and note["new"] != self._active().model_version else None

    def _keep(self, build: Mapping[str, Any]) -> None:
        self._store.meta.set(_META, dict(build))

    def _end_build(self) -> None:
        self._store.meta.set(_META, {"stage": Stage.NONE})
        self._store.build_failures.clear()

    def _rate(self) -> float:
        since = self._monotonic() - _RATE_WINDOW
        recent = [(items, seconds) for at, items, seconds in tuple(self._recent) if at >= since]
        busy = sum(seconds for _, seconds in recent)
        return sum(items for items, _ in recent) / busy if busy > 0 else 0.0


def _both_run(one: Space, other: Space) -> bool:
    """Does the program run both models, so that a query has a vector by each?"""
    return one.outside is None and other.outside is None
