"""The list of imports, and what can be done about each at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from memory_desktop.core.answers import ImportProgress, ImportReport
from memory_desktop.core.errors import ImportSourceError, InvalidCommandError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.imports import IMPORT
from memory_desktop.core.imports import RESUMABLE, ImportCounts, ImportJob, ImportState
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.undo import Undone
from memory_desktop.engine.importing import ImportSource
from memory_desktop.engine.transfer import Transfer, print_of
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


class Imports:
    """Every import that was accepted, of this program or an earlier one.

    One that was interrupted, by the closing of the vault or by force, goes on with `go_on`; one that was paused, that
    failed or that misses its files, with `resume`.
    """

    def __init__(self, store: Store, writer: Writer, transfer: Transfer, undo: Callable[..., Undone | None]) -> None:
        self._store = store
        self._writer = writer
        self._transfer = transfer
        self._undo = undo

    def list(self) -> Sequence[ImportJob]:
        """All, the newest first, but those that came to their end with nothing at all, as none of it was wanted."""
        jobs = self._writer.projections.now(IMPORT).values()
        every = (self._as_it_is(job) for job in sorted(jobs, key=lambda one: -one.seq))
        return [job for job in every if not self._empty(job)]

    def get(self, seq: int) -> ImportJob:
        """The import that began with this event. Raises InvalidCommandError."""
        return self._as_it_is(self._transfer.job(seq))

    def interrupted(self) -> Sequence[ImportJob]:
        """Those that go on by themselves, the oldest first: interrupted, or waiting for files that are there again."""
        if self._store.log.read_only:
            return []
        found = [one for one in reversed(self.list()) if one.state in (ImportState.INTERRUPTED, ImportState.WAITING)]
        return [one for one in found if one.state is ImportState.INTERRUPTED or not _missing(one)]

    def resume(
        self,
        seq: int,
        *,
        progress: Callable[[ImportProgress], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """Let an import go on where it was, to its end or until it is paused.

        Raises:
            InvalidCommandError: it has ended, or runs. ImportSourceError: its files are gone or have changed; it waits.
        """
        job = self.get(seq)
        if job.state not in RESUMABLE:
            raise InvalidCommandError(f"The import of event {seq:,} is {job.state.value}; it cannot go on.")
        missing = _missing(job)
        if missing:
            if (job.state, job.reason) != (ImportState.WAITING, missing):
                self._transfer.move(job, job.position, ImportState.WAITING, missing)
            raise ImportSourceError(missing, hint="Put the files back as they were, or import them anew.")
        source = ImportSource([Path(path) for path in job.paths], format=job.format, roles=job.choice.roles or ())
        self._transfer.move(job, job.position, ImportState.RUNNING)
        return self._transfer.carry_on(job, source, progress=progress, cancel=cancel)

    def pause(self, seq: int) -> None:
        """Let a running import end after its batch; one that was interrupted does not go on by itself any more."""
        job = self.get(seq)
        token = self._transfer.running(seq)
        if token is not None:
            token.cancel()
        elif job.state in (ImportState.INTERRUPTED, ImportState.WAITING):
            self._transfer.move(job, job.position, ImportState.PAUSED)
        elif job.state is not ImportState.PAUSED:
            raise InvalidCommandError(f"The import of event {seq:,} is {job.state.value}; it cannot be paused.")

    def about_to_close(self) -> None:
        """The vault is going to be closed: an import that is stopped from now on goes on at the next start."""
        self._transfer.closing = True

    def stop(self, seq: int) -> None:
        """End an import for good that is not running; what it brought stays. Nothing, where it has ended."""
        job = self._not_running(seq)
        if job.state in RESUMABLE:
            self._transfer.move(job, job.position, ImportState.STOPPED)

    def undo(self, seq: int, *, actor: str = "user") -> Undone | None:
        """Take an import back, whatever came after it; None where it brought nothing.

        Raises:
            InvalidCommandError: it is running, is undone already, or something later stands in the way.
        """
        self._not_running(seq)
        return self._undo(seq, actor=actor) if self._store.commands.step(seq) is not None else None

    def brought(self, seq: int) -> tuple[str, ...]:
        """Ids of the memories that an import made."""
        self.get(seq)
        return tuple(event.item for event in self._store.log.of_command(seq) if event.type == EventType.INGEST)

    def _not_running(self, seq: int) -> ImportJob:
        job = self.get(seq)
        if job.state is ImportState.RUNNING:
            raise InvalidCommandError("This import is running.", hint="Pause it first.")
        return job

    def _empty(self, job: ImportJob) -> bool:
        """Has it ended, and neither brought nor left out anything?"""
        ended = job.state in (ImportState.DONE, ImportState.STOPPED)
        return ended and job.counts == ImportCounts() and self._store.commands.step(job.seq) is None

    def _as_it_is(self, job: ImportJob) -> ImportJob:
        """What the log says of it, and what it cannot say: that nobody is at it, and that it was undone."""
        step = self._store.commands.step(job.seq)
        if step is not None and not job.prints:  # of an earlier program, which counted nothing
            counts = ImportCounts(new=step.counts.get(EventType.INGEST, 0), held=step.counts.get(EventType.HOLD, 0))
            job = replace(job, counts=counts)
        if step is not None and not step.done:
            return replace(job, state=ImportState.UNDONE)
        if job.state is ImportState.RUNNING and self._transfer.running(job.seq) is None:
            return replace(job, state=ImportState.INTERRUPTED)
        return job


def _missing(job: ImportJob) -> str:
    """Why its files cannot be read on, or ""."""
    for path, was in zip(job.paths, job.prints, strict=True):
        if not Path(path).exists():
            return f"{path} is not there."
        if print_of(Path(path)) != was:
            return f"It has changed since the import began: {path}."
    return ""
