"""One look at every view in this process, whose scale Qt has read from the environment; see `tests.pictures.__main__`."""

from __future__ import annotations

import argparse
import json
import logging
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from memory_desktop import app as program
from memory_desktop.ui.theme import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Tokens
from memory_desktop.ui.views import VIEWS
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.placement import WANTED
from tests.cut import cut
from tests.pictures.contrast import AA, AAA, chopped, weak_texts, weak_tokens
from tests.pictures.names import nameless
from tests.pictures.stage import make_vault, opened, pages, settled, until

#: Of the window, in pixels of the screen.
SIZES = (WANTED, QSize(1024, 700))
#: Theme → (its tokens, the least contrast of text).
THEMES: dict[str, tuple[Tokens, float]] = {
    "light": (LIGHT, AA),
    "dark": (DARK, AA),
    "contrast-light": (CONTRAST_LIGHT, AAA),
    "contrast-dark": (CONTRAST_DARK, AAA),
}
#: Themes with a picture of every view; of the others there is one of Home.
PICTURED = ("light", "dark")
#: What is cut is looked for so long, as some of it is laid out a moment after it was read.
_PATIENCE_S = 0.7

#: Lists beside each other share a small screen, and can be scrolled.
_FEW_ROWS = " rows that need "

Found = dict[str, list[str]]


def main() -> None:
    """`make VAULT`, or `look VAULT FILE`, which writes what is wrong into the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["make", "look"])
    parser.add_argument("vault", type=Path)
    parser.add_argument("told", type=Path, nargs="?")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", nargs="+", default=[])
    chosen = parser.parse_args()
    if chosen.what == "make":
        make_vault(chosen.vault)
        return
    found = look(chosen.vault, chosen.out, chosen.only or [view.view_id for view in VIEWS])
    chosen.told.write_text(json.dumps(found), encoding="utf-8")


def look(vault: Path, out: Path | None, views: list[str]) -> Found:
    """What is wrong on any page, by page, size or theme; the first page of each view (see PICTURED) is saved in `out`."""
    app = program._application()
    logging.getLogger("qt").setLevel(logging.ERROR)  # the offscreen platform says what it cannot do
    found: Found = {}
    with tempfile.TemporaryDirectory(prefix="memory-desktop-") as home, opened(app, vault, Path(home)) as window:
        scale = window.devicePixelRatioF()
        for size in SIZES:
            window.resize(size / scale)
            _each(window, views, f"{size.width()}×{size.height()} at {scale:.0%}", lambda _page: _room(window), found)
        window.resize(WANTED / scale)
        for name, (tokens, least) in THEMES.items():
            if scale == 1.0:
                _colors(app, window, name, tokens, least, views, out, found)
    return found


def _colors(
    app: QApplication,
    window: MainWindow,
    name: str,
    tokens: Tokens,
    least: float,
    views: list[str],
    out: Path | None,
    found: Found,
) -> None:
    window.theme.set_mode(name)
    settled(window)
    if weak := weak_tokens(tokens, least):
        found[f"tokens of {name}"] = weak

    def check(page: str) -> list[str]:
        if out is not None and "/" not in page and (name in PICTURED or page == "home"):
            save(window, out / f"{page}-{name}.png")
        return weak_texts(window, least)

    _each(window, views, name, check, found)


def _each(window: MainWindow, views: list[str], when: str, check: Callable[[str], list[str]], found: Found) -> None:
    for view_id in views:
        for page in pages(window, view_id):
            if faults := check(page):
                found[f"{page}, {when}"] = faults


def _room(window: MainWindow) -> list[str]:
    small = window.width() < WANTED.width()

    def faults() -> list[str]:
        told = [*cut(window), *chopped(window), *nameless(window)]
        return [one for one in told if not (small and _FEW_ROWS in one)]

    until(lambda: not faults(), _PATIENCE_S)
    return faults()


def save(window: MainWindow, path: Path) -> None:
    """A picture of the window, with 256 colours: a tenth of the size, and the same to the eye."""
    path.parent.mkdir(parents=True, exist_ok=True)
    assert window.grab().save(str(path)), f"{path} cannot be written"
    with Image.open(path) as full:
        small = full.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


if __name__ == "__main__":
    main()
