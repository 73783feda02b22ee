"""The form of a user's summary and of what is remembered of their conversations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import mark, tr, translated, within
from memory_desktop.core.conversation.retention import Retention, retention_of
from memory_desktop.core.conversation.summary import ConversationSummary, empty_summary, revised
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label
from memory_desktop.ui.widgets import SPACE, label
from memory_desktop.ui.written_line import WrittenLine

_IDENTITY = translated(
    {
        "user_name": mark("Name of the user"),
        "ai_name": mark("Name of the assistant"),
        "location": mark("Where the user is"),
    }
)
_LISTS = translated(
    {
        "topics": mark("Topics"),
        "entities": mark("Names"),
        "points": mark("Points to remember"),
        "preferences": mark("Likes and dislikes"),
    }
)
_KINDS = translated({"pref": mark("Preferences"), "fact": mark("Facts"), "rule": mark("Rules")})
_YOURS = mark("set by you")
_FOREVER = 36_500.0


class UserForm(QScrollArea):
    """See the module.

    Attributes:
        shown: the summary that the form began with.

    Signals: `changed()`, somebody typed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = empty_summary("")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(230)
        self.identity: dict[str, QLineEdit] = {}
        self._yours: dict[str, QLabel] = {}
        self.lists: dict[str, EntriesEdit] = {}
        self.kinds: dict[str, QCheckBox] = {}
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        self._column.setSpacing(SPACE // 2)
        self._make_identity()
        self._make_lists()
        self._make_retention()
        self._column.addStretch(1)
        self.setWidget(page)
        self.show_summary(self.shown)

    # --- parts --------------------------------------------------------------------------------

    def _heading(self, text: str, about: str) -> None:
        self._column.addSpacing(SPACE)
        self._column.addWidget(label(text, "heading"))
        self._column.addWidget(label(about, "muted", wrap=True))
        self._column.addSpacing(SPACE // 2)

    def _make_identity(self) -> None:
        self._heading(tr("Who they are"), tr("What you set here is never overwritten by the program."))
        for name, title in _IDENTITY.items():
            field = WrittenLine()
            field.setAccessibleName(title)
            field.written.connect(self._on_typed)
            self.identity[name] = field
            made = self._yours[name] = field_label(title, field)
            self._column.addWidget(made)
            self._column.addWidget(field)

    def _make_lists(self) -> None:
        self._heading(tr("Summary"), tr("One entry a line. An entry that you remove does not come back by itself."))
        for name, title in _LISTS.items():
            field = self.lists[name] = EntriesEdit(title)
            field.textChanged.connect(self._on_typed)
            self._column.addWidget(field_label(title, field))
            self._column.addWidget(field)

    def _make_retention(self) -> None:
        self._heading(
            tr("What to remember"), tr("For this user only. Turns that are left out are not recorded at all.")
        )
        self.days = QDoubleSpinBox()
        self.days.setRange(0.0, _FOREVER)
        self.days.setDecimals(0)
        self.days.setSuffix(tr(" days"))
        self.days.setSpecialValueText(tr("Never"))
        self.days.setAccessibleName(tr("Forget turns after so many days"))
        self.days.setMinimumWidth(120)
        self.days.valueChanged.connect(self._on_typed)
        row = QFormLayout()
        row.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        row.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)  # beside its field, the form is cut when narrow
        row.addRow(field_label(tr("Forget turns after"), self.days), self.days)
        self._column.addLayout(row)
        self._column.addWidget(label(tr("They are forgotten, not purged: Undo brings them back."), "muted", wrap=True))
        self.words = EntriesEdit(tr("Words of turns that are not recorded"), "password")
        self.topics = EntriesEdit(tr("Topics of turns that are not recorded"), "health")
        for title, field in (
            (tr("Do not record turns with these words"), self.words),
            (tr("Do not record turns about these topics"), self.topics),
        ):
            field.textChanged.connect(self._on_typed)
            self._column.addSpacing(SPACE // 2)
            self._column.addWidget(field_label(title, field))
            self._column.addWidget(field)
        self._column.addSpacing(SPACE // 2)
        self._column.addWidget(label(tr("Learn from turns"), "muted"))
        for kind, title in _KINDS.items():
            box = self.kinds[kind] = QCheckBox(title)
            box.setAccessibleName(tr("Learn {title} from turns", title=within(title)))
            box.toggled.connect(self._on_typed)
            self._column.addWidget(box)

    # --- showing ------------------------------------------------------------------------------

    def show_summary(self, summary: ConversationSummary) -> None:
        """Begin with a summary."""
        self.shown = summary
        self._show({}, summary.retention)

    def renew(self, summary: ConversationSummary) -> None:
        """Begin with a later summary of the same user, and keep what was typed."""
        typed, kept = revised(self.shown, self.wanted(), summary), self.retention()
        retention = kept if kept != self.shown.retention else summary.retention
        self.shown = summary
        self._show(typed, retention)

    def _show(self, typed: Mapping[str, Any], kept: Retention) -> None:
        """Show the summary, but for what was typed."""
        summary = self.shown
        limits = (self.days, self.words, self.topics, *self.kinds.values())
        blockers = [QSignalBlocker(field) for field in (*self.identity.values(), *self.lists.values(), *limits)]
        for name, line in self.identity.items():
            text = str(typed.get(name, summary.identity.get(name, "")))
            if " ".join(line.text().split()) != text:
                line.setText(text)
            yours = f"  ({tr(_YOURS)})" if name in summary.held else ""
            self._yours[name].setText(_IDENTITY[name] + yours)
        for name, entries in self.lists.items():
            entries.show_entries(typed.get(name, summary.entries(name)))
        self.days.setValue(kept.days)
        self.words.show_entries(kept.words)
        self.topics.show_entries(kept.topics)
        for kind, box in self.kinds.items():
            box.setChecked(kind not in kept.kinds)
        del blockers
        self.changed.emit()

    def wanted(self) -> dict[str, Any]:
        """What the form says, by the names that `edit_summary` knows; only what differs from what was shown."""
        made: dict[str, Any] = {}
        for name, line in self.identity.items():
            text = " ".join(line.text().split())
            if text != self.shown.identity.get(name, ""):
                made[name] = text
        for name, field in self.lists.items():
            entries = field.entries()
            if entries != list(self.shown.entries(name)):
                made[name] = entries
        if self.retention() != self.shown.retention:
            made["retention"] = self.retention().to_json()
        return made

    def retention(self) -> Retention:
        """What is kept of the user's conversations, as the form says it."""
        before = self.shown.retention
        # A part of a day, or a kind that this form does not know, was set elsewhere and stays.
        days = before.days if round(before.days) == self.days.value() else self.days.value()
        off = [kind for kind, box in self.kinds.items() if not box.isChecked()]
        kinds = [kind for kind in before.kinds if kind in off or kind not in self.kinds]
        kinds += [kind for kind in off if kind not in kinds]
        said = {"days": days, "words": self.words.entries(), "topics": self.topics.entries(), "kinds": kinds}
        return retention_of(said)

    def dirty(self) -> bool:
        """Whether something was changed."""
        return bool(self.wanted())

    def set_read_only(self, read_only: bool) -> None:
        """It can be read, and changed or not."""
        for line in self.identity.values():
            line.setReadOnly(read_only)
        for field in (*self.lists.values(), self.words, self.topics):
            field.setReadOnly(read_only)
        self.days.setReadOnly(read_only)
        for box in self.kinds.values():
            box.setEnabled(not read_only)

    @Slot()
    def _on_typed(self) -> None:
        self.changed.emit()
