"""Meta-memory in a vault: totals, the forgetting schedule and its job, protection, and how memory is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.forgetting import BeginForgetting, RunState
from memory_desktop.core.layers import meta
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.meta import Action, Scheduled, scheduled
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.core.memory.records import Draft, Layer, Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers import forgetting
from memory_desktop.engine.layers.retrieval import Surroundings
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, Clock, vault_at


def keep(vault: Engine, text: str, *, days: float = 0.0, salience: float = 0.5, score: float | None = None) -> Memory:
    """A memory of so many days ago; with a score, an episode of that significance."""
    metadata = {"episode": {"significance": {"score": score}}} if score is not None else {}
    made = vault.remember(text, salience=salience, metadata=metadata, created_at=NOON - timedelta(days=days)).memory
    assert made is not None
    return made


def active(vault: Engine) -> list[Memory]:
    """All active memories, by key."""
    return vault.page(vault.keys(RecordFilter(), sort="key", descending=False))


def picture(vault: Engine) -> object:
    """What a person could tell: the memories but for what is given anew, the schedule, and what is protected."""
    found = active(vault)
    every = vault.layers.meta.forgetting.schedule(limit=500).items
    safe = vault.layers.meta.protected_keys()
    return (
        sorted((one.content, one.salience, one.recall_count, one.recalled_at, one.updated_at) for one in found),
        sorted((one.memory.content, one.scheduled_decay, one.action) for one in every),
        sorted(one.content for one in found if one.key in safe),
    )


def rows(items: tuple[Scheduled, ...]) -> list[tuple[str, object, str]]:
    """The id, the due date and the action of each."""
    return [(one.memory_id, one.scheduled_decay, one.action.value) for one in items]


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, Clock]]:
    """A vault that the random tests share: each example goes on with what the one before has left."""
    clock = Clock()
    with vault_at(tmp_path_factory.mktemp("meta") / "v", clock) as vault:
        yield vault, clock


# --- the schedule -----------------------------------------------------------------------------------------------------


def test_a_memory_is_due_by_its_importance_and_its_last_recall(vault: Engine, clock: Clock) -> None:
    """C6.4: due 90 × (1 + 9 × importance) days after its last recall, else its creation, importance the greater of
    significance and quick_recal_score; a recall moves the date."""
    plain, weighty = keep(vault, "Rent is due on the first"), keep(vault, "The day I was hired", score=1.0)
    page = vault.layers.meta.forgetting.schedule()
    found = {one.memory_id: one for one in page.items}
    assert [one.memory_id for one in page.items] == [plain.id, weighty.id]
    assert (found[plain.id].importance, found[weighty.id].importance) == (0.5, 1.0)
    assert found[plain.id].scheduled_decay == NOON + timedelta(days=90 * 5.5)
    assert found[weighty.id].scheduled_decay == NOON + timedelta(days=900)
    assert not any(one.protect for one in page.items)
    clock.forward(days=10)
    vault.recall("rent", mode="keyword", actor="user")
    vault.recalls.flush()
    again = vault.layers.meta.forgetting.schedule().items[0]
    assert again.memory_id == plain.id and again.counted_from == clock.now
    assert "Not recalled since 2026-03-11" in again.why()
    assert page.due_to_fade == 0 and vault.layers.meta.forgetting.run() is None


@settings(max_examples=6, phases=[Phase.generate])
@given(data=st.data())
def test_the_dates_of_the_database_are_those_of_the_rule(lasting: tuple[Engine, Clock], data: st.DataObject) -> None:
    """C6.4: the schedule is deterministic: for any memories and settings the pages together are what the pure rule
    says, in the same order, and the page size does not matter."""
    vault, clock = lasting
    for _ in range(data.draw(st.integers(1, 3))):
        keep(
            vault,
            f"Note {vault.head}",
            days=data.draw(st.floats(0, 2_000)),
            salience=data.draw(st.sampled_from((0.0, 0.04, 0.05, 0.5, 3.0))),
            score=data.draw(st.none() | st.floats(0, 1)),
        )
    days, floor = data.draw(st.floats(1, 400)), data.draw(st.floats(0, 1))
    vault.change_settings({"forgetting.days": days, "forgetting.floor": floor})
    job = vault.layers.meta.forgetting
    job.run(most=2)
    clock.forward(days=data.draw(st.floats(0, 900)))
    faded = {line: run.at for run in reversed(job.runs()) for line in run.lines}
    told = [scheduled(one, faded.get(one.line), days=days, floor=floor) for one in active(vault)]
    expected = sorted((one for one in told if one is not None), key=lambda one: (one.scheduled_decay, one.memory.key))
    found, after = list[Scheduled](), None
    while True:
        page = job.schedule(limit=data.draw(st.integers(2, 9)), after=after)
        found += page.items
        after = page.next
        if after is None:
            break
    assert found == expected
    due = [one for one in expected if one.scheduled_decay <= clock.now]
    assert (page.total, page.due_to_fade + page.due_to_forget) == (len(expected), len(due))
    assert list(job.preview(limit=500).items) == due
    months = job.by_month()
    assert sum(months.values()) <= len(expected)
    assert months.get("", 0) == len(due), "what is due already is of no month to come"
    later = Counter(one.scheduled_decay.strftime("%Y-%m") for one in expected if one.scheduled_decay > clock.now)
    assert {name: number for name, number in months.items() if name} == dict(sorted(later.items())[:12])


def test_it_fades_first_and_is_forgotten_later(vault: Engine, clock: Clock) -> None:
    """C6.4: what is due decays by the kernel, and is forgotten only at a later due date, under salience 0.05; a run
    with nothing due writes nothing; what is used as an instruction is never scheduled."""
    one = keep(vault, "The boat is called Skarven", salience=0.08)
    vault.remember("Do this", kind="skill", layer="procedural", created_at=NOON - timedelta(days=9_000))
    job = vault.layers.meta.forgetting
    clock.forward(days=495)
    preview = job.preview()
    assert rows(preview.items) == [(one.id, clock.now, Action.FADE)] and preview.due_to_fade == 1
    head = vault.head
    run = job.run()
    assert run is not None and (run.faded, run.forgotten, run.state) == (1, 0, RunState.DONE)
    assert vault.get(one.id).salience == pytest.approx(0.04)
    assert job.run() is None and job.preview().items == ()
    clock.forward(days=495)
    assert [each.action for each in job.preview().items] == [Action.FORGET]
    assert job.run(forgets=False) is None
    run = job.run()
    assert run is not None and (run.faded, run.forgotten) == (0, 1)
    assert vault.get(one.id).status.value == "tombstone"
    told = [entry.name for entry in vault.undo_stacks().undo]
    assert told[:2] == ["forget 1 memory by the schedule", "fade 1 memory by the schedule"]
    vault.undo()
    vault.undo()
    assert [each.salience for each in active(vault) if each.kind == "general"] == [0.08]
    assert vault.head > head


@settings(max_examples=6, phases=[Phase.generate])
@given(data=st.data())
@pytest.mark.long
def test_a_run_is_undone_and_redone_as_a_whole(lasting: tuple[Engine, Clock], data: st.DataObject) -> None:
    """C6.7: undo of a run of several batches is the state before it, schedule included; redo the state after it."""
    vault, clock = lasting
    size, forgetting.BATCH = forgetting.BATCH, 2
    try:
        for _ in range(data.draw(st.integers(1, 4))):
            keep(vault, f"Note {vault.head}", days=data.draw(st.sampled_from((0, 500, 900))), salience=0.06)
        clock.forward(days=data.draw(st.sampled_from((1, 600, 1_000))))
        before = picture(vault)
        if vault.layers.meta.forgetting.run(most=data.draw(st.integers(0, 5))) is None:
            return
        after = picture(vault)
        assert after != before
        vault.undo()
        assert picture(vault) == before
        vault.redo()
        assert picture(vault) == after
    finally:
        forgetting.BATCH = size


def test_a_rebuild_knows_the_schedule_again(tmp_path: Path, clock: Clock) -> None:
    """C0.4, C6.7: after a restart and a rebuild from the log the schedule and what is protected are the same, and a
    run can still be undone."""
    with vault_at(tmp_path / "v", clock) as vault:
        for n in range(3):
            keep(vault, f"Note {n}", days=n * 500, salience=0.06)
        vault.layers.meta.protect(active(vault)[0].id)
        before = picture(vault)
        vault.layers.meta.forgetting.run()
        after = picture(vault)
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v", clock) as vault:
        assert picture(vault) == after != before
        vault.undo()
        assert picture(vault) == before


# --- protection -------------------------------------------------------------------------------------------------------

MOVES = ("keep", "edit", "merge", "protect", "unprotect", "recall", "forget", "undo", "redo", "run", "wait", "evict")


@pytest.mark.long
@settings(max_examples=5, phases=[Phase.generate])
@given(moves=st.lists(st.tuples(st.sampled_from(MOVES), st.randoms(use_true_random=False)), min_size=5, max_size=8))
def test_protected_memories_are_left_alone(lasting: tuple[Engine, Clock], moves: list[tuple[str, Random]]) -> None:
    """C6.5: whatever was done before, a protected memory is never on the schedule, and neither the job nor eviction
    changes it."""
    vault, clock = lasting
    for n in range(2):
        keep(vault, f"Note {vault.head}", days=n * 700, salience=0.05)
    vault.layers.meta.protect(active(vault)[-1].id)
    for move, random in moves:
        clock.forward(hours=1)
        live = active(vault)
        safe = vault.layers.meta.protected_keys()
        before = {one.key: one for one in live if one.key in safe}
        _play(vault, clock, move, random, [one.id for one in live])
        now = vault.layers.meta.protected_keys()
        listed = {one.memory.key for one in vault.layers.meta.forgetting.schedule(limit=500).items}
        assert not listed & now
        if move in ("run", "evict"):
            kept = {one.key: one for one in active(vault)}
            assert all(kept[key] == one for key, one in before.items())
            assert now == safe


def _play(vault: Engine, clock: Clock, move: str, random: Random, ids: list[str]) -> None:
    if not ids:
        return
    one, two = random.choice(ids), random.choice(ids)
    if move == "keep":
        keep(vault, f"Another {vault.head}", days=700)
    elif move == "edit":
        vault.edit(one, f"Edited {vault.head}")
    elif move == "merge" and one != two:
        vault.merge([one, two])
    elif move == "protect":
        vault.layers.meta.protect(one)
    elif move == "unprotect":
        vault.layers.meta.unprotect(one)
        assert not vault.layers.meta.is_protected(one)
    elif move == "recall":
        vault.recalls.note("note", [one], actor="user")
        vault.recalls.flush()
    elif move == "forget":
        vault.forget(one)
    elif move == "undo":
        vault.undo()
    elif move == "redo":
        vault.redo()
    elif move == "run":
        vault.layers.meta.forgetting.run()
    elif move == "wait":
        clock.forward(days=600)
    elif move == "evict":
        vault.change_settings({"eviction.capacity": 1, "eviction.reservoir": 0})
        vault.change_settings({"eviction.capacity": 0})


def test_a_protection_follows_the_memory(vault: Engine, tmp_path: Path) -> None:
    """C6.6: one or many are protected in one undoable step, an event each; it follows an edit and a merge, ends where
    it was followed to, comes back with undo, and shows in the memory's history."""
    found = vault.layers.meta
    one, two, three = (keep(vault, text) for text in ("Mara drinks tea", "Kafka sleeps", "The bicycle is flat"))
    assert found.protect([one.id, two.id, one.id]) == 2 and found.protect(one.id) == 0
    assert vault.undo_stacks().undo[0].name == "protect 2 memories"
    assert [entry.summary for entry in vault.history(one.id)][-1] == "Protected"
    edited = vault.edit(one.id, "Mara drinks green tea")
    assert found.is_protected(edited.id) and found.protected() == (vault.get(two.id), edited)
    merged = vault.merge([edited.id, three.id])
    vault.sync()
    assert found.is_protected(merged.id)
    assert found.unprotect([merged.id, two.id]) == 2 and found.protected() == ()
    vault.undo()
    assert found.is_protected(merged.id) and found.is_protected(two.id)
    vault.redo()
    assert found.protected_keys() == frozenset()
    with pytest.raises(NotFoundError):
        found.protect("mem_none")
    with pytest.raises(InvalidCommandError, match="active"):
        found.protect(one.id)


