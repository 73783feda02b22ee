"""Schema versions: both ways to write them, newer minor versions kept, newer major ones refused with their place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from memory_desktop.core.errors import VaultError, VaultFormatError
from memory_desktop.core.events.event import Event, sealed
from memory_desktop.core.memory.records import SCHEMA_VERSION
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.schemas import CONTRACT_VERSION, kept_version, readable
from memory_desktop.engine.engine import Engine
from memory_desktop.store import Store
from memory_desktop.store.event_log import row_of
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, vault_at

OWN_LINE = {
    "key": 7,
    "id": "mem_x",
    "content": "Mara drinks tea",
    "content_hash": "h",
    "schema_version": "1.0",
    "created_at": "2026-01-01T00:00:00Z",
}
CONTRACT_LINE = {
    "id": "mem_123",
    "content": "The quick brown fox",
    "metadata": {"source": "user_input"},
    "lineage": [],
    "created_at": 1692000000.0,
    "schema_version": "v1.0",
    "salience": 0.5,
    "status": "active",
}
ENTRY = {"id": "mem_1", "content": "Mara drinks tea", "timestamp": "2026-01-01T00:00:00Z", "tags": []}
GROUP = {"id": "asm_1", "name": "Drinks", "memory_ids": ["mem_1"]}


def written(folder: Path, **files: dict[str, Any]) -> Path:
    """A folder with these objects, a file each; `_` in a name stands for a dot."""
    folder.mkdir()
    for name, value in files.items():
        (folder / name.replace("_", ".")).write_text(json.dumps(value) + "\n", encoding="utf-8")
    return folder


def memories(vault: Engine) -> list[Any]:
    return vault.page(vault.keys(RecordFilter()))


def test_both_forms_of_a_version_are_read_and_one_is_written(vault: Engine, tmp_path: Path) -> None:
    """D4: “1.0” and “v1.0” are the same version; the program writes it without the v."""
    assert readable("v1.0", "1.0")
    assert kept_version("v1.0", "1.0") == "1.0"
    assert kept_version("v1.3", "1.0") == "1.3"
    assert kept_version("v0.9", "1.0") == "1.0"
    source = written(tmp_path / "in", own_jsonl={**OWN_LINE, "schema_version": "v1.0"}, contract_jsonl=CONTRACT_LINE)
    assert vault.import_path([source]).new == 2
    assert {one.schema_version for one in memories(vault)} == {SCHEMA_VERSION} == {"1.0"}


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"own_jsonl": {**OWN_LINE, "schema_version": "2.0"}}, "line 1"),
        ({"contract_jsonl": {**CONTRACT_LINE, "schema_version": "v2.0"}}, "line 1"),
        ({"one_mem_json": {**ENTRY, "schema_version": "2.0"}}, "whole file"),
        (
            {"one_mem_json": {**ENTRY, "metadata": {"memory_desktop": {"id": "m", "schema_version": "2.0"}}}},
            "whole file",
        ),
        ({"one_asm_json": {**GROUP, "assembly_schema_version": "2.0"}}, "whole file"),
        ({"own_jsonl": {**OWN_LINE, "schema_version": "new"}}, "line 1"),
    ],
)
def test_an_import_refuses_a_newer_major_version(vault: Engine, tmp_path: Path, files: Any, place: str) -> None:
    """D4: a record, entry or assembly of a newer major version is rejected by file, place and version; others come."""
    folder = written(tmp_path / "in", **files, good_mem_json={**ENTRY, "id": "other", "content": "Buy bread"})
    report = vault.import_path([folder])
    assert (report.new, report.rejected) == (1, 1)
    assert report.rejections[0].place == place
    assert "version" in report.rejections[0].reason
    assert [one.content for one in memories(vault)] == ["Buy bread"]


def test_a_newer_minor_version_is_kept_with_its_fields(tmp_path: Path) -> None:
    """D4, A1: what a newer minor version added survives import, restart and export, with the version that it had."""
    line = {**OWN_LINE, "schema_version": "v1.4", "mood": {"of": "Mara"}}
    group = {
        **GROUP,
        "memory_ids": ["mem_x"],
        "assembly_schema_version": "1.2",
        "colour": "green",
        "record": "assembly",
    }
    source = written(tmp_path / "in", a_jsonl=line, b_jsonl=group)
    source = source / "all.jsonl"
    source.write_text("\n".join(json.dumps(one) for one in (line, group)) + "\n", encoding="utf-8")
    with vault_at(tmp_path / "vault") as vault:
        vault.import_path([source])
    with vault_at(tmp_path / "vault") as vault:
        (memory,) = memories(vault)
        assert (memory.schema_version, memory.extra) == ("1.4", {"mood": {"of": "Mara"}})
        (state,) = vault.assemblies.states()
        assert (state.assembly.schema_version, state.assembly.extra["colour"]) == ("1.2", "green")
        for format in ("jsonl", "entries"):
            vault.export(tmp_path / format, format=format)
    for format in ("jsonl", "entries"):
        with vault_at(tmp_path / f"{format} again", vault_id=format) as vault:
            vault.import_path([tmp_path / format])
            (again,) = memories(vault)
            assert (again.schema_version, again.extra) == ("1.4", {"mood": {"of": "Mara"}})


def appended(vault: Path, change: Callable[[Event], Event]) -> int:
    """Let the vault's log end with an event of another program, sealed as it should be; its place."""
    store = Store(vault / "memory.duckdb")
    try:
        last = next(iter(store.log.read(store.log.last - 1)))[-1]
        event = Event(
            last.seq + 1, NOON, "NEWER", "", last.seq + 1, '{"what":"is new"}', "agent", "1.0", last.hash, bytes(16)
        )
        event = sealed(change(event))
        with store.database.transaction() as cursor:
            marks = ", ".join("?" for _ in row_of(event))
            cursor.execute(f"INSERT INTO events VALUES ({marks})", row_of(event))
    finally:
        store.close()
    return event.seq


