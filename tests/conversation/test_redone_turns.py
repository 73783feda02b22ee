"""A turn that is undone before the background was done with it, and done again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at

SAID = ("I live in Oslo and work at Bosch.", "I moved to Bergen and I love skiing.")


def _turn(engine: Engine, text: str) -> None:
    engine.conversations.process(
        CycleDraft(user_input=text, user_id="ann", session_id="s", cycle_id=text), actor="agent:a"
    )


def _work(engine: Engine, most: int = 1_000) -> int:
    done = 0
    while done < most and engine.conversations.work():
        done += 1
    return done


def _known(engine: Engine) -> Any:
    """What the summary, the board and the facts say, without ids and times."""
    summary = engine.conversations.summaries.get_or_create("ann")
    board = engine.layers.working.board("ann", "s").board
    return (
        (summary.identity, summary.preferences, {*summary.key_topics}, {*summary.entities}, summary.update_count),
        [(one.content, one.type) for one in board.items],
        sorted((one.kind, one.content) for one in engine.page(engine.keys(RecordFilter()))),
    )


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("pieces", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("both", [False, True])
def test_a_turn_that_is_redone_is_taken_in(tmp_path: Path, pieces: int, both: bool, between: bool) -> None:
    """B6, C1.22, F5: however far the background was with a turn when it was undone, after a redo the summary, the board
    and the facts say what they say without both; and after one more undo and redo, too."""
    known = []
    for undone in (False, True):
        with vault_at(tmp_path / f"v{undone}", Clock()) as engine:
            engine.change_settings({"policy.layers": "off", "policy.layers_hours": 0})
            for text in SAID:
                _turn(engine, text)
                _work(engine, pieces if undone and text == SAID[-1] else 1_000)
            if undone:
                steps = [one.command for one in engine.undo_stacks().undo if "setting" not in one.name]
                assert engine.undo_all(steps if both else steps[:1]) is not None
                if between:
                    _work(engine)
                assert engine.redo() is not None
            _work(engine)
            known.append(_known(engine))
            if undone:
                assert engine.undo() is not None and engine.redo() is not None
                _work(engine)
                assert _known(engine) == known[-1]
        if undone:
            with vault_at(tmp_path / f"v{undone}", Clock()) as engine:
                _work(engine)
                assert _known(engine) == known[-1]
    assert known[0][0] == known[1][0]
    assert known[0] == known[1]
    assert known[0][0][0]["location"] == "Bergen"
