"""Icons by name, from QtAwesome's Material Design set, painted in the theme's colours of the moment.

Only QtAwesome's font and its list of names are used: to import the package takes a third as long as all the rest that a
window needs, and it reads nine fonts more.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import orjson
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap

from memory_desktop.ui.theme import tokens_for

NAMES = {
    "home": "mdi6.home-outline",
    "memories": "mdi6.cards-outline",
    "search": "mdi6.magnify",
    "map": "mdi6.map-outline",
    "sync": "mdi6.sync",
    "useful": "mdi6.thumb-up-outline",
    "useless": "mdi6.thumb-down-outline",
    "assembly": "mdi6.group",
    "lineage": "mdi6.source-branch",
    "conversations": "mdi6.forum-outline",
    "layers": "mdi6.layers-outline",
    "history": "mdi6.history",
    "health": "mdi6.heart-pulse",
    "episodic": "mdi6.calendar-text-outline",
    "semantic": "mdi6.book-open-page-variant-outline",
    "procedural": "mdi6.format-list-numbered",
    "emotional": "mdi6.heart-outline",
    "tag": "mdi6.tag-outline",
    "saved": "mdi6.bookmark-outline",
    "agent": "mdi6.robot-outline",
    "user": "mdi6.account-outline",
    "vault": "mdi6.safe-square-outline",
    "add": "mdi6.plus",
    "edit": "mdi6.pencil-outline",
    "forget": "mdi6.trash-can-outline",
    "restore": "mdi6.restore",
    "compare": "mdi6.compare-horizontal",
    "snapshot": "mdi6.camera-outline",
    "review": "mdi6.shield-check-outline",
    "redact": "mdi6.eye-off-outline",
    "lab": "mdi6.flask-outline",
    "redo": "mdi6.redo",
    "reinforce": "mdi6.arrow-up-bold-outline",
    "protect": "mdi6.lock-outline",
    "fade": "mdi6.arrow-down-bold-outline",
    "merge": "mdi6.call-merge",
    "unmerge": "mdi6.call-split",
    "import": "mdi6.tray-arrow-down",
    "export": "mdi6.tray-arrow-up",
    "filter": "mdi6.filter-variant",
    "close": "mdi6.close",
    "pause": "mdi6.pause",
    "play": "mdi6.play",
    "retry": "mdi6.refresh",
    "info": "mdi6.information-outline",
    "success": "mdi6.check-circle-outline",
    "warning": "mdi6.alert-outline",
    "error": "mdi6.alert-circle-outline",
    "check": "mdi6.check",
    "waiting": "mdi6.clock-outline",
    "model": "mdi6.cube-outline",
    "inspector": "mdi6.page-layout-sidebar-right",
    "sidebar": "mdi6.page-layout-sidebar-left",
    "weights": "mdi6.tune-variant",
    "settings": "mdi6.cog-outline",
    "theme": "mdi6.theme-light-dark",
    "keyboard": "mdi6.keyboard-outline",
    "command": "mdi6.apple-keyboard-command",
    "copy": "mdi6.content-copy",
    "open": "mdi6.folder-open-outline",
    "new-vault": "mdi6.folder-plus-outline",
    "sample": "mdi6.compass-outline",
    "connect": "mdi6.connection",
    "expand": "mdi6.unfold-more-horizontal",
    "chevron-down": "mdi6.chevron-down",
    "chevron-right": "mdi6.chevron-right",
    "up": "mdi6.arrow-up",
    "down": "mdi6.arrow-down",
    "more": "mdi6.dots-horizontal",
    "link": "mdi6.arrow-top-right",
    "fit": "mdi6.fit-to-page-outline",
    "columns": "mdi6.view-column-outline",
    "empty": "mdi6.text-box-search-outline",
    "quit": "mdi6.logout",
    "superseded": "mdi6.swap-horizontal",
    "vector": "mdi6.vector-point",
    "keyword": "mdi6.format-text",
}


_FONT = "materialdesignicons6-webfont-"
#: A glyph is so high, in parts of its icon.
_GLYPH = 0.875


def icon(name: str, color: str = "muted") -> QIcon:
    """An icon that follows the theme by itself; `name` is a key of `NAMES` or of the font's, `color` a token."""
    return QIcon(_ThemedEngine(NAMES.get(name, name), color))


@lru_cache(maxsize=1)
def _glyphs() -> tuple[str, dict[str, str]]:
    """The family of the font, and the number of each glyph, in hexadecimal digits, by its name."""
    package = find_spec("qtawesome")
    assert package is not None
    assert package.submodule_search_locations
    fonts = Path(package.submodule_search_locations[0]) / "fonts"
    names: dict[str, str] = orjson.loads(next(fonts.glob(f"{_FONT}charmap-*.json")).read_bytes())
    loaded = QFontDatabase.addApplicationFont(str(next(fonts.glob(f"{_FONT}*.ttf"))))
    return QFontDatabase.applicationFontFamilies(loaded)[0], names


@lru_cache(maxsize=1024)
def _picture(name: str, color: str, width: int, height: int, ratio: float) -> QPixmap:
    """Drawing a glyph costs more than a table of them can afford at each paint, so it is drawn once."""
    pixmap = QPixmap(QSize(max(1, round(width * ratio)), max(1, round(height * ratio))))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    family, glyphs = _glyphs()
    font = QFont(family)
    font.setPixelSize(max(1, round(_GLYPH * height)))
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(QRect(0, 0, width, height), Qt.AlignmentFlag.AlignCenter, chr(int(glyphs[_bare(name)], 16)))
    painter.end()
    return pixmap


def _bare(name: str) -> str:
    return name.removeprefix("mdi6.")


class _ThemedEngine(QIconEngine):
    """Asks for the colour when it paints, so that no icon must be made again when the theme changes."""

    def __init__(self, name: str, token: str) -> None:
        super().__init__()
        self._name = name
        self._token = token

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        tokens = tokens_for(QGuiApplication.palette())
        which = "faint" if mode == QIcon.Mode.Disabled else self._token
        if which == "muted" and mode in (QIcon.Mode.Active, QIcon.Mode.Selected):
            which = "text"
        ratio = painter.device().devicePixelRatio() if painter.device() else 1.0
        picture = _picture(self._name, str(getattr(tokens, which)), rect.width(), rect.height(), float(ratio))
        painter.drawPixmap(rect.topLeft(), picture)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _ThemedEngine(self._name, self._token)
