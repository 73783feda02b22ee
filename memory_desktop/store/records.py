"""The records table: projections of the log, written only by the fold's results."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from memory_desktop.core.answers import Facets, Labels
from memory_desktop.core.conversation.cycles import USER
from memory_desktop.core.events.family import Known
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.emotion import emotion_words
from memory_desktop.core.memory.records import (
    EXTRACTOR,
    GENERATED_FROM,
    STATUS_RANK,
    Layer,
    Memory,
    Status,
    generated_from,
)
from memory_desktop.core.memory.single_values import LONGEST, TELLING
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.store.bulk import insert_rows, utc
from memory_desktop.store.database import Cursor, Source
from memory_desktop.store.filter_sql import WHOSE, where
from memory_desktop.store.guard_columns import GuardColumns
from memory_desktop.store.id_map import IdMap
from memory_desktop.store.messages import Messages
from memory_desktop.store.schema import RECORD_COLUMNS, table_ddl

#: Moved when the columns of a record or the rules that fold it change: then the table is folded again.
VERSION = 2
_COLUMNS = ", ".join(RECORD_COLUMNS)
_DIGEST_PAGE = 5_000
_TEXTS_AT_ONCE = 20_000
_NUMBERS = "'DOUBLE', 'BIGINT', 'UBIGINT'"
_AMONG_KEYS = "key IN (SELECT unnest(?::BIGINT[]))"
#: So few records are read whole sooner than their texts are looked through by the database.
_FEW = 500
_AMONG = "{} IN (SELECT unnest(?::VARCHAR[]))"
# A month as a number: as a text it takes several times as long.
_MONTH = "year(created_at) * 100 + month(created_at)"
#: What records can be told apart by: (expression, its type).
GROUPINGS = {
    "kind": ("kind", "VARCHAR"),
    "layer": ("layer", "VARCHAR"),
    "source": ("source", "VARCHAR"),
    "status": ("status", "VARCHAR"),
    "user": (WHOSE, "VARCHAR"),
    "month": (_MONTH, "BIGINT"),
}
SORTS = ("created_at", "updated_at", "content", "kind", "layer", "source", "salience", "status", "key")

#: So many keys of records that were used lately are at hand by id.
_RECENT = 4_096


class RecordStore:
    """Reads and writes one table of records.

    Args:
        table: "records", or the name of another table or view that has the same columns.
        whole: the records that a view shows some of; it knows the ids of all of them.

    Attributes:
        generation: grows when rows are replaced without an event; what was kept of them is stale then.
        owner: gives what agents call the vault's owner, whose is what names no user.
    """

    def __init__(self, database: Source, table: str = "records", whole: RecordStore | None = None) -> None:
        self._database = database
        self.table = table
        self._whole = whole
        self.generation = 0
        self.owner: Callable[[], str] = str
        self._ids: IdMap = IdMap(table) if whole is None else whole._ids  # noqa: SLF001 - another of these
        self._recent: dict[str, int] = {}

    def create_temporary(self, cursor: Cursor) -> None:
        """Make this a new, empty temporary table of the cursor."""
        self.drop(cursor)
        cursor.execute(table_ddl(self.table, RECORD_COLUMNS, temporary=True))

    def create(self, cursor: Cursor) -> None:
        """Make this a new, empty table, in whatever database its name says."""
        cursor.execute(table_ddl(self.table, RECORD_COLUMNS))

    def drop(self, cursor: Cursor) -> None:
        """Remove the table, if it is there."""
        self._ids = IdMap(self.table)
        cursor.execute(f"DROP TABLE IF EXISTS {self.table}")

    def messages(self) -> Messages:
        """Those of the records that are messages of conversations."""
        found = Messages(self._database, self.table)
        found.owner = self.owner
        return found

    def next_version(self) -> RecordStore:
        """Where the records are folded again, before `take_over`."""
        return RecordStore(self._database, f"{self.table}_next")

    def take_over(self, fresh: RecordStore, cursor: Cursor) -> None:
        """Put another table in the place of this one, inside the caller's transaction."""
        self.drop(cursor)
        cursor.execute(f"ALTER TABLE {fresh.table} RENAME TO {self.table}")
        cursor.execute(f"CREATE INDEX IF NOT EXISTS {self.table}_key ON {self.table} (key)")

    def show(self, cursor: Cursor, seq: int, others: RecordStore) -> None:
        """Make this a view of the records that no event after `seq` has made or changed, and of all others' rows; only
        this cursor sees it."""
        assert self._whole is not None
        unchanged = f"SELECT {_COLUMNS} FROM {self._whole.table} WHERE key <= {int(seq)} AND revision <= {int(seq)}"
        cursor.execute(
            f"CREATE TEMPORARY VIEW {self.table} AS {unchanged} UNION ALL SELECT {_COLUMNS} FROM {others.table}"
        )

    def create_anew(self, cursor: Cursor) -> None:
        """Make this an empty table with the columns of this version."""
        self.drop(cursor)
        self.create(cursor)
        cursor.execute(f"CREATE INDEX IF NOT EXISTS {self.table}_key ON {self.table} (key)")

    def copy(self, cursor: Cursor, source: str, condition: str, parameters: Sequence[Any]) -> None:
        """Take over the rows of another table that fit, in the order in which they stand there.

        That is nearly the order of their keys; sorting a million would take as long as copying them.
        """
        cursor.execute(
            f"INSERT INTO {self.table} ({_COLUMNS}) SELECT {_COLUMNS} FROM {source} WHERE {condition}", parameters
        )

    def put(self, cursor: Cursor, memories: Sequence[Memory], *, created_after: int) -> None:
        """Insert records, replacing those whose key is not greater than `created_after`."""
        replaced = [memory.key for memory in memories if memory.key <= created_after]
        if replaced:
            cursor.execute(f"DELETE FROM {self.table} WHERE key IN (SELECT unnest(?::BIGINT[]))", [replaced])
        insert_rows(cursor, self.table, RECORD_COLUMNS, map(_row, memories))

    def know_ids(self, upto: int) -> None:
        """Before a transaction: make sure that few ids up to an event are unknown, as within it those are searched for
        in the table."""
        self._ids.near(self._database.reader(), self.generation, upto)

    def know_all_ids(self) -> int:
        """Make sure that no id is unknown; up to which key that is so."""
        return self._ids.extend(self._database.reader(), self.generation)

    def by_ids(self, ids: Sequence[str], cursor: Cursor | None = None) -> dict[str, Memory]:
        """Those of the ids that are there."""
        if not ids:
            return {}
        reader = cursor or self._database.reader()
        found = self._with_ids(reader, ids)
        missing = [id for id in ids if id not in found]
        if missing:
            covered = (
                self._whole.know_all_ids() if self._whole is not None else self._ids.extend(reader, self.generation)
            )
            if reader.writing:  # the map takes nothing in then: it would find no more
                condition, given = _one_of("id", "VARCHAR", missing)
                late = reader.rows(f"SELECT key FROM {self.table} WHERE key > ? AND {condition}", [covered, given])
                found |= self._with_keys(reader, missing, [row[0] for row in late])
            else:
                found |= self._with_ids(reader, missing)
        return found

    def _with_ids(self, reader: Cursor, ids: Sequence[str]) -> dict[str, Memory]:
        """Those of the ids that the map knows; first those that were used a moment ago, whose keys are at hand."""
        recent = self._recent
        found = self._with_keys(reader, ids, [recent[id] for id in ids if id in recent])
        others = [id for id in ids if id not in found]
        return found | self._with_keys(reader, others, self._ids.find(reader, others)) if others else found

    def _with_keys(self, reader: Cursor, ids: Sequence[str], keys: Sequence[int]) -> dict[str, Memory]:
        """Those of the ids whose records have one of these keys."""
        wanted = set(ids)
        if not keys:
            return {}
        condition, given = _one_of("key", "BIGINT", keys)
        rows = self._rows(reader, condition, [given])
        return self._noted({row[1]: _memory(row) for row in rows if row[1] in wanted})

    def _noted(self, found: dict[str, Memory]) -> dict[str, Memory]:
        """Keep the keys of records at hand. One whose row is taken back does no harm: every row says its id itself."""
        if len(self._recent) > _RECENT:
            self._recent = {}
        self._recent.update((id, memory.key) for id, memory in found.items())
        return found

    def by_keys(self, keys: Sequence[int] | Keys) -> list[Memory]:
        """In the order of `keys`; missing ones are left out."""
        wanted = [int(key) for key in keys]
        if not wanted:
            return []
        rows = self._rows(None, "key IN (SELECT unnest(?::BIGINT[]))", [wanted])
        found = {row[0]: _memory(row) for row in rows}
        if len(found) <= _RECENT:
            self._noted({one.id: one for one in found.values()})
        return [found[key] for key in wanted if key in found]

    def texts(self, keys: Sequence[int]) -> dict[int, str]:
        """Content by key."""
        rows = self._database.reader().rows(
            f"SELECT key, content FROM {self.table} WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        )
        return dict(rows)

    def owners(self, keys: Sequence[int]) -> dict[int, str]:
        """Whose each is, by key; "" for nobody's."""
        rows = self._database.reader().rows(
            f"SELECT key, {WHOSE} FROM {self.table} WHERE {_AMONG_KEYS}", [self.owner(), list(keys)]
        )
        return dict(rows)

    def digests(self, keys: Sequence[int] | None = None) -> tuple[Keys, Keys]:
        """(keys sorted, the first 64 bits of the hash of each text) of all records, or of these."""
        condition, parameters = "TRUE", list[Any]()
        if keys is not None:
            condition, parameters = "key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        columns = self._database.reader().columns(
            f"SELECT key, hash64 FROM {self.table} WHERE {condition} ORDER BY key", parameters
        )
        return _int64(columns["key"]), _int64(columns["hash64"])

    def versions(self) -> dict[str, tuple[int, str]]:
        """The schema versions of all records, and (key, id) of the first record of each."""
        rows = self._database.reader().rows(
            f"SELECT schema_version, min(key), arg_min(id, key) FROM {self.table} GROUP BY ALL ORDER BY 2"
        )
        return {str(version): (key, id) for version, key, id in rows}

    def lineage_columns(self) -> tuple[set[str], dict[str, list[str]], dict[str, str]]:
        """(all ids, parents by id, successor by id) of the records that have any."""
        reader = self._database.reader()
        ids = {row[0] for row in reader.rows(f"SELECT id FROM {self.table}")}
        parents = reader.rows(f"SELECT id, lineage FROM {self.table} WHERE len(lineage) > 0")
        successors = reader.rows(f"SELECT id, superseded_by FROM {self.table} WHERE superseded_by <> ''")
        return ids, dict(parents), dict(successors)

    def known(self, hashes: Iterable[str], cursor: Cursor | None = None) -> dict[str, Known]:
        """What the vault has under each content hash: its least retired record, no message if there is another, the
        newest of equals."""
        wanted = {hash64(digest): digest for digest in hashes}
        if not wanted:
            return {}
        condition, given = _one_of("hash64", "BIGINT", list(wanted))
        rows = (cursor or self._database.reader()).rows(
            f"SELECT content_hash, id, status, thread <> '', metadata FROM {self.table} WHERE {condition} ORDER BY key",
            [given],
        )
        best: dict[str, Known] = {}
        for digest, id, status, message, metadata in rows:
            known = Known(id, Status(status), bool(message), _user(metadata))
            if digest not in best or _rank(known) <= _rank(best[digest]):
                best[digest] = known
        return best

    def by_external_ids(self, source: str, external_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """external id → (id, content hash) of the newest active record of that source that carries it."""
        if not external_ids:
            return {}
        rows = self._database.reader().rows(
            f"SELECT external_id, id, content_hash FROM {self.table} WHERE external_id IS NOT NULL"
            " AND external_id IN (SELECT unnest(?::VARCHAR[])) AND source = ? AND status = 'active' ORDER BY key",
            [list(external_ids), source],
        )
        return {row[0]: (row[1], row[2]) for row in rows}

    def with_external_ids(self, external_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """external id → ids of the records of any source that carry it, whatever their status; oldest first."""
        if not external_ids:
            return {}
        rows = self._database.reader().rows(
            f"SELECT external_id, list(id ORDER BY key) FROM {self.table} WHERE {_AMONG.format('external_id')}"
            " GROUP BY external_id",
            [list(external_ids)],
        )
        return {external_id: tuple(ids) for external_id, ids in rows}

    def keys(self, filter: RecordFilter, *, sort: str = "key", descending: bool = False) -> Keys:
        """Keys of the records that the filter lets through, in order; equal values by key."""
        if sort not in SORTS:
            raise ValueError(f"cannot sort by {sort!r}; choose one of {', '.join(SORTS)}")
        condition, parameters = where(filter, self.owner())
        order = "DESC" if descending else "ASC"
        column = "lower(left(content, 200))" if sort == "content" else sort
        by = f"key {order}" if sort == "key" else f"{column} {order}, key {order}"
        return self._keys(f"SELECT key FROM {self.table} WHERE {condition} ORDER BY {by}", parameters)

    def labels(self, filter: RecordFilter, by: str) -> Labels:
        """Which value of `by`, one of `GROUPINGS`, the records have that the filter lets through."""
        if by not in GROUPINGS:
            raise ValueError(f"cannot group by {by!r}; choose one of {', '.join(GROUPINGS)}")
        label, kind = GROUPINGS[by]
        condition, parameters = where(filter, self.owner())
        if by == "user":
            parameters = [self.owner(), *parameters]
        source = f"(SELECT key, {label} AS label FROM {self.table} WHERE {condition})"
        reader = self._database.reader()
        values = [row[0] for row in reader.rows(f"SELECT DISTINCT label FROM {source} ORDER BY label", parameters)]
        # One that was written between the two statements and has a new value stands among the last for a moment.
        found = reader.columns(
            f"SELECT key, coalesce(known.number, len(?::{kind}[])) AS number FROM {source} LEFT JOIN"
            f" (SELECT unnest(?::{kind}[]) AS label, generate_subscripts(?::{kind}[], 1) AS number) known USING (label)"
            " ORDER BY key",
            [values, *parameters, values, values],
        )
        told = tuple(_month(value) if by == "month" else value for value in values)
        return Labels(_int64(found["key"]), _int64(found["number"]) - 1, told)

    def newest(self, filter: RecordFilter, count: int) -> list[int]:
        """Keys of the newest records that the filter lets through, the newest last."""
        condition, parameters = where(filter, self.owner())
        found = self._keys(
            f"SELECT key FROM {self.table} WHERE {condition} ORDER BY key DESC LIMIT ?", [*parameters, count]
        )
        return [int(key) for key in found[::-1]]

    def changed(self, filter: RecordFilter, *, after: int) -> tuple[Keys, Keys]:
        """(keys that the filter lets through, those that it does not) of the records that an event after `after` made
        or changed, sorted."""
        condition, parameters = where(filter, self.owner())
        found = self._database.reader().columns(
            f"SELECT key, ({condition}) AS fits FROM {self.table} WHERE revision > ? ORDER BY key", [*parameters, after]
        )
        keys, fits = _int64(found["key"]), np.asarray(found["fits"], dtype=bool)
        return keys[fits], keys[~fits]

    def guard_columns(self, *, after: int | None = None) -> GuardColumns:
        """What the guards of recall need of the records that they look at: those that are not active, have less than
        full trust, were made by a machine, were appraised, or have another salience than new ones.

        Args:
            after: of those that a later event changed, only, and then of all of these.
        """
        looked_at = "status <> 'active' OR trust < 1 OR synthetic OR quick_recal_score <> 0.5 OR salience <> 0.5"
        condition, parameters = (looked_at, list[int]()) if after is None else ("revision > ?", [after])
        found = self._database.reader().columns(
            "SELECT key, status <> 'active' AS gone, trust, synthetic, epoch_us(created_at) AS created,"
            f" quick_recal_score AS useful, salience, ({looked_at}) AS noted FROM {self.table} WHERE {condition}"
            " ORDER BY key",
            parameters,
        )
        return GuardColumns(
            _int64(found["key"]),
            np.asarray(found["gone"], dtype=bool),
            np.asarray(found["noted"], dtype=bool),
            np.asarray(found["trust"], dtype=np.float64),
            np.asarray(found["synthetic"], dtype=bool),
            _int64(found["created"]),
            np.asarray(found["useful"], dtype=np.float64),
            np.asarray(found["salience"], dtype=np.float64),
        )

    def eviction_columns(self) -> tuple[Keys, npt.NDArray[np.float64], list[str]]:
        """(key, salience, topic) of active records, by key; the topic is the first tag, else the kind."""
        found = self._database.reader().columns(
            "SELECT key, salience, CASE WHEN len(tags) > 0 THEN 'tag:' || tags[1] ELSE 'kind:' || kind END AS topic"
            f" FROM {self.table} WHERE status = 'active' ORDER BY key"
        )
        return _int64(found["key"]), np.asarray(found["salience"], dtype=np.float64), list(found["topic"])

    def digest(self) -> str:
        """SHA-256 over every field of every record in key order: two equal states have equal digests."""
        hashed = hashlib.sha256()
        after = 0
        while rows := self._rows(None, f"key > ? ORDER BY key LIMIT {_DIGEST_PAGE}", [after]):
            hashed.update(canonical_json([[str(value) for value in row] for row in rows]))
            after = rows[-1][0]
        return hashed.hexdigest()

    def settle(self) -> None:
        """Write the rows anew in key order: replaced ones have left gaps that make reading slower."""
        ordered = RecordStore(self._database, f"{self.table}_ordered")
        with self._database.transaction() as cursor:
            ordered.create_temporary(cursor)
            ordered.copy(cursor, self.table, "TRUE", [])
            self.replace_all(ordered, cursor)
            cursor.execute(f"DROP TABLE {ordered.table}")

    def count_all(self) -> int:
        """How many records there are, whatever their status."""
        row = self._database.reader().row(f"SELECT count(*) FROM {self.table}")
        return int(row[0]) if row else 0

    def latest(self) -> int:
        """Seq of the latest event that the records have seen; 0 when there are none."""
        row = self._database.reader().row(f"SELECT max(greatest(key, revision)) FROM {self.table}")
        return int(row[0]) if row and row[0] is not None else 0

    def count_beyond(self, seq: int) -> int:
        """How many records an event after `seq` made."""
        row = self._database.reader().row(f"SELECT count(*) FROM {self.table} WHERE key > ?", [seq])
        return int(row[0]) if row else 0

    def beyond(self, seq: int, cursor: Cursor | None = None) -> list[Memory]:
        """The records that an event after `seq` made, by key."""
        return [_memory(row) for row in self._rows(cursor, "key > ? ORDER BY key", [seq])]

    def with_hashes(self, hashes: Iterable[str]) -> list[Memory]:
        """All records with one of these content hashes, by key."""
        wanted = {hash64(digest): digest for digest in hashes}
        rows = self._rows(None, "hash64 IN (SELECT unnest(?::BIGINT[])) ORDER BY key", [list(wanted)])
        found = (_memory(row) for row in rows)
        return [memory for memory in found if memory.content_hash in wanted.values()]

    def descending_from(self, ids: Sequence[str]) -> list[Memory]:
        """All records that came from one of these, by key: their lineage names it, or they were generated from it."""
        rows = self._rows(None, "list_has_any(lineage, ?::VARCHAR[]) ORDER BY key", [list(ids)])
        wanted = set(ids)
        generated = [id for id, sources in self._generated().items() if wanted.intersection(sources)]
        found = {memory.key: memory for memory in (*map(_memory, rows), *self.by_ids(generated).values())}
        return [found[key] for key in sorted(found)]

    def sources_of_facts(self, *, after: int) -> list[tuple[int, int]]:
        """(key of a learned memory, key of the message that it was taken from) beyond a key, by key."""
        reader = self._database.reader()
        learned = reader.rows(
            f"SELECT key, lineage[1] FROM {self.table}"
            " WHERE key > ? AND len(lineage) = 1 AND thread = '' AND contains(metadata, ?) ORDER BY key",
            [after, f'"{EXTRACTOR}":'],
        )
        if not learned:
            return []
        keys: dict[str, int] = dict(
            reader.rows(
                f"SELECT id, key FROM {self.table} WHERE {_AMONG.format('id')}", [[message for _, message in learned]]
            )
        )
        return [(int(fact), int(keys[message])) for fact, message in learned if message in keys]

    def made_of_few(self, *, after: int, most: int) -> list[tuple[int, tuple[int, ...]]]:
        """(key of a generated memory, keys of the memories that it was made from) beyond a key, by key; only of those
        that were made from `most` or fewer."""
        reader = self._database.reader()
        rows = reader.rows(
            f"SELECT key, metadata FROM {self.table} WHERE key > ? AND contains(metadata, ?) ORDER BY key",
            [after, f'"{GENERATED_FROM}":'],
        )
        made = [(int(key), generated_from(orjson.loads(metadata))) for key, metadata in rows]
        wanted = sorted({one for _, sources in made if len(sources) <= most for one in sources})
        if not wanted:
            return [(key, ()) for key, _ in made]
        keys = dict[str, int](reader.rows(f"SELECT id, key FROM {self.table} WHERE {_AMONG.format('id')}", [wanted]))
        return [
            (key, tuple(keys[one] for one in sources if one in keys) if len(sources) <= most else ())
            for key, sources in made
        ]

    def telling(self, *, after: int) -> list[int]:
        """Keys of the records that an event after `after` made or changed and that may say a single value (see
        `core.memory.single_values`), in order; of few, all of them."""
        changed = self._keys(f"SELECT key FROM {self.table} WHERE revision > ? ORDER BY key", [after])
        if len(changed) <= _FEW:
            return list(map(int, changed))
        condition = "revision > ? AND length(content) <= ? AND regexp_matches(content, ?)"
        found = self._keys(f"SELECT key FROM {self.table} WHERE {condition} ORDER BY key", [after, LONGEST, TELLING])
        return list(map(int, found))

    def noting(self, words: Sequence[str], keys: Sequence[int] | None = None) -> list[int]:
        """Keys of the active records, or of those of these, whose metadata has one of some texts, as JSON; by key."""
        condition, parameters = " OR ".join("contains(metadata, ?)" for _ in words), list[Any](words)
        if keys is not None:
            condition, parameters = f"({condition}) AND {_AMONG_KEYS}", [*parameters, list(keys)]
        found = self._keys(
            f"SELECT key FROM {self.table} WHERE status = 'active' AND ({condition}) ORDER BY key", parameters
        )
        return list(map(int, found))

    def containing(self, texts: Sequence[str]) -> list[str]:
        """Ids of the records whose text contains one of these."""
        if not texts:
            return []
        condition = " OR ".join("contains(content, ?)" for _ in texts)
        rows = self._database.reader().rows(f"SELECT id FROM {self.table} WHERE {condition} ORDER BY key", list(texts))
        return [row[0] for row in rows]

    def words_elsewhere(self, words: Iterable[str], ids: Sequence[str]) -> set[str]:
        """Those of some folded words that stand in the text of a record which is none of these, if only in a word."""
        left, found, after = set(words), set[str](), 0
        while left:
            rows = self._database.reader().rows(
                f"SELECT key, lower(content) FROM {self.table} WHERE key > ? AND id NOT IN"
                f" (SELECT unnest(?::VARCHAR[])) ORDER BY key LIMIT {_TEXTS_AT_ONCE}",
                [after, list(ids)],
            )
            if not rows:
                break
            after = rows[-1][0]
            here = {word for word in left if any(word in text for _, text in rows)}
            left, found = left - here, found | here
        return found

    def purged_ids(self) -> list[str]:
        """Ids of the records whose content was purged: no other has an empty text."""
        rows = self._database.reader().rows(f"SELECT id FROM {self.table} WHERE content = '' ORDER BY key")
        return [row[0] for row in rows]

    def thread_columns(
        self, *, after: int
    ) -> tuple[Keys, npt.NDArray[np.uint64], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """(key, hash of source and thread, has a thread, created_at in microseconds) of records after a key, by key."""
        found = self._database.reader().columns(
            "SELECT key, hash(source, thread) AS place, thread <> '' AS threaded, epoch_us(created_at) AS created"
            f" FROM {self.table} WHERE key > ? ORDER BY key",
            [after],
        )
        return (
            _int64(found["key"]),
            np.asarray(found["place"], dtype=np.uint64),
            np.asarray(found["threaded"], dtype=bool),
            _int64(found["created"]),
        )

    def made_within(self, spans: Sequence[tuple[datetime, datetime]]) -> tuple[Keys, npt.NDArray[np.int64]]:
        """(key, created_at in microseconds) of the active records made in any of these half-open intervals, by key."""
        condition = " OR ".join("created_at >= ? AND created_at < ?" for _ in spans) or "false"
        found = self._database.reader().columns(
            f"SELECT key, epoch_us(created_at) AS created FROM {self.table} WHERE status = 'active' AND ({condition})"
            " ORDER BY key",
            [moment.replace(tzinfo=None) for span in spans for moment in span],
        )
        return _int64(found["key"]), _int64(found["created"])

    def ids(self, filter: RecordFilter) -> list[str]:
        """Ids of the records that the filter lets through, by key."""
        condition, parameters = where(filter, self.owner())
        rows = self._database.reader().rows(f"SELECT id FROM {self.table} WHERE {condition} ORDER BY key", parameters)
        return [row[0] for row in rows]

    def all_keys(self) -> Keys:
        """Every key, sorted."""
        return self._keys(f"SELECT key FROM {self.table} ORDER BY key", [])

    def embeddable_keys(self) -> Keys:
        """The keys of all records that have a text, sorted: those that were purged have none."""
        return self._keys(f"SELECT key FROM {self.table} WHERE content <> '' ORDER BY key", [])

    def longer_than(self, size: int, keys: Sequence[int] | None = None) -> Keys:
        """Keys of all records, or of those of these, whose text has more bytes, sorted."""
        return self._among("strlen(content) > ?", [size], keys)

    def bytes_beyond(self, size: int) -> int:
        """How many bytes the texts have that have more of them each."""
        row = self._database.reader().row(
            f"SELECT coalesce(sum(strlen(content)), 0) FROM {self.table} WHERE strlen(content) > ?", [size]
        )
        return int(row[0]) if row else 0

    def of_kind(self, kind: str, keys: Sequence[int] | None = None) -> Keys:
        """Keys of all records of a kind that have a text, or of those of these, sorted."""
        return self._among("kind = ? AND content <> ''", [kind], keys)

    def _among(self, condition: str, parameters: Sequence[Any], keys: Sequence[int] | None) -> Keys:
        if keys is not None:
            condition, parameters = f"{condition} AND {_AMONG_KEYS}", [*parameters, list(keys)]
        return self._keys(f"SELECT key FROM {self.table} WHERE {condition} ORDER BY key", parameters)

    def changed_since(self, seq: int, *, key_to: int | None = None) -> list[str]:
        """Ids of records that an event after `seq` made or changed; with `key_to` only those made up to there."""
        rows = self._database.reader().rows(
            f"SELECT id FROM {self.table} WHERE revision > ? AND key <= ? ORDER BY key",
            [seq, key_to if key_to is not None else (1 << 62)],
        )
        return [row[0] for row in rows]

    def active_keys(self, ids: Sequence[str]) -> dict[str, int]:
        """The keys of those of these records that are active, by id; much less work than `by_ids`."""
        rows = self._database.reader().rows(
            f"SELECT id, key FROM {self.table} WHERE status = 'active' AND id IN (SELECT unnest(?::VARCHAR[]))",
            [list(ids)],
        )
        return dict(rows)

    def saliences(self, keys: Sequence[int]) -> dict[int, float]:
        """The saliences of these records, by key."""
        rows = self._database.reader().rows(
            f"SELECT key, salience FROM {self.table} WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        )
        return dict(rows)

    def ids_of_heavy(self, keys: Sequence[int]) -> dict[int, str]:
        """The ids, by key, of those of these records that weigh more than one memory does: what was merged."""
        rows = self._database.reader().rows(
            f"SELECT key, id FROM {self.table} WHERE weight > 1 AND key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        )
        return dict(rows)

    def changes_to_members(self, after: int) -> tuple[Keys, bool]:
        """What events after `after` may have changed for groups of memories that were looked at then.

        Keys of earlier records that changed; and whether there are new records that follow others, or retired ones
        that changed, so that something else may stand for a retired memory now.
        """
        found = self._database.reader().columns(
            f"SELECT key, key > ? OR status <> 'active' AS succession FROM {self.table}"
            " WHERE revision > ? AND (key <= ? OR len(lineage) > 0)",
            [after, after, after],
        )
        keys = np.ascontiguousarray(found["key"], dtype=np.int64)
        return keys[keys <= after], bool(found["succession"].any())

    def lines(self, ids: Sequence[str]) -> dict[str, str]:
        """The line (`Memory.origin`) that each of these records belongs to, by id."""
        if len(ids) <= _FEW:
            return {id: memory.line for id, memory in self.by_ids(ids).items()}
        rows = self._database.reader().rows(
            f"SELECT id, origin FROM {self.table} WHERE id IN (SELECT unnest(?::VARCHAR[]))", [list(ids)]
        )
        return dict(rows)

    def of_lines(self, lines: Sequence[str]) -> dict[str, list[Memory]]:
        """All records of each of these lines, in key order: the last one stands for the line now."""
        found: dict[str, list[Memory]] = {}
        for row in self._rows(None, "origin IN (SELECT unnest(?::VARCHAR[])) ORDER BY key", [list(lines)]):
            memory = _memory(row)
            found.setdefault(memory.line, []).append(memory)
        return found

    def successors(self, lines: Sequence[str]) -> dict[str, tuple[str, str, int, str | None]]:
        """(id, status, key, id of what superseded it) of the last record of each of these lines, by line."""
        rows = self._database.reader().rows(
            "SELECT origin, arg_max(id, key), arg_max(status, key), max(key), arg_max(coalesce(superseded_by, ''), key)"
            f" FROM {self.table} WHERE origin IN (SELECT unnest(?::VARCHAR[])) GROUP BY origin",
            [list(lines)],
        )
        return {row[0]: (row[1], row[2], row[3], row[4] or None) for row in rows}

    def children(self, ids: Sequence[str]) -> list[str]:
        """Ids of the records that name any of these as an ancestor."""
        rows = self._database.reader().rows(
            f"SELECT id FROM {self.table} WHERE list_has_any(lineage, ?::VARCHAR[]) ORDER BY key", [list(ids)]
        )
        return [row[0] for row in rows]

    def months(self, keys: Keys) -> list[tuple[int, str]]:
        """(key, "2026-03" of its creation) of these records."""
        return self._database.reader().rows(
            f"SELECT key, strftime(created_at, '%Y-%m') FROM {self.table} WHERE key IN (SELECT unnest(?::BIGINT[]))",
            [keys.tolist()],
        )

    def kin(self) -> list[tuple[str, str, str]]:
        """(source id, id, how) for every record that came from others, by "edit", "merge", "restore", "learned",
        "supersede" or "generation".

        A merged record names all its ancestors; its sources are those that it took the place of, or is about to.
        """
        # The sources are looked for by a short list of ids: joined with the whole table, they take ten times as long.
        rows = self._database.reader().rows(
            "WITH pairs AS (SELECT r.key, r.id, r.lineage, unnest(r.lineage) AS source,"
            f" r.thread = '' AND contains(r.metadata, '\"{EXTRACTOR}\"') AS extracted"
            f" FROM {self.table} r WHERE len(r.lineage) > 0), sources AS (SELECT id, superseded_by, status, thread"
            f" FROM {self.table} WHERE id IN (SELECT source FROM pairs))"
            " SELECT p.source, p.id, s.superseded_by IS NOT DISTINCT FROM p.id OR (len(p.lineage) > 1"
            " AND s.status IS NOT DISTINCT FROM 'active'), len(p.lineage), s.thread <> '' AND p.extracted"
            " FROM pairs p LEFT JOIN sources s ON s.id = p.source ORDER BY p.key, p.source"
        )
        merged = {target for _, target, direct, _, _ in rows if direct}
        found = [
            (source, target, "merge" if number > 1 else "edit" if direct else "learned" if said else "restore")
            for source, target, direct, number, said in rows
            if direct or target not in merged
        ]
        others = self._database.reader().rows(
            f"WITH gone AS (SELECT id, superseded_by FROM {self.table} WHERE superseded_by IS NOT NULL), successors AS"
            f" (SELECT key, id, lineage FROM {self.table} WHERE id IN (SELECT superseded_by FROM gone))"
            " SELECT s.id, t.id FROM gone s JOIN successors t ON t.id = s.superseded_by"
            " WHERE NOT list_contains(t.lineage, s.id) ORDER BY t.key, s.id"
        )
        generated = ((source, id, "generation") for id, sources in self._generated().items() for source in sources)
        return [*found, *((source, target, "supersede") for source, target in others), *generated]

    def made_from(self, id: str) -> tuple[str, ...]:
        """Ids of what a generated record was made from; one that is not here under any id stands as it is named."""
        return self._generated(id).get(id, ())

    def generated_among(self, ids: Sequence[str]) -> list[Memory]:
        """The records that were made from one of these."""
        wanted = set(ids)
        found = [id for id, sources in self._generated().items() if not wanted.isdisjoint(sources)]
        return list(self.by_ids(found).values())

    def _generated(self, id: str | None = None) -> dict[str, tuple[str, ...]]:
        """By generated record, or for one: the records that it was made from.

        An imported record names others by the ids of its own source.
        """
        condition, parameters = ("id = ?", [id]) if id is not None else ("contains(metadata, ?)", [GENERATED_FROM])
        reader = self._database.reader()
        rows = reader.rows(f"SELECT id, source, metadata FROM {self.table} WHERE {condition} ORDER BY key", parameters)
        named = [(row[0], row[1], generated_from(orjson.loads(row[2]))) for row in rows]
        wanted = sorted({source for _, _, sources in named for source in sources})
        if not wanted:
            return {}
        own = {row[0] for row in reader.rows(f"SELECT id FROM {self.table} WHERE {_AMONG.format('id')}", [wanted])}
        others = reader.rows(
            f"SELECT source, external_id, arg_max(id, key) FROM {self.table} WHERE {_AMONG.format('external_id')}"
            " GROUP BY ALL",
            [wanted],
        )
        by_source = {(source, external): other for source, external, other in others}

        def here(one: str, source: str) -> str:
            return one if one in own else by_source.get((source, one), one)

        return {id: tuple(here(one, source) for one in sources) for id, source, sources in named if sources}

    def count_descended(self) -> int:
        """How many records came from others."""
        row = self._database.reader().row(f"SELECT count(*) FROM {self.table} WHERE len(lineage) > 0")
        return int(row[0]) if row else 0

    def ids_descended(self) -> list[str]:
        """Ids of the records that came from others, oldest first."""
        rows = self._database.reader().rows(f"SELECT id FROM {self.table} WHERE len(lineage) > 0 ORDER BY key")
        return [row[0] for row in rows]

    def revisions(self) -> tuple[Keys, Keys]:
        """(keys sorted, revision of each)."""
        columns = self._database.reader().columns(f"SELECT key, revision FROM {self.table} ORDER BY key")
        return _int64(columns["key"]), _int64(columns["revision"])

    def scan(self, *, after: int = 0, limit: int = 2_000, filter: RecordFilter | None = None) -> list[Memory]:
        """The next records in key order after a key."""
        condition, parameters = where(filter, self.owner()) if filter is not None else ("TRUE", [])
        rows = self._rows(None, f"key > ? AND {condition} ORDER BY key LIMIT {int(limit)}", [after, *parameters])
        return [_memory(row) for row in rows]

    def iterate(self, filter: RecordFilter | None = None) -> Iterator[Memory]:
        """Every record that fits, in key order, a page at a time."""
        after = 0
        while page := self.scan(after=after, filter=filter):
            yield from page
            after = page[-1].key

    def count(self, filter: RecordFilter | None = None) -> int:
        """How many records fit."""
        condition, parameters = where(filter, self.owner()) if filter is not None else ("TRUE", [])
        row = self._database.reader().row(f"SELECT count(*) FROM {self.table} WHERE {condition}", parameters)
        return int(row[0]) if row else 0

    def counts(self, column: str, filter: RecordFilter | None = None) -> dict[str, int]:
        """Records by value of layer, kind, status, source or actor, most first."""
        if column not in ("layer", "kind", "status", "source", "actor"):
            raise ValueError(f"no counts by {column!r}")
        return self._counts(column, f"{self.table}", filter)

    def facets(self, filter: RecordFilter) -> Facets:
        """Counts by value; see `Facets`."""
        tags = f"(SELECT * REPLACE (unnest(tags) AS tags) FROM {self.table} WHERE {{where}})"
        return Facets(
            total=self.count(filter),
            layers=self._counts("layer", self.table, replace(filter, layers=(), not_layers=())),
            kinds=self._counts("kind", self.table, replace(filter, kinds=(), not_kinds=())),
            statuses=self._counts("status", self.table, replace(filter, statuses=())),
            tags=self._counts("tags", tags, replace(filter, not_tags=())),
            sources=self._counts("source", self.table, replace(filter, sources=(), not_sources=())),
            months=self._months(replace(filter, created_from=None, created_to=None)),
            emotions=self._emotions(replace(filter, emotions=())),
        )

    def _months(self, filter: RecordFilter) -> dict[str, int]:
        """Records by month, as "2026-11", earliest first."""
        return {_month(month): n for month, n in sorted(self._counts(_MONTH, self.table, filter).items())}

    def _emotions(self, filter: RecordFilter) -> dict[str, int]:
        """Records by each word of their emotion, most first."""
        found: Counter[str] = Counter()
        told = f"(SELECT * FROM {self.table} WHERE {{where}} AND emotion <> '{{{{}}}}')"
        for text, number in self._counts("emotion", told, filter).items():
            for word in emotion_words(_loads(text)):
                found[word] += number
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def with_mood(self, limit: int) -> list[Memory]:
        """The newest active ones whose emotion metadata has a valence and an arousal, oldest first."""
        told = " AND ".join(f"json_type(emotion, '$.{name}') IN ({_NUMBERS})" for name in ("valence", "arousal"))
        condition = f"status = 'active' AND emotion <> '{{}}' AND {told} ORDER BY created_at DESC, key DESC LIMIT ?"
        return [_memory(row) for row in reversed(self._rows(None, condition, [limit]))]

    def differences(self, other: RecordStore, cursor: Cursor, limit: int = 20) -> list[tuple[int, str]]:
        """(key, id) of records that the two tables do not have alike."""
        mine, theirs = (f"SELECT {_COLUMNS} FROM {store.table}" for store in (self, other))
        rows = cursor.rows(
            f"SELECT DISTINCT key, id FROM (({mine} EXCEPT {theirs}) UNION ALL ({theirs} EXCEPT {mine}))"
            f" ORDER BY key LIMIT {int(limit)}"
        )
        return [(row[0], row[1]) for row in rows]

    def standing_otherwise(self, other: RecordStore, cursor: Cursor, limit: int = 5) -> list[str]:
        """Ids of the first of their lines whose active memories say something else, or are labelled otherwise, in
        another table of records: one that came back under a new id is the same (see `Memory.origin`)."""
        said = "SELECT origin, content_hash, layer, kind, tags, source, thread FROM {} WHERE status = 'active'"
        mine, theirs = said.format(self.table), said.format(other.table)
        rows = cursor.rows(
            f"SELECT DISTINCT origin FROM (({mine} EXCEPT ALL {theirs}) UNION ALL ({theirs} EXCEPT ALL {mine}))"
            " ORDER BY origin LIMIT ?",
            [limit],
        )
        return [row[0] for row in rows]

    def doubles(self, cursor: Cursor) -> list[str]:
        """Ids that are in the table more than once."""
        return [row[0] for row in cursor.rows(f"SELECT id FROM {self.table} GROUP BY id HAVING count(*) > 1")]

    def replace_all(self, other: RecordStore, cursor: Cursor) -> None:
        """Take over every row of the other table, inside the caller's transaction."""
        cursor.execute(f"DELETE FROM {self.table}")
        cursor.execute(f"INSERT INTO {self.table} ({_COLUMNS}) SELECT {_COLUMNS} FROM {other.table} ORDER BY key")

    def put_anew(self) -> None:
        """Say that rows were replaced without an event, once that is committed."""
        self.generation += 1

    def _counts(self, column: str, source: str, filter: RecordFilter | None) -> dict[str, int]:
        condition, parameters = where(filter, self.owner()) if filter is not None else ("TRUE", [])
        if "{where}" in source:
            source, condition = source.format(where=condition), "TRUE"
        rows = self._database.reader().rows(
            f"SELECT {column}, count(*) AS n FROM {source} WHERE {condition} GROUP BY 1 ORDER BY n DESC, 1", parameters
        )
        return {row[0]: row[1] for row in rows}

    def _rows(self, cursor: Cursor | None, condition: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        return (cursor or self._database.reader()).rows(
            f"SELECT {_COLUMNS} FROM {self.table} WHERE {condition}", parameters
        )

    def _keys(self, sql: str, parameters: Sequence[Any]) -> Keys:
        return _int64(self._database.reader().columns(sql, parameters)["key"])


def _one_of(column: str, kind: str, values: Sequence[Any]) -> tuple[str, Any]:
    """(a condition that a column has one of some values, its parameter). One value alone, as most writes name, is
    compared without a list: that saves a millisecond."""
    if len(values) == 1:
        return f"{column} = ?", values[0]
    return f"{column} IN (SELECT unnest(?::{kind}[]))", list(values)


def _month(number: Any) -> str:
    return f"{int(number) // 100:04}-{int(number) % 100:02}"


def _int64(column: Any) -> Keys:
    return np.ascontiguousarray(column, dtype=np.int64)


def hash64(digest: str) -> int:
    """The first 8 bytes of a hash, as the signed integer that the table filters by."""
    return int.from_bytes(bytes.fromhex(digest[:16]), "big", signed=True)


def _json(value: Any) -> str:
    return canonical_json(value).decode("utf-8") if value else "{}"


def _row(m: Memory) -> tuple[Any, ...]:
    return (
        m.key,
        m.id,
        m.content,
        m.content_hash,
        hash64(m.content_hash),
        m.layer.value,
        m.kind,
        m.tags,
        m.source,
        m.thread,
        m.external_id,
        _json(m.metadata),
        _json(m.emotion),
        m.confidence,
        m.trust,
        m.salience,
        m.quick_recal_score,
        m.weight,
        m.synthetic,
        m.pii,
        m.status.value,
        m.superseded_by,
        m.lineage,
        m.line,
        m.created_at,
        m.updated_at,
        m.recorded_at,
        m.recalled_at,
        m.recall_count,
        m.actor,
        m.schema_version,
        m.revision,
        _json(m.extra),
    )


def _memory(row: tuple[Any, ...]) -> Memory:
    return Memory(
        key=row[0],
        id=row[1],
        content=row[2],
        content_hash=row[3],
        layer=Layer(row[5]),
        kind=row[6],
        tags=tuple(row[7]),
        source=row[8],
        thread=row[9],
        external_id=row[10],
        metadata=_loads(row[11]),
        emotion=_loads(row[12]),
        confidence=row[13],
        trust=row[14],
        salience=row[15],
        quick_recal_score=row[16],
        weight=row[17],
        synthetic=row[18],
        pii=tuple(row[19]),
        status=Status(row[20]),
        superseded_by=row[21],
        lineage=tuple(row[22]),
        origin=row[23],
        created_at=row[24].replace(tzinfo=UTC),
        updated_at=row[25].replace(tzinfo=UTC),
        recorded_at=row[26].replace(tzinfo=UTC),
        recalled_at=utc(row[27]),
        recall_count=row[28],
        actor=row[29],
        schema_version=row[30],
        revision=row[31],
        extra=_loads(row[32]),
    )


def _loads(text: str) -> dict[str, Any]:
    return {} if text == "{}" else orjson.loads(text)


def _user(metadata: str | None) -> str:
    """Whose a record is, by its metadata."""
    return str(orjson.loads(metadata).get(USER, "")) if metadata and f'"{USER}"' in metadata else ""


def _rank(known: Known) -> tuple[int, bool]:
    return STATUS_RANK[known.status], known.message
