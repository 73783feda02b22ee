"""From files to memories: gate each item, write batches, report everything.

A dry run walks the same path and writes nothing, so what it counts is what the import does (unless the vault changes
in between). What a batch brings and how far the files were read are written in one transaction. So an import that was
paused or killed goes on where it was: it reads the files from the start and passes over what it has taken in already.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from memory_desktop.core.answers import ImportProgress, ImportReport, Rejection
from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event
from memory_desktop.core.events.family import Command, Known
from memory_desktop.core.events.imports import TakeIn
from memory_desktop.core.events.intake import NoteSkipped
from memory_desktop.core.events.memory import DropSuccessors
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.events.vectors import GiveVectors
from memory_desktop.core.imports import ImportChoice, ImportCounts, ImportJob
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Layer, Status
from memory_desktop.core.memory.taking_over import named_ids, taken_id
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.wording import beginning
from memory_desktop.engine.embedding.given import GivenVectors
from memory_desktop.engine.importing import Imported, ImportSource
from memory_desktop.engine.importing.choosing import Choosing
from memory_desktop.engine.importing.excluding import Excludes, with_reasons
from memory_desktop.engine.importing.items import ImportedCarried, ImportedGroup, ImportedLabel, ImportedVector
from memory_desktop.engine.importing.vector_intake import VectorIntake
from memory_desktop.engine.upkeep.lineage_check import in_circles
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer, Written
from memory_desktop.store import Store
from memory_desktop.store.imported import Place

OnConflict = Literal["supersede", "skip", "both"]
_BATCH = 2_000
_MAX_REJECTIONS = 1_000
_MAX_SAMPLES = 5
_SAMPLE_LENGTH = 200


@dataclass(slots=True)
class _Tally:
    counts: Counter[str] = field(default_factory=Counter)
    rejections: list[Rejection] = field(default_factory=list)
    warnings: list[Rejection] = field(default_factory=list)
    samples: dict[str, list[str]] = field(default_factory=dict)
    formats: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: str, text: str) -> None:
        self.counts[outcome] += 1
        samples = self.samples.setdefault(outcome, [])
        if len(samples) < _MAX_SAMPLES:
            samples.append(beginning(text, _SAMPLE_LENGTH))

    def reject(self, rejection: Rejection) -> None:
        """Note an item that was refused, or a warning, which is no item."""
        self.counts["rejected"] += not rejection.warning
        listed = self.warnings if rejection.warning else self.rejections
        if len(listed) < _MAX_REJECTIONS:
            listed.append(rejection)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """`position`: the number of the item in the files, from 1. `again`: counted already, before the import went on."""

    item: Imported
    prepared: Prepared
    position: int
    again: bool = False


_Key = tuple[str, str, str]


@dataclass(slots=True)
class _There:
    """What the vault has of a batch.

    Attributes:
        known: by content hash, without what an undo took back. active: (id, content hash) by key.
        last: by key, status by content hash of what the last import brought. turns: all of the conversations.
    """

    known: dict[str, Known] = field(default_factory=dict)
    active: dict[_Key, tuple[str, str]] = field(default_factory=dict)
    last: dict[_Key, dict[str, Status]] = field(default_factory=dict)
    turns: dict[tuple[str, str], list[Place]] = field(default_factory=dict)


class Importer:
    """One import, or its dry run.

    Args:
        latest: messages that are said to be of later than this are warned of. excludes: says which turns of a user are
            not to be recorded; None, if nobody has excluded anything.

    Attributes:
        groups, labels, carried: the assemblies, labelled queries and records of `core.carried` that the files hold;
            whoever runs the import makes them once the memories are there.
        texts: for them, content hashes by file id of what was not new: the vault has the text under another id.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        source: ImportSource,
        *,
        dry_run: bool,
        on_conflict: OnConflict,
        actor: str,
        progress: Callable[[ImportProgress], None] | None,
        cancel: CancelToken | None,
        vault_id: str,
        given: GivenVectors,
        latest: datetime,
        excludes: Excludes | None = None,
        job: ImportJob | None = None,
        choice: ImportChoice | None = None,
    ) -> None:
        self._records = store.records
        self._imported = store.imported
        self._commands = store.commands
        self._withdrawn = False  # somebody has undone it meanwhile
        self._writer = writer
        self._gates = gates
        self._source = source
        self._dry_run = dry_run
        self._on_conflict = on_conflict
        self._actor = actor
        self._progress = progress
        self._cancel = cancel
        self._tally = _Tally()
        self._vault_id = vault_id
        self._given = given
        self._latest = latest
        self._excludes = excludes
        self.groups: list[ImportedGroup] = []
        self.labels: list[ImportedLabel] = []
        self.carried: list[ImportedCarried] = []
        self.texts: dict[str, str] = {}
        self._taken: set[str] = set()
        self._waiting: list[_Candidate] = []
        self._successors: dict[str, str] = {}
        self._seen_content: set[bytes] = set()
        self._seen_ids: dict[int, bytes] = {}
        self._job = job
        self._choice = (job.choice if job is not None else choice) or ImportChoice()
        self._choosing = Choosing(self._choice)
        self._done = job.position if job is not None else 0
        self._position = 0
        self._nobodys = 0
        self._told: Counter[str] = Counter()
        if job is not None:
            counts = job.counts
            self._tally.counts.update(
                new=counts.new,
                duplicate=counts.skipped,
                forgotten=counts.forgotten,
                conflict=counts.conflict,
                held=counts.held,
                rejected=counts.rejected,
            )
            self._told = self._tally.counts.copy()
        self._vectors = VectorIntake(store, given, self._choice.model)
        self._started = time.monotonic()

    @property
    def position(self) -> int:
        """Items of the files that were read and dealt with."""
        return max(self._position, self._done)

    def run(self) -> ImportReport:
        """Do it. Never raises for bad input: that is in the report."""
        cancelled = False
        for batch, position in self._batches():
            self._take(batch, position)
            self._report_progress()
            if self._withdrawn or (self._cancel is not None and self._cancel.cancelled()):
                cancelled = True
                break
        before = 0
        while self._waiting and not cancelled:
            rest, self._waiting = self._waiting, []
            self._take(rest, self._position, last=len(rest) == before)
            before = len(rest)
        if not cancelled:
            self._drop_lost_successors()
            self._note_skipped()
        tally = self._tally
        return ImportReport(
            dry_run=self._dry_run,
            new=tally.counts["new"],
            duplicate=tally.counts["duplicate"],
            conflict=tally.counts["conflict"],
            rejected=tally.counts["rejected"],
            forgotten=tally.counts["forgotten"],
            rejections=tuple(tally.rejections),
            warnings=tuple(tally.warnings),
            samples={name: tuple(texts) for name, texts in tally.samples.items()},
            formats=dict(tally.formats),
            seconds=time.monotonic() - self._started,
            cancelled=cancelled,
            command=self._job.seq if self._job is not None else None,
            held=tally.counts["held"],
            skipped=tuple(self._source.passed_over) if tally.formats else (),
            not_needed=tuple(self._source.not_needed),
            conversations=self._choosing.conversations(),
            others=self._choosing.others,
            roles={**self._choosing.roles, **self._source.passed_roles()},
            left_out=self._choosing.left_out,
            unasked=self._source.passed_roles(),
            vectors=self._vectors.brought,
            unnamed=self._vectors.unnamed,
            nobodys=0 if self._writer.settings.text("gate.owner") else self._nobodys,
        )

    def _batches(self) -> Iterator[tuple[list[_Candidate], int]]:
        """(candidates, items read so far). Of what is done already come only records of exports, known by their ids."""
        batch: list[_Candidate] = []
        read = since = 0
        for item, excluded in with_reasons(self._source.items(self._cancel), self._excludes):
            read += 1
            again = read <= self._done
            since += not again
            if isinstance(item, Rejection):
                if not again:
                    self._tally.reject(item)
            elif isinstance(item, ImportedGroup):
                self.groups.append(item)
                self._tally.formats[item.format] += 1
            elif isinstance(item, ImportedLabel):
                self.labels.append(item)
            elif isinstance(item, ImportedCarried):
                self.carried.append(item)
            elif isinstance(item, ImportedVector):
                self._tally.formats[item.format] += 1
                if not again:
                    self._vectors.wait(item)
            elif not self._choosing.takes(item.draft):
                self._tally.formats[item.format] += 1
            elif excluded:
                self._tally.formats[item.format] += 1
                if not again:
                    self._tally.reject(Rejection(item.file, item.place, excluded))
            else:
                self._tally.formats[item.format] += 1
                taken, odd = self._vectors.checked(item)
                if odd is not None and not again:
                    self._tally.reject(odd)
                try:
                    candidate = _Candidate(taken, self._prepared(taken), read, again)
                except InvalidCommandError as error:
                    if not again:
                        self._tally.reject(Rejection(item.file, item.place, error.message))
                else:
                    if not again:
                        self._note_odd_time(candidate)
                        self._nobodys += candidate.prepared.turn and not owner_of(item.draft.metadata)
                    if again and not item.draft.record:
                        self._remember_seen(candidate)
                    else:
                        batch.append(candidate)
            if since >= _BATCH or len(batch) >= _BATCH:
                yield batch, read
                batch, since = [], 0
        yield batch, read

    def _prepared(self, item: Imported) -> Prepared:
        prepared = self._gates.prepare(item.draft)
        return replace(prepared, turn=True) if _is_turn(item) else prepared

    def _note_odd_time(self, one: _Candidate) -> None:
        """Warn of a message of a conversation that is said to be later than it can be. It is kept with that time."""
        at = one.prepared.draft.created_at
        if one.prepared.turn and at is not None and at > self._latest:
            reason = f"it is said to be of {iso(at)}, which is in the future; it was kept with that time"
            self._tally.reject(Rejection(one.item.file, one.item.place, reason, warning=True))

    def _remember_seen(self, one: _Candidate) -> None:
        """What was dealt with before the import went on counts as seen in the files."""
        digest = _short(one)
        if not one.prepared.turn:
            self._seen_content.add(digest)
        if (key := _key(one))[2]:
            self._seen_ids[hash(key)] = digest
        if one.item.ref:
            self.texts[one.item.ref] = one.prepared.digest

    def _take(self, batch: Sequence[_Candidate], position: int, *, last: bool = False) -> None:
        """`last`: what names ancestors that are not there yet waits no longer."""
        found, refused = self._vectors.loose()
        for one in refused:
            self._tally.reject(one)
        self._give(found)
        here = self._taken_over_before(batch)
        if not last:
            batch = self._without_waiting(batch, here)
        parts = list(_parts(batch))
        for number, part in enumerate(parts, start=1):
            end = position if number == len(parts) else parts[number][0].position - 1
            self._take_part(part, max(end, self._position), here)
        if not parts:
            self._position = max(position, self._position, self._done)
            self._write([], [])

    def _take_part(self, batch: Sequence[_Candidate], position: int, here: Mapping[str, Status]) -> None:
        there = self._there(batch)
        new: list[Prepared] = []
        conflicts: list[tuple[str | None, Prepared]] = []
        known: list[Prepared] = []
        for one in batch:
            outcome = self._outcome_of_record(one, there.known, here) or self._outcome(one, there)
            if outcome in ("forgotten", "duplicate") and one.item.ref:
                self.texts[one.item.ref] = one.prepared.digest
            if one.again and outcome in ("forgotten", "duplicate"):
                continue
            if outcome == "duplicate":
                known.append(one.prepared)
            if outcome == "forgotten":
                self._tally.counts["forgotten"] += 1
                outcome = "duplicate"
            if self._would_be_held(outcome, one.prepared):
                self._tally.counts["held"] += 1
            else:
                self._tally.add(outcome, one.prepared.content)
            if outcome == "new":
                new.append(one.prepared)
            elif outcome == "conflict":
                found = there.active.get(_key(one))
                conflicts.append((found[0] if found else None, one.prepared))
        self._give(self._vectors.of_known(known))
        self._position = max(position, self._done)
        self._write(new, conflicts)

    def _give(self, wanted: Mapping[str, tuple[str, str]]) -> None:
        """Keep vectors for memories that are there already; those that they have are not kept twice."""
        if not wanted or self._job is None or self._withdrawn:
            return
        for version, given in self._given.missing(wanted).items():
            self._execute(GiveVectors(version, tuple(given)))

    def _would_be_held(self, outcome: str, item: Prepared) -> bool:
        """A conflict that is to be skipped brings nothing in that could be held back."""
        return item.held and (outcome == "new" or (outcome == "conflict" and self._on_conflict != "skip"))

    def _there(self, batch: Sequence[_Candidate]) -> _There:
        there = _There(known=self._records.known({one.prepared.digest for one in batch}))
        retired = [digest for digest, known in there.known.items() if known.status is not Status.ACTIVE]
        for digest in self._imported.taken_back(retired):
            del there.known[digest]
        ids: dict[str, list[str]] = {}
        threads: dict[str, set[str]] = {}
        for one in batch:
            source, thread, external_id = _key(one)
            if one.prepared.turn:
                threads.setdefault(source, set()).add(thread)
            elif external_id:
                ids.setdefault(source, []).append(external_id)
        for source, wanted in ids.items():
            for external_id, found in self._records.by_external_ids(source, wanted).items():
                there.active[source, "", external_id] = found
            for (_, external_id), brought in self._imported.last(source, wanted).items():
                there.last[source, "", external_id] = brought
        for source, every in threads.items():
            for place in self._imported.turns(source, sorted(every)):
                there.turns.setdefault((source, place.thread), []).append(place)
                if place.external_id and place.status is Status.ACTIVE:
                    there.active[source, place.thread, place.external_id] = place.id, place.digest
            for (thread, external_id), brought in self._imported.last(source, _ids(batch, source)).items():
                there.last[source, thread, external_id] = brought
        return there

    def _taken_over_before(self, batch: Sequence[_Candidate]) -> dict[str, Status]:
        """Of the records of our own export: the status, by id, of those that this vault has."""
        drafts = [one.item.draft for one in batch if one.item.draft.record]
        named = {id for draft in drafts for id in named_ids(draft.record, draft.metadata, self._vault_id)}
        found = self._records.by_ids(sorted(named))
        if self._job is not None and self._job.position:
            self._successors |= {id: one.superseded_by for id, one in found.items() if one.superseded_by}
        return {id: memory.status for id, memory in found.items()}

    def _without_waiting(self, batch: Sequence[_Candidate], here: Mapping[str, Status]) -> list[_Candidate]:
        """Those whose ancestors are there; the others wait for them, as a folder has its files in any order."""
        ready: list[_Candidate] = []
        coming: set[str] = set()
        for one in batch:
            record = one.item.draft.record
            there = all(
                id in here or (taken := taken_id(self._vault_id, id)) in here or taken in coming or taken in self._taken
                for id in record.get("lineage", ())
            )
            (ready if there else self._waiting).append(one)
            if record and there:
                coming.add(taken_id(self._vault_id, str(record["id"])))
        return ready

    def _outcome_of_record(self, one: _Candidate, known: dict[str, Known], here: Mapping[str, Status]) -> str:
        """What becomes of a record of our own export, which is known by its id; "" for anything else."""
        record = one.item.draft.record
        if not record:
            return ""
        id = taken_id(self._vault_id, str(record["id"]))
        status = here.get(str(record["id"])) or here.get(id)
        if status is not None or id in self._taken:
            return "forgotten" if status is Status.TOMBSTONE else "duplicate"
        twin = known.get(one.prepared.digest)
        if twin is None or twin.id in self._taken or record.get("status") != Status.ACTIVE:
            twin = None
        if twin is not None and twin.status is not Status.SUPERSEDED:
            return "forgotten" if twin.status is Status.TOMBSTONE else "duplicate"
        self._taken.add(id)
        return "new"

    def _outcome(self, one: _Candidate, there: _There) -> str:
        digest, key, known = _short(one), _key(one), there.known.get(one.prepared.digest)
        if not one.prepared.turn:
            if known is not None and known.status is Status.ACTIVE:
                return "duplicate"
            if digest in self._seen_content and self._seen_ids.get(hash(key), digest) == digest:
                return "duplicate"
        outcome = self._outcome_by_id(key, digest, one, there) if key[2] else ""
        if not outcome and one.prepared.turn:
            outcome = self._outcome_of_turn(one, there)
        elif not outcome and known is not None:
            outcome = "forgotten" if known.status is Status.TOMBSTONE else "duplicate"
        outcome = outcome or "new"
        self._seen_content.add(digest if not one.prepared.turn else _of_turn(one))
        if key[2] and not (outcome == "conflict" and self._on_conflict == "skip"):
            self._seen_ids[hash(key)] = digest
        return outcome

    def _outcome_by_id(self, key: _Key, digest: bytes, one: _Candidate, there: _There) -> str:
        """By what the source had under this id before: in these files, in the vault now, in the import before."""
        seen = self._seen_ids.get(hash(key))
        if seen is not None:
            return "duplicate" if seen == digest else "conflict"
        now, last = there.active.get(key), there.last.get(key, {})
        if now is not None and now[1] == one.prepared.digest:
            return "duplicate"
        if one.prepared.digest in last:
            # The source says what it said; a person has edited, merged or forgotten it here since.
            return "forgotten" if now is None and last[one.prepared.digest] is Status.TOMBSTONE else "duplicate"
        return "conflict" if now is not None else ""

    def _outcome_of_turn(self, one: _Candidate, there: _There) -> str:
        """A turn is the same only in its own place: its conversation, and the id or the time it has there."""
        draft = one.prepared.draft
        for place in there.turns.get((draft.source, draft.thread), ()):
            if place.digest != one.prepared.digest:
                continue
            if place.external_id != (draft.external_id or ""):
                continue
            if draft.external_id or draft.created_at is None or place.created_at == draft.created_at:
                return "forgotten" if place.status is Status.TOMBSTONE else "duplicate"
        return "duplicate" if _of_turn(one) in self._seen_content else ""

    def _write(self, new: Sequence[Prepared], conflicts: Sequence[tuple[str | None, Prepared]]) -> None:
        """A batch and how far the files were read, at once; nothing where nothing is new."""
        if self._withdrawn:
            return
        kept = [("new", one) for one in new]
        for id, prepared in conflicts:
            if self._on_conflict == "both" or (self._on_conflict == "supersede" and id is None):
                kept.append(("conflict", prepared))
            elif self._on_conflict == "supersede" and id is not None:
                kept.append(("conflict", replace(prepared, supersedes=id)))
        screened = self._gates.screen([one for _, one in kept])
        for (outcome, before), after in zip(kept, screened, strict=True):
            if after.held and not before.held:  # only its vector holds it back
                self._tally.counts[outcome] -= 1
                self._tally.counts["held"] += 1
        if self._job is None:
            return
        replacing = [(one.supersedes, one) for one in screened if one.supersedes and not one.held]
        rest, vectors = self._given.taken_from([one for one in screened if one.held or not one.supersedes])
        fresh = self._tally.counts - self._told
        if not fresh and self._position == self._done:
            return
        counts = ImportCounts(
            new=fresh["new"],
            skipped=fresh["duplicate"],
            forgotten=fresh["forgotten"],
            conflict=fresh["conflict"],
            held=fresh["held"],
            rejected=fresh["rejected"],
        )
        with self._writer.lock:
            step = self._commands.step(self._job.seq)
            if step is not None and not step.done:
                self._withdrawn = True
                return
            written = self._execute(TakeIn(self._job.seq, self._position, tuple(rest), tuple(replacing), counts))
        self._given.store(written.created, vectors)
        self._successors |= {one.id: one.superseded_by for one in written.created if one.superseded_by is not None}
        # What only its own words again held back was counted as new.
        late = _held_in(written.events[-1]) - counts.held
        self._tally.counts["held"] += late
        self._tally.counts["new"] -= late
        self._told = self._tally.counts.copy()
        self._done = self._position

    def _drop_lost_successors(self) -> None:
        """What took the place of a memory may not have come with it; and a strange file may lead in a circle."""
        there = self._records.by_ids(sorted(set(self._successors.values())))
        lost = {id for id, by in self._successors.items() if by not in there}
        lost |= in_circles({id: (by,) for id, by in self._successors.items()})
        if lost:
            self._execute(DropSuccessors(tuple(sorted(lost))))

    def _note_skipped(self) -> None:
        """What the novelty gate left out is in the log too, when there is an import there at all."""
        counts = self._tally.counts
        if self._job is not None and counts["duplicate"]:
            self._execute(NoteSkipped(counts["duplicate"], counts["forgotten"]))

    def _execute(self, command: Command) -> Written:
        return self._writer.execute(
            command, actor=self._actor, initiator="import", belongs_to=self._job.seq if self._job else None
        )

    def _report_progress(self) -> None:
        if self._progress is None:
            return
        seconds = max(time.monotonic() - self._started, 1e-6)
        items = sum(self._tally.counts[name] for name in ("new", "duplicate", "conflict", "rejected", "held"))
        done, total = self._source.bytes_done, self._source.bytes_total
        left = seconds * (total - done) / done if total and done else None
        self._progress(ImportProgress(self._source.current_file, items, done, total, items / seconds, left))


