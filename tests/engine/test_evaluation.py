"""A file of questions: resolved in a vault, measured, and taken into the recall lab."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.lab import SUBJECTS, LabRun, figures
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.questions import UnknownId, left_out, read_questions
from memory_desktop.wiring import open_vault
from tests.helpers import vault_at

TEXTS = {
    "D1:1": "Mara prefers green tea in the afternoon",
    "D1:2": "The train to Lisbon leaves at nine",
    "D1:3": "Jon keeps bees behind the house",
    "D1:4": "The invoice of the plumber is not paid",
}


def timeless(run: LabRun) -> object:
    """What a run measured, without times and its place in the history."""
    measures = {name: replace(one, p50=0.0, p95=0.0) for name, one in run.measures.items()}
    queries = [replace(one, recalls5={}, ndcgs={}) for one in run.queries]
    return measures, run.query_count, queries, run.k, run.memories


@pytest.mark.long
def test_a_file_is_measured_the_same_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F8: `eval` gives each mode the figures that the lab has once it has imported the file; what is unknown is named."""
    path, questions = tmp_path / "v", tmp_path / "questions.jsonl"
    with vault_at(path) as vault:
        for number, (id, text) in enumerate(TEXTS.items()):
            (tmp_path / f"{number}.jsonl").write_text(json.dumps({"id": id, "content": text}), encoding="utf-8")
            vault.import_path(tmp_path / f"{number}.jsonl", format="jsonl")
        vault.sync()
        own = {one.external_id: one.id for one in vault.page(vault.keys(RecordFilter()))}
        bees = vault.edit(own["D1:3"], "Jon keeps bees and hens behind the house")
        vault.forget(own["D1:4"])
        vault.sync()
        lines = [
            {"query": "what does Mara drink", "expected": ["D1:1"]},
            {"query": "when does the train leave", "expected": [own["D1:2"], "D1:1"]},
            {"query": "who has bees", "expected": ["D1:3", "D9:9"]},
            {"query": "the plumber", "expected": ["D1:4"]},
            {"query": "nothing is expected"},
        ]
        questions.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        file = read_questions(questions.name, questions.read_bytes())
        found = vault.lab.resolve(file.questions)
        assert [one.ids for one in found.questions] == [(own["D1:1"],), (own["D1:2"], own["D1:1"]), (bees.id,), ()]
        assert found.unknown == (UnknownId(3, "D9:9"), UnknownId(4, "D1:4", forgotten=True))
        assert left_out(file, found) == [
            "questions.jsonl, line 5, field “expected”: it is missing; it must be a list of ids.",
            "questions.jsonl, line 3, field “expected”: D9:9 is no memory of this vault.",
            "questions.jsonl, line 4, field “expected”: D1:4 names a memory that is forgotten.",
            "Not measured: 1 question without any known id, of 4.",
        ]
        head = vault.head
        run = vault.lab.measure_questions(found.questions)
        assert vault.head == head
        assert set(run.measures) == set(SUBJECTS)
        assert run.query_count == 3
        assert run.measures["hybrid"].hit == run.measures["layers"].hit == 1.0
        assert run.measures["hybrid"].mrr == 1.0

        # The lab takes the file in as one step, and measures the same; a second time nothing is new.
        assert vault.lab.take_in(found.questions) == (3, [])
        assert vault.lab.take_in(found.questions) == (0, [])
        kept = vault.lab.evaluate()
        asked = replace(run, queries=tuple(one for one in run.queries if one.labels))
        assert timeless(kept) == timeless(asked)
        entry = vault.undo_stacks().undo[0]
        assert entry.name == "label 3 queries"
        vault.undo()
        assert vault.lab.queries() == []
    with open_vault(path) as vault:
        assert timeless(vault.lab.runs()[-1]) == timeless(asked)

    assert main(["eval", str(path), str(questions), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["questions"], told["measured"], told["k"]) == (4, 3, 10)
    assert set(told["modes"]) == set(SUBJECTS)
    for name, one in run.measures.items():
        mine = {key: value for key, value in figures(one, 10).items() if not key.endswith("_ms")}
        assert {key: told["modes"][name][key] for key in mine} == pytest.approx(mine)
        assert told["modes"][name]["p95_ms"] >= told["modes"][name]["p50_ms"] > 0
    assert [(one["line"], one["field"]) for one in told["errors"]] == [(5, "expected")]
    assert [(one["id"], one["forgotten"]) for one in told["unknown"]] == [("D9:9", False), ("D1:4", True)]

    assert main(["eval", str(path), str(questions), "--mode", "keyword"]) == 0
    said, remarks = capsys.readouterr()
    assert "3 questions over" in said and "nDCG@10" in said and "hybrid" not in said
    assert "line 5, field “expected”" in remarks and "D9:9 is no memory" in remarks
    questions.write_text('{"query": "tea", "expected": ["D9:9"]}', encoding="utf-8")
    assert main(["eval", str(path), str(questions)]) == 1
    assert "No question could be measured." in capsys.readouterr().err
