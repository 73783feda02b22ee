"""What a sentence states, denies and asks to forget."""

from __future__ import annotations

import pytest

from memory_desktop.core.memory.claims import claims, speaker
from memory_desktop.core.memory.statements import forgets, is_about, stated, without_lead

#: A sentence | what it states | what it denies.
STATES = """Actually I moved to Riga last month.|I moved to Riga last month.|
Actually, I moved to Riga.|I moved to Riga.|
Not Berlin, I live in Riga.|I live in Riga|Berlin
Not in Berlin, I live in Riga.|I live in Riga|Berlin
I live in Riga, not Berlin.|I live in Riga|Berlin
I live in Riga, not in Berlin any more.|I live in Riga|Berlin
I live in Riga (not Berlin).|I live in Riga|Berlin
Oh wait, I actually live in Riga, not Berlin.|I live in Riga|Berlin
No wait, I live in Riga.|I live in Riga.|
Correction: my birthday is 5 May 1990.|my birthday is 5 May 1990.|
My birthday is not 3 May 1990, it's 5 May 1990.|My birthday is 5 May 1990|3 May 1990
No, my dog is not called Bruno, he is called Bruce.|my dog is called Bruce|Bruno
My dog isn't called Bruno but Bruce.|My dog is called Bruce|Bruno
My dog is not called Bruno. He's called Bruce.|My dog is called Bruce|Bruno
My dog's name is not Bruno, it's Bruce.|My dog's name is Bruce|Bruno
My name isn't Ann, it's Anna.|My name is Anna|Ann
I don't live in Berlin, I live in Riga.|I live in Riga|Berlin
I don't live in Berlin but in Riga.|I live in Riga|Berlin
I no longer work at Bosch, I work for Siemens.|I work for Siemens|Bosch
Sorry, I meant that my dentist is Dr. Lee.|I meant that my dentist is Dr. Lee.|
Hold on, my flight is on Monday.|my flight is on Monday.|
By the way, I no longer live in Oslo.|I no longer live in Oslo.|
Thanks, I live in Riga.|I live in Riga.|
Please always answer in German.|always answer in German.|
Update: we live in Riga.|we live in Riga.|
And I like tea.|I like tea.|
No worries, John.|No worries, John.|
No more tea for me.|No more tea for me.|
Right now I live in Riga.|Right now I live in Riga.|
Update my profile.|Update my profile.|
Note the time.|Note the time.|
Wait for me.|Wait for me.|
So far I live in Oslo.|So far I live in Oslo.|
Well done.|Well done.|
Just a note.|Just a note.|
Sorry about the delay.|Sorry about the delay.|
I am not in Berlin.|I am not in Berlin.|
I do not live in Berlin.|I do not live in Berlin.|
I no longer work at Bosch, I am a teacher now.|I no longer work at Bosch, I am a teacher now.|
Notting Hill is in London.|Notting Hill is in London.|"""

#: What a sentence asks to forget | the sentence.
FORGETS = """short sentences|Forget what I said about short sentences.
short sentences|Forget what I said about short sentences; long answers are fine.
short sentences|Please ignore what I told you about short sentences, I changed my mind.
short sentences|You can forget my rule about short sentences.
tea|Actually, disregard everything I said about tea.
the cello|Oh, and forget the thing I mentioned earlier about the cello.
I live in Berlin|Forget that I live in Berlin.
my rent|Forget what I said on my rent before.
|Don't forget what I said about short sentences.
|I forget what I said about short sentences.
|Never forget what I said about short sentences.
|Did you forget what I said about short sentences?
|Forget what I said.
|Forget what I said about it.
|Forget it.
|Forget about the weather.
|I will never forget what I said about tea.
|Could you forget what I said about tea?
|What I said about tea is true.
|I can't forget what you said about tea."""

#: Texts that begin with who says it, and with what is none.
SPEAKERS = "Mara: I live here.|Dr. Mara Lindt: Hi.|User: I like tea."
NO_SPEAKERS = (
    "Correction: my birthday is today.|Note: tea.|PS: I moved.|Update: I live here.|Question: who?|Actually: no."
)


@pytest.mark.parametrize("line", STATES.splitlines())
def test_what_a_sentence_states(line: str) -> None:
    """E7.4: a sentence states what is left without what one says before it, and without what it denies."""
    sentence, text, denied = line.split("|")
    said = stated(sentence)
    assert (said.text, said.denied) == (text, denied)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        *(
            (text, True)
            for text in ("No, I live here.", "Wait, my name is Ann.", "Actually I moved.", "Correction: 5.")
        ),
        *((text, False) for text in ("Yes, I live here.", "Well, I moved.", "By the way, I moved.", "No worries.")),
    ],
)
def test_what_takes_something_back(sentence: str, expected: bool) -> None:
    """E7.4: “No,” and “Correction:” before a sentence take something back, “by the way” does not."""
    assert without_lead(sentence)[1] is expected


@pytest.mark.parametrize("line", FORGETS.splitlines())
def test_what_is_to_be_forgotten(line: str) -> None:
    """E7.4: who asks to forget what was said of a topic names the topic; not to forget it, or a question, asks nothing."""
    topic, sentence = line.split("|")
    assert forgets(sentence) == topic


@pytest.mark.parametrize(
    ("topic", "text", "expected"),
    [
        ("short sentences", "Always answer me in short sentences.", True),
        ("short sentences", "Use a short sentence at the end.", True),
        ("short sentences", "Sentences should rhyme.", False),
        ("the tea", "I prefer green tea.", True),
        ("the tea", "I am on a team.", False),
        ("it", "I like it.", False),
        ("", "I like tea.", False),
    ],
)
def test_what_a_text_is_about(topic: str, text: str, expected: bool) -> None:
    """E7.4: a text is about a topic if it has all its telling words."""
    assert is_about(topic, text) is expected


def test_headings_are_no_speakers() -> None:
    """E9: “Correction:” and “Note:” before a sentence name nobody, so the sentence claims what it does without them."""
    assert all(speaker(text) for text in SPEAKERS.split("|"))
    assert not any(speaker(text) for text in NO_SPEAKERS.split("|"))
    assert list(claims("Correction: my birthday is 5 May 1990.")) == list(claims("My birthday is 5 May 1990."))


def test_hostile_sentences() -> None:
    """E7.4: long and odd sentences are read in time in proportion to them."""
    for text in (
        "no, " * 50_000,
        "not " * 50_000,
        "I " + "a, not " * 40,
        "forget what I said about " * 10_000,
        "\x00",
        "…",
    ):
        said = stated(text)
        assert len(said.text) <= len(text) and isinstance(forgets(text), str)
    assert stated("") == stated("  ") and stated("").text == ""
