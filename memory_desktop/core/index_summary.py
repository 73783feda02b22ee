"""The state of all that is folded from the log, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """The state of all indexes in numbers; a snapshot and `status` tell it.

    Attributes:
        memories: by status. assemblies: active ones. vectors: memories that have theirs.
        lineage: memories that came from others. keyword_position: seq of the last event that the keyword index has.
        event_offset: seq of the last event. schema_version: of records. model_version: of vectors.
    """

    memories: Mapping[str, int]
    assemblies: int
    vectors: int
    lineage: int
    keyword_position: int
    event_offset: int
    schema_version: str
    model_version: str


def summary_json(summary: IndexSummary) -> dict[str, Any]:
    """It as JSON has it."""
    return {**asdict(summary), "memories": dict(summary.memories)}


def summary_from_json(body: Any) -> IndexSummary | None:
    """The inverse of `summary_json`; None for anything else, as in files of earlier programs."""
    try:
        return IndexSummary(
            memories={str(status): int(number) for status, number in body["memories"].items()},
            assemblies=int(body["assemblies"]),
            vectors=int(body["vectors"]),
            lineage=int(body["lineage"]),
            keyword_position=int(body["keyword_position"]),
            event_offset=int(body["event_offset"]),
            schema_version=str(body["schema_version"]),
            model_version=str(body["model_version"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None
