"""Facts of a turn by rules: what is taken, as what, and how much of what people noted is found."""

from __future__ import annotations

import pytest

from memory_desktop.core.extraction.facts import MOST_FACTS, Fact, Said, extract
from memory_desktop.core.extraction.sentences import MOST
from memory_desktop.core.memory.claims import claims, contradiction
from tests.benchmarks import extraction as benchmark

DATA = benchmark.DATA
#: What people say to an assistant that nobody would note of them.
SMALL_TALK = """Question 59: what is the capital of France
Question 59: what about the garden
Question 59 about the garden?
Question 12: how many litres does the tank hold.
Q7: Which of these three wines would go with fish and a lemon sauce
Test 14: does the server answer when two clients write at the same time
Turn 3: I said something new today and you answered it
Message number 12 from agent 3
Hello there, how are you doing today
hi there! nice to see you again my friend
Good evening to you and all of your family
Thanks so much for your help with this yesterday
Thank you, that was exactly what I needed for my presentation
OK, I will try that tomorrow and let you know
Great, I see what you mean now
I think so too, yes
A lot's been happening in my life!
A lot's happened since we spoke.
I'm always here for you, Theo!
I feel the same way!
I'm so proud of everything you have done for the team
I love how you picked weaving for your craft
Theodora, these rugs are amazing, every one!
Wow, your kids had lots of fun at the lake!
That must have been frightening for the two of you at sea
I'm lucky to know people like you who remind me.
There's something I need to say to you.
I can't wait to hear what you bake next
I hope you have a great time at the lake with your family
I don't know what you mean by that
I'm not sure I understand the second step
I have a question about the garden
I have one more question for you
I was wondering whether you could help me with my code
I need help with my homework
I want to know what the weather is like tomorrow
I would like you to explain how transformers work in machine learning
What I want to know is how this works with Python
Could you tell me where the nearest station is
can you help me write an email to my boss about my holiday
how do I bake bread without yeast at home
what should I cook tonight for my family
why is my code so slow on the second run
Tell me a joke about my cat
Let's talk about something else today
Let's start with the first one
Please continue with the next chapter of the story
The quick brown fox jumps over the lazy dog again and again
Rome was founded in 753 BC according to the legend of Romulus and Remus
The function returns None when the list is empty and raises otherwise
It works now, thanks!
That did not work, I still get the same error
I got an error when I ran your code
I tried it and it says module not found
Hmm, I thought it would be the other way round
Sorry, I was away for a minute
I'm back, where were we
I'll ask you 20 questions now, answer each of them
See you tomorrow, I have to go now
Have a great weekend, talk to you on Monday
I agree with you on that
I love it, thank you
I like your answer
I love that idea
I like where this is going.
I love hearing about it!
Just testing whether you get my messages
this is a test message, please ignore it
ping 5 from my second window
Number 4: name three rivers in Germany
1. What is your favourite book
2) Who wrote Hamlet and when
I appreciate your patience with me today
Good question, I have no idea
Yes, I did that already yesterday
No, I haven't tried that yet
I hope you are well
I wish you a nice day
My question is about the rent
My next question: where do I find the logs
I guess you are right about that
Hey Ruben, I need to ask you something.
Since we last met, lots has been happening!
Lots happened since our last chat.
Hey Henrike, since we last spoke, I've had lots of things going on.
Since we last spoke, so much has been going on.
Nah, no changes for me.
Hey Pavel, I haven't heard from you in months.
It's been a while!
Hi Maria, long time no see!"""


def of_user(text: str, before: str = "") -> list[Fact]:
    return extract([Said(text, "User")], before)


