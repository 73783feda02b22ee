"""Episodes and consolidation on the command line."""

from __future__ import annotations

from memory_desktop.cli import main
from tests.cli.test_rewinding import Run, run, vault

__all__ = ["run", "vault"]  # fixtures


def test_the_command_line_reaches_everything(run: Run, vault: str) -> None:
    """C8.8, C2.18 to C2.21, C7.6, C7.8: turns are previewed, consolidated, listed, found, corrected and stored."""
    for text in ("Mara just moved to Porto.", "I was really scared when Mara fell ill in Porto."):
        run("process", text, "--answer", "I see.", "--session", "s", "--later")
    plan = run("consolidate", "--preview", "--json")[0]
    assert plan["turns"] == 2 and {one["step"] for one in plan["lines"]} >= {"episodes", "concepts", "emotions"}
    assert run("episodes", "--json") == [[]]
    key = next(one["key"] for one in plan["lines"] if one["step"] == "concepts")
    shown = run("consolidate", "--preview")
    assert "2 turns" in shown and "    from “" in shown
    assert main(["consolidate", vault, "--leave-out", "concepts:nothing"]) == 1, "no line has this key"
    made = run("consolidate", "--leave-out", key, "--json")[0]
    assert made["made"]["episodes"] == 2 and made["state"] == "done"
    assert run("consolidate", "--json") == [{"nothing_to_do": True}]
    (scared,) = run("episodes", "--emotion", "fear", "--flag", "emotional_peak", "--json")[0]
    assert run("episodes", "mood", "fear", "--json")[0] == [scared]
    assert scared["content"]["user_input"].startswith("I was really scared")
    id = scared["episode_id"]
    assert "(corrected)" in run("episodes", "correct", id, "--set", "content.topic=illness")
    assert id == run("episodes", "list", "illness", "--json")[0][0]["episode_id"]
    assert "content.topic: illness" in run("episodes", "show", id)
    assert "illness" in run("episodes", "similar", "illness", "--by", "topic", "--limit", "1")
    run("sync")
    assert run("episodes", "similar", "sick", "--limit", "1", "--json")[0][0]["space"] not in ("emotion@1", "")
    assert "Consolidation began" in run("log")
    for wrong in (("correct", id), ("correct", id, "--set", "nothing"), ("show", "mem_none"), ("similar",)):
        assert main(["episodes", vault, *wrong]) == 1
