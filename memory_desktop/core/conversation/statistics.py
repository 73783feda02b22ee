"""How a user's memory is used: what queries find in which store, and how relevant it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from memory_desktop.core.memory.canonical import iso


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What was counted, to be added up.

    Attributes:
        queries: asked of a user's memory. stm_hits, ltm_hits: turns found in short-term memory, and only in the vault.
        stm_misses: queries that short-term memory had nothing for. relevance: the sum of the scores of all turns found.
        cycles: turns recorded, and `tokens` in them.
    """

    queries: int = 0
    stm_hits: int = 0
    stm_misses: int = 0
    ltm_hits: int = 0
    relevance: float = 0.0
    cycles: int = 0
    tokens: int = 0

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(**{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(Counts)})

    def minus(self, other: Counts) -> Counts:
        """Without what is in the other one."""
        return Counts(**{one.name: getattr(self, one.name) - getattr(other, one.name) for one in fields(Counts)})


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAccessStats:
    """A user's access statistics. `avg_relevance`: mean score of all turns found, 0 if there were none.

    `user_id`: "" is whoever is not named; None is everybody together.
    """

    user_id: str | None
    stm_hits: int = 0
    stm_misses: int = 0
    ltm_hits: int = 0
    ltm_queries: int = 0
    summary_generations: int = 0
    avg_token_usage: float = 0.0
    total_cycles_processed: int = 0
    avg_relevance: float = 0.0
    last_updated: datetime | None = None

    def to_json(self) -> dict[str, Any]:
        """All fields, the time as text."""
        last = self.last_updated
        return {**asdict(self), "last_updated": iso(last) if last is not None else None}


def statistics_of(
    user_id: str | None, counts: Counts, summaries: int = 0, last_updated: datetime | None = None, there: int = 0
) -> MemoryAccessStats:
    """The statistics that counts come to. `there`: how many turns there are, if a crash has lost some of the counts."""
    hits = counts.stm_hits + counts.ltm_hits
    return MemoryAccessStats(
        user_id=user_id,
        stm_hits=counts.stm_hits,
        stm_misses=counts.stm_misses,
        ltm_hits=counts.ltm_hits,
        ltm_queries=counts.queries,
        summary_generations=summaries,
        avg_token_usage=counts.tokens / counts.cycles if counts.cycles else 0.0,
        total_cycles_processed=max(counts.cycles, there),
        avg_relevance=counts.relevance / hits if hits else 0.0,
        last_updated=last_updated,
    )
