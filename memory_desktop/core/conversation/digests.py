"""Digests: what some turns come to in one text, when they leave short-term memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_desktop.core.conversation.analysis import analysed, common
from memory_desktop.core.conversation.cycles import USER, Cycle
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.memory.records import GENERATED_FROM, Draft, Layer, Memory
from memory_desktop.core.wording import count, date_word

#: The kind of a digest's memory, and the key of what its metadata says of it.
DIGEST_KIND, DIGEST = "digest", "digest"
_TOPICS, _NAMES, _POINTS = 8, 12, 8


@dataclass(frozen=True, slots=True)
class Digest:
    """What a digest is about: the turns, when the first and the last of them was, and their topics."""

    user_id: str
    cycles: tuple[str, ...]
    first: datetime
    last: datetime
    topics: tuple[str, ...] = ()

    def to_metadata(self, messages: Sequence[str]) -> dict[str, Any]:
        """As a memory keeps it; `messages`: ids of the memories that the turns consist of."""
        return {
            USER: self.user_id,
            GENERATED_FROM: list(messages),
            DIGEST: {
                "cycles": list(self.cycles),
                "first": iso(self.first),
                "last": iso(self.last),
                "topics": list(self.topics),
            },
        }


def digest_of(memory: Memory) -> Digest | None:
    """What a memory's metadata says of it as a digest; None if it is none."""
    found = memory.metadata.get(DIGEST)
    if memory.kind != DIGEST_KIND or not isinstance(found, Mapping):
        return None
    try:
        cycles, topics = tuple(map(str, found["cycles"])), tuple(map(str, found.get("topics", ())))
        user = str(memory.metadata.get(USER) or "")
        return Digest(user, cycles, parse_time(found["first"]), parse_time(found["last"]), topics)
    except (KeyError, TypeError, ValueError):
        return None


def digest_draft(user_id: str, cycles: Sequence[Cycle], words: str | None = None) -> tuple[Draft, Digest]:
    """The memory that turns, oldest first and at least one, come to. `words`: its text, if a model has written it."""
    read = [analysed(one.user_input, one.final_response) for one in cycles]
    topics = tuple(topic for topic, _ in common([one.topics for one in read])[:_TOPICS])
    made = Digest(user_id, tuple(one.cycle_id for one in cycles), cycles[0].timestamp, cycles[-1].timestamp, topics)
    entities = [name for name, _ in common([one.entities for one in read])[:_NAMES]]
    points = list(dict.fromkeys(point for one in read for point in (*one.points, *one.preferences)))[-_POINTS:]
    draft = Draft(
        content=words or _text(made, entities, points, cycles),
        layer=Layer.EPISODIC,
        kind=DIGEST_KIND,
        source="conversation",
        metadata=made.to_metadata([id for one in cycles for id in one.messages]),
        synthetic=True,
        created_at=made.last,
    )
    return draft, made


def _text(digest: Digest, entities: Sequence[str], points: Sequence[str], cycles: Sequence[Cycle]) -> str:
    first, last = date_word(digest.first), date_word(digest.last)
    when = f"on {first}" if first == last else f"from {first} to {last}"
    lines = [f"{count(len(cycles), 'turn')} of conversation {when}."]
    if digest.topics:
        lines.append(f"About: {', '.join(digest.topics)}.")
    if entities:
        lines.append(f"Named: {', '.join(entities)}.")
    lines += [f"- {point}" for point in points]
    return "\n".join(lines)
