"""What a person decides about agents, and what they see of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio.to_thread
import httpx
import pytest
from mcp import Client, MCPError

from memory_desktop.cli.main import run_command
from memory_desktop.core.errors import InvalidCommandError, VaultError
from memory_desktop.engine.engine import Engine
from memory_desktop.service.agents import Agent, Agents, agent_name, revoked_words
from memory_desktop.service.caller import Caller, NotServedError, UnknownNameError
from memory_desktop.service.calls import Call
from memory_desktop.service.clients import CLIENTS
from memory_desktop.service.keeper import Keeper
from memory_desktop.service.private import lasting_folder
from memory_desktop.service.rate import RateLimit
from memory_desktop.service.service import Service
from memory_desktop.service.stdio import Line
from memory_desktop.service.tools import BASIC, KITS, OWN, SERVER_MEMORY
from tests.helpers import NOON, Clock, vault_at
from tests.service.clients import over_http, over_stdio, said


def call(service: Service, tool: str, who: str = "codex", **arguments: Any) -> dict[str, Any]:
    """One call of an agent."""
    return service.desk.ask(Caller(who, "3.1", "stdio"), "call", {"name": tool, "arguments": arguments})


def failed(answer: dict[str, Any]) -> str:
    assert answer["isError"]
    return str(answer["content"][0]["text"])


def kept(answer: dict[str, Any]) -> dict[str, Any]:
    assert not answer["isError"], answer
    return dict(answer["structuredContent"])


def test_an_agent_can_be_paused_and_revoked(service: Service, vault: Engine, clock: Clock) -> None:
    """F4: a paused agent's calls are refused until it goes on, a revoked one's for good; other agents go on."""
    kept(call(service, "remember", content="one"))
    service.pause("codex")
    assert "paused" in failed(call(service, "recall", query="one"))
    with pytest.raises(InvalidCommandError, match="paused"):
        service.desk.ask(Caller("codex"), "read", {"uri": "memory://recent"})
    kept(call(service, "recall", who="cursor", query="one"))
    service.pause("codex", paused=False)
    kept(call(service, "recall", query="one"))
    service.revoke("codex")
    assert "revoked" in failed(call(service, "remember", content="two"))
    again = Agents(lasting_folder(), vault.vault_id, clock)
    assert [(one.name, one.revoked) for one in again.all()][:1] == [("codex", True)]
    with pytest.raises(InvalidCommandError, match="revoked"):
        service.forget_agent("codex")
    assert vault.memory_counts() == {"active": 1}


def test_an_agent_that_is_taken_off_the_list_can_be_put_back(service: Service, vault: Engine) -> None:
    """F4: removing an agent from the list can be undone, with its counts, decisions and token; the log counts its commands,
    and no recalls; revoking says whether a token has ended."""
    token = service.new_token("codex")
    kept(call(service, "remember", content="one"))
    kept(call(service, "recall", query="one"))
    vault.recalls.flush()
    service.approve_mode("codex")
    (before,) = service.agents()
    removed = service.forget_agent("codex")
    assert service.agents() == () and service._agents.whose(token) is None
    assert vault.writers()["agent:codex"] == 1 and vault.actors()["agent:codex"] > 1
    service.bring_back(removed)
    assert service.agents() == (before,) and service._agents.whose(token) == "codex"
    assert "own token has ended" in revoked_words("codex", own_token=True)
    assert "still works under another name" in revoked_words("codex", own_token=False)


def test_what_an_agent_writes_waits_for_approval(service: Service, vault: Engine) -> None:
    """F4: in approve mode an agent's new memories wait in Review, and are its own once they are released."""
    service.approve_mode("codex")
    told = kept(call(service, "remember", content="Mara prefers tea", tags=["drinks"]))
    assert told["status"] == "held" and "approval" in told["reasons"][0]
    assert kept(call(service, "recall", query="Mara tea"))["hits"] == []
    assert kept(call(service, "remember", who="cursor", content="written at once"))["status"] == "kept"
    (item,) = vault.gates.held()
    assert (item.actor, item.verdicts[-1].gate) == ("agent:codex", "approval")
    vault.gates.release([item.id])
    assert kept(call(service, "recall", query="Mara tea"))["hits"][0]["tags"] == ["drinks"]
    vault.change_settings({"service.approve": True})
    assert kept(call(service, "remember", who="cursor", content="another"))["status"] == "held"


