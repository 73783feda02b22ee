"""The look: the only place that names colours, in a light and a dark set and two of high contrast, and the style
sheet made from them.

Widgets use palette roles; the few tokens that no role covers are read with `tokens_for(widget.palette())`, which
needs no global state. Contrast of every text token on every ground it stands on is checked by a test (4.5 : 1,
and 7 : 1 in the sets of high contrast, which also have borders around everything that can be pressed).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from string import Template

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from memory_desktop.assets import asset
from memory_desktop.bridge.translation import tr
from memory_desktop.ui.restyling import Restyler

MODES = ("system", "light", "dark", "contrast-light", "contrast-dark")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours by meaning, as "#rrggbb". `*_soft` are grounds for text in the plain text colour."""

    name: str
    window: str
    panel: str
    base: str
    raised: str
    text: str
    muted: str
    faint: str
    border: str
    hover: str
    accent: str
    accent_hover: str
    accent_text: str
    selection: str
    info: str
    info_soft: str
    success: str
    success_soft: str
    warning: str
    warning_soft: str
    error: str
    error_soft: str
    mark: str
    vector: str
    keyword: str
    boost: str

    @property
    def ground(self) -> str:
        """ "light" or "dark"."""
        return self.name.rpartition("-")[2]

    @property
    def high(self) -> bool:
        """True for a set of high contrast."""
        return self.name.startswith("contrast-")

    def color(self, token: str) -> QColor:
        """A token as a colour."""
        return QColor(_color(getattr(self, token)))  # a copy: a colour can be changed


@cache
def _color(name: str) -> QColor:
    """A colour by its name, which takes long to read."""
    return QColor(name)


LIGHT = Tokens(
    name="light",
    window="#f6f6f7",
    panel="#f0f0f2",
    base="#ffffff",
    raised="#ffffff",
    text="#1b1d22",
    muted="#5a606c",
    faint="#8b919c",
    border="#dfe0e4",
    hover="#e8e8ec",
    accent="#4a55c8",
    accent_hover="#3e48b3",
    accent_text="#ffffff",
    selection="#e2e4fa",
    info="#3a49b8",
    info_soft="#e9ebfb",
    success="#1b6e42",
    success_soft="#e1f3e8",
    warning="#8a4f00",
    warning_soft="#fdf0d9",
    error="#b3261e",
    error_soft="#fce8e6",
    mark="#ffe69a",
    vector="#4a55c8",
    keyword="#0b6b66",
    boost="#a3450f",
)

DARK = Tokens(
    name="dark",
    window="#1a1b1e",
    panel="#16171a",
    base="#1f2024",
    raised="#2a2c31",
    text="#e7e8eb",
    muted="#a0a6b1",
    faint="#7c828d",
    border="#33353b",
    hover="#292b30",
    accent="#8f98f8",
    accent_hover="#a5adff",
    accent_text="#14151c",
    selection="#2c3154",
    info="#aab2ff",
    info_soft="#262a45",
    success="#7fd4a3",
    success_soft="#1c3427",
    warning="#f0bd6b",
    warning_soft="#3a2d17",
    error="#ff9b92",
    error_soft="#442321",
    mark="#6b5710",
    vector="#8f98f8",
    keyword="#57c4bc",
    boost="#f0a070",
)

CONTRAST_LIGHT = Tokens(
    name="contrast-light",
    window="#ffffff",
    panel="#ffffff",
    base="#ffffff",
    raised="#ffffff",
    text="#000000",
    muted="#303030",
    faint="#505050",
    border="#000000",
    hover="#e6e6e6",
    accent="#0a1a8c",
    accent_hover="#000c5c",
    accent_text="#ffffff",
    selection="#c8d4ff",
    info="#0a1a8c",
    info_soft="#e6eaff",
    success="#00401c",
    success_soft="#ddf5e4",
    warning="#543000",
    warning_soft="#ffeccc",
    error="#8a0010",
    error_soft="#ffe4e2",
    mark="#ffe14d",
    vector="#0a1a8c",
    keyword="#003d3a",
    boost="#5c2400",
)

