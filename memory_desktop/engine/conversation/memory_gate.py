"""The gate of memory after a reply: a turn is recorded and acknowledged at once, and learned from later.

**Theory of operation.** `process` writes the turn with the note that facts are to be learned from it, and returns; it
is durable then. `work` takes one such turn at a time, oldest first, those of imports last: its facts are extracted,
compared with what is there, and written by one command, which also notes that the turn is done, and which belongs to
the command that recorded the turn: so a crash at any moment leaves the turn either to be done or done, and one undo
takes back the turn with all that was learned from it. Which turns wait is read from the notes themselves: all of them
once, when the vault is opened, and from then on those of the records that change.

A failure is noted at the turn with its reason and is tried again later, up to `_MOST_ATTEMPTS` times; the turns behind
it in its conversation wait until then, because later facts correct earlier ones.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.backoff import retry_delay
from memory_desktop.core.cancel import stopped
from memory_desktop.core.conversation.cycles import CYCLE_DATA, Cycle, CycleDraft, Stage, is_live
from memory_desktop.core.errors import CancelledError, ClosedError, KnownError
from memory_desktop.core.events.conversation import Learn
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.memory import ForgetMemories
from memory_desktop.core.memory.canonical import canonical_text, iso, parse_time
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Draft, Memory, Status
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.conversation.dedup import Dedup
from memory_desktop.engine.conversation.extraction import Asked, Extractor, found_in
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.life import Life
from memory_desktop.engine.recall.sources import Sources
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.messages import CycleRow

_log = logging.getLogger(__name__)
#: Who learns, in the log.
ACTOR = "extractor"
#: What a turn keeps of a failure.
ERROR, ATTEMPTS, AFTER = "extraction_error", "extraction_attempts", "extraction_after"
_CORRECTED = "The message that it was learned from was corrected."
#: The failure of turns that somebody does not want to be learned from now.
STOPPED = "Somebody stopped the learning."
_NO_FAILURE: Mapping[str, Any] = {ERROR: "", ATTEMPTS: 0, AFTER: None}
_NOTES = ('"extraction":"pending"', '"extraction":"failed"')
#: After so many a turn is left as failed, until somebody asks for it again.
_MOST_ATTEMPTS = 5
_MOST_UNLOOKED = 10_000
_MARKED_AT_ONCE = 500
#: So many records are rather read than searched for notes.
_FEW = 16


@dataclass(frozen=True, slots=True)
class Ticket:
    """What is handed back for a turn: its ids, the event that recorded it (0: nothing was new), and what waits.

    `left_out`: the rule of the user's retention that keeps the turn from being recorded; "" where none does. Then the
    ids are "" unless they are of a turn that is there, as it was recorded before.
    """

    cycle_id: str
    session_id: str
    user_id: str
    seq: int
    waiting: bool
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A turn to learn from: how often it was tried, the last error, and when it is due; None: at once. `live`: it was
    recorded here, and not put together from imported messages."""

    cycle_id: str
    session_id: str
    key: int
    attempts: int = 0
    error: str = ""
    due: datetime | None = None
    live: bool = True

    @property
    def given_up(self) -> bool:
        """Is it not tried again by itself?"""
        return self.attempts >= _MOST_ATTEMPTS


@dataclass(frozen=True, slots=True)
class LearningRun:
    """What was learned since no turn waited last: how many turns, and when it began and ended (None: it goes on)."""

    began: datetime
    done: int = 0
    ended: datetime | None = None


