"""verify: the log's chain, the records against a fresh fold, the indexes against the records; and mending.

Only what is derived is mended: records are folded again from a log whose chain holds, indexes are rebuilt from
records. A broken log is named, event and reason, and nothing is changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from memory_desktop.core.answers import Finding, VerifyReport
from memory_desktop.core.errors import CancelledError, EmbeddingError, KnownError, VaultDamagedError
from memory_desktop.core.events.assembly import ASSEMBLY
from memory_desktop.core.events.registry import FoldError
from memory_desktop.core.loss import LossReport
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.engine.embedding.vector_keeper import VectorKeeper
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.upkeep.lineage_check import lineage_problems
from memory_desktop.engine.upkeep.trust import broken_old_chain
from memory_desktop.engine.writing.projector import project
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.damage import first_unreadable_event
from memory_desktop.store.records import RecordStore

#: The note of the last check in the meta table.
LAST_CHECK = "last_check"
_KEPT_FINDINGS = 100
Progress = Callable[[str, int, int], None]
_LISTED = 20
_SAMPLE = 128
_SAME_TEXT = 0.9


def _silent(_stage: str, _done: int, _total: int) -> None:
    """A progress callback that does nothing."""


class Verifier:
    """One run of verify.

    Args:
        embed: the model whose vectors the index has, to embed a sample of texts again.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        keywords: KeywordKeeper,
        vectors: VectorKeeper,
        *,
        repair: bool,
        progress: Progress | None,
        cancel: CancelToken | None,
        embed: Callable[[Sequence[str]], Vectors] | None = None,
        loss: LossReport | None = None,
    ) -> None:
        self._store = store
        self._writer = writer
        self._keywords = keywords
        self._vectors = vectors
        self._repair = repair
        self._progress = progress or _silent
        self._cancel = cancel
        self._embed = embed
        self._loss = loss
        self._findings: list[Finding] = []
        self._checked: dict[str, int] = {}

    def run(self) -> VerifyReport:
        """Check everything, in the order in which one thing rests on another.

        Raises:
            CancelledError: cancelled between two steps; nothing is half mended.
        """
        started = time.monotonic()
        with self._writer.lock:
            if self._loss is not None:
                self._found("loss", f"{self._loss.text} {self._loss.known}", f"event {self._loss.last + 1}")
            if self._check_log():
                self._tell("records", self._check_records)
                self._tell("lineage", self._check_lineage)
            self._tell("keyword", self._check_keywords)
            self._tell("vector", self._check_vectors)
        ok = all(finding.repaired for finding in self._findings)
        return VerifyReport(ok, tuple(self._findings), self._checked, time.monotonic() - started)

    def records_only(self) -> tuple[str, ...]:
        """What is wrong with the log and the records, in sentences."""
        with self._writer.lock:
            if self._check_log():
                self._tell("records", self._check_records)
        return tuple(finding.problem for finding in self._findings)

    def _found(self, area: str, problem: str, place: str = "", *, repaired: bool = False) -> None:
        self._findings.append(Finding(area, problem, place, repaired))

    def _step(self, stage: str, done: int, total: int) -> None:
        self._progress(stage, done, total)
        if self._cancel is not None and self._cancel.cancelled():
            raise CancelledError("The check was stopped.")

    def _tell(self, area: str, check: Callable[[], None]) -> None:
        try:
            check()
        except VaultDamagedError as error:
            self._found(area, f"{error.message} The vault can be rebuilt from its log.")

    def _check_log(self) -> bool:
        bad = self._first_bad_event()
        if bad is None:
            self._check_old_chain()
            return True
        seq, problem = bad
        self._checked["events"] = seq
        self._found("log", f"The first bad event is {seq}: {problem}.", f"event {seq}")
        return False

    def _check_old_chain(self) -> None:
        """What the upgrade from an unsalted format found: the new chain cannot prove what the old one did not."""
        broken = broken_old_chain(self._store)
        if broken is not None:
            seq, problem = broken
            said = (
                f"The log's earlier chain was broken at event {seq} ({problem}) before it was brought to this format."
            )
            self._found("log", said, f"event {seq}")

    def _first_bad_event(self) -> tuple[int, str] | None:
        log = self._store.log
        try:
            for seq, problem in log.broken_at():
                if problem is not None:
                    return seq, problem
                self._checked["events"] = seq
                self._step("log", seq, log.head)
        except VaultDamagedError as error:
            seq = first_unreadable_event(self._store.database.reader(), log.last) or self._checked.get("events", 0) + 1
            return seq, f"it cannot be read ({error.message})"
        return None

    def _check_records(self) -> None:
        fresh = RecordStore(self._store.database, "records_fresh")
        with self._store.database.transaction() as cursor:
            fresh.create_temporary(cursor)
            try:
                for events in self._store.log.read():
                    project(cursor, fresh, events)
                    self._step("records", events[-1].seq, self._store.log.head)
            except FoldError as error:
                self._found("records", error.message)
                return
            differing = self._store.records.differences(fresh, cursor, _LISTED + 1)
            doubles = self._store.records.doubles(cursor)
            self._checked["records"] = self._store.records.count()
            if differing or doubles:
                if self._repair:
                    self._store.records.replace_all(fresh, cursor)
                named = ", ".join(id for _, id in differing[:_LISTED]) or ", ".join(doubles[:_LISTED])
                more = " and more" if len(differing) > _LISTED else ""
                self._found("records", f"Records differ from the log: {named}{more}.", repaired=self._repair)
            cursor.execute("DROP TABLE records_fresh")
        if differing or doubles:
            self._store.records.put_anew()

    def _check_lineage(self) -> None:
        for problem in lineage_problems(self._store, self._writer.projections.now(ASSEMBLY)):
            self._found("lineage", problem)

    def _check_keywords(self) -> None:
        keeper = self._keywords
        # What was committed lately may not be in yet: it is caught up, as before any search, and is no damage.
        while not keeper.ready and (self._repair or not keeper.rebuilding) and keeper.step():
            self._step("keyword", 0, 0)
        problems = list(keeper.check())
        if not problems:
            problems = self._keyword_differences()
        self._checked["keyword documents"] = len(keeper.index)
        for problem in problems:
            self._found("keyword", problem, repaired=self._repair)
        if problems and self._repair:
            keeper.reset()
            while keeper.step():
                self._step("keyword", 0, 0)

    def _keyword_differences(self) -> list[str]:
        if self._keywords.rebuilding:
            return ["The keyword index is not complete yet: it is being rebuilt."]
        head, position = self._store.log.head, self._keywords.index.position
        if position != head:
            return [f"The keyword index covers event {position}; the log is at {head}."]
        keys, revisions = self._store.records.revisions()
        found, found_revisions = self._keywords.index.revisions()
        missing = len(np.setdiff1d(keys, found, assume_unique=True))
        extra = len(np.setdiff1d(found, keys, assume_unique=True))
        if missing or extra:
            return [f"The keyword index lacks {missing} records and has {extra} that are none."]
        texts = self._keywords.index.keys()
        if not np.array_equal(texts, keys):
            return ["The keyword index has other texts than there are records."]
        stale = int(np.count_nonzero(revisions != found_revisions))
        return [f"The keyword index has {stale} records in an older version."] if stale else []

    def _check_vectors(self) -> None:
        self._step("vector", 0, 0)
        problems = list(self._vectors.index.check())
        self._checked["vectors"] = len(self._vectors.index)
        if problems:
            if self._repair:
                self._vectors.reset(problems[0])
            for problem in problems:
                self._found("vector", problem, repaired=self._repair)
            return
        foreign = self._vectors.foreign()
        indexed, present = self._store.queue.indexed_keys(), self._vectors.index.keys()
        lost = len(np.setdiff1d(indexed, present, assume_unique=True))
        waiting = np.setdiff1d(present, indexed, assume_unique=True)
        unconfirmed = len(waiting) - len(self._vectors.incomplete(waiting))
        unqueued = len(self._store.queue.missing())
        beyond = int(np.count_nonzero(present > self._store.log.last))
        for count, what in (
            (lost, "records count as embedded but have no vector"),
            (len(foreign), "vectors belong to other texts than the memories have"),
            (unconfirmed - beyond - len(foreign), "vectors are stored but not confirmed"),
            (unqueued, "records are in no vector queue"),
        ):
            if count > 0:
                self._found("vector", f"{count} {what}.", repaired=self._repair)
        if beyond:
            self._found("vector", f"{beyond} vectors belong to events that the log does not have.")
        strange = self._strange_sample()
        if strange:
            self._found("vector", strange, repaired=self._repair)
        if self._repair:
            try:
                if strange:
                    self._vectors.reset(strange)
                else:
                    self._vectors.reconcile()
            except (OSError, KnownError) as error:
                self._found("vector", f"The vector index could not be mended: {error}")

    def _strange_sample(self) -> str:
        """Embed some texts again whose vectors an earlier program stored without saying of which text they are."""
        keys, digests = self._vectors.index.digests()
        unknown = keys[(digests == 0) & (keys >= 0) & (keys <= self._store.log.head)]
        if self._embed is None or not len(unknown):
            return ""
        chosen = unknown[:: max(1, len(unknown) // _SAMPLE)][:_SAMPLE]
        texts = self._store.records.texts(chosen.tolist())
        found, vectors = self._vectors.index.fetch(np.array(sorted(texts), dtype=np.int64))
        try:
            again = self._embed([texts[int(key)] for key in found])
        except (EmbeddingError, MemoryError):  # without the model there is nothing to compare with
            return ""
        alike = np.einsum("ij,ij->i", vectors, again) >= _SAME_TEXT * np.einsum("ij,ij->i", again, again)
        if alike.all():
            return ""
        return f"{np.count_nonzero(~alike)} of {len(alike)} vectors that were embedded again are of other texts."


def report_to_keep(report: VerifyReport) -> dict[str, Any]:
    """A report as JSON, to be shown again after a restart."""
    return {
        "ok": report.ok,
        "findings": [asdict(finding) for finding in report.findings[:_KEPT_FINDINGS]],
        "checked": dict(report.checked),
        "seconds": report.seconds,
    }


def remembered_report(kept: Any) -> VerifyReport | None:
    """The inverse of `report_to_keep`, of what the vault remembers of its last check."""
    report = (kept or {}).get("report")
    if not report:
        return None
    findings = tuple(Finding(**finding) for finding in report["findings"])
    return VerifyReport(report["ok"], findings, report["checked"], report["seconds"])
