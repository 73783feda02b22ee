"""What the records and the log say of the use of memories: the forgetting schedule, and what is recalled.

Every question is one statement of SQL over columns, so that the first page of a vault of any size comes at once. The
dates are those of `core.layers.meta`, to the microsecond.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_desktop.core.layers.meta import ADDED, NOT_SCHEDULED, Action, Encoding, RetrievalPattern
from memory_desktop.core.memory.records import EXTRACTOR, Layer
from memory_desktop.store.bulk import utc
from memory_desktop.store.database import Source
from memory_desktop.store.filter_sql import OWNER

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400_000_000.0
#: So many of the newest recalls are looked at for how memory is used.
MOST_RECALLS = 5_000
# A list that nothing ranked is no recall.
_RECALLED = "type = 'RECALL' AND NOT contains(payload, '\"listed\":true')"
_SIGNIFICANCE = (
    "coalesce(TRY_CAST(json_extract(CASE WHEN contains(r.metadata, '\"significance\"') THEN r.metadata END,"
    " '$.episode.significance.score') AS DOUBLE), 0.0)"
)


@dataclass(frozen=True, slots=True)
class DueRow:
    """A memory's place on the schedule."""

    key: int
    id: str
    importance: float
    counted_from: datetime
    due: datetime
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleRules:
    """What the dates depend on beside the records.

    Attributes:
        days, floor: see `core.layers.meta`. protected: keys of the memories that are not on the schedule.
        faded: by line, when the job dealt with it last.
    """

    days: float
    floor: float
    protected: Collection[int] = ()
    faded: Mapping[str, datetime]


