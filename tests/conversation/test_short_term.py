"""Short-term memory, its flush, and the digests that it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.digests import DIGEST_KIND, digest_of
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.memory.records import GENERATED_FROM
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.signals import FLUSH_COMPLETED, STM_PRESSURE, Signal
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock, die_in_child, vault_at

WORDS = "garden"  # one token


def said(number: int, tokens: int = 100, user: str = "ann", **more: object) -> CycleDraft:
    """A turn of about so many tokens, a minute after the one before."""
    at = NOON + timedelta(minutes=number)
    return CycleDraft(
        user_input=f"Plan {number}: " + " ".join([WORDS] * tokens),
        final_response="Noted.",
        user_id=user,
        session_id="s",
        timestamp=at,
        answered_at=at,
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture
def signals(vault: Engine) -> list[Signal]:
    """The signals that the vault sends, as they come."""
    heard: list[Signal] = []
    vault.conversations.subscribe(heard.append)
    return heard


def small(vault: Engine, budget: int = 1_000) -> None:
    """Let the short-term memory hold so many tokens."""
    vault.change_settings({"conversation.short_term_budget": budget})


def numbers(cycles: Sequence[object]) -> list[int]:
    """Of turns made by `said`."""
    return [int(one.user_input.split(":")[0].split()[1]) for one in cycles]  # type: ignore[attr-defined]


def work(vault: Engine) -> None:
    """All background work of conversations that there is."""
    while vault.conversations.work():
        pass


def test_turns_are_held_newest_first_for_each_user(vault: Engine) -> None:
    """B3: each user has a short-term memory, newest first, counted in tokens of input, answer and metadata."""
    memory = vault.conversations.short_term
    for number in (1, 3, 2):
        vault.conversations.record(said(number, metadata={"channel": "phone"} if number == 3 else {}))
    vault.conversations.record(said(9, user="bob"))
    assert numbers(memory.get_recent_cycles("ann")) == [3, 2, 1] and numbers(memory.get_recent_cycles("bob")) == [9]
    assert numbers(memory.get_recent_cycles("ann", 2)) == [3, 2]
    assert memory.token_count("ann") > 3 * memory.token_count("bob") and memory.get_recent_cycles("nobody") == []
    assert vault.conversations.gauge("ann").budget == 25_000 and vault.conversations.gauge("ann").reserve == 5_000


def test_pressure_is_told_once_a_level(vault: Engine, signals: list[Signal]) -> None:
    """B9: nearly full and over the budget are told once each, with what a flush would take."""
    small(vault)
    for number in range(12):
        vault.conversations.record(said(number))
    told = [one for one in signals if one.kind == STM_PRESSURE]
    assert [one.payload["level"] for one in told] == ["near", "over"] and {one.user_id for one in told} == {"ann"}
    near, over = (one.payload for one in told)
    assert 800 <= near["current_token_count"] <= 1_000 < over["current_token_count"] and near["budget"] == 1_000
    assert over["cycles_to_flush"] == 6
    work(vault)
    for number in range(12, 24):
        vault.conversations.record(said(number))
    levels = [one.payload["level"] for one in signals if one.kind == STM_PRESSURE]
    assert levels == ["near", "over", "near", "over"], "after it has fallen, they are told again"


def test_a_flush_writes_the_oldest_down_and_keeps_half(vault: Engine, signals: list[Signal]) -> None:
    """B3: over the budget a job flushes the oldest to half of it into a digest that names its messages."""
    small(vault)
    cycles = [vault.conversations.record(said(number))[0] for number in range(10)]
    assert vault.conversations.gauge("ann").level == "over"
    assert [(one.kind, one.state) for one in vault.conversations.jobs.list()] == [("flush", "waiting")]
    work(vault)
    held = vault.conversations.short_term.get_recent_cycles("ann")
    assert numbers(held) == [9, 8, 7, 6] and vault.conversations.short_term.token_count("ann") <= 500
    ((memory, digest),) = vault.conversations.digests.of("ann")
    assert digest.cycles == tuple(one.cycle_id for one in cycles[:6]) and digest_of(memory) == digest
    assert memory.metadata[GENERATED_FROM] == [id for one in cycles[:6] for id in one.messages]
    assert memory.synthetic and "6 turns of conversation" in memory.content and "garden" in memory.content
    done = next(one for one in signals if one.kind == FLUSH_COMPLETED)
    assert done.payload == {"cycles_flushed": 6, "summary_length": len(memory.content), "topics": list(digest.topics)}
    assert vault.conversations.list_cycles(user_id="ann").total == 10, "nothing has left the vault"
    assert next(one for one in vault.conversations.jobs.list() if one.kind == "flush").state == "done"


def test_a_digest_is_found_by_search_and_by_no_question(vault: Engine) -> None:
    """B3: the consolidated record is found by search, as it is embedded, and never by a question to a user's memory."""
    small(vault)
    for number in range(10):
        vault.conversations.record(said(number))
    vault.sync()
    work(vault)
    vault.sync()
    ((memory, _),) = vault.conversations.digests.of("ann")
    found = vault.recall("turns of conversation about garden", filter=RecordFilter(kinds=(DIGEST_KIND,)))
    assert [hit.memory.id for hit in found.hits] == [memory.id] and vault.freshness([memory.id])
    answer = vault.conversations.ask(
        MemoryQuery(user_id="ann", query_text=memory.content, limit=100, min_relevance_score=0.0)
    )
    assert len(answer.cycles) == 10 and memory.id not in {id for one in answer.cycles for id in one.messages}


