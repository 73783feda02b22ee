"""Episodes and consolidation on the command line."""

from __future__ import annotations

import pytest

from memory_desktop import open_vault
from memory_desktop.cli import main
from memory_desktop.core.conversation.cycles import CycleDraft
from tests.cli.test_rewinding import Run, run, vault

__all__ = ["run", "vault"]  # fixtures


@pytest.mark.long
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


@pytest.mark.long
def test_turns_of_others_are_named_and_taken_up(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """C7.6: where there is nothing to do for a user it is said for whom there is, and one command runs for everybody."""
    with open_vault(vault) as engine:
        for user in ("ann", "bob"):
            text = f"I was so happy when {user} moved to Porto."
            engine.conversations.record(CycleDraft(user_input=text, session_id=user, user_id=user))
        waiting = engine.layers.consolidation.pending()
    assert list(waiting) == ["ann", "bob"] and min(waiting.values()) >= 1
    assert run("consolidate", "--json") == [{"nothing_to_do": True, "waiting": waiting}]
    for words in ([], ["--preview"]):
        assert main(["consolidate", vault, *words]) == 0
        told = capsys.readouterr().err
        assert f"ann: {waiting['ann']} lines" in told and "--user ann, or --all-users" in told
    assert [one["user_id"] for one in run("consolidate", "--all-users", "--preview", "--json")[0]] == ["ann", "bob"]
    assert run("consolidate", "--all-users", "--preview").startswith("ann:\n")
    assert main(["consolidate", vault, "--all-users", "--user", "ann"]) == 1
    made = run("consolidate", "--all-users", "--json")[0]
    assert [(one["user_id"], one["made"]["episodes"]) for one in made] == [("ann", 1), ("bob", 1)]
    assert main(["consolidate", vault, "--all-users"]) == 0
    assert capsys.readouterr().err == "There is nothing to do.\n"
