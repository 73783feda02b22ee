"""Bringing a vault of an earlier format to this program's, when it is opened (D5).

| format | what is new in it |
|---|---|
| 1 | log, records, queue, vector index, keyword index |
| 2 | events of undo, gates, labels, settings, assemblies; snapshots; keyword index with texts and labels apart |
| 3 | merges that retire their sources only once the successor is indexed; a log of recalls |

The log is never rewritten: every program folds all events of all earlier formats. A step therefore only throws away
derived files that are laid out differently now. Then a MIGRATION event says what happened, and `vault.json` the new
format, so that an earlier program refuses the vault instead of meeting events that it does not know. A process killed
in between leaves the old format standing, and the next opening does the same again.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace

import orjson

from memory_desktop.core.commands import Note
from memory_desktop.core.events.event import EventType, NewEvent
from memory_desktop.engine.vault import FORMAT, VaultFolder, VaultInfo
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


def upgrade_files(folder: VaultFolder, info: VaultInfo) -> None:
    """Before anything is opened: the steps from the vault's format to this program's. The folder is locked."""
    for format in range(info.format, FORMAT):
        _STEPS[format](folder)


def seal(folder: VaultFolder, info: VaultInfo, store: Store, writer: Writer) -> VaultInfo:
    """Once the log can be written: say in it, and in `vault.json`, which format the vault has now.

    Raises:
        VaultError: the disk refuses; the vault still has its old format.
    """
    if info.format == FORMAT:
        return info
    noted = [orjson.loads(event.payload) for event in store.log.of_types([EventType.MIGRATION])]
    if not any(one.get("what") == "format" and one.get("to") == FORMAT for one in noted):
        event = NewEvent(EventType.MIGRATION, {"what": "format", "from": info.format, "to": FORMAT})
        writer.execute(Note((event,)), actor="system")
    sealed = replace(info, format=FORMAT)
    folder.write_info(sealed)
    return sealed


def _keywords_in_two_parts(folder: VaultFolder) -> None:
    shutil.rmtree(folder.keywords, ignore_errors=True)


def _nothing(_folder: VaultFolder) -> None:
    """Only events are new."""


_STEPS: dict[int, Callable[[VaultFolder], None]] = {1: _keywords_in_two_parts, 2: _nothing}
