"""From files to memories: gate each item, write batches, report everything.

A dry run walks the same path and writes nothing, so what it counts is what the import does (unless the vault changes
in between). Every batch is durable when it is counted; an import that is cancelled, or killed, keeps those.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from memory_desktop.core.answers import ImportProgress, ImportReport, Rejection
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.family import Command, Known
from memory_desktop.core.events.imports import NoteImport
from memory_desktop.core.events.intake import NoteSkipped, Remember
from memory_desktop.core.events.memory import DropSuccessors, Replace
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Status
from memory_desktop.core.memory.taking_over import named_ids, taken_id
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.embedding.given import GivenVectors
from memory_desktop.engine.importing import Imported, ImportSource
from memory_desktop.engine.importing.items import ImportedGroup, ImportedLabel
from memory_desktop.engine.upkeep.lineage_check import in_circles
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer, Written
from memory_desktop.store.records import RecordStore

OnConflict = Literal["supersede", "skip", "both"]
_BATCH = 2_000
_MAX_REJECTIONS = 1_000
_MAX_SAMPLES = 5
_SAMPLE_LENGTH = 200


@dataclass(slots=True)
class _Tally:
    counts: Counter[str] = field(default_factory=Counter)
    rejections: list[Rejection] = field(default_factory=list)
    samples: dict[str, list[str]] = field(default_factory=dict)
    formats: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: str, text: str) -> None:
        self.counts[outcome] += 1
        samples = self.samples.setdefault(outcome, [])
        if len(samples) < _MAX_SAMPLES:
            samples.append(text[:_SAMPLE_LENGTH])

    def reject(self, rejection: Rejection) -> None:
        self.counts["rejected"] += 1
        if len(self.rejections) < _MAX_REJECTIONS:
            self.rejections.append(rejection)


@dataclass(frozen=True, slots=True)
class _Candidate:
    item: Imported
    prepared: Prepared


class Importer:
    """One import, or its dry run.

    Attributes:
        groups, labels: the assemblies and labelled queries that the files hold; whoever runs the import makes them once
            the memories are there.
        texts: for them, content hashes by file id of what was not new: the vault has the text under another id.
    """

    def __init__(
        self,
        records: RecordStore,
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
    ) -> None:
        self._records = records
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
        self.groups: list[ImportedGroup] = []
        self.labels: list[ImportedLabel] = []
        self.texts: dict[str, str] = {}
        self._taken: set[str] = set()
        self._waiting: list[_Candidate] = []
        self._successors: dict[str, str] = {}
        self._seen_content: set[bytes] = set()
        self._seen_ids: dict[int, bytes] = {}
        self._command: int | None = None
        self._started = time.monotonic()

    def run(self, paths: Sequence[Path]) -> ImportReport:
        """Do it. Never raises for bad input: that is in the report."""
        cancelled = False
        for batch in self._batches():
            if batch:
                self._take(batch, paths)
            self._report_progress()
            if self._cancel is not None and self._cancel.cancelled():
                cancelled = True
                break
        before = 0
        while self._waiting and not cancelled:
            rest, self._waiting = self._waiting, []
            self._take(rest, paths, last=len(rest) == before)
            before = len(rest)
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
            samples={name: tuple(texts) for name, texts in tally.samples.items()},
            formats=dict(tally.formats),
            seconds=time.monotonic() - self._started,
            cancelled=cancelled,
            command=self._command,
            held=tally.counts["held"],
        )

    def _batches(self) -> Iterator[list[_Candidate]]:
        batch: list[_Candidate] = []
        since = 0
        for item in self._source.items(self._cancel):
            since += 1
            if isinstance(item, Rejection):
                self._tally.reject(item)
            elif isinstance(item, ImportedGroup):
                self.groups.append(item)
                self._tally.formats[item.format] += 1
            elif isinstance(item, ImportedLabel):
                self.labels.append(item)
            else:
                self._tally.formats[item.format] += 1
                try:
                    batch.append(_Candidate(item, self._gates.prepare(item.draft)))
                except InvalidCommandError as error:
                    self._tally.reject(Rejection(item.file, item.place, error.message))
            if since >= _BATCH:
                yield batch
                batch, since = [], 0
        yield batch

    def _take(self, batch: Sequence[_Candidate], paths: Sequence[Path], *, last: bool = False) -> None:
        """`last`: what names ancestors that are not there yet waits no longer."""
        here = self._taken_over_before(batch)
        if not last:
            batch = self._without_waiting(batch, here)
        known = self._records.known({one.prepared.digest for one in batch})
        external = self._external(batch)
        new: list[Prepared] = []
        conflicts: list[tuple[str | None, Prepared]] = []
        for one in batch:
            outcome = self._outcome_of_record(one, known, here) or self._outcome(one, known, external)
            if outcome in ("forgotten", "duplicate") and one.item.ref:
                self.texts[one.item.ref] = one.prepared.digest
            if outcome == "forgotten":
                self._tally.counts["forgotten"] += 1
                outcome = "duplicate"
            if outcome in ("new", "conflict") and _is_held(one.prepared):
                self._tally.counts["held"] += 1
            else:
                self._tally.add(outcome, one.prepared.content)
            if outcome == "new":
                new.append(one.prepared)
            elif outcome == "conflict":
                found = external.get(_external_key(one))
                conflicts.append((found[0] if found else None, one.prepared))
        if not self._dry_run:
            self._write(new, conflicts, paths)

    def _external(self, batch: Sequence[_Candidate]) -> dict[tuple[str, str], tuple[str, str]]:
        by_source: dict[str, list[str]] = {}
        for one in batch:
            if one.prepared.draft.external_id is not None:
                by_source.setdefault(one.prepared.draft.source, []).append(one.prepared.draft.external_id)
        return {
            (source, external_id): found
            for source, ids in by_source.items()
            for external_id, found in self._records.by_external_ids(source, ids).items()
        }

    def _taken_over_before(self, batch: Sequence[_Candidate]) -> dict[str, Status]:
        """Of the records of our own export: the status, by id, of those that this vault has."""
        records = [one.item.draft.record for one in batch if one.item.draft.record]
        found = self._records.by_ids([id for record in records for id in named_ids(record, self._vault_id)])
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

    def _outcome(
        self,
        one: _Candidate,
        known: dict[str, Known],
        external: dict[tuple[str, str], tuple[str, str]],
    ) -> str:
        digest = bytes.fromhex(one.prepared.digest[:32])
        found = known.get(one.prepared.digest)
        if found is not None:
            return "forgotten" if found.status is Status.TOMBSTONE else "duplicate"
        if digest in self._seen_content:
            return "duplicate"
        self._seen_content.add(digest)
        key = _external_key(one)
        if key[1]:
            earlier = self._seen_ids.setdefault(hash(key), digest)
            if key in external or earlier != digest:
                return "conflict"
        return "new"

    def _write(
        self,
        new: Sequence[Prepared],
        conflicts: Sequence[tuple[str | None, Prepared]],
        paths: Sequence[Path],
    ) -> None:
        if self._command is None and (new or conflicts):
            note = NoteImport(tuple(str(path) for path in paths), self._on_conflict)
            self._command = self._writer.execute(note, actor=self._actor).events[0].seq
        kept = list(new)
        replacing: list[tuple[str, Prepared]] = []
        for id, prepared in conflicts:
            if self._on_conflict == "both":
                kept.append(prepared)
            elif self._on_conflict == "supersede":
                # Twice in one batch: the earlier one is not written yet, so look it up afterwards.
                replacing.append((id or "", prepared))
        kept, vectors = self._given.taken_from(self._gates.screen(kept))
        if kept:
            held = self._execute(Remember(tuple(kept)))
            self._given.store(held.created, vectors)
            self._successors |= {one.id: one.superseded_by for one in held.created if one.superseded_by is not None}
            # What only its vector, or its own words again, held back was counted as new.
            late = sum(event.type == EventType.HOLD for event in held.events) - sum(map(_is_held, kept))
            self._tally.counts["held"] += late
            self._tally.counts["new"] -= late
        for id, prepared in replacing:
            draft = prepared.draft
            current = self._records.by_external_ids(draft.source, [draft.external_id or ""])
            target = current.get(draft.external_id or "", (id, ""))[0]
            if target and _is_held(prepared):
                self._execute(Remember((replace(prepared, supersedes=target),)))
            elif target:
                self._execute(Replace(target, prepared))

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
        if self._command is not None and counts["duplicate"]:
            self._execute(NoteSkipped(counts["duplicate"], counts["forgotten"]))

    def _execute(self, command: Command) -> Written:
        return self._writer.execute(command, actor=self._actor, initiator="import", belongs_to=self._command)

    def _report_progress(self) -> None:
        if self._progress is None:
            return
        seconds = max(time.monotonic() - self._started, 1e-6)
        items = sum(self._tally.counts[name] for name in ("new", "duplicate", "conflict", "rejected", "held"))
        done, total = self._source.bytes_done, self._source.bytes_total
        left = seconds * (total - done) / done if total and done else None
        self._progress(ImportProgress(self._source.current_file, items, done, total, items / seconds, left))


def _is_held(item: Prepared) -> bool:
    return any(one.action == "hold" for one in item.verdicts)


def _external_key(one: _Candidate) -> tuple[str, str]:
    return one.prepared.draft.source, one.prepared.draft.external_id or ""
