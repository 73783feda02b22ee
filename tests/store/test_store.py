"""DuckDB: transactions, the log, the records and the queue."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QThreadPool

from memory_desktop.core.errors import ClosedError
from memory_desktop.core.events.event import EventType, NewEvent
from memory_desktop.core.memory.canonical import content_hash
from memory_desktop.core.memory.records import Layer, Memory, Status
from memory_desktop.core.query.language import RecordFilter, parse_query
from memory_desktop.store import Store
from tests.helpers import NOON


def memory(key: int, content: str = "", **fields: object) -> Memory:
    content = content or f"memory {key}"
    base = Memory(
        key=key,
        id=f"mem_{key}",
        content=content,
        content_hash=content_hash(content),
        created_at=NOON + timedelta(days=key),
        updated_at=NOON,
        recorded_at=NOON,
        revision=key,
    )
    return base.with_(**fields)


@pytest.fixture
def store(tmp_path: Path):
    one = Store(tmp_path / "memory.duckdb")
    yield one
    one.close()


def put(store: Store, *memories: Memory, created_after: int = 0) -> None:
    with store.database.transaction() as cursor:
        store.records.put(cursor, memories, created_after=created_after)


def append(store: Store, *events: NewEvent) -> None:
    placed = store.log.prepare(events, now=NOON, actor="user", command=None)
    with store.database.transaction() as cursor:
        store.log.append(cursor, placed)
    store.log.advance(placed)


FULL = memory(
    3,
    "Ångström “quoted” 'single' \\ back\nslash 🦊 \u202e",
    layer=Layer.EMOTIONAL,
    kind="emotion",
    tags=("b", "a"),
    source="chat",
    thread="t1",
    origin="mem_3",
    external_id="x-1",
    metadata={"deep": {"list": [1, None, "ü"]}},
    emotion={"valence": -0.5},
    confidence=0.25,
    trust=0.75,
    salience=2.5,
    quick_recal_score=0.1,
    weight=3.0,
    synthetic=True,
    pii=("email",),
    status=Status.SUPERSEDED,
    superseded_by="mem_9",
    lineage=("mem_1", "mem_2"),
    recalled_at=NOON + timedelta(microseconds=1),
    recall_count=7,
    actor="agent",
    extra={"future": True},
)


@pytest.mark.parametrize("count", [1, 50])
def test_every_field_survives_the_table(store: Store, count: int) -> None:
    """A1: a record comes back from the table bit for bit, by the path for few rows and by that for many."""
    put(store, FULL, *(memory(key) for key in range(10, 9 + count)))
    assert store.records.by_ids(["mem_3"])["mem_3"] == FULL
    assert store.records.by_keys([3]) == [FULL]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(text=st.text(min_size=1, max_size=30).filter(lambda t: "\x00" not in t and t.isprintable()))
def test_any_text_is_data_and_never_sql(store: Store, text: str) -> None:
    """Fixed point: whatever a memory or a filter holds travels as a parameter."""
    key = store.records.count() + 1
    put(store, memory(key, f"{key}{text}", source=text, tags=(text,)))
    assert store.records.count(RecordFilter(sources=(text,), tags=((text,),))) >= 1


def test_a_replaced_record_is_there_once(store: Store) -> None:
    """D3: putting a record again replaces it."""
    put(store, memory(1), memory(2))
    put(store, memory(1, status=Status.TOMBSTONE), memory(3), created_after=2)
    assert [(m.key, m.status.value) for m in store.records.iterate()] == [
        (1, "tombstone"),
        (2, "active"),
        (3, "active"),
    ]


def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    """E7: an error inside a transaction undoes all of it."""
    with pytest.raises(ZeroDivisionError), store.database.transaction() as cursor:
        store.records.put(cursor, [memory(1)], created_after=0)
        raise ZeroDivisionError
    assert store.records.count() == 0
    put(store, memory(1))
    assert store.records.count() == 1


def test_readers_do_not_wait_for_writers(store: Store) -> None:
    """E1: while a transaction is open, another thread reads the state before it."""
    put(store, memory(1))
    seen: list[int] = []
    with store.database.transaction() as cursor:
        store.records.put(cursor, [memory(2)], created_after=1)
        reader = threading.Thread(target=lambda: seen.append(store.records.count()))
        reader.start()
        reader.join(timeout=10)
    assert seen == [1]
    assert store.records.count() == 2


def test_cursors_do_not_add_up(store: Store) -> None:
    """R12: as many cursors as threads at the same time, however many threads come and go, Python's own or others."""
    pool = QThreadPool()
    pool.setMaxThreadCount(2)
    for _ in range(40):
        thread = threading.Thread(target=store.records.count)
        thread.start()
        thread.join()
        pool.start(lambda: store.records.count() and None)
        pool.waitForDone(-1)
    assert len(store.database._cursors) < 10
    pool.clear()


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    """E1: use after close is a clear error, also from a thread that had a cursor."""
    store = Store(tmp_path / "memory.duckdb")
    store.records.count()
    store.close()
    with pytest.raises(ClosedError):
        store.records.count()


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("", [1, 2, 3, 4]),
        ("kind:pref", [1]),
        ("kind:pref,fact", [1, 2]),
        ("-kind:pref", [2, 3, 4]),
        ("layer:episodic", [3]),
        ("tag:a tag:b", [2]),
        ("tag:a,c", [1, 2, 3]),
        ("-tag:a", [3, 4]),
        ("source:chat", [4]),
        ("status:any", [1, 2, 3, 4, 5]),
        ("status:tombstone", [5]),
        ("before:2026-03-04", [1, 2]),
        ("after:2026-03-03", [3, 4]),
        ("on:2026-03-03", [2]),
        ("is:synthetic", [4]),
        ("-is:synthetic", [1, 2, 3]),
        ("id:mem_2,mem_3", [2, 3]),
        ("is:embedded", [1]),
        ("-is:embedded", [2, 3, 4]),
    ],
)
def test_filters_let_through_what_they_say(store: Store, query: str, keys: list[int]) -> None:
    """E6: each typed operator restricts the records as documented."""
    put(
        store,
        memory(1, kind="pref", tags=("a",)),
        memory(2, kind="fact", tags=("a", "b")),
        memory(3, layer=Layer.EPISODIC, tags=("c",)),
        memory(4, source="chat", synthetic=True),
        memory(5, status=Status.TOMBSTONE),
    )
    with store.database.transaction() as cursor:
        store.queue.enqueue(cursor, [1, 2, 3, 4, 5], NOON)
    store.queue.confirm([1], NOON)
    filter = parse_query(query).checked().filter
    assert store.records.keys(filter).tolist() == keys
    assert store.records.count(filter) == len(keys)


