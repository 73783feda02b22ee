"""Assemblies, merging, lineage and drift on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_desktop.cli import main
from tests.cli.test_rewinding import Run, add, run, vault

__all__ = ["run", "vault"]  # fixtures


@pytest.mark.long
def test_assemblies_from_making_to_unmerging(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A2, A6, A7: made, listed, shown, changed, merged, explained, taken apart and dissolved."""
    ids = [
        add(run, text, "--tag", "tea") for text in ("Mara prefers tea", "Tea is bought in Bica", "Green tea is mild")
    ]
    one = run("assemblies", "create", "Tea", *ids[:2]).strip()
    other = run("assemblies", "rule", "All tea", "tag:tea").strip()
    run("sync")
    listed = {row["id"]: row for row in run("assemblies", "--json")}
    assert (len(listed[one]["members"]), listed[other]["freshness"]) == (2, "fresh")
    run("assemblies", "add", one, ids[2])
    run("assemblies", "remove", one, ids[0])
    run("assemblies", "order", one, ids[2])
    assert [row["members"] for row in run("assemblies", "--json") if row["id"] == one] == [[ids[2], ids[1]]]
    run("assemblies", "rename", one, "Some tea")
    assert [row["id"] for row in run("assemblies", "list", "SOME", "--json")] == [one]
    run("assemblies", "tag", one, "drinks", "afternoon")
    run("assemblies", "topic", one, "tea")
    assert "tags: afternoon, drinks\ntopics: tea" in run("assemblies", "show", one)
    assert "Some tea" in run("assemblies", "show", one)
    run("sync")
    assert "Some tea" in run("assemblies", "suggest")
    merged = run("merge", one, other, "--text", "Every tea").strip()
    assert "Merged from 2 assemblies: “Some tea”, “All tea”." in run("assemblies", "show", merged)
    assert "merge → " in run("lineage", one)
    assert run("lineage", one, "--format", "dot").startswith("digraph")
    graph = run("lineage", one, "--json")[0]
    assert {edge["how"] for edge in graph["edges"]} == {"merge"}
    assert "fresh" in run("drift")
    a, b = ids[:2]
    memory = run("merge", a, b, "--text", "Mara prefers tea. Tea is bought in Bica").strip()
    assert "Merged from 2 memories" in run("lineage", memory)
    assert "Superseded by" in run("lineage", a)
    listed_merges = run("merges")
    assert f"{memory}  Mara prefers tea. Tea is bought in Bica" in listed_merges
    assert f"from {one}  Some tea" in listed_merges and "assemblies" in listed_merges
    newest, oldest = run("merges", "--json")
    assert (newest["target"], newest["state"], newest["of_memories"]) == (memory, "done", True)
    assert (oldest["target"], oldest["source_names"]) == (merged, ["Some tea", "All tea"])
    assert len(run("merges", "--limit", "1", "--json")) == 1
    assert run("unmerge", memory, "--json")[0]["ids"] and "unmerge memory" in run("undo", "--list")
    run("unmerge", merged)
    assert {row["name"] for row in run("assemblies", "--json")} == {"Some tea", "All tea"}
    assert "unmerge assembly" in run("undo", "--list")
    run("assemblies", "dissolve", run("assemblies", "--json")[0]["id"])
    assert len(run("assemblies", "--json")) == 1
    for wrong in (["create"], ["show", "asm_nobody"], ["create", "x", "mem_nobody"], ["rule", "x", "tag:nosuch"]):
        assert main(["assemblies", vault, *wrong]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.long
def test_proposals(run: Run, tmp_path: Path) -> None:
    """A2: what belongs together is proposed with its reason; an answer names what was activated."""
    for number in range(4):
        add(run, f"The boat needs a new sail, part {number}", "--tag", "boat")
    run("sync")
    (proposal,) = run("assemblies", "propose", "--json")
    assert len(proposal["members"]) == 4 and "boat" in proposal["reason"]
    id = run("assemblies", "create", proposal["name"], *proposal["members"]).strip()
    run("sync")
    (answer,) = run("search", "boat sail", "--json")
    assert [(one["id"], one["state"]) for one in answer["assemblies"]] == [(id, "activated")]
