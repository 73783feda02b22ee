"""Ids are found by key, whatever was written, taken back or replaced in between."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memory_desktop.store import Store
from memory_desktop.store import id_map as module
from tests.store.test_store import memory, put


@pytest.mark.parametrize("most_new", [3, 4_096])
def test_every_id_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_new: int) -> None:
    """A3: after any writes, also those of a transaction that goes on or is taken back, each id leads to its record."""
    monkeypatch.setattr(module, "_MOST_NEW", most_new)
    store, rng, there = Store(tmp_path / "memory.duckdb"), random.Random(3), dict[str, str]()
    key = 0
    for _ in range(40):
        before = dict(there)
        try:
            with store.database.transaction() as cursor:
                for _ in range(rng.randint(1, 4)):
                    key += 1
                    one = memory(key, f"text {key} {rng.random()}")
                    store.records.put(cursor, [one], created_after=key - 1)
                    there[one.id] = one.content
                asked = rng.sample(sorted(there), min(5, len(there)))
                found = store.records.by_ids([*asked, "mem_nobody"], cursor)
                assert {id: one.content for id, one in found.items()} == {id: there[id] for id in asked}
                if rng.random() < 0.4:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            there, key = before, key - (len(there) - len(before))
        asked = [*rng.sample(sorted(there), min(5, len(there))), "mem_nobody", f"mem_{key + 1}"]
        found = store.records.by_ids(asked)
        assert {id: one.content for id, one in found.items()} == {id: there[id] for id in asked if id in there}
    put(store, memory(1, "another text"), created_after=key)
    assert store.records.by_ids(["mem_1"])["mem_1"].content == "another text"
    store.close()
