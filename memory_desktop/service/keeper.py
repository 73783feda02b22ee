"""Keeps a vault open without a window: the engine, its worker and its service, opened and closed together."""

from __future__ import annotations

from collections.abc import Callable

from memory_desktop.core.ports import Clock
from memory_desktop.engine.engine import Engine
from memory_desktop.service.commands import CommandRunner
from memory_desktop.service.service import Service
from memory_desktop.service.worker import Worker


class Keeper:
    """An open vault and all that serves it.

    Args: see `Service`. The engine is closed with it, and at once if its service cannot be made.
    """

    def __init__(
        self,
        engine: Engine,
        kind: str,
        clock: Clock,
        *,
        run_command: CommandRunner | None = None,
        release: Callable[[], bool] = lambda: False,
        port: int | None = None,
        read_only: bool = False,
        enabled: bool = False,
    ) -> None:
        self.engine = engine
        try:
            self.service = Service(
                engine,
                kind,
                clock,
                run_command=run_command,
                release=release,
                port=port,
                read_only=read_only,
                enabled=enabled,
            )
        except BaseException:
            engine.close()
            raise
        self._worker = Worker(engine)
        self._worker.start()
        self.service.start()

    def close(self) -> None:
        """Let what runs end, stop serving and close the vault."""
        self.service.begin_stop()
        self._worker.stop()
        self.engine.close()
        self.service.finish_stop()
