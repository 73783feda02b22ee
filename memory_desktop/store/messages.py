"""Which memories are messages of which conversation and turn: a projection of the log.

A row is a memory that somebody said in a conversation. Live turns name their cycle. An imported message that names none
begins one if its author asks, and else belongs to the last one of its conversation. What comes back under a new id, or
says something else since, keeps its cycle and its place. A question of a live turn that comes after its answer, as it
was held back until then, stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import numpy as np

from memory_desktop.core.conversation.cycles import ASKING, CYCLE, CYCLE_DATA, ROLE, TITLE, USER, begins, id_of
from memory_desktop.core.conversation.reach import names_of
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.canonical import parse_time
from memory_desktop.store.bulk import insert_rows, utc
from memory_desktop.store.database import Cursor, Source
from memory_desktop.store.schema import MESSAGE_COLUMNS

#: Moved when the rules of what is a message of which turn change: then the table is folded again.
VERSION = 4
_SPEAKERS = (ROLE, "speaker")
# What a message keeps of its turn besides its own text. Few messages do: the others are not read as JSON.
_CYCLE_DATA = f"CASE WHEN contains(r.metadata, '\"{CYCLE_DATA}\"') THEN r.metadata END"
_TEXT_IN_CYCLE = f"json_extract_string({_CYCLE_DATA}, '$.{CYCLE_DATA}.{{}}')"
_SUREST = (
    f"list_max(list_transform(json_extract({_CYCLE_DATA}, '$.{CYCLE_DATA}.agent_outputs[*].confidence'),"
    " lambda x: TRY_CAST(x AS DOUBLE)))"
)
_TITLE = f"CASE WHEN contains(r.metadata, '\"{TITLE}\"') THEN trim(json_extract_string(r.metadata, '$.{TITLE}')) END"
_SAYS = "contains(lower(r.content), ?) OR contains(lower(json_extract_string(r.metadata, '$.title')), ?)"


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A conversation: its first and last message, how many turns and messages it has, and whose these are."""

    session_id: str
    user_id: str
    source: str
    first: datetime
    last: datetime
    cycles: int
    messages: int
    first_key: int
    users: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CycleRow:
    """A turn: where it belongs, when it began, the event of its first message, and its messages’ keys in order."""

    cycle_id: str
    user_id: str
    session_id: str
    at: datetime
    head: int
    keys: tuple[int, ...]


#: (key, user, conversation, time, place) of a message.
Message = tuple[int, str, str, datetime, int]


class StatusOf(StrEnum):
    """The status of a job that looks at turns, as a turn keeps it."""

    REFLECTION = "reflection_status"
    DISCOVERY = "discovery_status"


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleFilter:
    """Which turns are asked for; None restricts nothing.

    Attributes:
        user: whom the turns name, "" for nobody. whose: the user whose they are; the owner's are also those that name
            nobody.
        after, before: the time of a turn's first message; both are included.
        response_type: of the answer. min_confidence: at least one agent was at least so sure of what it concluded.
        stage: a job, and how far it may have come with the turn.
    """

    user: str | None = None
    whose: str | None = None
    session: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    response_type: str | None = None
    min_confidence: float | None = None
    stage: tuple[StatusOf, Sequence[str]] | None = None


@dataclass(slots=True)
class _Last:
    """The last turn of a conversation, and the role that spoke first in it."""

    cycle: str
    first_role: str


@dataclass(slots=True)
class _Earlier:
    """What is known before an event: rows by id, ids of other memories, last turns, and the first place of turns."""

    rows: dict[str, Sequence[Any]]
    others: Collection[str]
    lasts: dict[tuple[str, str], _Last]
    firsts: dict[str, int]


