"""Calls that wait for a person's approval: held, released, carried out, or found to be too late."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.held import HeldItem
from memory_desktop.core.memory.held_words import change_of, text_of
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import Caller
from memory_desktop.service.service import Service
from memory_desktop.service.tools import BASIC, KITS, OWN, SERVER_MEMORY
from tests.helpers import Clock, die_in_child, vault_at
from tests.service.clients import over_http, said

ME = "agent:codex"


@pytest.fixture(autouse=True)
def approved(service: Service) -> None:
    """What codex writes waits."""
    service.approve_mode("codex")


def call(service: Service, tool: str, kit: str = OWN, **arguments: Any) -> dict[str, Any]:
    """What a call of codex answers."""
    answer = service.desk.ask(Caller("codex", "3.1", "stdio", kit), "call", {"name": tool, "arguments": arguments})
    assert not answer["isError"], answer
    return dict(answer["structuredContent"])


def waits(service: Service, vault: Engine, tool: str, **arguments: Any) -> HeldItem:
    """The item that a call became."""
    told = call(service, tool, **arguments)
    assert told["status"] == "held" and "approves" in told["message"]
    (item,) = vault.gates.held()
    assert (item.id, item.actor, item.verdicts[-1].gate) == (told["id"], ME, "approval")
    return item


def active(vault: Engine) -> set[str]:
    return {one.content for one in vault.page(vault.keys(RecordFilter()))}


def test_every_tool_that_writes_can_wait() -> None:
    """F4: there is no tool that writes and cannot wait for approval."""
    assert KITS[BASIC].keys() < KITS[OWN].keys()
    writing = [tool for kit in KITS.values() for tool in kit.values() if tool.writes]
    assert len(writing) > 10
    assert [tool.name for tool in writing if not tool.proposes and tool.asks is None] == []


def test_a_forgetting_waits_and_is_the_agents_own(service: Service, vault: Engine) -> None:
    """F4: an agent's forgetting waits in Review, is carried out with the agent as actor once it is released, and is
    one step of undo with its release."""
    one, two = (vault.remember(text).memory for text in ("Ann likes boats", "Ann likes trains"))
    item = waits(service, vault, "forget", ids=[one.id], reason="she sold it")
    assert text_of(item).splitlines() == ["Forget 1 memory", "", "Reason: she sold it"]
    assert change_of(item) == "Forget 1 memory" and item.change is not None and item.change.ids == (one.id,)
    assert active(vault) == {one.content, two.content}
    with vault.noted() as noted:
        assert vault.gates.release([item.id]) == 1
    assert noted == [vault.undo_stacks().undo[0].command], "who released it is offered to take it back"
    assert active(vault) == {two.content} and vault.gates.held() == []
    assert vault.history(one.id)[-1].actor == ME
    assert vault.undo_stacks().undo[0].actor == ME
    vault.undo()
    assert active(vault) == {one.content, two.content}
    assert [held.draft.content for held in vault.gates.held()] == [item.draft.content]
    vault.redo()
    assert active(vault) == {two.content} and vault.gates.held() == []


def test_a_turn_waits_and_keeps_its_time(service: Service, vault: Engine, clock: Clock) -> None:
    """F4: a turn that is handed over in approve mode is nowhere until it is released, and then has the time at which
    it was handed over; released twice, it is one turn. It says whose it is, and of which conversation."""
    whose = {"user_id": "ana", "session_id": "s-1"}
    item = waits(service, vault, "process_turn", user_input="I moved to Lisbon", final_response="Good luck!", **whose)
    assert (
        text_of(item).splitlines()[0] == "Keep a turn of a conversation, of the user “ana”, in the conversation “s-1”"
    )
    assert "I moved to Lisbon" in text_of(item) and "Good luck!" in text_of(item)
    assert active(vault) == set()
    when = clock()
    clock.forward(hours=3)
    vault.gates.release([item.id])
    (row,) = vault.conversations.list_cycles().cycles
    assert (row.user_input, row.final_response, row.timestamp) == ("I moved to Lisbon", "Good luck!", when)
    assert {one.actor for one in vault.events() if one.type == "INGEST"} == {ME}
    vault.gates.carry_out(item, item.draft.metadata)
    assert len(vault.conversations.list_cycles().cycles) == 1


def test_what_is_rejected_is_not_done(service: Service, vault: Engine) -> None:
    """F4: a call that a person discards changes nothing."""
    one, two = (vault.remember(text).memory for text in ("Ann likes boats", "Ann likes trains"))
    item = waits(service, vault, "merge", ids=[one.id, two.id], text="Ann likes boats and trains")
    assert vault.gates.discard([item.id]) == 1
    assert active(vault) == {one.content, two.content} and vault.gates.held() == []
    item = waits(service, vault, "merge", ids=[one.id, two.id], text="Ann likes boats and trains")
    vault.gates.release([item.id])
    assert "Ann likes boats and trains" in active(vault)


def test_what_cannot_be_done_any_more_says_why(service: Service, vault: Engine) -> None:
    """F4: a released call that cannot be carried out any more says why and still waits; the others are carried out."""
    one, two = (vault.remember(text).memory for text in ("Ann likes boats", "Ann likes trains"))
    merge = waits(service, vault, "merge", ids=[one.id, two.id])
    vault.forget(two.id)
    call(service, "reinforce", ids=[one.id])
    before = vault.get(one.id).salience
    with pytest.raises(InvalidCommandError, match=r"“Merge 2 memories” cannot be done any more: .*active"):
        vault.gates.release([item.id for item in vault.gates.held()])
    assert vault.get(one.id).salience > before
    assert [item.id for item in vault.gates.held()] == [merge.id]


def test_what_could_not_be_done_is_refused_at_once(service: Service, vault: Engine) -> None:
    """F4: a call about what is not there is answered with its fault, and does not wait."""
    for tool, arguments in (
        ("forget", {"ids": ["mem_none"]}),
        ("undo", {}),
        ("retire_skill", {"name": "none"}),
        ("process_turn", {"user_input": "a", "timestamp": "soon"}),
    ):
        answer = service.desk.ask(Caller("codex"), "call", {"name": tool, "arguments": arguments})
        assert answer["isError"], tool
    assert vault.gates.held() == []


def test_an_undo_waits_for_the_command_that_it_was_about(service: Service, vault: Engine) -> None:
    """F4, issue 10: a held undo says what it would do and to which memories, and takes back what was newest when it was
    asked for, whatever was done since."""
    service.approve_mode("codex", False)
    first = call(service, "remember", content="first")["id"]
    service.approve_mode("codex")
    item = waits(service, vault, "undo")
    assert text_of(item).splitlines()[::2] == [f"Undo “new memory” of {ME} (event {item.seq - 1})", "Removes 1 memory"]
    assert item.change is not None and item.change.ids == (first,)
    service.approve_mode("codex", False)
    call(service, "remember", content="second")
    vault.gates.release([item.id])
    assert active(vault) == {"second"} and vault.gates.held() == []
    vault.redo()
    assert active(vault) == {"first", "second"}


def test_an_undo_withdraws_what_waits_before_it_asks_for_more(service: Service, vault: Engine) -> None:
    """F4, issue 10: an agent that takes back its last step means what it has just asked for: that waits no longer, at
    once, and the answer says so; only then an undo is about what was stored, and waits for a person."""
    service.approve_mode("codex", False)
    call(service, "remember", content="stored")
    service.approve_mode("codex")
    call(service, "remember", content="older")
    call(service, "remember", content="newer")
    told = call(service, "undo")
    assert told["withdrawn"] == ["newer"] and "“newer” no longer waits in Review" in told["undone"]
    assert list(service.calls)[-1].result == "Withdrew what waited for review: “newer”"
    assert [item.draft.content for item in vault.gates.held()] == ["older"]
    assert call(service, "undo")["withdrawn"] == ["older"] and vault.gates.held() == []
    assert active(vault) == {"stored"}
    item = waits(service, vault, "undo")
    assert text_of(item).startswith("Undo “new memory”")
    assert call(service, "undo")["withdrawn"] == [item.draft.content], "its newest step was to ask for that"
    assert vault.gates.held() == [] and active(vault) == {"stored"}
    vault.redo()
    assert [one.id for one in vault.gates.held()] == [item.id], "a person can take that back, too"


def test_an_undo_without_anything_stored_withdraws_what_waits(service: Service, vault: Engine) -> None:
    """F4, issue 10: what was let in is undone as what was stored, unless something newer waits; what waits of others
    is left alone, and where nothing is left there is nothing to undo."""
    vault.remember("of another", approval=True, actor="agent:other")
    call(service, "remember", content="first")
    assert call(service, "undo", anyone=True)["withdrawn"] == ["first"]
    answer = service.desk.ask(Caller("codex"), "call", {"name": "undo", "arguments": {}})
    assert answer["isError"] and "nothing to undo" in answer["content"][0]["text"]
    call(service, "remember", content="second")
    call(service, "remember", content="third")
    released = next(one for one in vault.gates.held() if one.draft.content == "second")
    vault.gates.release([released.id])
    told = call(service, "undo")
    held = {one.id: one for one in vault.gates.held()}
    assert text_of(held[told["id"]]).startswith("Undo “release 1 item” of agent:codex")
    vault.gates.release([told["id"]])
    assert active(vault) == set()
    assert {one.draft.content for one in vault.gates.held()} == {"of another", "second", "third"}
    assert call(service, "undo")["withdrawn"] == ["second"], "it waits again, since the third"


def test_what_a_gate_holds_is_withdrawn_by_an_undo(service: Service, vault: Engine) -> None:
    """D7, issue 10: an agent that may write withdraws with `undo` what a gate has held back, not the memory before."""
    service.approve_mode("codex", False)
    vault.change_settings({"gates.pii": "hold"})
    call(service, "remember", content="stored")
    assert call(service, "remember", content="write to me: mara@example.org")["status"] == "held"
    assert call(service, "undo")["withdrawn"] == ["write to me: mara@example.org"]
    assert vault.gates.held() == [] and active(vault) == {"stored"}
    assert call(service, "undo")["undone"] == "new memory" and active(vault) == set()


def test_a_held_undo_names_what_it_brings_back(service: Service, vault: Engine) -> None:
    """F4, issue 10: before an edit or a forgetting is taken back, Review says which text would come back."""
    service.approve_mode("codex", False)
    one = vault.remember("Ann likes boats").memory
    vault.edit(one.id, "Ann likes trains", actor=ME)
    service.approve_mode("codex")
    item = waits(service, vault, "undo")
    assert text_of(item).endswith("Changes “Ann likes trains” back to “Ann likes boats”")
    call(service, "undo")
    service.approve_mode("codex", False)
    (memory,) = vault.page(vault.keys(RecordFilter()))
    call(service, "forget", ids=[memory.id])
    service.approve_mode("codex")
    item = waits(service, vault, "undo")
    assert text_of(item).endswith("Brings 1 memory back") and item.change is not None
    assert [vault.get(id).content for id in item.change.ids] == ["Ann likes trains"]
    vault.gates.release([item.id])
    assert active(vault) == {"Ann likes trains"}


def test_a_held_undo_is_purged_with_the_texts_that_it_quotes(service: Service, vault: Engine) -> None:
    """F14: a purge takes a text out of the request to undo that quotes it."""
    service.approve_mode("codex", False)
    one = vault.remember("Ann likes the zebu").memory
    changed = vault.edit(one.id, "Ann likes trains", actor=ME)
    service.approve_mode("codex")
    waits(service, vault, "undo")
    vault.purge(vault.plan_purge([one.id, changed.id]))
    assert "zebu" not in "".join(str(event.payload) for event in vault.events(limit=100))


def test_a_released_text_is_its_authors_doing(service: Service, vault: Engine) -> None:
    """F4: what an agent remembers and a person releases is the agent's in the memory, in its history and in the log;
    that a person released it is there as well, and both hold when the vault is folded again."""
    assert call(service, "remember", content="Ann likes tea")["status"] == "held"
    vault.gates.release([vault.gates.held()[0].id])
    (memory,) = vault.page(vault.keys(RecordFilter()))
    assert memory.actor == ME and [one.actor for one in vault.history(memory.id)] == [ME]
    assert [(one.type, one.actor) for one in vault.events(limit=2)] == [("RELEASE", "user"), ("INGEST", ME)]
    assert vault.undo_stacks().undo[0].actor == ME and vault.verify().ok
    assert call(service, "remember", content="Ann\nlikes\nboats")["status"] == "held"
    vault.gates.release([vault.gates.held()[0].id])
    assert vault.events(limit=1)[0].summary == "Released (needs approval): “Ann likes boats”"


def test_what_can_not_be_done_any_more_can_be_discarded(service: Service, vault: Engine) -> None:
    """F4: a request that cannot be carried out any more says that it can be discarded, and is."""
    one, two = (vault.remember(text).memory for text in ("Ann likes boats", "Ann likes trains"))
    merge = waits(service, vault, "merge", ids=[one.id, two.id])
    vault.forget(two.id)
    with pytest.raises(InvalidCommandError, match="it can be discarded there"):
        vault.gates.release([merge.id])
    assert vault.gates.discard([merge.id]) == 1 and vault.gates.held() == []


def test_skills_and_the_reference_tools_wait_too(service: Service, vault: Engine) -> None:
    """F4: skills, and what the reference's tools delete, wait as well, in the shapes of their own tools."""
    waits(service, vault, "save_skill", name="brew", description="Brew tea", prompt="Use 80 degrees.")
    vault.gates.release([item.id for item in vault.gates.held()])
    assert [one.name for one in vault.conversations.skills.list()] == ["brew"]
    waits(service, vault, "retire_skill", name="brew")
    vault.gates.release([item.id for item in vault.gates.held()])
    assert vault.conversations.skills.list() == []
    service.approve_mode("codex", False)
    entity = {"name": "Mara", "entityType": "person", "observations": ["likes tea"]}
    call(service, "create_entities", SERVER_MEMORY, entities=[entity])
    service.approve_mode("codex")
    told = call(service, "delete_entities", SERVER_MEMORY, entityNames=["Mara"])
    assert told["success"] is False and "approves" in told["message"]
    assert call(service, "read_graph", SERVER_MEMORY)["entities"] == [entity]
    vault.gates.release([item.id for item in vault.gates.held()])
    assert call(service, "read_graph", SERVER_MEMORY)["entities"] == []


