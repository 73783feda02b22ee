"""Records of an export, taken over by another vault as they were: status, lineage, counts, times and author.

A record gets an id that is made of the vault's id and of the id that it had. So whatever names it (a successor, a
lineage, an assembly, its metadata) is found again wherever it stands in the file, the same record is known at the next
import, and no file can choose an id. Given anew are the key and the revision, which tell of this vault's own log.

What else an export carries (`core.carried`) names memories by the same ids, and is translated by the same functions.

The metadata of layers names memories in many places: the first version of a concept, the messages that it was learned
from, what came before an emotion. So every text of the metadata that is an id of a memory and nothing else is
translated, wherever it stands. Only the fields in which an import notes what a file called a record stay as they are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from typing import Any

from memory_desktop.core.memory.canonical import parse_time
from memory_desktop.core.memory.records import GENERATED_FROM, Memory, Status

_TIMES = ("recalled_at", "updated_at", "recorded_at")
_FIELDS = frozenset(field.name for field in fields(Memory))
_ID = re.compile(r"mem_[0-9a-f]{16}")
# What a file called a record; no memory of a vault is meant by it.
_NAMES_IN_FILES = frozenset({"id", "external_id"})


def taken_id(vault_id: str, id: str, kind: str = "mem") -> str:
    """The id that a vault gives to a record, or to an item of another kind ("run" …), that had another id elsewhere."""
    return f"{kind}_{hashlib.sha256(f'{vault_id}:from:{id}'.encode()).hexdigest()[:16]}"


def named_ids(record: Mapping[str, Any], metadata: Mapping[str, Any], vault_id: str) -> list[str]:
    """Ids in this vault of all that a record and its metadata name, itself included: as they stand in the file, and as
    taken over."""
    named = [str(record["id"]), *map(str, record.get("lineage", ()))]
    named += [str(record[name]) for name in ("superseded_by", "origin") if record.get(name)]
    named += map(str, record.get(GENERATED_FROM, ()))
    named = list(dict.fromkeys((*named, *ids_in(_told(metadata)))))
    return [*named, *(taken_id(vault_id, id) for id in named)]


def _told(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata without what files called the record."""
    return {name: value for name, value in metadata.items() if name not in _NAMES_IN_FILES}


def ids_in(value: Any) -> Iterator[str]:
    """Every id of a memory that a value names, wherever it stands."""
    if isinstance(value, str):
        if _ID.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from ids_in(name)
            yield from ids_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from ids_in(each)


def translated(value: Any, here: Callable[[str], str]) -> Any:
    """The same with every id of a memory as `here` says that it is in this vault."""
    if isinstance(value, str):
        return here(value) if _ID.fullmatch(value) else value
    if isinstance(value, Mapping):
        return {translated(name, here): translated(each, here) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [translated(each, here) for each in value]
    return value


def taken_over(memory: Memory, record: Mapping[str, Any], vault_id: str, there: Collection[str]) -> Memory:
    """A new memory as the record says that it was.

    Args:
        memory: what the record's draft makes, with the text that the gates have let through.
        record: JSON, checked by the reader: `id`, and any of `status`, `superseded_by`, `lineage`, `origin`, `weight`,
            `pii`, `recall_count`, `recalled_at`, `updated_at`, `recorded_at`, `actor`, `schema_version`, `extra`,
            `generated_from`.
        there: ids of memories that this vault has. Ancestors that it does not have are left out of the lineage.
    """

    def here(id: str) -> str:
        return id if id in there else taken_id(vault_id, id)

    successor = record.get("superseded_by")
    ancestors = [one for id in record.get("lineage", ()) if (one := here(str(id))) in there]
    made_from = [here(str(id)) for id in record.get(GENERATED_FROM, ())]
    metadata = {**memory.metadata, **translated(_told(memory.metadata), here)}
    if made_from:
        metadata[GENERATED_FROM] = made_from
    memory = memory.with_(metadata=metadata)
    moments = {name: parse_time(record[name]) for name in _TIMES if record.get(name)}
    return memory.with_(
        id=taken_id(vault_id, str(record["id"])),
        status=Status(record.get("status", Status.ACTIVE)),
        superseded_by=here(str(successor)) if successor else None,
        lineage=tuple(sorted(ancestors) if len(ancestors) > 1 else ancestors),
        weight=float(record.get("weight", memory.weight)),
        pii=tuple(sorted({*memory.pii, *record.get("pii", ())})),
        recall_count=int(record.get("recall_count", 0)),
        origin=here(str(record.get("origin") or record["id"])),
        actor=str(record.get("actor") or memory.actor),
        schema_version=str(record.get("schema_version") or memory.schema_version),
        extra={name: value for name, value in record.get("extra", {}).items() if name not in _FIELDS},
        **moments,
    )