CONTRAST_DARK = Tokens(
    name="contrast-dark",
    window="#000000",
    panel="#000000",
    base="#000000",
    raised="#000000",
    text="#ffffff",
    muted="#e4e4e4",
    faint="#b4b4b4",
    border="#ffffff",
    hover="#2a2a2a",
    accent="#ffe14d",
    accent_hover="#fff0a0",
    accent_text="#000000",
    selection="#00387a",
    info="#c4ccff",
    info_soft="#10163c",
    success="#8cf0b4",
    success_soft="#00300f",
    warning="#ffd080",
    warning_soft="#3c2600",
    error="#ffb4ac",
    error_soft="#4c0a08",
    mark="#574600",
    vector="#ffe14d",
    keyword="#8cf2ea",
    boost="#ffc8a4",
)

_SETS = {each.name: each for each in (LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK)}
#: Those of high contrast by their accent, which a palette tells as the colour of links.
_HIGH = {QColor(each.accent).rgb(): each for each in (CONTRAST_LIGHT, CONTRAST_DARK)}


#: Colours that tell categories apart, in order; each stands out from the ground of lists and plots by 3 : 1 at least.
_SERIES_LIGHT = ("#3b5bdb", "#c2410c", "#0b7a75", "#9333a8", "#3f7d20", "#c2255c", "#8a5a00", "#5a606c")
_SERIES_DARK = ("#8f98f8", "#f0a070", "#57c4bc", "#d9a0f0", "#9bd06b", "#f59ac0", "#e6c25a", "#a0a6b1")
#: The first and the last colour of what follows in order, as times do.
_RAMP_LIGHT, _RAMP_DARK = ("#b7791f", "#312e9e"), ("#8a6d1f", "#b9c0ff")


def series(palette: QPalette) -> tuple[QColor, ...]:
    """Colours for categories."""
    return tuple(QColor(one) for one in (_SERIES_DARK if is_dark(palette) else _SERIES_LIGHT))


def ramp(palette: QPalette, steps: int) -> tuple[QColor, ...]:
    """So many colours that follow each other."""
    first, last = (QColor(one) for one in (_RAMP_DARK if is_dark(palette) else _RAMP_LIGHT))
    shares = [step / max(1, steps - 1) for step in range(steps)]
    return tuple(
        QColor.fromRgbF(
            first.redF() + (last.redF() - first.redF()) * share,
            first.greenF() + (last.greenF() - first.greenF()) * share,
            first.blueF() + (last.blueF() - first.blueF()) * share,
        )
        for share in shares
    )


def is_dark(palette: QPalette) -> bool:
    """True for a palette with light text: a style sheet can make a widget's ground transparent, never its text."""
    return palette.color(QPalette.ColorRole.Text).lightness() > 128


def tokens_for(palette: QPalette) -> Tokens:
    """The set that belongs to a palette."""
    high = _HIGH.get(palette.color(QPalette.ColorRole.Link).rgb())
    return high or (DARK if is_dark(palette) else LIGHT)


def make_palette(tokens: Tokens) -> QPalette:
    """A palette with every role set."""
    role = QPalette.ColorRole
    plain = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.base,
        role.AlternateBase: tokens.window,
        role.Text: tokens.text,
        role.Button: tokens.raised,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.error,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.Highlight: tokens.selection,
        role.HighlightedText: tokens.text,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.PlaceholderText: tokens.muted,
        role.Accent: tokens.accent,
        role.Light: tokens.raised,
        role.Midlight: tokens.hover,
        role.Mid: tokens.border,
        role.Dark: tokens.border,
        role.Shadow: tokens.border,
    }
    palette = QPalette()
    for which, value in plain.items():
        palette.setColor(which, QColor(value))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(tokens.faint))
    return palette


