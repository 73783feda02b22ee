"""Contrast of the texts that a window draws, as they stand in its picture, and of the tokens that they are made of.

A window is drawn twice: into a device that only takes down which text is drawn where in which colour, and into a picture
at a multiple of its size, in which even thin strokes have their full colour. The ground of a text is the most frequent
colour of its place; a text whose colour is not there is covered or outside, and does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPaintEngine, QPainter, QPicture, QPixmap, QTransform
from PySide6.QtWidgets import QLineEdit, QWidget

from memory_desktop.ui.theme import Tokens

#: WCAG 2.2: the least contrast of text at level AA, at level AAA, and of what is no text.
AA, AAA, NO_TEXT = 4.5, 7.0, 3.0
#: The picture is so many times larger than the window.
_LARGER = 3
#: How far a pixel may be from a colour, of 255, and be that colour.
_NEAR = 24
#: Logical pixels by which a text may reach beyond what it is in: Qt rounds.
_SLACK = 2.0
_GROUNDS = ("window", "panel", "base", "raised", "hover", "selection")
_SOFT = ("info", "success", "warning", "error")
#: (text, ground), by token.
PAIRS = (
    *((text, ground) for text in ("text", "muted") for ground in _GROUNDS),
    *(("text", f"{name}_soft") for name in _SOFT),
    ("accent_text", "accent"),
    ("accent_text", "accent_hover"),
    ("text", "mark"),
    *((name, "base") for name in ("accent", "error", "warning", "success", "info")),
    ("warning", "panel"),
    *((name, ground) for name in ("vector", "keyword", "boost") for ground in ("base", "selection", "hover")),
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A text that was drawn: where, in logical pixels of the window, and in which colour."""

    text: str
    place: QRectF
    color: QColor


