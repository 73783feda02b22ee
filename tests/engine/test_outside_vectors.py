"""Vectors of a model that the program does not run: imported, put in use, searched by, taken back and exported."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.imports import ImportChoice
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.migration import Stage, is_model_version
from memory_desktop.core.outside import PREFIX, BadVectorError, outside_of, outside_ref, outside_version, unit
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.helpers import Clock, vault_at

MODEL = "acme/text-large v3"
VERSION = outside_version(MODEL)
TEXTS = ("tea in the morning", "a ladder in the barn", "the bank raised its rates", "a late train")
DIM = len(TEXTS)


def axis(place: int, size: int = DIM) -> list[float]:
    """A vector along one axis."""
    return [float(number == place) for number in range(size)]


def lines(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """A JSONL file."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def taken(vault: Engine, path: Path, model: str = MODEL) -> Any:
    """The report of an import whose vectors a model made."""
    return vault.import_path(path, choice=ImportChoice(model=model))


def in_use(vault: Engine) -> None:
    """Put the model from outside in use."""
    vault.models.start(PREFIX + MODEL)
    while vault.models.status().stage is Stage.EMBEDDING and vault.maintain():
        pass
    vault.models.switch()
    vault.sync()


def by_text(vault: Engine) -> dict[str, Memory]:
    """The active memories by what they say."""
    return {one.content: one for one in vault._store.records.iterate() if one.status == "active"}


def vectors_of(vault: Engine) -> dict[str, list[float]]:
    """The stored vectors by text, rounded."""
    memories = {one.key: one.content for one in vault._store.records.iterate()}
    keys, vectors = vault._current_space().vectors.index.fetch(np.array(sorted(memories)))
    return {
        memories[key]: np.round(row.astype(np.float64), 2).tolist()
        for key, row in zip(keys.tolist(), vectors, strict=True)
    }


@pytest.fixture
def filled(vault: Engine, tmp_path: Path) -> Engine:
    """A vault with four memories, three of them with vectors from outside, by which they are found."""
    rows = [{"id": f"t{n}", "content": text, "embedding": axis(n)} for n, text in enumerate(TEXTS)]
    del rows[3]["embedding"]
    report = taken(vault, lines(tmp_path / "texts.jsonl", rows))
    assert (report.new, report.vectors, report.unnamed, report.warnings) == (4, 3, 0, ())
    in_use(vault)
    return vault


@pytest.mark.parametrize("name", ["acme/text-large v3", "../../etc", "名前", "con", "x@12345678", "a" * 300])
def test_any_name_of_a_model_names_a_folder(name: str) -> None:
    """F3: a model from outside may have any name; in the vault it has the form of all others, and the same each time."""
    version = outside_version(name)
    assert is_model_version(version) and outside_version(version) == version
    assert outside_of(outside_ref(version, 1536)) == (version, 1536)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([0.0, 0.0], "all its numbers are 0"),
        ([math.nan, 1.0], "not a finite number"),
        ([1.0, 2.0, 3.0], "3 numbers instead of 2"),
        (["x", 1.0], "numbers only"),
        ([], "not a list"),
    ],
)
def test_numbers_that_are_no_vector_are_named(values: list[Any], said: str) -> None:
    """F3: zeros, no numbers, wrong lengths and texts are told apart; very small and very large numbers are vectors."""
    with pytest.raises(BadVectorError, match=said):
        unit(values, 2)
    assert np.allclose(unit([3e-200, 4e-200]), [0.6, 0.8]) and np.allclose(unit([3e200, 4e200]), [0.6, 0.8])


def test_memories_are_found_by_vectors_from_outside(filled: Engine) -> None:
    """F3: a question with its own vector finds by meaning; without one it is answered by words, and that is said."""
    assert filled.model_version == VERSION
    assert vectors_of(filled) == {text: axis(n) for n, text in enumerate(TEXTS[:3])}
    answer = filled.recall("something else", vector=[0.1, 5.0, 0.0, 0.0], mode="vector", k=1)
    assert [hit.memory.content for hit in answer.hits] == [TEXTS[1]] and answer.model_version == VERSION
    alone = filled.recall("", vector=axis(2), k=1)
    assert [hit.memory.content for hit in alone.hits] == [TEXTS[2]]
    mixed = filled.recall("ladder", vector=axis(0))
    assert {hit.memory.content for hit in mixed.hits} == {TEXTS[0], TEXTS[1]}
    words = filled.recall("ladder")
    assert [hit.memory.content for hit in words.hits] == [TEXTS[1]]
    assert any(VERSION in note and "does not run" in note for note in words.notes)
    for wrong in ([1.0], [math.nan] * DIM, [0.0] * DIM):
        with pytest.raises(InvalidCommandError, match="vector of the question"):
            filled.recall("ladder", vector=wrong)


