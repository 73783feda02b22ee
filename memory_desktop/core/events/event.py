"""Events: the append-only, hash-chained log that everything else is folded from.

The first event of a vault is `VAULT`; each later one carries the hash of the one before it, so that a changed byte
anywhere in the past breaks the chain at a place that `verify` can name.

The hash does not cover an event's payload itself but its digest: SHA-256 over a random salt of the event and the
payload. So a payload can be removed for good, together with its salt, while the chain still verifies; and without the
salt nobody can find a short text again by trying. `item` and `actor`, which the hash covers, hold ids and never texts.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from memory_desktop.core.memory.canonical import canonical_json, iso

EVENT_SCHEMA = "1.0"
GENESIS_HASH = bytes(32)
SALT_BYTES = 16
#: The actor of what the program does by itself; what the actor of an agent begins with, before its name.
SYSTEM = "system"
AGENT = "agent:"


def of_agent(actor: str) -> bool:
    """Is an actor an agent?"""
    return actor.startswith(AGENT)


class EventType(StrEnum):
    """The contract's seven, and those that this program adds."""

    VAULT = "VAULT"
    INGEST = "INGEST"
    RECALL = "RECALL"
    REINFORCE = "REINFORCE"
    CONSOLIDATE = "CONSOLIDATE"
    FORGET = "FORGET"
    POLICY_CHANGE = "POLICY_CHANGE"
    MIGRATION = "MIGRATION"
    UPDATE = "UPDATE"
    IMPORT = "IMPORT"
    IMPORTED = "IMPORTED"
    DECAY = "DECAY"
    GATE = "GATE"
    HOLD = "HOLD"
    RELEASE = "RELEASE"
    DISMISS = "DISMISS"
    LABEL = "LABEL"
    UNDO = "UNDO"
    ROLLBACK = "ROLLBACK"
    ASSEMBLE = "ASSEMBLE"
    REASSEMBLE = "REASSEMBLE"
    DISSOLVE = "DISSOLVE"
    ACTIVATE = "ACTIVATE"
    MERGE = "MERGE"
    MERGED = "MERGED"
    FEEDBACK = "FEEDBACK"
    DIFFER = "DIFFER"
    LOSS = "LOSS"
    PURGE = "PURGE"
    LAB_RUN = "LAB_RUN"
    CYCLE = "CYCLE"
    TOUCH = "TOUCH"
    SUMMARY = "SUMMARY"
    STATISTICS = "STATISTICS"
    RUN = "RUN"
    REPORT = "REPORT"
    RATE = "RATE"
    PRACTICE = "PRACTICE"
    PROTECT = "PROTECT"
    FORGETTING = "FORGETTING"
    BOARD = "BOARD"
    CONSOLIDATION = "CONSOLIDATION"
    CONSOLIDATED = "CONSOLIDATED"
    VECTORS = "VECTORS"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event before the log gives it its place.

    Attributes:
        item: id of the record it is about, or "" when it is about none or many.
        payload: JSON-able; everything the fold needs.
        actor: who causes it, if that is not who gives the command.
    """

    type: EventType
    payload: dict[str, Any]
    item: str = ""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """An event in the log.

    Attributes:
        seq: its place, from 1, without gaps.
        command: seq of the first event of the command that caused it; an import of many batches has one.
        payload: canonical JSON text, kept as written so that its digest can be checked for ever.
        salt: SALT_BYTES random bytes; empty once the payload was purged.
        digest: 32 bytes, SHA-256 over salt and payload as they were written.
        prev_hash, hash: 32 bytes, SHA-256.
    """

    seq: int
    ts: datetime
    type: str
    item: str
    command: int
    payload: str
    actor: str
    schema_version: str
    prev_hash: bytes
    salt: bytes = b""
    digest: bytes = b""
    hash: bytes = b""


def item_id(kind: str, vault_id: str, seq: int) -> str:
    """The id of the item that event `seq` makes: the same log gives the same ids, two vaults never share one.

    Args:
        kind: "mem", "asm" or "held", the beginning of the id.
    """
    return f"{kind}_{hashlib.sha256(f'{vault_id}:{seq}'.encode()).hexdigest()[:16]}"


def payload_digest(salt: bytes, payload: str) -> bytes:
    """SHA-256 over a salt and a payload."""
    return hashlib.sha256(salt + payload.encode("utf-8")).digest()


def event_hash(event: Event) -> bytes:
    """SHA-256 over the previous hash, the fields that say what kind of event it is, and the payload's digest."""
    return _chained(event, event.digest)


def unsalted_hash(event: Event) -> bytes:
    """The hash that formats up to 3 gave the event: over the payload itself."""
    return _chained(event, event.payload.encode("utf-8"))


def sealed(event: Event) -> Event:
    """The same event with its digest and its hash."""
    digest = payload_digest(event.salt, event.payload)
    return replace(event, digest=digest, hash=_chained(event, digest))


def _chained(event: Event, content: bytes) -> bytes:
    head = canonical_json(
        [event.seq, iso(event.ts), event.type, event.item, event.command, event.actor, event.schema_version]
    )
    return hashlib.sha256(b"\n".join((event.prev_hash, head, content))).digest()