def test_the_newest_turn_is_never_flushed(vault: Engine) -> None:
    """B3: a turn larger than the budget stays alone, and no flush takes it."""
    small(vault, 200)
    vault.conversations.record(said(1, 50))
    vault.conversations.record(said(2, 1_000))
    work(vault)
    assert numbers(vault.conversations.short_term.get_recent_cycles("ann")) == [2]
    assert vault.conversations.short_term.to_flush("ann") == []


def test_without_the_policy_the_budget_holds_and_says_so(vault: Engine) -> None:
    """B9: with flushes switched off, the oldest leave without a digest, the gauge counts them, the vault has them."""
    vault.change_settings({"conversation.short_term_budget": 1_000, "policy.flush": "off"})
    for number in range(15):
        vault.conversations.record(said(number))
    work(vault)
    gauge = vault.conversations.gauge("ann")
    assert gauge.tokens <= 1_000 and gauge.let_go == 15 - gauge.cycles > 0 and not vault.conversations.digests.of("ann")
    assert vault.conversations.list_cycles(user_id="ann").total == 15


def test_after_a_restart_it_is_filled_from_the_vault(vault: Engine) -> None:
    """B3: opened again, it holds the newest turns since the last digest, within its budget, and the vault all."""
    small(vault)
    for number in range(10):
        vault.conversations.record(said(number))
    work(vault)
    before = vault.conversations.short_term.get_recent_cycles("ann")
    path = vault.path
    vault.close()
    with vault_at(path, Clock()) as again:
        assert again.conversations.short_term.get_recent_cycles("ann") == before
        assert again.conversations.get_immediate_transcript("ann") == ""
        again.change_settings({"conversation.short_term_budget": 250})
    with vault_at(path, Clock()) as again:
        assert numbers(again.conversations.short_term.get_recent_cycles("ann")) == [9, 8]