class MemoryGate:
    """See the module. Safe from many threads.

    Attributes:
        asked: finds the facts by a language model, where there is one. extractor: finds them otherwise. learns:
            (user, kind) → may facts of the kind be learned?
        run: how far the learning is; None before the first turn. now: the time.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        turns: Turns,
        gates: Gatekeeper,
        dedup: Dedup,
        extractor: Extractor,
        subscribers: Subscribers,
        clock: Clock,
        life: Life,
        sources: Sources,
        learned: Callable[[], object] = lambda: None,
    ) -> None:
        self._store = store
        self._writer = writer
        self._turns = turns
        self._gates = gates
        self._dedup = dedup
        self.extractor = extractor
        self.asked: Asked = lambda _messages, _before: None
        self.learns: Callable[[str, str], bool] = lambda _user, _kind: True
        self._clock = clock
        self._life = life
        self._sources = sources
        self._learned = learned
        self._lock = threading.Lock()
        self._working = False
        self.run: LearningRun | None = None
        self.now = clock
        self._waiting: dict[int, Waiting] | None = None  # by key of the first message; None: not read yet
        self._unlooked: set[int] = set()
        subscribers.add(self._changed)

    # --- what comes in ------------------------------------------------------------------------------------------------

    def process(self, turn: CycleDraft, *, actor: str = "user", initiator: str = "", only_adds: bool = False) -> Ticket:
        """Record a turn, to learn from it later; durable on return, which waits for no extraction.

        The same turn handed over again is learned from again only if it says something else.

        Args:
            only_adds: refuse to replace anything that a turn with this id says; see `Turns.check_adds`.

        Raises:
            InvalidCommandError: no words, or too many; or it would replace what is there and may not.
        """
        self._life.check()
        with self._writer.lock:
            left_out = self._turns.left_out(turn) if only_adds else ""
            if only_adds and not left_out:
                self._turns.check_adds(turn)
            before = self._turns.known(turn)
            if before is None or _says_more(turn, before) or self._never_asked(before):
                turn = replace(turn, extraction=Stage.PENDING)
            cycle, seq = self._turns.record(turn, actor=actor, initiator=initiator)
            left_out = self._turns.left_out(turn) if seq == 0 else ""
        if left_out:
            ids = (before.cycle_id, before.session_id, before.user_id) if before is not None else ("", "", turn.user_id)
            return Ticket(*ids, 0, waiting=False, left_out=left_out)
        return Ticket(cycle.cycle_id, cycle.session_id, cycle.user_id, seq, cycle.extraction is not Stage.COMPLETED)

    def learn_from(self, cycle_ids: Sequence[str], *, belongs_to: int | None = None) -> int:
        """Let facts be learned from turns that are there; how many of them will be."""
        count = 0
        for start in range(0, len(cycle_ids), _MARKED_AT_ONCE):
            self._life.check()
            cycles = self._turns.some(cycle_ids[start : start + _MARKED_AT_ONCE])
            note = {"extraction": Stage.PENDING.value, **_NO_FAILURE}
            self._turns.note([(one, note) for one in cycles], belongs_to=belongs_to)
            count += len(cycles)
        return count

    def learned_from(self, messages: Sequence[int]) -> list[int]:
        """Keys of the active memories that were learned from these messages."""
        return [one.key for one in self._facts(self._sources.learned_from(messages))]

    def _facts(self, learned: Iterable[int]) -> list[Memory]:
        return [one for one in self._store.records.by_keys(sorted(learned)) if one.status is Status.ACTIVE]

    def corrected(self, old: Memory, new: Memory, command: int) -> None:
        """A person gave a message another text: what was learned from it and is not in its words any more is forgotten,
        and the turn is learned from again, as one step of undo with that command. The caller holds the writer's lock.
        """
        cycles = self._store.messages.cycles_of([new.key])
        learned = self._sources.learned_from([old.key])
        if not cycles or not learned:
            return
        gone = tuple(one.id for one in self._facts(learned) if not _says(new, one))
        if gone:
            self._writer.execute(ForgetMemories(gone, _CORRECTED), actor=ACTOR, belongs_to=command)
        self.learn_from([cycles[new.key]], belongs_to=command)

    def learn_from_import(self, seq: int) -> int:
        """Let facts be learned from all turns that an import brought; how many. `seq`: of its first event."""
        keys = self._store.records.keys(RecordFilter(imports=(str(seq),)))
        cycles = self._store.messages.cycles_of([int(key) for key in keys])
        return self.learn_from(list(dict.fromkeys(cycles[key] for key in sorted(cycles))), belongs_to=seq)

    def imported(self, seq: int, asked: bool) -> None:
        """An import that is followed up came to its end: it is learned from if somebody asked for that, or else where
        the setting says so."""
        if asked or self._writer.settings.on("gate.extract_imports"):
            self.learn_from_import(seq)

    def _never_asked(self, cycle: Cycle) -> bool:
        heads = self._store.records.by_ids(cycle.messages[:1])
        return not any("extraction" in _data(memory) for memory in heads.values())

    def stop_learning(self) -> int:
        """Leave all turns that wait until somebody asks for them again; how many."""
        left = [one.cycle_id for one in self.waiting() if not one.given_up]
        note = {"extraction": Stage.FAILED.value, ERROR: STOPPED, ATTEMPTS: _MOST_ATTEMPTS, AFTER: None}
        for start in range(0, len(left), _MARKED_AT_ONCE):
            self._life.check()
            with self._writer.lock:
                still = {one.cycle_id for one in self.waiting()}
                ids = [one for one in left[start : start + _MARKED_AT_ONCE] if one in still]
                self._turns.note([(one, note) for one in self._turns.some(ids)])
        return len(left)

    # --- the background -----------------------------------------------------------------------------------------------

    def waiting(self) -> list[Waiting]:
        """Turns that wait to be learned from, in the order in which they come; those given up last."""
        self._look()
        with self._lock:
            found = list((self._waiting or {}).values())
        return sorted(_in_order(found), key=lambda one: one.given_up)

    def learning(self) -> bool:
        """Do turns wait to be learned from, and are not given up?"""
        return any(not one.given_up for one in self.waiting())

    def work(self, cancel: CancelToken | None = None) -> bool:
        """Learn from one turn; False where none is due, or somebody else is at it."""
        with self._lock:
            if self._working:
                return False
            self._working = True
        try:
            return self._work(cancel)
        finally:
            self._working = False

    def _work(self, cancel: CancelToken | None) -> bool:
        if self._store.log.read_only or stopped(self._life.until(cancel)):
            return False
        turn = self._next()
        if turn is None:
            if self.run is not None and self.run.ended is None and not self.learning():
                self.run = replace(self.run, ended=self._clock())
            return False
        if self.run is None or self.run.ended is not None:
            self.run = LearningRun(self._clock())
        try:
            self._learn(turn)
            self.run = replace(self.run, done=self.run.done + 1)
        except (CancelledError, ClosedError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever an extractor does wrong, the turn is kept and tried again
            _log.warning("learning from turn %s failed: %s", turn.cycle_id, error, exc_info=True)
            self._failed(turn, error)
        return True

    def _next(self) -> Waiting | None:
        """The oldest turn that is due and has none before it in its conversation that still waits."""
        self._look()
        now, blocked = self._clock(), set[str]()
        with self._lock:
            every = _in_order((self._waiting or {}).values())
        for one in every:
            if one.given_up or one.session_id in blocked:
                continue
            if _due(one, now):
                return one
            blocked.add(one.session_id)
        return None

    def _learn(self, turn: Waiting) -> None:
        seen = self._store.log.head
        said = self._turns.read(turn.cycle_id)
        if said is None or _waiting(turn.cycle_id, said[1][0]) is None:  # it is gone, or somebody was quicker
            self._forget(turn)
            return
        row, messages, cycle = said
        before = self._store.messages.text_before(row.keys[0])
        found = found_in(cycle, messages, before, self.extractor, self.asked)
        found = [one for one in found if self.learns(cycle.user_id, one.draft.kind)]
        said_by = {one.id: one for one in messages}
        facts = [replace(self._screened(one.draft, said_by[one.message]), lineage=(one.message,)) for one in found]
        findings = self._dedup.sorted_out(self._gates.screen(facts), [one.fact.corrects for one in found])
        done = {"extraction": Stage.COMPLETED.value, **(_NO_FAILURE if turn.attempts else {})}
        with self._writer.lock:
            self._life.check()
            if self._store.log.head != seen and not self._same_still(turn, row):
                return  # it says something else by now, or is gone: the next look tells
            self._execute(Learn(turn.cycle_id, messages[0].id, done, tuple(findings)), self._command(row.keys))
            self._forget(turn)
            self._learned()

    def _screened(self, fact: Draft, message: Memory) -> Prepared:
        """What the gates say of a fact. What a person has let in with the message is not held back again."""
        item = self._gates.prepare(fact)
        return self._gates.let_in_with(item, message.content) if item.held and self._let_in(message) else item

    def _let_in(self, message: Memory) -> bool:
        """Was a message held back first, and released?"""
        command = self._store.log.command_of(message.key)
        return command is not None and any(
            event.type == EventType.RELEASE for event in self._store.log.of_command(command)
        )

    def _failed(self, turn: Waiting, error: Exception) -> None:
        attempts = turn.attempts + 1
        told = error.message if isinstance(error, KnownError) else f"{type(error).__name__}: {error}"
        after = self._clock() + timedelta(seconds=retry_delay(attempts))
        note = {"extraction": Stage.FAILED.value, ERROR: told, ATTEMPTS: attempts, AFTER: iso(after)}
        with self._writer.lock:
            self._turns.note([(one, note) for one in self._turns.some([turn.cycle_id])])

    def _same_still(self, turn: Waiting, row: CycleRow) -> bool:
        """Is a turn as it was read, and does it wait still?"""
        now = self._turns.read(turn.cycle_id)
        return now is not None and now[0] == row and _waiting(turn.cycle_id, now[1][0]) is not None

    def _execute(self, command: Learn, belongs_to: int | None) -> None:
        """Write what was learned of a turn. Nothing of it is to be learned from, so it is not looked at for that; the
        caller holds the writer's lock, so nobody else changes anything meanwhile."""
        with self._lock:
            unlooked = set(self._unlooked)
        written = self._writer.execute(command, actor=ACTOR, belongs_to=belongs_to)
        with self._lock:
            self._unlooked -= {one.key for one in written.memories} - unlooked

    def _command(self, keys: Sequence[int]) -> int | None:
        """Seq of the command that said the last message of a turn; what is learned of it belongs to that."""
        return self._store.log.command_of(max(keys))

    # --- what waits ---------------------------------------------------------------------------------------------------

    def _changed(self, change: ChangeSet) -> None:
        if not change.records:
            return
        with self._lock:
            if change.many or not change.keys or len(self._unlooked) > _MOST_UNLOOKED:
                self._waiting, self._unlooked = None, set()
            else:
                self._unlooked.update(change.keys)

    def _look(self) -> None:
        """Read the notes of the turns whose records have changed; of all, if none were read yet."""
        with self._lock:
            first, unlooked = self._waiting is None, self._unlooked
            if not first and not unlooked:
                return
            self._waiting, self._unlooked = {} if first else self._waiting, set()
        found = self._read(None if first else sorted(unlooked))
        with self._lock:
            if self._waiting is not None:
                for key in unlooked:
                    self._waiting.pop(key, None)
                self._waiting |= {one.key: one for one in found}

    def _read(self, keys: Sequence[int] | None) -> list[Waiting]:
        records = self._store.records
        if keys is not None and len(keys) <= _FEW:
            heads = {one.key: one for one in records.by_keys(keys) if one.status is Status.ACTIVE and _notes(one)}
        else:
            heads = {one.key: one for one in records.by_keys(records.noting(_NOTES, keys))}
        if not heads:
            return []
        cycles = self._store.messages.cycles_of(list(heads))
        read = (_waiting(cycles[key], memory) for key, memory in heads.items() if key in cycles)
        return [one for one in read if one is not None]

    def _forget(self, turn: Waiting) -> None:
        with self._lock:
            if self._waiting is not None:
                self._waiting = {key: one for key, one in self._waiting.items() if key != turn.key}


