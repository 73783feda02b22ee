"""Background jobs that read a user's turns: discovery of patterns, and reflection on corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from memory_desktop.core.conversation.corrections import corrects
from memory_desktop.core.conversation.cycles import Cycle, Stage
from memory_desktop.core.conversation.patterns import PATTERN_KIND, DiscoveredPattern, discovered, pattern_of
from memory_desktop.core.conversation.reach import names_of
from memory_desktop.core.errors import CancelledError, ClosedError, KnownError
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import Replace
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.wording import count
from memory_desktop.engine.conversation.jobs import Progress
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.layers.library import undone_along
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: How many of the newest turns discovery looks at, how many it notes at once, and how many reflection takes.
WINDOW, NOTED, REFLECTED = 1_000, 50, 200
#: A pattern is told anew once it is shown by so many times the turns that it was.
GROWN = 1.5
#: What becomes of a pattern that is found: it is there, waits in Review, or stays away as somebody has removed it.
_THERE, _HELD, _REFUSED = "there", "held", "refused"


class Patterns:
    """See the module."""

    def __init__(self, store: Store, writer: Writer, gates: Gatekeeper, turns: Turns) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._turns = turns

    def patterns(self, user_id: str = "") -> list[DiscoveredPattern]:
        """A user's patterns, oldest first."""
        return [one for _, one in self._known(user_id)]

    def of_cycle(self, cycle_id: str, user_id: str = "") -> list[DiscoveredPattern]:
        """The patterns that a turn shows."""
        return [one for one in self.patterns(user_id) if cycle_id in one.cycles]

    def discover(self, user_id: str) -> Iterator[Progress]:
        """The job that looks for patterns in the newest turns, and notes that it has seen them.

        What went along with something else that was undone is looked for again, also where no turn is new.
        """
        newest = [one.cycle for one in self._turns.latest(user_id, WINDOW)]
        pending = [one for one in newest if one.discovery_status is not Stage.COMPLETED]
        if not pending and not self._went_along(user_id):
            return
        with self._telling_of_faults(pending, "discovery"):
            found = discovered(user_id, newest[::-1])
        total = len(found) + len(pending)
        cycles = {one.cycle_id: one for one in newest}
        became = Counter[str]()
        for number, pattern in enumerate(found):
            became[self._keep(pattern, cycles)] += 1
            yield Progress(number + 1, total)
        yield from self._note(pending, len(found), total, "discovery")
        yield Progress(total, total, _told(len(newest), became))

    def reflect(self, user_id: str) -> Iterator[Progress]:
        """The job that looks at turns not seen yet: does the user correct the turn before?"""
        pending = self._turns.recent_for_reflection(user_id, REFLECTED, again=True)[::-1]
        corrections = 0
        for start in range(0, len(pending), NOTED):
            batch = pending[start : start + NOTED]
            with self._telling_of_faults(batch, "reflection"):
                seen = [self._seen_in(one) for one in batch]
            corrections += sum(map(bool, seen))
            self._turns.note((one, {**_done(one, "reflection"), **said}) for one, said in zip(batch, seen, strict=True))
            upto = min(start + NOTED, len(pending))
            found = count(corrections, "correction") if corrections else "no correction"
            yield Progress(upto, len(pending), f"{count(upto, 'turn')} looked at: {found}.")

    @contextmanager
    def _telling_of_faults(self, cycles: Sequence[Cycle], job: str) -> Iterator[None]:
        """Have the turns say why a job failed that looks at them; the next one looks at them again."""
        try:
            yield
        except (ClosedError, CancelledError):
            raise
        except Exception as error:
            why = error.message if isinstance(error, KnownError) else type(error).__name__
            said = {f"{job}_status": Stage.FAILED.value, f"{job}_error": why}
            for start in range(0, len(cycles), NOTED):
                self._turns.note((one, said) for one in cycles[start : start + NOTED])
            raise

    def _seen_in(self, cycle: Cycle) -> dict[str, object]:
        if not corrects(cycle.user_input):
            return {}
        before = self._turns.before(cycle)
        return {"reflection": {"corrects": before.cycle_id if before is not None else None}}

    def _note(self, cycles: list[Cycle], done: int, total: int, job: str) -> Iterator[Progress]:
        for start in range(0, len(cycles), NOTED):
            batch = cycles[start : start + NOTED]
            self._turns.note((one, _done(one, job)) for one in batch)
            yield Progress(done + min(start + NOTED, len(cycles)), total)

    def _keep(self, pattern: DiscoveredPattern, cycles: dict[str, Cycle]) -> str:
        """Write a pattern down, or anew if many more turns show it now; what became of it."""
        messages = [id for one in pattern.cycles for id in cycles[one].messages]
        prepared = self._gates.prepare(pattern.draft(messages))
        with self._writer.lock:
            known = next((pair for pair in self._known(pattern.user_id) if pair[1].key == pattern.key), None)
            if known is None:
                if pattern.key in self._refused(pattern.user_id):
                    return _REFUSED
                command = Remember((replace(prepared, turn=True),))
                made = self._writer.execute(command, actor="system", initiator="discovery")
                return _THERE if made.created else _HELD
            memory, before = known
            grown = len(pattern.cycles) >= GROWN * len(before.cycles) and pattern.description != before.description
            if grown and not prepared.held:
                self._writer.execute(Replace(memory.id, prepared), actor="system", initiator="discovery")
            return _THERE

    def _refused(self, user_id: str) -> set[str]:
        """The keys of the patterns that somebody has removed, or undone for themselves."""
        gone = self._known(user_id, Status.TOMBSTONE)
        return {one.key for memory, one in gone if not undone_along(self._store, memory)}

    def _went_along(self, user_id: str) -> bool:
        """Is a pattern gone only because it went along with something else that was undone?"""
        there = {one.key for one in self.patterns(user_id)}
        gone = self._known(user_id, Status.TOMBSTONE)
        return any(one.key not in there and undone_along(self._store, memory) for memory, one in gone)

    def _known(self, user_id: str, status: Status = Status.ACTIVE) -> list[tuple[Memory, DiscoveredPattern]]:
        names = names_of(user_id, self._writer.settings.text("gate.owner"))
        keys = self._store.records.keys(RecordFilter(kinds=(PATTERN_KIND,), statuses=(status.value,)))
        found = ((memory, pattern_of(memory)) for memory in self._store.records.by_keys(keys))
        return [(memory, one) for memory, one in found if one is not None and one.user_id in names]


def _told(turns: int, became: Mapping[str, int]) -> str:
    """What came of so many turns: the patterns that there are of them, and those that are kept out."""
    there = became.get(_THERE, 0)
    said = [count(there, "pattern") if there else "no pattern"]
    if held := became.get(_HELD, 0):
        said.append(f"{held:,} held back for review")
    if refused := became.get(_REFUSED, 0):
        said.append(f"{refused:,} removed before and not made again")
    return f"{count(turns, 'turn')} looked at: {', '.join(said)}."


def _done(cycle: Cycle, job: str) -> dict[str, Any]:
    """What a turn says once a job has looked at it: no longer why that failed before."""
    failed = getattr(cycle, f"{job}_status") is Stage.FAILED
    return {f"{job}_status": Stage.COMPLETED.value, **({f"{job}_error": None} if failed else {})}
