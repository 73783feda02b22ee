"""Boards as rules: what they hold, how it fades, who leaves, and what a turn puts on them."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers import attending, feelings
from memory_desktop.core.layers.attending import Message, filled, salience
from memory_desktop.core.layers.working import (
    FIELDS,
    LONGEST,
    AttentionFocus,
    Board,
    BoardRules,
    ContextWindow,
    DeferredItem,
    Item,
    ProcessingState,
    activation,
    add_item,
    add_to,
    decayed,
    get_active,
    get_significant,
    interactions,
    marked,
    refresh,
    remove,
    remove_lowest_activation,
    take_from,
    waiting,
    with_fields,
)
from tests.helpers import NOON

RULES = BoardRules()
SCORE = st.floats(0, 1)
ITEMS = st.builds(
    Item,
    id=st.sampled_from("abcdefghijkl"),
    timestamp=st.integers(0, 600).map(lambda second: NOON + timedelta(seconds=second)),
    content=st.just("words"),
    salience=SCORE,
    activation=SCORE,
    decay_rate=SCORE,
)


def item(id: str, **given: Any) -> Item:
    """An item that came at noon."""
    return Item(**{"id": id, "timestamp": NOON, "content": id, **given})


def board(*items: Item) -> Board:
    """A board with these items, put on it in their order."""
    made = Board()
    for one in items:
        made = add_item(made, one, NOON, RULES).board
    return made


def turn(said: str, answer: str = "", *, number: int = 1, at: datetime = NOON) -> tuple[Message, ...]:
    """The messages of a turn."""
    asked = Message(f"q{number}", said, at)
    return (asked, Message(f"a{number}", answer, at, asks=False)) if answer else (asked,)


def after(*turns: tuple[Message, ...], rules: BoardRules = RULES, start: Board | None = None) -> Board:
    """The board after these turns."""
    made, texts = start or Board(), dict[str, str]()
    for messages in turns:
        made = filled(made, messages, texts, rules).board
        texts |= {one.id: one.text for one in messages}
    return made


# --- laws -------------------------------------------------------------------------------------------------------------


def test_fields_and_defaults_are_those_of_the_seed() -> None:
    """C1.1, C1.2, C1.4, C1.5, C1.6, C1.7, C1.8, C1.9, C1.10, C1.11: each field is there with its default."""
    plain = Item(id="x", timestamp=NOON, content="x")
    assert (plain.type, plain.salience, plain.activation, plain.decay_rate) == ("system", 0.5, 1.0, 0.1)
    assert (plain.connections, RULES.capacity, RULES.period) == ((), 7, timedelta(seconds=60))
    assert ContextWindow() == ContextWindow(
        current_topic="", current_goal="", current_emotion="unknown", turn_count=0, time_in_topic=0.0
    )
    lists = ("pending_clarifications", "open_questions", "planned_explorations", "deferred_items")
    assert [one.name for one in fields(ProcessingState)] == list(lists)
    assert all(getattr(ProcessingState(), name) == () for name in lists)
    assert AttentionFocus() == AttentionFocus(primary="", secondary=(), monitoring=())
    assert [one.name for one in fields(DeferredItem)] == ["text", "reason", "since", "resume_when"]


@given(st.lists(ITEMS, max_size=30), st.integers(5, 9), st.integers(0, 900))
def test_a_board_never_holds_more_and_the_weakest_leaves(items: list[Item], capacity: int, second: int) -> None:
    """C1.13, C1.14, C1.20, C1.23: at most capacity items; who leaves had the lowest activation, then was older."""
    rules, now, made = replace(RULES, capacity=capacity), NOON + timedelta(seconds=second), Board()
    for one in items:
        before = made
        done = add_item(made, one, now, rules)
        made = done.board
        assert len(made.items) <= capacity
        assert len({each.id for each in made.items}) == len(made.items)
        if one.id in {each.id for each in before.items}:
            assert done.evicted == () and made.item(one.id).activation == 1.0
            continue
        assert made.items[-1].id == one.id and len(done.evicted) == (len(before.items) == capacity)
        for id in done.evicted:
            gone = before.item(id)
            rank = (activation(gone, now, rules.period), gone.timestamp, gone.id)
            others = (each for each in before.items if each.id != id)
            assert all(rank < (activation(each, now, rules.period), each.timestamp, each.id) for each in others)


@given(ITEMS, st.lists(st.integers(0, 10**6), min_size=2, max_size=10))
def test_fading_never_raises_and_stays_in_its_range(one: Item, seconds: list[int]) -> None:
    """C1.16, C1.17: activation falls or stays as time goes on, within [0, 1], and by rate 0 and 1 as they say."""
    seen = [activation(one, one.timestamp + timedelta(seconds=each), RULES.period) for each in sorted(seconds)]
    assert seen == sorted(seen, reverse=True) and all(0 <= each <= one.activation <= 1 for each in seen)
    later = one.timestamp + timedelta(seconds=60)
    assert activation(replace(one, decay_rate=0.0), later, RULES.period) == one.activation
    assert activation(replace(one, decay_rate=1.0), later, RULES.period) == 0
    assert activation(one, later, RULES.period) == decayed(one).activation
    assert activation(one, one.timestamp - timedelta(hours=1), RULES.period) == one.activation


@given(st.lists(ITEMS, min_size=1, max_size=9, unique_by=lambda one: one.id), st.integers(0, 10**5))
def test_a_refreshed_item_is_exactly_whole(items: list[Item], second: int) -> None:
    """C1.15: refresh sets the activation to exactly 1.0 and changes nothing else; an unknown id is an error."""
    made, now = board(*items), NOON + timedelta(seconds=second)
    id = made.items[0].id
    done = refresh(made, (id,), now)
    assert activation(done.item(id), now, RULES.period) == 1.0
    assert [replace(one, activation=1, set_at=None) for one in done.items] == [
        replace(one, activation=1, set_at=None) for one in made.items
    ]
    with pytest.raises(NotFoundError):
        refresh(made, (id, "nobody"), now)


def test_who_leaves_by_rule() -> None:
    """C1.14: lowest activation first; of equals the older, then the lower id; nobody leaves an empty board."""
    later = NOON + timedelta(minutes=1)
    weak, old, low, high = item("w", activation=0.2), item("z"), item("b", timestamp=later), item("c", timestamp=later)
    made, gone = board(high, low, old, weak), []
    for _ in range(5):
        done = remove_lowest_activation(made, NOON, RULES)
        made, gone = done.board, [*gone, *done.evicted]
    assert gone == ["w", "z", "b", "c"]


def test_significant_and_active() -> None:
    """C1.19, U5, U6: salience from 0.6, activation from 0.1, strongest first; who left without an episode comes first.
    So does a note, and a line of an assistant that answers nothing (C7.1)."""
    weights = {"a": 0.9, "b": 0.6, "c": 0.59}
    made = board(*(item(id, type="user_input", salience=worth, activation=worth) for id, worth in weights.items()))
    note = board(item("n", salience=0.9))
    answer = board(item("l", salience=0.9, type="assistant_response"), item("u", salience=0.2, type="user_input"))
    for one, id in ((note, "n"), (answer, "l")):
        assert [each.id for each in get_significant(one, RULES)] == [id]
        assert [[each.id for each in pair] for pair in interactions(one, RULES)] == [[id]]
        left = remove_lowest_activation(replace(one, items=(one.item(id),)), NOON, RULES).board
        assert [each.id for each in left.awaiting] == [id] == [each.id for each in waiting(left, RULES)]
    pair = board(
        item("q", salience=0.9, type="user_input"), item("r", salience=0.7, activation=0.1, type="assistant_response")
    )
    gone = remove_lowest_activation(pair, NOON, RULES).board
    assert [one.id for one in waiting(gone, RULES)] == ["r"]
    assert [[one.id for one in each] for each in interactions(gone, RULES)] == [["q", "r"]]
    assert [one.id for one in get_significant(made, RULES)] == ["a", "b"]
    # a: 0.9 × 0.9 ^ 18 = 0.135, b: 0.6 × 0.9 ^ 18 = 0.09
    assert [one.id for one in get_active(made, NOON + timedelta(minutes=18), RULES)] == ["a"]
    assert [one.id for one in get_active(made, NOON, RULES)] == ["a", "b", "c"]
    assert get_active(made, NOON + timedelta(hours=3), RULES) == ()
    for _ in range(2):  # c, then b leaves
        made = remove_lowest_activation(made, NOON, RULES).board
    assert [one.id for one in made.awaiting] == ["b"]
    assert [one.id for one in get_significant(made, RULES)] == ["b", "a"]
    done = marked(made, {"a": "ep1", "b": "ep1"})
    assert get_significant(done, RULES) == () and done.item("a").episode == "ep1" and done.awaiting == ()
    with pytest.raises(NotFoundError):
        marked(done, {"c": "ep1"})


def test_what_answers_what() -> None:
    """U7, C7.1: an answer belongs to what the user said right before it, whatever each of them weighs; a note, another
    line of the user or a message between them parts them, also one that has left the board; the half that matters less
    waits with the other."""
    said, answer = {"type": "user_input", "salience": 0.9}, {"type": "assistant_response", "salience": 0.2}

    def pairs(one: Board) -> list[list[str]]:
        return [[each.id for each in pair] for pair in interactions(one, RULES)]

    assert pairs(board(item("q", **said), item("r", **answer))) == [["q", "r"]]
    assert pairs(board(item("q", **said | {"salience": 0.1}), item("r", **answer | {"salience": 0.7}))) == [["q", "r"]]
    assert pairs(board(item("q", **said), item("r", **answer), item("s", **answer))) == [["q", "r"]]
    for between in (
        item("b", salience=0.1),
        item("b", **said | {"salience": 0.1}),
        item("b", type="user_input", message=True, content="", salience=0.1),
    ):
        weak = replace(between, activation=0.01)
        parted = board(item("q", **said), weak, item("r", **answer | {"salience": 0.7}))
        expected = [["q"], ["b", "r"] if between.type == "user_input" and not between.message else ["r"]]
        assert pairs(parted) == expected
        gone = add_item(
            remove_lowest_activation(board(item("q", **said), weak, item("x", activation=1.0)), NOON, RULES).board,
            item("r", **answer | {"salience": 0.7}),
            NOON,
            RULES,
        )
        assert ["q", "r"] not in pairs(gone.board)
    full = replace(RULES, capacity=2)
    made = add_item(
        board(item("q", **said), item("w", type="user_input", activation=0.0)), item("r", **answer), NOON, full
    )
    assert made.evicted == ("w",) and pairs(made.board) == [["q"]], "it answered what has left for it"
    pair = board(item("q", **said), item("r", **answer | {"activation": 0.1}))
    left = remove_lowest_activation(pair, NOON, RULES).board
    assert [one.id for one in left.awaiting] == ["r"] and pairs(left) == [["q", "r"]]
    noted = marked(left, {"q": "ep"})
    assert pairs(noted) == [["q", "r"]], "the answer still has to come to the episode"
    assert pairs(marked(noted, {"r": "ep"})) == [] and get_significant(noted, RULES) == ()


@pytest.mark.parametrize("name", ["salience", "activation", "decay_rate"])
@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), True, "much"])
def test_numbers_out_of_range_are_refused(name: str, value: Any) -> None:
    """C0.8: a score out of [0, 1], or none at all, is refused, and the field is named."""
    with pytest.raises(InvalidCommandError, match=name):
        add_item(Board(), item("x", **{name: value}), NOON, RULES)


def test_what_is_deferred_stays_as_old_as_it_is() -> None:
    """C1.10, U3: since when something is set aside is kept as it is given, as JSON has it, too; what is handed over
    again without it is as old as it was, and what is new is of now; anything else is refused, naming the field."""
    early, late = NOON - timedelta(days=3), NOON + timedelta(days=1)
    given = [{"text": "crew", "since": early.isoformat()}, {"text": "sails", "since": early}, "insurance"]
    made = with_fields(Board(), {"deferred_items": given}, NOON).state.deferred_items
    assert [one.since for one in made] == [early, early, NOON]
    board = with_fields(Board(), {"deferred_items": given}, NOON)
    again = with_fields(board, {"deferred_items": ["Crew | too early", {"text": "insurance"}, "harbour"]}, late)
    assert [(one.text, one.since) for one in again.state.deferred_items] == [
        ("Crew", early),
        ("insurance", NOON),
        ("harbour", late),
    ]
    for wrong in ("soon", 3):
        with pytest.raises(InvalidCommandError, match="deferred_items: since"):
            with_fields(board, {"deferred_items": [{"text": "x", "since": wrong}]}, NOON)


def test_every_field_is_set_added_to_and_cleared() -> None:
    """C1.21, U3: each field of the three parts by its name; what does not fit is refused, naming the field."""
    values: dict[str, Any] = {
        "current_topic": " sailing  trips ",
        "current_goal": "reach Bergen",
        "current_emotion": "Joy",
        "turn_count": 3,
        "time_in_topic": 2.5,
        "pending_clarifications": ["which boat"],
        "open_questions": ["When?", "When?"],
        "planned_explorations": ["harbours"],
        "deferred_items": ["insurance", {"text": "crew", "reason": "too early", "resume_when": "in May"}],
        "primary": "the route",
        "secondary": ["weather"],
        "monitoring": ["allergy"],
    }
    assert list(values) == list(FIELDS)
    made = with_fields(Board(), values, NOON)
    assert made.window == ContextWindow(
        current_topic="sailing trips",
        current_goal="reach Bergen",
        current_emotion="joy",
        turn_count=3,
        time_in_topic=2.5,
    )
    assert made.state.open_questions == ("When?",)
    assert made.state.deferred_items == (
        DeferredItem(text="insurance", since=NOON),
        DeferredItem(text="crew", reason="too early", since=NOON, resume_when="in May"),
    )
    more = add_to(add_to(made, "monitoring", "storm", NOON), "monitoring", "Storm", NOON)
    assert more.focus.monitoring == ("allergy", "storm")
    assert take_from(more, "deferred_items", "crew", NOON).state.deferred_items == made.state.deferred_items[:1]
    assert with_fields(made, dict.fromkeys(values), NOON) == Board()
    with pytest.raises(NotFoundError):
        take_from(made, "open_questions", "Who?", NOON)
    wrong = {"mood": "x", "current_topic": 1, "turn_count": 1.5, "time_in_topic": -1, "open_questions": "one"}
    wrong |= {"secondary": ["x" * (LONGEST + 1)], "monitoring": ["x"] * 21, "deferred_items": [{"what": "x"}]}
    for name, value in wrong.items():
        with pytest.raises(InvalidCommandError, match=name):
            with_fields(made, {name: value}, NOON)
    with pytest.raises(InvalidCommandError, match="current_topic"):
        add_to(made, "current_topic", "x", NOON)


# --- turns ------------------------------------------------------------------------------------------------------------


def test_a_turn_puts_its_messages_on_the_board() -> None:
    """C1.2, C1.3, C1.6, C1.22: an item a message, named by its memory, connected to what shares a topic with it."""
    one = turn("My sailing boat needs new paint.", "Which colour would you like?")
    two = turn("Rex, my dog, is ill.", "I am sorry.", number=2, at=NOON + timedelta(minutes=3))
    three = turn("Is blue paint good for boats?", number=3, at=NOON + timedelta(minutes=5))
    made = after(one, two, three)
    assert [(each.id, each.type, each.message, each.content) for each in made.items] == [
        ("q1", "user_input", True, ""),
        ("a1", "assistant_response", True, ""),
        ("q2", "user_input", True, ""),
        ("a2", "assistant_response", True, ""),
        ("q3", "user_input", True, ""),
    ]
    assert made.item("q1").timestamp == NOON and made.item("a1").connections == ("q1",)
    assert made.item("q3").connections == ("q1",) and made.item("q2").connections == ()
    now = NOON + timedelta(minutes=5)
    assert activation(made.item("q1"), now, RULES.period) == 1.0, "what is spoken of again is refreshed"
    assert activation(made.item("q2"), now, RULES.period) == pytest.approx(0.81)
    assert made.window.turn_count == 3
    again = filled(made, three, {}, RULES, again=True)
    assert again.board is made, "a turn that says nothing new changes nothing"


def test_salience_follows_the_documented_rule() -> None:
    """C1.4: what is worth noting, felt strongly or asked weighs more; an assistant's words weigh less."""
    weak, fact = salience(Message("x", "Okay, thanks!", NOON)), "I moved to Porto with my sister Ana in March 2024."
    noted, felt_ = salience(Message("x", fact, NOON)), salience(Message("x", "I am absolutely furious!!", NOON))
    assert weak < 0.3 < 0.6 <= noted and felt_ >= 0.6
    assert salience(Message("x", fact, NOON, asks=False)) < noted
    assert salience(Message("x", "So?", NOON)) > salience(Message("x", "So.", NOON))
    assert all(0 <= one <= 1 for one in (weak, noted, felt_))


