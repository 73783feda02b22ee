"""The contract's operations: every property that the contract states, by Hypothesis."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_desktop.core.assemblies import composite
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.canonical import content_hash
from memory_desktop.core.memory.kernel import Embedded, decay, forget, reinforce, superpose
from memory_desktop.core.memory.records import Memory, Status

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MODEL = "test@00000000"
finite = st.floats(-1e6, 1e6, allow_nan=False)
saliences = st.floats(0.0, 1e6, allow_nan=False)


def memory(id: str = "mem_a", **more) -> Memory:
    fields = {"content": f"Content of {id}", "content_hash": "0", "created_at": NOW, "updated_at": NOW, **more}
    return Memory(key=1, id=id, recorded_at=NOW, **fields)


@st.composite
def fresh(draw, id: str | None = None) -> Embedded:
    """A fresh memory with a unit vector."""
    name = id or "mem_" + draw(st.text("abcdef0123456789", min_size=6, max_size=6))
    numbers = draw(st.lists(st.floats(-1, 1, allow_nan=False), min_size=4, max_size=4))
    vector = np.array(numbers)
    length = np.linalg.norm(vector)
    assume(length > 1e-3)
    labels = {
        "salience": draw(st.floats(0, 10)),
        "trust": draw(st.floats(0, 1)),
        "tags": tuple(draw(st.lists(st.sampled_from("abc"), unique=True))),
        "content": draw(st.sampled_from(["tea", "coffee", f"only {name}"])),
        "synthetic": draw(st.booleans()),
    }
    return Embedded(memory(name, **labels), vector / length, MODEL)


@st.composite
def different(draw, count: int) -> list[Embedded]:
    """So many fresh memories with ids of their own."""
    return [draw(fresh(f"mem_{n}{draw(st.text('abcdef', min_size=3, max_size=3))}")) for n in range(count)]


def same(a: Embedded, b: Embedded, tolerance: float = 0.0) -> bool:
    """Equal in all that the contract says is: vector, leaves, lineage."""
    return (
        bool(np.abs(a.vector - b.vector).max() <= tolerance)
        and set(a.leaves) == set(b.leaves)
        and a.memory.weight == b.memory.weight
    )


@given(different(2))
def test_superposition_is_commutative(pair: list[Embedded]) -> None:
    """D1: the order of the two does not matter, to the last bit and in every field."""
    a, b = pair
    one, other = superpose(a, b), superpose(b, a)
    assert one.memory == other.memory
    assert same(one, other)


@given(fresh())
def test_superposition_is_idempotent(a: Embedded) -> None:
    """D1: a memory composed with itself is itself."""
    assert superpose(a, a) is a


@given(different(2))
def test_a_part_adds_nothing_to_the_whole(pair: list[Embedded]) -> None:
    """D1: composing with an ancestor brings no new information, so nothing new is made."""
    whole = superpose(*pair)
    assert superpose(whole, pair[0]) is whole
    assert superpose(pair[1], whole) is whole


@given(different(3))
def test_superposition_is_associative(three: list[Embedded]) -> None:
    """D1: for disjoint lineages vectors agree within 1e-6, and leaves and weight exactly."""
    a, b, c = three
    assert same(superpose(superpose(a, b), c), superpose(a, superpose(b, c)), 1e-6)


@given(different(4))
def test_superposition_of_overlapping_lineages(four: list[Embedded]) -> None:
    """D1: what both contain counts once, whatever the order."""
    a, b, c, d = four
    left = superpose(superpose(a, b), superpose(b, c))
    right = superpose(a, superpose(b, c))
    assert same(left, right, 1e-6)
    assert same(superpose(left, d), superpose(d, right), 1e-6)


@given(different(2))
def test_two_fresh_memories_follow_the_seeds_formula(pair: list[Embedded]) -> None:
    """D1: normalise((a + b) / 2), lineage and salience as the seed writes them."""
    a, b = pair
    mean = (a.vector + b.vector) / 2
    assume(np.linalg.norm(mean) > 1e-3)
    made = superpose(a, b)
    assert np.allclose(made.vector, mean / np.linalg.norm(mean), atol=1e-12)
    assert made.memory.lineage == tuple(sorted({a.memory.id, b.memory.id}))
    assert made.memory.salience == max(a.memory.salience, b.memory.salience)
    first, second = sorted(pair, key=lambda one: one.memory.id)
    contents = (first.memory.content, second.memory.content)
    assert made.memory.content == (contents[0] if contents[0] == contents[1] else "\n".join(contents))


@given(different(2))
def test_superposition_changes_neither_of_the_two(pair: list[Embedded]) -> None:
    """D1: the operands are as they were, and the result is a unit vector with an id of its own."""
    before = [(one.memory, one.vector.copy()) for one in pair]
    made = superpose(*pair)
    assert [(one.memory, one.vector.tolist()) for one in pair] == [(m, v.tolist()) for m, v in before]
    assert abs(np.linalg.norm(made.vector) - 1) < 1e-9
    assert made.memory.id not in {one.memory.id for one in pair}
    assert made.memory.status is Status.ACTIVE


def test_opposite_vectors_have_a_direction_all_the_same() -> None:
    """D1: a sum of nothing takes the first leaf's direction; no number is lost."""
    up, down = np.array([0.0, 1.0]), np.array([0.0, -1.0])
    a, b = Embedded(memory("mem_a"), up, MODEL), Embedded(memory("mem_b"), down, MODEL)
    assert superpose(a, b).vector.tolist() == superpose(b, a).vector.tolist() == up.tolist()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"model_version": "other@11111111"}, "other@11111111"),
        ({"memory": memory("mem_b", schema_version="2.0")}, "2.0"),
        ({"memory": memory("mem_b", status=Status.SUPERSEDED)}, "superseded"),
        ({"memory": memory("mem_b", status=Status.TOMBSTONE)}, "forgotten"),
        ({"vector": np.ones(3) / np.sqrt(3)}, "3"),
    ],
)
def test_superposition_has_preconditions(change, named: str) -> None:
    """D1, D4: other versions, sizes and retired memories are refused, in both orders, and named."""
    a = Embedded(memory("mem_a"), np.array([1.0, 0.0]), MODEL)
    b = Embedded(**{"memory": memory("mem_b"), "vector": np.array([0.0, 1.0]), "model_version": MODEL, **change})
    for pair in ((a, b), (b, a)):
        with pytest.raises(InvalidCommandError, match=named):
            superpose(*pair)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_vectors_that_are_not_finite_are_refused(bad: float) -> None:
    """D1: a vector with NaN or infinity in it is no operand, no leaf, and makes no composite."""
    vector, good = np.array([1.0, bad]), np.array([1.0, 0.0])
    with pytest.raises(InvalidCommandError, match="not finite"):
        Embedded(memory("mem_a"), vector, MODEL)
    with pytest.raises(InvalidCommandError, match="not finite"):
        Embedded(memory("mem_a"), good, MODEL, {"mem_b": vector})
    with pytest.raises(InvalidCommandError, match="not finite"):
        kernel.direction({"mem_a": good, "mem_b": vector})
    with pytest.raises(InvalidCommandError, match="not finite"):
        composite(np.array([[1.0, bad], [1.0, 0.0]], dtype=np.float32))
    with pytest.raises(InvalidCommandError, match="not finite"):
        composite(np.eye(2, dtype=np.float32), [1.0, bad])


