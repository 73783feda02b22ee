"""The emotion of a memory: counted, filtered, changed, undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_desktop.core.memory.emotion import changed_emotion, emotion_words, label_of, valence_of
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import vault_at


@pytest.mark.parametrize(
    ("emotion", "words", "label", "valence"),
    [
        ({}, (), "", None),
        ({"dominant_emotion": "joy", "valence": 0.7}, ("joy",), "joy", 0.7),
        ({"emotions": ["joy", "awe"], "label": "joy"}, ("joy", "awe"), "joy", None),
        ({"emotions": {"joy": 0.8}, "valence": True}, (), "", None),
    ],
)
def test_an_emotion_in_words(emotion: dict[str, object], words: tuple[str, ...], label: str, valence: object) -> None:
    """A9: the words and the valence of an emotion are found under the names that files and agents use."""
    assert (emotion_words(emotion), label_of(emotion), valence_of(emotion)) == (words, label, valence)
    assert changed_emotion(emotion, label, valence) == {}


def test_an_emotion_is_changed_in_one_step(tmp_path: Path) -> None:
    """A9, F5: another label and valence are one command, alone or with a new text; all else stays; undo takes it back."""
    was = {"dominant_emotion": "joy", "valence": 0.7, "model": "x"}
    with vault_at(tmp_path / "v") as vault:
        memory = vault.remember(Draft(content="Mara sails", emotion=was)).memory
        now = vault.edit(memory.id, memory.content, emotion=changed_emotion(was, "awe", None))
        assert (now.id, now.emotion) == (memory.id, {"dominant_emotion": "awe", "model": "x"})
        vault.undo()
        assert vault.get(memory.id).emotion == was
        edited = vault.edit(memory.id, "Mara sails home", emotion={"valence": 0.2})
        assert edited.emotion == {**was, "valence": 0.2}
        assert vault.update([edited.id], emotion={"dominant_emotion": None}) == 1
    with vault_at(tmp_path / "v") as vault:
        assert vault.get(edited.id).emotion == {"valence": 0.2, "model": "x"}
        vault.undo()
        vault.undo()
        (back,) = vault.page(vault.keys(RecordFilter()))
        assert (back.content, back.emotion) == ("Mara sails", was)


def test_emotions_are_a_facet(vault: Engine) -> None:
    """A9: each word is counted, and checking it lists as many memories as were counted."""
    for content, emotion in (
        ("Mara sails", {"dominant": "joy"}),
        ("Mara swims", {"labels": ["joy", "awe"]}),
        ("Mara sleeps", {}),
        ("Mara waits", {"emotions": {"fear": 0.4}}),
    ):
        vault.remember(Draft(content=content, emotion=emotion, kind="fact" if "s" in content[-2:] else "general"))
    counts = vault.facets(RecordFilter()).emotions
    assert counts == {"joy": 2, "awe": 1}
    for word, number in counts.items():
        assert len(vault.keys(RecordFilter(emotions=(word,)))) == number
    assert vault.facets(RecordFilter(emotions=("awe",))).emotions == counts
