"""What an agent's call costs over the wire, as a ratio to its limit: reads 20 ms at the median, at any size.

    python -m tests.benchmarks.agents                    200,000 memories
    python -m tests.benchmarks.agents --size 10000
    python -m tests.benchmarks.agents --vault DIR        of a vault that is there; it is copied

The calls are made one after the other, over HTTP and through a process of its own on standard input and output, while a
server without a window has the vault open: by the official Python client, and over HTTP without a client ("bare"), as
the former takes milliseconds for itself. Beside each stands what the same call takes in the engine, without the wire.
Times are wall-clock: on a shared machine, compare ratios.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from memory_desktop import open_vault
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.service.connecting import connection
from tests.benchmarks.corpus import Corpus, add_data_option, corpus
from tests.service.clients import stdio_command
from tests.service.processes import serving

LIMIT_MS = 20.0
CALLS = 100
Call = tuple[str, dict[str, Any]]


def prepared(folder: Path, texts: Corpus, size: int, given: Path | None) -> tuple[Path, list[str], list[str]]:
    """(a closed vault whose agents may call as often as they like, queries, ids)."""
    path = folder / "vault"
    if given is not None:
        shutil.copytree(given, path)
    else:
        texts.write_records(folder / "rows.jsonl", size)
    with open_vault(path, create=True) as vault:
        if given is None:
            vault.import_path(folder / "rows.jsonl")
            vault.sync()
        vault.change_settings({"service.rate": 0})
        ids = [one.id for one in vault.page(vault.keys(RecordFilter())[:CALLS])]
    return path, texts.asked(CALLS), ids


def in_the_engine(vault: Engine, queries: Sequence[str], ids: Sequence[str]) -> dict[str, float]:
    """Milliseconds at the median, without the wire."""
    return {
        "recall": _median(lambda n: vault.recall(queries[n % len(queries)], actor="agent:benchmark")),
        "get": _median(lambda n: vault.get(ids[n % len(ids)])),
    }


def _median(call: Callable[[int], object]) -> float:
    taken = []
    for number in range(CALLS):
        start = time.perf_counter()
        call(number)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken[5:]) * 1000


async def over_the_wire(server: Any, queries: Sequence[str], ids: Sequence[str]) -> dict[str, float]:
    """Milliseconds at the median, by tool."""
    figures = {}
    async with Client(server) as client:
        for tool, arguments in (
            ("recall", [{"query": one} for one in queries]),
            ("get", [{"id": one} for one in ids]),
            ("remember", [{"content": f"a note for the benchmark, number {n}"} for n in range(CALLS)]),
        ):
            taken = []
            for one in arguments:
                start = time.perf_counter()
                result = await client.call_tool(tool, one)
                taken.append(time.perf_counter() - start)
                assert not result.is_error, result.content
            figures[tool] = statistics.median(taken[5:]) * 1000
    return figures


def bare(url: str, token: str, queries: Sequence[str], ids: Sequence[str]) -> dict[str, float]:
    """Milliseconds at the median, by tool, without a client library: a request as text, and its answer."""
    address = urlsplit(url)
    link = HTTPConnection(address.hostname or "", address.port)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    client = {"name": "bare", "version": "1"}
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    numbers = itertools.count(1)

    def ask(method: str, params: dict[str, Any], **more: Any) -> bytes:
        message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        link.request("POST", address.path, json.dumps(message), headers)
        answer = link.getresponse()
        if session := answer.getheader("mcp-session-id"):
            headers["mcp-session-id"] = session
        return answer.read()

    ask("initialize", greeting, id=next(numbers))
    headers["mcp-protocol-version"] = "2025-06-18"
    ask("notifications/initialized", {})

    def call(tool: str, arguments: dict[str, Any]) -> None:
        answer = ask("tools/call", {"name": tool, "arguments": arguments}, id=next(numbers))
        assert b'"isError":true' not in answer and b'"result"' in answer, answer[:300]

    try:
        for query in queries:  # a server that has just opened a vault still reads ahead, and maps its files
            call("recall", {"query": query})
        return {
            "recall": _median(lambda n: call("recall", {"query": queries[n % len(queries)]})),
            "get": _median(lambda n: call("get", {"id": ids[n % len(ids)]})),
        }
    finally:
        link.close()


def main() -> int:
    """Measure, print, and say whether the limit is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=200_000)
    parser.add_argument("--vault", type=Path)
    add_data_option(parser)
    args = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory(prefix="memory-benchmark-") as name:
        folder = Path(name)
        for variable in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
            os.environ[variable] = str(folder / variable.lower())
            Path(os.environ[variable]).mkdir(mode=0o700)
        path, queries, ids = prepared(folder, corpus(args.data), args.size, args.vault)
        with open_vault(path) as vault:
            alone = in_the_engine(vault, queries, ids)
        with serving(path):
            url, token = connection(path)

            async def http() -> dict[str, float]:
                async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as link:
                    return await over_the_wire(streamable_http_client(url, http_client=link), queries, ids)

            ways = {
                "bare": bare(url, token, queries, ids),
                "http": anyio.run(http),
                "stdio": anyio.run(over_the_wire, stdio_command(path), queries, ids),
            }
        for way, figures in ways.items():
            for tool, ms in figures.items():
                limit = LIMIT_MS if tool != "remember" else None
                ratio = f"{limit / ms:5.1f} times better than {limit:.0f} ms" if limit is not None else ""
                beside = f"(engine {alone[tool]:.1f} ms)" if tool in alone else ""
                print(f"{way:6}{tool:10}{ms:7.1f} ms  {ratio} {beside}")
                missed |= limit is not None and ms > limit
    print("a limit is missed" if missed else "the limit is kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
