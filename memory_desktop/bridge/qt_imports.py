"""Keeps PySide from reading the source of every module that is imported after it.

PySide reads the source of each imported module to find out whether it uses PySide, for a feature (other names of
methods) that this program does not use. That costs a third of a second at the start. And it can fail: looking into one
of pydantic's modules imports further ones of it, which are only half made when that happens within their own import.
"""

from __future__ import annotations

from types import ModuleType

import PySide6.QtCore  # noqa: F401 - it brings the module below
from shibokensupport import feature  # type: ignore[import-not-found]


def leave_sources_alone() -> None:
    """From now on, no source is read. With a PySide that has no such function, nothing changes."""
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = _never  # noqa: SLF001 - there is no setting for it


def _never(_module: ModuleType) -> bool:
    return False
