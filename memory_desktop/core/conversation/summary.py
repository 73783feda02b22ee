"""What a user's conversations come to in short: topics, names, points to remember, who speaks, and likes.

A summary is folded from deltas. What a program adds never overwrites what a person has set, and never brings back what
a person has removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memory_desktop.core.conversation.cycles import id_of
from memory_desktop.core.conversation.retention import Retention, retention_of
from memory_desktop.core.memory.canonical import iso

#: The lists of a summary, and how many entries of each are kept; older ones are in the log.
LISTS: Mapping[str, int] = {"topics": 50, "entities": 200, "points": 50, "preferences": 50}
#: The fields of the identity.
IDENTITY = ("user_name", "ai_name", "location")
#: A conversation is idle after so long a silence.
IDLE = timedelta(minutes=30)
PERSON = "person"
#: Who changes a summary that comes whole from another vault.
COPY = "copy"


@dataclass(frozen=True, slots=True)
class Delta:
    """What changes of a summary.

    Attributes:
        added, removed: by list, entries. identity: by field; "" clears it.
        latest: the topic now; None leaves it.
        held, freed: what a person's edit fixes, and what an undo of it frees: names of identity fields, and
            "list:entry" of entries that stay away.
        retention: what is kept of this user's conversations from now on; None leaves it.
        early: it was said before what the summary knows already, so what it adds stands before that.
    """

    added: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    removed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    identity: Mapping[str, str] = field(default_factory=dict)
    latest: str | None = None
    held: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    retention: Retention | None = None
    early: bool = False

    def __bool__(self) -> bool:
        said = self.latest is not None or self.retention is not None
        return said or any((self.added, self.removed, self.identity, self.held, self.freed))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSummary:
    """The summary of one user's conversations.

    Attributes:
        summary_id: a UUID, the same for a user for ever.
        key_topics, entities, context_points, preferences: oldest first, no entry twice.
        identity: `user_name`, `ai_name`, `location`, those that are known.
        state: "initial" before the second turn, else "ongoing"; `state_at` knows "idle", too.
        upto: seq of the last turn's event that it has seen.
        held: what a person has fixed; see `Delta`. retention: what is kept of the user's conversations.
    """

    summary_id: str
    user_id: str
    key_topics: tuple[str, ...] = ()
    latest_topic: str | None = None
    entities: tuple[str, ...] = ()
    context_points: tuple[str, ...] = ()
    identity: Mapping[str, str] = field(default_factory=dict)
    preferences: tuple[str, ...] = ()
    last_updated: datetime | None = None
    update_count: int = 0
    upto: int = 0
    held: tuple[str, ...] = ()
    retention: Retention = field(default_factory=Retention)

    @property
    def state(self) -> str:
        """Where the conversation stands, whatever the time."""
        return "ongoing" if self.update_count > 1 else "initial"

    def state_at(self, now: datetime) -> str:
        """Where the conversation stands: "initial", "ongoing" or "idle"."""
        idle = self.last_updated is not None and now - self.last_updated > IDLE
        return "idle" if idle and self.update_count else self.state

    @property
    def empty(self) -> bool:
        """Does it say nothing, and has nobody set anything of it?"""
        said = any((self.identity, self.latest_topic, self.held, *map(self.entries, LISTS)))
        return not said and self.retention == Retention()

    @property
    def text(self) -> str:
        """The summary in words, for a prompt; "" when there is nothing to say."""
        names = {"user_name": "The user's name", "ai_name": "The assistant's name", "location": "Where the user is"}
        lines = [f"{names[name]}: {self.identity[name]}" for name in IDENTITY if self.identity.get(name)]
        lists = (
            ("Topics", self.key_topics[-10:]),
            ("Names", self.entities[-20:]),
            ("Likes and dislikes", self.preferences[-10:]),
        )
        lines += [f"{title}: {', '.join(entries)}" for title, entries in lists if entries]
        if self.latest_topic:
            lines.append(f"Now about: {self.latest_topic}")
        return "\n".join([*lines, *(f"- {point}" for point in self.context_points[-10:])])

    def entries(self, name: str) -> tuple[str, ...]:
        """One of the lists, by its name in `LISTS`."""
        return {
            "topics": self.key_topics,
            "entities": self.entities,
            "points": self.context_points,
            "preferences": self.preferences,
        }[name]

    def to_json(self, now: datetime | None = None) -> dict[str, object]:
        """Its fields by the contract's names, but for the vector; the state as of now, or whatever the time."""
        return {
            "summary_id": self.summary_id,
            "user_id": self.user_id,
            "key_topics": list(self.key_topics),
            "latest_topic": self.latest_topic,
            "entities": list(self.entities),
            "context_points": list(self.context_points),
            "conversation_state": self.state if now is None else self.state_at(now),
            "identity": dict(self.identity) or None,
            "preferences": list(self.preferences) or None,
            "last_updated": iso(self.last_updated) if self.last_updated else None,
            "update_count": self.update_count,
        }


