"""Background jobs of conversations: patterns, reflection, reports, and the policy that starts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft, Stage
from memory_desktop.core.conversation.patterns import CORRECTION, TIME, TOGETHER, TOPIC, DiscoveredPattern, discovered
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.records import GENERATED_FROM
from memory_desktop.engine.conversation import summaries
from memory_desktop.engine.conversation.jobs import Job
from memory_desktop.engine.conversation.statistics import Statistics
from memory_desktop.engine.conversation.work import Step, Work
from memory_desktop.engine.engine import Engine
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand
from memory_desktop.store.messages import StatusOf
from tests.helpers import NOON, Clock, vault_at

SAID = (
    "The kitchen renovation begins with Rui Costa and Ana Lima.",
    "What does the kitchen renovation cost?",
    "No, that's wrong: the kitchen renovation was about tiles.",
    "I met Rui Costa and Ana Lima about tiles.",
    "Actually, I meant other tiles. Rui Costa and Ana Lima know.",
    "The weather is fine.",
)


def talk(vault: Engine, texts: Sequence[str] = SAID, first: int = 0) -> list[str]:
    """Say these as ann, an hour apart in two sessions; ids of the turns."""
    ids = []
    for number, text in enumerate(texts, first):
        at = NOON + timedelta(minutes=number)
        draft = CycleDraft(user_input=text, user_id="ann", session_id=f"s{number % 2}", timestamp=at)
        ids.append(vault.conversations.record(draft)[0].cycle_id)
    return ids


def work(vault: Engine) -> None:
    """All background work of conversations that there is."""
    while vault.conversations.work():
        pass


def done(vault: Engine, kind: str) -> Job:
    """A job of ann's, asked for and done."""
    asked = vault.conversations.jobs.request(kind, "ann")
    work(vault)
    return next(one for one in vault.conversations.jobs.list() if one.number == asked.number)


def shown(patterns: Sequence[DiscoveredPattern]) -> set[tuple[str, str]]:
    """(type, subject) of each."""
    return {(one.pattern_type, one.subject) for one in patterns}


def test_patterns_are_found_and_name_their_turns(vault: Engine) -> None:
    """B8: discovery finds recurring topics, names that go together and corrections; each names the turns it is from."""
    ids = talk(vault)
    job = done(vault, "discovery")
    found = {(one.pattern_type, one.subject): one for one in vault.conversations.patterns("ann")}
    assert job.state == "done" and job.done == job.total == len(found) + len(SAID)
    together = found[TOGETHER, "Ana Lima and Rui Costa"]
    assert together.cycles == (ids[0], ids[3], ids[4]) and together.metadata["turns"] == 3
    assert found[TOPIC, "kitchen renovation"].cycles == tuple(ids[:3])
    assert found[CORRECTION, ""].cycles == (ids[2], ids[4]) and (TIME, "12:00 to 15:00 UTC") not in found
    memory = vault.get(together.pattern_id)
    messages = [vault.conversations.get(id).messages[0] for id in together.cycles]
    assert memory.kind == "pattern" and memory.synthetic and list(memory.metadata[GENERATED_FROM]) == messages
    assert vault.made_from(memory.id) == tuple(messages) and "named together" in memory.content
    assert together in vault.conversations.patterns_of_cycle(ids[0], "ann")
    assert vault.conversations.patterns("bob") == []


def test_the_time_of_day_is_a_pattern() -> None:
    """B8: turns that are mostly in the same hours show it; the same turns give the same patterns, in the same order."""
    from memory_desktop.core.conversation.cycles import Cycle

    cycles = [
        Cycle(
            cycle_id=f"c{number}",
            user_id="ann",
            session_id="s",
            timestamp=NOON.replace(hour=21 + number % 3) + timedelta(days=number),
            user_input="Good evening.",
        )
        for number in range(12)
    ]
    (pattern,) = discovered("ann", cycles)
    assert (pattern.pattern_type, pattern.subject) == (TIME, "21:00 to 00:00 UTC") and len(pattern.cycles) == 12
    assert discovered("ann", cycles) == [pattern] and discovered("ann", cycles[:9]) == []
    one_evening = [replace(one, timestamp=NOON + timedelta(minutes=number)) for number, one in enumerate(cycles)]
    assert discovered("ann", one_evening) == [], "one conversation is no habit"


