"""Fixtures: a vault with its service, in folders of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.engine.engine import Engine
from memory_desktop.service.service import Service
from tests.helpers import Clock


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees, or leaves, anything in the folders of whoever runs it."""
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        folder = tmp_path / name.lower()
        folder.mkdir(mode=0o700)
        monkeypatch.setenv(name, str(folder))


@pytest.fixture
def service(vault: Engine, clock: Clock) -> Iterator[Service]:
    """The service of a new vault, that agents may use over HTTP."""
    vault.change_settings({"service.enabled": True})
    one = Service(vault, "window", clock)
    one.start()
    yield one
    one.begin_stop()
    one.finish_stop()
