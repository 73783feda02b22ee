"""Merging memories, as a job: a source is never retired before its successor is indexed.

**The sequence.** (1) One event makes the merged memory, names its sources and logs the merge. (2) The sync stores its
vector. (3) Only then are the sources retired, together with the note that the merge is finished, in one transaction;
until then they are found as before. All events carry the number of the first one: the whole is one step of undo. A
process that dies in between has left a merge without its end, which the next one takes up where it was.

Messages of conversations are not merged: a turn is an episode, and would be none any more without its messages. Logs of
earlier programs have such merges, and keep them.

An edit is not deferred: who corrects a memory does not want to be told the old text again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.merge import FinishMerge, MergeMemories, Unmerge
from memory_desktop.core.layers.rendered import only_by_form
from memory_desktop.core.memory import held, kernel
from memory_desktop.core.memory.drafts import Prepared, as_draft, clean_content
from memory_desktop.core.memory.held import HeldChange
from memory_desktop.core.memory.records import Draft, Memory, Status
from memory_desktop.core.merges import MergeEntry, MergeState, least_cosine, told
from memory_desktop.core.query.coverage import lost
from memory_desktop.core.wording import count, memories, shortened
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import as_they_are_now, current
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_QUOTED = 60
_LOST_SHOWN = 3
_LEAST = 2


class MemoryMerging:
    """See the module."""

    def __init__(
        self, store: Store, writer: Writer, gates: Gatekeeper, log: MergeLog, space: Callable[[], Space]
    ) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._log = log
        self._space = space

    def begin(
        self, ids: Sequence[str], content: str | None = None, *, actor: str = "user", initiator: str = ""
    ) -> Memory:
        """Make the merged memory; `finish` retires the sources once its vector is stored.

        Raises:
            NotFoundError, InvalidCommandError: an unknown id, fewer than two, one that is not active, is being merged
                already, or whose text is not its own (see `check`). HeldBackError: a gate holds the given text back.
        """
        ids = as_they_are_now(self._store.records, ids)
        similarity = self._similarity(ids)
        with self._writer.lock:
            into = {id: target for id in ids if (target := self.goes_into(id))}
            if into:
                id, target = next(iter(into.items()))
                raise InvalidCommandError(
                    f"{id} is being merged into {target} already.", hint="It ends once that one has its vector."
                )
            text = self._text(ids, content)
            threshold = self._writer.settings.number("review.alike")
            change = HeldChange(held.MERGE, tuple(ids), {"similarity": similarity, "threshold": threshold})
            text = self._gates.pass_text(text, change, instead_of=ids, actor=actor, initiator=initiator)
            command = MergeMemories(tuple(ids), text, similarity, threshold)
            return self._writer.execute(command, actor=actor, initiator=initiator).created[0]

    def check(self, ids: Sequence[str]) -> Mapping[str, Memory]:
        """The memories with these ids, if they can become one.

        Raises:
            NotFoundError, InvalidCommandError: an unknown id, fewer than two, one that is made from its fields, or is
                a message of a conversation.
        """
        found = self._store.records.by_ids(list(ids))
        for id in ids:
            if id not in found:
                raise NotFoundError(f"There is no memory with the id {id}.")
            only_by_form(found[id], "Memories with fields of their own are not merged as texts.")
        if len(found) < _LEAST:
            raise InvalidCommandError("A merge needs at least two memories.")
        if self._store.messages.cycles_of([one.key for one in found.values()]):
            raise InvalidCommandError(
                "Messages of conversations are not merged: their turns are episodes, and would be none any more.",
                hint="Edit what one of them says, or forget one that only repeats another.",
            )
        return found

    def _text(self, ids: Sequence[str], content: str | None) -> Prepared:
        """The merged text and its labels. What the kernel composes of texts that are here already is not held back."""
        found = self.check(ids)
        one = kernel.composed([found[id] for id in sorted(found)])
        said = clean_content(one.content) if content is None else clean_content(content)
        text = self._gates.prepare(replace(as_draft(one, said), external_id=None))
        new = (
            self._gates.prepare(Draft(content=content)).verdicts if content is not None and said != one.content else ()
        )
        return replace(text, verdicts=new)

    def finish(self) -> int:
        """Retire the sources of every merge whose successor has its vector; how many merges came to an end."""
        ended = 0
        for target in [entry.target for entry in self._log.waiting(of_memories=True)]:
            with self._writer.lock:
                entry = self._log.entry(target)
                if entry is None or entry.state is not MergeState.WAITING:
                    continue
                standing = current(self._store.records, [target], through_merges=True).get(target)
                if standing is None or standing.status is not Status.ACTIVE:
                    state = MergeState.ABANDONED
                elif self._stored(standing):
                    state = MergeState.DONE
                else:
                    continue
                command = FinishMerge(target, entry.sources, state)
                self._writer.execute(command, actor="system", belongs_to=entry.command)
                ended += 1
        return ended

    def unmerge(self, id: str, *, actor: str = "user", initiator: str = "") -> list[Memory]:
        """Retire a merged memory and bring its sources back, those that are gone as new memories; all of them.

        Raises:
            NotFoundError, InvalidCommandError: it is not there, not active, or was not merged.
        """
        with self._writer.lock:
            entry = self.entry(id)
            target, sources = (entry.target, entry.sources) if entry is not None else (id, ())
            self._writer.execute(Unmerge(id, target, sources), actor=actor, initiator=initiator)
            found = current(self._store.records, sources)
            return [found[source] for source in sources if found[source].status is Status.ACTIVE]

    def entry(self, id: str) -> MergeEntry | None:
        """The merge that made a memory, or that made the memory which this one restores."""
        seen: set[str] = set()
        while id not in seen:
            entry = self._log.entry(id)
            if entry is not None:
                return entry if entry.of_memories else None
            seen.add(id)
            memory = self._store.records.by_ids([id]).get(id)
            if memory is None or len(memory.lineage) != 1:
                return None
            before = self._store.records.by_ids(memory.lineage).get(memory.lineage[0])
            if before is None or before.content_hash != memory.content_hash:
                return None
            id = before.id
        return None

    def goes_into(self, id: str) -> str:
        """The memory that this one is being merged into while it waits for that one's vector; "" when it is not."""
        waiting = self._log.waiting(of_memories=True)
        return next((entry.target for entry in waiting if id in entry.sources), "")

    def explain(self, id: str) -> list[str]:
        """Why and how a memory was merged, in sentences; empty when it was not."""
        entry = self.entry(id)
        if entry is None:
            return []
        found = self._store.records.by_ids([id, *entry.sources])
        sources = [found[source] for source in entry.sources if source in found]
        names = ", ".join(f"“{shortened(memory.content, _QUOTED)}”" for memory in sources)
        said = [f"Merged from {memories(len(entry.sources))}: {names}."]
        gone = lost([memory.content for memory in sources], found[id].content) if id in found else []
        if gone:
            told_lost = "; ".join(f"“{shortened(one.sentence, _QUOTED)}”" for one in gone[:_LOST_SHOWN])
            more = f" and {len(gone) - _LOST_SHOWN} more" if len(gone) > _LOST_SHOWN else ""
            said.append(f"{count(len(gone), 'sentence')} of theirs it does not have: {told_lost}{more}.")
        else:
            said.append("It has every sentence of theirs.")
        return [*said, *told(entry, len(entry.sources), "memories")]

    def _stored(self, memory: Memory) -> bool:
        state = self._store.queue.states([memory.key]).get(memory.key)
        return state is not None and state.state == "indexed"

    def _similarity(self, ids: Sequence[str]) -> float | None:
        """The least cosine of any two; None when some have no vector."""
        keys = sorted(memory.key for memory in self._store.records.by_ids(list(ids)).values())
        found, vectors = self._space().vectors.index.fetch(np.array(keys, dtype=np.int64))
        if len(found) < max(2, len(keys)):
            return None
        return least_cosine(vectors.astype(np.float32))
