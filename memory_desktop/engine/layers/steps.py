"""The steps of consolidation, in their order: each plans what it would make of a user's turns, and makes it.

A plan is made of lines. The key of a line follows from what it would make and for whom, so the same turns give the
same keys; it holds no words, as the log keeps those of lines that somebody leaves out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol

from memory_desktop.core.conversation.cycles import NOTE_ROLE, USER_ROLE, Cycle, CycleDraft, id_of
from memory_desktop.core.layers.concept_plan import PlannedConcept
from memory_desktop.core.layers.concepts import folded
from memory_desktop.core.layers.emotional_plan import PlannedEmotion
from memory_desktop.core.layers.episodes import Episode
from memory_desktop.core.layers.procedure_plan import PlannedProcedure, plan_procedures
from memory_desktop.core.layers.working import SOURCE, Item, ItemType
from memory_desktop.core.wording import count, shortened
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.layers.concepts import Concepts
from memory_desktop.engine.layers.emotions import Emotions, PlannedPattern
from memory_desktop.engine.layers.episodes import Episodes, Read
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.layers.procedures import MADE, REFINED, Procedures
from memory_desktop.engine.layers.working import WorkingMemory

#: What the lines of a user's emotional patterns are counted as; the step of emotions makes them.
PATTERNS = "patterns"
_LONGEST = 200
#: What a lone item of a board is, where that is more than what a user said.
_KINDS = {ItemType.ASSISTANT.value: ", an answer alone", ItemType.SYSTEM.value: ", a note"}


@dataclass(frozen=True, slots=True)
class Line:
    """Something that a run would make.

    Attributes:
        key: see the module. step: that makes it. what: what it would be, in words. why: a sentence.
        sources: ids of the memories, or items of a board, that it is from. new: it is not there yet; else it changes.
        plan: what the step makes it from. parts: what it would say, as the steps of a procedure.
        turn: the turn that it would record, with ids of items of the board for those of its messages.
    """

    key: str
    step: str
    what: str
    why: str
    sources: tuple[str, ...]
    new: bool = True
    plan: Any = field(default=None, compare=False)
    parts: tuple[str, ...] = ()
    turn: Cycle | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run is about.

    Attributes:
        recent: ids of the turns that changed since the last run. known: those, and as many older ones as a step may
            look back at, oldest first.
        drafts: turns that an earlier step would record. They count as recent; in a run they are there by then.
        given_up: ids of turns of which nothing is made, as somebody has taken back what was made of them.
        undone: the first event of the newest run that somebody took back, where such are not to be made again; else 0.
    """

    user: str
    recent: Sequence[str]
    known: Sequence[str]
    drafts: Sequence[Cycle] = ()
    given_up: frozenset[str] = frozenset()
    undone: int = 0

    @property
    def counted(self) -> Sequence[str]:
        """Those of the known turns of which something is made."""
        return [one for one in self.known if one not in self.given_up] if self.given_up else self.known

    @property
    def changed(self) -> frozenset[str]:
        """Ids of the turns that are new or say something else."""
        return frozenset((*self.recent, *(one.cycle_id for one in self.drafts)))


class ConsolidationStep(Protocol):
    """A step. `name`: in the log; `title`: for people. `batch`: so many lines are made at once."""

    name: ClassVar[str]
    title: ClassVar[str]
    batch: ClassVar[int]

    def plan(self, scope: Scope) -> Sequence[Line]:
        """What it would make; writes nothing. What is there already is no line."""
        ...

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """Make them as a part of the run `origin.run`; how many things came of them."""
        ...

    def finish(self, user: str, origin: Origin) -> None:
        """Once in a run, after all its lines are made; a second time it changes nothing."""
        ...

    def users(self) -> Collection[str]:
        """Of whom it may have something to make besides those who have turns."""
        ...

    def removed(self, user: str) -> Collection[str]:
        """Keys of the lines that it does not plan, as somebody has removed what they made. The memories tell it here;
        an export has none that were forgotten."""
        ...

    def pattern(self, user: str) -> Line | None:
        """The line that is planned from all that is there, whatever has changed; None where there is none."""
        ...