def test_what_expires_or_is_evicted_stays_if_it_is_protected(vault: Engine, clock: Clock) -> None:
    """C6.5: retention of a user's turns and eviction pass over what is protected."""
    talk = vault.conversations
    talk.record(CycleDraft(user_input="I moved to Oslo in May.", final_response="How do you like it?", user_id="ann"))
    talk.record(CycleDraft(user_input="The rent is high here.", final_response="A pity.", user_id="ann"))
    first = next(one for one in active(vault) if one.content.startswith("I moved"))
    vault.layers.meta.protect(first.id)
    talk.edit_summary("ann", {"retention": {"days": 5}})
    clock.forward(days=30)
    while vault.maintain():
        pass
    left = [one.content for one in active(vault) if one.thread]
    assert left == [first.content]


# --- the policy -------------------------------------------------------------------------------------------------------


def test_the_policy_runs_the_schedule_only_if_a_person_says_so(tmp_path: Path, clock: Clock) -> None:
    """C6.7: by default nothing is done that a person did not ask for; by policy the job fades what is due as one step
    that can be undone, and then leaves it alone; a run that was killed is carried on."""
    with vault_at(tmp_path / "v", clock) as vault:
        keep(vault, "Old news", days=600, salience=0.4)
        job = vault.layers.meta.forgetting
        assert not job.step() and job.runs() == ()
        vault.change_settings({"forgetting.policy": "fade"})
        assert job.step() and job.step() and not job.step()
        assert [one.salience for one in active(vault)] == [pytest.approx(0.2)]
        assert vault.undo_stacks().undo[0].name == "fade 1 memory by the schedule"
        vault.undo()
        assert job.preview().due_to_fade == 1
        vault.change_settings({"forgetting.policy": "forget"})
    with vault_at(tmp_path / "v", clock) as vault:
        job = vault.layers.meta.forgetting
        assert not job.step()
        assert [one.salience for one in active(vault)] == [0.4]
        # As a program leaves it that is killed after the first event of a run.
        vault._writer.execute(BeginForgetting(clock.now), actor="user")
    with vault_at(tmp_path / "v", clock) as vault:
        job = vault.layers.meta.forgetting
        assert vault.maintain() or job.step()
        assert job.runs()[0].state is RunState.DONE
        assert [one.salience for one in active(vault)] == [pytest.approx(0.2)]


