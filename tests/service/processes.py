"""Processes of the program, for tests: a server without a window, and command lines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PROGRAM = [sys.executable, "-m", "memory_desktop"]


def environment() -> dict[str, str]:
    """With this program to import, wherever the process runs."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}


@dataclass
class Serving:
    """`memory-desktop serve`, which has said that it serves."""

    process: subprocess.Popen[str]
    url: str

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(30)


@contextmanager
def serving(vault: Path, *options: str) -> Iterator[Serving]:
    """A server of a vault; told to end at the end of the block."""
    command = [*_PROGRAM, "serve", str(vault), "--json", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline()
        assert line, process.stderr.read()
        try:
            yield Serving(process, json.loads(line)["url"])
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                assert process.wait(30) == 0, process.stderr.read()


def command(*argv: object, input: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command line, to its end."""
    words = [str(one) for one in argv]
    return subprocess.run(
        [*_PROGRAM, *words],
        input=input,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=cwd,
        env=environment(),
    )


def answer(*argv: object, **more: Any) -> Any:
    """What a command that goes well says with `--json`."""
    done = command(*argv, "--json", **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
