"""Background jobs of conversations: one piece at a time, with progress, to be cancelled at any piece.

Those that were not done when the vault was last open are listed as interrupted, until they are asked for again.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from memory_desktop.core.errors import ClosedError, KnownError
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.engine.conversation.kept_jobs import KeptJob, KeptJobs

WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"
INTERRUPTED = "interrupted"
#: The kind of the job that stands for what is learned from turns.
LEARNING = "learning"
#: The kind of the job that stands for a filling of the layers that somebody has asked for.
FILLING = "filling"
_KEPT = 100
_OPEN = (WAITING, RUNNING)
_NOT_DONE = "The vault was closed before it was done."


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: pieces done, and in all (0: not known yet), and a word about it."""

    done: int
    total: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """A job on one user's memory. `state`: "waiting", "running", "done", "failed", "cancelled" or "interrupted".

    `users`: on how many users' memory it is, where it is on more than that of `user_id`.
    """

    number: int
    kind: str
    user_id: str
    state: str
    asked_at: datetime
    done: int = 0
    total: int = 0
    note: str = ""
    ended_at: datetime | None = None
    users: int = 1


#: Does a kind of job for a user: yields after each piece.
Runner = Callable[[str], Iterator[Progress]]


class Standing(Protocol):
    """Work that goes on by itself and is listed as a job with a number of its own, below 0."""

    @property
    def number(self) -> int: ...

    def job(self) -> Job | None: ...

    def cancel(self) -> bool: ...

    def again(self) -> None: ...


class Jobs:
    """See the module. Anybody asks for jobs; whoever drives the upkeep calls `step`. Safe from many threads.

    Args:
        changed: called when a job has changed, to tell the views. kept: keeps those that are not done.
        asked: by kind, what does the job instead where a person has asked for it. standing: are listed first.
    """

    def __init__(
        self,
        runners: Mapping[str, Runner],
        clock: Clock,
        changed: Callable[[], None],
        kept: KeptJobs,
        asked: Mapping[str, Runner] | None = None,
        standing: Sequence[Standing] = (),
    ) -> None:
        self._standing = tuple(standing)
        self._runners = runners
        self._asked = asked or {}
        self._clock = clock
        self._changed = changed
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._waiting: deque[int] = deque()
        self._at_once: set[int] = set()
        self._running: tuple[int, Iterator[Progress]] | None = None
        self._next = 1
        self._kept = kept
        for one in kept.last:
            self._jobs[self._next] = Job(self._next, one.kind, one.user_id, INTERRUPTED, one.asked_at, note=_NOT_DONE)
            self._next += 1

    @property
    def kinds(self) -> tuple[str, ...]:
        """What can be asked for."""
        return tuple(self._runners)

    def request(self, kind: str, user_id: str = "", *, at_once: bool = False) -> Job:
        """Have a job done; the one that waits or runs already, if there is one.

        Args:
            at_once: a person waits for it: it comes before the others that wait, and between the work on turns.

        Raises:
            KnownError: there is no such kind.
        """
        if kind not in self._runners:
            raise KnownError(f"There is no job “{kind}”.", hint=f"There are {', '.join(self._runners)}.")
        with self._lock:
            for job in self._jobs.values():
                if (job.kind, job.user_id) == (kind, user_id) and job.state in _OPEN:
                    if at_once:
                        self._hurry(job)
                    return job
            self._drop_interrupted(kind, user_id)
            job = Job(self._next, kind, user_id, WAITING, self._clock())
            self._next += 1
            self._jobs[job.number] = job
            self._waiting.append(job.number)
            if at_once:
                self._hurry(job)
            ended = [number for number, one in self._jobs.items() if one.state not in _OPEN]
            for number in ended[: max(0, len(self._jobs) - _KEPT)]:
                del self._jobs[number]
        self._changed()
        return job

    def asked_for(self) -> bool:
        """Does a person wait for a job?"""
        return bool(self._at_once)

    def list(self) -> list[Job]:
        """What goes on by itself, and the newest jobs, newest first."""
        first = [job for one in self._standing if (job := one.job()) is not None]
        with self._lock:
            return [*first, *list(self._jobs.values())[::-1]]

    def learn_again(self) -> None:
        """Take up what `cancel` has ended of the work that goes on by itself, or what failed of it."""
        for one in self._standing:
            one.again()

    def cancel(self, number: int) -> bool:
        """End a job at its next piece; what it has done stays. False if it has ended, or all of it is done."""
        for one in self._standing:
            if number == one.number:
                return one.cancel()
        with self._lock:
            job = self._jobs.get(number)
            if job is None or job.state not in _OPEN or (job.total and job.done >= job.total):
                return False
            self._set(replace(job, state=CANCELLED, ended_at=self._clock()))
        self._changed()
        return True

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Do one piece of a job; False when there is none. Only one thread at a time."""
        if cancel is not None and cancel.cancelled():
            return False
        number, runner = self._running or self._begin() or (0, None)
        self._keep()
        if runner is None:
            return False
        if self._state(number) == CANCELLED:
            self._stop(runner)
            return True
        try:
            progress = next(runner)
        except StopIteration:
            self._end(number, DONE)
        except ClosedError:
            raise
        except KnownError as error:
            self._end(number, FAILED, error.message)
        except Exception as error:
            self._end(number, FAILED, f"There was a fault in the program: {type(error).__name__}.")
            raise  # who called it writes it down
        else:
            with self._lock:
                job = self._jobs[number]
                if job.state == RUNNING:
                    self._set(replace(job, done=progress.done, total=progress.total, note=progress.note or job.note))
            self._changed()
        return True

    def _begin(self) -> tuple[int, Iterator[Progress]] | None:
        with self._lock:
            while self._waiting:
                number = self._waiting.popleft()
                job = self._jobs.get(number)
                if job is not None and job.state == WAITING:
                    self._set(replace(job, state=RUNNING))
                    asked = self._asked.get(job.kind) if number in self._at_once else None
                    self._running = number, (asked or self._runners[job.kind])(job.user_id)
                    return self._running
        return None

    def _end(self, number: int, state: str, note: str = "") -> None:
        self._running = None
        with self._lock:
            job = self._jobs[number]
            ended = job.state if job.state == CANCELLED else state
            nothing = "Nothing to do." if ended == DONE and not job.total else ""
            self._set(replace(job, state=ended, note=note or job.note or nothing, ended_at=self._clock()))
        self._keep()
        self._changed()

    def _stop(self, runner: Iterator[Progress]) -> None:
        self._running = None
        with suppress(AttributeError):
            runner.close()  # type: ignore[attr-defined]

    def _keep(self) -> None:
        """Have those that are not done kept, as they are now."""
        with self._lock:
            left = [one for one in self._jobs.values() if one.state in (*_OPEN, INTERRUPTED)]
        self._kept.keep([KeptJob(one.kind, one.user_id, one.asked_at) for one in left])

    def _drop_interrupted(self, kind: str, user_id: str) -> None:
        same = [one for one in self._jobs.values() if (one.kind, one.user_id) == (kind, user_id)]
        for one in same:
            if one.state == INTERRUPTED:
                del self._jobs[one.number]

    def _state(self, number: int) -> str:
        with self._lock:
            return self._jobs[number].state

    def _hurry(self, job: Job) -> None:
        self._at_once.add(job.number)
        if job.number in self._waiting:
            self._waiting.remove(job.number)
            self._waiting.appendleft(job.number)

    def _set(self, job: Job) -> None:
        self._jobs[job.number] = job
        if job.state not in _OPEN:
            self._at_once.discard(job.number)
