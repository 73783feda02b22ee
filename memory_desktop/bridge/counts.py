"""Facets of filters, computed once after each change of the records and shared by all that show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject
from shiboken6 import isValid

from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.core.answers import ChangeSet, Facets
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.reader import Reader

_KEPT = 8
_Key = tuple[int, "Reader", RecordFilter]


class _Asker(NamedTuple):
    owner: QObject
    tell: Callable[[Facets], None]
    once: bool


class Counts(QObject):
    """What a vault has of each layer, kind, tag and so on; see the module. Lives in the GUI thread.

    Nothing is computed that nobody asks for: a view asks while it is visible, and again when it learns of a change.

    Attributes:
        computed: how many times facets were computed, for tests.
    """

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.computed = 0
        self._runner = runner
        self._generation = 0
        self._known: dict[_Key, Facets] = {}
        self._askers: dict[_Key, list[_Asker]] = {}

    def on_change(self, change: ChangeSet) -> None:
        """Forget what a change of the records made stale."""
        if change.records:
            self.forget()

    def forget(self) -> None:
        """Everything is to be counted again: other records, or another moment."""
        self._generation += 1
        self._known.clear()
        self._askers = {key: [one for one in asked if one.once] for key, asked in self._askers.items()}

    def facets(
        self,
        reader: Reader,
        which: RecordFilter,
        owner: QObject,
        done: Callable[[Facets], None],
        *,
        once: bool = False,
    ) -> None:
        """Call `done` with the facets of a filter: at once where they are known, else when they are computed.

        Args:
            once: the asker wants one answer, as a menu that is about to open does, even if something changes before it
                comes. Others ask again after a change, so that nobody answers what they asked before it.
        """
        key = self._generation, reader, which
        known = self._known.get(key)
        if known is not None:
            done(known)
            return
        askers = self._askers.setdefault(key, [])
        askers.append(_Asker(owner, done, once))
        if len(askers) == 1:
            self._compute(key)

    def _compute(self, key: _Key) -> None:
        self.computed += 1
        _, reader, which = key

        def work(_token: Token) -> Facets:
            return reader.facets(which)

        def done(facets: Facets) -> None:
            askers = self._askers.pop(key, [])
            if key[0] == self._generation:
                self._known[key] = facets
                while len(self._known) > _KEPT:
                    del self._known[next(iter(self._known))]
            for one in askers:
                if isValid(one.owner):
                    one.tell(facets)

        def failed(error: Exception) -> None:
            self._askers.pop(key, None)
            self._runner.error.emit(error)

        self._runner.query(self, work, done, failed=failed)
