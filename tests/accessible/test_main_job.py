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
MERGED = "In the afternoon Mara drinks green tea, which she prefers to coffee"


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
    hits = search.find("list", "Search results")
    assert "green tea" in hits.find("list item", "1.").name
    hits.select(0)
    inspector = window.find("filler", "Inspector")
    why = inspector.find("page tab", "Why")
    why.act(why.actions[0])

    reasons = inspector.find("filler", "Why it was recalled")
    assert reasons.find("label", "what does Mara drink") and reasons.find("filler", "of the score")

    # Merge the two that are alike.
    choose(window, "Memories")
    table = window.find("table", "Memories")
    for row, text in enumerate(reversed(MEMORIES)):
        if "Mara" in text:
            table.find("cell", f"Content: {text}")
            table.add_row(row)
    window.find("label", "2 selected")
    window.find("push button", "Merge…").act()
    question = app.window("Merge 2 memories")
    question.find("text", "Merged text").write(MERGED)
    question.find("push button", "Merge").act()
    table.find("cell", f"Content: {MERGED}")
    assert contents(program) == {MERGED, *MEMORIES[2:]}

    # Take the merge back, end the program, and look at what it kept.
    choose(window, "Undo merge")
    table.find("cell", f"Content: {MEMORIES[0]}")
    assert contents(program) == set(MEMORIES)
    choose(window, "Quit")
    assert program.process.wait(60) == 0
    assert contents(program) == set(MEMORIES)


def contents(program: Running) -> set[str]:
    """The texts of the active memories, as the command line has them while the window is open, or after it."""
    file = program.home / "exported.jsonl"
    program.command("export", program.home / "vault", file, "--format", "jsonl", "--overwrite")
    kept = [json.loads(line) for line in file.read_text().splitlines()]
    return {one["content"] for one in kept if one["status"] == "active"}


def choose(window: Node, command: str) -> None:
    """A command of the menus, by what it is called or begins with. Menus that are closed are in the tree, too."""

    def found() -> Node | None:
        items = [one for one in window.walk(hidden=True) if one.role == "menu item" and one.enabled]
        items = [
            one for one in items if not one.name.startswith(command) or "Press" in one.actions
        ]  # no menu in a menu
        named = [one for one in items if one.name == command]
        return next((one for one in (*named, *items) if one.name.startswith(command)), None)

    waited(found, f"no command {command!r}").act()
