"""What a generated memory was made from: given when it is written or imported, kept, and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import vault_at

SUMMARY = "Mara and Tom both like warm drinks"


def sources(vault: Engine) -> list[str]:
    return [vault.remember(text).memory.id for text in ("Mara likes tea", "Tom likes cocoa")]


def generations(vault: Engine, id: str) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in vault.lineage(id).edges if edge.how == "generation"}


def test_a_generated_memory_names_what_it_was_made_from(tmp_path: Path) -> None:
    """D8: sources are checked, make the memory synthetic, survive restart and edits, and stand in the lineage."""
    with vault_at(tmp_path / "vault") as vault:
        made_from = sources(vault)
        with pytest.raises(NotFoundError, match="mem_nobody"):
            vault.remember(SUMMARY, generated_from=[made_from[0], "mem_nobody"])
        memory = vault.remember(SUMMARY, generated_from=made_from).memory
        assert memory.synthetic
        assert memory.lineage == ()  # it takes the place of nothing
    with vault_at(tmp_path / "vault") as vault:
        assert vault.made_from(memory.id) == tuple(made_from)
        assert generations(vault, memory.id) == {(one, memory.id) for one in made_from}
        edited = vault.edit(memory.id, f"{SUMMARY} in winter")
        assert vault.made_from(edited.id) == tuple(made_from)
        assert vault.get(made_from[0]).status == "active"
        assert vault.verify().ok


@pytest.mark.parametrize("format", ["jsonl", "entries"])
def test_generation_survives_export_and_import(tmp_path: Path, format: str) -> None:
    """D8, A10: in another vault a generated memory names the same sources, by the ids that they have there."""
    with vault_at(tmp_path / "vault") as vault:
        vault.remember(SUMMARY, generated_from=sources(vault))
        vault.export(tmp_path / "out", format=format)
    with vault_at(tmp_path / "other", vault_id="other") as vault:
        vault.import_path([tmp_path / "out"])
        (id,) = vault._store.records.ids(RecordFilter(synthetic=True))
        texts = {vault.get(one).content for one in vault.made_from(id)}
        assert texts == {"Mara likes tea", "Tom likes cocoa"}


def test_an_import_may_name_sources_by_its_own_ids(vault: Engine, tmp_path: Path) -> None:
    """D8: the field generated_from of a JSON line names other lines by their ids; one that is missing is drawn so."""
    lines = [
        {"id": "3", "content": SUMMARY, "generated_from": ["1", "2", "9"]},
        {"id": "1", "content": "Mara likes tea"},
        {"id": "2", "content": "Tom likes cocoa"},
    ]
    path = tmp_path / "notes.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    vault.import_path([path])
    ids = {memory.external_id: memory.id for memory in vault.page(vault.keys(RecordFilter()))}
    assert vault.get(ids["3"]).synthetic
    assert vault.made_from(ids["3"]) == (ids["1"], ids["2"], "9")
    assert vault.lineage(ids["3"]).by_id["9"].status == "missing"


def test_a_purge_takes_what_was_generated_with_the_text(vault: Engine) -> None:
    """D8, F14: a generated memory that quotes a purged source goes with it; one that does not stays, as do sources."""
    first, second = sources(vault)
    quoting = vault.remember("Said before: Mara likes tea", generated_from=[first]).memory.id
    other = vault.remember(SUMMARY, generated_from=[first, second]).memory.id
    assert set(vault.plan_purge([first]).ids) == {first, quoting}
    assert set(vault.plan_purge([other]).ids) == {other}


def test_the_command_line_names_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """D8: add --from ID makes a generated memory, and show says what it was generated from."""
    with vault_at(tmp_path / "vault") as vault:
        first, second = sources(vault)
    path = str(tmp_path / "vault")
    assert main(["add", path, SUMMARY, "--from", first, "--from", second]) == 0
    id = capsys.readouterr().out.strip()
    assert main(["show", path, id]) == 0
    assert f"generated from: {first}, {second}" in capsys.readouterr().out
    assert main(["add", path, "More", "--from", "mem_nobody"]) == 1
