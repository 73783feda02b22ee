"""Emotional events of a vault: recorded, corrected, found, put into patterns; undone, redone and folded again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.emotional import (
    ENOUGH,
    EmotionalEvent,
    EmotionalPattern,
    EmotionData,
    EmotionEdit,
)
from memory_desktop.core.layers.feelings import emotion_vector, felt
from memory_desktop.core.memory.records import Draft, generated_from
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.emotions import Emotions
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.layers.retrieval import Surroundings
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, Clock, vault_at


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v") as opened:
        yield opened


@pytest.fixture
def emotions(engine: Engine) -> Emotions:
    return engine.layers.emotions


def _state(engine: Engine) -> list[tuple[str, EmotionalEvent, EmotionalPattern]]:
    emotions = engine.layers.emotions
    kept = emotions.stored_patterns()
    pattern = kept.payload if kept is not None else EmotionalPattern()
    return [(one.id, one.event, pattern) for one in emotions.events()]


def _plain(state: list[tuple[str, EmotionalEvent, EmotionalPattern]]) -> list[tuple[object, ...]]:
    """Without what tells versions apart: an undo brings the earlier text back as another memory of the same line."""
    bare = msgspec.structs.replace
    return [(id, bare(event, origin=""), bare(pattern, origin="")) for id, event, pattern in state]


def test_recording_and_adding_later(engine: Engine, emotions: Emotions) -> None:
    """C5.1, C5.14, C5.15, C0.2, C0.8: recorded by words or with numbers; response, feedback and corrections later."""
    made = emotions.record("I'm terrified of flying", EmotionEdit(topic="flying"), at=NOON - timedelta(days=1))
    assert made is not None and (made.memory.layer, made.memory.kind) == ("emotional", "emotion")
    assert made.memory.content == "Fear about flying: I'm terrified of flying"
    assert made.memory.created_at == NOON - timedelta(days=1) and made.payload.given == {"topic": "user"}
    later = EmotionEdit(
        assistant_approach="listening", effectiveness=0.9, user_feedback="That helped", emotional_shift=1
    )
    emotions.correct(made.id, later)
    fixed = emotions.correct(made.id, EmotionEdit(primary_emotion="anticipation", valence=-0.3))
    assert fixed.id == made.id != fixed.memory.id, "another text is another memory of the same event"
    assert fixed.memory.created_at == made.memory.created_at
    response = emotions.get(made.id).payload.response
    assert (response.assistant_approach, response.effectiveness, response.emotional_shift) == ("listening", 0.9, 1)
    head = engine.head
    assert emotions.correct(made.id, EmotionEdit(valence=-0.3)).payload == fixed.payload and engine.head == head
    for wrong in (EmotionEdit(valence=-2), EmotionEdit(intensity=float("nan"))):
        with pytest.raises(InvalidCommandError, match=r"valence|intensity"):
            emotions.correct(made.id, wrong)
    with pytest.raises(InvalidCommandError, match="a person has given it"):
        emotions.correct(made.id, EmotionEdit(valence=0.5), origin=Origin(actor="agent:x"))
    with pytest.raises(InvalidCommandError, match="intensity, valence, arousal"):
        emotions.record("The train leaves at nine", EmotionEdit(primary_emotion="joy"))
    with pytest.raises(InvalidCommandError, match="words"):
        emotions.record("  ")
    unknown = emotions.record("The train leaves at nine")
    assert unknown is not None and unknown.payload.emotion_data == EmotionData(
        primary_emotion="unknown", method="words@1"
    )
    with pytest.raises(NotFoundError):
        emotions.correct("mem_nowhere", later)
    assert [hit.memory.id for hit in engine.recall("flying").hits] == [fixed.memory.id]


def test_words_are_kept_as_they_were_said(engine: Engine, emotions: Emotions) -> None:
    """C0.1, C5.4: all words that an event was recorded by are kept, with their lines and blanks, and found; a correction
    of another field leaves them alone."""
    said = (
        "I am so sad about my exam.\n\n  I had  worked for it "
        + "day and night, " * 60
        + "and then the xylophone fell."
    )
    made = emotions.record(said)
    assert made is not None and made.payload.trigger.context.note == said and made.memory.content.endswith(said)
    assert [hit.memory.id for hit in engine.recall("xylophone").hits] == [made.memory.id]
    assert emotions.correct(made.id, EmotionEdit(topic="exam")).payload.trigger.context.note == said


def test_a_number_of_what_is_unknown_is_refused(engine: Engine, emotions: Emotions) -> None:
    """C5.3, C0.8: a number that is given beside “unknown” is refused, named, and nothing is written; so is another
    emotion."""
    head = engine.head
    for name, edit in (
        ("valence", EmotionEdit(primary_emotion="unknown", valence=0.3)),
        ("intensity, arousal", EmotionEdit(primary_emotion="unknown", intensity=0.3, arousal=0.1)),
        ("secondary_emotions", EmotionEdit(primary_emotion="unknown", secondary_emotions=("joy",))),
    ):
        with pytest.raises(InvalidCommandError, match=f"{name}: an unknown emotion has none"):
            emotions.record("I am so sad about my exam", edit)
    assert engine.head == head
    made = emotions.record("I am so sad about my exam", EmotionEdit(primary_emotion="unknown"))
    assert made is not None and made.payload.emotion_data.valence is None


def test_what_came_before_has_to_be_there(engine: Engine, emotions: Emotions) -> None:
    """C5.4: an id of what came before that no memory has is refused, and named; what the event says already stays."""
    first = emotions.record("I am so nervous")
    assert first is not None
    made = emotions.record("I am so sad about my exam", EmotionEdit(preceding_events=(first.id,)))
    assert made is not None and made.payload.trigger.preceding_events == (first.id,)
    head = engine.head
    with pytest.raises(InvalidCommandError, match="preceding_events: there is no memory with the id nope"):
        emotions.correct(made.id, EmotionEdit(preceding_events=(first.id, "nope")))
    with pytest.raises(InvalidCommandError, match="the id nope, nowhere"):
        emotions.record("I am sad", EmotionEdit(preceding_events=("nope", "nowhere")))
    assert engine.head == head


def test_finding(engine: Engine, emotions: Emotions) -> None:
    """C5.13, C2.15, U9: by emotion, topic, time, user and likeness; nothing of one user appears at another (C0.7)."""
    ids = {}
    for days, (text, topic, user) in enumerate(
        (
            ("I am so happy", "garden", "mara"),
            ("I am thrilled", "job", "mara"),
            ("I was furious", "job", "mara"),
            ("I am so happy", "garden", "rui"),
        )
    ):
        made = emotions.record(text, EmotionEdit(topic=topic), user=user, at=NOON + timedelta(days=days))
        assert made is not None
        ids[days] = made.id
    assert [one.id for one in emotions.get_relevant("Joy", "mara")] == [ids[1], ids[0]]
    assert [one.id for one in emotions.get_relevant("joy", "mara", 1)] == [ids[1]]
    assert emotions.get_relevant("joy", "nobody") == () == emotions.get_relevant("unheard of", "mara")
    assert [one.id for one in emotions.list("mara", topic="JOB")] == [ids[2], ids[1]]
    assert [one.id for one in emotions.list(since=NOON + timedelta(days=2))] == [ids[3], ids[2]]
    assert [one.id for one in emotions.list(until=NOON + timedelta(days=1), emotion="joy")] == [ids[0]]
    vector = emotion_vector(felt("I am really angry"))
    assert vector is not None
    (first, *_) = emotions.similar(vector, "mara")
    assert first.occurrence.id == ids[2] and first.similarity > 0.9
    assert {one.occurrence.user_id for one in emotions.similar(vector, "rui")} == {"rui"}
    with pytest.raises(InvalidCommandError, match="cannot be compared"):
        emotions.similar(vector, space="topic/minilm")
    engine.remember(Draft(content="A good day", emotion={"dominant": "joy", "valence": 0.7, "arousal": 0.4}))
    engine.remember(Draft(content="A bad day", emotion={"valence": "low", "arousal": 0.4}))
    engine.remember(Draft(content="A wild day", emotion={"valence": 3, "arousal": 1}))
    (mood,) = emotions.moods()
    assert (mood.text, mood.emotion, mood.valence, mood.arousal) == ("A good day", "joy", 0.7, 0.4)
    assert emotions.moods("rui") == ()


def _said(engine: Engine, clock: Clock, said: str, answer: str, user: str = "") -> str:
    clock.forward(minutes=2)
    return engine.conversations.record(
        CycleDraft(user_input=said, final_response=answer, user_id=user, session_id=f"s{user}")
    )[0].cycle_id


def test_turns_become_events_once(tmp_path: Path) -> None:
    """C7.4, C0.1, C5.15: turns give events with lineage; never twice, nor after somebody retired them."""
    clock = Clock()
    with vault_at(tmp_path / "v", clock) as engine:
        emotions = engine.layers.emotions
        _said(engine, clock, "I'm terrified of the interview.", "I'm sorry, that sounds hard.")
        _said(engine, clock, "The office opens at nine.", "Noted.")
        _said(engine, clock, "I'm so happy that I got the job!", "Congratulations, well done!")
        turns = engine.conversations.list_cycles(limit=100).cycles
        planned = emotions.planned(turns)
        assert [one.event.emotion_data.primary_emotion for one in planned] == ["fear", "joy"]
        first, second = emotions.keep(planned)
        assert generated_from(first.memory.metadata) == planned[0].sources
        assert engine.get(planned[0].sources[0]).content == "I'm terrified of the interview.", "the words stay verbatim"
        head = engine.head
        assert emotions.planned(turns) == () == emotions.keep(planned) and engine.head == head
        emotions.retire([first.id])
        assert emotions.planned(turns) == ()
        engine.undo()
        assert [one.id for one in emotions.events()] == [first.id, second.id]
        assert not emotions.get(first.id).payload.declined
        emotions.correct(first.id, EmotionEdit(valence=-0.1))
        _said(engine, clock, "Thanks, that really helped, I feel relieved.", "Good.")
        assert emotions.reread(first.id).payload.emotion_data.valence == -0.1
        going = {one.id for one in engine.plan_purge([planned[0].sources[0]]).items}
        assert emotions.get(first.id).memory.id in going, "a purge of the words takes along what was read from them"
        again = emotions.reread(second.id).payload.response
        assert again.user_feedback.startswith("Thanks") and again.emotional_shift is not None


def test_patterns_are_kept_once_for_each_user(engine: Engine, emotions: Emotions) -> None:
    """C5.9 to C5.12, C5.16: one memory a user; an event only when something changed; under five events none."""
    for number in range(ENOUGH):
        assert emotions.update_patterns("mara") is None and not emotions.patterns("mara").enough
        emotions.record(
            "I'm anxious",
            EmotionEdit(topic="work", assistant_approach="listening", effectiveness=0.9),
            user="mara",
            at=NOON + timedelta(days=number),
        )
    kept = emotions.update_patterns("mara")
    assert (
        kept is not None and kept.payload.baseline_mood == -0.65 and kept.payload.coping_preferences == ("listening",)
    )
    head = engine.head
    assert emotions.update_patterns("mara") == kept and engine.head == head
    assert emotions.stored_patterns("rui") is None and emotions.patterns("rui") == EmotionalPattern()
    emotions.record("I'm thrilled", user="mara", at=NOON + timedelta(days=9))
    more = emotions.update_patterns("mara")
    assert more is not None and more.payload.events == ENOUGH + 1 and more.id == kept.id
    assert len(list(emotions._stored.all())) == 1
    assert all(one.is_recurring for id, one in emotions.event_patterns("mara").items() if one.typical_resolution)
    emotions.retire([one.id for one in emotions.events("mara")[:3]])
    assert emotions.patterns("mara").baseline_mood is None


def test_each_step_can_be_undone_and_the_log_gives_the_same(tmp_path: Path) -> None:
    """C0.3, C0.4: undo, redo, a restart and folding again from the log give the same events and patterns."""
    path = tmp_path / "v"
    with vault_at(path) as engine:
        before = _done_and_undone(engine, engine.layers.emotions)
    rebuild_vault(path)
    with vault_at(path) as engine:
        assert _state(engine) == before != []


def _done_and_undone(engine: Engine, emotions: Emotions) -> list[tuple[str, EmotionalEvent, EmotionalPattern]]:
    for number in range(ENOUGH):
        emotions.record("I'm worried", EmotionEdit(topic="work"), at=NOON + timedelta(days=number))
    first, second = (one.id for one in emotions.events()[:2])
    steps = (
        lambda: emotions.record("I was furious"),
        lambda: emotions.update_patterns(),
        lambda: emotions.correct(first, EmotionEdit(effectiveness=0.4)),
        lambda: emotions.correct(first, EmotionEdit(primary_emotion="anger", assistant_approach="advice")),
        lambda: emotions.update_patterns(),
        lambda: emotions.retire([first, second]),
    )
    states = [_state(engine)]
    for step in steps:
        step()
        states.append(_state(engine))
    for before in reversed(states[:-1]):
        engine.undo()
        assert _plain(_state(engine)) == _plain(before)
    for after in states[1:]:
        engine.redo()
        assert _plain(_state(engine)) == _plain(after)
    engine.undo()
    return _state(engine)


def test_a_situation_brings_emotions_to_mind(engine: Engine, emotions: Emotions) -> None:
    """C5.13, C8.1: what was felt like the emotion of the situation is in the integrated answer, with the reason."""
    made = emotions.record("I was furious with the plumber", EmotionEdit(topic="plumber"), user="mara")
    emotions.record("I was furious with the baker", EmotionEdit(topic="baker"), user="rui")
    assert made is not None
    found = engine.layers.retrieve("kitchen sink", Surroundings(user_id="mara", emotion="anger"))
    assert [one.memory.id for one in found.hits] == [made.memory.id]


def test_whose_it_is_and_when_it_was_are_corrected(engine: Engine, emotions: Emotions) -> None:
    """C5.14, C0.8: user and time of an event can be corrected without another text; it stays the same event, undo and
    redo take it back and forth, and each step is told as one of an emotional event."""
    made = emotions.record("I'm terrified of flying", user="ana")
    assert made is not None
    before = NOON - timedelta(days=40)

    def told() -> list[tuple[str, object]]:
        return [(one.user_id, one.timestamp) for one in emotions.events()]

    first = told()
    moved = emotions.correct(made.id, EmotionEdit(), user="ben", at=before)
    assert (moved.id, told()) == (made.id, [("ben", before)])
    assert emotions.correct(made.id, EmotionEdit(), user="ben", at=before).memory.id == moved.memory.id
    assert emotions.correct(made.id, EmotionEdit(), user="").user_id == ""
    assert [engine.undo().name for _ in range(2)] == ["edit emotional event"] * 2 and told() == first
    engine.redo()
    assert told() == [("ben", before)]
    emotions.correct(made.id, EmotionEdit(phase="late"))
    assert engine.undo().name == "edit emotional event", "no other text, and yet no memory like others"
    emotions.retire([made.id])
    assert engine.undo().name == "retire 1 emotional event"
