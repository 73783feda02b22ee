"""The projections that are kept in memory: what the log comes to, and no reading of it without need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_desktop.core.events.event import Event
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at


def everything_small(vault: Engine) -> list[str]:
    """Something of every kind that is kept in memory; the ids of three memories."""
    ids = [vault.remember(f"memory {n}").memory.id for n in range(3)]
    vault.change_settings({"gates.pii": "hold"})
    vault.lab.label("which", ids[:1])
    vault.remember("write to me: mara@example.org")
    vault.assemblies.create("both", ids[:2])
    vault.merge(ids[1:], "together")
    return ids


def assert_whole(vault: Engine) -> None:
    """Each projection is what all events together come to."""
    projections = vault._writer.projections
    for kind, items in projections.all().items():
        assert items == projections.folded(kind).at(vault.head), kind


def test_what_is_kept_is_what_the_log_says(tmp_path: Path, clock: Clock) -> None:
    """D3: after each command, an undo, and in a vault that is opened again, every projection equals a fresh fold."""
    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        ids = everything_small(vault)
        assert_whole(vault)
        vault.lab.label("which", ids[1:])
        assert_whole(vault)
        while vault.undo() is not None:
            assert_whole(vault)
    with vault_at(path, clock) as vault:
        assert_whole(vault)
        vault.redo()
        assert_whole(vault)
        vault.change_settings({"recall.reservoir": 0.2})
        assert vault.settings["recall.reservoir"] == 0.2
        assert_whole(vault)


def test_a_command_reads_nothing_that_did_not_change(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """E1: a new memory or an edit asks the log for no settings, assemblies or labels; what was written since was handed
    over when it was committed."""
    ids = everything_small(vault)
    vault._writer.projections.all()
    asked: list[Sequence[str]] = []
    real = vault._store.log.of_types

    def noted(types: Sequence[str], *, after: int = 0, to: int | None = None) -> list[Event]:
        asked.append(types)
        return real(types, after=after, to=to)

    monkeypatch.setattr(vault._store.log, "of_types", noted)
    vault.remember("another")
    vault.edit(ids[0], "edited")
    assert asked == []
    vault.lab.label("which", ids[:2])
    vault.remember("one more")
    assert asked == []
    assert_whole(vault)
    vault._writer.projections.forget()
    assert_whole(vault)