class Stopped:
    """Asks at once to stop."""

    def cancelled(self) -> bool:
        """Always."""
        return True


def test_a_run_can_be_stopped(vault: Engine) -> None:
    """C6.7: a run that is stopped says so, and goes on no more."""
    keep(vault, "Old news", days=600)
    run = vault.layers.meta.forgetting.run(cancel=Stopped())
    assert run is not None and (run.state, run.faded) == (RunState.STOPPED, 0)
    assert not vault.layers.meta.forgetting.step()


# --- totals and use ---------------------------------------------------------------------------------------------------


def test_totals_say_what_there_is(vault: Engine) -> None:
    """C6.1, C6.2, C6.3: active episodes, concepts and other kinds, what was forgotten, storage in MB by part, the
    oldest memory, the most and the never recalled, a page at a time."""
    found = vault.layers.meta
    empty = found.totals()
    assert (empty.memories, empty.oldest_memory, empty.oldest, empty.total_episodes) == (0, None, None, 0)
    keep(vault, "A talk about boats", score=0.4)
    old = keep(vault, "Kafka sleeps on the sofa", days=900)
    gone = keep(vault, "A mistake")
    vault.remember("Boat", kind="concept")
    vault.forget(gone.id)
    totals = found.totals()
    assert (totals.total_episodes, totals.total_concepts, totals.memories, totals.forgotten) == (0, 1, 3, 1)
    assert totals.kinds == {"general": 2, "concept": 1}
    vault.conversations.record(CycleDraft(user_input="Hello", final_response="Good morning"))
    totals = found.totals()
    assert (totals.total_turns, totals.total_episodes) == (1, 0), "nobody has read it yet"
    vault.layers.consolidation.run()
    assert found.totals().total_episodes == vault.layers.episodes.count() == 1, "one word, one number"
    vault.undo()
    vault.undo()
    totals = found.totals()
    assert (totals.total_turns, totals.total_episodes) == (0, 0)
    assert (totals.oldest_memory, totals.oldest) == (old.created_at, old.id)
    assert totals.storage_used == pytest.approx(sum(totals.storage.values()))
    assert {"database", "keywords", "vectors"} <= totals.storage.keys()
    assert found.most_accessed() == ()
    vault.recalls.note("sofa", [old.id], actor="user")
    vault.recalls.flush()
    assert [one.id for one in found.most_accessed()] == [old.id]
    first = found.never_accessed(limit=1)
    second = found.never_accessed(limit=1, after=first.next or 0)
    assert (first.total, second.next) == (2, None)
    assert [one.content for one in (*first.items, *second.items)] == ["A talk about boats", "Boat"]
    with pytest.raises(InvalidCommandError):
        found.never_accessed(limit=0)


