"""Agents over HTTP, by the official Python client."""

from __future__ import annotations

import socket
from contextlib import suppress

import httpx
import pytest
from mcp import Client, MCPError

from memory_desktop.engine.engine import Engine
from memory_desktop.service.host import Host
from memory_desktop.service.service import Service
from tests.helpers import Clock
from tests.service.clients import fault, over_http, said

TOOLS = {
    "remember",
    "recall",
    "get",
    "list",
    "forget",
    "reinforce",
    "merge",
    "lineage",
    "stats",
    "undo",
    "get_context",
    "process_turn",
}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_remembers_and_recalls(service: Service, vault: Engine, mode: str) -> None:
    """F4: over HTTP an agent remembers a text, finds it at once, and is the actor of both."""

    async def talk(client: Client) -> None:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        assert listed >= TOOLS
        kept = said(await client.call_tool("remember", {"content": "Mara prefers green tea", "kind": "pref"}))
        assert kept["status"] == "kept"
        found = said(await client.call_tool("recall", {"query": "what tea does Mara like?"}))
        assert [hit["id"] for hit in found["hits"]] == [kept["id"]]
        assert found["hits"][0]["why"]

    over_http(service, talk, name="claude-code", mode=mode)
    assert vault.get(vault.reader.page(vault.keys(_all()))[0].id).actor == "agent:claude-code"
    vault.recalls.flush()
    assert any(one.actor == "agent:claude-code" and one.type == "RECALL" for one in vault.events())


def _all():
    from memory_desktop.core.query.language import RecordFilter

    return RecordFilter()


def test_every_tool_answers_in_its_own_shape(service: Service) -> None:
    """F4: every tool has typed arguments and a typed result, which the client checks."""

    async def talk(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert all(tool.output_schema and tool.description and tool.annotations for tool in tools)
        one = said(await client.call_tool("remember", {"content": "The boiler is serviced in May"}))["id"]
        two = said(await client.call_tool("remember", {"content": "The boiler service costs 90 euros"}))["id"]
        assert said(await client.call_tool("get", {"id": one, "history": True}))["history"]
        page = said(await client.call_tool("list", {"limit": 1}))
        assert [memory["id"] for memory in page["memories"]] == [two]
        rest = said(await client.call_tool("list", {"limit": 1, "cursor": page["cursor"]}))
        assert ([memory["id"] for memory in rest["memories"]], rest["cursor"], rest["total"]) == ([one], "", 2)
        assert said(await client.call_tool("reinforce", {"ids": [one]})) == {"changed": 1}
        merged = said(await client.call_tool("merge", {"ids": [one, two], "text": "Boiler: in May, 90 euros"}))
        lineage = said(await client.call_tool("lineage", {"id": merged["memory"]["id"]}))
        assert {edge["source"] for edge in lineage["edges"]} == {one, two}
        assert said(await client.call_tool("stats", {}))["memories"]["active"] >= 1
        assert said(await client.call_tool("forget", {"ids": [merged["memory"]["id"]]})) == {"changed": 1}

    over_http(service, talk)


def test_undo_takes_back_only_what_the_agent_did(service: Service, vault: Engine) -> None:
    """F5: undo takes back the agent's own last command, another's only when that is asked for."""

    async def talk(client: Client) -> None:
        mine = said(await client.call_tool("remember", {"content": "mine"}))
        theirs = vault.remember("theirs").memory
        entry = vault.undo_stacks().undo[0].command
        assert "anyone" in fault(await client.call_tool("undo", {"command": entry}))
        assert said(await client.call_tool("undo", {}))["by"] == "agent:tester"
        assert vault.get(mine["id"]).status.value == "tombstone"
        assert vault.get(theirs.id).status.value == "active"
        assert said(await client.call_tool("undo", {}))["undone"] == ""
        assert said(await client.call_tool("undo", {"anyone": True}))["by"] == "user"
        assert vault.get(theirs.id).status.value == "tombstone"

    over_http(service, talk)


def test_faults_say_what_to_do(service: Service) -> None:
    """F4: a call with a fault is answered with what is wrong and what to do, and the connection lives on."""

    async def talk(client: Client) -> None:
        assert "It takes content" in fault(await client.call_tool("remember", {"text": "x"}))
        assert "A memory needs some text." in fault(await client.call_tool("remember", {"content": " "}))
        assert "no memory with the id" in fault(await client.call_tool("get", {"id": "mem_x"}))
        assert "is not a time" in fault(await client.call_tool("remember", {"content": "a", "created_at": "soon"}))
        assert "k:" in fault(await client.call_tool("recall", {"query": "a", "k": 1000}))
        with pytest.raises(MCPError, match=r"There are .*recall"):
            await client.call_tool("format_disk", {})
        assert said(await client.call_tool("stats", {}))["events"]

    over_http(service, talk)


def test_resources_and_prompts(service: Service) -> None:
    """F4: memories can be read by an address, and prompts bring them in."""

    async def talk(client: Client) -> None:
        id = said(await client.call_tool("remember", {"content": "Mara prefers green tea"}))["id"]
        listed = [resource.uri for resource in (await client.list_resources()).resources]
        assert listed == ["memory://recent", "memory://stats", f"memory://{id}"]
        assert (await client.list_resource_templates()).resource_templates[0].uri_template == "memory://{id}"
        for uri in listed:
            assert (await client.read_resource(uri)).contents
        with pytest.raises(MCPError, match="no memory"):
            await client.read_resource("memory://mem_none")
        assert {prompt.name for prompt in (await client.list_prompts()).prompts} == {"recall", "keep"}
        prompt = await client.get_prompt("recall", {"topic": "tea"})
        assert "Mara prefers green tea" in prompt.messages[0].content.text

    over_http(service, talk)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer TOKEN", "Origin": "https://evil.example"}, 403),
        ({"Authorization": "Bearer TOKEN", "Origin": "null"}, 403),
        ({"Authorization": "Bearer TOKEN", "Host": "evil.example"}, 421),
    ],
)
def test_who_may_not_connect_is_refused(service: Service, headers: dict[str, str], status: int) -> None:
    """F4: without the token, from a web page or under another host's name, nothing is served."""
    given = {name: value.replace("TOKEN", service.token) for name, value in headers.items()}
    assert httpx.post(service.url, headers=given, json={}).status_code == status
    owner = service.url.replace("/mcp", "/owner/release")
    assert httpx.post(owner, headers=given, json={}).status_code in (401, status)


