"""Concepts on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_desktop import open_vault
from memory_desktop.cli import main
from tests.cli.test_rewinding import Run, run, vault

__all__ = ["run", "vault"]  # fixtures


@pytest.mark.long
def test_concepts_from_learning_to_retiring(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """C8.8, C3.14, C3.18, C3.19: concepts are learned, listed, shown, linked, decided about, changed and retired."""
    turn = run("process", "Mara lives in Porto.", "--answer", "Nice.", "--later", "--json")[0][0]["cycle_id"]
    learn = ("concepts", "learn", "Mara", "--source", turn)
    made = run(*learn, "--fact", "Mara lives in Porto.", "--link", "Porto=lives in", "--json")[0]
    assert made["understanding"]["confidence"] == 0.5 and made["knowledge"]["relationships"] == {"Porto": "lives in"}
    run(*learn, "--fact", "Mara lives in Lisbon.")
    assert "“Mara lives in Porto.” or “Mara lives in Lisbon.”" in run("concepts", "conflicts")
    run("concepts", "resolve", "Mara", "--keep", "new")
    assert run("concepts", "conflicts", "--json") == [[]]
    assert "not known yet  Porto  → lives in" in run("concepts", "neighbours", "Mara")
    assert run("concepts", "related", "Porto", "--json")[0][0]["activation"] == 0.7
    facts = ("--fact", "Rui lives in Oslo.", "--fact", "Rui does not live in Oslo.", "--fact", "Rui lives in Paris.")
    run("concepts", "create", "Rui", *facts)
    assert main(["concepts", vault, "resolve", "Rui", "--keep", "new"]) == 0
    assert "Conflict 2 is settled by it as well" in capsys.readouterr().err
    run("concepts", "retire", "Rui")
    run("concepts", "create", "Cello", "--data", '{"properties": {"strings": 4}}', "--category", "instrument")
    run("concepts", "edit", "Cello", "--rename", "Violoncello", "--confidence", "0.9")
    run(
        "concepts", "edit", "Violoncello", "--fact", "It has a spike.", "--property", "size=4/4", "--link", "Bach=plays"
    )
    edited = run(
        "concepts", "edit", "Violoncello", "--fact", "It is held by the knees.", "--property", "size=3/4", "--json"
    )
    assert edited[0]["knowledge"]["facts"] == ["It has a spike.", "It is held by the knees."]
    properties = {one["name"]: one["value"] for one in edited[0]["knowledge"]["properties"]}
    assert properties == {"strings": 4, "size": "3/4"}
    edited = run("concepts", "edit", "Violoncello", "--fact", "It is a bass violin.", "--anew", "--json")
    assert edited[0]["knowledge"]["facts"] == ["It is a bass violin."]
    assert edited[0]["knowledge"]["relationships"] == {"Bach": "plays"}
    run("concepts", "edit", "Violoncello", "--fact", "It is not a bass violin.")
    assert "“It is a bass violin.” or “It is not a bass violin.”" in run("concepts", "conflicts")
    run("undo")
    assert run("concepts", "conflicts", "--json") == [[]]
    run("concepts", "understand", "Violoncello", "--user", "rui", "--mastery", "0.3")
    run(
        "concepts", "understand", "Violoncello", "--user", "rui", "--example", "Bach", "--misconception", "It is a bass"
    )
    run("concepts", "understand", "Violoncello", "--user", "rui", "--example", "Elgar")
    own = run("concepts", "show", "cello", "--json")[0]["user_specific"]["rui"]
    assert own["personal_examples"] == ["Bach", "Elgar"] and own["misconceptions"] == ["It is a bass"]
    shown = run("concepts", "show", "cello")
    assert "Confidence 0.90" in shown and "strings: 4" in shown and "rui: mastery 0.30" in shown
    assert [one["name"] for one in run("concepts", "list", "--user", "rui", "--json")[0]] == ["Violoncello"]
    assert "Mara" in run("concepts", "list", "lisbon")
    assert run("concepts", "plan", "--json") == [[]]
    run("concepts", "retire", "Mara")
    with open_vault(Path(vault)) as opened:
        assert [one.payload.name for one in opened.layers.concepts.all()] == ["Violoncello"]
    assert main(["concepts", vault, "learn", "Mara", "--fact", "x"]) == 1, "no source"
    assert (
        main(["concepts", vault, "show", "nobody"]) == 1
        and main(["concepts", vault, "edit", "Violoncello", "--data", "["]) == 1
    )


@pytest.mark.long
def test_a_confidence_is_kept_or_refused(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """C3.7: what is said of a new concept's confidence is kept, in an option or in JSON, also of one that is learned
    again; a number that is none from 0 to 1, or a field that a concept has not, is refused by create, learn and edit."""
    assert run("concepts", "create", "Cello", "--confidence", "0.9", "--json")[0]["understanding"]["confidence"] == 0.9
    made = run("concepts", "create", "Oak", "--data", '{"confidence": 0.25}', "--json")[0]
    assert made["understanding"]["confidence"] == 0.25
    turn = run("process", "An oak is a tree.", "--answer", "Yes.", "--later", "--json")[0][0]["cycle_id"]
    learn = ("learn", "Oak", "--source", turn)
    assert run("concepts", *learn, "--confidence", "0.75", "--json")[0]["understanding"]["confidence"] == 0.75
    for action in (("create", "Fig"), learn, ("edit", "Oak")):
        for wrong in ("2", "-0.5", "nan", "inf"):
            assert main(["concepts", vault, *action, f"--confidence={wrong}"]) == 1
            assert "confidence" in capsys.readouterr().err
        assert main(["concepts", vault, *action, "--data", '{"colour": "green"}']) == 1
        assert "no field “colour”" in capsys.readouterr().err
    assert {one["name"] for one in run("concepts", "list", "--json")[0]} == {"Cello", "Oak"}


@pytest.mark.parametrize(
    "words",
    [
        ("concepts", "list", "--limit=-1"),
        ("concepts", "related", "x", "--depth=-1"),
        ("concepts", "resolve", "x", "--conflict=0"),
        ("emotions", "list", "--limit=-1"),
        ("episodes", "list", "--limit=-1"),
        ("episodes", "list", "--limit=few"),
        ("episodes", "list", "--least=nan"),
        ("episodes", "list", "--least=2"),
        ("procedures", "list", "--limit=-1"),
        ("board", "list", "--limit=-1"),
        ("board", "show", "--at=-1"),
        ("forgetting", "most", "--limit=-1"),
        ("forgetting", "run", "--most=-1"),
        ("retrieve", "tea", "-k=0"),
        ("retrieve", "tea", "--weight=semantic=nan"),
        ("retrieve", "tea", "--weight=semantic=inf"),
    ],
)
def test_a_number_that_means_nothing_is_refused(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """U7: the commands of the layers refuse a number of which they could make nothing, and say which."""
    command, *rest = words
    assert main([command, str(tmp_path), *rest]) == 2 and "“" in capsys.readouterr().err
