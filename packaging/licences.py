"""Writes down the licences of everything that the installed program brings along (`packaging/build.py` starts it).

    python packaging/licences.py INTO.txt [FOLDER]

Runs in the Python that the program is built with: the packages are those that Memory Desktop needs, there. FOLDER is
the built program: for its libraries that came from a Debian system, the copyright files of their packages are added.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
#: Needed by others, and left out of the program (see `memory_desktop.spec`).
LEFT_OUT = {"hf-xet", "memory-desktop", "pillow", "qtpy"}
_LINE = "=" * 100
_TEXTS = re.compile(r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE)
#: For packages whose distribution has no file with the text.
_APACHE = (ROOT / "LICENSE").read_text(encoding="utf-8")
_QT = """Qt and Qt for Python (PySide6, shiboken6) are used under the GNU Lesser General Public License, version 3, as
unmodified libraries. They lie beside the program as files of their own (_internal/PySide6) and can be replaced by
others that have the same interface. Sources: https://download.qt.io/official_releases/QtForPython/ and
https://download.qt.io/official_releases/qt/. The text of the licence: https://www.gnu.org/licenses/lgpl-3.0.txt (on
Debian: /usr/share/common-licenses/LGPL-3). Qt contains third-party code: https://doc.qt.io/qt-6/licenses-used-in-qt.html"""
_FONT = (
    "The icons are from Material Design Icons (https://materialdesignicons.com), under the Apache License, Version 2.0."
)
_BOOT = """The program is started by PyInstaller's boot loader, which is licensed under the GNU General Public License,
version 2 or later, with an exception: it may be distributed with any program, of any licence, that is built with it."""


def main(arguments: list[str]) -> int:
    """Write the file."""
    parts = [("Memory Desktop", (ROOT / "NOTICE").read_text(encoding="utf-8"), [_APACHE])]
    parts += [("Material Design Icons", _FONT, []), ("PyInstaller", _BOOT, []), ("Python", *_python())]
    for one in sorted(needed("memory-desktop").values(), key=lambda one: one.name.lower()):
        parts.append((f"{one.name} {one.version}", _said(one), _texts(one)))
    if len(arguments) > 1:
        parts += _from_the_system(Path(arguments[1]))
    contents = "\n".join(f"  {title}: {said.splitlines()[0]}" for title, said, _ in parts)
    bodies = [f"{_LINE}\n{title}\n{_LINE}\n\n{said}\n\n" + "\n\n".join(texts) for title, said, texts in parts]
    text = f"What Memory Desktop consists of, and under which licences\n\n{contents}\n\n" + "\n\n".join(bodies)
    Path(arguments[0]).write_text(text, encoding="utf-8")
    return 0


def needed(name: str) -> dict[str, Distribution]:
    """The packages that a package needs on this system, and what they need, by their names."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(name)]
    while waiting:
        wanted = waiting.pop()
        one = distribution(wanted.name)
        for line in one.requires or []:
            requirement = Requirement(line)
            extras = wanted.extras or {""}
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
                key = re.sub(r"[-_.]+", "-", requirement.name).lower()
                if key not in found and key not in LEFT_OUT:
                    found[key] = distribution(requirement.name)
                    waiting.append(requirement)
    return found


def _said(one: Distribution) -> str:
    """What a package says of its licence in its metadata."""
    if one.name.lower().startswith(("pyside6", "shiboken6")):
        return _QT
    data = one.metadata
    classified = [line.split(" :: ")[-1] for line in data.get_all("Classifier") or [] if line.startswith("License")]
    words = data.get("License-Expression") or " / ".join(classified) or (data.get("License") or "see the text").strip()
    home = data.get("Home-page") or next(iter(data.get_all("Project-URL") or []), "").partition(", ")[2]
    return f"{words.splitlines()[0]}\n{home}".strip()


def _texts(one: Distribution) -> list[str]:
    files = [file for file in one.files or [] if _TEXTS.search(str(file)) and ".py" not in file.suffix]
    return [Path(str(one.locate_file(file))).read_text(encoding="utf-8", errors="replace").strip() for file in files]


def _python() -> tuple[str, list[str]]:
    said = f"Python {sys.version.split()[0]}: Python Software Foundation License, Version 2"
    places = [Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", Path("/usr/share/doc/python3.11/copyright")]
    return said, [path.read_text(encoding="utf-8", errors="replace") for path in places if path.is_file()][:1]


def _from_the_system(folder: Path) -> list[tuple[str, str, list[str]]]:
    """Of the libraries that lie flat in the program's folder: Debian's word on those that its packages own."""
    packages: dict[str, list[str]] = {}
    for library in sorted((folder / "_internal").glob("lib*.so*")):
        if not library.is_symlink() and not library.name.startswith("libpython"):
            found = subprocess.run(["dpkg", "-S", f"*/{library.name}"], capture_output=True, text=True, check=False)
            if found.returncode == 0:
                packages.setdefault(found.stdout.partition(":")[0], []).append(library.name)
    parts = []
    for package, libraries in packages.items():
        copyright = Path(f"/usr/share/doc/{package}/copyright")
        if copyright.is_file():
            said = f"from Debian ({', '.join(libraries)})"
            parts.append((package, said, [copyright.read_text(encoding="utf-8", errors="replace")]))
    return parts


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
