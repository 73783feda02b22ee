"""The past: states at any event, differences, going back, snapshots."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.errors import ClosedError, InvalidCommandError, VaultError
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.past import COMPARED, thinned
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.history import past as engine_past
from memory_desktop.engine.reader import Past
from memory_desktop.engine.writing.projector import project
from memory_desktop.store.records import RecordStore
from tests.helpers import Clock, vault_at
from tests.mixed import live

EVERY = RecordFilter(statuses=())


def texts(vault, filter: RecordFilter | None = None) -> list[str]:
    """Contents of the active memories, by key."""
    return [memory.content for memory in vault.page(vault.keys(filter or RecordFilter(), sort="key", descending=False))]


def all_of(past: Past) -> list[Memory]:
    """All records that a past has, by key."""
    return past.page(past.keys(EVERY, sort="key", descending=False))


def folded(vault: Engine, seq: int) -> list[Memory]:
    """All records after event `seq`, from nothing but the log."""
    fresh = RecordStore(vault._store.database, "records_test")
    with vault._store.database.transaction() as cursor:
        fresh.create_temporary(cursor)
        for events in vault._store.log.read(to=seq):
            project(cursor, fresh, events)
        rows = cursor.rows("SELECT id FROM records_test ORDER BY key")
        found = fresh.by_ids([row[0] for row in rows], cursor)
        cursor.execute("DROP TABLE records_test")
    return sorted(found.values(), key=lambda memory: memory.key)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory):
    """A vault of 330 mixed events, with snapshots on the way."""
    clock = Clock(tick=timedelta(seconds=7))
    with vault_at(tmp_path_factory.mktemp("lived") / "vault", clock) as vault:
        for seed, events in enumerate((100, 200, 300)):
            live(vault, seed, events)
            vault.snapshots.create()
        live(vault, 9, 330)
        yield vault


@pytest.mark.long
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 330), st.sampled_from([0, 100, 5_000]))
def test_the_past_is_what_the_log_folds_to(lived: Engine, seq: int, few: int) -> None:
    """D6, F10: the records at any event, all fields, equal a fresh fold of the log up to there, whether what was touched
    since is folded from a snapshot or from its first events."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_past, "_FEW_EVENTS", few)
        past = lived.as_of(seq)
    try:
        assert all_of(past) == folded(lived, seq)
    finally:
        past.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_an_open_past_stays_what_it_is(tmp_path: Path, seed: int) -> None:
    """D6, F10: whatever is written, undone, settled or folded anew while a past is open, it stays as it was; so do the
    texts and the hits that it gives, and a second past of the same event is the same."""
    chance = random.Random(seed)
    seq, further = chance.randint(20, 150), chance.randint(1, 60)
    with vault_at(tmp_path / "vault", Clock(tick=timedelta(seconds=7))) as vault:
        live(vault, seed, 150)
        past = vault.as_of(seq)
        before = all_of(past)
        assert before == folded(vault, seq)
        live(vault, seed + 1, vault.head + further)
        vault._store.records.settle()
        assert all_of(past) == before
        assert past.by_ids([memory.id for memory in before]) == {memory.id: memory for memory in before}
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE records SET salience = 1 - salience")
        assert vault.verify(repair=True).findings
        live(vault, seed + 2, vault.head + further)
        again = vault.as_of(seq)
        assert all_of(past) == all_of(again) == before == folded(vault, seq)
        words = next(memory.content for memory in before if memory.status is Status.ACTIVE)
        hits = past.recall(words).hits
        assert hits
        assert [hit.memory for hit in hits] == [hit.memory for hit in again.recall(words).hits]
        again.close()
        past.close()
        assert not any((vault.path / "scratch").iterdir())


