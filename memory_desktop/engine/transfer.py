"""Imports and exports."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from memory_desktop.core.answers import (
    ExportReport,
    ImportProgress,
    ImportReport,
    Rejection,
)
from memory_desktop.core.cancel import Token
from memory_desktop.core.carried import Carried
from memory_desktop.core.conversation.cycles import FARTHEST_AHEAD
from memory_desktop.core.errors import CancelledError, ClosedError, InvalidCommandError, KnownError
from memory_desktop.core.events.imports import IMPORT, MoveImport, NoteImport
from memory_desktop.core.imports import ImportChoice, ImportJob, ImportState
from memory_desktop.core.ports import (
    CancelToken,
    Clock,
)
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.given import GivenVectors
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.sync import VectorSync
from memory_desktop.engine.exporting.exporter import Exporter
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.importing import ImportSource, is_followed_up
from memory_desktop.engine.importing.carrying import CarriedIntake
from memory_desktop.engine.importing.excluding import Excludes
from memory_desktop.engine.importing.fingerprint import fingerprint
from memory_desktop.engine.importing.importer import Importer, OnConflict
from memory_desktop.engine.importing.linked import label_queries, meant
from memory_desktop.engine.importing.parquet_table import with_besides
from memory_desktop.engine.life import Life
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.writing.eviction import Eviction
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


class Transfer:
    """Brings files in and writes them out."""

    def __init__(
        self,
        name: str,
        vault_id: str,
        store: Store,
        writer: Writer,
        models: ModelInUse,
        gates: Gatekeeper,
        eviction: Eviction,
        snapshots: Snapshots,
        assemblies: Assemblies,
        lab: Lab,
        sync: VectorSync,
        clock: Clock,
        life: Life,
    ) -> None:
        self._name = name
        self._vault_id = vault_id
        self._store = store
        self._writer = writer
        self._models = models
        self.gates = gates
        self.eviction = eviction
        self.snapshots = snapshots
        self.assemblies = assemblies
        self.lab = lab
        self._sync = sync
        self._clock = clock
        self._life = life
        #: What else an export carries; and what keeps of it what an import brings.
        self.carrying: Callable[[], Sequence[Carried]] = lambda: ()
        self.carried: CarriedIntake | None = None
        #: Which turns of conversations are not to be recorded; None, if nobody has excluded anything.
        self.excludes: Callable[[], Excludes | None] = lambda: None
        #: Told of each import that came to its end and is followed up: the seq of its first event, and whether somebody
        #: asked for that.
        self.follow_up: Callable[[int, bool], object] = lambda _seq, _asked: None
        self._lock = threading.Lock()
        self._running: dict[int, Token] = {}
        self.closing = False  # what is stopped from now on was not paused by a person

    def import_path(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        format: str | None = None,
        dry_run: bool = False,
        on_conflict: OnConflict = "supersede",
        choice: ImportChoice | None = None,
        extract: bool | None = None,
        progress: Callable[[ImportProgress], None] | None = None,
        cancel: CancelToken | None = None,
        actor: str = "user",
    ) -> ImportReport:
        """Bring files or folders in, or, as a dry run, say what that would do. Bad items are in the report.

        Args:
            choice: which conversations, roles and times are wanted; None is everything.
            extract: facts are then learned from the conversations, in the background; None: if they are another
                program's, and the setting says so.

        Raises:
            ImportSourceError: a path is not there or cannot be read at all.
        """
        self._life.check()
        wanted = [Path(paths)] if isinstance(paths, (str, Path)) else [Path(path) for path in paths]
        wanted = with_besides(wanted) if format is None else wanted
        choice = choice or ImportChoice()
        source = ImportSource(wanted, format=format, roles=choice.roles or ())
        if dry_run:
            importer = self._importer(source, None, on_conflict, actor, progress, self._life.until(cancel), choice)
            report = importer.run()
            known = meant(importer, self._store.records, self._vault_id)
            made, refused = self.assemblies.take_in(importer.groups, known, None, actor=actor, dry_run=True)
            return _with(report, made, refused)
        self.snapshots.before("import")
        prints = tuple(map(print_of, wanted))
        note = NoteImport(tuple(str(path.absolute()) for path in wanted), on_conflict, format, prints, choice, extract)
        seq = self._writer.execute(note, actor=actor, initiator="import").events[0].seq
        return self.carry_on(self.job(seq), source, progress=progress, cancel=cancel)

    def job(self, seq: int) -> ImportJob:
        """The import that began with this event, as the log has it. Raises InvalidCommandError."""
        found: ImportJob | None = self._writer.projections.now(IMPORT).get(str(seq))
        if found is None:
            raise InvalidCommandError(f"Event {seq:,} is not the beginning of an import.")
        return found

    def carry_on(
        self,
        job: ImportJob,
        source: ImportSource,
        *,
        progress: Callable[[ImportProgress], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """Do an import, from where it stands to its end or until it is stopped. The report counts all of it.

        Raises:
            InvalidCommandError: it is running already.
        """
        with self._as_running(job, cancel) as token:
            on_conflict: OnConflict = job.on_conflict  # type: ignore[assignment]  # as it was given
            importer = self._importer(source, job, on_conflict, job.actor, progress, token)
            try:
                report = importer.run()
                if not report.cancelled:
                    report = self._finish(importer, job, report)
            except (ClosedError, CancelledError):
                raise
            except KeyboardInterrupt:
                self.move(job, importer.position, ImportState.PAUSED)
                raise
            except Exception as error:
                why = error.message if isinstance(error, KnownError) else "There was a fault in the program."
                with suppress(KnownError):
                    self.move(job, importer.position, ImportState.FAILED, why)
                raise
            if not report.cancelled:
                self.move(job, importer.position, ImportState.DONE)
            elif not (self.closing or self._life.ended):
                self.move(job, importer.position, ImportState.PAUSED)
            return report

    def move(self, job: ImportJob, position: int, state: ImportState, reason: str = "") -> None:
        """Say in the log that an import has come to a state."""
        command = MoveImport(job.seq, position, state, reason)
        self._writer.execute(command, actor=job.actor, initiator="import", belongs_to=job.seq)

    def running(self, seq: int) -> Token | None:
        """What pauses this import, if it runs."""
        with self._lock:
            return self._running.get(seq)

    @contextmanager
    def _as_running(self, job: ImportJob, cancel: CancelToken | None) -> Iterator[Token]:
        token = self._life.until(cancel)
        with self._lock:
            if job.seq in self._running:
                raise InvalidCommandError("This import is running already.")
            self._running[job.seq] = token
        try:
            yield token
        finally:
            with self._lock:
                del self._running[job.seq]

    def _finish(self, importer: Importer, job: ImportJob, report: ImportReport) -> ImportReport:
        known = meant(importer, self._store.records, self._vault_id)
        made, refused = self.assemblies.take_in(importer.groups, known, job.seq, actor=job.actor)
        label_queries(importer.labels, known, self.lab, self._writer, job.seq, job.actor)
        if self.carried is not None:
            odd = self.carried.take_in(importer.carried, known, job.seq, actor=job.actor, whole=job.choice.everything)
            refused += [one for one in odd if not one.warning]
            report = replace(report, warnings=(*report.warnings, *(one for one in odd if one.warning)))
        if is_followed_up(job.extract, report.formats):
            self.follow_up(job.seq, job.extract is not None)
        self.eviction.run()
        return _with(report, made, refused)

    def _importer(
        self,
        source: ImportSource,
        job: ImportJob | None,
        on_conflict: OnConflict,
        actor: str,
        progress: Callable[[ImportProgress], None] | None,
        cancel: CancelToken,
        choice: ImportChoice | None = None,
    ) -> Importer:
        return Importer(
            self._store,
            self._writer,
            self.gates,
            source,
            dry_run=job is None,
            on_conflict=on_conflict,
            actor=actor,
            progress=progress,
            cancel=cancel,
            vault_id=self._vault_id,
            given=GivenVectors(self._store, self._models.space, self._sync, self._clock),
            latest=self._clock() + FARTHEST_AHEAD,
            excludes=self.excludes(),
            job=job,
            choice=choice,
        )

    def export(
        self,
        dest: str | Path,
        format: str = "jsonl",
        *,
        filter: RecordFilter | None = None,
        vectors: bool = False,
        overwrite: bool = False,
        progress: Callable[[int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> ExportReport:
        """Write the memories that fit to a file or folder; by default all but the forgotten, with all assemblies.

        Args:
            vectors: with their vectors, where the format has them only if they are wanted (Parquet).

        Raises:
            KnownError: the destination is there already, or cannot be written, or the format is not known.
        """
        self._life.check()
        exporter = Exporter(self._name, self._store, self.assemblies, self.lab, self._models.space, self.carrying)
        return exporter.export(
            Path(dest),
            format,
            filter=filter,
            at=self._clock(),
            vectors=vectors,
            overwrite=overwrite,
            progress=progress,
            cancel=self._life.until(cancel),
        )


def print_of(path: Path) -> str:
    """The fingerprint of a file or folder; what cannot be read has one, too."""
    try:
        return fingerprint(path)
    except OSError:
        return "unreadable"


def _with(report: ImportReport, made: int, refused: Sequence[Rejection]) -> ImportReport:
    """The report, with the assemblies."""
    rejections = (*report.rejections, *refused)
    return replace(report, assemblies=made, rejections=rejections, rejected=report.rejected + len(refused))
