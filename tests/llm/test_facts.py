"""Facts by a language model: what its answer must be, what happens when it fails, and that the user is told."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.cancel import Token
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.conversation.prompts import read_facts
from memory_desktop.core.errors import CancelledError
from memory_desktop.core.extraction.facts import LONGEST_FACT, MOST_FACTS, Said
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.settings import SETTINGS, Settings
from memory_desktop.engine.conversation.language import Language
from memory_desktop.engine.engine import Engine
from memory_desktop.llm import Endpoint
from memory_desktop.llm.client import OpenAIModel
from tests.helpers import Clock, vault_at
from tests.llm.server import Script, said, serving
from tests.llm.test_llm import NoKeyring

TALK = [Said("Hi! I live in Porto, near the river.", "User"), Said("Noted: your rent is 900 euros.", "Assistant", True)]
PORTO = {"message": 0, "quote": "I  live in porto", "text": "I live in Porto.", "kind": "fact", "confidence": 0.8}


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)


def on(script: Script, **more: Any) -> dict[str, Any]:
    """The settings that let the server's model find facts."""
    return {"llm.on": True, "llm.address": script.address, "llm.model": "small", "llm.retries": 0, **more}


def learn(vault: Engine, text: str, answer: str = "Noted.") -> None:
    """Hand a turn over and learn from it."""
    vault.conversations.process(CycleDraft(user_input=text, final_response=answer, user_id="ann", session_id="s"))
    while vault.conversations.work():
        pass


def facts(vault: Engine) -> list[Memory]:
    return vault.page(vault.keys(RecordFilter(kinds=("pref", "fact", "rule")), sort="key", descending=False))


def answer(*entries: Any) -> str:
    return json.dumps({"facts": list(entries)})


def test_facts_of_an_answer() -> None:
    """E9: a fact of an answer names its speaker, kind and confidence, and where in the message its words are."""
    (fact,) = read_facts(answer(PORTO, PORTO), TALK, "") or []
    assert (fact.text, fact.said, fact.kind, fact.confidence) == (
        "I live in Porto.",
        "I live in Porto.",
        "fact",
        0.8,
    )
    assert TALK[0].text[fact.start : fact.end] == "I live in Porto" and not fact.corrects and fact.message == 0
    assert read_facts(answer(), TALK, "") == []
    many = [{**PORTO, "text": f"I live in Porto {'so ' * number}"} for number in range(MOST_FACTS + 8)]
    assert len(read_facts(answer(*many), [Said("so " + TALK[0].text, "")], "") or []) == MOST_FACTS


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "opinion"},
        {"confidence": 1.01},
        {"confidence": -0.1},
        {"confidence": True},
        {"confidence": "high"},
        {"message": 2},
        {"message": -1},
        {"message": True},
        {"message": "0"},
        {"text": ""},
        {"text": " \n "},
        {"text": "a" * (LONGEST_FACT + 1)},
        {"text": ["I live in Porto."]},
        {"quote": None},
        {"corrects": "no"},
    ],
)
def test_one_bad_entry_spoils_an_answer(change: dict[str, Any]) -> None:
    """E9: an answer with an entry of another shape, kind, confidence or length is refused as a whole."""
    assert read_facts(answer(PORTO, {**PORTO, **change}), TALK, "") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found nothing.",
        "[]",
        "{}",
        "null",
        '{"facts": null}',
        '{"facts": [1]}',
        '{"facts": [' + "{}," * 200 + "{}]}",
    ],
)
def test_other_shapes_are_refused(text: str) -> None:
    """E9: an answer that is no list of facts is refused."""
    assert read_facts(text, TALK, "") is None


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "I live in Lisbon"},
        {"quote": ""},
        {"message": 1},
        {"text": "I live in Porto since 2019."},
        {"text": "Mara loves sailing and owns three boats."},
    ],
)
def test_what_nobody_said_is_no_fact(change: dict[str, Any]) -> None:
    """E9: a fact whose quote is not in its message, or whose words or numbers nobody said, is left out; an answer of
    nothing else is nonsense."""
    assert read_facts(answer({**PORTO, **change}), TALK, "") is None
    kept = read_facts(answer({**PORTO, **change}, PORTO), TALK, "")
    assert kept is not None and [one.said for one in kept] == ["I live in Porto."]


