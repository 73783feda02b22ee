"""Many agents on one vault at once: every call is answered, and what was acknowledged is there in the end.

    python -m tests.campaigns.agents --clients 16 --calls 20000 --kills 10 --seed 1
    python -m tests.campaigns.agents --minutes 5 --kills 10

A server without a window has the vault open. Every fourth client speaks to it through a process of its own on standard
input and output, the others over HTTP. They remember, recall, list, read, reinforce, forget and undo what is theirs.
Now and then the server is killed with no warning and started again, and clients' processes are killed as well; after
such a kill the outcome of calls that were under way is unknown, and only that of those.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx2
import psutil
from mcp import Client, MCPError, types
from mcp.client.streamable_http import streamable_http_client

from memory_desktop import open_vault
from memory_desktop.core.memory.records import Status
from memory_desktop.service.connecting import connection
from tests.campaigns import common
from tests.service.clients import stdio_command
from tests.service.processes import Serving, serving

_TOOLS = ("remember", "remember", "recall", "recall", "recall", "list", "get", "reinforce", "forget", "undo", "stats")


@dataclass
class Outcome:
    """What came of it.

    Attributes:
        kept: id → text of what was acknowledged and not taken back since. unsure: ids that a call was about to change
            when it was lost. broken: faults of the program. kills: how often the server was killed.
    """

    calls: Counter[str] = field(default_factory=Counter)
    kept: dict[str, str] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)
    kills: int = 0
    lost: int = 0
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


class Agents:
    """The clients of one vault.

    Args:
        calls: how many they make together. minutes: for how long they call, if not 0; then as often as they can.
    """

    def __init__(self, vault: Path, calls: int, seed: int, minutes: float = 0) -> None:
        self.vault = vault
        self.outcome = Outcome()
        self._calls, self._seconds = calls, minutes * 60
        self._begun, self._made = time.monotonic(), 0
        self._seed = seed
        self._numbers = iter(range(10**9))
        self.url, self.token = connection(vault)

    def share(self) -> float:
        """How much of the campaign is done, from 0 to 1."""
        if self._seconds:
            return min(1.0, (time.monotonic() - self._begun) / self._seconds)
        return min(1.0, self._made / self._calls)

    async def live(self, number: int) -> None:
        """One client: it connects, calls, and connects again when its connection breaks."""
        chance = random.Random(f"{self._seed} {number}")
        mine: dict[str, str] = {}
        faults = 0
        while self.share() < 1 and faults <= 50:
            try:
                async with self._connected(number) as client:
                    while self.share() < 1:
                        self._made += 1
                        await self._call(client, chance, mine)
                        faults = 0
            except* (
                MCPError,
                OSError,
                httpx2.HTTPError,
                anyio.BrokenResourceError,
                anyio.ClosedResourceError,
            ) as group:
                faults += 1
                if faults > 50:
                    self.outcome.broken.append(f"client {number} cannot connect: {group.exceptions[0]!r}")
                await anyio.sleep(0.2)

    @asynccontextmanager
    async def _connected(self, number: int) -> AsyncIterator[Client]:
        info = types.Implementation(name=f"agent {number}", version="1")
        async with AsyncExitStack() as stack:
            if number % 4 == 3:
                server: Any = stdio_command(self.vault)
            else:
                headers = {"Authorization": f"Bearer {self.token}"}
                http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=60))
                server = streamable_http_client(self.url, http_client=http)
            yield await stack.enter_async_context(Client(server, client_info=info, read_timeout_seconds=60))

    async def _call(self, client: Client, chance: random.Random, mine: dict[str, str]) -> None:
        tool = chance.choice(_TOOLS)
        if tool in ("get", "reinforce", "forget") and not mine:
            tool = "remember"
        id = chance.choice(list(mine)) if mine else ""
        text = common.sentence(chance, next(self._numbers))
        arguments: dict[str, Any] = {
            "remember": {"content": text},
            "recall": {"query": text.partition("(")[0], "k": 5},
            "list": {"limit": 5},
            "get": {"id": id},
            "reinforce": {"ids": [id]},
            "forget": {"ids": [id]},
        }.get(tool, {})
        touched = {id} if tool == "forget" else set(mine) if tool == "undo" else set()
        began = time.monotonic()
        try:
            result = await client.call_tool(tool, arguments)
        except BaseException:
            self.outcome.lost += 1
            self.outcome.unsure |= touched
            raise
        self.outcome.seconds[tool].append(time.monotonic() - began)
        self.outcome.calls[tool] += 1
        self._note(tool, id, text, result, mine, touched)

    def _note(
        self, tool: str, id: str, text: str, result: types.CallToolResult, mine: dict[str, str], touched: set[str]
    ) -> None:
        if result.is_error:
            said = str(result.content[0])
            if "not known" in said or "being opened" in said or "closed" in said:
                self.outcome.unsure |= touched
            elif "Another undo" not in said and "stands in the way" not in said and "later" not in said:
                self.outcome.broken.append(f"{tool}: {said}")
            return
        value = result.structured_content
        match tool:
            case "remember":
                mine[value["id"]] = self.outcome.kept[value["id"]] = text
            case "forget":
                mine.pop(id)
                self.outcome.kept.pop(id, None)
            case "undo":  # of whatever was its newest: what of its own is there after that is not followed here
                self.outcome.unsure |= touched
                mine.clear()


async def _chaos(agents: Agents, vault: Path, kills: int, chance: random.Random, servers: list[Serving]) -> None:
    """Kill the server, and some clients' processes, evenly over the calls; start the server again."""
    for number in range(kills):
        while agents.share() < (number + 1) / (kills + 1):
            await anyio.sleep(0.05)
        servers[-1].kill()
        agents.outcome.kills += 1
        own = [one for one in psutil.Process().children() if "mcp" in one.cmdline()]
        if own and chance.random() < 0.5:
            os.kill(chance.choice(own).pid, signal.SIGKILL)
        await anyio.to_thread.run_sync(lambda: servers.append(_begin(vault)))


