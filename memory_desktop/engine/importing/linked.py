"""What names memories in imported files (assemblies, labelled queries) and which memories of the vault are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memory_desktop.core.errors import HeldBackError
from memory_desktop.core.events.labels import LabelQuery
from memory_desktop.core.memory.records import Status
from memory_desktop.core.memory.taking_over import ids_in, taken_id
from memory_desktop.engine.importing.entries import SOURCE
from memory_desktop.engine.importing.importer import Importer
from memory_desktop.engine.importing.items import ImportedLabel
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store.records import RecordStore


def meant(importer: Importer, records: RecordStore, vault_id: str) -> dict[str, str]:
    """By the id that a file uses: the memory that was taken over for it, or is here under it, or has its text."""
    ids = sorted(
        {id for group in importer.groups for id in group.body["memory_ids"]}
        | {id for label in importer.labels for id in label.ids}
        | {id for one in importer.carried for id in ids_in(one.body)}
    )
    taken = {id: taken_id(vault_id, id) for id in ids}
    here = records.by_ids([*taken.values(), *ids])
    found = {id: one for id in ids for one in (id, taken[id]) if one in here}
    found = {id: ext[0] for id, ext in records.by_external_ids(SOURCE, ids).items()} | found
    digests = {id: importer.texts[id] for id in ids if id not in found and id in importer.texts}
    known = records.known(set(digests.values())) if digests else {}
    by_text = {
        id: known[digest].id
        for id, digest in digests.items()
        if digest in known and known[digest].status is not Status.TOMBSTONE
    }
    return by_text | found


def label_queries(
    labels: Iterable[ImportedLabel], known: Mapping[str, str], lab: Lab, writer: Writer, command: int | None, actor: str
) -> None:
    """Add the files' labels to labelled queries, as part of the import's command."""
    wanted = [(" ".join(one.query.split()), [known[id] for id in one.ids if id in known]) for one in labels]
    wanted = [(query, ids) for query, ids in wanted if ids]
    if not wanted:
        return
    with writer.lock:
        before = {one.query: one.ids for one in lab.queries()}
        for asked, ids in wanted:
            try:
                query = lab.passed(asked, ids, actor=actor, initiator="import")
            except HeldBackError:
                continue  # it waits in Review
            was = before.get(query, ())
            now = before[query] = tuple(dict.fromkeys((*was, *ids)))
            writer.execute(LabelQuery(query, now), actor=actor, initiator="import", belongs_to=command)
