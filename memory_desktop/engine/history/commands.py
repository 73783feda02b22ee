"""The history of a vault as commands: a row each, newest first, and what each did to memories, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from memory_desktop.core.events.event import Event
from memory_desktop.core.events.imports import IMPORT, Import, came_and_made
from memory_desktop.core.events.memory import MEMORY
from memory_desktop.core.events.registry import FoldError, payload_of, title, touches, words
from memory_desktop.core.imports import ImportJob
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.past import CommandRow, Pair
from memory_desktop.core.purge import REMOVED
from memory_desktop.core.wording import shortened
from memory_desktop.engine.history.past import States
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.projections import Projections
from memory_desktop.store import Store
from memory_desktop.store.command_log import CommandPlace

#: Memories of a command that are compared.
MOST_PAIRS = 200
_QUOTED = 160


class CommandList:
    """See the module. Reading alone."""

    def __init__(self, store: Store, projections: Projections, states: States, life: Life) -> None:
        self._store = store
        self._projections = projections
        self._states = states
        self._life = life

    def page(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        actor: str | None = None,
        start: datetime | None = None,
        end: datetime | None = None,
    ) -> list[CommandRow]:
        """The newest commands that fit, newest first.

        Args:
            before: only those that begin before this event. actor: who gave them.
            start, end: when they began, a half-open interval.
        """
        self._life.check()
        log = self._store.log
        found = self._store.commands.page(
            before=log.head + 1 if before is None else before, limit=limit, actor=actor, start=start, end=end
        )
        heads = log.heads([one.seq for one in found])
        texts = self._store.records.by_ids([event.item for event in heads.values() if event.item])
        jobs = self._projections.now(IMPORT)
        rows = []
        for one in found:
            head = heads[one.seq]
            name = _name(head, one, jobs)
            memory = texts.get(head.item)
            text = shortened(memory.content or REMOVED, _QUOTED) if memory is not None else ""
            events = sum(one.counts.values()) or 1
            rows.append(
                CommandRow(one.seq, head.ts, head.actor, f"{name[:1].upper()}{name[1:]}", text, one.done, events)
            )
        return rows

    def pairs(self, command: int, limit: int = MOST_PAIRS) -> tuple[list[Pair], int]:
        """What a command did to memories, in its order, `limit` of them at the most; and how many there are.

        A memory that took the place of another stands beside it.
        """
        self._life.check()
        events = self._store.log.of_command(command)
        spans: dict[str, tuple[int, int]] = {}
        for event in events:
            for touch in touches(event):
                if touch.kind == MEMORY and touch.changes:
                    spans[touch.item] = spans.get(touch.item, (event.seq, event.seq))[0], event.seq
        ids = list(spans)[: 2 * limit]
        live = self._store.records.by_ids(ids)
        wanted = [(live[id], seq) for id in ids if id in live for seq in (spans[id][0] - 1, spans[id][1])]
        states = self._states.each([(memory, seq) for memory, seq in wanted if seq >= memory.key])
        changes = {id: (states.get((id, spans[id][0] - 1)), states.get((id, spans[id][1]))) for id in ids if id in live}
        gone = {
            after.superseded_by: before
            for before, after in changes.values()
            if after is not None and after.superseded_by in changes and before is not None
        }
        paired = {memory.id for memory in gone.values()}
        pairs = [
            Pair(gone.get(id, before), _left(after))
            for id, (before, after) in changes.items()
            if id not in paired or id in gone
        ]
        return pairs[:limit], len(spans) - len(paired)


def _name(head: Event, one: CommandPlace, jobs: Mapping[str, ImportJob]) -> str:
    """What the command that begins with an event did."""
    try:
        if one.done is None:
            return words(head)
        said = payload_of(head)
        types, more = came_and_made(one.counts, jobs.get(str(one.seq)) if isinstance(said, Import) else None)
        name = title(head, types)
    except FoldError:
        return head.type.lower()  # damaged: Health says so
    files = ", ".join(Path(path).name for path in said.paths) if isinstance(said, Import) else ""
    return f"{name} from {shortened(files, _QUOTED)}{f', and {more:,} made of them' if more else ''}" if files else name


def _left(memory: Memory | None) -> Memory | None:
    """The memory, if it is still one after the command."""
    return memory if memory is not None and memory.status.value == "active" else None
