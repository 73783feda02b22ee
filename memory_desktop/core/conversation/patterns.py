"""Patterns of a user's conversations: recurring topics, names that go together, times of day, corrections.

Found by counting, so the same turns give the same patterns in the same order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import Any

from memory_desktop.core.conversation.analysis import Analysis, analysed
from memory_desktop.core.conversation.corrections import corrects
from memory_desktop.core.conversation.cycles import USER, Cycle, id_of
from memory_desktop.core.memory.records import GENERATED_FROM, Draft, Layer, Memory
from memory_desktop.core.wording import count

#: The kind of a pattern's memory, and the key of what its metadata says of it.
PATTERN_KIND, PATTERN = "pattern", "pattern"
TOPIC, TOGETHER, TIME, CORRECTION = "recurring_topic", "co_occurring_entities", "time_of_day", "repeated_corrections"
#: In how many turns a topic, or two names together, must be; of how many conversations; how many corrections.
TOPIC_FROM, CONVERSATIONS_FROM, TOGETHER_FROM, CORRECTIONS_FROM = 3, 2, 3, 2
#: Of how many turns which share must fall into which part of the day.
TIMES_FROM, TIME_SHARE, TIME_HOURS = 10, 0.6, 3
#: Turns of so many days in these hours are a habit; a single long conversation is none.
TIME_DAYS = 3
#: At most so many patterns of one type, and so many turns named by one.
MOST, NAMED = 20, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveredPattern:
    """A pattern.

    Attributes:
        pattern_id: of its memory, "" before it has one. subject: what it is about; with the type it names a pattern.
        timestamp: when it was found; None before. cycles: ids of the turns that show it, oldest first.
        metadata: further figures.
    """

    user_id: str
    pattern_type: str
    subject: str
    description: str
    cycles: tuple[str, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pattern_id: str = ""
    timestamp: datetime | None = None

    @property
    def key(self) -> str:
        """The same for the same type and subject of a user."""
        return id_of("pattern", f"{self.user_id}\n{self.pattern_type}\n{self.subject.casefold()}")

    def draft(self, messages: Sequence[str]) -> Draft:
        """The memory of it; `messages`: ids of the memories that the turns consist of."""
        said = {
            "type": self.pattern_type,
            "subject": self.subject,
            "cycles": list(self.cycles),
            "key": self.key,
            "metadata": dict(self.metadata),
        }
        return Draft(
            content=self.description,
            layer=Layer.SEMANTIC,
            kind=PATTERN_KIND,
            source="conversation",
            metadata={USER: self.user_id, GENERATED_FROM: list(messages), PATTERN: said},
            synthetic=True,
        )


def pattern_of(memory: Memory) -> DiscoveredPattern | None:
    """What a memory's metadata says of it as a pattern; None if it is none."""
    said = memory.metadata.get(PATTERN)
    if memory.kind != PATTERN_KIND or not isinstance(said, Mapping):
        return None
    more = said.get("metadata")
    return DiscoveredPattern(
        user_id=str(memory.metadata.get(USER) or ""),
        pattern_type=str(said.get("type", "")),
        subject=str(said.get("subject", "")),
        description=memory.content,
        cycles=tuple(map(str, said.get("cycles", ()))),
        metadata=more if isinstance(more, Mapping) else {},
        pattern_id=memory.id,
        timestamp=memory.recorded_at,
    )


def discovered(user_id: str, cycles: Sequence[Cycle]) -> list[DiscoveredPattern]:
    """The patterns of a user's turns, oldest first; the most frequent of each type first."""
    read = [(cycle, analysed(cycle.user_input, cycle.final_response)) for cycle in cycles]
    return [
        *_topics(user_id, read),
        *_together(user_id, read),
        *_times(user_id, cycles),
        *_corrections(user_id, read),
    ]


def _topics(user_id: str, read: Sequence[tuple[Cycle, Analysis]]) -> list[DiscoveredPattern]:
    where: dict[str, list[Cycle]] = defaultdict(list)
    for cycle, one in read:
        for topic in one.topics:
            where[topic].append(cycle)
    found = []
    for topic, turns in _ranked(where):
        conversations = len({one.session_id for one in turns})
        if len(turns) >= TOPIC_FROM and conversations >= CONVERSATIONS_FROM:
            text = (
                f"“{topic}” comes up again and again: in {count(len(turns), 'turn')} of {conversations} conversations."
            )
            found.append(_pattern(user_id, TOPIC, topic, text, turns, conversations=conversations))
    return found[:MOST]


def _together(user_id: str, read: Sequence[tuple[Cycle, Analysis]]) -> list[DiscoveredPattern]:
    where: dict[str, list[Cycle]] = defaultdict(list)
    for cycle, one in read:
        for first, second in combinations(sorted(set(one.entities)), 2):
            where[f"{first} and {second}"].append(cycle)
    found = []
    for names, turns in _ranked(where):
        if len(turns) >= TOGETHER_FROM:
            text = f"{names} are named together: in {count(len(turns), 'turn')}."
            found.append(_pattern(user_id, TOGETHER, names, text, turns))
    return found[:MOST]


def _times(user_id: str, cycles: Sequence[Cycle]) -> list[DiscoveredPattern]:
    if len(cycles) < TIMES_FROM:
        return []
    hours = Counter(one.timestamp.hour for one in cycles)
    best = max(range(24), key=lambda start: (sum(hours[(start + step) % 24] for step in range(TIME_HOURS)), -start))
    window = [(best + step) % 24 for step in range(TIME_HOURS)]
    turns = [one for one in cycles if one.timestamp.hour in window]
    share = len(turns) / len(cycles)
    if share < TIME_SHARE or len({one.timestamp.date() for one in turns}) < TIME_DAYS:
        return []
    end = (best + TIME_HOURS) % 24
    span = f"{best:02}:00 to {end:02}:00 UTC"
    text = f"Conversations are mostly from {span}: {share:.0%} of {count(len(cycles), 'turn')}."
    return [_pattern(user_id, TIME, span, text, turns, share=round(share, 3))]


def _corrections(user_id: str, read: Sequence[tuple[Cycle, Analysis]]) -> list[DiscoveredPattern]:
    where: dict[str, list[Cycle]] = defaultdict(list)
    every = [cycle for cycle, _ in read if corrects(cycle.user_input)]
    for cycle, one in read:
        if corrects(cycle.user_input):
            for topic in one.topics:
                where[topic].append(cycle)
    found = []
    if len(every) >= CORRECTIONS_FROM:
        text = f"The user corrected the assistant in {count(len(every), 'turn')}."
        found.append(_pattern(user_id, CORRECTION, "", text, every))
    for topic, turns in _ranked(where):
        if len(turns) >= CORRECTIONS_FROM:
            text = f"The user corrected the assistant about “{topic}” in {count(len(turns), 'turn')}."
            found.append(_pattern(user_id, CORRECTION, topic, text, turns))
    return found[:MOST]


def _ranked(where: Mapping[str, list[Cycle]]) -> list[tuple[str, list[Cycle]]]:
    return sorted(where.items(), key=lambda one: (-len(one[1]), one[0]))


def _pattern(
    user_id: str, kind: str, subject: str, text: str, turns: Sequence[Cycle], **more: Any
) -> DiscoveredPattern:
    cycles = tuple(one.cycle_id for one in turns[-NAMED:])
    figures = {"turns": len(turns), **more}
    return DiscoveredPattern(
        user_id=user_id, pattern_type=kind, subject=subject, description=text, cycles=cycles, metadata=figures
    )
