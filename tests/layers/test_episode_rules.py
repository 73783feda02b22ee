"""What the rules read from a turn: topic, mood, place, kind, goal, weight, outcome; and what a person corrects."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.conversation.analysis import topics
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.episodes import (
    FIELDS,
    FLAGS,
    METHOD,
    Episode,
    Told,
    corrected,
    derived,
    feeling_of,
    score,
    stale,
)
from memory_desktop.core.layers.feelings import EmotionType, emotion_vector
from memory_desktop.core.layers.payload import checked
from tests.helpers import NOON


def told(asked: str, **more: Any) -> Told:
    return Told(asked=asked, **{"began": NOON, "ended": NOON, **more})


def read(asked: str, **more: Any) -> Episode:
    return derived(told(asked, **more))


def test_what_a_turn_is_about_and_how_long_it_took() -> None:
    """C2.2, C2.4, C0.1: minutes between the messages, topics of both sides but not those who speak; the method named."""
    one = read(
        "Theodora, the kiln for my pottery class is broken.",
        answered="A pottery kiln can be repaired, Henrike.",
        speakers=("Henrike", "Theodora"),
        ended=NOON + timedelta(seconds=90),
    )
    assert one.duration == 1.5 and one.method == METHOD
    assert "pottery" in one.content.topic and not {"caroline", "melanie"} & set(" ".join(one.topics).split())
    bare = read("Yes.")
    assert (bare.duration, bare.content.topic, bare.outcomes.user_satisfaction) == (None, "", None)
    assert bare.context.emotional_state == "unknown" and bare.context.emotional_intensity is None


@pytest.mark.parametrize(
    ("asked", "more", "phase", "interaction"),
    [
        ("Hello there!", {}, "Opening", None),
        ("How do I prune a fig tree?", {"place": 2, "turns": 5}, "Middle", "Question"),
        ("I planted two figs by the wall.", {"place": 2, "turns": 5}, "Middle", "Discussion"),
        ("I'm so overwhelmed with the move.", {"place": 2, "turns": 5}, "Middle", "Support"),
        ("My dad is ill and I feel lost. What now?", {"place": 2, "turns": 5}, "Middle", "Support"),
        ("Thanks, bye for now!", {"place": 5, "turns": 5}, "Closing", "Discussion"),
        ("She said goodbye to him.", {"place": 3, "turns": 9}, "Middle", "Discussion"),
        ("I know I'm not alone.", {"place": 2, "turns": 5}, "Middle", "Discussion"),
    ],
)
def test_place_and_kind(asked: str, more: dict[str, Any], phase: str, interaction: str | None) -> None:
    """C2.6: the phase by the place in the conversation and farewells, the kind by questions and distress."""
    context = read(asked, **more).context
    assert (context.conversation_phase, context.interaction_type) == (phase, interaction)


@pytest.mark.parametrize(
    ("asked", "flags"),
    [
        ("It finally clicked: the index was stale.", {"breakthrough"}),
        ("I realized that I had it backwards.", {"breakthrough"}),
        ("I haven't figured it out, has it clicked?", set()),
        ("I learned that figs fruit on old wood.", {"learning_moment"}),
        ("I didn't know that you can root them in water.", {"learning_moment"}),
        ("We just got engaged.", {"relationship_event"}),
        ("I hope we got married some day.", set()),
        ("I was really scared when the car hit us.", {"emotional_peak"}),
        ("Wow, that sounds amazing! Great job!!", set()),
    ],
)
def test_what_makes_an_episode_matter(asked: str, flags: set[str]) -> None:
    """C2.8, C2.9, U7: each flag by phrases that say so, not by those that deny, ask or wish; praise of others is no
    peak; the score is half of the salience and 0.15 for each flag."""
    one = read(asked, salience=0.8).significance
    assert set(one.flags) == flags
    assert one.score == round(0.4 + 0.15 * len(flags), 4)


@pytest.mark.parametrize(
    ("asked", "following", "satisfaction", "achievement"),
    [
        ("I want to fix the boiler.", "Thanks, that worked.", 0.8, 1.0),
        ("I want to fix the boiler.", "No, that's wrong. Same error.", 0.2, 0.0),
        ("I want to fix the boiler.", "No worries, and the weather?", None, None),
        ("The boiler is loud.", "It works now.", 0.8, None),
        ("I want to fix the boiler.", "", None, None),
    ],
)
def test_outcomes_are_inferred(
    asked: str, following: str, satisfaction: float | None, achievement: float | None
) -> None:
    """C2.7, C2.11: from what the user says next; no goal, no achievement; what was handed over counts first."""
    one = read(asked, following=following)
    assert (one.outcomes.user_satisfaction, one.outcomes.goal_achievement) == (satisfaction, achievement)
    assert one.context.goal_identified == ("fix the boiler" if "want" in asked else "")
    assert read(asked, following=following, satisfaction=0.4).outcomes.user_satisfaction == 0.4
    assert read(asked, following=following, people=True).outcomes.user_satisfaction is None


def test_growth_and_concerns_are_the_users_sentences() -> None:
    """C2.12: word for word; none of the answer's."""
    one = read(
        "I'm proud of myself for speaking up. But I had a panic attack before. It rained.",
        answered="I've overcome cancer.",
    )
    assert one.outcomes.growth_indicators == ("I'm proud of myself for speaking up.",)
    assert one.outcomes.concerns_raised == ("But I had a panic attack before.",)


