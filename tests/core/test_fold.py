"""Commands, events and the fold, without a database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.backoff import CAP_SECONDS, retry_delay
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import (
    EVENT_SCHEMA,
    GENESIS_HASH,
    Event,
    event_hash,
    item_id,
    payload_digest,
    sealed,
)
from memory_desktop.core.events.family import Command, Known, State
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import Edit, ForgetMemories, Relabel, Restore
from memory_desktop.core.events.merge import FinishMerge, MergeMemories
from memory_desktop.core.events.recall import ReinforceMemories
from memory_desktop.core.events.registry import FoldError, decide, fold
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.drafts import prepare
from memory_desktop.core.memory.encoding import memory_from_payload, memory_to_payload
from memory_desktop.core.memory.records import Draft, Layer, Memory, Status
from memory_desktop.core.merges import MergeState

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class World:
    """A vault of dictionaries: decides, folds and keeps."""

    def __init__(self) -> None:
        self.memories: dict[str, Memory] = {}
        self.events: list[Event] = []

    def do(self, command: Command) -> list[Memory]:
        known: dict[str, Known] = {}
        for memory in self.memories.values():
            if memory.content_hash not in known or memory.status is Status.ACTIVE:
                known[memory.content_hash] = Known(memory.id, memory.status)
        state = State("v", len(self.events) + 1, NOW, self.memories, known)
        changed: list[Memory] = []
        for new in decide(state, command):
            previous = self.events[-1].hash if self.events else GENESIS_HASH
            payload = canonical_json(new.payload).decode()
            event = sealed(
                Event(len(self.events) + 1, NOW, new.type, new.item, 1, payload, "user", EVENT_SCHEMA, previous)
            )
            self.events.append(event)
            for memory in fold(event, self.memories.get):
                self.memories[memory.id] = memory
                changed.append(memory)
        return changed

    def keep(self, text: str) -> Memory:
        return self.do(Remember((prepare(Draft(content=text)),)))[0]


memories = st.builds(
    Memory,
    key=st.integers(1, 10**9),
    id=st.text(min_size=1, max_size=8),
    content=st.text(max_size=40),
    content_hash=st.just("00"),
    layer=st.sampled_from(Layer),
    kind=st.text(max_size=8),
    tags=st.lists(st.text(max_size=5), max_size=3).map(tuple),
    external_id=st.none() | st.text(max_size=5),
    metadata=st.dictionaries(st.text(max_size=4), st.integers(-(2**53), 2**53) | st.text(max_size=4), max_size=3),
    confidence=st.floats(0, 1),
    salience=st.floats(0, 100),
    synthetic=st.booleans(),
    status=st.sampled_from(Status),
    lineage=st.lists(st.text(max_size=5), max_size=2).map(tuple),
    created_at=st.datetimes(min_value=datetime(1000, 1, 1), timezones=st.just(UTC)),
    updated_at=st.just(NOW),
    recorded_at=st.just(NOW),
    recalled_at=st.none() | st.just(NOW),
    recall_count=st.integers(0, 9),
    extra=st.dictionaries(st.sampled_from(["colour", "future_field"]), st.integers(0, 9)),
)


@given(memories)
def test_a_memory_survives_its_payload(memory: Memory) -> None:
    """A1, D3: every field, and fields of a newer version, come back from an event's payload."""
    memory = replace(memory, revision=memory.key, origin=memory.id)
    payload = memory_to_payload(memory)
    assert memory_from_payload(payload, seq=memory.key, ts=NOW, actor=memory.actor) == memory


def test_a_duplicate_is_left_out() -> None:
    """D2: the same content is kept once, within a command and against what is there."""
    world = World()
    assert len(world.do(Remember((prepare(Draft(content="Tea")), prepare(Draft(content=" tea ")))))) == 1
    assert world.do(Remember((prepare(Draft(content="TEA")),))) == []


def test_what_was_forgotten_can_be_said_again_with_a_new_id() -> None:
    """D2, E7: an id is never used again, even for the same words."""
    world = World()
    first = world.keep("tea")
    world.do(ForgetMemories((first.id,), "no more"))
    second = world.keep("tea")
    assert second.id != first.id
    assert world.memories[first.id].status is Status.TOMBSTONE


