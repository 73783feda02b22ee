"""The stand-in for the reference server-memory, compared with the reference itself."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.service.service import Service
from tests.service.clients import fault, over_http, said
from tests.service.node import node_file

Call = tuple[str, dict[str, Any]]


def entity(name: str, kind: str, *observations: str) -> dict[str, Any]:
    return {"name": name, "entityType": kind, "observations": list(observations)}


def relation(source: str, kind: str, target: str) -> dict[str, str]:
    return {"from": source, "to": target, "relationType": kind}


STORY: list[Call] = [
    ("read_graph", {}),
    ("create_entities", {"entities": [entity("Mara", "person", "likes tea", "LIKES TEA"), entity("Oslo", "city")]}),
    ("create_entities", {"entities": [entity("Mara", "cat", "purrs"), entity("Ünï cødé", "", "  two  blanks ", "🦊")]}),
    ("create_relations", {"relations": [relation("Mara", "lives_in", "Oslo"), relation("Mara", "knows", "nobody")]}),
    ("create_relations", {"relations": [relation("Mara", "lives_in", "Oslo"), relation("Oslo", "home_of", "Mara")]}),
    ("add_observations", {"observations": [{"entityName": "Oslo", "contents": ["cold", "cold in March"]}]}),
    ("add_observations", {"observations": [{"entityName": "Oslo", "contents": ["cold", "dark"]}]}),
    ("add_observations", {"observations": [{"entityName": "Rome", "contents": ["warm"]}]}),
    ("read_graph", {}),
    ("search_nodes", {"query": "TEA"}),
    ("search_nodes", {"query": "city"}),
    ("search_nodes", {"query": ""}),
    ("search_nodes", {"query": "no such thing"}),
    ("open_nodes", {"names": ["Oslo", "Rome"]}),
    ("open_nodes", {"names": []}),
    ("delete_observations", {"deletions": [{"entityName": "Mara", "observations": ["likes tea", "unknown"]}]}),
    ("delete_observations", {"deletions": [{"entityName": "Mara", "observations": ["LIKES TEA"]}]}),
    ("read_graph", {}),
    ("add_observations", {"observations": [{"entityName": "Mara", "contents": ["back again"]}]}),
    ("delete_relations", {"relations": [relation("Mara", "knows", "nobody"), relation("a", "b", "c")]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["Oslo", "Rome"]}),
    ("read_graph", {}),
]


def at_random(seed: int, length: int) -> list[Call]:
    """Random calls about a few names, so that they meet."""
    rng = random.Random(seed)
    names, words = ["Ann", "Bob", "Cy", "Di"], ["likes tea", "Likes tea", "is 30", "has a dog", "x"]

    def some(of: list[str], least: int = 0) -> list[str]:
        return rng.sample(of, rng.randint(least, 3))

    def one() -> Call:
        match rng.randrange(9):
            case 0:
                made = [entity(name, rng.choice(["person", "dog"]), *some(words)) for name in some(names)]
                return "create_entities", {"entities": made}
            case 1:
                links = [relation(*rng.choices(names, k=1), rng.choice(["knows", "owns"]), rng.choice(names))]
                return "create_relations", {"relations": links}
            case 2:
                added = [{"entityName": name, "contents": some(words)} for name in some(names)]
                return "add_observations", {"observations": added}
            case 3:
                return "delete_entities", {"entityNames": rng.sample(names, 1)}
            case 4:
                gone = [{"entityName": name, "observations": some(words)} for name in some(names)]
                return "delete_observations", {"deletions": gone}
            case 5:
                links = [relation(rng.choice(names), "knows", rng.choice(names))]
                return "delete_relations", {"relations": links}
            case 6:
                return "search_nodes", {"query": rng.choice(["tea", "dog", "a"])}
            case 7:
                return "open_nodes", {"names": some(names)}
        return "read_graph", {}

    return [one() for _ in range(length)]


async def answers(client: Client, calls: list[Call]) -> list[Any]:
    """What each call answers: text, structure, and whether it failed."""
    told = []
    for name, arguments in calls:
        result = await client.call_tool(name, arguments)
        (content,) = result.content
        text = content.text if result.is_error or name.startswith("delete") else ordered(json.loads(content.text))
        structure = None if result.is_error else ordered(result.structured_content)
        told.append((name, arguments, result.is_error, structure, text))
    return told


async def graph_resource(client: Client) -> list[Any]:
    """The one resource: its address and what it says."""
    (one,) = (await client.list_resources()).resources
    (content,) = (await client.read_resource(one.uri)).contents
    return [(str(one.uri), one.name, one.title, one.description, one.mime_type), ordered(json.loads(content.text))]


def ordered(graph: Any) -> Any:
    """A graph with its entities in the order of their names: one that has lost all its observations moves to the end."""
    if not isinstance(graph, dict) or "entities" not in graph:
        return graph
    return {**graph, "entities": sorted(graph["entities"], key=lambda one: one["name"])}


def of_the_reference(file: Path, calls: list[Call]) -> list[Any]:
    node, server = node_file("@modelcontextprotocol/server-memory/dist/index.js")

    async def run() -> Any:
        environment = {**os.environ, "MEMORY_FILE_PATH": str(file)}
        async with Client(StdioServerParameters(command=node, args=[str(server)], env=environment)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            return tools, [*await answers(client, calls), *await graph_resource(client)]

    return anyio.run(run)


@pytest.mark.long
@pytest.mark.parametrize("calls", [STORY, at_random(1, 60), at_random(2, 60)], ids=["story", "random 1", "random 2"])
def test_the_same_calls_get_the_same_answers(
    service: Service, vault: Engine, tmp_path: Path, calls: list[Call]
) -> None:
    """F4: the nine tools have the reference server's names and arguments, and the same calls give the same answers."""
    vault.change_settings({"service.server_memory": True, "service.rate": 0})
    tools, expected = of_the_reference(tmp_path / "memory.jsonl", calls)

    async def talk(client: Client) -> Any:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        return tools, [*await answers(client, calls), *await graph_resource(client)]

    ours, found = over_http(service, talk)
    assert set(ours) == set(tools)
    for name, tool in tools.items():
        assert ours[name].description == tool.description
        theirs = tool.input_schema
        assert set(ours[name].input_schema["properties"]) == set(theirs["properties"])
        assert ours[name].input_schema.get("required", []) == theirs.get("required", [])
    for one, other in zip(found, expected, strict=True):
        assert one == other