def test_corrections_stay_and_move_the_score() -> None:
    """C0.1, C2.10, U7: what a person set is marked and never read anew; a flag moves the score unless that was set."""
    one = read("We just got engaged.", salience=0.6)
    made = corrected(one, {"significance.breakthrough": True, "context.emotional_state": "trust"}, 0.6)
    assert made.corrected == ("significance.breakthrough", "context.emotional_state")
    assert made.significance.score == 0.6
    again = derived(told("We broke up, I think.", salience=0.2), made)
    assert again.significance.breakthrough and again.context.emotional_state == "trust"
    assert again.significance.score == score(0.2, [getattr(again.significance, name) for name in FLAGS])
    assert corrected(made, {"significance.score": 0.9}, 0.6).significance.score == 0.9
    faded = corrected(made, {"content.topic": "the wedding"}, 0.1)
    assert faded.significance.score == 0.6  # no flag was set
    assert corrected(made, {"significance.breakthrough": False}, 0.1).significance.score == 0.45
    with pytest.raises(InvalidCommandError, match="conversation_phase"):
        corrected(one, {"context.conversation_phase": "Sideways"}, 0.5)
    with pytest.raises(InvalidCommandError, match="user_input"):
        corrected(one, {"content.user_input": "other words"}, 0.5)


@pytest.mark.parametrize("name", ["significance.score", "context.emotional_intensity", "outcomes.goal_achievement"])
@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_numbers_keep_to_their_range(name: str, value: float) -> None:
    """C0.8: what is out of range or no number is refused, and the field is named."""
    with pytest.raises(InvalidCommandError, match=name.rpartition(".")[2]):
        checked(corrected(read("Hello"), {name: value}, 0.5))


def test_new_words_make_an_episode_stale() -> None:
    """C2.22: an episode read from other words than those there now is read again."""
    one = read("One.", prints=("a", "b"))
    assert not stale(one, ("a", "b")) and stale(one, ("a", "c")) and stale(one, ("a",))


def test_a_mood_has_a_vector_and_an_unknown_one_has_none() -> None:
    """C2.14, U2: the words' own numbers, else those typical of a mood that a person named; UNKNOWN has none."""
    assert emotion_vector(feeling_of("joy", None, "I am so happy")) != emotion_vector(feeling_of("joy", None))
    assert emotion_vector(feeling_of("unknown", None, "The train left.")) is None
    assert emotion_vector(feeling_of("saudade", 0.5)) is None


