"""Clients that listen for changes, by the official Python client."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client, MCPError, types
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated

from memory_desktop import open_vault
from memory_desktop.engine.engine import Engine
from memory_desktop.service import protocol
from memory_desktop.service.caller import Caller
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


@pytest.mark.long
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


class _Heard:
    """What a client of 2025 heard of its own accord."""

    def __init__(self) -> None:
        self.uris: set[str] = set()

    async def __call__(self, message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            self.uris.add(str(message.params.uri))


@pytest.mark.filterwarnings("ignore:resources/.*subscribe is removed")  # in later versions, which is the point
def test_a_client_of_2025_subscribes_to_resources(service: Service, vault: Engine) -> None:
    """F4: by the protocol of 2025 a client that subscribed to addresses is told which of them changed, until it
    unsubscribes; one that is paused may not subscribe."""
    one = vault.remember("Ann likes boats").memory
    assert one is not None
    heard, wanted = _Heard(), {"memory://recent", f"memory://{one.id}"}

    async def talk(client: Client) -> None:
        capabilities = client.server_capabilities.resources
        assert capabilities is not None and capabilities.subscribe
        for uri in wanted:
            await client.subscribe_resource(uri)
        with pytest.raises(MCPError, match="begin with memory://"):
            await client.subscribe_resource("file:///etc/passwd")
        for _ in range(1_000):
            said(await client.call_tool("reinforce", {"ids": [one.id]}))
            if heard.uris == wanted:
                break
        assert heard.uris == wanted and len(service._news.subscriptions) == 1
        for uri in wanted:
            await client.unsubscribe_resource(uri)
        assert len(service._news.subscriptions) == 0

    over_http(service, talk, mode="legacy", hears=heard)
    service.pause("paused")

    async def refused(client: Client) -> None:
        with pytest.raises(MCPError, match="paused"):
            await client.subscribe_resource("memory://recent")

    over_http(service, refused, mode="legacy", name="paused")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:resources/.*subscribe is removed")  # in later versions, which is the point
def test_an_agents_own_process_of_2025_subscribes(tmp_path: Path) -> None:
    """F4: a client of 2025 on standard input subscribes, too."""
    open_vault(tmp_path / "v", create=True).close()
    heard = _Heard()

    async def talk(client: Client) -> None:
        await client.subscribe_resource("memory://stats")
        for number in range(1_000):
            said(await client.call_tool("remember", {"content": f"Ann likes boat {number}"}))
            if heard.uris:
                break
        assert heard.uris == {"memory://stats"}

    over_stdio(tmp_path / "v", talk, mode="legacy", hears=heard)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_long_call_tells_its_progress(service: Service, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    """F4: a client that asks for it is told again and again that its call is under way, in the protocol of 2025 and in
    later ones."""
    monkeypatch.setattr(protocol, "_BEAT_SECONDS", 0.01)
    told: list[tuple[float, str | None]] = []
    twice = threading.Event()
    ask = service.desk.ask

    def slow(caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        if what == "call" and params["name"] == "remember":
            assert twice.wait(60)
        return ask(caller, what, params)

    monkeypatch.setattr(service.desk, "ask", slow)

    async def progress(seconds: float, total: float | None, message: str | None) -> None:
        assert total is None
        told.append((seconds, message))
        if len(told) >= 2:
            twice.set()

    async def talk(client: Client) -> None:
        said(await client.call_tool("remember", {"content": "Ann likes boats"}, progress_callback=progress))
        said(await client.call_tool("stats", {}))

    over_http(service, talk, mode=mode)
    assert len(told) >= 2 and told[0][0] > 0 and told == sorted(told)
    assert {message for _, message in told} == {"“remember” is under way."}


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
