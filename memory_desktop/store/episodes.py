"""Which turns are episodes, and which of them fit a look-up by time, emotion, topic, user or weight.

Nothing is kept: the answers are read from what the first messages of turns say in their metadata (see
`core.layers.episodes`), so what is forgotten or corrected is gone from every look-up at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory_desktop.core.conversation.cycles import CYCLE
from memory_desktop.core.conversation.learned import FACT_KINDS
from memory_desktop.core.layers.episodes import FLAGS, KEY, topics_text
from memory_desktop.store.database import Source

_HAS = f"contains(r.metadata, '\"{KEY}\":')"
_TOPICS = (
    f"concat_ws(chr(10), json_extract_string(r.metadata, '$.{KEY}.content.topic'),"
    f" array_to_string(CAST(json_extract(r.metadata, '$.{KEY}.content.subtopics') AS VARCHAR[]), chr(10)))"
)
_FROM = "messages m JOIN records r ON r.key = m.key AND r.status = 'active'"


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeFilter:
    """Which episodes are asked for; None and "" restrict nothing.

    Attributes:
        user: "" is the vault's own; None is everybody. thread: a conversation.
        emotion: the emotional state. topic: the topic or a subtopic, or a word of one, whatever the case.
        words: each of them stands in the topic, a subtopic, or what was said in the turn, whatever the case.
        after, before: when it happened, half-open [after, before), UTC.
        flag: one of `FLAGS`, which has to be true. least: the least score.
    """

    user: str | None = None
    thread: str = ""
    emotion: str = ""
    topic: str = ""
    words: str = ""
    after: datetime | None = None
    before: datetime | None = None
    flag: str = ""
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a turn is in its conversation: the how manieth, from 1, of so many turns; the turns after and before it."""

    number: int = 1
    turns: int = 1
    after: str | None = None
    before: str | None = None


class EpisodeRows:
    """See the module."""

    def __init__(self, database: Source) -> None:
        self._database = database

    def cycles(self, wanted: EpisodeFilter, limit: int | None = None, offset: int = 0) -> list[str]:
        """Ids of the turns that are episodes and fit, the newest first."""
        where, parameters = _where(wanted)
        page = f" LIMIT {int(limit)} OFFSET {int(offset)}" if limit is not None else ""
        rows = self._database.reader().rows(
            f"SELECT m.cycle FROM {_FROM} WHERE {where} GROUP BY m.cycle"
            f" ORDER BY min(m.said_at) DESC, min(m.place) DESC{page}",
            parameters,
        )
        return [row[0] for row in rows]

    def count(self, wanted: EpisodeFilter) -> int:
        """How many fit."""
        where, parameters = _where(wanted)
        row = self._database.reader().row(f"SELECT count(DISTINCT m.cycle) FROM {_FROM} WHERE {where}", parameters)
        return int(row[0]) if row else 0

    def keys(self, wanted: EpisodeFilter) -> dict[int, str]:
        """By key of each message of an episode that fits, its turn."""
        where, parameters = _where(wanted)
        rows = self._database.reader().rows(
            f"SELECT o.key, o.cycle FROM messages o JOIN records p ON p.key = o.key AND p.status = 'active'"
            f" WHERE o.cycle IN (SELECT m.cycle FROM {_FROM} WHERE {where})",
            parameters,
        )
        return dict(rows)

    def counts(self, user: str | None) -> tuple[dict[str, int], dict[str, int]]:
        """How many episodes have each emotional state, and each topic, most first."""
        where, parameters = _where(EpisodeFilter(user=user))
        found: list[dict[str, int]] = []
        for path in ("context.emotional_state", "content.topic"):
            rows = self._database.reader().rows(
                f"SELECT coalesce({_text(path)}, '') AS value, count(*) FROM {_FROM} WHERE {where}"
                " GROUP BY 1 ORDER BY 2 DESC, 1",
                parameters,
            )
            found.append(dict(rows))
        return found[0], found[1]

    def hours(self, user: str | None) -> list[datetime]:
        """The hours in which episodes happened, UTC, the newest first."""
        where, parameters = _where(EpisodeFilter(user=user))
        rows = self._database.reader().rows(
            f"SELECT DISTINCT date_trunc('hour', m.said_at) AS hour FROM {_FROM} WHERE {where} ORDER BY hour DESC",
            parameters,
        )
        return [row[0].replace(tzinfo=UTC) for row in rows if row[0] is not None]

    def topics(self) -> list[str]:
        """What the topic vectors of all episodes are made of, each once; see `core.layers.episodes.topic_text`."""
        where, parameters = _where(EpisodeFilter())
        subtopics = f"CAST(json_extract(r.metadata, '$.{KEY}.content.subtopics') AS VARCHAR[])"
        rows = self._database.reader().rows(
            f"SELECT DISTINCT {_text('content.topic')}, {subtopics} FROM {_FROM} WHERE {where}", parameters
        )
        texts = (topics_text((topic or "", *(aside or ()))) for topic, aside in rows)
        return [text for text in dict.fromkeys(texts) if text]

    def turns(self, user: str, spans: Sequence[tuple[int, int]], limit: int) -> list[tuple[str, int]]:
        """(id, newest event of a message, or of a fact that was learned from one) of a user's turns, in the order of
        that. `spans`: (after, upto); the event is after the one and not after the other."""
        if not spans:
            return []
        within = " OR ".join(["(newest > ? AND newest <= ?)"] * len(spans))
        first, last = min(after for after, _ in spans), max(upto for _, upto in spans)
        rows = self._database.reader().rows(
            f"WITH facts AS (SELECT json_extract_string(r.metadata, '$.{CYCLE}') AS cycle, max(r.key) AS learned"
            " FROM records r WHERE r.status = 'active' AND r.key > ? AND r.key <= ?"
            " AND list_contains(?::VARCHAR[], r.kind) GROUP BY 1)"
            f" SELECT m.cycle, greatest(max(m.key), coalesce(max(f.learned), 0)) AS newest FROM {_FROM}"
            " LEFT JOIN facts f ON f.cycle = m.cycle WHERE m.user_id = ? GROUP BY m.cycle"
            f" HAVING {within} ORDER BY newest, m.cycle LIMIT {int(limit)}",
            [first, last, list(FACT_KINDS), user, *(end for span in spans for end in span)],
        )
        return [(row[0], int(row[1])) for row in rows]

    def latest(self, user: str, upto: int, limit: int) -> list[str]:
        """Ids of a user's last turns that began before an event, oldest first."""
        rows = self._database.reader().rows(
            f"SELECT m.cycle FROM {_FROM} WHERE m.user_id = ? GROUP BY m.cycle HAVING min(m.key) <= ?"
            f" ORDER BY min(m.said_at) DESC, min(m.place) DESC LIMIT {int(limit)}",
            [user, upto],
        )
        return [row[0] for row in reversed(rows)]

    def places(self, cycles: Sequence[str]) -> dict[str, Place]:
        """By turn, where it is in its conversation."""
        rows = self._database.reader().rows(
            "WITH wanted AS (SELECT DISTINCT source, thread FROM messages"
            " WHERE cycle IN (SELECT unnest(?::VARCHAR[]))),"
            " turns AS (SELECT m.source AS source, m.thread AS thread, m.cycle AS cycle, min(m.place) AS head"
            f" FROM {_FROM} JOIN wanted w ON w.source = m.source AND w.thread = m.thread GROUP BY ALL)"
            " SELECT cycle, row_number() OVER w, count(*) OVER (PARTITION BY source, thread), lead(cycle) OVER w,"
            " lag(cycle) OVER w"
            " FROM turns WINDOW w AS (PARTITION BY source, thread ORDER BY head, cycle)",
            [list(cycles)],
        )
        return {cycle: Place(int(place), int(turns), after, before) for cycle, place, turns, after, before in rows}


