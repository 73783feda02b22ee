"""The recall lab: the user's own labelled queries, and what they measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

#: What a run can compare: the modes of recall, and vector search that looks at every vector instead of the graphs.
SUBJECTS = ("hybrid", "rrf", "keyword", "vector", "vector-exact")


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and the memories that should come. `missing`: labels whose memory is no longer active."""

    query: str
    ids: tuple[str, ...]
    missing: int
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Measure:
    """One subject over all queries: recall@k and MRR in [0, 1], times in seconds."""

    recall: float
    mrr: float
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class QueryResult:
    """One query of a run: the rank of the first label per subject (0: not among the first k)."""

    query: str
    labels: int
    ranks: Mapping[str, int]
    recalls: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LabRun:
    """One run over all labelled queries.

    Attributes:
        measures: by subject.
        ann_agreement: share of the exact search's k first that the graphs find too, or None when not measured.
        queries: only of the newest run; empty in those before.
    """

    number: int
    at: datetime
    model_version: str
    k: int
    query_count: int
    memories: int
    measures: Mapping[str, Measure]
    ann_agreement: float | None
    queries: tuple[QueryResult, ...] = ()


def recall_at(ranked: Sequence[str], wanted: Sequence[str]) -> float:
    """Share of the wanted ids that are ranked."""
    return len(set(ranked) & set(wanted)) / len(wanted) if wanted else 0.0


def first_rank(ranked: Sequence[str], wanted: Sequence[str]) -> int:
    """Rank, from 1, of the first wanted id; 0 when none is there."""
    return next((rank for rank, id in enumerate(ranked, start=1) if id in set(wanted)), 0)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]
