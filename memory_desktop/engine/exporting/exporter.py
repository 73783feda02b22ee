"""A vault's export: which memories, assemblies and labelled queries go to which format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path

from memory_desktop.core.answers import ExportReport
from memory_desktop.core.carried import Carried
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.exporting.entries import Folder, export_entries
from memory_desktop.engine.exporting.export import Beside, counted, export_memories
from memory_desktop.engine.exporting.markdown_notes import export_markdown
from memory_desktop.engine.exporting.parquet_file import export_parquet
from memory_desktop.engine.exporting.vectors import composites_of, with_vectors
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.store import Store

_PAGE = 500
_WHOLE = RecordFilter(statuses=("active", "superseded"))


class Exporter:
    """Exports one vault."""

    def __init__(
        self,
        name: str,
        store: Store,
        assemblies: Assemblies,
        lab: Lab,
        space: Callable[[], Space],
        carrying: Callable[[], Sequence[Carried]],
    ) -> None:
        self._name = name
        self._store = store
        self._assemblies = assemblies
        self._lab = lab
        self._space = space
        self._carrying = carrying

    def export(
        self,
        dest: Path,
        format: str,
        *,
        filter: RecordFilter | None,
        at: datetime,
        vectors: bool = False,
        overwrite: bool,
        progress: Callable[[int, int], None] | None,
        cancel: CancelToken | None,
    ) -> ExportReport:
        """Write the memories that fit, by default all but the forgotten; with a filter they come alone.

        Args:
            vectors: with their vectors, where the format has them only if they are wanted (Parquet).

        Raises:
            KnownError: the destination is there already, or cannot be written, or the format is not known.
            CancelledError: stopped.
        """
        wanted = filter or _WHOLE
        total = self._store.records.count(wanted)
        told = (lambda done: progress(done, total)) if progress else None
        memories = self._with_known_successors(self._store.records.iterate(wanted))
        head = self._store.log.head
        beside = self._beside() if filter is None else Beside()
        about = {"vault": self._name, "head": head, "exported_at": iso(at), "format_version": 1}
        if format == "markdown":
            return export_markdown(counted(memories, told, cancel), dest, beside, about, overwrite=overwrite)
        if format == "parquet":
            space = self._space() if vectors else None
            found = counted(memories, told, cancel)
            return export_parquet(
                with_vectors(found, space, cancel) if space is not None else ((one, None) for one in found),
                dest,
                beside,
                about,
                model_version=space.model_version if space is not None else None,
                overwrite=overwrite,
            )
        if format != "entries":
            return export_memories(
                memories,
                dest,
                format,
                vault_name=self._name,
                head=head,
                exported_at=at,
                besides=beside,
                overwrite=overwrite,
                progress=told,
                cancel=cancel,
            )
        space = self._space()
        states = self._assemblies.states()
        members = self._assemblies.members_of([state.assembly for state in states])
        groups = [(state, members[state.assembly.id]) for state in states]
        folder = Folder(
            with_vectors(memories, space, cancel),
            groups,
            composites_of(groups, self._store.composites, space),
            space.model_version,
            about,
            Beside(carried=beside.carried, labels=beside.labels),
        )
        return export_entries(folder, dest, overwrite=overwrite, progress=told, cancel=cancel)

    def _with_known_successors(self, memories: Iterable[Memory]) -> Iterator[Memory]:
        """The memories; a successor that was forgotten since is not named: no export has it."""
        for page in _pages(memories):
            named = self._store.records.by_ids([one.superseded_by for one in page if one.superseded_by])
            for one in page:
                known = named.get(one.superseded_by or "")
                lost = one.superseded_by is not None and (known is None or known.status is Status.TOMBSTONE)
                yield one.with_(superseded_by=None) if lost else one

    def _beside(self) -> Beside:
        states = self._assemblies.states()
        labels = self._lab.queries()
        queries = {one.query: one.ids for one in labels}
        return Beside(tuple(state.assembly for state in states), queries, tuple(self._carrying()))


def _pages(memories: Iterable[Memory]) -> Iterator[list[Memory]]:
    rest = iter(memories)
    while page := list(islice(rest, _PAGE)):
        yield page
