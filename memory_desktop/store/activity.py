"""What was done, when and by whom, in numbers: read from the log, and tallied for the older part of it.

A row of the tally is an actor, a class of deeds and a quarter of an hour, within a chunk of `CHUNK` events; it holds no
text. The tally is derived: it is made a few chunks at a time in the background, and whatever it does not cover yet is
counted in the log itself, by the same query. So nothing is counted while somebody writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any

import orjson

from memory_desktop.core.events.event import SYSTEM, EventType
from memory_desktop.store.database import Database, Row

#: Events a chunk of the tally is about.
CHUNK = 5_000
#: Moved when the rules of what counts as what change: then the tally is made again.
VERSION = 2
#: Name of the value that says how far the tally reaches; it is of no use without the table.
MADE_TO = "activity"
#: Newest events that are named of each row.
_NAMED = 4
#: The last event of a command that replaces a memory comes at most so many events after the new one: imports come in
#: batches.
_BATCH = 2_000


class Deed(StrEnum):
    """What an event did, as it is counted."""

    LEARNED = "learned"
    SAID = "said"
    EDITED = "edited"
    RESTORED = "restored"
    MERGED = "merged"
    RELABELLED = "relabelled"
    REPLACED = "replaced"
    FORGOTTEN = "forgotten"
    USED = "used"
    FILLED = "filled"
    FADED = "faded"
    UNDONE = "undone"
    REDONE = "redone"
    OTHER = "other"
    #: Of records only: what came back or went by an undo, and what another memory took the place of.
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"
    SUPERSEDED = "superseded"


#: Deeds that make a record active, and those that end one.
MAKING = (Deed.LEARNED, Deed.SAID, Deed.EDITED, Deed.RESTORED, Deed.MERGED, Deed.RETURNED)
ENDING = (Deed.FORGOTTEN, Deed.REPLACED, Deed.SUPERSEDED, Deed.WITHDRAWN)
#: Other commands that somebody may want to know of, by the type of their first event.
_OTHER = (
    EventType.POLICY_CHANGE,
    EventType.MIGRATION,
    EventType.RELEASE,
    EventType.DISMISS,
    EventType.ROLLBACK,
    EventType.ASSEMBLE,
    EventType.REASSEMBLE,
    EventType.DISSOLVE,
    EventType.FEEDBACK,
    EventType.REINFORCE,
    EventType.DIFFER,
    EventType.PURGE,
    EventType.PROTECT,
)
_LOOKED_AT = ", ".join(
    f"'{one}'"
    for one in (
        EventType.INGEST,
        EventType.CONSOLIDATE,
        EventType.UPDATE,
        EventType.FORGET,
        EventType.RECALL,
        EventType.UNDO,
        EventType.CONSOLIDATION,
        EventType.FORGETTING,
        *_OTHER,
    )
)
# $1: after this event, $2: up to this one, $3: commands of undo and redo, $4: commands that `only` is about.
_DEEDS = f"""
    base AS MATERIALIZED (
        SELECT seq, ts, type, item, command, actor,
               CASE WHEN type = '{EventType.UNDO}' THEN json_extract_string(payload, '$.kind') END AS way
        FROM events WHERE seq > $1 AND seq <= $2 AND type IN ({_LOOKED_AT}) {{only}}
    ),
    back AS MATERIALIZED (
        SELECT unnest($3::BIGINT[]) AS seq UNION ALL SELECT seq FROM base WHERE type = '{EventType.ROLLBACK}'
    ),
    ends AS MATERIALIZED (
        SELECT e.seq, e.command, json_extract_string(e.payload, '$.mode') AS mode,
               json_extract_string(e.payload, '$.by') AS successor
        FROM events e WHERE e.type = '{EventType.FORGET}' AND e.seq > $1 AND e.seq <= $2 + {_BATCH} {{only}}
    ),
    deeds AS (
        SELECT b.seq, b.ts, b.actor, b.command, b.item, CASE
            WHEN b.type = '{EventType.RECALL}' THEN '{Deed.USED}'
            WHEN b.type = '{EventType.UNDO}' AND b.way = 'redo' THEN '{Deed.REDONE}'
            WHEN b.type = '{EventType.UNDO}' THEN '{Deed.UNDONE}'
            WHEN b.type = '{EventType.CONSOLIDATION}' THEN '{Deed.FILLED}'
            WHEN b.type = '{EventType.FORGETTING}' THEN '{Deed.FADED}'
            WHEN b.type = '{EventType.CONSOLIDATE}' THEN '{Deed.MERGED}'
            WHEN b.type = '{EventType.UPDATE}' THEN '{Deed.RELABELLED}'
            WHEN b.type = '{EventType.INGEST}' THEN CASE
                WHEN b.command IN (SELECT seq FROM back) THEN '{Deed.RETURNED}'
                WHEN b.seq IN (SELECT key FROM messages WHERE key > $1 AND key <= $2 {{these}}) THEN '{Deed.SAID}'
                WHEN (b.item, b.command) IN (SELECT successor, command FROM ends WHERE successor IS NOT NULL)
                    THEN '{Deed.EDITED}'
                WHEN b.seq IN (
                    SELECT key FROM records WHERE key > $1 AND key <= $2 AND origin <> '' AND origin <> id {{these}}
                )
                    THEN '{Deed.RESTORED}'
                ELSE '{Deed.LEARNED}' END
            ELSE '{Deed.OTHER}' END AS deed
        FROM base b
        WHERE b.type <> '{EventType.FORGET}'
            AND (b.type IN ('{EventType.RECALL}', '{EventType.INGEST}', '{EventType.CONSOLIDATE}', '{EventType.UNDO}',
                            '{EventType.CONSOLIDATION}')
                 OR b.type = '{EventType.UPDATE}' AND b.actor <> '{SYSTEM}'
                     AND b.command NOT IN (SELECT seq FROM back)
                 OR b.seq = b.command)
        UNION ALL
        SELECT b.seq, b.ts, b.actor, b.command, b.item, CASE
            WHEN b.command IN (SELECT seq FROM back) THEN '{Deed.WITHDRAWN}'
            WHEN n.mode = 'supersede' AND h.type = '{EventType.FORGET}' THEN '{Deed.REPLACED}'
            WHEN n.mode = 'supersede' THEN '{Deed.SUPERSEDED}'
            ELSE '{Deed.FORGOTTEN}' END
        FROM base b JOIN ends n ON n.seq = b.seq LEFT JOIN events h ON h.seq = b.command
        WHERE b.type = '{EventType.FORGET}'
    )