def luminance(color: QColor) -> float:
    """Relative luminance (WCAG 2.2), from 0 to 1."""
    parts = [color.redF(), color.greenF(), color.blueF()]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio of two colours (WCAG 2.2), from 1 to 21."""
    a, b = luminance(one), luminance(other)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def weak_tokens(tokens: Tokens, least: float = AA) -> list[str]:
    """Pairs of tokens whose contrast is less."""
    found = {pair: contrast(tokens.color(pair[0]), tokens.color(pair[1])) for pair in PAIRS}
    return [f"{text} on {ground}: {ratio:.2f} : 1" for (text, ground), ratio in found.items() if ratio < least]


def weak_texts(shown: QWidget, least: float = AA) -> list[str]:
    """Texts of a widget whose contrast is less; those of what is disabled may have less."""
    image = _picture(shown)
    found: dict[str, None] = {}
    for one in drawn(shown):
        spot = _pixels(image, one.place)
        owner = shown.childAt(one.place.center().toPoint())
        if spot is None or not one.text.strip() or (owner is not None and not owner.isEnabled()):
            continue
        ground = _most_frequent(spot)
        color = _over(one.color, ground)
        ratio = contrast(color, ground)
        if 1.05 < ratio < least - 0.005 and _is_there(color, spot):
            whose = type(owner).__name__ if owner is not None else "?"
            found[f"“{one.text[:50]}” in {whose}: {color.name()} on {ground.name()} is {ratio:.2f} : 1"] = None
    return list(found)


def chopped(shown: QWidget) -> list[str]:
    """Texts that end at the edge of their widget without dots."""
    found: dict[str, None] = {}
    for one in drawn(shown):
        owner = shown.childAt(QPointF(one.place.left() + 1, one.place.center().y()).toPoint())
        if (
            owner is None
            or isinstance(owner, QLineEdit)
            or one.text.strip("… ") not in str(owner.property("text") or "")
            or not one.text.strip("… ")
        ):
            continue  # covered by another widget, or what a list or a drawing shows
        left = owner.mapTo(shown, QPoint(0, 0)).x()
        if one.place.right() > left + owner.width() + _SLACK:
            beyond = one.place.right() - left - owner.width()
            found[f"“{one.text[:50]}” reaches {beyond:.0f} pixels beyond its {type(owner).__name__}"] = None
    return list(found)


def drawn(shown: QWidget) -> list[Drawn]:
    """Every text that a widget and what is in it draw, those that something else covers, too."""
    notes, picture = _Notes(shown), QPicture()
    painter = QPainter(picture)
    shown.render(painter, QPoint())
    painter.end()
    painter = QPainter(notes)
    painter.drawPicture(0, 0, picture)
    painter.end()
    return notes.engine.found


def _picture(shown: QWidget) -> QImage:
    pixmap = QPixmap(shown.size() * _LARGER)
    pixmap.setDevicePixelRatio(_LARGER)
    shown.render(pixmap)
    return pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)


def _pixels(image: QImage, place: QRectF) -> np.ndarray[Any, Any] | None:
    """The pixels of a place as whole numbers, 0xffRRGGBB; None if it is outside."""
    larger = QRectF(place.topLeft() * _LARGER, place.size() * _LARGER).toAlignedRect()
    part: QRect = larger.intersected(image.rect())
    if part.width() < 2 or part.height() < 2:
        return None
    copied = image.copy(part)
    return np.frombuffer(copied.constBits(), np.uint32).copy()


def _most_frequent(spot: np.ndarray[Any, Any]) -> QColor:
    values, counts = np.unique(spot, return_counts=True)
    return QColor.fromRgb(int(values[counts.argmax()]))


def _is_there(color: QColor, spot: np.ndarray[Any, Any]) -> bool:
    """Whether some pixel is nearly of that colour."""
    wanted = color.rgb()
    near = [np.abs((spot >> at & 255).astype(np.int16) - (wanted >> at & 255)) <= _NEAR for at in (16, 8, 0)]
    return bool((near[0] & near[1] & near[2]).any())


def _over(color: QColor, ground: QColor) -> QColor:
    """A colour that lets something through, on its ground."""
    share = color.alphaF()
    mixed = (round(a * share + b * (1 - share)) for a, b in zip(color.getRgb()[:3], ground.getRgb()[:3], strict=True))
    return QColor(*mixed)


class _Engine(QPaintEngine):
    """Takes down what text is drawn, and draws nothing."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.found: list[Drawn] = []
        self._color = QColor()
        self._at = QTransform()
        self._opacity = 1.0

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: Any) -> None:
        flags, which = state.state(), QPaintEngine.DirtyFlag
        if flags & which.DirtyPen:
            self._color = state.pen().color()
        if flags & which.DirtyTransform:
            self._at = state.transform()
        if flags & which.DirtyOpacity:
            self._opacity = state.opacity()

    def drawTextItem(self, at: QPointF, item: Any) -> None:
        place = QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent())
        color = QColor(self._color)
        color.setAlphaF(color.alphaF() * self._opacity)
        self.found.append(Drawn(item.text(), self._at.mapRect(place), color))

    def _nothing(self, *_what: object) -> None:
        pass

    drawPixmap = drawImage = drawPath = drawRects = drawLines = _nothing
    drawPolygon = drawPoints = drawEllipse = drawTiledPixmap = _nothing


class _Notes(QPaintDevice):
    """As large as a widget, with one device pixel for each logical one."""

    def __init__(self, like: QWidget) -> None:
        super().__init__()
        self.engine = _Engine()
        which = QPaintDevice.PaintDeviceMetric
        dpi = like.logicalDpiX()
        dots = (which.PdmDpiX, which.PdmDpiY, which.PdmPhysicalDpiX, which.PdmPhysicalDpiY)
        self._metrics = {
            **dict.fromkeys(dots, dpi),
            which.PdmWidth: like.width(),
            which.PdmHeight: like.height(),
            which.PdmWidthMM: like.widthMM(),
            which.PdmHeightMM: like.heightMM(),
            which.PdmDepth: 32,
            which.PdmNumColors: 2**31 - 1,
            which.PdmDevicePixelRatio: 1,
            which.PdmDevicePixelRatioScaled: int(QPaintDevice.devicePixelRatioFScale()),
        }

    def paintEngine(self) -> QPaintEngine:
        return self.engine

    def metric(self, which: QPaintDevice.PaintDeviceMetric) -> int:
        return self._metrics.get(which, 0)
