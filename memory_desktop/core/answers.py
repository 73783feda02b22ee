"""What the engine answers: plain frozen values that the command line prints and the window shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory_desktop.core.assemblies import Activation
from memory_desktop.core.index_summary import IndexSummary
from memory_desktop.core.keys import Keys
from memory_desktop.core.loss import LossReport
from memory_desktop.core.memory.held import HeldItem
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.schemas import CONTRACT_VERSION


@dataclass(frozen=True, slots=True)
class ListScore:
    """A hit's place in one list.

    Attributes:
        rank: from 1.
        score: as the list gives it (cosine in [-1, 1] for "vector"; for "keyword" BM25 as a share of a full match).
        share: what this list added to the hit's fused score.
    """

    rank: int
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class Boost:
    """Something that moved a hit besides the lists: its name, its size, and why in a few words."""

    name: str
    amount: float
    reason: str


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What says otherwise since: a memory of the same user that was said later. `said_at`: when."""

    id: str
    content: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Hit:
    """One recalled memory and why it is here.

    Attributes:
        rank: from 1.
        score: fused score in the mode's own unit; only its order is comparable between modes.
        lists: by list name, "vector" and "keyword"; a list that did not return it is absent.
        matches: (start, end) character ranges of `memory.content` that the words of the query matched.
        otherwise: what makes it a fact of the past; it keeps its place all the same.
    """

    rank: int
    memory: Memory
    score: float
    lists: Mapping[str, ListScore]
    boosts: tuple[Boost, ...] = ()
    matches: tuple[tuple[int, int], ...] = ()
    otherwise: Otherwise | None = None


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """The answer to one query.

    Attributes:
        mode: "hybrid", "rrf", "vector" or "keyword", as asked.
        as_of: seq of the last event the answer can have seen.
        unembedded: how many matching records have no vector yet (they can only come by keyword).
        keyword_total: how many records the words match, or None in vector mode.
        notes: what the answer lacks and why ("the vector index is being rebuilt"); empty when complete.
        timings: seconds by stage: "embed", "vector", "keyword", "fuse", "hydrate", "total".
        assemblies: which assemblies were activated, which were below the threshold, which were skipped and why.
        weaker: how many further hits are hidden because too little speaks for them.
        understood: False where the model knows no word of the query and no text that was searched has one: there is
            nothing to search by.
        listed: there was nothing to rank by: the hits are what fits, the newest first.
    """

    query: str
    mode: str
    hits: tuple[Hit, ...]
    as_of: int
    unembedded: int
    keyword_total: int | None
    notes: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    model_version: str = ""
    assemblies: tuple[Activation, ...] = ()
    weaker: int = 0
    understood: bool = True
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Remembered:
    """Outcome of `remember`: the memory and whether it was there already, or what a gate holds back instead.

    Attributes:
        notes: of a new memory, what gates found in it that kept it nevertheless, in sentences.
    """

    kept: Memory | None
    duplicate: bool
    held: HeldItem | None = None
    notes: tuple[str, ...] = ()

    @property
    def memory(self) -> Memory:
        """The memory. Raises ValueError when it is held back."""
        if self.kept is None:
            raise ValueError("a gate holds it back")
        return self.kept


