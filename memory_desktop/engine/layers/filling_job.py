"""The filling of the layers that somebody has asked for, shown as a job: how far it is, with a way to stop it.

It runs where it was asked for (in the window, on the command line, for an agent), not among the jobs, which wait for
each other. There is one row for it, which stands for the newest; what the background fills by itself is a job anyway.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import ClosedError, KnownError
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.engine.conversation.jobs import CANCELLED, DONE, FAILED, FILLING, RUNNING, Job, Progress

#: Of the row; see `LearningJob`.
_NUMBER = -2
_LEFT = "What is made stays; “Fill the layers…” takes up the rest."
_NOTHING = "Nothing to do."


class Filling:
    """One filling that is under way: a `CancelToken` that says when it is to end, and takes how far it is.

    Args:
        expected: how many lines there are for all its users, 0: not known. told: is given its progress.
    """

    def __init__(self, expected: int, cancel: CancelToken | None, told: Callable[[Progress], None]) -> None:
        self._stop = Token(cancel)
        self._told = told
        self._expected = expected
        self._before = 0
        self._last = 0

    def cancelled(self) -> bool:
        """See `CancelToken`."""
        return self._stop.cancelled()

    def cancel(self) -> None:
        """Let it end at its next piece."""
        self._stop.cancel()

    def at(self, far: Progress) -> Progress:
        """A run of one of its users is so far; how far all of it is."""
        if far.done < self._last:  # another run
            self._before += self._last
        self._last = far.done
        total = max(self._expected, self._before + far.total)
        progress = Progress(self._before + far.done, total, far.note)
        self._told(progress)
        return progress


class FillingJob:
    """See the module. Safe from many threads.

    Args:
        changed: called when the job has changed, to tell the views.
    """

    number = _NUMBER

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock = clock
        self._changed = changed
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._filling: Filling | None = None

    def job(self) -> Job | None:
        """The newest; None where none was asked for since the vault was opened."""
        return self._job

    def cancel(self) -> bool:
        """Let it end at its next piece. False where it has ended."""
        with self._lock:
            filling = self._filling
        if filling is None:
            return False
        filling.cancel()
        return True

    def again(self) -> None:
        """Nothing: what is left is seen in a preview first."""

    @contextmanager
    def begun(self, users: Sequence[str], expected: int = 0, cancel: CancelToken | None = None) -> Iterator[Filling]:
        """A block that fills the layers with the turns of some users. Where another is under way already, that one
        stays the one that is shown."""
        filling = Filling(expected, cancel, lambda far: self._at(filling, far))
        with self._lock:
            if self._filling is None:
                self._filling = filling
                user = users[0] if users else ""
                self._job = Job(_NUMBER, FILLING, user, RUNNING, self._clock(), 0, expected, users=len(users))
        self._changed()
        try:
            yield filling
        except ClosedError:
            raise
        except KnownError as error:
            self._end(filling, FAILED, error.message)
            raise
        except Exception:
            self._end(filling, FAILED)
            raise
        self._end(filling, CANCELLED if filling.cancelled() else DONE)

    def _at(self, filling: Filling, far: Progress) -> None:
        with self._lock:
            if self._filling is filling and self._job is not None:
                self._job = replace(self._job, done=far.done, total=far.total, note=far.note)
        self._changed()

    def _end(self, filling: Filling, state: str, reason: str = "") -> None:
        with self._lock:
            if self._filling is not filling or self._job is None:
                return
            self._filling = None
            words = [self._job.note] if self._job.note else []
            words += [reason] if reason else [_LEFT] if state == CANCELLED else []
            note = " ".join(words) or _NOTHING
            self._job = replace(self._job, state=state, note=note, ended_at=self._clock())
        self._changed()
