"""Moderation: texts are judged in the background once a person wants it, and what is flagged waits for a decision."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.prompts import read_flag
from memory_desktop.core.errors import LanguageModelError, NonsenseError
from memory_desktop.core.memory.held_words import change_of, text_of
from memory_desktop.core.memory.records import Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.settings import SETTINGS
from memory_desktop.engine.engine import Engine
from memory_desktop.llm import Endpoint
from memory_desktop.llm.moderation import ModerationModel
from tests.helpers import Clock, vault_at
from tests.llm.server import Script, said, serving
from tests.llm.test_llm import NoKeyring

BAD = "I will hurt my neighbour tonight."


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)


def judged(*flags: str) -> tuple[int, dict[str, str], Any]:
    """An answer of "/moderations": for each text what it is flagged for, "" for nothing."""
    results = [{"flagged": bool(one), "categories": {one: True, "spam": False} if one else {}} for one in flags]
    return 200, {}, {"id": "modr-1", "model": "judge", "results": results}


def on(script: Script, mode: str = "hold", **more: Any) -> dict[str, Any]:
    """The settings that let the server judge texts."""
    named = {"llm.address": script.address, "llm.moderation_model": "judge", "llm.retries": 0}
    return {"llm.moderation": mode, **named, **more}


def work(vault: Engine) -> None:
    while vault.conversations.work():
        pass


def texts(vault: Engine) -> list[str]:
    return [one.content for one in vault.page(vault.keys(RecordFilter(), sort="key", descending=False))]


def test_an_endpoint_is_asked_for_many_texts_and_a_chat_for_each() -> None:
    """D7: texts go to “/moderations” together; a server that has none is asked in words, text by text."""
    with serving(judged("", "violence")) as script:
        model = ModerationModel(Endpoint(script.address, "judge", "key"), lambda _: None)
        assert model.flagged(["Hello.", BAD]) == [None, "violence"]
        assert script.bodies == [{"model": "judge", "input": ["Hello.", BAD]}]
        assert script.paths == ["/v1/moderations"] and script.headers[0]["authorization"] == "Bearer key"
    yes = said({"flagged": True, "categories": ["violence", "threats"]})
    with serving((404, {}, {}), said({"flagged": False}), yes, said({"flagged": True})) as script:
        model = ModerationModel(Endpoint(script.address, "judge"), lambda _: None)
        assert model.flagged(["Hello.", BAD]) == [None, "violence, threats"]
        assert model.flagged([BAD]) == ["no reason given"]
        assert script.paths == ["/v1/moderations", *["/v1/chat/completions"] * 3]
        assert BAD in script.bodies[2]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (judged("", ""), NonsenseError),
        ((200, {}, {"results": [{"flagged": "no"}]}), NonsenseError),
        ((200, {}, b"yes"), NonsenseError),
        ((401, {}, {}), LanguageModelError),
        ((503, {}, {}), LanguageModelError),
        (None, LanguageModelError),
    ],
)
def test_faults_of_an_endpoint_are_known_errors(reply: Any, error: type[Exception]) -> None:
    """D7: a server that is away, refuses, or answers in another form is told apart, and flags nothing."""
    with serving(reply) as script, pytest.raises(LanguageModelError) as raised:
        ModerationModel(Endpoint(script.address, "judge", retries=0), lambda _: None).flagged(["Hello."])
    assert type(raised.value) is error or error is LanguageModelError
    assert read_flag("It is fine.") is None and read_flag('{"flagged": 1}') is None


def test_what_is_flagged_is_held_and_can_come_back(tmp_path: Path, clock: Clock) -> None:
    """D7: off by default; switched on, no write waits, and a flagged turn is taken out before anything is learned from
    it, with the reason; undo and release bring it back where it was, for good, also after a restart."""
    assert SETTINGS["llm.moderation"].default == "off"
    with serving(judged("")) as script:
        with vault_at(tmp_path / "v", clock) as vault:
            vault.change_settings({**on(script), "llm.moderation": "off"})
            vault.conversations.process(CycleDraft(user_input="I have two cats."))
            work(vault)
            assert script.paths == []
            vault.change_settings({"llm.moderation": "hold"})
            script.replies[:] = [judged("violence", "")]
            ticket = vault.conversations.process(CycleDraft(user_input=BAD, final_response="Please do not."))
            assert ticket.seq and script.paths == [] and BAD in texts(vault)
            work(vault)
            assert len(script.paths) == 1 and script.bodies[0]["input"] == [BAD, "Please do not."]
            assert texts(vault) == ["I have two cats.", "I have two cats.", "Please do not."]
            (item,) = vault.gates.held()
            assert [(one.gate, one.reason) for one in item.verdicts] == [
                ("moderation", "The moderation model flags it: violence.")
            ]
            assert text_of(item) == BAD and "back" in change_of(item)
            entry = next(one for one in vault.undo_stacks().undo if one.name.startswith("hold"))
            vault.undo(entry.command)
            assert BAD in texts(vault) and vault.gates.held() == []
            vault.redo()
            assert BAD not in texts(vault)
        script.replies[:] = [judged("violence")]
        with vault_at(tmp_path / "v", clock) as vault:
            vault.gates.release([vault.gates.held()[0].id])
            work(vault)
            (cycle,) = vault.conversations.list_cycles(limit=1).cycles
            assert (cycle.user_input, cycle.final_response) == (BAD, "Please do not.") and vault.gates.held() == []
            back = vault.get(cycle.messages[0])
            assert back.actor == "user" and len(script.paths) == 1 and vault.verify().ok


def test_discarded_it_stays_away(vault: Engine) -> None:
    """D7: an import is judged in the background, too; what is flagged and discarded stays forgotten."""
    with serving(judged("", "hate", "")) as script:
        vault.change_settings(on(script))
        for text in ("One.", BAD, "Three."):
            vault.remember(text)
        work(vault)
        (item,) = vault.gates.held()
        vault.gates.discard([item.id])
        work(vault)
    assert texts(vault) == ["One.", "Three."] and vault.gates.held() == [] and len(script.paths) == 1
    (gone,) = item.change.ids if item.change is not None else ()
    assert vault.get(gone).status is Status.TOMBSTONE


def test_while_the_model_is_away_texts_stay_and_wait(
    tmp_path: Path, clock: Clock, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """D7: while the model is away texts stay, the status says how many wait, and they are judged when it is back."""
    path = tmp_path / "v"
    with serving((503, {}, {})) as script, caplog.at_level(logging.WARNING):
        with vault_at(path, clock) as vault:
            vault.change_settings(on(script))
            vault.conversations.process(CycleDraft(user_input=BAD))
            work(vault)
            assert BAD in texts(vault) and not vault.conversations.waiting_turns()
            assert "503" in vault.status().language and "2 texts wait to be judged." in vault.status().language
        assert main(["process", str(path), "I have two cats."]) == 0
        assert "to be judged" in capsys.readouterr().err
        script.replies[:] = [judged("violence", "violence", "", "")]
        with vault_at(path, clock) as vault:
            work(vault)
            assert BAD not in texts(vault) and vault.status().language == ""


def test_the_strict_mode_holds_what_was_not_judged(vault: Engine, caplog: pytest.LogCaptureFixture) -> None:
    """D7: in the strict mode texts are held while the model is away, or has no name, with that reason."""
    with serving((503, {}, {})) as script, caplog.at_level(logging.WARNING):
        vault.change_settings(on(script, "strict"))
        vault.remember("One.")
        work(vault)
        vault.remember("Two.")
        work(vault)
        assert texts(vault) == [] and ["503" in one.verdicts[0].reason for one in vault.gates.held()] == [True, True]
        assert len(script.paths) == 1, "it is left alone for a while"
        vault.change_settings({"llm.moderation_model": ""})
        vault.remember("Three.")
        work(vault)
    assert "no name" in vault.gates.held()[0].verdicts[0].reason


def test_a_text_that_it_makes_no_sense_of_stops_nothing(vault: Engine, caplog: pytest.LogCaptureFixture) -> None:
    """D7: a nonsensical answer is asked for again text by text; the one that it is about stays, the others are judged."""
    unclear = 200, {}, b"?"
    with serving(unclear, judged(""), unclear, judged("hate")) as script, caplog.at_level(logging.WARNING):
        vault.change_settings(on(script))
        for text in ("One.", "Two.", BAD):
            vault.remember(text)
        work(vault)
    assert texts(vault) == ["One.", "Two."] and len(vault.gates.held()) == 1


def test_the_environment_names_the_model(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """B11: MEMORY_DESKTOP_LLM_MODEL_FOR_MODERATION stands above the vault's setting, and is not written to it."""
    monkeypatch.setenv("MEMORY_DESKTOP_LLM_MODEL_FOR_MODERATION", "guard")
    with serving(judged("")) as script, vault_at(tmp_path / "v", clock) as vault:
        vault.change_settings({"llm.moderation": "hold", "llm.address": script.address})
        vault.remember("One.")
        work(vault)
        assert script.bodies[0]["model"] == "guard"
    monkeypatch.delenv("MEMORY_DESKTOP_LLM_MODEL_FOR_MODERATION")
    with vault_at(tmp_path / "v", clock) as vault:
        assert vault.settings["llm.moderation_model"] == ""
