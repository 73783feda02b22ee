"""The list of conversations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory_desktop.engine.conversation.turns import Session
from memory_desktop.models.sessions import SESSION_ROLE, SessionList

_NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)


def _session(id: str, title: str, user: str, hours: int) -> Session:
    at = _NOW - timedelta(hours=hours)
    return Session(id, title, user, "helper", at, at, 1, 2)


class _AtOnce:
    """Runs a query before it returns."""

    def query(self, _owner: object, work: object, done: object, **_more: object) -> None:
        done(work(None))  # type: ignore[operator]


def test_conversations_of_one_title_are_told_apart() -> None:
    """F1: conversations with the same title name their users, and when they began where the users are the same."""
    found = [
        _session("a", "I live in Berlin.", "ann", 1),
        _session("b", "I live in Berlin.", "bob", 2),
        _session("c", "Tea", "ann", 3),
        _session("d", "Tea", "ann", 4),
        _session("e", "Cake", "ann", 5),
    ]
    model = SessionList()
    model.open(lambda **_asked: found, _AtOnce())  # type: ignore[arg-type]
    model.load(model._asked)
    rows = [model.index(row) for row in range(model.rowCount())]
    shown = [row.data() for row in rows if row.data(SESSION_ROLE) is not None]
    began = [f"{one.first.astimezone():%Y-%m-%d %H:%M}" for one in found]
    assert shown == [
        "I live in Berlin. (ann)",
        "I live in Berlin. (bob)",
        f"Tea ({began[2]})",
        f"Tea ({began[3]})",
        "Cake",
    ]
