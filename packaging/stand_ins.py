"""Runs before the installed program: stand-ins for what others import and this program never uses.

fastembed imports Pillow for models of pictures, and pyqtgraph Qt's OpenGL for plots that are drawn by it. Without them
the program is 20 MB smaller.
"""

from __future__ import annotations

import enum
import sys
import types


class Resampling(enum.IntEnum):
    """As Pillow's; fastembed names its members when it is imported."""

    NEAREST = 0
    LANCZOS = 1
    BILINEAR = 2
    BICUBIC = 3
    BOX = 4
    HAMMING = 5


class Nothing:
    """Stands for any class; nothing is ever made of it."""


def _module(name: str, **members: object) -> types.ModuleType:
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made
    return made


_module("PIL", __path__=[], Image=_module("PIL.Image", Image=Nothing, Resampling=Resampling))
for _name in ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"):
    _module(_name, QOpenGLWidget=Nothing)
