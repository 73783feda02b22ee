"""The event families: each says everything about its events, and nothing else has to know them."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from memory_desktop.core.events.assembly import Assemble
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.family import Family
from memory_desktop.core.events.registry import FAMILIES, OWNERS, vector_work
from memory_desktop.core.vector_items import TITLES, VectorKind, VectorWork, queue_text
from tests.helpers import NOON

PARTS = ("items", "words", "title")


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_a_family_has_all_its_parts(family: Family) -> None:
    """D3: payloads, items, rule, fold, inverse and words: a family with events that change items has all six."""
    own = type(family).__dict__
    assert family.payloads
    assert all(part in own for part in PARTS)
    assert not family.commands or "decide" in own
    if family.kinds:
        assert "fold" in own or "records" in own
        steps = [one for one in family.payloads if one.undoable]
        assert not steps or "take_back" in own


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_payloads_and_commands_are_typed_and_frozen(family: Family) -> None:
    """D3: what an event says and what is asked for are frozen classes with named fields."""
    for payload in family.payloads:
        assert issubclass(payload, msgspec.Struct)
        assert payload.__struct_config__.frozen
    for command in family.commands:
        assert dataclasses.is_dataclass(command)
        assert command.__dataclass_params__.frozen


def test_every_event_type_has_one_family() -> None:
    """D3: no type is without a family, and none has two."""
    types = [one.type for family in FAMILIES for one in family.payloads]
    assert sorted(types) == sorted(EventType)


def test_each_kind_of_item_has_one_owner() -> None:
    """D3: two families never fold the same items."""
    kinds = [kind for family in FAMILIES for kind in family.kinds]
    assert len(kinds) == len(set(kinds)) == len(OWNERS)


def test_telemetry_is_no_step_of_undo() -> None:
    """F5: what was recalled or activated is written down, but is nothing that a person did."""
    steps = {one.type.value for family in FAMILIES for one in family.payloads if one.undoable}
    assert steps.isdisjoint(("RECALL", "ACTIVATE", "GATE", "UNDO", "VAULT"))
    assert steps.issuperset(("INGEST", "FORGET", "UPDATE", "ASSEMBLE", "IMPORT", "ROLLBACK", "LABEL"))


def test_a_new_assembly_waits_for_a_vector_by_its_family() -> None:
    """A3: what waits for a vector is said by the families, for every kind that the one queue knows."""
    payload = Assemble(assembly={"id": "asm_1"})
    made = payload.event("asm_1")
    event = Event(7, NOON, made.type, "asm_1", 7, "", "user", "1.0", b"")
    assert vector_work([(event, payload)]) == [VectorWork(VectorKind.ASSEMBLY, 7)]
    assert set(TITLES) == set(VectorKind)
    assert [queue_text(kind, "x") for kind in ("memory", "assembly", "cycle")] == ["x", "Assembly: x", "Cycle: x"]
