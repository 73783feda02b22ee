"""Layers that were filled in one vault are whole in another: what their metadata names is found there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.pairs import PAIR
from memory_desktop.core.events.protection import PROTECTION
from memory_desktop.core.events.summary import SUMMARY
from memory_desktop.core.events.working import BOARD
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit
from memory_desktop.core.layers.conditions import Situation
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.core.memory.records import Draft, Memory
from memory_desktop.core.memory.taking_over import taken_id
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.store.messages import CycleFilter
from tests.helpers import NOON, Clock, vault_at

WHOLE = RecordFilter(statuses=("active", "superseded"))
ID = re.compile(r"mem_[0-9a-f]{16}")
DAYS = [
    "Hello! My sister Mara just moved to Porto.",
    "Mara works at the aquarium in Porto. I was so proud when she got the job!",
    "I'm so worried about the flood in Porto, I can't sleep.",
    "Mara is safe. We just got engaged, by the way!",
    "I learned that figs fruit on old wood.",
    "I want to plant a fig tree in Porto with Mara.",
]
IMPORTED = [
    ("user", "I bake rye bread."), ("assistant", "What kind?"), ("user", "Rye bread with caraway."),
    ("assistant", "It keeps for a week."),
]  # fmt: skip


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Engine]:
    """A vault with turns, whose layers were filled, edited and corrected; a memory of it went and came back."""
    clock = Clock(NOON + timedelta(days=2), tick=timedelta(seconds=1))
    with vault_at(tmp_path / "v", clock) as vault:
        for number, text in enumerate(DAYS):
            at = NOON + timedelta(hours=number)
            vault.conversations.record(
                CycleDraft(user_input=text, final_response="I see.", session_id=f"s{number // 4}", timestamp=at)
            )
        for number, (role, text) in enumerate(IMPORTED):
            said = {"role": role, "cycle": f"turn {number // 2}"}
            vault.remember(
                Draft(
                    content=text,
                    thread="t",
                    source="chat",
                    external_id=f"m{9 - number}",
                    metadata=said,
                    created_at=NOON,
                )
            )
        layers = vault.layers
        assert layers.consolidation.run().run is not None
        note = vault.remember("Caramel is boiled sugar.").memory
        other = vault.remember("Fudge is boiled, too.").memory
        learned = layers.concepts.learn(ConceptData(name="Caramel", facts=("It is sweet.",)), [note.id]).entry
        assert learned is not None
        layers.concepts.learn(ConceptData(name="Caramel", facts=("It is not sweet.",)), [other.id])
        layers.concepts.edit(layers.concepts.get("Porto").id, ConceptEdit(definition="A town at a river."))
        felt = layers.emotions.record("I am so angry about the fudge!", EmotionEdit(preceding_events=(other.id,)))
        assert felt is not None
        vault.forget([note.id])
        vault.undo()
        vault.remember(
            Draft(content="Links are kept.", metadata={"about": [{"see": other.id}], "words": f"{other.id}!"})
        )
        yield vault


def ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from ids_in(name)
            yield from ids_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from ids_in(each)
    elif isinstance(value, str) and ID.fullmatch(value):
        yield value


def memories(vault: Engine) -> dict[str, Memory]:
    return {one.id: one for one in vault._store.records.iterate(WHOLE)}


def links(vault: Engine) -> list[tuple[str, str, list[str | None]]]:
    """Of each memory, the texts of what its metadata names, in order; None for what is not there."""
    there = memories(vault)
    return sorted(
        (one.content, str(one.created_at), [there[id].content if id in there else None for id in ids_in(one.metadata)])
        for one in there.values()
    )  # fmt: skip


def turns(vault: Engine) -> list[list[str]]:
    """The texts of each turn, in their order."""
    rows = vault._store.messages.page(CycleFilter(), limit=99)
    return [[one.content for one in vault._store.records.by_keys(list(row.keys))] for row in rows]


def offered(vault: Engine) -> list[tuple[str, str]]:
    return [(one.step, one.what) for one in vault.layers.consolidation.preview().lines]


@pytest.mark.long
@pytest.mark.parametrize("format", ["jsonl", "entries", "markdown", "parquet"])
def test_filled_layers_are_whole_in_another_vault(filled: Engine, tmp_path: Path, format: str) -> None:
    """T15, C7.5: what metadata names in one vault it names in the other; nothing is left to be filled there, concepts,
    episodes and emotions open by the ids that they give, and what goes on from them finds its sources."""
    filled.export(tmp_path / "out", format)
    with vault_at(tmp_path / "other", Clock(NOON + timedelta(days=3)), vault_id="other") as other:
        report = other.import_path(tmp_path / "out")
        assert (report.rejected, report.duplicate, report.held) == (0, 0, 0)
        assert links(other) == links(filled) and sum(len(named) for _, _, named in links(filled)) > 40
        assert turns(other) == turns(filled)
        assert offered(other) == offered(filled) == []
        assert other.layers.consolidation.run().nothing
        ids = [one.id for one in other.layers.concepts.all()]
        assert len(ids) == len(filled.layers.concepts.all()) > 2
        assert {other.layers.concepts.get(id).id for id in ids} == set(ids) <= set(memories(other))
        before = {one.id for one in other.layers.episodes.list(limit=None)}
        assert len(before) == len(DAYS) + 2 and before <= set(memories(other))
        # The first id of the note that was forgotten and came back is in no export, and still names it.
        note = next(one for one in memories(other).values() if one.content.startswith("Caramel is"))
        assert note.line not in memories(other)
        assert other.layers.concepts.episodes([note.line]) == (note.line,)
        lesson = other.layers.concepts.learn(ConceptData(name="Caramel", facts=("It is brown.",)), [note.line])
        assert lesson.changed and other.verify().ok


def test_what_a_file_called_a_record_is_no_link(tmp_path: Path) -> None:
    """T15: the id that a file gave a record stays in its metadata as it was, and so do words around an id."""
    id = "mem_0123456789abcdef"
    with vault_at(tmp_path / "v") as vault, vault_at(tmp_path / "other", vault_id="other") as other:
        kept = {"external_id": id, "id": id, "words": f"see {id}", "see": id}
        vault.remember(Draft(content="A note.", metadata=kept))
        vault.export(tmp_path / "out.jsonl", "jsonl")
        other.import_path(tmp_path / "out.jsonl")
        (memory,) = memories(other).values()
        assert memory.metadata == {**kept, "see": taken_id("other", id)}


def test_a_record_that_comes_home_names_what_is_there(tmp_path: Path) -> None:
    """T15: where a vault has what a record names under the same id, the record goes on naming it."""
    with vault_at(tmp_path / "v") as vault:
        first = vault.remember("The first note.").memory
        vault.remember(Draft(content="The second note.", metadata={"see": first.id}))
        vault.export(tmp_path / "out.jsonl", "jsonl")
        _, line = (tmp_path / "out.jsonl").read_text().splitlines()
        anew = {**json.loads(line), "id": "mem_0123456789abcdef", "origin": "", "content": "The third note."}
        (tmp_path / "in.jsonl").write_text(json.dumps(anew))
        assert vault.import_path(tmp_path / "in.jsonl").new == 1
        third = memories(vault)[taken_id("test", anew["id"])]
        assert third.metadata == {"see": first.id}


@pytest.fixture
def lived(filled: Engine) -> Engine:
    """The same vault, after somebody has worked with it for a while; its boards are filled."""
    layers, talks = filled.layers, filled.conversations
    clock = filled_clock(filled)
    while layers.working.step():
        pass
    while talks.summaries.step():
        pass
    layers.consolidation.run()
    steps = (Step(step_id="mix", description="Mix"), Step(step_id="bake", description="Bake"))
    procedures = layers.procedures
    bread = procedures.create(Procedure(name="Bread", type="Teaching", steps=steps, safety_checks=("The oven is off",)))
    run = procedures.start(bread.id, Situation(values={"flour": "rye"})).run
    for went, note in ((True, "Cold."), (True, "A wet dough."), (False, "It burnt.")):
        procedures.report(run.id, went, note, values={"minutes": 40.0})
    procedures.edit(bread.id, Procedure(name="Bread", type="Teaching", steps=(*steps, Step(description="Cool"))))
    stopped = procedures.start("Bread").run
    procedures.stop(stopped.id, "No time.")
    procedures.rate("Bread", 0.8)
    procedures.rate("Bread", 0.4, "ann")
    gone = procedures.create(Procedure(name="Toast", type="Teaching", steps=steps))
    procedures.start(gone.id)
    procedures.retire("Toast")
    talks.skills.create(Skill("listening", "Hears what is meant", "Listen."))
    for went in (True, False, True):
        clock.forward(hours=1)
        procedures.practise("listening", went)
    caramel = next(one for one in memories(filled).values() if one.content.startswith("Caramel is"))
    layers.meta.protect([caramel.id])
    fudge = next(one for one in memories(filled).values() if one.content.startswith("Fudge is"))
    filled.duplicates.differ([(caramel.id, fudge.id)])
    board = layers.working
    item, _ = board.add("Ask Mara about the harbour.", user="", thread="s0", salience=0.4)
    board.add("The fudge waits.", user="", thread="s0", connections=(item.id,), decay_rate=0.3)
    board.set_fields(
        {"current_topic": "the harbour", "current_goal": "a visit", "monitoring": ["the weather"]},
        add=[("open_questions", "When?"), ("deferred_items", {"text": "Tickets", "reason": "Too early"})],
        user="",
        thread="s0",
    )
    board.add("I think of a boat.", user="", thread="s1", type="user_input", salience=0.9)
    (left_out,) = (one.key for one in layers.consolidation.preview().lines if "boat" in one.what)
    layers.consolidation.run(leave_out=[left_out])
    layers.concepts.retire(["Mara"])
    summaries = talks.summaries
    summaries.edit("", {"user_name": "Ann", "topics": ["figs"], "retention": {"days": 900, "words": ["salary"]}})
    summaries.edit("bob", {"preferences": ["tea"]})
    assert offered(filled) == []
    return filled


def filled_clock(vault: Engine) -> Clock:
    clock = vault.layers.concepts._clock
    assert isinstance(clock, Clock)
    return clock


def named(vault: Engine, value: Any) -> Any:
    """A value whose ids of memories are the texts that their lines begin with, and whose other ids are left out."""
    there = {one.line: one.content for one in memories(vault).values()} | {
        id: one.content for id, one in memories(vault).items()
    }
    if isinstance(value, Mapping):
        return {named(vault, name): named(vault, each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [named(vault, each) for each in value]
    if isinstance(value, str) and ID.fullmatch(value):
        return there.get(value, "nothing")
    return "an id" if isinstance(value, str) and re.fullmatch(r"(run|practice)_[0-9a-f]{16}", value) else value


def beside(vault: Engine) -> dict[str, Any]:
    """What a vault has besides memories, with texts for the ids."""
    layers, items = vault.layers, vault._writer.projections.now
    # Memories that came one by one, and were no turns, have no board before they are imported.
    boards = [one for one in items(BOARD).values() if not one.empty and one.thread != "t"]
    found = {
        "cards": [(one.procedure.name, one.performance, one.runs) for one in layers.procedures.cards()],
        "walks": [layers.procedures.run(run.id).walk for one in layers.procedures.cards() for run in one.runs],
        "skills": [asdict(one) for one in layers.procedures.skill_library()],
        "protected": [(one.content, one.id) for one in layers.meta.protected(limit=9)],
        "since": [one.at for one in items(PROTECTION).values()],
        "pairs": list(items(PAIR).values()),
        "boards": [asdict(replace(one, copied=0, upto=0)) for one in boards],
        "shown": [[one.content for one in layers.working.board(each.user, each.thread).board.items] for each in boards],
        "summaries": [asdict(replace(one, upto=0)) for one in items(SUMMARY).values()],
    }
    told = {name: named(vault, msgspec.to_builtins(value)) for name, value in found.items()}
    return {**told, "pairs": [sorted(pair) for pair in told["pairs"]]}


@pytest.mark.long
@pytest.mark.parametrize("format", ["jsonl", "entries", "markdown", "parquet"])
def test_what_is_no_memory_is_whole_in_another_vault(lived: Engine, tmp_path: Path, format: str) -> None:
    """T15, C7.5: runs, ratings, practice, protection, pairs that differ, boards, summaries and what somebody left out or
    removed when the layers were filled are the same in the other vault; a second import changes nothing, and one undo
    takes all of it back."""
    lived.export(tmp_path / "out", format)
    before = beside(lived)
    assert {name for name, value in before.items() if not value} == set()
    with vault_at(tmp_path / "other", filled_clock(lived), vault_id="other") as other:
        report = other.import_path(tmp_path / "out")
        assert (report.rejected, report.duplicate, report.warnings) == (0, 0, ())
        while other.layers.working.step():
            pass
        assert beside(other) == before
        assert offered(other) == offered(lived) == []
        assert list(other.layers.consolidation.previews()) == [] and not other.layers.consolidation.waiting("")
        assert other.verify().ok
        head = other._store.log.head
        again = other.import_path(tmp_path / "out")
        assert (again.new, again.rejected, again.warnings) == (0, 0, ())
        types = {event.type for event in other._store.log.select(limit=99) if event.seq > head}
        assert types <= {EventType.IMPORT, EventType.IMPORTED, EventType.GATE}
        other.undo(report.command)
        assert not other._store.records.count(RecordFilter())
        assert not any(value for name, value in beside(other).items() if name != "summaries")
        assert other.conversations.summaries.get_or_create().empty
        other.redo()
        back = beside(other)
        for name in ("cards", "walks", "skills", "since"):
            assert back[name] == before[name]
        assert offered(other) == [] and other.verify().ok


@pytest.mark.long
def test_one_parquet_file_brings_what_stands_beside_it(lived: Engine, tmp_path: Path) -> None:
    """T15, F3: a table that is imported by its own name brings the file of runs, boards and the rest along."""
    lived.export(tmp_path / "x.parquet", "parquet")
    with vault_at(tmp_path / "other", filled_clock(lived), vault_id="other") as other:
        report = other.import_path(tmp_path / "x.parquet")
        assert (report.rejected, report.warnings) == (0, ())
        while other.layers.working.step():
            pass
        assert beside(other) == beside(lived)
