"""Rebuilds a vault from its log: a new database and new indexes beside the old ones, switched in one step.

**Theory of operation.** The new parts grow in the vault's `rebuild` folder: the events are copied and their chain
checked, the records folded, the words indexed, and the vectors taken over by key (a text never changes under its key,
so its vector holds; an index that is damaged is left, and its vectors are made again by the sync). Nothing of the old
parts is touched. Then one small file, `ready.json`, is written durably: that is the moment of the switch. From then on
the new parts are moved into place, and whoever opens the vault first finishes that if the process was killed.

Rebuilt to an earlier event, a vault shows its state there, and later events wait in the log: it can be read, and
searched, and exported, but not written, until it is rebuilt to the end.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic

import numpy as np
import orjson

from memory_desktop.core.errors import (
    CancelledError,
    IndexDamagedError,
    InvalidCommandError,
    VaultDamagedError,
    VaultError,
)
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.registry import FoldError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.migration import model_changes
from memory_desktop.core.names import is_plain
from memory_desktop.core.ports import CancelToken, KeywordIndex, VectorIndex
from memory_desktop.core.vector_rows import of_the_texts, owners
from memory_desktop.durable import sync_folder, write_durably
from memory_desktop.engine.embedding.archive import dim_of
from memory_desktop.engine.history.past import Progress, silent
from memory_desktop.engine.upkeep.anchor import Anchor
from memory_desktop.engine.upkeep.integrity import LAST_CHECK
from memory_desktop.engine.upkeep.loss import find_loss, missing_database
from memory_desktop.engine.upkeep.versions import check_versions
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.engine.writing.projections import VERSIONS_KEY, fold_tables, note_versions
from memory_desktop.own_files import remove_files, remove_index, subfolders
from memory_desktop.store import Store
from memory_desktop.store.activity import MADE_TO
from memory_desktop.store.snapshots import SnapshotStore

_READY = "ready.json"
_FILE = re.compile(r"ready\.json(?:\.tmp)?|memory\.duckdb(?:\.wal)?")
_PART = re.compile(r"(?:old-)?(?:keywords|vectors)(?:-\d+)?")
_PAGE = 2_000
_VECTORS = 4_096


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild did. `vectors`: taken over; the rest is embedded by the sync. `digest`: of all records."""

    events: int
    shown_to: int
    records: int
    vectors: int
    digest: str
    seconds: float


def finish(folder: VaultFolder) -> None:
    """Finish a rebuild that was ready when its process died; clear away one that was not. The vault is locked."""
    work = folder.rebuild
    if not work.exists():
        return
    if (work / _READY).exists():
        _move_database(folder)
        for name in (folder.keywords.name, folder.vectors.name):
            _move_folder(folder, name)
        (work / _READY).unlink(missing_ok=True)
        sync_folder(work)
    _clear(work)


