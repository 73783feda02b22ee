"""The list of conversations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory_desktop.bridge.wording import quoted
from memory_desktop.core.conversation.cycles import ROLE, USER
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.conversation.turns import Session
from memory_desktop.engine.engine import Engine
from memory_desktop.models.sessions import SESSION_ROLE, SessionList
from memory_desktop.models.thread_table import Thread, ThreadTable
from memory_desktop.ui.format import one_line

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


def test_the_timeline_of_all_users_names_them(vault: Engine) -> None:
    """F1: where the turns of all users stand together, each message names its user, isolated from the text beside it, and
    nowhere else."""
    said = {ROLE: "user", USER: "نور"}
    memory = vault.remember(Draft(content="Hello", thread="s", metadata=said)).memory
    model = ThreadTable()
    for thread, shown in (
        (Thread(), "User · \u2068نور\u2069"),
        (Thread(user="نور"), "User"),
        (Thread(session="s"), "User"),
    ):
        model.thread_shown = thread
        assert model.speaker(memory) == shown


def test_what_is_quoted_does_not_turn_what_stands_beside_it() -> None:
    """F1: overrides of the direction in a memory are left out of a quote and of a row, and a quote of words that are
    written from right to left is set apart from its neighbours."""
    assert quoted("A \u202eturned\u2066 text") == "“A turned text”"
    assert one_line("A \u202eturned\ntext") == "A turned text"
    assert quoted("نور") == "\u2068“نور”\u2069" and quoted("Nur") == "“Nur”"