def test_the_context_follows_the_turns() -> None:
    """C1.7, C1.8: topic, goal, emotion, turns and minutes; what is not said stays empty, a new topic begins anew."""
    nothing = after(turn("Ok."))
    assert nothing.window == ContextWindow(turn_count=1)
    first = turn("I want to plan a sailing trip. I'm so happy!", "Good.")
    made = after(first)
    assert (made.window.current_topic, made.window.current_goal) == ("sailing trip", "plan a sailing trip")
    assert (made.window.current_emotion, made.window.time_in_topic) == ("joy", 0.0)
    second = turn("How long does sailing take?", number=2, at=NOON + timedelta(minutes=4))
    made = after(first, second)
    assert (made.window.current_topic, made.window.time_in_topic) == ("sailing trip", 4.0)
    assert (made.window.current_emotion, made.window.turn_count) == ("joy", 2)
    third = turn("Thanks, that helped. Do you know cheap bicycles?", number=3, at=NOON + timedelta(minutes=9))
    made = after(first, second, third)
    assert "bicycles" in made.window.current_topic and made.window.time_in_topic == 0.0
    assert (made.window.current_goal, made.window.current_emotion) == ("", "unknown")
    assert made.focus.primary == made.window.current_topic and "sailing trip" in made.focus.secondary


