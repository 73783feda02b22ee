"""What is imported is as old as its source says, and stays in its place."""

from __future__ import annotations

import io
import json
import os
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.imports.builders import T0, chain, dump, node
from tests.imports.test_formats import read

START = datetime.fromtimestamp(T0, UTC)


def _times(path: Path) -> dict[str, datetime | None]:
    drafts, _, _ = read(path)
    return {draft.content: draft.created_at for draft in drafts}


def test_chatgpt_messages_without_a_time_stay_in_their_place(tmp_path: Path) -> None:
    """T19: a ChatGPT message without a time takes that of the message before it, on every branch."""
    one = chain(5, "A")
    for n in range(1, 6):
        one["mapping"][f"A{n}"]["message"]["create_time"] = T0 + 60 * n if n in (2, 4) else None
    one["mapping"]["B1"] = node("B1", "A4", "user", "other branch", create_time=None)
    one["mapping"]["B2"] = node("B2", "B1", "user", "its answer", create_time=None)
    minutes = {"A turn 1": 0, "A turn 2": 2, "A turn 3": 2, "A turn 4": 4, "A turn 5": 4}
    wanted: dict[str, Any] = {text: START + timedelta(minutes=n) for text, n in minutes.items()}
    wanted |= {"other branch": START + timedelta(minutes=4), "its answer": START + timedelta(minutes=4)}
    assert _times(dump(tmp_path / "conversations.json", [one])) == wanted
    for begins in (None, T0 + 9_999):  # no time of the whole, or one that cannot be
        one["create_time"] = begins
        again = _times(dump(tmp_path / "conversations.json", [one]))
        assert again == {**wanted, "A turn 1": START + timedelta(minutes=2)}


def test_claude_messages_without_a_time_stay_in_their_place(tmp_path: Path) -> None:
    """T19: a Claude message without a time takes that of the message before it; a bad time of the whole costs nothing."""
    said = [{"uuid": f"m{n}", "text": f"said {n}", "sender": "human"} for n in range(4)]
    said[2]["created_at"] = "2026-01-02T03:04:05Z"
    talk = {"uuid": "c", "chat_messages": said, "created_at": "2026-01-01T00:00:00Z"}
    begin, later = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    path = tmp_path / "conversations.json"
    assert list(_times(dump(path, [talk])).values()) == [begin, begin, later, later]
    drafts, rejected, _ = read(dump(path, [{**talk, "created_at": "soon"}]))
    assert [draft.created_at for draft in drafts] == [later] * 4 and len(rejected) == 1


@pytest.mark.parametrize(
    ("name", "front", "wanted"),
    [
        ("note.md", "created: 2021-02-03", datetime(2021, 2, 3, tzinfo=UTC)),
        ("2024-05-06.md", "date: 2021-02-03", datetime(2021, 2, 3, tzinfo=UTC)),
        ("2024-05-06.md", "", datetime(2024, 5, 6, tzinfo=UTC)),
        ("2024_05_06 Monday.md", "", datetime(2024, 5, 6, tzinfo=UTC)),
        ("20240506.md", "created: no time", datetime(2024, 5, 6, tzinfo=UTC)),
        ("2024-13-45.md", "", START),
        ("123456789.md", "", START),
        ("note.md", "", START),
    ],
)
def test_a_note_is_as_old_as_it_says(tmp_path: Path, name: str, front: str, wanted: datetime) -> None:
    """T19: a note is dated by its front matter, else by the day in its name, else by its file."""
    (tmp_path / name).write_text(f"---\n{front}\n---\nA note.")
    os.utime(tmp_path / name, (T0, T0))
    assert _times(tmp_path / name) == {"A note.": wanted}
    assert _times(tmp_path) == {"A note.": wanted}


def test_a_note_in_a_zip_is_as_old_as_its_entry(tmp_path: Path) -> None:
    """T19: a note in a zip has the time that the zip gives it, unless that is none."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.md", (2023, 4, 5, 6, 7, 8)), "dated")
        archive.writestr(zipfile.ZipInfo("b.md"), "undated")
        archive.writestr(zipfile.ZipInfo("c.jsonl", (2023, 4, 5, 6, 7, 8)), json.dumps({"content": "record"}))
    (tmp_path / "x.zip").write_bytes(buffer.getvalue())
    assert _times(tmp_path / "x.zip") == {
        "dated": datetime(2023, 4, 5, 6, 7, 8, tzinfo=UTC),
        "undated": None,
        "record": None,
    }
