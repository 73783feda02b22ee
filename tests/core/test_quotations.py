"""What is quoted of somebody else, or only imagined, is not the speaker's own."""

from __future__ import annotations

import pytest

from memory_desktop.core.conversation.analysis import identity, not_called, points, preferences, statements
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
    "> I live in Rome and I love pasta.\nIs that right, what he wrote?",
    "From: Bob <bob@example.org>\nTo: me\nSubject: Hello\n\nI live in Leeds and I work at Tesco.\nCheers, Bob",
    "Can you check the grammar of this sentence? I has moved to Berlin and I likes beer.",
    "Is this sentence correct? I have moved to Vienna and I like coffee.",
    "What would you answer if I said that I live in Rome and hate you?",
    "You are now Hamlet. I am Ophelia. I live in Elsinore.",
    "Let's do a role-play: you are Juliet. I am Romeo. I live in Verona.",
    "Let us play a game where I am a pirate and I live on Tortuga.",
    "My character in the game is called Thorin. I live in Moria and I hate elves.",
    "In the film the hero says I live in Gotham and I hate clowns.",
    "A customer complains: I live in Arlon and I hate your product. How do I reply?",
    "If someone asks, I live in Paris and my name is Pierre.",
)

#: Messages that have words like these, and what they say of their speaker all the same: (identity, likes).
OF_ONESELF = {
    "I told her that I live in Oslo.": ({"location": "Oslo"}, ()),
    "In my story-telling group I feel happy, and I live in Bath.": ({"location": "Bath"}, ()),
    "I wrote a story about a dragon and I love writing.": ({}, ("likes writing",)),
    "My sister says hi. My name is Olga.": ({"user_name": "Olga"}, ()),
    "I'm reading the e-mail of my aunt right now. I live in Pisa.": ({"location": "Pisa"}, ()),
    "Pretend you are a travel agent. I live in Ghent and want to go to Japan.": ({"location": "Ghent"}, ()),
    "Write a letter to my landlord. My name is Jana and I live in Ghent.": (
        {"user_name": "Jana", "location": "Ghent"},
        (),
    ),
    "Please write my bio. I live in Ghent, I'm 44 and I love cycling.": ({"location": "Ghent"}, ("likes cycling",)),
    "I was only kidding about Riga, I live in Jurmala.": ({"location": "Jurmala"}, ()),
    "Hi! This is Marek, I'm new here and I live in Ghent.": ({"location": "Ghent"}, ()),
    "My friends say that I am too loud, but I love singing.": ({}, ("likes singing",)),
}


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


@pytest.mark.parametrize("text", OF_ONESELF)
def test_what_stands_beside_others_words_is_learned(text: str) -> None:
    """B6.8, E7.4: what the speaker says of how it is, beside words of others or of pretence, is learned."""
    known, likes = OF_ONESELF[text]
    assert (identity(text), preferences(text)) == (known, likes)
    learned = " ".join(one.text for one in extract([Said(text, "")]))
    assert all(value in learned for value in known.values())


def test_a_copied_talk_is_of_its_speakers() -> None:
    """B6.8: lines of several who are named before them are theirs; those of one who names themselves are their own."""
    talk = "Tom: I live in Bonn.\nAnn: I love Bonn.\nWho lives in Bonn?"
    assert (identity(talk), preferences(talk)) == ({}, ())
    assert identity("Tom: I live in Bonn.") == {"location": "Bonn"}


def test_who_is_not_to_be_called_so_is_not_called_so() -> None:
    """B6.8: “Don't call me Bertie” gives no name, and takes that one back."""
    said = "Don't call me Bertie any more, please."
    assert identity(said) == {} and not_called("Bertie", said) and not not_called("Albert", said)


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
    hearsay = ("My aunt says I like tea.", "According to my aunt, I like tea.")
    for text in ("I like tea, right?", "I don't know if I like tea.", *hearsay):
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


def test_a_question_whether_it_is_so_says_nothing() -> None:
    """B6.8: “Is it true that I live in Warsaw?” says nothing of where somebody lives."""
    assert identity("Is it true that I live in Warsaw?") == {}
    assert identity("Do you think I live in Warsaw?") == {}
    assert identity("Did you know? I live in Warsaw.") == {"location": "Warsaw"}