class Theme(QObject):
    """Follows the system's colour scheme, and its wish for high contrast, unless overridden.

    Signals: `changed` after palette and style are set.
    """

    changed = Signal()

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent or app)
        self._app = app
        self._mode = "system"
        self._applied: Tokens | None = None
        self._restyler = Restyler(app, self)
        app.styleHints().colorSchemeChanged.connect(self._apply)
        app.styleHints().accessibility().contrastPreferenceChanged.connect(self._apply)

    @property
    def mode(self) -> str:
        """One of MODES."""
        return self._mode

    @property
    def tokens(self) -> Tokens:
        """The set in use."""
        return self._applied or LIGHT

    @property
    def pending(self) -> int:
        """How many widgets that are not seen have the colours of before."""
        return self._restyler.pending

    def install(self, mode: str = "system") -> None:
        """Set style and font once, and the colours."""
        self._app.setStyle(tr("Fusion"))
        self._app.setFont(ui_font(self._app.font()))
        self.set_mode(mode)

    @contextmanager
    def dressed_last(self) -> Iterator[None]:
        """While a window is built: its widgets get the style sheet once they are all in their places.

        With the sheet in force, all that is in a widget is styled anew whenever the widget gets another parent: a
        window takes twice as long.
        """
        sheet = self._app.styleSheet()
        self._app.setStyleSheet("")
        try:
            yield
        finally:
            self._app.setStyleSheet(sheet)

    def set_mode(self, mode: str) -> None:
        """Follow the system, or stay with one of the sets."""
        self._mode = mode if mode in MODES else "system"
        scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        ground = _SETS[self._mode].ground if self._mode in _SETS else ""
        self._app.styleHints().setColorScheme(scheme.get(ground, Qt.ColorScheme.Unknown))
        self._apply()

    def _of_system(self) -> Tokens:
        hints = self._app.styleHints()
        return set_of(hints.colorScheme(), hints.accessibility().contrastPreference())

    @Slot()
    def _apply(self) -> None:
        tokens = _SETS[self._mode] if self._mode in _SETS else self._of_system()
        if tokens is self._applied:
            return
        self._applied = tokens
        self._restyler.restyle(make_palette(tokens), style_sheet(tokens))
        self.changed.emit()


def set_of(scheme: Qt.ColorScheme, preference: Qt.ContrastPreference) -> Tokens:
    """The set that fits what a system says of itself."""
    ground = "dark" if scheme == Qt.ColorScheme.Dark else "light"
    return _SETS[f"contrast-{ground}" if preference == Qt.ContrastPreference.HighContrast else ground]


def ui_font(system: QFont) -> QFont:
    """The system's font, or Inter where the platform has no face of its own; at least 13 pixels."""
    font = QFont(system)
    if QGuiApplication.platformName() not in ("cocoa", "windows") and "Inter" in QFontDatabase.families():
        font.setFamily("Inter")
    if QFontInfo(font).pixelSize() < 13:
        font.setPixelSize(13)
    return font


def style_sheet(tokens: Tokens) -> str:
    """The application's style sheet in one set of colours."""
    values = {name: getattr(tokens, name) for name in Tokens.__dataclass_fields__}
    values["chevron_up"] = f'"{asset(f"ui/chevron-up-{tokens.ground}.png").as_posix()}"'
    values["check"] = f'"{asset(f"ui/check-{tokens.ground}.png").as_posix()}"'
    values["chevron_right"] = f'"{asset(f"ui/chevron-right-{tokens.ground}.png").as_posix()}"'
    values["chevron"] = f'"{asset(f"ui/chevron-{tokens.ground}.png").as_posix()}"'
    return Template(_SHEET + _HIGH_SHEET if tokens.high else _SHEET).substitute(values)