@pytest.mark.parametrize(
    ("text", "kind", "fact"),
    [
        ("I prefer tea over coffee. What do you have?", "pref", "I prefer tea over coffee."),
        ("We use tabs, not spaces, in this project.", "pref", "We use tabs, not spaces, in this project."),
        ("My sister Ana was born on 3 May 1990.", "fact", "My sister Ana was born on 3 May 1990."),
        ("Hi! I live in Porto, near Dr. Lee.", "fact", "I live in Porto, near Dr. Lee."),
        ("Please always answer in German.", "rule", "Always answer in German."),
        ("No, my dentist is Dr. Lee, not Dr. Kim.", "fact", "My dentist is Dr. Lee, not Dr. Kim."),
        ("Actually, I moved to Riga last month.", "fact", "I moved to Riga last month."),
        ("Correction: my birthday is 5 May 1990.", "fact", "My birthday is 5 May 1990."),
        ("No, not Berlin, I live in Riga.", "fact", "Not Berlin, I live in Riga."),
        ("Sorry, I meant my sister lives in Turin.", "fact", "My sister lives in Turin."),
        ("Actually I prefer coffee now.", "pref", "I prefer coffee now."),
        ("No, I hate olives.", "pref", "I hate olives."),
        ("Wait, I switched to coffee.", "pref", "I switched to coffee."),
        ("No, call me Ann from now on.", "rule", "Call me Ann from now on."),
        ("Actually, please always answer in German.", "rule", "Always answer in German."),
        ("Forget what I said about short sentences.", "rule", ""),
        ("Thanks, I'm allergic to nuts, by the way.", "pref", "I'm allergic to nuts, by the way."),
        ("Since we last talked, I started a new job at Bosch.", "fact", ""),
        ("A lot has changed since our last conversation, I lost my job at Bosch.", "fact", ""),
        ("We were all shaken when my son had an accident.", "fact", ""),
        ("I went climbing last week and got stuck on a ledge.", "fact", ""),
        ("I'm really into hiking.", "pref", ""),
        ("I love green tea.", "pref", ""),
        ("I really enjoy sailing!", "pref", ""),
        ("I like hiking in the mountains.", "pref", ""),
        ("My brother and I enjoyed the opera in Rome last May.", "pref", ""),
        ("When I was a child we lived in Faro.", "fact", "When I was a child we lived in Faro."),
        ("Thanksgiving dinner was at my mother's in Faro last year.", "fact", ""),
    ],
)
def test_kinds(text: str, kind: str, fact: str) -> None:
    """E9: preferences, facts and rules are told apart, in corrections, too; a fact says where its words are, and reads
    as one would note it, behind the name of a speaker who has one."""
    (found,) = of_user(text)
    (named,) = extract([Said(text, "Mara")])
    fact = fact or text
    assert (found.kind, found.text, named.text) == (kind, fact, f"Mara: {fact}")
    assert text[found.start : found.end] == found.said and found.said.endswith(fact[1:])
    assert 0.0 < found.confidence <= 1.0


@pytest.mark.parametrize(
    "text",
    [
        *("Hi!", "Good morning", "Thanks, that's great!", "What is the capital of France?", "Sounds good."),
        *("Write me a poem about cats.", "Can you explain how transformers work?", "See you later!", "", "   ", "???"),
        "```\nx = 1\n```",
        *SMALL_TALK.splitlines(),
    ],
)
def test_nothing_worth_keeping(text: str) -> None:
    """E9: a greeting, an acknowledgement, a question (numbered or without its mark), a request, words on the talk itself
    and on the world at large give no fact."""
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
    assert list(claims("My dentist is Dr. Lee.")) == list(claims("My dentist is Dr. Lee."))


@pytest.mark.long
@pytest.mark.skipif(not (DATA / benchmark.OBSERVATIONS).exists(), reason="the conversations are not here")
def test_what_people_noted() -> None:
    """E9: the messages that facts are taken from are those that people noted facts of, also where nothing was fitted to
    the conversation."""
    said = benchmark.messages(DATA)
    assert benchmark.measure(said, lambda _: benchmark.MODEL)[1] >= benchmark.LEAST
    assert benchmark.held_out(said)[1] >= benchmark.LEAST


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("If I lived in Paris, I would eat croissants all day.", False),
        ("I would move to Lisbon if I got the job.", False),
        ("Let's say I am allergic to nuts.", False),
        ("Imagine I work at Barco.", False),
        ("Suppose my sister lives in Rome.", False),
        ("If I forget my keys, my neighbour Ada has a spare.", True),
        ("I would love to visit Japan.", True),
        ("I am allergic to nuts, so I could never eat baklava.", True),
    ],
)
def test_what_is_only_imagined_is_no_fact(text: str, kept: bool) -> None:
    """E9.2: what would be so under a condition, or is to be played through, is not taken; what is so is."""
    assert bool(extract([Said(text, "user")])) is kept