def test_each_turn_is_seen_once(vault: Engine) -> None:
    """B8: discovery notes on each turn that it has seen it, by an event that is no step of undo, and a restart knows."""
    ids = talk(vault)
    steps = vault.undo_stacks().undo
    done(vault, "discovery")
    assert {vault.conversations.get(id).discovery_status for id in ids} == {Stage.COMPLETED}
    assert {vault.conversations.get(id).reflection_status for id in ids} == {Stage.PENDING}
    assert vault.undo_stacks().undo == steps, "undo takes back what somebody did"
    jobs = {one.command or one.seq for one in vault.events(actor="system")} - {one.command for one in steps}
    entries = [job for job in jobs if (found := vault.undo_entry(job)) and found[1]]
    assert len(entries) == len(vault.conversations.patterns("ann")), "each pattern can be undone, and nothing else"
    before = vault.conversations.patterns("ann")
    head = vault.head
    done(vault, "discovery")
    assert vault.head == head and vault.conversations.patterns("ann") == before
    path = vault.path
    vault.close()
    with vault_at(path, Clock()) as again:
        assert again.conversations.patterns("ann") == before
        assert again.conversations.recent_for_reflection("ann", job=StatusOf.DISCOVERY) == []


def test_patterns_stay_when_the_filling_of_the_layers_is_undone(vault: Engine) -> None:
    """B8, C7.7: what is undone takes the patterns along that were made of what it had made, and no others: not those of
    turns that it had only made episodes of."""
    talk(vault)
    for _ in vault.layers.consolidation.job("ann"):
        pass
    assert vault.layers.episodes.count() == len(SAID)
    done(vault, "discovery")
    before = vault.conversations.patterns("ann")
    step = vault.layers.consolidation.list()[0].step
    vault.undo(step)
    assert vault.layers.episodes.count() == 0 and before and vault.conversations.patterns("ann") == before
    vault.redo(step)
    assert vault.layers.episodes.count() == len(SAID) and vault.conversations.patterns("ann") == before


def test_patterns_stay_when_a_label_of_their_turns_is_undone(vault: Engine) -> None:
    """B8: a pattern stays when a change of a label of a message that it was made of before or since is undone."""
    ids = talk(vault)
    (message,) = vault.conversations.get(ids[0]).messages
    (other,) = vault.conversations.get(ids[1]).messages
    vault.update([message], add_tags=["early"])
    done(vault, "discovery")
    vault.update([other], add_tags=["late"])
    before = vault.conversations.patterns("ann")
    labels = [one.command for one in vault.undo_stacks().undo if "turn" not in one.name][:2]
    for label in labels:
        vault.undo(label)
    assert not vault.get(message).tags and not vault.get(other).tags
    assert before and vault.conversations.patterns("ann") == before


def test_patterns_that_went_along_come_again(vault: Engine) -> None:
    """B8: what went along with a turn that was undone is found again by the next discovery, without a new turn, where
    other turns show it, again and again; what somebody removed, or undid by itself, stays away, and the job says so."""
    pair, topic = (TOGETHER, "Ana Lima and Rui Costa"), (TOPIC, "kitchen renovation")
    first, *_ = talk(vault)
    more = "Rui Costa and Ana Lima are back from the kitchen renovation."
    last, _ = talk(vault, [more, more], first=len(SAID))
    for turns, gone in enumerate([last, first]):
        done(vault, "discovery")
        assert {pair, topic} <= shown_by(vault)
        (message,) = vault.conversations.get(gone).messages
        vault.undo(next(one.command for one in vault.events() if one.item == message and one.type == "INGEST"))
        assert not {pair, topic} & shown_by(vault)
        job = done(vault, "discovery")
        found = shown_by(vault)
        assert {pair, topic} <= found and job.note == f"{7 - turns} turns looked at: {len(found)} patterns."
    done(vault, "discovery")
    there = {(one.pattern_type, one.subject): one.pattern_id for one in vault.conversations.patterns("ann")}
    vault.forget([there[topic]])
    vault.undo(next(one.command for one in vault.events() if one.item == there[pair]))
    talk(vault, ["Good morning."], first=40)
    job = done(vault, "discovery")
    left = shown_by(vault)
    assert not left & {pair, topic}
    assert job.note == f"7 turns looked at: {len(left)} patterns, 2 removed before and not made again."


