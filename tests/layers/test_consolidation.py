"""Consolidation: previewed, run, repeated, resumed, taken back and done again; and the episodes that it makes."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.cancel import Token
from memory_desktop.core.conversation.cycles import CycleDraft, OutcomeSignals, Stage
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.consolidation import THINGS, RunState
from memory_desktop.core.layers.conditions import Situation
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.feelings import alike
from memory_desktop.core.ports import Vectors
from memory_desktop.embed.embedder import FastEmbedder
from memory_desktop.engine.conversation.jobs import CANCELLED, DONE, FILLING, Progress
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.episodes import EMOTION, TOPIC, EpisodeFilter
from memory_desktop.engine.layers.steps import PATTERNS, EpisodeStep
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, Clock, die_in_child, vault_at

#: (user, thread, what the user said, what was answered): some days with an assistant.
DAYS = [
    ("s1", "Hello! My sister Mara just moved to Porto.", "How nice. What does Mara do there?"),
    ("s1", "Mara works at the aquarium. I was so proud when she got the job!", "Well done to Mara."),
    ("s1", "How do I prune a fig tree?", "Cut it back in late winter, above a bud."),
    ("s1", "Thanks, that worked. Bye for now!", "Goodbye."),
    ("s2", "I'm so worried about the flood in Porto, I can't sleep.", "I am sorry to hear that. Is Mara safe?"),
    ("s2", "Mara is safe. We just got engaged, by the way!", "Congratulations!"),
    ("s2", "I learned that figs fruit on old wood.", "True of the early crop."),
    ("s2", "I want to plant a fig tree in Porto with Mara.", "Choose a sunny wall."),
]


def live(engine: Engine, days: Any = DAYS, user: str = "", start: int = 0) -> list[str]:
    """The ids of the turns that these days make."""
    made = []
    for number, (thread, asked, answered) in enumerate(days):
        at = NOON + timedelta(hours=start + number)
        draft = CycleDraft(
            user_input=asked, final_response=answered, session_id=f"{user}{thread}", user_id=user, timestamp=at,
            cycle_id=f"{user}{start + number}",
            answered_at=at + timedelta(minutes=2),
        )  # fmt: skip
        made.append(engine.conversations.record(draft)[0].cycle_id)
    return made


def state(engine: Engine) -> Any:
    """What the layers keep, without what differs by when or in which order it was made."""
    return (
        [one.to_json() for one in engine.layers.episodes.list(limit=None)],
        sorted((one.payload.identity, one.payload.knowledge) for one in engine.layers.concepts.list()),
        {layer.layer: dict(layer.kinds) for layer in engine.layers.overview()},
    )


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", Clock(NOON + timedelta(days=2))) as opened:
        yield opened


@pytest.mark.long
def test_a_run_from_preview_to_rebuild(tmp_path: Path) -> None:
    """C7.1, C7.2, C7.5 to C7.8: the preview writes nothing and names what and why; the run makes just that, as one
    step of undo; a second finds nothing; undone, redone and folded again it is the same."""
    with vault_at(tmp_path / "v") as engine:
        turns = live(engine)
        before, head = state(engine), engine.head
        plan = engine.layers.consolidation.preview()
        assert engine.head == head and state(engine) == before
        steps = [one.step for one in plan.lines]
        assert steps.count("episodes") == len(turns) and "concepts" in steps
        assert all(one.why and one.what and one.sources for one in plan.lines)
        assert len({one.key for one in plan.lines}) == len(plan.lines)
        seen: list[str] = []
        report = engine.layers.consolidation.run(progress=lambda one: seen.append(one.note))
        assert report.run is not None and report.run.state is RunState.DONE and seen
        made = report.run.made
        assert (
            seen[-1]
            == f"Episodes {made['episodes']}, concepts {made['concepts']}, emotional events {made['emotions']}."
        )
        assert report.run.made["episodes"] == len(turns) and report.run.made["concepts"] == steps.count("concepts")
        after, head = state(engine), engine.head
        assert {one["cycle_id"] for one in after[0]} == set(turns)
        mara = engine.layers.concepts.get("Mara")
        episodes = {one.id for one in engine.layers.episodes.list()}
        assert set(mara.payload.understanding.source_episodes) <= episodes
        assert engine.layers.consolidation.run().nothing and engine.head == head
        assert [one.name for one in engine.undo_stacks().undo].count("fill the layers") == 1
        undone = engine.undo()
        assert undone is not None and state(engine) == before
        assert engine.layers.consolidation.list()[0].state is RunState.UNDONE
        assert [(one.key, one.what) for one in engine.layers.consolidation.preview().lines] == [
            (one.key, one.what) for one in plan.lines
        ]
        engine.redo()
        assert state(engine) == after and engine.layers.consolidation.run().nothing
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v") as engine:
        assert state(engine) == after
        assert engine.layers.consolidation.list()[0].state is RunState.DONE


def test_lines_that_were_left_out_stay_out(engine: Engine) -> None:
    """C7.6: what was not wanted is not made, nor proposed again, by a later run; undoing the run proposes it again."""
    live(engine)
    runs = engine.layers.consolidation
    plan = runs.preview()
    unwanted = [one for one in plan.lines if one.step == "concepts" or one.what.startswith("fig")]
    assert unwanted and len(unwanted) < len(plan.lines)
    report = runs.run(leave_out=[one.key for one in unwanted])
    assert report.run is not None and sum(report.run.made.values()) == len(plan.lines) - len(unwanted)
    assert not engine.layers.concepts.list()
    assert all(secret not in ",".join(report.run.left_out) for secret in ("mara", "fig"))
    live(engine, [("s3", "Thank you for the hint about the wall.", "You are welcome.")], start=20)
    later = runs.preview()
    assert not {one.key for one in later.lines} & {one.key for one in unwanted} and later.left_out
    assert runs.run().run is not None and not engine.layers.concepts.list()
    engine.undo()
    engine.undo()
    engine.undo()
    assert {one.key for one in runs.preview().lines} == {one.key for one in plan.lines}


def test_nothing_to_do_is_a_result(engine: Engine) -> None:
    """C7.8: an empty vault, and one whose turns are all done, give a report without a run, and no event."""
    head = engine.head
    assert engine.layers.consolidation.run().nothing and engine.head == head
    assert not engine.layers.consolidation.preview().lines


@pytest.mark.long
@pytest.mark.parametrize("pieces", [0, 2])
def test_after_a_kill_a_run_goes_on(tmp_path: Path, pieces: int) -> None:
    """C7.7: killed after it began, between its steps or within one, it goes on at the next start, with what a run
    that nobody killed makes, as one step of undo."""
    script = """
