"""The process in which a large graph grows (see `index.growing`).

Its work comes through its input: a line of JSON, the rows, the codes of their vectors. The input stays open then; when
it ends, the program that wanted the graph is gone or wants it no more, and this process ends, too.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import BinaryIO, NoReturn

import numpy as np
import orjson

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.index.graph import grown
from memory_desktop.index.growing import DAMAGED
from memory_desktop.priority import BACKGROUND, stand_back

_ALONE = 4


def _work(source: BinaryIO) -> int:
    """What the process does: reads its work and writes the graph; its exit code."""
    stand_back(BACKGROUND)
    head = orjson.loads(source.readline())
    count, dim = head["shape"]
    rows = np.frombuffer(_read(source, 8 * count), dtype=np.int64)
    codes = np.frombuffer(_read(source, count * dim), dtype=np.int8).reshape(count, dim)
    threading.Thread(target=_end_with_parent, args=(source.fileno(),), daemon=True).start()
    base = None if head["base"] is None else Path(head["base"])
    try:
        grown(base, rows, codes, head["block"], Path(head["into"]), lambda: False)
    except IndexDamagedError as error:
        sys.stderr.write(error.message)
        return DAMAGED
    return 0


def _read(source: BinaryIO, size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise EOFError("its input ended early")
    return data


def _end_with_parent(input: int) -> None:
    os.read(input, 1)
    os._exit(_ALONE)


def run() -> NoReturn:
    """Do the work that comes through the standard input, and end the process."""
    code = _work(sys.stdin.buffer)
    sys.stderr.flush()
    # Without the usual tidying up, which would wait for the thread that reads.
    os._exit(code)
