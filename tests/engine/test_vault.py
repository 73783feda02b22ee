"""The vault as a folder: made, opened, locked, refused."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import memory_desktop
from memory_desktop.core.errors import (
    ClosedError,
    InvalidCommandError,
    NotFoundError,
    VaultError,
    VaultFormatError,
    VaultLockedError,
)
from memory_desktop.core.memory.records import Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_vault_keeps_what_it_was_told(tmp_path: Path) -> None:
    """E7: what was acknowledged is there after a restart, with history, labels and lineage."""
    with memory_desktop.open_vault(tmp_path / "v", create=True, name="Mine") as vault:
        kept = vault.remember("Mara prefers tea", kind="pref", tags=["drinks"]).memory
        better = vault.edit(kept.id, "Mara prefers green tea")
    with memory_desktop.open_vault(tmp_path / "v") as vault:
        assert vault.name == "Mine"
        assert vault.get(better.id) == better
        assert vault.get(kept.id).status is Status.SUPERSEDED
        assert [entry.type for entry in vault.history(better.id)] == ["INGEST", "FORGET"]
        assert vault.verify().ok


def test_what_is_no_vault_is_refused(tmp_path: Path) -> None:
    """E7: a missing folder and a folder of something else are named, and left as they are."""
    with pytest.raises(VaultError, match="not a vault"):
        memory_desktop.open_vault(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear")
    with pytest.raises(VaultError, match="not empty"):
        memory_desktop.open_vault(tmp_path / "letters", create=True)
    assert files(tmp_path / "letters") == {"a.txt": b"dear"}


def test_a_newer_format_is_refused_untouched(tmp_path: Path) -> None:
    """E7: a vault that a newer program made is not opened, and not one byte of it changes."""
    vault_at(tmp_path / "v").close()
    info = tmp_path / "v" / "vault.json"
    info.write_text(json.dumps({**json.loads(info.read_text()), "format": 99}))
    before = files(tmp_path / "v")
    with pytest.raises(VaultFormatError, match="format 99"):
        memory_desktop.open_vault(tmp_path / "v")
    assert files(tmp_path / "v") == before


def test_a_damaged_description_is_named(tmp_path: Path) -> None:
    """E5: an unreadable vault.json is said to be so."""
    vault_at(tmp_path / "v").close()
    (tmp_path / "v" / "vault.json").write_text("{")
    with pytest.raises(VaultError, match=r"vault\.json is damaged"):
        memory_desktop.open_vault(tmp_path / "v")


@pytest.mark.long
def test_a_command_waits_for_the_vault(tmp_path: Path) -> None:
    """E7: a command that finds the vault open in a process that does not answer waits for it, and is carried out when
    that one ends."""
    held = vault_at(tmp_path / "v")
    command = [sys.executable, "-m", "memory_desktop", "status", str(held.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as second:
        assert second.stderr is not None and "waiting until it answers or ends" in second.stderr.readline()
        held.close()
        assert second.wait(60) == 0


@pytest.mark.long
def test_one_process_writes(vault: Engine) -> None:
    """E7: a second process gets a clear refusal and exit code 1 after a while, and the first goes on."""
    command = [sys.executable, "-m", "memory_desktop", "status", str(vault.path)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert "open in another process" in second.stderr
    assert "Traceback" not in second.stderr
    with pytest.raises(VaultLockedError):
        memory_desktop.open_vault(vault.path)
    vault.remember("still here")


@pytest.mark.long
def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    """E7: after kill -9 the vault opens, with everything that was acknowledged."""
    script = (
        "import sys, memory_desktop\n"
        "vault = memory_desktop.open_vault(sys.argv[1], create=True)\n"
        "for n in range(10000):\n"
        "    print(vault.remember(f'memory number {n}').memory.id, flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "v")], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    acknowledged = [child.stdout.readline().strip() for _ in range(40)]
    child.kill()
    rest = child.stdout.read()
    child.stdout.close()
    child.wait()
    acknowledged += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    with memory_desktop.open_vault(tmp_path / "v") as vault:
        for id in acknowledged:
            assert vault.get(id.strip()).status is Status.ACTIVE
        newest = vault.get(acknowledged[-1].strip())
        assert newest.id in [hit.memory.id for hit in vault.recall(newest.content, mode="keyword").hits]
        assert vault.verify().ok


def test_duplicates_are_found_at_ingestion(vault: Engine) -> None:
    """D2, D7: the same text in another spelling returns the memory that is there; only the gate's decision is noted."""
    first = vault.remember("Mara prefers tea")
    head = vault.head
    again = vault.remember("  mara PREFERS\n tea ")
    assert again.duplicate and not first.duplicate
    assert again.memory.id == first.memory.id
    assert [entry.type for entry in vault.events(limit=vault.head - head)] == ["GATE"]