def test_strategies_say_how_memory_is_used(vault: Engine) -> None:
    """C6.8, C6.9: recalls, hits and mean relevance by mode and layer; the share recalled and found useful by kind and
    source; a style only from 20 recalls on."""
    tea = vault.remember("Mara drinks green tea", kind="pref", source="diary").memory
    assert tea is not None
    vault.remember(Draft(content="The ferry leaves at nine", layer=Layer.EPISODIC, source="diary", kind="pref"))
    vault.recall("green tea", mode="keyword", actor="user")
    vault.recall("zebra", mode="keyword", actor="agent")
    vault.recalls.flush()
    vault.appraise(tea.id, True, "green tea")
    told = vault.layers.meta.strategies()
    hit, nothing = told.retrieval_patterns
    assert (hit.mode, hit.layer, hit.recalls, hit.hits) == ("keyword", Layer.SEMANTIC, 1, 1)
    assert hit.mean_relevance is not None and hit.mean_relevance > 0
    assert (nothing.mode, nothing.layer, nothing.recalls, nothing.mean_relevance) == ("keyword", None, 1, None)
    (encoding,) = told.encoding_effectiveness
    assert (encoding.kind, encoding.source, encoding.share_recalled, encoding.share_useful) == (
        "pref",
        "diary",
        0.5,
        0.5,
    )
    assert told.user_memory_style == {"": None}
    for _ in range(20):
        vault.recalls.note("tea", [tea.id], actor="user")
    vault.recalls.flush()
    assert vault.layers.meta.strategies().user_memory_style == {"": "factual"}