_open: list[Any] = []


def _begin(vault: Path) -> Serving:
    block = serving(vault)
    server = block.__enter__()
    _open.append(block)
    return server


def run(folder: Path, *, clients: int, calls: int, kills: int, seed: int, minutes: float = 0) -> Outcome:
    """One campaign in a folder, of an empty vault."""
    vault = folder / "vault"
    with open_vault(vault, create=True) as engine:
        engine.change_settings({"service.rate": 0})
    servers = [_begin(vault)]
    agents = Agents(vault, calls, seed, minutes)

    async def together() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(_chaos, agents, vault, kills, random.Random(seed), servers)
            for number in range(clients):
                group.start_soon(agents.live, number)

    try:
        anyio.run(together)
    finally:
        while _open:
            _open.pop().__exit__(None, None, None)
    _check(vault, agents.outcome)
    return agents.outcome


def _check(vault: Path, outcome: Outcome) -> None:
    with open_vault(vault) as engine:
        for id, text in outcome.kept.items():
            memory = engine.get(id)
            if memory.content != text or (memory.status is not Status.ACTIVE and id not in outcome.unsure):
                outcome.broken.append(f"{id} was acknowledged, and is {memory.status}: {memory.content}")
        report = engine.verify()
        outcome.broken += [f"{one.area}: {one.problem}" for one in report.findings]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--minutes", type=float, default=0, help="call for so long instead")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
            os.environ[name] = str(Path(folder) / name.lower())
            Path(os.environ[name]).mkdir(mode=0o700)
        how = {name: getattr(args, name) for name in ("clients", "calls", "kills", "seed", "minutes")}
        outcome = run(Path(folder), **how)
    print(
        f"{sum(outcome.calls.values()):,} calls of {args.clients} clients in {time.monotonic() - began:.0f} s, seed {args.seed}"
    )
    print(", ".join(f"{tool} {count:,}" for tool, count in outcome.calls.most_common()))
    for tool, taken in sorted(outcome.seconds.items()):
        taken.sort()
        p50, p99 = (taken[int(len(taken) * share)] * 1000 for share in (0.5, 0.99))
        print(f"{tool:10}p50 {p50:7.1f} ms, p99 {p99:7.1f} ms")
    print(f"{outcome.kills} kills of the server; {outcome.lost} calls lost; {len(outcome.kept):,} texts acknowledged")
    for fault in outcome.broken[:20]:
        print(f"BROKEN: {fault}")
    return 1 if outcome.broken else 0


if __name__ == "__main__":
    sys.exit(main())