@dataclass(frozen=True, slots=True)
class Rejection:
    """One item that could not be imported: the file, the place in it ("line 12", "[3].mapping.ab12") and why.

    Attributes:
        warning: nothing was refused; what was read may be incomplete, or was read in another way than it was meant.
    """

    file: str
    place: str
    reason: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Where an import is. `bytes_total` is 0 when it cannot be known; `rate` is items a second."""

    file: str
    items: int
    bytes_done: int
    bytes_total: int
    rate: float
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """A conversation that the files of an import hold.

    Attributes:
        id: of its source. title: its own, or the id. source: the program it is from.
        first, last: when its first and its last message was said; None where no message has a time.
        messages: how many there are. chosen: how many of them the choice lets through.
    """

    id: str
    title: str
    source: str
    first: datetime | None
    last: datetime | None
    messages: int
    chosen: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, or, as a dry run, would do.

    Attributes:
        new, duplicate, conflict, rejected: counts of items. A conflict is an item whose external id is in the vault
            with another content.
        forgotten: duplicates of memories that the user forgot; they stay forgotten. Included in `duplicate`.
        rejections: the first ones in order, at most 1,000. warnings: the same of what is odd, but was read.
        samples: a few contents by outcome ("new", "duplicate", "conflict") to show before accepting.
        formats: items read by format name.
        held: of the new ones, how many a gate holds back for review.
        skipped: files that were passed over, and why; at most 1,000. not_needed: files that come with an export of
            conversations and hold none, as pictures and settings; at most 1,000.
        conversations: all that the files hold, in their order. others: items that stand in none.
        roles: messages by role, also of roles that are passed over unless they are asked for.
        left_out: items that the choice leaves out; they are in no other count.
        unasked: the messages among `roles` that were passed over because nobody asked for their role, by role.
        vectors: memories that a vector of another model than the one in use came for. unnamed: vectors of which nobody
            said what model made them; they are not used. nobodys: messages of conversations that name no user, if
            nobody has said what agents call the vault's owner: agents that name a user do not find them.
    """

    dry_run: bool
    new: int
    duplicate: int
    conflict: int
    rejected: int
    forgotten: int
    rejections: tuple[Rejection, ...]
    samples: Mapping[str, tuple[str, ...]]
    formats: Mapping[str, int]
    seconds: float
    cancelled: bool = False
    command: int | None = None
    held: int = 0
    assemblies: int = 0
    skipped: tuple[Rejection, ...] = ()
    not_needed: tuple[Rejection, ...] = ()
    warnings: tuple[Rejection, ...] = ()
    conversations: tuple[FoundConversation, ...] = ()
    others: int = 0
    roles: Mapping[str, int] = field(default_factory=dict)
    left_out: int = 0
    unasked: Mapping[str, int] = field(default_factory=dict)
    vectors: int = 0
    unnamed: int = 0
    nobodys: int = 0


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export wrote: memories, the files (relative to the destination) and what the format cannot carry."""

    memories: int
    files: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """The vector queue, in one look.

    Attributes:
        pending: waiting, never failed. failed: waiting for their next attempt after an error.
        indexed: confirmed for `model_version`.
        paused: the user paused it. running: a batch is being embedded or written now.
        rate: items a second over the last half minute, 0 when idle. seconds_left: None when it cannot be known.
        next_retry_at: when the earliest failed item is due.
        last_error: of the latest failure, or "".
        outside: the model is not run here; what waits is stored once its vectors are imported.
    """

    pending: int
    failed: int
    indexed: int
    model_version: str
    paused: bool = False
    running: bool = False
    rate: float = 0.0
    seconds_left: float | None = None
    next_retry_at: datetime | None = None
    last_error: str = ""
    outside: bool = False


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One row of the vector queue.

    Attributes:
        item_type: see `core.vector_items`. state: "pending", "failed" or "dropped".
        preview: the beginning of a memory's text, or an assembly's name.
        operation: what failed last: "embed" (the model), "compose" (a vector of others), "store" (the index); else "".
    """

    key: int
    id: str
    item_type: str
    state: str
    attempts: int
    enqueued_at: datetime
    next_attempt_at: datetime | None
    last_error: str
    preview: str
    operation: str = ""


@dataclass(frozen=True, slots=True)
class SyncStep:
    """What one step of the sync did. `wait` is seconds until the next is worth trying, None when the queue is empty."""

    confirmed: int
    failed: int
    wait: float | None


@dataclass(frozen=True, slots=True)
class Segment:
    """One group of an index's files.

    Attributes:
        kind: "sealed" or "delta" (vectors), or "words".
        verified_at: when its files were last compared with their checksums. freshness: see `core.ages`.
    """

    name: str
    kind: str
    items: int
    bytes: int
    written_at: datetime | None = None
    verified_at: datetime | None = None
    freshness: str = "never"