def test_a_recall_counts_for_the_user_who_asked_or_whose_the_memory_is(vault: Engine) -> None:
    """C0.7, C6.9: a recall is the asking user's; where it names nobody, that of the user whom the memory names, also
    for concepts and emotional events. Neither makes a style of the vault's own user."""
    felt = vault.layers.emotions.record("I am so sad about my exam", user="ann")
    known = vault.layers.concepts.create(ConceptData(name="Exam", definition="a test"), user="rui")
    tea = vault.remember("Mara drinks green tea").memory
    assert felt is not None and known is not None and tea is not None
    for _ in range(20):
        vault.recalls.note("exam", [felt.memory.id], actor="agent")
        vault.recalls.note("exam", [known.memory.id], actor="agent")
        vault.recalls.note("tea", [tea.id], actor="agent", user="bob")
    vault.recalls.flush()
    styles = vault.layers.meta.strategies().user_memory_style
    assert styles == {"": None, "ann": "emotional", "rui": "factual", "bob": "factual"}
    vault.layers.retrieve("green tea", Surroundings(user_id="bob"), actor="agent")
    vault.recalls.flush()
    (logged,) = vault.events(type="RECALL", limit=1)
    assert logged.payload["user"] == "bob"


def test_recalls_follow_what_is_corrected(vault: Engine) -> None:
    """C6.3, C6.9: a memory, a concept, a procedure, an emotional event and a skill that are corrected were recalled as
    often, and when, as they were before, for the same users; undo brings that back as well."""
    layers = vault.layers
    plain = vault.remember("Mara drinks green tea").memory
    known = layers.concepts.create(ConceptData(name="Exam", definition="a test"), user="rui")
    felt = layers.emotions.record("I am so sad about my exam", user="rui")
    how = layers.procedures.create(Procedure(name="Brew tea", type="Teaching", steps=(Step(description="Boil"),)))
    vault.conversations.skills.create(Skill("tea", "Brews tea", "Boil it."))
    assert plain is not None and known is not None and felt is not None and how is not None
    skill = next(one for one in active(vault) if one.kind == "skill")
    ids = [plain.id, known.memory.id, felt.memory.id, how.memory.id, skill.id]
    for _ in range(4):
        vault.recalls.note("tea", ids, actor="agent", user="bob")
    vault.recalls.flush()
    before, style = [vault.get(id) for id in ids], layers.meta.strategies()
    assert {one.recall_count for one in before} == {4} and style.user_memory_style["bob"] is not None

    new = [
        vault.edit(plain.id, "Mara drinks black tea").id,
        layers.concepts.edit("Exam", ConceptEdit(definition="an ordeal"), user="rui").memory.id,
        layers.emotions.correct(felt.id, EmotionEdit(primary_emotion="fear")).memory.id,
        layers.procedures.edit("Brew tea", msgspec.structs.replace(how.payload, name="Brew good tea")).memory.id,
    ]
    vault.conversations.skills.edit("tea", Skill("tea", "Brews black tea", "Boil it."))
    new.append(next(one.id for one in active(vault) if one.kind == "skill"))
    for one, id in zip(before, new, strict=True):
        now = vault.get(id)
        assert (now.content != one.content, now.recall_count, now.recalled_at) == (True, 4, one.recalled_at)
    assert layers.meta.strategies().user_memory_style == style.user_memory_style
    vault.undo()
    assert next(one for one in active(vault) if one.kind == "skill").recall_count == 4