def _held_in(event: Event) -> int:
    return int(payload_of(event).held)


def _is_turn(item: Imported) -> bool:
    """Is it said in a conversation, where the same may be said twice? A record of our own export has an id instead."""
    draft = item.draft
    return bool(draft.thread) and draft.layer is Layer.EPISODIC and draft.kind == "episode" and not draft.record


def _key(one: _Candidate) -> _Key:
    """(source, thread, external id): what a source knows an item by; the thread only of a turn."""
    draft = one.prepared.draft
    return draft.source, draft.thread if one.prepared.turn else "", draft.external_id or ""


def _ids(batch: Sequence[_Candidate], source: str) -> list[str]:
    drafts = (one.prepared.draft for one in batch if one.prepared.turn)
    return [draft.external_id for draft in drafts if draft.source == source and draft.external_id]


def _short(one: _Candidate) -> bytes:
    return bytes.fromhex(one.prepared.digest[:32])


def _of_turn(one: _Candidate) -> bytes:
    """What a turn without an id is known by in the files: its place and text."""
    draft = one.prepared.draft
    said = (draft.source, draft.thread, draft.external_id or "", str(draft.created_at), one.prepared.digest)
    return hashlib.blake2b("\0".join(said).encode(), digest_size=16).digest()


def _parts(batch: Sequence[_Candidate]) -> Iterator[list[_Candidate]]:
    """The batch, cut where an id comes again with another text: what it replaces has to be written first."""
    part: list[_Candidate] = []
    texts: dict[_Key, str] = {}
    for one in batch:
        key = _key(one)
        if key[2] and texts.setdefault(key, one.prepared.digest) != one.prepared.digest:
            yield part
            part, texts = [], {key: one.prepared.digest}
        part.append(one)
    if part:
        yield part
