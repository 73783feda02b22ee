"""Bringing a vault of an earlier format to this program's, when it is opened.

| format | what is new in it |
|---|---|
| 1 | log, records, queue, vector index, keyword index |
| 2 | events of undo, gates, labels, settings, assemblies; snapshots; keyword index with texts and labels apart |
| 3 | merges that retire their sources only once the successor is indexed; a log of recalls |
| 4 | salted digests in the hash chain, so that texts can be purged; an anchor outside the database |

What an event says is never rewritten: every program folds all events of all earlier formats. Derived files that are
laid out differently now are thrown away. Format 4 seals the log anew, in one transaction that also adds a MIGRATION
event which names the old chain's head; then the snapshots name events by their new hashes; and last, `vault.json` says
the new format, so that an earlier program refuses the vault. A process killed in between leaves the old format
standing in `vault.json`, and the next opening finishes what is not done yet.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.events.event import EventType, NewEvent
from memory_desktop.core.ports import Entropy
from memory_desktop.durable import write_durably
from memory_desktop.engine.history.past import Progress, silent
from memory_desktop.engine.upkeep.earlier import keep_copy
from memory_desktop.engine.vault import FORMAT, VaultFolder, VaultInfo
from memory_desktop.own_files import read_regular, remove_index
from memory_desktop.store import Store
from memory_desktop.store.database import Database
from memory_desktop.store.reseal import OldChain, is_unsalted, old_hashes, reseal

_KEYWORDS_IN_TWO_PARTS = 2
_SALTED = 4


def upgrade(
    folder: VaultFolder, info: VaultInfo, now: datetime, entropy: Entropy, progress: Progress | None = None
) -> VaultInfo:
    """Take all steps from the vault's format to this program's, before anything is opened. The folder is locked.

    Raises:
        VaultDamagedError, VaultError: the log cannot be read, or the disk refuses; the vault has its old format.

    What is rewritten is copied before: see `engine.upkeep.earlier`.
    """
    if info.format == FORMAT:
        return info
    keep_copy(folder)
    if info.format < _KEYWORDS_IN_TWO_PARTS:
        remove_index(folder.keywords)
    if info.format < _SALTED and folder.database.exists():
        _salt(folder, info, now, entropy, progress or silent)
        _name_events_anew(folder)
    upgraded = replace(info, format=FORMAT)
    folder.write_info(upgraded)
    return upgraded


def _salt(folder: VaultFolder, info: VaultInfo, now: datetime, entropy: Entropy, progress: Progress) -> None:
    def note(old: OldChain) -> NewEvent:
        payload: dict[str, Any] = {"what": "format", "from": info.format, "to": FORMAT}
        payload |= {"old_head": old.head.hex(), "old_seq": old.seq}
        if old.bad is not None:
            payload["broken"] = {"event": old.bad[0], "problem": old.bad[1]}
        return NewEvent(EventType.MIGRATION, payload)

    database = Database(folder.database)
    try:
        if is_unsalted(database):
            reseal(database, entropy, note, now, progress)
    finally:
        database.close()


def _name_events_anew(folder: VaultFolder) -> None:
    """Snapshots name the event that they were made after by its hash: it has another one now."""
    described = {path: body for path in folder.snapshots.glob("*.json") if (body := _described(path)) is not None}
    if not described:
        return
    last = max(body["seq"] for body in described.values())
    store = Store(folder.database, log_only=True)
    try:
        events = itertools.chain.from_iterable(store.log.read(to=last))
        renamed = {seq: (old.hex(), store.log.hash_of(seq)) for seq, old in _wanted(events, described)}
    finally:
        store.close()
    for path, body in described.items():
        old, new = renamed.get(body["seq"], ("", ""))
        if body["event_hash"] == old:
            changed = {**body, "event_hash": new}
            write_durably(path, [orjson.dumps(changed, option=orjson.OPT_INDENT_2)])


def _wanted(events: Any, described: dict[Path, dict[str, Any]]) -> Any:
    seqs = {body["seq"] for body in described.values()}
    return [(seq, old) for seq, old in old_hashes(events) if seq in seqs]


def _described(path: Path) -> dict[str, Any] | None:
    """A snapshot's description; None when it cannot be read, which is for others to say."""
    try:
        body = orjson.loads(read_regular(path))
        return body if isinstance(body["seq"], int) and isinstance(body["event_hash"], str) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
