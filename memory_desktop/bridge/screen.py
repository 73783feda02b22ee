"""Looks whether Qt can come up on the screen, before it is asked to: where it cannot, it aborts the process."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from PySide6.QtCore import QLibraryInfo, QPluginLoader

from memory_desktop import libraries
from memory_desktop.bridge.translation import tr
from memory_desktop.core.errors import KnownError


def check_screen(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> None:
    """Load what Qt will load to reach an X server, which costs it nothing later.

    Raises:
        KnownError: a library is missing (it is named, with its package), or there is no screen.
    """
    asked = environ.get("QT_QPA_PLATFORM", "")
    wayland = environ.get("WAYLAND_DISPLAY")
    if platform != "linux" or (asked and not asked.startswith("xcb")) or (wayland and not asked):
        return
    if not environ.get("DISPLAY") and not wayland and not asked:
        raise KnownError(
            tr("There is no screen for the window: neither DISPLAY nor WAYLAND_DISPLAY is set."),
            hint=tr("The commands of “memory-desktop --help” need none."),
        )
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    plugin = QPluginLoader(f"{folder}/platforms/libqxcb.so")
    if not plugin.load() and (said := libraries.lacking(plugin.errorString())) is not None:
        raise KnownError(said[0], hint=said[1])
