"""Items that a gate held back: kept with the reason, to be released or discarded by a person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.memory.records import Draft


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one gate said of one item.

    Attributes:
        gate: "novelty", "validation", "pii" or "anomaly".
        action: "keep" (with a note), "redact", "skip" or "hold".
        reason: a sentence.
    """

    gate: str
    action: str
    reason: str


@dataclass(frozen=True, slots=True)
class HeldItem:
    """One item in the review list.

    Attributes:
        seq: the event that held it. id: what names it in commands.
        supersedes: the memory whose newer text it is, when an import brought one; else "".
    """

    id: str
    seq: int
    ts: datetime
    actor: str
    draft: Draft
    verdicts: tuple[Verdict, ...]
    supersedes: str = ""
