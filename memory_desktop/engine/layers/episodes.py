"""Episodes of a vault: turns with what was read from them; stored, listed, found again, and corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
import numpy as np

from memory_desktop.core.conversation.cycles import ANSWERING, Cycle, CycleDraft, role_of, sides
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.consolidation import NoteEpisodes
from memory_desktop.core.events.memory import Relabel
from memory_desktop.core.layers.attending import salience as salience_of_message
from memory_desktop.core.layers.episodes import (
    KEY,
    OF_SALIENCE,
    UNSET_SALIENCE,
    Episode,
    Told,
    corrected,
    derived,
    feeling_of,
    salience_of,
    score_parts,
    stale,
    topic_text,
    value_of,
)
from memory_desktop.core.layers.feelings import SPACE, alike, emotion_of, emotion_vector, felt
from memory_desktop.core.layers.payload import checked, metadata_of, payload_of
from memory_desktop.core.layers.working import SOURCE
from memory_desktop.core.meanwhile import check_unchanged
from memory_desktop.core.memory.held import RELABEL, HeldChange
from memory_desktop.core.memory.records import Memory, speaker_of
from memory_desktop.core.ports import KeySelection
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.layers.topic_vectors import TopicVectors
from memory_desktop.engine.layers.working import messages_of
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.episodes import EpisodeFilter, Place

#: What episodes can be alike in; each has a space of vectors of its own.
MEANING, EMOTION, TOPIC = "meaning", "emotion", "topic"
LIKENESSES = (MEANING, EMOTION, TOPIC)
# A turn is found by any of its messages, so more are asked for than turns are wanted.
_MESSAGES_A_TURN = 4


@dataclass(frozen=True, slots=True)
class StoredEpisode:
    """An episode: a turn, and what was read from it.

    Attributes:
        memory: its first message, whose id names it.
    """

    cycle: Cycle
    memory: Memory
    payload: Episode

    @property
    def id(self) -> str:
        """What names it for good: the id of its first message, as it was when the turn became an episode."""
        return self.payload.origin or self.memory.line

    @property
    def user_id(self) -> str:
        """Whose episode; "" for the vault's own user."""
        return self.cycle.user_id

    @property
    def timestamp(self) -> datetime:
        """When it happened."""
        return self.cycle.timestamp

    def to_json(self) -> dict[str, Any]:
        """All of it but its vectors, by the names of the fields."""
        said = self.payload
        context, weights, outcomes = said.context, said.significance, said.outcomes
        return {
            "episode_id": self.id,
            "user_id": self.user_id,
            "thread": self.cycle.session_id,
            "cycle_id": self.cycle.cycle_id,
            "timestamp": self.timestamp.isoformat(),
            "duration": said.duration,
            "content": {
                "user_input": self.cycle.user_input,
                "assistant_response": self.cycle.final_response or "",
                "topic": said.content.topic,
                "subtopics": list(said.content.subtopics),
            },
            "context": {name: getattr(context, name) for name in context.__struct_fields__},
            "significance": {name: getattr(weights, name) for name in weights.__struct_fields__},
            "outcomes": {
                name: list(value) if isinstance(value := getattr(outcomes, name), tuple) else value
                for name in outcomes.__struct_fields__
            },
            "method": said.method,
            "corrected": list(said.corrected),
        }


@dataclass(frozen=True, slots=True)
class Alike:
    """An episode that is like what was asked for; `similarity` is a cosine, in the space of that name."""

    episode: StoredEpisode
    similarity: float
    space: str


@dataclass(frozen=True, slots=True)
class InSpace:
    """A vector and the space that it is in."""

    space: str
    vector: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class EpisodeVectors:
    """The three vectors of an episode; None for one that is not there (yet), or that nothing tells."""

    semantic: InSpace | None = None
    emotional: InSpace | None = None
    topic: InSpace | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """What a turn was read as. `again`: it was an episode before, and its words have changed."""

    cycle: Cycle
    memory: Memory
    payload: Episode
    again: bool = False