def test_personal_data_in_a_call_is_treated_as_in_any_text(service: Service, vault: Engine) -> None:
    """D7: the texts of a call that waits pass the gates: what is to be replaced is stored nowhere, and a person can
    let a call in without its personal data."""
    vault.change_settings({"gates.pii": "redact"})
    item = waits(service, vault, "process_turn", user_input="write to me: mara@example.org")
    assert "mara@example.org" not in "".join(str(event.payload) for event in vault.events(limit=100))
    vault.gates.discard([item.id])
    vault.change_settings({"gates.pii": "keep"})
    item = waits(service, vault, "process_turn", user_input="write to me: mara@example.org")
    vault.gates.release([item.id], redacted=True)
    (row,) = vault.conversations.list_cycles().cycles
    assert "mara@example.org" not in row.user_input and row.user_input.startswith("write to me:")


def test_a_call_is_purged_with_the_texts_in_it(service: Service, vault: Engine) -> None:
    """F14: purging a message also removes it from the call that brought it, however short it is."""
    vault.gates.release([waits(service, vault, "process_turn", user_input="zebu").id])
    vault.purge(vault.plan_purge([one.id for one in vault.page(vault.keys(RecordFilter()))]))
    assert "zebu" not in "".join(str(event.payload) for event in vault.events(limit=100))