def test_a_client_can_be_offered_the_basic_tools_alone(service: Service, vault: Engine) -> None:
    """F4: with the setting, or as its own process asks for it, an agent has the tools for turns, memories and skills, which
    are fewer than 40, and no others."""
    vault.change_settings({"service.tools": "basic"})
    assert service.desk.kit(Caller("codex")) == BASIC and len(KITS[BASIC]) < 40 < len(KITS[OWN])
    kept(call(service, "remember", content="one"))
    with pytest.raises(UnknownNameError, match="There is no tool “board”"):
        call(service, "board")
    assert service.desk.kit(Caller("codex", kit=OWN)) == OWN
    vault.change_settings({"service.server_memory": True})
    assert service.desk.kit(Caller("codex")) == SERVER_MEMORY


def test_read_only_holds_for_every_tool_that_writes(service: Service, vault: Engine) -> None:
    """F4: in read-only mode no tool changes anything, and those that read answer."""
    id = vault.remember("one").memory.id
    vault.change_settings({"service.read_only": True})
    head = vault.head
    for tool, arguments in (
        ("remember", {"content": "two"}),
        ("forget", {"ids": [id]}),
        ("reinforce", {"ids": [id]}),
        ("merge", {"ids": [id, id]}),
        ("undo", {}),
    ):
        assert "only read" in failed(call(service, tool, **arguments))
    assert kept(call(service, "get", id=id))["memory"]["content"] == "one"
    assert vault.head == head


def test_calls_are_limited_for_each_agent(service: Service, vault: Engine) -> None:
    """F4: an agent that calls too often is told how long to wait, and another is served meanwhile."""
    vault.change_settings({"service.rate": 2})
    kept(call(service, "stats"))
    kept(call(service, "stats"))
    assert "Too many calls. Try again in" in failed(call(service, "stats"))
    kept(call(service, "stats", who="cursor"))


def test_the_limit_fills_again_evenly() -> None:
    """F4: after a minute's share of waiting, one more call is let through."""
    now = [0.0]
    rate = RateLimit(lambda: now[0])
    assert [rate.wait("a", 2) for _ in range(2)] == [0.0, 0.0]
    assert rate.wait("a", 2) == pytest.approx(30.0)
    now[0] = 29.0
    assert rate.wait("a", 2) == pytest.approx(1.0)
    now[0] = 30.0
    assert rate.wait("a", 2) == 0.0
    assert rate.wait("a", 2) > 0 and rate.wait("a", 0) == 0.0


def test_every_call_is_seen(service: Service, vault: Engine) -> None:
    """F4: the feed shows who called what, what came of it, and how to take it back or explain it."""
    heard: list[Call] = []
    stop = service.calls.subscribe(heard.append)
    id = kept(call(service, "remember", content="Mara prefers tea"))["id"]
    failed(call(service, "get", id="mem_none"))
    kept(call(service, "recall", query="tea"))
    stop()
    kept(call(service, "stats"))
    wrote, wrong, found = heard
    assert (wrote.agent, wrote.tool, wrote.ids, wrote.error) == ("codex", "remember", (id,), False)
    assert "Mara prefers tea" in wrote.arguments
    assert wrong.error and "mem_none" in wrong.result
    assert found.answer is not None and found.answer.hits[0].memory.id == id and found.commands == ()
    assert [one.number for one in service.calls] == [1, 2, 3, 4]
    (agent,) = service.agents()
    assert (agent.name, agent.version, agent.transport, agent.connected) == ("codex", "3.1", "stdio", True)
    assert (agent.calls, agent.writes, agent.errors) == (4, 1, 1)
    vault.undo(wrote.commands[0])
    assert vault.memory_counts() == {"tombstone": 1}


def test_every_recall_is_logged_and_explained(service: Service, vault: Engine) -> None:
    """F2: each recall of an agent is logged as its own, also without a hit, by every tool; the parts of a hit's score,
    as the agent is told them, come to the score."""
    kept(call(service, "remember", content="Mara prefers tea"))
    kept(call(service, "remember", content="Tea is grown in Assam", kind="fact"))
    vault.sync()
    for mode in ("hybrid", "rrf", "vector", "keyword"):
        for hit in kept(call(service, "recall", query="who likes tea", mode=mode))["hits"]:
            parts = [float(re.search(r" ([+-]\d+\.\d{4}):", one).group(1)) for one in hit["why"]]
            assert hit["score"] == pytest.approx(sum(parts), abs=1e-4 * len(parts))
    told = kept(call(service, "why_not", query="assam kind:pref", id=vault.recall("assam").hits[0].memory.id))
    assert told["cuts"] == ["kind:pref does not let it through: its kind is fact."]
    assert told["searches"][0]["query"] == "assam" and "Without kind:pref, it is hit 1" in told["searches"][0]["how"]
    assert "no memory with the id" in failed(call(service, "why_not", query="tea", id="mem_none"))
    vault.recalls.flush()
    before = len(vault.events(type="RECALL"))
    assert before == 4
    for tool, arguments in (
        ("recall", {"query": "zxqv"}),
        ("recall", {"query": "kind:none"}),
        ("recall_layers", {"query": "zxqv kind:none"}),
        ("get_context", {"query": "zxqv"}),
        ("query_memory", {"query": "zxqv", "user_id": "ann"}),
    ):
        kept(call(service, tool, who="cursor", **arguments))
    vault.recalls.flush()
    logged = vault.events(type="RECALL")[:-before]
    assert [(one.actor, one.payload.get("ids", [])) for one in logged] == [("agent:cursor", [])] * 5
    assert all(one.summary.startswith("Nothing found for “") for one in logged)


