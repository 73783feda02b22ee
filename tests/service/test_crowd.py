"""Many agents at once, and processes that are killed: the short form of a campaign."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import anyio
import pytest

from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import Caller
from memory_desktop.service.service import Service
from tests.campaigns import agents
from tests.service.clients import connected, said


@pytest.mark.long
def test_sixteen_agents_at_once(service: Service, vault: Engine) -> None:
    """F4: sixteen clients that write and read at once all get their answers, and every text is there once."""
    vault.change_settings({"service.rate": 0})

    async def one(number: int) -> None:
        async with connected(service, name=f"agent {number}") as client:
            for note in range(3):
                kept = said(await client.call_tool("remember", {"content": f"note {note} of agent {number}"}))
                found = said(await client.call_tool("recall", {"query": f"note {note} agent {number}", "k": 50}))
                assert kept["id"] in {hit["id"] for hit in found["hits"]}

    async def all_of_them() -> None:
        async with anyio.create_task_group() as group:
            for number in range(16):
                group.start_soon(one, number)

    anyio.run(all_of_them)
    assert vault.memory_counts() == {"active": 48}
    assert {(agent.writes, agent.errors) for agent in service.agents()} == {(3, 0)}


@pytest.mark.slow
def test_agents_survive_kills_of_the_server(tmp_path: Path) -> None:
    """F4: clients over both transports go on after the server was killed, and no acknowledged text is lost."""
    outcome = agents.run(tmp_path, clients=4, calls=60, kills=1, seed=3)
    assert outcome.broken == []
    assert outcome.kills == 1 and outcome.kept


def test_a_client_that_vanishes_is_in_nobodys_way(service: Service, vault: Engine) -> None:
    """F4: a client that drops its connection within a call leaves the next one unharmed."""

    async def vanish() -> None:
        async with connected(service, name="hasty") as client:
            with anyio.move_on_after(0.001):
                await client.call_tool("remember", {"content": "in haste"})

    async def stay() -> Any:
        async with connected(service, name="patient") as client:
            return said(await client.call_tool("stats", {}))

    anyio.run(vanish)
    assert anyio.run(stay)["vault"] == vault.name


def test_no_read_waits_for_writes_that_wait(service: Service, vault: Engine) -> None:
    """F4: while a write holds the vault and more of them queue behind it than there are threads, a read is answered."""
    id = vault.remember("Ann likes boats").memory.id

    def ask(tool: str, **arguments: Any) -> Any:
        call = {"name": tool, "arguments": arguments}
        return service.backend.ask(Caller("crowd", "1"), "call", call)

    async def crowded() -> None:
        vault._writer.lock.acquire()
        try:
            writes = [asyncio.create_task(ask("remember", content=f"note {number}")) for number in range(20)]
            await asyncio.sleep(0)  # each of them is handed to its threads
            found = await asyncio.wait_for(ask("get", id=id), 20)
        finally:
            vault._writer.lock.release()
        assert found["structuredContent"]["memory"]["content"] == "Ann likes boats"
        assert not any(one["isError"] for one in await asyncio.gather(*writes))

    asyncio.run(crowded())
    assert vault.memory_counts() == {"active": 21}
