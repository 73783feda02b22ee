"""Payloads of layers: ranges, what a newer program added, and how a library keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from memory_desktop import open_vault
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit, Edge
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.payload import (
    KINDS,
    LayerPayload,
    Part,
    Score,
    metadata_of,
    payload_of,
    read,
    read_part,
)
from memory_desktop.core.layers.procedures import Alternative, Procedure, Step
from memory_desktop.core.memory.records import Layer
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.library import Library, Origin


class Inner(Part, frozen=True):
    depth: Score = 0.0


class Idea(LayerPayload, frozen=True):
    key: ClassVar[str] = "idea"
    kind: ClassVar[str] = "idea"
    layer: ClassVar[Layer] = Layer.SEMANTIC
    name: str
    worth: Score = 0.5
    inner: Inner = msgspec.field(default_factory=Inner)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_vault(tmp_path / "v", create=True) as opened:
        yield opened


@pytest.fixture
def ideas(engine: Engine) -> Library[Idea]:
    parts = engine._parts
    return Library(Idea, lambda idea: f"Idea: {idea.name}", parts.store, parts.writer, parts.gates, parts.life)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"name": "a", "worth": 1.5}, "worth"),
        ({"name": "a", "inner": {"depth": -0.1}}, "inner.depth"),
        ({"name": "a", "inner": {"depth": float("nan")}}, "inner.depth"),
        ({"name": 3}, "name"),
    ],
)
def test_a_field_out_of_its_range_is_named(given: dict[str, object], place: str) -> None:
    """C0.8: numbers out of range and NaN are rejected, and the field is named."""
    with pytest.raises(InvalidCommandError, match=rf"^{place}\b"):
        read(given, Idea)


def test_what_a_newer_program_added_stays(engine: Engine, ideas: Library[Idea]) -> None:
    """C0.9: fields that this program does not know are kept when the payload is changed."""
    engine.remember(
        "x", kind="idea", metadata={"idea": {"name": "x", "colour": "red", "inner": {"depth": 0.2, "n": 1}}}
    )
    (entry,) = ideas.all()
    ideas.revise(entry, Idea(name="x", worth=0.9))  # the text of the memory is another: it is superseded
    (entry,) = ideas.all()
    assert entry.memory.metadata["idea"] | {"origin": ""} == {
        "name": "x",
        "worth": 0.9,
        "colour": "red",
        "inner": {"n": 1},
        "origin": "",
    }
    assert payload_of(entry.memory, Idea) == entry.payload
    assert metadata_of(entry.payload, entry.memory)["idea"]["colour"] == "red"


def test_what_a_newer_program_added_to_entries_of_lists_stays(engine: Engine) -> None:
    """C0.9: an edit keeps what this program does not know of each step, alternative, edge and user, through a change of
    words, of order and of number; what is taken away takes its own along and gives it to nobody."""
    procedures, concepts = engine.layers.procedures, engine.layers.concepts
    tea = procedures.create(
        Procedure(
            name="Tea",
            type="Teaching",
            steps=(
                Step(description="Boil", alternatives=(Alternative(description="Ask for a kettle"),)),
                Step(description="Pour"),
                Step(description="Wait"),
            ),
        )
    )
    assert tea is not None
    raw = json.loads(json.dumps(tea.memory.metadata["procedure"]))
    for place, step in enumerate(raw["steps"]):
        step["colour"] = place
    raw["steps"][0]["alternatives"][0]["cost"] = 2
    engine.update([tea.memory.id], metadata={"procedure": raw})
    boil, pour, wait = procedures.get(tea.id).payload.steps
    hot = msgspec.structs.replace(boil, description="Boil the water")
    old = procedures.get(tea.id).payload
    procedures.edit(tea.id, msgspec.structs.replace(old, steps=(wait, hot, Step(description="Drink"), pour)))
    steps = procedures.get(tea.id).memory.metadata["procedure"]["steps"]
    assert [(one["description"], one.get("colour")) for one in steps] == [
        ("Wait", 2),
        ("Boil the water", 0),
        ("Drink", None),
        ("Pour", 1),
    ]
    assert steps[1]["alternatives"][0]["cost"] == 2
    talk = engine.remember("We talked of Porto.").memory
    assert talk is not None
    porto = concepts.learn(
        ConceptData(name="Porto", edges=(Edge(target="Douro", relationship="lies at"),)), (talk.id,)
    ).entry
    assert porto is not None
    said = json.loads(json.dumps(porto.memory.metadata["concept"]))
    said["knowledge"]["edges"][0]["since"] = 1123
    said["user_specific"] = {"": {"mastery_level": 0.5, "hours": 3}}
    engine.update([porto.memory.id], metadata={"concept": said})
    concepts.learn(ConceptData(name="Porto", facts=("It rains.",)), (talk.id,))
    kept = concepts.get("Porto").memory.metadata["concept"]
    assert kept["knowledge"]["edges"][0]["since"] == 1123 and kept["user_specific"][""]["hours"] == 3


def test_an_entry_is_the_same_one_through_its_versions(engine: Engine, ideas: Library[Idea]) -> None:
    """C0.3: its id stays while its text changes; what is retired is gone, and undo brings it back (C0.4)."""
    first = ideas.create(Idea(name="tea"), user="mara", origin=Origin(actor="agent:x"))
    assert first is not None and first.user_id == "mara" and first.memory.actor == "agent:x"
    second = ideas.revise(first, Idea(name="green tea"))
    third = ideas.revise(second, Idea(name="green tea", worth=1.0))
    assert (second.id, third.id) == (first.id, first.id)
    assert second.memory.id != first.memory.id == first.id and third.memory.id == second.memory.id
    assert [one.payload.worth for one in ideas.all("mara")] == [1.0] and ideas.all("rui") == ()
    assert ideas.get(first.id).memory.id == third.memory.id
    assert ideas.retire([first.id]) == 1
    with pytest.raises(NotFoundError):
        ideas.get(first.id)
    engine.undo()
    assert ideas.get(first.id).payload == third.payload
    with pytest.raises(InvalidCommandError, match="worth"):
        ideas.create(Idea(name="b", worth=float("inf")))


def test_the_same_words_may_stand_in_a_message(engine: Engine, ideas: Library[Idea]) -> None:
    """C0.2: an entry is a memory of its own, also where another memory has the same text."""
    kept = engine.remember("Idea: tea").memory
    entry = ideas.create(Idea(name="tea"))
    assert kept is not None and entry is not None and entry.memory.id != kept.id


def test_every_payload_is_known_as_one() -> None:
    """C0.4: what carries a payload comes back on undo though another says the same: its kind is listed."""
    assert {one.kind for one in _payloads(LayerPayload)} <= {*KINDS, "episode"}


def _payloads(kind: type[LayerPayload]) -> list[type[LayerPayload]]:
    """Those of the program, of whatever depth; tests have some of their own."""
    found = [one for one in kind.__subclasses__() if one.__module__.startswith("memory_desktop")]
    return found + [each for one in found for each in _payloads(one)]


def test_a_text_that_is_made_from_fields_is_changed_by_its_form_alone(engine: Engine) -> None:
    """C3.15, C4.21, F6: a plain edit of a concept, procedure, emotional event or skill, a change of its kind and a merge
    are refused with the place of its form, and write nothing; its labels can be changed, and the form changes both."""
    layers = engine.layers
    porto = layers.concepts.create(ConceptData(name="Porto", facts=("It rains.",)))
    tea = layers.procedures.create(Procedure(name="Tea", type="Teaching", steps=(Step(description="Boil"),)))
    joy = layers.emotions.record("I am so happy!")
    skill = engine.conversations.skills.create(Skill("greet", "Say hello.", "Hello!"))
    made = [one.memory for one in (porto, tea, joy) if one is not None] + [engine.get(skill.id)]
    plain = engine.remember("Porto is a city.", kind="concept").memory
    assert plain is not None
    head = engine.head
    for memory, place in zip(made, ("Concepts", "Procedures", "Emotions", "Skills"), strict=True):
        for change in (
            partial(engine.edit, memory.id, "Something else"),
            partial(engine.update, [memory.id], kind="fact"),
            partial(engine.edit, memory.id, memory.content, kind="fact"),
            partial(engine.merge, [memory.id, plain.id]),
        ):
            with pytest.raises(InvalidCommandError) as refused:
                change()
            assert refused.value.hint is not None and place in refused.value.hint
    assert engine.head == head
    assert engine.edit(made[0].id, made[0].content, tags=["city"]).tags == ("city",)
    layers.concepts.edit("Porto", ConceptEdit(facts=("It rains a lot.",)))
    assert "It rains a lot." in layers.concepts.get("Porto").memory.content
    assert engine.edit(plain.id, "Porto is a town.").content == "Porto is a town."


def test_what_does_not_fit_is_said_in_plain_words() -> None:
    """C0.2: a field that does not fit is named, with what it has to be in words and not in the terms of a library."""
    for given, words in (
        ({"valence": 1.5}, "valence: has to be a number of at most 1."),
        ({"intensity": -1}, "intensity: has to be a number of at least 0."),
        ({"topic": 3}, "topic: has to be a text, got a whole number."),
        ({"effectiveness": "high"}, "effectiveness: has to be a number or nothing, got a text."),
    ):
        with pytest.raises(InvalidCommandError) as error:
            read_part(given, EmotionEdit)
        assert error.value.message == words
