"""Items that a gate held back: kept with the reason, to be released or discarded by a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory_desktop.core.memory.records import Draft


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one gate said of one item.

    Attributes:
        gate: "novelty", "validation", "pii", "anomaly", "moderation" (a model flags it), or "approval" (of what an
            agent writes).
        action: "keep" (with a note), "redact", "skip" or "hold".
        reason: a sentence.
    """

    gate: str
    action: str
    reason: str


@dataclass(frozen=True, slots=True)
class HeldChange:
    """What a held text is for, where it is not that of one memory. The draft holds the words, this the rest.

    Attributes:
        do: RELABEL, MERGE, RESTORE (memories), ASSEMBLE, REASSEMBLE or JOIN (assemblies); REQUEST: what an agent asked
            for; LABEL: a query of the recall lab.
        ids: what is to be relabelled, merged, restored, renamed or joined; of a new assembly, its members.
            Of a request, the memories that it is about; of a query, those that it should find.
        fields: what else the command says; JSON.
    """

    do: str
    ids: tuple[str, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)


RELABEL = "relabel"
MERGE = "merge"
ASSEMBLE = "assemble"
REASSEMBLE = "reassemble"
JOIN = "join"
REQUEST = "request"
LABEL = "label"
#: Bring a memory back that was taken out after it had come in.
RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class HeldItem:
    """One item in the review list.

    Attributes:
        seq: the event that held it. id: what names it in commands.
        supersedes: the memory whose newer text it is, brought by an edit or an import; else "".
        change: what it is for, if it is not the text of one memory.
        lineage: ids of the memories that it was taken from.
    """

    id: str
    seq: int
    ts: datetime
    actor: str
    draft: Draft
    verdicts: tuple[Verdict, ...]
    supersedes: str = ""
    change: HeldChange | None = None
    lineage: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided of held items: they were released, or discarded. `command`: that did it, for an undo."""

    command: int
    released: bool
