"""What two texts are to each other: duplicates, contradictions, or neither."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.layers.concepts import ConceptData, created
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.memory.pairs import compared, denied, no_difference, relation
from memory_desktop.core.memory.records import Memory
from tests.core.pairs_of_notes import AGAINST, NEITHER, SAME
from tests.helpers import NOON

CONFLICTS = [
    ("The rent of the flat is 1,350 euros a month", "The rent of the flat is 1,420 euros since June"),
    ("Mara lives in Gothenburg.", "Mara has moved to Porto, near the river."),
    ("Mara's dentist is Dr. Ek on Vasagatan", "In short: see below. Mara's dentist is Dr. Silva"),
    ("My favourite tea is sencha", "My favourite tea is assam, since last year"),
    ("Mara’s new phone number is 555-1234", "Mara's phone number is 555-9876"),
    ("Tiago works as a physics teacher", "Tiago now works as a baker"),
    ("The exam begins at 10:00 on 14 November; bring the passport.", "The exam begins at 10:30 on 14 November."),
    ("The train to Porto leaves on Monday at nine", "The train to Porto leaves on Tuesday at nine"),
    ("Miso is five years old", "Miso is not five years old"),
    ("Miso is not six years old, but five", "Miso is six years old"),
    ("I love hiking in the mountains.", "I no longer love hiking in the mountains."),
    ("I can't sleep, and I am not anxious about the launch.", "I am anxious about the launch."),
    ("Ann signed the contract yesterday.", "Ann did not sign the contract yesterday."),
    ("Tiago eats meat on Fridays", "Tiago does not eat meat on Fridays"),
    ("She takes her coffee with oat milk every morning", "She takes her coffee with almond milk every morning"),
    ("The oven needs 45 minutes at 230 degrees", "The oven needs 45 minutes at 250 degrees"),
    ("Mara has 2 cats", "Mara has 3 cats"),
    ("The meeting is in room 12", "The meeting is in room 14"),
    ("Project 1 costs 500 euros", "Project 1 costs 600 euros"),
    ("Project 1 is on time this week", "Project 1 is not on time this week"),
    ("Mara lives at number 4 in Porto", "Mara lives at number 5 in Porto"),
    ("Sencha is my favourite tea of all", "Assam is my favourite tea of all"),
    ("The train to Faro leaves from platform 3", "The train to Faro leaves from platform 4"),
    ("I prefer tabs, not spaces", "I prefer spaces, not tabs"),
    ("I prefer dark roast coffee to green tea", "I prefer green tea over dark roast coffee"),
    ("Anna is taller than Eva", "Eva is taller than Anna"),
    ("The light in the hall is on.", "The light in the hall is off."),
    ("I love olives on pizza.", "I hate olives on pizza."),
]
COMPATIBLE = [
    (
        "Hotel Atlântico accepted the offer; a third is paid.",
        "Offer to Hotel Atlântico: 14,200 euros, accepted on 9 April",
    ),
    ("Weighed 81.2 kg on 3 March after the run", "Weighed 80.4 kg on 10 March after the run"),
    ("Mara lives in Lisbon", "Mara lives in Lisbon, Portugal"),
    ("Miso is six years old", "Miso is not five years old"),
    ("The meeting is not at 3 pm on Friday", "The meeting is at 4 pm on Friday"),
    ("The car isn’t red.", "The car is blue."),
    ("The shop is not open on Sunday", "The shop is closed on Sunday"),
    ("My old boss is Anna", "My boss is Eva"),
    ("The rent of the flat was 1,350 euros", "The rent of the flat is 1,420 euros"),
    ("Ordered a whole lunch in Portuguese and nobody laughed", "You ordered a lunch in July and nobody laughed"),
    ("The file is 9 GB and the stick is FAT32.", "FAT32 ends at 4 GB. Format the stick as exFAT."),
    ("Mara likes tea", "Tiago plays the violin in an orchestra"),
    ("I am very anxious about the product launch next week.", "I can't sleep, I am anxious about the product launch."),
    ("My cat Miso is 6 years old and eats turkey.", "Miso never bites, she is 6 years old and eats turkey."),
    ("I never liked the rain but I love hiking in the mountains.", "I love hiking in the mountains."),
    ("We will meet at the office, not at home.", "We will meet at the office."),
    ("I live in Porto.", "No, I live in Porto."),
    ("I think the project number 1 is going well.", "I think the project number 2 is going well."),
    ("Project 1 is open", "Project 2 is closed"),
    ("Project 1 is on time this week", "Project 2 is not on time this week"),
    ("Plant number 3 needs water on Tuesdays", "Plant number 4 needs water on Tuesdays"),
    ("Chapter 3 of the book is boring", "Chapter 4 of the book is boring"),
    ("Bus 28 stops at the market", "Bus 15 stops at the market"),
    ("Mara works in Porto with Eva", "Tom works in Porto with Eva"),
    ("The train from Oslo to Faro leaves at nine", "The train from Faro to Oslo leaves at nine"),
    ("Use tabs, not spaces, in the code", "Use tabs rather than spaces in the code"),
    # opposites that have nothing to do with each other
    ("I row as hard as I can whenever I am on the lake.", "Off the lake, I also run a small shop."),
    ("I love the dunes.", "I hate not being on the lake."),
    ("I've been practising a lot and it pays off.", "I've been practising a way to help young rowers."),
    # two words for one feeling
    ("That picture is great!", "That picture is awesome!"),
    ("The graphics are awesome.", "The graphics are unreal."),
    # dates and hours of nothing that is named
    ("On 3 May 2023.", "On 5 May 2023."),
    ("It was last Friday.", "It was last Monday."),
    ("It starts at 9 am.", "It starts at 10 am."),
    # how something is so, what is done, one of several
    ("All of us can change something!", "We surely can change something!"),
    ("Whenever help is wanted, just give me a call.", "If any help is wanted, give me a call!"),
    ("I'm hoping to leave a good mark.", "I'm determined to leave a good mark."),
    ("I long to see that with my own eyes.", "I long to witness that with my own eyes."),
    ("Dogs give people plenty of joy and love.", "Dogs give people plenty of joy and calm."),
    ("Take it one move at a time.", "Take it one hour at a time."),
    ("Your help is worth a great deal.", "Your friendship is worth a great deal."),
]


def memory(text: str, key: int = 1) -> Memory:
    return Memory(
        key=key, id=f"m{key}", content=text, content_hash=text, created_at=NOON, updated_at=NOON, recorded_at=NOON
    )


def said(text: str, key: int = 1) -> Memory:
    return replace(memory(text, key), thread="chat", metadata={"role": "user"})


def kind(first: str, second: str) -> str:
    return compared(memory(first), memory(second, 2), 0.9).kind


@pytest.mark.parametrize(("first", "second"), CONFLICTS)
def test_another_value_for_the_same_is_a_conflict(first: str, second: str) -> None:
    """F6: whichever comes first; and the reason quotes what stands against what."""
    assert kind(first, second) == kind(second, first) == "conflict"
    pair = compared(memory(first), memory(second, 2), 0.9)
    assert "“" in pair.reason or "denies" in pair.reason


@pytest.mark.parametrize(("first", "second"), COMPATIBLE)
def test_what_can_both_be_so_is_none(first: str, second: str) -> None:
    """F6: more of the same, another occasion, another time, another person."""
    assert kind(first, second) == kind(second, first) != "conflict"


def test_a_number_names_a_thing_only_before_what_is_told_of_it() -> None:
    """F6, C3.16: nine facts that differ by the number of their project are no conflict and no duplicate of each other,
    in the concept that shares them, either; two ages of one person are a conflict in both."""
    facts = [f"I think the project number {n} is going well, but I am worried about Porto." for n in range(1, 10)]
    assert {relation(one, other) for one in facts for other in facts if one != other} == {("similar", "")}
    concept = created(ConceptData(name="Porto", facts=tuple(facts)), ("e",), NOON)
    assert not concept.conflicts and len(concept.knowledge.facts) == 9
    assert relation("Mara is 34", "Mara is 35")[0] == relation("Mara is 35", "Mara is 34")[0] == "conflict"
    assert len(created(ConceptData(name="Mara", facts=("Mara is 34", "Mara is 35")), ("e",), NOON).conflicts) == 1


INSTANCES = [
    ("Version 2 of the app crashed on start.", "Version 3 of the app crashed on start."),
    ("I finished chapter 2 yesterday.", "I finished chapter 3 yesterday."),
    ("Part 1 of the report is done.", "Part 2 of the report is done."),
    ("The 2023 results show a profit of 3 million.", "The 2024 results show a profit of 4 million."),
    ("Results for 2023: profit up.", "Results for 2024: profit up."),
    ("In 2023 the results were good.", "In 2024 the results were good."),
    ("We planned sprint 4 with Ana.", "We planned sprint 5 with Ana."),
    ("The first chapter of the book is dull.", "The second chapter of the book is dull."),
    ("Q1 revenue was 3 million.", "Q2 revenue was 4 million."),
    ("v2 of the app is slow.", "v3 of the app is slow."),
    ("John: Your help is worth a great deal to me.", "John: Your offer is worth a great deal to me."),
]
ONE_THING = [
    ("The limit is 20.", "The limit is 30."),
    ("The app's version is 2.", "The app's version is 3."),
    ("We use version 2 of the app.", "We use version 3 of the app."),
    ("Version 2 of the app is the newest.", "Version 3 of the app is the newest."),
    ("Version 2 of the app costs 5 euros.", "Version 2 of the app costs 6 euros."),
    ("I am reading chapter 2 of the book.", "I am reading chapter 3 of the book."),
    ("Mara is in class 3.", "Mara is in class 4."),
    ("The rent is due on the first.", "The rent is due on the second."),
    ("The deadline is 2023.", "The deadline is 2024."),
    ("I moved to Porto in 2023.", "I moved to Porto in 2024."),
    ("The app needs Python 3.10.", "The app needs Python 3.11."),
]


@pytest.mark.parametrize(("first", "second"), INSTANCES)
def test_what_is_told_of_two_instances_is_no_contradiction(first: str, second: str) -> None:
    """F6: two versions, chapters, sprints or years of a thing, by number or ordinal, contradict each other in nothing."""
    assert kind(first, second) == kind(second, first) == "similar"


@pytest.mark.parametrize(("first", "second"), ONE_THING)
def test_the_number_of_one_thing_is_a_value(first: str, second: str) -> None:
    """F6: a number that is what is told of a thing, or says which one it is, stays a contradiction."""
    assert kind(first, second) == kind(second, first) == "conflict"


@pytest.mark.parametrize("text", ["My dog is hungry", "He lives in Rome", "My old boss is Anna", "Mara likes tea"])
def test_what_there_can_be_many_of_is_no_claim(text: str) -> None:
    """F6: a mood, a pronoun, the past, a liking."""
    assert list(claims(text)) == []


def test_the_same_words_are_a_duplicate() -> None:
    """F6: in another order, or with a few more of them."""
    assert kind("Mara likes green tea in the afternoon", "In the afternoon Mara likes green tea") == "duplicate"
    assert (
        kind("The dog is called Kaffe, a brown lagotto", "The dog is called Kaffe: a very brown lagotto") == "duplicate"
    )


SMALL_TALK = [
    (
        "Maria: No problem, John. Give me a call if any help is wanted.",
        "Maria: Sure thing, John. Give me a call if any help is wanted.",
    ),
    (
        "No worries! Tell me how the move went. Happy to help!",
        "Tell me how the move went. Be careful. See you soon. Bye!",
    ),
    (
        "Tim: Lovely to hear from you! Take care, see you soon.",
        "Tim: Take care! I look forward to hearing from you. See you soon!",
    ),
    ("John: Same here. See you soon!", "John: Same here. See you later!"),
    (
        "Wow, what great news! Changes that are healthy can be made at any age.",
        "Wow, great news! Making changes that are healthy is hard, how has it been?",
    ),
]


@pytest.mark.parametrize(("first", "second"), SMALL_TALK)
def test_small_talk_contradicts_nothing(first: str, second: str) -> None:
    """F6: greetings, thanks and requests of a conversation are no facts that deny each other or say the same."""
    assert compared(said(first), said(second, 2), 0.9).kind == "similar"


@pytest.mark.parametrize(("first", "second"), CONFLICTS)
def test_what_a_conversation_tells_is_compared(first: str, second: str) -> None:
    """F6: facts that contradict each other do so in messages of a conversation, too, among what else is said there."""
    one, other = (text if text.endswith(".") else f"{text}." for text in (first, second))
    pair = compared(said(f"Hey, how are you? {one}"), said(f"No worries! {other} Talk soon!", 2), 0.9)
    assert pair.kind == "conflict"


@given(st.text(max_size=200), st.text(max_size=200))
@pytest.mark.long
def test_any_texts_can_be_compared(first: str, second: str) -> None:
    """F6: no text breaks it, and none contradicts itself."""
    assert kind(first, second) in ("conflict", "duplicate", "similar")
    assert kind(first, first) != "conflict"
    list(claims(first))


def test_a_long_text_takes_no_long_time() -> None:
    """F6: the patterns stay linear on what looks like the beginning of a claim for ever."""
    for text in ("Mara " * 20_000, "the " * 20_000 + "is x", "My " + "a " * 20_000, "A" * 50_000):
        assert list(claims(text)) == []


def test_most_of_sixty_pairs_are_told_apart() -> None:
    """F6: of sixty pairs in other words at least seven of ten repeats and contradictions, and no look-alike, are named."""
    assert len(SAME) + len(AGAINST) + len(NEITHER) >= 60
    assert sum(kind(*pair) == "duplicate" for pair in SAME) >= 0.7 * len(SAME)
    assert sum(kind(*pair) == "conflict" for pair in AGAINST) >= 0.7 * len(AGAINST)
    assert [pair for pair in NEITHER if kind(*pair) != "similar"] == []


def test_a_denial_is_never_the_same_fact() -> None:
    """E3.9: a “not”, another number or another speaker makes two facts, whatever the order of their words."""
    assert no_difference("User: I prefer green tea.", "I prefer tea that is green.")
    assert no_difference("I use tabs, not spaces.", "I use tabs instead of spaces.")
    assert not no_difference("I eat meat every day.", "I don't eat meat any more.")
    assert denied("I eat meat every day.", "I don't eat meat any more.") and not denied("I like rain.", "No dogs here.")
    assert not no_difference("My rent is 900 euros.", "My rent is 950 euros.")
    assert not no_difference("Ann: I live in Porto.", "Ben: I live in Porto.")


def test_what_stands_in_each_others_place_is_never_the_same_fact() -> None:
    """E3.9: the same words make two facts where two things have changed places, unless that says nothing else."""
    for one, other in (
        ("I prefer tabs, not spaces.", "I prefer spaces, not tabs."),
        ("I prefer tea to coffee.", "I prefer coffee to tea."),
        ("Ann manages Bob.", "Bob manages Ann."),
        ("The train from Oslo to Faro leaves at nine.", "The train from Faro to Oslo leaves at nine."),
        ("Mara likes tea.", "Tiago likes tea."),
    ):
        assert not no_difference(one, other) and relation(one, other)[0] != "duplicate"
    for one, other in (
        ("Ann and Bob live in Faro.", "Bob and Ann live in Faro."),
        ("Ann's mother is Eva.", "Eva is Ann's mother."),
        ("I like tea and I like coffee.", "I like coffee and I like tea."),
        ("I prefer tea to coffee.", "I prefer tea over coffee."),
    ):
        assert no_difference(one, other)
