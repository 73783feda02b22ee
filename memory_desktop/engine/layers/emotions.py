"""What was felt: recorded, corrected, found again, and put into patterns, a user at a time.

Each change is one command. Patterns of single events are readings; those of a user stand in one memory, which gives way
to another only when what it says has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from memory_desktop.core.conversation.cycles import CYCLE, USER, Cycle
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.emotional import (
    KIND,
    EmotionalEvent,
    EmotionalPattern,
    EmotionEdit,
    EventPatterns,
    Occurrence,
    complete,
    edited,
    fields_of,
    in_order,
    matching,
    pattern_of,
    patterns_of,
    recorded,
    relevant,
    reread,
    told,
    told_pattern,
    vector_of,
)
from memory_desktop.core.layers.emotional_plan import THRESHOLD, PlannedEmotion, plan_emotions
from memory_desktop.core.layers.feelings import SPACE, alike
from memory_desktop.core.layers.payload import payload_of
from memory_desktop.core.meanwhile import check_unchanged
from memory_desktop.core.memory.emotion import emotion_words
from memory_desktop.core.memory.records import Memory, Status, generated_from
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.layers.library import Entry, Library, Origin
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_BY_HAND = Origin()
_RETIRED = "emotional event retired"
#: At most so many memories of other kinds are shown with the mood that their source gave them.
_MOODS = 2_000
#: So many of a user's newest events are named as what their patterns are from.
_NEWEST = 20
#: Turns before and after one that are looked at with it.
_AROUND = 10


@dataclass(frozen=True, slots=True)
class Similar:
    """An event with its similarity, [-1, 1], to what was asked for, in the space "emotion@1"."""

    occurrence: Occurrence
    similarity: float


@dataclass(frozen=True, slots=True)
class Mood:
    """A memory that is no emotional event, but came with a valence and an arousal.

    Attributes:
        emotion: the words that its source gave for it, or "". source: what gave it, as the memory names it.
    """

    id: str
    user_id: str
    timestamp: datetime
    emotion: str
    valence: float
    arousal: float
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class PlannedPattern:
    """What a user's events would come to, with those that are planned, where the memory of that says something else.

    Attributes:
        sources: ids of the newest events, or of what they are planned from. new: there is no such memory yet.
        names: what each event is from, in no order; the same before and after it is made.
        newest: the last event of the log by which one of those that are there came; 0 where one is only planned.
    """

    pattern: EmotionalPattern
    sources: tuple[str, ...]
    new: bool
    names: frozenset[str]
    newest: int


class Emotions:
    """See the module. All calls may come from any thread. `user` None is everybody, "" the vault's own user.

    Attributes:
        now: the clock.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        turns: Turns,
        life: Life,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._writer = writer
        self._turns = turns
        self._life = life
        self.now = clock
        self.library = Library(EmotionalEvent, told, store, writer, gates, life)
        self._stored = Library(EmotionalPattern, told_pattern, store, writer, gates, life)

    # --- questions --------------------------------------------------------------------------------------------------

    def get(self, id: str) -> Entry[EmotionalEvent]:
        """The active event with this id. Raises NotFoundError."""
        return self.library.get(id)

    def events(self, user: str | None = None) -> tuple[Occurrence, ...]:
        """Those of a user, oldest first."""
        return in_order(map(occurrence, self.library.all(user)))

    def list(
        self,
        user: str | None = None,
        *,
        emotion: str = "",
        topic: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
    ) -> tuple[Occurrence, ...]:
        """Newest first.

        Args:
            emotion: felt first or second. topic: has these words, whatever the case. since, until: half-open, UTC.
        """
        found = tuple(matching(self.events(user), emotion, topic, since, until))
        return found[::-1][:limit]

    def get_relevant(self, emotion: str, user: str | None = "", k: int = 5) -> tuple[Occurrence, ...]:
        """At most k events of a user in which this was felt: best match, then intensity, newest, id. None: empty.

        Args:
            user: None for everybody.
        """
        return relevant(emotion, self.events(user), k)

    def similar(
        self, vector: Sequence[float], user: str | None = None, k: int = 5, *, space: str = SPACE
    ) -> tuple[Similar, ...]:
        """The k events that felt most like this vector of the space "emotion@1".

        Raises:
            InvalidCommandError: the vector is of another space.
        """
        found = []
        for one in self.events(user):
            its = vector_of(one.event)
            if its is not None:
                found.append(Similar(one, alike(SPACE, its, space, vector)))
        found.sort(key=lambda one: (-one.similarity, -one.occurrence.timestamp.timestamp(), one.occurrence.id))
        return tuple(found[: max(0, k)])

    def event_patterns(self, user: str | None = None) -> dict[str, EventPatterns]:
        """By id of an event, what it has in common with others of its user; read from the events of now."""
        return patterns_of(self.events(user))

    def patterns(self, user: str = "") -> EmotionalPattern:
        """What the events of a user come to now, stored or not."""
        return pattern_of(self.events(user))

    def stored_patterns(self, user: str = "") -> Entry[EmotionalPattern] | None:
        """The memory that keeps them, as of the last `update_patterns`."""
        return next(iter(self._stored.all(user)), None)

    def moods(self, user: str | None = None) -> tuple[Mood, ...]:
        """Other memories that came with a valence and an arousal in their ranges; the newest of them, oldest first."""
        self._life.check()
        found = []
        for memory in self._store.records.with_mood(_MOODS):
            owner = memory.metadata.get(USER, "")
            valence, arousal = float(memory.emotion["valence"]), float(memory.emotion["arousal"])
            if memory.kind == KIND or (user is not None and owner != user):
                continue
            if -1 <= valence <= 1 and 0 <= arousal <= 1:
                words = ", ".join(emotion_words(memory.emotion))
                whose = owner if isinstance(owner, str) else ""
                source = memory.source or memory.actor
                found.append(Mood(memory.id, whose, memory.created_at, words, valence, arousal, memory.content, source))
        return tuple(found)

    # --- recording --------------------------------------------------------------------------------------------------

    def record(
        self,
        text: str,
        given: EmotionEdit | None = None,
        *,
        user: str = "",
        at: datetime | None = None,
        origin: Origin = _BY_HAND,
    ) -> Entry[EmotionalEvent] | None:
        """Record what was felt by the words that say it; what is given stands in place of what these tell.

        Raises:
            InvalidCommandError: no words; numbers are missing that neither words nor `given` tell, or out of range; or
                what came before is no memory.
        """
        if not text.strip():
            raise InvalidCommandError("An emotional event needs the words in which it was felt.")
        self._check_preceding(given)
        event = recorded(text, given or EmotionEdit(), origin.actor)
        return self.record_event(event, user=user, at=at, origin=origin)

    def record_event(
        self, event: EmotionalEvent, *, user: str = "", at: datetime | None = None, origin: Origin = _BY_HAND
    ) -> Entry[EmotionalEvent] | None:
        """Keep an event; None where a gate holds it back.

        Raises:
            InvalidCommandError: a known emotion without its numbers, or one out of its range.
        """
        return self.library.create(complete(event), user=user, created_at=at or self.now(), origin=origin)

    def correct(
        self,
        id: str,
        change: EmotionEdit,
        *,
        seen: Mapping[str, Any] | None = None,
        user: str | None = None,
        at: datetime | None = None,
        origin: Origin = _BY_HAND,
    ) -> Entry[EmotionalEvent]:
        """Give any of its fields, as response and feedback later; what is given is marked and never computed over.

        Args:
            user: whose it is, "" for nobody. at: when it was felt. None: as it is.
            seen: what the fields said to whoever gives them, as `fields_of` has them; None where nobody says it.

        Raises:
            NotFoundError: there is none. HeldBackError: a gate holds it back.
            ChangedMeanwhileError: a field is not as it was seen any more.
            InvalidCommandError: out of its range, what came before is no memory, or an agent contradicts a person.
        """
        with self._writer.lock:
            entry = self.library.get(id)
            given = {one: value for one, value in msgspec.structs.asdict(change).items() if value is not msgspec.UNSET}
            check_unchanged("The emotional event", given, seen, fields_of(entry.payload))
            self._check_preceding(change, entry.payload.trigger.preceding_events)
            made = edited(entry.payload, change, origin.actor)
            moved = (user is not None and user != entry.user_id) or at not in (None, entry.memory.created_at)
            if made is entry.payload and not moved:
                return entry
            return self.library.revise(entry, made, user=user, created_at=at, origin=origin)

    def reread(self, id: str, *, origin: Origin = _BY_HAND) -> Entry[EmotionalEvent]:
        """Read an event again from its turn and those around it, but for what somebody gave. Raises NotFoundError."""
        with self._writer.lock:
            entry = self.library.get(id)
            planned = self._planned_of(entry)
            made = reread(entry.payload, planned.event) if planned is not None else entry.payload
            return entry if made is entry.payload else self.library.revise(entry, made, origin=origin)

    def retire(self, ids: Sequence[str], *, origin: Origin = _BY_HAND) -> int:
        """Forget events; how many. They are not made again from the same turns. Raises NotFoundError."""
        with self._writer.lock:
            for entry in [self.library.get(id) for id in ids]:
                declined = msgspec.structs.replace(entry.payload, declined=True)
                marked = self.library.revise(entry, declined, origin=origin)
                origin = origin if origin.belongs_to else replace(origin, belongs_to=marked.memory.revision)
            return self.library.retire(ids, _RETIRED, origin=origin)

    # --- from turns -------------------------------------------------------------------------------------------------

    def planned(self, turns: Sequence[Cycle], threshold: float = THRESHOLD) -> tuple[PlannedEmotion, ...]:
        """The events that these turns give and that are not there; what somebody retired is not planned again."""
        known = self._known()
        every = plan_emotions(turns, threshold)
        lines = self._store.records.lines([id for one in every for id in one.sources])
        return tuple(one for one in every if known.isdisjoint(lines.get(id, id) for id in one.sources))

    def keep(
        self, planned: Iterable[PlannedEmotion], *, origin: Origin = _BY_HAND
    ) -> tuple[Entry[EmotionalEvent], ...]:
        """Make them; what a gate holds back, and what is there, is left out."""
        made = []
        with self._writer.lock:
            known = self._known()
            for one in planned:
                lines = self._store.records.lines(one.sources)
                if not known.isdisjoint(lines.get(id, id) for id in one.sources):
                    continue
                entry = self.record_event(
                    one.event, user=one.user_id, at=one.timestamp, origin=replace(origin, sources=one.sources)
                )
                if entry is not None:
                    made.append(entry)
        return tuple(made)

    def update_patterns(self, user: str = "", *, origin: Origin = _BY_HAND) -> Entry[EmotionalPattern] | None:
        """Keep what the events of a user come to; no event where nothing changed, or nothing can be told yet."""
        with self._writer.lock:
            found, kept = self.patterns(user), self.stored_patterns(user)
            if kept is None:
                return self._stored.create(found, user=user, origin=origin) if found.enough else None
            return kept if _same(kept, found) else self._stored.revise(kept, found, origin=origin)

    def planned_patterns(self, user: str, planned: Sequence[PlannedEmotion] = ()) -> PlannedPattern | None:
        """What `update_patterns` would keep once these events are made; None where it would change nothing."""
        entries, kept = self.library.all(user), self.stored_patterns(user)
        coming = (Occurrence(one.cycle_id, user, one.timestamp, one.event) for one in planned)
        found = pattern_of(in_order((*map(occurrence, entries), *coming)))
        if _same(kept, found) or (kept is None and not found.enough):
            return None
        newest = sorted(entries, key=lambda one: (one.memory.created_at, one.id))[-_NEWEST:]
        sources = [*(one.id for one in newest), *(id for one in planned[-_NEWEST:] for id in one.sources)]
        made_from = [tuple(generated_from(one.memory.metadata)) or (one.memory.line,) for one in entries]
        made_from += [one.sources for one in planned]
        lines = self._store.records.lines([id for each in made_from for id in each])
        names = frozenset(lines.get(each[0], each[0]) for each in made_from)
        last = 0 if planned else max((one.memory.key for one in entries), default=0)
        return PlannedPattern(found, tuple(sources), kept is None, names, last)

    def users(self) -> set[str]:
        """Whose events there are; "" is the vault's own user."""
        return {one.user_id for one in self.library.all()}

    def _check_preceding(self, given: EmotionEdit | None, there: Sequence[str] = ()) -> None:
        """Raises InvalidCommandError: what came before is named by an id that no memory has."""
        if given is None or given.preceding_events is msgspec.UNSET:
            return
        named = [one.strip() for one in given.preceding_events if one.strip() and one.strip() not in there]
        known = self._store.records.by_ids(named) if named else {}
        if unknown := [id for id in dict.fromkeys(named) if id not in known]:
            raise InvalidCommandError(f"preceding_events: there is no memory with the id {', '.join(unknown)}.")

    def retired(self, user: str) -> set[str]:
        """Ids of the turns of a user whose event somebody retired."""
        mine = [one for one in self._gone() if one.metadata.get(USER, "") == user]
        keys = self._store.records.by_ids([id for one in mine for id in generated_from(one.metadata)])
        return set(self._store.messages.cycles_of([one.key for one in keys.values()]).values())

    def _gone(self) -> Sequence[Memory]:
        """The events that somebody retired."""
        retired = self._store.records.iterate(RecordFilter(kinds=(KIND,), statuses=(Status.TOMBSTONE.value,)))
        read = ((one, payload_of(one, EmotionalEvent)) for one in retired)
        return [memory for memory, event in read if event is not None and event.declined]

    def _known(self) -> set[str]:
        """Lines of the messages that have given an event, or whose event somebody retired."""
        sources = [id for one in self.library.all() for id in generated_from(one.memory.metadata)]
        sources += [id for one in self._gone() for id in generated_from(one.metadata)]
        lines = self._store.records.lines(sources)
        return {lines.get(id, id) for id in sources}

    def _planned_of(self, entry: Entry[EmotionalEvent]) -> PlannedEmotion | None:
        """What the rules read today from the turn that an event is from; None where that is gone."""
        messages = self._store.records.by_ids(generated_from(entry.memory.metadata))
        cycles = {one.metadata.get(CYCLE) for one in messages.values()}
        turn = next((found for id in cycles if isinstance(id, str) and (found := self._turns.find(id))), None)
        if turn is None:
            return None
        before = self._turns.list_cycles(session_id=turn.session_id, end_date=turn.timestamp, limit=_AROUND)
        after = self._turns.list_cycles(
            session_id=turn.session_id, start_date=turn.timestamp, newest_first=False, limit=_AROUND
        )
        around = {one.cycle_id: one for one in (*before.cycles, *after.cycles)}
        every = plan_emotions(tuple(around.values()), 0.0)
        return next((one for one in every if one.cycle_id == turn.cycle_id), None)


def _same(kept: Entry[EmotionalPattern] | None, found: EmotionalPattern) -> bool:
    """Does the memory of a user's patterns say just this?"""
    return kept is not None and msgspec.structs.replace(found, origin=kept.payload.origin) == kept.payload


def occurrence(entry: Entry[EmotionalEvent]) -> Occurrence:
    """An entry as the rules take it."""
    return Occurrence(entry.id, entry.user_id, entry.memory.created_at, entry.payload)


def read_event(memory: Memory) -> Entry[EmotionalEvent] | None:
    """A memory as an event; None for one that is none."""
    payload = payload_of(memory, EmotionalEvent)
    return Entry(memory, payload) if payload is not None else None