class MemoryUse:
    """See the module."""

    def __init__(self, database: Source, table: str = "records") -> None:
        self._database = database
        self._table = table

    # --- the forgetting schedule ------------------------------------------------------------------------------------

    def schedule(
        self,
        rules: ScheduleRules,
        *,
        limit: int,
        after: tuple[datetime, int] | None = None,
        until: datetime | None = None,
        forgets: bool = True,
    ) -> list[DueRow]:
        """The next memories by when they are due, then by key.

        Args:
            after: the due date and key of the last one before. until: only what is due by then.
            forgets: False leaves out what would be forgotten.
        """
        source, parameters = self._due(rules)
        where = ["TRUE"]
        if after is not None:
            where.append("(due, key) > (?, ?)")
            parameters += [_micros(after[0]), after[1]]
        if until is not None:
            where.append("due <= ?")
            parameters.append(_micros(until))
        if not forgets:
            where.append("NOT forget")
        rows = self._database.reader().rows(
            f"SELECT key, id, importance, since, due, forget FROM ({source}) WHERE {' AND '.join(where)}"
            " ORDER BY due, key LIMIT ?",
            [*parameters, limit],
        )
        return [
            DueRow(key, id, weight, _time(since), _time(due), Action.FORGET if forget else Action.FADE)
            for key, id, weight, since, due, forget in rows
        ]

    def due_counts(self, rules: ScheduleRules, until: datetime) -> tuple[int, int, int]:
        """(how many are on the schedule, are due to fade by then, are due to be forgotten by then)."""
        source, parameters = self._due(rules)
        row = self._database.reader().row(
            "SELECT count(*), count(*) FILTER (due <= ? AND NOT forget), count(*) FILTER (due <= ? AND forget)"
            f" FROM ({source})",
            [_micros(until), _micros(until), *parameters],
        )
        return (int(row[0]), int(row[1]), int(row[2])) if row else (0, 0, 0)

    def due_by_month(self, rules: ScheduleRules, start: datetime, months: int) -> dict[str, int]:
        """How many are due after a moment in each of so many months ("2026-03") that have any; before them, as "", how
        many are due by then."""
        source, parameters = self._due(rules)
        rows = self._database.reader().rows(
            "SELECT CASE WHEN due > ? THEN strftime(make_timestamp(due), '%Y-%m') ELSE '' END AS month, count(*)"
            f" FROM ({source}) GROUP BY 1 ORDER BY 1 LIMIT ?",
            [_micros(start), *parameters, months + 1],
        )
        overdue = bool(rows) and not rows[0][0]
        return dict(rows[: months + overdue])

    def _due(self, rules: ScheduleRules) -> tuple[str, list[Any]]:
        """(a SELECT of key, id, importance, since, due in microseconds and forget; its parameters)."""
        lines = list(rules.faded)
        times = [_micros(rules.faded[line]) for line in lines]
        sql = f"""
            SELECT key, id, importance, since, again AND salience < ? AS forget,
                   since + CAST(floor({_DAY!r} * ? * (1.0 + {ADDED!r} * importance)) AS BIGINT) AS due
            FROM (
                SELECT key, id, salience, importance, coalesce(faded >= used, FALSE) AS again,
                       CASE WHEN faded >= used THEN faded ELSE used END AS since
                FROM (
                    SELECT r.key, r.id, r.salience, f.at AS faded,
                           epoch_us(coalesce(r.recalled_at, r.created_at)) AS used,
                           least(1.0, greatest(0.0, {_SIGNIFICANCE}, r.quick_recal_score)) AS importance
                    FROM {self._table} r LEFT JOIN (
                        SELECT unnest(?::VARCHAR[]) AS line, unnest(?::BIGINT[]) AS at
                    ) f ON f.line = r.origin
                    WHERE r.status = 'active' AND r.kind NOT IN (SELECT unnest(?::VARCHAR[]))
                          AND r.key NOT IN (SELECT unnest(?::BIGINT[]))
                )
            )"""
        return sql, [rules.floor, rules.days, lines, times, list(NOT_SCHEDULED), list(map(int, rules.protected))]

    # --- what is recalled -------------------------------------------------------------------------------------------

    def oldest(self) -> tuple[datetime, str] | None:
        """The time and id of the active memory that is oldest; None where there is none."""
        row = self._database.reader().row(
            f"SELECT created_at, id FROM {self._table} WHERE status = 'active' ORDER BY created_at, key LIMIT 1"
        )
        at = utc(row[0]) if row else None
        return (at, str(row[1])) if row and at is not None else None

    def most_recalled(self, limit: int) -> list[int]:
        """Keys of the active memories that were recalled most often; of equals the one recalled last comes first."""
        rows = self._database.reader().rows(
            f"SELECT key FROM {self._table} WHERE status = 'active' AND recall_count > 0"
            " ORDER BY recall_count DESC, recalled_at DESC, key LIMIT ?",
            [limit],
        )
        return [row[0] for row in rows]

    def never_recalled(self, limit: int, after: int = 0) -> list[int]:
        """The next keys, after one, of active memories that were never recalled."""
        rows = self._database.reader().rows(
            f"SELECT key FROM {self._table} WHERE status = 'active' AND recall_count = 0 AND key > ?"
            " ORDER BY key LIMIT ?",
            [after, limit],
        )
        return [row[0] for row in rows]

    def count_never_recalled(self) -> int:
        """How many active memories were never recalled."""
        row = self._database.reader().row(
            f"SELECT count(*) FROM {self._table} WHERE status = 'active' AND recall_count = 0"
        )
        return int(row[0]) if row else 0

    # --- how memory works -------------------------------------------------------------------------------------------

    def retrieval(self, head: int) -> list[RetrievalPattern]:
        """Of the newest recalls: how many by each mode found memories of each layer, and how relevant these were."""
        rows = self._database.reader().rows(
            f"""
            WITH said AS (
                SELECT seq, coalesce(json_extract_string(payload, '$.mode'), '') AS mode,
                       json_extract_string(payload, '$.ids[*]') AS ids,
                       json_extract_string(payload, '$.scores[*]') AS scores
                FROM events WHERE {_RECALLED} AND seq <= ? ORDER BY seq DESC LIMIT ?
            ), hits AS (
                SELECT seq, mode, unnest(ids) AS id, unnest(scores) AS score FROM said
            )
            SELECT h.mode, r.layer, count(DISTINCT h.seq), count(*), avg(TRY_CAST(h.score AS DOUBLE))
            FROM hits h JOIN {self._table} r ON r.id = h.id WHERE h.id IS NOT NULL GROUP BY 1, 2
            UNION ALL SELECT mode, NULL, count(*), 0, NULL FROM said WHERE coalesce(len(ids), 0) = 0 GROUP BY 1
            ORDER BY 1, 2 NULLS LAST
            """,
            [head, MOST_RECALLS],
        )
        return [
            RetrievalPattern(mode, Layer(layer) if layer is not None else None, int(recalls), int(hits), mean)
            for mode, layer, recalls, hits, mean in rows
        ]

    def made_by(self, commands: Sequence[int]) -> dict[int, tuple[int, int]]:
        """By command: how many memories it made or added something to, and how many of them are not forgotten."""
        if not commands:
            return {}
        rows = self._database.reader().rows(
            f"""
            SELECT e.command, count(DISTINCT e.item), count(DISTINCT e.item) FILTER (
                r.status <> 'tombstone' OR r.origin IN (SELECT origin FROM {self._table} WHERE status = 'active')
            )
            FROM events e JOIN {self._table} r ON r.id = e.item
            WHERE e.command IN (SELECT unnest(?::BIGINT[])) AND e.type IN ('INGEST', 'UPDATE') GROUP BY 1
            """,
            [list(commands)],
        )
        return {int(command): (int(made), int(kept)) for command, made, kept in rows}

    def encoding(self, head: int, limit: int) -> list[Encoding]:
        """By kind and source, most memories first: how many were ever recalled, and how many somebody found useful."""
        rows = self._database.reader().rows(
            f"""
            SELECT r.kind, r.source, count(*), count(*) FILTER (r.recall_count > 0),
                   count(*) FILTER (r.id IN (
                       SELECT item FROM events
                       WHERE type = 'FEEDBACK' AND seq <= ? AND contains(payload, '"useful":true')
                   ))
            FROM {self._table} r WHERE r.status = 'active' GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ?
            """,
            [head, limit],
        )
        return [
            Encoding(kind, source, int(n), int(recalled), int(useful)) for kind, source, n, recalled, useful in rows
        ]

    def recalls_by_user(self, head: int) -> dict[str, dict[Layer, int]]:
        """By user and layer: how often memories were recalled for a user; and where a recall names nobody, or is none
        of the newest, those of the user whose the memory is.

        That is the one of the conversation that it is of or was learned from, or else the one that it names; what names
        nobody is the vault's own user's, "". A recall of a text that was edited since counts for what it says now.
        """
        rows = self._database.reader().rows(
            f"""
            WITH RECURSIVE recalls AS (
                SELECT coalesce(json_extract_string(payload, '$.user'), '') AS who,
                       json_extract_string(payload, '$.ids[*]') AS ids
                FROM events WHERE {_RECALLED} AND seq <= ? ORDER BY seq DESC LIMIT ?
            ), known AS (
                SELECT key, id, layer, lineage, metadata, recall_count, nullif({OWNER}, '') AS named
                FROM {self._table} WHERE status = 'active' AND recall_count > 0
            ), owned AS (
                SELECT r.id, r.layer, r.recall_count, coalesce(m.user_id, s.user_id, r.named, '') AS who
                FROM known r
                LEFT JOIN messages m ON m.key = r.key
                LEFT JOIN messages s ON contains(r.metadata, ?) AND s.id = r.lineage[1]
            ), said (id, before) AS (
                SELECT id, id FROM known
                UNION
                SELECT s.id, o.id FROM said s JOIN {self._table} n ON n.id = s.before
                JOIN {self._table} o ON o.superseded_by = n.id AND n.lineage = [o.id]
            ), asked AS (
                SELECT o.id, o.layer, a.who, count(*) AS n
                FROM (SELECT who, unnest(ids) AS id FROM recalls WHERE who <> '') a
                JOIN said s ON s.before = a.id JOIN owned o ON o.id = s.id
                GROUP BY ALL
            ), rest AS (
                SELECT o.layer, o.who, greatest(0, o.recall_count - coalesce(sum(a.n), 0)) AS n
                FROM owned o LEFT JOIN asked a ON a.id = o.id GROUP BY o.id, o.layer, o.who, o.recall_count
            )
            SELECT who, layer, sum(n) FROM (SELECT who, layer, n FROM asked UNION ALL SELECT who, layer, n FROM rest)
            GROUP BY 1, 2 HAVING sum(n) > 0
            """,
            [head, MOST_RECALLS, f'"{EXTRACTOR}":'],
        )
        found: dict[str, dict[Layer, int]] = {}
        for who, layer, number in rows:
            found.setdefault(who, {})[Layer(layer)] = int(number)
        return found

    def users(self) -> list[str]:
        """Those in whose conversations there are messages, in order."""
        return [row[0] for row in self._database.reader().rows("SELECT DISTINCT user_id FROM messages ORDER BY 1")]


def _micros(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


def _time(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=int(micros))


__all__: Sequence[str] = ("MOST_RECALLS", "DueRow", "MemoryUse", "ScheduleRules")
