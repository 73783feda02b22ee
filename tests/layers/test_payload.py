"""Payloads of layers: ranges, what a newer program added, and how a library keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from memory_desktop import open_vault
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.payload import KINDS, LayerPayload, Part, Score, metadata_of, payload_of, read
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
