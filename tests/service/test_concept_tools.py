"""Agents learn, read, link, change and retire concepts; what they write waits where approval is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import Caller
from memory_desktop.service.service import Service
from memory_desktop.service.tools import OWN


def call(service: Service, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = service.desk.ask(Caller("codex", "3.1", "stdio", OWN), "call", {"name": tool, "arguments": arguments})
    assert not answer["isError"], answer
    return dict(answer["structuredContent"])


@pytest.fixture
def turn(vault: Engine) -> str:
    return vault.conversations.record(CycleDraft(user_input="Mara lives in Porto.", session_id="s"))[0].cycle_id


def test_agents_reach_concepts(service: Service, vault: Engine, turn: str) -> None:
    """C8.8, C3.14 to C3.19: an agent learns, lists, relates, edits and retires concepts, as itself, undoably."""
    learned = call(
        service,
        "learn_concept",
        name="Mara",
        source_episode=turn,
        facts=["Mara lives in Porto."],
        properties={"age": 41},
        relationships={"Porto": "lives in"},
    )
    assert (learned["made"], learned["changed"], learned["conflicts"]) == (True, True, [])
    again = call(service, "learn_concept", name="mara", source_episode=turn, facts=["Mara lives in Lisbon."])
    assert "home" in again["conflicts"][0] and again["concept"]["understanding"]["confidence"] < 0.5
    (listed,) = call(service, "concepts", query="lisbon")["concepts"]
    assert listed["concept_id"] == learned["concept"]["concept_id"] and listed["user_id"] == ""
    (beside,) = call(service, "concept_neighbours", name="Mara")["neighbours"]
    assert beside["name"] == "Porto" and beside["concept_id"] is None
    assert beside["links"] == [{"direction": "to", "relationship": "lives in", "strength": 1.0}]
    assert call(service, "related_concepts", name="Porto")["related"][0]["activation"] == 0.7
    call(service, "edit_concept", name="Mara", new_name="Mara Silva", definition="A friend.")
    known = call(service, "understand_concept", name="Mara", user_id="rui", mastery_level=0.5)["concept"]
    assert known["user_specific"]["rui"]["mastery_level"] == 0.5
    for example in ("Her cello", "Her boat"):
        known = call(service, "understand_concept", name="Mara", user_id="rui", personal_examples=[example])["concept"]
    own = known["user_specific"]["rui"]
    assert (own["mastery_level"], own["personal_examples"]) == (0.5, ["Her cello", "Her boat"]), "it is added to"
    anew = call(service, "understand_concept", name="Mara", user_id="rui", personal_relevance=0.2, anew=True)
    assert anew["concept"]["user_specific"]["rui"]["personal_examples"] == []
    assert anew["concept"]["user_specific"]["rui"]["mastery_level"] is None
    assert call(service, "concepts")["concepts"][0]["user_specific"] == {}, "another user's stays with them (C0.7)"
    decided = call(service, "resolve_concept_conflict", name="Mara Silva", conflict=1, keep="new")["concept"]
    assert decided["understanding"]["confidence"] > again["concept"]["understanding"]["confidence"]
    assert vault.undo_stacks().undo[0].name == "resolve conflict"
    facts = ["Rui lives in Oslo.", "Rui does not live in Oslo.", "Rui lives in Paris."]
    call(service, "learn_concept", name="Rui", source_episode=turn, facts=facts)
    note = call(service, "resolve_concept_conflict", name="Rui", conflict=1, keep="new")["note"]
    assert note == "Conflict 2 is settled by it as well: a statement of it is gone."
    vault.undo()
    call(service, "retire_concept", name="Rui")
    assert call(service, "retire_concept", name="Mara Silva") == {"retired": "Mara Silva"}
    assert call(service, "concepts")["total"] == 0
    vault.undo()
    (entry,) = vault.layers.concepts.all()
    assert entry.payload.definition == "A friend." and vault.layers.concepts.list("rui") == (entry,)


def test_changes_wait_for_approval(service: Service, vault: Engine, turn: str) -> None:
    """F4: in approve mode every change of a concept waits, and is carried out once it is released."""
    service.approve_mode("codex")

    def waits(tool: str, **arguments: Any) -> str:
        assert call(service, tool, **arguments)["status"] == "held"
        (item,) = vault.gates.held()
        words = item.draft.content
        vault.gates.release([item.id])
        return words

    words = waits("learn_concept", name="Mara", source_episode=turn, facts=["Mara lives in Porto."])
    assert "Mara lives in Porto." in words
    assert "New name: Mara Silva" in waits("edit_concept", name="Mara", new_name="Mara Silva")
    assert "Mastery: 0.50" in waits("understand_concept", name="Mara Silva", mastery_level=0.5)
    (entry,) = vault.layers.concepts.all()
    assert entry.memory.actor == "agent:codex" and entry.payload.user_specific[""].mastery_level == 0.5
    waits("retire_concept", name="Mara Silva")
    assert vault.layers.concepts.all() == ()
