"""The merge log: what was merged into what, by whom, how alike it was, and how far the merge has come (A6, A7).

A projection of the log like a record: `fold` is the only thing that makes or changes an entry. A merge of assemblies
begins with a MERGE event, one of memories with CONSOLIDATE; MERGED says how either went on.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

import numpy as np
import numpy.typing as npt
import orjson

from memory_desktop.core.events.event import Event, EventType, NewEvent

#: Events that the log of merges is folded from.
TYPES = (EventType.MERGE, EventType.MERGED, EventType.CONSOLIDATE)
#: Why what was merged ended.
UNMERGED = "unmerged"


class MergeState(StrEnum):
    """How far a merge has come; UNDONE and AGAIN (a redo) come from the undo stack."""

    WAITING = "waiting"
    DONE = "done"
    ABANDONED = "abandoned"
    UNDONE = "undone"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class MergeEntry:
    """One line of the merge log.

    Attributes:
        of_memories: else it is of assemblies.
        similarity: the least of any two sources when they were merged; None when some had no vector.
        threshold: from which similarity on a merge was suggested then.
        command: the command that its end belongs to.
        state: WAITING for the successor's vector, DONE (the sources are retired), ABANDONED or UNDONE.
        finished_at: when it came to that state.
    """

    target: str
    sources: tuple[str, ...]
    of_memories: bool
    similarity: float | None
    threshold: float
    at: datetime
    actor: str
    command: int
    state: MergeState = MergeState.WAITING
    finished_at: datetime | None = None


def fold(entries: dict[str, MergeEntry], events: Iterable[Event]) -> None:
    """Take events in, in order; `entries` are by the id of what was merged into."""
    for event in events:
        payload = orjson.loads(event.payload)
        if event.type in (EventType.MERGE, EventType.CONSOLIDATE):
            entries[event.item] = _entry(event, payload)
        elif event.item in entries:
            entries[event.item] = _moved(entries[event.item], event, MergeState(payload["state"]))


def moved(target: str, state: MergeState) -> NewEvent:
    """The event that says that a merge has come to a state."""
    return NewEvent(EventType.MERGED, {"target": target, "state": state.value}, target)


def least_cosine(vectors: npt.NDArray[np.float32]) -> float:
    """The least cosine of any two of some unit vectors (n, dim), n > 1: how alike all of them are, at the least."""
    return round(min(float(one @ other) for one, other in itertools.combinations(vectors, 2)), 6)


def told(entry: MergeEntry, sources: int, of: str) -> list[str]:
    """How alike the sources were, by whom it was done and when, and what became of them, in sentences."""
    said = []
    if entry.similarity is None:
        said.append("How alike they were is not known: some had no vector yet.")
    elif sources > 1:
        verb = "above" if entry.similarity >= entry.threshold else "below"
        said.append(
            f"They were alike by {entry.similarity:.2f}, {verb} the {entry.threshold:.2f} from which on {of} are"
            " suggested to be merged."
        )
    said.append(f"Done by {entry.actor} at {entry.at:%Y-%m-%d %H:%M} UTC.")
    said.append(_ENDS[entry.state])
    return said


_ENDS = {
    MergeState.WAITING: "The sources stay until its vector is stored.",
    MergeState.DONE: "The sources are retired and point to it.",
    MergeState.ABANDONED: "It ended before the sources were retired; they stay.",
    MergeState.UNDONE: "It was undone; the sources are back.",
}


def _entry(event: Event, payload: dict[str, object]) -> MergeEntry:
    of_memories = event.type == EventType.CONSOLIDATE
    similarity, threshold = payload.get("similarity"), payload.get("threshold")
    sources = payload["parent_ids" if of_memories else "sources"]
    waits = not of_memories or bool(payload.get("deferred"))
    return MergeEntry(
        target=event.item,
        sources=tuple(str(one) for one in sources) if isinstance(sources, list) else (),
        of_memories=of_memories,
        similarity=float(similarity) if isinstance(similarity, (int, float)) else None,
        threshold=float(threshold) if isinstance(threshold, (int, float)) else 0.0,
        at=event.ts,
        actor=event.actor,
        command=event.command,
        state=MergeState.WAITING if waits else MergeState.DONE,
        finished_at=None if waits else event.ts,
    )


def _moved(entry: MergeEntry, event: Event, state: MergeState) -> MergeEntry:
    if state is MergeState.AGAIN:  # its end belongs to the redo, so that undo takes that back, too
        return replace(entry, state=MergeState.WAITING, command=event.command, finished_at=None)
    return replace(entry, state=state, finished_at=event.ts)
