"""Clients that were not made for this program: the TypeScript SDK's, and the MCP Inspector's command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memory_desktop import open_vault
from memory_desktop.service.service import Service
from tests.service.node import node_file
from tests.service.processes import environment

SCRIPT = Path(__file__).parent / "scripts" / "client.mjs"


def output(*command: object) -> Any:
    """What a program prints, as JSON."""
    words = [str(one) for one in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=environment())
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def typescript(*arguments: object) -> Any:
    node, file = node_file("@modelcontextprotocol/sdk/package.json")
    return output(node, SCRIPT, file.parents[3], *arguments)


def check(told: Any) -> None:
    """The same conversation went well over either transport."""
    assert {"remember", "recall", "undo"} <= set(told["tools"])
    id = told["kept"]["structuredContent"]["id"]
    assert [hit["id"] for hit in told["found"]["structuredContent"]["hits"]] == [id]
    assert told["fault"]["isError"] and "mem_none" in told["fault"]["content"][0]["text"]
    assert f"memory://{id}" in told["resources"]
    assert json.loads(told["recent"]["contents"][0]["text"])[0]["id"] == id
    assert told["prompts"] == ["recall", "keep"]


def test_the_typescript_client_over_http(service: Service) -> None:
    """F4: the official TypeScript client remembers, recalls and reads over HTTP, under its own name."""
    check(typescript("http", service.url, service.token))
    assert {call.agent for call in service.calls} == {"typescript"}


@pytest.mark.long
def test_the_typescript_client_over_stdio(tmp_path: Path) -> None:
    """F4: the official TypeScript client does the same through a process of its own."""
    path = tmp_path / "v"
    open_vault(path, create=True).close()
    check(typescript("stdio", sys.executable, "-m", "memory_desktop", "mcp", path))


@pytest.mark.slow
@pytest.mark.parametrize("way", ["http", "stdio"])
def test_the_inspector_lists_and_calls_tools(service: Service, tmp_path: Path, way: str) -> None:
    """F4: the MCP Inspector's command line lists the tools and calls one, over both transports."""
    node, file = node_file("@modelcontextprotocol/inspector/cli/build/cli.js")
    path = tmp_path / "own"
    if way == "http":
        target = [service.url, "--transport", "http", "--header", f"Authorization: Bearer {service.token}"]
    else:
        open_vault(path, create=True).close()
        target = [sys.executable, "-m", "memory_desktop", "mcp", str(path)]
    begin = [node, file, "--cli", *target]
    assert "recall" in {tool["name"] for tool in output(*begin, "--method", "tools/list")["tools"]}
    called = ["--method", "tools/call", "--tool-name", "remember", "--tool-arg", "content=from the inspector"]
    assert output(*begin, *called)["structuredContent"]["status"] == "kept"