class Rebuild:
    """One rebuild of a vault that nobody has open. The folder is locked by the caller."""

    def __init__(
        self,
        folder: VaultFolder,
        open_keywords: Callable[[Path], KeywordIndex],
        open_vectors: Callable[[Path, str, int], VectorIndex],
        now: datetime,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        leave: Sequence[str] = (),
    ) -> None:
        """`leave`: names of notes in the meta table that are not taken over."""
        self._leave = leave
        self._folder = folder
        self._open_keywords = open_keywords
        self._open_vectors = open_vectors
        self._now = now
        self._progress = progress or silent
        self._cancel = cancel

    def run(self, to: int | None = None) -> Rebuilt:
        """Build and switch.

        Raises:
            InvalidCommandError: there is no event `to`. VaultError: the log is damaged, or the disk refuses.
            CancelledError: stopped. In every case the vault is as it was.
        """
        started, folder = monotonic(), self._folder
        finish(folder)
        if missing_database(folder, folder.info()):
            raise VaultError(f"{folder.database} is missing, and with it the log.", hint="Put a copy of it back.")
        folder.rebuild.mkdir(exist_ok=True)
        try:
            built = self._build(to)
            self._step("switch", 0, 0)
            write_durably(folder.rebuild / _READY, [orjson.dumps({"at": iso(self._now)})])
        except BaseException:
            _clear(folder.rebuild)
            raise
        finish(folder)
        return Rebuilt(*built, seconds=monotonic() - started)

    def _build(self, to: int | None) -> tuple[int, int, int, int, str]:
        old = Store(self._folder.database, log_only=True)
        try:
            last = old.log.last
            shown = last if to is None else to
            if not 1 <= shown <= last:
                raise InvalidCommandError(f"There is no event {shown}; the last one is {last}.")
            self._check(old)
            path = self._folder.rebuild / self._folder.database.name
            old.export_log(path)
            new = Store(path)
            try:
                new.log.show(shown)
                self._fold(new)
                # Neither is in the log. Where the old file is damaged, less is better than nothing.
                with suppress(VaultDamagedError):
                    new.meta.copy_from(old.meta, leave=("rebuilt_to", LAST_CHECK, VERSIONS_KEY, MADE_TO, *self._leave))
                    _keep_last_check(old, new)
                with suppress(VaultDamagedError):
                    new.lab_runs.copy_from(old.lab_runs)
                if shown < last:
                    new.meta.set("rebuilt_to", shown)
                self._words(new)
                vectors = self._take_over_vectors(new)
                digest, records = new.records.digest(), new.records.count_all()
                new.database.checkpoint()
            finally:
                new.close()
        finally:
            old.close()
        return last, shown, records, vectors, digest

    def _check(self, old: Store) -> None:
        check_versions(old)
        folder = self._folder
        snapshots = SnapshotStore(folder.snapshots, old.database).list()
        loss = find_loss(old, Anchor(folder.anchor), folder.info(), snapshots, ())
        if loss is not None:  # records of missing events may be all that is left of them
            raise VaultError(f"{loss.text} The vault cannot be rebuilt from its log.", hint=loss.hint)
        for seq, problem in old.log.broken_at():
            if problem is not None:
                raise VaultError(
                    f"The log cannot be rebuilt from: the first bad event is {seq}: {problem}.",
                    hint="Go back to a copy of the vault. Nothing was changed.",
                )
            self._step("log", seq, old.log.last)

    def _fold(self, new: Store) -> None:
        try:
            for events in new.log.read():
                with new.database.transaction() as cursor:
                    fold_tables(cursor, new, events)
                self._step("records", events[-1].seq, new.log.head)
        except FoldError as error:
            raise VaultError(error.message, hint="Nothing was changed.") from error
        note_versions(new)
        new.records.settle()
        missing = new.queue.missing()
        with new.database.transaction() as cursor:
            new.queue.enqueue(cursor, missing, self._now)

    def _words(self, new: Store) -> None:
        index = self._open_keywords(self._folder.rebuild / self._folder.keywords.name)
        try:
            after, total = 0, new.records.count_all()
            done = 0
            while page := new.records.scan(after=after, limit=_PAGE):
                index.apply(page, new.log.head)
                after, done = page[-1].key, done + len(page)
                self._step("keywords", done, total)
            index.apply((), new.log.head)
            index.flush()
        finally:
            index.close()

    def _take_over_vectors(self, new: Store) -> int:
        """Copy vectors of every model that the vault has, in key order."""
        taken = 0
        changes = model_changes(new.log.of_types([EventType.MIGRATION]))
        in_use = changes[-1].new if changes else str(new.meta.get("model_version", ""))
        for where in subfolders(self._folder.vectors):
            dim = dim_of(where)
            if not dim or not is_plain(where.name) or ".damaged-" in where.name:
                continue
            try:
                source = self._open_vectors(where, where.name, dim)
            except IndexDamagedError:
                continue
            target = self._open_vectors(self._folder.rebuild / self._folder.vectors.name / where.name, where.name, dim)
            try:
                rows, digests = _own_vectors(source, new)
                for start in range(0, len(rows), _VECTORS):
                    part = slice(start, start + _VECTORS)
                    target.add(*source.fetch(rows[part]), digests[part])
                    while target.maintain(self._cancel):
                        pass
                    self._step("vectors", start, len(rows))
                if where.name == in_use:
                    keys = target.keys()
                    taken = len(keys)
                    new.queue.confirm([int(key) for key in keys], self._now)
            finally:
                source.close()
                target.close()
        return taken

    def _step(self, stage: str, done: int, total: int) -> None:
        self._progress(stage, done, total)
        if self._cancel is not None and self._cancel.cancelled():
            raise CancelledError("The rebuild was stopped; the vault is as it was.")


def _keep_last_check(old: Store, new: Store) -> None:
    """When the vault was last checked stays known; problems that were found then are not those of the new parts."""
    last = old.meta.get(LAST_CHECK)
    if last is not None:
        new.meta.set(LAST_CHECK, last if last["health"] == "good" else {"at": last["at"], "health": "unchecked"})


def _move_database(folder: VaultFolder) -> None:
    source = folder.rebuild / folder.database.name
    if source.exists():
        # The old file's write-ahead log must never meet the new file: it goes first. All of it is in the new one.
        folder.database.with_name(folder.database.name + ".wal").unlink(missing_ok=True)
        source.replace(folder.database)
        sync_folder(folder.path)


def _move_folder(folder: VaultFolder, name: str) -> None:
    source, target = folder.rebuild / name, folder.path / name
    if not source.exists():
        return
    if os.path.lexists(target):
        taken = {path.name for path in folder.rebuild.iterdir()}
        number = next(n for n in itertools.count(1) if f"old-{name}-{n}" not in taken)
        target.replace(folder.rebuild / f"old-{name}-{number}")
    source.replace(target)
    sync_folder(folder.path)


def _clear(work: Path) -> None:
    """Delete what a rebuild made, and the old parts that it has replaced; what is not the program's own stays."""
    for part in subfolders(work):
        if _PART.fullmatch(part.name):
            for index in (*subfolders(part), part):
                remove_index(index)
    remove_files(work, _FILE)


def _own_vectors(source: VectorIndex, new: Store) -> tuple[Keys, Keys]:
    """(rows, digests) of the vectors of the records: under the same key, and of the same text where that is known."""
    rows, digests = source.digests()
    own = of_the_texts(rows, digests, *new.records.digests())
    own &= np.isin(owners(rows), new.records.embeddable_keys())
    return rows[own], digests[own]