def test_calls_forget_texts_that_were_purged(service: Service, vault: Engine) -> None:
    """F14: a purge takes the texts out of the calls that are kept in memory, also of one that had begun before it and
    ends after it; who called what and when, and which memories, stays."""
    service.approve_mode("codex", False)
    call(service, "remember", content="The zebu sleeps.")
    call(service, "recall", query="zebu")
    before = [(one.number, one.tool, one.at, one.ms, one.ids) for one in service.calls]
    purges, at = service.calls.purges, before[0][2]
    vault.purge(vault.plan_purge([one.id for one in vault.page(vault.keys(RecordFilter()))]))
    service.calls.add(purges, at=at, agent="codex", tool="recall", arguments="query: zebu", result="zebu", ms=1.0)
    calls = list(service.calls)
    assert [(one.number, one.tool, one.at, one.ms, one.ids) for one in calls[:-1]] == before and len(calls) == 3
    assert "zebu" not in "".join(map(str, calls))
    call(service, "recall", query="zebu")
    assert list(service.calls)[-1].arguments == "query: zebu"


@pytest.mark.long
@pytest.mark.parametrize(("tool", "arguments"), [("process_turn", {"user_input": "I like jam."}), ("forget", {})])
def test_a_kill_between_doing_and_noting(tmp_path: Path, tool: str, arguments: dict[str, Any]) -> None:
    """F4, E2.15: a request that was let in by a process that is killed as soon as it is done is not held any more, was
    done once, and is one step of undo; killed before, it still waits and nothing of it is done."""
    script = """
import json, os, signal, sys
from pathlib import Path
from memory_desktop.service.requests import hold
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand, checked
from tests.helpers import vault_at
vault = vault_at(Path(sys.argv[1]))
old = vault.remember("Ann likes boats").memory
tool, given = KITS[OWN][sys.argv[2]], json.loads(sys.argv[3]) or {"ids": [old.id]}
hold(Errand(vault, "agent:codex", approval=True), OWN, tool, checked(tool.takes, given))
writer = vault._parts.writer
execute, die = writer.execute, lambda: os.kill(os.getpid(), signal.SIGKILL)
def killed(command, **more):
    if sys.argv[4] == "before":
        die()
    execute(command, **more)
    die()
writer.execute = killed
vault.gates.release([one.id for one in vault.gates.held()])
"""
    for when in ("before", "after"):
        die_in_child(script, str(tmp_path / when), tool, json.dumps(arguments), when)
        with vault_at(tmp_path / when) as vault:
            done = {"process_turn": vault.conversations.list_cycles().total, "forget": 1 - len(active(vault))}[tool]
            assert (len(vault.gates.held()), done) == ((1, 0) if when == "before" else (0, 1)) and vault.verify().ok
            if when == "after":
                vault.undo()
                assert [one.actor for one in vault.gates.held()] == ["agent:codex"] and len(active(vault)) == 1


