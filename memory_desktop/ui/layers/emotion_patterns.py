"""What a user's emotional events come to: usual mood, triggers, what helped, and words for feelings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.layer_words import approach_word, emotion_word, mood_words, support_words
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.core.layers.emotional import ENOUGH, EmotionalPattern, Occurrence
from memory_desktop.ui.lists import or_empty
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, EmptyState, label

_WORDS = 12
_NO_TRIGGER = translated((mark("No topic came up twice yet"), "", ""))
_NO_SUPPORT = translated((mark("Not known yet"), ""))


class PatternsTab(QWidget):
    """See the module."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mood = label("", "", wrap=True)
        self.based = label("", "muted", wrap=True)
        self.triggers = PlainTable((tr("Trigger"), tr("Events"), tr("Mostly")), tr("Triggers"))
        self.support = PlainTable((tr("What helped"), tr("How well")), tr("What helped"))
        set_tip(
            self.support,
            tr("Mean effectiveness from 0 to 1, where it was measured: as somebody said, or as the mood changed then"),
        )
        self.words = label("", "", wrap=True)
        full = QWidget()
        lines = QVBoxLayout(full)
        lines.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        lines.addWidget(label(tr("Usual mood"), "section"))
        lines.addWidget(self.mood)
        lines.addWidget(self.based)
        lines.addSpacing(SPACE // 2)
        self.triggers.set_at_right(1)
        self.triggers.give_room(0, (1,), least=90)
        self.support.give_room(1, least=60)
        for made in (self.triggers, self.support):
            made.setMinimumHeight(72)
            lines.addWidget(made, 1)
        lines.addWidget(label(tr("Words for feelings"), "section"))
        lines.addWidget(self.words)
        self.empty = EmptyState("layers", tr("Not enough yet"))
        self.pages = or_empty(full, self.empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def show_patterns(self, pattern: EmotionalPattern | None, events: Sequence[Occurrence]) -> None:
        """Show what these events of one user come to; None: they are of several users."""
        self.pages.setCurrentIndex(0 if pattern is not None and pattern.enough else 1)
        if pattern is None:
            self.empty.title.setText(tr("Choose a user"))
            self.empty.text.setText(tr("Patterns are told for each user; choose one at the top."))
        elif not pattern.enough:
            self.empty.title.setText(tr("Not enough yet"))
            self.empty.text.setText(
                tr(
                    "Patterns need {enough} emotional events; there are {events} so far.",
                    enough=ENOUGH,
                    events=pattern.events,
                )
                if pattern.events
                else tr("Patterns are told once there are {enough} emotional events.", enough=ENOUGH)
            )
        else:
            self._show(pattern, events)

    def _show(self, pattern: EmotionalPattern, events: Sequence[Occurrence]) -> None:
        said = mood_words(pattern)
        self.mood.setText(said[:1].upper() + said[1:])
        self.based.setText(
            tr(
                "Of {event}; valence is from −1, unpleasant, to +1, pleasant",
                event=plural("{n} emotional event", "{n} emotional events", pattern.events),
            )
        )
        self.triggers.fill([_trigger(topic, events) for topic in pattern.emotional_triggers] or [_NO_TRIGGER])
        helped = [
            (
                tr("{name} (helps)", name=approach_word(name))
                if name in pattern.coping_preferences
                else approach_word(name),
                worked,
            )
            for name, worked in support_words(pattern)
        ]
        self.support.fill(helped or [_NO_SUPPORT])
        self.words.setText(", ".join(pattern.emotional_vocabulary[:_WORDS]) or tr("Not known yet"))


def _trigger(topic: str, events: Sequence[Occurrence]) -> tuple[str, str, str]:
    emotions = Counter(one.like[0] for one in events if one.like[1] == " ".join(topic.casefold().split()))
    most = min(emotions, key=lambda name: (-emotions[name], name), default="")
    return topic, f"{grouped(emotions.total())}", emotion_word(most)
