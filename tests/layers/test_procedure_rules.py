"""Procedures as rules: conditions, whether one applies, where a run is, and what runs come to."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.conditions import Condition, Operator, Situation, clean_condition, clean_values, holds
from memory_desktop.core.layers.payload import checked, metadata_of, payload_of, read
from memory_desktop.core.layers.procedure_runs import (
    Mark,
    Outcome,
    Practice,
    Report,
    Run,
    RunState,
    TaskKind,
    Walk,
    ability,
    circle,
    most_reports,
    performance,
    result_notes,
    walked,
)
from memory_desktop.core.layers.procedures import (
    Alternative,
    Procedure,
    Refinement,
    Step,
    Triggers,
    cleaned,
    fit,
    refined,
    says,
    text_of,
)
from memory_desktop.core.memory.records import Memory
from tests.helpers import NOON

FULL = Procedure(
    name="Calm an upset customer",
    type="Support",
    steps=(
        Step(
            step_id="listen",
            description="Listen without interrupting",
            conditions=(Condition(key="channel", operator="one of", value=("phone", "chat")),),
            actions=("Let them finish", "Repeat what you heard"),
            expected_outcome="They feel heard",
            alternatives=(Alternative(description="Offer a call back", actions=("Ask for a number",)),),
        ),
        Step(
            step_id="solve", description="Offer a solution", alternatives=(Alternative(description="Ask a colleague"),)
        ),
    ),
    trigger_conditions=Triggers(
        user_states=("angry",),
        request_patterns=("refund * order", "complaint"),
        context_requirements=(Condition(key="open", operator="≥", value=1.0),),
    ),
    safety_checks=("Nobody is in danger", "No legal advice is asked for"),
    boundary_considerations=("Promise nothing that you cannot keep",),
    refinements=(Refinement(time=NOON, change="Added 1 step", reason="It was too abrupt", by="user"),),
)


def report(about: str, succeeded: bool = True, **values: object) -> Report:
    """How one task went."""
    return Report(about=about, succeeded=succeeded, at=NOON, values=tuple(values.items()))  # type: ignore[arg-type]


def test_a_procedure_has_every_field_and_reads_back() -> None:
    """C4.1, C4.2, C4.4, C4.5, C4.6, C4.9, C4.10, C4.11: each field survives metadata, and a newer program's too."""
    clean = cleaned(FULL)
    assert clean == FULL
    said = metadata_of(clean)
    said["procedure"]["mood_music"] = "soft"
    said["procedure"]["type"] = "Negotiation"
    memory = Memory(
        key=1,
        id="mem_1",
        content=text_of(clean),
        content_hash="",
        created_at=NOON,
        updated_at=NOON,
        recorded_at=NOON,
        metadata=said,
    )
    back = payload_of(memory, Procedure)
    assert back is not None and back.type == "Negotiation" and back.steps == FULL.steps
    assert cleaned(back, back).type == "Negotiation"
    assert metadata_of(back, memory)["procedure"]["mood_music"] == "soft"
    for word in ("Calm an upset", "angry", "refund * order", "open ≥ 1", "Nobody is in danger", "channel one of phone"):
        assert word in text_of(clean)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"type": "Cooking"}, "type"),
        ({"steps": []}, "steps"),
        ({"steps": [{"description": ""}]}, "steps[0].description"),
        ({"steps": [{"description": "a", "step_id": "x"}, {"description": "b", "step_id": "x"}]}, "steps[1].step_id"),
        ({"steps": [{"description": "a", "conditions": [{"key": ""}]}]}, "steps[0].conditions[0].key"),
        ({"steps": [{"description": "a", "conditions": [{"key": "k", "operator": "eval"}]}]}, "operator"),
        ({"steps": [{"description": "a", "conditions": [{"key": "k", "operator": "≥", "value": "x"}]}]}, "value"),
        ({"steps": [{"description": "a", "alternatives": [{"description": " "}]}]}, "alternatives[0].description"),
        ({"trigger_conditions": {"request_patterns": ["* …"]}}, "request_patterns[0]"),
        ({"safety_checks": ["x" * 3_000]}, "safety_checks"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_field(wrong: dict[str, object], field: str) -> None:
    """C4.1, C4.2, C0.8: a missing, doubled, unknown or overlong field is refused, and named."""
    good = {"name": "n", "type": "support", "steps": [{"description": "a"}]}
    with pytest.raises(InvalidCommandError) as error:
        cleaned(read({**good, **wrong}, Procedure))
    assert field in error.value.message
    assert cleaned(read(good, Procedure)).steps[0].step_id == "step-1"
    assert cleaned(read(good, Procedure)).type == "Support"


@pytest.mark.parametrize(
    ("operator", "value", "found", "expected"),
    [
        ("equals", "Calm", " calm ", True),
        ("equals", 5.0, "5", True),
        ("equals", "yes", True, True),
        ("equals", "calm", ("upset", "calm"), True),
        ("equals", "calm", "calmer", False),
        ("one of", ("a", "b"), "B", True),
        ("one of", ("a", "b"), "c", False),
        ("contains", "order", "My ORDER is late", True),
        ("contains", "order", "late", False),
        ("≥", 3.0, 3, True),
        ("≥", 3.0, "2.9", False),
        ("≥", 3.0, "many", False),
        ("≥", 3.0, float("nan"), False),
        ("≤", 3.0, 2, True),
        ("≤", 3.0, 4, False),
        ("present", None, "x", True),
        ("present", None, "", False),
        ("present", None, (), False),
        ("present", None, False, True),
        ("equals", "x", None, False),
        ("newer", "x", "x", False),
    ],
)
def test_conditions_compare(operator: str, value: object, found: object, expected: bool) -> None:
    """C4.3: each operator compares texts, numbers, yes or no and lists; a missing key fails."""
    condition = Condition(key="k", operator=operator, value=value)  # type: ignore[arg-type]
    known = {"k": found} if found is not None else {}
    assert holds(condition, known) is expected  # type: ignore[arg-type]
    assert not holds(condition, {})


@given(st.text(), st.sampled_from(Operator), st.none() | st.text() | st.floats() | st.booleans() | st.lists(st.text()))
def test_any_condition_is_refused_or_can_be_asked(key: str, operator: Operator, value: object) -> None:
    """C4.3: whatever is given as a condition is refused by its field, or holds or fails without an error."""
    raw = Condition(key=key, operator=operator.value, value=tuple(value) if isinstance(value, list) else value)  # type: ignore[arg-type]
    try:
        clean = clean_condition(raw, "c")
    except InvalidCommandError as error:
        clean, said = None, error.message
    if clean is None:
        assert said.startswith("c.")
        return
    assert clean_condition(clean, "c") == clean and clean.words
    for found in ("x", 1.0, True, ("a",), ""):
        assert holds(clean, {clean.key: found}) in (True, False)
    assert holds(clean, {}) is False


def test_what_is_known_is_bounded() -> None:
    """C0.8: values that are no numbers, and names without a character, are refused."""
    assert clean_values({" a ": " x  y "}) == {"a": "x y"}
    for wrong in ({"": "x"}, {"a": float("nan")}, {"a": "x" * 3_000}):
        with pytest.raises(InvalidCommandError):
            clean_values(wrong)


def test_patterns_are_phrases() -> None:
    """C4.6: a pattern fits where its words stand next to each other, with any words for a *; it is never code."""
    assert says("refund * order", "How do I get a refund for my last order?")
    assert says("Refund", "REFUND!") and says("it's late", "It’s late")
    assert not says("refund * order", "The order has no refund")
    assert not says("late order", "late was my order") and not says("*", "anything")
    assert not says("(.*)", "") and says("a.b", "a b")


def test_a_procedure_applies_by_state_or_request_and_all_requirements() -> None:
    """C4.20, C4.7: a state or a pattern fits, or neither is set, and every requirement holds."""
    one = {"open": 2.0}
    assert fit(FULL, Situation("a complaint", values=one)) is not None
    by_state = fit(FULL, Situation(user_states=("Angry",), values=one))
    assert by_state is not None and by_state.triggered and by_state.score == 1.0
    assert fit(FULL, Situation("a complaint")) is None  # the requirement's key is missing
    assert fit(FULL, Situation("good morning", values=one)) is None
    near = fit(FULL, Situation("I want my money", values=one), (0.8, "refund"))
    assert near is not None and near.score == 0.8 and "0.80" in near.reasons[0]
    bare = msgspec.structs.replace(FULL, trigger_conditions=Triggers())
    always = fit(bare, Situation("anything"))
    assert always is not None and not always.triggered


def test_a_run_goes_in_order() -> None:
    """C4.16, C4.17: safety checks, then steps; unmet conditions skip; a failure tries the alternatives in order."""
    asked: list[str] = []
    places: dict[str, tuple[int, int]] = {}
    reports: list[Report] = []
    answers = {"step:solve": False}
    values = (("channel", "chat"),)
    while (task := walked(FULL, values, reports).task) is not None:
        asked.append(task.about)
        places[task.about] = (task.number, task.of)
        reports.append(report(task.about, answers.get(task.about, True)))
    assert places["step:solve/alternative:1"] == (1, 1), "of the alternatives of its step"
    assert asked == ["safety:1", "safety:2", "step:listen", "step:solve", "step:solve/alternative:1"]
    walk = walked(FULL, values, reports)
    assert walk.outcome is Outcome.SUCCESS
    assert [one.mark for one in walk.stages][2:] == [Mark.DONE, Mark.NOT_NEEDED, Mark.FAILED, Mark.DONE]
    skipped = walked(FULL, (), [report("safety:1"), report("safety:2")])
    assert skipped.task is not None and skipped.task.about == "step:solve"
    assert "channel one of phone, chat" in skipped.stages[2].note
    # What a report adds to what is known counts from the next step on.
    later = walked(FULL, (), [report("safety:1"), report("safety:2", channel="phone")])
    assert later.task is not None and later.task.about == "step:listen"


def test_a_failed_safety_check_ends_the_run_before_step_one() -> None:
    """C4.17: one check that fails stops the run, and nothing counts."""
    walk = walked(FULL, (("channel", "chat"),), [report("safety:1"), report("safety:2", False)])
    assert walk.outcome is Outcome.UNSAFE and walk.task is None
    assert all(one.mark is Mark.NOT_NEEDED for one in walk.stages[2:])


def test_nothing_applicable_counts_nothing() -> None:
    """C4.16, U16: where no step applies the run is “not applicable”, and no rate changes."""
    step = Step(description="a", step_id="a", conditions=(Condition(key="never"),))
    walk = walked(Procedure(name="n", type="Support", steps=(step,)), (), [])
    assert walk.outcome is Outcome.NOT_APPLICABLE
    runs = [_finished("r", Outcome.NOT_APPLICABLE), _finished("s", Outcome.UNSAFE)]
    found = performance(runs, {})
    assert (found.success_rate, found.usage_count, found.last_used) == (None, 0, None)
    assert found.uncounted == {"not applicable": 1, "stopped by a safety check": 1}


def _finished(id: str, outcome: Outcome, minutes: int = 0) -> Run:
    when = NOON + timedelta(minutes=minutes)
    return Run(
        id=id,
        procedure="p",
        memory="m",
        user_id="",
        actor="user",
        started=NOON,
        state=RunState.FINISHED,
        outcome=outcome,
        ended=when,
    )


CONDITIONS = st.lists(
    st.sampled_from([Condition(key="a"), Condition(key="b", operator="≥", value=2.0), Condition(key="c")]), max_size=2
).map(tuple)
STEPS = st.builds(
    Step,
    description=st.sampled_from(["do", "ask", "wait"]),
    conditions=CONDITIONS,
    alternatives=st.lists(st.just(Alternative(description="else")), max_size=3).map(tuple),
)
PROCEDURES = st.builds(
    lambda steps, checks: cleaned(
        Procedure(
            name="p", type="Support", steps=tuple(steps), safety_checks=tuple(f"check {n}" for n in range(checks))
        )
    ),
    st.lists(STEPS, min_size=1, max_size=5),
    st.integers(0, 3),
)
VALUES = st.dictionaries(st.sampled_from("abc"), st.sampled_from([0.0, 2.0, "x", ""]), max_size=2)


def plain_run(
    procedure: Procedure, values: dict[str, object], answers: list[tuple[bool, dict[str, object]]]
) -> list[str]:
    """The run as the seed's loop would go, with what issue 6 adds: what was asked for, then how it ended."""
    said: list[str] = []
    known = dict(values)
    turn = iter(answers)

    def ask(what: str) -> bool | None:
        said.append(what)
        answer = next(turn, None)
        if answer is None:
            return None
        known.update(answer[1])
        return answer[0]

    for number in range(len(procedure.safety_checks)):
        went = ask(f"safety:{number + 1}")
        if went is None:
            return said
        if not went:
            return [*said, Outcome.UNSAFE.value]
    applied = False
    for step in procedure.steps:
        if not all(holds(one, known) for one in step.conditions):  # type: ignore[arg-type]
            continue
        applied = True
        went = ask(f"step:{step.step_id}")
        for number in range(len(step.alternatives)):
            if went is None or went:
                break
            went = ask(f"step:{step.step_id}/alternative:{number + 1}")
        if went is None:
            return said
        if not went:
            return [*said, Outcome.FAILURE.value]
    return [*said, (Outcome.SUCCESS if applied else Outcome.NOT_APPLICABLE).value]


@given(PROCEDURES, VALUES, st.lists(st.tuples(st.booleans(), VALUES), max_size=20))
def test_any_reports_lead_where_a_plain_loop_leads(
    procedure: Procedure, values: dict[str, object], answers: list[tuple[bool, dict[str, object]]]
) -> None:
    """C4.16: for any procedure and reports, a run asks for the same and ends the same as a plain loop; it terminates."""
    asked: list[str] = []
    reports: list[Report] = []
    start = tuple(values.items())
    for succeeded, more in answers:
        walk = walked(procedure, start, reports)  # type: ignore[arg-type]
        if walk.task is None:
            break
        asked.append(walk.task.about)
        reports.append(report(walk.task.about, succeeded, **more))
        assert len(reports) <= most_reports(procedure)
    walk: Walk = walked(procedure, start, reports)  # type: ignore[arg-type, no-redef]
    asked += [walk.task.about] if walk.task is not None else [walk.outcome.value if walk.outcome else ""]
    assert asked == plain_run(procedure, values, answers)
    assert (walk.task is None) == (walk.outcome is not None)
    # Safety checks stand before everything else, and nothing else was asked while one was open.
    kinds = [one.task.kind for one in walk.stages]
    assert kinds == sorted(kinds, key=lambda one: one is not TaskKind.CHECK)
    if walk.outcome is Outcome.UNSAFE:
        assert not any(one.mark in (Mark.DONE, Mark.FAILED) for one in walk.stages[len(procedure.safety_checks) :])


@given(PROCEDURES, st.lists(st.tuples(st.text(max_size=12), st.booleans()), max_size=12))
def test_reports_on_anything_else_change_nothing(procedure: Procedure, junk: list[tuple[str, bool]]) -> None:
    """C4.16: reports on what a run never asked for lead nowhere; a run always asks for something, or has ended."""
    walk = walked(procedure, (), [report(f"x{about}", went) for about, went in junk])
    assert walk == walked(procedure, (), [])


@given(st.lists(st.sampled_from(Outcome), max_size=30))
def test_rates_are_between_none_and_one(outcomes: list[Outcome]) -> None:
    """C4.8, C4.19: success_rate is successes of counted runs, in [0, 1], None without any; last_used the latest."""
    runs = [_finished(str(number), one, number) for number, one in enumerate(outcomes)]
    found = performance(runs, {"u": 0.5})
    counted = [one for one in outcomes if one in (Outcome.SUCCESS, Outcome.FAILURE)]
    assert found.usage_count == len(counted)
    assert (found.success_rate is None) == (not counted) == (found.last_used is None)
    if found.success_rate is not None:
        assert 0.0 <= found.success_rate <= 1.0
        assert found.success_rate == counted.count(Outcome.SUCCESS) / len(counted)
    assert found.user_feedback == {"u": 0.5}


@given(st.lists(st.booleans(), max_size=40))
def test_proficiency_follows_practice(went: list[bool]) -> None:
    """C4.12, C4.14, U15: (successes + 1) / (practices + 2) once practised, 0 before; a value for each practice."""
    practices = [Practice(skill="s", memory="s", succeeded=one, at=NOON) for one in went]
    found = ability("skill", practices, ("part",))
    assert found.practice_count == len(found.improvement_trajectory) == len(went)
    assert all(0.0 < one < 1.0 for one in found.improvement_trajectory)
    assert found.proficiency == ((sum(went) + 1) / (len(went) + 2) if went else 0.0)
    for before, after, one in zip(
        found.improvement_trajectory, found.improvement_trajectory[1:], went[1:], strict=False
    ):
        assert after > before if one else after < before


def test_a_circle_of_components_is_found() -> None:
    """C4.13: a skill that would be a part of itself, over any number of steps, is told with the way."""
    others = {"b": ("c",), "c": ("a", "d"), "d": ("d2",), "x": ("y",), "y": ("x",)}
    assert circle("a", ("b",), others) == ("a", "b", "c", "a")
    assert circle("a", ("a",), {}) == ("a", "a")
    assert circle("a", ("d", "x"), others) == ()


@given(PROCEDURES, PROCEDURES)
def test_refining_takes_nothing_away(old: Procedure, new: Procedure) -> None:
    """C4.21: a refinement keeps every step, check and limit, adds what is new, and adding it again adds nothing."""
    whole, change = refined(old, new)
    assert [(one.description, one.step_id) for one in whole.steps[: len(old.steps)]] == [
        (one.description, one.step_id) for one in old.steps
    ]
    assert {one.description for one in whole.steps} >= {one.description for one in new.steps}
    assert set(old.safety_checks) <= set(whole.safety_checks) >= set(new.safety_checks)
    assert (change == "") == (whole == old)
    again, more = refined(whole, new)
    assert (again, more) == (whole, "")


def test_a_refinement_says_what_it_adds() -> None:
    """C4.21, C4.9: steps are matched by their words; new steps, alternatives and triggers are added and named."""
    new = Procedure(
        name="calm an upset customer",
        type="Support",
        steps=(
            Step(description="listen without interrupting", alternatives=(Alternative(description="Write it down"),)),
            Step(description="Thank them"),
        ),
        trigger_conditions=Triggers(request_patterns=("Complaint", "angry mail")),
    )
    whole, change = refined(cleaned(FULL), new)
    assert change == "Added 1 step, 1 improved step, 1 request"
    whole = cleaned(whole)
    assert [one.description for one in whole.steps[0].alternatives] == ["Offer a call back", "Write it down"]
    assert whole.steps[2].step_id == "step-3" and checked(whole) == whole
    assert whole.trigger_conditions.request_patterns == ("refund * order", "complaint", "angry mail")


def test_what_failed_and_was_made_good_is_not_the_result() -> None:
    """C4.16, issue 11: the notes of a run leave out why a step failed for which an alternative succeeded; they keep why
    one failed for good, or why it was stopped."""

    def noted(*reports: tuple[str, bool, str], note: str = "") -> tuple[str, ...]:
        made = tuple(Report(about=about, succeeded=done, at=NOON, note=said) for about, done, said in reports)
        return result_notes(Run("r", "p", "m", "", "user", NOON, reports=made, note=note))

    failed, rescued = ("step:a", False, "nobody answered"), ("step:a/alternative:2", True, "the neighbour had a key")
    between = ("step:a/alternative:1", False, "no ladder")
    assert noted(failed, between, rescued, ("step:b", True, "swept")) == ("the neighbour had a key", "swept")
    assert noted(failed, between) == ("nobody answered", "no ladder")
    assert noted(failed, ("step:a/alternative:1", True, ""), note="enough") == ("enough",)