def test_a_client_is_told_that_its_call_waits(service: Service, vault: Engine) -> None:
    """F4: the official client takes the answer of a call that waits for a typed result."""
    one = vault.remember("Ann likes boats").memory

    async def talk(client: Client) -> None:
        await client.list_tools()  # it checks results by what is listed
        assert said(await client.call_tool("forget", {"ids": [one.id]}))["status"] == "held"

    over_http(service, talk, name="codex")
    assert active(vault) == {one.content}


def test_a_call_that_waited_tells_what_became_of_it(service: Service, vault: Engine) -> None:
    """F4: of a call that was released since, what it did can be taken back, of one that was discarded nothing; after the
    undo of its release it waits again."""
    tea, coffee = (vault.remember(f"Mara drinks {what}.").memory for what in ("tea", "coffee"))
    assert tea is not None and coffee is not None
    for memory in (tea, coffee):
        call(service, "forget", ids=[memory.id])
    call(service, "remember", content="Mara has a dog.")
    first, second, third = (one.commands[0] for one in service.calls)
    assert vault.decisions_of([first, second, third]) == {}
    held = {one.seq: one.id for one in vault.gates.held()}
    vault.gates.release([held[first], held[third]])
    vault.gates.discard([held[second]])
    decided = vault.decisions_of([first, second, third])
    assert {command: one.released for command, one in decided.items()} == {first: True, second: False, third: True}
    assert active(vault) == {"Mara drinks coffee.", "Mara has a dog."}
    entry, done = vault.undo_entry(decided[first].command) or (None, False)
    assert entry is not None and done and not entry.blocked and entry.name.startswith("forget 1 memory")
    vault.undo(decided[first].command)
    assert active(vault) == {"Mara drinks tea.", "Mara drinks coffee.", "Mara has a dog."}
    assert set(vault.decisions_of([first, second, third])) == {second, third}
    assert vault.decisions_of([tea.key]) == vault.decisions_of([]) == {}
