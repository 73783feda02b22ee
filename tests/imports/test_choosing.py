"""Conversations, roles and dates are chosen before an import."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.cli.output import import_text
from memory_desktop.core.cancel import Token
from memory_desktop.core.imports import ImportChoice, ImportState
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault
from tests.helpers import vault_at
from tests.imports.builders import T0, chain, conversation, node
from tests.imports.test_turns_of_exports import ROOT, chatgpt_talk

START = datetime.fromtimestamp(T0, UTC)


def export(folder: Path) -> Path:
    """Three conversations of ChatGPT and one fact of Claude."""
    day = 86_400
    later = conversation(
        [
            ROOT,
            node("x", "root", "user", "Hello", create_time=T0 + 3 * day),
            node("y", "x", "assistant", "Hi", create_time=T0 + 5 * day),
        ],
        "y",
        "Later",
    )
    folder.mkdir()
    (folder / "conversations.json").write_text(json.dumps([chatgpt_talk(), later, chain(2, "Trip")]))
    (folder / "memories.json").write_text(json.dumps([{"conversations_memory": "Mara prefers tea."}]))
    return folder


def contents(vault: Engine) -> set[str]:
    return {memory.content for memory in vault.page(vault.keys(RecordFilter()))}


def test_a_dry_run_lists_what_there_is_to_choose(tmp_path: Path) -> None:
    """F3: a dry run tells each conversation with title, times and number of messages, the roles, and what is in none."""
    with vault_at(tmp_path / "v") as vault:
        report = vault.import_path(export(tmp_path / "e"), dry_run=True)
    found = {one.id: (one.title, one.source, one.messages, one.chosen) for one in report.conversations}
    assert found == {
        "conv-Summer": ("Summer", "chatgpt", 8, 8),
        "conv-Later": ("Later", "chatgpt", 2, 2),
        "conv-Trip": ("Trip", "chatgpt", 2, 2),
    }
    summer = report.conversations[0]
    assert (summer.first, summer.last) == (START + timedelta(seconds=1), START + timedelta(seconds=9))
    assert (report.others, report.left_out, report.new) == (1, 0, 13)
    assert report.roles == {"user": 5, "assistant": 7, "tool": 1}


@pytest.mark.parametrize(
    ("choice", "came"),
    [
        (ImportChoice(("conv-Later",)), {"Hello", "Hi"}),
        (ImportChoice(("LATER", "")), {"Hello", "Hi", "Mara prefers tea."}),
        (ImportChoice(("conv-Later",), ("user",)), {"Hello"}),
        (ImportChoice(since=START + timedelta(days=4)), {"Hi"}),
        (ImportChoice(("conv-Later", "conv-Trip"), until=START + timedelta(days=4)), {"Hello", "Trip turn 1", "Trip turn 2"}),
        (ImportChoice((), None), set()),
        (ImportChoice(("conv-Summer",), ("tool",)), {"Porto: 24 degrees"}),
    ],
)  # fmt: skip
def test_only_what_is_chosen_comes(tmp_path: Path, choice: ImportChoice, came: set[str]) -> None:
    """F3: conversations by id or title, roles and dates leave the rest out, in the dry run and in the import alike."""
    path = export(tmp_path / "e")
    with vault_at(tmp_path / "v") as vault:
        preview = vault.import_path(path, choice=choice, dry_run=True)
        report = vault.import_path(path, choice=choice)
        assert contents(vault) == came
        assert preview.new == report.new == len(came)
        assert preview.left_out == report.left_out and len(preview.conversations) == 3
        assert report.command is not None and vault.imports.get(report.command).choice == choice


def test_a_tool_stands_in_the_turn_that_it_was_asked_in(tmp_path: Path) -> None:
    """B7: what a tool said, where it is asked for, is in the turn of its question and no part of the answer."""
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(export(tmp_path / "e"), choice=ImportChoice(roles=("user", "assistant", "tool")))
        turns = vault.conversations.list_cycles(session_id="conv-Summer", newest_first=False).cycles
        assert [len(one.messages) for one in turns] == [2, 5, 2]
        assert turns[1].final_response == "Let me look.\n\nTo Porto."


@pytest.mark.long
def test_the_choice_survives_a_restart(tmp_path: Path) -> None:
    """F3: an import that was stopped goes on with the choice that it began with."""
    folder = tmp_path / "e"
    folder.mkdir()
    talks = [chain(3_000, "Long"), chain(3_000, "Other")]
    (folder / "conversations.json").write_text(json.dumps(talks))
    stop = Token()
    with vault_at(tmp_path / "v") as vault:
        choice = ImportChoice(("Other",), ("user",))
        report = vault.import_path(folder, choice=choice, progress=lambda _: stop.cancel(), cancel=stop)
        assert report.cancelled
    with open_vault(tmp_path / "v") as vault:
        (job,) = vault.imports.list()
        assert (job.state, job.choice) == (ImportState.PAUSED, choice)
        assert job.choice.words == "1 conversation, messages of user"
        done = vault.imports.resume(job.seq)
        assert done.new == 1_500 and done.left_out == 4_500
        assert all(text.startswith("Other") for text in contents(vault))


def test_choosing_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: the command line lists conversations and takes those that are named; a name that is none is told."""
    vault_at(tmp_path / "v").close()
    path, vault = str(export(tmp_path / "e")), str(tmp_path / "v")
    assert main(["import", vault, path, "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert "8 of     8  2023-11-14 – 2023-11-14  Summer  conv-Summer" in out and "1 item in no conversation" in out
    assert main(["import", vault, path, "--conversation", "later", "--until", "2023-11-17", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["new"] == 1  # the answer came two days later
    assert main(["imports", vault]) == 0
    assert "only 1 conversation, to 2023-11-17" in capsys.readouterr().out
    assert main(["import", vault, path, "--conversation", "Nobody's", "--role", "user"]) == 1
    assert "There is no conversation “Nobody's”" in capsys.readouterr().err
    assert main(["import", vault, path, "--since", "yesterday-ish"]) == 2


@pytest.mark.long
def test_facts_are_learned_where_that_is_asked_for(tmp_path: Path) -> None:
    """E9: an import leads to facts unless somebody or the setting says no, and the wish outlives a stop of it."""
    folder = tmp_path / "e"
    folder.mkdir()
    (folder / "conversations.json").write_text(json.dumps([chain(2_500, "Long"), chain(2, "Short")]))
    stop = Token()
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(folder, choice=ImportChoice(("Short",)), extract=False)
        assert vault.conversations.waiting_turns() == []
        vault.change_settings({"gate.extract_imports": False})
        vault.import_path(folder, choice=ImportChoice(("Short",)))
        assert vault.conversations.waiting_turns() == []
        vault.import_path(folder, extract=True, progress=lambda _: stop.cancel(), cancel=stop)
        assert vault.conversations.waiting_turns() == []
    with open_vault(tmp_path / "v") as vault:
        vault.imports.resume(vault.imports.list()[0].seq)
        assert len(vault.conversations.waiting_turns()) == 1_250


def test_an_untitled_conversation_is_told_by_its_first_words(tmp_path: Path) -> None:
    """F3: a conversation without a title is listed by the first words of whoever asks, and not by its id; what is chosen
    besides conversations is told in words."""
    folder = export(tmp_path / "e")
    file = folder / "conversations.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    for one in told:
        one["title"] = None
    file.write_text(json.dumps(told), encoding="utf-8")
    with vault_at(tmp_path / "v") as vault:
        titles = {one.id: one.title for one in vault.import_path(folder, dry_run=True).conversations}
    assert titles["conv-Later"] == "Hello" and titles["conv-Trip"] == "Trip turn 1"
    assert ImportChoice(("a", "b", "")).words == "2 conversations, items outside conversations"
    assert ImportChoice(("",)).words == "items outside conversations" and ImportChoice(()).words == "0 conversations"


def test_whose_conversations_are_is_asked_for(tmp_path: Path) -> None:
    """E2.9: an import says that its conversations name no user, who agents that name one would have to be; no longer
    once the vault's owner has a name, and never of what is no conversation."""
    with vault_at(tmp_path / "vault") as vault:
        path = export(tmp_path / "e")
        for dry in (True, False):
            report = vault.import_path(path, dry_run=dry)
            assert report.nobodys == report.new - 1, "all but the fact"
            assert any("gate.owner" in line for line in import_text(report))
        vault.change_settings({"gate.owner": "ann"})
        assert vault.import_path(export(tmp_path / "f"), dry_run=True).nobodys == 0
    with vault_at(tmp_path / "other") as vault:
        (tmp_path / "notes.md").write_text("The boat is red.")
        assert vault.import_path(tmp_path / "notes.md").nobodys == 0