@given(st.permutations([0, 1, 2]))
def test_what_memories_are_as_one_does_not_depend_on_their_order(order: list[int]) -> None:
    """A9, D1: metadata and emotion are united, the newest memory has the last word, and lists are joined."""
    three = [
        memory(
            f"mem_{n}",
            created_at=NOW.replace(day=1 + n),
            weight=float(n + 1),
            metadata={"all": n, f"only {n}": True, "list": ["x", n], "deep": {"all": n, f"only {n}": n}},
            emotion={"valence": n / 10, "labels": ["calm", f"label {n}"], **({"arousal": 0.3} if n == 0 else {})},
        )
        for n in range(3)
    ]
    one = kernel.composed([three[place] for place in order])
    assert one.metadata == {
        "all": 2,
        "only 0": True,
        "only 1": True,
        "only 2": True,
        "list": ["x", 0, 1, 2],
        "deep": {"all": 2, "only 0": 0, "only 1": 1, "only 2": 2},
    }
    assert one.emotion == {"valence": 0.2, "labels": ["calm", "label 0", "label 1", "label 2"], "arousal": 0.3}
    assert (one.weight, one.created_at) == (6.0, NOW.replace(day=3))
    assert one.content_hash == content_hash(one.content)


@given(saliences, finite)
def test_reinforcement_is_monotonic_bounded_and_touches_nothing_else(salience: float, credit: float) -> None:
    """D1: salience never falls, rises at most by the cap, and all else stays."""
    before = memory(salience=salience)
    after = reinforce(before, credit)
    assert salience <= after.salience <= salience + kernel.SALIENCE_CAP
    assert after.with_(salience=salience) == before


