"""Changing the model when something goes wrong, and taking the change back: the log alone says what is in use."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from memory_desktop.core.errors import EmbeddingError, InvalidCommandError
from memory_desktop.core.events.model import NoteModel
from memory_desktop.core.memory.records import Status
from memory_desktop.core.migration import Stage, is_model_version
from memory_desktop.core.ports import Vectors
from tests.engine.test_lab_and_migration import HashModel, Shelf, filled, opened, work
from tests.helpers import Clock


class Choosy(HashModel):
    """Cannot embed texts with a certain word; `mended` lets it."""

    mended = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not self.mended and any("poison" in text for text in texts):
            raise EmbeddingError("It chokes on this text.")
        return super().embed(texts)


def _copied_if_there(source: str, target: str) -> None:
    """Copy a file of an open vault; the keyword index may rename or merge one away meanwhile."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


@pytest.mark.long
def test_a_kill_between_the_event_and_what_follows_it_is_a_switch(tmp_path: Path, clock: Clock) -> None:
    """T9, D5: the event alone is the switch; cancelling after a kill right behind it leaves the vectors in use."""
    shelf = Shelf()
    old, new = (shelf.models[name].model_version for name in ("bundled", "other"))
    path, copy = tmp_path / "vault", tmp_path / "killed"
    with opened(path, clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        assert vault.models.status().stage is Stage.READY
        vault._writer.execute(NoteModel(old, new, "other", 48), actor="user")
        shutil.copytree(path, copy, copy_function=_copied_if_there)
    with opened(copy, clock, shelf) as vault:
        assert vault.model_version == new
        assert vault.models.status().stage is Stage.SWITCHED
        vault.models.cancel()
        vault.models.start("bundled")
        vault.models.cancel()
        assert (copy / "vectors" / new / "manifest.json").is_file()
        assert (copy / "vectors" / old / "manifest.json").is_file()
        assert vault.recall("tea", mode="vector").hits
        vault.models.roll_back()
        assert vault.model_version == old
        assert vault.models.status().stage is Stage.NONE
        assert vault.sync_status().pending == 0
    with opened(copy, clock, shelf) as vault:
        assert (vault.model_version, vault.models.status().stage) == (old, Stage.NONE)
        assert vault.verify().ok


@pytest.mark.long
def test_what_the_log_says_of_the_model_is_kept_nowhere_else(tmp_path: Path, clock: Clock) -> None:
    """T9: with every note beside the log lost, the vault still knows the switch, its time and the way back."""
    shelf = Shelf()
    old = shelf.models["bundled"].model_version
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        switched = vault.models.switch()
        with vault._store.database.transaction() as cursor:
            cursor.execute("DELETE FROM meta WHERE name IN ('migration', 'model_ref', 'model_version')")
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.models.status() == switched
        vault.models.roll_back()
        assert vault.model_version == old


@pytest.mark.long
def test_one_text_does_not_hold_up_a_migration(tmp_path: Path, clock: Clock) -> None:
    """T9, D5: a text that the new model cannot embed is passed over, counted, listed, and tried again later."""
    shelf = Shelf()
    shelf.models["other"] = other = Choosy("large", 48)
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        bad = vault.remember("a note with poison in it").memory
        vault.sync()
        vault.models.start("other")
        work(vault)
        status = vault.models.status()
        assert (status.stage, status.done, status.total, status.failed) == (Stage.READY, 40, 41, 1)
        (listed,) = vault.models.failures()
        assert (listed.id, listed.attempts, listed.last_error) == (bad.id, 1, "It chokes on this text.")
    with opened(tmp_path / "vault", clock, shelf) as vault:  # the list survives a restart
        clock.forward(hours=2)
        work(vault)
        assert vault.models.failures()[0].attempts == 2
        vault.models.switch()
        vault.sync()
        (waiting,) = vault.sync_queue()
        assert (waiting.id, waiting.state) == (bad.id, "failed")
        assert vault.models.failures() == []
        other.mended = True
        clock.forward(hours=2)
        vault.sync()
        assert vault.sync_queue() == []


@pytest.mark.long
def test_a_model_that_fails_as_a_whole_pauses_the_migration(tmp_path: Path, clock: Clock) -> None:
    """D5: when not even a word can be embedded no text is at fault: it pauses with the error, and goes on when asked."""

    class Dead(HashModel):
        dead = False

        def embed(self, texts: Sequence[str]) -> Vectors:
            if self.dead:
                raise MemoryError
            return super().embed(texts)

    shelf = Shelf()
    shelf.models["other"] = other = Dead("large", 48)
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        other.dead = True
        work(vault)
        status = vault.models.status()
        assert (status.paused, status.failed, status.stage) == (True, 0, Stage.EMBEDDING)
        assert "memory" in status.error
        other.dead = False
        vault.models.pause(False)
        work(vault)
        assert vault.models.status().stage is Stage.READY


@pytest.mark.long
def test_a_switch_is_taken_back_and_done_again(tmp_path: Path, clock: Clock) -> None:
    """D5, F5: going back is an event like the switch, and so is going forward again; nothing is embedded anew."""
    shelf = Shelf()
    old, new = (shelf.models[name].model_version for name in ("bundled", "other"))
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        calls = [model.calls for model in shelf.models.values()]
        vault.models.switch_back(old)
        assert (vault.model_version, vault.sync_status().pending) == (old, 0)
        vault.models.switch_back(new)
        assert (vault.model_version, vault.sync_status().pending) == (new, 0)
        assert [model.calls for model in shelf.models.values()] == calls
        changes = vault.events(type="MIGRATION")
        assert [one.payload["to"] for one in changes] == [new, old, new]
        with pytest.raises(InvalidCommandError, match="in use already"):
            vault.models.switch_back(new)
        vault.models.clean_up()
        with pytest.raises(InvalidCommandError, match="not there any more"):
            vault.models.switch_back(old)
        assert vault.head == changes[0].seq


@pytest.mark.long
def test_a_switch_is_on_the_undo_stack(tmp_path: Path, clock: Clock) -> None:
    """F5, D5: undo and redo of a switch put the vectors of then in use, over a restart, too; what is newer stays."""
    shelf = Shelf()
    old, new = (shelf.models[name].model_version for name in ("bundled", "other"))
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        assert vault.undo_stacks().undo[0].name == "change embedding model"
        switch = vault.undo_stacks().undo[0].command
        late = vault.remember("written by the new model").memory
        done = vault.undo(switch)
        assert done is not None and done.name == "change embedding model"
        assert (vault.model_version, vault.models.status().stage) == (old, Stage.NONE)
        assert vault.get(late.id).content == "written by the new model"
        vault.sync()
        assert vault.recall("tea", mode="vector").model_version == old
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.model_version == old
        assert vault.redo(switch) is not None
        assert (vault.model_version, vault.models.status().stage) == (new, Stage.SWITCHED)
        vault.sync()
        assert vault.recall("tea", mode="vector").model_version == new
        assert vault.verify().ok
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.model_version == new


def test_a_switch_that_cannot_be_undone_says_why(tmp_path: Path, clock: Clock) -> None:
    """F5: with the old vectors gone, or after another switch, undo refuses in a sentence and changes nothing."""
    shelf = Shelf()
    shelf.models["third"] = third = HashModel("third", 24)
    old = shelf.models["bundled"].model_version
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        for ref in ("other", "third"):
            vault.models.start(ref)
            work(vault)
            vault.models.switch()
        first = vault.undo_stacks().undo[1].command
        head = vault.head
        with pytest.raises(InvalidCommandError, match="stands in the way"):
            vault.undo(first)
        assert (vault.head, vault.model_version) == (head, third.model_version)
        vault.models.clean_up()
        with pytest.raises(InvalidCommandError, match="not there any more"):
            vault.undo()
        assert (vault.head, vault.model_version) == (head, third.model_version)
        assert old not in {path.name for path in (tmp_path / "vault" / "vectors").iterdir()}
        made = vault.remember("something else").memory
        assert vault.undo() is not None  # what came since is undone as ever
        assert vault.get(made.id).status is Status.TOMBSTONE


def test_a_switch_whose_event_could_not_be_written_leaves_the_build_ready(tmp_path: Path, clock: Clock) -> None:
    """D5: nothing is switched, the new model stays ready, and the next try works."""
    shelf = Shelf()
    old, new = (shelf.models[name].model_version for name in ("bundled", "other"))
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault)
        for _ in range(2):  # the second time all of it is there already
            vault.models.start("other")
            work(vault)
            vault.models.switch()
            vault.models.roll_back()
        vault.models.start("other")
        work(vault)
        with pytest.raises(OSError, match="refused"), vault.models.switching_back(new):
            raise OSError("refused")
        assert vault.model_version == old
        assert vault.models.status().stage is Stage.READY
        vault.models.switch()
        assert vault.model_version == new


def test_a_migration_event_that_names_no_model_changes_nothing(tmp_path: Path, clock: Clock) -> None:
    """R1, D4: what is no `name@hash8` is never taken for a model, and so never for a folder."""
    assert is_model_version("all-MiniLM-L6-v2@0123abcd")
    assert not any(is_model_version(text) for text in ("", "/home/you@0123abcd", "..", "a@b", "a b@0123abcd", None))
    shelf = Shelf()
    with opened(tmp_path / "vault", clock, shelf) as vault:
        filled(vault, 3)
        in_use = vault.model_version
        vault._writer.execute(NoteModel(in_use, "no model at all", "gone", 48), actor="user")
    with opened(tmp_path / "vault", clock, shelf) as vault:
        assert vault.model_version == in_use
        assert vault.models.status().stage is Stage.NONE
