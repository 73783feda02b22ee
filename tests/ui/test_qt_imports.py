"""What PySide does when modules are imported after it."""

from __future__ import annotations

import subprocess
import sys

_LOOKED = """
import linecache
from memory_desktop.cli.main import _libraries_of_qt
with _libraries_of_qt():
    from memory_desktop.app import run_window
read = len(linecache.cache)
from memory_desktop.service.service import Service
print(len(linecache.cache) - read)
"""


def test_no_module_is_read_because_it_is_imported() -> None:
    """F12, F4: with the window's libraries there, the service and all of pydantic is imported without a look into their
    sources, which could break off in the middle of an import."""
    told = subprocess.run([sys.executable, "-c", _LOOKED], capture_output=True, text=True, check=True)
    assert int(told.stdout) <= 2, told.stdout
