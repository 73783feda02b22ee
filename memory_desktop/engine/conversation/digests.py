"""Writes digests: of the turns that leave short-term memory, and of several digests together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.digests import DIGEST_KIND, Digest, digest_draft, digest_of
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import ForgetMemories
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.wording import count
from memory_desktop.engine.conversation.jobs import Progress
from memory_desktop.engine.conversation.short_term import ShortTermMemory
from memory_desktop.engine.conversation.signals import FLUSH_COMPLETED, Signals
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.layers.library import undone_for_itself
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: So many digests of a user become one, and one never has more turns than this.
TOGETHER, MOST_TURNS = 4, 400
#: Writes a text of turns by a language model; None when there is none, or it fails.
Words = Callable[[list[Cycle]], str | None]
_HELD = "The digest is held back for review."


class Digests:
    """See the module."""

    def __init__(self, store: Store, writer: Writer, gates: Gatekeeper, turns: Turns, signals: Signals) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._turns = turns
        self._signals = signals
        self.words: Words = lambda _cycles: None

    def of(self, user_id: str, status: Status = Status.ACTIVE) -> list[tuple[Memory, Digest]]:
        """A user's digests, oldest first."""
        keys = self._store.records.keys(RecordFilter(kinds=(DIGEST_KIND,), statuses=(status.value,)))
        found = ((memory, digest_of(memory)) for memory in self._store.records.by_keys(keys))
        return [(memory, digest) for memory, digest in found if digest is not None and digest.user_id == user_id]

    def digested(self, user_id: str) -> set[str]:
        """Ids of the turns that digests have written down, also such as are gone: what somebody has taken back or
        forgotten is not written again."""
        every = (*self.of(user_id), *self.of(user_id, Status.TOMBSTONE))
        return {id for _, digest in every for id in digest.cycles}

    def flush(self, memory: ShortTermMemory) -> Callable[[str], Iterator[Progress]]:
        """The job that writes the oldest turns of short-term memory down, and lets them go."""

        def run(user_id: str) -> Iterator[Progress]:
            cycles = memory.to_flush(user_id)
            if not cycles:
                return
            made, digest = self.write(user_id, cycles)
            memory.flush_cycles(user_id, digest.cycles)
            self._signals.emit(
                FLUSH_COMPLETED,
                user_id,
                cycles_flushed=len(cycles),
                summary_length=len(made.content) if made is not None else 0,
                topics=list(digest.topics),
            )
            told = f"{count(len(cycles), 'turn')} written down as a digest."
            yield Progress(
                len(cycles), len(cycles), told if made is not None else "The digest is held back for review."
            )

        return run

    def write(self, user_id: str, cycles: list[Cycle]) -> tuple[Memory | None, Digest]:
        """Write turns, oldest first, down as a digest; no memory where a gate holds it back."""
        draft, digest = digest_draft(user_id, cycles, self.words(cycles))
        prepared = replace(self._gates.prepare(draft), turn=True)  # two digests may read the same
        written = self._writer.execute(Remember((prepared,)), actor="system", initiator="flush")
        return (written.created[0] if written.created else None), digest

    def consolidate(self, user_id: str) -> Iterator[Progress]:
        """The job that makes one digest of several: of all their turns. The earlier ones are forgotten, undoably."""
        apart = self._taken_apart(user_id)
        small = [
            (memory, digest)
            for memory, digest in self.of(user_id)
            if len(digest.cycles) <= MOST_TURNS // TOGETHER and not any(set(digest.cycles) < one for one in apart)
        ]
        if len(small) < TOGETHER:
            return
        told = "Their turns are not there any more."
        chosen = small[:TOGETHER]
        ids = [id for _, digest in chosen for id in digest.cycles]
        cycles = sorted(self._turns.some(ids), key=lambda one: (one.timestamp, one.cycle_id))
        if cycles:
            yield Progress(0, 1)
            made, _ = self.write(user_id, cycles)
            told = _HELD
            if made is not None:
                told = f"{count(len(chosen), 'digest')} put together in one."
                old = tuple(memory.id for memory, _ in chosen)
                reason = f"consolidated into {made.id}"
                self._writer.execute(
                    ForgetMemories(old, reason), actor="system", initiator="consolidation", belongs_to=made.key
                )
        yield Progress(1, 1, told)

    def _taken_apart(self, user_id: str) -> list[set[str]]:
        """The turns of each digest that is gone because what made it was undone for itself: its parts are not put
        together again by themselves."""
        gone = self.of(user_id, Status.TOMBSTONE)
        return [set(digest.cycles) for memory, digest in gone if undone_for_itself(self._store, memory)]
