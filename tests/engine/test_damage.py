"""Bytes changed outside the program: every one is found, the first bad event is named, and a whole log mends the rest."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.errors import VaultDamagedError
from memory_desktop.core.events.event import EventType, NewEvent
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.store import Store
from memory_desktop.store.schema import EVENT_COLUMNS
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.helpers import NOON, bitten, vault_at, with_damaged_records

EVENTS = 30


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed vault of some hundred memories."""
    path = tmp_path_factory.mktemp("damage") / "vault"
    chance = random.Random(3)
    with vault_at(path) as engine:
        for number in range(300):
            engine.remember(f"Fact {number} about the {chance.choice(['garden', 'house', 'boat'])}: {chance.random()}")
        engine.forget([memory.id for memory in engine.page(engine.keys(RecordFilter())[:10])])
        engine.sync()
    return path


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A log of some events."""
    store = Store(tmp_path_factory.mktemp("log") / "memory.duckdb")
    new = [NewEvent(EventType.INGEST, {"n": n, "text": "x" * n}, f"m{n}") for n in range(EVENTS)]
    placed = store.log.prepare(new, now=NOON, actor="user", command=None)
    with store.database.transaction() as cursor:
        store.log.append(cursor, placed)
    store.log.advance(placed)
    yield store
    store.close()


def events_of(vault: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(vault / "memory.duckdb"), read_only=True) as connection:
        return connection.execute("SELECT * FROM events ORDER BY seq").fetchall()


def texts(engine: Engine) -> list[str]:
    return [memory.content for memory in engine.page(engine.keys(RecordFilter()))]


def place_of(vault: Path, text: bytes) -> int:
    """An offset in the database at which a text is stored as it is."""
    return (vault / "memory.duckdb").read_bytes().index(text)


def altered(value: Any, chance: random.Random) -> Any:
    """A value with one character, byte or number changed."""
    if isinstance(value, bytes):
        at = chance.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
    if isinstance(value, str):
        at = chance.randrange(len(value)) if value else 0
        return value[:at] + ("y" if value[at : at + 1] != "y" else "z") + value[at + 1 :]
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 1_000))
    return value.replace(microsecond=(value.microsecond + 1) % 1_000_000)


@pytest.mark.long
@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seq=st.integers(1, EVENTS),
    column=st.sampled_from([name for name in EVENT_COLUMNS if name != "seq"]),
    chance=st.randoms(use_true_random=False),
)
def test_any_change_of_any_field_names_its_event(log: Store, seq: int, column: str, chance: random.Random) -> None:
    """D9: one character, byte or number of one field of one event; the first bad event is that one."""
    reader = log.database.reader()
    row = reader.row(f"SELECT {column} FROM events WHERE seq = ?", [seq])
    assert row is not None
    set_field = f"UPDATE events SET {column} = ? WHERE seq = ?"
    with log.database.transaction() as cursor:
        cursor.execute(set_field, [altered(row[0], chance), seq])
    found, problem = list(log.log.broken_at())[-1]
    with log.database.transaction() as cursor:
        cursor.execute(set_field, [row[0], seq])
    assert (found, bool(problem)) == (seq, True)
    assert list(log.log.broken_at())[-1] == (EVENTS, None)


@pytest.mark.long
def test_no_bit_of_the_file_changes_what_is_read_unnoticed(vault: Path, tmp_path: Path) -> None:
    """D9: wherever a bit of the database flips, it is told, or nothing that is read has changed."""
    whole, size = events_of(vault), (vault / "memory.duckdb").stat().st_size
    chance = random.Random(5)
    told = 0
    for number in range(24):
        copy = bitten(vault, tmp_path / str(number), chance.randrange(size), chance.randrange(8))
        try:
            with open_vault(copy) as engine:
                ok = engine.verify().ok
        except VaultDamagedError:
            ok = False
        if ok:
            assert events_of(copy) == whole
        told += not ok
        shutil.rmtree(copy)
    assert told > 12  # the rest hit free space


@pytest.mark.long
def test_a_bad_block_of_the_log_names_its_first_event(vault: Path, tmp_path: Path) -> None:
    """D9: the vault cannot be opened, and the error says from which event on it cannot be read."""
    copy = bitten(vault, tmp_path / "copy", place_of(vault, b'{"memory":'))
    with pytest.raises(VaultDamagedError, match="the first bad event is") as caught:
        open_vault(copy)
    assert caught.value.event is not None
    assert caught.value.rebuildable is None
    with pytest.raises(VaultDamagedError):
        rebuild_vault(copy)


def test_a_whole_log_mends_a_bad_block_of_the_records(vault: Path, tmp_path: Path) -> None:
    """D3, D9: damaged records stop the vault from opening; built again from the log, it is as before."""
    with open_vault(vault) as engine:
        before = texts(engine)
    copy = with_damaged_records(vault, tmp_path / "copy")
    rebuild_vault(copy)
    with open_vault(copy) as engine:
        engine.sync()
        assert texts(engine) == before
        assert engine.verify().ok
