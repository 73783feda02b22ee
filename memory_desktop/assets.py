"""Finds the files that come with the program: inside the installed package, or in the source tree it runs from."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def asset(name: str) -> Path:
    """The path of a file or folder below `resources/`; it is the caller's to find out whether it is there."""
    installed = _PACKAGE / "_resources"
    return (installed if installed.is_dir() else _PACKAGE.parent / "resources") / name
