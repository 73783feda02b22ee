"""The views of a window by id: each is made when it is first asked for, or when the window has nothing else to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtWidgets import QWidget

from memory_desktop.ui.view import View
from memory_desktop.ui.views import ListedView


class ViewShelf(Mapping[str, View]):
    """All listed views; to go through `values()` makes those that are missing, to go through `made` does not.

    Args:
        parent: of the views. on_made: told of each view, once it is on the shelf.
    """

    def __init__(self, listed: Sequence[ListedView], parent: QWidget, on_made: Callable[[View], None]) -> None:
        self._listed = {one.view_id: one for one in listed}
        self._parent = parent
        self._on_made = on_made
        self._views: dict[str, View] = {}

    def __getitem__(self, view_id: str) -> View:
        found = self._views.get(view_id)
        if found is None:
            found = self._views[view_id] = self._listed[view_id].load()(self._parent)
            self._on_made(found)
        return found

    def __contains__(self, view_id: object) -> bool:
        return view_id in self._listed

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    @property
    def made(self) -> list[View]:
        """The views that are there already, in the order of the list."""
        return [self._views[view_id] for view_id in self._listed if view_id in self._views]

    def make_next(self) -> bool:
        """Make the first view that is missing, or else a part that a view is missing; whether there may be more."""
        missing = next((view_id for view_id in self._listed if view_id not in self._views), None)
        if missing is not None:
            return self[missing] is not None
        return any(view.make_more() for view in self.made)

    def make_all(self) -> None:
        """Make all views with all their parts now."""
        while self.make_next():
            pass
