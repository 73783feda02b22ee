"""What is quoted of somebody else, or only imagined, is not the speaker's own."""

from __future__ import annotations

import pytest

from memory_desktop.core.conversation.analysis import identity, points, preferences, statements
from memory_desktop.core.extraction.facts import Said, extract
from memory_desktop.core.extraction.quotations import quoted_in, unquoted
from memory_desktop.core.extraction.sentences import pieces
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.memory.ended import ended
from memory_desktop.core.memory.partly import statements_in
from memory_desktop.core.memory.slots import replaces

#: A text | what it quotes.
QUOTES = """Say it in German: "I hate fish. I love meat."|"I hate fish. I love meat."
My aunt told me "I hate fish and I live in Bern".|"I hate fish and I live in Bern"
“I hate fish,” she said. I live in Graz.|“I hate fish,”
She wrote: I'm allergic to peanuts.|I'm allergic to peanuts.
My doctor said: drink more. I live in Graz.|drink more.
He told me: I hate you. I live in Graz.|I hate you. I live in Graz.
The song goes: I was born in a barn.|I was born in a barn.
Als sie schrieb: «I live in Bern» I left.|«I live in Bern»
My boss wrote "Never call me on Sunday".|"Never call me on Sunday"
Translate this: I live in Bern. I hate fish.|I live in Bern. I hate fish.
My favourite book is "Dune".|
My favourite show is "I Love Lucy".|
I said: I hate fish.|
As I told you: I live in Graz.|
Correct: I live in Graz.|
Correction: I live in Graz.|
"I live in Graz."|
It is 5" by 7" and I live in Graz.|"""

#: Messages that say nothing of their speaker, and no rule.
OF_OTHERS = (
    'Translate into German: "I live in Madrid and I hate fish."',
    'My aunt told me "I hate fish and I live in Bern".',
    'My aunt told me "I hate fish. I live in Bern. Never call me."',
    'My aunt told me this. "I hate fish and my name is Ann."',
    "She wrote: I'm allergic to peanuts and I live in Bern. I don't work at Bosch any more.",
    "Translate this:\nI live in Bern.\nI hate fish.",
    "Let's pretend my name is Batman and I live in Gotham.",
    "In this story, I am called Zed and I live in Neo-Tokyo.",
    "In that scenario I work at Bosch and I hate fish.",
    "For the role-play, my name is Zed, and always answer in German.",
    "Let's role-play. I live in Neo-Tokyo and I hate fish.",
    "I live in Gotham and I hate fish in this story.",
    "Act as if I lived in Gotham and I no longer worked at Bosch.",
    "I moved to Gotham in my novel.",
    "Write a story in which I moved to Gotham and I hate fish.",
    "Read this email: Hi, I'm Bob. I live in Leeds and work at Tesco. Cheers, Bob",
    "Roleplay: you are a waiter and I am a guest from Gotham. I live in Gotham.",
    "My friend says I moved to Rome, which is nonsense.",
    "He asked me whether I moved to Rome.",
    "In a parallel universe I live in Gotham and I like opera.",
)


@pytest.mark.parametrize("line", QUOTES.splitlines())
def test_what_is_quoted(line: str) -> None:
    """B6.8: words in quotation marks, behind a verb of saying, or handed over are quoted; a title, and what the speaker
    said, are not."""
    text, _, quoted = line.partition("|")
    assert "".join(text[start:end] for start, end in quoted_in(text)) == quoted
    assert unquoted(text) == (text.replace(quoted, " ") if quoted else text)


@pytest.mark.parametrize("text", OF_OTHERS)
def test_nothing_is_learned_of_others_words(text: str) -> None:
    """B6.8, E7.4: of what is quoted or imagined no preference, rule or claim is read, it is not parted, and it takes the
    place of nothing."""
    assert all(one.kind == "fact" and one.confidence < 0.9 and not one.corrects for one in extract([Said(text, "")]))
    assert (identity(text), preferences(text), points(text)) == ({}, (), ())
    said = statements_in(text)
    assert not any(claim for one in said for claim in claims(one)) and not any(ended(one) for one in said)
    for old in ("I live in Oslo.", "I love fish.", "I work at Bosch.", "My name is Eva."):
        assert not any(replaces(new, old) for new in (text, *statements(text)))
    own, *_ = extract([Said(f"I live in Oslo.\n\n{text}", "")])
    assert own.text.startswith("I live in Oslo.") and own.confidence >= 0.9


def test_no_sentence_ends_in_a_quotation() -> None:
    """B6.8: a full stop between quotation marks ends no sentence, one before the last mark does, unless it goes on in
    small letters."""
    assert pieces('She said "I am late. I am ill." Then she left.') == (
        'She said "I am late. I am ill."',
        "Then she left.",
    )
    assert pieces("“Are you there?” he asked. No.") == ("“Are you there?” he asked.", "No.")
    rule = 'Never say "I don\'t know. Ask somebody else." to me, and always answer in German.'
    assert [(one.kind, one.text) for one in extract([Said(rule, "")])] == [
        ("rule", 'Never say "I don\'t know. Ask somebody else." to me'),
        ("rule", "Always answer in German."),
    ]


def test_titles_are_read() -> None:
    """B6.9: a title in quotation marks is what somebody likes."""
    (fact,) = extract([Said('My favourite book is "Dune".', "")])
    assert (fact.kind, fact.text) == ("pref", 'My favourite book is "Dune".')
    assert preferences('I love "Dune".') == ('likes "Dune"',)


def test_what_somebody_is_not_sure_of() -> None:
    """B6.9, E9: who asks back, or does not know whether they like something, states no liking; what others say of
    somebody is a fact at the most."""
    for text in ("I like tea, right?", "I don't know if I like tea.", "My aunt says I like tea."):
        assert preferences(text) == () and {one.kind for one in extract([Said(text, "")])} <= {"fact"}, text
    assert identity("I live in Oslo, don't I?") == {}
    assert preferences("I told you that I like tea.") == ("likes tea",)
    assert identity("I live in Oslo, do you know it?") == {"location": "Oslo"}


def test_long_texts_take_no_more_time_than_others() -> None:
    """B6: how long it takes to find quotations grows with the text, and not with its square."""
    for text in ("she said: a ", "a: ", ' "a', "she said ", "“a. ", '"a b. c" '):
        assert len(quoted_in(text * 20_000)) <= 20_000


def test_in_earnest_again() -> None:
    """E7.4: what is said of how it really is ends what is only imagined."""
    text = "Let's role-play. I live in Gotham. In reality I live in Oslo."
    assert [one.text for one in extract([Said(text, "")])] == ["I live in Oslo."]
    assert identity(text) == {"location": "Oslo"}
