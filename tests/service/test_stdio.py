"""Agents on standard input and output, by the official Python client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client, types

from memory_desktop import open_vault
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.service.desk import LARGEST_MESSAGE
from memory_desktop.service.handover import open_taking_over
from memory_desktop.service.owners import Owner, announce, find_owner
from tests.service.clients import fault, over_stdio, said
from tests.service.processes import answer, environment, serving


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A vault that nobody has open."""
    open_vault(tmp_path / "v", create=True).close()
    return tmp_path / "v"


def contents(path: Path) -> dict[str, str]:
    """Active texts with who wrote them."""
    with open_vault(path) as vault:
        return {one.content: one.actor for one in vault.page(vault.keys(RecordFilter()))}


@pytest.mark.long
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_uses_a_vault_that_nobody_has_open(path: Path, mode: str) -> None:
    """F4: the stdio command opens the vault itself, and other processes share it meanwhile."""

    async def talk(client: Client) -> None:
        said(await client.call_tool("remember", {"content": "Mara prefers tea"}))
        answer("add", path, "by the command line")
        found = said(await client.call_tool("recall", {"query": "tea"}))
        assert [hit["content"] for hit in found["hits"]] == ["Mara prefers tea"]

    over_stdio(path, talk, "--agent", "codex", mode=mode)
    assert contents(path) == {"Mara prefers tea": "agent:codex", "by the command line": "user"}


@pytest.mark.long
def test_an_agent_goes_on_when_servers_come_and_go(path: Path) -> None:
    """F4: the stdio command speaks to whoever has the vault open, survives its kill, opens it itself, and gives it
    up to a server that starts."""

    async def talk(client: Client) -> None:
        with serving(path) as server:
            said(await client.call_tool("remember", {"content": "through a server"}))
            server.kill()
        said(await client.call_tool("remember", {"content": "by itself"}))
        with serving(path):
            said(await client.call_tool("remember", {"content": "through another server"}))
        assert said(await client.call_tool("stats", {}))["memories"] == {"active": 3}

    over_stdio(path, talk)
    assert set(contents(path)) == {"through a server", "by itself", "through another server"}


@pytest.mark.long
def test_a_window_gets_the_vault_from_an_agents_process(path: Path) -> None:
    """F4: who opens a vault that an agent's own process has gets it, and the agent goes on when it is closed again."""

    async def talk(client: Client) -> None:
        said(await client.call_tool("remember", {"content": "one"}))
        with open_taking_over(lambda: open_vault(path), path) as vault:
            assert vault.memory_counts() == {"active": 1}
        said(await client.call_tool("remember", {"content": "two"}))

    over_stdio(path, talk)
    assert set(contents(path)) == {"one", "two"}


@pytest.mark.long
def test_read_only_and_the_reference_tools_by_option(path: Path) -> None:
    """F4: --read-only refuses every write, and --as-server-memory offers the nine reference tools."""

    async def only_read(client: Client) -> None:
        assert "only read" in fault(await client.call_tool("remember", {"content": "no"}))
        assert said(await client.call_tool("recall", {"query": "no"}))["hits"] == []

    async def nine(client: Client) -> None:
        assert len((await client.list_tools()).tools) == 9
        entity = {"name": "Mara", "entityType": "person", "observations": ["likes tea"]}
        assert said(await client.call_tool("create_entities", {"entities": [entity]})) == {"entities": [entity]}

    over_stdio(path, only_read, "--read-only")
    over_stdio(path, nine, "--as-server-memory")
    assert contents(path) == {"Mara: likes tea": "agent:tester"}


@pytest.mark.long
def test_malformed_lines_do_not_end_the_connection(path: Path) -> None:
    """F4: lines that are no messages, or longer than one may be, are answered with an error each; then the next call
    is served."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "0"},
        },
    }
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "stats", "arguments": {}}}
    too_long = json.dumps(
        {**call, "id": 3, "params": {"name": "remember", "arguments": {"content": "x" * LARGEST_MESSAGE}}}
    )
    bad = ["not json", "[]", '{"jsonrpc": "2.0"}', "\x00", '{"id": 7}', "[" * 99_999, too_long]
    lines = [*bad[:3], json.dumps(hello), *bad[3:], json.dumps(call)]
    with subprocess.Popen(
        [sys.executable, "-m", "memory_desktop", "mcp", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        answers, errors = {}, []
        while 2 not in answers:
            one = json.loads(process.stdout.readline())
            errors += [one["error"]["code"]] if one["id"] is None else []
            answers[one["id"]] = one
        assert len(errors) == len(bad) - 1 and set(errors) == {types.PARSE_ERROR, types.INVALID_REQUEST}
        assert answers[3]["error"]["code"] == types.INVALID_REQUEST, "the caller waits for this id"
        assert answers[2]["result"]["structuredContent"]["vault"] == "v"
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.long
def test_a_write_is_durable_when_it_is_answered(path: Path) -> None:
    """F4: every write that was answered is there after the server was killed with no warning."""
    kept: list[str] = []

    async def talk(client: Client) -> None:
        with serving(path) as server:
            for number in range(5):
                kept.append(said(await client.call_tool("remember", {"content": f"note {number}"}))["id"])
            server.kill()

    over_stdio(path, talk)
    with open_vault(path) as vault:
        assert [vault.get(id).content for id in kept] == [f"note {number}" for number in range(5)]


@pytest.mark.long
def test_what_a_crash_left_behind_does_not_keep_an_agent_out(path: Path) -> None:
    """F4: an owner's file whose process number belongs to another process by now is found out, and the vault opened."""
    assert announce(Owner(str(path), os.getpid(), 9, "old", "window"))

    async def talk(client: Client) -> None:
        said(await client.call_tool("remember", {"content": "all the same"}))

    over_stdio(path, talk)
    assert set(contents(path)) == {"all the same"}


def test_a_signal_is_heard_while_the_main_thread_waits() -> None:
    """F4: a process that is told to end does so at once, also where the main thread waits and is not woken: here the
    signal goes to another thread."""
    told = (
        "import os, signal, threading, time; from memory_desktop.cli.serving import at_end; at_end(lambda: os._exit(7));"
        " other = lambda: (time.sleep(0.5), signal.pthread_kill(threading.get_ident(), signal.SIGTERM), time.sleep(60));"
        " threading.Thread(target=other, daemon=True).start(); threading.Event().wait()"
    )
    assert subprocess.run([sys.executable, "-c", told], timeout=30, check=False).returncode == 7


@pytest.mark.long
@pytest.mark.parametrize("way", ["terminated", "end of input"])
def test_an_agents_process_that_ends_closes_the_vault(path: Path, way: str) -> None:
    """F4: told to end, or with its input closed, the agent's process closes the vault: nobody is announced any more."""
    hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    with subprocess.Popen(
        [sys.executable, "-m", "memory_desktop", "mcp", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        version = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        process.stdin.write(json.dumps({**hello, "params": {"_meta": version}}) + "\n")
        process.stdin.flush()
        assert "remember" in process.stdout.readline()
        assert find_owner(path) is not None
        if way == "terminated":
            process.terminate()
        else:
            process.stdin.close()
        assert process.wait(30) == 0, process.stderr.read()
    assert find_owner(path) is None
