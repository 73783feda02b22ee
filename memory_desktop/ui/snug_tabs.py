"""Tabs that stand closer, and then have shorter titles, before arrows have to be used to reach them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget

from memory_desktop.ui.folding import NO_LIMIT, Folding
from memory_desktop.ui.pages import Tabs
from memory_desktop.ui.widgets import set_role

#: Pixels around the title of a tab: as usual, and where tabs stand close. They are those of the style sheet.
_ROOMY, _SNUG = 24, 8
#: Pixels before the first tab and after the last one.
_ENDS = 10
_EVENTS = (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show, QEvent.Type.FontChange)


class SnugTabs(Tabs):
    """See the module. What stands in the corner folds when the tabs need its room, if it is a `Folding`.

    Args:
        name: what a screen reader calls the row of tabs.
        short: by a title, the shorter one for a narrow window; the tool tip says the title then.
    """

    def __init__(self, name: str = "", short: Mapping[str, str] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._short = dict(short or {})
        self._long = {brief: title for title, brief in self._short.items()}
        self.setDocumentMode(True)
        if name:
            self.tabBar().setAccessibleName(name)

    def event(self, event: QEvent) -> bool:
        """Its size, its titles or its corner may have changed."""
        handled = super().event(event)
        if event.type() in _EVENTS:
            self._fit()
        return handled

    def name_tab(self, place: int, title: str, short: str) -> None:
        """Give a tab another title, and the shorter one for a narrow window."""
        if self._long.get(self.tabText(place), self.tabText(place)) != title or self._short.get(title) != short:
            self._short[title], self._long[short] = short, title
            self.setTabText(place, title)
            self.setTabToolTip(place, "")
            self._fit()

    def _fit(self) -> None:
        bar, corner = self.tabBar(), self.cornerWidget(Qt.Corner.TopRightCorner)
        titles = [self._long.get(text, text) for text in map(self.tabText, range(self.count()))]
        words = sum(map(bar.fontMetrics().horizontalAdvance, titles))
        room, number = self.width() - _ENDS, len(titles)
        if corner is not None and not corner.isHidden():
            corner.setMaximumWidth(NO_LIMIT)
            room -= corner.sizeHint().width()
        snug = words + _ROOMY * number > room
        if isinstance(corner, Folding) and not corner.isHidden():
            corner.fold(snug)
            if snug:
                room += corner.sizeHint().width() - corner.folded_width()
                corner.setMaximumWidth(corner.folded_width())
        if bool(bar.property("snug")) != snug:
            set_role(bar, "snug", snug)
            QCoreApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # or tabs stay as wide as they were
        brief = words + _SNUG * number > room
        for place, title in enumerate(titles):
            text = self._short.get(title, title) if brief else title
            if text != self.tabText(place):
                self.setTabText(place, text)
                self.setTabToolTip(place, title if text != title else "")
