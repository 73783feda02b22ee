"""What came of an agent's call, in words."""

from __future__ import annotations

import pytest

from memory_desktop.service.outcomes import outcome


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            {"status": "held", "id": "gate_1", "reasons": ["It has an e-mail address."]},
            "Held for review: It has an e-mail address.",
        ),
        ({"hits": [], "weaker": 2, "notes": []}, "Nothing found, 2 weaker"),
        (
            {"hits": [{}], "weaker": 0, "notes": ["One waits for its vector."]},
            "1 memory found (One waits for its vector.)",
        ),
        ({"memories": [{}, {}], "total": 40, "cursor": "x"}, "2 of 40 memories"),
        ({"text": "…", "tokens": 812, "budget": 2000, "parts": [], "notes": []}, "A context of 812 of 2,000 tokens"),
        (
            {"status": "recorded", "cycle_id": "c", "session_id": "s", "user_id": "", "waiting": True},
            "Turn recorded; facts are learned of it in the background",
        ),
        ({"status": "held", "reason": "", "cycle_id": "c", "waiting": True}, "Turn held for review"),
        (
            {"status": "left out", "reason": "It has words.", "cycle_id": None, "waiting": False},
            "Turn left out: It has words.",
        ),
        ({"memory": {"content": "Ann likes tea"}, "history": []}, "“Ann likes tea”"),
        ({"undone": "", "command": None}, "There was nothing to undo"),
        ({"undone": "forget 1 memory", "command": 7}, "Took back: forget 1 memory"),
        ({"entities": [{}], "relations": []}, "1 entity, 0 relations"),
        ({"message": "Relations deleted"}, "Relations deleted"),
        ({"odd_thing": 3, "empty": ""}, "odd thing 3"),
    ],
)
def test_what_came_of_a_call_is_told_in_words(answer: dict[str, object], words: str) -> None:
    """F4: the feed of calls says in words what came of each, and never raw fields that it knows."""
    assert outcome(answer) == words