def test_an_agent_is_connected_while_it_is_heard_of(service: Service, clock: Clock) -> None:
    """F4: an agent that was not heard of for two minutes is one of the past."""
    kept(call(service, "stats"))
    clock.forward(minutes=1, seconds=59)
    assert [one.connected for one in service.agents()] == [True]
    clock.forward(seconds=1)
    assert [(one.name, one.connected) for one in service.agents()] == [("codex", False)]


def test_a_silent_agent_whose_line_is_up_is_connected(service: Service, vault: Engine, clock: Clock) -> None:
    """F4, issue 10.9: a stdio process says that it is there, which is no call; when it is killed, it counts as gone two
    minutes later, and at once when it says that it ends. What was never heard of does not come into the list."""

    def no_keeper(_release: object) -> Keeper:
        raise AssertionError("it is open already")

    line, caller = Line(vault.path, no_keeper), Caller("codex", "3.1", "stdio")
    line.say_here(caller)
    assert service.agents() == ()
    kept(call(service, "recall", query="tea"))
    (before,) = service.agents()
    for _ in range(6):
        clock.forward(seconds=60)
        line.say_here(caller)
    (silent,) = service.agents()
    assert silent == before and silent.connected and before.last_seen == NOON
    clock.forward(minutes=3)
    assert [one.connected for one in service.agents()] == [False]
    line.say_here(caller)
    assert [one.connected for one in service.agents()] == [True]
    line.say_bye(caller)
    assert [one.connected for one in service.agents()] == [False]


@pytest.mark.long
def test_an_agent_that_ended_is_not_connected(service: Service, vault: Engine, clock: Clock) -> None:
    """F4: an agent whose process ended, or that closed its session, is not connected any more, at once; one that listens
    to a stream is, however long it says nothing."""

    async def talk(client: Client) -> None:
        assert not (await client.call_tool("stats", {})).is_error
        assert connected() == {"tester"}

    async def listening(client: Client) -> None:
        async with client.listen(resources_list_changed=True):
            clock.forward(minutes=11)
            assert connected() == {"tester"}

    def connected() -> set[str]:
        return {one.name for one in service.agents() if one.connected}

    told: list[None] = []
    service.on_decision(lambda: told.append(None))
    over_stdio(vault.path, talk)
    assert connected() == set() and len(told) == 1
    over_http(service, talk, mode="legacy")
    assert connected() == set() and len(told) == 2
    over_http(service, listening)
    end = time.monotonic() + 10
    while connected() and time.monotonic() < end:  # the server hears of a stream that is cut a moment later
        time.sleep(0.01)
    assert connected() == set()


def test_what_was_counted_outlives_a_kill(service: Service, vault: Engine, clock: Clock) -> None:
    """F4: calls, writes and errors of agents are kept within a second, so that a process that is killed loses no more."""
    for _ in range(3):
        failed(call(service, "get", id="mem_none"))
        clock.forward(seconds=1)
    (one,) = Agents(lasting_folder(), vault.vault_id, clock).all()
    assert (one.calls, one.errors) == (3, 3)


def test_calls_in_quick_succession_outlive_a_kill(vault: Engine, tmp_path: Path, clock: Clock) -> None:
    """F4: of calls that came within a second and were the last ones, none is missing in the file a second later."""
    desk = Agents(tmp_path, vault.vault_id, clock)
    desk.seen("reader")
    for _ in range(27):
        desk.counted("reader", desk.begun(vault.head))
    end = time.monotonic() + 30
    while Agents(tmp_path, vault.vault_id, clock).get("reader").calls < 27 and time.monotonic() < end:
        time.sleep(0.05)
    assert Agents(tmp_path, vault.vault_id, clock).get("reader").calls == 27
    desk.close()


