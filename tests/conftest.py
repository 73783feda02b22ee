"""Fixtures of every test folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

# Before anything imports Qt: tests need no screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from memory_desktop.assets import asset
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.sample import StoryClock, first_moment, play
from memory_desktop.wiring import open_vault, system_clock
from tests.helpers import Clock, vault_at

settings.register_profile("default", deadline=None, max_examples=50, derandomize=True)
settings.load_profile("default")


@pytest.fixture
def clock() -> Clock:
    """A clock at noon that only the test moves."""
    return Clock()


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    """A new, empty vault."""
    with vault_at(tmp_path / "vault", clock) as engine:
        yield engine


@pytest.fixture(scope="session")
def played_sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """(the sample vault with its vectors, closed, to be copied; its memories' ids by ref). Made once a run.

    The processes of a run share it: the first that wants it makes it, the others wait.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    path, told = shared / "sample" / "vault", shared / "sample" / "refs.json"
    with FileLock(shared / "sample.lock"):
        if not told.exists():
            clock = StoryClock(system_clock)
            story = asset("sample/year.jsonl")
            clock.now = first_moment(story)
            with open_vault(path, create=True, clock=clock) as vault:
                refs = play(vault, story, clock)
                vault.sync()
            told.write_text(json.dumps(refs), encoding="utf-8")
    return path, json.loads(told.read_text(encoding="utf-8"))
