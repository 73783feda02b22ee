"""What a text says is felt, by words and rules."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.feelings import BASIC, SPACE, EmotionType, alike, emotion_of, emotion_vector, felt

SAID = {
    "I lost my dog yesterday and I can't stop crying": EmotionType.SADNESS,
    "I'm so happy we got the flat!": EmotionType.JOY,
    "I am not happy about this": EmotionType.SADNESS,
    "I'm a bit nervous about the interview": EmotionType.FEAR,
    "That's disgusting 🤢": EmotionType.DISGUST,
    "Can't wait for the trip!!": EmotionType.ANTICIPATION,
    "My mom passed away last week": EmotionType.SADNESS,
    "Thanks, I really appreciate your support": EmotionType.TRUST,
    "I'M SO ANGRY WITH THEM": EmotionType.ANGER,
    "I was shocked when she told me": EmotionType.SURPRISE,
    "What time is it?": EmotionType.UNKNOWN,
    "Reset the router.": EmotionType.UNKNOWN,
    "": EmotionType.UNKNOWN,
}


@pytest.mark.parametrize(("text", "emotion"), SAID.items())
def test_words_name_the_emotion(text: str, emotion: EmotionType) -> None:
    """C5.15: the emotion by words; what no word tells is UNKNOWN, without numbers (C5.3)."""
    found = felt(text)
    assert found.primary is emotion
    numbers = (found.valence, found.arousal, found.intensity)
    assert all(one is None for one in numbers) == (emotion is EmotionType.UNKNOWN)


def test_degree_and_denial() -> None:
    """C5.15: "very" makes it stronger, "a bit" weaker; a denial turns the valence, a wish counts half."""

    def strength(text: str) -> float:
        return felt(text).intensity or 0.0

    assert strength("I am a bit worried") < strength("I am worried") < strength("I am very worried")
    assert strength("I hope you are happy") < strength("I am happy")
    assert (felt("I am not happy").valence or 0) < 0 < (felt("I am happy").valence or 0)
    assert felt("I was scared but also excited").secondary == (EmotionType.ANTICIPATION,)


def _sentences() -> list[tuple[EmotionType, str]]:
    lines = Path(__file__).with_name("felt_sentences.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return [(EmotionType(name), text.replace("\\n", "\n")) for name, text in rows]


def test_sentences_that_were_labelled_by_hand() -> None:
    """C5.15: 9 of 10 feelings are named, next to none wrongly, and 9 of 10 sentences without one are UNKNOWN."""
    every = _sentences()
    found = [(emotion, felt(text).primary) for emotion, text in every]
    felt_ones = [pair for pair in found if pair[0] is not EmotionType.UNKNOWN]
    neutral = [pair for pair in found if pair[0] is EmotionType.UNKNOWN]
    assert len(every) >= 120 and len(neutral) >= 50
    assert sum(wanted is got for wanted, got in felt_ones) >= 0.9 * len(felt_ones)
    assert sum(got not in (wanted, EmotionType.UNKNOWN) for wanted, got in felt_ones) <= 0.02 * len(felt_ones)
    assert sum(got is EmotionType.UNKNOWN for _, got in neutral) >= 0.9 * len(neutral)


def test_whose_feeling_it_is() -> None:
    """C5.15: courtesies, praise, likings, and what is said of others tell little of who speaks."""
    for text in ("No worries!", "That's amazing!", "I love tea.", "You must be so happy.", "I'm sure you are sad."):
        assert felt(text).primary is EmotionType.UNKNOWN, text
    mine, hers = felt("I was furious").intensity, felt("She was furious").intensity
    assert mine is not None and hers is not None and hers < mine


@given(st.lists(st.sampled_from([*SAID, "not", "very", "!!", "🎉", "sad", "furious", "calm", ",", "."]), max_size=12))
def test_numbers_stay_in_their_ranges(parts: list[str]) -> None:
    """C0.8, C5.3: valence in [-1, 1], arousal and intensity in [0, 1]; vectors of length 1 (C2.14)."""
    found = felt(" ".join(parts))
    if found.primary is EmotionType.UNKNOWN:
        assert emotion_vector(found) is None
        return
    assert found.valence is not None and found.arousal is not None and found.intensity is not None
    assert -1 <= found.valence <= 1 and 0 <= found.arousal <= 1 and 0 < found.intensity <= 1
    vector = emotion_vector(found)
    assert vector is not None and len(vector) == len(BASIC) + 2
    assert alike(SPACE, vector, SPACE, vector) == pytest.approx(1.0)


def test_vectors_of_two_spaces_are_never_compared() -> None:
    """C2.15: comparing an emotional vector with one of another space is an error; names of emotions are open (C0.9)."""
    vector = emotion_vector(felt("I am so happy"))
    assert vector is not None
    with pytest.raises(InvalidCommandError, match="cannot be compared"):
        alike(SPACE, vector, "topic/minilm", vector)
    assert emotion_of("Joy ") is EmotionType.JOY and emotion_of("melancholy") is EmotionType.UNKNOWN


def test_a_clause_without_end_is_read_in_linear_work() -> None:
    """R4, issue 10: a long text without any stop takes time in proportion to its length, and says what its parts say."""
    part = "i am so happy and the boat is here "
    began = time.thread_time()
    assert felt(part * 3_000).primary is felt(part).primary
    assert time.thread_time() - began < 2, "it took 4 s while each word looked back over the whole clause"


def test_what_is_only_supposed_counts_less_however_far_before() -> None:
    """C5: a word that says something is only supposed counts for all of its clause, and for nothing after it."""
    told = felt("we are happy").intensity
    far = felt("maybe we all sat there by the old boats and were happy").intensity
    after = felt("maybe we all sat there. we are happy").intensity
    assert told is not None and far is not None and after is not None
    assert far < told == after
