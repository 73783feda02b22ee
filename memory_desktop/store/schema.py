"""The tables.

Uniqueness is left to the fold, not to the database: `key` and `seq` only ever grow. Zone maps find single ones; only
the records have an index on their key, as ten of them are fetched for every search (measured: 2.3 ms instead of 6).
"""

from __future__ import annotations

from memory_desktop.store.database import Cursor

#: Column name → SQL type of the records table, in the order of its rows.
RECORD_COLUMNS = {
    "key": "BIGINT",
    "id": "VARCHAR",
    "content": "VARCHAR",
    "content_hash": "VARCHAR",
    "hash64": "BIGINT",
    "layer": "VARCHAR",
    "kind": "VARCHAR",
    "tags": "VARCHAR[]",
    "source": "VARCHAR",
    "thread": "VARCHAR",
    "external_id": "VARCHAR",
    "metadata": "VARCHAR",
    "emotion": "VARCHAR",
    "confidence": "DOUBLE",
    "trust": "DOUBLE",
    "salience": "DOUBLE",
    "quick_recal_score": "DOUBLE",
    "weight": "DOUBLE",
    "synthetic": "BOOLEAN",
    "pii": "VARCHAR[]",
    "status": "VARCHAR",
    "superseded_by": "VARCHAR",
    "lineage": "VARCHAR[]",
    "origin": "VARCHAR",
    "created_at": "TIMESTAMP",
    "updated_at": "TIMESTAMP",
    "recorded_at": "TIMESTAMP",
    "recalled_at": "TIMESTAMP",
    "recall_count": "BIGINT",
    "actor": "VARCHAR",
    "schema_version": "VARCHAR",
    "revision": "BIGINT",
    "extra": "VARCHAR",
}

EVENT_COLUMNS = {
    "seq": "BIGINT",
    "ts": "TIMESTAMP",
    "type": "VARCHAR",
    "item": "VARCHAR",
    "command": "BIGINT",
    "payload": "VARCHAR",
    "actor": "VARCHAR",
    "schema_version": "VARCHAR",
    "prev_hash": "BLOB",
    "salt": "BLOB",
    "digest": "BLOB",
    "hash": "BLOB",
}

# What each event is about: one row an item. `changes` is false where the event only mentions it.
ITEM_COLUMNS = {"item": "VARCHAR", "seq": "BIGINT", "changes": "BOOLEAN"}

# The commands that are steps of undo: see `store.command_log`.
COMMAND_COLUMNS = {
    "seq": "BIGINT",
    "root": "BIGINT",
    "kind": "VARCHAR",
    "done": "BOOLEAN",
    "latest": "BIGINT",
    "counts": "VARCHAR",
    "doer": "VARCHAR",
    "along": "BOOLEAN",
}

# Which memories are messages of which conversation and turn: see `store.messages`.
MESSAGE_COLUMNS = {
    "key": "BIGINT",
    "id": "VARCHAR",
    "source": "VARCHAR",
    "thread": "VARCHAR",
    "cycle": "VARCHAR",
    "role": "VARCHAR",
    "user_id": "VARCHAR",
    "place": "BIGINT",
    "said_at": "TIMESTAMP",
}

# Not a projection of the log but the bookkeeping of a derived index: which key has a durable vector (`indexed`), and
# what the others wait for.
VECTOR_COLUMNS = {
    "key": "BIGINT",
    "item_type": "VARCHAR",
    "state": "VARCHAR",
    "attempts": "INTEGER",
    "enqueued_at": "TIMESTAMP",
    "next_attempt_at": "TIMESTAMP",
    "last_error": "VARCHAR",
    "vector_index_updated_at": "TIMESTAMP",
}


# Runs of the recall lab from before they were events: one a row, its answers as JSON.
LAB_COLUMNS = {"number": "BIGINT", "ts": "TIMESTAMP", "run": "VARCHAR"}


# Derived, one row an assembly and model: see `store.composites`.
COMPOSITE_COLUMNS = {"key": "BIGINT", "model_version": "VARCHAR", "vector": "BLOB", "made_of": "BLOB"}


# Derived, as composites, of the summaries of users.
SUMMARY_VECTOR_COLUMNS = COMPOSITE_COLUMNS


# Derived, one row a model and text: see `store.topic_vectors`.
TOPIC_COLUMNS = {"model_version": "VARCHAR", "digest": "VARCHAR", "vector": "BLOB"}


# Vectors that came from outside: see `store.given_vectors`.
GIVEN_COLUMNS = {"key": "BIGINT", "model_version": "VARCHAR", "seq": "BIGINT", "live": "BOOLEAN", "vector": "BLOB"}


# Texts that the model of a migration could not embed: see `store.build_failures`.
BUILD_FAILURE_COLUMNS = {
    "key": "BIGINT",
    "attempts": "INTEGER",
    "next_attempt_at": "TIMESTAMP",
    "failed_at": "TIMESTAMP",
    "last_error": "VARCHAR",
}

# Derived: how often somebody did something in a quarter of an hour, by the number of the chunk of events that it was
# counted in; see `store.activity`.
ACTIVITY_COLUMNS = {
    "chunk": "BIGINT",
    "quarter": "TIMESTAMP",
    "actor": "VARCHAR",
    "deed": "VARCHAR",
    "number": "BIGINT",
    "first": "BIGINT",
    "last": "BIGINT",
    "newest": "BIGINT[]",
}


def table_ddl(name: str, columns: dict[str, str], *, temporary: bool = False) -> str:
    """CREATE TABLE for these columns."""
    body = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
    return f"CREATE {'TEMP ' if temporary else ''}TABLE IF NOT EXISTS {name} ({body})"


def create_tables(cursor: Cursor) -> None:
    """Make what is missing."""
    cursor.execute(table_ddl("events", EVENT_COLUMNS))
    cursor.execute(table_ddl("records", RECORD_COLUMNS))
    cursor.execute("CREATE INDEX IF NOT EXISTS records_key ON records (key)")
    cursor.execute(table_ddl("event_items", ITEM_COLUMNS))
    cursor.execute("CREATE INDEX IF NOT EXISTS event_items_item ON event_items (item)")
    cursor.execute(table_ddl("commands", COMMAND_COLUMNS))
    cursor.execute("ALTER TABLE commands ADD COLUMN IF NOT EXISTS doer VARCHAR")
    cursor.execute("ALTER TABLE commands ADD COLUMN IF NOT EXISTS along BOOLEAN")
    cursor.execute(table_ddl("messages", MESSAGE_COLUMNS))
    cursor.execute(table_ddl("vector_items", VECTOR_COLUMNS))
    cursor.execute("ALTER TABLE vector_items ADD COLUMN IF NOT EXISTS operation VARCHAR")
    cursor.execute(table_ddl("lab_runs", LAB_COLUMNS))
    cursor.execute(table_ddl("composites", COMPOSITE_COLUMNS))
    cursor.execute("ALTER TABLE composites ADD COLUMN IF NOT EXISTS made_of BLOB")
    cursor.execute(table_ddl("summary_vectors", SUMMARY_VECTOR_COLUMNS))
    cursor.execute(table_ddl("topic_vectors", TOPIC_COLUMNS))
    cursor.execute(table_ddl("given_vectors", GIVEN_COLUMNS))
    cursor.execute(table_ddl("build_failures", BUILD_FAILURE_COLUMNS))
    cursor.execute(table_ddl("activity", ACTIVITY_COLUMNS))
    cursor.execute("CREATE TABLE IF NOT EXISTS meta (name VARCHAR, value VARCHAR)")
