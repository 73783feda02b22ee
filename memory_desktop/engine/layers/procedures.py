"""Procedures: kept, found for a situation, run step by step, rated and improved; and the skills that are practised.

A procedure is a memory; its runs, ratings and what they come to are folded from events of their own. A run goes on with
the version that it began with, whatever becomes of the procedure meanwhile. Nothing of a procedure is run as code: the
program says what to do next, and takes reports of it (see `core.layers.procedure_runs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from memory_desktop.core.conversation.reach import reaches
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.runs import (
    PRACTICE,
    RATING,
    RUN,
    PractiseSkill,
    RateProcedure,
    Rating,
    ReportTask,
    StartRun,
    StopRun,
    Values,
)
from memory_desktop.core.layers.concepts import folded
from memory_desktop.core.layers.conditions import (
    Condition,
    Situation,
    Value,
    clean_values,
    is_known,
    unmet,
    value_words,
)
from memory_desktop.core.layers.payload import payload_of
from memory_desktop.core.layers.procedure_runs import (
    Ability,
    Performance,
    Practice,
    Run,
    RunState,
    Walk,
    ability,
    performance,
    walked,
)
from memory_desktop.core.layers.procedures import (
    Fit,
    Procedure,
    Refinement,
    asking_phrases,
    cleaned,
    fit,
    refined,
    same_name,
    text_of,
    version_of,
)
from memory_desktop.core.meanwhile import check_unchanged, check_version
from memory_desktop.core.memory.records import Status
from memory_desktop.core.ports import Clock
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.skills import Skills
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.layers.library import Entry, Library, Origin, undone
from memory_desktop.engine.layers.nearness import Nearness
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_LONGEST_NOTE, _MOST_VALUES = 2_000, 50
MADE, REFINED, KNOWN, REFUSED, HELD = "made", "refined", "known", "refused", "held"


@dataclass(frozen=True, slots=True)
class Card:
    """A procedure, and how it did. `runs`: all of it, the newest first."""

    entry: Entry[Procedure]
    performance: Performance
    runs: tuple[Run, ...]

    @property
    def unfinished(self) -> tuple[Run, ...]:
        """Its runs that go on or were stopped, newest first."""
        return tuple(one for one in self.runs if one.state is not RunState.FINISHED)

    @property
    def procedure(self) -> Procedure:
        """What it says."""
        return self.entry.payload


@dataclass(frozen=True, slots=True)
class Applicable:
    """A procedure that applies, why, and how it did."""

    entry: Entry[Procedure]
    fit: Fit
    performance: Performance


@dataclass(frozen=True, slots=True)
class Progress:
    """A run, the version that it runs, and where it is; no `walk` where that version was purged."""

    run: Run
    procedure: Procedure | None
    walk: Walk | None

    @property
    def lacking(self) -> tuple[Condition, ...]:
        """What the procedure requires and nothing that is known tells of, while the run goes on."""
        known = self.known
        return tuple(one for one in self._unmet if not is_known(one.key, known))

    @property
    def missed(self) -> tuple[tuple[Condition, str], ...]:
        """What the procedure requires and is known to be otherwise, while the run goes on; each with what is known."""
        known = self.known
        return tuple((one, value_words(known[one.key.strip()])) for one in self._unmet if is_known(one.key, known))

    @property
    def known(self) -> dict[str, Value]:
        """What is known by now, by key."""
        return dict(pair for told in (self.run.values, *(one.values for one in self.run.reports)) for pair in told)

    @property
    def _unmet(self) -> tuple[Condition, ...]:
        if self.procedure is None or self.run.outcome is not None:
            return ()
        return unmet(self.procedure.trigger_conditions.context_requirements, self.known)

    @property
    def lacking_words(self) -> str:
        """What lacks, as one says it."""
        return "; ".join(one.words for one in self.lacking)

    @property
    def missed_words(self) -> tuple[str, ...]:
        """What is otherwise than required, as one says it."""
        return tuple(f"{one.words} (it is {value})" for one, value in self.missed)


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of `learn_procedure`.

    `what`: "made", "refined", "known" (nothing new), "refused" (a person retired one of this name, and the program
    does not make it again by itself) or "held" (a gate holds it back). `change`: what a refinement added.
    """

    what: str
    entry: Entry[Procedure] | None = None
    change: str = ""