def test_a_body_that_grows_too_large_is_refused(service: Service) -> None:
    """F4: a message is refused by its declared length, and one without is cut off at the limit."""
    headers = {"Authorization": f"Bearer {service.token}", "Accept": "application/json, text/event-stream"}
    assert httpx.post(service.url, headers=headers, content=b" " * (6 << 20)).status_code == 413
    pieces = (b" " * (1 << 20) for _ in range(6))
    assert httpx.post(service.url, headers=headers, content=pieces).status_code == 413


def test_malformed_messages_are_answered(service: Service) -> None:
    """F4: what is no message of the protocol gets an error, and the next one is served."""
    headers = {"Authorization": f"Bearer {service.token}", "Accept": "application/json, text/event-stream"}
    for body in (
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc":"2.0","id":1,"method":"x"}',
        b"\xff\xfe",
    ):
        answer = httpx.post(service.url, headers={**headers, "Content-Type": "application/json"}, content=body)
        assert 400 <= answer.status_code < 500, body

    async def talk(client: Client) -> None:
        said(await client.call_tool("stats", {}))

    over_http(service, talk)


def test_a_text_cut_within_a_character_is_kept(service: Service, vault: Engine) -> None:
    """F4: a call with half of an emoji, as JavaScript cuts texts, is served, in one piece or in several."""
    headers = {
        "Authorization": f"Bearer {service.token}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }
    client = {"name": "test", "version": "1"}
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    begun = httpx.post(
        service.url, headers=headers, json={"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": greeting}
    )
    headers["mcp-session-id"] = begun.headers["mcp-session-id"]
    call = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "remember", "arguments": %s}}'
    whole = call % b'{"content": "Ann sails \\ud83d on Sunday"}'
    in_pieces = call % b'{"content": "Ann sails \\ud83d on Monday"}'
    for content in (whole, iter([in_pieces[:110], in_pieces[110:]])):
        answer = httpx.post(service.url, headers=headers, content=content)
        assert answer.status_code == 200, answer.text
    kept = {hit.memory.content for hit in vault.recall("sails", mode="keyword").hits}
    assert kept == {"Ann sails \ufffd on Sunday", "Ann sails \ufffd on Monday"}


def test_agents_stay_out_until_a_person_lets_them_in(service: Service, vault: Engine) -> None:
    """F4: nothing is served over HTTP while the setting is off, which is how every vault begins."""
    assert vault.settings.changed({}).on("service.enabled")
    vault.change_settings({"service.enabled": False})
    headers = {"Authorization": f"Bearer {service.token}"}
    assert httpx.post(service.url, headers=headers, json={}).status_code == 403


def test_answers_are_not_held_back_by_the_network(service: Service) -> None:
    """F4: connections send small answers at once: asyncio sees to it only for sockets that name their protocol."""
    assert service._host._socket.proto == socket.IPPROTO_TCP


def test_a_client_that_listens_does_not_hold_the_end_up(
    vault: Engine, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """F4, issue 10: a client that holds its stream open is let go when the service ends, which says nothing about it."""
    vault.change_settings({"service.enabled": True})
    service = Service(vault, "window", clock)
    service.start()
    headers = {"Authorization": f"Bearer {service.token}", "Accept": "application/json, text/event-stream"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "codex", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    with httpx.Client(headers=headers, timeout=30) as client:
        session = client.post(service.url, json=begin).headers["mcp-session-id"]
        with client.stream("GET", service.url, headers={"mcp-session-id": session}) as stream:
            assert stream.status_code == 200
            service.begin_stop()
            service.finish_stop()
            with suppress(httpx.RemoteProtocolError):
                assert "data:" not in stream.read().decode()
    assert [one.getMessage() for one in caplog.records if one.levelname in ("WARNING", "ERROR")] == []


def test_two_services_of_one_vault_find_two_ports() -> None:
    """F4: copies of a vault that are opened at the same moment wish for the same port; the second finds another, also
    where the first does not answer yet."""
    first, second = Host(0, "copied", only=False), Host(0, "copied", only=False)
    assert first.port != second.port
    for one in (first, second):
        one.stop()
