"""Clients that listen for changes, by the official Python client."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from mcp import Client, MCPError
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated

from memory_desktop import open_vault
from memory_desktop.engine.engine import Engine
from memory_desktop.service.service import Service
from tests.service.clients import connected, over_http, over_stdio, said
from tests.service.processes import answer


def test_who_listens_hears_of_changes(service: Service, vault: Engine) -> None:
    """F4: over HTTP a client that listens hears that a memory, the newest ones and the list of them have changed, and
    nothing of what it did not ask for."""
    one, two = (vault.remember(text).memory for text in ("Ann likes boats", "Ann likes trains"))

    async def talk(client: Client) -> None:
        capabilities = client.server_capabilities.resources
        assert capabilities is not None and capabilities.subscribe and capabilities.list_changed
        wanted = {ResourcesListChanged(), ResourceUpdated("memory://recent"), ResourceUpdated(f"memory://{one.id}")}
        uris = ["memory://recent", f"memory://{one.id}"]
        async with client.listen(resources_list_changed=True, resource_subscriptions=uris) as heard:
            await client.list_resources()
            vault.recalls.note("boats", [one.id], actor="user")
            vault.recalls.flush()
            vault.forget([two.id, one.id])
            seen = set()
            async for event in heard:
                seen.add(event)
                if seen == wanted:
                    break
                assert seen < wanted

    over_http(service, talk)


def test_an_agents_own_process_hears_of_changes_elsewhere(tmp_path: Path) -> None:
    """F4: a client on standard input hears of what another process writes."""
    open_vault(tmp_path / "v", create=True).close()

    async def talk(client: Client) -> None:
        async with client.listen(resource_subscriptions=["memory://stats"]) as heard:
            said(await client.call_tool("stats", {}))
            await anyio.to_thread.run_sync(lambda: answer("add", tmp_path / "v", "by the command line"))
            async for event in heard:
                assert event == ResourceUpdated("memory://stats")
                break

    over_stdio(tmp_path / "v", talk)


def test_who_listens_is_in_nobodys_way(service: Service, vault: Engine) -> None:
    """F4: an agent that may not call may not listen, and a stream that is open ends when the vault is closed."""
    service.pause("paused")

    async def talk(client: Client) -> None:
        with pytest.raises(MCPError, match="paused"):
            async with client.listen(resources_list_changed=True):
                pass

    over_http(service, talk, name="paused")

    async def until_the_end() -> None:
        async with connected(service, name="listener") as client, client.listen(resources_list_changed=True) as heard:
            await anyio.to_thread.run_sync(service.begin_stop)
            async for _ in heard:
                raise AssertionError

    anyio.run(until_the_end)
