"""What a vault holds besides memories, assemblies and labels, as the records of an export (`core.carried`).

What belongs to a memory that was forgotten is left out with it: no export has such memories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from memory_desktop.core.carried import (
    Carried,
    CarriedFilling,
    CarriedPair,
    CarriedPractice,
    CarriedProtection,
    CarriedRating,
    CarriedRun,
    carried_board,
    carried_summary,
)
from memory_desktop.core.events.pairs import PAIR
from memory_desktop.core.events.protection import PROTECTION
from memory_desktop.core.events.runs import PRACTICE, RATING, Rating
from memory_desktop.core.events.summary import SUMMARY
from memory_desktop.core.events.working import BOARD
from memory_desktop.core.layers.procedure_runs import Practice
from memory_desktop.core.layers.working import Board, Item
from memory_desktop.core.memory.records import Status
from memory_desktop.engine.conversation.skills import Skills
from memory_desktop.engine.history.succession import pages, standing_keys
from memory_desktop.engine.layers.consolidation import Consolidation
from memory_desktop.engine.layers.procedures import Procedures
from memory_desktop.engine.writing.projections import Projections
from memory_desktop.store import Store

#: So many turns are named in one record.
_TURNS = 1_000


class Carrying:
    """See the module."""

    def __init__(
        self,
        store: Store,
        projections: Projections,
        procedures: Procedures,
        skills: Skills,
        consolidation: Consolidation,
    ) -> None:
        self._store = store
        self._projections = projections
        self._procedures = procedures
        self._skills = skills
        self._consolidation = consolidation

    def records(self) -> tuple[Carried, ...]:
        """All that there is."""
        parts: Sequence[Callable[[], Iterator[Carried]]] = (
            self._runs_and_ratings,
            self._practice,
            self._protection,
            self._pairs,
            self._boards,
            self._summaries,
            self._fillings,
        )
        return tuple(one for part in parts for one in part())

    def _runs_and_ratings(self) -> Iterator[Carried]:
        entries = {one.id: one.memory.id for one in self._procedures.list()}
        for run in reversed(self._procedures.runs()):
            if run.procedure in entries:
                yield CarriedRun(entry=entries[run.procedure], run=run)
        ratings: Mapping[str, Rating] = self._projections.now(RATING)
        for one in ratings.values():
            if one.procedure in entries:
                yield CarriedRating(entry=entries[one.procedure], user=one.user_id, rating=one.rating)

    def _practice(self) -> Iterator[Carried]:
        entries = {one.origin: one.id for one in self._skills.list()}
        practices: Mapping[str, Practice] = self._projections.now(PRACTICE)
        for id, one in practices.items():
            if one.skill in entries:
                yield CarriedPractice(
                    id=id,
                    entry=entries[one.skill],
                    memory=one.memory,
                    succeeded=one.succeeded,
                    at=one.at,
                    actor=one.actor,
                )

    def _protection(self) -> Iterator[Carried]:
        marks = {one.id: one.at for one in self._projections.now(PROTECTION).values()}
        keys = self._standing(marks)
        memories = {one.key: one.id for one in self._store.records.by_keys(sorted(set(keys.values())))}
        since = dict[str, Any]()
        for id, key in keys.items():
            since.setdefault(memories[key], marks[id])
        for memory, at in since.items():
            yield CarriedProtection(memory=memory, at=at)

    def _pairs(self) -> Iterator[Carried]:
        pairs: Sequence[frozenset[str]] = tuple(self._projections.now(PAIR).values())
        there = {
            one.id
            for page in pages(sorted({id for pair in pairs for id in pair}))
            for one in self._store.records.by_ids(page).values()
            if one.status is not Status.TOMBSTONE
        }
        for pair in pairs:
            if pair <= there:
                yield CarriedPair(ids=sorted(pair))

    def _boards(self) -> Iterator[Carried]:
        boards: Sequence[Board] = tuple(self._projections.now(BOARD).values())
        said = {one.id for board in boards for one in (*board.items, *board.awaiting) if one.message}
        there = self._standing(said)

        def kept(items: Sequence[Item]) -> tuple[Item, ...]:
            return tuple(one for one in items if not one.message or one.id in there)

        for board in boards:
            yield carried_board(replace(board, items=kept(board.items), awaiting=kept(board.awaiting)))

    def _summaries(self) -> Iterator[Carried]:
        for one in self._projections.now(SUMMARY).values():
            if not one.empty:
                yield carried_summary(one)

    def _fillings(self) -> Iterator[Carried]:
        users = {*self._store.messages.users(), *self._consolidation.users()}
        for user in sorted(users):
            decided = self._consolidation.decided(user)
            if decided.left_out or decided.patterns:
                yield CarriedFilling(user=user, left_out=decided.left_out, patterns=decided.patterns)
            for name, cycles in (("done", decided.done), ("given_up", decided.given_up)):
                for start in range(0, len(cycles), _TURNS):
                    yield CarriedFilling(user=user, **{name: self._first_messages(cycles[start : start + _TURNS])})

    def _first_messages(self, cycles: Sequence[str]) -> tuple[str, ...]:
        keys = [row.keys[0] for row in self._store.messages.by_ids(cycles)]
        return tuple(one.id for one in self._store.records.by_keys(sorted(keys)))

    def _standing(self, ids: Mapping[str, Any] | set[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for page in pages(sorted(ids)):
            found |= standing_keys(self._store.records, page)
        return found
