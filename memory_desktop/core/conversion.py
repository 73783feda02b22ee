"""Plain values, as JSON has them, to objects of a type, by msgspec.

msgspec notes what it finds out about a class when it meets it for the first time. Where two threads do so at once it
writes over its own notes, and the process ends with a segmentation fault (seen with 0.22.0). So a type is looked at by
one thread before any converts to it; all conversions to a type pass through here.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_lock = threading.Lock()
_known: set[object] = set()


def convert(value: Any, what: type[T]) -> T:
    """The object that a plain value describes. Raises msgspec.ValidationError: it does not fit the type."""
    _meet(what)
    return msgspec.convert(value, what)


def decode(raw: bytes | str, what: type[T]) -> T:
    """The same from JSON. Raises msgspec.ValidationError, and msgspec.DecodeError: it is no JSON."""
    _meet(what)
    return msgspec.json.decode(raw, type=what)


def _meet(what: object) -> None:
    if what in _known:
        return
    with _lock:
        if what not in _known:
            msgspec.json.Decoder(what)  # looks at the type and at all that it is made of
            _known.add(what)