def test_a_list_is_no_recall(tmp_path: Path) -> None:
    """C6.3, U18: what a search without words lists, newest first, is in the log with who asked, and counts as recalled
    nowhere, by any way to ask; what words find does. Folding the log again gives the same."""
    path = tmp_path / "v"
    with vault_at(path, Clock()) as vault:
        tea = vault.remember("Mara drinks green tea", kind="pref").memory
        assert tea is not None
        vault.recall("kind:pref", actor="agent:x")
        vault.layers.retrieve("layer:semantic", actor="agent:x")
        vault.layers.retrieve("", layers=("semantic",), actor="agent:x")
    assert main(["search", str(path), "kind:pref"]) == 0
    with vault_at(path, Clock()) as vault:
        found = vault.layers.meta
        listed = vault.events(type="RECALL")
        assert [one.payload["ids"] for one in listed] == [[tea.id]] * len(listed) and len(listed) >= 3
        assert all(one.summary.startswith("Listed for “") for one in listed)
        assert found.most_accessed() == () and found.never_accessed().total == 1
        assert found.strategies().retrieval_patterns == ()
        vault.recall("green tea", actor="agent:x")
        vault.layers.retrieve("green tea", actor="agent:x")
        vault.recalls.flush()
        assert vault.get(tea.id).recall_count == 2
        state = vault.get(tea.id)
    rebuild_vault(path)
    with vault_at(path, Clock()) as vault:
        assert vault.get(tea.id) == state


@given(
    recalls=st.dictionaries(st.sampled_from(list(Layer)), st.integers(0, 60)),
)
def test_a_style_has_a_rule(recalls: dict[Layer, int]) -> None:
    """C6.9: None under 20 recalls; else the layer with at least half of them, or mixed."""
    total, found = sum(recalls.values()), meta.style(recalls)
    assert (found is None) == (total < 20)
    if found is not None:
        assert found in meta.STYLES
        assert (found == "mixed") == all(2 * number < total for number in recalls.values())


def test_runs_of_consolidation_are_told(vault: Engine) -> None:
    """C6.8: of each run of consolidation it is told what it made, what of it is kept, and whether it was undone."""
    for said in ("I was so proud when I got the job at the aquarium!", "I am worried about the flood in Porto."):
        vault.conversations.record(CycleDraft(user_input=said, final_response="I see."))
    vault.layers.consolidation.run()
    (run,) = vault.layers.meta.strategies().consolidation_patterns
    assert run.made == run.kept > 0 and not run.undone and run.job == "consolidation"
    feeling = next(one for one in active(vault) if one.kind == "emotion")
    vault.forget(feeling.id)
    (run,) = vault.layers.meta.strategies().consolidation_patterns
    assert run.kept == run.made - 1
    vault.undo()
    vault.undo(run.run)
    (run,) = vault.layers.meta.strategies().consolidation_patterns
    assert run.undone