def test_tombstones_leave_recall_and_stay_in_history(vault: Engine) -> None:
    """E7: a forgotten memory is in no answer, yet can be shown, explained and found on request."""
    memory = vault.remember("the alarm code is on the fridge").memory
    vault.sync()
    assert vault.forget(memory.id, reason="moved") == 1
    assert vault.forget([memory.id]) == 0
    for mode in ("hybrid", "rrf", "vector", "keyword"):
        assert vault.recall("alarm code fridge", mode=mode).hits == ()
    hits = vault.recall("alarm code status:tombstone").hits
    assert [hit.memory.id for hit in hits] == [memory.id]
    assert "Forgotten: moved" in [entry.summary for entry in vault.history(memory.id)]
    restored = vault.restore([memory.id])
    assert [hit.memory.id for hit in vault.recall("alarm code").hits] == [restored[0].id]


def test_one_command_fails_as_a_whole(vault: Engine) -> None:
    """D2: forgetting three memories of which one is unknown forgets none."""
    ids = [vault.remember(f"memory {n}").memory.id for n in range(2)]
    with pytest.raises(NotFoundError):
        vault.forget([*ids, "mem_0000000000000000"])
    with pytest.raises(InvalidCommandError):
        vault.remember("   ")
    assert vault.status().memories == {"active": 2}


@pytest.mark.long
def test_many_threads_write_and_read(tmp_path: Path) -> None:
    """E1: writers and readers from many threads lose nothing, and the chain holds."""
    with vault_at(tmp_path / "v", Clock()) as vault:
        errors: list[BaseException] = []

        def work(worker: int) -> None:
            try:
                for n in range(15):
                    vault.remember(f"worker {worker} wrote {n}")
                    vault.recall(f"worker {worker}", mode="keyword")
                    vault.sync_step()
                    vault.facets(RecordFilter())
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=120)
        assert errors == []
        vault.sync()
        assert vault.status().memories == {"active": 90}
        assert vault.sync_status().indexed == 90
        assert vault.verify().ok


def test_a_closed_vault_says_so(tmp_path: Path) -> None:
    """E1: every call after close gets a clear error; closing twice is harmless."""
    vault = vault_at(tmp_path / "v")
    vault.close()
    vault.close()
    for call in (lambda: vault.remember("x"), lambda: vault.recall("x"), vault.status, vault.sync_step):
        with pytest.raises(ClosedError):
            call()
    with vault_at(tmp_path / "v") as again:
        assert not again.closed


def test_subscribers_hear_of_every_change(vault: Engine) -> None:
    """F4: a write tells its keys, its initiator and the new head; an unsubscribed callback hears no more."""
    heard = []
    stop = vault.subscribe(heard.append)
    memory = vault.remember("tea", initiator="me").memory
    assert (heard[-1].keys, heard[-1].initiator, heard[-1].head) == ((memory.key,), "me", vault.head)
    assert heard[-1].records and heard[-1].queue
    vault.sync()
    assert heard[-1].queue and not heard[-1].records
    count = len(heard)
    stop()
    vault.remember("coffee")
    assert len(heard) == count


@pytest.mark.long
def test_the_engine_runs_without_qt() -> None:
    """Fixed point: importing the program and using a vault loads no Qt and, until needed, no model."""
    script = (
        "import sys, tempfile, memory_desktop\n"
        "from pathlib import Path\n"
        "with memory_desktop.open_vault(Path(tempfile.mkdtemp()) / 'v', create=True) as vault:\n"
        "    vault.remember('tea'); vault.recall('tea', mode='keyword'); vault.status()\n"
        "loaded = [name for name in ('PySide6', 'fastembed', 'onnxruntime') if name in sys.modules]\n"
        "sys.exit(repr(loaded) if loaded else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_native_libraries_live_together() -> None:
    """Fixed point: in the order in which the program loads them, index, database and model share one process."""
    script = (
        "import tempfile, memory_desktop\n"
        "from pathlib import Path\n"
        "with memory_desktop.open_vault(Path(tempfile.mkdtemp()) / 'v', create=True) as vault:\n"
        "    vault.remember('tea'); vault.sync(); assert vault.recall('tea', mode='vector').hits\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
