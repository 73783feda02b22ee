"""Procedures on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_desktop.cli import main
from tests.cli.test_rewinding import Run, run, vault

__all__ = ["run", "vault"]  # fixtures

TEA = {
    "name": "Brew tea",
    "type": "Teaching",
    "steps": [
        {"description": "Boil water", "step_id": "boil", "actions": ["Fill the kettle"]},
        {"description": "Let it draw", "conditions": [{"key": "minutes", "operator": "≥", "value": 2}]},
    ],
    "trigger_conditions": {"request_patterns": ["brew * tea"]},
    "safety_checks": ["Nobody is allergic"],
    "boundary_considerations": ["No caffeine after six"],
}


@pytest.mark.long
def test_the_command_line_reaches_everything(run: Run, vault: str, tmp_path: Path) -> None:
    """C8.8, C4.15, C4.19, C4.20, C4.21: procedures are made, found, run, rated, learned and retired by commands."""
    file = tmp_path / "tea.json"
    file.write_text(json.dumps(TEA), encoding="utf-8")
    made = run("procedures", "create", "--file", str(file), "--json")[0]
    assert made["procedure"]["steps"][1]["conditions"][0]["operator"] == "≥"
    assert "Brew tea (Teaching): not run yet" in run("procedures")
    assert "The request says" in run("procedures", "match", "Please brew some tea")
    begun = run("procedures", "start", "brew tea", "--value", "minutes=3", "--json")[0]
    assert begun["next"]["about"] == "safety:1" and begun["boundary_considerations"] == ["No caffeine after six"]
    id = begun["run"]["id"]
    assert main(["procedures", vault, "report", id]) == 1
    assert "Next, step 1 of 2 (step:boil): Boil water\n  - Fill the kettle" in run("procedures", "report", id, "--done")
    assert "stopped (guests)" in run("procedures", "stop", id, "--note", "guests")
    assert id in run("procedures", "runs", "--open")
    assert "Brew tea (Teaching): 1 run is not finished" in run("procedures")
    assert f"“procedures resume {id}” goes on" in run("procedures", "show", "Brew tea")
    run("procedures", "resume", id)
    run("procedures", "report", id, "--done")
    assert (
        run("procedures", "report", id, "--failed", "--note", "too bitter", "--json")[0]["run"]["outcome"] == "failed"
    )
    assert "0% of 1 run succeeded; rated by you 0.50" in run("procedures", "rate", "Brew tea", "--rating", "0.5")
    source = run("add", "Warm the pot first.", "--json")[0]["memory"]["id"]
    more = {**TEA, "steps": [{"description": "Warm the pot"}]}
    file.write_text(json.dumps(more), encoding="utf-8")
    learned = run("procedures", "learn", "--file", str(file), "--source", source, "--note", "seen", "--json")[0]
    assert (learned["what"], learned["change"]) == ("refined", "Added 1 step")
    assert "Improved: Added 1 step (seen)" in run("procedures", "show", "Brew tea")
    run("skills", "create", "pouring", "--description", "Pours well", "--prompt", "Pour.", "--component", "lifting")
    assert "proficiency 0.67, 1 practice; made of lifting" in run("procedures", "practise", "pouring", "--done")
    assert run("procedures", "skills", "--json")[0]["skills"][0]["improvement_trajectory"] == [2 / 3]
    run("procedures", "edit", "Brew tea", "--file", str(file), "--note", "shorter")
    run("procedures", "retire", "Brew tea")
    assert run("procedures", "--json") == [{"total": 0, "procedures": []}]
    for wrong in (["create"], ["create", "--file", "nowhere"], ["start"], ["match", "x", "--value", "y"], ["run", "z"]):
        assert main(["procedures", vault, *wrong]) == 1


def test_a_file_is_described_and_all_that_is_wrong_with_it_is_told(
    run: Run, vault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C8.8, C4.1: the help shows a procedure as JSON that can be created as it stands; what does not fit is named at
    once, each with its place; a procedure is started for the user whose it is."""
    main(["procedures", "--help"])
    told = capsys.readouterr().out
    shown = json.loads(told[told.index('{"name"') : told.index("An operator is")])
    file = tmp_path / "tea.json"
    file.write_text(json.dumps(shown), encoding="utf-8")
    run("procedures", "create", "--file", str(file), "--user", "zoe")
    assert "run_" in run("procedures", "start", "Brew tea")
    assert run("procedures", "runs", "--json")[0]["runs"][0]["user_id"] == "zoe"
    wrong = {"name": 3, "steps": [{}, {"description": "Stir", "alternatives": ["by hand"]}], "safety_checks": "none"}
    file.write_text(json.dumps(wrong), encoding="utf-8")
    assert main(["procedures", vault, "create", "--file", str(file)]) == 1
    said = capsys.readouterr().err
    for part in (
        "name: has to be a text, got a whole number.",
        "“type” is missing at the top.",
        "steps[0]: “description” is missing.",
        "steps[1].alternatives[0]: has to be an object, got a text.",
        "safety_checks: has to be a list, got a text.",
    ):
        assert part in said


def test_what_is_required_and_not_known_is_told(run: Run, tmp_path: Path) -> None:
    """C4.15: who starts a procedure without saying what it requires is told what that is, in lines and as JSON."""
    file = tmp_path / "tea.json"
    needs = {"context_requirements": [{"key": "guests", "operator": "≥", "value": 1}]}
    file.write_text(json.dumps({**TEA, "trigger_conditions": needs}), encoding="utf-8")
    run("procedures", "create", "--file", str(file))
    assert "Required, but not known: guests ≥ 1.\nNext" in run("procedures", "start", "Brew tea")
    assert run("procedures", "start", "Brew tea", "--json")[0]["required_not_known"] == ["guests ≥ 1"]
    assert "Required" not in run("procedures", "start", "Brew tea", "--value", "guests=2")


def test_what_is_required_and_otherwise_is_told_as_that(run: Run, tmp_path: Path) -> None:
    """C4.15: a value that is known and does not meet what is required is told with what it is, and not as unknown."""
    file = tmp_path / "tea.json"
    needs = {"context_requirements": [{"key": "guests", "operator": "≥", "value": 2}, {"key": "pot"}]}
    file.write_text(json.dumps({**TEA, "trigger_conditions": needs}), encoding="utf-8")
    run("procedures", "create", "--file", str(file))
    said = run("procedures", "start", "Brew tea", "--value", "guests=1")
    assert "Required, but not known: pot is known.\nRequired, but not so: guests ≥ 2 (it is 1).\nNext" in said
    told = run("procedures", "start", "Brew tea", "--value", "guests=1", "--json")[0]
    assert told["required_not_known"] == ["pot is known"] and told["required_not_so"] == ["guests ≥ 2 (it is 1)"]
    again = run("procedures", "start", "Brew tea", "--value", "guests=", "--value", "pot=blue", "--json")[0]
    assert again["required_not_known"] == ["guests ≥ 2"] and again["required_not_so"] == []


def test_a_match_without_hits_says_so(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """C4.3: where no procedure applies, the command says so and how to say what is known."""
    run("procedures")
    assert main(["procedures", vault, "match", "bake me some bread"]) == 0
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("No procedure applies.") and "--value KEY=VALUE" in err
