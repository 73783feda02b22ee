"""Which memories were recalled, for which query, by whom: noted at once, written into the log a little later.

A recall is a read, and no read waits for a write. So recalls are kept in memory until the upkeep, or closing, writes
them: one RECALL event each. A crash loses the last of them, and nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory_desktop.core.events.recall import NoteRecalls, Recalled
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.ports import Clock
from memory_desktop.engine.writing.unwritten import Unwritten
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_MOST_WAITING = 10_000
_LONGEST_QUERY = 1_000
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class _Noted:
    actor: str
    recall: Recalled


class RecallLog:
    """See the module. Safe from many threads; `note` never blocks for long.

    Attributes:
        noted: told of each recall, whether or not a log is kept.
    """

    def __init__(self, store: Store, writer: Writer, clock: Clock) -> None:
        self._store = store
        self._writer = writer
        self._clock = clock
        self.noted: Callable[[str, Sequence[str]], None] = lambda _query, _ids: None
        self._noted: Unwritten[_Noted] = Unwritten(_MOST_WAITING)

    def note(
        self,
        query: str,
        ids: Sequence[str],
        *,
        actor: str = "user",
        mode: str = "",
        scores: Sequence[float] = (),
        user: str = "",
        session: str = "",
        listed: bool = False,
    ) -> None:
        """These memories were recalled: given to an agent, or looked at by a person; with none, nothing was found.

        Args:
            mode: of the search. scores: of the ids. user: whose memory was asked. session: the conversation it was for.
            listed: there was nothing to rank by, see `RecallAnswer.listed`.
        """
        if query.strip() and not listed:
            self.noted(query, ids)
        if query.strip() and self._writer.settings.on("recall.log"):
            scored = dict(zip(ids, scores, strict=True)) if scores else dict.fromkeys(ids, 0.0)
            kept = tuple(round(one, _DIGITS) for one in scored.values()) if scores else ()
            asked = query[:_LONGEST_QUERY]
            one = Recalled(asked, tuple(scored), mode, kept, user, session, iso(self._clock()), listed)
            self._noted.add(_Noted(actor, one))

    def flush(self) -> bool:
        """Write what was noted since the last time; False when there is nothing. What cannot be written stays noted."""
        noted = self._noted.waiting()
        if not noted or self._store.log.read_only:
            return False
        for actor, grouped in itertools.groupby(noted, key=lambda one: one.actor):
            group = list(grouped)
            recalls = tuple(one.recall for one in group)
            self._writer.execute(NoteRecalls(recalls), actor=actor, initiator="recalls")
            self._noted.written(group)
        return True
