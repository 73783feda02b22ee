"""The coverage check of a merge: what the merged text would lose."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.query.coverage import lost, sentences

TEXTS = st.lists(st.text(alphabet="ab1. !\n", max_size=40), max_size=4)


def test_what_is_lost_is_named() -> None:
    """A6: a sentence that is gone, and a number that is gone from one that is kept; nothing that is there in words."""
    members = ["Mara drinks tea. She lives at Rua da Bica 31.", "Mara drinks green tea at four."]
    merged = "Mara drinks green tea at four. She lives at Rua da Bica."
    found = lost(members, merged)
    assert [one.sentence for one in found] == ["She lives at Rua da Bica 31."]
    assert found[0].missing == ("31",)
    assert [one.sentence for one in lost(members, "Mara drinks green tea at four.")] == ["She lives at Rua da Bica 31."]
    assert lost(members, "She lives at Rua da Bica 31; mara DRINKS green tea at four.") == []


@given(texts=TEXTS)
def test_joined_texts_lose_nothing(texts: list[str]) -> None:
    """A6: texts put one after the other keep every sentence; an empty one loses every sentence that has words."""
    assert lost(texts, "\n".join(texts)) == []
    wordy = {one.casefold() for text in texts for one in sentences(text) if any(char.isalnum() for char in one)}
    assert {one.sentence.casefold() for one in lost(texts, "")} == wordy
