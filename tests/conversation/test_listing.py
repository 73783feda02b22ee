"""Lists of turns: by user, conversation, time, type of answer and confidence, a page at a time, in order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from memory_desktop.core.conversation.cycles import AgentOutput, CycleDraft, ResponseMetadata, Stage
from memory_desktop.core.conversation.listing import CycleListRequest
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON


def at(minute: int) -> datetime:
    return NOON + timedelta(minutes=minute)


@pytest.fixture
def vault(vault: Engine) -> Engine:
    """Twelve turns of ann, three at a time at the same minute, one of bob, and a message without turn data."""
    for number in range(12):
        vault.conversations.record(
            CycleDraft(
                user_input=f"turn {number}",
                final_response="Yes.",
                user_id="ann",
                session_id=f"s{number % 2}",
                timestamp=at(number // 3),
                agent_outputs=tuple(AgentOutput("critic", {}, c) for c in (0.1, number / 10)) if number < 9 else (),
                response_metadata=ResponseMetadata("advice" if number % 3 else "answer"),
            )
        )
    vault.conversations.record(CycleDraft(user_input="of bob", user_id="bob", timestamp=at(9)))
    vault.remember(Draft(content="old", thread="old", metadata={"role": "user"}, created_at=at(-60)))
    return vault


def numbers(vault: Engine, **fields: Any) -> list[str]:
    page = vault.conversations.list_cycles(CycleListRequest(**{"user_id": "ann", "limit": 100, **fields}))
    assert page.total == len(page.cycles) and page.cursor == ""
    return [one.user_input.removeprefix("turn ") for one in page.cycles]


def test_turns_are_listed_by_what_is_asked_for(vault: Engine) -> None:
    """B7.2, U17: order, ties, user, conversation, both ends of a time, type of answer and confidence each hold."""
    every = [str(number) for number in range(12)]
    assert numbers(vault) == every[::-1] and numbers(vault, newest_first=False) == every
    assert numbers(vault, session_id="s1", newest_first=False) == every[1::2]
    assert numbers(vault, start_date=at(1), end_date=at(2), newest_first=False) == every[3:9]
    assert numbers(vault, start_date=at(3), end_date=at(3)) == ["11", "10", "9"]
    assert numbers(vault, response_type="answer", newest_first=False) == ["0", "3", "6", "9"]
    assert numbers(vault, min_confidence=0.7) == ["8", "7"] and numbers(vault, min_confidence=0.9) == []
    assert numbers(vault, min_confidence=0.1, response_type="advice", session_id="s0", end_date=at(1)) == ["4", "2"]
    assert numbers(vault, user_id=None)[0] == "of bob" and numbers(vault, user_id=None)[-1] == "old"
    assert numbers(vault, user_id="") == ["old"] and numbers(vault, user_id="nobody") == []


def test_pages_go_on_where_the_last_one_ended(vault: Engine) -> None:
    """B7.2, U17: cursors lead through all turns once in both orders, with the total on each page, also past new turns."""
    listed = vault.conversations.list_cycles
    assert len(listed().cycles) == 10 and listed().total == 14
    for newest in (True, False):
        seen, cursor = list[str](), ""
        while True:
            page = listed(user_id="ann", limit=5, newest_first=newest, cursor=cursor)
            seen += [one.user_input.removeprefix("turn ") for one in page.cycles]
            cursor = page.cursor
            if len(seen) == 5:
                assert page.total == 12
                late = CycleDraft(user_input="turn 12", user_id="ann", timestamp=at(30))
                vault.conversations.record(late)
            if not cursor:
                break
        assert seen == ([str(n) for n in range(11, -1, -1)] if newest else [str(n) for n in range(13)])
        vault.undo()


def test_what_is_out_of_range_is_named() -> None:
    """B7.2, U17: a limit, a confidence, times in the wrong order and a cursor that is none are errors that say so."""
    for field, value in (
        ("limit", 0),
        ("limit", 101),
        ("min_confidence", 1.5),
        ("cursor", "page 2"),
        ("cursor", "1-x"),
    ):
        with pytest.raises(InvalidCommandError, match=field if field != "cursor" else "is no cursor"):
            CycleListRequest(**{field: value})
    with pytest.raises(InvalidCommandError, match="start_date is after end_date"):
        CycleListRequest(start_date=at(1), end_date=at(0))
    assert CycleListRequest(limit=100, cursor="99999999999999-3").beyond() is not None


def test_reflection_gets_the_latest_pending_turns(vault: Engine) -> None:
    """B7.3, U17: only turns whose reflection is pending come, newest first, so many as asked for, failed ones on demand."""
    pending = vault.conversations.get_recent_cycles_for_reflection
    every = pending("ann")
    vault.conversations.turns.note([(every[0], {"reflection_status": Stage.COMPLETED.value})])
    vault.conversations.turns.note([(every[1], {"reflection_status": Stage.FAILED.value})])
    assert [one.user_input for one in pending("ann", 2)] == ["turn 9", "turn 8"]
    assert [one.user_input for one in pending("ann", 2, again=True)] == ["turn 10", "turn 9"]
    assert len(pending("ann")) == 10 and [one.user_input for one in pending("bob")] == ["of bob"]
