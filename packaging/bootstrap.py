"""The two commands of the README: everything a fresh machine needs, then the window, or the tests.

    python3 packaging/bootstrap.py demo     install, then open the window on a sample vault
    python3 packaging/bootstrap.py test     install, then run the tests

Needs Python 3.11 or newer and nothing else. Makes `.venv` beside the project with exactly the versions in
`packaging/constraints.txt`. On Linux it looks whether Qt's few system libraries are there; if not, it installs them
where it may (root, apt), and says what to install where it may not.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
# Library that must load → Debian package that brings it. The second group is for a screen (X11) only.
OFFSCREEN = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
ON_SCREEN = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}


def main(arguments: list[str]) -> int:
    """Do what the first argument says; the rest goes to the program."""
    if sys.version_info < (3, 11):
        print(f"Memory Desktop needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    if not arguments or arguments[0] not in ("demo", "test", "install"):
        print(__doc__, file=sys.stderr)
        return 2
    what, rest = arguments[0], arguments[1:]
    system_libraries()
    python = install(with_tests=what != "demo")
    if what == "demo":
        return subprocess.call([python, "-m", "memory_desktop", "demo", *rest])
    if what == "test":
        return test(python, rest)
    print(f"Installed in {VENV}.")
    return 0


def test(python: str, arguments: list[str]) -> int:
    """Run the tests; those that time the window come last, when no other runs beside them."""
    # A file of tests stays in one process: what its tests share is made once.
    code = subprocess.call([python, "-m", "pytest", "-n", "auto", "--dist", "loadfile", *arguments], cwd=ROOT)
    if code or arguments:
        return code
    return subprocess.call([python, "-m", "pytest", "-m", "alone"], cwd=ROOT)


def install(*, with_tests: bool) -> str:
    """Make the environment and install the project into it, once for each state of its requirements."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        pip_for_venv()
        venv.create(VENV, with_pip=True, clear=True)
    wanted = hashlib.sha256(CONSTRAINTS.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    mark = VENV / f"installed-{'test' if with_tests else 'run'}"
    if not mark.exists() or mark.read_text(encoding="ascii") != wanted:
        target = f"{ROOT}[test]" if with_tests else str(ROOT)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.check_call([*pip, "--constraint", str(CONSTRAINTS), "--editable", target])
        mark.write_text(wanted, encoding="ascii")
    return str(python)


def pip_for_venv() -> None:
    """Debian's Python leaves out what puts pip into an environment, as a package of its own."""
    if importlib.util.find_spec("ensurepip") is not None:
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not apt_install([package]):
        print(
            f"Python's venv module is not complete. On Debian or Ubuntu: sudo apt-get install {package}",
            file=sys.stderr,
        )
        sys.exit(1)


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages where we may; False where we may not."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return False
    subprocess.call([apt, "update", "-qq"])
    subprocess.check_call([apt, "install", "-y", "-qq", "--no-install-recommends", *packages])
    return True


def system_libraries() -> None:
    """See that Qt can load on this Linux; elsewhere its wheels bring everything."""
    if not sys.platform.startswith("linux"):
        return
    needed = dict(OFFSCREEN)
    if os.environ.get("DISPLAY"):
        needed |= ON_SCREEN
    missing = [package for library, package in needed.items() if not loads(library)]
    if not missing:
        return
    if not apt_install(missing):
        print("Qt needs system libraries. On Debian or Ubuntu:", file=sys.stderr)
        print(f"  sudo apt-get install {' '.join(missing)}", file=sys.stderr)


def loads(library: str) -> bool:
    """Can the dynamic linker find it?"""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
