"""Makes the icon files of Windows and macOS from the pictures in `resources/icons`: icons.py INTO."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

ICONS = Path(__file__).resolve().parent.parent / "resources" / "icons"
NAME = "memory-desktop"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main(arguments: list[str]) -> int:
    """Write both files."""
    into = Path(arguments[0])
    into.mkdir(parents=True, exist_ok=True)
    pictures = [Image.open(ICONS / f"{NAME}-{size}.png").convert("RGBA") for size in SIZES]
    small = [one for one in pictures if one.width <= 256]
    small[-1].save(into / f"{NAME}.ico", sizes=[one.size for one in small], append_images=small[:-1])
    pictures[-1].save(into / f"{NAME}.icns", append_images=pictures[:-1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
