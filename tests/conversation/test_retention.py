"""What is kept of each user's conversations, and for how long."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_desktop import open_vault
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
    """B12: facts of an excluded kind are not learned from a user's turns, and the summary says none; another's are."""
    keep(vault, kinds=["pref"])
    for user in ("ann", "bob"):
        told(vault, "I prefer green tea, by the way. I live in Oslo.", user)
    work(vault)
    learned = [one for one in vault.page(vault.keys(RecordFilter(kinds=("pref",)))) if one.metadata.get("user_id")]
    assert {one.metadata["user_id"] for one in learned} == {"bob"}
    summaries = {user: vault.conversations.summary(user) for user in ("ann", "bob")}
    assert not summaries["ann"].preferences and summaries["bob"].preferences
    assert {one.identity["location"] for one in summaries.values()} == {"Oslo"}
    keep(vault, kinds=["pref", "fact"])
    told(vault, "I moved to Bergen.")
    work(vault)
    assert vault.conversations.summary("ann").identity["location"] == "Oslo"


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


@pytest.mark.parametrize(
    ("rule", "text", "kept"),
    [
        ({"words": ["art"]}, "I am going to a party.", True),
        ({"words": ["art"]}, "The ART of rowing.", False),
        ({"words": ["C++"]}, "I write C++ all day.", False),
        ({"words": ["my salary"]}, "Well, my salary, it is small.", False),
        ({"words": ["工资"]}, "我的工资很低", False),
        ({"topics": ["health"]}, "My health insurance is expensive.", False),
        ({"topics": ["health"]}, "The garden is green.", True),
    ],
)
def test_words_are_whole_words(vault: Engine, rule: dict[str, list[str]], text: str, kept: bool) -> None:
    """B12.5: a word that is excluded is met as a word, not within another; a topic also in a narrower one."""
    keep(vault, **rule)
    assert bool(told(vault, text)) is kept


def test_the_owner_has_one_set_of_rules(vault: Engine, clock: Clock) -> None:
    """B12.5, B12.6: what is set for the vault's owner by name holds for turns that name nobody, and the other way
    round."""
    vault.change_settings({"gate.owner": "ann"})
    keep(vault, words=["salary"], days=30)
    assert told(vault, "My salary is small.", "") == 0 and told(vault, "My salary is small.", "bob")
    vault.conversations.edit_summary("", {"retention": {"words": ["loan"]}})
    assert told(vault, "A loan for the boat.") == 0 and told(vault, "A walk.", "")
    clock.forward(days=40)
    work(vault)
    assert [one.user_id for one in vault.conversations.list_cycles().cycles] == ["bob"]


def test_what_is_excluded_stays_out_of_imports(vault: Engine, tmp_path: Path) -> None:
    """B12.5, U22 of B: a turn of an export that a person has excluded is left out with its answers, wherever the word
    stands, and the report says which; a copy of a vault comes back whole."""

    def message(number: int, role: str, text: str) -> dict[str, object]:
        at = 1_700_000_000 + number
        said = {"author": {"role": role}, "create_time": at, "content": {"content_type": "text", "parts": [text]}}
        children = [str(number + 1)] if number < 8 else []
        parent = str(number - 1) if number > 1 else None
        return {"id": str(number), "message": {"id": str(number), **said}, "parent": parent, "children": children}

    said = [
        ("user", "My salary is 5000 euros a month."),
        ("assistant", "That is a good sum."),
        ("user", "How much is that?"),
        ("assistant", "Your salary a year is 60000 euros."),
        ("user", "The boat is red."),
        ("assistant", "A nice colour."),
        ("user", "Salaryman is a word."),
        ("assistant", "It is."),
    ]
    nodes = {str(n): message(n, *one) for n, one in enumerate(said, start=1)}
    talk = {"title": "Money", "create_time": 1.7e9, "update_time": 1.7e9, "id": "t", "current_node": "8"}
    (tmp_path / "conversations.json").write_text(json.dumps([{**talk, "mapping": nodes}]))
    vault.conversations.edit_summary("", {"retention": {"words": ["salary"]}})
    for dry in (True, False):
        report = vault.import_path(tmp_path / "conversations.json", dry_run=dry)
        assert (report.new, report.rejected) == (4, 4), report
        assert all("“salary”" in one.reason for one in report.rejections)
    work(vault)
    texts = [one.content for one in vault.page(vault.keys(RecordFilter()))]
    assert not [one for one in texts if "salary " in one or "good sum" in one or "How much" in one]
    assert [one for one in texts if "boat" in one]
    vault.conversations.edit_summary("", {"retention": {"words": ["boat"]}})
    vault.export(tmp_path / "copy.jsonl")
    with open_vault(tmp_path / "other", create=True) as other:
        other.conversations.edit_summary("", {"retention": {"words": ["boat"]}})
        assert other.import_path(tmp_path / "copy.jsonl").rejected == 0
        assert [one for one in other.page(other.keys(RecordFilter())) if "boat" in one.content]
