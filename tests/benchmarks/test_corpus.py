"""The texts of the benchmarks."""

import json
from itertools import islice

import pytest

from tests.benchmarks.corpus import corpus, notes

SAMPLE = {
    "conversation": {
        "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "Back again"}],
        "session_1_date_time": "1:00 pm on 1 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "Hello"},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Good to see you"},
        ],
    },
    "qa": [
        {"question": "Who said hello?", "evidence": ["D1:1"], "category": 1},
        {"question": "Who left?", "evidence": ["D1:1"], "category": 5},
    ],
}


def test_the_same_seed_gives_the_same_texts_and_a_smaller_size_the_first_of_them():
    """D10: a benchmark's texts depend on its seed and size alone, and no two of them are alike."""
    many = list(notes().documents(6_000))
    assert list(notes().documents(1_000)) == many[:1_000]
    assert len(set(many)) == len(many)
    assert list(notes().documents(10, seed=2)) != many[:10]
    assert notes().asked(300) == notes().asked(300)
    assert set(notes().asked(300)) == set(notes().questions)


def test_conversations_in_a_folder_give_pairs_of_turns_and_the_questions_that_have_an_answer(tmp_path):
    """D10: benchmarks use real turns and questions where there are some, and notes of the project where there are none."""
    assert corpus(tmp_path) == notes()
    (tmp_path / "talks.json").write_text(json.dumps([SAMPLE]))
    (tmp_path / "other.json").write_text(json.dumps([{"sample_id": "x", "observation": []}]))
    found = corpus(tmp_path)
    assert found.parts == ("Ann: Hello", "Ben: Good to see you", "Ann: Back again")
    assert found.questions == ("Who said hello?",)
    made = list(islice(found.documents(6), 6))
    assert all(text.split("\n")[0] in found.parts and text.split("\n")[1] in found.parts for text in made)


def test_more_texts_than_the_parts_combine_to_are_refused(tmp_path):
    """D10: a benchmark that would never finish drawing its texts says so at once."""
    (tmp_path / "talks.json").write_text(json.dumps([SAMPLE]))
    with pytest.raises(ValueError, match="3 parts make no 100"):
        corpus(tmp_path).documents(100)
