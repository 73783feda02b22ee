"""The immediate transcript of each user."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from memory_desktop.core.conversation.cycles import AgentOutput, CycleDraft
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.settings import SETTINGS, from_environment
from memory_desktop.embed import BundledTokens
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at

TEA = CycleDraft(user_input="Is there tea?", final_response="Green tea.", cycle_id="tea", session_id="s")


def test_words_are_held_in_order_and_word_for_word(vault: Engine) -> None:
    """B2: the transcript of a user holds what was said and answered, alternately, word for word, and nothing else."""
    talk = vault.conversations
    talk.record(replace(TEA, agent_outputs=(AgentOutput("critic", raw_output="nonsense"),)))
    talk.record(CycleDraft(user_input="And  cake?\nPlease.", final_response="No cake.", session_id="t"))
    talk.record(CycleDraft(user_input="I am somebody else.", user_id="bob"))
    assert talk.get_immediate_transcript() == (
        "User: Is there tea?\nAssistant: Green tea.\nUser: And  cake?\nPlease.\nAssistant: No cake."
    )
    assert talk.get_immediate_transcript("bob") == "User: I am somebody else."
    assert talk.get_immediate_transcript(session_id="s") == "User: Is there tea?\nAssistant: Green tea."
    assert talk.get_immediate_transcript("nobody") == ""


def test_an_answer_that_comes_later_is_appended_once(vault: Engine) -> None:
    """B2: the question is there at once, its answer when it was given, and neither is there twice."""
    talk = vault.conversations
    talk.record(replace(TEA, final_response=None))
    assert talk.get_immediate_transcript() == "User: Is there tea?"
    for _ in range(2):
        talk.record(TEA)
    talk.record(replace(TEA, final_response="Black tea."))
    assert talk.get_immediate_transcript() == "User: Is there tea?\nAssistant: Black tea."


def test_over_its_budget_the_oldest_words_go_and_the_vault_keeps_them(vault: Engine) -> None:
    """B2: over the budget the oldest utterances are let go, and every turn is in the vault all the same."""
    talk, count = vault.conversations, BundledTokens().count
    vault.change_settings({"conversation.transcript_budget": 100})
    for number in range(40):
        talk.record(CycleDraft(user_input=f"Number {number}.", final_response="Yes, I see it."))
    said = talk.get_immediate_transcript()
    lines = said.splitlines()
    assert lines[-1] == "Assistant: Yes, I see it." and "Number 39." in said and "Number 0." not in said
    one_more = count("User: Number 10.")
    assert 100 - 2 * one_more <= sum(map(count, lines)) == talk.transcript.token_count() <= 100
    assert talk.list_cycles().total == 40
    talk.record(replace(TEA, cycle_id=talk.list_cycles(newest_first=False).cycles[0].cycle_id, final_response="No."))
    assert talk.get_immediate_transcript().count("Is there tea?") == 0, "what was let go does not come back"


def test_a_smaller_limit_takes_whole_utterances_or_the_end_of_the_newest(vault: Engine) -> None:
    """B2: `max_tokens` takes the newest whole utterances; of one that is too long it takes the end, marked as cut."""
    talk, count = vault.conversations, BundledTokens().count
    talk.record(TEA)
    assert talk.get_immediate_transcript(max_tokens=count("Assistant: Green tea.")) == "Assistant: Green tea."
    talk.record(CycleDraft(user_input="one " * 500 + "two three four"))
    found = talk.get_immediate_transcript(max_tokens=20)
    assert found.startswith("User: […] one") and found.endswith("two three four") and count(found) <= 20
    assert talk.get_immediate_transcript(max_tokens=0) == ""


def test_imports_and_restarts_leave_it_empty(vault: Engine, tmp_path: Path) -> None:
    """B2: what is imported does not enter, and after a restart nothing is there."""
    messages = [{"uuid": "m1", "sender": "human", "text": "Imported words", "created_at": "2026-01-01T00:00:00Z"}]
    chat = {"uuid": "c1", "name": "Chat", "created_at": "2026-01-01T00:00:00Z", "chat_messages": messages}
    (tmp_path / "conversations.json").write_text(json.dumps([chat]), encoding="utf-8")
    vault.import_path(tmp_path / "conversations.json")
    assert vault.conversations.list_cycles().total == 1 and vault.conversations.get_immediate_transcript() == ""
    vault.conversations.record(TEA)
    path = vault.path
    vault.close()
    with vault_at(path) as again:
        assert again.conversations.get_immediate_transcript() == "" and again.conversations.list_cycles().total == 2


def test_what_is_undone_edited_or_purged_is_so_in_the_transcript(vault: Engine) -> None:
    """F14: the transcript shows no turn that was undone or purged, and an edited one as it is now."""
    talk = vault.conversations
    cycle, _ = talk.record(TEA)
    talk.record(CycleDraft(user_input="My secret number is 4711 0815.", session_id="s"))
    vault.edit(cycle.messages[0], "Is there coffee?")
    assert talk.get_immediate_transcript().startswith("User: Is there coffee?\nAssistant: Green tea.\nUser: My secret")
    secret = talk.list_cycles().cycles[0].messages
    vault.purge(vault.plan_purge(secret))
    assert "4711" not in talk.get_immediate_transcript()
    third, seq = talk.record(CycleDraft(user_input="Third.", session_id="s"))
    vault.undo(seq)
    assert "Third." not in talk.get_immediate_transcript()
    vault.redo()
    assert talk.get_immediate_transcript().endswith("User: Third.")
    assert third.user_input == "Third."


def test_the_environment_overrides_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B11: a variable of the environment stands above the vault's setting, is not written to it, and cannot be set."""
    monkeypatch.setenv("MEMORY_DESKTOP_IMMEDIATE_TOKEN_BUDGET", "1234")
    monkeypatch.setenv("MEMORY_DESKTOP_TOKEN_RESERVE_RATIO", "0.5")
    with vault_at(tmp_path / "v", Clock()) as vault:
        settings = vault.settings
        assert settings.whole("conversation.transcript_budget") == 1234
        assert set(settings.overrides) == {"conversation.transcript_budget", "conversation.short_term_reserve"}
        head = vault.head
        with pytest.raises(InvalidCommandError, match="MEMORY_DESKTOP_IMMEDIATE_TOKEN_BUDGET"):
            vault.change_settings({"conversation.transcript_budget": 2_000})
        vault.change_settings({"conversation.limit": 7})
        assert vault.head == head + 1 and vault.settings.whole("conversation.transcript_budget") == 1234
    monkeypatch.delenv("MEMORY_DESKTOP_IMMEDIATE_TOKEN_BUDGET")
    with vault_at(tmp_path / "v", Clock()) as vault:
        assert vault.settings.whole("conversation.transcript_budget") == 50_000
        assert vault.settings.whole("conversation.limit") == 7


