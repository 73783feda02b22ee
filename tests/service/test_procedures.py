"""Procedures for agents."""

from __future__ import annotations

from typing import Any

import pytest

from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.held_words import text_of
from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import Caller
from memory_desktop.service.outcomes import outcome
from memory_desktop.service.service import Service
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand, checked
from tests.cli.test_procedures import TEA


def ask(engine: Engine, tool: str, **given: Any) -> dict[str, Any]:
    """What a tool answers an agent."""
    found = KITS[OWN][tool]
    return found.does(Errand(engine, "agent:x"), checked(found.takes, given)).model_dump()


def test_an_agent_carries_a_procedure_out(vault: Engine) -> None:
    """C8.8, C4.18: an agent saves, finds and starts a procedure, does what it is told, reports, rates and practises."""
    assert ask(vault, "save_procedure", **TEA)["made"]
    changed = ask(vault, "save_procedure", **{**TEA, "why": "safer", "safety_checks": ["Ask first"]})
    assert not changed["made"] and outcome(changed) == "Procedure Brew tea changed"
    (found,) = ask(vault, "procedures", request="brew a cup of tea")["procedures"]
    assert found["score"] == 1.0 and found["procedure"]["refinements"][0]["reason"] == "safer"
    assert ask(vault, "procedures", request="what is the time")["procedures"] == []
    saved_again = {name: value for name, value in found["procedure"].items() if name != "refinements"}
    assert not ask(vault, "save_procedure", **saved_again)["made"]
    begun = ask(vault, "start_procedure", name="Brew tea", values={"minutes": 1})
    assert begun["next"]["title"] == "Ask first" and begun["required_not_known"] == []
    said = ask(vault, "report_step", run_id=begun["run_id"], succeeded=True, about="safety:1")
    assert outcome(said) == "Brew tea: next, Boil water"
    with pytest.raises(KnownError, match="step:boil"):
        ask(vault, "report_step", run_id=begun["run_id"], succeeded=True, about="safety:1")
    assert ask(vault, "stop_procedure", run_id=begun["run_id"])["state"] == "stopped"
    assert ask(vault, "procedure_runs")["runs"][0]["run_id"] == begun["run_id"]
    ask(vault, "stop_procedure", run_id=begun["run_id"], do="resume")
    done = ask(vault, "report_step", run_id=begun["run_id"], succeeded=True, note="it boils")
    assert done["outcome"] == "succeeded" and "minutes ≥ 2" in done["skipped"][0]
    assert outcome(done) == "Brew tea: succeeded"
    rated = ask(vault, "rate_procedure", name="Brew tea", rating=1)
    assert rated["performance"]["user_feedback"] == {"": 1.0} and rated["performance"]["success_rate"] == 1.0
    ask(vault, "save_skill", name="pouring", description="Pours", prompt="Pour.", components=["lifting"])
    assert outcome(ask(vault, "practise_skill", skill="pouring", succeeded=False)).endswith("0.33")
    kept = ask(vault, "save_skill", name="pouring", description="Pours", prompt="Pour well.")
    assert (kept["skill"]["components"], kept["skill"]["practice_count"]) == (["lifting"], 1)
    assert {one.actor for one in vault.layers.procedures.runs()} == {"agent:x"}
    assert outcome(ask(vault, "retire_procedure", name="Brew tea")) == "Procedure Brew tea retired"


def test_what_is_required_and_not_known_is_told(vault: Engine) -> None:
    """C4.15: who starts a procedure without saying what it requires is told what that is, until it is said."""
    needs = {"context_requirements": [{"key": "guests", "operator": "≥", "value": 1}]}
    ask(vault, "save_procedure", **{**TEA, "trigger_conditions": needs})
    begun = ask(vault, "start_procedure", name="Brew tea")
    assert begun["required_not_known"] == ["guests ≥ 1"] and begun["required_not_so"] == []
    said = ask(vault, "report_step", run_id=begun["run_id"], succeeded=True, values={"guests": 2})
    assert said["required_not_known"] == [] and said["required_not_so"] == []
    begun = ask(vault, "start_procedure", name="Brew tea", values={"guests": 0})
    assert (begun["required_not_known"], begun["required_not_so"]) == ([], ["guests ≥ 1 (it is 0)"])


def test_what_an_agent_asks_for_can_wait(service: Service, vault: Engine) -> None:
    """F4: in approve mode a procedure, a run and each report wait in Review, with every word, and are then done."""
    service.approve_mode("codex")

    def wait(tool: str, **given: Any) -> str:
        answer = service.desk.ask(Caller("codex", "3.1", "stdio", OWN), "call", {"name": tool, "arguments": given})
        assert answer["structuredContent"]["status"] == "held", answer
        (item,) = vault.gates.held()
        assert vault.gates.release([item.id]) == 1
        return text_of(item)

    words = wait("save_procedure", **TEA)
    assert all(text in words for text in ("Brew tea", "Fill the kettle", "minutes ≥ 2", "Nobody is allergic"))
    assert vault.layers.procedures.get("Brew tea").memory.actor == "agent:codex"
    assert "Start the procedure “Brew tea”" in wait("start_procedure", name="Brew tea", values={"minutes": 3})
    (run,) = vault.layers.procedures.runs()
    assert run.values == (("minutes", 3.0),) and run.actor == "agent:codex"
    words = wait("report_step", run_id=run.id, succeeded=True, note="I asked")
    assert words.splitlines()[0] == "Report on “Nobody is allergic”: done" and "I asked" in words
    assert vault.layers.procedures.run(run.id).run.reports[0].note == "I asked"
    assert "Stop a run" in wait("stop_procedure", run_id=run.id)
    assert "50%" in wait("rate_procedure", name="Brew tea", rating=0.5)
    assert "Retire the procedure" in wait("retire_procedure", name="Brew tea")
    assert vault.layers.procedures.list() == ()
