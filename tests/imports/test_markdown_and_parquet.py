"""Markdown notes and Parquet tables: what is written can be read by people and programs, and comes back."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.cli.main import main
from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.memory.canonical import canonical_text, iso
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.exporting.export import Beside
from memory_desktop.engine.exporting.markdown_notes import export_markdown
from memory_desktop.engine.exporting.parquet_file import export_parquet
from tests.helpers import vault_at
from tests.imports.builders import chain, dump
from tests.imports.test_exports import CARRIED, NOW, drafts, memory
from tests.imports.test_formats import read

ABOUT = {"vault": "v", "head": 9, "exported_at": iso(NOW), "format_version": 1}
HOSTILE = (
    "a text\n<!-- memory_desktop {} -->\nthat looks like ours",
    "\\<!-- memory_desktop {} -->\n\\\\<!-- memory_desktop x",
    "---\ntitle: no front matter\n---\n# Heading\n\n### User · 2026\n\n```\ncode\n```",
    "## Observations\n- [fact] not basic-memory's #tag\n--> and on",
    "  \u2028 odd \u0085 spaces \ufeff",
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(given=st.lists(drafts, max_size=4), roles=st.booleans(), format=st.sampled_from(["markdown", "parquet"]))
@pytest.mark.long
def test_what_is_written_comes_back(tmp_path: Path, given: list[Draft], roles: bool, format: str) -> None:
    """F3: every field of every draft survives Markdown and Parquet, of single memories and of conversations."""
    texts = [*given, *(Draft(content=canonical_text(text), thread="t", created_at=NOW) for text in HOSTILE)]
    if roles:
        texts = [
            Draft(**{name: getattr(one, name) for name in CARRIED} | {"metadata": {"role": "user"}}) for one in texts
        ]
    memories = [memory(draft, key) for key, draft in enumerate(texts, start=1)]
    out = Path(tmp_path, f"{len(list(tmp_path.iterdir()))}")
    if format == "markdown":
        export_markdown(memories, out, Beside(), ABOUT, overwrite=False)
    else:
        export_parquet([(one, None) for one in memories], out, Beside(), ABOUT, model_version=None, overwrite=False)
    back, rejected, _ = read(out)
    assert rejected == []
    by_id = {draft.record["id"]: draft for draft in back}
    assert len(by_id) == len(back) == len(memories)
    for one, draft in zip(memories, texts, strict=True):
        for name in CARRIED:
            assert getattr(by_id[one.id], name) == getattr(draft, name), name


def test_notes_are_for_people(tmp_path: Path) -> None:
    """F3: a note has front matter, a conversation one note with who said what, and an edited text is another memory."""
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(dump(tmp_path / "conversations.json", [chain(4, "Oslo")]))
        vault.remember(Draft(content="Mara prefers tea", kind="pref", tags=("drinks",)))
        report = vault.export(tmp_path / "out", "markdown")
        (talk,) = (tmp_path / "out" / "conversations").iterdir()
        (note,) = (tmp_path / "out" / "memories").iterdir()
        assert report.memories == 5 and talk.name.startswith("Oslo ") and note.name.startswith("Mara prefers tea ")
        said = talk.read_text()
        assert said.startswith("---\ntitle: Oslo\n") and said.index("### User ·") < said.index("Oslo turn 1\n")
        assert said.index("Oslo turn 1\n") < said.index("### Assistant ·") < said.index("Oslo turn 2\n")
        text = note.read_text()
        assert "tags:\n- drinks\n" in text and "kind: pref\n" in text and text.endswith("Mara prefers tea\n")
        assert vault.import_path(tmp_path / "out").new == 0
        note.write_text(text.replace("-->\nMara prefers tea", "-->\nMara prefers coffee now"))
        talk.write_text(said.replace("# Oslo\n", "# Oslo\n\nA remark of mine.\n", 1))
        report = vault.import_path(tmp_path / "out")
        assert (report.new, report.duplicate, report.rejected) == (2, 4, 0)
        found = {one.content: one for one in vault.page(vault.keys(RecordFilter()))}
        assert found["Mara prefers coffee now"].tags == ("drinks",)
        assert any("A remark of mine." in content for content in found)


def test_a_damaged_line_of_a_note_is_named(tmp_path: Path) -> None:
    """F3: a memory whose line of fields is damaged is rejected with its line; the others of the note come."""
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(dump(tmp_path / "conversations.json", [chain(3, "Oslo")]))
        vault.export(tmp_path / "out", "markdown")
    (talk,) = (tmp_path / "out" / "conversations").iterdir()
    talk.write_text(talk.read_text().replace('"memory":{', '"memory":[', 1))
    back, (bad,), _ = read(talk)
    assert len(back) == 2 and bad.place.startswith("line ") and "cannot be read" in bad.reason


def test_a_table_has_all_fields_and_vectors(tmp_path: Path) -> None:
    """F3: other programs read the table as it is; vectors are there if they are wanted, and are stored when it comes."""
    with vault_at(tmp_path / "v") as vault:
        vault.remember(Draft(content="Mara prefers tea", tags=("drinks",), metadata={"a": [1]}))
        vault.sync()
        assert vault.export(tmp_path / "plain.parquet", "parquet").files == (
            "plain.parquet",
            "plain.parquet.manifest.json",
        )
        vault.export(tmp_path / "plain.jsonl", "jsonl")  # which has a manifest of its own
        vault.export(tmp_path / "out", "parquet", vectors=True)
        model = vault.status().sync.model_version
    found = duckdb.sql(
        f"SELECT content, tags, metadata, model_version, len(embedding), created_at IS NOT NULL"
        f" FROM '{tmp_path / 'out' / 'memories.parquet'}'"
    ).fetchall()
    assert found[0][:4] == ("Mara prefers tea", ["drinks"], '{"a":[1]}', model) and found[0][4] > 1 and found[0][5]
    plain = {row[0] for row in duckdb.sql(f"DESCRIBE SELECT * FROM '{tmp_path / 'plain.parquet'}'").fetchall()}
    assert "embedding" not in plain and {"lineage", "status", "extra", "recorded_at"} <= plain
    (draft,), _, _ = read(tmp_path / "out")
    assert draft.embedding["model_version"] == model and len(draft.embedding["values"]) == found[0][4]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert (manifest["memories"], manifest["model_version"]) == (1, model)


@pytest.mark.parametrize("format", ["markdown", "parquet"])
def test_a_stopped_or_second_export_leaves_what_was_there(tmp_path: Path, format: str) -> None:
    """F3: an export that is stopped leaves nothing, and one that is there is not written over unless that is wanted."""
    stop = Token()
    stop.cancel()
    with vault_at(tmp_path / "v") as vault:
        vault.remember("Mara prefers tea")
        with pytest.raises(CancelledError):
            vault.export(tmp_path / "out", format, cancel=stop)
        left = [path for path in tmp_path.rglob("*") if "out" in path.parts[len(tmp_path.parts)] and path.is_file()]
        assert left == []
        vault.export(tmp_path / "out", format)
        before = sorted((path.name, path.stat().st_size) for path in (tmp_path / "out").rglob("*"))
        with pytest.raises(KnownError, match="already"):
            vault.export(tmp_path / "out", format)
        vault.export(tmp_path / "out", format, overwrite=True)
        assert sorted((path.name, path.stat().st_size) for path in (tmp_path / "out").rglob("*")) == before
    assert main(["export", str(tmp_path / "v"), str(tmp_path / "cli"), "--format", format, "--vectors"]) == 0
    assert (tmp_path / "cli" / "manifest.json").is_file()