def test_writes_are_counted_exactly_after_a_kill(service: Service, vault: Engine, clock: Clock) -> None:
    """F4: after a kill, what each agent wrote is counted from the log, each call once, whatever the file missed: also
    a call that ran beside a later one; what a person let in, and what the program made of it, is no call."""
    desk = Agents(lasting_folder(), vault.vault_id, clock)
    desk.catch_up(vault.head, vault.commands_after)
    desk.seen("writer")
    slow, quick = desk.begun(vault.head), desk.begun(vault.head)
    first = vault.remember("Mara prefers tea", actor="agent:writer")
    second = vault.remember("Mara lives in Porto", actor="agent:writer")
    assert first.memory is not None and second.memory is not None
    desk.counted("writer", quick, commands=[vault.events(limit=1)[0].seq])
    desk.save()

    def after_a_kill() -> tuple[int, int]:
        again = Agents(lasting_folder(), vault.vault_id, clock)
        again.catch_up(vault.head, vault.commands_after)
        return again.get("writer").calls, again.get("writer").writes

    assert after_a_kill() == (2, 2)
    desk.counted("writer", slow, commands=[vault.events(limit=2)[1].seq])
    desk.save()
    assert after_a_kill() == (2, 2)
    vault.remember("Mara has a dog", actor="agent:writer")
    vault.forget(first.memory.id)
    assert after_a_kill() == (3, 3)
    desk.settled(vault.head)
    desk.save()
    assert after_a_kill() == (2, 2)


def test_an_undo_is_not_marked_as_undone(service: Service, vault: Engine) -> None:
    """F4: the call that was taken back is marked as undone, and the call that took it back is not."""
    kept(call(service, "remember", content="Mara prefers tea"))
    kept(call(service, "undo"))
    wrote, undid = service.calls
    assert undid.result == "Took back: new memory"
    assert vault.undone_of([*wrote.commands, *undid.commands]) == set(wrote.commands)


def test_no_agent_of_an_earlier_run_is_connected(service: Service, vault: Engine, clock: Clock) -> None:
    """F4: an agent that only the file knows, from before a restart, is not connected until it is heard of again."""
    kept(call(service, "stats"))
    service.pause("codex", paused=False)
    again = Agents(lasting_folder(), vault.vault_id, clock)
    assert [(one.name, one.connected) for one in again.all()] == [("codex", False)]
    assert again.get("codex").last_seen == clock()
    again.seen("codex")
    assert again.get("codex").connected


def test_a_version_is_named_as_one() -> None:
    """F4: the version that an agent's program has is called one, so that no number beside a name reads as a count."""
    assert Agent("stranger", version="1").title == "stranger (version 1)"
    assert Agent("stranger").title == "stranger"


def test_a_token_of_its_own_names_the_agent(service: Service) -> None:
    """F4: who has a token of its own is that agent, whatever it calls itself, and nobody with the shared token is; revoked,
    the token opens nothing."""
    token = service.new_token("claude-code")

    async def talk(client: Any) -> None:
        said(await client.call_tool("remember", {"content": "by a token"}))

    over_http(service, talk, name="somebody-else", token=token)
    assert [one.agent for one in service.calls] == ["claude-code"]
    assert service.agents()[0].own_token

    async def pretend(client: Any) -> None:
        answer = await client.call_tool("remember", {"content": "by another"})
        assert answer.is_error and "has a token of its own" in answer.content[0].text

    over_http(service, pretend, name="claude-code", token=service.token)
    assert [one.agent for one in service.calls] == ["claude-code"] and service.agents()[0].calls == 1
    service.revoke("claude-code")
    assert httpx.post(service.url, headers={"Authorization": f"Bearer {token}"}, json={}).status_code == 401
    old = service.token
    assert service.new_token() == service.token != old
    assert httpx.post(service.url, headers={"Authorization": f"Bearer {old}"}, json={}).status_code == 401


def test_an_agent_whose_token_ends_is_told_why_and_is_gone(service: Service) -> None:
    """F4, issue 10: an agent that is thrown out in mid-session, as it is revoked or its token is changed, is told that its
    token has ended; it counts as connected no longer, also once it is let in again."""

    def throw_out(name: str, out: Callable[[], object], token: str | None) -> None:
        async def talk(client: Any) -> None:
            said(await client.call_tool("stats", {}))
            assert [one.connected for one in service.agents() if one.name == name] == [True]
            await anyio.to_thread.run_sync(out)
            with pytest.raises(MCPError, match="a person has ended it"):
                await client.call_tool("stats", {})

        over_http(service, talk, name=name, token=token)
        assert [one.connected for one in service.agents() if one.name == name] == [False]

    def revoke_and_admit() -> None:
        service.revoke("gamma")
        service.revoke("gamma", False)

    throw_out("gamma", revoke_and_admit, service.new_token("gamma"))
    throw_out("delta", lambda: service.new_token("delta"), service.new_token("delta"))
    throw_out("shared", service.new_token, None)


