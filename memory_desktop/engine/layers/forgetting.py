"""The forgetting schedule of a vault: what is due when, and the job that lets it fade or forgets it.

A memory that is due fades by one half-life. One that faded before, and whose salience is under the floor, is forgotten
when it is due again. Protected memories are not on the schedule. A run is one command: it writes batches, can be
stopped, is carried on at the next start if the program was killed, and is undone as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.forgetting import (
    FORGETTING,
    BeginForgetting,
    ForgettingRun,
    LetGo,
    RunState,
    faded_at,
    run_id,
)
from memory_desktop.core.layers.meta import Action, Scheduled
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.protected import Protected
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.use import DueRow, ScheduleRules

#: So many memories are dealt with in one transaction; and at most so many are listed at once.
BATCH, MOST_LISTED = 500, 500
_MONTHS = 12
# The policy looks for what is due at most so often, in seconds.
_EVERY = 3_600.0
#: The place of a memory on the schedule, to ask for what comes after it.
Place = tuple[datetime, int]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SchedulePage:
    """A part of the schedule, by date.

    Attributes:
        items: the memories. next: to ask for what follows, None where nothing does. total: all on the schedule.
        due_to_fade, due_to_forget: how many are due now. at: the moment that "now" is.
    """

    items: tuple[Scheduled, ...]
    next: Place | None
    total: int
    due_to_fade: int
    due_to_forget: int
    at: datetime


class Forgetting:
    """See the module. All calls may come from any thread."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        protected: Protected,
        clock: Clock,
        monotonic: Callable[[], float],
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._protected = protected
        self._clock = clock
        self._monotonic = monotonic
        self._life = life
        self._look_again = 0.0

    # --- questions --------------------------------------------------------------------------------------------------

    def schedule(self, *, limit: int = 50, after: Place | None = None, due_only: bool = False) -> SchedulePage:
        """The schedule, what is due first. Raises InvalidCommandError: `limit` is not from 1 to 500."""
        self._life.check()
        if not 1 <= limit <= MOST_LISTED:
            raise InvalidCommandError(f"From 1 to {MOST_LISTED} memories can be listed at once.")
        at, rules = self._clock(), self._rules()
        rows = self._store.use.schedule(rules, limit=limit + 1, after=after, until=at if due_only else None)
        total, fade, forget = self._store.use.due_counts(rules, at)
        last = rows[limit - 1] if len(rows) > limit else None
        next = (last.due, last.key) if last is not None else None
        return SchedulePage(self._told(rows[:limit]), next, total, fade, forget, at)

    def preview(self, *, limit: int = 50, after: Place | None = None) -> SchedulePage:
        """What a run would do now: which memories, why, and since when they are due. It writes nothing."""
        return self.schedule(limit=limit, after=after, due_only=True)

    def by_month(self) -> dict[str, int]:
        """How many memories will be due in each of the next twelve months that have any; as "" what is due now."""
        self._life.check()
        return self._store.use.due_by_month(self._rules(), self._clock(), _MONTHS)

    def runs(self) -> tuple[ForgettingRun, ...]:
        """All runs, the newest first."""
        self._life.check()
        return tuple(sorted(self._all(), key=lambda one: -one.seq))

    # --- the job ----------------------------------------------------------------------------------------------------

    def run(
        self,
        *,
        forgets: bool = True,
        most: int = 0,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> ForgettingRun | None:
        """Deal with what is due now. None where nothing is; what was stopped says so in its state.

        Args:
            forgets: False only lets fade. most: at most so many memories; 0 is all.
            progress: told how many are done, and of how many.
        """
        self._life.check()
        until = self._life.until(cancel)
        begun = self._begin(self._clock(), self._rules(), forgets, most, actor, initiator)
        if begun is None:
            return None
        run, number = begun
        expected = min(number, most) if most else number
        while run.state is RunState.RUNNING:
            stopping = until.cancelled()
            run = self._go_on(run.seq, actor, initiator, stop=stopping)
            if progress is not None:
                progress(len(run.lines), expected)
        return run

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Go on with a run that a killed program left, or begin one if the policy says so; False: nothing to do."""
        if self._store.log.read_only or (cancel is not None and cancel.cancelled()):
            return False
        unfinished = next((one for one in self._all() if one.state is RunState.RUNNING), None)
        if unfinished is not None:
            self._go_on(unfinished.seq, unfinished.actor, "forgetting")
            return True
        settings = self._writer.settings
        policy = settings.text("forgetting.policy")
        if policy == "suggest" or self._monotonic() < self._look_again:
            return False
        self._look_again = self._monotonic() + _EVERY
        # What a person took back is not done again by the policy before it is due once more.
        rules = self._rules(undone=True)
        forgets, most = policy == "forget", settings.whole("forgetting.most")
        return self._begin(self._clock(), rules, forgets, most, "system", "forgetting") is not None

    # --- parts ------------------------------------------------------------------------------------------------------

    def _all(self) -> Sequence[ForgettingRun]:
        return list(self._writer.projections.now(FORGETTING).values())

    def _rules(self, *, undone: bool = False) -> ScheduleRules:
        settings = self._writer.settings
        return ScheduleRules(
            days=settings.number("forgetting.days"),
            floor=settings.number("forgetting.floor"),
            protected=self._protected.keys(),
            faded=faded_at(self._all(), undone=undone),
        )

    def _told(self, rows: Sequence[DueRow]) -> tuple[Scheduled, ...]:
        memories = {one.key: one for one in self._store.records.by_keys([row.key for row in rows])}
        return tuple(
            Scheduled(memories[row.key], row.importance, row.counted_from, row.due, row.action)
            for row in rows
            if row.key in memories
        )

    def _begin(
        self, at: datetime, rules: ScheduleRules, forgets: bool, most: int, actor: str, initiator: str
    ) -> tuple[ForgettingRun, int] | None:
        """(the run, how many memories are due); None where none is."""
        if most < 0:
            raise InvalidCommandError("A run deals with at least one memory; 0 is all.")
        with self._writer.lock:
            if not self._store.use.schedule(rules, limit=1, until=at, forgets=forgets):
                return None
            _, fade, forget = self._store.use.due_counts(rules, at)
            written = self._writer.execute(BeginForgetting(at, forgets, most), actor=actor, initiator=initiator)
            return self._run(written.events[0].seq), fade + (forget if forgets else 0)

    def _go_on(self, seq: int, actor: str, initiator: str, *, stop: bool = False) -> ForgettingRun:
        """The next batch of a run. It is planned for the run's moment, so that it does not matter when it is done."""
        with self._writer.lock:
            run = self._run(seq)
            if run.state is not RunState.RUNNING:
                return run
            limit = BATCH if run.left is None else min(BATCH, run.left)
            # A run of the policy passes over what was taken back; one that a person began does not.
            rules = self._rules(undone=run.actor == "system")
            use = self._store.use
            rows = [] if stop or not limit else use.schedule(rules, limit=limit, until=run.at, forgets=run.forgets)
            ids = {action: tuple(row.id for row in rows if row.action is action) for action in Action}
            more = len(rows) == limit and (run.left is None or run.left > len(rows))
            ended = RunState.STOPPED if stop else RunState.DONE
            state = RunState.RUNNING if rows and more else ended
            half_life = self._writer.settings.number("eviction.half_life")
            command = LetGo(seq, ids[Action.FADE], ids[Action.FORGET], half_life, state)
            self._writer.execute(command, actor=actor, initiator=initiator, belongs_to=seq)
            return self._run(seq)

    def _run(self, seq: int) -> ForgettingRun:
        found = self._writer.projections.now(FORGETTING)[run_id(seq)]
        assert isinstance(found, ForgettingRun)
        return found