def test_fields_set_by_hand_stay() -> None:
    """C1.21: what somebody set is not changed by turns, until it is cleared."""
    start = with_fields(Board(), {"current_topic": "taxes", "primary": "the form"}, NOON)
    made = after(turn("My sailing boat needs paint."), start=start)
    assert (made.window.current_topic, made.focus.primary) == ("taxes", "the form")
    freed = with_fields(made, {"current_topic": None, "primary": None}, NOON)
    made = after(turn("My sailing boat needs paint again.", number=2), start=freed)
    assert "sailing" in made.window.current_topic and made.focus.primary == made.window.current_topic


def test_open_points_come_and_go() -> None:
    """C1.9, C1.10, C1.12: questions are open until answered; what was meant is to be clarified; rest as documented."""
    asked = after(turn("How deep is the harbour of Bergen?"))
    assert asked.state.open_questions == ("How deep is the harbour of Bergen?",)
    first = turn("How deep is the harbour of Bergen?", "Let me check.")
    off = after(first)
    assert off.state.open_questions == ("How deep is the harbour of Bergen?",)
    other = turn("My dog is ill.", "I am sorry.", number=2)
    assert after(first, other).state.open_questions == off.state.open_questions
    assert after(first, turn("Go on.", "The harbour is 12 m deep.", number=2)).state.open_questions == ()
    back = turn("Book a table.", "For how many people? Which one do you mean?")
    made = after(back)
    assert made.state.open_questions == ("For how many people?",)
    assert made.state.pending_clarifications == ("Which one do you mean?",)
    made = after(back, turn("Four, the Italian one.", number=2))
    assert made.state.open_questions == made.state.pending_clarifications == ()
    by_hand = with_fields(Board(), {"open_questions": ["Who pays?"]}, NOON)
    assert after(back, turn("Four.", "Done.", number=2), start=by_hand).state.open_questions == ("Who pays?",)
    made = after(
        turn("Let's look into solar panels. Let's come back to the insurance next week. I'm allergic to nuts.")
    )
    assert made.state.planned_explorations == ("solar panels",)
    assert made.state.deferred_items == (DeferredItem(text="the insurance", since=NOON, resume_when="next week"),)
    assert made.focus.monitoring == ("I'm allergic to nuts.",)


