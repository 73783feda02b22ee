"""The end of the log: what is cut off or replaced is found, told, never mended away, and accepted only by a person."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import duckdb
import orjson
import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.errors import InvalidCommandError, VaultError
from memory_desktop.core.events.event import GENESIS_HASH, item_id, sealed
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.upkeep.anchor import Anchor, Mark
from memory_desktop.store import Store
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.helpers import NOON, Clock, die_in_child, vault_at


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed vault of ten memories with vectors and a snapshot, to be copied; its last event is 11."""
    path = tmp_path_factory.mktemp("ready") / "vault"
    with vault_at(path, Clock(tick=timedelta(seconds=1))) as engine:
        for number in range(10):
            engine.remember(f"Fact {number} about the garden, the house and the boat")
            if number == 7:
                engine.snapshots.create("Eight facts")
        engine.sync()
    return path


@pytest.fixture
def path(ready: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    return Path(shutil.copytree(ready, tmp_path / "vault"))


def cut(path: Path, after: int) -> None:
    """Delete the newest events inside the database, and nothing else."""
    with duckdb.connect(str(path / "memory.duckdb")) as connection:
        connection.execute("DELETE FROM events WHERE seq > ?", [after])


def drop_derived(path: Path, after: int) -> None:
    """Let no record, no queue, no index and no snapshot know of later events."""
    with duckdb.connect(str(path / "memory.duckdb")) as connection:
        connection.execute("DROP INDEX IF EXISTS records_key")
        connection.execute("DELETE FROM records WHERE key > ?", [after])
        connection.execute("DELETE FROM vector_items WHERE key > ?", [after])
    for name in ("keywords", "vectors", "snapshots"):
        shutil.rmtree(path / name)


def seal_again(path: Path, first: int) -> None:
    """Change what an event says, and give it and all after it a chain that holds."""
    store = Store(path / "memory.duckdb", log_only=True)
    previous = GENESIS_HASH
    with store.database.transaction() as cursor:
        for events in store.log.read():
            for event in events:
                payload = event.payload.replace("garden", "palace") if event.seq == first else event.payload
                made = sealed(replace(event, payload=payload, prev_hash=previous))
                previous = made.hash
                cursor.execute(
                    "UPDATE events SET payload = ?, prev_hash = ?, digest = ?, hash = ? WHERE seq = ?",
                    [made.payload, made.prev_hash, made.digest, made.hash, made.seq],
                )
    store.close()


def no_anchor(path: Path) -> None:
    """Neither the anchor nor `vault.json` tells how far the log had come."""
    (path / "anchor.log").unlink()
    info = orjson.loads((path / "vault.json").read_bytes())
    (path / "vault.json").write_bytes(orjson.dumps({name: info[name] for name in info if name != "seen"}))


def contents(engine: Engine) -> set[str]:
    return {memory.content for memory in engine.page(engine.keys(RecordFilter()))}


def cut_everywhere(path: Path) -> None:
    cut(path, 9)
    drop_derived(path, 9)


def sealed_everywhere(path: Path) -> None:
    seal_again(path, 9)
    drop_derived(path, 8)


def cut_without_anchor(path: Path) -> None:
    cut(path, 9)
    no_anchor(path)


def no_database(path: Path) -> None:
    (path / "memory.duckdb").unlink()


def no_database_nor_anchor(path: Path) -> None:
    no_database(path)
    no_anchor(path)


def only_vault_json(path: Path) -> None:
    for one in path.iterdir():
        if one.is_dir():
            shutil.rmtree(one)
        elif one.name != "vault.json":
            one.unlink()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "cut": lambda path: cut(path, 9),
    "cut and derived dropped": cut_everywhere,
    "sealed again": lambda path: seal_again(path, 9),
    "sealed again and derived dropped": sealed_everywhere,
    "cut, without an anchor": cut_without_anchor,
    "no database": no_database,
    "no database, no anchor": no_database_nor_anchor,
    "nothing but vault.json": only_vault_json,
}


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_loss_is_told_and_nothing_is_written(path: Path, damage: Callable[[Path], None]) -> None:
    """D9: whatever takes the newest events away, the vault opens for reading, refuses to be written, and verify fails."""
    damage(path)
    for _ in range(2):
        with open_vault(path) as engine:
            assert engine.loss is not None
            assert engine.loss.lost_to == 11
            engine.recall("garden")
            with pytest.raises(VaultError, match="cannot be changed"):
                engine.remember("A new fact")
            with pytest.raises(VaultError, match="accept-loss"):
                engine.sync()
            before = contents(engine)
            report = engine.verify(repair=True)
            assert not report.ok
            assert report.findings[0].area == "loss"
            assert not any(finding.repaired for finding in report.findings)
            assert contents(engine) == before
            assert not engine.maintain()
            assert engine.status().loss == engine.loss
    assert main(["verify", str(path), "--repair"]) == 1


