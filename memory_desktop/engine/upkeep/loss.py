"""Has the log lost events that other parts of the vault have seen, and how a person goes on without them.

Each file of a vault knows how far the log had come when it was written: the anchor, `vault.json`, the snapshots, the
records, the keyword index, the vector index. A log that is shorter than any of them, or has another event where one of
them names a hash, has lost events. Such a vault can be read. Nothing is written to it, and nothing is mended, until its
files are put back or a person accepts the loss: for a record whose event is missing may be all that is left of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from memory_desktop.core.errors import VaultDamagedError
from memory_desktop.core.loss import LossReport, Witness, loss_among
from memory_desktop.core.past import Snapshot
from memory_desktop.engine.upkeep.anchor import Anchor
from memory_desktop.engine.vault import VaultFolder, VaultInfo
from memory_desktop.store import Store


def missing_database(folder: VaultFolder, info: VaultInfo) -> bool:
    """Is the database of a vault gone that had one? Only `vault.json` is there when a vault was never finished."""
    if folder.database.exists():
        return False
    others = (folder.anchor, folder.keywords, folder.vectors, folder.snapshots, folder.wal)
    return info.seen is not None or any(path.exists() for path in others)


def part_with_wal(folder: VaultFolder, stamp: str) -> None:
    """Rename the write-ahead log of a missing database: it belongs to no other file."""
    if folder.wal.exists():
        folder.wal.replace(folder.wal.with_name(f"{folder.wal.name}.lost-{stamp}"))


def find_loss(
    store: Store,
    anchor: Anchor,
    info: VaultInfo,
    snapshots: Iterable[Snapshot],
    others: Iterable[Witness],
    *,
    database_missing: bool = False,
    vector_keys: Callable[[int], int] = lambda _seq: 0,
) -> LossReport | None:
    """Compare the log with all that has seen it; None when nothing is missing.

    Args:
        others: what the indexes have seen.
        vector_keys: how many vectors belong to memories made after an event.
    """
    last = store.log.last
    witnesses = [Witness("the anchor", mark.seq, mark.hash, mark.at) for mark in anchor.marks]
    if info.seen is not None:
        witnesses.append(Witness("vault.json", *info.seen))
    witnesses += [Witness(f"the snapshot “{one.name}”", one.seq, one.event_hash, one.created_at) for one in snapshots]
    witnesses += [*others, *_records(store)]
    accepted = store.log.accepted_losses()
    witnesses = [one for one in witnesses if not any(first <= one.position <= to for first, to in accepted)]
    named = sorted({one.position for one in witnesses if one.hash and one.position <= last})
    found = loss_among(witnesses, last=last, hash_of=store.log.hashes_of(named), database_missing=database_missing)
    if found is None:
        return None
    proven, lost_to, replaced, seeing = found
    times = [one.at for one in seeing if one.at is not None and one.position == lost_to]
    with suppress(VaultDamagedError):
        return LossReport(
            last=proven,
            lost_to=lost_to,
            since=store.log.moment(proven),
            until=max(times, default=None),
            replaced=replaced,
            database_missing=database_missing,
            witnesses=_told(seeing),
            records=store.records.count_beyond(proven),
            vectors=vector_keys(proven),
        )
    return LossReport(proven, lost_to, None, None, replaced, database_missing, _told(seeing))


def _records(store: Store) -> list[Witness]:
    try:
        records, queue = store.records.latest(), store.queue.latest()
    except VaultDamagedError:
        return []
    return [Witness("the records", records), Witness("the vector queue", queue)]


def _told(witnesses: Iterable[Witness]) -> tuple[Witness, ...]:
    """For each part, its witness with the highest position."""
    furthest: dict[str, Witness] = {}
    for one in witnesses:
        if one.name not in furthest or one.position > furthest[one.name].position:
            furthest[one.name] = one
    return tuple(sorted(furthest.values(), key=lambda one: (-one.position, one.name)))
