"""How the window says what happened: banners for messages and faults that are known, a dialog for a bug."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.commands import Done
from memory_desktop.bridge.translation import tr
from memory_desktop.core.errors import ClosedError, KnownError, VaultDamagedError, WriteAheadLogError
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.banner import BannerStack
from memory_desktop.ui.window.errors import BugDialog, as_message
from memory_desktop.ui.window.own_undo import OwnUndo
from memory_desktop.ui.window.vault_controller import VaultController

_log = logging.getLogger(__name__)


class Teller(QObject):
    """See the module.

    Args:
        deeds: told of what a message offers to take back. review: shows a held item, by its id, in the Review view.
    """

    def __init__(
        self,
        banners: BannerStack,
        deeds: OwnUndo,
        controller: VaultController,
        review: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._banners = banners
        self._deeds = deeds
        self._controller = controller
        self._review = review
        self._window = parent

    @Slot(object)
    def tell(self, what: object) -> None:
        """Show a `Message` or an error in the way that fits it."""
        if isinstance(what, ClosedError):
            return  # a read that was on its way when what it read was closed: nobody waits for it any more
        if isinstance(what, Message):
            self._banners.show_message(self._deeds.note(what))
        elif isinstance(what, VaultDamagedError) and what.rebuildable is not None:
            mend = partial(self._controller.rebuild, what.rebuildable)
            self._banners.show_message(replace(as_message(what), action=tr("Rebuild"), on_action=mend))
        elif isinstance(what, WriteAheadLogError):
            go_on = partial(self._controller.open_without_newest, what.vault)
            self._banners.show_message(replace(as_message(what), action=tr("Set aside and open"), on_action=go_on))
        elif isinstance(what, KnownError):
            self._banners.show_message(as_message(what))
        elif isinstance(what, BaseException):
            _log.error("bug", exc_info=what)
            BugDialog(what, self._window).open()

    def tell_done(self, done: Done) -> None:
        """Say what a command did, with a way to take it back, and one to what it left waiting for a decision.

        What says that a former command was refused goes: whoever asked for it has mended that, or gone on.
        """
        self._banners.take_back_refusals()
        for command in done.undone:
            self._banners.take_back_command(command)
        undo = done.undoable and bool(done.commands)
        self._banners.show_message(
            Message(
                done.text,
                level="success" if undo else "info",
                action=tr("Undo") if undo else "",
                commands=done.commands,
                link=tr("Review") if done.held else "",
                on_link=partial(self._review, done.held) if done.held else None,
            )
        )