def test_an_edit_supersedes() -> None:
    """D2, F5: a new text is a new memory that names the old one, which names it."""
    world = World()
    old = world.keep("the dog is called Kafe")
    new = world.do(Edit(old.id, prepare(Draft(content="the dog is called Kaffe"))))[0]
    assert new.lineage == (old.id,)
    assert world.memories[old.id].superseded_by == new.id
    assert world.memories[old.id].status is Status.SUPERSEDED
    with pytest.raises(InvalidCommandError):
        world.do(Edit(old.id, prepare(Draft(content="again"))))


def test_a_merge_keeps_every_ancestor() -> None:
    """D1, D2: lineage of a merge is all parents and all their ancestors, and its weight the sum of theirs."""
    world = World()
    a, b, d = (world.keep(text) for text in ("one", "two", "three"))
    ab = world.do(MergeMemories((a.id, b.id), prepare(Draft(content="one and two"))))[0]
    abd = world.do(MergeMemories((ab.id, d.id), prepare(Draft(content="one, two and three"))))[0]
    assert set(abd.lineage) == {a.id, b.id, ab.id, d.id}
    assert abd.weight == 3.0
    assert {one.status for one in world.memories.values()} == {Status.ACTIVE}


def test_a_merge_retires_its_sources_at_its_end() -> None:
    """D1, F5: until it is finished they stay; then they are superseded by it, and cannot be merged again."""
    world = World()
    a, b, d = (world.keep(text) for text in ("one", "two", "three"))
    ab = world.do(MergeMemories((a.id, b.id), prepare(Draft(content="one and two"))))[0]
    world.do(ForgetMemories((b.id,)))
    world.do(FinishMerge(ab.id, (a.id, b.id), MergeState.DONE))
    assert (world.memories[a.id].status, world.memories[a.id].superseded_by) == (Status.SUPERSEDED, ab.id)
    assert (world.memories[b.id].status, world.memories[b.id].superseded_by) == (Status.TOMBSTONE, None)
    with pytest.raises(InvalidCommandError):
        world.do(MergeMemories((a.id, d.id), prepare(Draft(content="too late"))))


def test_a_merge_of_an_earlier_program_retires_its_sources_at_once() -> None:
    """D3: events that say nothing of a deferral are folded as they always were."""
    world = World()
    a, b = world.keep("one"), world.keep("two")
    world.do(MergeMemories((a.id, b.id), prepare(Draft(content="both"))))
    event = world.events[-1]
    payload = {name: value for name, value in orjson.loads(event.payload).items() if name != "deferred"}
    old = replace(event, payload=canonical_json(payload).decode())
    assert [one.status for one in fold(old, world.memories.get)] == [
        Status.ACTIVE,
        Status.SUPERSEDED,
        Status.SUPERSEDED,
    ]


def test_restore_makes_a_new_memory() -> None:
    """F5: bringing a forgotten text back never turns its status around."""
    world = World()
    old = world.keep("tea")
    world.do(ForgetMemories((old.id,)))
    new = world.do(Restore((old.id,)))[0]
    assert (new.content, new.lineage) == ("tea", (old.id,))
    assert world.memories[old.id].status is Status.TOMBSTONE
    assert world.do(Restore((old.id,))) == []


def test_what_comes_back_is_the_same_memory_under_another_id() -> None:
    """F5: a restored memory has the origin, times, counts, weight and author of the one that was forgotten."""
    world = World()
    old = world.keep("tea")
    world.memories[old.id] = old = old.with_(recall_count=7, recalled_at=NOW, weight=2.0, actor="agent")
    world.do(ForgetMemories((old.id,)))
    new = world.do(Restore((old.id,)))[0]
    world.do(ForgetMemories((new.id,)))
    again = world.do(Restore((new.id,)))[0]
    for one in (new, again):
        assert one.origin == old.id
        assert (one.recall_count, one.recalled_at, one.weight, one.actor) == (7, NOW, 2.0, "agent")
        assert (one.created_at, one.recorded_at) == (old.created_at, old.recorded_at)


def test_relabelling_says_only_what_changed() -> None:
    """A1: labels change in place, without a new text, and an unchanged one gives no event."""
    world = World()
    memory = world.keep("tea")
    changed = world.do(Relabel(ids=(memory.id,), add_tags=("b", " a "), kind="pref"))[0]
    assert (changed.tags, changed.kind) == (("a", "b"), "pref")
    assert world.do(Relabel(ids=(memory.id,), add_tags=("a",), kind="pref")) == []


