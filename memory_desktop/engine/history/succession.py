"""Who stands for a memory now: the active one that an edit, a restoration or a merge has put in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.store.records import RecordStore

_PAGE = 5_000


def current(records: RecordStore, ids: Sequence[str], *, through_merges: bool = False) -> dict[str, Memory]:
    """What stands for each of these memories: the active one that followed it, or itself as it is, retired or not.

    Args:
        through_merges: one that was merged with others, or superseded by another, leads there, too. What was made to
            follow it alone (an edit, a restoration) comes first: an undone merge leads back to what it was made of.
    """
    live: dict[str, Memory] = {}
    for page in pages(ids):
        live |= records.by_ids(page)
    found = {id: memory for id, memory in live.items() if memory.status is Status.ACTIVE}
    waiting = {id: memory for id, memory in live.items() if id not in found}
    seen = {id: {id} for id in waiting}
    while waiting:
        followers = records.followers([memory.id for memory in waiting.values()])
        steps: dict[str, str] = {}
        for id, memory in waiting.items():
            step = followers.get(memory.id) or (memory.superseded_by if through_merges else None)
            if step is not None and step not in seen[id]:  # damaged records may lead in a circle
                steps[id] = step
                seen[id].add(step)
        states = records.by_ids(list(set(steps.values())))
        waiting = {id: states[step] for id, step in steps.items() if step in states}
        found |= {id: memory for id, memory in waiting.items() if memory.status is Status.ACTIVE}
        waiting = {id: memory for id, memory in waiting.items() if memory.status is not Status.ACTIVE}
    return {**live, **found}


def standing_keys(records: RecordStore, ids: Sequence[str]) -> dict[str, int]:
    """The key of the active memory that stands for each of these, through merges, too; what is gone is left out.

    Much less work than `current` where most are active themselves.
    """
    keys = records.active_keys(ids) if ids else {}
    retired = current(records, [id for id in ids if id not in keys], through_merges=True)
    return keys | {id: memory.key for id, memory in retired.items() if memory.status is Status.ACTIVE}


def pages(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """The ids in parts that one question of the database takes."""
    for start in range(0, len(ids), _PAGE):
        yield ids[start : start + _PAGE]
