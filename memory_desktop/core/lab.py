"""The recall lab: the user's own labelled queries, and what they measure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from memory_desktop.core.memory.canonical import iso, parse_time

#: What a run can compare: the modes of search, and vector search that looks at every vector instead of the graphs.
SUBJECTS = ("hybrid", "rrf", "keyword", "vector", "layers", "vector-exact")
#: Recall is also told among so many first hits.
FEW = 5


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and the memories that should come. `missing`: labels whose memory is no longer active."""

    query: str
    ids: tuple[str, ...]
    missing: int
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Measure:
    """One subject over all queries, times in seconds. What a run of an earlier program did not measure is None.

    Attributes:
        recall: mean share of the expected memories among the first k hits. recall5: among the first 5; None for a
            smaller k.
        mrr: mean of 1 / the rank of the first expected memory; 0 where none is among the first k.
        hit: share of the queries with an expected memory among the first k.
        ndcg: mean of nDCG@k, where an expected memory counts 1, and all others 0.
    """

    recall: float
    mrr: float
    p50: float
    p95: float
    recall5: float | None = None
    hit: float | None = None
    ndcg: float | None = None


@dataclass(frozen=True, slots=True)
class QueryResult:
    """One query of a run: the rank of the first label per subject (0: not among the first k).

    Attributes:
        recalls: by subject, as are `ranks`, `recalls5` (among the first 5) and `ndcgs`. A run that was kept has the
            latter two of no single query.
    """

    query: str
    labels: int
    ranks: Mapping[str, int]
    recalls: Mapping[str, float]
    recalls5: Mapping[str, float] = field(default_factory=dict)
    ndcgs: Mapping[str, float] = field(default_factory=dict)


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


def ndcg_at(ranked: Sequence[str], wanted: Sequence[str], k: int) -> float:
    """nDCG of the first k: Σ 1 / log2(rank + 1) over the wanted ids, as a part of the greatest sum there can be."""
    there = set(wanted)
    gained = sum(_gain(rank) for rank, id in enumerate(ranked[:k], start=1) if id in there)
    best = sum(_gain(rank) for rank in range(1, min(len(there), k) + 1))
    return gained / best if best else 0.0


def asked_result(query: str, wanted: Sequence[str], ranked: Mapping[str, Sequence[str]], k: int) -> QueryResult:
    """What a query found: `ranked` are ids by subject, best first."""
    first = {name: found[:k] for name, found in ranked.items()}
    return QueryResult(
        query,
        len(wanted),
        {name: first_rank(found, wanted) for name, found in first.items()},
        {name: recall_at(found, wanted) for name, found in first.items()},
        {name: recall_at(found[:FEW], wanted) for name, found in first.items()} if k >= FEW else {},
        {name: ndcg_at(found, wanted, k) for name, found in first.items()},
    )


def measured(results: Sequence[QueryResult], name: str, seconds: Sequence[float]) -> Measure:
    """One subject over the results of some queries, and how long each answer took."""
    ranks = [result.ranks[name] for result in results]
    return Measure(
        recall=_mean([result.recalls[name] for result in results]),
        mrr=_mean([1.0 / rank if rank else 0.0 for rank in ranks]),
        p50=quantile(seconds, 0.5),
        p95=quantile(seconds, 0.95),
        recall5=_mean([result.recalls5[name] for result in results]) if results[0].recalls5 else None,
        hit=_mean([float(rank > 0) for rank in ranks]),
        ndcg=_mean([result.ndcgs[name] for result in results]),
    )


def figures(measure: Measure, k: int) -> dict[str, float]:
    """A measure by the names that everybody knows; times in milliseconds. What was not measured is left out."""
    found = {
        f"recall@{FEW}": measure.recall5,
        f"recall@{k}": measure.recall,
        f"hit@{k}": measure.hit,
        f"MRR@{k}": measure.mrr,
        f"nDCG@{k}": measure.ndcg,
        "p50_ms": measure.p50 * 1e3,
        "p95_ms": measure.p95 * 1e3,
    }
    return {name: value for name, value in found.items() if value is not None}


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]


def _gain(rank: int) -> float:
    return 1.0 / math.log2(rank + 1)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _query_json(result: QueryResult) -> dict[str, Any]:
    """Only what is shown of a single query: a run may have thousands."""
    return {
        "query": result.query,
        "labels": result.labels,
        "ranks": dict(result.ranks),
        "recalls": dict(result.recalls),
    }


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
        "queries": [_query_json(result) for result in run.queries],
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
