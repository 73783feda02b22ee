"""The list of views, in the order of the sidebar and of Alt+1…; a new view is one line here."""

from __future__ import annotations

from memory_desktop.ui.agents.agents_view import AgentsView
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.health.health_view import HealthView
from memory_desktop.ui.history.history_view import HistoryView
from memory_desktop.ui.lab.lab_view import LabView
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.lineage.lineage_view import LineageView
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.review.review_view import ReviewView
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.sync.sync_view import SyncView
from memory_desktop.ui.view import View

VIEWS: tuple[type[View], ...] = (
    MemoriesView,
    SearchView,
    ConversationsView,
    LayersView,
    LineageView,
    SyncView,
    HistoryView,
    ReviewView,
    AgentsView,
    LabView,
    HealthView,
)
