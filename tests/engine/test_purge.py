"""Purging: what was remembered is removed for good from every file, and the log's chain still holds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.memory.records import Status, is_purged
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.helpers import Clock, die_in_child, vault_at

# One word that stands nowhere else: keyword indexes hold words, not texts.
SECRET = "zwiebelfisch"
TEXT = f"The password of the {SECRET} account is hunter-two"
EVERYTHING = RecordFilter(statuses=("active", "superseded", "tombstone"))


def live(path: Path) -> None:
    """A life in which a text comes to be in every place where one can be."""
    vault = vault_at(path, Clock())
    plain = [vault.remember(f"Ordinary fact {n} about the garden").memory.id for n in range(5)]
    first = vault.remember(f"Draft: {TEXT}", tags=[SECRET], source=f"{SECRET}.txt", metadata={"note": SECRET}).memory
    now = vault.edit(first.id, TEXT)
    vault.update([now.id], add_tags=[f"tag-{SECRET}"])
    vault.sync()
    vault.snapshots.create("With it")
    vault.forget(now.id, reason=f"because of {SECRET}")
    back = vault.restore([now.id])[0]
    vault.sync()
    vault.change_settings({"gates.novelty": "hold"})
    vault.remember(TEXT.upper(), source="another")
    vault.remember(TEXT)
    vault.gates.release([vault.gates.held()[0].id])
    vault.change_settings({"gates.novelty": "skip"})
    vault.merge([plain[0], back.id])
    vault.sync()
    vault.remember(f"Somebody says: {TEXT}")
    vault.lab.label(f"What: {TEXT}?", [back.id])
    vault.appraise(plain[1], True, f"Is it so: {TEXT}?")
    vault.recalls.note(f"I ask for: {TEXT}", plain[:2], actor="agent")
    vault.recalls.flush()
    vault.snapshots.create("After all")
    vault.close()


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """See `live`."""
    path = tmp_path_factory.mktemp("lived") / "vault"
    live(path)
    return path


@pytest.fixture
def path(lived: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(lived, tmp_path / "vault"))


def found_in(path: Path, word: str = SECRET) -> set[str]:
    """Names of the files of a vault in which a word stands, in UTF-8 or UTF-16."""
    needles = [form.encode(code) for form in (word, word.upper()) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    return {
        str(file.relative_to(path))
        for file in path.rglob("*")
        if file.is_file() and any(needle in file.read_bytes() for needle in needles)
    }


def holding(engine: Engine) -> list[str]:
    return [one.id for one in engine.page(engine.keys(EVERYTHING)) if SECRET in one.content.lower()]


def chosen(engine: Engine) -> str:
    return next(one.id for one in engine.page(engine.keys(EVERYTHING)) if one.content == TEXT)


def purge(path: Path) -> None:
    with open_vault(path) as engine:
        engine.purge(engine.plan_purge(holding(engine)), actor="anna")


def test_the_preview_names_every_memory_and_why(path: Path) -> None:
    """F14: restored copies, the same text, earlier texts and what was merged from it are named before they go."""
    with open_vault(path) as engine:
        plan = engine.plan_purge(chosen(engine))
        others = set(holding(engine)) - set(plan.ids)
        assert (len(others), plan.elsewhere) == (1, 1)  # said again elsewhere, and not made of it
        assert {one.why for one in plan.items} == {"chosen", "the same text", "an earlier text", "made of it"}
        assert not any("Ordinary" in one.text and SECRET not in one.text for one in plan.items)
        assert plan.events > len(plan.items)
        assert (plan.held, plan.queries, plan.snapshots) == (2, 3, 2)
        before = engine.head
        with pytest.raises(NotFoundError):
            engine.plan_purge("mem_0000000000000000")
        assert engine.head == before


@pytest.mark.long
def test_no_byte_of_it_is_left(path: Path) -> None:
    """F14: the same search of every byte that finds a word in database, snapshots and keywords finds none afterwards."""
    with open_vault(path) as engine:
        engine._store.database.checkpoint()
        assert "memory.duckdb" in found_in(path)
        assert len(engine.keys(EVERYTHING, words=SECRET))
    purge(path)
    assert found_in(path) == set()
    assert not (path / "purge.due").exists()
    with open_vault(path) as engine:
        engine.catch_up()
        engine.sync()
        assert engine.verify().ok
        assert not len(engine.keys(EVERYTHING, words=SECRET))
        assert found_in(path) == set()


@pytest.mark.long
def test_what_is_left_is_whole(path: Path) -> None:
    """F14, D9: the chain holds, records fold from the log, snapshots, as-of and rewind work, other memories stay."""
    purge(path)
    with open_vault(path) as engine:
        (event,) = [entry for entry in engine.events(limit=500) if entry.type == "PURGE"]
        assert event.actor == "anna"
        assert SECRET not in json.dumps(event.payload)
        assert holding(engine) == []
        purged = [one for one in engine.page(engine.keys(EVERYTHING)) if is_purged(one)]
        assert {one.id for one in purged} == set(event.payload["ids"])
        assert all(
            (one.content, one.status, one.tags, one.source, dict(one.metadata)) == ("", Status.TOMBSTONE, (), "", {})
            for one in purged
        )
        engine.sync()
        assert engine.verify().ok
        assert engine.gates.held() == []
        assert engine.lab.queries() == []
        for snapshot in engine.snapshots.list():
            assert engine.snapshots.validate(snapshot.id).ok
        for seq in range(1, engine.head, 3):
            past = engine.as_of(seq)
            assert holding(engine) == []
            assert not any(is_purged(one) for one in past.page(past.keys(RecordFilter())))
            past.close()
        for mode in ("keyword", "vector", "hybrid"):
            assert not any(is_purged(hit.memory) for hit in engine.recall(TEXT, mode=mode).hits)
        assert engine.restore([purged[0].id]) == []
        engine.time.rewind(8)
        told = set()
        while (undone := engine.undo()) is not None:
            told.add("purged since, not brought back" in undone.name)
            assert not any(is_purged(one) for one in engine.page(engine.keys(RecordFilter())))
        assert told == {True, False}
        for entry in engine.events(limit=500):
            assert SECRET not in (entry.summary + entry.subject + json.dumps(entry.payload)).lower()
        engine.sync()
        assert engine.verify().ok
    digest = rebuild_vault(path).digest
    assert rebuild_vault(path).digest == digest
    assert found_in(path) == set()


@pytest.mark.long
def test_the_removed_text_cannot_be_tried(path: Path) -> None:
    """F14: of a purged event neither the salt nor a hash of its text is kept, so a short text cannot be guessed."""
    purge(path)
    with open_vault(path) as engine:
        rows = engine._store.database.reader().rows(
            "SELECT payload, salt FROM events WHERE contains(payload, 'purged')"
        )
        assert rows
        made = [(payload, salt) for payload, salt in rows if '"events"' not in payload and '"DISMISS"' not in payload]
        assert all(not salt or '"verdicts":[]' in payload for payload, salt in made)
        hashes = {one.content_hash for one in engine.page(engine.keys(EVERYTHING)) if is_purged(one)}
        assert hashes == {"0" * 64}


def test_tampering_with_what_is_left_is_found(path: Path) -> None:
    """D9, F14: a purged event is proven by the digest of what is left of it, which the PURGE event names."""
    purge(path)
    with open_vault(path) as engine:
        with engine._store.database.transaction() as cursor:
            cursor.execute(
                "UPDATE events SET payload = replace(payload, '\"purged\":true', '\"purged\":1')"
                " WHERE seq = (SELECT min(seq) FROM events WHERE contains(payload, '\"purged\":true'))"
            )
        report = engine.verify()
        assert report.findings[0].area == "log"


@pytest.mark.long
def test_an_import_is_purged_as_a_whole(tmp_path: Path) -> None:
    """F14: all that an import brought goes, and nothing else."""
    source = tmp_path / "notes.jsonl"
    source.write_text("".join(json.dumps({"content": f"{SECRET} {n} of many"}) + "\n" for n in range(300)))
    with vault_at(tmp_path / "vault") as engine:
        kept = engine.remember("Kept").memory.id
        command = engine.import_path(source).command
        assert command is not None
        engine.sync()
        with pytest.raises(InvalidCommandError, match="not the beginning of an import"):
            engine.plan_purge_of_import(1)
        plan = engine.plan_purge_of_import(command)
        assert len(plan.items) == 300
        assert engine.purge(plan).memories == 300
        with pytest.raises(InvalidCommandError, match="nothing to purge"):
            engine.plan_purge_of_import(command)
        assert [one.id for one in engine.page(engine.keys(RecordFilter()))] == [kept]
    assert found_in(tmp_path / "vault") == set()
    with open_vault(tmp_path / "vault") as engine:
        engine.sync()
        assert engine.verify().ok
        assert engine.import_path(source).new == 300


def test_short_texts_do_not_take_others_with_them(vault: Engine) -> None:
    """F14: purging "tea" leaves a question about a teapot alone, and takes the question "tea"."""
    tea = vault.remember("tea").memory.id
    pot = vault.remember("A teapot, for tea").memory.id
    vault.recalls.note("tea", [tea, pot])
    vault.recalls.note("where is the teapot", [pot])
    vault.recalls.flush()
    plan = vault.plan_purge(tea)
    assert (plan.ids, plan.queries) == ((tea,), 1)
    vault.purge(plan)
    asked = [entry.payload["query"] for entry in vault.events() if entry.type == "RECALL"]
    assert sorted(asked) == ["", "where is the teapot"]


def test_a_plan_that_is_out_of_date_is_refused(vault: Engine) -> None:
    """F14: what was counted is what goes, or nothing."""
    one = vault.remember("The text that is to be purged").memory
    plan = vault.plan_purge(one.id)
    vault.forget(one.id)
    vault.restore([one.id])
    with pytest.raises(InvalidCommandError, match="changed meanwhile"):
        vault.purge(plan)
    assert vault.get(one.id).content


MOMENTS = ("before", "redacted", "committed", "snapshots", "folding", "ready", "moving", "last")


@pytest.mark.long
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_leaves_nothing_half_purged(path: Path, moment: str) -> None:
    """F14: killed at any moment of a purge, either nothing has happened or the next opening finishes it."""
    die_in_child(_KILLED, str(path), moment)
    with open_vault(path) as engine:
        engine.catch_up()
        engine.sync()
        assert engine.verify().ok
        for snapshot in engine.snapshots.list():
            assert engine.snapshots.validate(snapshot.id).ok
        assert len(engine.snapshots.list()) == 2
        left = holding(engine)
    if moment in ("before", "redacted"):
        assert left
        purge(path)
    assert found_in(path) == set()
    assert not (path / "purge.due").exists()


_KILLED = """
import os, signal, sys
from pathlib import Path
from memory_desktop.engine.upkeep import purging, rebuild
from memory_desktop.engine.upkeep.purging import Purging
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.store.event_log import EventLog
from memory_desktop.wiring import open_vault
from tests.engine.test_purge import holding

