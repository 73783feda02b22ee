"""The log of merges with names instead of ids, to be looked through by a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.merges import MergeEntry
from memory_desktop.core.wording import shortened
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.store.records import RecordStore

_LONGEST = 160


@dataclass(frozen=True, slots=True)
class MergeLine:
    """One merge.

    Attributes:
        target, sources: names of assemblies, or the beginnings of memories' texts; the id of what is not here any more.
    """

    entry: MergeEntry
    target: str
    sources: tuple[str, ...]


def merge_lines(log: MergeLog, records: RecordStore, book: Mapping[str, Assembly], limit: int) -> list[MergeLine]:
    """The newest merges, newest first."""
    entries = log.entries()[:limit]
    of_memories = {id for entry in entries if entry.of_memories for id in (entry.target, *entry.sources)}
    found = records.by_ids(sorted(of_memories))
    names = {id: shortened(memory.content, _LONGEST) for id, memory in found.items()}
    names |= {id: one.name for id, one in book.items()}
    return [
        MergeLine(
            entry, names.get(entry.target, entry.target), tuple(names.get(source, source) for source in entry.sources)
        )
        for entry in entries
    ]
