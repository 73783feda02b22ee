"""Consolidation: what turns come to, layer by layer, as one run: previewed, made, resumed after a crash, taken back.

The steps run in their order, each on what the one before it left. A run looks at the turns that changed since the last
finished one, at most `MOST_TURNS` at a time, and at older ones beside them. It is planned anew whenever it goes on, so
one that a crash has interrupted makes what is still missing, and one that finds nothing new makes no event at all.

What somebody took back stays away: a run in the background passes over the turns that such a run had taken up, until
they change. A run that is asked for makes it again. This is read from the log, so it holds after a restart.

While a person looks at a preview (`held`), runs in the background wait, so that what is chosen there is what is made.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any

from memory_desktop.core.cancel import stopped
from memory_desktop.core.conversation.cycles import TITLE, Cycle
from memory_desktop.core.digest import actor_word
from memory_desktop.core.errors import ClosedError, InvalidCommandError, KnownError, TakenBackError
from memory_desktop.core.events.consolidation import (
    CONSOLIDATION,
    BeginConsolidation,
    CarryDecisions,
    ConsolidationRun,
    MoveConsolidation,
    RunState,
    Spans,
    without,
)
from memory_desktop.core.events.event import SYSTEM, EventType
from memory_desktop.core.events.imports import IMPORT
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.imports import ImportJob
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.undo import Undone
from memory_desktop.core.wording import shortened
from memory_desktop.engine.conversation.jobs import Progress
from memory_desktop.engine.layers.episodes import Read
from memory_desktop.engine.layers.filling_job import Filling, FillingJob
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.layers.steps import PATTERNS, ConsolidationStep, Line, Scope, key_of
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.command_log import Step

#: The most turns that one run takes up, and the most that its steps look at in all.
MOST_TURNS, LOOKED_AT = 2_000, 4_000
_ALL = 1 << 62
_WORDS = 80
_PATTERNS_TITLE = "Emotional patterns"
#: A run that is asked for waits two minutes at the most until one in the background has stopped: so often it looks
#: whether it is not wanted any more, and after so many seconds.
_LOOKS, _LOOKS_EVERY = 1_200, 0.1
#: Stands for a run that has no number yet.
_BEGINS = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """What a run would make now.

    Attributes:
        lines: in the order in which they would be made; those that were left out before are not among them.
        turns: how many turns changed since the last run; where that one ended before its time, without those that it
            has made episodes of. more: there are more than one run takes up.
        upto: the event up to which it looks. left_out: how many lines were left out before.
        origins: by id of a source of a line, how it begins, after its conversation's title where it has one. A source
            is a memory, or an item of a board.
    """

    user: str
    lines: tuple[Line, ...]
    turns: int
    upto: int
    more: bool = False
    left_out: int = 0
    origins: Mapping[str, str] = field(default_factory=dict)

    def lines_json(self, lines: Sequence[Line] | None = None) -> list[dict[str, Any]]:
        """Some of the lines, or all, for agents and the command line."""
        return [
            {
                "key": one.key,
                "step": one.step,
                "what": one.what,
                "why": one.why,
                "from": list(one.sources),
                "from_words": [self.origins[id] for id in one.sources if id in self.origins],
                "parts": list(one.parts),
                "new": one.new,
            }
            for one in (self.lines if lines is None else lines)
        ]


@dataclass(frozen=True, slots=True)
class Reading:
    """How far a preview is: what it reads the turns of a user for, and which of its steps that is, from 1.

    `number` and `users`: which user it is, and of how many.
    """

    user: str
    turns: int
    what: str
    step: int
    steps: int
    number: int = 1
    users: int = 1


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided when the layers of a user were filled; see `core.carried.CarriedFilling`. Turns by their ids."""

    left_out: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()


#: Is told how far a preview is.
Told = Callable[[Reading], None]


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a run; None of `run`: there was nothing new to do.

    Attributes:
        finished: runs that were interrupted before, and have been finished now.
    """

    run: ConsolidationRun | None = None
    finished: tuple[ConsolidationRun, ...] = ()

    @property
    def nothing(self) -> bool:
        """Was there nothing to do, and nothing written?"""
        return not self.runs

    @property
    def runs(self) -> tuple[ConsolidationRun, ...]:
        """All that came to an end: those that were finished, and the one that was asked for."""
        return self.finished if self.run is None else (*self.finished, self.run)


def made_by_step(reports: Iterable[Report]) -> Counter[str]:
    """How many things the runs of some reports have made or changed, by the step's name."""
    made = Counter[str]()
    for report in reports:
        for run in report.runs:
            made.update(run.made)
    return made


