"""How the program starts itself: in the source tree through its interpreter, installed by its own name."""

from __future__ import annotations

import sys

import pytest

from memory_desktop import itself


def test_an_installed_program_is_its_own_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """F12: what is written into an agent's settings, and what starts the growing of a graph, is the program itself."""
    assert itself.command() == [sys.executable, "-m", "memory_desktop"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert itself.command() == [sys.executable]
