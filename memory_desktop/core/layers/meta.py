"""Meta-memory: what a vault knows of its own memories. Totals, when each is due to fade, and how memory is used.

All of it is computed from the records and the log, and none of it is stored. `store.use` computes the same dates in
SQL, so that a large vault need not be read to show the first page; a test compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from memory_desktop.core.memory.records import Layer, Memory, Status
from memory_desktop.core.wording import date_word

#: Days after which a memory of no importance is due, and how many times that the importance of 1 adds.
DAYS, ADDED = 90.0, 9.0
#: Below this salience a memory that has faded before is forgotten when it is due again.
FLOOR = 0.05
#: Kinds that the schedule leaves alone: they work without being recalled, so that no recall says that they are in use.
NOT_SCHEDULED = ("skill", "procedure", "emotional_pattern")
#: Under this many recalls nothing is said of how somebody remembers; and from this share on one layer names the style.
ENOUGH_RECALLS, MOST_OF = 20, 0.5
_DAY = 86_400_000_000  # microseconds


class Action(StrEnum):
    """What the job does with a memory that is due."""

    FADE = "fade"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A memory on the forgetting schedule.

    Attributes:
        memory: the memory. memory_id: its id. importance: [0, 1]. counted_from: its last recall, its last fading, or
            its creation, whichever is latest. scheduled_decay: when it is due. action: what is done with it then.
        protect: always False here, as a protected memory is not on the schedule.
    """

    memory: Memory
    importance: float
    counted_from: datetime
    scheduled_decay: datetime
    action: Action
    protect: bool = False

    @property
    def memory_id(self) -> str:
        """The memory's id."""
        return self.memory.id

    def why(self) -> str:
        """Why it is due then, in a sentence."""
        since = date_word(self.counted_from)
        said = f"Not recalled since {since}" if self.memory.recall_count else f"Never recalled; counted from {since}"
        if self.action is Action.FORGET:
            return f"{said}; faded before, and its salience {self.memory.salience:.2f} is very low."
        return f"{said}; importance {self.importance:.2f}."


def importance(memory: Memory) -> float:
    """The greater of an episode's significance and the quick_recal_score, in [0, 1]."""
    return min(1.0, max(0.0, significance(memory.metadata), memory.quick_recal_score))


def significance(metadata: Mapping[str, Any]) -> float:
    """The score that an episode's payload gives it; 0 where there is none."""
    found: Any = metadata
    for name in ("episode", "significance", "score"):
        found = found.get(name) if isinstance(found, Mapping) else None
    if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
        return 0.0
    return float(found)


def interval(weight: float, days: float = DAYS) -> timedelta:
    """How long after its last recall a memory of this importance is due: `days` × (1 + 9 × importance)."""
    return timedelta(microseconds=math.floor(_DAY * days * (1.0 + ADDED * weight)))


def scheduled(
    memory: Memory, faded: datetime | None = None, *, days: float = DAYS, floor: float = FLOOR
) -> Scheduled | None:
    """When a memory is due, and for what; None for one that is not active, or of a kind that is never scheduled.

    Args:
        faded: when the job let it fade last.
    """
    if memory.status is not Status.ACTIVE or memory.kind in NOT_SCHEDULED:
        return None
    used = memory.recalled_at or memory.created_at
    again = faded is not None and faded >= used
    since = faded if again and faded is not None else used
    weight = importance(memory)
    action = Action.FORGET if again and memory.salience < floor else Action.FADE
    return Scheduled(memory, weight, since, since + interval(weight, days), action)


# --- how memory is used -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Totals:
    """What a vault holds.

    Attributes:
        total_turns: of conversations. total_episodes: those of them that were read as episodes (see
            `core.layers.episodes`), as lists of episodes count them. total_concepts: active ones.
        kinds: active memories by kind, most first. memories: all active.
        forgotten, superseded: what is not active any more.
        storage_used: in MB (1,000,000 bytes). storage: the same by part. oldest_memory: the earliest time of an active
            memory, and `oldest` its id; None where there is none. protected: how many are.
    """

    total_turns: int
    total_episodes: int
    total_concepts: int
    kinds: Mapping[str, int]
    memories: int
    forgotten: int
    superseded: int
    storage_used: float
    storage: Mapping[str, float]
    oldest_memory: datetime | None
    oldest: str | None
    protected: int


@dataclass(frozen=True, slots=True)
class RetrievalPattern:
    """How often recalls by a mode found memories of a layer.

    Attributes:
        mode: "" where it was not noted. layer: None for recalls that found nothing.
        recalls: that found any of this layer. hits: found. mean_relevance: of the hits, None where none was noted.
    """

    mode: str
    layer: Layer | None
    recalls: int
    hits: int
    mean_relevance: float | None


@dataclass(frozen=True, slots=True)
class Encoding:
    """How well what came from a source, as a kind, serves: how many there are, were ever recalled, and found useful."""

    kind: str
    source: str
    memories: int
    recalled: int
    useful: int

    @property
    def share_recalled(self) -> float:
        """Share of them that was ever recalled."""
        return self.recalled / self.memories if self.memories else 0.0

    @property
    def share_useful(self) -> float:
        """Share of them that somebody found useful."""
        return self.useful / self.memories if self.memories else 0.0


@dataclass(frozen=True, slots=True)
class ConsolidationPattern:
    """What a run of a job made of memories: `made` by it, of them `kept` until now; `undone`: it was taken back."""

    run: int
    at: datetime
    job: str
    made: int
    kept: int
    undone: bool


@dataclass(frozen=True, slots=True)
class Strategies:
    """How a vault's memory works; see the classes. user_memory_style: by user, None while little was recalled."""

    consolidation_patterns: Sequence[ConsolidationPattern]
    retrieval_patterns: Sequence[RetrievalPattern]
    encoding_effectiveness: Sequence[Encoding]
    user_memory_style: Mapping[str, str | None]


_STYLES = {
    Layer.EPISODIC: "episodic",
    Layer.SEMANTIC: "factual",
    Layer.PROCEDURAL: "practical",
    Layer.EMOTIONAL: "emotional",
}
#: What each style means.
STYLES = {
    "episodic": "mostly goes back to what was said and when",
    "factual": "mostly looks up facts and concepts",
    "practical": "mostly looks up how things are done",
    "emotional": "mostly goes back to feelings",
    "mixed": "uses several layers, none more than half of the time",
}


def style(recalls: Mapping[Layer, int]) -> str | None:
    """How somebody remembers, by how often memories of each layer were recalled for them.

    The layer with at least half of the recalls names it, else it is "mixed"; None under 20 recalls.
    """
    total = sum(recalls.values())
    if total < ENOUGH_RECALLS:
        return None
    first = max(Layer, key=lambda layer: recalls.get(layer, 0))
    return _STYLES[first] if recalls.get(first, 0) >= MOST_OF * total else "mixed"