@pytest.mark.parametrize(
    "command",
    [
        ForgetMemories(("mem_none",)),
        Edit("mem_none", prepare(Draft(content="x"))),
        ReinforceMemories(("mem_none",), 1.0),
        MergeMemories(("mem_none", "mem_other"), prepare(Draft(content="x"))),
    ],
)
def test_an_unknown_id_is_named(command: Command) -> None:
    """D2: a command about nothing is refused with the id in the message."""
    with pytest.raises(NotFoundError, match="mem_none"):
        World().do(command)


@pytest.mark.parametrize(
    "draft",
    [
        Draft(content="x", confidence=1.5),
        Draft(content="x", trust=-0.1),
        Draft(content="x", salience=-1.0),
        Draft(content="x", salience=float("nan")),
    ],
)
def test_numbers_out_of_range_are_refused(draft: Draft) -> None:
    """D2: salience is not negative, confidence and trust are from 0 to 1."""
    with pytest.raises(InvalidCommandError):
        World().do(Remember((prepare(draft),)))


def test_empty_text_is_refused() -> None:
    """D2: nothing but white space is no memory."""
    with pytest.raises(InvalidCommandError):
        prepare(Draft(content=" \n\t "))


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("target", Status)
def test_status_goes_one_way(status: Status, target: Status) -> None:
    """D2: active → superseded → tombstone, and never back or in place."""
    memory = World().keep("tea").with_(status=status)
    order = list(Status)
    if order.index(target) > order.index(status):
        assert kernel.retire(memory, target).status is target
    else:
        with pytest.raises(InvalidCommandError):
            kernel.retire(memory, target)


def test_every_field_of_an_event_is_sealed() -> None:
    """D9: changing any field of an event changes its hash."""
    event = sealed(Event(2, NOW, "INGEST", "m", 1, "{}", "user", "1.0", GENESIS_HASH))
    others = [
        replace(event, seq=3),
        replace(event, ts=NOW + timedelta(microseconds=1)),
        replace(event, type="FORGET"),
        replace(event, item="n"),
        replace(event, command=2),
        replace(event, actor="agent"),
        replace(event, schema_version="1.1"),
        replace(event, prev_hash=bytes([1]) + bytes(31)),
    ]
    digested = [sealed(replace(event, payload="{} ")), sealed(replace(event, salt=bytes(16)))]
    hashes = {event.hash, *(event_hash(other) for other in others), *(other.hash for other in digested)}
    assert len(hashes) == len(others) + len(digested) + 1


def test_the_hash_does_not_need_the_payload() -> None:
    """F14: an event whose payload and salt are removed keeps its hash, and its digest tells nothing of a short text."""
    event = sealed(Event(2, NOW, "INGEST", "m", 1, '{"pin":"1234"}', "user", "1.0", GENESIS_HASH, bytes(range(16))))
    assert event_hash(replace(event, payload="", salt=b"")) == event.hash
    assert event.digest not in {payload_digest(b"", f'{{"pin":"{pin:04d}"}}') for pin in range(10_000)}


@pytest.mark.parametrize("payload", ["", "[]", "{}", '{"memory": 1}', '{"memory": {"id": "x"}}'])
def test_a_damaged_payload_is_named(payload: str) -> None:
    """E5: folding a damaged event says which one it is."""
    with pytest.raises(FoldError, match="Event 7"):
        fold(Event(7, NOW, "INGEST", "x", 7, payload, "user", "1.0", GENESIS_HASH), lambda id: None)


def test_unknown_events_change_nothing() -> None:
    """A1: an event type of a newer program is passed over, not refused."""
    assert fold(Event(1, NOW, "NEWER", "", 1, "{}", "user", "9.0", GENESIS_HASH), lambda id: None) == []


def test_ids_are_deterministic_and_belong_to_their_vault() -> None:
    """D2: the same log gives the same ids; two vaults never share one."""
    assert item_id("mem", "v", 1) == item_id("mem", "v", 1)
    assert len({item_id("mem", vault, seq) for vault in "ab" for seq in range(1000)}) == 2000


def test_retries_wait_longer_and_longer() -> None:
    """A3: waiting doubles with each failure up to an hour."""
    waits = [retry_delay(n) for n in range(1, 40)]
    assert waits[:3] == [2.0, 4.0, 8.0]
    assert waits == sorted(waits)
    assert waits[-1] == CAP_SECONDS