def test_memories_whose_events_are_missing_are_not_mended_away(path: Path) -> None:
    """D9: with the newest events deleted inside the database, no repair and no rebuild deletes what they made."""
    cut(path, 9)
    with open_vault(path) as engine:
        assert engine.loss is not None
        assert (engine.loss.last, engine.loss.lost_to, engine.loss.records, engine.loss.vectors) == (9, 11, 2, 2)
        assert not engine.loss.replaced
        assert engine.loss.since is not None
        assert engine.loss.until is not None
        assert engine.loss.since < engine.loss.until
        engine.verify(repair=True)
        assert len(contents(engine)) == 10
    with pytest.raises(VaultError, match="cannot be rebuilt"):
        rebuild_vault(path)
    with open_vault(path) as engine:
        assert len(contents(engine)) == 10


def test_a_replaced_log_is_named_from_where_it_was_replaced(path: Path) -> None:
    """D9: a chain that was sealed again after a change holds, and the anchor says from which event on it is another."""
    seal_again(path, 9)
    drop_derived(path, 8)
    with open_vault(path) as engine:
        assert engine.loss is not None
        assert engine.loss.replaced
        assert (engine.loss.last, engine.loss.lost_to) == (8, 11)
        assert "replaced from event 9" in engine.loss.text
        assert not engine.verify().ok


def test_what_is_left_when_the_database_is_put_back_ends_the_loss(path: Path) -> None:
    """D9: nothing was changed meanwhile, so the right file put back makes the vault whole again."""
    whole = (path / "memory.duckdb").read_bytes()
    (path / "memory.duckdb").unlink()
    with open_vault(path) as engine:
        assert engine.loss is not None
        assert engine.loss.database_missing
    (path / "memory.duckdb").write_bytes(whole)
    with open_vault(path) as engine:
        assert engine.loss is None
        engine.remember("It goes on")
        engine.sync()
        assert engine.verify().ok


@pytest.mark.long
def test_a_lost_write_ahead_log_is_found(tmp_path: Path) -> None:
    """R2: acknowledged memories that were only in the write-ahead log are missed when that is lost."""
    die_in_child(_KILLED, str(tmp_path / "vault"))
    (tmp_path / "vault" / "memory.duckdb.wal").unlink()
    with open_vault(tmp_path / "vault") as engine:
        assert engine.loss is not None
        assert engine.loss.lost_to == 5


_KILLED = """
import os, signal, sys
from pathlib import Path
from tests.helpers import vault_at

vault = vault_at(Path(sys.argv[1]))
vault.remember("First")
vault.sync()
vault._store.database.checkpoint()
for number in range(3):
    vault.remember(f"Only in the write-ahead log: {number}")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_person_goes_on_without_the_lost_events(path: Path, damage: Callable[[Path], None]) -> None:
    """D9, R2: accepted, the log says what was lost; no new memory gets a lost one's vector; what was left is saved."""
    damage(path)
    with open_vault(path) as engine:
        loss = engine.loss
        assert loss is not None
        known = contents(engine)
        given = {item_id("mem", engine.vault_id, seq) for seq in range(1, 12)}
        accepted = engine.accept_loss(actor="anna")
        engine.catch_up()
        assert engine.loss is None
        (said,) = [entry for entry in engine.events() if entry.type == "LOSS"]
        assert (said.actor, said.payload["from"], said.payload["to"]) == ("anna", loss.last + 1, 11)
        assert said.seq > 11
        new = engine.remember("Grows tomatoes on the balcony").memory.id
        assert new not in given
        assert engine.get(new).key > said.seq
        engine.sync()
        assert engine.verify().ok
        for mode in ("vector", "keyword", "hybrid"):
            assert engine.recall("tomatoes on a balcony", mode=mode).hits[0].memory.id == new
        assert {hit.memory.content for hit in engine.recall("Fact 9", mode="vector").hits} <= contents(engine)
        gone = known - contents(engine)
        if gone:
            assert accepted.file is not None
            saved = [orjson.loads(line)["content"] for line in accepted.file.read_bytes().splitlines()]
            assert gone <= set(saved)
            assert loss.replaced or engine.import_path(accepted.file).new == len(gone)
    with open_vault(path) as engine:
        assert engine.loss is None
        assert engine.verify().ok


@pytest.mark.long
def test_numbers_of_lost_events_are_not_given_again(path: Path) -> None:
    """D2: after two accepted losses ids and keys go on after the highest ever given, and the log still verifies."""
    for _ in range(2):
        with open_vault(path) as engine:
            before = engine.head
        cut(path, before - 1)
        with open_vault(path) as engine:
            assert engine.accept_loss().seq == before + 1
            engine.remember(f"One more, after event {before}")
            engine.catch_up()
            assert engine.verify().ok
            assert [entry.seq for entry in engine.events(limit=3)] == [before + 2, before + 1, before - 1]
    rebuild_vault(path)
    with open_vault(path) as engine:
        assert engine.verify().ok
        assert engine.loss is None
        past = engine.as_of(before - 1)
        assert len(past.keys(RecordFilter())) == len(contents(engine)) - 1
        past.close()
    with duckdb.connect(str(path / "memory.duckdb")) as database:
        database.execute("DELETE FROM events WHERE seq = (SELECT min(seq) + 2 FROM events)")
    with open_vault(path) as engine:
        assert not engine.verify().ok


