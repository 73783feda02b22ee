"""What agents did lately, for whoever watches: one entry for each call, in memory only.

The log of the vault holds what was written and what was recalled; this also holds refusals, errors and times.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memory_desktop.core.answers import RecallAnswer
from memory_desktop.core.wording import shortened

#: What is told of a call whose texts are not kept.
BARE = "Not kept after a purge"
_KEPT = 500
_SHORT = 200
#: Of what a call was given, kept: letters of a text, entries of a list or an object, and how deep they go.
_LETTERS, _ENTRIES, _DEPTH = 2_000, 20, 4


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an agent.

    Attributes:
        number: counts from 1 since the vault was opened.
        arguments, result: shortened, on one line; `result` is the error's text when it failed.
        given: the arguments by name, as they were given, but long texts and lists, which are cut.
        commands: seqs of the commands that it gave, for `engine.undo`.
        ids: the memories that it is about: recalled, written, read.
        answer: of a recall, with what explains each hit.
        ms: how long it took.
    """

    number: int
    at: datetime
    agent: str
    tool: str
    arguments: str
    result: str
    ms: float
    commands: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()
    answer: RecallAnswer | None = None
    error: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)


class CallFeed:
    """The newest calls, oldest first, and who wants to hear of each. Safe from many threads."""

    def __init__(self) -> None:
        self._calls: deque[Call] = deque(maxlen=_KEPT)
        self._lock = threading.Lock()
        self._number = 0
        self._purges = 0
        self._callbacks: list[Callable[[Call], None]] = []

    def __iter__(self) -> Any:
        with self._lock:
            return iter(list(self._calls))

    def __len__(self) -> int:
        return len(self._calls)

    def subscribe(self, callback: Callable[[Call], None]) -> Callable[[], None]:
        """Call back on each call, in the thread that served it; returns a function that unsubscribes."""
        with self._lock:
            self._callbacks = [*self._callbacks, callback]

        def unsubscribe() -> None:
            with self._lock:
                self._callbacks = [one for one in self._callbacks if one is not callback]

        return unsubscribe

    @property
    def purges(self) -> int:
        """How often texts were purged; for a call that begins now, see `add`."""
        return self._purges

    def forget_texts(self) -> None:
        """Something was purged: of the calls up to now, only who, what kind, when and how long are kept."""
        with self._lock:
            self._purges += 1
            self._calls = deque((_bare(call) for call in self._calls), maxlen=_KEPT)

    def add(self, purges: int | None = None, **fields: Any) -> Call:
        """Note one call; its number is given here. `purges`: as they were when it began; its texts are from then."""
        with self._lock:
            self._number += 1
            call = Call(number=self._number, **fields)
            call = call if purges in (None, self._purges) else _bare(call)
            self._calls.append(call)
            callbacks = self._callbacks
        for callback in callbacks:
            callback(call)
        return call


def _bare(call: Call) -> Call:
    return replace(call, arguments=BARE, result="", answer=None, given={})


def told(values: Mapping[str, Any]) -> str:
    """Arguments or a result on one line, shortened."""
    return shortened(", ".join(f"{name}: {_plain(value)}" for name, value in values.items() if _says(value)), _SHORT)


def _says(value: Any) -> bool:
    return value not in (None, "", [], {}, ())


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{len(value)}]" if len(value) > 3 else ", ".join(_plain(one) for one in value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_plain(one)}" for name, one in list(value.items())[:5]) + "}"
    return str(value)[: 2 * _SHORT]


def cut(value: Any, depth: int = _DEPTH) -> Any:
    """A value of JSON, small enough to be kept for a while: "…" stands for what is left out."""
    if isinstance(value, str):
        return value if len(value) <= _LETTERS else f"{value[:_LETTERS]}…"
    if not isinstance(value, (list, tuple, Mapping)):
        return value
    if not depth:
        return "…"
    if isinstance(value, Mapping):
        kept = {str(name)[:_SHORT]: cut(one, depth - 1) for name, one in list(value.items())[:_ENTRIES]}
        return kept | ({"…": f"{len(value) - _ENTRIES:,} more"} if len(value) > _ENTRIES else {})
    more = [f"… {len(value) - _ENTRIES:,} more"] if len(value) > _ENTRIES else []
    return [*(cut(one, depth - 1) for one in value[:_ENTRIES]), *more]