class EpisodeStep:
    """Turns become episodes, and so does what is significant on a board and was no message of a turn."""

    name: ClassVar[str] = "episodes"
    title: ClassVar[str] = "Episodes"
    batch: ClassVar[int] = 50

    def __init__(self, episodes: Episodes, working: WorkingMemory) -> None:
        self._episodes = episodes
        self._working = working

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        loose = [
            _loose_line(scope.user, board.thread, items)
            for board in self._working.boards(scope.user)
            for items in self._working.interactions(scope.user, board.thread)
        ]
        kept = (one for one in loose if one.turn is None or one.turn.cycle_id not in scope.given_up)
        return [*kept, *(_episode_line(one) for one in self._episodes.read(scope.recent))]

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """See `ConsolidationStep.make`; of turns, the command itself says how many."""
        read = [line.plan for line in lines if isinstance(line.plan, Read)]
        if read:
            self._episodes.note(read, origin)
        loose = [line.plan for line in lines if isinstance(line.plan, Loose)]
        for one in loose:
            stored = self._episodes.store_episode(one.draft, salience=one.salience, origin=origin)
            self._mark(user, one.thread, {item.id: stored.id for item in one.items}, origin)
        return len(loose)

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`: the boards say which of their items went into an episode."""
        for board in self._working.boards(user):
            items = self._working.significant(user, board.thread)
            found = self._episodes.of_messages([item.id for item in items if item.message])
            if found:
                self._mark(user, board.thread, found, origin)

    def users(self) -> Collection[str]:
        """See `ConsolidationStep.users`: whose boards there are."""
        return {one.user for one in self._working.boards()}

    def removed(self, user: str) -> Collection[str]:  # noqa: ARG002
        """See `ConsolidationStep.removed`: nothing."""
        return ()

    def pattern(self, user: str) -> Line | None:  # noqa: ARG002
        """See `ConsolidationStep.pattern`: none."""
        return None

    def _mark(self, user: str, thread: str, episodes: Mapping[str, str], origin: Origin) -> None:
        self._working.mark(
            episodes,
            user=user,
            thread=thread,
            actor=origin.actor,
            initiator=origin.initiator,
            belongs_to=origin.belongs_to,
        )


@dataclass(frozen=True, slots=True)
class Loose:
    """Items of a board that are no messages, and the turn that they come to."""

    thread: str
    items: tuple[Item, ...]
    draft: CycleDraft

    @property
    def salience(self) -> float:
        """The greatest of the items."""
        return max(one.salience for one in self.items)


class ConceptStep:
    """Episodes teach concepts."""

    name: ClassVar[str] = "concepts"
    title: ClassVar[str] = "Concepts"
    batch: ClassVar[int] = 1

    def __init__(self, concepts: Concepts) -> None:
        self._concepts = concepts

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        found = self._concepts.plan(scope.user, scope.counted, scope.drafts) if scope.changed else ()
        gone = self._concepts.taken_back(scope.user) if scope.given_up else {}
        kept = (one for one in found if not gone.get(folded(one.data.name), set()).issuperset(one.sources))
        return [self._line(scope.user, one) for one in kept]

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """See `ConsolidationStep.make`."""
        plans: list[PlannedConcept] = [one.plan for one in lines]
        lessons = [
            self._concepts.learn(one.data, one.sources, user=user, origin=replace(origin, method=one.method))
            for one in plans
        ]
        return sum(one.changed for one in lessons)

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`: nothing is left to do."""

    def users(self) -> Collection[str]:
        """See `ConsolidationStep.users`: nobody."""
        return ()

    def removed(self, user: str) -> Collection[str]:
        """See `ConsolidationStep.removed`."""
        return [key_of(self.name, user, name) for name in self._concepts.retired(user)]

    def pattern(self, user: str) -> Line | None:  # noqa: ARG002
        """See `ConsolidationStep.pattern`: none."""
        return None

    def _line(self, user: str, one: PlannedConcept) -> Line:
        data = one.data
        new = self._concepts.meant(data, user) is None
        what = data.name + (f" ({data.category})" if data.category else "")
        told = [
            count(len(having), name)
            for having, name in ((data.facts, "fact"), (data.properties, "attribute"), (data.edges, "link"))
            if having
        ]
        what += f": {', '.join(told)}" if told else ""
        key = key_of(self.name, user, folded(data.name), *(() if new else (str(len(one.sources)),)))
        parts = (
            *data.facts,
            *(each.statement for each in data.properties),
            *(f"{each.relationship} {each.target}" for each in data.edges),
        )
        return Line(key, self.name, what, one.why, tuple(one.sources), new, one, parts)


class ProcedureStep:
    """What was asked for several times, and answered well in the same way, becomes a procedure."""

    name: ClassVar[str] = "procedures"
    title: ClassVar[str] = "Procedures"
    batch: ClassVar[int] = 1

    def __init__(self, procedures: Procedures, turns: Turns) -> None:
        self._procedures = procedures
        self._turns = turns

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        recent = scope.changed
        if not recent:
            return []
        there = [one.payload for one in self._procedures.list(scope.user)]
        lines = []
        for one in plan_procedures((*self._turns.some(scope.counted), *scope.drafts), there):
            what = self._procedures.teaches(one.procedure, scope.user) if recent & set(one.cycles) else ""
            if what in (MADE, REFINED):
                lines.append(_procedure_line(one, new=what == MADE))
        return lines

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """See `ConsolidationStep.make`."""
        made = 0
        for one in lines:
            by = replace(origin, method=one.plan.method)
            learned = self._procedures.learn_procedure(
                one.plan.procedure, one.plan.sources, user, why=one.why, origin=by
            )
            made += learned.what in (MADE, REFINED)
        return made

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`: nothing is left to do."""

    def users(self) -> Collection[str]:
        """See `ConsolidationStep.users`: nobody."""
        return ()

    def removed(self, user: str) -> Collection[str]:
        """See `ConsolidationStep.removed`."""
        return [key_of(self.name, user, name) for name in self._procedures.retired(user)]

    def pattern(self, user: str) -> Line | None:  # noqa: ARG002
        """See `ConsolidationStep.pattern`: none."""
        return None