_SHEET = """
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QMenuBar { background: $panel; border-bottom: 1px solid $border; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $hover; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 10px; border-radius: 4px; }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::icon { padding-left: 6px; }
QMenu::separator { height: 1px; background: $border; margin: 4px 6px; }
QStatusBar { background: $panel; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }

QLineEdit, QPlainTextEdit, QTextEdit { placeholder-text-color: $muted; }
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateTimeEdit {
    background: $base; color: $text; border: 1px solid $border; border-radius: 6px;
    padding: 5px 8px; selection-background-color: $selection; selection-color: $text;
}
QPlainTextEdit, QTextEdit { padding: 4px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus,
QDateTimeEdit:focus { border: 1px solid $accent; }
QLineEdit:disabled, QComboBox:disabled { color: $faint; background: $window; }
QLineEdit[invalid="true"] { border: 1px solid $error; }
QPlainTextEdit[plain="true"], QTextEdit[plain="true"] { background: transparent; border: none; padding: 0; }
QPlainTextEdit[plain="true"]:focus, QTextEdit[plain="true"]:focus { border: none; }
QComboBox[corner="true"] { margin-right: 10px; }
QComboBox::drop-down { border: none; width: 22px; }
QDateTimeEdit::drop-down { subcontrol-origin: border; subcontrol-position: center right; border: none; width: 26px; }
QComboBox::down-arrow, QDateTimeEdit::down-arrow {
    image: url($chevron); width: 12px; height: 12px; margin-right: 8px;
}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {
    subcontrol-origin: border; width: 20px; border: none; background: transparent;
}
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-position: top right; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-position: bottom right; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url($chevron_up); width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url($chevron); width: 10px; height: 10px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $border; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal {
    width: 14px; height: 14px; margin: -6px 0; border-radius: 7px; background: $accent; border: 1px solid $base;
}
QSlider::handle:horizontal:focus { border: 2px solid $text; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border; outline: none; }

QPushButton {
    background: $raised; color: $text; border: 1px solid $border; border-radius: 6px; padding: 5px 12px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $selection; }
QPushButton:checked { background: $selection; border: 1px solid $accent; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $faint; background: $window; }
QPushButton[primary="true"] {
    background: $accent; color: $accent_text; border: 1px solid $accent; font-weight: 600;
}
QPushButton[primary="true"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[primary="true"]:focus { border: 2px solid $text; padding: 4px 11px; }
QPushButton[primary="true"]:disabled { background: $hover; border-color: $border; color: $muted; }
QPushButton[flat="true"] { background: transparent; border: 1px solid transparent; }
QPushButton[flat="true"]:hover { background: $hover; }
QPushButton[flat="true"]:focus { border: 1px solid $accent; }
QPushButton[link="true"] {
    background: transparent; border: 1px solid transparent; color: $accent; padding: 1px 4px; text-align: left;
}
QPushButton[link="true"][inline="true"] { padding: 1px 4px 1px 0; }
QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton[link="true"]:focus { border: 1px solid $accent; }
QFrame#tagField { background: $base; border: 1px solid $border; border-radius: 6px; }
QFrame#tagField[still="true"] { background: transparent; border: 1px solid transparent; }
QFrame#tagField QLineEdit { border: none; background: transparent; padding: 2px 4px; }
QFrame#tagField QLineEdit:focus { border: none; }
QFrame#tagField QPushButton {
    background: $hover; border: 1px solid transparent; border-radius: 10px; padding: 1px 8px;
}
QFrame#tagField QPushButton:hover { border: 1px solid $faint; }
QFrame#tagField QPushButton:focus { border: 1px solid $accent; }
QFrame#tagField QPushButton:disabled { color: $text; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selection; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton::menu-indicator { image: none; }

QAbstractItemView { background: $base; border: none; outline: none;
    selection-background-color: $selection; selection-color: $text; }
QListView#completions { background: $raised; border: 1px solid $border; padding: 3px; }
QTableView { gridline-color: transparent; }
QTableView::item { padding: 0 8px; border: none; }
QHeaderView { background: $window; border: none; }
QHeaderView::section { background: $window; color: $muted; border: none; border-bottom: 1px solid $border;
    padding: 6px 8px; font-weight: 500; }
QHeaderView::section:hover { color: $text; background: $hover; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableCornerButton::section { background: $window; border: none; }
QTreeView::item, QListView::item { padding: 6px 8px; }
QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTreeView::item:selected, QListView::item:selected { background: $selection; color: $text; }
QTreeView::item:focus, QListView::item:focus { border: 1px solid $accent; padding: 5px 7px; }
QTableView::item:focus { border: 1px solid $accent; padding: 0 7px; }
QTreeView::branch { background: transparent; }
QTreeView::branch:has-children:closed { image: url($chevron_right); }
QTreeView::branch:has-children:open { image: url($chevron); }

QTabWidget::pane { border: none; border-top: 1px solid $border; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $muted; padding: 5px 2px 6px 2px; margin: 0 8px;
    border: 2px solid transparent; }
QTabBar::tab:first { margin-left: 12px; }
QTabBar[snug="true"]::tab { padding: 5px 0 6px 0; margin: 0 2px; }
QTabBar[snug="true"]::tab:first { margin-left: 8px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; border-color: $accent; border-radius: 4px; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: $faint; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    background: transparent; border: none; width: 0; height: 0; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }

QProgressBar { background: $border; border: none; border-radius: 3px; max-height: 6px; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QGroupBox { border: 1px solid $border; border-radius: 8px; margin-top: 18px; padding: 10px; }
QGroupBox::title { subcontrol-origin: margin; left: 2px; color: $muted; }
QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox::indicator, QGroupBox::indicator, QAbstractItemView::indicator, QRadioButton::indicator {
    width: 14px; height: 14px; background: $base; border: 1px solid $muted; border-radius: 4px;
}
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover, QAbstractItemView::indicator:hover { border-color: $text; }
QCheckBox::indicator:checked, QGroupBox::indicator:checked, QAbstractItemView::indicator:checked {
    background: $accent; border-color: $accent; image: url($check);
}
QCheckBox::indicator:indeterminate { background: $accent; border-color: $accent; }
QRadioButton::indicator:checked { border: 5px solid $accent; width: 6px; height: 6px; background: $base; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled, QAbstractItemView::indicator:disabled {
    border-color: $border; background: $window;
}
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled { background: $faint; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $accent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }

QLabel[role="muted"] { color: $muted; }
QLabel[role="title"] { font-size: 18px; font-weight: 600; }
QLabel[role="heading"] { font-size: 15px; font-weight: 600; }
QLabel[role="section"] { color: $muted; font-size: 11px; font-weight: 600; }
QLabel[role="error"] { color: $error; }
QPlainTextEdit[plain="true"][role="muted"] { color: $muted; }
QPlainTextEdit[plain="true"][role="error"] { color: $error; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="success"] { color: $success; }
QLabel[role="chip"] { background: $hover; color: $text; border-radius: 9px; padding: 2px 8px; font-size: 12px; }
QLabel[role="mono"], QPlainTextEdit[role="mono"] { font-family: "DejaVu Sans Mono", monospace; font-size: 12px; }

QWidget#sidebar, QWidget#sidebar QTreeView { background: $panel; }
QWidget#pane, QWidget#inspector { background: $base; }
QWidget#toolbar { background: $base; border-bottom: 1px solid $border; }
QWidget#facets, QWidget#facets QTreeView { background: $window; }
QFrame#banner { border-radius: 8px; border: 1px solid $border; background: $raised; }
QFrame#banner[level="info"] { background: $info_soft; }
QFrame#banner[level="success"] { background: $success_soft; }
QFrame#banner[level="warning"] { background: $warning_soft; }
QFrame#banner[level="error"] { background: $error_soft; border-color: $error; }
QFrame#card { background: $raised; border: 1px solid $border; border-radius: 10px; }
QFrame#card[chosen="true"] { border-color: $accent; }
QFrame#line { background: $border; border: none; max-height: 1px; min-height: 1px; }
"""

