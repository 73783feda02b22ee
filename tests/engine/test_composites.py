"""Composites follow what they are made of: members, successors and saliences; a stale one lifts nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.assemblies import composite
from memory_desktop.core.errors import VaultError
from memory_desktop.core.events.event import EventType
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.helpers import Clock, vault_at

TEXTS = (
    "Mara prefers green tea in the afternoon",
    "The kettle for tea stands beside the sink",
    "Sencha tea is bought at the shop in Bica",
    "The boat is called Skarven",
    "The boat goes into the water in April",
    "Tiago teaches physics",
)


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", clock) as engine:
        for text in TEXTS:
            engine.remember(text)
        engine.sync()
        yield engine


def made(vault: Engine) -> str:
    """The id of a synchronised assembly of the memories about tea."""
    ids = [memory.id for memory in vault.page(vault._store.records.all_keys()) if "tea " in memory.content]
    group = vault.assemblies.create("Tea", ids)
    vault.sync()
    return group.id


def stored(vault: Engine) -> np.ndarray:
    (vector,) = vault._store.composites.of(vault.model_version).vectors
    return vector


def true_composite(vault: Engine, id: str) -> np.ndarray:
    members = sorted(vault.assemblies.members(id), key=lambda one: one.key)
    _, vectors = vault._vectors.index.fetch(np.array([one.key for one in members]))
    return composite(vectors, [one.salience for one in members])


def edit(vault: Engine, ids: list[str]) -> None:
    vault.edit(ids[0], "Quantum mechanics of lasers")


def merge(vault: Engine, ids: list[str]) -> None:
    vault.merge(ids[:2])
    vault.sync()


def bring_back(vault: Engine, ids: list[str]) -> None:
    vault.forget(ids[0])
    vault.sync()
    vault.restore([ids[0]])


CHANGES: dict[str, Callable[[Engine, list[str]], object]] = {
    "reinforced": lambda vault, ids: vault.reinforce(ids[0], 0.4),
    "weighed": lambda vault, ids: vault.update([ids[1]], salience=0.0),
    "edited": edit,
    "forgotten": lambda vault, ids: vault.forget(ids[2]),
    "undone": lambda vault, ids: (edit(vault, ids), vault.sync(), vault.undo()),
    "restored": bring_back,
    "one more": lambda vault, ids: vault.assemblies.add(
        vault.assemblies.all()[0].id, [vault.related(ids[0]).hits[-1].memory.id]
    ),
    "one less": lambda vault, ids: vault.assemblies.remove(vault.assemblies.all()[0].id, ids[:1]),
}


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_a_composite_of_other_members_lifts_nothing_until_it_is_made_again(vault: Engine, change: str) -> None:
    """A2, A4: whatever changes a member, or which there are, shuts the gate with its reason until the next sync."""
    id = made(vault)
    before = vault.recall("green tea").assemblies[0]
    assert before.state == "activated"
    CHANGES[change](vault, list(vault.assemblies.get(id).members))
    answer = vault.recall("green tea")
    assert [one.state for one in answer.assemblies] == ["skipped"]
    assert "members changed" in answer.assemblies[0].reason
    assert not any(boost.name == "assembly" for hit in answer.hits for boost in hit.boosts)
    assert vault.assemblies.states()[0].freshness == "stale"
    vault.sync()
    assert np.array_equal(stored(vault), true_composite(vault, id))
    assert vault.recall("green tea").assemblies[0].state != "skipped"
    assert vault.assemblies.states()[0].freshness == "fresh"
    assert vault.sync_queue() == []


def test_a_merge_of_members_is_followed(vault: Engine) -> None:
    """A2: when members are merged, the composite is made of the merged memory."""
    id = made(vault)
    merge(vault, list(vault.assemblies.get(id).members))
    vault.sync()
    assert len(vault.assemblies.members(id)) == 2
    assert np.array_equal(stored(vault), true_composite(vault, id))


def test_what_does_not_concern_the_members_leaves_the_composite(vault: Engine) -> None:
    """A4: new memories, other memories' edits, tags, recalls and feedback shut no gate."""
    id = made(vault)
    member = vault.assemblies.get(id).members[0]
    boat = vault.recall("boat", mode="keyword").hits[0].memory.id
    vault.remember("Something else entirely")
    vault.edit(boat, "The ship is called Skarven")
    vault.update([member], add_tags=["warm"])
    vault.appraise(member, useful=True)
    vault.recalls.note("tea", [member])
    vault.recalls.flush()
    assert vault.recall("green tea").assemblies[0].state == "activated"


