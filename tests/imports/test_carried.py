"""Records of an export that are no memories: read strictly, passed over where they are unknown, and gated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.imports import ImportChoice
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.importing import ImportSource
from tests.helpers import vault_at

AT = "2026-03-01T12:00:00Z"
RUN = {"id": "run_0123456789abcdef", "procedure": "mem_0123456789abcdef", "memory": "mem_0123456789abcdef"}
RUN |= {"user_id": "", "actor": "user", "started": AT}
ITEM = {"id": "item_0123456789abcdef", "timestamp": AT, "text": "A note."}


def imported(vault: Engine, path: Path, *records: dict[str, Any], **more: Any) -> Any:
    lines = [{"status": "tombstone", "version": 1, **one} for one in records]
    path.write_text("".join(f"{json.dumps(one)}\n" for one in ({"content": "A memory."}, *lines)))
    return vault.import_path(path, **more)


@pytest.fixture
def exported(tmp_path: Path) -> list[dict[str, Any]]:
    """The lines of the export of a vault with a run of a procedure and a board."""
    with vault_at(tmp_path / "v") as vault:
        vault.layers.procedures.create(Procedure(name="Bread", type="Teaching", steps=(Step(description="Mix"),)))
        run = vault.layers.procedures.start("Bread").run
        vault.layers.procedures.report(run.id, True, "Write to ann@example.com.")
        vault.layers.working.add("Ask ann@example.com.", user="", thread="t")
        vault.export(tmp_path / "out", "jsonl")
        manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
        assert manifest["records"] == {"version": 1, "run": 1, "board": 1}
    return [json.loads(line) for line in (tmp_path / "out" / "memories.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"record": "run", "entry": "mem_1", "run": RUN}, "entry"),
        ({"record": "run", "entry": RUN["memory"], "run": {**RUN, "id": "mem_x"}}, "run.id"),
        ({"record": "run", "entry": RUN["memory"], "run": {**RUN, "started": "2026-03-01T12:00:00"}}, "run.started"),
        ({"record": "run", "entry": RUN["memory"], "run": {**RUN, "state": "flying"}}, "run.state"),
        ({"record": "run", "entry": RUN["memory"], "run": RUN}, "its procedure is not in this vault"),
        ({"record": "rating", "entry": RUN["memory"], "rating": 7}, "rating"),
        ({"record": "practice", "entry": RUN["memory"]}, "missing"),
        ({"record": "protection", "memory": RUN["memory"], "at": AT}, "is not in this vault"),
        ({"record": "protection", "memory": ["x"], "at": AT}, "memory"),
        ({"record": "pair", "ids": [RUN["memory"]]}, "ids"),
        ({"record": "board", "items": [{**ITEM, "salience": 3}]}, "salience"),
        ({"record": "board", "items": [{**ITEM, "text": ""}]}, "text"),
        ({"record": "board", "fields": {"current_topic": 5}}, "current_topic"),
        ({"record": "board", "fields": {"colour": "red"}}, "colour"),
        ({"record": "board", "items": 5}, "items"),
        ({"record": "summary", "retention": {"days": -1}}, "days"),
        ({"record": "summary", "lists": {"colours": ["red"]}}, "colours"),
        ({"record": "filling", "left_out": ["../x"]}, "left_out"),
    ],
)
def test_a_value_that_does_not_fit_is_rejected(tmp_path: Path, record: dict[str, Any], reason: str) -> None:
    """T15: file, line and reason are told of a record that cannot be kept, and all else of the file is taken in."""
    with vault_at(tmp_path / "v") as vault:
        report = imported(vault, tmp_path / "in.jsonl", record)
        assert report.new == 1 and report.rejected == 1
        (one,) = report.rejections
        assert (one.file, one.place) == ("in.jsonl", "line 2") and reason in one.reason
        assert vault.verify().ok


def test_what_is_not_known_is_passed_over(tmp_path: Path) -> None:
    """T15: records of a newer version, unknown records and unknown fields are no faults."""
    with vault_at(tmp_path / "v") as vault:
        records: list[dict[str, Any]] = [
            {"record": "rating", "version": 2, "stars": 5},
            {"record": "dream", "text": "Of a boat."},
            {"record": "board", "thread": "t", "items": [{**ITEM, "colour": "red"}], "mood": "blue"},
        ]
        report = imported(vault, tmp_path / "in.jsonl", *records)
        assert (report.new, report.rejected, report.warnings) == (1, 0, ())
        assert [one.content for one in vault.layers.working.board("", "t").board.items] == ["A note."]


def test_a_reader_without_these_records_takes_the_memories(exported: list[dict[str, Any]]) -> None:
    """T15: every such line has no content and the status of what is gone, which readers of exports pass over."""
    records = [one for one in exported if "record" in one]
    assert len(records) == 2
    assert all(one["status"] == "tombstone" and "content" not in one for one in records)


def test_texts_pass_the_gates(exported: list[dict[str, Any]], tmp_path: Path) -> None:
    """T15, A6: what is removed from texts that are written here is removed from the texts of records, too."""
    with vault_at(tmp_path / "other", vault_id="other") as other:
        other.change_settings({"gates.pii": "redact"})
        (tmp_path / "in.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in exported))
        assert other.import_path(tmp_path / "in.jsonl").rejected == 0
        (run,) = other.layers.procedures.runs()
        (item,) = other.layers.working.board("", "t").board.items
        for text in (run.reports[0].note, item.content):
            assert "ann@example.com" not in text and text


def test_a_part_brings_no_boards(exported: list[dict[str, Any]], tmp_path: Path) -> None:
    """T15: where only a part of the files is wanted, what is about whole conversations is left out."""
    with vault_at(tmp_path / "other", vault_id="other") as other:
        (tmp_path / "in.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in exported))
        other.import_path(tmp_path / "in.jsonl", choice=ImportChoice(roles=("user",)))
        assert not other.layers.working.boards() and len(other.layers.procedures.runs()) == 1


def test_what_is_here_stays(exported: list[dict[str, Any]], tmp_path: Path) -> None:
    """T15: a board with something on it, and a rating that was given here, are not replaced by those of a file."""
    with vault_at(tmp_path / "other", vault_id="other") as other:
        (tmp_path / "in.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in exported))
        other.layers.working.add("Mine.", user="", thread="t")
        other.import_path(tmp_path / "in.jsonl")
        assert [one.content for one in other.layers.working.board("", "t").board.items] == ["Mine."]


def test_it_comes_home_as_it_was(exported: list[dict[str, Any]], tmp_path: Path) -> None:
    """T15: the vault that wrote an export finds nothing new in it."""
    with vault_at(tmp_path / "v") as vault:
        before = vault.layers.procedures.runs()
        assert vault.import_path(tmp_path / "out").new == 0
        assert vault.layers.procedures.runs() == before


def test_a_file_of_records_alone_is_known(tmp_path: Path) -> None:
    """T15: the format is told by the records, too, as by those beside a table."""
    path = tmp_path / "beside.jsonl"
    path.write_text(json.dumps({"record": "board", "status": "tombstone", "version": 1, "items": [ITEM]}))
    (found,) = ImportSource([path]).detect()
    assert found.format == "jsonl"