class Consolidation:
    """See the module. Safe from many threads; one run at a time.

    Args:
        steps: in their order. undo: takes back a command. shown: shows what somebody has asked for.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        steps: Sequence[ConsolidationStep],
        undo: Callable[..., Undone | None],
        life: Life,
        shown: FillingJob,
    ) -> None:
        self._store = store
        self._writer = writer
        self._steps = tuple(steps)
        self._undo = undo
        self._life = life
        self._shown = shown
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._active: dict[int, str] = {}  # by number, the actor of the runs under way
        self._holders = 0
        self._put_off: dict[str, None] = {}
        self._resuming: Iterator[Progress] | None = None

    @property
    def steps(self) -> tuple[ConsolidationStep, ...]:
        """In their order."""
        return self._steps

    # --- looking ------------------------------------------------------------------------------------------------------

    def list(self) -> Sequence[ConsolidationRun]:
        """All runs, the newest first."""
        self._life.check()
        return [one for one in self._every() if not one.carried]

    def _every(self) -> Sequence[ConsolidationRun]:
        """The same, with what stands for runs of other vaults that an import brought."""
        runs: Sequence[ConsolidationRun] = tuple(self._writer.projections.now(CONSOLIDATION).values())
        steps = self._store.commands.steps([one.step for one in runs])
        return [self._as_it_is(one, steps.get(one.step)) for one in sorted(runs, key=lambda one: -one.seq)]

    def get(self, seq: int) -> ConsolidationRun:
        """The run that began with this event. Raises InvalidCommandError."""
        run = self._writer.projections.now(CONSOLIDATION).get(str(seq))
        if run is None:
            raise InvalidCommandError(f"There is no consolidation with the number {seq}.")
        return self._as_it_is(run, self._store.commands.step(run.step))

    def last(self, user: str) -> ConsolidationRun | None:
        """A user's newest run."""
        return next((one for one in self.list() if one.user == user), None)

    def under_way(self) -> ConsolidationRun | None:
        """The run of a person or an agent that is under way, if there is one; those in the background give way."""
        with self._lock:
            active = [seq for seq, actor in self._active.items() if actor != SYSTEM and seq != _BEGINS]
        return self.get(active[0]) if active else None

    def waiting(self, user: str) -> int:
        """The newest event by which turns have changed, or something was learned from them, since a user's last
        finished run, for a run in the background; 0: there is none."""
        rows = self._store.episodes.turns(user, self._open(user, self._store.log.head, SYSTEM), MOST_TURNS)
        return rows[-1][1] if rows else 0

    def preview(
        self, user: str = "", cancel: CancelToken | None = None, *, actor: str = "user", told: Told | None = None
    ) -> Preview:
        """What a run by an actor would make now, from what, and why; nothing is written."""
        until = self._life.until(cancel)
        scope, upto, more = self._scope(user, actor)
        left_out = self._left_out(user)
        lines: list[Line] = []
        skipped = 0
        for number, step in enumerate(self._steps, start=1):
            if until.cancelled():
                break
            if told is not None:
                told(Reading(user, len(scope.recent), step.title, number, len(self._steps)))
            planned = step.plan(scope)
            wanted = [one for one in planned if one.key not in left_out]
            lines += wanted
            drafts = [one.turn for one in wanted if one.turn is not None]
            if drafts:
                known = scope.known or self._store.episodes.latest(user, upto, LOOKED_AT)
                again = {one.cycle_id for one in drafts}  # a turn that is there and says more than it did
                known = [id for id in known if id not in again]
                scope = replace(scope, known=known, drafts=(*scope.drafts, *drafts))
            skipped += sum(one.key in left_out for one in planned)
        turns = len(scope.recent)
        last = self.last(user)
        if last is not None and last.state in (RunState.STOPPED, RunState.INTERRUPTED):
            turns = sum(isinstance(one.plan, Read) for one in lines)
        return Preview(user, tuple(lines), turns, upto, more, skipped, self._origins(lines))

    def previews(self, cancel: CancelToken | None = None, told: Told | None = None) -> Iterator[Preview]:
        """The preview of each user for whom it has lines; "" is whoever is not named."""
        until = self._life.until(cancel)
        users = sorted({*self._store.messages.users(), *(one for step in self._steps for one in step.users())})
        for number, user in enumerate(users, start=1):
            each = partial(_among, told, number, len(users)) if told is not None else None
            if not until.cancelled() and (plan := self.preview(user, until, told=each)).lines:
                yield plan

    def pending(self, cancel: CancelToken | None = None) -> dict[str, int]:
        """How many lines `previews` have, by user."""
        return {plan.user: len(plan.lines) for plan in self.previews(cancel)}

    def check_left_out(self, user: str, keys: Collection[str]) -> None:
        """Raises InvalidCommandError: a key is of no line of the preview, and of none that was left out before."""
        if not keys:
            return
        known = {one.key for one in self.preview(user).lines} | self._left_out(user)
        unknown = [key for key in keys if key not in known]
        if unknown:
            raise InvalidCommandError(
                f"No line of the preview has the key {', '.join(unknown)}.",
                hint="“consolidate --preview” lists the lines, each with its key.",
            )

    def users(self) -> set[str]:
        """Of whom there is a run, or something that a step may be about besides turns."""
        return {*(one.user for one in self._every()), *(user for step in self._steps for user in step.users())}

    def decided(self, user: str) -> Decided:
        """What was decided about a user's turns so far, for a copy of the vault to keep to."""
        self._life.check()
        head = self._store.log.head
        left_out = set(self._left_out(user))
        removed = {key for step in self._steps for key in step.removed(user)}
        patterns = [one for step in self._steps if (one := step.pattern(user)) is not None and one.key in left_out]

        def turns(spans: Spans) -> list[str]:
            return [id for id, _ in self._store.episodes.turns(user, spans, _ALL)]

        open_to_all, open_to_us = turns(self._open(user, head, "user")), set(turns(self._open(user, head, SYSTEM)))
        waiting = set(open_to_all)
        return Decided(
            tuple(sorted(left_out | removed)),
            tuple(name for one in patterns for name in sorted(one.plan.names)),
            tuple(id for id in turns(((0, head),)) if id not in waiting),
            tuple(id for id in open_to_all if id not in open_to_us),
        )

    def keep_to(self, user: str, decided: Decided, since: int, *, actor: str, initiator: str) -> bool:
        """Keep to what was decided in the vault that an import brought turns from; False where that is known.

        Args:
            decided: with the ids of this vault. since: the first event of the import, which it belongs to.
        """
        with self._writer.lock:
            pattern = key_of(PATTERNS, user, *sorted(decided.patterns)) if decided.patterns else ""
            keys = {*decided.left_out, *((pattern,) if pattern else ())} - self._left_out(user)
            rows = self._store.episodes.turns(user, ((0, self._store.log.head),), _ALL)
            done, given_up = (_stretches(rows, ids, since) for ids in (decided.done, decided.given_up))
            command = CarryDecisions(user, tuple(sorted(keys)), done, given_up)
            return bool(self._writer.execute(command, actor=actor, initiator=initiator, belongs_to=since).events)

    # --- running ------------------------------------------------------------------------------------------------------

    def run(
        self,
        user: str = "",
        leave_out: Collection[str] = (),
        *,
        actor: str = "user",
        cancel: CancelToken | None = None,
        progress: Callable[[Progress], None] | None = None,
        part_of: int | None = None,
    ) -> Report:
        """Make what the preview says, without the lines of these keys. Cancelled between two pieces, what is made
        stays.

        Args:
            part_of: the step of undo that it belongs to; None for one of its own.

        Raises:
            InvalidCommandError: another run is under way, and does not end soon. KnownError: a step failed; what is
                made stays.
        """
        with self._shown.begun([user], cancel=cancel) as filling:
            return self._asked(user, leave_out, actor, filling, progress, part_of)

    def _asked(
        self,
        user: str,
        leave_out: Collection[str],
        actor: str,
        filling: Filling,
        progress: Callable[[Progress], None] | None,
        part_of: int | None,
        then: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Report:
        """A run that somebody waits for."""
        until = self._life.until(filling)
        with self.held():
            self._wait(until)
            going = self.carry_out(user, leave_out, actor=actor, part_of=part_of, cancel=until, then=then)
            before = {one.seq: one.state for one in self.list()}
            for one in going:
                far = filling.at(one)
                if progress is not None:
                    progress(far)
                if until.cancelled():
                    going.close()
        runs = self.list()
        made = [one for one in runs if one.seq not in before and one.user == user]
        finished = (one for one in runs if before.get(one.seq) is RunState.INTERRUPTED and one.state is RunState.DONE)
        return Report(made[0] if made else None, tuple(finished))

    def run_all(
        self,
        leave_out: Mapping[str, Collection[str]],
        *,
        actor: str = "user",
        cancel: CancelToken | None = None,
        progress: Callable[[Progress], None] | None = None,
        expected: int = 0,
    ) -> dict[str, Report]:
        """A run for each user, in this order; all of them are one step of undo.

        Args:
            leave_out: by user, keys of the preview's lines that are not wanted.
            progress: is told how far all of them are. expected: of so many lines, 0: not known.

        Raises: as `run`; what is made stays.
        """
        reports: dict[str, Report] = {}
        step: int | None = None
        users = list(leave_out)
        with self._shown.begun(users, expected, cancel) as filling:
            until = self._life.until(filling)
            for user, keys in leave_out.items():
                if until.cancelled() or (step is not None and not self._stands(step)):
                    break  # somebody has taken it back meanwhile
                then = {one: tuple(leave_out[one]) for one in users[users.index(user) + 1 :]}
                report = self._asked(user, keys, actor, filling, progress, step, then)
                reports[user] = report
                if step is None and report.run is not None:
                    step = report.run.step
        return reports

    def carry_out(
        self,
        user: str = "",
        leave_out: Collection[str] = (),
        *,
        actor: str = SYSTEM,
        part_of: int | None = None,
        cancel: CancelToken | None = None,
        then: Mapping[str, tuple[str, ...]] | None = None,
    ) -> _Going:
        """The same piece by piece: yields after each; closing it ends the run.

        Args:
            cancel: looked at until it begins. then: what was asked for with it and comes after it; whoever goes on
                with this run after a crash does that, too.
        """
        return _Going(self._run(user, tuple(leave_out), actor, part_of, cancel, then or {}))

    def job(self, user: str) -> Iterator[Progress]:
        """The background job. While somebody looks at a preview it ends at its next piece; what it has made stays, and
        the rest is put off."""
        going = self.carry_out(user)
        for one in going:
            yield one
            if self._holders:
                self._put_off[user] = None
                going.close()

    def asked_job(self, user: str) -> Iterator[Progress]:
        """The same job where a person has asked for it."""
        return self.carry_out(user, actor="user")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Runs in the background wait as long as this block lasts."""
        release = self.hold()
        try:
            yield
        finally:
            release()

    def hold(self) -> Callable[[], None]:
        """The same until what is returned is called, which may be more than once."""
        once = threading.Lock()
        with self._lock:
            self._holders += 1

        def release() -> None:
            if once.acquire(blocking=False):
                with self._lock:
                    self._holders -= 1

        return release

    def put_off(self) -> Sequence[str]:
        """The users whose runs in the background have waited, and need not any more; each is named once."""
        if self._holders or not self._put_off:
            return ()
        users, self._put_off = tuple(self._put_off), {}
        return users

    def step(self, cancel: CancelToken | None = None) -> bool:
        """One piece of a run that a crash or the closing of the vault has interrupted; False where there is none."""
        if self._store.log.read_only or (cancel is not None and cancel.cancelled()):
            return False
        if self._resuming is None:
            waiting = [one for one in self.list() if one.state is RunState.INTERRUPTED]
            if not waiting:
                return False
            self._resuming = self._go_on(waiting[-1])
        try:
            next(self._resuming)
        except StopIteration:
            self._resuming = None
        except ClosedError:
            raise
        except KnownError:
            self._resuming = None  # the run says why it failed
        return True

    def undo(self, seq: int, *, actor: str = "user") -> Undone | None:
        """Take a run back, with those that are one step with it, whatever came after.

        Raises:
            InvalidCommandError: it is under way, or undone already.
        """
        run = self.get(seq)
        if run.state is RunState.RUNNING:
            raise InvalidCommandError("This consolidation is running.", hint="Cancel it first.")
        return self._undo(run.step, actor=actor)

    def _run(
        self,
        user: str,
        leave_out: tuple[str, ...],
        actor: str,
        part_of: int | None,
        cancel: CancelToken | None,
        then: Mapping[str, tuple[str, ...]],
    ) -> Iterator[Progress]:
        for one in self.list()[::-1]:
            if one.state is RunState.INTERRUPTED:
                yield from self._go_on(one)
        plan = self.preview(user, cancel, actor=actor)
        if stopped(cancel):
            return  # the plan is not whole
        wanted = [one for one in plan.lines if one.key not in set(leave_out)]
        refused = tuple(one.key for one in plan.lines if one.key in set(leave_out))
        if not wanted and not refused:
            return
        if actor == SYSTEM and self._holders:
            self._put_off[user] = None
            return
        with self._writer.lock:
            command = BeginConsolidation(user, plan.upto, refused, self._open(user, plan.upto, actor), then)
            with self._lock:
                self._alone()
                self._active[_BEGINS] = actor  # nobody takes it for an interrupted run before it has its number
            try:
                written = self._writer.execute(command, actor=actor, initiator="consolidation", belongs_to=part_of)
                run = self.get(written.events[0].seq)
                with self._lock:
                    self._active[run.seq] = actor
            finally:
                self._inactive(_BEGINS)
        yield from self._under_way(run, len(wanted))

    def _go_on(self, run: ConsolidationRun) -> Iterator[Progress]:
        """Make what is missing of a run that was interrupted, and what was asked for with it and comes after it."""
        with self._lock:
            self._alone()
            self._active[run.seq] = run.actor
        yield from self._under_way(run)
        users = list(run.then)
        for place, user in enumerate(users, start=1):
            if not self._stands(run.step):
                return  # somebody has taken it back meanwhile
            then = {one: run.then[one] for one in users[place:]}
            yield from self._run(user, run.then[user], run.actor, run.step, None, then)

    def _under_way(self, run: ConsolidationRun, expected: int = 0) -> Iterator[Progress]:
        """Make what is missing of an active run, a batch at a time, until its end."""
        try:
            yield from self._made(run, expected)
            with suppress(TakenBackError), self._writer.only_while(lambda: self._standing(run)):
                self._move(run, RunState.DONE)
        except GeneratorExit:
            with suppress(ClosedError):
                self._life.check()
                self._move(run, RunState.STOPPED)
            raise
        except ClosedError:
            raise
        except KnownError as error:
            self._move(run, RunState.FAILED, reason=error.message)
            raise
        finally:
            self._inactive(run.seq)

    def _inactive(self, seq: int) -> None:
        with self._changed:
            self._active.pop(seq, None)
            self._changed.notify_all()

    def _made(self, run: ConsolidationRun, expected: int) -> Iterator[Progress]:
        scope = self._scope_of(run)
        left_out = self._left_out(run.user)
        origin = Origin(actor=run.actor, initiator="consolidation", belongs_to=run.step, run=run.seq)
        done = 0
        for step in self._steps:
            self._life.check()
            lines = [one for one in step.plan(scope) if one.key not in left_out]
            records = any(one.turn is not None for one in lines)
            for batch in _batches(lines, step.batch):
                try:
                    with self._writer.only_while(lambda: self._standing(run)):
                        made = step.make(run.user, batch, origin)
                        if made:
                            self._move(run, RunState.RUNNING, step=batch[0].step, made=made)
                except TakenBackError:
                    return
                done += len(batch)
                so_far = self.get(run.seq).made
                titles = {one.name: one.title for one in self._steps} | {PATTERNS: _PATTERNS_TITLE}
                told = _told({title: so_far.get(name, 0) for name, title in titles.items()})
                yield Progress(done, max(done, expected), told)
            with suppress(TakenBackError), self._writer.only_while(lambda: self._standing(run)):
                step.finish(run.user, origin)
            if records:
                scope = self._scope_of(run)

    def _move(self, run: ConsolidationRun, state: RunState, *, step: str = "", made: int = 0, reason: str = "") -> None:
        command = MoveConsolidation(run.seq, state, step, made, reason)
        self._writer.execute(command, actor=run.actor, initiator="consolidation", belongs_to=run.step)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _origins(self, lines: Sequence[Line]) -> dict[str, str]:
        found = self._store.records.by_ids(list(dict.fromkeys(id for one in lines for id in one.sources)))
        drafts = (one.turn for one in lines if one.turn is not None)
        noted = {id: text for turn in drafts for id, text in zip(turn.messages, _texts(turn), strict=True)}
        return {id: _begun(text) for id, text in noted.items()} | {id: _origin(one) for id, one in found.items()}

    def _wait(self, until: CancelToken) -> None:
        """Let a run in the background that is under way come to its stop."""
        with self._changed:
            for _ in range(_LOOKS):
                if SYSTEM not in self._active.values() or until.cancelled():
                    return
                self._changed.wait(_LOOKS_EVERY)

    def _alone(self) -> None:
        if self._active:
            who = {"user": "you", SYSTEM: "this program"}
            actor = next(iter(self._active.values()))
            raise InvalidCommandError(
                f"The layers are being filled already, by {who.get(actor, actor_word(actor))}.",
                hint="Nothing was changed. Try again once that has ended.",
            )

    def _scope(self, user: str, actor: str) -> tuple[Scope, int, bool]:
        """What a run that begins now is about, up to which event, and whether there is more than it takes up."""
        upto = self._store.log.head
        rows = self._store.episodes.turns(user, self._open(user, upto, actor), MOST_TURNS + 1)
        more = len(rows) > MOST_TURNS
        rows = rows[:MOST_TURNS]
        if more:
            upto = rows[-1][1]
        return self._scoped(user, [id for id, _ in rows], upto, actor), upto, more

    def _scope_of(self, run: ConsolidationRun) -> Scope:
        """What a run that has begun is about."""
        spans = run.spans or self._open(run.user, run.upto, run.actor)
        rows = self._store.episodes.turns(run.user, spans, MOST_TURNS)
        return self._scoped(run.user, [id for id, _ in rows], run.upto, run.actor, self._recorded(run))

    def _scoped(self, user: str, recent: Sequence[str], upto: int, actor: str, made: Sequence[str] = ()) -> Scope:
        known = self._store.episodes.latest(user, upto, LOOKED_AT) if recent or made else []
        given_up = self._refused(user, upto) if actor == SYSTEM else set[str]()
        undone = max((one.seq for one in self._given_up(user)), default=0) if actor == SYSTEM else 0
        refused = frozenset(given_up.difference(recent, made))
        return Scope(user, [*recent, *made], [*known, *made], given_up=refused, undone=undone)

    def _refused(self, user: str, upto: int) -> set[str]:
        """Ids of the turns of which somebody has taken back what was made, and which no other run has dealt with."""
        runs = self._given_up(user)
        if not runs:
            return set()
        others = without(upto, _covered(runs))
        spans = without(upto, [*others, *_covered(self._done(user))])
        board = [id for one in runs for id in self._recorded(one)]
        there = {one.cycle_id for one in self._store.messages.by_ids(board)}
        return {id for id, _ in self._store.episodes.turns(user, spans, LOOKED_AT)} | (set(board) - there)

    def _recorded(self, run: ConsolidationRun) -> Sequence[str]:
        """Ids of the turns that a run itself has recorded."""
        log = self._store.log
        if not log.may_have((EventType.CYCLE,), run.seq):
            return []
        events = log.of_types((EventType.CYCLE,), after=run.seq)
        made = (payload_of(one) for one in events if one.command == run.step)
        return list(dict.fromkeys(one.cycle for one in made if not one.noted and one.user == run.user))

    def _open(self, user: str, upto: int, actor: str) -> Spans:
        """The stretches of the log up to an event whose turns no run of a user has dealt with."""
        dealt_with = _covered(self._done(user))
        if actor == SYSTEM:
            dealt_with += [*_covered(self._given_up(user)), *self._not_to_be_learned()]
        return without(upto, dealt_with)

    def _not_to_be_learned(self) -> Iterator[tuple[int, int]]:
        """The stretches of imports of which somebody has said that nothing is to be learned from them."""
        jobs: Iterable[ImportJob] = self._writer.projections.now(IMPORT).values()
        for job in jobs:
            if job.extract is False and job.counts.new:
                yield from self._store.log.stretches_of(job.seq, EventType.IMPORTED)

    def _done(self, user: str) -> Sequence[ConsolidationRun]:
        every = (one for one in self._every() if one.user == user and one.state is RunState.DONE)
        return [one for one in every if not one.given_up]

    def _given_up(self, user: str) -> Sequence[ConsolidationRun]:
        """The runs of a user that somebody has taken back. Those that went along with what they were made from, as an
        import that was undone, are none: nobody has said anything against them."""
        mine = [one for one in self._every() if one.user == user]
        steps = self._store.commands.steps([one.step for one in mine if not one.carried])
        back = [one for one in mine if (step := steps.get(one.step)) and not (one.carried or step.done or step.along)]
        return [*back, *(one for one in mine if one.given_up and one.state is RunState.DONE)]

    def _left_out(self, user: str) -> frozenset[str]:
        runs = (one for one in self._every() if one.user == user and one.state is not RunState.UNDONE)
        return frozenset(key for one in runs for key in one.left_out)

    def _standing(self, run: ConsolidationRun) -> bool:
        return self._stands(run.step)

    def _stands(self, command: int) -> bool:
        step = self._store.commands.step(command)
        return step is None or step.done

    def _as_it_is(self, run: ConsolidationRun, step: Step | None) -> ConsolidationRun:
        """What the log says of it, and what it cannot say: that nobody is at it, and that its step was undone."""
        if step is not None and not step.done:
            return replace(run, state=RunState.UNDONE)
        if run.state is RunState.RUNNING and run.seq not in self._active:
            return replace(run, state=RunState.INTERRUPTED)
        return run


def _among(told: Told, number: int, users: int, reading: Reading) -> None:
    """Tell of a reading that it is that of one of several users."""
    told(replace(reading, number=number, users=users))


def _batches(lines: Sequence[Line], most: int) -> Iterator[Sequence[Line]]:
    """The lines of a step in their order, at most so many at a time, each time of one kind."""
    for _, kind in groupby(lines, key=lambda one: one.step):
        every = list(kind)
        yield from (every[start : start + most] for start in range(0, len(every), most))


def _stretches(rows: Sequence[tuple[str, int]], ids: Collection[str], since: int) -> Spans:
    """Where some turns stand in the log that came after an event: as few stretches as can be, with none of the others.

    Args:
        rows: (id, newest event) of all turns, in the order of that.
    """
    wanted, found, open_ = set(ids), list[tuple[int, int]](), False
    for id, newest in rows:
        mine = id in wanted and newest > since
        if mine:
            found.append((found.pop()[0] if open_ else newest - 1, newest))
        open_ = mine
    return tuple(found)


def _covered(runs: Iterable[ConsolidationRun]) -> list[tuple[int, int]]:
    return [span for one in runs for span in one.covers]


def _origin(memory: Memory) -> str:
    title = memory.metadata.get(TITLE)
    begun = _begun(memory.content)
    return f"{title}: {begun}" if isinstance(title, str) and title else begun


def _begun(text: str) -> str:
    return f"“{shortened(' '.join(text.split()), _WORDS)}”"


def _texts(turn: Cycle) -> tuple[str, ...]:
    """What its messages say."""
    return tuple(one for one in (turn.user_input, turn.final_response) if one)


def _told(totals: Mapping[str, int]) -> str:
    """How many of each were made or changed: "Episodes 3, concepts 12"."""
    said = ", ".join(f"{title.lower()} {number:,}" for title, number in totals.items() if number)
    return f"{said[0].upper()}{said[1:]}." if said else "Nothing new."


class _Going:
    """A run that is carried out piece by piece."""

    def __init__(self, pieces: Iterator[Progress]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[Progress]:
        return self

    def __next__(self) -> Progress:
        return next(self._pieces)

    def close(self) -> None:
        """End it; what it has made stays."""
        self._pieces.close()  # type: ignore[attr-defined]
