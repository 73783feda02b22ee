"""The window's own commands and its menu bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.undo import UndoEntry, UndoStacks
from memory_desktop.ui.icons import icon
from memory_desktop.ui.views import KEYS

if TYPE_CHECKING:
    from memory_desktop.ui.view import View
    from memory_desktop.ui.views import ListedView
    from memory_desktop.ui.window.main_window import MainWindow

_Keys = QKeySequence.StandardKey
_THEMES = translated(
    {
        "system": mark("Theme: System"),
        "light": mark("Theme: Light"),
        "dark": mark("Theme: Dark"),
        "contrast-light": mark("Theme: High contrast, light"),
        "contrast-dark": mark("Theme: High contrast, dark"),
    }
)


class WindowActions:
    """Makes the menus of a main window; the actions call its methods.

    Args:
        views: all views that the window has or will have.
    """

    def __init__(self, window: MainWindow, views: Sequence[ListedView]) -> None:
        self._window = window
        self._views = views
        self._menus: list[QMenu] = []
        self.of_view: dict[str, QAction] = {}  # what shows a view, by its id
        self._need_vault: list[QAction] = []
        self._of_agents: UndoEntry | None = None
        self._stacks = UndoStacks()
        self._file()
        self._edit()
        self._view()
        self._help()
        self.edit.addSeparator()
        #: Menus within Edit for the views' own commands, in the order of the views, whichever is made first.
        self._of_views = {view.view_id: self._menu_of(view) for view in views}

    def _menu_of(self, view: ListedView) -> QMenu:
        menu = self.edit.addMenu(icon(view.icon), tr(view.title).replace("&", "&&"))
        menu.menuAction().setVisible(False)
        return menu

    def add_view(self, view: View) -> None:
        """Add a view's own commands to the menu."""
        if view.actions():
            self._of_views[view.view_id].addActions(view.actions())
            self._of_views[view.view_id].menuAction().setVisible(True)

    def all(self) -> list[QAction]:
        """Every command of the window and of its views, that has a text."""
        window = self._window
        found = self.own()
        for view in window.views.values():
            found += [a for a in view.actions() if a.text() and a not in found]
        return found

    def own(self) -> list[QAction]:
        """What stands in the menus, but for lists in them; with what views have added."""
        menus = [*self._menus, *self._of_views.values()]
        found = [a for menu in menus for a in menu.actions() if a.text() and a.menu() is None]
        return [*found, *self.tray.actions(), *self._themes.actions()]

    def vault_actions(self) -> list[QAction]:
        """What the vault's button offers: File without Quit."""
        return self.file.actions()[:-1]

    def set_session(self, open_: bool) -> None:
        """What needs a vault is enabled only with one."""
        for action in self._need_vault:
            action.setEnabled(open_)
        if not open_:
            self.set_stacks(UndoStacks())

    def show_own_undo(self) -> None:
        """What Undo takes back may be something that is no command of the vault, or is none any more."""
        self.set_stacks(self._stacks)

    def set_stacks(self, stacks: UndoStacks) -> None:
        """The entries say what they take back, and whose work it is if not the user's. Agents write at any moment, so
        their last step has an entry of its own, without a key."""
        self._stacks, self._of_agents = stacks, stacks.of_agents
        self.undo_of_agents.setEnabled(self._of_agents is not None)
        last = self._of_agents
        named = f": {step_word(last.name)} ({last.actor})" if last is not None else ""
        self.undo_of_agents.setText(tr("Undo agents’ last step{named}", named=named).replace("&", "&&"))
        stacks = stacks.without_agents
        for action, verb, entries in ((self.undo, tr("&Undo"), stacks.undo), (self.redo, tr("&Redo"), stacks.redo)):
            if entries:
                step = f"{step_word(entries[0].name)}{_whose(entries[0])}".replace("&", "&&")
                action.setText(tr("{verb} {step}", verb=verb, step=step))
            else:
                action.setText(verb)
            action.setEnabled(bool(entries))
        if own := self._window.deeds.told:
            self.undo.setText(tr("{verb} {step}", verb=tr("&Undo"), step=f"“{own}”".replace("&", "&&")))
            self.undo.setEnabled(True)

    def _undo_of_agents(self) -> None:
        if self._of_agents is not None:
            self._window.undo_these((self._of_agents.command,))

    def set_recent(self, entries: Sequence[tuple[str, Callable[[], None]]]) -> None:
        """Fill Open recent."""
        self.recent.clear()
        for text, on in entries:
            action = QAction(text.replace("&", "&&"), self.recent)
            action.triggered.connect(_calls(on))
            self.recent.addAction(action)
        self.recent.setEnabled(bool(entries))

    def _menu(self, title: str) -> QMenu:
        menu = self._window.menuBar().addMenu(title)
        self._menus.append(menu)
        return menu

    def _add(
        self, menu: QMenu, text: str, name: str, keys: object, on: Callable[[], None], *, vault: bool = False
    ) -> QAction:
        action = QAction(icon(name), text, self._window) if name else QAction(text, self._window)
        if keys:
            action.setShortcut(QKeySequence(keys))  # type: ignore[call-overload]
        action.triggered.connect(_calls(on))
        menu.addAction(action)
        if vault:
            self._need_vault.append(action)
        return action

    def _file(self) -> None:
        window = self._window
        menu = self.file = self._menu(tr("&File"))
        self._add(menu, tr("New vault…"), "new-vault", "Ctrl+Shift+N", window.new_vault)
        self._add(menu, tr("&Open vault…"), "open", _Keys.Open, window.open_vault_dialog)
        self._add(menu, tr("Open &sample vault"), "sample", "", window.controller.open_sample)
        self.recent = menu.addMenu(tr("Open &recent"))
        menu.addSeparator()
        self._add(menu, tr("&Import…"), "import", "Ctrl+I", window.dialogs.import_paths, vault=True)
        self._add(menu, tr("Impor&ts…"), "history", "", window.dialogs.imports, vault=True)
        self._add(menu, tr("&Export…"), "export", "Ctrl+E", window.dialogs.export, vault=True)
        menu.addSeparator()
        self._add(menu, tr("Embedding &model…"), "model", "", window.dialogs.embedding_model, vault=True)
        self._add(menu, tr("&Preferences…"), "settings", "Ctrl+,", window.dialogs.preferences, vault=True)
        menu.addSeparator()
        self._add(menu, tr("&Close vault"), "close", _Keys.Close, window.controller.close, vault=True)
        self.quit = self._add(menu, tr("&Quit"), "quit", _Keys.Quit, window.quit)

    def _edit(self) -> None:
        window = self._window
        self.edit = self._menu(tr("&Edit"))
        self.undo = self._add(self.edit, tr("&Undo"), "restore", _Keys.Undo, window.undo)
        self.redo = self._add(self.edit, tr("&Redo"), "redo", _Keys.Redo, window.redo)
        self.undo_of_agents = self._add(self.edit, tr("Undo agents’ last step"), "", "", self._undo_of_agents)
        for action in (self.undo, self.redo, self.undo_of_agents):
            action.setEnabled(False)
        self.edit.addSeparator()
        self.remember = self._add(
            self.edit, tr("Re&member this…"), "add", "Ctrl+Shift+M", window.remember_this, vault=True
        )
        self.edit.addSeparator()
        self._add(self.edit, tr("&Find in view"), "filter", _Keys.Find, window.find_in_view, vault=True)
        self._add(self.edit, tr("&Search memories"), "search", "Ctrl+K", window.search, vault=True)
        self._add(self.edit, tr("&Go to…"), "link", "Ctrl+J", window.switch)

    def _view(self) -> None:
        window = self._window
        menu = self._menu(tr("&View"))
        for view in self._views:
            keys = KEYS.get(view.view_id, "")
            on = _shows(window, view.view_id)
            shown = self._add(menu, tr(view.title).replace("&", "&&"), view.icon, keys, on, vault=True)
            self.of_view[view.view_id] = shown
        menu.addSeparator()
        self._add(menu, tr("Show or hide sidebar"), "sidebar", "Ctrl+B", window.panes.toggle_sidebar)
        self._add(menu, tr("Show or hide inspector"), "inspector", "Ctrl+Shift+B", window.toggle_inspector, vault=True)
        self._add(menu, tr("Back to now"), "history", "", window.back_to_now, vault=True)
        self._add(menu, tr("Refresh"), "retry", _Keys.Refresh, window.refresh, vault=True)
        menu.addSeparator()
        self.tray = menu.addMenu(tr("T&ray"))
        themes = menu.addMenu(icon("theme"), tr("&Theme"))
        self._themes = QActionGroup(window)
        for mode, text in _THEMES.items():
            action = QAction(text, window)
            action.setCheckable(True)
            action.setChecked(window.theme.mode == mode)
            action.triggered.connect(_calls(_themes(window, mode)))
            self._themes.addAction(action)
            themes.addAction(action)

    def _help(self) -> None:
        window = self._window
        menu = self._menu(tr("&Help"))
        self._add(menu, tr("&Commands…"), "command", "Ctrl+Shift+P", window.command_palette)
        self._add(menu, tr("&Keys"), "keyboard", _Keys.HelpContents, window.show_keys)
        self._add(menu, tr("Change &keys…"), "keyboard", "", window.change_keys, vault=True)
        self._add(menu, tr("&Guided tour"), "sample", "", window.take_tour)
        self._add(menu, tr("&About Memory Desktop"), "info", "", window.about)


def _whose(entry: UndoEntry) -> str:
    """See `UndoEntry.whose`."""
    return tr(" (let in for {actor})", actor=entry.actor) if entry.released else entry.whose


def _calls(on: Callable[[], None]) -> Callable[[bool], None]:
    def call(_checked: bool = False) -> None:
        on()

    return call


def _shows(window: MainWindow, view_id: str) -> Callable[[], None]:
    return lambda: window.show_view(view_id)


def _themes(window: MainWindow, mode: str) -> Callable[[], None]:
    return lambda: window.choose_theme(mode)
