"""Whose a memory is, and what of a vault may reach whom.

A vault has an owner. What names no user is the owner's: conversations that were imported, what was learned from them,
and notes; while the owner has no name, it is nobody's. The filters of the store follow the same rule
(`store.filter_sql`). A named user who is not the owner gets what names them, and of what names nobody only the notes
that speak of nobody in particular: no message, nothing that was made of messages, and no sentence in which somebody
speaks of themselves.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.core.memory.records import EXTRACTOR, GENERATED_FROM, Memory
from memory_desktop.core.query.language import RecordFilter

#: Kinds that are made of what somebody said.
PERSONAL_KINDS = ("digest", "pattern", "emotion", "emotional_pattern")
#: Keys of the metadata of what was made of something that somebody said.
PERSONAL_KEYS = (EXTRACTOR, GENERATED_FROM)
#: Kinds that people write for whoever uses the vault; as what was made of messages they are personal all the same.
SHARED_KINDS = ("skill", "procedure", "concept")
#: Somebody speaks of themselves, or something is told of the user. In the syntax that Python and RE2 share.
PERSONAL_WORDS = (
    r"\bI[ \t]+[a-z]|\bI['’](?:m|ve|d|ll|am)\b|\b(?:[Mm]y|[Mm]ine|[Mm]yself|[Mm]e)\b"
    r"|(?:^|[.!?:][ \t]+)(?:[Tt]he )?[Uu]ser(?:['’]s)?[ \t:]"
)
_PERSONAL_WORDS = re.compile(PERSONAL_WORDS)


def whose(named: str, owner: str) -> str:
    """Whose something is that names this user, or nobody (""): then the owner's.

    Args:
        owner: what agents call the vault's owner; "" where no name was given: then it is "", nobody's.
    """
    return named or owner


def names_of(user: str, owner: str) -> tuple[str, ...]:
    """By which names what is a user's is found: the owner's also without one. "" is the owner."""
    return tuple(dict.fromkeys(("", owner))) if is_owner(user, owner) else (user,)


def is_owner(user: str, owner: str) -> bool:
    """Is a user the vault's owner?"""
    return whose(user, owner) == owner


def same_user(one: str, other: str, owner: str) -> bool:
    """Are two users one? What names nobody and what names the owner are both the owner's."""
    return whose(one, owner) == whose(other, owner)


def owned_by(user: str, owner: str) -> RecordFilter:
    """What is a user's; "" is the owner."""
    return RecordFilter(owners=(whose(user, owner),))


def within_reach(user: str, owner: str) -> RecordFilter:
    """What a user gets; "" is the owner."""
    return replace(owned_by(user, owner), shared=not is_owner(user, owner))


def reaches(memory: Memory, user: str, owner: str) -> bool:
    """Is a memory within the reach of a user? As `within_reach`, of one that is at hand."""
    named = owner_of(memory.metadata)
    if same_user(named, user, owner):
        return True
    return not named and not speaks_of_somebody(memory)


def speaks_of_somebody(memory: Memory) -> bool:
    """Was it said in a conversation, made of what was, or does somebody speak of themselves in it?"""
    return (
        bool(memory.thread)
        or memory.kind in PERSONAL_KINDS
        or any(key in memory.metadata for key in PERSONAL_KEYS)
        or (memory.kind not in SHARED_KINDS and _PERSONAL_WORDS.search(memory.content) is not None)
    )
