"""Versions of the memory contract and of the schemas that it fixes, and how two versions compare.

A version is “major.minor”, with or without a leading v: the two seeds of the format write it differently, and both
forms are read everywhere. What the program writes has no v, because every vault so far has none, and an event's
version is covered by its hash.

A greater minor version adds fields: it is read, and fields that are not known here are kept. A greater major version
gives fields another meaning: it is refused, with the place where it was found. Events carry the records and the
assemblies, so a greater major version of either also raises that of the events.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

#: Version of the memory contract that this program keeps: the fields of a memory, the signatures of the kernel's
#: operations and the types of events. A greater major version needs a new format of the vault with its upgrade.
CONTRACT_VERSION = "1.7"

_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})")


class SchemaVersion(NamedTuple):
    """A version; two of them compare as numbers do."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


def version_of(text: str) -> SchemaVersion | None:
    """The version that a text such as “1.0” or “v1.0” names; None if it is none."""
    found = _VERSION.fullmatch(text)
    return SchemaVersion(int(found[1]), int(found[2])) if found else None


@lru_cache(maxsize=64)
def readable(text: str, own: str) -> bool:
    """Can what has this version be read by a program that writes the version `own`?"""
    found, known = version_of(text), version_of(own)
    return found is not None and known is not None and found.major <= known.major


def kept_version(text: str, own: str) -> str:
    """The version that a record which is taken over has from now on: a newer minor stays, all others are `own`.

    Raises:
        ValueError: the version cannot be read here; the text says why.
    """
    found, known = version_of(text), version_of(own)
    if found is None or known is None:
        raise ValueError(f"“{text[:20]}” is not a schema version such as 1.0 or v1.0")
    if found.major > known.major:
        raise ValueError(f"its schema version is {found}; this program reads versions up to {known.major}.x")
    return str(max(found, known))
