"""Items that a gate held back: kept with the reason, to be released or discarded by a person (D7)."""

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
    """One item in the review list. `seq` is the event that held it; `id` names it in commands."""

    id: str
    seq: int
    ts: datetime
    actor: str
    draft: Draft
    verdicts: tuple[Verdict, ...]
