"""What the command line says of things that a person could overlook, and the exit codes that go with it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.wiring import open_vault
from tests.helpers import vault_at


@pytest.fixture
def path(tmp_path: Path) -> Path:
    vault_at(tmp_path / "v").close()
    return tmp_path / "v"


def test_an_add_says_what_the_gates_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """D7: what is kept with a note is named in the answer, and the id stands alone on standard output."""
    assert main(["add", str(path), "Write to mara@example.org"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("mem_") and len(out.splitlines()) == 1
    assert "1 e-mail address" in err
    assert main(["add", str(path), "My key is sk_live_4eC39HqLyjWDarjtT1zdp7dc", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == ["It contains 1 key, token or password."]


def test_a_held_change_says_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """D7: a change that a gate holds back is told with its reason and the id that decides about it."""
    with open_vault(path) as vault:
        vault.change_settings({"gates.pii": "hold"})
        ids = [vault.remember(text).memory.id for text in ("tea", "coffee")]
    assert main(["merge", str(path), *ids, "--text", "both, says mara@example.org", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["reasons"] == "It contains 1 e-mail address."
    assert main(["held", str(path), "--release", said["held"]]) == 0


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["-tea"],
        ["-tea", "--json"],
        ["--json", "-k5", "-tea"],
        ["-k", "5", "-tea"],
        ["-k5", "--", "-tea"],
        ["-kind:pref"],
    ],
)
def test_a_query_may_begin_with_a_dash(path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """F1: an exclusion is a query, though an option begins with the same character."""
    with open_vault(path) as vault:
        vault.remember("coffee", kind="fact")
        vault.remember("tea", kind="pref")
    assert main(["search", str(path), *words]) == 0
    out = capsys.readouterr().out
    assert "coffee" in out
    assert main(["search", str(path), "tea", "--explian"]) == 2


@pytest.mark.long
def test_a_receipt_is_renewed(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """D9: after a comparison with a log that has grown, the receipt names the new end too, and keeps the old lines."""
    receipt = tmp_path / "receipt"
    heads = []
    for number in range(3):
        with open_vault(path) as vault:
            vault.remember(f"number {number}")
            vault.sync()
            heads.append(vault.head)
        assert main(["verify", str(path), "--receipt", str(receipt)]) == 0
        kept = [json.loads(line)["event"] for line in receipt.read_text().splitlines()]
        assert kept == heads
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 0
    assert len(receipt.read_text().splitlines()) == 3
    newer = {**json.loads(receipt.read_text().splitlines()[-1]), "event": heads[-1] + 2}
    receipt.write_text(json.dumps(newer, indent=2))  # as earlier programs wrote it
    capsys.readouterr()
    assert main(["verify", str(path), "--receipt", str(receipt)]) == 1
    assert "2 events are lost" in capsys.readouterr().out


def test_all_snapshots_are_checked(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """D6: without an id every snapshot is checked, and one that is damaged is named and fails the command."""
    with open_vault(path) as vault:
        vault.remember("tea")
        ids = [vault.snapshots.create(name).id for name in ("one", "two")]
    assert main(["snapshot", str(path), "check"]) == 0
    said = capsys.readouterr().out
    assert all(f"{id}: The snapshot is in order." in said for id in ids)
    for file in (path / "snapshots").iterdir():
        if ids[1] in file.name and file.suffix != ".json":
            file.write_bytes(b"damaged")
    assert main(["snapshot", str(path), "check"]) == 1
    said = capsys.readouterr().out
    assert f"{ids[0]}: The snapshot is in order." in said
    assert f"{ids[1]}: The snapshot is in order." not in said


def test_the_status_of_a_loss_fails(path: Path) -> None:
    """D9: status fails as verify does while events are missing, and not any more once that is accepted."""
    with open_vault(path) as vault:
        vault.remember("tea")
    assert main(["status", str(path)]) == 0
    (path / "memory.duckdb").unlink()
    assert main(["status", str(path)]) == 1
    assert main(["verify", str(path), "--accept-loss"]) == 0
    assert main(["status", str(path)]) == 0


def test_files_that_are_passed_over_are_named(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: an import of a folder names each file whose format is not known, with the reason."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "note.md").write_text("The boat is at the quay")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n")
    (folder / "plain.txt").write_text("plain")
    (folder / "user.json").write_text('{"id": "u"}')
    one = tmp_path / "one"
    one.mkdir()
    (one / "user.json").write_text('{"id": "u"}')
    (one / "note.md").write_text("The oars are in the shed")
    main(["import", str(path), str(one)])
    assert "1 file passed over" in capsys.readouterr().out
    assert main(["import", str(path), str(folder)]) == 0
    said = capsys.readouterr().out
    assert "3 files passed over" in said and "notes/user.json: it comes with the export" in said
    assert "notes/picture.png: it is none of the known formats" in said
    assert "notes/plain.txt: it is none of the known formats" in said


def test_what_comes_with_every_export_is_not_passed_over(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F3, issue 10: what ChatGPT and Claude put beside the conversations is not needed, which a line says; other files
    are passed over, as are the same files where no conversations are."""
    mapping = {"0": {"id": "0", "parent": None, "children": [], "message": said_by("user", "Rain again")}}
    ours = {"id": "c", "title": "Rain", "create_time": 1_770_000_000, "mapping": mapping, "current_node": "0"}
    theirs = {"uuid": "d", "name": "Sun", "chat_messages": [{"uuid": "m", "sender": "human", "text": "Sun at last"}]}
    for name, conversation, beside in (
        ("chatgpt.zip", ours, ("user.json", "chat.html", "file-1.png", "dalle/file-2.webp", "message_feedback.json")),
        ("claude.zip", theirs, ("users.json", "projects.json")),
    ):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for one in beside[:1]:  # what comes before the conversations is known for theirs, too
                archive.writestr(one, "[]")
            archive.writestr("conversations.json", json.dumps([conversation]))
            for one in (*beside[1:], "diary.txt"):
                archive.writestr(one, "[]")
        assert main(["import", str(path), str(tmp_path / name)]) == 0
        told = capsys.readouterr().out
        assert f"{len(beside)} files of the export not needed: {beside[0]}" in told, told
        assert "1 file passed over" in told and "diary.txt" in told and "users.json:" not in told
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "note.md").write_text("The boat is at the quay")
    (folder / "file-1.png").write_bytes(b"PNG")
    (folder / "chat.html").write_text("<html>")
    assert main(["import", str(path), str(folder)]) == 0
    told = capsys.readouterr().out
    assert "2 files passed over" in told and "not needed" not in told