@pytest.mark.parametrize("descending", [False, True])
def test_sorted_keys_are_stable(store: Store, descending: bool) -> None:
    """F1: rows of equal value keep one order, so that paging by key never shows a row twice."""
    put(store, *(memory(key, kind="ab"[key % 2]) for key in range(1, 9)))
    keys = store.records.keys(RecordFilter(), sort="kind", descending=descending).tolist()
    assert keys == sorted(range(1, 9), key=lambda key: ("ab"[key % 2], key), reverse=descending)


def test_facets_count_values_and_leave_their_own_restriction_out(store: Store) -> None:
    """F1: a chosen kind narrows the other facets, and other kinds can still be chosen."""
    put(store, memory(1, kind="pref", tags=("a",)), memory(2, kind="fact", tags=("a", "b")), memory(3, kind="fact"))
    facets = store.records.facets(RecordFilter(kinds=("fact",)))
    assert facets.total == 2
    assert facets.kinds == {"fact": 2, "pref": 1}
    assert facets.tags == {"a": 1, "b": 1}
    assert facets.months == {"2026-03": 2}


def test_the_chain_holds_and_any_change_breaks_it(store: Store) -> None:
    """D9: the first changed, missing or added event is found and named."""
    append(store, *(NewEvent(EventType.INGEST, {"n": n}, f"m{n}") for n in range(20)))
    append(store, NewEvent(EventType.FORGET, {"id": "m1"}, "m1"))
    assert list(store.log.broken_at())[-1] == (21, None)
    for sql, seq in (
        ("UPDATE events SET payload = '{\"n\":99}' WHERE seq = 7", 7),
        ("UPDATE events SET actor = 'x' WHERE seq = 6", 6),
        ("UPDATE events SET ts = ts + INTERVAL 1 MICROSECOND WHERE seq = 5", 5),
        ("DELETE FROM events WHERE seq = 4", 5),
        ("DELETE FROM events WHERE seq > 2", 3),
    ):
        with store.database.transaction() as cursor:
            cursor.execute(sql)
        found, problem = list(store.log.broken_at())[-1]
        assert found == seq
        assert problem