def test_a_member_that_comes_while_the_composite_is_made_is_not_lost(vault: Engine) -> None:
    """A2: what changes between computing and confirming is in the composite that is confirmed."""
    id = made(vault)
    late = vault.recall("physics", mode="keyword").hits[0].memory.id
    once = iter([late])

    def meanwhile() -> None:
        for one in once:
            vault.assemblies.add(id, [one])

    vault._parts.composites.fault = meanwhile
    vault.reinforce(vault.assemblies.get(id).members[0], 0.2)
    vault.sync()
    assert late in vault.assemblies.get(id).members
    assert np.array_equal(stored(vault), true_composite(vault, id))
    assert vault.assemblies.states()[0].freshness == "fresh"


def test_an_assembly_whose_member_has_no_vector_waits_its_turn(vault: Engine, clock: Clock) -> None:
    """A3: what cannot be made yet is tried again after its wait, not at every step, though it is out of date."""
    id = made(vault)
    fresh = vault.remember("Assam tea is strong").memory
    vault.drop_from_queue([fresh.key])
    vault.assemblies.add(id, [fresh.id])
    for _ in range(3):
        vault.sync()
    state = vault.assemblies.states()[0]
    assert (state.vector.state, state.vector.attempts) == ("failed", 1)
    vault.retry_now([fresh.key])
    clock.forward(seconds=10)
    vault.sync()
    assert vault.assemblies.states()[0].freshness == "fresh"


def test_a_repair_of_the_records_is_followed(vault: Engine) -> None:
    """A4, T14: a composite of what a damaged record said is made again once the record is repaired."""
    id = made(vault)
    with vault._store.database.transaction() as cursor:
        cursor.execute("UPDATE records SET salience = 9.0 WHERE id = ?", [vault.assemblies.get(id).members[0]])
    assert vault.verify(repair=True).ok
    vault.sync()
    assert np.array_equal(stored(vault), true_composite(vault, id))
    assert vault.recall("green tea").assemblies[0].state == "activated"


@pytest.mark.long
def test_answers_are_the_same_after_a_rebuild(tmp_path: Path, clock: Clock) -> None:
    """D3, A2: a hundred queries to a vault with assemblies give the same hits, scores and reasons before and after."""
    chance = random.Random(9)
    words = "tea boat train garden river music winter bread letter window market mountain".split()
    path = tmp_path / "vault"
    queries = [" ".join(chance.sample(words, 2)) for _ in range(100)]

    def answers(vault: Engine) -> list[object]:
        vault.sync()
        found = [vault.recall(query) for query in queries]
        return [
            ([(hit.memory.id, hit.score, hit.lists, hit.boosts) for hit in one.hits], one.assemblies, one.notes)
            for one in found
        ]

    with vault_at(path, clock) as vault:
        ids = [vault.remember(" ".join(chance.sample(words, 5)) + f" {n}").memory.id for n in range(150)]
        vault.sync()
        for number in range(25):
            vault.assemblies.create(f"Group {number}", chance.sample(ids, 6))
        vault.sync()
        vault.reinforce(chance.sample(ids, 30), 0.4)
        vault.forget(chance.sample(ids, 10))
        for id in [one for one in chance.sample(ids, 30) if vault.get(one).status.value == "active"]:
            vault.edit(id, " ".join(chance.sample(words, 5)))
        vault.merge([memory.id for memory in vault.assemblies.members(vault.assemblies.all()[0].id)][:3])
        vault.sync()
        vault.undo()
        vault.recalls.note("tea", ids[:3])
        vault.recalls.flush()
        before = answers(vault)
    rebuild_vault(path, clock=clock)
    with vault_at(path, clock) as vault:
        assert answers(vault) == before


def test_activations_that_could_not_be_written_wait_for_the_next_time(
    vault: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A2: a failed write loses no count, and nothing is counted twice."""
    id = made(vault)
    for _ in range(3):
        vault.recall("green tea")

    def refuse(*_arguments: object, **_more: object) -> None:
        raise VaultError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(vault._writer, "execute", refuse)
        with pytest.raises(VaultError):
            vault.assemblies.flush()
    vault.recall("green tea")
    assert vault.assemblies.flush()
    assert not vault.assemblies.flush()
    assert vault.assemblies.get(id).activation_count == 4
    assert len(vault.events(type=EventType.ACTIVATE)) == 1