def test_recall_compares_stored_vectors_and_embeds_nothing(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """B3: the vectors of both fields come from the index; what has none yet is skipped and counted."""
    vault.conversations.record(said(1))
    vault.sync()
    vault.conversations.record(said(2))
    vector = vault.vector_of(vault.conversations.list_cycles(newest_first=False).cycles[0].messages[0])
    assert vector is not None
    monkeypatch.setattr(type(vault._current_space().embedder), "embed", None)
    newer, older = vault.conversations.short_term.compare("ann", vector.vector)
    assert older.asked == pytest.approx(1.0, abs=0.02) and older.answered is not None and older.missing == 0
    assert newer.asked is None and newer.missing == 2


def test_turns_follow_edits_and_undo(vault: Engine) -> None:
    """F14: a turn that was edited, undone or purged is so in short-term memory, too."""
    memory = vault.conversations.short_term
    first, _ = vault.conversations.record(said(1))
    _, seq = vault.conversations.record(said(2))
    vault.edit(first.messages[0], "Plan 7: nothing")
    assert [one.user_input[:7] for one in memory.get_recent_cycles("ann")] == ["Plan 2:", "Plan 7:"]
    vault.undo(seq)
    assert numbers(memory.get_recent_cycles("ann")) == [7]
    vault.purge(vault.plan_purge(memory.get_recent_cycles("ann")[0].messages))
    assert memory.get_recent_cycles("ann") == [] and memory.token_count("ann") == 0


def test_a_turn_that_is_answered_later_is_one_turn(vault: Engine) -> None:
    """B3: the answer joins the turn at its place, and the tokens grow."""
    vault.conversations.record(replace(said(1), cycle_id="c", final_response=None))
    vault.conversations.record(said(2))
    before = vault.conversations.short_term.token_count("ann")
    vault.conversations.record(replace(said(1), cycle_id="c", final_response="A longer answer."))
    held = vault.conversations.short_term.get_recent_cycles("ann")
    assert numbers(held) == [2, 1] and held[1].final_response == "A longer answer."
    assert vault.conversations.short_term.token_count("ann") > before


def test_what_was_flushed_stays_out(vault: Engine) -> None:
    """B3: a turn that was flushed does not come back into short-term memory when it is edited or answered later."""
    small(vault)
    cycles = [vault.conversations.record(said(number))[0] for number in range(10)]
    work(vault)
    vault.edit(cycles[0].messages[0], "Plan 0: changed")
    vault.conversations.record(replace(said(1), cycle_id=cycles[1].cycle_id, final_response="Another answer."))
    assert numbers(vault.conversations.short_term.get_recent_cycles("ann")) == [9, 8, 7, 6]
    vault.undo()
    vault.redo()
    assert numbers(vault.conversations.short_term.get_recent_cycles("ann")) == [9, 8, 7, 6]


def test_a_killed_process_loses_no_turn(tmp_path: Path) -> None:
    """B3: after kill -9 every turn that was acknowledged is there; short-term memory and summary are made again."""
    die_in_child(CHILD, str(tmp_path / "v"))
    with vault_at(tmp_path / "v", Clock()) as vault:
        assert numbers(vault.conversations.list_cycles(user_id="ann", limit=100).cycles) == list(range(9, -1, -1))
        digested = {id for _, one in vault.conversations.digests.of("ann") for id in one.cycles}
        held = {one.cycle_id for one in vault.conversations.short_term.get_recent_cycles("ann")}
        every = {one.cycle_id for one in vault.conversations.list_cycles(limit=100).cycles}
        assert held and held | digested == every and not held & digested
        work(vault)
        assert vault.conversations.summary("ann").update_count == 10 and vault.verify().ok


CHILD = """
import os, signal, sys
from pathlib import Path
from tests.conversation.test_short_term import said, small
from tests.helpers import Clock, vault_at

vault = vault_at(Path(sys.argv[1]), Clock())
small(vault)
for number in range(10):
    vault.conversations.record(said(number))
while not vault.conversations.digests.of("ann"):
    assert vault.conversations.work()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_several_digests_become_one(vault: Engine) -> None:
    """B9: consolidation makes one digest of four, of all their turns, and the undo brings the four back, which are not
    put together again by themselves; nor is a digest that was undone written again."""
    small(vault, 300)
    number = 0
    while len(vault.conversations.digests.of("ann")) < 4:
        vault.change_settings({"policy.consolidation": "off"}) if number == 0 else None
        vault.conversations.record(said(number))
        work(vault)
        number += 1
    four = vault.conversations.digests.of("ann")
    vault.conversations.jobs.request("consolidation", "ann")
    work(vault)
    ((memory, digest),) = vault.conversations.digests.of("ann")
    assert digest.cycles == tuple(id for _, one in four for id in one.cycles)
    vault.undo(memory.key)
    assert [one.cycles for _, one in vault.conversations.digests.of("ann")] == [one.cycles for _, one in four]
    vault.conversations.jobs.request("consolidation", "ann")
    work(vault)
    assert [one.cycles for _, one in vault.conversations.digests.of("ann")] == [one.cycles for _, one in four]
    written = vault.conversations.digests.digested("ann")
    vault.undo(four[0][0].key)
    assert len(vault.conversations.digests.of("ann")) == 3
    assert vault.conversations.digests.digested("ann") == written
