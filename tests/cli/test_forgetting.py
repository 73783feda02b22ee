"""Meta-memory on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_desktop.cli import main
from memory_desktop.wiring import open_vault
from tests.cli.test_rewinding import Run, run, vault
from tests.layers.test_meta import keep

__all__ = ["run", "vault"]  # fixtures


@pytest.mark.long
def test_the_command_line_reaches_everything(run: Run, vault: str) -> None:
    """C8.8, C6.3, C6.6, C6.7: the schedule is listed, previewed and run, memories are protected, and totals, recalls and
    the use of memory are told."""
    with open_vault(Path(vault)) as engine:
        old, safe = keep(engine, "The boat is called Skarven", days=9_000), keep(engine, "Mara drinks tea", days=9_000)
    assert "1 memory protected." in run("forgetting", "protect", safe.id)
    assert [one["id"] for one in run("forgetting", "protected", "--json")[0]["memories"]] == [safe.id]
    preview = run("forgetting", "preview", "--json")[0]
    assert [(one["memory_id"], one["action"], one["protect"]) for one in preview["items"]] == [(old.id, "fade", False)]
    assert "1 memory on the schedule; due: 1 to fade, 0 to forget." in run("forgetting")
    assert "1 memory faded, 0 memories forgotten" in run("forgetting", "run", "--fade-only")
    assert "Nothing is due." in run("forgetting", "run")
    run("undo")
    assert run("forgetting", "preview", "--json")[0]["due_to_fade"] == 1
    run("forgetting", "unprotect", safe.id)
    assert run("forgetting", "preview", "--json")[0]["due_to_fade"] == 2
    run("search", "boat", "--mode", "keyword")
    assert [one["id"] for one in run("forgetting", "most", "--json")[0]["memories"]] == [old.id]
    assert run("forgetting", "never", "--json")[0]["total"] == 1
    totals = run("forgetting", "totals", "--json")[0]
    assert (totals["memories"], totals["oldest"]) == (2, old.id) and totals["storage"]["database"] > 0
    assert "Active: 2 memories (general 2)" in run("forgetting", "totals")
    told = run("forgetting", "strategies", "--user", "ann", "--json")[0]
    assert told["user_memory_style"] == {"ann": None} and told["retrieval_patterns"][0]["hits"] == 1
    assert "not enough recalls yet" in run("forgetting", "strategies")
    for wrong in (["protect"], ["protect", "mem_none"], ["schedule", "--limit", "0"]):
        assert main(["forgetting", vault, *wrong]) == 1
