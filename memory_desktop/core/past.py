"""What time travel answers: snapshots, the difference of two points of the log, and what a rewind did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.index_summary import IndexSummary
from memory_desktop.core.memory.records import Memory, Status


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The records as they were after event `seq`, in a file of their own.

    Attributes:
        id: the name of its files in the vault's folder.
        name: as the user or the program named it.
        reason: "manual", "automatic", or what risky operation it was made before ("import", "rollback", …).
        event_hash: of event `seq`, in hex: a snapshot belongs to one log only.
        records: rows. size: bytes. checksum: of the file of records.
        index: the state of the indexes then, in numbers; None in snapshots of earlier programs. The file holds the
            records only: vectors are kept by text, which never changes under its key, and assemblies are folded from
            the log, so going back takes both from where they are.
    """

    id: str
    name: str
    seq: int
    created_at: datetime
    reason: str
    event_hash: str
    model_version: str
    schema_version: str
    records: int
    size: int
    checksum: str
    index: IndexSummary | None = None


@dataclass(frozen=True, slots=True)
class SnapshotCheck:
    """Outcome of validating a snapshot against its checksum, its log and a fresh fold; `problems` in sentences."""

    ok: bool
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command, as History lists it.

    Attributes:
        command: seq of its first event.
        name: what it did, as a menu says it behind “Undo”; of an undo or redo, that and the name of what it was about.
        text: the beginning of the memory that it began with; "" where it is about none or many.
        done: False for a step that was taken back; None for what is no step (an undo, a redo).
        events: how many events it has.
    """

    command: int
    at: datetime
    actor: str
    name: str
    text: str = ""
    done: bool | None = None
    events: int = 1


@dataclass(frozen=True, slots=True)
class Pair:
    """A memory before and after a command: None where there was none, or none is left. An edit is one pair."""

    before: Memory | None
    after: Memory | None


@dataclass(frozen=True, slots=True)
class Changed:
    """A memory that both points have, but not alike: it before and after, and the fields that differ."""

    before: Memory
    after: Memory
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """What happened to the memories between two points of the log, from < to.

    Attributes:
        added: active at `to` and not there at `from`. An edited text is in `added`; what it replaced in `retired`.
        changed: there at both, with other labels or another salience.
        retired: active at `from` and no longer at `to`: forgotten, edited or merged away; as they are at `to`.
        counts: of each, also of those beyond the limit asked for.
    """

    from_seq: int
    to_seq: int
    added: tuple[Memory, ...]
    changed: tuple[Changed, ...]
    retired: tuple[Memory, ...]
    counts: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Rewound:
    """What going back did: how many came back, were taken away again, and got their labels back.

    Attributes:
        command: of the log, so that it can be undone as one step; None when there was nothing to do.
        problems: what differs from the snapshot after a rollback, in sentences; empty when it is as it was.
    """

    seq: int
    restored: int
    removed: int
    relabelled: int
    command: int | None
    problems: tuple[str, ...] = ()


#: What two states of a memory are compared by; the rest is bookkeeping.
COMPARED = (
    "layer",
    "kind",
    "tags",
    "source",
    "metadata",
    "emotion",
    "confidence",
    "trust",
    "salience",
    "quick_recal_score",
    "status",
)


def differing(before: Memory, after: Memory) -> tuple[str, ...]:
    """Names of the fields in which two states of one memory differ."""
    return tuple(name for name in COMPARED if getattr(before, name) != getattr(after, name))


def difference(before: Sequence[Memory], after: Sequence[Memory], *, from_seq: int, to_seq: int, limit: int) -> Diff:
    """The difference of two states, given the records of both that the other does not have alike.

    Args:
        limit: of each of the three lists.
    """
    earlier = {memory.id: memory for memory in before}
    added: list[Memory] = []
    changed: list[Changed] = []
    retired: list[Memory] = []
    for memory in after:
        old = earlier.get(memory.id)
        was_active = old is not None and old.status is Status.ACTIVE
        is_active = memory.status is Status.ACTIVE
        if is_active and not was_active:
            added.append(memory)
        elif was_active and not is_active:
            retired.append(memory)
        elif old is not None and is_active:
            fields = differing(old, memory)
            if fields:
                changed.append(Changed(old, memory, fields))
    counts = (len(added), len(changed), len(retired))
    return Diff(from_seq, to_seq, tuple(added[:limit]), tuple(changed[:limit]), tuple(retired[:limit]), counts)


def thinned(seqs: Sequence[int], keep: int) -> list[bool]:
    """Which of the snapshots at these events (ascending) stay, so that every moment has one near for its age.

    One by one, that one goes whose going leaves the smallest gap relative to how far back it is. The newest stays.
    """
    stay = list(range(len(seqs)))
    while len(stay) > max(1, keep):

        def gap(place: int) -> float:
            before = seqs[stay[place - 1]] if place else 0
            return (seqs[stay[place + 1]] - before) / (seqs[-1] - seqs[stay[place]] + 1)

        del stay[min(range(len(stay) - 1), key=gap)]
    kept = set(stay)
    return [place in kept for place in range(len(seqs))]
