"""What a reader yields, and the checks that all readers share.

`OpenFile.good` is the one gate out of every reader: a draft that passed it can be stored. Its content is not empty and
not too long, its numbers are in range, and everything else in it is JSON. So one strange item never stops an import.
"""

from __future__ import annotations

import codecs
import lzma
import math
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from memory_desktop.core.answers import Rejection
from memory_desktop.core.assemblies import SCHEMA_VERSION as ASSEMBLY_SCHEMA
from memory_desktop.core.carried import read_carried
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.canonical import canonical_text, encodable, parse_time, plain_label
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.core.outside import MOST_NUMBERS
from memory_desktop.core.schemas import kept_version

#: Stands for a byte that is not UTF-8, until the item it is in is judged; Unicode gives it no meaning of its own.
DAMAGED = "\ufdd0"
_DAMAGED_BYTES = DAMAGED.encode()
#: Who says what is imported of a conversation, unless others are asked for.
ROLES = ("user", "assistant")
_DEEPEST = 50
_LONGEST_PLACE = 300
# Seconds since 1970 reach the year 5138 before this; a greater number counts milliseconds.
_MILLISECONDS_FROM = 1e11
# What is left of a text when white space and what `canonical_text` drops are gone.
_VISIBLE = re.compile("[^\\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def _mark_damage(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return DAMAGED, error.end


#: How `bytes.decode` is told to put `DAMAGED` in place of such a byte.
DAMAGE_HANDLER = "memory_desktop.damaged"
codecs.register_error(DAMAGE_HANDLER, _mark_damage)


class TooLargeError(Exception):
    """Raised when an item or file exceeds a limit."""


class StoppedError(Exception):
    """The user has stopped the import; raised out of a reader by `OpenFile.check`."""


#: What reading a damaged or hostile file can raise.
UNREADABLE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError, ValueError, NotImplementedError,
    RuntimeError, TooLargeError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of what is read; no real export exceeds them.

    Attributes:
        content: characters of one memory. metadata: bytes, as JSON, of all else in one memory.
        element: bytes of one element of a JSON array. line: bytes of one line of JSONL. note: bytes of one note.
        row: characters of one row of a table.
        total: bytes unpacked in all. entries: files in a zip.
        ratio: bytes unpacked for each packed one, looked at after `ratio_from` bytes of an entry.
    """

    content: int = 1_000_000
    metadata: int = 1_000_000
    element: int = 256 << 20
    line: int = 64 << 20
    note: int = 32 << 20
    row: int = 4_000_000
    total: int = 20 << 30
    entries: int = 100_000
    ratio: int = 200
    ratio_from: int = 10 << 20


@dataclass(frozen=True, slots=True)
class Imported:
    """One good item: the draft, the file and the place in it that it came from, and the format it was read as.

    Attributes:
        ref: the id by which assemblies and labels of the same files name it, or "".
    """

    draft: Draft
    file: str
    place: str
    format: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class ImportedGroup:
    """An assembly as a file has it, checked; its members are named by the ids of that file's world."""

    body: Mapping[str, Any]
    file: str
    place: str
    format: str = ""


@dataclass(frozen=True, slots=True)
class ImportedLabel:
    """A labelled query: which memories it should find, by the ids of that file's world."""

    query: str
    ids: tuple[str, ...]
    file: str
    place: str
    format: str = ""


@dataclass(frozen=True, slots=True)
class ImportedVector:
    """The vector of a memory that is in the vault already, known by its id or by the id that its source gave it.

    Attributes:
        embedding: see `Draft.embedding`.
    """

    id: str
    embedding: Mapping[str, Any]
    file: str
    place: str
    format: str = ""


@dataclass(frozen=True, slots=True)
class ImportedCarried:
    """A record of `core.carried`, checked; it names memories by the ids of that file's world."""

    body: Mapping[str, Any]
    file: str
    place: str
    format: str = ""


Item = ImportedCarried | Imported | ImportedGroup | ImportedLabel | ImportedVector | Rejection


class BadItemError(Exception):
    """One item cannot be taken; the sentence says why."""


@dataclass(slots=True)
class OpenFile:
    """A file that a reader reads.

    Attributes:
        name: as shown to the user: "export.zip!conversations.json".
        inner: the name within its folder or zip, with forward slashes: what formats are told by.
        document: what a document is known by from one import to the next: the inner name, below its folder's name.
        skipped: where a reader counts what it passes over on purpose.
        modified: when the file was changed last, if that is known; UTC.
        roles: whose messages of a conversation are wanted, by name.
        path: the file itself; None of what stands in a zip.
        check: called within every loop over what was read; raises StoppedError when the import was stopped.
    """

    name: str
    inner: str
    stream: BinaryIO
    document: str = ""
    limits: Limits = field(default_factory=Limits)
    skipped: Counter[str] = field(default_factory=Counter)
    modified: datetime | None = None
    roles: Collection[str] = ROLES
    path: Path | None = None
    check: Callable[[], None] = lambda: None

    @property
    def base(self) -> str:
        """The file's own name, without folders."""
        return self.inner.rsplit("/", 1)[-1]

    def good(self, draft: Draft, place: str, ref: str = "") -> Item:
        """The draft, with where it came from; a rejection if it cannot be stored."""
        try:
            return Imported(storable(draft, self.limits), self.name, printable(place), ref=ref)
        except BadItemError as error:
            return self.bad(place, str(error))

    def vector(self, id: str, embedding: Mapping[str, Any], place: str) -> ImportedVector:
        """The vector of a memory that is there already, with where it came from."""
        return ImportedVector(id, embedding, self.name, printable(place))

    def bad(self, place: str, reason: str) -> Rejection:
        """A rejection, with where it came from."""
        return Rejection(self.name, printable(place), printable(reason))

    def odd(self, place: str, reason: str) -> Rejection:
        """A warning: nothing is refused."""
        return Rejection(self.name, printable(place), printable(reason), warning=True)


Reader = Iterator[Item]
_LARGEST = 1e30


def visible(text: str) -> bool:
    """Is there anything in it but white space and control characters?"""
    return _VISIBLE.search(text) is not None


def printable(text: str) -> str:
    """The text on one line of at most 300 characters, fit for any terminal, log or label."""
    text = text if len(text) <= _LONGEST_PLACE else text[:_LONGEST_PLACE] + "…"
    return text if text.isprintable() else "".join(char if char.isprintable() else " " for char in text)


def shown(value: Any) -> str:
    """A value as a message quotes it."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a very large number"
    return text if len(text) <= 60 else text[:60] + "…"


def storable(draft: Draft, limits: Limits) -> Draft:
    """The draft with all but its content as JSON has it. Raises BadItemError when it cannot be a memory."""
    content = draft.content
    if not visible(content):
        raise BadItemError("there is no content: the text is empty")
    if DAMAGED in content:
        raise BadItemError("the text is damaged: it is not valid UTF-8")
    if len(content) > limits.content and len(canonical_text(content)) > limits.content:
        raise BadItemError(f"the text has {len(content):,} characters; at most {limits.content:,} make a memory")
    for name in ("confidence", "trust", "quick_recal_score"):
        if not 0.0 <= getattr(draft, name) <= 1.0:
            raise BadItemError(f"“{name}” is {getattr(draft, name)}; it must be from 0 to 1")
    if not 0.0 <= draft.salience < math.inf:
        raise BadItemError(f"“salience” is {draft.salience}; it must be a number from 0 up")
    kind, source, tags = plain_label(draft.kind), plain_label(draft.source), tuple(map(plain_label, draft.tags))
    if (kind, source, tags) != (draft.kind, draft.source, draft.tags):
        draft = replace(draft, kind=kind, source=source, tags=tuple(tag for tag in tags if tag))
    data = _labels(draft)
    if data is None or _DAMAGED_BYTES in data:
        draft = replace(
            draft,
            kind=_as_json(draft.kind),
            tags=tuple(_as_json(tag) for tag in draft.tags),
            source=_as_json(draft.source),
            thread=_as_json(draft.thread),
            external_id=_as_json(draft.external_id),
            metadata=_as_json(dict(draft.metadata)),
            emotion=_as_json(dict(draft.emotion)),
            embedding=_as_json(dict(draft.embedding)),
            record=_as_json(dict(draft.record)),
        )
        data = _labels(draft)
    if data is None or len(data) > limits.metadata:
        raise BadItemError(f"what stands beside the text is larger than {limits.metadata:,} bytes")
    return draft


def _labels(draft: Draft) -> bytes | None:
    names = (draft.kind, draft.tags, draft.source, draft.thread, draft.external_id)
    labels = (*names, draft.metadata, draft.emotion, draft.record)
    try:
        # An event nests them deeper than a draft does, and the depth of JSON is limited: so some lists around.
        orjson.dumps(draft.embedding)
        return orjson.dumps([[[[[[[[labels]]]]]]]])
    except (TypeError, RecursionError):
        return None


def _as_json(value: Any, depth: int = 0) -> Any:
    """What JSON can hold of a value: no half characters, no numbers beyond 64 bits, names that are texts."""
    if isinstance(value, str):
        return encodable(value.replace(DAMAGED, "\ufffd"))
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        return float(value) if abs(value) < 1 << 1000 else None
    if depth >= _DEEPEST and isinstance(value, (dict, list, tuple)):
        return "…"
    if isinstance(value, dict):
        return {_as_json(str(name)): _as_json(one, depth + 1) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(one, depth + 1) for one in value]
    return value if value is None or isinstance(value, (bool, int, float)) else _as_json(str(value))


def text_of(value: Mapping[str, Any], name: str, default: str = "") -> str:
    """A text field; absent or null is the default. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return default
    if not isinstance(found, str):
        raise BadItemError(f"“{name}” must be a text")
    return found


def mapping_of(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object field; absent or null is empty. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise BadItemError(f"“{name}” must be an object")
    return found


def list_of(value: Mapping[str, Any], name: str) -> list[Any]:
    """A list field; absent or null is empty. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise BadItemError(f"“{name}” must be a list")
    return found


def texts_of(value: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A field that is a list of texts; absent or null is empty. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return ()
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadItemError(f"“{name}” must be a list of texts")
    return tuple(found)


def layer_of(text: str) -> Layer:
    """The layer with this name. Raises BadItemError when there is none."""
    if text not in set(Layer):
        raise BadItemError(f"the layer {shown(text)} is not known; it is one of {', '.join(Layer)}")
    return Layer(text)


def number_of(value: Mapping[str, Any], name: str, default: float) -> float:
    """A number field; absent or null is the default. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return default
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise BadItemError(f"“{name}” must be a number")
    try:
        return float(found)
    except OverflowError as error:
        raise BadItemError(f"“{name}” is too large a number") from error


def moment_of(found: Any, name: str) -> datetime | None:
    """A time given as ISO text, or as seconds or milliseconds since 1970; None for null. Raises BadItemError else."""
    if found is None or found == "":
        return None
    try:
        if isinstance(found, str):
            return parse_time(found)
        if isinstance(found, (int, float)) and not isinstance(found, bool):
            return datetime.fromtimestamp(found / 1000 if abs(found) >= _MILLISECONDS_FROM else found, UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise BadItemError(f"“{name}” is {shown(found)}, which is not a time") from error
    raise BadItemError(f"“{name}” must be a time")


def schema_of(value: Mapping[str, Any], name: str, own: str) -> str:
    """The schema version that a record keeps, `own` if it names none.

    Raises:
        BadItemError: a newer program wrote it, and its fields have another meaning here.
    """
    try:
        return kept_version(text_of(value, name) or own, own)
    except ValueError as error:
        raise BadItemError(f"“{name}”: {error}") from error


def checked_assembly(value: Mapping[str, Any], *without: str) -> dict[str, Any]:
    """An assembly as a file has it, without some of its fields. Raises BadItemError when it cannot be one."""
    if not text_of(value, "id") or not visible(text_of(value, "name")):
        raise BadItemError("an assembly needs an “id” and a “name”")
    if not texts_of(value, "memory_ids"):
        raise BadItemError("an assembly needs “memory_ids”")
    schema_of(value, "assembly_schema_version", ASSEMBLY_SCHEMA)
    for name in ("tags", "topics", "merged_from"):
        texts_of(value, name)
    for name in ("reason", "actor"):
        text_of(value, name)
    if not 0 <= number_of(value, "activation_count", 0) < 1 << 53:
        raise BadItemError("“activation_count” must be a number from 0 up")
    for name in ("created_at", "updated_at", "activated_at", "vector_index_updated_at"):
        moment_of(value.get(name), name)
    body: dict[str, Any] = _as_json({name: found for name, found in value.items() if name not in without})
    return body


def checked_record(value: Mapping[str, Any]) -> dict[str, Any] | None:
    """A record of `core.carried` as a file has it; None for one of a newer program. Raises BadItemError."""
    body: dict[str, Any] = _as_json(dict(value))
    try:
        return body if read_carried(body) is not None else None
    except InvalidCommandError as error:
        raise BadItemError(error.message.removesuffix(".")) from error


def embedding_of(found: Any, version: str) -> tuple[dict[str, Any], str]:
    """(a vector of this model as a draft takes it, or nothing; what is wrong with it)."""
    if found is None or found == []:
        return {}, ""
    if not isinstance(found, list) or len(found) > MOST_NUMBERS:
        return {}, "the “embedding” is not a list of numbers that a model gives"
    if not all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in found):
        return {}, "the “embedding” must hold numbers only"
    if not all(-_LARGEST < one < _LARGEST for one in found):
        return {}, "the “embedding” has a number that no vector has"
    return {"model_version": version, "values": found}, ""
