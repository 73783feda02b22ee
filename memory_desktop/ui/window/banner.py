"""Banners at the bottom of the view: what just happened, with one thing to do about it; nothing is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import mark, plural, tr
from memory_desktop.ui.announce import announce
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.view import Message, View
from memory_desktop.ui.widgets import button, tool_button
from memory_desktop.ui.window.reach import free, let_reach
from memory_desktop.ui.wrapping import SelectableText

_MAX = 3
#: Pixels that a text is wide at most, and that a stack of banners is wide at least, where there is room.
_WIDEST_TEXT, _NARROWEST = 460, 340
#: While the pointer or the focus is in a banner, it is looked again after so many milliseconds whether it can go.
_LOOK_AGAIN_MS = 2000
_ALL = mark("Undo all")


class Banner(QFrame):
    """One message. Signals: `timed_out(self)`, `closed(self)`; `undo_requested(commands)`."""

    timed_out = Signal(object)
    closed = Signal(object)
    undo_requested = Signal(object)

    def __init__(self, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = message
        self.setObjectName("banner")
        self.setProperty("level", message.level)
        self.setAccessibleName(message.text)
        self._text = SelectableText(tr("Message"), f"{message.text} {message.hint}".strip())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 6, 5)
        row.setSpacing(8)
        row.addWidget(Picture(message.level, message.level))
        row.addWidget(self._text, 1)
        if message.link:
            row.addWidget(button(message.link, self._follow))
        if message.action:
            row.addWidget(button(message.action, self.act))
        row.addWidget(tool_button("close", tr("Close this message"), self.close_now))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time)
        if message.timeout_ms:
            self._timer.start(message.timeout_ms)

    def wished_width(self) -> int:
        """Pixels in which its text stands in one line, or in which a long text is still easy to read."""
        needed = self._text.fontMetrics().horizontalAdvance(self._text.text()) + 8
        return self.sizeHint().width() - self._text.sizeHint().width() + min(needed, _WIDEST_TEXT)

    @Slot()
    def _on_time(self) -> None:
        self.timed_out.emit(self)

    def stay(self) -> None:
        """Ask again a little later whether it can go."""
        self._timer.start(_LOOK_AGAIN_MS)

    @Slot()
    def close_now(self) -> None:
        """Close the banner."""
        self._timer.stop()
        self.closed.emit(self)

    def act(self) -> None:
        """Do what its button does."""
        self.close_now()
        if self.message.on_action is not None:
            cast("Callable[[], object]", self.message.on_action)()
        elif self.message.commands:
            self.undo_requested.emit(self.message.commands)

    def _follow(self) -> None:
        cast("Callable[[], object]", self.message.on_link)()


class BannerStack(QWidget):
    """At most three, the newest at the bottom. Signals: `undo_requested(commands)`.

    It lies over the bottom of a view, at its right, no wider than its texts need: what one is about to click does not
    move when a message comes or goes, and the beginnings of rows stay in sight. Lists below it can be scrolled farther
    meanwhile, so that none of their rows stays hidden. While there is an error that stays until it is closed, the view
    gives up the room for the banners, as far as it can, and nothing is covered. By themselves banners go from the top,
    so that no other takes the place of one that somebody is about to click, and none goes under the pointer.

    What can be undone is not pushed out by what comes later: the oldest such messages become one, which counts them
    and takes all of them back.
    """

    undo_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 4, 12, 8)
        self._column.setSpacing(6)
        self._banners: list[Banner] = []
        self._earlier: tuple[Message, ...] = ()
        self._below: QWidget | None = None
        self._room = QWidget()
        self._room.setFixedHeight(0)
        self._covers = False
        self.hide()

    def lie_over(self, below: QWidget) -> QWidget:
        """Lie over the bottom of a widget, in whose parent it is from now on.

        Returns:
            What is to stand right below that widget: it is as high as the room that the widget gives up.
        """
        self._below = below
        self.setParent(below.parentWidget())
        below.installEventFilter(self)
        if isinstance(below, QStackedWidget):
            below.currentChanged.connect(self._on_other_view)
        return self._room

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """What it lies over, or the foot of the view, has another place or size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide):
            self._settle()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Its banners want another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._settle()
        return super().event(event)

    @Slot()
    def _on_other_view(self) -> None:
        """What is about the view before goes with it."""
        for each in list(self._banners):
            if each.message.of_view:
                self._remove(each)
        self._settle()

    @Slot()
    def _settle(self) -> None:
        below = self._below
        if below is None:
            return
        if not self._banners:
            self._room.setFixedHeight(0)
            if self._covers:
                free(below)
                self._covers = False
            return
        place = below.geometry().united(self._room.geometry()) if self._room.height() else below.geometry()
        stays = any(each.message.level == "error" and not each.message.timeout_ms for each in self._banners)
        width = place.width() if stays else min(place.width(), self._wished_width())
        column = self._column
        wanted = column.heightForWidth(width) if column.hasHeightForWidth() else column.sizeHint().height()
        height = min(max(wanted, column.minimumSize().height()), place.height())
        spare = max(0, place.height() - below.minimumSizeHint().height())
        self._room.setFixedHeight(min(height, spare) if stays else 0)
        bottom = place.bottom() + 1 - (0 if stays else self._foot())
        top = max(place.top(), bottom - height)
        left = place.left() if self.isRightToLeft() else place.right() + 1 - width
        self.setGeometry(left, top, width, height)
        self.raise_()
        self._let_reach()

    def _wished_width(self) -> int:
        margins = self._column.contentsMargins()
        widest = max(each.wished_width() for each in self._banners)
        return max(_NARROWEST, widest) + margins.left() + margins.right()

    def _foot(self) -> int:
        """Pixels at the bottom of the view that stay free: what one is about to click stands there."""
        view = self._below.currentWidget() if isinstance(self._below, QStackedWidget) else None
        foot = view.foot if isinstance(view, View) else None
        if foot is None:
            return 0
        foot.installEventFilter(self)
        return foot.height() if foot.isVisible() else 0

    def _let_reach(self) -> None:
        below = self._below
        if below is not None and self._banners:
            self._covers = True
            let_reach(below, self.geometry().translated(-below.geometry().topLeft()), self._let_reach)

    def show_message(self, message: Message) -> None:
        """Show one; an equal one is shown anew instead of twice, unless each takes back a command of its own."""
        for old in list(self._banners):
            if old.message.text == message.text and not (old.message.commands and message.commands):
                self._remove(old)
        self._make_room()
        said = f"{message.text} {message.hint}".strip()
        announce(self._add(message, len(self._banners)), said, urgent=message.level in ("warning", "error"))

    def clear(self) -> None:
        """Close all banners."""
        for each in list(self._banners):
            self._remove(each)

    def take_back(self, text: str) -> None:
        """Close a message that no longer holds."""
        for each in list(self._banners):
            if each.message.text == text:
                self._remove(each)

    def take_back_refusals(self) -> None:
        """Close what says that something was refused which was asked for in this view: something was done since."""
        for each in list(self._banners):
            if each.message.of_view and each.message.level == "error":
                self._remove(each)

    def take_back_command(self, command: int) -> None:
        """Close the message of a command that was undone, and count it no more among the earlier ones."""
        for each in list(self._banners):
            if command not in each.message.commands:
                continue
            counted = self._earlier if _counts(each.message) else ()
            self._remove(each)
            self._count([one for one in counted if command not in one.commands])

    def texts(self) -> list[str]:
        """What is shown now."""
        return [each.message.text for each in self._banners]

    def _add(self, message: Message, place: int) -> Banner:
        made = Banner(message)
        made.timed_out.connect(self._on_time)
        made.closed.connect(self._remove)
        made.undo_requested.connect(self.undo_requested)
        self._banners.insert(place, made)
        self._column.insertWidget(place, made)
        made.show()
        self.show()
        self._settle()
        return made

    def _make_room(self) -> None:
        """One place is free afterwards."""
        if len(self._banners) < _MAX:
            return
        plain = [each for each in self._banners if not each.message.commands]
        if plain:
            self._remove(plain[0])
            return
        first, second = self._banners[0], self._banners[1]
        earlier = [*(self._earlier if _counts(first.message) else [first.message]), second.message]
        self._remove(first)
        self._remove(second)
        self._count(earlier)

    def _count(self, earlier: Sequence[Message]) -> None:
        """Show some messages of commands as one."""
        if len(earlier) == 1:
            self._add(earlier[0], 0)
        elif earlier:
            self._earlier = tuple(earlier)
            commands = tuple(command for one in earlier for command in one.commands)
            changes = plural("{n} earlier change", "{n} earlier changes", len(earlier))
            text = f"{changes}: {' '.join(one.text for one in earlier)}"
            self._add(Message(text, level="success", action=tr(_ALL), commands=commands), 0)

    @Slot(object)
    def _on_time(self, banner: Banner) -> None:
        focus = QApplication.focusWidget()
        held = self.underMouse() or (focus is not None and self.isAncestorOf(focus))
        above = self._banners[: self._banners.index(banner)] if banner in self._banners else []
        if held or any(each.message.timeout_ms for each in above):
            banner.stay()
        else:
            banner.close_now()

    @Slot(object)
    def _remove(self, banner: Banner) -> None:
        if banner in self._banners:
            self._banners.remove(banner)
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        if not any(_counts(each.message) for each in self._banners):
            self._earlier = ()
        self.setVisible(bool(self._banners))
        self._settle()


def _counts(message: Message) -> bool:
    """Whether it stands for several earlier ones."""
    return message.action == tr(_ALL)
