"""From the messages of a turn to the drafts of what is worth keeping of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from memory_desktop.core.conversation.cycles import ANSWERING, ASKING, Cycle, role_of
from memory_desktop.core.conversation.learned import Learned
from memory_desktop.core.extraction.facts import EXTRACTOR, Fact, Said, extract
from memory_desktop.core.memory.records import Draft, Layer, Memory, speaker_of

#: How facts name the two sides of a conversation with an assistant.
USER, ASSISTANT = "User", "Assistant"
#: Roles whose messages are no talk.
_SILENT = frozenset({"system", "tool", "function", "developer"})


class Extractor(Protocol):
    """Finds what is worth keeping in messages.

    Attributes:
        name: with a version, for the lineage of what it found.
    """

    @property
    def name(self) -> str: ...

    def facts(self, messages: Sequence[Said], before: str) -> list[Fact]:
        """The facts of a turn's messages; `before`: the message that the first one answers. Raises KnownError."""
        ...


#: Finds the facts of a turn's messages by a language model: its name and the facts; None where it cannot. See
#: `Extractor.facts`.
Asked = Callable[[Sequence[Said], str], tuple[str, list[Fact]] | None]


class Rules:
    """The extractor that needs no model and no network."""

    name = EXTRACTOR

    def facts(self, messages: Sequence[Said], before: str) -> list[Fact]:
        """See `Extractor.facts`."""
        return extract(messages, before)


@dataclass(frozen=True, slots=True)
class Found:
    """A fact as a draft, the message that it is from, and what it says besides."""

    draft: Draft
    message: str
    fact: Fact


def found_in(
    cycle: Cycle, messages: Sequence[Memory], before: str, extractor: Extractor, asked: Asked = lambda *_: None
) -> list[Found]:
    """What is found in a turn, as drafts that name the message, the conversation, the user and what found them.

    Args:
        asked: looks first; the extractor does where it says nothing.

    Raises:
        KnownError: the extractor fails.
    """
    talk = [(memory, *said_in(memory)) for memory in messages if is_talk(memory)]
    said = [one for _, one, _ in talk]
    name, facts = (asked(said, before) if said else None) or (extractor.name, extractor.facts(said, before))
    found = []
    for fact in facts:
        message, _, lead = talk[fact.message]
        found.append(Found(_draft(cycle, message, lead, fact, name), message.id, fact))
    return found


def is_talk(memory: Memory) -> bool:
    """Is a message something that somebody said, and not the work of a system or a tool?"""
    return role_of(memory).lower() not in _SILENT


def said_in(memory: Memory) -> tuple[Said, int]:
    """A message as it is looked at, and how much of its beginning names who speaks."""
    role = role_of(memory)
    small = role.lower()
    named = speaker_of(memory)
    ai = small in ANSWERING
    name = ASSISTANT if ai else named or (USER if small in ASKING else role)
    lead = f"{named}: " if named and memory.content.startswith(f"{named}: ") else ""
    return Said(memory.content[len(lead) :], name, ai), len(lead)


def _draft(cycle: Cycle, message: Memory, lead: int, fact: Fact, extractor: str) -> Draft:
    where = Learned(
        extractor, cycle.session_id, cycle.cycle_id, cycle.user_id, fact.speaker, (lead + fact.start, lead + fact.end)
    )
    return Draft(
        content=fact.text,
        layer=Layer.SEMANTIC,
        kind=fact.kind,
        source=message.source,
        metadata=where.metadata(),
        confidence=fact.confidence,
        created_at=message.created_at,
    )