def test_a_graph_is_memories_like_any_other(service: Service, vault: Engine) -> None:
    """F4: what comes through the reference's tools is searched, exported and undone like every memory."""
    vault.change_settings({"service.server_memory": True})

    async def talk(client: Client) -> None:
        made = [entity("Mara", "person", "likes tea", "lives in Oslo")]
        said(await client.call_tool("create_entities", {"entities": made}))
        assert "needs a name" in fault(await client.call_tool("create_entities", {"entities": [entity("", "x")]}))
        assert vault.recall("tea").hits[0].memory.content == "Mara: likes tea"
        gone = {"deletions": [{"entityName": "Mara", "observations": ["likes tea", "lives in Oslo"]}]}
        said(await client.call_tool("delete_observations", gone))
        assert [one.content for one in vault.page(vault.keys(RecordFilter()))] == ["Mara (person)"]
        vault.undo()
        assert said(await client.call_tool("read_graph", {}))["entities"] == made
        for words in ("oslo", "no such thing"):
            said(await client.call_tool("search_nodes", {"query": words}))

    over_http(service, talk)
    vault.recalls.flush()
    nothing, oslo = vault.events(type="RECALL")
    assert (oslo.payload["query"], len(oslo.payload["ids"])) == ("oslo", 2)
    assert nothing.payload["query"] == "no such thing" and not nothing.payload.get("ids")
    assert oslo.actor == nothing.actor != "user"
