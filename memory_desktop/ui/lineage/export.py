"""A lineage as a file: the drawing as SVG or PNG, the graph as DOT or JSON."""

from __future__ import annotations

from pathlib import Path

import orjson
from PySide6.QtCore import QBuffer, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.lineage import to_dot, to_plain
from memory_desktop.durable import write_durably
from memory_desktop.ui.lineage.canvas import LineageCanvas
from memory_desktop.ui.lineage.drawing import Drawing
from memory_desktop.ui.theme import LIGHT

FILTERS = translated(
    {
        "svg": mark("Drawing (*.svg)"),
        "png": mark("Picture (*.png)"),
        "dot": mark("DOT (*.dot)"),
        "json": mark("JSON (*.json)"),
    }
)
_LARGEST = 16_000


def write(canvas: LineageCanvas, drawing: Drawing, path: Path) -> None:
    """Write what the suffix says. Raises OSError when the disk refuses, ValueError for an unknown suffix."""
    match path.suffix.lower().lstrip("."):
        case "svg":
            _svg(canvas, drawing, path)
        case "png":
            _png(canvas, drawing, path)
        case "dot":
            write_durably(path, [to_dot(drawing.graph).encode("utf-8")])
        case "json":
            write_durably(path, [orjson.dumps(to_plain(drawing.graph), option=orjson.OPT_INDENT_2)])
        case other:
            raise ValueError(
                tr(
                    "a lineage is written as {filters}, not as {other}",
                    filters=", ".join(FILTERS),
                    other=other or "nothing",
                )
            )


def _svg(canvas: LineageCanvas, drawing: Drawing, path: Path) -> None:
    made, buffer = QSvgGenerator(), QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    size = drawing.bounds.size().toSize()
    made.setSize(size)
    made.setViewBox(QRectF(0, 0, size.width(), size.height()))
    made.setTitle(tr("Lineage"))
    painter = QPainter(made)
    canvas.paint_on(painter, QRectF(0, 0, size.width(), size.height()), 1.0, -drawing.bounds.topLeft(), LIGHT)
    painter.end()
    write_durably(path, [bytes(buffer.data().data())])


def _png(canvas: LineageCanvas, drawing: Drawing, path: Path) -> None:
    size = drawing.bounds.size()
    zoom = min(2.0, _LARGEST / max(size.width(), size.height(), 1.0))
    image = QImage(QSize(round(size.width() * zoom), round(size.height() * zoom)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    canvas.paint_on(painter, QRectF(image.rect()), zoom, -drawing.bounds.topLeft() * zoom, LIGHT)
    painter.end()
    if not image.save(str(path)):
        raise OSError(tr("{path} cannot be written", path=path))
