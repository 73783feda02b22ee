"""The command line over time: undo, the log, the past, snapshots, rebuild, gates, the lab and the model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_desktop import open_vault
from memory_desktop.cli import main
from memory_desktop.core.query.language import RecordFilter

Run = Any


@pytest.fixture
def vault(tmp_path: Path) -> str:
    path = str(tmp_path / "v")
    assert main(["new", path]) == 0
    return path


@pytest.fixture
def run(vault: str, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the vault that must succeed; its output, as lines of JSON when `--json` is among the words."""

    def call(command: str, *words: object) -> Any:
        capsys.readouterr()
        code = main([command, vault, *map(str, words)])
        out, err = capsys.readouterr()
        assert code == 0, err
        return [json.loads(line) for line in out.splitlines()] if "--json" in words else out

    return call


def add(run: Run, text: str, *words: str) -> str:
    """The id of a new memory."""
    return str(run("add", text, *words, "--json")[0]["memory"]["id"])


def test_a_digest_tells_what_was_done(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """W10: the command line tells by day and actor what was done since a moment, which is a date or a number of days."""
    add(run, "Mara prefers tea", "--actor", "agent:claude")
    add(run, "The spare key hangs in the hall")
    (told,) = run("digest", "--since", "yesterday", "--json")
    assert {
        group["actor"]: [(line["did"], line["number"], line["texts"]) for line in group["lines"]]
        for group in told["groups"]
    } == {
        "agent:claude": [("learned", 1, ["Mara prefers tea"])],
        "user": [("learned", 1, ["The spare key hangs in the hall"])],
    }
    text = run("digest")
    assert "claude\n    Learned 1 memory: “Mara prefers tea”" in text and "You\n" in text
    assert "Nothing was done" in run("digest", "--since", "2999-01-01")
    assert main(["digest", vault, "--since", "soon"]) == 2
    assert "neither a date nor a number of days" in capsys.readouterr().err


@pytest.mark.long
def test_undo_and_redo(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """F5: what one process did, another takes back and does again, by name; an agent's writes too."""
    add(run, "Mara prefers tea")
    id = add(run, "The spare key hangs in the hall", "--actor", "agent:claude")
    assert [entry["name"] for entry in run("undo", "--list", "--json")] == ["new memory", "new memory"]
    assert "Undone" in run("undo")
    assert id not in run("search", "key")
    assert "Redone" in run("redo")
    assert "spare key" in run("search", "key")
    run("undo")
    run("undo")
    assert main(["undo", vault]) == 1
    assert capsys.readouterr().out == "There is nothing to undo.\n"


@pytest.mark.long
def test_the_log_the_past_and_the_way_back(run: Run) -> None:
    """F10, D6: events are listed and filtered, a moment is searched, compared and brought back."""
    tea, bread = add(run, "Mara prefers tea"), add(run, "Buy bread", "--actor", "agent")
    run("forget", tea)
    events = run("log", "--json")
    assert [(entry["seq"], entry["type"]) for entry in events] == [
        (4, "FORGET"),
        (3, "INGEST"),
        (2, "INGEST"),
        (1, "VAULT"),
    ]
    assert [entry["item"] for entry in run("log", "--by", "agent", "--json")] == [bread]
    assert [entry["seq"] for entry in run("log", "--item", tea, "--json")] == [4, 2]
    assert "Mara prefers tea" not in run("search", "tea")
    assert "Mara prefers tea" in run("search", "tea", "--as-of", 3)
    assert "0 added, 0 changed,\n1 gone" in run("diff", 3, 4)
    assert "1 back, 0 gone" in run("rewind", 3)
    assert "Mara prefers tea" in run("search", "tea")


@pytest.mark.long
def test_snapshots(run: Run) -> None:
    """D6: made, listed, checked, gone back to and deleted."""
    add(run, "Mara prefers tea")
    id = run("snapshot", "create", "before", "--json")[0]["id"]
    add(run, "Buy bread")
    assert "in order" in run("snapshot", "check", id)
    run("snapshot", "rollback", id)
    assert "Buy bread" not in run("search", "bread")
    assert id in run("snapshot", "list")
    run("snapshot", "delete", id)
    assert id not in run("snapshot", "list")


@pytest.mark.long
def test_rebuild_and_a_vault_that_shows_the_past(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """D3: the same records; built to an earlier event, the vault is read-only until it is built to the end."""
    add(run, "Mara prefers tea")
    add(run, "Buy bread")
    whole = run("rebuild", "--json")[0]
    earlier = run("rebuild", "--to", 2, "--json")[0]
    assert (earlier["records"], earlier["events"], earlier["shown_to"]) == (1, 3, 2)
    assert "Mara prefers tea" in run("search", "tea")
    assert main(["add", vault, "no"]) == 1
    assert "Rebuild it" in capsys.readouterr().err
    assert run("rebuild", "--json")[0]["digest"] == whole["digest"]
    assert "Buy bread" in run("search", "bread")
    assert main(["rebuild", vault, "--to", "99"]) == 1


@pytest.mark.long
def test_gates_and_settings(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """D7: a gate is switched, holds a text, and the text is let in without its personal data."""
    assert "gates.pii" in run("settings")
    assert run("settings", "gates.pii=hold", "--json")[0]["gates.pii"] == "hold"
    out = run("add", "Write to mara@example.org")
    assert "held" in out.lower()
    (item,) = run("held", "--json")
    assert item["verdicts"][0]["gate"] == "pii"
    run("held", "--release", item["id"], "--redact")
    assert "Write to [email]" in run("search", "write")
    assert run("held") == "Nothing is held back.\n"
    assert run("settings", "gates.pii", "--json") == [{"gates.pii": "hold"}]
    assert "gates.pii" in run("settings", "gates") and "recall." not in run("settings", "gates")
    for wrong in ("gates.pii=perhaps", "no.such=1", "gates.pi", "recall.trust=maybe", "snapshots.keep=many"):
        assert main(["settings", vault, wrong]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.long
def test_the_kernel(run: Run) -> None:
    """D1: merge, reinforce, fade and evict from the command line."""
    ids = [add(run, text) for text in ("Mara prefers tea", "Mara likes green tea")]
    run("reinforce", ids[0], "--credit", "0.25")
    run("fade", "--hours", 720)
    merged = run("merge", *ids).strip()
    memory = run("show", merged, "--json")[0]["memory"]
    assert set(memory["lineage"]) == set(ids)
    assert "Mara prefers tea" in memory["content"] and "green" in memory["content"]
    add(run, "Buy bread")
    add(run, "Sell the boat")
    run("reinforce", merged, "--credit", "0.3")
    run("settings", "eviction.capacity=1", "eviction.reservoir=0")
    assert run("status", "--json")[0]["memories"]["active"] == 1  # a capacity holds from the moment that it is set
    run("undo")
    assert run("status", "--json")[0]["memories"]["active"] == 3
    assert len(run("evict", "--dry-run").splitlines()) == 2
    assert run("evict") == "2 evicted.\n"


@pytest.mark.long
def test_the_lab_and_the_model(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """F8, D5: a query is labelled and measured; the models are listed, and a folder that is none is refused."""
    id = add(run, "Mara prefers tea")
    add(run, "Buy bread")
    run("sync")
    run("label", "what does Mara drink", id)
    measured = run("lab", "--json")[0]
    assert measured["query_count"] == 1
    assert measured["measures"]["hybrid"]["recall"] == 1.0
    assert len(run("lab", "--history", "--json")) == 1
    assert "bundled" in run("model", "list")
    assert "No change" in run("model", "status")
    assert main(["model", vault, "start", vault]) == 1
    assert "model.onnx" in capsys.readouterr().err


@pytest.mark.long
def test_a_command_is_undone_by_its_number(run: Run, vault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """F5: “undo --command” takes back that command, though another came later, and names what stands in the way."""
    tea = add(run, "Mara prefers tea")
    first = run("undo", "--list", "--json")[0]["command"]
    with open_vault(Path(vault)) as opened:
        opened.assemblies.create("Tea", [one.id for one in opened.page(opened.keys(RecordFilter()))], actor="system")
    told = run("undo", "--list").splitlines()
    assert told[0].endswith("(by itself: --command undoes it)") and "by itself" not in told[1]
    add(run, "Buy bread")
    assert "Undone: new memory" in run("undo", "--command", str(first))
    assert "bread" in run("search", "bread") and tea not in run("search", "tea")
    assert "Redone: new memory" in run("redo", "--command", str(first))
    back = run("search", "tea", "--json")[0]["hits"][0]["id"]
    run("merge", back, run("search", "bread", "--json")[0]["hits"][0]["id"], "--text", "Tea and bread")
    run("sync")
    assert main(["undo", vault, "--command", str(first)]) == 1
    assert "in the way" in capsys.readouterr().err


def test_an_import_says_what_was_held(run: Run, tmp_path: Path) -> None:
    """T8: what the gates hold back of an import is counted as held, and not passed over in silence."""
    run("settings", "gates.pii=hold")
    file = tmp_path / "two.jsonl"
    file.write_text('{"content": "My key is AKIAQWERTYUIOPASDFGH"}\n{"content": "Buy bread"}\n', encoding="utf-8")
    said = run("import", str(file))
    assert "1 new imported" in said and "1 held back for review" in said
