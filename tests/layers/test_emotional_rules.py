"""Emotional events and patterns as rules: fields, what is given, patterns, and what turns give."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.emotional import (
    ENOUGH,
    EmotionalEvent,
    EmotionalPattern,
    EmotionData,
    EmotionEdit,
    EventPatterns,
    Occurrence,
    Response,
    Trigger,
    TriggerContext,
    complete,
    edited,
    effectiveness_of,
    pattern_of,
    patterns_of,
    recorded,
    relevant,
    reread,
    told,
    told_pattern,
    update_patterns,
    vector_of,
)
from memory_desktop.core.layers.emotional_json import pattern_json
from memory_desktop.core.layers.emotional_plan import APPROACHES, approach_of, plan_emotions
from memory_desktop.core.layers.emotional_words import mood_said, support_said
from memory_desktop.core.layers.feelings import BASIC, EmotionType
from memory_desktop.core.layers.payload import checked, read, read_part

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
_NUMBERS = {"intensity": 0.6, "valence": -0.5, "arousal": 0.7}


def happened(
    number: int,
    emotion: str = "fear",
    topic: str = "work",
    *,
    days: float = 0,
    valence: float = -0.5,
    approach: str = "",
    shift: float | None = None,
    thread: str = "",
    words: tuple[str, ...] = (),
) -> Occurrence:
    """An event of nobody in particular, some days after the start."""
    event = EmotionalEvent(
        emotion_data=EmotionData(primary_emotion=emotion, intensity=0.6, valence=valence, arousal=0.5, words=words),
        trigger=Trigger(topic=topic, context=TriggerContext(thread=thread)),
        response=Response(assistant_approach=approach, emotional_shift=shift),
    )
    return Occurrence(f"mem_{number}", "", START + timedelta(days=days), event)


def test_fields_and_their_ranges() -> None:
    """C5.1 to C5.6, C0.8, U3: every field is typed; what is out of its range is rejected by name."""
    whole = {
        "emotion_data": {"primary_emotion": "joy", "secondary_emotions": ["trust"], **_NUMBERS},
        "trigger": {
            "topic": "garden",
            "context": {"thread": "s", "phase": "planning", "goal": "a bed", "note": "so happy"},
            "preceding_events": ["mem_1"],
        },
        "response": {
            "assistant_approach": "advice",
            "effectiveness": 0.8,
            "user_feedback": "That helped.",
            "emotional_shift": -1.5,
        },
    }
    event = checked(read(whole, EmotionalEvent))
    assert msgspec.to_builtins(event) == {
        **whole,
        "emotion_data": {**whole["emotion_data"], "secondary_emotions": ("trust",)},
        "trigger": {**whole["trigger"], "preceding_events": ("mem_1",)},
    }
    assert EmotionalEvent(emotion_data=EmotionData(primary_emotion="unknown")).response.effectiveness is None
    for part, name, value in (
        ("emotion_data", "intensity", 1.1),
        ("emotion_data", "valence", -1.1),
        ("emotion_data", "arousal", float("nan")),
        ("response", "effectiveness", 2),
        ("response", "emotional_shift", 2.5),
    ):
        with pytest.raises(InvalidCommandError, match=name):
            read({**whole, part: {**whole[part], name: value}}, EmotionalEvent)


def test_a_known_emotion_has_numbers_and_an_unknown_one_none() -> None:
    """C5.3, C0.9, U2: numbers are needed unless UNKNOWN; another name for an emotion is kept, and has no vector."""
    with pytest.raises(InvalidCommandError, match="valence, arousal"):
        complete(EmotionalEvent(emotion_data=EmotionData(primary_emotion="joy", intensity=0.5)))
    with pytest.raises(InvalidCommandError, match="not known"):
        complete(EmotionalEvent(emotion_data=EmotionData(primary_emotion="unknown", intensity=0.5)))
    odd = recorded("grey days", read_part({"primary_emotion": "Melancholy", **_NUMBERS}, EmotionEdit), "user")
    assert odd.emotion_data.primary_emotion == "melancholy" and vector_of(odd) is None
    nothing = edited(odd, EmotionEdit(primary_emotion="unknown"), "user").emotion_data
    assert (nothing.intensity, nothing.valence, nothing.arousal) == (None, None, None)
    joy = recorded("I am so happy", EmotionEdit(), "user")
    vector = vector_of(joy)
    assert vector is not None and len(vector) == len(BASIC) + 2


def test_what_is_given_stands() -> None:
    """C5.15: what a person gives is marked, stays when words are read again, and stands against an agent."""
    event = recorded("I was a bit nervous about the exam", EmotionEdit(valence=-0.2), "user")
    assert event.emotion_data.primary_emotion == "fear" and event.given == {"valence": "user"}
    assert event.emotion_data.method == "words@1" and event.emotion_data.words == ("nervous",)
    corrected = edited(event, EmotionEdit(primary_emotion="anticipation", arousal=0.8), "user")
    assert set(corrected.given) == {"valence", "primary_emotion", "arousal"}
    again = reread(corrected, recorded("I am furious about the exam", EmotionEdit(topic="exam"), "user"))
    assert (again.emotion_data.primary_emotion, again.emotion_data.valence) == ("anticipation", -0.2)
    assert again.trigger.topic == "exam" and again.given == corrected.given
    with pytest.raises(InvalidCommandError, match="a person has given it"):
        edited(corrected, EmotionEdit(valence=0.4), "agent:x")
    agents = edited(corrected, EmotionEdit(topic="maths", valence=-0.2), "agent:x")
    assert agents.given["topic"] == "agent:x" and agents.given["valence"] == "user"
    assert edited(agents, EmotionEdit(topic="maths"), "agent:x") is agents
    back = edited(edited(agents, EmotionEdit(effectiveness=0.5), "user"), EmotionEdit(effectiveness=None), "user")
    assert back.response.effectiveness is None and "effectiveness" not in back.given


def test_the_text_of_an_event() -> None:
    """C0.2: an event is found by its emotion, its topic and the words in which it was felt."""
    event = recorded("I lost my dog", EmotionEdit(primary_emotion="sadness", topic="dog", **_NUMBERS), "user")
    assert told(event) == "Sadness about dog: I lost my dog"


def test_patterns_of_an_event() -> None:
    """C5.7, C5.8, U17: the third of its like in 90 days recurs; how often, how long, and what mostly ended it."""
    events = [
        happened(1, days=0, approach="advice", shift=-0.1, thread="a"),
        happened(2, days=10, approach="listening", shift=0.5, thread="a"),
        happened(3, "joy", "music", days=10 + 1 / 48, thread="a"),
        happened(4, topic="WORK ", days=20, approach="listening", shift=0.2, thread="b"),
        happened(5, "joy", "music", days=20 + 1 / 24, thread="b"),
        happened(6, days=20.5, thread="c"),
        happened(7, "joy", "garden", days=40, thread="c"),
        happened(8, days=200),
    ]
    found = patterns_of(events)
    assert [found[f"mem_{n}"].is_recurring for n in (1, 2, 4, 6, 8)] == [False, False, True, True, False]
    assert found["mem_1"].frequency is None and found["mem_4"].frequency == 1.0 and found["mem_8"].frequency is None
    assert found["mem_4"].typical_duration == 45.0, "the median of 30 and 60 minutes"
    assert found["mem_4"].typical_resolution == "listening" and found["mem_7"] == EventPatterns()
    unknown = EmotionalEvent(
        emotion_data=EmotionData(primary_emotion="unknown"), trigger=Trigger(context=TriggerContext(thread="a"))
    )
    between = [Occurrence("mem_9", "", events[1].timestamp + timedelta(minutes=1), unknown)]
    assert patterns_of([*events, *between])["mem_4"].typical_duration == 45.0, "what is unknown ends no mood"


def test_patterns_of_a_user() -> None:
    """C5.9 to C5.11: the usual mood, triggers, what helps, how well each approach worked, and the words used."""
    events = [
        happened(1, topic="Work", approach="listening", shift=0.8, words=("nervous",)),
        happened(2, days=1, approach="listening", shift=0.4, words=("nervous", "dread")),
        happened(3, days=2, approach="advice", shift=-0.6),
        happened(4, "sadness", "dog", days=3, valence=-0.9, approach="advice", shift=0.0),
        happened(5, "joy", "garden", days=4, valence=0.8, approach="question", shift=1.0),
    ]
    found = pattern_of(events)
    assert found.baseline_mood == -0.5 and found.emotional_triggers == ("Work",)
    assert found.support_effectiveness == {"advice": 0.35, "listening": 0.8}, "a change of joy says nothing of support"
    assert found.coping_preferences == ("listening",) and found.emotional_vocabulary == ("nervous", "dread")
    rated = msgspec.structs.replace(events[4].event, response=Response(assistant_approach="question", effectiveness=1))
    assert effectiveness_of(rated) == 1 and effectiveness_of(events[4].event) is None
    assert "Triggers: Work" in told_pattern(found)


def test_figures_say_of_what_they_are() -> None:
    """C5.9, C5.11: the usual mood names the median, its spread, and that it is mixed; what helped says how often that was
    measured, which an approach that was only tried is not."""
    joys = [happened(n, "joy", days=n, valence=0.7) for n in range(6)]
    fears = [happened(10 + n, days=n, valence=-0.6, approach="information") for n in range(7)]
    fears.append(happened(20, days=20, valence=-0.9, approach="information", shift=1.5))
    found = pattern_of([*joys, *fears])
    assert mood_said(found) == (
        "mixed (median valence -0.60; half of the events from -0.60 to +0.70; 6 clearly pleasant, 8 clearly unpleasant of 14)"
    )
    assert list(support_said(found)) == [("information", "1.00 (1 of 8 measured)")]
    assert pattern_json("", found)["what_helped"] == ["information: 1.00 (1 of 8 measured)"]
    assert mood_said(pattern_of(fears)).startswith("unpleasant (median valence -0.60")


def test_few_events_tell_nothing() -> None:
    """C5.16: under five events there is no baseline and no pattern, None and never 0; UNKNOWN does not count. That one
    is the third of its like is said all the same (U17)."""
    few = [happened(n, days=n, approach="advice", shift=1) for n in range(ENOUGH - 2)]
    few.append(happened(ENOUGH, "joy", "music", days=ENOUGH - 2 + 1 / 24))
    nothing = Occurrence("mem_x", "", START, EmotionalEvent(emotion_data=EmotionData(primary_emotion="unknown")))
    assert pattern_of([*few, nothing]) == EmotionalPattern(events=ENOUGH - 1)
    assert pattern_of(few).baseline_mood is None and told_pattern(pattern_of(few)).endswith("not enough yet")
    assert patterns_of([nothing]) == {"mem_x": EventPatterns()}
    seldom = EventPatterns(is_recurring=False)
    assert list(patterns_of([*few, nothing]).values())[:3] == [seldom, seldom, EventPatterns(is_recurring=True)]


_EVENTS = st.lists(
    st.builds(
        happened,
        st.integers(0, 10**6),
        st.sampled_from(["joy", "fear", "sadness", "unheard of"]),
        st.sampled_from(["work", "Work", "dog", ""]),
        days=st.floats(0, 200),
        valence=st.floats(-1, 1),
        approach=st.sampled_from(["", *APPROACHES]),
        shift=st.none() | st.floats(-2, 2),
        thread=st.sampled_from(["a", "b"]),
        words=st.lists(st.sampled_from(["sad", "happy", "dread"]), max_size=3).map(tuple),
    ),
    max_size=20,
    unique_by=lambda one: one.id,
)


@given(_EVENTS, st.integers(0, 1000))
def test_patterns_do_not_depend_on_order(events: list[Occurrence], seed: int) -> None:
    """C5.12: the same events give the same patterns in any order and any number of times, all within their ranges."""
    mixed = list(events)
    random.Random(seed).shuffle(mixed)
    pattern, each = update_patterns(events)
    assert (pattern, each) == update_patterns(mixed) == update_patterns(tuple(mixed))
    assert checked(pattern) == pattern and set(each) == {one.id for one in events}
    assert all(0 <= value <= 1 for value in pattern.support_effectiveness.values())
    assert set(pattern.coping_preferences) <= set(pattern.support_effectiveness)
    for one in each.values():
        assert one.frequency is None or one.frequency > 0
        assert one.typical_duration is None or 0 <= one.typical_duration <= 1440
        if pattern.events >= ENOUGH:  # the third of its like is one of fewer, too
            assert not one.is_recurring or (one.frequency is not None and one.frequency >= 1)


@given(_EVENTS, st.sampled_from(["joy", "FEAR ", "unknown", "nothing"]), st.integers(0, 6))
def test_what_is_relevant(events: list[Occurrence], emotion: str, k: int) -> None:
    """C5.13, U9: at most k, only those that felt it, the strongest first; an unknown emotion gives nothing."""
    found = relevant(emotion, events, k)
    fitting = [one for one in events if one.event.emotion_data.primary_emotion == emotion.strip().lower()]
    assert len(found) == min(k, len(fitting)) and all(one in fitting for one in found)
    keys = [(-(one.event.emotion_data.intensity or 0), -one.timestamp.timestamp(), one.id) for one in found]
    assert keys == sorted(keys)


def test_the_primary_emotion_comes_before_a_secondary_one() -> None:
    """U9: the best match comes first: an event that was mostly this before a stronger one that was also this."""
    mostly = happened(1, "joy")
    data = EmotionData(primary_emotion="fear", secondary_emotions=("joy",), intensity=1.0, valence=-0.1, arousal=0.9)
    also = Occurrence("mem_2", "", START, EmotionalEvent(emotion_data=data))
    assert relevant("joy", [also, mostly]) == (mostly, also)


# --- from turns -----------------------------------------------------------------------------------------------------


def turn(
    number: int, said: str, answer: str | None = None, *, user: str = "", session: str = "s", minutes: int = 0
) -> Cycle:
    """A turn, some minutes after the start."""
    return Cycle(
        cycle_id=f"c{number}",
        user_id=user,
        session_id=session,
        timestamp=START + timedelta(minutes=minutes or number),
        user_input=said,
        final_response=answer,
        messages=(f"mem_{number}a", f"mem_{number}b"),
    )


TALK = (
    turn(1, "Can you check my calendar?", "You have two meetings."),
    turn(2, "I'm terrified of the interview on Friday.", "I'm sorry, that sounds hard. I'm here for you."),
    turn(3, "Thanks, that helped. I feel a lot calmer and happy now.", "Well done!"),
    turn(4, "Where is it?", "In Porto."),
)


def test_turns_give_events() -> None:
    """C7.4, C5.4, C5.5, C5.6: emotion, topic, what came before, the approach, feedback and shift, with a reason."""
    first, second = plan_emotions(TALK)
    data, trigger, response = first.event.emotion_data, first.event.trigger, first.event.response
    assert (data.primary_emotion, data.method, data.words) == ("fear", "words@1", ("terrified",))
    assert (trigger.topic, trigger.context.thread, trigger.preceding_events) == ("interview", "s", ("mem_1a",))
    assert trigger.context.note == "I'm terrified of the interview on Friday."
    assert (response.assistant_approach, response.method) == ("listening", "rules@1")
    assert response.user_feedback.startswith("Thanks, that helped")
    later = second.event.emotion_data.valence
    assert later is not None and data.valence is not None and response.emotional_shift == round(later - data.valence, 3)
    assert first.sources == ("mem_2a", "mem_2b") and "terrified" in first.why
    assert second.event.response.emotional_shift is None, "the next turn tells no feeling"
    assert plan_emotions(reversed(TALK)) == plan_emotions(TALK)  # type: ignore[arg-type]
    assert plan_emotions(TALK, 1.0) == () and plan_emotions(()) == ()


def test_users_and_conversations_are_kept_apart() -> None:
    """C0.7: what came next is the same user's next turn in the same conversation, within hours."""
    others = (
        turn(1, "I'm terrified of the exam."),
        turn(2, "I'm so happy today!", user="rui"),
        turn(3, "I'm so happy today!", session="other"),
        turn(4, "I'm so happy today!", minutes=60 * 24),
    )
    found = {one.cycle_id: one for one in plan_emotions(others)}
    assert found["c1"].event.response.emotional_shift is None and found["c2"].user_id == "rui"
    assert found["c2"].event.trigger.preceding_events == ()


@pytest.mark.parametrize(
    ("answer", "approach"),
    [
        ("I'm so sorry. That must be hard, I hear you.", "listening"),
        ("You've got this! Keep going, I believe in you.", "encouragement"),
        ("You could try a walk. I'd suggest an earlier night, too.", "advice"),
        ("What happened then?", "question"),
        ("The office opens at nine.", "information"),
        ("", ""),
        (None, ""),
    ],
)
def test_the_approach_of_an_answer(answer: str | None, approach: str) -> None:
    """C5.5: what the assistant did, by signs in the answer; "" where there is none."""
    assert approach_of(answer) == approach and (approach in APPROACHES or approach == "")


def test_unknown_feelings_give_no_event() -> None:
    """C5.15: a turn whose words tell no feeling gives no event, at whatever threshold."""
    assert EmotionType.UNKNOWN.value == "unknown" and plan_emotions([turn(1, "The train leaves at nine.")], 0.0) == ()
