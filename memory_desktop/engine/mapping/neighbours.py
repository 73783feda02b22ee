"""The better projection: t-SNE, by openTSNE, which is an extra (“map”).

openTSNE and what it needs keep the interpreter's lock for up to 300 ms, in which the window could do nothing. So it
runs in a process of its own: this module, run as a program. It reads the vectors from its input, writes a line for each
piece of progress, and then the places. Without anybody who reads these, it ends at the next one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np

from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.mapping.projection import Places
from memory_desktop.core.ports import CancelToken, Vectors

#: Iterations of the two phases, of which the caller may want others; progress is told after so many.
ITERATIONS, _EVERY = (250, 500), 10
_PERPLEXITY = 30
_DONE = b"done"


def embed(
    vectors: Vectors,
    progress: Callable[[int, int], None] | None,
    cancel: CancelToken | None,
    iterations: tuple[int, int] = ITERATIONS,
) -> Places:
    """(n, some) → (n, 2), the same for the same vectors: who is near to whom is kept, not how far all else is.

    Raises:
        CancelledError: stopped. KnownError: the process cannot be started, or failed.
    """
    path = os.pathsep.join([str(Path(__file__).parents[3]), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        process = subprocess.Popen(  # noqa: S603 - this module
            [sys.executable, "-m", __name__, *map(str, (*vectors.shape, *iterations))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise KnownError(f"The projection cannot be started: {error.strerror or error}.") from error
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with suppress(BrokenPipeError):  # it ended: its answer is missing below
                process.stdin.write(np.ascontiguousarray(vectors, dtype="<f4").tobytes())
                process.stdin.flush()
            total, done = sum(iterations), 0
            while (line := process.stdout.readline().strip()) and line != _DONE:
                done = min(total, done + _EVERY)
                if progress is not None:
                    progress(done, total)
                if stopped(cancel):
                    raise CancelledError("The map stays as it was.")
            size = 8 * len(vectors)
            data = process.stdout.read(size) if line == _DONE else b""
        finally:
            process.kill()
            with suppress(BrokenPipeError):
                process.stdin.close()
    if len(data) < size:
        raise KnownError("The projection failed; the map stays as it was.")
    return np.frombuffer(data, dtype="<f4").reshape(-1, 2).astype(np.float32)


def _work(source: BinaryIO, sink: BinaryIO, count: int, dim: int, early: int, late: int) -> None:
    """What the process does."""
    from openTSNE import TSNE

    from memory_desktop.priority import BACKGROUND, stand_back

    stand_back(BACKGROUND)
    vectors = np.frombuffer(source.read(4 * count * dim), dtype="<f4").reshape(count, dim)

    def told(_iteration: int, _error: float, _places: object) -> None:
        sink.write(b"on\n")
        sink.flush()

    maker = TSNE(
        perplexity=min(_PERPLEXITY, (count - 1) // 3),
        early_exaggeration_iter=early,
        n_iter=late,
        n_jobs=1,
        random_state=0,
        negative_gradient_method="bh",
        callbacks=told,
        callbacks_every_iters=_EVERY,
    )
    places = np.asarray(maker.fit(vectors.astype(np.float64)), dtype="<f4")
    sink.write(_DONE + b"\n" + places.tobytes())
    sink.flush()


if __name__ == "__main__":
    _work(sys.stdin.buffer, sys.stdout.buffer, *map(int, sys.argv[1:5]))
