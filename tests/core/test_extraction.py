"""Facts of a turn by rules: what is taken, as what, and how much of what people noted is found."""

from __future__ import annotations

import pytest

from memory_desktop.core.extraction.facts import MOST_FACTS, Fact, Said, extract
from memory_desktop.core.extraction.sentences import MOST
from memory_desktop.core.memory.claims import claims, contradiction
from tests.benchmarks import extraction as benchmark

DATA = benchmark.DATA


def of_user(text: str, before: str = "") -> list[Fact]:
    return extract([Said(text, "User")], before)


@pytest.mark.parametrize(
    ("text", "kind", "fact"),
    [
        ("I prefer tea over coffee. What do you have?", "pref", "User: I prefer tea over coffee."),
        ("We use tabs, not spaces, in this project.", "pref", "User: We use tabs, not spaces, in this project."),
        ("My sister Ana was born on 3 May 1990.", "fact", "User: My sister Ana was born on 3 May 1990."),
        ("Hi! I live in Porto, near Dr. Lee.", "fact", "User: I live in Porto, near Dr. Lee."),
        ("Please always answer in German.", "rule", "User: Please always answer in German."),
        ("No, my dentist is Dr. Lee, not Dr. Kim.", "rule", "User: No, my dentist is Dr. Lee, not Dr. Kim."),
    ],
)
def test_kinds(text: str, kind: str, fact: str) -> None:
    """E9: preferences, facts and corrections are told apart, and a fact names who says it and where."""
    (found,) = of_user(text)
    assert (found.kind, found.text) == (kind, fact)
    assert text[found.start : found.end] == found.said == fact.removeprefix("User: ")
    assert 0.0 < found.confidence <= 1.0


@pytest.mark.parametrize(
    "text",
    [
        *("Hi!", "Good morning", "Thanks, that's great!", "What is the capital of France?", "Sounds good."),
        *("Write me a poem about cats.", "Can you explain how transformers work?", "See you later!", "", "   ", "???"),
        "```\nx = 1\n```",
    ],
)
def test_nothing_worth_keeping(text: str) -> None:
    """E9: a greeting, an acknowledgement, a question and a request give no fact."""
    assert of_user(text) == []


def test_an_assistant_tells_of_its_user_only() -> None:
    """E9: of an assistant's message only what it says of the user is taken, not what it knows."""
    told = extract(
        [
            Said("When does it leave?", "User"),
            Said("Your flight leaves at 9:40. Paris has two million people. You can use a map.", "Assistant", ai=True),
        ]
    )
    assert [(one.text, one.message) for one in told] == [("Assistant: Your flight leaves at 9:40.", 1)]


def test_sentences_that_lean_stay_together() -> None:
    """E9: a sentence that cannot be understood alone stays with the one before it."""
    told = of_user("I ran a charity race with my brother last Saturday. It was for mental health.", "What did you do?")
    assert [one.said for one in told] == [
        "I ran a charity race with my brother last Saturday. It was for mental health."
    ]


def test_long_and_hostile_texts() -> None:
    """E9: of any text a bounded part is read and a bounded number of facts is taken, always the same."""
    texts = ["my favourite " * 90_000, "I " * 500_000, "no, " * 250_000, "\x00\ud800" * 9, "``` I live in Porto."]
    for text in [*texts, "I live in Porto. " * 5_000, "x" * MOST + " I live in Porto."]:
        found = of_user(text)
        assert found == of_user(text) and len(found) <= MOST_FACTS
        assert all(one.end <= MOST for one in found)
    assert len(of_user("I live in Porto. " * 5_000)) == MOST_FACTS
    assert of_user("x" * MOST + " I live in Porto.") == []


def test_claims_of_a_named_speaker() -> None:
    """E3: what somebody says of themselves contradicts what is said of them, and nobody else's words."""
    (mine,) = claims("Mara: Actually, I moved to Oslo last month.")
    (told,) = claims("Mara lives in Porto.")
    (others,) = claims("Ben: I live in Porto.")
    assert contradiction(mine, told) and not contradiction(mine, others)
    assert list(claims("User: My dentist is Dr. Lee.")) == list(claims("My dentist is Dr. Lee."))


@pytest.mark.skipif(not (DATA / benchmark.OBSERVATIONS).exists(), reason="the conversations are not here")
def test_what_people_noted() -> None:
    """E9: the messages that facts are taken from are those that people noted facts of, also where nothing was fitted to
    the conversation."""
    said = benchmark.messages(DATA)
    assert benchmark.measure(said, lambda _: benchmark.MODEL)[1] >= benchmark.LEAST
    assert benchmark.held_out(said)[1] >= benchmark.LEAST
