"""Tries in a process of their own, so that a hang or a crash ends the try and not the campaign.

The worker is started once and makes one try after another; only when it hangs or dies is another one started.
"""

from __future__ import annotations

import logging
import multiprocessing
import random
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.campaigns.common import LawBrokenError, Try

_SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """Makes tries elsewhere. Use as a context manager; call `attempt` as a try.

    Args:
        limit: seconds that a try may take.
        prepare: what a new process does first, and for which it has as long as it needs.
    """

    def __init__(self, attempt: Try, limit: float, prepare: Callable[[], object]) -> None:
        self._attempt = attempt
        self._limit = limit
        self._prepare = prepare
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def attempt(self, folder: Path, chance: random.Random, number: int) -> str:
        """One try. Raises LawBrokenError, also when it hangs or its process dies."""
        if self._process is None:
            self._pipe, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(target=_serve, args=(theirs, self._attempt, self._prepare), daemon=True)
            self._process.start()
            theirs.close()
            self._pipe.recv()
        assert self._pipe is not None
        self._pipe.send((folder, chance.getstate(), number))
        try:
            if not self._pipe.poll(self._limit):
                raise LawBrokenError(f"it hangs: no answer in {self._limit:g} s")
            kind, text = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(10)
            raise LawBrokenError(f"its process died with {self._process.exitcode}") from None
        finally:
            if self._process.exitcode is not None or not self._pipe_is_idle():
                self._end()
        if kind == "broken":
            raise LawBrokenError(text)
        return str(text)

    def _pipe_is_idle(self) -> bool:
        """Has the answer to the last try come?"""
        return bool(self._process is not None and self._process.is_alive() and self._answered())

    def _answered(self) -> bool:
        try:
            assert self._pipe is not None
            self._pipe.send(None)
            return bool(self._pipe.poll(5) and self._pipe.recv() == ("idle", ""))
        except (EOFError, OSError):
            return False

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(10)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _serve(pipe: Connection, attempt: Try, prepare: Callable[[], object]) -> None:
    logging.disable(logging.CRITICAL)
    prepare()
    pipe.send("ready")
    while True:
        asked = pipe.recv()
        if asked is None:
            pipe.send(("idle", ""))
            continue
        folder, state, number = asked
        chance = random.Random()
        chance.setstate(state)
        try:
            pipe.send(("fine", attempt(folder, chance, number)))
        except LawBrokenError as broken:
            pipe.send(("broken", str(broken)))
        except BaseException:  # the bindings of some libraries raise what is no Exception
            pipe.send(("broken", "traceback: " + " | ".join(traceback.format_exc().splitlines()[-7:])))