def _naive(moment: datetime) -> datetime:
    return (moment if moment.tzinfo is None else moment.astimezone(UTC)).replace(tzinfo=None)


def _text(path: str) -> str:
    return f"json_extract_string(r.metadata, '$.{KEY}.{path}')"


def _where(wanted: EpisodeFilter) -> tuple[str, list[Any]]:
    where, parameters = [_HAS, f"json_extract(r.metadata, '$.{KEY}.read_from') IS NOT NULL"], list[Any]()

    def add(condition: str, *values: Any) -> None:
        where.append(condition)
        parameters.extend(values)

    if wanted.user is not None:
        add("m.user_id = ?", wanted.user)
    if wanted.thread:
        add("m.thread = ?", wanted.thread)
    if wanted.emotion:
        # The state that cannot be told is the default, and is not written down.
        add(f"coalesce({_text('context.emotional_state')}, 'unknown') = ?", wanted.emotion.strip().lower())
    if wanted.topic.strip():
        add(
            f"regexp_matches(lower({_TOPICS}), '(^|[^[:alnum:]])' || regexp_escape(?) || '($|[^[:alnum:]])')",
            wanted.topic.strip().lower(),
        )
    for word in wanted.words.split():
        add(
            f"(contains(lower({_TOPICS}), lower(?)) OR m.cycle IN (SELECT o.cycle FROM messages o"
            " JOIN records p ON p.key = o.key AND p.status = 'active' WHERE contains(lower(p.content), lower(?))))",
            word,
            word,
        )
    if wanted.after is not None:
        add("m.said_at >= ?", _naive(wanted.after))
    if wanted.before is not None:
        add("m.said_at < ?", _naive(wanted.before))
    if wanted.flag:
        if wanted.flag not in FLAGS:
            raise ValueError(f"{wanted.flag} is no flag of an episode")
        add(f"{_text('significance.' + wanted.flag)} = 'true'")
    if wanted.least > 0:
        add(f"coalesce(TRY_CAST({_text('significance.score')} AS DOUBLE), 0) >= ?", wanted.least)
    return " AND ".join(where), parameters
