"""Does the lineage of memories and assemblies name only ids that there are, and never come back to where it began?"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from memory_desktop.core.assemblies import Assembly
from memory_desktop.store import Store

_NAMED = 5


def lineage_problems(store: Store, book: Mapping[str, Assembly]) -> list[str]:
    """What is wrong, in sentences. `book`: all assemblies by id."""
    ids, parents, successors = store.records.lineage_columns()
    assemblies = {id: one.merged_from for id, one in book.items()}
    return [
        *_problems("memories", ids, parents),
        *_problems("superseded memories", ids, {id: (by,) for id, by in successors.items()}),
        # Imported assemblies may name those of another vault.
        *_problems("assemblies", {*assemblies, *itertools.chain(*assemblies.values())}, assemblies),
    ]


def _problems(what: str, ids: set[str], edges: Mapping[str, Sequence[str]]) -> Iterator[str]:
    lost = sorted({id for id, others in edges.items() if not ids.issuperset(others)})
    if lost:
        yield f"The lineage of {what} names others that there never were: {_listed(lost)}."
    circling = sorted(in_circles(edges))
    if circling:
        yield f"The lineage of {what} goes in a circle: {_listed(circling)}."


def in_circles(edges: Mapping[str, Sequence[str]]) -> set[str]:
    """Those whose ways all lead back: what is left when all that lead nowhere are taken away, again and again."""
    pointed: dict[str, list[str]] = {}
    left = dict.fromkeys(edges, 0)
    for id, others in edges.items():
        for other in set(others):
            if other in edges:
                left[id] += 1
                pointed.setdefault(other, []).append(id)
    free = [id for id, count in left.items() if not count]
    while free:
        done = free.pop()
        del left[done]
        for id in pointed.get(done, ()):
            left[id] -= 1
            if not left[id]:
                free.append(id)
    return set(left)


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_NAMED]) + (f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else "")
