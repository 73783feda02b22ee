"""The list of views, in the order of the sidebar and of Alt+1…; a new view is one line here."""

from __future__ import annotations

import importlib
from typing import Any

VIEWS = (
    ("memory_desktop.ui.memories.memories_view", "MemoriesView"),
    ("memory_desktop.ui.search.search_view", "SearchView"),
    ("memory_desktop.ui.sync.sync_view", "SyncView"),
)


def load_part(module: str, name: str) -> Any:
    """A class by its place, or None where that part of the program is not there (yet)."""
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        if error.name and module.startswith(error.name):
            return None
        raise


def view_classes() -> list[Any]:
    """The views' classes."""
    found = [load_part(module, name) for module, name in VIEWS]
    return [each for each in found if each is not None]
