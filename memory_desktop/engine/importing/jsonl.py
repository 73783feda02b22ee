"""Our own JSONL: `{"id"?, "content", "layer"?, "kind"?, "tags"?, "created_at"?, "source"?, "metadata"?}` a line.

A line of our export has every field of a memory: it is taken over as it was (see `core.memory.taking_over`), known by
its id. Behind the memories come assemblies, labelled queries and the records of `core.carried` (runs, ratings,
practice, protection, pairs that differ, boards, summaries, decisions about filling the layers), marked by a field
`record`.

Of any other line, the fields that a draft can carry are taken, and what else it holds survives in the metadata. A
record that names no source has the file's name as its source: an id means the same thing only within one source.

A field `embedding` with a list of numbers is the vector of the text; `model_version` beside it says which model made
it. A line with `id` and `embedding` and no content brings the vector of a memory that the vault has already.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from memory_desktop.core.carried import KINDS, is_carried
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.records import GENERATED_FROM, SCHEMA_VERSION, Draft, Layer, Status, generated_from
from memory_desktop.engine.importing.items import (
    BadItemError,
    ImportedCarried,
    ImportedGroup,
    ImportedLabel,
    Item,
    OpenFile,
    checked_assembly,
    checked_record,
    embedding_of,
    layer_of,
    mapping_of,
    moment_of,
    number_of,
    schema_of,
    shown,
    text_of,
    texts_of,
    visible,
)
from memory_desktop.engine.importing.lines import objects

_KNOWN = frozenset(
    "id content layer kind tags created_at source metadata thread emotion confidence trust salience synthetic"
    " external_id quick_recal_score".split()
)
#: A record that has all of these is of our export.
MARKS = frozenset({"key", "content_hash", "schema_version"})
# A line that has all of these is a memory of the contract, by whatever program: its version says how to read it.
_CONTRACT_MARKS = frozenset({"schema_version", "lineage", "salience"})
# Fields of such a line that its draft carries, and those that this vault gives anew.
_CARRIED = _KNOWN - {"id"} | frozenset("key content_hash revision schema_version entity".split())
#: What a memory is besides what a draft carries, where an export need not say it.
RECORD_DEFAULTS: Mapping[str, Any] = {
    "status": Status.ACTIVE,
    "superseded_by": None,
    "lineage": (),
    "origin": "",
    "pii": (),
    "weight": 1.0,
    "recalled_at": None,
    "recall_count": 0,
    "schema_version": SCHEMA_VERSION,
    "extra": {},
}
_STATUSES = (Status.ACTIVE, Status.SUPERSEDED)
#: What a line without a content is: the value of its field `record`.
ASSEMBLY, LABEL = "assembly", "label"
_BESIDE = re.compile(rb'"record"\s*:\s*"(?:%b)"' % "|".join((ASSEMBLY, LABEL, *KINDS)).encode())


def sniff(name: str, head: bytes) -> bool:
    """Is it this format's file?"""
    right_name = PurePosixPath(name).suffix in (".jsonl", ".ndjson")
    ours = b'"content"' in head or b'"embedding"' in head
    return right_name and (ours or _BESIDE.search(head) is not None)


def read(file: OpenFile) -> Iterator[Item]:
    """One draft a line."""

    def take(value: Mapping[str, Any], place: str) -> Iterator[Item]:
        if is_carried(value):
            if (body := checked_record(value)) is not None:
                yield ImportedCarried(body, file.name, place)
            else:
                file.skipped["record of a newer program"] += 1
        elif value.get("status") == "tombstone":
            file.skipped["tombstone"] += 1
        elif value.get("record") == ASSEMBLY and "content" not in value:
            yield ImportedGroup(checked_assembly(value, "record"), file.name, place)
        elif value.get("record") == LABEL and "content" not in value:
            if not visible(text_of(value, "query")):
                raise BadItemError("a labelled query needs some words")
            yield ImportedLabel(text_of(value, "query"), texts_of(value, "ids"), file.name, place)
        elif not isinstance(value.get("embedding"), list):
            yield from text(value, {}, place)
        else:
            rest = {name: found for name, found in value.items() if name not in ("embedding", "model_version")}
            version = value.get("model_version")
            found, problem = embedding_of(value["embedding"], version if isinstance(version, str) else "")
            if "content" not in value and "id" in value:
                if problem or not found:
                    raise BadItemError(problem or "there is no vector in it")
                yield file.vector(_id(value, "id"), found, place)
                return
            if problem:
                yield file.odd(f"{place} embedding", f"{problem}; the text is embedded anew")
            yield from text(rest, found, place)

    def text(value: Mapping[str, Any], embedding: Mapping[str, Any], place: str) -> Iterator[Item]:
        if value.keys() >= MARKS:
            yield file.good(replace(own(value), embedding=embedding), place, _id(value, "id"))
        else:
            if value.keys() >= _CONTRACT_MARKS:
                schema_of(value, "schema_version", SCHEMA_VERSION)
            draft = draft_of(value, default_source=file.base)
            yield file.good(replace(draft, embedding=embedding), place)

    return objects(file, take)