def test_the_feed_keeps_arguments_within_bounds(service: Service) -> None:
    """F4, issue 10: the feed keeps what a call was given by name; of long texts, lists and depths it keeps the beginning."""
    deep: Any = "end"
    for _ in range(9):
        deep = {"in": deep}
    given = {"short": 1.5, "text": "x" * 9_000, "list": list(range(50)), "deep": deep}
    call(service, "remember", content="tea", metadata=given)
    kept_of = list(service.calls)[-1].given
    assert kept_of["content"] == "tea" and kept_of["metadata"]["short"] == 1.5
    assert kept_of["metadata"]["text"] == "x" * 2_000 + "…"
    assert kept_of["metadata"]["list"] == [*range(20), "… 30 more"]
    assert str(kept_of["metadata"]["deep"]).count("in") == 2 and "end" not in str(kept_of)


def test_tokens_are_kept_where_only_the_owner_reads_them(service: Service, vault: Engine) -> None:
    """F4: tokens are in files that nobody else can read, and in none of the vault's."""
    folder = lasting_folder()
    assert folder is not None
    files = [path for path in folder.iterdir() if service.token in path.read_text()]
    assert [path.stat().st_mode & 0o777 for path in files] == [0o600]
    secrets = [service.token.encode(), service._owner.token.encode()]
    for path in vault.path.rglob("*"):
        assert not path.is_file() or not any(secret in path.read_bytes() for secret in secrets), path


def test_a_file_of_agents_that_is_damaged_is_said_to_be(tmp_path: Path, clock: Clock) -> None:
    """F4: what was decided about agents is never taken for nothing: a damaged file is an error with a way out."""
    (tmp_path / "agents-x.json").write_text('{"agents": [')
    with pytest.raises(VaultError, match="cannot be read"):
        Agents(tmp_path, "x", clock)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Claude Code", "Claude Code"),
        ("agent:user", "user"),
        ("a\nb\x1b[31m", "a b 31m"),
        ("", "unnamed"),
        ("<script>", "script"),
        ("x" * 200, "x" * 60),
    ],
)
def test_names_of_agents_are_plain(given: str, name: str) -> None:
    """F4: whatever a client calls itself, its name is one line of plain words, and never the person's."""
    assert agent_name(given) == name


def test_settings_for_known_clients_name_the_vault_or_the_address(service: Service, vault: Engine) -> None:
    """F4: for each known client there is something to copy; over HTTP it has the address and a token."""
    for kind in CLIENTS:
        found = service.client_settings(kind)
        assert str(vault.path) in found.text or (service.url in found.text and service.token in found.text)
    mine = service.client_settings("http", agent="cursor")
    assert service.token not in mine.text
    with pytest.raises(InvalidCommandError, match="no known client"):
        service.client_settings("netscape")


def test_a_desk_that_is_closed_begins_nothing(service: Service) -> None:
    """F4: after closing began, a call is refused as not begun, so that it can be made elsewhere."""
    with pytest.raises(UnknownNameError):
        call(service, "no_such_tool")
    service.desk.close()
    with pytest.raises(NotServedError):
        call(service, "stats")


@pytest.mark.long
def test_the_copied_settings_reach_an_open_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """F4: clients start the command with the home folder and hardly any other variable: it finds who has the vault open,
    whatever folder the session has for sockets and data."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(home))
    for data in ("", str(tmp_path / "xdg_data_home")):
        monkeypatch.setenv("XDG_DATA_HOME", data) if data else monkeypatch.delenv("XDG_DATA_HOME")
        with vault_at(tmp_path / f"v{len(data)}", clock) as engine:
            service = Service(engine, "window", clock, run_command=run_command)
            service.start()
            (server,) = json.loads(service.client_settings("claude-desktop").text)["mcpServers"].values()
            passed = {name: os.environ[name] for name in ("HOME", "PATH", "PYTHONPATH") if name in os.environ}
            command = [server["command"], *server["args"]]
            command[command.index("mcp")] = "status"
            told = subprocess.run(
                command, env=passed | server.get("env", {}), capture_output=True, text=True, check=False
            )
            service.begin_stop()
            service.finish_stop()
            assert told.returncode == 0, told.stderr
