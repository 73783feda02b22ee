"""Imports as jobs: they survive closing and force, can be paused, and stand in a list."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_desktop.core.answers import ImportProgress
from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import ImportSourceError, InvalidCommandError
from memory_desktop.core.imports import ImportChoice, ImportState
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault
from tests.helpers import die_in_child, vault_at
from tests.imports.builders import conversation, node, zipped

ROWS = 5_000
DIE = """
import os, signal, sys
from pathlib import Path
from tests.helpers import vault_at

def killed(at):
    os.kill(os.getpid(), signal.SIGKILL)

vault_at(Path(sys.argv[1])).import_path(sys.argv[2], progress=killed)
"""
EVERY = RecordFilter(statuses=("active", "superseded", "tombstone"))


def rows(path: Path, *records: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def many(path: Path) -> Path:
    """Rows of which some say something else under an id that came before, in another batch or the same; some are bad."""
    again = {number: number - 2_500 for number in range(2_509, ROWS, 100)} | {30: 20, 4_400: 4_390}
    return rows(
        path,
        *(
            {"id": str(again.get(number, number)), "content": "" if number % 70 == 3 else f"Row {number}"}
            for number in range(ROWS)
        ),
    )


def talk(title: str, *turns: str) -> str:
    """An export of one conversation."""
    nodes = [{"id": f"{title}0", "parent": None, "children": [], "message": None}]
    for n, text in enumerate(turns, start=1):
        nodes.append(node(f"{title}{n}", f"{title}{n - 1}", "user" if n % 2 else "assistant", text))
    return json.dumps([conversation(nodes, f"{title}{len(turns)}", title)])


def contents(vault: Engine, which: RecordFilter = RecordFilter()) -> list[str]:
    return [memory.content for memory in vault.page(vault.keys(which, sort="key", descending=False))]


def pausing(token: Token) -> Callable[[ImportProgress], None]:
    return lambda _at: token.cancel()


@pytest.mark.long
def test_a_killed_import_goes_on_and_brings_what_an_unhindered_one_brings(tmp_path: Path) -> None:
    """T3, E4: killed in the middle, an import stands in the list as interrupted and comes to the same memories."""
    file = many(tmp_path / "rows.jsonl")
    with vault_at(tmp_path / "whole") as whole:
        report = whole.import_path(file)
        expected, counts = contents(whole, EVERY), whole.imports.list()[0].counts
        assert (counts.new, counts.conflict, counts.rejected) == (report.new, report.conflict, report.rejected)
    vault_at(tmp_path / "killed").close()
    die_in_child(DIE, str(tmp_path / "killed"), str(file))
    with vault_at(tmp_path / "killed") as vault:
        (job,) = vault.imports.interrupted()
        assert job.state is ImportState.INTERRUPTED
        assert 0 < job.position < ROWS
        assert 0 < len(contents(vault, EVERY)) < len(expected)
        vault.imports.resume(job.seq)
        assert contents(vault, EVERY) == expected
        (job,) = vault.imports.list()
        assert (job.state, job.counts, job.position) == (ImportState.DONE, counts, ROWS)
        assert vault.imports.interrupted() == []
        vault.undo()
        assert contents(vault) == []
        assert vault.imports.list()[0].state is ImportState.UNDONE


@pytest.mark.long
def test_closing_the_vault_interrupts_and_pausing_waits_for_a_person(tmp_path: Path) -> None:
    """T3, F3: closed in the middle it goes on at the next start; paused it waits until it is asked for."""
    file = many(tmp_path / "rows.jsonl")
    with vault_at(tmp_path / "vault") as vault:
        token = Token()
        report = vault.import_path(file, progress=pausing(token), cancel=token)
        assert report.cancelled
        assert vault.imports.list()[0].state is ImportState.PAUSED
    with vault_at(tmp_path / "vault") as vault:
        assert vault.imports.interrupted() == []
        seq = vault.imports.list()[0].seq

        # While it runs, pausing it from elsewhere ends it after the batch, and undoing it is refused.
        def meddle(_at: ImportProgress) -> None:
            with pytest.raises(InvalidCommandError):
                vault.imports.undo(seq)
            with pytest.raises(InvalidCommandError):
                vault.imports.resume(seq)
            vault.imports.pause(seq)

        assert vault.imports.resume(seq, progress=meddle).cancelled
        done = vault.imports.resume(seq)
        assert not done.cancelled
        assert vault.imports.get(seq).state is ImportState.DONE
        with pytest.raises(InvalidCommandError):
            vault.imports.resume(seq)
        said = contents(vault, EVERY)
    with vault_at(tmp_path / "whole") as whole:
        whole.import_path(file)
        assert contents(whole, EVERY) == said


@pytest.mark.long
def test_an_import_that_the_closing_window_stops_goes_on_by_itself(tmp_path: Path) -> None:
    """T3, F3: closing cancels what runs; that is no pause, and the import is there to go on at the next start."""
    file = many(tmp_path / "rows.jsonl")
    with vault_at(tmp_path / "vault") as vault:
        token = Token()
        vault.imports.about_to_close()
        assert vault.import_path(file, progress=pausing(token), cancel=token).cancelled
    with vault_at(tmp_path / "vault") as vault:
        assert [one.state for one in vault.imports.interrupted()] == [ImportState.INTERRUPTED]


@pytest.mark.long
def test_a_file_that_has_changed_is_not_read_on(tmp_path: Path) -> None:
    """T3: an import whose file is gone or has changed says so and waits; with the file back it goes on."""
    file = many(tmp_path / "rows.jsonl")
    with vault_at(tmp_path / "vault") as vault:
        token = Token()
        seq = vault.import_path(file, progress=pausing(token), cancel=token).command
        assert seq is not None
        kept = file.read_bytes()
        file.write_bytes(kept.replace(b"Row 7", b"Raw 7"))
        with pytest.raises(ImportSourceError, match="changed"):
            vault.imports.resume(seq)
        file.unlink()
        with pytest.raises(ImportSourceError, match="not there"):
            vault.imports.resume(seq)
        job = vault.imports.get(seq)
        assert (job.state, job.reason) == (ImportState.WAITING, f"{file} is not there.")
        assert vault.imports.interrupted() == []
        file.write_bytes(kept)
        assert [one.seq for one in vault.imports.interrupted()] == [seq]
        assert not vault.imports.resume(seq).cancelled


def test_imports_stand_in_a_list_and_can_be_undone_and_purged_at_any_time(tmp_path: Path) -> None:
    """T3, F3, F14: what, when and how many, over a restart; the older of two is undone, then the newer purged."""
    with vault_at(tmp_path / "vault") as vault:
        vault.import_path(rows(tmp_path / "a.jsonl", {"content": "one"}, {"content": "one"}, {"content": ""}))
        vault.import_path(rows(tmp_path / "b.jsonl", {"content": "two"}, {"content": "Pay 4111 1111 1111 1111"}))
        vault.remember("three")
    with open_vault(tmp_path / "vault") as vault:
        newer, older = vault.imports.list()
        assert [one.paths for one in (older, newer)] == [
            (str(tmp_path / "a.jsonl"),),
            (str(tmp_path / "b.jsonl"),),
        ]
        assert (older.counts.new, older.counts.skipped, older.counts.rejected) == (1, 1, 1)
        assert vault.get(vault.imports.brought(older.seq)[0]).content == "one"
        assert vault.imports.undo(older.seq) is not None
        vault.purge(vault.plan_purge_of_import(newer.seq))
        assert contents(vault) == ["three"]
        assert [one.state for one in vault.imports.list()] == [ImportState.DONE, ImportState.UNDONE]


def test_an_import_that_brings_nothing_is_in_the_list_and_no_step_of_undo(tmp_path: Path) -> None:
    """T3, F5: what is read a second time is counted as skipped, and Undo does not stop at it."""
    with vault_at(tmp_path / "vault") as vault:
        file = rows(tmp_path / "a.jsonl", {"content": "one"})
        vault.import_path(file)
        vault.import_path(file)
        newest = vault.imports.list()[0]
        assert (newest.counts.new, newest.counts.skipped, newest.state) == (0, 1, ImportState.DONE)
        assert vault.imports.undo(newest.seq) is None
        vault.undo()
        assert contents(vault) == []


def test_an_import_of_which_nothing_was_wanted_is_not_in_the_list(tmp_path: Path) -> None:
    """T3, F5: an import that read nothing that was wanted is neither in the list nor a step of undo; one that was
    refused something, or that is not at its end, is in the list."""
    with vault_at(tmp_path / "vault") as vault:
        (tmp_path / "talk.json").write_text(talk("Tea", "Which tea?", "Green."))
        steps = vault.undo_stacks()
        report = vault.import_path(tmp_path / "talk.json", choice=ImportChoice(("nosuch",)), extract=False)
        assert report.new == 0 and vault.imports.list() == [] and vault.undo_stacks() == steps
        bad = vault.import_path(rows(tmp_path / "bad.jsonl", {"content": ""}))
        assert bad.rejected == 1 and [one.counts.rejected for one in vault.imports.list()] == [1]
        token = Token()
        vault.import_path(many(tmp_path / "many.jsonl"), progress=pausing(token), cancel=token)
        assert vault.imports.list()[0].state is ImportState.PAUSED
        vault.import_path(tmp_path / "talk.json")
        assert vault.imports.list()[0].counts.new == 2


def test_the_source_goes_back_to_an_earlier_text(tmp_path: Path) -> None:
    """T15: A, then B, then A again under one id: A is there; and the same file once more changes nothing."""
    with vault_at(tmp_path / "vault") as vault:
        for text in ("A is so", "B is so", "A is so"):
            file = rows(tmp_path / "r.jsonl", {"id": "1", "content": text, "source": "s"})
            vault.import_path(file)
            assert contents(vault) == [text]
        head = vault.imports.list()[0].counts
        assert (head.conflict, head.skipped) == (1, 0)
        assert vault.import_path(file).conflict == 0
        # In one file, too, and a dry run says the same.
        turns = [{"id": "2", "content": text, "source": "s"} for text in ("C", "D", "C")]
        file = rows(tmp_path / "t.jsonl", *turns)
        dry, real = vault.import_path(file, dry_run=True), vault.import_path(file)
        assert (dry.new, dry.conflict) == (real.new, real.conflict) == (1, 2)
        assert contents(vault) == ["A is so", "C"]


def test_an_import_does_not_take_an_edit_of_a_person_back(tmp_path: Path) -> None:
    """T15: where the source says what it said before, the text that a person gave it here since stays."""
    with vault_at(tmp_path / "vault") as vault:
        file = rows(tmp_path / "r.jsonl", {"id": "1", "content": "Tea", "source": "s"})
        vault.import_path(file)
        vault.edit(vault.imports.brought(vault.imports.list()[0].seq)[0], "Coffee")
        assert vault.import_path(file).duplicate == 1
        assert contents(vault) == ["Coffee"]


@pytest.mark.parametrize("id", [{}, {"id": "1", "source": "s"}])
def test_what_an_undo_took_back_comes_in_again(tmp_path: Path, id: dict[str, object]) -> None:
    """T15: import, undo, import again: it is new. What a person has forgotten stays forgotten."""
    with vault_at(tmp_path / "vault") as vault:
        file = rows(tmp_path / "r.jsonl", {"content": "one", **id})
        vault.import_path(file)
        vault.undo()
        again = vault.import_path(file)
        assert (again.new, again.forgotten) == (1, 0)
        assert contents(vault) == ["one"]
        assert again.command is not None
        vault.forget(*vault.imports.brought(again.command))
        last = vault.import_path(file)
        assert (last.new, last.forgotten) == (0, 1)


def test_a_conversation_keeps_turns_that_repeat_an_earlier_text(tmp_path: Path) -> None:
    """T15: the same words in another conversation, or again in this one, are another turn; the same turn is not."""
    first, second = talk("one", "Good morning", "Thanks", "Thanks"), talk("two", "Good morning", "Thanks", "Bye")
    with vault_at(tmp_path / "vault") as vault:
        (tmp_path / "first.zip").write_bytes(zipped({"conversations.json": first}))
        (tmp_path / "second.zip").write_bytes(zipped({"conversations.json": second}))
        assert vault.import_path(tmp_path / "first.zip").new == 3
        assert vault.import_path(tmp_path / "second.zip", dry_run=True).new == 3
        assert vault.import_path(tmp_path / "second.zip").new == 3
        again = vault.import_path(tmp_path / "second.zip")
        assert (again.new, again.duplicate, again.conflict) == (0, 3, 0)
        assert len(contents(vault)) == 6
        vault.undo()
        assert len(contents(vault)) == 3
        assert vault.import_path(tmp_path / "second.zip").new == 3
