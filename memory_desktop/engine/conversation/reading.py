"""Reading conversations as a person does: turns in order with their messages, and what came before and after each.

What was recalled for a turn is found in the log of recalls, which names the question, who asked, and for whom, but no
turn: a recall belongs to a turn if the turn's agent made it for the turn's user and for its conversation, after the
turn before and until this one was recorded. With the turn's own words it may come a little later. One that named no
conversation belongs to it with these words, or if the agent named none for any of its questions at that time. Recalls
of a person, in the window or on the command line, belong to no turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory_desktop.core.conversation.cycles import Cycle, cycle_of
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.conversation.patterns import PATTERN_KIND, DiscoveredPattern, pattern_of
from memory_desktop.core.conversation.reach import whose
from memory_desktop.core.conversation.summary import ConversationSummary, empty_summary
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.recall import Recall
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.events.summary import Summarised, summary_id
from memory_desktop.core.memory.canonical import canonical_text, parse_time
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.turns import Session, named
from memory_desktop.store import Store
from memory_desktop.store.records import RecordStore

#: So long before a turn is recorded, and so long after it, something may have been recalled for it.
_BEFORE, _AFTER = timedelta(minutes=10), timedelta(minutes=5)
#: A recall is written into the log some time after it was made, later where the vault is busy.
_WRITTEN_WITHIN = timedelta(minutes=30)
_MOST_RECALLS = 2_000
_BY_ITSELF = ("user", "system")


@dataclass(frozen=True, slots=True)
class Heading:
    """A turn in an outline: its id, its conversation, when it began, and the user whom it names."""

    cycle_id: str
    session_id: str
    at: datetime
    user_id: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with its messages, in order, and what it changed of the user's summary."""

    cycle: Cycle
    messages: tuple[Memory, ...]
    changes: tuple[Summarised, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryChange:
    """A change of a user's summary: when it was made, and what it says.

    `undone`: the turn that it follows from, or the edit that it is, was undone since; of a moment of the past it is not
    known. `redone`: it brings back what was undone; the log calls it a change by “undo”, as it calls what took it back.
    """

    at: datetime
    said: Summarised
    undone: bool = False
    redone: bool = False


@dataclass(frozen=True, slots=True)
class Recalled:
    """A recall that belongs to a turn.

    Attributes:
        at: when it was asked. same_words: it asked with the words of the turn.
        memories: what was found, best first; those that are still there.
    """

    at: datetime
    actor: str
    query: str
    same_words: bool
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What was recalled for a turn, and the memories that were made from its messages."""

    recalled: tuple[Recalled, ...] = ()
    learned: tuple[Memory, ...] = ()


class Reading:
    """See the module. Safe from many threads.

    Args:
        summaries: of all users, by their ids.
        records: those of now, or of a moment of the past. upto: the last event that is looked at; None for any.
    """

    def __init__(
        self,
        store: Store,
        summaries: Callable[[], Mapping[str, ConversationSummary]],
        records: RecordStore | None = None,
        upto: int | None = None,
    ) -> None:
        self._log = store.log
        self._commands = store.commands
        self._summaries = summaries
        self._records = records or store.records
        self._messages = store.messages if records is None else records.messages()
        self._upto = upto

    def sessions(
        self,
        *,
        user_id: str | None = None,
        ids: Sequence[str] | None = None,
        words: str = "",
        limit: int = 1_000,
        offset: int = 0,
    ) -> list[Session]:
        """Conversations; see `Turns.sessions`."""
        rows = self._messages.sessions(user=user_id, ids=ids, words=words.split(), limit=limit, offset=offset)
        return named(rows, self._records, self._messages, user_id)

    def users(self) -> dict[str, int]:
        """How many turns each user has; "" is whoever is not named, or the owner under the name that agents use."""
        owner, found = self._messages.owner(), dict[str, int]()
        for user, number in self._messages.users().items():
            found[whose(user, owner)] = found.get(whose(user, owner), 0) + number
        return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))

    def summary(self, user_id: str) -> ConversationSummary:
        """A user's summary; an empty one for who is new."""
        return self._summaries().get(summary_id(user_id)) or empty_summary(user_id)

    def summarised_users(self) -> list[str]:
        """The users who have a summary, by name."""
        return sorted(one.user_id for one in self._summaries().values())

    def deltas(self, user_id: str, *, limit: int = 200) -> list[SummaryChange]:
        """The newest changes of a user's summary, newest first."""
        before = self._upto + 1 if self._upto is not None else None
        found = self._log.select(item=summary_id(user_id), type=EventType.SUMMARY, before=before, limit=limit)
        undone = self._commands.undone_among([one.command for one in found], after=0) if self._upto is None else ()
        redone = self._commands.redos_among([one.command for one in found])
        return [
            SummaryChange(event.ts, said, event.command in undone, event.command in redone)
            for event in found
            if isinstance(said := payload_of(event), Summarised)
        ]

    def patterns(self, user_id: str) -> list[DiscoveredPattern]:
        """A user's patterns, oldest first."""
        keys = self._records.keys(RecordFilter(kinds=(PATTERN_KIND,)))
        found = map(pattern_of, self._records.by_keys(keys))
        return [one for one in found if one is not None and one.user_id == user_id]

    def outline(self, *, session_id: str | None = None, user_id: str | None = None) -> list[Heading]:
        """Every turn of a conversation, or of a user, in order of time."""
        return [Heading(*row) for row in self._messages.outline(user=user_id, session=session_id)]

    def turns(self, cycle_ids: Sequence[str]) -> dict[str, Turn]:
        """Turns by id; those of which nothing is active are left out."""
        rows = self._messages.by_ids(cycle_ids)
        found = {one.key: one for one in self._records.by_keys([key for row in rows for key in row.keys])}
        made: dict[str, Turn] = {}
        for row in rows:
            messages = tuple(found[key] for key in row.keys if key in found)
            if messages:
                made[row.cycle_id] = Turn(cycle_of(row.cycle_id, row.user_id, messages), messages)
        changes = self._changes([one for turn in made.values() for one in turn.messages])
        return {id: replace(turn, changes=tuple(changes.get(id, ()))) for id, turn in made.items()}

    def _changes(self, messages: Sequence[Memory]) -> dict[str, list[Summarised]]:
        """What changed of a summary by the turns of these messages, by turn."""
        found: dict[str, list[Summarised]] = {}
        ids = [one.id for one in messages]
        for event in self._log.mentioning(EventType.SUMMARY, ids, to=self._upto) if ids else ():
            said = payload_of(event)
            if isinstance(said, Summarised) and said.cycle:
                found.setdefault(said.cycle, []).append(said)
        return found

    def containing(self, text: str, *, session_id: str | None = None, user_id: str | None = None) -> set[str]:
        """Ids of the turns that have a message with each of the words of a text."""
        return self._messages.containing(text.split(), user=user_id, session=session_id)

    def place_of(self, id: str) -> tuple[str, str, str]:
        """(conversation, turn, message) of a message, or of what was learned from one. Raises NotFoundError."""
        found = self._messages.place_of(id)
        if found is not None:
            return *found, id
        asked = self._records.by_ids([id]).get(id)
        if asked is None or learned(asked) is None:
            raise NotFoundError("This memory is no message of a conversation.")
        for earlier in self._before(asked):  # its lineage leads to the message, past its own earlier texts
            found = self._messages.place_of(earlier.id)
            if found is not None:
                return *found, earlier.id
        raise NotFoundError("The message that this memory was learned from is not there any more.")

    def _before(self, memory: Memory) -> Iterator[Memory]:
        """What a memory came from, the nearest first."""
        seen, new = {memory.id}, list(memory.lineage)
        while new:
            seen |= set(new)
            found = self._records.by_ids(new)
            yield from (found[id] for id in new if id in found)
            new = [id for one in found.values() for id in one.lineage if id not in seen]

    def aftermath(self, turn: Turn) -> Aftermath:
        """What was recalled for a turn, and what was learned from it."""
        return Aftermath(tuple(self._recalled(turn)), tuple(self._learned(turn)))

    def _learned(self, turn: Turn) -> list[Memory]:
        """Memories that came from a message, or from what it said before it was edited or restored. What stands in a
        conversation itself is another version of the message."""
        own = self._versions(turn.messages)
        return [one for one in self._records.descending_from(sorted(own)) if one.id not in own and not one.thread]

    def _versions(self, messages: Sequence[Memory]) -> set[str]:
        """Ids of messages, and of what they took the place of."""
        found = {one.id for one in messages}
        new = {id for one in messages for id in one.lineage} - found
        while new:
            found |= new
            new = {id for one in self._records.by_ids(sorted(new)).values() for id in one.lineage} - found
        return found

    def _recalled(self, turn: Turn) -> list[Recalled]:
        said = self._as_said(turn)
        agents = {one.actor for one in said} - set(_BY_ITSELF)
        if not agents:
            return []
        began, ended = min(one.recorded_at for one in said), max(one.recorded_at for one in said)
        first, last = began - _BEFORE, ended + _AFTER
        fitting = [
            (actor, at, recall)
            for actor, at, recall in self._asked(first, last)
            if actor in agents and recall.session in ("", turn.cycle.session_id)
        ]
        texts = {canonical_text(one.content) for one in turn.messages}
        earlier = self._ended_before(turn, began) if fitting else None
        until = ended if turn.cycle.final_response else last

        def at_its_time(at: datetime, recall: Recall) -> bool:
            return recall.user == turn.cycle.user_id and at <= until and (earlier is None or at >= earlier)

        # An agent that names the conversation when it asks for a turn does so each time: what it asks without one is
        # for something else, as for a request that became no turn.
        named = any(recall.session and at_its_time(at, recall) for _, at, recall in fitting)
        kept: list[tuple[str, datetime, Recall, bool]] = []
        for actor, at, recall in fitting:
            same = bool(recall.query) and any(recall.query == text[: len(recall.query)] for text in texts)
            if recall.user is None:  # earlier programs did not say for whom it was
                fits = same
            elif same:
                fits = recall.user == turn.cycle.user_id
            else:
                fits = at_its_time(at, recall) and bool(recall.session or not named)
            if fits:
                kept.append((actor, at, recall, same))
        found = self._records.by_ids([id for _, _, recall, _ in kept for id in recall.ids])
        return [
            Recalled(at, actor, recall.query, same, tuple(found[id] for id in recall.ids if id in found))
            for actor, at, recall, same in kept
        ]

    def _asked(self, first: datetime, last: datetime) -> Iterator[tuple[str, datetime, Recall]]:
        """(who, when, recall) of what was asked between two times, in the order in which it was written."""
        for event in self._log.during(EventType.RECALL, first, last + _WRITTEN_WITHIN, limit=_MOST_RECALLS):
            recall = payload_of(event)
            if not isinstance(recall, Recall) or (self._upto is not None and event.seq > self._upto):
                continue
            at = parse_time(recall.at) if recall.at else event.ts
            if first <= at <= last:
                yield event.actor, at, recall

    def _as_said(self, turn: Turn) -> list[Memory]:
        """A turn's messages as they were recorded, before anybody edited or restored them."""
        versions = self._records.by_ids(sorted(self._versions(turn.messages)))
        return [one for one in versions.values() if not any(id in versions for id in one.lineage)] or [*turn.messages]

    def _ended_before(self, turn: Turn, began: datetime) -> datetime | None:
        """When the turn before one in its conversation was recorded; None where it is the first."""
        ids = [one.cycle_id for one in self.outline(session_id=turn.cycle.session_id)]
        place = ids.index(turn.cycle.cycle_id) if turn.cycle.cycle_id in ids else 0
        before = self.turns(ids[place - 1 : place]).get(ids[place - 1]) if place else None
        ended = max((one.recorded_at for one in self._as_said(before)), default=None) if before is not None else None
        return ended if ended is not None and ended <= began else None
