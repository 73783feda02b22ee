"""The list of views, in the order of the sidebar and of Alt+1…; a new view is one line here."""

from __future__ import annotations

from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.sync.sync_view import SyncView
from memory_desktop.ui.view import View

VIEWS: tuple[type[View], ...] = (
    MemoriesView,
    SearchView,
    SyncView,
)