def test_a_bad_variable_is_named() -> None:
    """B11: a variable whose value cannot be is refused by its name; budgets and limits have the names of the seed."""
    with pytest.raises(InvalidCommandError, match="MEMORY_DESKTOP_STM_TOKEN_BUDGET"):
        from_environment({"MEMORY_DESKTOP_STM_TOKEN_BUDGET": "many"})
    assert from_environment({"MEMORY_DESKTOP_STM_TOKEN_BUDGET": "9000"}) == {"conversation.short_term_budget": 9000}
    defaults = {one.seed: one.default for one in SETTINGS.values() if one.seed}
    wanted = {"STM_TOKEN_BUDGET": 25_000, "TOKEN_RESERVE_RATIO": 0.2, "IMMEDIATE_TOKEN_BUDGET": 50_000}
    assert wanted.items() <= defaults.items()


def test_tokens_are_those_of_the_bundled_tokenizer() -> None:
    """B2: tokens are counted by the tokenizer of the bundled model, without any marks of its own and to any length."""
    tokens = BundledTokens()
    assert [tokens.count(text) for text in ("", "tea", "green tea", "unbelievably")] == [0, 1, 2, 5]
    assert tokens.count("tea " * 5_000) == 5_000
    assert tokens.tail("one two three", 2) == "two three" and tokens.tail("one", 5) == "one"


def test_a_long_text_has_as_many_tokens_in_pieces_as_whole() -> None:
    """B2, issue 10: a text that is counted piece by piece has the tokens that the tokenizer finds in the whole."""
    tokens = BundledTokens()
    whole = tokens._loaded()
    for text in (
        "The café, «ça va»? " * 4_000,
        "日本語 🎉 don't " * 4_000,
        "x" * 90_000,
        " " * 50_000,
        "a\n\tb  " * 9_000,
    ):
        assert tokens.count(text) == len(whole.encode(text, add_special_tokens=False)), text[:20]