"""
_ROWS = (
    "SELECT time_bucket(INTERVAL '15 minutes', ts) AS quarter, actor, deed, count(*) AS number, min(seq) AS first,"
    f" max(seq) AS last, max(seq, {_NAMED}) AS newest"
)
#: Events of the commands that were taken back.
_UNDONE = "AND command IN (SELECT unnest($4::BIGINT[]))"
#: Where there are few events: the memories that they make.
_THESE = "AND key IN (SELECT seq FROM base)"


@dataclass(frozen=True, slots=True)
class Tally:
    """How often an actor did something on a day.

    Attributes:
        first, last: the first and last event of these. newest: the newest few of them, newest first.
    """

    day: date
    actor: str
    deed: Deed
    number: int
    first: int
    last: int
    newest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeedRow:
    """One event that is counted."""

    seq: int
    command: int
    at: datetime
    item: str


@dataclass(frozen=True, slots=True)
class _TakenBack:
    """Steps that are taken back, and the commands of undo and redo, as of a number of commits."""

    commits: int
    undone: list[int]
    ways: list[int]


class Activity:
    """The activity table, and what it is made from."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: _TakenBack | None = None

    @property
    def made_to(self) -> int:
        """The last event that the tally covers."""
        state = self._state()
        return int(state["to"]) if state and self._holds(state) else 0

    def tallies(
        self, after: int, to: int, offsets: Sequence[tuple[datetime, int]], *, undone: bool = False
    ) -> list[Tally]:
        """What was done by the events with after < seq <= to and was not taken back since, by local day.

        Args:
            offsets: (until when, seconds that local time is ahead of UTC), in order; the last one holds from then on.
            undone: what was taken back is counted as well.
        """
        day, given = _local_day(offsets)
        found = dict[tuple[date, str, str], Tally]()
        first, end = self._whole_chunks(after, to)
        if first < end:
            rows = self._database.reader().rows(
                f"SELECT {day} AS day, actor, deed, sum(number), min(first), max(last),"
                f" list_reverse_sort(flatten(list(newest)))[1:{_NAMED}] FROM activity"
                " WHERE chunk >= $1 AND chunk < $2 AND $3 AND $4 GROUP BY day, actor, deed",
                [first, end, True, True, *given],
            )
            _add(found, rows)
        for start, last in (
            ((after, min(first * CHUNK, to)), (max(end * CHUNK, after), to)) if first < end else ((after, to),)
        ):
            if start < last:
                _add(found, self._counted(start, last, "", day, given))
        gone = [] if undone else [seq for seq in self._taken_back().undone if seq <= to]
        if gone:
            # An event comes after the first of its command.
            _take_away(found, self._counted(max(after, min(gone) - 1), to, _UNDONE, day, given, gone))
        return list(found.values())

    def _counted(
        self, after: int, to: int, only: str, day: str, given: Sequence[object], commands: Sequence[int] = ()
    ) -> list[Row]:
        return self._database.reader().rows(
            f"WITH {_deeds(only)}, rows AS ({_ROWS} FROM deeds GROUP BY quarter, actor, deed)"
            f" SELECT {day} AS day, actor, deed, sum(number), min(first), max(last),"
            f" list_reverse_sort(flatten(list(newest)))[1:{_NAMED}] FROM rows WHERE len($4::BIGINT[]) >= 0"
            " GROUP BY day, actor, deed",
            [after, to, self._taken_back().ways, list(commands), *given],
        )

    def _taken_back(self) -> _TakenBack:
        """What was taken back, and by what; asked of the database once after each commit."""
        commits, cursor = self._database.commits, self._database.reader()
        known = self._known
        if known is None or known.commits != commits or cursor.writing:
            rows = cursor.rows(
                "SELECT seq, kind = 'do' FROM commands"
                " WHERE kind IN ('undo', 'redo') OR kind = 'do' AND NOT done ORDER BY seq"
            )
            known = _TakenBack(commits, [seq for seq, step in rows if step], [seq for seq, step in rows if not step])
            self._known = known if not cursor.writing else None
        return known

    def _whole_chunks(self, after: int, to: int) -> tuple[int, int]:
        """The tallied chunks of which all events have after < seq <= to: the first, and one after the last."""
        return -(-after // CHUNK), min(to, self.made_to) // CHUNK

    def rows_of(self, actor: str, deeds: Sequence[Deed], first: int, last: int, limit: int) -> list[DeedRow]:
        """The newest events of an actor and of these deeds, from `first` to `last`, that were not taken back."""
        found: list[DeedRow] = []
        for after, to in self._ranges(actor, deeds, first, last):
            back = self._taken_back()
            rows = self._database.reader().rows(
                f"WITH {_deeds('AND actor = $5')} SELECT seq, command, ts, item FROM deeds"
                " WHERE deed IN (SELECT unnest($6::VARCHAR[]))"
                " AND command NOT IN (SELECT unnest($4::BIGINT[])) ORDER BY seq DESC LIMIT $7",
                [after, to, back.ways, back.undone, actor, [one.value for one in deeds], limit - len(found)],
            )
            found += [DeedRow(seq, command, at.replace(tzinfo=UTC), item) for seq, command, at, item in rows]
            if len(found) >= limit:
                break
        return found

    # --- the tally ----------------------------------------------------------------------------------------------------

    def behind(self, head: int) -> bool:
        """Are there whole chunks that the tally does not cover?"""
        return head - self.made_to >= CHUNK

    def go_on(self, head: int, chunks: int = 4) -> None:
        """Tally the next chunks; from the beginning where what was tallied is not of this log."""
        with self._database.transaction() as cursor:
            state = self._state()
            if state and not self._holds(state):
                cursor.execute("DELETE FROM activity")
                state = {}
            done = int(state.get("to", 0))
            to = min(done + chunks * CHUNK, head // CHUNK * CHUNK)
            if to <= done:
                return
            cursor.execute(
                f"INSERT INTO activity WITH {_deeds()} SELECT (seq - 1) // {CHUNK} AS chunk,"
                f" {_ROWS.removeprefix('SELECT ')} FROM deeds GROUP BY chunk, quarter, actor, deed",
                [done, to, self._taken_back().ways],
            )
            state = {"to": to, "hash": self._hash(to), "version": VERSION}
            cursor.execute("DELETE FROM meta WHERE name = ?", [MADE_TO])
            cursor.execute("INSERT INTO meta VALUES (?, ?)", [MADE_TO, orjson.dumps(state).decode()])

    def _state(self) -> dict[str, Any]:
        row = self._database.reader().row("SELECT value FROM meta WHERE name = ?", [MADE_TO])
        return dict(orjson.loads(row[0])) if row is not None else {}

    def _hash(self, seq: int) -> str:
        row = self._database.reader().row("SELECT hash FROM events WHERE seq = ?", [seq])
        return bytes(row[0]).hex() if row is not None else ""

    def _holds(self, state: Mapping[str, Any]) -> bool:
        """Is what was tallied of this log, and by these rules?"""
        return state.get("version") == VERSION and self._hash(int(state["to"])) == state["hash"] != ""

    def _ranges(self, actor: str, deeds: Sequence[Deed], first: int, last: int) -> Iterator[tuple[int, int]]:
        """(after, to) of the parts of the log between two events in which an actor did any of these, newest first."""
        low, high = self._whole_chunks(first - 1, last)
        if low >= high:
            yield first - 1, last
            return
        yield max(high * CHUNK, first - 1), last
        rows = self._database.reader().rows(
            "SELECT DISTINCT chunk FROM activity WHERE chunk >= $1 AND chunk < $2 AND actor = $3"
            " AND deed IN (SELECT unnest($4::VARCHAR[])) ORDER BY chunk DESC",
            [low, high, actor, [one.value for one in deeds]],
        )
        for (chunk,) in rows:
            yield chunk * CHUNK, (chunk + 1) * CHUNK
        yield first - 1, low * CHUNK


def _deeds(only: str = "") -> str:
    """The events after $1 up to $2 with what each did, as parts of a WITH; `only` restricts them further."""
    return _DEEDS.format(only=only, these=_THESE if only else "")


def _local_day(offsets: Sequence[tuple[datetime, int]]) -> tuple[str, list[object]]:
    """The local day of a quarter of an hour as SQL, with its parameters from the fifth on."""
    whens, given = "", list[object]()
    for until, seconds in offsets[:-1]:
        whens += f" WHEN quarter < ${len(given) + 5} THEN ${len(given) + 6}"
        given += [until.astimezone(UTC).replace(tzinfo=None), seconds]
    given.append(offsets[-1][1])
    ahead = f"${len(given) + 4}::BIGINT"
    return f"CAST(quarter + to_seconds({f'CASE{whens} ELSE {ahead} END' if whens else ahead}) AS DATE)", given


def _add(found: dict[tuple[date, str, str], Tally], rows: Sequence[Row]) -> None:
    """Count rows to those with the same day, actor and deed."""
    for day, actor, deed, number, first, last, newest in rows:
        key = day, actor, deed
        known = found.get(key)
        if known is None:
            found[key] = Tally(day, actor, Deed(deed), int(number), first, last, tuple(newest))
        else:
            named = sorted({*known.newest, *newest}, reverse=True)[:_NAMED]
            found[key] = replace(
                known,
                number=known.number + int(number),
                first=min(known.first, first),
                last=max(known.last, last),
                newest=tuple(named),
            )


def _take_away(found: dict[tuple[date, str, str], Tally], undone: Sequence[Row]) -> None:
    """Count rows no more; what nothing is left of goes."""
    for day, actor, deed, number, _, _, newest in undone:
        known = found.pop((day, actor, deed), None)
        if known is not None and known.number > int(number):
            named = tuple(one for one in known.newest if one not in newest)
            found[day, actor, deed] = replace(known, number=known.number - int(number), newest=named)