def test_a_shortened_log_is_noticed(store: Store) -> None:
    """D9: cutting the newest events off is found too."""
    append(store, *(NewEvent(EventType.INGEST, {"n": n}) for n in range(5)))
    with store.database.transaction() as cursor:
        cursor.execute("DELETE FROM events WHERE seq = 5")
    assert list(store.log.broken_at())[-1][1]


def test_the_log_goes_on_after_a_restart(tmp_path: Path) -> None:
    """D2: seq and chain continue where they were."""
    path = tmp_path / "memory.duckdb"
    store = Store(path)
    append(store, NewEvent(EventType.INGEST, {"n": 1}))
    store.close()
    store = Store(path)
    append(store, NewEvent(EventType.INGEST, {"n": 2}))
    assert [event.seq for chunk in store.log.read() for event in chunk] == [1, 2]
    assert list(store.log.broken_at()) == [(2, None)]
    store.close()


def test_a_clock_that_was_ahead_holds_no_vector_back(store: Store) -> None:
    """R13: a failure noted by a clock that was years ahead is due at once when the clock is right again."""
    with store.database.transaction() as cursor:
        store.queue.enqueue(cursor, [2, 3], NOON)
    store.queue.fail([2], NOON + timedelta(days=3_650), "the index could not be written")
    store.queue.fail([3], NOON, "the index could not be written")
    assert store.queue.due(NOON, 10) == [2]


def test_the_queue_backs_off_and_remembers(tmp_path: Path) -> None:
    """A3: attempts, last error and the time of the next attempt survive a restart; success sets the time."""
    store = Store(tmp_path / "memory.duckdb")
    with store.database.transaction() as cursor:
        store.queue.enqueue(cursor, [1, 2, 3], NOON)
    store.queue.fail([2], NOON, "no disk")
    store.queue.fail([2], NOON, "still no disk")
    store.queue.confirm([3], NOON)
    store.close()
    store = Store(tmp_path / "memory.duckdb")
    assert store.queue.due(NOON, 10) == [1]
    assert store.queue.due(NOON + timedelta(seconds=4), 10) == [1, 2]
    states = store.queue.states([1, 2, 3])
    assert (states[2].state, states[2].attempts, states[2].last_error) == ("failed", 2, "still no disk")
    assert states[2].next_attempt_at == NOON + timedelta(seconds=4)
    assert states[2].vector_index_updated_at is None
    assert states[3].vector_index_updated_at == NOON
    counts = store.queue.counts()
    assert (counts.pending, counts.failed, counts.indexed, counts.last_error) == (1, 1, 1, "still no disk")
    assert store.queue.retry_now(NOON) == 1
    assert store.queue.due(NOON, 10) == [1, 2]
    assert store.queue.states([2])[2].attempts == 2
    store.close()


def test_times_keep_their_microseconds(store: Store) -> None:
    """D3: the extremes that DuckDB and Python share come back as they were."""
    moments = [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)]
    put(store, *(memory(key, created_at=moment) for key, moment in enumerate(moments * 4, start=1)))
    assert [m.created_at for m in store.records.iterate()] == moments * 4
