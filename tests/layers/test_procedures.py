"""Procedures in a vault: kept, found, run, rated, learned, taken back, and the same after a restart and a rebuild."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError, KnownError, NotFoundError
from memory_desktop.core.events.runs import PRACTICE, RATING, RUN
from memory_desktop.core.layers.conditions import Condition, Situation
from memory_desktop.core.layers.payload import KINDS
from memory_desktop.core.layers.procedure_runs import Outcome, Run, RunState
from memory_desktop.core.layers.procedures import Alternative, Procedure, Step, Triggers
from memory_desktop.core.memory.records import Layer
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.library import Origin
from memory_desktop.wiring import rebuild_vault
from tests.helpers import Clock, vault_at


def made(name: str = "Explain a topic", **changes: object) -> Procedure:
    """A procedure with one check and two steps."""
    basis = Procedure(
        name=name,
        type="Teaching",
        steps=(
            Step(step_id="ask", description="Ask what is known", alternatives=(Alternative(description="Guess"),)),
            Step(step_id="show", description="Show an example", conditions=(Condition(key="time"),)),
        ),
        trigger_conditions=Triggers(request_patterns=("explain *",), user_states=("confused",)),
        safety_checks=("The topic is harmless",),
    )
    return msgspec.structs.replace(basis, **changes)


def test_a_procedure_is_a_memory(vault: Engine) -> None:
    """C4.1, C0.2: made, found by its words, edited under the same id with its refinement, named once, retired."""
    procedures = vault.layers.procedures
    one = procedures.create(made())
    assert one is not None and (one.memory.kind, one.memory.layer) == ("procedure", Layer.PROCEDURAL)
    assert [hit.memory.id for hit in vault.recall("show an example", mode="keyword").hits] == [one.memory.id]
    with pytest.raises(InvalidCommandError, match="already"):
        procedures.create(made("  explain A topic "))
    edited = procedures.edit("Explain a topic", made(boundary_considerations=("Be brief",)), why="Too long")
    assert edited.id == one.id and edited.memory.id != one.memory.id
    assert [(each.reason, each.by) for each in procedures.performance(one.id).refinements] == [("Too long", "user")]
    assert procedures.edit(one.id, edited.payload).memory.id == edited.memory.id
    procedures.retire(one.id)
    assert procedures.list() == ()
    with pytest.raises(NotFoundError):
        procedures.get("Explain a topic")
    undone = vault.undo()
    assert undone is not None and undone.name == "retire 1 procedure", "as it is called when it is done"
    # What comes back from being forgotten is the same procedure.
    assert procedures.get("explain a topic").id == one.id


def test_the_first_version_keeps_its_id_when_it_comes_back(vault: Engine) -> None:
    """C0.3: the id of a procedure that was retired and comes back is what it was, so that its runs stay its own."""
    procedures = vault.layers.procedures
    one = procedures.create(made())
    assert one is not None
    procedures.start(one.id)
    procedures.retire(one.id)
    vault.undo()
    assert procedures.get("Explain a topic").id == one.id
    assert len(procedures.cards()[0].runs) == 1


def test_a_run_survives_a_restart_and_counts(tmp_path: Path, clock: Clock) -> None:
    """C4.15, C4.18, C4.19, C0.4: a run is reported on, stopped, resumed after a restart, finished and counted."""
    path = tmp_path / "v"
    with vault_at(path, clock) as vault:
        procedures = vault.layers.procedures
        one = procedures.create(made())
        assert one is not None
        begun = procedures.start("Explain a topic", Situation(values={"time": 10.0}), actor="agent:x")
        assert begun.walk is not None and begun.walk.task is not None
        assert (begun.walk.task.about, begun.walk.task.title) == ("safety:1", "The topic is harmless")
        with pytest.raises(InvalidCommandError, match="safety:1"):
            procedures.report(begun.run.id, True, about="step:ask")
        procedures.report(begun.run.id, True)
        procedures.report(begun.run.id, False, "They did not say")
        procedures.stop(begun.run.id, "lunch")
        with pytest.raises(InvalidCommandError, match="stopped"):
            procedures.report(begun.run.id, True)
        procedures.edit(one.id, made(steps=(Step(description="Something else"),)))
    with vault_at(path, clock) as vault:
        procedures = vault.layers.procedures
        (open_run,) = procedures.runs(open_only=True)
        assert (open_run.state, open_run.note, open_run.actor) == (RunState.STOPPED, "lunch", "agent:x")
        resumed = procedures.resume(open_run.id)
        assert resumed.walk is not None and resumed.walk.task is not None
        assert resumed.walk.task.about == "step:ask/alternative:1"  # the version that it began with
        procedures.report(open_run.id, True)
        assert procedures.performance(one.id).usage_count == 0
        clock.forward(minutes=5)
        done = procedures.report(open_run.id, True)
        assert (done.run.outcome, done.run.ended) == (Outcome.SUCCESS, clock.now)
        found = procedures.performance(one.id)
        assert (found.success_rate, found.usage_count, found.last_used) == (1.0, 1, clock.now)
        for wrong in (procedures.report, procedures.stop):
            with pytest.raises(InvalidCommandError):
                wrong(open_run.id, True) if wrong == procedures.report else wrong(open_run.id)
        with pytest.raises(NotFoundError):
            procedures.report("run_none", True)


def test_ratings_and_runs_are_each_users_own(vault: Engine) -> None:
    """C0.7, C4.9: a rating per user in [0, 1]; procedures and runs of one user are not listed for another."""
    procedures = vault.layers.procedures
    own = procedures.create(made("Own"), user="ana")
    shared = procedures.create(made("Shared"))
    assert own is not None and shared is not None
    procedures.rate("Shared", 1.0, "ana")
    procedures.rate("Shared", 0.25, "ben")
    procedures.rate("Shared", 0.5, "ben")
    assert procedures.performance("Shared").user_feedback == {"ana": 1.0, "ben": 0.5}
    vault.undo()
    assert procedures.performance("Shared").user_feedback["ben"] == 0.25
    procedures.rate("Shared", None, "ben")
    assert procedures.performance("Shared").user_feedback == {"ana": 1.0}
    for wrong in (1.5, -0.1, float("nan")):
        with pytest.raises(InvalidCommandError):
            procedures.rate("Shared", wrong)
    procedures.start("Own", user="ana")
    procedures.start("Shared", user="ben")
    assert [one.user_id for one in procedures.runs(user="ana")] == ["ana"]
    for refused in (procedures.rate, procedures.start):
        with pytest.raises(NotFoundError):
            refused("Own", None, "ben")
    asked = Situation("explain fractions")
    assert [one.entry.payload.name for one in procedures.find_applicable(asked, "ben")] == ["Shared"]
    assert [one.entry.payload.name for one in procedures.find_applicable(asked, "ana")] == ["Own", "Shared"]


def test_two_users_can_have_the_same_procedure(vault: Engine) -> None:
    """C0.7, F5: making one that another user has word for word, undoing that and redoing it leaves both."""
    procedures = vault.layers.procedures
    procedures.create(made("Same"))
    procedures.create(made("Same"), user="ana")
    assert vault.undo() is not None
    assert [one.user_id for one in procedures.list()] == [""]
    assert vault.redo() is not None
    assert sorted(one.user_id for one in procedures.list()) == ["", "ana"]
    assert Procedure.kind in KINDS


def test_the_best_comes_first(vault: Engine) -> None:
    """C4.20, U15: by how well it fits, then by how it did; by meaning, too; nothing fitting gives nothing."""
    procedures = vault.layers.procedures
    assert procedures.find_applicable(Situation("explain fractions")) == ()
    for name in ("Bad", "Good"):
        procedures.create(made(name, safety_checks=(), steps=(Step(step_id="do", description=f"Do it, {name}"),)))
        begun = procedures.start(name)
        procedures.report(begun.run.id, name == "Good")
    refund = Triggers(request_patterns=("give the customer their money back",))
    procedures.create(made("Refund", trigger_conditions=refund))
    found = procedures.find_applicable(Situation("Please explain fractions", ("confused",)))
    assert [one.entry.payload.name for one in found] == ["Good", "Bad"]
    assert len(found[0].fit.reasons) == 2
    by_meaning = procedures.find_applicable(Situation("the customer wants her money back"))
    assert [one.entry.payload.name for one in by_meaning] == ["Refund"]
    assert 0.75 <= by_meaning[0].fit.score < 1.0 and "is like" in by_meaning[0].fit.reasons[0]
    assert procedures.find_applicable(Situation("What is the weather in Oslo?")) == ()
    # An agent is given the procedures that a message asks for with its skills.
    text = vault.conversations.get_context("Can you explain fractions?").part("skills").text
    assert "Good" in text and "Do it, Bad" in text and "money back" not in text


def test_learning_makes_then_refines(vault: Engine) -> None:
    """C4.21, C7.7: new, then refined with its lineage; the same again is nothing; sources are needed and must exist."""
    procedures = vault.layers.procedures
    turns = [vault.remember(f"turn {number}").memory for number in range(3)]
    ids = [one.id for one in turns if one is not None]
    first = procedures.learn_procedure(made(), ids[:2], why="said twice")
    assert first.what == "made" and first.entry is not None
    assert vault.made_from(first.entry.memory.id)
    head = vault.head
    assert procedures.learn_procedure(made(), ids[:2]).what == "known" and vault.head == head
    more = made(steps=(Step(description="Let them try"),))
    second = procedures.learn_procedure(more, [ids[2]], why="seen again")
    assert (second.what, second.change) == ("refined", "Added 1 step")
    assert second.entry is not None and second.entry.id == first.entry.id
    assert second.entry.memory.metadata["generated_from"] == ids
    assert [one.reason for one in second.entry.payload.refinements] == ["seen again"]
    with pytest.raises(InvalidCommandError):
        procedures.learn_procedure(made("Other"), [])
    with pytest.raises(NotFoundError):
        procedures.learn_procedure(made("Other"), ["mem_none"])
    procedures.retire(first.entry.id)
    assert procedures.learn_procedure(made(), ids, origin=Origin(actor="system")).what == "refused"
    assert procedures.learn_procedure(made(), ids).what == "made"


def test_skills_are_practised(vault: Engine) -> None:
    """C4.12, C4.13, C4.14: proficiency after each practice, across versions of a skill; no circle of components."""
    procedures, skills = vault.layers.procedures, vault.conversations.skills
    skills.create(Skill("listening", "Hears what is meant", "Listen."))
    skills.create(Skill("calming", "Calms people", "Be calm.", components=("listening",)))
    with pytest.raises(InvalidCommandError, match="listening → calming → listening"):
        skills.edit("listening", Skill("listening", "Hears what is meant", "Listen.", components=("calming",)))
    skills.edit("listening", Skill("listening", "Hears what is meant", "Listen.", components=("patience",)))
    for went in (True, False, True):
        procedures.practise("listening", went)
    skills.edit("listening", Skill("listening", "Hears what is meant", "Listen well.", components=("patience",)))
    found = procedures.practise("listening", True)
    assert found.improvement_trajectory == (2 / 3, 2 / 4, 3 / 5, 4 / 6) and found.proficiency == 4 / 6
    assert found.components == ("patience",)
    vault.undo()
    calming, listening = procedures.skill_library()
    assert (calming.proficiency, calming.practice_count, calming.components) == (0.0, 0, ("listening",))
    assert listening.practice_count == 3
    vault.redo()
    assert procedures.skill_library()[1].practice_count == 4
    with pytest.raises(NotFoundError):
        procedures.practise("flying", True)


def test_purging_a_procedure_removes_what_its_runs_noted(vault: Engine) -> None:
    """D6: what was known and noted in the runs of a purged procedure is gone from the log, and the log still folds."""
    procedures = vault.layers.procedures
    one = procedures.create(made())
    assert one is not None
    begun = procedures.start(one.id, Situation(values={"time": "tomorrow at noon"}))
    procedures.report(begun.run.id, True, "the secret ingredient is salt", values={"mood": "very cheerful"})
    procedures.stop(begun.run.id)
    vault.purge(vault.plan_purge([one.memory.id]))
    text = "\n".join(event.payload for events in vault._store.log.read() for event in events)
    assert not any(word in text for word in ("secret ingredient", "tomorrow at noon", "cheerful"))
    progress = procedures.run(begun.run.id)
    assert progress.walk is None and progress.run.reports[0].note == ""
    with pytest.raises(KnownError, match="not there any more"):
        procedures.resume(begun.run.id)
        procedures.report(begun.run.id, True)


STEPS = (
    "create",
    "edit",
    "retire",
    "start",
    "start",
    "report",
    "report",
    "report",
    "stop",
    "resume",
    "rate",
    "practise",
)


def picture(vault: Engine) -> object:
    """All that the procedures show."""
    procedures = vault.layers.procedures
    cards = [(one.procedure, one.performance, one.runs) for one in procedures.cards()]
    return cards, procedures.runs(), procedures.skill_library()


def play(vault: Engine, random: Random, step: str) -> None:
    """One random step on what there is."""
    procedures = vault.layers.procedures
    some = procedures.list()
    name = random.choice(some).id if some else "none"
    runs = procedures.runs()
    run = random.choice(runs).id if runs else "none"
    match step:
        case "create":
            procedures.create(made(f"P{random.randrange(3)}"), user=random.choice(["", "ana"]))
        case "edit":
            procedures.edit(name, made(f"P{random.randrange(3)}", boundary_considerations=(str(random.random()),)))
        case "retire":
            procedures.retire(name)
        case "start":
            procedures.start(name, Situation(values={"time": 1.0} if random.random() < 0.5 else {}))
        case "report":
            procedures.report(run, random.random() < 0.7, random.choice(["", "so it went"]))
        case "stop":
            procedures.stop(run)
        case "resume":
            procedures.resume(run)
        case "rate":
            procedures.rate(name, random.choice([None, 0.0, 0.5, 1.0]), random.choice(["", "ben"]))
        case "practise":
            procedures.practise("skill", random.random() < 0.5)


@pytest.mark.long
@given(st.integers(0, 2**32))
@settings(
    max_examples=3,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_undo_redo_restart_and_rebuild_give_the_same(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """C0.4, F5: whatever is done to procedures, undo gives what was before, redo what was after, a rebuild the same."""
    random, clock = Random(seed), Clock()
    path = tmp_path_factory.mktemp("runs") / "v"
    with vault_at(path, clock) as vault:
        last, folded = _played(vault, clock, random)
    rebuild_vault(path)
    with vault_at(path, clock) as again:
        assert picture(again) == last
        assert {kind: dict(again._writer.projections.now(kind)) for kind in folded} == folded


def _played(vault: Engine, clock: Clock, random: Random) -> tuple[object, dict[str, dict[str, object]]]:
    """What random steps led to, each undone and redone: as it is shown, and as it is folded."""
    vault.conversations.skills.create(Skill("skill", "Is practised", "Do it."))
    for _ in range(14):
        clock.forward(minutes=1)
        before, head = picture(vault), vault.head
        try:
            play(vault, random, random.choice(STEPS))
        except KnownError:
            assert vault.head == head
            continue
        after = picture(vault)
        if vault.head == head:
            assert after == before
            continue
        assert vault.undo() is not None
        assert picture(vault) == before
        assert vault.redo() is not None
        assert picture(vault) == after
        for card in vault.layers.procedures.cards():
            assert card.performance.success_rate is None or 0.0 <= card.performance.success_rate <= 1.0
    last = picture(vault)
    folded = {kind: dict(vault._writer.projections.now(kind)) for kind in (RUN, RATING, PRACTICE)}
    assert all(isinstance(one, Run) for one in folded[RUN].values())
    return last, folded