class Episodes:
    """See the module. Safe from many threads.

    Attributes:
        saliences: (user, conversation) → how much the messages matter that its board knows, by the line of their
            memory. understood: does the model, or the vault, know a word of this text?
    """

    def __init__(
        self, store: Store, writer: Writer, gates: Gatekeeper, turns: Turns, space: Callable[[], Space], life: Life
    ) -> None:
        self.topic_vectors = TopicVectors(store, space)
        self._store = store
        self._writer = writer
        self._gates = gates
        self._turns = turns
        self._space = space
        self._life = life
        self.saliences: Callable[[str, str], Mapping[str, float]] = lambda _user, _thread: {}
        self.understood: Callable[[str], bool] = lambda _: True

    # --- writing ------------------------------------------------------------------------------------------------------

    def store_episode(
        self, interaction: CycleDraft | str, *, salience: float | None = None, origin: Origin | None = None
    ) -> StoredEpisode:
        """Keep a turn as an episode, with what can be read from it. One that is no turn yet is recorded first.

        Args:
            interaction: what was said, or the id of a turn, or of one of its messages.
            salience: of what was said, [0, 1]; None: what its board says, or else its memories.

        Raises:
            InvalidCommandError: no words. NotFoundError: there is no such turn.
        """
        self._life.check()
        origin = origin or Origin()
        belongs_to = origin.belongs_to
        if isinstance(interaction, CycleDraft):
            cycle, seq = self._turns.record(
                interaction, actor=origin.actor, initiator=origin.initiator, belongs_to=belongs_to
            )
            if not cycle.messages:
                why = cycle.extra.get("excluded") or "A gate holds it back, until somebody decides in Review."
                raise InvalidCommandError(f"The turn was not recorded. {why}")
            belongs_to = belongs_to or seq or None
        else:
            cycle = self._cycle(interaction)
        for one in self.read([cycle.cycle_id], {} if salience is None else {cycle.cycle_id: salience}):
            self.note([one], replace(origin, belongs_to=belongs_to, run=0))  # the run counts what is recorded
        return self.get(cycle.cycle_id)

    def correct(
        self,
        id: str,
        changes: Mapping[str, Any],
        *,
        seen: Mapping[str, Any] | None = None,
        origin: Origin | None = None,
    ) -> StoredEpisode:
        """Set fields by their dotted names, as "context.emotional_state"; what was read never overwrites them.

        Args:
            seen: what the fields said to whoever sets them; None where nobody says it.

        Raises:
            NotFoundError: there is no such episode. InvalidCommandError: a field does not fit. HeldBackError.
            ChangedMeanwhileError: a field is not as it was seen any more.
        """
        origin = origin or Origin()
        with self._writer.lock:
            old = self.get(id)
            check_unchanged("The episode", changes, seen, {name: value_of(old.payload, name) for name in seen or ()})
            messages = list(self._store.records.by_ids(old.cycle.messages).values())
            weight = self._weight(old.cycle, messages, "", old.payload)
            payload = checked(corrected(old.payload, dict(changes), weight))
            if payload == old.payload:
                return old
            metadata = metadata_of(payload, old.memory)
            words = self._gates.pass_text(
                self._gates.prepare_words(metadata=metadata),
                HeldChange(RELABEL, (old.memory.id,), {}),
                actor=origin.actor,
                initiator=origin.initiator,
            )
            command = Relabel(ids=(old.memory.id,), metadata=words.draft.metadata, pii=words.pii)
            self._writer.execute(command, actor=origin.actor, initiator=origin.initiator, belongs_to=origin.belongs_to)
        self.topic_vectors.keep([topic_text(payload)])
        return self.get(old.cycle.cycle_id)

    def note(self, read: Sequence[Read], origin: Origin) -> None:
        """Keep what turns were read as, and make the vectors of their topics."""
        command = NoteEpisodes(tuple(note_of(one) for one in read), origin.run)
        self._writer.execute(command, actor=origin.actor, initiator=origin.initiator, belongs_to=origin.belongs_to)
        self.topic_vectors.keep(topic_text(one.payload) for one in read)

    def read(self, cycle_ids: Sequence[str], salience: Mapping[str, float] | None = None) -> Sequence[Read]:
        """What turns would be as episodes, of those whose words nobody has read yet; in the order given.

        Args:
            salience: of a turn, where more is known than its board and its messages say.
        """
        heard = {one.cycle.cycle_id: one for one in self._turns.heard(list(cycle_ids))}
        places = self._store.episodes.places(list(heard)) if heard else {}
        beside = {one for place in places.values() for one in (place.after, place.before) if one is not None}
        others = {one.cycle_id: one for one in self._turns.some(sorted(beside.difference(heard)))}
        others |= {id: one.cycle for id, one in heard.items()}
        keys = [key for one in heard.values() for key in one.keys]
        memories = {one.key: one for one in self._store.records.by_keys(keys)}
        found = []
        for id in dict.fromkeys(cycle_ids):
            messages = [memories[key] for key in heard[id].keys if key in memories] if id in heard else []
            if not messages:
                continue
            place, cycle = places.get(id, Place()), heard[id].cycle
            following = others.get(place.after) if place.after else None
            last = others.get(place.before) if place.before else None
            head = _head(messages)
            before = payload_of(head, Episode)
            before = before if before is not None and before.read_from else None
            weight = (salience or {}).get(id)
            if weight is None:
                weight = self._weight(cycle, messages, (last.final_response or last.user_input) if last else "", before)
            one = _told(cycle, messages, place, following.user_input if following else "", weight)
            if before is None or stale(before, one.prints):
                origin = before.origin if before is not None and before.origin else head.line
                payload = msgspec.structs.replace(derived(one, before), origin=origin)
                found.append(Read(heard[id].cycle, head, payload, before is not None))
        return found

    # --- looking up ---------------------------------------------------------------------------------------------------

    def get(self, id: str) -> StoredEpisode:
        """The episode of this id: its own, that of its turn, or of one of its messages. Raises NotFoundError."""
        found = self._stored([self._cycle(id).cycle_id])
        if not found:
            raise NotFoundError(f"The turn {id} is no episode yet.", hint="Store it, or consolidate.")
        return found[0]

    def of_messages(self, ids: Sequence[str]) -> dict[str, str]:
        """The id of the episode that each of these messages is of, of those that are of one."""
        self._life.check()
        keys = {id: one.key for id, one in self._store.records.by_ids(ids).items()}
        turns = self._store.messages.cycles_of(list(keys.values())) if keys else {}
        episodes = {one.cycle.cycle_id: one.id for one in self._stored(sorted(set(turns.values())))}
        return {id: episodes[turns[key]] for id, key in keys.items() if turns.get(key) in episodes}

    def list(
        self, wanted: EpisodeFilter | None = None, *, limit: int | None = 100, offset: int = 0
    ) -> Sequence[StoredEpisode]:
        """Those that fit, the newest first."""
        self._life.check()
        return self._stored(self._store.episodes.cycles(wanted or EpisodeFilter(), limit, offset))

    def count(self, wanted: EpisodeFilter | None = None) -> int:
        """How many fit."""
        self._life.check()
        return self._store.episodes.count(wanted or EpisodeFilter())

    def counts(self, user: str | None = None) -> tuple[dict[str, int], dict[str, int]]:
        """How many episodes have each emotional state, and each topic, most first; "" where nothing tells."""
        self._life.check()
        emotions, topics = self._store.episodes.counts(user)
        return {name or "unknown": number for name, number in emotions.items()}, topics

    def hours(self, user: str | None = None) -> Sequence[datetime]:
        """The hours in which episodes happened, UTC, the newest first."""
        self._life.check()
        return self._store.episodes.hours(user)

    def by_time(
        self, after: datetime | None, before: datetime | None, user: str | None = None, limit: int | None = 100
    ) -> Sequence[StoredEpisode]:
        """Those that happened from `after` until before `before`, newest first."""
        return self.list(EpisodeFilter(user=user, after=after, before=before), limit=limit)

    def by_topic(self, topic: str, user: str | None = None, limit: int | None = 100) -> Sequence[StoredEpisode]:
        """Those whose topic or subtopic has these words, newest first; none for no words."""
        return self.list(EpisodeFilter(user=user, topic=topic), limit=limit) if topic.strip() else []

    def by_user(self, user: str, limit: int | None = 100) -> Sequence[StoredEpisode]:
        """Those of a user, newest first."""
        return self.list(EpisodeFilter(user=user), limit=limit)

    def retrieve_by_emotion(self, emotion: str, user: str, k: int = 5) -> Sequence[StoredEpisode]:
        """At most k of a user's episodes in this mood: of the greatest weight, then the newest, then by id.

        Raises:
            InvalidCommandError: k < 1.
        """
        _check(k)
        self._life.check()
        state = emotion_of(emotion).value
        if state == "unknown" and emotion.strip().lower() != state:
            return []
        every = self._stored(self._store.episodes.cycles(EpisodeFilter(user=user, emotion=state)))
        ranked = sorted(every, key=lambda one: (-one.payload.significance.score, -one.timestamp.timestamp(), one.id))
        return ranked[:k]

    def retrieve_similar(
        self, query: str, k: int = 5, *, user: str | None = None, by: str = MEANING
    ) -> Sequence[Alike]:
        """The k episodes that are most like a text, best first, ties by id; all where there are fewer.

        None by meaning, where the text has no word that the model or the vault knows.

        Args:
            by: "meaning", by the vectors of their messages; "emotion" or "topic", by those of that.

        Raises:
            InvalidCommandError: k < 1, no words, or an unknown `by`. EmbeddingError: the model is not there.
        """
        _check(k)
        self._life.check()
        if not query.strip():
            raise InvalidCommandError("Episodes are compared with words: give some.")
        if by == MEANING:
            return self._by_meaning(query, k, user)
        if by not in LIKENESSES:
            raise InvalidCommandError(f"Episodes can be alike in {', '.join(LIKENESSES)}.")
        asked = self._asked(query, by)
        if asked is None:
            return []
        every = self._stored(self._store.episodes.cycles(EpisodeFilter(user=user)))
        vectors = self._emotional_of(every) if by == EMOTION else self._topic_of(every)
        found = [
            Alike(one, round(alike(asked.space, asked.vector, vector.space, vector.vector), 6), asked.space)
            for one, vector in zip(every, vectors, strict=True)
            if vector is not None
        ]
        found.sort(key=lambda one: (-one.similarity, one.episode.id))
        return found[:k]

    def vectors(self, id: str) -> EpisodeVectors:
        """The three vectors of an episode, each with its space. Raises NotFoundError."""
        one = self.get(id)
        space: Space = self._space()
        keys, rows = space.vectors.index.fetch(np.asarray([one.memory.key], dtype=np.int64))
        semantic = InSpace(space.model_version, tuple(map(float, rows[0]))) if len(keys) else None
        return EpisodeVectors(semantic, self._emotional_of([one])[0], self._topic_of([one])[0])

    # --- parts --------------------------------------------------------------------------------------------------------

    def _weight(self, cycle: Cycle, messages: Sequence[Memory], before: str, was: Episode | None) -> float:
        """The salience of a turn; see `core.layers.episodes`.

        Args:
            before: what was said last before it. was: what it was read as before. One that was made of a board's own
                items has the salience of these, which is not known any more.
        """
        own = salience_of(messages)
        if cycle.source == SOURCE and was is not None:
            parts = score_parts(was, own)
            return parts[0] / OF_SALIENCE if parts is not None else own
        board = self.saliences(cycle.user_id, cycle.session_id)
        known = {one.line: min(1.0, one.salience) for one in messages if one.salience > UNSET_SALIENCE}
        found = []
        for one in messages_of(messages):
            rated = board.get(one.id, known.get(one.id))
            found.append(salience_of_message(one, before) if rated is None else rated)
            before = one.text
        return max(found, default=own)

    def _by_meaning(self, query: str, k: int, user: str | None) -> Sequence[Alike]:
        space: Space = self._space()
        turns = self._store.episodes.keys(EpisodeFilter(user=user))
        if not turns or not self.understood(query):
            return []
        vector = space.embedder.embed_query(query)
        include = np.asarray(sorted(turns), dtype=np.int64)
        found = space.vectors.index.exact_search(vector, k * _MESSAGES_A_TURN, KeySelection(include=include))
        best: dict[str, float] = {}
        for key, similarity in zip(found.keys.tolist(), found.scores.tolist(), strict=True):
            best[turns[key]] = max(similarity, best.get(turns[key], -1.0))
        rows = [Alike(one, round(best[one.cycle.cycle_id], 6), space.model_version) for one in self._stored(list(best))]
        return sorted(rows, key=lambda one: (-one.similarity, one.episode.id))[:k]

    def _asked(self, query: str, by: str) -> InSpace | None:
        if by == TOPIC:
            return self._topic_vectors([query])[0]
        named = emotion_of(query)
        vector = emotion_vector(feeling_of(named.value, None) if named.value != "unknown" else felt(query))
        return InSpace(SPACE, vector) if vector is not None else None

    def _emotional_of(self, every: Sequence[StoredEpisode]) -> Sequence[InSpace | None]:
        found: list[InSpace | None] = []
        for one in every:
            context = one.payload.context
            feeling = feeling_of(context.emotional_state, context.emotional_intensity, one.cycle.user_input)
            vector = emotion_vector(feeling)
            found.append(InSpace(SPACE, vector) if vector is not None else None)
        return found

    def _topic_of(self, every: Sequence[StoredEpisode]) -> Sequence[InSpace | None]:
        return self._topic_vectors([topic_text(one.payload) for one in every])

    def _topic_vectors(self, texts: Sequence[str]) -> Sequence[InSpace | None]:
        space = f"topic/{self._space().model_version}"
        known = self.topic_vectors.of(texts)
        return [InSpace(space, tuple(map(float, known[text]))) if text else None for text in texts]

    def _cycle(self, id: str) -> Cycle:
        cycle = self._turns.find(id)
        if cycle is None:
            memory = self._store.records.by_ids([id]).get(id)
            place = self._store.messages.place_of(id) if memory is not None else None
            cycle = self._turns.find(place[1]) if place is not None else None
        if cycle is None:
            raise NotFoundError(f"There is no episode with the id {id}.")
        return cycle

    def _stored(self, cycle_ids: Sequence[str]) -> Sequence[StoredEpisode]:
        """Those of these turns that are episodes, in the order given."""
        if not cycle_ids:
            return []
        heads = {}
        for one in self._turns.heard(cycle_ids):
            heads[one.cycle.cycle_id] = one.cycle
        memories = self._store.records.by_ids([id for one in heads.values() for id in one.messages])
        found = []
        for id in dict.fromkeys(cycle_ids):
            cycle = heads.get(id)
            for message in cycle.messages if cycle is not None else ():
                memory = memories.get(message)
                payload = payload_of(memory, Episode) if memory is not None else None
                if cycle is not None and memory is not None and payload is not None and payload.read_from:
                    found.append(StoredEpisode(cycle, memory, payload))
                    break
        return found


