"""Which active memory has taken the place of another one, by a restoration, an edit or a merge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory_desktop.core.conversation.skills import SKILL_KIND
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.payload import KINDS
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.store.records import RecordStore

_PAGE = 5_000
#: The kinds of `is_thing`.
_THINGS = KINDS | {SKILL_KIND}


def current(records: RecordStore, ids: Sequence[str], *, through_merges: bool = False) -> dict[str, Memory]:
    """For each of these memories, the active one that replaced it, or itself, retired or not.

    First comes what continues its line (it came back under a new id), then what superseded that.

    Args:
        through_merges: one that was merged with others, or superseded by another, leads there, too; else only to the
            text that an edit gave it.
    """
    live: dict[str, Memory] = {}
    for page in pages(ids):
        live |= records.by_ids(page)
    retired = [id for id, memory in live.items() if memory.status is not Status.ACTIVE]
    standing = _standing(records, retired, through_merges=through_merges)
    found = records.by_ids(list({id for id, _ in standing.values()}))
    return live | {id: found[other] for id, (other, _) in standing.items() if other in found}


def standing_keys(records: RecordStore, ids: Sequence[str]) -> dict[str, int]:
    """For each of these, the key of the active memory that replaced it, also by a merge; none: left out.

    Much less work than `current` where most are active themselves.
    """
    keys = records.active_keys(ids) if ids else {}
    retired = [id for id in ids if id not in keys]
    return keys | {id: key for id, (_, key) in _standing(records, retired, through_merges=True).items()}


def is_thing(memory: Memory) -> bool:
    """Does it stay the same thing when it gets another text, so that its first id names it for good?"""
    return memory.kind in _THINGS


def as_they_are_now(records: RecordStore, ids: Sequence[str]) -> tuple[str, ...]:
    """The same memories, each once: one that was retired and came back under a new id, by that id.

    Whoever holds the id of a memory means the memory, whatever was undone and redone since. An edit makes another one,
    but a concept, a procedure, an emotional event or a skill stays the same: the id of a former text means what it says
    now.
    """
    wanted = tuple(dict.fromkeys(ids))
    active = records.active_keys(wanted) if wanted else {}
    retired = [id for id in wanted if id not in active]
    if not retired:
        return wanted
    lines = records.lines(retired)
    heads = records.successors(list(set(lines.values())))
    back = {id: heads[line][0] for id, line in lines.items() if heads[line][1] == Status.ACTIVE}
    former = [one for one in records.by_ids([id for id in retired if id not in back]).values() if is_thing(one)]
    now = current(records, [one.id for one in former], through_merges=True) if former else {}
    back |= {id: one.id for id, one in now.items() if one.status is Status.ACTIVE}
    return tuple(dict.fromkeys(back.get(id, id) for id in wanted))


def stands_for(records: RecordStore, memory: Memory) -> Memory | None:
    """The active memory that has taken the place of a superseded one; None: what did is gone."""
    now = current(records, [memory.id], through_merges=True).get(memory.id)
    return now if now is not None and now.status is Status.ACTIVE else None


def superseded(memory: Memory, now: Memory | None, done: str) -> InvalidCommandError:
    """The refusal of what is only done to active memories, naming what stands in the place of a superseded one.

    Args:
        done: what was to be done to it, as "forgotten".
    """
    hint = f"What stands in its place is {now.id}." if now is not None else "Restore it first."
    return InvalidCommandError(f"{memory.id} was superseded; only active memories can be {done}.", hint=hint)


def with_ids_of_now(records: RecordStore, filter: RecordFilter) -> RecordFilter:
    """A filter by ids finds what came back under another id, too."""
    if not filter.ids:
        return filter
    return replace(filter, ids=tuple(dict.fromkeys((*filter.ids, *as_they_are_now(records, filter.ids)))))


def pages(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split ids into parts that are small enough for one database query."""
    for start in range(0, len(ids), _PAGE):
        yield ids[start : start + _PAGE]


def _standing(records: RecordStore, ids: Sequence[str], *, through_merges: bool) -> dict[str, tuple[str, int]]:
    """(id, key) of the active memory that replaced each of these; those without one are left out."""
    found: dict[str, tuple[str, int]] = {}
    waiting = records.lines(ids) if ids else {}
    seen = {id: {line} for id, line in waiting.items()}
    while waiting:
        heads = records.successors(list(set(waiting.values())))
        steps: dict[str, str] = {}
        for id, line in waiting.items():
            if line not in heads:
                continue
            head, status, key, by = heads[line]
            if status == Status.ACTIVE:
                found[id] = head, key
            elif by is not None:
                steps[id] = by
        lines = records.lines(list(set(steps.values())))
        if not through_merges:
            steps = _edits_only(records, steps, waiting, lines)
        # Damaged records may lead in a circle.
        waiting = {id: lines[by] for id, by in steps.items() if by in lines and lines[by] not in seen[id]}
        for id, line in waiting.items():
            seen[id].add(line)
    return found


def _edits_only(
    records: RecordStore, steps: dict[str, str], waiting: dict[str, str], lines: dict[str, str]
) -> dict[str, str]:
    """Those steps that lead to another text of the same memory: what began its line names nothing but the last one."""
    first = records.by_ids(list(set(lines.values())))
    ancestors = records.lines(list({id for memory in first.values() for id in memory.lineage}))
    kept = {}
    for id, by in steps.items():
        memory = first.get(lines.get(by, ""))
        if memory is not None and len(memory.lineage) == 1 and ancestors.get(memory.lineage[0]) == waiting[id]:
            kept[id] = by
    return kept