import os, signal, sys
from pathlib import Path
from memory_desktop.engine.layers import steps
from tests.helpers import vault_at
from tests.layers.test_consolidation import live
steps.EpisodeStep.batch = 3
with vault_at(Path(sys.argv[1])) as vault:
    live(vault)
    going = vault.layers.consolidation.carry_out(actor="user")
    wanted = int(sys.argv[2])
    if not wanted:
        steps.EpisodeStep.make = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        wanted = 1
    for _ in range(wanted):
        next(going)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    die_in_child(script, str(tmp_path / "killed"), str(pieces))
    with vault_at(tmp_path / "whole") as whole:
        live(whole)
        whole.layers.consolidation.run()
        wanted = state(whole)
    with vault_at(tmp_path / "killed") as engine:
        runs = engine.layers.consolidation
        assert [one.state for one in runs.list()] == [RunState.INTERRUPTED]
        if pieces:
            report = runs.run()
            assert [one.state for one in report.finished] == [RunState.DONE] and not report.nothing
        else:
            assert engine.conversations.work()
        while runs.step():
            pass
        assert [one.state for one in runs.list()] == [RunState.DONE] and state(engine)[:2] == wanted[:2]
        assert runs.run().nothing
        engine.undo()
        assert state(engine)[0] == [] and state(engine)[1] == []


@pytest.mark.long
def test_after_a_kill_the_runs_of_several_users_go_on(tmp_path: Path) -> None:
    """C7.7: of runs for several users that were asked for together, those that had not begun when the process was killed
    follow the one that was interrupted, without what was not wanted of them; all are one step of undo."""
    script = """
import os, signal, sys
from pathlib import Path
from memory_desktop.engine.layers import steps
from tests.helpers import vault_at
from tests.layers.test_consolidation import live
steps.EpisodeStep.batch = 3
with vault_at(Path(sys.argv[1])) as vault:
    for user in ("ann", "ben", "zoe"):
        live(vault, user=user)
    runs, made = vault.layers.consolidation, steps.EpisodeStep.make
    left_out = [one.key for one in runs.preview("zoe").lines if one.step == "episodes"][:2]
    def make(self, user, *rest):
        if user == "ben":
            os.kill(os.getpid(), signal.SIGKILL)
        return made(self, user, *rest)
    steps.EpisodeStep.make = make
    runs.run_all({"ann": (), "ben": (), "zoe": left_out})
"""
    die_in_child(script, str(tmp_path / "v"))
    with vault_at(tmp_path / "v") as engine:
        runs, episodes = engine.layers.consolidation, engine.layers.episodes

        def counts() -> dict[str, int]:
            return {user: episodes.count(EpisodeFilter(user=user)) for user in ("ann", "ben", "zoe")}

        assert counts() == {"ann": len(DAYS), "ben": 0, "zoe": 0}
        while runs.step():
            pass
        assert counts() == {"ann": len(DAYS), "ben": len(DAYS), "zoe": len(DAYS) - 2}
        assert [one.state for one in runs.list()] == [RunState.DONE] * 3
        assert len({one.step for one in runs.list()}) == 1 and runs.run("zoe").nothing
        engine.undo()
        assert not any(counts().values())


def test_a_preview_says_from_what_and_refuses_unknown_keys(tmp_path: Path) -> None:
    """C7.6: each line says how its sources begin, and a concept's what it would say, a turn of which only the answer is
    known what was answered; a key of no line is refused."""
    folder = tmp_path / "v"
    with vault_at(folder, Clock(NOON + timedelta(days=2))) as engine:
        thanks = live(engine)[3]
        said = engine.conversations.reading.turns([thanks])[thanks].messages
        engine.forget([said[0].id])
        plan = engine.layers.consolidation.preview()
        assert any(one.what.endswith("Assistant: Goodbye.") for one in plan.lines)
        assert all(plan.origins[id].startswith("“") for one in plan.lines for id in one.sources)
        assert any(one.parts for one in plan.lines if one.step == "concepts")
        runs = engine.layers.consolidation
        runs.check_left_out("", [plan.lines[0].key])
        with pytest.raises(InvalidCommandError, match="concepts:none"):
            runs.check_left_out("", [plan.lines[0].key, "concepts:none"])


def test_a_run_can_be_cancelled_and_taken_back_under_way(engine: Engine) -> None:
    """C7.7: ended between two pieces, what it made stays and the next run makes the rest; a run that somebody undoes
    meanwhile makes no more."""
    live(engine)
    runs = engine.layers.consolidation
    going = runs.carry_out(actor="user")
    next(going)
    with pytest.raises(InvalidCommandError):
        runs.run()
    with pytest.raises(InvalidCommandError):
        runs.undo(runs.list()[0].seq)
    going.close()
    assert runs.list()[0].state is RunState.STOPPED and engine.layers.episodes.count() == len(DAYS)
    rest = runs.run().run
    assert rest is not None and "episodes" not in rest.made and engine.layers.concepts.list()
    engine.undo()
    going = runs.carry_out(actor="user")
    next(going)
    engine.undo()
    assert list(going) == [] and not engine.layers.concepts.list()


