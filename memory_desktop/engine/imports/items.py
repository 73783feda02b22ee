"""What a reader yields, and the small checks that all readers share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, BinaryIO

from memory_desktop.core.answers import Rejection
from memory_desktop.core.canonical import parse_time
from memory_desktop.core.records import Draft


@dataclass(frozen=True, slots=True)
class Imported:
    """One good item: the draft, the file and the place in it that it came from, and the format it was read as."""

    draft: Draft
    file: str
    place: str
    format: str = ""


Item = Imported | Rejection


class BadItemError(Exception):
    """One item cannot be taken; the sentence says why."""


@dataclass(slots=True)
class OpenFile:
    """A file that a reader reads.

    Attributes:
        name: as shown to the user: "export.zip!conversations.json".
        inner: the name within its folder or zip, with forward slashes: what formats are told by.
        skipped: where a reader counts what it passes over on purpose.
    """

    name: str
    inner: str
    stream: BinaryIO
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def base(self) -> str:
        """The file's own name, without folders."""
        return self.inner.rsplit("/", 1)[-1]

    def good(self, draft: Draft, place: str) -> Imported:
        """The draft, with where it came from."""
        return Imported(draft, self.name, place)

    def bad(self, place: str, reason: str) -> Rejection:
        """A rejection, with where it came from."""
        return Rejection(self.name, place, reason)


Reader = Iterator[Item]


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


def texts_of(value: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A field that is a list of texts; absent or null is empty. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return ()
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadItemError(f"“{name}” must be a list of texts")
    return tuple(found)


def number_of(value: Mapping[str, Any], name: str, default: float) -> float:
    """A number field; absent or null is the default. Raises BadItemError for anything else."""
    found = value.get(name)
    if found is None:
        return default
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise BadItemError(f"“{name}” must be a number")
    return float(found)


def moment_of(found: Any, name: str) -> datetime | None:
    """A time given as ISO text, or as seconds since 1970; None for null. Raises BadItemError for anything else."""
    if found is None or found == "":
        return None
    try:
        if isinstance(found, str):
            return parse_time(found)
        if isinstance(found, (int, float)) and not isinstance(found, bool):
            return datetime.fromtimestamp(found, UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise BadItemError(f"“{name}” is {found!r}, which is not a time") from error
    raise BadItemError(f"“{name}” must be a time")
