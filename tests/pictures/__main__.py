"""Takes the pictures of the docs, and looks at every view of the window for what nobody should have to see.

    python -m tests.pictures            take the pictures into docs/pictures, and check
    python -m tests.pictures --check    check only
    python -m tests.pictures --out DIR  pictures of another place, to compare

It ends with 1 when, on any tab of any view, a label is cut, a control has no name, or a text has less contrast than WCAG
AA asks for, or AAA in high contrast: at 1280×800 and 1024×700 pixels, each at 100 % and 150 %, and in every theme. The
pictures are made from the sample vault at a fixed time, so that they only change with the program.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
SCALES = (1.0, 1.5)


def main() -> int:
    """The command; 0, or 1 if something was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.pictures", description=(__doc__ or "").split("\n", maxsplit=1)[0]
    )
    parser.add_argument("--check", action="store_true", help="take no pictures")
    parser.add_argument("--out", type=Path, default=PICTURES, help="folder of the pictures (docs/pictures)")
    parser.add_argument("--only", nargs="+", default=[], metavar="VIEW", help="only these views")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memory-desktop-") as folder:
        found = look(Path(folder), None if chosen.check else chosen.out, only=chosen.only)
    for place, faults in found.items():
        for fault in faults:
            print(f"{place}: {fault}")
    print("Nothing was found." if not found else f"{sum(map(len, found.values()))} faults at {len(found)} places.")
    return 1 if found else 0


def look(
    folder: Path, out: Path | None, scales: tuple[float, ...] = SCALES, only: list[str] | None = None
) -> dict[str, list[str]]:
    """What is found wrong, by place.

    Args:
        folder: an empty one, for vaults.
        out: where the pictures go; None takes none.
        only: ids of the views to look at; all, if none is named.
    """
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    run = [sys.executable, "-m", "tests.pictures.look"]
    subprocess.run([*run, "make", folder / "made"], env=environment, cwd=ROOT, check=True)
    found: dict[str, list[str]] = {}
    for scale in scales:
        home = folder / f"{scale}"
        home.mkdir()
        shutil.copytree(folder / "made", home / "Sample year")
        told = home / "found.json"
        pictures = [] if out is None or scale != 1.0 else ["--out", out.absolute()]
        views = ["--only", *only] if only else []
        subprocess.run(
            [*run, "look", home / "Sample year", told, *pictures, *views],
            env={**environment, "QT_SCALE_FACTOR": f"{scale}"},
            cwd=ROOT,
            check=True,
        )
        found |= json.loads(told.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
