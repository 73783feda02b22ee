"""What a memory that was learned from a turn says of where it comes from; its lineage names the message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.conversation.cycles import CYCLE, USER
from memory_desktop.core.memory.records import EXTRACTOR, Memory

#: Keys of its metadata; it is in no thread itself, because nobody said it there.
SESSION, SPEAKER, SPAN = "session", "speaker", "span"
#: Kinds that are learned.
FACT_KINDS = ("pref", "fact", "rule")


@dataclass(frozen=True, slots=True)
class Learned:
    """Where a fact comes from.

    Attributes:
        extractor: what found it, with its version. session, cycle, user_id: the conversation, the turn, and whose.
        speaker: who says it. span: where in the message its words begin and end, in characters.
    """

    extractor: str
    session: str
    cycle: str
    user_id: str
    speaker: str
    span: tuple[int, int]

    def metadata(self) -> dict[str, Any]:
        """As a memory keeps it."""
        user = {USER: self.user_id} if self.user_id else {}
        return {
            EXTRACTOR: self.extractor,
            SESSION: self.session,
            CYCLE: self.cycle,
            SPEAKER: self.speaker,
            SPAN: list(self.span),
            **user,
        }


def learned(memory: Memory) -> Learned | None:
    """Where a memory was learned; None for one that was not."""
    found: Mapping[str, Any] = memory.metadata
    if not isinstance(found.get(EXTRACTOR), str):
        return None
    span = found.get(SPAN)
    plain = isinstance(span, list) and len(span) == 2 and all(isinstance(one, int) for one in span)
    return Learned(
        str(found[EXTRACTOR]),
        str(found.get(SESSION, "")),
        str(found.get(CYCLE, "")),
        str(found.get(USER, "")),
        str(found.get(SPEAKER, "")),
        (span[0], span[1]) if plain and isinstance(span, list) else (0, 0),
    )