def own(value: Mapping[str, Any]) -> Draft:
    """The draft of a memory of our export, with all that it was."""
    if not _id(value, "id"):
        raise BadItemError("a memory of our export needs its “id”")
    draft = draft_of(value)
    metadata = mapping_of(value, "metadata")
    return replace(
        draft,
        external_id=_id(value, "external_id") or None,
        metadata=metadata,
        record=record_of(value, {name for name in value if name not in _CARRIED}, metadata),
    )


def record_of(value: Mapping[str, Any], names: Collection[str], metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What else a memory of ours was, from those of its fields; what nobody here knows is under `extra`.

    Raises:
        BadItemError: a field is not what it must be.
    """
    record: dict[str, Any] = {"id": _id(value, "id")}
    if (version := schema_of(value, "schema_version", SCHEMA_VERSION)) != SCHEMA_VERSION:
        record["schema_version"] = version
    if made_from := generated_from(metadata):
        record[GENERATED_FROM] = list(made_from)
    status = text_of(value, "status", Status.ACTIVE.value)
    if status not in _STATUSES:
        raise BadItemError(f"the status {shown(status)} is neither “active” nor “superseded”")
    texts: dict[str, Any] = {name: text_of(value, name) for name in ("superseded_by", "origin", "actor")}
    lists: dict[str, Any] = {name: list(texts_of(value, name)) for name in ("lineage", "pii")}
    times: dict[str, Any] = {}
    for name in ("updated_at", "recorded_at", "recalled_at"):
        time = moment_of(value.get(name), name)
        times[name] = iso(time) if time is not None else None
    weight, count = number_of(value, "weight", 1.0), number_of(value, "recall_count", 0)
    if not 0.0 < weight < math.inf:
        raise BadItemError(f"“weight” is {weight}; it must be more than 0")
    if not 0 <= count < 1 << 53:
        raise BadItemError(f"“recall_count” is {count}; it must be a number from 0 up")
    numbers: dict[str, Any] = {"weight": weight, "recall_count": int(count)}
    known = {"id", "status", "schema_version", *texts, *lists, *times, *numbers, "extra"}
    extra = {**mapping_of(value, "extra"), **{name: value[name] for name in names if name not in known}}
    record |= {name: found for name, found in {**texts, **lists, **times, **numbers, "extra": extra}.items() if found}
    return record | {"status": status}


def draft_of(value: Mapping[str, Any], *, default_source: str = "") -> Draft:
    """The draft that a record of texts, numbers and lists describes. Raises BadItemError naming the field."""
    content = value.get("content")
    if content is None:
        raise BadItemError("there is no content: the field “content” is missing")
    if not isinstance(content, str):
        raise BadItemError("“content” must be a text")
    layer = layer_of(text_of(value, "layer", Layer.SEMANTIC.value).strip().lower())
    synthetic = value.get("synthetic")
    if not isinstance(synthetic, bool | None):
        raise BadItemError("“synthetic” must be true or false")
    id = _id(value, "external_id") or _id(value, "id")
    return Draft(
        content=content,
        layer=layer,
        kind=text_of(value, "kind") or "general",
        tags=texts_of(value, "tags"),
        source=text_of(value, "source", default_source),
        thread=text_of(value, "thread"),
        external_id=id or None,
        metadata=_metadata(value, id),
        emotion=mapping_of(value, "emotion"),
        confidence=number_of(value, "confidence", 1.0),
        trust=number_of(value, "trust", 1.0),
        salience=number_of(value, "salience", 0.5),
        quick_recal_score=number_of(value, "quick_recal_score", 0.5),
        synthetic=bool(synthetic),
        created_at=moment_of(value.get("created_at"), "created_at"),
    )


def _id(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if isinstance(found, bool) or not isinstance(found, (str, int)):
        raise BadItemError(f"“{name}” must be a text")
    return str(found)


def _metadata(value: Mapping[str, Any], id: str) -> dict[str, Any]:
    metadata = dict(mapping_of(value, "metadata"))
    for name, found in value.items():
        if name in _KNOWN:
            continue
        # A field must not take the place of what the metadata says under the same name.
        metadata.setdefault(name if name not in metadata else f"field {name}", found)
    if id:
        metadata.setdefault("external_id", id)
    own_id = _id(value, "id")
    if own_id and own_id != id:
        metadata.setdefault("id", own_id)
    return metadata
