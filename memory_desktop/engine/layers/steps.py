"""The steps of consolidation, in their order: each plans what it would make of a user's turns, and makes it.

A plan is made of lines. The key of a line follows from what it would make and for whom, so the same turns give the
same keys; it holds no words, as the log keeps those of lines that somebody leaves out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.events.consolidation import NoteEpisodes
from memory_desktop.core.layers.concept_plan import PlannedConcept
from memory_desktop.core.layers.concepts import folded
from memory_desktop.core.layers.emotional_plan import PlannedEmotion
from memory_desktop.core.layers.episodes import Episode
from memory_desktop.core.wording import count, shortened
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.layers.concepts import Concepts
from memory_desktop.engine.layers.emotions import Emotions
from memory_desktop.engine.layers.episodes import Episodes, Read, note_of
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.writing.writer import Writer

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Line:
    """Something that a run would make.

    Attributes:
        key: see the module. step: that makes it. what: what it would be, in words. why: a sentence.
        sources: ids of the memories that it is from. new: it is not there yet; else it changes.
        plan: what the step makes it from.
    """

    key: str
    step: str
    what: str
    why: str
    sources: tuple[str, ...]
    new: bool = True
    plan: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run is about.

    Attributes:
        recent: ids of the turns that changed since the last run. known: those, and as many older ones as a step may
            look back at, oldest first.
    """

    user: str
    recent: Sequence[str]
    known: Sequence[str]


class ConsolidationStep(Protocol):
    """A step. `name`: in the log; `title`: for people. `batch`: so many lines are made at once."""

    name: ClassVar[str]
    title: ClassVar[str]
    batch: ClassVar[int]

    def plan(self, scope: Scope) -> Sequence[Line]:
        """What it would make; writes nothing. What is there already is no line."""
        ...

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """Make them as a part of the run `origin.belongs_to`; how many things came of them."""
        ...

    def finish(self, user: str, origin: Origin) -> None:
        """Once in a run, after all its lines are made; a second time it changes nothing."""
        ...


class EpisodeStep:
    """Turns become episodes."""

    name: ClassVar[str] = "episodes"
    title: ClassVar[str] = "Episodes"
    batch: ClassVar[int] = 50

    def __init__(self, episodes: Episodes, writer: Writer) -> None:
        self._episodes = episodes
        self._writer = writer

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        return [_episode_line(one) for one in self._episodes.read(scope.recent)]

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:  # noqa: ARG002 - turns know whose they are
        """See `ConsolidationStep.make`; the command itself says how many."""
        notes = tuple(note_of(line.plan) for line in lines)
        command = NoteEpisodes(notes, origin.belongs_to or 0)
        self._writer.execute(command, actor=origin.actor, initiator=origin.initiator, belongs_to=origin.belongs_to)
        return 0

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`: nothing is left to do."""


class ConceptStep:
    """Episodes teach concepts."""

    name: ClassVar[str] = "concepts"
    title: ClassVar[str] = "Concepts"
    batch: ClassVar[int] = 1

    def __init__(self, concepts: Concepts) -> None:
        self._concepts = concepts

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        found = self._concepts.plan(scope.user, scope.known)
        return [self._line(scope.user, one) for one in found]

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:
        """See `ConsolidationStep.make`."""
        lessons = [self._concepts.learn(one.plan.data, one.plan.sources, user=user, origin=origin) for one in lines]
        return sum(one.changed for one in lessons)

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`: nothing is left to do."""

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
        return Line(key, self.name, what, one.why, tuple(one.sources), new, one)


class EmotionStep:
    """Turns in which much was felt become emotional events, and these the patterns of their user."""

    name: ClassVar[str] = "emotions"
    title: ClassVar[str] = "Emotional events"
    batch: ClassVar[int] = 25

    def __init__(self, emotions: Emotions, turns: Turns) -> None:
        self._emotions = emotions
        self._turns = turns

    def plan(self, scope: Scope) -> Sequence[Line]:
        """See `ConsolidationStep.plan`."""
        recent = set(scope.recent)
        # What came before a turn, and what the user said after it, count as well.
        planned = self._emotions.planned(self._turns.some(scope.known))
        return [_emotion_line(one) for one in planned if one.cycle_id in recent]

    def make(self, user: str, lines: Sequence[Line], origin: Origin) -> int:  # noqa: ARG002 - plans name theirs
        """See `ConsolidationStep.make`."""
        return len(self._emotions.keep([one.plan for one in lines], origin=origin))

    def finish(self, user: str, origin: Origin) -> None:
        """See `ConsolidationStep.finish`."""
        self._emotions.update_patterns(user, origin=origin)


def key_of(step: str, user: str, *names: str) -> str:
    """The key of a line: the step, and a digest of whose it is and of what names it."""
    digest = hashlib.sha256("\n".join((user, *names)).encode("utf-8", "surrogatepass")).hexdigest()[:20]
    return f"{step}:{digest}"


def words_of(episode: Episode, cycle: Cycle) -> str:
    """An episode in a line: what it is about, its mood, and how the words begin."""
    parts = [one for one in (episode.content.topic, episode.context.emotional_state) if one and one != "unknown"]
    begun = shortened(" ".join(cycle.user_input.split()), _LONGEST)
    return f"{', '.join(parts)}: {begun}" if parts else begun


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


def _episode_line(one: Read) -> Line:
    weights = one.payload.significance
    flags = ", ".join(name.replace("_", " ") for name in weights.flags)
    why = "Its words have changed" if one.again else "A turn that is no episode yet"
    why += f"; significance {weights.score:.2f}" + (f" ({flags})" if flags else "")
    key = key_of("episodes", one.cycle.user_id, one.cycle.cycle_id, one.payload.read_from)
    return Line(key, "episodes", words_of(one.payload, one.cycle), why, one.cycle.messages, not one.again, one)
