"""Fixtures of every test folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Before anything imports Qt: tests need no screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from memory_desktop.engine.engine import Engine
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
