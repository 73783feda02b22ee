"""Meta-memory for agents."""

from __future__ import annotations

from typing import Any

from memory_desktop.core.memory.held_words import text_of
from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import Caller
from memory_desktop.service.outcomes import outcome
from memory_desktop.service.service import Service
from memory_desktop.service.tools import OWN
from tests.layers.test_meta import active, keep
from tests.service.test_procedures import ask


def test_an_agent_asks_and_protects(vault: Engine) -> None:
    """C8.8, C6.3, C6.6: an agent is told totals, the use of memory and the schedule, protects memories, and lets what is
    due fade."""
    one, two = keep(vault, "Old news", days=900), keep(vault, "Mara drinks tea", days=900)
    told = ask(vault, "memory_totals")
    assert (told["totals"]["memories"], told["never_accessed"], told["most_accessed"]) == (2, 2, [])
    assert outcome(told) == "2 active memories, 2 never recalled"
    assert ask(vault, "memory_strategies")["strategies"]["user_memory_style"] == {"": None}
    assert outcome(ask(vault, "protect_memories", ids=[two.id])) == "1 memory changed"
    page = ask(vault, "forgetting_schedule", due_only=True)
    assert [each["memory_id"] for each in page["items"]] == [one.id]
    assert outcome(page) == "1 memory on the schedule, 1 due"
    assert ask(vault, "run_forgetting") == {"faded": 1, "forgotten": 0}
    assert vault.layers.meta.forgetting.runs()[0].actor == "agent:x"
    assert ask(vault, "unprotect_memories", ids=[two.id]) == {"changed": 1}


def test_what_an_agent_asks_for_can_wait(service: Service, vault: Engine) -> None:
    """F4: in approve mode a run and a protection wait in Review, with the memories that they are about."""
    service.approve_mode("codex")
    one = keep(vault, "Old news", days=900)

    def wait(tool: str, **given: Any) -> str:
        answer = service.desk.ask(Caller("codex", "3.1", "stdio", OWN), "call", {"name": tool, "arguments": given})
        assert answer["structuredContent"]["status"] == "held", answer
        (item,) = vault.gates.held()
        assert vault.gates.release([item.id]) == 1
        return text_of(item)

    words = wait("run_forgetting", fade_only=False, most=5)
    assert "Let what is due fade, and forget what has faded away: 1 memory" in words and "fade: Old news" in words
    assert active(vault)[0].salience == 0.25
    assert "Protect 1 memory" in wait("protect_memories", ids=[one.id])
    assert vault.layers.meta.is_protected(one.id)
    assert "Stop protecting 1 memory" in wait("unprotect_memories", ids=[one.id])
    assert not vault.layers.meta.is_protected(one.id)