@pytest.mark.long
def test_a_model_finds_the_facts_once_it_is_switched_on(tmp_path: Path, clock: Clock) -> None:
    """E9: the model finds the facts only where it is switched on, also after a restart; each fact names it, its turn
    and its message, is compared like any other, and corrects what it takes back."""
    path = tmp_path / "v"
    with serving(said({"facts": [PORTO]})) as script:
        with vault_at(path, clock) as vault:
            vault.change_settings({"llm.on": False, "llm.address": script.address, "llm.model": "small"})
            learn(vault, "I have two cats.")
            vault.change_settings(on(script, **{"llm.extract": False}))
            learn(vault, "I work as a baker.")
            assert all("quote" not in str(one) for one in script.bodies)
            assert [learned(one).extractor for one in facts(vault)] == ["rules@2", "rules@2"]  # type: ignore[union-attr]
            vault.change_settings({"llm.extract": True})
        with vault_at(path, clock) as vault:
            script.replies[:] = [said({"facts": [PORTO]})]
            learn(vault, "Hi! I live in Porto, near the river.")
            fact = facts(vault)[-1]
            where, (cycle,) = learned(fact), vault.conversations.list_cycles(limit=1).cycles
            assert fact.content == "I live in Porto." and (fact.kind, fact.confidence) == ("fact", 0.8)
            assert where is not None and where.extractor == "small/facts@1" and where.cycle == cycle.cycle_id
            assert cycle.user_input[slice(*where.span)] == "I live in Porto" and fact.lineage == cycle.messages[:1]
            moved = {**PORTO, "quote": "I live in Lisbon now", "text": "I live in Lisbon now.", "corrects": True}
            script.replies[:] = [said({"facts": [moved]})]
            learn(vault, "I live in Lisbon now.")
            assert (
                vault.get(fact.id).status is Status.SUPERSEDED and facts(vault)[-1].content == "I live in Lisbon now."
            )
            assert vault.conversations.language.problem != ""  # this server's answers are no reading for a summary
            vault.undo()
            assert facts(vault)[-1].content == "I live in Porto."


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ((500, {}, {}), "500"),
        (None, "does not answer"),
        (said("I think it is Porto."), "another form"),
        (said({"facts": [{**PORTO, "confidence": 7}]}), "another form"),
        (said({"facts": [{**PORTO, "quote": "I live on Mars"}]}), "another form"),
    ],
)
def test_rules_find_the_facts_when_the_model_fails(
    vault: Engine, reply: Any, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """E9: a model that is down, faulty, malformed or talks nonsense costs no turn: rules find its facts, and the status
    says why."""
    with serving(reply) as script, caplog.at_level(logging.WARNING):
        vault.change_settings(on(script))
        learn(vault, "My dentist is Dr. Kim.")
    (fact,) = facts(vault)
    assert fact.content == "My dentist is Dr. Kim." and learned(fact).extractor == "rules@2"  # type: ignore[union-attr]
    assert not vault.conversations.waiting_turns() and vault.conversations.list_cycles().total == 1
    assert told in vault.status().language and vault.status().health == "unchecked"
    vault.change_settings({"llm.on": False})
    assert vault.status().language == ""


def test_no_answer_in_time(caplog: pytest.LogCaptureFixture) -> None:
    """E9: a model that takes longer than it may is passed over."""
    with serving(said({"facts": [PORTO]})) as script, caplog.at_level(logging.WARNING):
        script.answers.clear()
        slow = OpenAIModel(Endpoint(script.address, "small", timeout=0.05, retries=0))
        language = Language(lambda _settings: slow, lambda: Settings(), lambda: 0.0)
        assert language.facts(TALK, "") is None
        script.answers.set()
    assert "nothing came within" in language.problem


def test_closing_waits_for_no_model(vault: Engine) -> None:
    """E9: a model that is silent holds nothing up: the background work ends as soon as it is asked to, the turn waits,
    and is learned from later."""
    token, ended = Token(), list[BaseException]()

    def tidy() -> None:
        try:
            while vault.maintain(token):
                pass
        except CancelledError as error:
            ended.append(error)

    with serving(said({"facts": [PORTO]})) as script:
        script.answers.clear()
        vault.change_settings(on(script, **{"llm.timeout": 3_600.0}))
        vault.conversations.process(CycleDraft(user_input="Well, I live in Porto."))
        worker = threading.Thread(target=tidy)
        worker.start()
        assert script.asked.wait(30)
        token.cancel()
        worker.join(30)
        assert not worker.is_alive() and ended and len(vault.conversations.waiting_turns()) == 1
        script.answers.set()
        while vault.conversations.work():
            pass
    assert learned(facts(vault)[0]).extractor == "small/facts@1"  # type: ignore[union-attr]


@pytest.mark.long
def test_the_command_line_asks_the_model_and_says_when_rules_did_it(
    tmp_path: Path, clock: Clock, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """E9: `process` finds facts by the model, and says when rules had to."""
    path = tmp_path / "v"
    with serving(said({"facts": [PORTO]})) as script, caplog.at_level(logging.WARNING):
        with vault_at(path, clock) as vault:
            vault.change_settings(on(script))
        assert main(["process", str(path), "Well, I live in Porto."]) == 0
        script.replies[:] = [(503, {}, {})]
        capsys.readouterr()
        assert main(["process", str(path), "I have two cats."]) == 0
        assert "Rules did the work" in (told := capsys.readouterr().err) and "503" in told
    with vault_at(path, clock) as vault:
        assert [learned(one).extractor for one in facts(vault)] == ["small/facts@1", "rules@2"]  # type: ignore[union-attr]


def test_it_is_off_by_default() -> None:
    """E9: nobody is asked for facts unless a person switches the language model on."""
    assert SETTINGS["llm.on"].default is False and SETTINGS["llm.extract"].default is True
