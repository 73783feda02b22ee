"""The official Python client, for tests: one block of calls at a time."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp import Client, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client

from memory_desktop.service.service import Service
from tests.service.processes import environment


@asynccontextmanager
async def connected(
    service: Service, *, name: str = "tester", token: str | None = None, mode: Any = "auto", hears: Any = None
) -> AsyncIterator[Client]:
    """A client over HTTP; `hears` what the server says of its own accord."""
    headers = {"Authorization": f"Bearer {service.token if token is None else token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client(service.url, http_client=http)
        info = types.Implementation(name=name, version="1.2")
        async with Client(transport, client_info=info, mode=mode, message_handler=hears) as client:
            yield client


def over_http(service: Service, talk: Callable[[Client], Awaitable[Any]], **how: Any) -> Any:
    """What the conversation gives, over HTTP; see `connected`."""

    async def run() -> Any:
        async with connected(service, **how) as client:
            return await talk(client)

    return anyio.run(run)


def said(result: types.CallToolResult) -> Any:
    """The typed result of a call that went well."""
    assert not result.is_error, result.content
    return result.structured_content


def fault(result: types.CallToolResult) -> str:
    """The text of a call that failed."""
    assert result.is_error
    content = result.content[0]
    assert isinstance(content, types.TextContent)
    return content.text


def over_stdio(
    vault: Path, talk: Callable[[Client], Awaitable[Any]], *options: str, mode: Any = "auto", hears: Any = None
) -> Any:
    """What the conversation gives, with a process of its own: `memory-desktop mcp VAULT`."""

    async def run() -> Any:
        info = types.Implementation(name="tester", version="1.2")
        async with Client(stdio_command(vault, *options), client_info=info, mode=mode, message_handler=hears) as client:
            return await talk(client)

    return anyio.run(run)


def stdio_command(vault: Path, *options: str) -> StdioServerParameters:
    """How a client starts an agent's process."""
    arguments = ["-m", "memory_desktop", "mcp", str(vault), *options]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment())
