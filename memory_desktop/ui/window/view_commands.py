"""The commands that the buttons of views offer, as actions for the list of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.view import View

#: Property of an action: where its button stands, as "Conversations, Skills".
PLACE = "place"
# Their buttons belong to them: what empties a field, scrolls tabs, or counts up.
_WITH_BUTTONS = (QLineEdit, QTabBar, QAbstractSpinBox)


@dataclass(frozen=True, slots=True)
class _Offer:
    """A button, and the tabs that have to be in front before it can be used."""

    button: QAbstractButton
    tabs: tuple[tuple[QTabWidget, QWidget], ...]
    place: str


def view_commands(views: Iterable[View], show: Callable[[str], object], parent: QObject) -> list[QAction]:
    """An action for each button of each view, in their order; it shows the view, and the tab, and presses the button.

    What a view's own `actions()` offer is left out, as is what cannot be seen even when its tab is in front. Of several
    buttons of one name in one place, the first that can be pressed is taken.

    Args:
        show: brings the view of an id to the front. parent: the actions go with it.
    """
    made: list[QAction] = []
    for view in views:
        known = {_plain(one.text()) for one in view.actions()}
        offers: dict[tuple[str, str], _Offer] = {}
        for offer in _offers(view):
            key = _plain(button_name(offer.button)), offer.place
            if key[0] in known:
                continue
            if key not in offers or (offer.button.isEnabled() and not offers[key].button.isEnabled()):
                offers[key] = offer
        made += [_action(view.view_id, offer, show, parent) for offer in offers.values()]
    return made


def button_name(button: QAbstractButton) -> str:
    """What a button does: its text, or what a screen reader says of one that is an icon."""
    return (button.text() or button.accessibleName()).partition("\n")[0].strip()


def _offers(view: View) -> Iterator[_Offer]:
    for button in view.findChildren(QAbstractButton):
        if not isinstance(button, (QPushButton, QToolButton)) or not button_name(button):
            continue
        tabs: list[tuple[QTabWidget, QWidget]] = []
        if _is_within_reach(button, view, tabs):
            titles = [one.tabText(one.indexOf(page)) for one, page in reversed(_tabs_around(button, view))]
            yield _Offer(button, tuple(reversed(tabs)), ", ".join([tr(view.title), *titles]))


def _is_within_reach(button: QWidget, view: QWidget, tabs: list[tuple[QTabWidget, QWidget]]) -> bool:
    """Can it be seen once these tabs, which are added here, are in front?"""
    one: QWidget | None = button
    while one is not None and one is not view:
        above = one.parentWidget()
        if isinstance(above, _WITH_BUTTONS) or (one is button and isinstance(above, QAbstractScrollArea)):
            return False
        if one.isHidden():
            holder = above.parentWidget() if isinstance(above, QStackedWidget) else None
            if not isinstance(holder, QTabWidget):
                return False
            tabs.append((holder, one))
        one = above
    return one is view


def _tabs_around(button: QWidget, view: QWidget) -> list[tuple[QTabWidget, QWidget]]:
    """The tabs that a button stands in, from the innermost, with its page of each."""
    found = []
    one: QWidget | None = button
    while one is not None and one is not view:
        above = one.parentWidget()
        holder = above.parentWidget() if isinstance(above, QStackedWidget) else None
        if isinstance(holder, QTabWidget):
            found.append((holder, one))
        one = above
    return found


def _action(view_id: str, offer: _Offer, show: Callable[[str], object], parent: QObject) -> QAction:
    button = offer.button
    made = QAction(button.icon(), button_name(button), parent)
    made.setShortcut(button.shortcut())
    made.setProperty(PLACE, offer.place)
    made.setEnabled(button.isEnabledTo(button.window()))

    def press() -> None:
        show(view_id)
        for holder, page in offer.tabs:
            holder.setCurrentWidget(page)
        if isValid(button) and button.isEnabled() and button.isVisible():
            button.click()

    made.triggered.connect(lambda _checked=False: press())
    return made


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")