@pytest.mark.long
def test_the_past_does_not_need_the_snapshots(lived: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """D6: without snapshots the same state comes from the records' own first events."""
    monkeypatch.setattr(engine_past, "_FEW_EVENTS", 0)
    with_them = lived.as_of(215)
    monkeypatch.setattr(lived.snapshots._files, "list", list)
    without = lived.as_of(215)
    try:
        assert without.page(without.keys(EVERY)) == with_them.page(with_them.keys(EVERY))
    finally:
        with_them.close()
        without.close()


@pytest.mark.long
def test_a_damaged_snapshot_is_passed_over(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """D6: the past is folded from further back when the nearest snapshot cannot be trusted."""
    monkeypatch.setattr(engine_past, "_FEW_EVENTS", 0)
    with vault_at(tmp_path / "vault", clock) as vault:
        live(vault, 3, 80)
        file = vault.snapshots._files.file(vault.snapshots.create().id)
        live(vault, 4, 120)
        file.write_bytes(file.read_bytes()[:-3] + b"xyz")
        past = vault.as_of(100)
        assert all_of(past) == folded(vault, 100)
        assert not vault.snapshots.validate(file.stem).ok


def test_search_and_lists_show_the_past(vault: Engine, clock: Clock) -> None:
    """F10: at T everything is as it was: texts, labels, counts, hits of every mode; what came later is not there."""
    tea = vault.remember("Mara drinks tea in the afternoon", tags=["drinks"]).memory
    vault.remember("The train leaves at nine")
    seq = vault.head
    clock.forward(days=3)
    vault.edit(tea.id, "Mara drinks coffee in the afternoon")
    vault.forget([memory.id for memory in vault.page(vault.keys(RecordFilter())) if "train" in memory.content])
    vault.remember("Tea is sold out")
    vault.sync()
    past = vault.as_of(seq)
    assert texts(past) == ["Mara drinks tea in the afternoon", "The train leaves at nine"]
    assert past.facets(RecordFilter()).tags == {"drinks": 1}
    assert past.get(tea.id).status.value == "active"
    for mode in ("hybrid", "rrf", "keyword", "vector"):
        hits = [hit.memory.content for hit in past.recall("afternoon tea", mode=mode).hits]
        assert hits[0] == "Mara drinks tea in the afternoon", mode
        assert "Tea is sold out" not in hits
        assert not any("coffee" in text for text in hits)
    assert past.recall("tea").as_of == seq
    assert [entry.seq for entry in past.history(tea.id)] == [2]
    assert past.moment == clock.now - timedelta(days=3)
    past.close()
    with pytest.raises(ClosedError):
        past.get(tea.id)


def test_no_such_event_has_no_past(vault: Engine) -> None:
    """D6: a number beyond the log is refused by name."""
    with pytest.raises(InvalidCommandError, match="event 99"):
        vault.as_of(99)


def test_moments_and_events(vault: Engine, clock: Clock) -> None:
    """F10: a time finds the last event at or before it."""
    vault.remember("one")
    first = vault.head
    clock.forward(hours=1)
    vault.remember("two")
    assert vault.time.seq_at(clock.now - timedelta(minutes=1)) == first
    assert vault.time.seq_at(clock.now) == vault.head
    assert vault.time.seq_at(clock.now - timedelta(days=99)) == 1
    assert vault.time.moment_of(vault.head) == clock.now


def test_a_diff_names_what_came_changed_and_went(vault: Engine) -> None:
    """F10: between two points: added, changed with the fields, gone; and nothing else."""
    kept, edited, gone = (vault.remember(text).memory for text in ("kept", "edited", "gone"))
    vault.remember("untouched")
    start = vault.head
    vault.update([kept.id], add_tags=["new"])
    new = vault.edit(edited.id, "edited later")
    vault.forget(gone.id)
    brief = vault.remember("came and went").memory
    vault.forget(brief.id)
    diff = vault.time.diff(start, vault.head)
    assert [memory.id for memory in diff.added] == [new.id]
    assert [(one.after.id, one.fields) for one in diff.changed] == [(kept.id, ("tags",))]
    assert {memory.id for memory in diff.retired} == {edited.id, gone.id}
    assert diff.counts == (1, 1, 2)
    assert vault.time.diff(vault.head, start) == diff
    assert vault.time.diff(start, start).counts == (0, 0, 0)


def test_going_back_restores_all(vault: Engine) -> None:
    """F10, D6: all memories are as they were, by events; the log only grew; and Undo leads to now again."""
    a, b, c = (vault.remember(text, tags=["t"]).memory for text in ("alpha", "beta", "gamma"))
    then, seq = texts(vault), vault.head
    vault.edit(a.id, "alpha two")
    vault.update([b.id], add_tags=["extra"], salience=0.9)
    vault.forget(c.id)
    vault.remember("delta")
    now, head = sorted(texts(vault)), vault.head
    done = vault.time.rewind(seq)
    assert sorted(texts(vault)) == sorted(then)
    back = {m.content: m for m in vault.page(vault.keys(RecordFilter()))}
    assert back["beta"].id == b.id
    assert (back["beta"].tags, back["beta"].salience) == (("t",), 0.5)
    assert back["alpha"].lineage == (a.id,)
    assert back["gamma"].lineage == (c.id,)
    assert (done.restored, done.removed, done.relabelled) == (2, 2, 1)
    assert vault.head > head
    assert vault.verify().ok
    vault.undo()
    assert sorted(texts(vault)) == now


def test_one_item_is_restored_and_the_rest_stays(vault: Engine) -> None:
    """F10: restoring a selection touches only that, and what took its place."""
    a, b = (vault.remember(text).memory for text in ("alpha", "beta"))
    seq = vault.head
    later = vault.edit(a.id, "alpha two")
    vault.edit(b.id, "beta two")
    vault.time.rewind(seq, [a.id])
    assert sorted(texts(vault)) == ["alpha", "beta two"]
    assert vault.get(later.id).status.value == "superseded"


def test_nothing_to_go_back_from_writes_nothing(vault: Engine) -> None:
    """D6: going back to now is no event."""
    vault.remember("alpha")
    head = vault.head
    assert vault.time.rewind(head).command is None
    assert vault.head == head


def test_snapshots_are_made_listed_checked_and_deleted(vault: Engine) -> None:
    """D6: a snapshot equals a fresh fold, its file is checked, and deleting it leaves nothing."""
    live(vault, 1, 60)
    made = vault.snapshots.create("before the trip")
    assert vault.snapshots.list() == [made]
    assert (made.seq, made.records) == (vault.head, vault._store.records.count_all())
    assert vault.snapshots.validate(made.id).ok
    vault.snapshots.delete(made.id)
    assert vault.snapshots.list() == []
    assert list(vault.path.joinpath("snapshots").iterdir()) == []
    with pytest.raises(VaultError, match="no snapshot"):
        vault.snapshots.validate(made.id)


def test_automatic_snapshots_by_policy(vault: Engine) -> None:
    """D6: one is made by the worker's upkeep when the policy says so; they are thinned out, the manual ones stay."""
    vault.change_settings({"snapshots.every": 10, "snapshots.keep": 2})
    mine = vault.snapshots.create("mine")
    for round in range(5):
        for number in range(10):
            vault.remember(f"text {round} {number}")
        while vault.maintain():
            pass
    found = vault.snapshots.list()
    assert [one.reason for one in found] == ["automatic", "automatic", "manual"]
    assert found[-1] == mine
    assert found[0].seq >= vault.head - 10


@given(count=st.integers(1, 120), keep=st.integers(1, 12))
def test_automatic_snapshots_lie_closer_the_younger_they_are(count: int, keep: int) -> None:
    """D6: thinned as they come, at most `keep` stay, the newest among them, and no gap is twice the older one."""
    seqs: list[int] = []
    for number in range(1, count + 1):
        seqs.append(20_000 * number)
        seqs = [seq for seq, stays in zip(seqs, thinned(seqs, keep), strict=True) if stays]
    assert seqs[-1] == 20_000 * count
    assert len(seqs) == min(count, keep)
    gaps = [later - earlier for earlier, later in itertools.pairwise([0, *seqs])]
    assert all(later <= 2 * earlier for earlier, later in itertools.pairwise(gaps))


def test_risky_operations_are_preceded_by_a_snapshot(vault: Engine, tmp_path: Path) -> None:
    """D6: before an import and a repair there is one; it can be switched off."""
    vault.remember("alpha")
    file = tmp_path / "more.jsonl"
    file.write_text('{"content": "beta"}\n', encoding="utf-8")
    vault.import_path(file)
    assert [one.reason for one in vault.snapshots.list()] == ["import"]
    vault.verify(repair=True)
    assert [one.reason for one in vault.snapshots.list()] == ["repair", "import"]
    vault.change_settings({"snapshots.before_risk": False})
    vault.remember("gamma")
    vault.verify(repair=True)
    assert len(vault.snapshots.list()) == 2


@pytest.mark.long
def test_rollback_to_a_snapshot(vault: Engine) -> None:
    """D6: the memories are those of the snapshot, the log is whole and says so, and the rollback can be undone."""
    live(vault, 5, 60)
    snapshot = vault.snapshots.create()
    before = {memory.content_hash: memory for memory in vault.page(vault.keys(RecordFilter()))}
    live(vault, 6, 140)
    now, head = sorted(texts(vault)), vault.head
    done = vault.snapshots.rollback(snapshot.id)
    after = {memory.content_hash: memory for memory in vault.page(vault.keys(RecordFilter()))}
    assert after.keys() == before.keys()
    names = [name for name in COMPARED if name != "salience"]
    for digest, memory in after.items():
        assert [getattr(memory, name) for name in names] == [getattr(before[digest], name) for name in names]
        assert memory.salience == pytest.approx(before[digest].salience)
    assert done.command == head + 1
    assert vault.events(limit=1, type="ROLLBACK")[0].payload["snapshot"] == snapshot.id
    assert vault.verify().ok
    vault.undo()
    assert sorted(texts(vault)) == now


def test_rollback_mends_damaged_records(vault: Engine) -> None:
    """D6: the seed's replay and validation: records that differ from snapshot and log are replaced on the way."""
    memory = vault.remember("alpha").memory
    snapshot = vault.snapshots.create()
    vault.remember("beta")
    with vault._store.database.transaction() as cursor:
        cursor.execute("UPDATE records SET content = 'forged' WHERE id = ?", [memory.id])
    vault.snapshots.rollback(snapshot.id)
    assert texts(vault) == ["alpha"]
    assert vault.verify().ok


def test_a_foreign_snapshot_is_refused(tmp_path: Path, clock: Clock) -> None:
    """D6: a snapshot of another log, or a damaged one, never becomes the state."""
    with vault_at(tmp_path / "a", clock, vault_id="a") as one, vault_at(tmp_path / "b", clock, vault_id="b") as other:
        for vault in (one, other):
            vault.remember("alpha")
        snapshot = one.snapshots.create()
        folder = tmp_path / "b" / "snapshots"
        folder.mkdir(exist_ok=True)
        for file in (tmp_path / "a" / "snapshots").iterdir():
            (folder / file.name).write_bytes(file.read_bytes())
        with pytest.raises(VaultError, match="event 2"):
            other.snapshots.rollback(snapshot.id)
        assert texts(other) == ["alpha"]


def test_a_half_written_snapshot_is_cleared_away(tmp_path: Path, clock: Clock) -> None:
    """D6: records without a description are what a crash left."""
    with vault_at(tmp_path / "vault", clock) as vault:
        vault.remember("alpha")
        vault.snapshots.create()
    left = tmp_path / "vault" / "snapshots" / "0000000009-x.parquet"
    left.write_bytes(b"half")
    with vault_at(tmp_path / "vault", clock) as vault:
        assert not left.exists()
        assert len(vault.snapshots.list()) == 1
