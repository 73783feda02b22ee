"""The question what is to stand where somebody changed a field in a form, and somebody else changed it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.core.meanwhile import Draft, both
from memory_desktop.core.wording import shortened
from memory_desktop.ui.typed import drop_undo

_LONGEST = 200


def settle(
    parent: QWidget,
    draft: Draft[Any],
    said: Callable[[], Mapping[str, Any]],
    titles: Mapping[str, str],
    say: Callable[[Mapping[str, Any]], None],
    save: Callable[[], None],
) -> None:
    """Save what a form says; where somebody else changed the same fields meanwhile, ask first which is to stand.

    Args:
        parent: the form; its fields let go of what was typed when it is saved, so that Ctrl+Z takes the save back.
        said: what the form says now. titles: of its fields. say: lets fields say something else.
        save: saves what differs from what `draft` has seen.
    """

    def finish() -> None:
        save()
        drop_undo(parent)

    mine = dict(said())
    names = draft.clashes(mine)
    if not names:
        finish()
        return
    seen, theirs = dict(draft.seen), dict(draft.now)

    def keep() -> None:
        draft.overrule(names)
        finish()

    def take() -> None:
        say({name: theirs[name] for name in names})
        draft.overrule(names)
        if draft.changes(said()):
            finish()

    def merge() -> None:
        say({name: type(mine[name])(both(seen[name], mine[name], theirs[name])) for name in names})
        keep()

    lists = all(isinstance(mine[name], list | tuple) for name in names)
    told = [
        tr(
            "{titles}\nYours: {told}\nTheirs: {told2}",
            titles=titles.get(name, name),
            told=_told(mine[name]),
            told2=_told(theirs[name]),
        )
        for name in names
    ]
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Changed meanwhile"))
    box.setText(tr("What you changed was changed meanwhile by somebody else, too. Nothing has been saved yet."))
    box.setInformativeText("\n\n".join(told))
    does = {box.addButton(tr("Keep mine"), QMessageBox.ButtonRole.AcceptRole): keep}
    does[box.addButton(tr("Take theirs"), QMessageBox.ButtonRole.DestructiveRole)] = take
    if lists:
        does[box.addButton(tr("Keep both"), QMessageBox.ButtonRole.AcceptRole)] = merge
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.buttonClicked.connect(lambda clicked: does[clicked]() if clicked in does else None)
    box.open()


def _told(value: Any) -> str:
    """A value in a line."""
    if value is None or value in ("", (), []):
        return tr("nothing")
    if isinstance(value, list | tuple):
        return shortened("; ".join(map(_entry, value)), _LONGEST)
    return shortened(_entry(value), _LONGEST)


def _entry(value: Any) -> str:
    described = getattr(value, "description", None)
    return str(described if described is not None else value)