path, moment = Path(sys.argv[1]), sys.argv[2]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def after(owner, name):
    real = getattr(owner, name)
    def wrapped(*a, **k):
        real(*a, **k)
        die()
    setattr(owner, name, wrapped)

if moment == "before":
    Purging._commit = die
elif moment == "redacted":
    after(EventLog, "redact")
elif moment == "committed":
    after(Purging, "_commit")
engine = open_vault(path)
plan = engine.plan_purge(holding(engine))
engine.purge(plan)
if moment == "snapshots":
    after(purging.SnapshotStore, "create")
elif moment == "folding":
    after(rebuild.Rebuild, "_fold")
elif moment == "ready":
    rebuild._move_database = die
elif moment == "moving":
    after(rebuild, "_move_database")
elif moment == "last":
    VaultFolder.clear_scratch = die
engine.close()
"""


@pytest.fixture(autouse=True)
def _no_leftovers(tmp_path: Path) -> Iterator[None]:
    yield
    assert not list(tmp_path.rglob("ready.json"))


def test_questions_that_it_answered_are_purged_with_it(tmp_path: Path) -> None:
    """F14: a question with one word of the text, asked, appraised or labelled, whatever it found, is in no file
    afterwards; one whose words other texts have stays."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        secret = vault.remember("My secret locker word is Xylophrenia77 in the gym").memory.id
        other = vault.remember("The rowing club meets on Thursday at the gym").memory.id
        vault.recalls.note("Xylophrenia77", [secret])
        vault.recalls.note("rowing club", [other])
        # Found something else, or nothing: the word is the secret's alone all the same.
        vault.recalls.note("xylophrenia77 club", [other], actor="agent:x")
        vault.recalls.note("is XYLOPHRENIA77 a word of the gym?", [])
        vault.recalls.note("what is in the gym on Thursday", [other])
        vault.appraise(other, useful=True, query="club Xylophrenia77")
        vault.recalls.flush()
        vault.lab.label("where is Xylophrenia77", [secret])
        vault.lab.label("when is rowing", [other])
        vault.purge(vault.plan_purge(secret))
        assert [one.query for one in vault.lab.queries()] == ["when is rowing"]
    for file in path.rglob("*"):
        if file.is_file():
            assert b"xylophrenia77" not in file.read_bytes().lower(), file
    with vault_at(path) as vault:
        asked = {entry.payload["query"] for entry in vault.events(type="RECALL")}
        assert asked == {"", "rowing club", "what is in the gym on Thursday"}
        assert vault.verify().ok


def test_undo_names_nothing_that_was_purged(tmp_path: Path) -> None:
    """F5, F14: the stacks skip commands of which a purge has left nothing, and Undo takes the one before them back."""
    with vault_at(tmp_path / "vault", Clock()) as vault:
        stays = vault.remember("Tea at four").memory
        kept = vault.undo_stacks().undo[0].command
        goes = vault.remember("Tea at five").memory.id
        vault.update([goes], add_tags=["late"])
        both = vault.update([stays.id, goes], add_tags=["tea"])
        shared = vault.undo_stacks().undo[0].command
        assert both == 2
        vault.forget(goes)
        vault.purge(vault.plan_purge(goes))
        assert [one.command for one in vault.undo_stacks().undo][:2] == [shared, kept]
        vault.undo()
        assert vault.get(stays.id).tags == ()
        vault.undo()
        assert vault.get(stays.id).status is Status.TOMBSTONE
        assert vault.verify().ok
