"""Conversion of plain values to types, from many threads at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import memory_desktop

# Of each class all threads want one at once, as the first ones that ever do.
_SCRIPT = """
import dataclasses, sys, threading
import msgspec
from memory_desktop.core.conversion import convert, decode
sys.setswitchinterval(1e-6)

def types():
    class Part(msgspec.Struct):
        a: int = 0
        b: list[str] = []
    @dataclasses.dataclass(frozen=True)
    class Whole:
        x: tuple[Part, ...] = ()
        y: Part | None = None
        z: dict[str, int] = dataclasses.field(default_factory=dict)
    return Whole

for number in range(400):
    what, barrier, made = types(), threading.Barrier(4), []
    def work(way):
        barrier.wait()
        made.append(decode(b'{"x":[{"a":1}]}', what) if way % 2 else convert({"x": [{"a": 1}]}, what))
    threads = [threading.Thread(target=work, args=(way,)) for way in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [one.x[0].a for one in made] == [1] * 4
"""


def test_threads_may_meet_a_type_at_once() -> None:
    """F7, F12: many threads that convert to the same new type at once get their objects, and the process lives on."""
    done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_goes_round_it() -> None:
    """F7: nothing in the program lets msgspec convert to a type by another way."""
    folder = Path(memory_desktop.__file__).parent
    typed = re.compile(r"msgspec\.convert\(|\.Decoder\(|\bdecode\([^)\n]*type=")
    found = [str(path.relative_to(folder)) for path in folder.rglob("*.py") if typed.search(path.read_text("utf-8"))]
    assert [one for one in found if "msgspec" in (folder / one).read_text("utf-8")] == [str(Path("core/conversion.py"))]