def test_after_a_stop_only_the_turns_that_remain_are_counted(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """C7.6: the preview after a run that was stopped counts the turns of which there is no episode yet, and those that
    came since; once the run was undone, all of them again."""
    monkeypatch.setattr(EpisodeStep, "batch", 2)
    live(engine)
    runs = engine.layers.consolidation
    assert runs.preview().turns == len(DAYS)
    going = runs.carry_out(actor="user")
    next(going)
    going.close()
    assert runs.list()[0].state is RunState.STOPPED
    made = engine.layers.episodes.count()
    assert 0 < made < len(DAYS)
    plan = runs.preview()
    assert plan.turns == len(DAYS) - made == sum(one.step == "episodes" for one in plan.lines)
    live(engine, DAYS[:1], start=40)
    assert runs.preview().turns == len(DAYS) - made + 1
    engine.undo(runs.list()[0].step)
    assert runs.preview().turns == len(DAYS) + 1


def test_each_step_calls_what_it_makes_by_a_name(engine: Engine) -> None:
    """C7.6: what a run made is told by the name of it, of emotional patterns, too."""
    names = {*(one.name for one in engine.layers.consolidation.steps), PATTERNS}
    assert names == THINGS.keys()


@pytest.mark.long
@pytest.mark.parametrize("place", range(4))
def test_nothing_is_added_to_a_run_that_is_undone_at_any_moment(
    engine: Engine, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C7.7: when another thread takes a run back while one of its steps is about to write, nothing of the run is left,
    and a redo and an undo of it bring and take all of it, also what goes on after the redo."""
    live(engine)
    before, runs = state(engine), engine.layers.consolidation
    step, taker = runs._steps[place], threading.Thread(target=engine.undo)
    make = type(step).make

    def undone_meanwhile(self: Any, *arguments: Any) -> int:
        if self is step and taker.ident is None:
            taker.start()
            taker.join()
        return make(self, *arguments)

    monkeypatch.setattr(type(step), "make", undone_meanwhile)
    report = runs.run()
    if taker.ident is None:
        taker.start()
    taker.join()
    assert state(engine) == before
    assert report.run is not None and runs.get(report.run.seq).state is RunState.UNDONE
    engine.redo()
    engine.undo()
    assert state(engine) == before
    engine.redo()  # it is interrupted then, and goes on
    runs.run()
    assert runs.get(report.run.seq).state is RunState.DONE and engine.layers.emotions.list()
    engine.undo(report.run.step)
    assert state(engine) == before


def test_one_users_turns_are_never_anothers(engine: Engine) -> None:
    """C0.7, C2.1: a run makes only what is its user's, and look-ups by user give only theirs."""
    live(engine, DAYS[:4], "ana")
    live(engine, DAYS[4:], "rui", start=30)
    engine.layers.consolidation.run("ana")
    assert {one.user_id for one in engine.layers.episodes.list()} == {"ana"}
    engine.layers.consolidation.run("rui")
    assert len(engine.layers.episodes.by_user("ana")) == len(engine.layers.episodes.by_user("rui")) == 4
    assert engine.layers.episodes.by_user("nobody") == []
    assert engine.layers.episodes.retrieve_by_emotion("fear", "ana") == []
    assert [one.user_id for one in engine.layers.episodes.retrieve_by_emotion("fear", "rui")] == ["rui"]


def test_the_runs_of_all_users_are_one_step(engine: Engine) -> None:
    """G8, C7.6: runs that are asked for together are undone and redone as one, and each makes what it would alone."""
    live(engine, DAYS[:3], "ana")
    live(engine, DAYS[4:6], "rui", start=30)
    runs, episodes = engine.layers.consolidation, engine.layers.episodes
    engine.layers.working.add("I want to sell the boat.", type="user_input", salience=0.9, user="rui", thread="s")
    before = state(engine)
    reports = runs.run_all({"ana": [], "rui": [], "nobody": []})
    made = {user: report.run.made["episodes"] for user, report in reports.items() if report.run is not None}
    assert made == {"ana": 3, "rui": 3}
    after = state(engine)
    assert runs.run_all({"ana": [], "rui": []})["ana"].nothing
    engine.undo()
    assert state(engine) == before and {one.state for one in runs.list()} == {RunState.UNDONE}
    engine.redo()
    assert state(engine) == after and len(episodes.by_user("ana")) == 3
    assert {one.state for one in runs.list()} == {RunState.DONE}
    runs.undo(runs.list()[0].seq)
    assert state(engine) == before


def test_the_job_runs_by_policy(tmp_path: Path) -> None:
    """C7.8: a signal of the policy asks for the job."""
    with vault_at(tmp_path / "v", Clock(NOON + timedelta(days=2))) as engine:
        engine.change_settings({"policy.every": 4, "policy.layers_hours": 0})
        live(engine)
        worked(engine)
        jobs = engine.conversations.jobs
        assert "layers" in {one.kind for one in jobs.list()} and engine.layers.episodes.count() >= 4
        assert engine.layers.consolidation.list()[0].actor == "system"


def by_itself(engine: Engine, user: str = "") -> int:
    """How many events a run in the background writes."""
    head = engine.head
    for _ in engine.layers.consolidation.job(user):
        pass
    return engine.head - head


@pytest.mark.long
def test_what_was_undone_is_not_made_again_by_itself(tmp_path: Path) -> None:
    """C7.7, C7.8: after a run was undone, the job makes nothing of the same turns, also after a restart, and goes on
    with new ones; a person who asks for it gets it again, with what came since."""
    clock = Clock(NOON + timedelta(days=2))
    with vault_at(tmp_path / "v", clock) as engine:
        engine.change_settings({"policy.layers": "off", "policy.layers_hours": 0})
        turns = live(engine)
        assert by_itself(engine) and engine.layers.concepts.list()
        after = state(engine)
        engine.undo(engine.layers.consolidation.list()[0].step)
        assert not by_itself(engine) and not engine.layers.consolidation.waiting("")
        again = engine.layers.consolidation.preview().lines
        assert {one.step for one in again} >= {"episodes", "concepts"}
    with vault_at(tmp_path / "v", clock) as engine:
        assert not by_itself(engine)
        (new,) = live(engine, [("s9", "I was so happy about the letter from Bruno!", "Lovely.")], start=20)
        assert engine.layers.consolidation.waiting("") and by_itself(engine)
        assert {one["cycle_id"] for one in state(engine)[0]} == {new}
        assert not engine.layers.concepts.list() and not by_itself(engine)
        report = engine.layers.consolidation.run()
        assert report.run is not None and report.run.made["episodes"] == len(turns)
        assert set(map(str, after[1])) <= set(map(str, state(engine)[1]))
        assert engine.layers.episodes.count() == len(turns) + 1 and engine.layers.consolidation.run().nothing
        assert not by_itself(engine)
        engine.undo(report.run.step)
        assert not by_itself(engine) and engine.layers.episodes.count() == 1
        engine.conversations.jobs.request("layers", at_once=True)
        worked(engine)
        assert engine.layers.episodes.count() == len(turns) + 1, "a person who asks for the job gets it, too"
        assert engine.layers.consolidation.list()[0].actor == "user"


@pytest.mark.long
def test_what_a_person_chooses_goes_before_the_background(tmp_path: Path) -> None:
    """C7.6, C7.8: while a preview is held, a run in the background ends at its next piece or does not begin; what the
    person left out is not made, the rest is, and the background makes what is left when nobody looks any more."""
    with vault_at(tmp_path / "v", Clock(NOON + timedelta(days=2)), monotonic=lambda: 0.0) as engine:
        engine.change_settings({"policy.layers": "off"})
        runs, jobs = engine.layers.consolidation, engine.conversations.jobs
        live(engine, DAYS[:4])
        jobs.request("layers")
        while not engine.layers.episodes.count():
            engine.conversations.work()
        release = runs.hold()
        read: list[str] = []
        plan = runs.preview(told=lambda one: read.append(f"{one.what} {one.step}/{one.steps}, {one.turns}"))
        assert read == ["Episodes 1/4, 4", "Concepts 2/4, 4", "Procedures 3/4, 4", "Emotional events 4/4, 4"]
        unwanted = [one.key for one in plan.lines if one.step == "concepts"]
        assert unwanted
        asked: list[Any] = []
        click = threading.Thread(target=lambda: asked.append(runs.run(leave_out=unwanted)))
        click.start()
        while click.is_alive():
            engine.conversations.work()
        click.join()
        assert asked[0].run.state is RunState.DONE and not engine.layers.concepts.list()
        assert [one.state for one in runs.list()] == [RunState.DONE, RunState.STOPPED]
        live(engine, DAYS[4:], start=4)
        jobs.request("layers")
        worked(engine)
        assert engine.layers.episodes.count() == 4, "it waits"
        release()
        release()
        worked(engine)
        assert engine.layers.episodes.count() == len(DAYS) and runs.list()[0].actor == "system"


@pytest.mark.long
def test_an_older_run_that_was_undone_can_be_asked_for_again(engine: Engine) -> None:
    """C7.7: what an earlier run made, undone after a later one, is proposed again to a person and to nobody else; redone
    it is dealt with."""
    engine.change_settings({"policy.layers": "off", "policy.layers_hours": 0})
    first = live(engine, DAYS[:4])
    assert by_itself(engine)
    early = engine.layers.consolidation.list()[0].step
    live(engine, [("s9", "I was so happy about the letter from Bruno!", "Lovely.")], start=20)
    assert by_itself(engine)
    engine.undo(early)
    assert not by_itself(engine)
    runs = engine.layers.consolidation
    assert [one.step for one in runs.preview().lines].count("episodes") == len(first)
    engine.redo(early)
    assert "episodes" not in {one.step for one in runs.preview().lines} and not by_itself(engine)
    later = live(engine, DAYS[4:], start=4)
    assert by_itself(engine)  # it adds to what the first made, and goes with it
    engine.undo_all([early])
    assert runs.list()[0].state is RunState.UNDONE and by_itself(engine)
    assert {one["cycle_id"] for one in state(engine)[0]}.issuperset(later)
    assert {one["cycle_id"] for one in state(engine)[0]}.isdisjoint(first)


def test_what_goes_along_with_a_turn_that_is_undone_is_made_again(engine: Engine) -> None:
    """C7.8: when a turn is undone, what was made of it goes with it, and the next run in the background makes what
    there was of the other turns."""
    engine.change_settings({"policy.layers": "off", "policy.layers_hours": 0})
    live(engine, DAYS[:6])
    assert by_itself(engine)
    last = next(one for one in engine.undo_stacks().undo if one.name != "change settings")
    engine.undo(last.command)
    assert engine.layers.consolidation.list()[0].state is RunState.UNDONE
    assert by_itself(engine) and engine.layers.episodes.count() == 5


@pytest.mark.long
def test_the_clock_starts_a_run_a_day_after_the_last(tmp_path: Path) -> None:
    """C7.8, B9: with no signal at all, turns become episodes once the vault has been open a while, then not before a
    day has gone since the last run, and never without new turns or while turns wait to be learned from, nor where the
    setting says so."""
    clock, seconds = Clock(NOON + timedelta(days=2)), [0.0]

    def passed(**delta: float) -> list[RunState]:
        clock.forward(**delta)
        seconds[0] += timedelta(**delta).total_seconds()
        worked(engine)
        return [one.state for one in engine.layers.consolidation.list()]

    with vault_at(tmp_path / "v", clock, monotonic=lambda: seconds[0]) as engine:
        engine.change_settings({"policy.layers": "off"})
        live(engine, DAYS[:4])
        assert passed(minutes=4) == [] and passed(minutes=2) == [RunState.DONE]
        assert engine.layers.consolidation.list()[0].actor == "system" and engine.layers.episodes.count() == 4
        live(engine, DAYS[4:6], start=4)
        assert passed(hours=23, minutes=50) == [RunState.DONE] and engine.layers.episodes.count() == 4
        assert passed(minutes=11) == [RunState.DONE] * 2 and engine.layers.episodes.count() == 6
        head = engine.head
        assert passed(hours=72) == [RunState.DONE] * 2 and engine.head == head
        engine.change_settings({"policy.layers_hours": 0})
        live(engine, DAYS[6:7], start=6)
        assert passed(hours=72) == [RunState.DONE] * 2
        engine.change_settings({"policy.layers_hours": 48})
        (turn,) = live(engine, DAYS[7:], start=7)
        engine.conversations.learn_from([turn])
        clock.forward(hours=1)
        seconds[0] += 3_600
        while engine.conversations.learning():
            assert engine.conversations.work() and engine.conversations.jobs.list()[0].state != "running"
        assert passed(minutes=1) == [RunState.DONE] * 3 and engine.layers.episodes.count() == len(DAYS)
        assert any(one.payload.knowledge.facts for one in engine.layers.concepts.list())


def test_a_few_turns_are_dealt_with_when_it_is_quiet(tmp_path: Path) -> None:
    """C7.8, B9: turns of a conversation that are too few to start a job become episodes, and are looked through for
    patterns, once none have come for some minutes; not before, not twice, and not where the setting says so."""
    seconds = [0.0]

    def passed(minutes: float) -> int:
        seconds[0] += 60 * minutes
        worked(engine)
        return engine.layers.episodes.count()

    with vault_at(tmp_path / "v", Clock(NOON + timedelta(days=2)), monotonic=lambda: seconds[0]) as engine:
        engine.change_settings({"policy.layers_hours": 0})
        live(engine, DAYS[:2])
        assert (passed(0), passed(9)) == (0, 0)
        (last,) = live(engine, DAYS[2:3], start=2)
        assert (passed(0), passed(9), passed(2)) == (0, 0, 3)
        assert engine.conversations.get(last).discovery_status is Stage.COMPLETED
        jobs = len(engine.conversations.jobs.list())
        head = engine.head
        assert passed(60) == 3 and (len(engine.conversations.jobs.list()), engine.head) == (jobs, head)
        engine.change_settings({"policy.quiet": 0})
        live(engine, DAYS[3:4], start=3)
        assert (passed(0), passed(600)) == (3, 3)


def worked(engine: Engine) -> None:
    """Do all background work of conversations that is due."""
    while engine.conversations.work():
        pass


# --- procedures -----------------------------------------------------------------------------------------------------

_RESET = """Here is how to reset the router:

1. **Hold** the small button at the back for ten seconds.
2. **Wait** until the light is green.
3. **Log in** again with the password on the label."""
#: Real-shaped turns in which the same was asked for and answered in the same steps, each followed by what the user says.
HELP = [
    ("r1", "Hi! Can you tell me how to reset the router? The wifi is gone again.", _RESET),
    ("r1", "Thanks, that worked!", "Glad to hear it."),
    ("r2", "How do I reset the router after a power cut?", _RESET.replace("small button", "button")),
    ("r2", "Perfect, it works again. My sister Mara says hello.", "Hello to Mara!"),
    ("r3", "Please help me to reset the router in my office.", _RESET.replace("Here is how to", "Sure. To")),
    ("r3", "Thank you, that helped.", "You are welcome."),
]


def test_a_run_makes_a_procedure(engine: Engine) -> None:
    """C0.1, C7.3, C7.5, C7.7, C4.20, C4.21: a way that went well three times is previewed, becomes a procedure with its
    steps and the turns as its lineage, is found for the next such request, and goes with the run; two times are none;
    a fourth time that says nothing new changes nothing."""
    layers, runs = engine.layers, engine.layers.consolidation
    turns = live(engine, HELP[:4])
    runs.run()
    assert not layers.procedures.list()
    turns += live(engine, HELP[4:], start=4)
    (line,) = [one for one in runs.preview().lines if one.step == "procedures"]
    assert line.new and "3 steps" in line.what and "went well each time" in line.why
    report = runs.run()
    assert report.run is not None and report.run.made["procedures"] == 1
    (made,) = layers.procedures.list()
    assert [one.description.split()[0] for one in made.payload.steps] == ["Hold", "Wait", "Log"]
    asked = [engine.conversations.get(turns[place]).messages[0] for place in (0, 2, 4)]
    assert sorted(line.sources) == sorted(asked) and made.memory.metadata["method"] == "rules@1"
    assert {one.id for one in engine.lineage(made.memory.id).nodes} >= set(asked)
    (fits,) = layers.procedures.find_applicable(Situation("How can I reset the router at home?"))
    assert fits.entry.payload.name == made.payload.name
    assert runs.run().nothing
    live(engine, [("r4", *HELP[0][1:]), ("r4", *HELP[1][1:])], start=9)
    runs.run()
    (again,) = layers.procedures.list()
    assert again.payload == made.payload
    runs.undo(report.run.seq)
    assert not layers.procedures.list()
    engine.redo()
    assert [one.payload for one in layers.procedures.list()] == [made.payload]


# --- episodes -------------------------------------------------------------------------------------------------------


def test_storing_one_and_finding_it_by_every_index(engine: Engine) -> None:
    """C2.16 to C2.21: found at once by time, emotion, topic and user, and by meaning after a sync; one undo takes the
    turn and its episode back."""
    live(engine)
    episodes = engine.layers.episodes
    draft = CycleDraft(
        user_input="I was really scared when the boiler exploded.",
        final_response="Is everybody safe?",
        user_id="ana",
        session_id="s9",
        timestamp=NOON,
        outcome_signals=OutcomeSignals(user_satisfaction_potential=0.3),
    )
    one = episodes.store_episode(draft)
    assert one.payload.context.emotional_state == "fear" and one.payload.significance.emotional_peak
    assert one.payload.outcomes.user_satisfaction == 0.3
    assert one.memory.content == draft.user_input and "boiler" in one.payload.topics[0]
    (found,) = episodes.by_topic("Boiler")
    assert found.id == one.id == episodes.get(one.cycle.cycle_id).id == episodes.get(one.cycle.messages[1]).id
    assert [each.id for each in episodes.by_time(NOON, NOON + timedelta(seconds=1))] == [one.id]
    assert [each.id for each in episodes.retrieve_by_emotion("fear", "ana")] == [one.id]
    assert [each.id for each in episodes.by_user("ana")] == [one.id]
    assert episodes.list(EpisodeFilter(flag="emotional_peak"))[0].id == one.id
    for words, fits in (("BOILER scared", 1), ("everybody safe", 1), ("boiler kettle", 0), ("  ", 1)):
        assert len(episodes.list(EpisodeFilter(words=words, user="ana"))) == fits, words
    assert not episodes.list(EpisodeFilter(least=0.99)) and not episodes.by_topic(" ")
    engine.sync()
    assert [each.episode.id for each in episodes.retrieve_similar("an exploding boiler")] == [one.id]
    episodes.store_episode(one.cycle.cycle_id)
    engine.undo()
    assert not episodes.by_user("ana")
    with pytest.raises(NotFoundError):
        engine.conversations.get(one.cycle.cycle_id)


def test_likeness_has_three_spaces(engine: Engine) -> None:
    """C2.13 to C2.15, C2.19, U8: by meaning, mood and topic, each in its own space; k is kept to; spaces never mix."""
    live(engine)
    engine.layers.consolidation.run()
    engine.sync()
    episodes = engine.layers.episodes
    assert [one.episode.cycle.user_input for one in episodes.retrieve_similar("pruning trees", 1)] == [DAYS[2][1]]
    assert len(episodes.retrieve_similar("Porto", 99)) == len(DAYS)
    worried = episodes.retrieve_similar("I am terrified", 1, by=EMOTION)[0]
    assert worried.episode.cycle.user_input == DAYS[4][1] and worried.space == "emotion@1"
    assert "fig" in episodes.retrieve_similar("fig tree", 1, by=TOPIC)[0].episode.cycle.user_input
    assert episodes.retrieve_similar("The train left.", by=EMOTION) == []
    vectors = episodes.vectors(worried.episode.id)
    assert vectors.semantic and vectors.emotional and vectors.topic
    assert vectors.topic.space == f"topic/{vectors.semantic.space}" and vectors.emotional.space == "emotion@1"
    with pytest.raises(InvalidCommandError):
        alike(vectors.topic.space, vectors.topic.vector, vectors.semantic.space, vectors.semantic.vector)
    for k in (0, -1):
        with pytest.raises(InvalidCommandError):
            episodes.retrieve_similar("x", k)
        with pytest.raises(InvalidCommandError):
            episodes.retrieve_by_emotion("joy", "", k)
    assert episodes.retrieve_by_emotion("awe", "") == []


def test_topics_have_their_vectors_before_anybody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C2.14, C0.6: the vectors of topics are made with the episodes, and after a rebuild in the background; no reading
    embeds a topic, also in a vault that was opened anew."""
    embedded: list[str] = []
    embed = FastEmbedder.embed

    def noted(self: FastEmbedder, texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return embed(self, texts)

    with vault_at(tmp_path / "v") as vault:
        live(vault, DAYS[1:4])
        vault.layers.consolidation.run()
        made = vault.layers.episodes.list()
        vault.layers.episodes.correct(made[0].id, {"content.topic": "espalier"})
        before = [vault.layers.episodes.vectors(one.id).topic for one in made]
    monkeypatch.setattr(FastEmbedder, "embed", noted)
    for rebuilt in (False, True):
        if rebuilt:
            rebuild_vault(tmp_path / "v")
        with vault_at(tmp_path / "v") as vault:
            while rebuilt and vault.conversations.work():
                pass
            embedded.clear()
            assert [vault.layers.episodes.vectors(one.id).topic for one in made] == before
            assert vault.layers.episodes.retrieve_similar("fig tree", by=TOPIC)
            assert embedded == ["fig tree"] and before[0] is not None


def test_an_edited_turn_is_read_again_and_a_forgotten_one_is_gone(engine: Engine) -> None:
    """C2.22, C0.1: new words supersede and are read by the next run under the same id, a correction stays; what is
    forgotten is in no index."""
    (turn, *_) = live(engine)
    engine.layers.consolidation.run()
    episodes = engine.layers.episodes
    old = episodes.get(turn)
    fixed = episodes.correct(old.id, {"context.emotional_state": "trust", "content.topic": "family"})
    assert fixed.payload.corrected == ("context.emotional_state", "content.topic")
    assert engine.layers.consolidation.run().nothing
    engine.conversations.record(CycleDraft(cycle_id=turn, user_input="My sister just learned to sail, by the way."))
    report = engine.layers.consolidation.run()
    assert report.run is not None and report.run.made["episodes"] == 1
    now = episodes.get(turn)
    assert now.id == old.id and "sail" in " ".join(now.payload.topics)
    assert (now.payload.content.topic, now.payload.context.emotional_state) == ("family", "trust")
    assert old.memory.content == DAYS[0][1]
    for id in now.cycle.messages:
        engine.forget(id)
    assert turn not in {one.cycle.cycle_id for one in episodes.list()} and not episodes.by_topic("sail")


@pytest.mark.long
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(DAYS))), cuts=st.sets(st.integers(1, len(DAYS) - 1), max_size=3))
def test_runs_come_to_the_same_however_they_are_cut(tmp_path_factory: Any, order: list[int], cuts: set[int]) -> None:
    """C7.7: in whatever order the turns come in and however many runs read them, each is one episode with one id, a
    further run finds nothing, and the concepts are those of the words."""
    with vault_at(tmp_path_factory.mktemp("v") / "v") as engine:
        for number, place in enumerate(order):
            live(engine, [DAYS[place]], start=place)
            if number in cuts:
                engine.layers.consolidation.run()
        engine.layers.consolidation.run()
        assert engine.layers.episodes.count() == len(DAYS) and engine.layers.consolidation.run().nothing
        found = {one.payload.name for one in engine.layers.concepts.list()}
        assert {"Mara", "Porto"} <= found


def test_what_is_significant_on_a_board_becomes_an_episode(engine: Engine) -> None:
    """C7.1, U5, U6, U7: a significant item and the answer after it are one interaction, and stay, marked with their
    episode; what matters less is none; a message's episode has the salience of the board; one undo takes all back."""
    working, runs = engine.layers.working, engine.layers.consolidation
    for text, type, salience in (
        ("I want to sell the boat.", "user_input", 0.9),
        ("Ask the harbour first.", "assistant_response", 0.8),
        ("It may rain.", "user_input", 0.2),
    ):
        working.add(text, type=type, salience=salience, thread="s", user="")
    before = engine.layers.episodes.count()
    report = runs.run()
    assert report.run is not None and report.run.made["episodes"] == 1
    (one,) = engine.layers.episodes.list()
    assert (one.cycle.user_input, one.cycle.final_response) == ("I want to sell the boat.", "Ask the harbour first.")
    marks = {item.content: item.episode for item in working.board("", "s").board.items}
    assert marks["I want to sell the boat."] == marks["Ask the harbour first."] == one.id and not marks["It may rain."]
    assert runs.run().nothing
    engine.undo()
    assert engine.layers.episodes.count() == before and working.significant("", "s")


def on_board(engine: Engine, *lines: tuple[str, str, float], user: str = "") -> None:
    """Put lines on the board of the conversation "s"."""
    for text, type, salience in lines:
        engine.layers.working.add(text, type=type, salience=salience, thread="s", user=user)


def test_an_answer_is_that_of_its_question(engine: Engine) -> None:
    """U7, C7.1, C2.10: what a user said on a board gets the answer right after it, however little that matters, and no
    other; the score is half of the board's salience, and stays so however often the episode is stored."""
    on_board(
        engine,
        ("I sold my boat to Ivo.", "user_input", 0.9),
        ("Noted, sold.", "assistant_response", 0.2),
        ("Ivo is away in May.", "system", 0.2),
        ("Ivo pays 500 on Friday.", "assistant_response", 1.0),
    )
    episodes, runs = engine.layers.episodes, engine.layers.consolidation
    assert [one.why for one in runs.preview().lines if one.step == "episodes"] == [
        "Significant on the board: salience 0.90",
        "Significant on the board, an answer alone: salience 1.00",
    ]
    runs.run()
    found = {(one.cycle.user_input, one.cycle.final_response): one for one in episodes.list()}
    assert set(found) == {("I sold my boat to Ivo.", "Noted, sold."), ("", "Ivo pays 500 on Friday.")}
    assert sorted(one.payload.significance.score for one in found.values()) == [0.45, 0.5]
    marks = {one.content: one.episode for one in engine.layers.working.board("", "s").board.items}
    assert all(marks[words] == one.id for pair, one in found.items() for words in pair if words)
    assert not marks["Ivo is away in May."] and runs.run().nothing
    while engine.layers.working.step():
        pass
    assert len(engine.layers.working.board("", "s").board.items) == 4, "its words are on the board already"
    for one in found.values():
        assert episodes.store_episode(one.id).payload == one.payload
        engine.edit(one.memory.id, f"{one.memory.content} Really.")
        again = episodes.store_episode(one.id)
        assert again.payload.significance.score == one.payload.significance.score, "read anew, it weighs the same"


def test_an_answer_that_comes_later(engine: Engine) -> None:
    """U7, C7.1, C7.6, C7.7: an answer that is put on the board after its question has an episode joins that; the preview
    says so; what a person made of the question's words meanwhile stays."""
    runs, episodes = engine.layers.consolidation, engine.layers.episodes
    on_board(engine, ("Where is the boiler?", "user_input", 1.0))
    runs.run()
    (one,) = episodes.list()
    engine.edit(one.memory.id, "Where is the old boiler?")
    on_board(engine, ("It is in the cellar.", "assistant_response", 0.2))
    (line,) = [each for each in runs.preview().lines if each.plan is not None and hasattr(each.plan, "draft")]
    assert line.why.endswith("its answer came later") and not line.new
    runs.run()
    (now,) = episodes.list()
    assert (now.cycle.user_input, now.cycle.final_response) == ("Where is the old boiler?", "It is in the cellar.")
    assert now.id == one.id and now.payload.significance.score == 0.5
    assert runs.run().nothing


def test_a_note_becomes_an_episode(engine: Engine) -> None:
    """C7.1, C1.19, U5: a note on the board of salience 0.6 is significant and becomes an episode, as the preview says;
    it stays a note: no words of the user are learned from; a second run makes nothing, and undo takes it back."""
    working, runs = engine.layers.working, engine.layers.consolidation
    on_board(engine, ("My sister Mara lives in Porto.", "system", 0.6), ("Milk is out.", "system", 0.59))
    assert [one.content for one in working.significant("", "s")] == ["My sister Mara lives in Porto."]
    (line,) = runs.preview().lines
    assert line.why == "Significant on the board, a note: salience 0.60"
    assert runs.preview().origins[line.sources[0]] == "“My sister Mara lives in Porto.”"
    report = runs.run()
    assert report.run is not None and report.run.made == {"episodes": 1}
    (one,) = engine.layers.episodes.list()
    assert one.cycle.user_input == "My sister Mara lives in Porto." and one.payload.significance.score == 0.3
    assert one.memory.metadata["role"] == one.cycle.role == "system"
    assert engine.conversations.transcript.immediate() == "Note: My sister Mara lives in Porto."
    assert not engine.layers.concepts.list() and runs.run().nothing and not working.significant("", "s")
    engine.undo()
    assert not engine.layers.episodes.count() and working.significant("", "s")


def test_the_board_says_how_much_a_turn_matters(engine: Engine) -> None:
    """U7, C2.10, C7.1: the score of a turn is half of the salience that its board knows, also below 0.6, the same
    whether it is consolidated or stored alone, and whether the board has taken it in by then, has it, or had to let it
    go; a message that somebody has reinforced counts so where the board does not know it."""
    working, episodes = engine.layers.working, engine.layers.episodes
    words = ["hm", "The boiler is in the cellar.", "I am terrified, my son was rushed to the hospital! Now what?"]
    days = [("s", one, f"yes, {number}") for number, one in enumerate(words)]
    _, stored = (live(engine, days, user=user) for user in ("ana", "rui"))
    early = [episodes.store_episode(one).payload.significance for one in live(engine, days, user="eva")]
    while working.step():
        pass
    known = {one.content: one.salience for one in working.board("ana", "anas").board.items}
    engine.layers.consolidation.run("ana")
    made = {one.cycle.user_input: one.payload.significance for one in episodes.by_user("ana")}
    for number, one in enumerate(words):
        flags = len(made[one].flags)
        salience = max(known[one], known[f"yes, {number}"])
        assert made[one].score == pytest.approx(min(1, 0.5 * salience + 0.15 * flags), abs=1e-4)
        assert episodes.store_episode(stored[number]).payload.significance == made[one] == early[number]
    assert made["hm"].score < made[words[1]].score < 0.25 < made[words[2]].score
    more = live(
        engine, [("s", f"Fact {number}: the tide is at {number}.", "I see.") for number in range(9)], user="mia"
    )
    while working.step():
        pass
    gone, _, *_, last = (episodes.store_episode(one).payload.significance.score for one in more)
    assert gone == pytest.approx(last, abs=0.02)
    (given,) = live(engine, [("s", "hm", "so")], user="lea")
    (turn,) = engine.conversations.turns.some([given])
    engine.update([turn.messages[0]], salience=0.8)
    assert episodes.store_episode(given).payload.significance.score == 0.4


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_a_board_gives_counts_in_the_same_run(tmp_path: Path, interrupted: bool) -> None:
    """C0.1, C7.5, C7.6, C7.7: what the first step stores from a board is recent in the others: the preview lists what it
    teaches, the run makes just that, also one that goes on after its first step, and a second one makes nothing."""
    with vault_at(tmp_path / "v", Clock(NOON + timedelta(days=2))) as engine:
        runs = engine.layers.consolidation
        live(engine, [("s", "My sister Mara moved to Porto.", "Nice.")])
        runs.run()
        said = "Mara works at the aquarium in Porto. I am so proud of Mara!!"
        note, _ = engine.layers.working.add(said, type="user_input", salience=0.9, user="", thread="s")
        plan = runs.preview()
        assert [one.step for one in plan.lines] == ["episodes", "concepts", "concepts", "emotions"]
        assert all(note.id in one.sources for one in plan.lines) and plan.origins[note.id].startswith("“Mara works")
        (porto,) = [one for one in plan.lines if one.what.startswith("Porto")]
        going = runs.carry_out("", [porto.key], actor="user")
        next(going)
        if not interrupted:
            assert list(going)
    with vault_at(tmp_path / "v", Clock(NOON + timedelta(days=2))) as engine:
        runs = engine.layers.consolidation
        assert (runs.list()[0].state is RunState.INTERRUPTED) is interrupted
        assert bool(runs.run().finished) is interrupted
        assert dict(runs.list()[0].made) == {"episodes": 1, "concepts": 1, "emotions": 1}
        (mara,) = engine.layers.concepts.list()
        assert mara.payload.name == "Mara" and len(mara.payload.understanding.source_episodes) == 2
        assert mara.memory.metadata["method"] == "rules@1", "C0.1: by which rules it is known"
        (proud,) = engine.layers.emotions.list()
        (source,) = engine.layers.emotions.get(proud.id).memory.metadata["generated_from"]
        assert engine.layers.episodes.get(source).cycle.user_input == said
        assert runs.run().nothing and not runs.preview().lines


def test_what_is_asked_for_is_a_job(engine: Engine) -> None:
    """C7.7, B9.7: the filling that somebody asks for is listed as one job of all its users, with the lines made of all
    the lines; cancelled from there it ends at its next piece, what is made stays as one step of undo, and the next run
    makes the rest; a run that is refused leaves the job of the one under way alone."""
    for user in ("ana", "rui"):
        live(engine, user=user)
    runs, jobs = engine.layers.consolidation, engine.conversations.jobs
    assert not jobs.list()
    lines = sum(runs.pending().values())
    seen: list[tuple[str, int, int]] = []

    def stop(far: Progress) -> None:
        (job,) = jobs.list()
        assert (job.done, job.total, job.users, job.kind) == (far.done, far.total, 2, FILLING)
        seen.append((job.state, job.done, job.total))
        if len(seen) == 1:
            with pytest.raises(InvalidCommandError):
                runs.run("ana")
            assert jobs.list() == [job]
        if engine.layers.episodes.count() > len(DAYS):
            assert jobs.cancel(job.number)

    runs.run_all({"ana": [], "rui": []}, progress=stop, expected=lines)
    (job,) = jobs.list()
    assert job.state == CANCELLED and "takes up the rest" in job.note and job.ended_at is not None
    assert not jobs.cancel(job.number), "it has ended"
    assert {one.user: one.state for one in runs.list()} == {"ana": RunState.DONE, "rui": RunState.STOPPED}
    assert [state for state, _, _ in seen] == ["running"] * len(seen)
    assert {total for _, _, total in seen} == {lines} and 0 < seen[-1][1] < lines
    assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)

    rest = runs.run_all({"rui": []})["rui"].run
    assert rest is not None and "episodes" not in rest.made and rest.made
    (job,) = jobs.list()
    assert (job.state, job.done, job.user_id) == (DONE, job.total, "rui") and job.done
    engine.undo()
    engine.undo()
    assert engine.layers.episodes.count() == 0 and not engine.layers.concepts.list()


def test_one_that_is_stopped_before_it_begins_makes_nothing(engine: Engine) -> None:
    """C7.7: stopped while it still reads, a filling writes nothing, and a job without anything to do says so."""
    live(engine)
    token, runs = Token(), engine.layers.consolidation
    token.cancel()
    head = engine.head
    assert runs.run(cancel=token).nothing and engine.head == head
    assert engine.conversations.jobs.list()[0].state == CANCELLED
    assert runs.run("nobody").nothing
    (job,) = engine.conversations.jobs.list()
    assert (job.state, job.note, job.total) == (DONE, "Nothing to do.", 0)


def test_emotional_patterns_follow_by_hand_events(engine: Engine) -> None:
    """C7.4, C7.6, C7.7: what events recorded by hand come to is kept by a run that has nothing else to make, as the
    preview lists; left out, it stays as it was until there are other events; a second run makes nothing, one undo takes
    it back, and a run in the background does not make again what was undone."""
    runs, emotions = engine.layers.consolidation, engine.layers.emotions

    def felt(words: str, days: int) -> None:
        emotions.record(words, EmotionEdit(topic="exam"), user="mara", at=NOON + timedelta(days=days))

    def stored() -> int | None:
        kept = emotions.stored_patterns("mara")
        return kept.payload.events if kept is not None else None

    for day in range(4):
        felt("I am so sad about my exam", day)
    assert not runs.preview("mara").lines and runs.run("mara").nothing, "too few to tell"
    felt("I am so sad about my exam", 4)
    (plan,) = runs.previews()
    (line,) = plan.lines
    assert plan.user == "mara" and (line.step, line.what) == ("patterns", "Emotional patterns of 5 events")
    assert line.new and len(line.sources) == 5 and line.parts == ("triggers: exam",) and stored() is None
    report = runs.run("mara")
    assert report.run is not None and report.run.made == {"patterns": 1} and stored() == 5
    assert runs.run("mara").nothing and not runs.preview("mara").lines
    engine.undo()
    assert stored() is None and not by_itself(engine, "mara") and stored() is None
    assert runs.run("mara").run is not None and stored() == 5
    felt("I am so happy about my exam!", 5)
    live(engine, [("s", "I am terrified of the dentist, I cannot sleep!", "I see.")], user="mara", start=20)
    (line,) = [one for one in runs.preview("mara").lines if one.step == "patterns"]
    assert line.what.endswith("7 events") and not line.new, "those that the run makes count, too"
    done = runs.run("mara", [line.key])
    assert done.run is not None and done.run.made["emotions"] == 1 and "patterns" not in done.run.made
    assert stored() == 5 and runs.run("mara").nothing and stored() == 5
    felt("I am so sad about my exam", 6)
    assert runs.run("mara").run is not None and stored() == 8 and runs.run("mara").nothing