class EmotionStep:
    """Turns in which much was felt become emotional events, and all events of a user come to patterns."""

    name: ClassVar[str] = "emotions"
    title: ClassVar[str] = "Emotional events"
    batch: ClassVar[int] = 25

    def __init__(self, emotions: Emotions, turns: Turns) -> None:
        self._emotions = emotions
        self._turns = turns

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        recent = scope.changed
        # What came before a turn, and what the user said after it, count as well.
        every = self._emotions.planned((*self._turns.some(scope.known), *scope.drafts)) if recent else ()
        planned = [one for one in every if one.cycle_id in recent]
        pattern = self._emotions.planned_patterns(scope.user, planned)
        again = pattern is not None and not planned and pattern.newest <= scope.undone
        last = [_pattern_line(scope.user, pattern)] if pattern is not None and not again else []
        return [*map(_emotion_line, planned), *last]

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """See `ConsolidationStep.make`."""
        if all(isinstance(one.plan, PlannedPattern) for one in lines):
            before = self._emotions.stored_patterns(user)
            kept = self._emotions.update_patterns(user, origin=origin)
            return int(kept is not None and (before is None or kept.memory.id != before.memory.id))
        return len(self._emotions.keep([one.plan for one in lines], origin=origin))

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`: nothing is left to do."""

    def users(self) -> Collection[str]:
        """See `ConsolidationStep.users`: whose events there are."""
        return self._emotions.users()

    def removed(self, user: str) -> Collection[str]:
        """See `ConsolidationStep.removed`."""
        return [key_of(self.name, user, cycle) for cycle in self._emotions.retired(user)]

    def pattern(self, user: str) -> Line | None:
        """See `ConsolidationStep.pattern`."""
        found = self._emotions.planned_patterns(user)
        return _pattern_line(user, found) if found is not None else None


def key_of(step: str, user: str, *names: str) -> str:
    """The key of a line: the step, and a digest of whose it is and of what names it."""
    digest = hashlib.sha256("\n".join((user, *names)).encode("utf-8", "surrogatepass")).hexdigest()[:20]
    return f"{step}:{digest}"


def words_of(episode: Episode, cycle: Cycle) -> str:
    """An episode in a line: what it is about, its mood, and how the words begin."""
    parts = [one for one in (episode.content.topic, episode.context.emotional_state) if one and one != "unknown"]
    begun = shortened(" ".join(cycle.opening.split()), _LONGEST)
    return f"{', '.join(parts)}: {begun}" if parts else begun


def _loose_line(user: str, thread: str, items: tuple[Item, ...]) -> Line:
    first, last = items[0], items[-1]
    said = first if first.type != ItemType.ASSISTANT else None
    answer = last if last.type == ItemType.ASSISTANT else None
    later = bool(first.episode)  # the turn is there, and gets its answer
    name = f"board:{first.id}"
    draft = CycleDraft(
        cycle_id=name,
        user_input=said.content if said is not None and not later else "",
        role=NOTE_ROLE if said is not None and said.type != ItemType.USER else USER_ROLE,
        final_response=answer.content if answer is not None else None,
        user_id=user,
        session_id=thread,
        timestamp=None if later else first.timestamp,
        answered_at=answer.timestamp if answer is not None else None,
        source=SOURCE,
    )
    turn = Cycle(
        cycle_id=id_of(draft.source, name),
        user_id=user,
        session_id=thread,
        timestamp=first.timestamp,
        user_input=said.content if said is not None else "",
        final_response=draft.final_response,
        source=draft.source,
        messages=tuple(one.id for one in items),
        role=draft.role,
    )
    plan = Loose(thread, items, draft)
    kind = _KINDS.get(first.type if len(items) == 1 else "", "")
    why = f"Significant on the board{kind}: salience {plan.salience:.2f}" + ("; its answer came later" if later else "")
    key = key_of(EpisodeStep.name, user, "board", last.id if later else first.id)
    what = shortened(" ".join(turn.opening.split()), _LONGEST)
    return Line(key, EpisodeStep.name, what, why, turn.messages, not later, plan, turn=turn)


def _procedure_line(one: PlannedProcedure, *, new: bool) -> Line:
    said = one.procedure
    key = key_of(ProcedureStep.name, one.user_id, folded(said.name), *(() if new else (str(len(one.sources)),)))
    what = f"{said.name}: {count(len(said.steps), 'step')}"
    parts = tuple(f"{number}. {step.description}" for number, step in enumerate(said.steps, start=1))
    return Line(key, ProcedureStep.name, what, one.why, one.sources, new, one, parts)


def _emotion_line(one: PlannedEmotion) -> Line:
    data, topic = one.event.emotion_data, one.event.trigger.topic
    what = (
        f"{data.primary_emotion}, intensity {data.intensity:.2f}"
        if data.intensity is not None
        else data.primary_emotion
    )
    what += f", about {topic}" if topic else ""
    key = key_of(EmotionStep.name, one.user_id, one.cycle_id)
    return Line(key, EmotionStep.name, what, one.why, one.sources, True, one)


def _pattern_line(user: str, one: PlannedPattern) -> Line:
    told = one.pattern
    what = f"Emotional patterns of {count(told.events, 'event')}"
    parts = [f"triggers: {', '.join(told.emotional_triggers)}"] if told.emotional_triggers else []
    parts += [f"what helps: {', '.join(told.coping_preferences)}"] if told.coping_preferences else []
    why = "Enough events to tell them" if one.new else "They say something else than before"
    key = key_of(PATTERNS, user, *sorted(one.names))
    return Line(key, PATTERNS, what, why, one.sources, one.new, one, tuple(parts))


def _episode_line(one: Read) -> Line:
    weights = one.payload.significance
    flags = ", ".join(name.replace("_", " ") for name in weights.flags)
    why = f"Significance {weights.score:.2f}" + (f" ({flags})" if flags else "")  # first: the lines differ in it
    why += "; its words have changed" if one.again else "; a turn that is no episode yet"
    key = key_of("episodes", one.cycle.user_id, one.cycle.cycle_id, one.payload.read_from)
    return Line(key, "episodes", words_of(one.payload, one.cycle), why, one.cycle.messages, not one.again, one)