def note_of(read: Read) -> tuple[str, Mapping[str, Any]]:
    """What the log keeps of an episode: the id of its first message, and what that says."""
    return read.memory.id, metadata_of(checked(read.payload), read.memory)[KEY]


def _head(messages: Sequence[Memory]) -> Memory:
    """The message that keeps what was read: the one that does already, else the first."""
    return next((one for one in messages if KEY in one.metadata), messages[0])


def _told(cycle: Cycle, messages: Sequence[Memory], place: Place, following: str, salience: float) -> Told:
    _, answers = sides(messages)
    outcome = cycle.outcome_signals
    times = [one.created_at for one in messages]
    return Told(
        asked=cycle.user_input,
        answered=cycle.final_response or "",
        people=any(role_of(one).lower() not in (*ANSWERING, "system", "tool") for one in answers),
        speakers=tuple(dict.fromkeys(name for one in messages if (name := speaker_of(one)))),
        began=min(times),
        ended=max(times),
        place=place.number,
        turns=place.turns,
        salience=salience,
        following=following,
        satisfaction=outcome.user_satisfaction_potential if outcome is not None else None,
        prints=tuple(one.content_hash for one in messages),
    )


def _check(k: int) -> None:
    if k < 1:
        raise InvalidCommandError(f"k is {k}; it has to be at least 1.")
