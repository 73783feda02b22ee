"""Names the packages that bring the shared libraries which a window needs on Linux and Qt does not bring."""

from __future__ import annotations

import ctypes
import re

#: What the loader says of a library that is not there.
_MISSING = re.compile(r"\b(lib[\w.+-]+\.so[.\d]*): cannot open shared object file")
#: Library → its package on Debian and Ubuntu, Fedora, Arch. Where one is missing, others often are as well.
_PACKAGES = {
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb", "libxcb"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
}
_INSTALL = ("Debian or Ubuntu: sudo apt install", "Fedora: sudo dnf install", "Arch: sudo pacman -S")


def lacking(problem: str) -> tuple[str, str] | None:
    """What is missing and what installs it, in a sentence each, where the loader's `problem` is a missing library."""
    found = _MISSING.search(problem)
    if found is None:
        return None
    missing = list(dict.fromkeys([found[1], *(name for name in _PACKAGES if not _loads(name))]))
    those = "a library that is" if len(missing) == 1 else "libraries that are"
    said = f"The window needs {those} not installed: {', '.join(missing)}."
    packages = [_PACKAGES[name] for name in missing if name in _PACKAGES]
    ways = [
        f"{install} {' '.join(dict.fromkeys(each))}"
        for install, each in zip(_INSTALL, zip(*packages, strict=True), strict=False)
    ]
    return said, f"{'; '.join(ways)}." if ways else "Install the package of your system that brings it."


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