class Messages:
    """The messages table.

    Args:
        records: the table that says which messages there are, and what they say: that of now, or one of the past.

    Attributes:
        owner: what agents call the vault's owner, "" for nothing: whose turns are that name nobody.
    """

    def __init__(self, database: Source, records: str = "records") -> None:
        self._database = database
        self.owner: Callable[[], str] = lambda: ""
        self._records = records
        self._active = f"messages m JOIN {records} r ON r.key = m.key AND r.status = 'active'"

    # --- folding ------------------------------------------------------------------------------------------------------

    def fold(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Take events in, inside the caller's transaction."""
        made = [(event, payload_of(event)) for event in events if event.type == EventType.INGEST]
        said = [(event, one, _role(one.memory)) for event, one in made if one.memory.get("thread")]
        said = [one for one in said if one[2] or one[1].restores or one[1].memory.get("lineage")]
        if not said:
            return
        before = self._earlier(cursor, [id for _, one, _ in said for id in _predecessors(one)])
        others = _known(cursor, {id for _, one, _ in said for id in _predecessors(one)} - before.keys())
        lasts = self._lasts(cursor, {one.memory["thread"] for _, one, _ in said})
        asking = {_cycle(one.memory) for _, one, role in said if role.lower() in ASKING} - {""}
        earlier = _Earlier(dict(before), others, lasts, self._firsts(cursor, asking))
        rows: list[tuple[Any, ...]] = []
        for event, payload, role in said:
            row = self._row(event, payload, role, earlier)
            if row is not None:
                earlier.rows[event.item] = row
                rows.append(row)
        insert_rows(cursor, "messages", MESSAGE_COLUMNS, rows)

    def clear(self, cursor: Cursor) -> None:
        """Forget all rows, before the log is folded again."""
        cursor.execute("DELETE FROM messages")

    def _row(self, event: Event, payload: Any, role: str, earlier: _Earlier) -> tuple[Any, ...] | None:
        memory, lasts = payload.memory, earlier.lasts
        came_from = _predecessors(payload)
        old = next((earlier.rows[id] for id in came_from if id in earlier.rows), None)
        if old is None and (payload.restores or not role or any(id in earlier.others for id in came_from)):
            return None  # what comes back, or is edited, and was no message; as one that was merged of some
        source, thread, metadata = str(memory.get("source", "")), str(memory["thread"]), memory.get("metadata") or {}
        user, at = str(metadata.get(USER) or ""), parse_time(memory["created_at"])
        if old is not None:
            return (event.seq, event.item, *old[2:])
        cycle = _cycle(memory)
        last = lasts.get((source, thread))
        if cycle and not memory.get("external_id"):
            if role.lower() in ASKING and cycle in earlier.firsts:
                earlier.firsts[cycle] -= 1
                return (event.seq, event.item, source, thread, cycle, role, user, earlier.firsts[cycle], at)
            earlier.firsts.setdefault(cycle, event.seq)
        if not cycle:
            if last is None or begins(role, last.first_role):
                cycle = id_of(source, f"{thread}\n{memory.get('external_id') or event.item}")
            else:
                cycle = last.cycle
        lasts[source, thread] = _Last(cycle, last.first_role if last is not None else role)
        return (event.seq, event.item, source, thread, cycle, role, user, event.seq, at)

    def _earlier(self, cursor: Cursor, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        if not ids:
            return {}
        rows = cursor.rows(
            f"SELECT {', '.join(MESSAGE_COLUMNS)} FROM messages WHERE id IN (SELECT unnest(?::VARCHAR[]))", [list(ids)]
        )
        return {row[1]: (*row[:-1], utc(row[-1])) for row in rows}

    def _lasts(self, cursor: Cursor, threads: set[str]) -> dict[tuple[str, str], _Last]:
        rows = cursor.rows(
            "SELECT source, thread, arg_max(cycle, place), arg_min(role, place) FROM messages"
            " WHERE thread IN (SELECT unnest(?::VARCHAR[])) GROUP BY ALL",
            [sorted(threads)],
        )
        return {(source, thread): _Last(cycle, role) for source, thread, cycle, role in rows}

    def _firsts(self, cursor: Cursor, cycles: set[str]) -> dict[str, int]:
        """By turn, the place of its first message."""
        if not cycles:
            return {}
        rows = cursor.rows(
            "SELECT cycle, min(place) FROM messages WHERE cycle IN (SELECT unnest(?::VARCHAR[])) GROUP BY cycle",
            [sorted(cycles)],
        )
        return dict(rows)

    # --- asking -------------------------------------------------------------------------------------------------------

    def of_cycle(self, cycle: str) -> CycleRow | None:
        """One turn; None where nothing of it is active."""
        rows = self.in_cycle(cycle)
        active = self._among_active([row[0] for row in rows]) if rows else set()
        return row_of(cycle, [row for row in rows if row[0] in active])

    def _among_active(self, keys: Sequence[int]) -> set[int]:
        rows = self._database.reader().rows(
            f"SELECT key FROM {self._records} WHERE key IN (SELECT unnest(?::BIGINT[])) AND status = 'active'",
            [list(keys)],
        )
        return {int(key) for (key,) in rows}

    def in_cycle(self, cycle: str) -> list[Message]:
        """The messages of a turn in order, whether they are active or not."""
        rows = self._database.reader().rows(
            "SELECT key, user_id, thread, said_at, place FROM messages WHERE cycle = ? ORDER BY place, key", [cycle]
        )
        return [(key, user, thread, _aware(at), place) for key, user, thread, at, place in rows]

    def cycles_of(self, keys: Sequence[int]) -> dict[int, str]:
        """The turn that each of these memories is a message of, by key."""
        rows = self._database.reader().rows(
            "SELECT key, cycle FROM messages WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        )
        return dict(rows)

    def text_before(self, key: int) -> str:
        """What the message says that stands before this one in its conversation; "" where it is the first."""
        row = self._database.reader().row(
            "SELECT arg_max(r.content, o.place) FROM messages m JOIN messages o ON o.thread = m.thread"
            " AND o.source = m.source AND o.place < m.place JOIN records r ON r.key = o.key AND r.status = 'active'"
            " WHERE m.key = ?",
            [key],
        )
        return str(row[0]) if row and row[0] is not None else ""

    def keys_of(self, *users: str) -> Keys:
        """Sorted keys of all active messages of these users."""
        found = self._database.reader().columns(
            f"SELECT m.key AS key FROM {self._active} WHERE m.user_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY m.key",
            [list(users)],
        )
        return np.ascontiguousarray(found["key"], dtype=np.int64)

    def by_ids(self, cycles: Sequence[str]) -> list[CycleRow]:
        """Those of these turns that are there, the newest first."""
        return self._cycles("m.cycle IN (SELECT unnest(?::VARCHAR[]))", [list(cycles)], "", [])

    def page(
        self,
        wanted: CycleFilter,
        *,
        newest_first: bool = True,
        limit: int | None = None,
        offset: int = 0,
        beyond: tuple[datetime, int] | None = None,
    ) -> list[CycleRow]:
        """Turns that fit, by the time of their first message, and then by the event of it.

        Args:
            beyond: (time, event) of a turn; only those that come after it in this order.
        """
        (where, parameters), (having, bounds) = self._fitting_filter(wanted), _within(wanted)
        order, after = ("DESC", "<") if newest_first else ("ASC", ">")
        if beyond is not None:
            having.append(f"(began, head) {after} (?, ?)")
            bounds += [beyond[0].replace(tzinfo=None), beyond[1]]
        page = f"{_having(having)} ORDER BY began {order}, head {order}"
        if limit is not None:
            page += f" LIMIT {int(limit)} OFFSET {int(offset)}"
        return self._cycles(where, parameters, page, bounds)

    def count(self, wanted: CycleFilter) -> int:
        """How many turns fit."""
        (where, parameters), (having, bounds) = self._fitting_filter(wanted), _within(wanted)
        row = self._database.reader().row(
            f"SELECT count(*) FROM (SELECT m.cycle, min(m.said_at) AS began FROM {self._active} WHERE {where}"
            f" GROUP BY m.cycle {_having(having)})",
            [*parameters, *bounds],
        )
        return int(row[0]) if row else 0

    def outline(self, *, user: str | None = None, session: str | None = None) -> list[tuple[str, str, datetime, str]]:
        """(id, conversation, when it began, the user whom it names) of every turn that fits, in order of time.

        Args:
            user: whose.
        """
        where, parameters = _fitting(self._names(user), session)
        found = self._database.reader().columns(
            "SELECT m.cycle AS cycle, arg_min(m.thread, m.place) AS thread, min(m.said_at) AS began,"
            " arg_min(m.user_id, m.place) AS named, min(m.place) AS head"
            f" FROM {self._active} WHERE {where} GROUP BY m.cycle ORDER BY began, head",
            parameters,
        )
        columns = (found["cycle"], found["thread"], found["began"].astype("datetime64[us]"), found["named"])
        rows = zip(*columns, strict=True)
        return [(str(cycle), str(thread), at.item().replace(tzinfo=UTC), str(user)) for cycle, thread, at, user in rows]

    def containing(self, words: Sequence[str], *, user: str | None = None, session: str | None = None) -> set[str]:
        """Ids of the turns that fit and have a message with all of these words, parts of words included."""
        where, parameters = _fitting(self._names(user), session)
        for word in words:
            where, parameters = f"{where} AND contains(lower(r.content), ?)", [*parameters, word.lower()]
        found = self._database.reader().columns(
            f"SELECT DISTINCT m.cycle AS cycle FROM {self._active} WHERE {where}", parameters
        )
        return set(map(str, found["cycle"]))

    def place_of(self, id: str) -> tuple[str, str] | None:
        """(conversation, turn) of a memory that is a message, whatever its status; None where it is none."""
        row = self._database.reader().row(
            f"SELECT m.thread, m.cycle FROM messages m JOIN {self._records} r ON r.key = m.key WHERE m.id = ?", [id]
        )
        return (row[0], row[1]) if row else None

    def sessions(
        self,
        *,
        user: str | None = None,
        ids: Sequence[str] | None = None,
        words: Sequence[str] = (),
        limit: int = 1_000,
        offset: int = 0,
    ) -> list[SessionRow]:
        """Conversations, the latest first: those of a user, as far as they are that user's; with words, those whose
        title or messages have each of them."""
        where, parameters = of_user, named = _fitting(self._names(user), None)
        for word in words:
            where += f" AND m.thread IN (SELECT m.thread FROM {self._active} WHERE {of_user} AND {_SAYS})"
            parameters = [*parameters, *named, *[word.lower()] * 2]
        if ids is not None:
            where, parameters = f"{where} AND m.thread IN (SELECT unnest(?::VARCHAR[]))", [*parameters, list(ids)]
        rows = self._database.reader().rows(
            "SELECT m.thread, arg_max(m.user_id, m.place), arg_min(m.source, m.place),"
            " min(m.said_at), max(m.said_at) AS last,"
            f" count(DISTINCT m.cycle), count(*), arg_min(m.key, m.place),"
            f" list_sort(list(DISTINCT m.user_id)) FROM {self._active} WHERE {where}"
            f" GROUP BY m.thread ORDER BY last DESC, m.thread LIMIT {int(limit)} OFFSET {int(offset)}",
            parameters,
        )
        return [
            SessionRow(thread, user_id, source, _aware(first), _aware(last), cycles, messages, key, tuple(users))
            for thread, user_id, source, first, last, cycles, messages, key, users in rows
        ]

    def titles(self, threads: Sequence[str], user: str | None = None) -> dict[str, str]:
        """The title that each of these conversations was given last, in turns of this user; those without one are left
        out."""
        where, parameters = _fitting(self._names(user), None)
        rows = self._database.reader().rows(
            "SELECT thread, arg_max(title, place)"
            f" FROM (SELECT m.thread AS thread, m.place AS place, {_TITLE} AS title FROM {self._active}"
            f" WHERE {where} AND m.thread IN (SELECT unnest(?::VARCHAR[]))) WHERE title <> '' GROUP BY thread",
            [*parameters, list(threads)],
        )
        return dict(rows)

    def conversations_of(self, keys: Sequence[int], limit: int) -> list[tuple[str, str]]:
        """(user, conversation) that these messages are of, each once, the one that went on last first."""
        rows = self._database.reader().rows(
            f"SELECT m.user_id, m.thread FROM {self._active} WHERE m.key IN (SELECT unnest(?::BIGINT[]))"
            f" GROUP BY m.user_id, m.thread ORDER BY max(m.said_at) DESC, m.thread, m.user_id LIMIT {int(limit)}",
            [list(keys)],
        )
        return [(user, thread) for user, thread in rows]

    def users(self) -> dict[str, int]:
        """How many turns each user has; "" is whoever is not named."""
        rows = self._database.reader().rows(
            f"SELECT m.user_id, count(DISTINCT m.cycle) FROM {self._active} GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return dict(rows)

    def users_of(self, session: str) -> list[str]:
        """Whose turns a conversation has, each user once."""
        rows = self._database.reader().rows(
            f"SELECT DISTINCT m.user_id FROM {self._active} WHERE m.thread = ? ORDER BY 1", [session]
        )
        return [user for (user,) in rows]

    def last_of(self, user: str, actor: str, source: str, until: datetime) -> tuple[str, datetime] | None:
        """The conversation of the last message of a user that one actor brought from one source, and when that was;
        messages of later than `until` do not count."""
        row = self._database.reader().row(
            f"SELECT arg_max(m.thread, m.said_at), max(m.said_at) FROM {self._active}"
            " WHERE m.user_id = ? AND r.actor = ? AND r.source = ? AND m.said_at <= ?",
            [user, actor, source, until.replace(tzinfo=None)],
        )
        return (row[0], _aware(row[1])) if row and row[1] is not None else None

    def _names(self, user: str | None) -> Sequence[str] | None:
        """By which names the turns of a user are found, by the owner's rule (`core.conversation.reach`)."""
        return None if user is None else names_of(user, self.owner())

    def _fitting_filter(self, wanted: CycleFilter) -> tuple[str, list[Any]]:
        named = wanted.user if wanted.user is None else (wanted.user,)
        return _fitting(self._names(wanted.whose) if wanted.whose is not None else named, wanted.session)

    def _cycles(self, where: str, parameters: Sequence[Any], page: str, bounds: Sequence[Any]) -> list[CycleRow]:
        rows = self._database.reader().rows(
            "SELECT m.cycle, arg_min(m.user_id, m.place), arg_min(m.thread, m.place), min(m.said_at) AS began,"
            f" list(m.key ORDER BY m.place, m.key), min(m.place) AS head FROM {self._active} WHERE {where}"
            f" GROUP BY m.cycle {page or 'ORDER BY began DESC, head DESC'}",
            [*parameters, *bounds],
        )
        return [
            CycleRow(cycle, user, thread, _aware(at), head, tuple(keys)) for cycle, user, thread, at, keys, head in rows
        ]


def row_of(cycle: str, messages: Sequence[Message]) -> CycleRow | None:
    """A turn that has these messages, in order; None without any."""
    if not messages:
        return None
    _, user, thread, _, head = messages[0]
    return CycleRow(cycle, user, thread, min(one[3] for one in messages), head, tuple(one[0] for one in messages))


def _known(cursor: Cursor, ids: Collection[str]) -> set[str]:
    """Those of some memories that this vault has, or had. What is imported may name others."""
    if not ids:
        return set()
    rows = cursor.rows("SELECT DISTINCT item FROM events WHERE item IN (SELECT unnest(?::VARCHAR[]))", [sorted(ids)])
    return {item for (item,) in rows}


def _cycle(memory: Mapping[str, Any]) -> str:
    """The turn that a message names; "" where it names none."""
    named = (memory.get("metadata") or {}).get(CYCLE)
    return named if isinstance(named, str) else ""


def _role(memory: Mapping[str, Any]) -> str:
    metadata = memory.get("metadata")
    if not isinstance(metadata, Mapping):
        return ""
    return next((v.strip() for name in _SPEAKERS if isinstance(v := metadata.get(name), str) and v.strip()), "")


def _predecessors(payload: Any) -> tuple[str, ...]:
    """The memory whose text comes back or is changed. A merge has many ancestors, and is no message."""
    if payload.restores:
        return (payload.restores,)
    lineage: Sequence[str] = payload.memory.get("lineage") or ()
    return (lineage[0],) if len(lineage) == 1 else ()


def _fitting(users: Sequence[str] | None, session: str | None) -> tuple[str, list[Any]]:
    where, parameters = ["TRUE"], list[Any]()
    if users is not None:
        where.append("m.user_id IN (SELECT unnest(?::VARCHAR[]))")
        parameters.append(list(users))
    if session is not None:
        where.append("m.thread = ?")
        parameters.append(session)
    return " AND ".join(where), parameters


def _within(wanted: CycleFilter) -> tuple[list[str], list[Any]]:
    """Conditions on a turn as a whole: its messages are the rows of a group."""
    having, parameters = list[str](), list[Any]()
    if wanted.after is not None:
        having.append("began >= ?")
        parameters.append(wanted.after.replace(tzinfo=None))
    if wanted.before is not None:
        having.append("began <= ?")
        parameters.append(wanted.before.replace(tzinfo=None))
    if wanted.response_type is not None:
        having.append(f"bool_or({_TEXT_IN_CYCLE.format('response_metadata.response_type')} = ?)")
        parameters.append(wanted.response_type)
    if wanted.min_confidence is not None:
        having.append(f"max({_SUREST}) >= ?")
        parameters.append(wanted.min_confidence)
    if wanted.stage is not None:
        name, values = wanted.stage
        having.append(f"list_contains(?::VARCHAR[], coalesce(max({_TEXT_IN_CYCLE.format(name.value)}), 'pending'))")
        parameters.append(list(values))
    return having, parameters


def _having(conditions: Sequence[str]) -> str:
    return f"HAVING {' AND '.join(conditions)}" if conditions else ""


def _aware(moment: datetime) -> datetime:
    found = utc(moment)
    assert found is not None
    return found