@given(st.text(max_size=400), st.text(max_size=200), st.text(max_size=100), st.floats(0, 5))
def test_any_words_give_an_episode_in_range(asked: str, answered: str, following: str, salience: float) -> None:
    """C0.8, C2: whatever is said, every field is in its range, reading is repeatable, and nothing is lost in the log."""
    one = derived(told(asked, answered=answered, following=following, salience=salience))
    assert checked(one) == one
    assert one == derived(told(asked, answered=answered, following=following, salience=salience))
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(one)), Episode) == one
    assert 0 <= one.significance.score <= 1
    assert one.context.emotional_state in {each.value for each in EmotionType}


@given(
    st.floats(0, 1),
    st.lists(st.tuples(st.sampled_from(["significance." + one for one in FLAGS]), st.booleans()), max_size=6),
)
def test_the_score_is_the_formula_after_any_corrections(salience: float, changes: list[tuple[str, bool]]) -> None:
    """U7: min(1, 0.5 × salience + 0.15 × flags), whatever flags a person sets in whatever order."""
    one = read("Words.", salience=salience)
    for name, value in changes:
        one = corrected(one, {name: value}, salience)
    assert one.significance.score == pytest.approx(
        min(1, 0.5 * salience + 0.15 * len(one.significance.flags)), abs=1e-4
    )
    assert set(one.corrected) == {name for name, _ in changes} <= set(FIELDS)


def test_an_unknown_name_is_kept_as_text() -> None:
    """C0.9: a mood or phase of a newer program stays and is shown as it is written."""
    raw = {"context": {"emotional_state": "awe", "conversation_phase": "Interlude"}, "read_from": "x"}
    found = msgspec.convert(raw, Episode)
    assert (found.context.emotional_state, found.context.conversation_phase) == ("awe", "Interlude")
    kept = corrected(found, {"content.topic": "music"}, 0.5)
    assert kept.context.emotional_state == "awe"


def test_short_forms_of_names_are_no_topics() -> None:
    """C2.4: a speaker who is called by the beginning of their name is no topic, either."""
    said = told("Hey! Theo, your pup is lovely.", answered="Thanks!", people=True, speakers=("Theodora", "Jo"))
    assert derived(said).topics == ("pup",)


@pytest.mark.parametrize(
    ("said", "about", "none"),
    [
        ("Wow, that was so powerful! It reminded me of the harbour festival.", "harbour festival", "powerful reminded"),
        ("I'm really lucky with those friends. My choir keeps me going.", "choir", "lucky keeps"),
        ("Can't wait to hear of your pottery project!", "pottery project", "wait"),
        ("Sharing our experiences helped me, and the homeless shelter definitely shows it.", "homeless shelter", "helped"),
        ("I love hiking, and it gives us hope. Camping is next.", "hiking camping", "gives"),
        ("Enjoy your day! Expressing ourselves is key at the theatre.", "theatre", "enjoy expressing"),
        ("My sister just learned to sail.", "sister sail", "learned"),
        ("We want to embrace the new garden, it looks gorgeous.", "garden", "embrace gorgeous"),
        ("How far is Bergen?", "bergen", ""),
        ("I bought a fig and some ice for the dog.", "fig ice dog", "bought"),
        ("Hey Sam! We ran, ate and won, huh?", "", "sam ran ate won huh"),
        ("The TV in our gym is bad.", "tv gym", "bad"),
        ("My last run was long, but I run daily.", "run", "last long"),
        ("Great job! Her new job is in the UK.", "job uk", "great"),
        ("I try to fix my car and cut costs.", "car", "fix cut try"),
        ("Anytime, Theo. Enjoy the pottery!", "pottery", "anytime theo"),
        ("You’re welcome, Theo. I fully agree, Theo.", "", "welcome theo agree"),
    ],
)  # fmt: skip
def test_a_topic_is_a_thing(said: str, about: str, none: str) -> None:
    """C2.4: a topic names a thing, and neither what somebody does nor how they find it."""
    words = {word for topic in topics(said) for word in topic.split()}
    assert set(about.split()) <= words and words.isdisjoint(none.split())