def shown_by(vault: Engine) -> set[tuple[str, str]]:
    """What ann's patterns are."""
    return shown(vault.conversations.patterns("ann"))


def test_agents_and_commands_can_ask_for_patterns(vault: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    """B8.10: the tool `patterns` and the command of that name give a user's patterns with the turns that show them."""
    talk(vault)
    done(vault, "discovery")
    expected = vault.conversations.patterns("ann")
    tool = KITS[OWN]["patterns"]
    told = tool.does(Errand(vault, "agent:x"), tool.takes(user_id="ann")).model_dump()["patterns"]
    assert [(one["id"], tuple(one["cycles"])) for one in told] == [(one.pattern_id, one.cycles) for one in expected]
    assert tool.does(Errand(vault, "agent:x"), tool.takes(user_id="bob")).model_dump() == {"patterns": [], "note": ""}
    path = vault.path
    vault.close()
    assert main(["patterns", str(path), "--user", "ann"]) == 0
    assert capsys.readouterr().out.splitlines() == [one.description for one in expected]


def test_a_pattern_grows_and_one_that_was_forgotten_stays_away(vault: Engine) -> None:
    """B8: shown by many more turns, a pattern is told anew in its place; one that a person forgot is not made again."""
    talk(vault)
    done(vault, "discovery")
    forgotten = next(one for one in vault.conversations.patterns("ann") if one.pattern_type == CORRECTION)
    vault.forget(forgotten.pattern_id)
    talk(vault, [f"The kitchen renovation again, part {number}." for number in range(4)], first=10)
    done(vault, "discovery")
    found = vault.conversations.patterns("ann")
    assert forgotten.key not in {one.key for one in found}
    (topic,) = [one for one in found if one.subject == "kitchen renovation" and one.pattern_type == TOPIC]
    assert topic.metadata["turns"] == 7 and "7 turns" in topic.description


def test_reflection_sees_pending_turns_and_what_they_correct(vault: Engine) -> None:
    """B7: the latest pending turns are asked for by time; reflection notes what each corrects, and they are done."""
    ids = talk(vault)
    recent = vault.conversations.recent_for_reflection
    assert [one.cycle_id for one in recent("ann", 2)] == [ids[5], ids[4]] and recent("bob") == []
    assert done(vault, "reflection").state == "done" and recent("ann") == []
    found = [vault.conversations.get(id) for id in ids]
    assert {one.reflection_status for one in found} == {Stage.COMPLETED}
    assert found[2].extra["reflection"] == {"corrects": ids[0]} and found[4].extra["reflection"] == {"corrects": ids[2]}
    assert "reflection" not in found[0].extra
    vault.conversations.turns.note([(found[0], {"reflection_status": Stage.FAILED.value})])
    assert recent("ann") == [] and [one.cycle_id for one in recent("ann", again=True)] == [ids[0]]


def test_signals_start_jobs_by_the_policy(vault: Engine) -> None:
    """B9: the policy's table says which signal starts which job; each can be switched to another signal, or off."""
    table = vault.conversations.policy.table()
    assert table["flush"] == "stm_pressure" and (table["self_assessment"], table["curiosity"]) == ("off", "off")
    every = {"policy.every": 3, "policy.discovery": "off", "policy.layers": "off"}
    vault.change_settings({**every, "policy.curiosity": "summary_updated"})
    talk(vault)
    assert vault.conversations.jobs.list() == []
    work(vault)
    ended = [(one.kind, one.state) for one in vault.conversations.jobs.list()]
    assert ended == [("curiosity", "done"), ("reflection", "done")], "what waits already is not asked for twice"
    report = vault.conversations.jobs.list()[0].note
    assert "left open: What does the kitchen renovation cost?" in report


def test_a_job_is_one_at_a_time_and_can_be_cancelled(vault: Engine) -> None:
    """B9: the same job is not waiting twice; a cancelled one ends at its next piece, and what it did stays."""
    talk(vault)
    jobs = vault.conversations.jobs
    while vault.conversations.summaries.step() or vault.layers.working.step():
        pass
    first = jobs.request("discovery", "ann")
    assert jobs.request("discovery", "ann") == first and jobs.request("discovery", "bob").number != first.number
    assert vault.conversations.work() and jobs.list()[-1].state == "running" and jobs.list()[-1].done == 1
    assert jobs.cancel(first.number) and not jobs.cancel(first.number)
    work(vault)
    assert [one.state for one in jobs.list()] == ["done", "cancelled"]
    assert len(vault.conversations.patterns("ann")) == 1
    with pytest.raises(KnownError):
        jobs.request("dance")


def test_jobs_that_a_restart_interrupts_are_listed(tmp_path: Path) -> None:
    """B9: jobs that ran or waited when the vault was closed are listed as interrupted at the next starts, until they
    are asked for again."""
    for number in range(3):
        with vault_at(tmp_path / "v") as vault:
            jobs = vault.conversations.jobs
            if number == 0:
                talk(vault)
                while vault.conversations.summaries.step() or vault.layers.working.step():
                    pass
                jobs.request("discovery", "ann")
                jobs.request("discovery", "bob")
                assert vault.conversations.work() and jobs.list()[-1].state == "running"
                continue
            left = [(one.user_id, one.state, one.note) for one in jobs.list()]
            told = "interrupted", "The vault was closed before it was done."
            assert left == [("bob", *told), ("ann", *told)][: 3 - number]
            assert done(vault, "discovery").state == "done"
            work(vault)


def test_a_job_that_fails_says_why(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """B9: a failed job keeps its reason, and the next one runs."""

    def fail(*_: object, **__: object) -> None:
        raise KnownError("The disk is full.")

    talk(vault)
    with monkeypatch.context() as broken:
        broken.setattr(vault.conversations.turns, "note", fail)
        job = done(vault, "reflection")
    assert (job.state, job.note) == ("failed", "The disk is full.")
    assert done(vault, "reflection").state == "done"


@pytest.mark.parametrize("kind", ["reflection", "discovery"])
def test_a_fault_is_told_and_holds_nothing_up(vault: Engine, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """E1.9, B1.14, B1.15: a job that meets a fault of the program is listed as failed, its turns say why, and the next
    job looks at them again."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    ids = talk(vault)
    name = {"reflection": "corrects", "discovery": "discovered"}[kind]
    asked = vault.conversations.jobs.request(kind, "ann")
    with monkeypatch.context() as broken, pytest.raises(ZeroDivisionError):
        broken.setattr(f"memory_desktop.engine.conversation.patterns.{name}", fail)
        work(vault)
    job = next(one for one in vault.conversations.jobs.list() if one.number == asked.number)
    assert (job.state, "ZeroDivisionError" in job.note) == ("failed", True)
    turn = vault.conversations.turns.find(ids[0])
    assert turn is not None and getattr(turn, f"{kind}_status") is Stage.FAILED
    assert turn.extra[f"{kind}_error"] == "ZeroDivisionError"
    assert done(vault, kind).state == "done"
    turn = vault.conversations.turns.find(ids[0])
    assert turn is not None and getattr(turn, f"{kind}_status") is Stage.COMPLETED
    assert turn.extra[f"{kind}_error"] is None


def test_a_turn_that_fails_holds_no_summary_up(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """E1.9: a turn at which the rules of the summary fail is left out after some tries; a full disk is waited for."""
    read = summaries.analysed

    def fail(said: str, answer: str | None = None) -> object:
        if "kitchen" in said:
            raise ZeroDivisionError
        return read(said, answer)

    talk(vault, ("The kitchen is blue.", "I like green tea."))
    raised = 0
    with monkeypatch.context() as broken:
        broken.setattr(summaries, "analysed", fail)
        for _ in range(20):
            try:
                vault.conversations.work()
            except ZeroDivisionError:
                raised += 1
    assert raised == 2, "it is tried three times, and the last time it is passed over"
    assert any("green tea" in one for one in vault.conversations.summary("ann").preferences)

    def full(*_: object, **__: object) -> None:
        raise KnownError("The disk is full.")

    talk(vault, ("I like black bread.",), 5)
    with monkeypatch.context() as broken:
        broken.setattr(summaries, "analysed", full)
        for _ in range(6):
            with pytest.raises(KnownError, match="disk"):
                vault.conversations.summaries.step()
    work(vault)
    assert any("black bread" in one for one in vault.conversations.summary("ann").preferences)


def test_reports_are_off_and_tell_figures(vault: Engine) -> None:
    """B9: self-assessment says how questions fare; it runs only when asked for, or switched on."""
    talk(vault)
    assert done(vault, "self_assessment").note == "Nobody has asked yet."
    from memory_desktop.core.conversation.query import MemoryQuery

    vault.sync()
    vault.conversations.ask(MemoryQuery(user_id="ann", query_text="kitchen renovation", limit=2))
    note = done(vault, "self_assessment").note
    assert note.startswith("1 query, 2.0 turns each") and "short-term memory had something for 100%" in note


def test_the_upkeep_does_the_work(vault: Engine) -> None:
    """B9: the worker that drives the upkeep does the background work of conversations, too."""
    talk(vault)
    while vault.maintain():
        pass
    assert vault.conversations.summary("ann").update_count == len(SAID)


def test_every_job_that_is_done_says_what_came_of_it(vault: Engine) -> None:
    """B9: each kind of job tells its result, also that there was nothing to do; one that has done all its pieces is not
    cancelled any more."""
    jobs = vault.conversations.jobs
    for kind in jobs.kinds:
        assert done(vault, kind).note, kind
    talk(vault)
    for kind in jobs.kinds:
        assert done(vault, kind).note, kind
    last = jobs.request("reflection", "nobody")
    jobs._set(replace(last, state="running", done=2, total=2))
    assert not jobs.cancel(last.number) and jobs.list()[0].state == "running"


def test_jobs_get_their_pieces_while_there_is_always_a_turn() -> None:
    """B9: where there is always urgent work, every so many pieces of it there is one of a job, and after each one while
    a person waits for a job."""
    done, waits = list[str](), list[bool]()

    def step(name: str) -> Step:
        return lambda _: not done.append(name)

    work = Work((step("turn"),), (step("job"),), lambda: bool(waits), cast(Statistics, None), lambda: 0.0)
    for _ in range(43):
        assert work.step()
    assert [place for place, one in enumerate(done) if one == "job"] == [20, 41]
    waits.append(True)
    done.clear()
    for _ in range(6):
        assert work.step()
    assert done == ["job", "turn"] * 3


def test_what_a_person_asks_for_is_done_while_agents_keep_it_busy(vault: Engine) -> None:
    """B9: a job that a person asks for comes before the others that wait, and is done while turns wait to be learned
    from and more come."""
    vault.change_settings({"policy.every": 1_000, "policy.layers": "off"})
    ids = talk(vault, SAID[:2])
    jobs = vault.conversations.jobs
    behind = jobs.request("reflection", "bob")
    asked = jobs.request("reflection", "ann")
    assert jobs.request("reflection", "ann", at_once=True) == asked and jobs.asked_for()
    for number in range(20):
        said = f"The tiles of room {number} come on Monday."
        vault.conversations.process(CycleDraft(user_input=said, user_id="bob", session_id="busy"))
        assert vault.conversations.work()
        states = {one.number: one.state for one in jobs.list() if one.kind == "reflection"}
        if states[asked.number] == "done":
            break
    assert states == {asked.number: "done", behind.number: "waiting"}
    assert vault.conversations.waiting_turns() and ids and not jobs.asked_for()