def test_what_has_no_vector_waits(filled: Engine, clock: Clock) -> None:
    """E4, F9: a memory without a vector from outside waits and has not failed, over restarts; the rest is searched."""
    filled.remember("written since")
    filled.assemblies.create("All", [one.id for one in by_text(filled).values()])
    filled.sync()
    status = filled.sync_status()
    assert (status.outside, status.pending, status.failed, status.indexed, status.last_error) == (True, 3, 0, 3, "")
    assert filled.sync_step().wait is None and filled.verify().ok
    path = filled.path
    filled.close()
    with vault_at(path, clock) as again:
        again.sync()
        assert again.model_version == VERSION and again.sync_status().pending == 3
        assert len(vectors_of(again)) == 3


def test_vectors_come_for_memories_that_are_there(filled: Engine, tmp_path: Path) -> None:
    """F3, F5: vectors by id, by the source's id or by text are stored for what is there; each import is one undo."""
    filled.remember("written since")
    own = by_text(filled)["written since"]
    rows = [
        {"id": own.id, "embedding": axis(3)},
        {"id": "t3", "embedding": [1.0, 1.0, 0.0, 0.0]},
        {"content": TEXTS[0], "embedding": [0.0, 0.0, 1.0, 1.0]},
    ]
    before = vectors_of(filled)
    assert taken(filled, lines(tmp_path / "more.jsonl", rows)).vectors == 3
    filled.sync()
    half = round(math.sqrt(0.5), 2)
    now = vectors_of(filled)
    assert (now["written since"], now[TEXTS[3]]) == (axis(3), [half, half, 0.0, 0.0])
    assert now[TEXTS[0]] == [0.0, 0.0, half, half] and filled.sync_status().pending == 0
    head = filled.head
    taken(filled, tmp_path / "more.jsonl")
    assert not any(event.type == "VECTORS" for chunk in filled._store.log.read(head) for event in chunk)
    done = filled.undo()
    assert done is not None and done.name == "import vectors"
    filled.sync()
    assert vectors_of(filled) == before and filled.sync_status().pending == 2
    filled.redo()
    filled.sync()
    assert vectors_of(filled) == now and filled.verify().ok


def test_a_bad_vector_costs_its_row_only(filled: Engine, tmp_path: Path) -> None:
    """F3: a wrong length, zeros, no numbers, a second vector and an id of nobody are named by row; the rest goes on."""
    rows = [
        {"content": "too short", "embedding": [1.0]},
        {"content": "nothing", "embedding": [0.0] * DIM},
        {"content": "words", "embedding": ["a"] * DIM},
        {"content": "twice", "embedding": axis(1)},
        {"content": "twice", "embedding": axis(2)},
        {"id": "nobody", "embedding": axis(0)},
        {"id": "t1", "embedding": [1.0, 0.0]},
        {"content": "good", "embedding": axis(3)},
    ]
    report = taken(filled, lines(tmp_path / "bad.jsonl", rows))
    assert (report.new, report.vectors) == (5, 2)
    assert {(one.place, one.reason.partition(";")[0]) for one in (*report.warnings, *report.rejections)} == {
        ("line 1 embedding", "it has 1 numbers instead of 4"),
        ("line 2 embedding", "all its numbers are 0"),
        ("line 3 embedding", "the “embedding” must hold numbers only"),
        ("line 5 embedding", "the same text had another vector further up, which is kept"),
        ("line 6", "no memory has the id nobody"),
        ("line 7", "it has 2 numbers instead of 4"),
    }
    filled.sync()
    assert {"twice", "good"} <= vectors_of(filled).keys() and vectors_of(filled)["twice"] == axis(1)


def test_a_vector_without_a_model_is_counted(vault: Engine, tmp_path: Path) -> None:
    """F3: where neither the file nor the caller names a model, the memories come in, and the vectors are counted."""
    path = lines(tmp_path / "a.jsonl", [{"content": "one", "embedding": axis(0)}])
    preview = vault.import_path(path, dry_run=True)
    assert (preview.new, preview.vectors, preview.unnamed) == (1, 0, 1)
    named = vault.import_path(path, dry_run=True, choice=ImportChoice(model=MODEL))
    assert (named.vectors, named.unnamed, ImportChoice(model=MODEL).everything) == (1, 0, True)
    assert vault.import_path(path).unnamed == 1
    assert [one.ref for one in vault.models.models() if one.ref.startswith(PREFIX)] == []


