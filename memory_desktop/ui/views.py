"""The list of views, in the order of the sidebar; a new view is one line here.

What stands here is known without importing a view: that takes as long as everything else a window needs together.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from memory_desktop.bridge.translation import mark
from memory_desktop.ui.view import View


@dataclass(frozen=True, slots=True)
class ListedView:
    """A view as it is known before it is made.

    Attributes:
        view_id, title, icon: as the class has them.
        place: its module below `memory_desktop.ui`. name: of the class in it.
    """

    view_id: str
    title: str
    icon: str
    place: str
    name: str

    def load(self) -> type[View]:
        """The class; its module is imported the first time."""
        found: type[View] = getattr(import_module(f"memory_desktop.ui.{self.place}"), self.name)
        return found


VIEWS: tuple[ListedView, ...] = (
    ListedView("home", mark("Home"), "home", "home.home_view", "HomeView"),
    ListedView("memories", mark("Memories"), "memories", "memories.memories_view", "MemoriesView"),
    ListedView("search", mark("Search"), "search", "search.search_view", "SearchView"),
    ListedView(
        "conversations",
        mark("Conversations"),
        "conversations",
        "conversations.conversations_view",
        "ConversationsView",
    ),
    ListedView("layers", mark("Layers"), "layers", "layers.layers_view", "LayersView"),
    ListedView("assemblies", mark("Assemblies"), "assembly", "assemblies.assemblies_view", "AssembliesView"),
    ListedView("lineage", mark("Lineage"), "lineage", "lineage.lineage_view", "LineageView"),
    ListedView("sync", mark("Sync & Drift"), "sync", "sync.sync_view", "SyncView"),
    ListedView("history", mark("History"), "history", "history.history_view", "HistoryView"),
    ListedView("review", mark("Review"), "review", "review.review_view", "ReviewView"),
    ListedView("agents", mark("Agents"), "agent", "agents.agents_view", "AgentsView"),
    ListedView("lab", mark("Recall lab"), "lab", "lab.lab_view", "LabView"),
    ListedView("health", mark("Health"), "health", "health.health_view", "HealthView"),
    ListedView("map", mark("Map"), "map", "map.map_view", "MapView"),
)

#: The key that leads to each view, by its id: Alt and Home, then Alt and a digit, as far as there are digits.
KEYS: dict[str, str] = {
    one.view_id: key for one, key in zip(VIEWS, ("Alt+Home", *(f"Alt+{digit}" for digit in "1234567890")), strict=False)
}
