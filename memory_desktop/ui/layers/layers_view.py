"""The Layers view: what the memory keeps, layer by layer, each on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import mark, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.engine.reader import Past
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.overview_page import OverviewPage
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.layers.procedures_page import ProceduresPage
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.lists import scroll_area
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.user_choice import UserChoice
from memory_desktop.ui.vault_texts import VaultTexts
from memory_desktop.ui.view import LiveView
from memory_desktop.ui.widgets import SPACE, label

#: In the order of the tabs; a new page is one line here.
PAGES: tuple[type[LayerPage], ...] = (
    OverviewPage,
    WorkingPage,
    EpisodesPage,
    ConceptsPage,
    ProceduresPage,
    EmotionsPage,
)


class LayersView(LiveView):
    """See the module. `set_query` shows the page with this title."""

    view_id = "layers"
    title = mark("Layers")
    room = 720  # its pages have two sides: in less, the inspector opens when it is asked for
    icon = "layers"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = VaultTexts()
        self.users = UserChoice(tr("Whose memories"))
        self.users.stand_in_corner()
        self.users.currentIndexChanged.connect(self._on_user)
        self.tabs = SnugTabs(tr("Layers"), parent=self)
        self.tabs.setCornerWidget(self.users)
        self._made: dict[int, LayerPage] = {}
        self._areas = [scroll_area(sideways=True) for _ in PAGES]
        for kind, area in zip(PAGES, self._areas, strict=True):
            self.tabs.addTab(area, tr(kind.title))
        self.tabs.currentChanged.connect(self._on_tab)
        self.of_now = label(tr("This page shows what is now; the others show the moment that is looked at."), "muted")
        self.of_now.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        self.of_now.setWordWrap(True)
        self.of_now.hide()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.tabs, 1)
        box.addWidget(self.of_now)
        self.users.hide()

    @property
    def page(self) -> LayerPage:
        """The page in front."""
        return self._page(self.tabs.currentIndex())

    def _page(self, number: int) -> LayerPage:
        """A page, which is made when it is first asked for: all at once would keep the window for half a second."""
        found = self._made.get(number)
        if found is None:
            area = self._areas[number]
            found = self._made[number] = PAGES[number](area.viewport())
            found.selected.connect(self.selected)
            found.failed.connect(self.message)
            found.message.connect(self.message)
            found.filter_requested.connect(self.filter_requested)
            found.search_requested.connect(self.search_requested)
            found.page_requested.connect(self.set_query)
            found.conversation_requested.connect(self.conversation_requested)
            area.setWidget(found)
            if self.session is not None:
                found.open_session(self.session)
            found.show_user(self.users.user)
            found.show_past()
            self.part_made.emit(found)
        return found

    def make_more(self) -> bool:
        """See `View.make_more`: the page in front, then the others."""
        order = (self.tabs.currentIndex(), *range(len(PAGES)))
        missing = next((number for number in order if number not in self._made), None)
        return missing is not None and self._page(missing) is not None

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """The page in front is there when the view is seen."""
        self._page(self.tabs.currentIndex())
        super().showEvent(event)

    @property
    def unsaved(self) -> tuple[str, ...]:
        """See `View.unsaved`: the titles of pages."""
        return tuple(tr(page.title) for page in self._made.values() if page.unsaved)

    def open_session(self, session: VaultSession) -> None:
        """Look at its layers, when the view is seen."""
        for page in self._made.values():
            page.open_session(session)
            page.show_past()
        self.users.want(next(iter(self._chosen.of(session.engine.vault_id)), None))
        super().open_session(session)
        self._say_which_time()

    def show_past(self, past: Past | None) -> None:  # noqa: ARG002 - read from the session
        """The layers as they were then, to be read."""
        for page in self._made.values():
            page.show_past()
        self._say_which_time()
        self.note_all()

    def _say_which_time(self) -> None:
        past = self.session.past if self.session is not None else None
        self.of_now.setVisible(past is not None and not PAGES[self.tabs.currentIndex()].of_the_past)

    def close_session(self) -> None:
        """Show nothing."""
        for page in self._made.values():
            page.close_session()
            page.show_user(None)
        self.users.offer([])
        self.users.hide()
        super().close_session()

    @Slot()
    def refresh(self) -> None:
        """Read the page in front again; the others when they come to the front."""
        session = self.session
        if session is None:
            return
        engine = session.engine

        def users(_token: Token) -> Sequence[str]:
            # What somebody records by hand may be of a user, or of nobody, of whom there is no turn.
            felt = (one.user_id for one in engine.layers.emotions.events())
            return sorted({*engine.conversations.users(), *felt})

        session.runner.query(self, users, self._show_users, failed=self.message.emit, channel="users")
        self.page.refresh()

    def set_query(self, text: str) -> None:
        """Bring the page with this title to the front."""
        for number, page in enumerate(PAGES):
            if page.title.lower() == text.strip().lower():
                self.tabs.setCurrentIndex(number)

    def save_state(self, settings: SettingsGroup) -> None:
        """Which page is in front, and whose memories are shown of which vault."""
        settings.set("page", str(PAGES[self.tabs.currentIndex()].title))
        self._chosen.save(settings, "user")

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        self.set_query(str(settings.value("page", "")))
        self._chosen.restore(settings, "user")

    def _show_users(self, users: Sequence[str]) -> None:
        """With one user alone there is nothing to choose."""
        changed = self.users.offer(users)
        self.users.setVisible(len(users) > 1)
        if changed:
            self._show_user()

    @Slot()
    def _on_user(self) -> None:
        """Somebody has chosen whose; that is kept for this vault."""
        user = self.users.user
        if self.session is not None:
            self._chosen.keep(self.session.engine.vault_id, () if user is None else (user,))
        self._show_user()

    def _show_user(self) -> None:
        for page in self._made.values():
            page.show_user(self.users.user)
        self.page.refresh()

    @Slot(int)
    def _on_tab(self, number: int) -> None:
        self.selected.emit(None)
        self._say_which_time()
        page = self._page(number)
        if self.session is not None:
            page.refresh()
