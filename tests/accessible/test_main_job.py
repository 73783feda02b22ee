"""The main job with no look at the screen and no mouse: what a person with a screen reader or a switch has."""

from __future__ import annotations

import json

import pytest

from tests.accessible.conftest import Running
from tests.accessible.tree import Node, waited

pytest.importorskip("jeepney")

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

MEMORIES = (
    "Mara prefers green tea in the afternoon",
    "In the afternoon Mara drinks green tea, never coffee",
    "The boat is moored in Oslo from May to September",
    "Invoices are due on the tenth of each month",
)


def test_open_import_search_why_merge_and_undo(program: Running) -> None:
    """F11: opening, importing, searching, reading Why, merging and undoing, all through the accessibility tree."""
    source = program.home / "memories.jsonl"
    source.write_text("".join(json.dumps({"content": text}) + "\n" for text in MEMORIES))
    app = program.tree

    # Open a vault.
    app.window("Memory Desktop").find("push button", "Open vault…").act()
    asked = app.window("Open vault")
    asked.find("text", "Directory:").write(str(program.home / "vault"))
    asked.find("push button", "Choose").act()
    window = app.window("vault — Memory Desktop")

    # Import a file.
    window.find("push button", "Import…").act()
    dialog = app.window("Import")
    dialog.find("push button", "Add files…").act()
    files = app.window("Files to import")
    files.find("text", "File name:").write(str(source))
    files.find("push button", "Open").act()
    dialog.find("list item", "memories.jsonl")
    dialog.find("push button", "Preview import").act()
    dialog.find("push button", "Import 4 memories").act()
    dialog.find("label", "Imported")
    dialog.find("push button", "Close").act()

    # Search, and read why a hit came.
    choose(window, "Search")
    search = window.find("filler", "Search")
    search.find("text", "Search").write("what does Mara drink")
    print(waited_hits(search).outline())


def choose(window: Node, command: str) -> None:
    """A command of the menus. Menus that are closed are in the tree, too."""
    item = window.find("menu item", command, hidden=True)
    item.act(item.actions[0])


def waited_hits(search: Node) -> Node:
    return search.find("list", "")