def test_vectors_travel_as_parquet(filled: Engine, tmp_path: Path, clock: Clock) -> None:
    """F3: an export with vectors names their model, and another vault has the same vectors by it; a table of nothing
    but ids and vectors does as well."""
    filled.export(tmp_path / "out.parquet", "parquet", vectors=True)
    table = duckdb.sql(f"SELECT id, embedding, model_version FROM '{tmp_path / 'out.parquet'}'")
    assert {row[2] for row in table.fetchall()} == {VERSION, None}
    with vault_at(tmp_path / "other", clock, vault_id="other") as other:
        report = other.import_path(tmp_path / "out.parquet")
        assert (report.new, report.vectors) == (4, 3)
        in_use(other)
        assert vectors_of(other) == vectors_of(filled)
        late = by_text(other)[TEXTS[3]].id
        duckdb.sql(f"COPY (SELECT '{late}' AS id, [0.0, 0.0, 0.0, 2.0]::DOUBLE[] AS embedding, '{MODEL}' AS model_version)"
                   f" TO '{tmp_path / 'late.parquet'}' (FORMAT parquet)")  # fmt: skip
        assert other.import_path(tmp_path / "late.parquet").vectors == 1
        other.sync()
        assert vectors_of(other)[TEXTS[3]] == axis(3) and other.sync_status().pending == 0


def test_vectors_from_outside_survive_the_loss_of_the_index(filled: Engine, clock: Clock) -> None:
    """D3, E5: with the index deleted, and after a rebuild, the vectors come from the log again."""
    path, before = filled.path, vectors_of(filled)
    filled.close()
    for file in (path / "vectors" / VERSION).iterdir():
        file.unlink()
    with vault_at(path, clock) as again:
        again.sync()
        assert vectors_of(again) == before
    rebuild_vault(path, clock=clock)
    with vault_at(path, clock) as again:
        again.sync()
        assert vectors_of(again) == before and again.sync_status().pending == 1
        assert again.verify().ok


def test_a_text_that_comes_back_has_its_vector_again(filled: Engine) -> None:
    """F5: undoing a forget gives a memory under a new id, and it has the vector that came for its text."""
    memory = by_text(filled)[TEXTS[1]]
    filled.forget([memory.id])
    filled.undo()
    filled.sync()
    back = by_text(filled)[TEXTS[1]]
    assert back.id != memory.id
    assert filled.freshness([back.id])[back.id].vector_state == "indexed" and filled.sync_status().pending == 1


def test_the_way_to_the_bundled_model_and_back(filled: Engine, tmp_path: Path) -> None:
    """D5: from outside to the bundled model and back: what came or was undone meanwhile is right, and none has failed."""
    outside, bundled = filled.model_version, filled.models.models()[0].version
    filled.models.roll_back()
    filled.sync()
    assert filled.model_version == bundled and filled.sync_status().pending == 0
    assert filled.recall("ladder", mode="vector").hits
    rows = [{"id": "t3", "embedding": axis(3)}, {"id": "t0", "embedding": axis(1)}]
    assert taken(filled, lines(tmp_path / "meanwhile.jsonl", rows)).vectors == 2
    filled.models.switch_back(outside)
    filled.sync()
    assert vectors_of(filled) == {TEXTS[0]: axis(1), TEXTS[1]: axis(1), TEXTS[2]: axis(2), TEXTS[3]: axis(3)}
    assert (filled.sync_status().pending, filled.sync_status().failed) == (0, 0) and filled.verify().ok


def test_a_purge_takes_the_vector_along(filled: Engine, clock: Clock, tmp_path: Path) -> None:
    """F14: of a purged memory no event and no table has the vector, wherever it came from."""
    taken(filled, lines(tmp_path / "more.jsonl", [{"id": "t1", "embedding": axis(3)}]))
    path = filled.path
    ids = [by_text(filled)[TEXTS[1]].id]
    filled.purge(filled.plan_purge(ids))
    assert TEXTS[1] not in vectors_of(filled)
    filled.close()
    with vault_at(path, clock) as again:
        payloads = [event.payload for chunk in again._store.log.read() for event in chunk]
        assert sum("packed" in one for one in payloads) == 2  # those of the other two
        assert not any('"given"' in one and ids[0] in one for one in payloads)
        assert [one.memories for one in again._store.given.models()] == [2]
        assert again.verify().ok