def test_a_vault_with_newer_events_is_refused_by_name(tmp_path: Path) -> None:
    """D4: an event of a newer major version keeps the vault shut, names the event, and nothing is written."""
    with vault_at(tmp_path / "vault") as vault:
        vault.remember("Mara drinks tea")
    seq = appended(tmp_path / "vault", lambda event: replace(event, schema_version="v2.0"))
    before = (tmp_path / "vault" / "anchor.log").read_bytes()
    with pytest.raises(VaultFormatError, match=rf"Event {seq} has the schema version v2\.0"):
        vault_at(tmp_path / "vault")
    with pytest.raises(VaultFormatError, match=rf"Event {seq} "):
        rebuild_vault(tmp_path / "vault")
    assert (tmp_path / "vault" / "anchor.log").read_bytes() == before


def test_events_of_a_newer_minor_version_are_kept(tmp_path: Path) -> None:
    """D4: events of a newer minor version, even of unknown types, stay in the log as they came and change nothing."""
    with vault_at(tmp_path / "vault") as vault:
        vault.remember("Mara drinks tea")
    seq = appended(tmp_path / "vault", lambda event: replace(event, schema_version="1.7"))
    with vault_at(tmp_path / "vault") as vault:
        assert vault.remember("Buy bread").memory.key == seq + 1
        assert vault.events(type="NEWER")[0].payload == {"what": "is new"}
        assert vault.verify().ok


def test_a_record_of_a_newer_major_version_is_refused_by_name(tmp_path: Path) -> None:
    """D4: a memory of a newer major version keeps the vault shut and is named with its event."""

    def newer(event: Event) -> Event:
        body = {"memory": {"id": "mem_new", "content": "x", "content_hash": "h", "schema_version": "2.0"}}
        return replace(event, type="INGEST", item="mem_new", payload=json.dumps(body, separators=(",", ":")))

    with vault_at(tmp_path / "vault") as vault:
        vault.remember("Mara drinks tea")
    seq = appended(tmp_path / "vault", newer)
    with pytest.raises(VaultError, match=rf"Event {seq} .*2\.0"):
        rebuild_vault(tmp_path / "vault")
    with duckdb.connect(str(tmp_path / "vault" / "memory.duckdb")) as connection:  # as the newer program has folded it
        connection.execute(
            "INSERT INTO records SELECT * REPLACE (? AS key, 'mem_new' AS id, '2.0' AS schema_version) FROM records",
            [seq],
        )
    with pytest.raises(VaultFormatError, match=r"mem_new .*2\.0"):
        vault_at(tmp_path / "vault")


def test_a_version_that_was_tampered_with_is_no_newer_version(tmp_path: Path) -> None:
    """D4, D9: a changed version breaks the event's hash: the vault opens, and verify names the event."""
    with vault_at(tmp_path / "vault") as vault:
        vault.remember("Mara drinks tea")
    with duckdb.connect(str(tmp_path / "vault" / "memory.duckdb")) as connection:
        connection.execute("UPDATE events SET schema_version = '9.0' WHERE seq = 2")
    with vault_at(tmp_path / "vault") as vault:
        assert [one.place for one in vault.verify().findings if one.area == "log"] == ["event 2"]


def test_the_contract_says_its_version(vault: Engine) -> None:
    """D10: the version of the memory contract is in the API and in a vault's status."""
    import memory_desktop

    assert memory_desktop.CONTRACT_VERSION == vault.status().contract_version == CONTRACT_VERSION
