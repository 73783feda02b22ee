"""Imports and exports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from memory_desktop.core.answers import (
    ExportReport,
    ImportProgress,
    ImportReport,
)
from memory_desktop.core.ports import (
    CancelToken,
    Clock,
)
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.given import GivenVectors
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.sync import VectorSync
from memory_desktop.engine.exporting.exporter import Exporter
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.importing import ImportSource
from memory_desktop.engine.importing.importer import Importer, OnConflict
from memory_desktop.engine.importing.linked import label_queries, meant
from memory_desktop.engine.life import Life
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.writing.eviction import Eviction
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


class Transfer:
    """Brings files in and writes them out."""

    def __init__(
        self,
        name: str,
        vault_id: str,
        store: Store,
        writer: Writer,
        models: ModelInUse,
        gates: Gatekeeper,
        eviction: Eviction,
        snapshots: Snapshots,
        assemblies: Assemblies,
        lab: Lab,
        sync: VectorSync,
        clock: Clock,
        life: Life,
    ) -> None:
        self._name = name
        self._vault_id = vault_id
        self._store = store
        self._writer = writer
        self._models = models
        self.gates = gates
        self.eviction = eviction
        self.snapshots = snapshots
        self.assemblies = assemblies
        self.lab = lab
        self._sync = sync
        self._clock = clock
        self._life = life

    def import_path(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        format: str | None = None,
        dry_run: bool = False,
        on_conflict: OnConflict = "supersede",
        progress: Callable[[ImportProgress], None] | None = None,
        cancel: CancelToken | None = None,
        actor: str = "user",
    ) -> ImportReport:
        """Bring files or folders in, or, as a dry run, say what that would do. Bad items are in the report.

        Raises:
            ImportSourceError: a path is not there or cannot be read at all.
        """
        self._life.check()
        wanted = [Path(paths)] if isinstance(paths, (str, Path)) else [Path(path) for path in paths]
        if not dry_run:
            self.snapshots.before("import")
        importer = Importer(
            self._store.records,
            self._writer,
            self.gates,
            ImportSource(wanted, format=format),
            dry_run=dry_run,
            on_conflict=on_conflict,
            actor=actor,
            progress=progress,
            cancel=self._life.until(cancel),
            vault_id=self._vault_id,
            given=GivenVectors(self._store, self._models.space, self._sync, self._clock),
        )
        report = importer.run(wanted)
        known = meant(importer, self._store.records, self._vault_id)
        made, refused = self.assemblies.take_in(importer.groups, known, report.command, actor=actor, dry_run=dry_run)
        if not dry_run:
            label_queries(importer.labels, known, self.lab, self._writer, report.command, actor)
        if not dry_run:
            self.eviction.run()
        rejections = (*report.rejections, *refused)
        rejected = report.rejected + len(refused)
        return replace(report, assemblies=made, rejections=rejections, rejected=rejected)

    def export(
        self,
        dest: str | Path,
        format: str = "jsonl",
        *,
        filter: RecordFilter | None = None,
        overwrite: bool = False,
        progress: Callable[[int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> ExportReport:
        """Write the memories that fit to a file or folder; by default all but the forgotten, with all assemblies.

        Raises:
            KnownError: the destination is there already, or cannot be written, or the format is not known.
        """
        self._life.check()
        exporter = Exporter(self._name, self._store, self.assemblies, self.lab, self._models.space)
        return exporter.export(
            Path(dest),
            format,
            filter=filter,
            at=self._clock(),
            overwrite=overwrite,
            progress=progress,
            cancel=self._life.until(cancel),
        )