class Procedures:
    """See the module. Safe from many threads. Procedures are named by their id or their name."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        skills: Skills,
        space: Callable[[], Space],
        clock: Clock,
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._skills = skills
        self._clock = clock
        self._life = life
        self._library = Library(Procedure, text_of, store, writer, gates, life)
        self._nearness = Nearness(space)

    # --- the library ------------------------------------------------------------------------------------------------

    def list(self, user: str | None = None) -> tuple[Entry[Procedure], ...]:
        """The active ones by name, of everybody or of one user."""
        return tuple(sorted(self._library.all(user), key=lambda one: (one.payload.name.casefold(), one.id)))

    def get(self, name: str, user: str | None = None) -> Entry[Procedure]:
        """The active one with this id (see `Library.get`) or name.

        Raises:
            NotFoundError: there is none. InvalidCommandError: several users have one.
        """
        every = self.list(user)
        entry = self._library.of_id(name, every)
        if entry is not None:
            return entry
        found = [one for one in every if same_name(one.payload.name, name)]
        if len(found) > 1:
            raise InvalidCommandError(f"Several users have a procedure {name}.", hint="Say whose, or give its id.")
        if not found:
            raise NotFoundError(f"There is no procedure {name}.")
        return found[0]

    def create(self, procedure: Procedure, user: str = "", *, origin: Origin | None = None) -> Entry[Procedure] | None:
        """A new one; None where a gate holds it back.

        Raises:
            InvalidCommandError: a field does not fit, or the user has one of this name.
        """
        clean = cleaned(procedure)
        with self._writer.lock:
            self._free(clean.name, user)
            return self._library.create(clean, user=user, origin=origin)

    def edit(
        self,
        name: str,
        procedure: Procedure,
        user: str | None = None,
        *,
        why: str = "",
        seen: Mapping[str, Any] | None = None,
        version: str | None = None,
        origin: Origin | None = None,
    ) -> Entry[Procedure]:
        """Another version of one.

        Args:
            why: an improvement; it is listed among the refinements.
            seen: what fields said to whoever changes them: then these are changed, and the others stay.
            version: what `version_of` gave of what was read; None where nobody says it.

        Raises:
            NotFoundError: there is none. InvalidCommandError: as `create`. HeldBackError: a gate holds it back.
            ChangedMeanwhileError: it is not as it was seen any more.
        """
        with self._writer.lock:
            old = self.get(name, user)
            check_version(f"The procedure “{old.payload.name}”", version, version_of(old.payload))
            if seen is not None:
                given = {one: getattr(procedure, one) for one in seen}
                now = msgspec.structs.asdict(old.payload)
                check_unchanged(f"The procedure “{old.payload.name}”", given, seen, now)
                procedure = msgspec.structs.replace(old.payload, **given)
            clean = cleaned(procedure, old.payload)
            if not same_name(clean.name, old.payload.name):
                self._free(clean.name, old.user_id)
            if why.strip() and text_of(clean) != text_of(old.payload):
                clean = self._with_refinement(clean, "Edited", why, origin)
            return self._library.revise(old, clean, origin=origin)

    def retire(self, name: str, user: str | None = None, *, origin: Origin | None = None) -> Entry[Procedure]:
        """Let one apply no more; it stays in the history. Raises NotFoundError."""
        with self._writer.lock:
            old = self.get(name, user)
            self._library.retire([old.id], "procedure retired", origin=origin)
        return old

    def learn_procedure(
        self, pattern: Procedure, sources: Sequence[str], user: str = "", *, why: str = "", origin: Origin | None = None
    ) -> Learned:
        """Keep what memories show to be a way of doing something: a new procedure, or a refinement of the one with
        this name. They become its lineage.

        Raises:
            InvalidCommandError: no source, or a field does not fit. NotFoundError: a source is not there.
        """
        if not sources:
            raise InvalidCommandError("A procedure is learned from memories: name at least one.")
        there = self._store.records.by_ids(list(sources))
        missing = [id for id in sources if id not in there]
        if missing:
            raise NotFoundError(f"There is no memory with the id {missing[0]}.")
        origin = replace(origin or Origin(), sources=tuple(dict.fromkeys(sources)))
        clean = cleaned(pattern)
        with self._writer.lock:
            old = next((one for one in self.list(user) if same_name(one.payload.name, clean.name)), None)
            if old is None:
                if origin.actor == "system" and self._was_retired(clean.name, user):
                    return Learned(REFUSED)
                made = self._library.create(clean, user=user, origin=origin)
                return Learned(MADE if made is not None else HELD, made)
            whole, change = refined(old.payload, clean)
            if not change:
                return Learned(KNOWN, old)
            whole = self._with_refinement(cleaned(whole, old.payload), change, why, origin)
            return Learned(REFINED, self._library.revise(old, whole, origin=origin), change)

    def teaches(self, pattern: Procedure, user: str = "") -> str:
        """What `learn_procedure` would do with a pattern that the program found: as `Learned.what`."""
        clean = cleaned(pattern)
        old = next((one for one in self.list(user) if same_name(one.payload.name, clean.name)), None)
        if old is None:
            return REFUSED if self._was_retired(clean.name, user) else MADE
        return REFINED if refined(old.payload, clean)[1] else KNOWN

    # --- which one to use -------------------------------------------------------------------------------------------

    def find_applicable(
        self, situation: Situation, user: str | None = None, limit: int | None = None
    ) -> tuple[Applicable, ...]:
        """The procedures of a user (and the vault's own) that apply, best first: by how well they fit, then by how
        they did, then by name. Requests are compared by their words, and by meaning as those for skills are."""
        owner = self._writer.settings.text("gate.owner")
        every = [one for one in self.list() if user is None or reaches(one.memory, user, owner)]
        near = self._near(every, situation.request)
        found = []
        for one in every:
            how = fit(one.payload, situation, near.get(one.id))
            if how is not None:
                found.append(Applicable(one, how, self.performance(one.id)))
        found.sort(key=_rank)
        return tuple(found[:limit])

    def asked_for(self, request: str, user: str) -> tuple[tuple[str, str], ...]:
        """(id of the memory, text) of each procedure that a request by itself calls for, best first."""
        found = self.find_applicable(Situation(request), user)
        return tuple(
            (one.entry.memory.id, f"## {one.entry.payload.name}\n{one.entry.memory.content}")
            for one in found
            if one.fit.triggered
        )

    def _near(self, every: Sequence[Entry[Procedure]], request: str) -> Mapping[str, tuple[float, str]]:
        above = self._writer.settings.number("gate.skill_above")
        phrases = {one.id: asking_phrases(one.payload) for one in every}
        return {id: near for id, near in self._nearness.of(phrases, request).items() if near[0] >= above}

    # --- runs -------------------------------------------------------------------------------------------------------

    def cards(self, user: str | None = None) -> tuple[Card, ...]:
        """Every procedure with its runs."""
        runs: dict[str, list[Run]] = {}
        for one in self.runs():
            runs.setdefault(one.procedure, []).append(one)
        return tuple(
            Card(one, self._performance(one, runs.get(one.id, ())), tuple(runs.get(one.id, ())))
            for one in self.list(user)
        )

    def performance(self, name: str, user: str | None = None) -> Performance:
        """How a procedure did. Raises NotFoundError."""
        entry = self.get(name, user)
        return self._performance(entry, [one for one in self.runs() if one.procedure == entry.id])

    def runs(
        self, procedure: str | None = None, user: str | None = None, *, open_only: bool = False
    ) -> tuple[Run, ...]:
        """The runs, newest first: of a procedure (by its id), of a user, or those that are not finished."""
        self._life.check()
        found = [one for one in self._items(RUN).values() if isinstance(one, Run)]
        found.sort(key=lambda one: (one.started, one.id), reverse=True)
        return tuple(
            one
            for one in found
            if (procedure is None or one.procedure == procedure)
            and (user is None or one.user_id == user)
            and not (open_only and one.state is RunState.FINISHED)
        )

    def run(self, id: str) -> Progress:
        """A run and where it is. Raises NotFoundError."""
        self._life.check()
        found = self._items(RUN).get(id)
        if not isinstance(found, Run):
            raise NotFoundError(f"There is no run with the id {id}.")
        memory = self._store.records.by_ids([found.memory]).get(found.memory)
        procedure = payload_of(memory, Procedure) if memory is not None else None
        if procedure is None:
            return Progress(found, None, None)
        return Progress(found, procedure, walked(procedure, found.values, found.reports))

    def start(
        self,
        name: str,
        situation: Situation | None = None,
        user: str = "",
        *,
        actor: str = "user",
        initiator: str = "",
    ) -> Progress:
        """Begin a run of a procedure of a user, or of the vault's own. It ends at once if none of its steps applies.

        Raises:
            NotFoundError: there is no such procedure.
        """
        values = self._values((situation or Situation()).known)
        with self._writer.lock:
            entry = self.usable(name, user)
            command = StartRun(entry.id, entry.memory.id, user, actor, values)
            written = self._writer.execute(command, actor=actor, initiator=initiator)
        return self.run(written.events[0].item)

    def report(
        self,
        run: str,
        succeeded: bool,
        note: str = "",
        *,
        about: str = "",
        values: Mapping[str, Value] | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> Progress:
        """Say how the task went that a run asks for, and what is known since.

        Args:
            about: the task that is meant, so that nothing is reported on another; "" for the one of now.

        Raises:
            NotFoundError: there is no such run. InvalidCommandError: it asks for nothing, or for another task.
        """
        known = self._values(values or {})
        text = self._note(note)
        with self._writer.lock:
            memory = self.run(run).run.memory
            command = ReportTask(run, memory, succeeded, about, text, known)
            self._writer.execute(command, actor=actor, initiator=initiator)
            return self.run(run)

    def stop(self, run: str, note: str = "", *, actor: str = "user", initiator: str = "") -> Progress:
        """Let a run rest; it counts nothing until it is finished. Raises NotFoundError, InvalidCommandError."""
        self._writer.execute(StopRun(run, note=self._note(note)), actor=actor, initiator=initiator)
        return self.run(run)

    def resume(self, run: str, *, actor: str = "user", initiator: str = "") -> Progress:
        """Let a run go on. Raises NotFoundError, InvalidCommandError."""
        self._writer.execute(StopRun(run, stop=False), actor=actor, initiator=initiator)
        return self.run(run)

    def rate(
        self, name: str, rating: float | None, user: str = "", *, actor: str = "user", initiator: str = ""
    ) -> Performance:
        """What a user thinks of a procedure, in [0, 1]; None takes that back. Raises as `get`, InvalidCommandError."""
        entry = self.usable(name, user)
        self._writer.execute(RateProcedure(entry.id, user, rating), actor=actor, initiator=initiator)
        return self.performance(entry.id)

    # --- skills -----------------------------------------------------------------------------------------------------

    def skill_library(self) -> tuple[Ability, ...]:
        """The active skills by name, with how well each is known."""
        practices: dict[str, list[Practice]] = {}
        for one in self._items(PRACTICE).values():
            practices.setdefault(one.skill, []).append(one)
        for each in practices.values():
            each.sort(key=lambda one: one.at)
        return tuple(
            ability(one.name, practices.get(one.origin, ()), one.components, one.id) for one in self._skills.list()
        )

    def practise(self, skill: str, succeeded: bool, *, actor: str = "user", initiator: str = "") -> Ability:
        """Say that a skill was practised, and whether it went well. Raises NotFoundError."""
        found = self._skills.get(skill)
        command = PractiseSkill(found.origin, found.id, succeeded, actor)
        self._writer.execute(command, actor=actor, initiator=initiator)
        return next(one for one in self.skill_library() if one.id == found.id)

    # --- parts ------------------------------------------------------------------------------------------------------

    def _items(self, kind: str) -> Mapping[str, Any]:
        self._life.check()
        return self._writer.projections.now(kind)

    def _performance(self, entry: Entry[Procedure], runs: Sequence[Run]) -> Performance:
        ratings = {
            one.user_id: one.rating
            for one in self._items(RATING).values()
            if isinstance(one, Rating) and one.procedure == entry.id
        }
        return performance(runs, ratings, entry.payload.refinements)

    def usable(self, name: str, user: str) -> Entry[Procedure]:
        """A procedure of the user, else one of the vault's own. Raises NotFoundError, which says whose it is where
        nobody was named."""
        try:
            return self.get(name, user)
        except NotFoundError as error:
            if user:
                return self.get(name, "")
            raise self._of_others(name) or error from error

    def _of_others(self, name: str) -> NotFoundError | None:
        users = sorted({one.user_id for one in self.list() if same_name(one.payload.name, name) or one.id == name})
        if not users:
            return None
        return NotFoundError(
            f"Nobody was named, and {name} is a procedure of {', '.join(users)}.", hint="Say for which user."
        )

    def _free(self, name: str, user: str) -> None:
        if any(same_name(one.payload.name, name) for one in self._library.all(user)):
            raise InvalidCommandError(f"There is a procedure {name} already.", hint="Edit it, or choose another name.")

    def _was_retired(self, name: str, user: str) -> bool:
        return any(same_name(one, name) for one in self.retired(user))

    def retired(self, user: str) -> set[str]:
        """The names, folded, of a user's procedures that somebody has retired."""
        filter = RecordFilter(kinds=(Procedure.kind,), statuses=(Status.TOMBSTONE.value,))
        gone = ((one, payload_of(one, Procedure)) for one in self._store.records.iterate(filter))
        mine = ((one, said) for one, said in gone if said is not None and Entry(one, said).user_id == user)
        return {folded(said.name) for one, said in mine if not undone(self._store, one)}

    def _with_refinement(self, clean: Procedure, change: str, why: str, origin: Origin | None) -> Procedure:
        by = (origin or Origin()).actor
        one = Refinement(time=self._clock(), change=change, reason=" ".join(why.split()), by=by)
        return cleaned(msgspec.structs.replace(clean, refinements=(*clean.refinements, one)), clean)

    def _note(self, note: str) -> str:
        text = " ".join(note.split())
        if len(text) > _LONGEST_NOTE:
            raise InvalidCommandError(f"A note has at most {_LONGEST_NOTE:,} characters.")
        return self._gates.words_of_event(text) if text else ""

    def _values(self, values: Mapping[str, Value]) -> Values:
        clean = clean_values(values)
        if len(clean) > _MOST_VALUES:
            raise InvalidCommandError(f"At most {_MOST_VALUES} values can be given.")
        return tuple((key, self._through_gates(value)) for key, value in clean.items())

    def _through_gates(self, value: Value) -> Value:
        if isinstance(value, str):
            return self._gates.words_of_event(value) if value else value
        return tuple(map(self._gates.words_of_event, value)) if isinstance(value, tuple) else value


def _rank(one: Applicable) -> tuple[float, int, float, int, str, str]:
    did = one.performance
    successes = (did.success_rate or 0.0) * did.usage_count
    expected = (successes + 1) / (did.usage_count + 2)
    name = one.entry.payload.name.casefold()
    return -one.fit.score, -len(one.fit.reasons), -expected, -did.usage_count, name, one.entry.id
