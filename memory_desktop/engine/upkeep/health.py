"""The health of a vault: status, checks and repairs, lost events, receipts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memory_desktop.core.ages import freshness
from memory_desktop.core.answers import (
    ChangeSet,
    Segment,
    VaultStatus,
    VerifyReport,
)
from memory_desktop.core.index_summary import IndexSummary
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.ports import (
    CancelToken,
    Clock,
)
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.receipt import Receipt, ReceiptCheck, checked
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.sync import VectorSync
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.life import Life
from memory_desktop.engine.upkeep.earlier import copy_of
from memory_desktop.engine.upkeep.integrity import LAST_CHECK, Progress, Verifier, remembered_report, report_to_keep
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.upkeep.trust import Trust
from memory_desktop.engine.upkeep.ways_back import WaysBack
from memory_desktop.engine.vault import VaultFolder, VaultInfo, folder_size
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.own_files import remove_damaged
from memory_desktop.store import Store


class Health:
    """Reports a vault's status, verifies it, and repairs what is derived.

    Attributes:
        language: why the language model does not help, if it should.
    """

    def __init__(
        self,
        folder: VaultFolder,
        info: VaultInfo,
        store: Store,
        writer: Writer,
        keywords: KeywordKeeper,
        models: ModelInUse,
        trust: Trust,
        sync: VectorSync,
        snapshots: Snapshots,
        ways_back: WaysBack,
        summary: Callable[[], IndexSummary],
        subscribers: Subscribers,
        clock: Clock,
        life: Life,
    ) -> None:
        self._folder = folder
        self._info = info
        self._store = store
        self._writer = writer
        self._keywords = keywords
        self._models = models
        self._trust = trust
        self._sync = sync
        self._snapshots = snapshots
        self._ways_back = ways_back
        self._summary = summary
        self._subscribers = subscribers
        self._clock = clock
        self._life = life
        self.language: Callable[[], str] = str

    def status(self) -> VaultStatus:
        """A summary of the vault."""
        self._life.check()
        records, last = self._store.records, self._store.meta.get(LAST_CHECK)
        notes = (*self._keywords.notes, *self._models.vectors.notes)
        health = "rebuilding" if notes else (last or {}).get("health", "unchecked")
        if self._trust.loss is not None:
            notes, health = (self._trust.loss.text, self._trust.loss.known, *notes), "bad"
        memories_by_status = records.counts("status")
        disk = self.disk()
        return VaultStatus(
            path=str(self._folder.path),
            vault_id=self._info.vault_id,
            name=self._info.name,
            format_version=self._info.format,
            head=self._store.log.head,
            memories=memories_by_status,
            by_layer=records.counts("layer", RecordFilter()),
            sync=self._sync.status(),
            keyword_position=self._keywords.index.position,
            vector_segments=tuple(self._aged(one) for one in self._models.vectors.index.segments()),
            keyword_segment=self._aged(
                Segment(
                    "keywords",
                    "words",
                    sum(memories_by_status.values()),  # asking the index would make it commit
                    disk["keywords"],
                    verified_at=self._keywords.verified_at,
                )
            ),
            disk=disk,
            shown_to=self._store.log.head,
            last_event=self._store.log.last,
            last_check=parse_time(last["at"]) if last else None,
            loss=self._trust.loss,
            health=health,
            notes=notes,
            private=self._folder.private,
            index=self._summary(),
            ways_back=self._ways_back.offers(remembered_report(last)),
            language=self.language(),
        )

    def disk(self) -> dict[str, int]:
        """The bytes that each part of the vault takes."""
        self._life.check()
        folder = self._folder
        disk = {
            "database": folder_size(folder.database),
            "keywords": folder_size(folder.keywords),
            "vectors": folder_size(folder.vectors),
            "snapshots": folder_size(folder.snapshots),
        }
        if (earlier := copy_of(folder)) is not None:
            disk["copy of the earlier format"] = folder_size(earlier)
        if folder.archive.exists():
            disk["archived vectors"] = folder_size(folder.archive)
        damaged = {copy: folder_size(copy) for copy in folder.damaged()}
        if damaged:
            disk["vectors"] -= sum(taken for copy, taken in damaged.items() if copy.parent == folder.vectors)
            disk["damaged copies"] = sum(damaged.values())
        return disk

    def _aged(self, one: Segment) -> Segment:
        limit = self._writer.settings.number("index.verify_within") * 3_600
        return replace(one, freshness=freshness(one.verified_at, self._clock(), limit))

    def verify(
        self, *, repair: bool = False, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> VerifyReport:
        """Check log, records and indexes; with `repair` mend what is derived. Writes wait meanwhile, reads do not."""
        self._life.check()
        repair = repair and self._trust.loss is None
        if repair:
            self._snapshots.before("repair")
        with self._life.still():
            report = self._verifier(repair=repair, progress=progress, cancel=self._life.until(cancel)).run()
        health = "good" if report.ok else "bad"
        kept = {"at": iso(self._clock()), "health": health, "report": report_to_keep(report)}
        self._store.meta.set(LAST_CHECK, kept)
        repaired = any(finding.repaired for finding in report.findings)
        self._subscribers.publish(
            ChangeSet(head=self._store.log.head, records=repaired, many=repaired, queue=repaired, indexes=True)
        )
        return report

    def receipt(self) -> Receipt:
        """How far the log has come, to be kept elsewhere and compared later."""
        self._life.check()
        log = self._store.log
        return Receipt(self._info.vault_id, self._info.name, log.last, log.hash_of(log.last), self._clock())

    def compare_receipt(self, receipt: Receipt) -> ReceiptCheck:
        """Is this still the log that a receipt was made of: the same, grown from it, or another one?"""
        self._life.check()
        log = self._store.log
        return checked(receipt, self._info.vault_id, log.last, log.hash_of(receipt.position))

    def make_private(self) -> None:
        """Let nobody but their owner read the vault's files; for a vault that was made with other rights."""
        self._life.check()
        self._folder.make_private()
        self._subscribers.publish(ChangeSet(head=self._store.log.head, indexes=True))

    def remove_damaged(self) -> int:
        """Delete the copies of damaged indexes that were set aside, but no files of others; bytes freed."""
        self._life.check()
        freed = remove_damaged(self._folder.damaged())
        self._subscribers.publish(ChangeSet(head=self._store.log.head, indexes=True))
        return freed

    def last_report(self) -> VerifyReport | None:
        """What the last check found; None when there was none."""
        self._life.check()
        return remembered_report(self._store.meta.get(LAST_CHECK))

    def _verifier(self, *, repair: bool, progress: Progress | None, cancel: CancelToken | None) -> Verifier:
        return Verifier(
            self._store,
            self._writer,
            self._keywords,
            self._models.vectors,
            repair=repair,
            progress=progress,
            cancel=cancel,
            embed=self._models.space().embedder.embed,
            loss=self._trust.loss,
        )

    def problems_of_records(
        self, *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> tuple[str, ...]:
        """What is wrong with log and records, in sentences."""
        return self._verifier(repair=False, progress=progress, cancel=self._life.until(cancel)).records_only()
