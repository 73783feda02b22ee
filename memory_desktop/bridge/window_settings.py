"""What the window shows again after a restart: kept in memory, written to its file by a thread of its own.

Qt's own settings write their file and wait for the disk while no other thread of Python can run: a third of a second
on a busy disk.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
from PySide6.QtCore import QByteArray, QSettings, QTimer

from memory_desktop.durable import write_durably

_log = logging.getLogger(__name__)
_WRITTEN_AFTER_MS = 1_000
#: What stands for the state of a widget in the file: an object with this name and the state in base 64.
_BYTES = "base64"


class _Kept:
    """All values by their full names, and those that were changed since they were given to the file; None: removed."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.changed: dict[str, Any] = {}
        self.soon = QTimer()
        self.soon.setSingleShot(True)
        self.soon.setInterval(_WRITTEN_AFTER_MS)

    def change(self, name: str, value: Any) -> None:
        if self.values.get(name) == value:
            return
        self.changed[name] = value
        if value is None:
            del self.values[name]
        else:
            self.values[name] = value
        self.soon.start()


class SettingsGroup:
    """Values by name: texts, numbers, truths, lists of texts, states of Qt's widgets. For the GUI thread."""

    def __init__(self, kept: _Kept, prefix: str) -> None:
        self._kept = kept
        self._prefix = prefix

    def names(self) -> list[str]:
        """The names of all values, sorted; those in a group with its name and a slash before."""
        return sorted(name.removeprefix(self._prefix) for name in self._kept.values if name.startswith(self._prefix))

    def value(self, name: str, default: Any = None) -> Any:
        """A value. One of an earlier version may be the text of a number, or a text instead of a list of one."""
        return self._kept.values.get(self._prefix + name, default)

    def truth(self, name: str, default: bool) -> bool:
        """A value that is true or false."""
        return str(self.value(name, default)).lower() in ("true", "1")

    def set(self, name: str, value: Any) -> None:
        """Change a value."""
        self._kept.change(self._prefix + name, value)

    def remove(self, name: str) -> None:
        """Forget a value, or all of a group."""
        for each in self.names():
            if each == name or each.startswith(f"{name}/"):
                self._kept.change(self._prefix + each, None)

    def group(self, name: str) -> SettingsGroup:
        """The values whose names begin with this one and a slash."""
        return SettingsGroup(self._kept, f"{self._prefix}{name}/")


class WindowSettings(SettingsGroup):
    """All of the settings; see the module. What was changed is written a second later, or by `write`.

    Args:
        path: of the file; it is read here.
        earlier: settings of a version that had no such file, taken over when there is none.
    """

    def __init__(self, path: Path, earlier: QSettings | None = None) -> None:
        there = path.exists()
        super().__init__(_Kept(_read(path)), "")
        self._path = path
        self._unwritten: dict[str, Any] = {}
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="settings")
        self._kept.soon.timeout.connect(self.write)
        if earlier is not None and not there:
            for name in earlier.allKeys():
                self.set(name, earlier.value(name))

    def write(self) -> Future[None]:
        """Begin to write what was changed; done when the file has it, or an error was logged."""
        self._kept.soon.stop()
        changed, self._kept.changed = self._kept.changed, {}
        return self._writer.submit(self._write, changed)

    def _write(self, changed: Mapping[str, Any]) -> None:
        """In the writer's thread. Values of others stay: of two windows each knows what it changed itself."""
        self._unwritten.update(changed)
        if not self._unwritten:
            return
        merged = {**_read(self._path), **self._unwritten}
        values = {name: value for name, value in sorted(merged.items()) if value is not None}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(self._path, [orjson.dumps(values, default=_plain, option=orjson.OPT_INDENT_2)])
        except OSError as error:
            _log.warning("%s cannot be written: %s", self._path, error.strerror or error)
        else:
            self._unwritten.clear()


def _read(path: Path) -> dict[str, Any]:
    """The values in a file; none where there is no such file or it cannot be read."""
    try:
        values = orjson.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be read: %s", path, error)
        return {}
    return {name: _of_plain(value) for name, value in values.items()} if isinstance(values, dict) else {}


def _plain(value: object) -> dict[str, str]:
    if not isinstance(value, QByteArray):
        raise TypeError(type(value).__name__)
    return {_BYTES: bytes(value.toBase64().data()).decode("ascii")}


def _of_plain(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {_BYTES}:
        return QByteArray.fromBase64(str(value[_BYTES]).encode("ascii", "replace"))
    return value