#: Where contrast is high, what can be pressed has a border, the focus a thick one, and what is selected a frame.
_HIGH_SHEET = """
QPushButton[flat="true"], QToolButton { border: 1px solid $border; }
QToolButton:checked, QPushButton:checked { border: 2px solid $accent; }
QToolButton:checked { padding: 3px; }
QPushButton:checked { padding: 4px 11px; }
QPushButton:disabled, QToolButton:disabled, QLineEdit:disabled, QComboBox:disabled { border: 1px dashed $faint; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QDateTimeEdit:focus {
    border: 2px solid $accent; padding: 4px 7px;
}
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; padding: 3px; }
QPlainTextEdit[plain="true"]:focus, QTextEdit[plain="true"]:focus { border: 1px solid $accent; padding: 0; }
QPushButton:focus, QPushButton[flat="true"]:focus { border: 2px solid $accent; padding: 4px 11px; }
QPushButton[primary="true"]:focus { border: 3px solid $text; padding: 3px 10px; }
QPushButton[link="true"], QPushButton[link="true"]:focus { padding: 1px 4px; text-decoration: underline; }
QPushButton[link="true"] { border: 1px solid transparent; }
QPushButton[link="true"]:focus { border: 2px solid $accent; padding: 0 3px; }
QPushButton[link="true"][inline="true"] { padding: 1px 4px 1px 0; }
QToolButton:focus { border: 2px solid $accent; padding: 3px; }
QFrame#tagField QLineEdit, QFrame#tagField QLineEdit:focus { border: none; padding: 2px 4px; }
QFrame#tagField QPushButton, QFrame#tagField QPushButton:focus { border: 1px solid $border; padding: 1px 8px; }
QFrame#tagField QPushButton:focus { border: 2px solid $accent; padding: 0 7px; }
QMenu::item:selected, QMenuBar::item:selected { border: 1px solid $accent; }
QTreeView::item:selected, QListView::item:selected { border: 1px solid $accent; }
QTableView::item:selected { border: none; border-top: 1px solid $accent; border-bottom: 1px solid $accent; }
QTreeView::item:selected, QListView::item:selected { padding: 5px 7px; }
QTreeView::item:focus, QListView::item:focus { border: 2px solid $accent; padding: 4px 6px; }
QTableView::item:focus { border: 2px solid $accent; padding: 0 6px; }
QProgressBar { border: 1px solid $border; }
QScrollBar::handle { background: $muted; }
QLabel[role="chip"] { border: 1px solid $border; padding: 1px 7px; }
QCheckBox:focus, QRadioButton:focus { border: 2px solid $accent; border-radius: 4px; }
"""