@given(saliences, st.floats(0, 1e5), st.floats(1e-2, 1e5))
def test_decay_never_raises_and_touches_nothing_else(salience: float, dt: float, half_life: float) -> None:
    """D1: non-increasing, never negative, deterministic; only the salience changes."""
    before = memory(salience=salience)
    after = decay(before, dt, half_life)
    assert 0.0 <= after.salience <= salience
    assert after == decay(before, dt, half_life)
    assert after.with_(salience=salience) == before


@given(st.floats(0, 100), st.floats(0, 1e4), st.floats(0, 1e-3), st.floats(1, 1e4))
def test_decay_is_continuous(salience: float, dt: float, little: float, half_life: float) -> None:
    """D1: a little more time changes the salience by a little: at most salience · ln 2 / half-life for each hour."""
    one = decay(memory(salience=salience), dt, half_life).salience
    other = decay(memory(salience=salience), dt + little, half_life).salience
    assert abs(one - other) <= salience * np.log(2) / half_life * little * (1 + 1e-6) + 1e-9


@given(st.floats(1e-3, 100), st.floats(0, 500), st.floats(0, 500), st.floats(10, 1e4))
def test_decay_twice_is_decay_for_the_sum(salience: float, first: float, second: float, half_life: float) -> None:
    """D1: half of it after one half-life, and time adds up."""
    before = memory(salience=salience)
    twice = decay(decay(before, first, half_life), second, half_life).salience
    assert twice == pytest.approx(decay(before, first + second, half_life).salience, rel=1e-9)
    assert decay(before, half_life, half_life).salience == pytest.approx(salience / 2)


@pytest.mark.parametrize(("dt", "half_life"), [(-1, 168), (float("nan"), 168), (1, 0), (1, -5), (float("inf"), 168)])
def test_decay_refuses_what_is_no_time(dt: float, half_life: float) -> None:
    """D1: negative times and half-lives of nothing are errors."""
    with pytest.raises(InvalidCommandError):
        decay(memory(salience=1.0), dt, half_life)


def test_reinforcement_refuses_what_is_no_number() -> None:
    """D1: a credit that is not a number is an error."""
    with pytest.raises(InvalidCommandError):
        reinforce(memory(), float("nan"))


@given(st.sampled_from(["tombstone", "supersede", None]))
def test_forgetting_destroys_nothing(mode: str | None) -> None:
    """D1: the status moves on, everything else is as it was."""
    before = memory()
    after = forget(before, {"mode": mode} if mode else {})
    assert after.status is (Status.SUPERSEDED if mode == "supersede" else Status.TOMBSTONE)
    assert after.with_(status=Status.ACTIVE) == before


@given(st.lists(st.sampled_from(["tombstone", "supersede"]), max_size=5))
def test_status_goes_one_way(modes: list[str]) -> None:
    """D1, D2: no sequence of operations leads back to an earlier status."""
    now = memory()
    ranks = [0]
    for mode in modes:
        try:
            now = forget(now, {"mode": mode})
        except InvalidCommandError:
            continue
        ranks.append(kernel.STATUS_RANK[now.status])
    assert ranks == sorted(set(ranks))


def test_an_unknown_way_of_forgetting_is_refused() -> None:
    """D1: only the contract's two modes exist."""
    with pytest.raises(InvalidCommandError, match="shred"):
        forget(memory(), {"mode": "shred"})