def said_by(role: str, text: str) -> dict[str, object]:
    """A message as ChatGPT exports it."""
    content = {"content_type": "text", "parts": [text]}
    return {"id": "m0", "author": {"role": role}, "create_time": 1_770_000_000, "content": content}


def test_what_an_import_leaves_out_by_default_is_said(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F3: an import says how many messages of tools it left out and which option takes them, names a conversation that is
    not there and fails, and passes the manifest of an own export over without a word."""
    export = tmp_path / "conversations.json"
    nodes = [("user", "Run it, please."), ("tool", "42"), ("assistant", "It says 42.")]
    mapping = {
        str(number): {
            "id": str(number),
            "parent": str(number - 1) if number else None,
            "children": [str(number + 1)] if number < len(nodes) - 1 else [],
            "message": {
                "id": f"m{number}",
                "author": {"role": role},
                "create_time": 1_770_000_000 + number,
                "content": {"content_type": "text", "parts": [text]},
            },
        }
        for number, (role, text) in enumerate(nodes)
    }
    said = [{"id": "c", "title": "Answers", "create_time": 1_770_000_000, "mapping": mapping, "current_node": "2"}]
    export.write_text(json.dumps(said))
    assert main(["import", str(path), str(export), "--conversation", "nope"]) == 1
    told = capsys.readouterr()
    assert "There is no conversation “nope” in these files" in told.err and "0 new imported" in told.out
    assert main(["imports", str(path)]) == 0 and capsys.readouterr().out.strip() == "Nothing was imported yet."
    assert main(["import", str(path), str(export), "--later"]) == 0
    assert "1 tool message left out; add --role tool" in capsys.readouterr().out
    assert main(["export", str(path), str(tmp_path / "md"), "--format", "markdown"]) == 0
    assert main(["import", str(path), str(tmp_path / "md"), "--dry-run"]) == 0
    assert "passed over" not in capsys.readouterr().out


def test_a_broken_zip_is_named_in_words(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: a damaged zip gives an error that can be read, and no name that is only bytes of its content."""
    broken = tmp_path / "export.zip"
    broken.write_bytes(b"PK\x03\x04" + bytes(range(256)) * 40 + b"PK\x03\x04" + bytes(range(255, -1, -1)) * 40)
    assert main(["import", str(path), str(broken)]) == 1
    said = capsys.readouterr().out
    assert "export.zip, whole file: nothing in it can be read" in said
    assert "export.zip!" not in said


def test_statuses_and_gates_have_plain_names(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F1: what is forgotten, and what a gate holds, is called so for people; JSON keeps the names of the contract."""
    with open_vault(path) as vault:
        vault.change_settings({"gates.pii": "hold"})
        id = vault.remember("tea").memory.id
        vault.forget(id)
        held = vault.remember("Write to mara@example.org").held
    assert held is not None
    assert main(["status", str(path)]) == 0
    assert "1 forgotten" in capsys.readouterr().out
    assert main(["status", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["memories"] == {"tombstone": 1}
    assert main(["held", str(path)]) == 0
    assert "Personal data: It contains 1 e-mail address." in capsys.readouterr().out
    with open_vault(path) as vault:
        (event,) = vault.events(type="HOLD")
        assert event.summary.startswith("Held (personal data): “Write")


def test_why_not_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F2: `search --why-not` tells what cut a memory and which search has it, as text and as JSON, and logs no recall."""
    with open_vault(path) as vault:
        tea = vault.remember("Mara prefers green tea", kind="pref").memory
        vault.remember("Jon drinks tea", kind="fact")
        vault.sync()
    assert main(["search", str(path), "tea kind:fact", "--why-not", tea.id]) == 0
    said = capsys.readouterr().out
    assert "kind:fact does not let it through: its kind is pref." in said
    assert "+ Without kind:fact, it is hit " in said
    assert main(["search", str(path), "tea kind:fact", "--why-not", tea.id, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["stage"] for one in told["cuts"]] == ["operator"]
    (one,) = told["remedies"]
    assert main(["search", str(path), one["query"], "-k", str(one["k"]), "--json", "--explain"]) == 0
    hits = json.loads(capsys.readouterr().out)["hits"]
    assert hits[one["hit"]["rank"] - 1] == one["hit"]
    for hit in hits:
        parts = [each["share"] for each in hit["lists"].values()] + [each["amount"] for each in hit["boosts"]]
        assert hit["score"] == pytest.approx(sum(parts), abs=1e-9)
    assert main(["search", str(path), "tea", "--why-not", hits[0]["id"]]) == 0
    assert "It is hit 1 of this search" in capsys.readouterr().out
    assert main(["search", str(path), "tea", "--why-not", "mem_none"]) == 1
    with open_vault(path) as vault:
        asked = [one.payload["query"] for one in vault.events(type="RECALL")]
        assert asked == ["tea"]


def test_a_search_says_which_hits_are_not_active(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E7.3: a forgotten and a superseded memory that a search is asked for are called so beside their kind."""
    with open_vault(path) as vault:
        vault.forget([vault.remember("Tea in the harbour.").memory.id])
        vault.edit(vault.remember("Tea in the garden.").memory.id, "Tea in the attic.")
    assert main(["search", str(path), "tea status:any", "--mode", "keyword"]) == 0
    told = capsys.readouterr().out.splitlines()
    marks = {told[row][5:-1]: told[row + 1].split(" · ")[1] for row in range(0, 6, 2)}
    assert marks == {
        "Tea in the harbour": "forgotten",
        "Tea in the garden": "superseded",
        "Tea in the attic": "general",
    }
