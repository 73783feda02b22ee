"""Fixtures of every test folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from PySide6.QtWidgets import QApplication

# Before anything imports Qt: tests need no screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Windows that tests start in processes of their own say in English what tests compare, whatever the system speaks.
os.environ["MEMORY_DESKTOP_LANGUAGE"] = "en"

from memory_desktop.assets import asset
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.sample import StoryClock, first_moment, play
from memory_desktop.wiring import open_vault, system_clock
from tests.helpers import Clock, made_once, vault_at
from tests.patience import PatientQtBot

settings.register_profile("default", deadline=None, max_examples=50, derandomize=True)
settings.load_profile("default")


@pytest.fixture
def clock() -> Clock:
    """A clock at noon that only the test moves."""
    return Clock()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientQtBot:
    """pytest-qt's own, with a later limit."""
    return PatientQtBot(request)


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    """A new, empty vault."""
    with vault_at(tmp_path / "vault", clock) as engine:
        yield engine


@pytest.fixture(scope="session")
def played_sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """(the sample vault with its vectors, closed, to be copied; its memories' ids by ref)."""

    def make(folder: Path) -> None:
        clock = StoryClock(system_clock)
        story = asset("sample/year.jsonl")
        clock.now = first_moment(story)
        with open_vault(folder / "vault", create=True, clock=clock) as vault:
            refs = play(vault, story, clock)
            vault.sync()
        (folder / "refs.json").write_text(json.dumps(refs), encoding="utf-8")

    folder = made_once(tmp_path_factory, "sample", make)
    return folder / "vault", json.loads((folder / "refs.json").read_text(encoding="utf-8"))
