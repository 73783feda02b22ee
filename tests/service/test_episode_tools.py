"""Agents store, list and find episodes, correct what was read, and consolidate."""

from __future__ import annotations

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from memory_desktop.service.service import Service
from tests.service.test_concept_tools import call


@pytest.mark.long
def test_agents_reach_episodes_and_consolidation(service: Service, vault: Engine) -> None:
    """C8.8, C2.18 to C2.21, C7.6: an agent stores, lists and corrects episodes as itself, previews and runs
    consolidation, and one undo takes that back."""
    stored = call(service, "store_episode", user_input="I learned that figs fruit on old wood.", thread="s")["episode"]
    assert stored["significance"]["learning_moment"] and stored["method"] == "rules@4"
    call(service, "correct_episode", episode_id=stored["episode_id"], changes={"content.topic": "figs"})
    listed = call(service, "episodes", topic="figs", flag="learning_moment")
    assert listed["total"] == 1 and listed["episodes"][0]["corrected"] == ["content.topic"]
    assert call(service, "episodes", since="2001-01-01", until="2001-01-02")["total"] == 0
    (alike,) = call(service, "similar_episodes", query="figs", by="topic")["episodes"]
    assert alike["episode_id"] == stored["episode_id"] and alike["space"].startswith("topic/")
    vault.conversations.record(CycleDraft(user_input="I am so happy about the harvest!", session_id="s"))
    plan = call(service, "preview_consolidation")
    assert plan["total"] == len(plan["lines"]) and {"episodes", "emotions"} <= {one["step"] for one in plan["lines"]}
    head = vault.head
    told = call(service, "consolidate", preview=True, leave_out=[plan["lines"][0]["key"]])
    assert told["lines"] == plan["lines"][1:] and told["state"] == "preview" and vault.head == head
    vault.change_settings({"service.approve": True})
    told = call(service, "consolidate", preview=True)
    assert told["lines"] == plan["lines"] and not vault.gates.held(), "a preview needs no approval"
    vault.change_settings({"service.approve": False})
    made = call(service, "consolidate")
    assert not made["nothing_to_do"] and made["made"]["episodes"] == 1
    assert vault.layers.consolidation.list()[0].actor.startswith("agent:")
    vault.conversations.record(CycleDraft(user_input="I am so sad today.", session_id="a", user_id="ann"))
    nothing = call(service, "consolidate")
    assert nothing["nothing_to_do"] and list(nothing["waiting"]) == ["ann"]
    assert call(service, "preview_consolidation")["waiting"] == nothing["waiting"]
    told = call(service, "consolidate", all_users=True, preview=True)
    assert not told["nothing_to_do"] and len(told["lines"]) == nothing["waiting"]["ann"]
    everybody = call(service, "preview_consolidation", all_users=True)
    assert everybody["lines"] == told["lines"] and {one["user_id"] for one in everybody["lines"]} == {"ann"}
    for wrong in ({"user_id": "ann"}, {"leave_out": [told["lines"][0]["key"]]}):
        with pytest.raises(AssertionError, match="neither user_id nor leave_out"):
            call(service, "consolidate", all_users=True, **wrong)
    done = call(service, "consolidate", all_users=True)
    assert done["made"]["episodes"] == 1 and call(service, "consolidate", all_users=True)["nothing_to_do"]
    for _ in ("the consolidation of ann's turn", "ann's turn", "the consolidation"):
        vault.undo()
    assert call(service, "episodes")["total"] == 1
