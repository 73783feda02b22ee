"""Makes large graphs grow in a process of their own.

usearch keeps the interpreter's lock for most of the time in which it reads or writes a graph: 60 to 100 ms at 200,000
vectors, in which no other thread runs, not even that of the window. Another process has a lock of its own.

See `index.grower` for what the other process does.
"""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from memory_desktop import itself
from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.keys import Keys
from memory_desktop.index.files import bytes_of
from memory_desktop.index.graph import grown
from memory_desktop.index.quantizer import Codes

_log = logging.getLogger(__name__)

#: What the other process ends with when the earlier graph cannot be read.
DAMAGED = 3
#: A graph of so many vectors grows in another process; starting one takes half a second.
LARGE = 20_000
_PACKAGE = Path(__file__).parent.parent
_CHUNK = 1 << 20
_LOOK_AGAIN = 0.1  # seconds


def grow(
    base: Path | None, earlier: int, rows: Keys, codes: Codes, block: int, into: Path, stopped: Callable[[], bool]
) -> bool:
    """Write an earlier graph with further rows into a file (see `graph.grown`); False when it was stopped.

    Args:
        earlier: how many vectors the earlier graph has.

    Raises:
        IndexDamagedError: the earlier graph cannot be read. OSError: the disk refuses, or the other process was ended.
    """
    if earlier + len(rows) >= LARGE:
        process = _started()
        if process is not None:
            head = {"base": base and str(base), "into": str(into), "shape": codes.shape, "block": block}
            return _told(process, head, (bytes_of(rows), bytes_of(codes)), stopped)
    return grown(base, rows, codes, block, into, stopped)


def _started() -> subprocess.Popen[bytes] | None:
    path = os.pathsep.join([str(_PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        return subprocess.Popen(  # noqa: S603 - this program
            [*itself.command(), itself.GROWER],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        _log.warning("no process for a graph could be started, so it grows in this one: %s", error)
        return None


def _told(
    process: subprocess.Popen[bytes], head: Mapping[str, Any], data: Sequence[memoryview], stopped: Callable[[], bool]
) -> bool:
    """Give the process its work, and wait for it."""
    with process:
        assert process.stdin is not None
        assert process.stderr is not None
        try:
            with suppress(BrokenPipeError):  # it ended: why is said below
                process.stdin.write(orjson.dumps(head) + b"\n")
                for part in data:
                    for start in range(0, len(part), _CHUNK):
                        if stopped():
                            return False
                        process.stdin.write(part[start : start + _CHUNK])
                process.stdin.flush()
            while process.poll() is None:
                if stopped():
                    return False
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_LOOK_AGAIN)
        finally:
            process.kill()
            with suppress(BrokenPipeError):  # what was not sent yet is sent by closing
                process.stdin.close()
        if process.returncode == 0:
            return True
        why = process.stderr.read().decode("utf-8", "replace").strip()
        if process.returncode == DAMAGED:
            raise IndexDamagedError(why)
        lines = why.splitlines() or [f"the process ended with {process.returncode}"]
        raise OSError(f"A graph of vectors could not be made: {lines[-1]}")
