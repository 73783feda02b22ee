"""The command line, as a person and as a program use it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory_desktop.cli import main


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(arg) for arg in argv])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run(capsys, "new", tmp_path / "v")[0] == 0
    return tmp_path / "v"


@pytest.mark.long
def test_the_whole_way(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F1, E7: new, add, search, show, sync, status, verify, export, forget work one after the other."""
    code, out, _ = run(capsys, "add", path, "Mara prefers tea", "--kind", "pref", "--tag", "drinks", "--json")
    assert code == 0
    id = json.loads(out)["memory"]["id"]
    code, out, _ = run(capsys, "search", path, "tea")
    assert code == 0
    assert "Mara prefers tea" in out and id in out and "wait for their vectors" in out
    assert run(capsys, "sync", path)[0] == 0
    code, out, _ = run(capsys, "search", path, "tea kind:pref", "--json", "--explain")
    answer = json.loads(out)
    assert [hit["id"] for hit in answer["hits"]] == [id]
    assert set(answer["hits"][0]["lists"]) == {"keyword", "vector"}
    assert answer["unembedded"] == 0
    assert answer["hits"][0]["matches"]
    code, out, _ = run(capsys, "show", path, id)
    assert code == 0 and "Added" in out
    code, out, _ = run(capsys, "status", path, "--json")
    assert json.loads(out)["memories"] == {"active": 1}
    assert run(capsys, "verify", path)[0] == 0
    code, out, _ = run(capsys, "export", path, tmp_path / "out", "--format", "jsonl", "--json")
    assert code == 0 and json.loads(out)["memories"] == 1
    code, out, _ = run(capsys, "forget", path, id, "--json")
    assert json.loads(out) == {"forgotten": 1}
    code, out, _ = run(capsys, "search", path, "tea")
    assert code == 0 and "Nothing found" in out