def _in_order(turns: Iterable[Waiting]) -> list[Waiting]:
    """Turns in the order in which they are learned from: as they were said, but conversations that were only imported,
    which may have many thousands, behind those that go on here."""
    every = list(turns)
    live = {one.session_id for one in every if one.live}
    return sorted(every, key=lambda one: (one.session_id not in live, one.key))


def _due(turn: Waiting, now: datetime) -> bool:
    return not turn.given_up and (turn.due is None or turn.due <= now)


def _says(message: Memory, fact: Memory) -> bool:
    """Do the words of a fact, with or without who says them, stand in a message?"""
    speaker, _, words = fact.content.partition(": ")
    return any(one and one.rstrip(".!…") in message.content for one in (fact.content, words if speaker else ""))


def _notes(memory: Memory) -> bool:
    """Does a record note that something is to be learned?"""
    return _data(memory).get("extraction") in (Stage.PENDING.value, Stage.FAILED.value)


def _waiting(cycle_id: str, memory: Memory) -> Waiting | None:
    data = _data(memory)
    if not _notes(memory):
        return None
    attempts, after = data.get(ATTEMPTS), data.get(AFTER)
    return Waiting(
        cycle_id,
        memory.thread,
        memory.key,
        attempts if isinstance(attempts, int) else 0,
        str(data.get(ERROR) or ""),
        parse_time(after) if isinstance(after, str) else None,
        is_live(memory),
    )


def _data(memory: Memory) -> Mapping[str, Any]:
    data = memory.metadata.get(CYCLE_DATA)
    return data if isinstance(data, Mapping) else {}


def _says_more(turn: CycleDraft, before: Cycle) -> bool:
    """Does a turn that is handed over again say something else?"""
    answer = turn.final_response
    return (bool(turn.user_input.strip()) and canonical_text(turn.user_input) != before.user_input) or (
        answer is not None and canonical_text(answer) != (before.final_response or "")
    )