def empty_summary(user_id: str) -> ConversationSummary:
    """The summary of a user who has said nothing yet."""
    return ConversationSummary(summary_id=id_of("summary", user_id), user_id=user_id)


def held_entry(name: str, entry: str) -> str:
    """What `held` says of an entry that a person has removed."""
    return f"{name}:{entry.casefold()}"


def with_delta(summary: ConversationSummary, delta: Delta, *, by: str) -> ConversationSummary:
    """The summary after a change; `by` "person", "undo" or "copy" may change what a person has fixed."""
    free = by in (PERSON, "undo", COPY)
    held = dict.fromkeys(one for one in (*summary.held, *delta.held) if one not in delta.freed)
    lists: dict[str, tuple[str, ...]] = {}
    for name, most in LISTS.items():
        gone = {one.casefold() for one in delta.removed.get(name, ())}
        kept = [one for one in summary.entries(name) if one.casefold() not in gone]
        there, new = {one.casefold() for one in kept}, list[str]()
        for entry in delta.added.get(name, ()):
            fold = entry.casefold()
            if fold in there or (not free and held_entry(name, entry) in held):
                continue
            there.add(fold)
            new.append(entry)
            held.pop(held_entry(name, entry), None)
        lists[name] = tuple((new + kept if delta.early else kept + new)[-most:])
    said = {name: value for name, value in delta.identity.items() if name in IDENTITY and (free or name not in held)}
    identity = {**summary.identity, **said}
    latest = summary.latest_topic if delta.latest is None else delta.latest or None
    return replace(
        summary,
        key_topics=lists["topics"],
        entities=lists["entities"],
        context_points=lists["points"],
        preferences=lists["preferences"],
        identity={name: value for name, value in identity.items() if value},
        latest_topic=latest,
        held=tuple(held),
        retention=delta.retention or summary.retention,
    )


def edited(before: ConversationSummary, wanted: Mapping[str, object]) -> Delta:
    """What a person's edit changes: whole lists by their name in `LISTS`, fields of the identity, and the retention.

    Raises:
        KeyError: an unknown name. InvalidCommandError: a retention that cannot be.
    """
    added: dict[str, tuple[str, ...]] = {}
    removed: dict[str, tuple[str, ...]] = {}
    identity: dict[str, str] = {}
    held: list[str] = []
    retention = None
    for name, value in wanted.items():
        if name == "retention" and isinstance(value, Mapping):
            asked = retention_of(value)
            retention = asked if asked != before.retention else None
            continue
        if name in IDENTITY:
            text = " ".join(str(value or "").split())
            if text != before.identity.get(name, ""):
                identity[name] = text
                held.append(name)
            continue
        if name not in LISTS or not isinstance(value, Iterable) or isinstance(value, str):
            raise KeyError(name)
        entries = list(dict.fromkeys(" ".join(str(one).split()) for one in value))
        now = before.entries(name)
        new = tuple(one for one in entries if one and one not in now)
        gone = tuple(one for one in now if one not in entries)
        if new:
            added[name] = new
        if gone:
            removed[name] = gone
            held += [held_entry(name, one) for one in gone]
    return Delta(added, removed, identity, None, tuple(held), retention=retention)


def revised(shown: ConversationSummary, wanted: Mapping[str, object], now: ConversationSummary) -> dict[str, object]:
    """What an edit wants of the summary of now, whose author saw an earlier one: entries that came since stay."""
    made: dict[str, object] = {}
    for name, value in wanted.items():
        if name not in LISTS or not isinstance(value, Iterable) or isinstance(value, str):
            made[name] = value
            continue
        entries = [str(one) for one in value]
        gone = set(shown.entries(name)) - set(entries)
        kept = [one for one in now.entries(name) if one not in gone]
        made[name] = [*kept, *(one for one in entries if one not in kept and one not in shown.entries(name))]
    return made


def taken_back(before: ConversationSummary, after: ConversationSummary, now: ConversationSummary) -> Delta:
    """What leads from `now` to where the change from `before` to `after` was never made; later changes stay."""
    added, removed = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
    for name in LISTS:
        old, new, here = before.entries(name), after.entries(name), now.entries(name)
        back = tuple(one for one in old if one not in new and one not in here)
        away = tuple(one for one in new if one not in old and one in here)
        if back:
            added[name] = back
        if away:
            removed[name] = away
    identity = {
        name: before.identity.get(name, "")
        for name in IDENTITY
        if before.identity.get(name) != after.identity.get(name) == now.identity.get(name)
    }
    latest = None
    if before.latest_topic != after.latest_topic == now.latest_topic:
        latest = before.latest_topic or ""
    freed = tuple(one for one in after.held if one not in before.held and one in now.held)
    held = tuple(one for one in before.held if one not in after.held and one not in now.held)
    same = before.retention == after.retention or after.retention != now.retention
    return Delta(added, removed, identity, latest, held, freed, None if same else before.retention)
