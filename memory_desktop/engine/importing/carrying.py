"""Takes over what an export holds besides memories, assemblies and labels (`core.carried`), once those are there.

Everything is kept by a command that belongs to the import, so one undo takes it back. What the vault has already stays
as it is: a second import of the same files changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from memory_desktop.core.answers import Rejection
from memory_desktop.core.carried import (
    Carried,
    CarriedBoard,
    CarriedFilling,
    CarriedItem,
    CarriedPair,
    CarriedPractice,
    CarriedProtection,
    CarriedRating,
    CarriedRun,
    CarriedSummary,
    board_of,
    read_carried,
    summary_of,
)
from memory_desktop.core.conversation.skills import SKILL_KIND, skill_of
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.family import Command
from memory_desktop.core.events.pairs import PAIR, KeepBoth, pair_id
from memory_desktop.core.events.protection import CarryProtection
from memory_desktop.core.events.runs import PRACTICE, RUN, CarryPractice, CarryRatings, CarryRuns, Rating
from memory_desktop.core.events.summary import SUMMARY, CarrySummary, summary_id
from memory_desktop.core.events.working import CarryBoard
from memory_desktop.core.layers.payload import payload_of
from memory_desktop.core.layers.procedure_runs import Practice, Run
from memory_desktop.core.layers.procedures import Procedure
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.memory.taking_over import ids_in, taken_id, translated
from memory_desktop.engine.history.succession import pages
from memory_desktop.engine.importing.items import ImportedCarried
from memory_desktop.engine.layers.consolidation import Consolidation, Decided
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_AT_ONCE = 500
#: What is about conversations as a whole.
_OF_CONVERSATIONS = (CarriedBoard.name, CarriedSummary.name, CarriedFilling.name)
_Record = TypeVar("_Record", bound=Carried)
# The texts of records stand under these names; all else are ids, names of things, numbers and times.
_TEXTS = frozenset("note text values fields lists identity latest retention".split())


class CarriedIntake:
    """See the module."""

    def __init__(
        self, vault_id: str, store: Store, writer: Writer, gates: Gatekeeper, consolidation: Consolidation
    ) -> None:
        self._vault_id = vault_id
        self._store = store
        self._writer = writer
        self._gates = gates
        self._consolidation = consolidation

    def take_in(
        self, given: Sequence[ImportedCarried], known: Mapping[str, str], command: int, *, actor: str, whole: bool
    ) -> list[Rejection]:
        """Keep the records of an import as a part of its command; what could not be kept, and why.

        Args:
            known: ids of memories of this vault by the ids that the files use. whole: all conversations, roles and
                times of the files were wanted; else what is about conversations as a whole is left out.
        """
        wanted = [one for one in given if whole or one.body["record"] not in _OF_CONVERSATIONS]
        if not wanted:
            return []
        with self._writer.lock:
            there = self._there(wanted, known)
            return _Taking(self._vault_id, self._writer, self._gates, self._consolidation, self._store, there).all(
                wanted, command, actor
            )

    def _there(self, given: Iterable[ImportedCarried], known: Mapping[str, str]) -> dict[str, Memory]:
        """By the id that the files use, the memory of this vault that is meant. Of one that came back under another id
        the files name the first, which no export has: then it is the last of its line."""
        ids = list(dict.fromkeys(id for one in given for id in ids_in(one.body)))
        found: dict[str, Memory] = {}
        for page in pages(ids):
            taken = {id: known.get(id) or taken_id(self._vault_id, id) for id in page}
            here = self._store.records.by_ids([*taken.values(), *page])
            found |= {id: here[one] for id, other in taken.items() for one in (id, other) if one in here}
            rest = {one: id for id, other in taken.items() if id not in found for one in (id, other)}
            lines = self._store.records.of_lines(list(rest)) if rest else {}
            found |= {rest[line]: memories[-1] for line, memories in lines.items()}
        return found


class _Taking:
    """The records of one import on their way into the vault. `there`: see `CarriedIntake`."""

    def __init__(
        self,
        vault_id: str,
        writer: Writer,
        gates: Gatekeeper,
        consolidation: Consolidation,
        store: Store,
        there: Mapping[str, Memory],
    ) -> None:
        self._vault_id = vault_id
        self._writer = writer
        self._gates = gates
        self._consolidation = consolidation
        self._store = store
        self._there = there
        self._refused: list[Rejection] = []
        self._command = 0
        self._actor = ""

    def all(self, given: Sequence[ImportedCarried], command: int, actor: str) -> list[Rejection]:
        """Keep them; what could not be kept."""
        self._command, self._actor = command, actor
        read = [(one, said) for one in given if (said := read_carried(self._passed(one.body))) is not None]
        self._many(read, CarriedRun, self._run, lambda made: CarryRuns(tuple(made)))
        self._many(read, CarriedRating, self._rating, lambda made: CarryRatings(tuple(made)))
        self._many(read, CarriedPractice, self._practice, lambda made: CarryPractice(tuple(made)))
        self._many(read, CarriedProtection, self._protection, lambda made: CarryProtection(tuple(made)))
        self._many(read, CarriedPair, self._pair, lambda made: KeepBoth(tuple(made)))
        for one, said in read:
            match said:
                case CarriedBoard():
                    self._board(said)
                case CarriedSummary():
                    self._summary(one, said)
        self._fillings([said for _, said in read if isinstance(said, CarriedFilling)])
        return self._refused

    # --- of memories --------------------------------------------------------------------------------------------------

    def _many(
        self,
        read: Sequence[tuple[ImportedCarried, Carried]],
        what: type[_Record],
        made: Callable[[_Record], Any],
        command: Callable[[Sequence[Any]], Command],
    ) -> None:
        """Keep the records of a class, many at once. `made`: None for one that is here; an InvalidCommandError of it
        refuses the record."""
        wanted: list[Any] = []
        for one, said in read:
            if not isinstance(said, what):
                continue
            try:
                found = made(said)
            except InvalidCommandError as error:
                self._refused.append(Rejection(one.file, one.place, error.message))
            else:
                wanted += [found] if found is not None else []
        for start in range(0, len(wanted), _AT_ONCE):
            self._do(command(wanted[start : start + _AT_ONCE]))

    def _run(self, said: CarriedRun) -> Run | None:
        run, here = said.run, self._writer.projections.now(RUN)
        id = taken_id(self._vault_id, run.id, RUN)
        if run.id in here or id in here:
            return None
        procedure, entry = self._procedure(said.entry)
        version = self._there.get(run.memory)
        memory = version if version is not None and payload_of(version, Procedure) is not None else entry
        return msgspec.structs.replace(run, id=id, procedure=procedure, memory=memory.id)

    def _rating(self, said: CarriedRating) -> Rating:
        procedure, _ = self._procedure(said.entry)
        return Rating(procedure, said.user, said.rating)

    def _practice(self, said: CarriedPractice) -> tuple[str, Practice] | None:
        here = self._writer.projections.now(PRACTICE)
        id = taken_id(self._vault_id, said.id, PRACTICE)
        if said.id in here or id in here:
            return None
        entry = self._memory(said.entry, "its skill")
        if entry.kind != SKILL_KIND:
            raise InvalidCommandError("it is about a memory that is no skill")
        version = self._there.get(said.memory) or entry
        skill = skill_of(entry).origin
        return id, Practice(skill=skill, memory=version.id, succeeded=said.succeeded, at=said.at, actor=said.actor)

    def _protection(self, said: CarriedProtection) -> tuple[str, Any] | None:
        memory = self._memory(said.memory, "the memory that is protected")
        return (memory.id, said.at) if memory.status is not Status.TOMBSTONE else None

    def _pair(self, said: CarriedPair) -> tuple[str, str] | None:
        one, other = (self._memory(id, "a memory of the pair") for id in said.ids)
        known = one.id == other.id or pair_id((one.id, other.id)) in self._writer.projections.now(PAIR)
        return None if known else (one.id, other.id)

    def _procedure(self, id: str) -> tuple[str, Memory]:
        """(what names a procedure for good, the memory that holds it)."""
        memory = self._memory(id, "its procedure")
        said = payload_of(memory, Procedure)
        if said is None:
            raise InvalidCommandError("it is about a memory that holds no procedure")
        return said.origin or memory.line, memory

    def _memory(self, id: str, what: str) -> Memory:
        found = self._there.get(id)
        if found is None:
            raise InvalidCommandError(f"{what} is not in this vault")
        return found

    # --- of conversations ---------------------------------------------------------------------------------------------

    def _board(self, said: CarriedBoard) -> None:
        """Without the messages that are forgotten here; nothing where these are all that it has."""
        items, awaiting = (tuple(filter(self._is_here, items)) for items in (said.items, said.awaiting))
        if said.items and not (items or awaiting):
            return
        board = board_of(self._translated(msgspec.structs.replace(said, items=items, awaiting=awaiting)))
        self._do(CarryBoard(said.user, said.thread, board, self._command))

    def _is_here(self, item: CarriedItem) -> bool:
        memory = self._there.get(item.id)
        return not item.message or (memory is not None and memory.status is not Status.TOMBSTONE)

    def _summary(self, one: ImportedCarried, said: CarriedSummary) -> None:
        summary = summary_of(said)
        here = self._writer.projections.now(SUMMARY).get(summary_id(said.user))
        if here is None or here.empty:
            self._do(CarrySummary(summary))
        elif (here.held, here.retention) != (summary.held, summary.retention):
            whose = f" of {said.user}" if said.user else ""
            reason = f"the summary{whose}, and what is kept of the conversations, stay as they are in this vault"
            self._refused.append(Rejection(one.file, one.place, reason, warning=True))

    def _fillings(self, given: Sequence[CarriedFilling]) -> None:
        """Several records of a user add up."""
        for user in dict.fromkeys(one.user for one in given):
            mine = [one for one in given if one.user == user]
            decided = Decided(
                tuple(dict.fromkeys(key for one in mine for key in one.left_out)),
                tuple(self._line(id) for one in mine for id in one.patterns),
                self._turns(id for one in mine for id in one.done),
                self._turns(id for one in mine for id in one.given_up),
            )
            self._consolidation.keep_to(user, decided, self._command, actor=self._actor, initiator="import")

    def _turns(self, ids: Iterable[str]) -> tuple[str, ...]:
        keys = [self._there[id].key for id in ids if id in self._there]
        return tuple(dict.fromkeys(self._store.messages.cycles_of(keys).values()))

    # --- parts --------------------------------------------------------------------------------------------------------

    def _do(self, command: Command) -> None:
        self._writer.execute(command, actor=self._actor, initiator="import", belongs_to=self._command)

    def _line(self, id: str) -> str:
        found = self._there.get(id)
        return found.line if found is not None else taken_id(self._vault_id, id)

    def _translated(self, said: CarriedBoard) -> CarriedBoard:
        """The same with the ids of this vault: messages on a board are named by their lines."""
        made = read_carried(translated(said.to_json(), self._line))
        assert isinstance(made, CarriedBoard)
        return made

    def _passed(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A record whose texts are as the gates let them pass."""
        return {name: self._gated(value, name in _TEXTS) for name, value in body.items()}

    def _gated(self, value: Any, text: bool) -> Any:
        if isinstance(value, str):
            return self._gates.words_of_event(value) if text and value else value
        if isinstance(value, Mapping):
            return {name: self._gated(each, text or name in _TEXTS) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._gated(each, text) for each in value]
        return value
