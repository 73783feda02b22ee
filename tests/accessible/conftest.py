"""A screen, a session bus and the program on both, as a person with a screen reader has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from tests.accessible.tree import Bus, Node

_SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
_PATIENCE = 60


@dataclass(frozen=True)
class Running:
    """The program: its tree, its process, and what it needs to be asked by command line meanwhile."""

    tree: Node
    process: subprocess.Popen[str]
    environment: dict[str, str]
    home: Path

    def command(self, *words: object) -> str:
        """What a command prints."""
        return _run(self.environment, self.home, *words)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Running]:
    """The program in a real window, with an empty home folder and a vault of no memories in it, not yet open."""
    missing = [name for name in ("Xvfb", "dbus-daemon") if shutil.which(name) is None]
    if sys.platform != "linux" or missing or not _SERVICE.is_file():
        pytest.skip("needs Linux with xvfb, dbus-daemon and at-spi2-core")
    with ExitStack() as ending:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "XDG_", "DBUS_"))}
        environment = {**kept, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path / "run")}
        environment |= {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
        (tmp_path / "run").mkdir(mode=0o700)
        screen = ("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24")
        environment["DISPLAY"] = ":" + ending.enter_context(_said(screen, environment))
        session = ("dbus-daemon", "--session", "--nofork", "--print-address=1")
        address = ending.enter_context(_said(session, environment))
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        _run(environment, tmp_path, "new", tmp_path / "vault")
        log = ending.enter_context((tmp_path / "log.txt").open("w"))
        process = ending.enter_context(_process((sys.executable, "-m", "memory_desktop"), environment, log))
        bus = ending.enter_context(Bus(address))
        yield Running(bus.application("Memory Desktop"), process, environment, tmp_path)


@contextmanager
def _process(
    command: tuple[str, ...], environment: dict[str, str], output: IO[str] | int
) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(_PATIENCE)


@contextmanager
def _said(command: tuple[str, ...], environment: dict[str, str]) -> Iterator[str]:
    """The first line that a process says; the process goes on until the end."""
    with _process(command, environment, subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


def _run(environment: dict[str, str], home: Path, *words: object) -> str:
    command = [sys.executable, "-m", "memory_desktop", *map(str, words)]
    return subprocess.run(
        command, check=True, env=environment, cwd=home, capture_output=True, text=True, timeout=_PATIENCE
    ).stdout
