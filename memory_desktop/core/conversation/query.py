"""A question to a user's memory of conversations, what it finds, and how likeness becomes a score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.conversation.cycles import USER, Cycle
from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.errors import InvalidCommandError

MOST = 100
#: Model → the cosine that counts as 0.5. Of the turns that answer LoCoMo's questions, 0.5 itself would cut 43 % with
#: the bundled model, whose cosines are small, and 86 % with all-MiniLM-L6-v2; these cosines keep 90 % of them.
HALF: Mapping[str, float] = {"minilm-static-256": 0.355, "all-MiniLM-L6-v2": 0.17, "all-MiniLM-L6-v2-int8": 0.17}


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuery:
    """A question.

    Attributes:
        user_id: whose memory. query_text: the question.
        query_embedding: its vector by the model in use, if it is known; else the question is embedded.
        limit: most results, 1 to 100. min_relevance_score: the lowest score kept, [0, 1]. None: as the settings say.
        metadata_filters: all must hold. A name, dotted for what lies deeper, is looked up in the turn's metadata, then
            in the turn itself; the value there must be equal, or one of a list.
        weight_input, weight_answer: what the two fields count, [0, 1]; None: as the settings say.
    """

    user_id: str
    query_text: str
    query_embedding: Sequence[float] | None = None
    limit: int | None = None
    min_relevance_score: float | None = None
    metadata_filters: Mapping[str, Any] | None = None
    weight_input: float | None = None
    weight_answer: float | None = None

    def __post_init__(self) -> None:
        if not self.query_text.strip():
            raise InvalidCommandError("A question needs some words.")
        if self.limit is not None and not 1 <= self.limit <= MOST:
            raise InvalidCommandError(f"limit is {self.limit}; it must be from 1 to {MOST}.")
        for name in ("min_relevance_score", "weight_input", "weight_answer"):
            value = getattr(self, name)
            if value is not None and not 0.0 <= value <= 1.0:
                raise InvalidCommandError(f"{name} is {value}; it must be from 0 to 1.")
        if self.metadata_filters and USER in self.metadata_filters:
            raise InvalidCommandError("A filter names no user: a question is about one user's memory already.")


@dataclass(frozen=True, slots=True)
class FoundSummary:
    """A summary that means something like a question; `score` is its relevance, in [0, 1]."""

    summary: ConversationSummary
    score: float


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """What a question found.

    Attributes:
        cycles: best first, each with its score and the tiers that it was found in.
        stm_hits, ltm_hits: found in short-term memory; and only in the vault. relevance: mean score, 0 for none.
        without_vector: how many texts of short-term memory could not be compared, as they have no vector yet.
        summaries: the user's, if it is relevant enough itself; the owner's by name, and that of what names nobody.
    """

    cycles: tuple[Cycle, ...] = ()
    stm_hits: int = 0
    ltm_hits: int = 0
    relevance: float = 0.0
    without_vector: int = 0
    model_version: str = ""
    summaries: tuple[FoundSummary, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """How the fields of a turn are weighed, and what is kept."""

    least: float
    limit: int
    weight_input: float = 1.0
    weight_answer: float = 1.0
    filters: Mapping[str, Any] = field(default_factory=dict)


def relevance(cosines: npt.NDArray[Any], model_version: str) -> npt.NDArray[np.float64]:
    """Cosines as scores in [0, 1], by a rising function of each model; negative ones are 0."""
    plain = np.clip(np.asarray(cosines, dtype=np.float64), 0.0, 1.0)
    half = HALF.get(model_version.partition("@")[0], 0.5)
    return np.where(plain < half, plain * (0.5 / half), 0.5 + (plain - half) * (0.5 / (1.0 - half)))


def fits(cycle: Cycle, filters: Mapping[str, Any]) -> bool:
    """Do all filters hold of a turn?"""
    if not filters:
        return True
    whole = cycle.to_json()
    return all(_equal(_at(cycle.metadata, name, whole), wanted) for name, wanted in filters.items())


_NOTHING = object()


def _at(metadata: Mapping[str, Any], name: str, whole: Mapping[str, Any]) -> Any:
    found = _deep(metadata, name)
    return _deep(whole, name) if found is _NOTHING else found


def _deep(value: Any, path: str) -> Any:
    if isinstance(value, Mapping) and path in value:
        return value[path]
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return _NOTHING
        value = value[part]
    return value


def _equal(value: Any, wanted: Any) -> bool:
    if value is _NOTHING:
        return False
    if isinstance(wanted, list | tuple | set | frozenset) and not isinstance(value, list):
        return any(_equal(value, one) for one in wanted)
    if isinstance(value, bool) is not isinstance(wanted, bool):
        return False
    return bool(value == wanted)
