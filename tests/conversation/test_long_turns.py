"""Turns that are long, and hostile to patterns: what is made of them takes time in proportion to their length."""

from __future__ import annotations

import base64
import random
import time
from pathlib import Path

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from tests.helpers import Clock, vault_at

_SIZE = 100_000
_TEXTS = {
    "a picture": "here is my picture data:image/png;base64,"
    + base64.b64encode(random.Random(1).randbytes(_SIZE * 3 // 4)).decode(),
    "hyphens": "A-" * (_SIZE // 2),
    "nobody ends": "you " * (_SIZE // 4),
    "addresses": "a@" * (_SIZE // 2),
    "json": '{"a":1,"bc":"d@e",' * (_SIZE // 18),
    "blank lines": "A \n\n" * (_SIZE // 4),
}


@pytest.mark.parametrize("text", _TEXTS.values(), ids=_TEXTS.keys())
@pytest.mark.parametrize("says", ["user", "assistant"])
def test_a_long_turn_holds_nobody_up(tmp_path: Path, text: str, says: str) -> None:
    """E1.4, E1.8: a long message without blanks or stops is worked off in small steps, each of which leaves the
    processor soon; one with a picture in it held everything up for 15 s, hyphens for 17."""
    with vault_at(tmp_path / "vault", Clock()) as engine:
        talks = engine.conversations
        said, answer = (text, "Thank you.") if says == "user" else ("Look at this.", text)
        talks.process(CycleDraft(user_input=said, final_response=answer, session_id="s", user_id="ann"))
        took = []
        while True:
            began = time.thread_time()
            more = talks.work()
            took.append(time.thread_time() - began)
            if not more:
                break
        assert len(took) > 2 and max(took) < 3
        began = time.thread_time()
        engine.layers.consolidation.preview("ann")
        assert time.thread_time() - began < 3
