"""Vectors that came from outside, by memory and model: a projection of the log.

A row is the vector that one event brought for one memory. Of several by the same model, the one that came last counts,
among those that were not taken back. A vector belongs to a text: it serves every memory that has the same text, as one
that came back under a new id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt
import orjson

from memory_desktop.core.backoff import CAP_SECONDS
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.keys import Keys
from memory_desktop.core.outside import BadVectorError, OutsideModel, read_embedding, unpacked
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import GIVEN_COLUMNS

#: Moved when the rules below change: then the table is folded again.
VERSION = 1
_MARK = '"embedding"'
_OF_MODEL = "g.live AND g.model_version = ? AND octet_length(g.vector) = ?"
Vector = npt.NDArray[np.float32]


class GivenVectors:
    """The given_vectors table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- folding ------------------------------------------------------------------------------------------------------

    def fold(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Take events in, inside the caller's transaction."""
        rows: list[tuple[int, str, int, bool, bytes]] = []
        for event in events:
            if event.type == EventType.INGEST and _MARK in event.payload:
                found = read_embedding(orjson.loads(event.payload).get("embedding") or {})
                if found is not None:
                    rows.append((event.seq, found[0], event.seq, True, found[1]))
            elif event.type == EventType.VECTORS:
                payload = payload_of(event)
                for _, key, text in payload.given:
                    try:
                        rows.append((key, payload.model_version, event.seq, True, unpacked(text)))
                    except BadVectorError:
                        continue  # no program writes such a one
                insert_rows(cursor, "given_vectors", GIVEN_COLUMNS, rows)
                rows = []
                self._switch(cursor, payload.off, live=False)
                self._switch(cursor, payload.on, live=True)
        insert_rows(cursor, "given_vectors", GIVEN_COLUMNS, rows)

    def clear(self, cursor: Cursor) -> None:
        """Forget all rows, before the log is folded again."""
        cursor.execute("DELETE FROM given_vectors")

    def forget(self, cursor: Cursor, keys: Sequence[int]) -> None:
        """Forget the vectors of memories that are purged."""
        cursor.execute("DELETE FROM given_vectors WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)])

    def _switch(self, cursor: Cursor, seqs: Sequence[int], *, live: bool) -> None:
        if seqs:
            cursor.execute(
                "UPDATE given_vectors SET live = ? WHERE seq IN (SELECT unnest(?::BIGINT[]))", [live, list(seqs)]
            )

    # --- asking -------------------------------------------------------------------------------------------------------

    def models(self) -> list[OutsideModel]:
        """The models that there are vectors of; of several lengths under one name, the most frequent one counts."""
        rows = self._database.reader().rows(
            "SELECT model_version, arg_max(size, (n, size)), max(n) FROM (SELECT model_version,"
            " octet_length(vector) AS size, count(DISTINCT key) AS n FROM given_vectors WHERE live GROUP BY ALL)"
            " GROUP BY model_version ORDER BY model_version"
        )
        return [OutsideModel(version, size // 2, number) for version, size, number in rows]

    def dim_of(self, model_version: str) -> int | None:
        """Numbers in a vector of a model; None while there is none by it."""
        return next((one.dim for one in self.models() if one.version == model_version), None)

    def of_texts(self, model_version: str, dim: int, hashes: Sequence[str]) -> dict[str, Vector]:
        """The vectors (dim,) of texts by content hash, of those that have one by this model."""
        rows = self._database.reader().rows(
            "SELECT r.content_hash, arg_max(g.vector, g.seq) FROM given_vectors g JOIN records r ON r.key = g.key"
            f" WHERE {_OF_MODEL} AND r.content_hash IN (SELECT unnest(?::VARCHAR[])) GROUP BY r.content_hash",
            [model_version, 2 * dim, list(hashes)],
        )
        return {hash: np.frombuffer(vector, dtype="<f2").astype(np.float32) for hash, vector in rows}

    def of_keys(self, model_version: str, dim: int, keys: Sequence[int]) -> dict[int, Vector]:
        """The vectors (dim,) of the texts of these memories, by key, of those that have one by this model."""
        rows = self._database.reader().rows(
            "SELECT key, content_hash FROM records WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        )
        found = self.of_texts(model_version, dim, [hash for _, hash in rows])
        return {key: found[hash] for key, hash in rows if hash in found}

    def keys(self, model_version: str, dim: int) -> Keys:
        """Sorted keys of the memories whose text has a vector by this model."""
        found = self._database.reader().columns(
            f"SELECT r.key AS key FROM records r WHERE r.content <> '' AND {_HAS_ONE} ORDER BY key",
            [model_version, 2 * dim],
        )
        return np.ascontiguousarray(found["key"], dtype=np.int64)

    def same_texts(self, keys: Sequence[int]) -> list[int]:
        """Keys of all memories whose text is that of one of these."""
        rows = self._database.reader().rows(
            "SELECT key FROM records r WHERE r.hash64 IN"
            " (SELECT s.hash64 FROM records s WHERE s.key IN (SELECT unnest(?::BIGINT[])))",
            [list(keys)],
        )
        return [row[0] for row in rows]

    def of_events(self, cursor: Cursor, seqs: Sequence[int]) -> Mapping[str, list[int]]:
        """By model: keys of the memories that these events brought vectors for, counted or not."""
        rows = cursor.rows(
            "SELECT model_version, list(key) FROM given_vectors WHERE seq IN (SELECT unnest(?::BIGINT[]))"
            " GROUP BY model_version",
            [list(seqs)],
        )
        return {version: [int(key) for key in keys] for version, keys in rows}

    def due(self, now: datetime, limit: int, model_version: str, dim: int) -> list[int]:
        """Keys of the memories that wait for a vector and can have it now: their text has one by this model, or it is
        made of those of others (see `merging.superposition`). Order and times as in `VectorQueue.due`."""
        at, ahead = now.replace(tzinfo=None), (now + timedelta(seconds=CAP_SECONDS)).replace(tzinfo=None)
        rows = self._database.reader().rows(
            "SELECT v.key FROM vector_items v JOIN records r ON r.key = v.key WHERE v.item_type = 'memory' AND"
            " (v.state = 'pending' OR (v.state = 'failed' AND (v.next_attempt_at <= ? OR v.next_attempt_at > ?)))"
            f" AND (r.weight > 1 OR {_HAS_ONE}) ORDER BY v.state = 'failed', r.weight > 1, v.key LIMIT ?",
            [at, ahead, model_version, 2 * dim, limit],
        )
        return [row[0] for row in rows]


_HAS_ONE = f"r.hash64 IN (SELECT s.hash64 FROM given_vectors g JOIN records s ON s.key = g.key WHERE {_OF_MODEL})"
