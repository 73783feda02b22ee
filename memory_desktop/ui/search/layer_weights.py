"""What each layer counts in an answer over all layers: a number for each, changed beside the hits."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QWidget

from memory_desktop.bridge.translation import figure, mark, tr
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.layers.relevance import SOURCES
from memory_desktop.core.settings import SETTINGS, Settings
from memory_desktop.ui.flow_layout import FlowLayout
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import button, label

#: One change is kept for several steps that follow each other within so many milliseconds.
_KEEP_MS = 600
_STEP = 0.25
_WIDTH = 74
_PROPORTIONS = mark("Weights are proportions: only their ratio counts.")


class _Weight(QDoubleSpinBox):
    """A number without zeros at its end: there is little room."""

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """As it is shown, in the writing of the place."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").rstrip(point) if point in text else text


class LayerWeights(QWidget):
    """A row of numbers, which wraps.

    Signals:
        changed: a number is another one: ask again.
        kept: weights by name of a setting, when nothing more was changed for a moment: they are to be stored.
    """

    changed = Signal()
    kept = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("What each layer counts"))
        self._stored: dict[str, float] = {}
        self._saving = False
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_KEEP_MS)
        self._wait.timeout.connect(self.keep)
        self.fields: dict[str, QDoubleSpinBox] = {}
        self._row = row = FlowLayout(self, 10)
        for source in SOURCES:
            self.fields[source] = self._field(source)
            row.addWidget(_pair(layer_word(source).capitalize(), self.fields[source]))
        self.reset = button(tr("Reset"), self.reset_all, role="link")
        self.reset.setAccessibleName(tr("Reset what each layer counts"))
        row.addWidget(self.reset)
        self.proportions = label(tr(_PROPORTIONS), "muted")
        row.addWidget(self.proportions)
        self.reset.hide()
        self.proportions.hide()
        self._stored = self.weights()

    def event(self, event: QEvent) -> bool:
        """The lines are measured again when the fields have got their style, which makes them higher."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show, QEvent.Type.Resize):
            wanted = self._row.heightForWidth(self.width())
            if wanted != self.minimumHeight():
                self.setMinimumHeight(wanted)
        return super().event(event)

    def weights(self) -> dict[str, float]:
        """By source, what is shown."""
        return {source: field.value() for source, field in self.fields.items()}

    def show_settings(self, settings: Settings) -> None:
        """Show what is stored, unless something is being changed; what the environment sets can only be read."""
        if self._wait.isActive() or (self._saving and not self._are_stored(settings)):
            return  # it was read before what is being stored now
        self._saving = False
        for source, field in self.fields.items():
            with QSignalBlocker(field):
                field.setValue(settings.number(_setting(source)))
            field.setEnabled(_setting(source) not in settings.overrides)
        self._stored = self.weights()
        self._offer_reset()

    @Slot()
    def keep(self) -> None:
        """Tell what differs from what is stored."""
        self._wait.stop()
        changes = {_setting(one): weight for one, weight in self.weights().items() if weight != self._stored.get(one)}
        self._stored = self.weights()
        if changes:
            self._saving = True
            self.kept.emit(changes)

    def forget(self) -> None:
        """Another vault's are shown next."""
        self._saving = False

    def reset_all(self) -> None:
        """Let every layer count as it does in a new vault."""
        for source, field in self.fields.items():
            if field.isEnabled():
                field.setValue(_usual(source))
        if self.reset.hasFocus():
            next(iter(self.fields.values())).setFocus()
        self.keep()

    def _are_stored(self, settings: Settings) -> bool:
        return all(settings.number(_setting(source)) == weight for source, weight in self._stored.items())

    def _field(self, source: str) -> QDoubleSpinBox:
        setting = SETTINGS[_setting(source)]
        made = _Weight()
        made.setRange(0.0, float(setting.high or 0.0))
        made.setSingleStep(_STEP)
        made.setDecimals(2)
        made.setValue(_usual(source))
        made.setKeyboardTracking(False)
        made.setFixedWidth(_WIDTH)
        made.setAccessibleName(tr("What {title} counts", title=tr(setting.title)))
        set_tip(
            made, tr("{help} {proportions} Arrow keys change it.", help=tr(setting.help), proportions=tr(_PROPORTIONS))
        )
        made.valueChanged.connect(self._on_changed)
        return made

    @Slot()
    def _on_changed(self) -> None:
        self._wait.start()
        self._offer_reset()
        self.changed.emit()

    def _offer_reset(self) -> None:
        """A way back, where there is one to go; and what the numbers mean, where they are not all as usual."""
        self.reset.setVisible(any(one.isEnabled() and one.value() != _usual(at) for at, one in self.fields.items()))
        self.proportions.setVisible(any(one.value() != _usual(at) for at, one in self.fields.items()))


def told_weights(weights: Mapping[str, float]) -> str:
    """Which sources count otherwise than usual, in words."""
    others = [
        f"{layer_word(source)} {figure(weight, 'g')}" for source, weight in weights.items() if weight != _usual(source)
    ]
    return tr("What each layer counts: {others}", others=", ".join(others) or tr("all the same"))


def _pair(name: str, field: QDoubleSpinBox) -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    title = label(name, "muted")
    title.setBuddy(field)
    row.addWidget(title)
    row.addWidget(field)
    return made


def _setting(source: str) -> str:
    return f"layers.{source}"


def _usual(source: str) -> float:
    return float(SETTINGS[_setting(source)].default)