@given(st.lists(st.tuples(st.text(max_size=60), st.text(max_size=60), st.integers(0, 9)), max_size=12))
def test_any_turns_keep_the_laws(said: list[tuple[str, str, int]]) -> None:
    """C1.23: whatever is said, a board keeps its capacity and its ranges, and the same turns give the same board."""
    turns, now = [], NOON
    for number, (asked, answer, minutes) in enumerate(said):
        now += timedelta(minutes=minutes)
        turns.append(turn(asked, answer, number=number, at=now))
    made = after(*turns)
    assert made == after(*turns)
    assert len(made.items) <= RULES.capacity and made.window.turn_count == len(turns)
    assert all(0 <= one.salience <= 1 and 0 <= activation(one, now, RULES.period) <= 1 for one in made.items)
    assert remove(made, [one.id for one in made.items]).items == ()


def test_a_message_is_read_once_for_what_it_feels(monkeypatch: pytest.MonkeyPatch) -> None:
    """C5, issue 10: the emotion of the turn and the salience of its message come of one reading: a long one takes long."""
    read: list[str] = []

    def noted(text: str) -> feelings.Feeling:
        read.append(text)
        return feelings.felt(text)

    monkeypatch.setattr(attending, "felt", noted)
    made = after(turn("I am so happy about the boat", "Good for you!"))
    assert sorted(read) == ["Good for you!", "I am so happy about the boat"]
    assert [item.id for item in made.items] == ["q1", "a1"]
