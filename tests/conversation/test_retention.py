"""What is kept of each user's conversations, and for how long."""

from __future__ import annotations

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at


def work(vault: Engine) -> None:
    """All background work of conversations that there is."""
    while vault.conversations.work():
        pass


def told(vault: Engine, text: str, user: str = "ann") -> int:
    """Say it; seq of what was recorded, 0 if nothing was."""
    return vault.conversations.process(CycleDraft(user_input=text, user_id=user)).seq


def keep(vault: Engine, **retention: object) -> None:
    """Set what is kept of ann's conversations."""
    vault.conversations.edit_summary("ann", {"retention": retention})


def test_excluded_turns_are_not_recorded(vault: Engine) -> None:
    """B12: words and topics that a person has excluded for a user are not recorded for that user, in no form."""
    keep(vault, words=["Zwiebelfisch"], topics=["kitchen renovation"])
    head = vault.head
    assert told(vault, "My ZWIEBELFISCH password.") == 0 and told(vault, "The kitchen renovation begins.") == 0
    assert vault.head == head and vault.conversations.get_immediate_transcript("ann") == ""
    assert told(vault, "The kitchen renovation begins.", "bob") and told(vault, "The garden is green.")
    assert vault.conversations.list_cycles().total == 2
    cycle, seq = vault.conversations.record(CycleDraft(user_input="zwiebelfisch", user_id="ann"))
    assert seq == 0 and cycle.messages == () and "not to be remembered" in cycle.extra["excluded"]


def test_excluded_kinds_are_not_learned(vault: Engine) -> None:
    """B12: facts of an excluded kind are not learned from a user's turns; from another's they are."""
    keep(vault, kinds=["pref"])
    for user in ("ann", "bob"):
        told(vault, "I prefer green tea, by the way.", user)
    work(vault)
    learned = [one for one in vault.page(vault.keys(RecordFilter(kinds=("pref",)))) if one.metadata.get("user_id")]
    assert {one.metadata["user_id"] for one in learned} == {"bob"}


def test_turns_expire_undoably(vault: Engine, clock: Clock) -> None:
    """B12: expiry is off by default; set for a user, turns older than that are forgotten, not purged, and undo brings
    them back for good."""
    told(vault, "An old turn.")
    told(vault, "Another's old turn.", "bob")
    clock.forward(days=40)
    told(vault, "A new turn.")
    work(vault)
    assert vault.conversations.list_cycles().total == 3
    keep(vault, days=30)
    work(vault)
    left = [one.user_input for one in vault.conversations.list_cycles().cycles]
    assert sorted(left) == ["A new turn.", "Another's old turn."]
    entry = next(one for one in vault.undo_stacks().undo if one.name.lower().startswith("forget"))
    vault.undo(entry.command)
    work(vault)
    assert vault.conversations.list_cycles(user_id="ann").total == 2
    path = vault.path
    vault.close()
    with vault_at(path, clock) as again:
        work(again)
        assert again.conversations.list_cycles(user_id="ann").total == 2
        assert again.conversations.summary("ann").retention.days == 30


def test_a_retention_is_a_step_of_undo(vault: Engine) -> None:
    """B12: what is kept is set by a command that can be undone; what cannot be is refused."""
    keep(vault, days=3, words=["x", "x", " "])
    assert vault.conversations.summary("ann").retention.words == ("x",)
    vault.undo()
    assert vault.conversations.summary("ann").retention.days == 0 and told(vault, "x")
    for wrong in ({"days": -1}, {"words": "x"}, {"mood": 1}, {"days": True}):
        with pytest.raises(InvalidCommandError):
            keep(vault, **wrong)