def test_import_and_queries(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: an imported id is shown by search, and a file of queries is answered line by line in order."""
    lines = [{"id": f"D1:{n}", "content": f"turn {n} about {'tea' if n == 3 else 'coffee'}"} for n in range(6)]
    source = tmp_path / "turns.jsonl"
    source.write_text("\n".join(map(json.dumps, lines)) + "\nnot json\n")
    code, out, _ = run(capsys, "import", path, source, "--dry-run", "--json")
    report = json.loads(out)
    assert (code, report["new"], report["rejected"]) == (0, 6, 1)
    assert report["rejections"][0]["place"] == "line 7"
    assert json.loads(run(capsys, "status", path, "--json")[1])["memories"] == {}
    assert run(capsys, "import", path, source, "--sync")[0] == 0
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "q1", "query": "tea"}\n\n{"id": "q2", "query": "turn 5: what about coffee?"}\n')
    code, out, _ = run(capsys, "search", path, "--queries", queries, "-k", "2")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [answer["id"] for answer in answers] == ["q1", "q2"]
    assert answers[0]["hits"][0]["external_id"] == "D1:3"
    assert len(answers[1]["hits"]) == 2


@pytest.mark.parametrize(
    "argv",
    [
        ["search", "V"],
        ["search", "V", "tea", "-k", "0"],
        ["search", "V", "tea", "--mode", "magic"],
        ["add", "V"],
        ["export", "V", "D", "--format", "xml"],
        ["verify"],
        ["import", "V"],
    ],
)
def test_wrong_usage_is_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """F1: what cannot be meant ends with 2 and a usage line, and touches nothing."""
    code, _, err = run(capsys, *argv)
    assert code == 2
    assert "usage" in err


@pytest.mark.long
def test_failures_are_1_with_a_sentence(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E7: a missing vault, an unknown id, a bad operator or a missing file is one sentence and exit code 1."""
    for argv, words in (
        (["status", tmp_path / "none"], "not a vault"),
        (["show", path, "mem_none"], "mem_none"),
        (["forget", path, "mem_none"], "mem_none"),
        (["search", path, "tea layer:nowhere"], "layer:nowhere"),
        (["search", path, "--queries", tmp_path / "none.jsonl"], "none.jsonl"),
        (["import", path, tmp_path / "none.zip"], "none.zip"),
        (["new", path], "already"),
        (["add", path, "  "], "needs some text"),
        (["add", path, "x", "--created-at", "soon"], "soon"),
    ):
        code, _, err = run(capsys, *argv)
        assert code == 1, argv
        assert words in err and "Traceback" not in err, argv
    code, out, _ = run(capsys, "show", path, "mem_none", "--json")
    assert code == 1 and "mem_none" in json.loads(out)["error"]


@pytest.mark.long
def test_add_reads_standard_input(path: Path) -> None:
    """F1: a dash takes the text from a pipe."""
    command = [sys.executable, "-m", "memory_desktop", "add", str(path), "-"]
    done = subprocess.run(command, input="from a pipe\n", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("mem_")


@pytest.mark.long
def test_a_damaged_vault_fails_verify_and_is_repaired(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E5: verify ends with 1 while something is wrong, --repair mends it, and then verify ends with 0."""
    import memory_desktop

    run(capsys, "add", path, "tea")
    with memory_desktop.open_vault(path) as vault, vault._store.database.transaction() as cursor:
        cursor.execute("UPDATE records SET content = 'forged'")
    code, out, _ = run(capsys, "verify", path)
    assert code == 1 and "records" in out
    code, out, _ = run(capsys, "verify", path, "--repair", "--json")
    assert code == 0 and json.loads(out)["findings"][0]["repaired"]
    assert run(capsys, "verify", path)[0] == 0
    assert "tea" in run(capsys, "search", path, "tea")[1]


def test_the_window_is_the_default(tmp_path: Path) -> None:
    """F1: without a command, or with only a vault, the window is what opens."""
    from memory_desktop.cli.arguments import build_parser
    from memory_desktop.cli.main import _with_default_command

    parser, names = build_parser()
    (tmp_path / "my vault").mkdir()
    vault = str(tmp_path / "my vault")
    for given, expected in (([], None), ([vault], Path(vault)), (["-v", vault], Path(vault)), (["a/b"], Path("a/b"))):
        args = parser.parse_args(_with_default_command(given, names))
        assert (args.command, args.vault) == ("window", expected)


@pytest.mark.long
def test_nothing_printed_can_steer_the_terminal(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R13: escapes and changes of direction in any field are printed as escapes, as text and as JSON."""
    odd = "\x1b[2J\x9b\u202egnp\u2066"
    assert run(capsys, "add", path, f"tea {odd}", "--kind", odd, "--tag", odd)[0] == 0
    for argv in (("search", path, "tea", "--explain"), ("search", path, "tea", "--json"), ("log", path)):
        code, out, err = run(capsys, *argv)
        assert code == 0 and not set(odd) & set("\x1b\x9b\u202e\u2066") & set(out + err)
    _, out, _ = run(capsys, "search", path, "tea", "--json")
    (hit,) = json.loads(out)["hits"]
    assert hit["content"].startswith("tea ")


@pytest.mark.long
def test_damaged_copies_are_shown_and_removed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """T1: status says how much the copies of damaged indexes take, and verify removes them when asked, and only them."""
    run(capsys, "add", path, "Mara prefers tea")
    run(capsys, "sync", path)
    code, out, _ = run(capsys, "status", path)
    assert code == 0 and "damaged copies" not in out
    manifest = next((path / "vectors").glob("*/manifest.json"))
    manifest.write_bytes(b"{}")
    (path / "keywords" / "labels" / "meta.json").write_bytes(b"{}")
    (path / "keywords" / "mine.txt").write_text("mine")
    code, out, _ = run(capsys, "status", path)
    assert code == 0 and "damaged copies" in out
    run(capsys, "sync", path)
    code, out, _ = run(capsys, "verify", path, "--remove-damaged", "--json")
    assert code == 0
    assert json.loads(out)["removed_bytes"] > 0
    code, out, _ = run(capsys, "status", path, "--json")
    assert json.loads(out)["disk"].get("damaged copies", 0) == 4  # a file that is not the program's own
    assert [one.name for one in path.rglob("*.damaged-*")] == [next(path.glob("keywords.damaged-*")).name]


@pytest.mark.long
def test_imports_are_listed_and_undone(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """T3, F1: what was imported when and how much of it is new; one of them is undone by its number."""
    file = tmp_path / "rows.jsonl"
    file.write_text('{"content": "one"}\n{"content": "one"}\n')
    assert "Nothing" in run(capsys, "imports", path)[1]
    assert run(capsys, "import", path, file)[0] == 0
    code, out, _ = run(capsys, "imports", path, "--json")
    (job,) = json.loads(out)["imports"]
    assert (code, job["state"], job["counts"]["new"], job["counts"]["skipped"]) == (0, "done", 1, 1)
    code, out, _ = run(capsys, "imports", path)
    assert "rows.jsonl" in out and "1 new, 1 skipped" in out
    assert run(capsys, "imports", path, "--resume", job["seq"])[0] == 1
    assert run(capsys, "imports", path, "--undo", job["seq"])[0] == 0
    assert "undone" in run(capsys, "imports", path)[1]


@pytest.mark.long
def test_a_vector_and_the_contract_are_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A1, D2: `show --vector` gives the numbers and their model, `show --contract` exactly the contract's fields."""
    _, out, _ = run(capsys, "add", path, "Mara prefers tea", "--tag", "drinks", "--json")
    id = json.loads(out)["memory"]["id"]
    assert "no vector yet" in run(capsys, "show", path, id, "--vector")[1]
    run(capsys, "sync", path)
    _, out, _ = run(capsys, "assemblies", path, "create", "Drinks", id)
    run(capsys, "sync", path)
    shown = [json.loads(run(capsys, "show", path, one, "--vector", "--json")[1]) for one in (id, out.strip())]
    assert len(shown[0]["embedding"]) == len(shown[1]["embedding"]) > 100
    assert shown[0]["model_version"] == shown[1]["model_version"]
    plain = json.loads(run(capsys, "show", path, id, "--contract")[1])
    assert plain["metadata"]["topic"] == "drinks"
    assert "embedding" not in plain
    assert plain["model_version"] == shown[0]["model_version"]


@pytest.mark.parametrize("words", [("frob",), ("serach", "v", "tea"), ("missing/vault",)])
def test_a_mistyped_command_makes_no_vault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """F11: what is neither a command nor a vault is refused in a sentence, and nothing is made."""
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, *words)
    assert code in ((1,) if "/" in words[0] else (2,)) and words[0] in err
    assert ("did you mean “search”" in err) is (words[0] == "serach")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("query", ["()", "*", ":", "😀"])
def test_a_query_without_words_has_no_hits_by_meaning(
    path: Path, capsys: pytest.CaptureFixture[str], query: str
) -> None:
    """E6: punctuation means nothing, so nothing is like it; the answer says so."""
    run(capsys, "add", path, "Mara prefers tea")
    run(capsys, "sync", path)
    code, out, err = run(capsys, "search", path, query)
    assert code == 0 and "Mara" not in out
    assert "no word" in out + err


def test_an_empty_file_is_called_empty(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: a file without a byte is named as that."""
    (tmp_path / "none.jsonl").touch()
    _, out, err = run(capsys, "import", path, tmp_path / "none.jsonl")
    assert "the file is empty" in out + err
