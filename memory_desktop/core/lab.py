"""The recall lab: the user's own labelled queries, and what they measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from memory_desktop.core.memory.canonical import iso, parse_time

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


def run_json(run: LabRun) -> dict[str, Any]:
    """A run as JSON has it, without its number."""
    return {
        "at": iso(run.at),
        "model_version": run.model_version,
        "k": run.k,
        "query_count": run.query_count,
        "memories": run.memories,
        "measures": {name: asdict(measure) for name, measure in run.measures.items()},
        "ann_agreement": run.ann_agreement,
        "queries": [asdict(result) for result in run.queries],
    }


def _place(subject: str) -> int:
    """Events keep names sorted: people see the subjects in their own order."""
    return SUBJECTS.index(subject) if subject in SUBJECTS else len(SUBJECTS)


def run_from_json(body: Mapping[str, Any], *, number: int) -> LabRun:
    """The inverse of `run_json`. Raises KeyError, TypeError or ValueError for anything else."""
    return LabRun(
        number=number,
        at=parse_time(body["at"]),
        model_version=body["model_version"],
        k=body["k"],
        query_count=body["query_count"],
        memories=body["memories"],
        measures={name: Measure(**body["measures"][name]) for name in sorted(body["measures"], key=_place)},
        ann_agreement=body["ann_agreement"],
        queries=tuple(QueryResult(**result) for result in body.get("queries", ())),
    )
