"""Which procedures turns come to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.conversation.cycles import Cycle, OutcomeSignals, ResponseMetadata
from memory_desktop.core.layers.procedure_plan import plan_procedures, request_of
from memory_desktop.core.layers.procedures import says
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON

STEPS = "Sure:\n1. Open the **settings**.\n2. Choose Security.\n3. Press Reset password.\n"
ASKED = (
    "Hi! Can you help me reset my password?",
    "How do I reset the password of my mail?",
    "Please reset my wife's password.",
    "I need help to reset a password again.",
)


def turn(
    number: int,
    asked: str,
    answer: str = STEPS,
    *,
    session: str = "",
    satisfied: float | None = None,
    strategies: tuple[str, ...] = (),
    user: str = "",
) -> Cycle:
    """A turn that was said at its number's minute."""
    return Cycle(
        cycle_id=f"c{number:02}",
        user_id=user,
        session_id=session or f"s{number}",
        timestamp=NOON + timedelta(minutes=number),
        user_input=asked,
        final_response=answer,
        response_metadata=ResponseMetadata(strategies=strategies) if strategies else None,
        outcome_signals=OutcomeSignals(user_satisfaction_potential=satisfied) if satisfied is not None else None,
        messages=(f"m{number}", f"a{number}"),
    )


def thanked(words: str = "Thanks, that worked!") -> list[Cycle]:
    """Four requests for the same, each followed by these words."""
    found = []
    for number, asked in enumerate(ASKED):
        found.append(turn(2 * number, asked, session=f"s{number}"))
        found.append(turn(2 * number + 1, words, "You are welcome.", session=f"s{number}"))
    return found


def test_a_way_that_went_well_three_times_is_a_procedure() -> None:
    """C7.3, U21: the same request, answered in the same steps, with thanks, in at least three turns."""
    turns = thanked()
    (one,) = plan_procedures(turns)
    assert one.procedure.name == "Reset password" and one.procedure.type == "Support"
    assert [step.description for step in one.procedure.steps] == [
        "Open the settings",
        "Choose Security",
        "Press Reset password",
    ]
    assert one.sources == ("m0", "m2", "m4", "m6") and one.cycles == ("c00", "c02", "c04", "c06")
    assert one.why == (
        "4 requests like “reset my password” were answered in the same 3 steps, and it went well each time."
    )
    (pattern,) = one.procedure.trigger_conditions.request_patterns
    assert all(says(pattern, asked) for asked in ASKED)
    assert plan_procedures(turns[::-1]) == [one]
    (again,) = plan_procedures(turns, [one.procedure.__class__(**{**_fields(one.procedure), "name": "Passwords"})])
    assert again.procedure.name == "Passwords"


def _fields(procedure: object) -> dict[str, object]:
    return {name: getattr(procedure, name) for name in ("type", "steps", "trigger_conditions")}


@pytest.mark.parametrize(
    "turns",
    [
        thanked()[:4],
        thanked("It still does not work."),
        thanked("And what about the weather?"),
        [turn(n, asked, "Just do it.", satisfied=0.9) for n, asked in enumerate(ASKED)],
        [turn(n, asked, satisfied=0.9, user=f"u{n}") for n, asked in enumerate(ASKED)],
        [turn(n, asked, satisfied=0.9 if n else 0.1) for n, asked in enumerate(ASKED[:3])],
        [
            turn(n, asked, satisfied=0.9)
            for n, asked in enumerate(("Please sing", "Can you draw a cat?", "Help me cook"))
        ],
        [
            turn(n, f"I like {what}.", satisfied=0.9)
            for n, what in enumerate(("my red boat", "my red boats", "a red boat"))
        ],
        [
            turn(n, asked, f"1. {what} the north\n2. {what} the south", satisfied=0.9)
            for n, (asked, what) in enumerate(zip(ASKED, ("Walk", "Paint", "Sell", "Visit"), strict=True))
        ],
    ],
    ids=[
        "twice",
        "did not work",
        "nobody says",
        "no steps",
        "other users",
        "bad",
        "other requests",
        "no request",
        "other steps",
    ],
)
def test_nothing_is_planned_without_all_of_it(turns: list[Cycle]) -> None:
    """U21: too few, without steps, without a good end, of several users or for other requests, there is no plan."""
    assert plan_procedures(turns) == []


def test_strategies_of_an_agent_are_a_way_too() -> None:
    """C7.3: where an agent names its strategies and says how it went, these are the steps."""
    asked = ("Can you explain long division?", "Please explain long division to my son", "explain", "Help me with tea")
    ways = ("Ask what is known", "Give an example")
    turns = [
        turn(n, each, "So.", satisfied=0.8, strategies=ways)
        for n, each in enumerate((*asked, "Could you explain long division once more?"))
    ]
    (one,) = plan_procedures(turns)
    assert (one.procedure.name, one.procedure.type) == ("Explain long division", "Teaching")
    assert [step.description for step in one.procedure.steps] == list(ways)


def test_small_talk_asks_for_nothing() -> None:
    """U21: only what can be done is a request."""
    assert request_of("Hey! Could you please fix the bike?") == "fix the bike"
    for text in ("How are you?", "I love tea.", "", "What a day!", "How do you stay so calm?"):
        assert request_of(text) == ""


@given(
    st.lists(
        st.tuples(
            st.sampled_from((*ASKED, "Thanks!", "How are you?")),
            st.sampled_from((STEPS, "No.", "")),
            st.none() | st.floats(0, 1),
        ),
        max_size=10,
    )
)
def test_a_plan_rests_on_three_good_turns(said: list[tuple[str, str, float | None]]) -> None:
    """U21: every plan names at least three turns that went well, and the order of the turns given changes nothing."""
    turns = [turn(n, asked, answer, satisfied=satisfied) for n, (asked, answer, satisfied) in enumerate(said)]
    found = plan_procedures(turns)
    assert found == plan_procedures(turns[::-1])
    good = {
        one.cycle_id
        for one in turns
        if one.outcome_signals and (one.outcome_signals.user_satisfaction_potential or 0) >= 0.7
    }
    for one in found:
        assert len(one.cycles) >= 3 and set(one.cycles) <= good


def test_a_plan_can_be_learned(vault: Engine) -> None:
    """C4.21, C7.3: what is planned is learned with its turns as lineage, and the second time there is nothing new."""
    ids = [one.id for one in (vault.remember(f"turn {n}").memory for n in range(3)) if one is not None]
    (one,) = plan_procedures(thanked())
    learn = vault.layers.procedures.learn_procedure
    assert learn(one.procedure, ids, why=one.why).what == "made"
    assert learn(one.procedure, ids, why=one.why).what == "known"