@dataclass(frozen=True, slots=True)
class Freshness:
    """Which versions of a record the derived indexes hold.

    Attributes:
        text: event that set the record's text. revision: its last event, which may have changed labels only.
        keyword_revision: position the keyword index covers.
        vector_state: "indexed", "pending", "failed" or "none".
        vector_index_updated_at: time of the last durable vector write, or None.
    """

    text: int
    revision: int
    keyword_revision: int
    vector_state: str
    model_version: str
    vector_index_updated_at: datetime | None
    attempts: int = 0
    last_error: str = ""
    next_attempt_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RollbackOffer:
    """A way back that is offered.

    Attributes:
        trigger: "check", "model", "recall" or "speed".
        reason: what happened. advice: what can be done about it; both are sentences.
        snapshot: id of the one that could be gone back to; "" where a rollback of memories would not help.
    """

    trigger: str
    reason: str
    advice: str
    snapshot: str = ""

    @property
    def text(self) -> str:
        """Reason and advice."""
        return f"{self.reason} {self.advice}"


@dataclass(frozen=True, slots=True)
class VaultStatus:
    """A vault in one look. Sizes in bytes. `shown_to` is less than `last_event` when it was rebuilt to an earlier.

    Attributes:
        loss: the newest events that the log has lost, if it has.
        private: nobody but its owner can look into the vault's folder.
        contract_version: version of the memory contract that the program keeps.
        index: the state of the indexes, in numbers. ways_back: what to go back to is offered, and why.
        language: why the language model does not help, if it should; "" otherwise.
    """

    path: str
    vault_id: str
    name: str
    format_version: int
    head: int
    memories: Mapping[str, int]
    by_layer: Mapping[str, int]
    sync: SyncStatus
    keyword_position: int
    vector_segments: tuple[Segment, ...]
    keyword_segment: Segment
    disk: Mapping[str, int]
    last_check: datetime | None
    health: str
    notes: tuple[str, ...] = ()
    shown_to: int = 0
    last_event: int = 0
    loss: LossReport | None = None
    private: bool = True
    contract_version: str = CONTRACT_VERSION
    index: IndexSummary | None = None
    ways_back: tuple[RollbackOffer, ...] = ()
    language: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that verify found. `area` is "log", "records", "keyword" or "vector"; `repaired` says it was mended."""

    area: str
    problem: str
    place: str = ""
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """Outcome of verify: `ok` when nothing is wrong (any more); counts of what was looked at by area."""

    ok: bool
    findings: tuple[Finding, ...]
    checked: Mapping[str, int]
    seconds: float


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts by value of the records that a filter lets through.

    Each mapping is value → count, most frequent first. A facet's own restriction is left out of its own counts, so
    that other values of it can still be chosen. `months` is "2026-03" → count, in time order.
    """

    total: int
    layers: Mapping[str, int]
    kinds: Mapping[str, int]
    statuses: Mapping[str, int]
    tags: Mapping[str, int]
    sources: Mapping[str, int]
    months: Mapping[str, int]
    emotions: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """Which of a few values each record has, of the records that a filter lets through.

    Attributes:
        keys: (n,), sorted. numbers: (n,), the place of each one's value among `values`, which are in order.
    """

    keys: Keys
    numbers: Keys
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One event in words.

    Attributes:
        item: id of the record it is about; empty when it is about none, or many.
        command: seq of the first event of what caused it.
        subject: the beginning of that record's text, in a list of events about many.
    """

    seq: int
    ts: datetime
    type: str
    actor: str
    summary: str
    payload: Mapping[str, Any]
    item: str = ""
    command: int = 0
    subject: str = ""


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What a write, a sync step or a repair changed; each view decides whether it is stale.

    Attributes:
        head: seq of the log's last event.
        keys: of the records that were added or changed; empty when `many`.
        records, queue, indexes, settings, jobs: what kind of state moved.
        many: too many keys to list.
        initiator: the object or name that caused it, so that a view can know its own writes.
        purged: texts were removed for good: nothing may show what it has read before.
    """

    head: int
    keys: tuple[int, ...] = ()
    records: bool = False
    queue: bool = False
    indexes: bool = False
    settings: bool = False
    jobs: bool = False
    many: bool = False
    initiator: str = ""
    purged: bool = False
