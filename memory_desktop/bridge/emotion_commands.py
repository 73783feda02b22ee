"""The user's commands on emotional events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.bridge.translation import tr
from memory_desktop.core.layers.emotional import EmotionEdit

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine


def record_emotion(commands: Commands, text: str, given: EmotionEdit, user: str, at: datetime | None = None) -> None:
    """Record what was felt, now or at another time."""

    def work(engine: Engine) -> Done:
        made = engine.layers.emotions.record(text, given, user=user, at=at)
        if made is None:
            return Done(tr("The emotional event is held back, and waits in Review."))
        return Done(tr("Recorded the emotional event."), undoable=True)

    commands.run(work)


def correct_emotion(
    commands: Commands,
    id: str,
    change: EmotionEdit,
    seen: Mapping[str, Any],
    user: str | None = None,
    at: datetime | None = None,
) -> None:
    """Give fields of an event, which were seen as `seen`; say whose it is, and when it was felt. None: as it is."""

    def work(engine: Engine) -> Done:
        before = engine.head
        engine.layers.emotions.correct(id, change, seen=seen, user=user, at=at)
        return (
            Done(tr("Saved the emotional event."), undoable=True)
            if engine.head != before
            else Done(tr("Nothing changed."))
        )

    commands.run(work)


def reread_emotion(commands: Commands, id: str) -> None:
    """Read an event again from its conversation, but for what somebody gave."""

    def work(engine: Engine) -> Done:
        before = engine.head
        engine.layers.emotions.reread(id)
        if engine.head == before:
            return Done(tr("Reading it again tells nothing new."))
        return Done(tr("Read the emotional event again."), undoable=True)

    commands.run(work)


def retire_emotion(commands: Commands, id: str) -> None:
    """Forget an event."""

    def work(engine: Engine) -> Done:
        engine.layers.emotions.retire([id])
        return Done(tr("Retired the emotional event."), undoable=True)

    commands.run(work)
