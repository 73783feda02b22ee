"""Calls a vault over HTTP as fast as it answers, until standard input ends: load.py URL TOKEN CLIENTS."""

from __future__ import annotations

import itertools
import sys

import anyio
import anyio.to_thread
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def one(url: str, token: str, number: int) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        for count in itertools.count():
            await client.call_tool("remember", {"content": f"note {count} of client {number} about coffee"})
            for query in ("coffee in the garden", "train to Lisbon", "budget"):
                await client.call_tool("recall", {"query": query})


async def main() -> None:
    async with anyio.create_task_group() as group:
        for number in range(int(sys.argv[3])):
            group.start_soon(one, sys.argv[1], sys.argv[2], number)
        await anyio.to_thread.run_sync(sys.stdin.read)
        group.cancel_scope.cancel()


anyio.run(main)
