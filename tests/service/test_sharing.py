"""The command line while another process has the vault open."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import httpx
import pytest

from memory_desktop import open_vault
from memory_desktop.cli import main
from memory_desktop.cli.arguments import build_parser
from memory_desktop.core.errors import VaultLockedError
from memory_desktop.service.handover import open_taking_over
from memory_desktop.service.owners import find_owner
from tests.service.processes import answer, command, serving


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A vault that nobody has open."""
    open_vault(tmp_path / "v", create=True).close()
    return tmp_path / "v"


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(arg) for arg in argv])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.long
def test_commands_work_while_a_server_has_the_vault_open(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F4: commands that read, write, import, export, take standard input or fail do the same through a server."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.jsonl").write_text('{"content": "Otto keeps bees"}\n', encoding="utf-8")
    with serving(path):
        code, out, _ = run(capsys, "add", path, "Mara prefers tea", "--json", "--actor", "agent:me")
        assert code == 0
        id = json.loads(out)["memory"]["id"]
        code, out, _ = run(capsys, "search", path, "tea")
        assert code == 0 and "Mara prefers tea" in out
        assert run(capsys, "import", path, "notes.jsonl")[0] == 0  # a path from here, not from there
        assert run(capsys, "export", path, "out", "--format", "jsonl")[0] == 0
        assert (tmp_path / "out" / "memories.jsonl").is_file()
        code, _, err = run(capsys, "show", path, "mem_none")
        assert code == 1 and "mem_none" in err
        code, out, _ = run(capsys, "show", path, "mem_none", "--json")
        assert code == 1 and "mem_none" in json.loads(out)["error"]
        assert answer("add", path, "-", input="from a pipe\n")["memory"]["content"] == "from a pipe"
        assert run(capsys, "undo", path)[0] == 0
        turn = '{"user_input": "I prefer green tea.", "session_id": "talk"}\n'
        assert command("process", path, "--later", input=turn).returncode == 0
        assert [one["session_id"] for one in answer("cycles", path)["cycles"]] == ["talk"]
        learned = answer("process", path, "I prefer oolong tea.")[0]
        assert not learned["waiting"] and [one["kind"] for one in learned["learned"]] == ["pref"]  # waited for
        code, out, _ = run(capsys, "status", path, "--json")
        assert json.loads(out)["memories"]["active"] >= 3
    with open_vault(path) as vault:
        assert vault.get(id).actor == "agent:me"


@pytest.mark.long
def test_a_command_that_asks_is_answered_from_here(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F4: purge shows its plan here, changes nothing without a terminal, and does it with --yes."""
    with serving(path):
        _, out, _ = run(capsys, "add", path, "a secret", "--json")
        id = json.loads(out)["memory"]["id"]
        code, out, err = run(capsys, "purge", path, id)
        assert code == 2 and "a secret" in out and "Add --yes" in err
        code, out, _ = run(capsys, "purge", path, id, "--yes")
        assert code == 0 and "when the vault is closed there" in out
    with open_vault(path) as vault:
        assert vault.memory_counts() == {"tombstone": 1}


@pytest.mark.long
def test_agents_are_decided_about_here_or_there(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F4: the command line pauses, revokes and admits agents, makes tokens and connects clients, whoever has the vault
    open; what was decided holds over restarts."""
    with serving(path) as server:
        assert run(capsys, "agents", path, "revoke", "codex", "--new")[0] == 0
        code, _, err = run(capsys, "agents", path, "revoke", "codexx")
        assert code == 1 and "There is no agent “codexx”" in err and "codex" in err.split("There are")[1]
        first = answer("agents", path, "token", "cursor", "--new")["token"]
        headers = {"Authorization": f"Bearer {first}"}
        assert httpx.post(server.url, headers=headers, json={}).status_code == 400  # let in, and no message
        code, out, _ = run(capsys, "connect", path, "http")
        assert code == 0 and server.url in out
    code, out, _ = run(capsys, "agents", path)
    assert code == 0 and "codex · revoked" in out and "cursor · not connected · has a token of its own" in out
    assert run(capsys, "agents", path, "admit", "codex")[0] == 0
    (one,) = [one for one in answer("agents", path)["agents"] if one["name"] == "codex"]
    assert one["revoked"] is False
    code, out, _ = run(capsys, "agents", path, "forget", "codex")
    assert (code, out.strip()) == (0, "codex is off the list; what it wrote stays.")
    assert "codex" not in run(capsys, "agents", path)[1]
    shared = run(capsys, "agents", path, "token", "--show")[1]
    code, out, err = run(capsys, "agents", path, "token")
    assert code == 2 and out == "" and "--yes" in err and run(capsys, "agents", path, "token", "--show")[1] == shared
    assert run(capsys, "agents", path, "token", "cursor")[0] == 2, "it has one already"
    assert (
        run(capsys, "agents", path, "token", "--yes")[1] == run(capsys, "agents", path, "token", "--show")[1] != shared
    )
    code, _, err = run(capsys, "agents", path, "pause")
    assert code == 1 and "needs an agent’s name" in err
    code, out, _ = run(capsys, "connect", path, "codex")
    assert code == 0 and str(path) in out
    assert run(capsys, "connect", path, "netscape")[0] == 1


@pytest.mark.long
def test_what_needs_the_vault_closed_says_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F4: rebuild, setting newest changes aside and a window of one's own are refused with who has the vault open."""
    with serving(path):
        for argv in (["rebuild", path], ["verify", path, "--set-wal-aside"]):
            code, _, err = run(capsys, *argv)
            assert code == 1 and "needs the vault to be closed" in err and "memory-desktop serve" in err
        with pytest.raises(VaultLockedError, match="is open in “memory-desktop serve”") as refused:
            open_taking_over(lambda: open_vault(path), path)
        assert "Stop that command" in refused.value.hint


def test_every_command_is_either_shared_or_needs_no_vault_that_is_open() -> None:
    """F4: no command is left out: each works through another process, or is one of the few that cannot."""
    from memory_desktop.cli.main import _WITH_VAULT

    alone = {"window", "remember", "demo", "new", "rebuild", "mcp", "serve", "connect", "model-key"}
    assert set(build_parser()[1]) == set(_WITH_VAULT) | alone


@pytest.mark.long
def test_a_server_ends_cleanly_when_it_is_told_to(path: Path) -> None:
    """F4: SIGTERM closes the vault: the recalls of agents are in the log, and nobody is announced any more."""
    with serving(path) as server:
        assert answer("search", path, "tea")["hits"] == []
        assert find_owner(path) is not None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0
    assert find_owner(path) is None
    with open_vault(path) as vault:
        assert "RECALL" in vault.event_types()


@pytest.mark.long
def test_a_server_that_was_killed_is_in_nobodys_way(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F4: what a killed server left behind is passed over, and the command opens the vault itself."""
    with serving(path) as server:
        server.kill()
        assert run(capsys, "add", path, "after the fall")[0] == 0
    assert command("status", path).returncode == 0
