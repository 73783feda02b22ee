"""A memory's emotion as people read it."""

from __future__ import annotations

from memory_desktop.core.memory.emotion import emotion_text


def test_an_emotion_is_told_in_words() -> None:
    """A9: labels, valence, arousal and intensity are readable, and nothing that is there is left out."""
    emotion = {
        "valence": 0.6,
        "arousal": 0.2,
        "intensity": 0.9,
        "dominant_emotion": "joy",
        "labels": ["joy", "relief"],
        "emotions": {"fear": 0.1, "trust": 0.7},
        "trigger": "the letter",
        "more": {"a": 1},
    }
    assert emotion_text(emotion).splitlines() == [
        "joy, relief, trust 0.7, fear 0.1",
        "valence 0.6 (pleasant)",
        "arousal 0.2 (calm)",
        "intensity 0.9 (strong)",
        'more: {"a": 1}',
        "trigger: the letter",
    ]
    assert emotion_text({}) == ""
    assert emotion_text({"valence": "very high", "labels": [1, 2]}).splitlines() == [
        "labels: [1, 2]",
        "valence: very high",
    ]
