"""Layers that were filled in one vault are whole in another: what their metadata names is found there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit
from memory_desktop.core.layers.emotional import EmotionEdit
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
