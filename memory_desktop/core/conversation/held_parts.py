"""Which texts of a turn wait for a person's decision, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from memory_desktop.core.conversation.cycles import CYCLE, MESSAGE_KIND, ROLE
from memory_desktop.core.memory.held import RESTORE, HeldItem

#: The fields of a turn that have its texts.
Part = Literal["user_input", "final_response"]
_PARTS: tuple[Part, ...] = get_args(Part)
_WORDS: dict[str, str] = {"user_input": "what the user said", "final_response": "the answer"}


def part_words(part: str) -> str:
    """What a text of a turn is, for a person."""
    return _WORDS.get(part, part)


@dataclass(frozen=True, slots=True)
class HeldPart:
    """A text of a turn that is held for review.

    Attributes:
        part: the field of the turn that it was handed over as.
        id: what names the held item. reasons: what the gates said, a sentence each.
    """

    part: Part
    id: str
    reasons: tuple[str, ...]


def held_parts(items: Iterable[HeldItem]) -> dict[str, list[HeldPart]]:
    """The texts of turns among held items, by id of the turn; what the user said comes first."""
    found: dict[str, list[HeldPart]] = {}
    for item in items:
        cycle = item.draft.metadata.get(CYCLE)
        is_text = item.change is None or item.change.do == RESTORE
        if item.draft.kind == MESSAGE_KIND and isinstance(cycle, str) and is_text:
            found.setdefault(cycle, []).append(_part(item))
    return {cycle: sorted(parts, key=lambda one: _PARTS.index(one.part)) for cycle, parts in found.items()}


def _part(item: HeldItem) -> HeldPart:
    answers = item.draft.metadata.get(ROLE) == "assistant"
    reasons = tuple(one.reason for one in item.verdicts if one.action == "hold")
    return HeldPart("final_response" if answers else "user_input", item.id, reasons)