def test_accepting_needs_a_loss(path: Path) -> None:
    """D9: a whole log has nothing to accept."""
    with open_vault(path) as engine, pytest.raises(InvalidCommandError, match="Nothing is missing"):
        engine.accept_loss()
    assert main(["verify", str(path), "--accept-loss"]) == 1


@pytest.mark.parametrize("moment", ["_fold_anew", "_lost"])
def test_a_kill_while_a_loss_is_accepted_leaves_it_told(path: Path, moment: str) -> None:
    """D9: killed in the middle of accepting, the loss is still told, and can be accepted again."""
    cut(path, 9)
    no_anchor(path)
    die_in_child(_KILLED_ACCEPTING, str(path), moment)
    with open_vault(path) as engine:
        assert engine.loss is not None
        engine.accept_loss()
        engine.catch_up()
        engine.remember("On it goes")
        engine.sync()
        assert engine.verify().ok


@pytest.mark.parametrize("before", [lambda _path: None, no_anchor])
def test_a_kill_after_a_loss_was_accepted_leaves_it_accepted(path: Path, before: Callable[[Path], None]) -> None:
    """D9: once the log says that the loss is accepted, it is, though the program dies before it is done."""
    cut(path, 9)
    before(path)
    die_in_child(_KILLED_ACCEPTING, str(path), "set_aside")
    with open_vault(path) as engine:
        assert engine.loss is None
        engine.remember("One more")
        engine.catch_up()
        assert engine.verify().ok


_KILLED_ACCEPTING = """
import os, signal, sys
from pathlib import Path
from memory_desktop.engine.upkeep import trust
from memory_desktop.engine.upkeep.anchor import Anchor
from memory_desktop.wiring import open_vault

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

path, moment = Path(sys.argv[1]), sys.argv[2]
if moment == "set_aside":
    Anchor.set_aside = die
else:
    setattr(trust, moment, die)
open_vault(path).accept_loss()
"""


def test_a_kill_between_commit_and_anchor_is_no_loss(path: Path) -> None:
    """D9: a log that is longer than its anchor, or an anchor whose last line is torn, is normal after a crash."""
    anchor = path / "anchor.log"
    whole = anchor.read_bytes()
    for kept in (len(whole) - 5, len(whole) - 150, 0):
        anchor.write_bytes(whole[:kept])
        with open_vault(path) as engine:
            assert engine.loss is None
            engine.remember(f"Written after a torn anchor of {kept} bytes")
            head = engine.head
        read = Anchor(anchor)
        assert read.last is not None
        assert read.last.seq == head


@pytest.mark.long
def test_a_long_anchor_is_replaced_by_its_newest_lines(tmp_path: Path) -> None:
    """D9: the anchor stays small, and its last mark is always the last one added."""
    anchor = Anchor(tmp_path / "anchor.log")
    for number in range(1, 10_001):
        anchor.add(number, number.to_bytes(32, "big"), NOON)
        if number % 997 == 0 or number in (4_096, 4_097, 4_098):
            assert Anchor(tmp_path / "anchor.log").last == Mark(number, number.to_bytes(32, "big").hex(), NOON)
    anchor.close()
    assert (tmp_path / "anchor.log").stat().st_size < 1_000_000


@pytest.mark.long
def test_a_receipt_tells_the_log_from_another(path: Path, tmp_path: Path) -> None:
    """D9: the same log, one grown from it, and one put back as a whole or replaced are told apart."""
    receipt, copy = tmp_path / "receipt.json", tmp_path / "copy"
    shutil.copytree(path, copy)
    with open_vault(path) as engine:
        engine.remember("Newer than the copy")
        engine.sync()
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 0
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 0
    with open_vault(path) as engine:
        assert engine.compare_receipt(engine.receipt()).text.startswith("The log is the same")
        engine.remember("Newer than the receipt")
        engine.sync()
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 0
    assert main(["verify", str(copy)]) == 0  # the whole folder was put back: nothing in it can tell
    assert main(["verify", str(copy), "--receipt", str(receipt)]) == 1
    vault_at(tmp_path / "other", vault_id="other").close()
    assert main(["verify", str(tmp_path / "other"), "--receipt", str(receipt)]) == 1


def test_a_new_vault_whose_making_was_killed_is_made(tmp_path: Path) -> None:
    """D9: a folder with nothing but a fresh `vault.json` has lost nothing."""
    die_in_child(_KILLED_MAKING, str(tmp_path / "vault"))
    assert not (tmp_path / "vault" / "memory.duckdb").exists()
    with open_vault(tmp_path / "vault") as engine:
        assert engine.loss is None
        engine.remember("The first")
        assert engine.head == 2


_KILLED_MAKING = """
import os, signal, sys
from pathlib import Path
from memory_desktop.engine.upkeep.trust import Trust
from memory_desktop.wiring import open_vault

Trust.__init__ = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
open_vault(Path(sys.argv[1]), create=True)
"""
