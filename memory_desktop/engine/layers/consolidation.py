"""Consolidation: what turns come to, layer by layer, as one run: previewed, made, resumed after a crash, taken back.

The steps run in their order, each on what the one before it left. A run looks at the turns that changed since the last
finished one, at most `MOST_TURNS` at a time, and at older ones beside them. It is planned anew whenever it goes on, so
one that a crash has interrupted makes what is still missing, and one that finds nothing new makes no event at all.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from memory_desktop.core.conversation.cycles import TITLE, Cycle
from memory_desktop.core.errors import ClosedError, InvalidCommandError, KnownError
from memory_desktop.core.events.consolidation import (
    CONSOLIDATION,
    BeginConsolidation,
    ConsolidationRun,
    MoveConsolidation,
    RunState,
)
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.undo import Undone
from memory_desktop.core.wording import shortened
from memory_desktop.engine.conversation.jobs import Progress
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.layers.steps import ConsolidationStep, Line, Scope
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: The most turns that one run takes up, and the most that its steps look at in all.
MOST_TURNS, LOOKED_AT = 2_000, 4_000
_WORDS = 80


@dataclass(frozen=True, slots=True)
class Preview:
    """What a run would make now.

    Attributes:
        lines: in the order in which they would be made; those that were left out before are not among them.
        turns: how many turns changed since the last run. more: there are more than one run takes up.
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
        steps: in their order. undo: takes back a command.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        steps: Sequence[ConsolidationStep],
        undo: Callable[..., Undone | None],
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._steps = tuple(steps)
        self._undo = undo
        self._life = life
        self._lock = threading.Lock()
        self._active: set[int] = set()
        self._resuming: Iterator[Progress] | None = None

    @property
    def steps(self) -> tuple[ConsolidationStep, ...]:
        """In their order."""
        return self._steps

    # --- looking ------------------------------------------------------------------------------------------------------

    def list(self) -> Sequence[ConsolidationRun]:
        """All runs, the newest first."""
        self._life.check()
        runs = self._writer.projections.now(CONSOLIDATION).values()
        return [self._as_it_is(one) for one in sorted(runs, key=lambda one: -one.seq)]

    def get(self, seq: int) -> ConsolidationRun:
        """The run that began with this event. Raises InvalidCommandError."""
        run = self._writer.projections.now(CONSOLIDATION).get(str(seq))
        if run is None:
            raise InvalidCommandError(f"There is no consolidation with the number {seq}.")
        return self._as_it_is(run)

    def last(self, user: str) -> ConsolidationRun | None:
        """A user's newest run."""
        return next((one for one in self.list() if one.user == user), None)

    def waiting(self, user: str) -> int:
        """The newest event by which turns have changed, or something was learned from them, since a user's last
        finished run; 0: there is none."""
        rows = self._store.episodes.turns(user, after=self._since(user), upto=self._store.log.head, limit=MOST_TURNS)
        return rows[-1][1] if rows else 0

    def preview(self, user: str = "", cancel: CancelToken | None = None) -> Preview:
        """What a run would make now, from what, and why; nothing is written."""
        until = self._life.until(cancel)
        scope, upto, more = self._scope(user)
        left_out = self._left_out(user)
        lines: list[Line] = []
        skipped = 0
        for step in self._steps:
            if until.cancelled():
                break
            planned = step.plan(scope)
            wanted = [one for one in planned if one.key not in left_out]
            lines += wanted
            drafts = [one.turn for one in wanted if one.turn is not None]
            if drafts:
                known = scope.known or self._store.episodes.latest(user, upto, LOOKED_AT)
                scope = replace(scope, known=known, drafts=(*scope.drafts, *drafts))
            skipped += sum(one.key in left_out for one in planned)
        return Preview(user, tuple(lines), len(scope.recent), upto, more, skipped, self._origins(lines))

    def previews(self, cancel: CancelToken | None = None) -> Iterator[Preview]:
        """The preview of each user for whom it has lines; "" is whoever is not named."""
        until = self._life.until(cancel)
        for user in sorted(self._store.messages.users()):
            if not until.cancelled() and (plan := self.preview(user, until)).lines:
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

    # --- running ------------------------------------------------------------------------------------------------------

    def run(
        self,
        user: str = "",
        leave_out: Collection[str] = (),
        *,
        actor: str = "user",
        cancel: CancelToken | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Report:
        """Make what the preview says, without the lines of these keys. Cancelled between two pieces, what is made
        stays.

        Raises:
            InvalidCommandError: another run is under way. KnownError: a step failed; what is made stays.
        """
        until = self._life.until(cancel)
        going = self.carry_out(user, leave_out, actor=actor)
        before = {one.seq: one.state for one in self.list()}
        for one in going:
            if progress is not None:
                progress(one)
            if until.cancelled():
                going.close()
        runs = self.list()
        made = [one for one in runs if one.seq not in before and one.user == user]
        finished = (one for one in runs if before.get(one.seq) is RunState.INTERRUPTED and one.state is RunState.DONE)
        return Report(made[0] if made else None, tuple(finished))

    def carry_out(self, user: str = "", leave_out: Collection[str] = (), *, actor: str = "system") -> _Going:
        """The same piece by piece: yields after each; closing it ends the run."""
        return _Going(self._run(user, tuple(leave_out), actor))

    def job(self, user: str) -> Iterator[Progress]:
        """The background job."""
        return self.carry_out(user)

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
        """Take a run back, whatever came after it. Raises InvalidCommandError: it is under way, or undone already."""
        run = self.get(seq)
        if run.state is RunState.RUNNING:
            raise InvalidCommandError("This consolidation is running.", hint="Cancel it first.")
        return self._undo(seq, actor=actor)

    def _run(self, user: str, leave_out: tuple[str, ...], actor: str) -> Iterator[Progress]:
        for one in self.list()[::-1]:
            if one.state is RunState.INTERRUPTED:
                yield from self._go_on(one)
        plan = self.preview(user)
        wanted = [one for one in plan.lines if one.key not in set(leave_out)]
        refused = tuple(one.key for one in plan.lines if one.key in set(leave_out))
        if not wanted and not refused:
            return
        with self._writer.lock:
            self._alone()
            command = BeginConsolidation(user, plan.upto, refused)
            seq = self._writer.execute(command, actor=actor, initiator="consolidation").events[0].seq
            run = self.get(seq)
        yield from self._go_on(run, len(wanted))

    def _go_on(self, run: ConsolidationRun, expected: int = 0) -> Iterator[Progress]:
        """Make what is missing of a run, a batch at a time, until its end."""
        with self._lock:
            self._alone()
            self._active.add(run.seq)
        try:
            yield from self._made(run, expected)
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
            with self._lock:
                self._active.discard(run.seq)

    def _made(self, run: ConsolidationRun, expected: int) -> Iterator[Progress]:
        scope, _, _ = self._scope(run.user, run)
        left_out = self._left_out(run.user)
        origin = Origin(actor=run.actor, initiator="consolidation", belongs_to=run.seq)
        done = 0
        for step in self._steps:
            self._life.check()
            lines = [one for one in step.plan(scope) if one.key not in left_out]
            records = any(one.turn is not None for one in lines)
            for start in range(0, len(lines), step.batch):
                if not self._standing(run):
                    return  # somebody has taken it back meanwhile
                batch = lines[start : start + step.batch]
                made = step.make(run.user, batch, origin)
                if made:
                    self._move(run, RunState.RUNNING, step=step.name, made=made)
                done += len(batch)
                so_far = self.get(run.seq).made
                told = _told({one.title: so_far.get(one.name, 0) for one in self._steps})
                yield Progress(done, max(done, expected), told)
            if self._standing(run):
                step.finish(run.user, origin)
            if records:
                scope, _, _ = self._scope(run.user, run)

    def _move(self, run: ConsolidationRun, state: RunState, *, step: str = "", made: int = 0, reason: str = "") -> None:
        command = MoveConsolidation(run.seq, state, step, made, reason)
        self._writer.execute(command, actor=run.actor, initiator="consolidation", belongs_to=run.seq)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _origins(self, lines: Sequence[Line]) -> dict[str, str]:
        found = self._store.records.by_ids(list(dict.fromkeys(id for one in lines for id in one.sources)))
        drafts = (one.turn for one in lines if one.turn is not None)
        noted = {id: text for turn in drafts for id, text in zip(turn.messages, _texts(turn), strict=True)}
        return {id: _begun(text) for id, text in noted.items()} | {id: _origin(one) for id, one in found.items()}

    def _alone(self) -> None:
        if self._active:
            raise InvalidCommandError("Another consolidation is under way.", hint="Wait until it has ended.")

    def _scope(self, user: str, run: ConsolidationRun | None = None) -> tuple[Scope, int, bool]:
        """What a run is about, up to which event, and whether there is more than it takes up."""
        since = self._since(user)
        upto = run.upto if run is not None else self._store.log.head
        rows = self._store.episodes.turns(user, after=since, upto=upto, limit=MOST_TURNS + 1)
        more = len(rows) > MOST_TURNS
        rows = rows[:MOST_TURNS]
        if more:
            upto = rows[-1][1]
        made = self._recorded(run) if run is not None else []
        recent = [*(id for id, _ in rows), *made]
        known = [*self._store.episodes.latest(user, upto, LOOKED_AT), *made] if recent else []
        return Scope(user, recent, known), upto, more

    def _recorded(self, run: ConsolidationRun) -> Sequence[str]:
        """Ids of the turns that a run itself has recorded."""
        log = self._store.log
        if not log.may_have((EventType.CYCLE,), run.seq):
            return []
        events = log.of_types((EventType.CYCLE,), after=run.seq)
        made = (payload_of(one) for one in events if one.command == run.seq)
        return list(dict.fromkeys(one.cycle for one in made if not one.noted))

    def _since(self, user: str) -> int:
        finished = [one for one in self.list() if one.user == user and one.state is RunState.DONE]
        return max((one.upto for one in finished), default=0)

    def _left_out(self, user: str) -> frozenset[str]:
        runs = (one for one in self.list() if one.user == user and one.state is not RunState.UNDONE)
        return frozenset(key for one in runs for key in one.left_out)

    def _standing(self, run: ConsolidationRun) -> bool:
        step = self._store.commands.step(run.seq)
        return step is None or step.done

    def _as_it_is(self, run: ConsolidationRun) -> ConsolidationRun:
        """What the log says of it, and what it cannot say: that nobody is at it, and that it was undone."""
        if not self._standing(run):
            return replace(run, state=RunState.UNDONE)
        if run.state is RunState.RUNNING and run.seq not in self._active:
            return replace(run, state=RunState.INTERRUPTED)
        return run


def _origin(memory: Memory) -> str:
    title = memory.metadata.get(TITLE)
    begun = _begun(memory.content)
    return f"{title}: {begun}" if isinstance(title, str) and title else begun


def _begun(text: str) -> str:
    return f"“{shortened(' '.join(text.split()), _WORDS)}”"


def _texts(turn: Cycle) -> tuple[str, ...]:
    """What its messages say."""
    return (turn.user_input,) if turn.final_response is None else (turn.user_input, turn.final_response)


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
