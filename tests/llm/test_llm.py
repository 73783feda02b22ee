"""The language model: asked over the protocol, with every fault; off by default; its key in the keyring only."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import NoKeyringError, PasswordDeleteError

from memory_desktop.cli.main import main
from memory_desktop.core.cancel import Token
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.prompts import read_analysis, read_digest
from memory_desktop.core.errors import CancelledError, KnownError, LanguageModelError
from memory_desktop.core.ports import ChatMessage
from memory_desktop.core.settings import Settings
from memory_desktop.engine.engine import Engine
from memory_desktop.llm import Endpoint, Keys, ModelOpener, is_local
from memory_desktop.llm.client import OpenAIModel
from tests.helpers import Clock, vault_at
from tests.llm.server import Script, said, serving

HELLO = [ChatMessage("user", "Hello")]
READ = {
    "topics": ["sailing"],
    "entities": ["Mara Lindt"],
    "points": ["The boat is blue."],
    "preferences": ["likes wind"],
    "identity": {"user_name": "Mara", "location": ""},
}
TURN = CycleDraft(user_input="Call me Bo. I love rain. The weather is fine.", final_response="Noted.", user_id="ann")


class InMemory(KeyringBackend):
    """A keyring that forgets."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


class NoKeyring(InMemory):
    """A computer without one."""

    def get_password(self, service: str, username: str) -> str | None:
        raise NoKeyringError("none")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NoKeyringError("none")


@pytest.fixture(autouse=True)
def ring() -> Iterator[InMemory]:
    before, made = keyring.get_keyring(), InMemory()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def model(script: Script, waits: list[float] | None = None, **more: object) -> OpenAIModel:
    """A model behind the server, which never really waits between two attempts."""
    endpoint = Endpoint(script.address, "small", **{"timeout": 5.0, **more})  # type: ignore[arg-type]
    return OpenAIModel(endpoint, (waits if waits is not None else []).append)


def test_a_completion_is_asked_for_and_read() -> None:
    """B6: messages, model, temperature 0 and the key go out in the protocol's form, and the content comes back."""
    with serving(said("Good day")) as script:
        assert model(script, key="secret").complete(HELLO, as_json=True) == "Good day"
    assert script.bodies == [
        {
            "model": "small",
            "messages": [{"role": "user", "content": "Hello"}],
            "temperature": 0,
            "response_format": {"type": "json_object"},
        }
    ]
    assert script.headers[0]["authorization"] == "Bearer secret"


def test_what_may_succeed_later_is_tried_again() -> None:
    """B6: a busy server, a fault of it and a broken connection are tried again, with growing waits."""
    waits: list[float] = []
    with serving((429, {"Retry-After": "3"}, {}), (503, {}, {}), None, said("At last")) as script:
        assert model(script, waits, retries=3).complete(HELLO) == "At last"
    assert waits == [3.0, 1.0, 2.0] and len(script.bodies) == 4


@pytest.mark.parametrize(
    ("reply", "attempts", "words"),
    [
        ((401, {}, {"error": "no"}), 1, "401"),
        ((500, {}, {}), 3, "500"),
        ((302, {"Location": "http://example.invalid/"}, {}), 1, "302"),
        ((200, {}, b"not JSON"), 1, "no chat completion"),
        ((200, {}, {"choices": []}), 1, "no chat completion"),
        ((200, {}, {"choices": [{"message": {"content": None, "tool_calls": []}}]}), 1, "no text"),
        ((200, {}, b" " * 4_100_000), 3, "too long"),
        (None, 3, "disconnected"),
    ],
)
def test_faults_are_told_in_a_sentence(
    reply: tuple[int, dict[str, str], object] | None, attempts: int, words: str
) -> None:
    """B6: what the server does wrong is a known error that says what, after as many attempts as make sense."""
    with serving(reply) as script, pytest.raises(LanguageModelError, match=words) as error:
        model(script, key="secret").complete(HELLO)
    assert len(script.bodies) == attempts and "secret" not in str(error.value)


def test_no_server_and_no_time() -> None:
    """B6: no connection and no answer in time are known errors; a cancelled question is not sent."""
    with serving(said("x")) as script:
        gone = Token()
        gone.cancel()
        with pytest.raises(CancelledError):
            model(script).complete(HELLO, cancel=gone)
        assert script.bodies == []
    with pytest.raises(LanguageModelError):
        model(script, retries=0).complete(HELLO)
    assert "secret" not in repr(Endpoint("http://localhost/v1", "small", "secret"))


@pytest.mark.parametrize(
    "answer",
    ["", "Sure! Here it is.", "[]", "{", '{"topics": "sailing"}', '{"topics": [1]}', '{"identity": []}', "null", "{}"],
)
def test_malformed_answers_are_refused(answer: str) -> None:
    """B6: an answer of another shape than asked for is no reading; rules have to do it."""
    assert read_analysis(answer) is None and read_digest(answer) is None


def test_answers_in_a_fence_are_read() -> None:
    """B6: JSON between three backticks is read; entries are trimmed and bounded."""
    found = read_analysis('```json\n{"topics": [" a  b ", "a b", "", "c", "d", "e"], "identity": {"mood": "x"}}\n```')
    assert found is not None and found.topics == ("a b", "c", "d") and found.identity == {}


def test_control_characters_of_a_model_are_dropped() -> None:
    """B6: what a model's JSON escapes as a control character is in no name, topic or digest."""
    found = read_analysis('{"topics": ["a\\u0000b"], "identity": {"user_name": "An\\u0000a\\u001b[1m"}}')
    assert found is not None and found.topics == ("ab",) and found.identity == {"user_name": "Ana[1m"}
    assert read_digest('{"digest": "One\\u0000 day.\\u0007"}') == "One day."
    assert read_digest('{"digest": "\\u0000"}') is None


def on(script: Script) -> dict[str, bool | str | float | int]:
    """The settings that switch the server's model on."""
    return {"llm.on": True, "llm.address": script.address, "llm.model": "small", "llm.retries": 0}


def test_a_model_reads_turns_once_it_is_switched_on(vault: Engine) -> None:
    """B6: nothing is asked by default; switched on, the model reads each turn, and what it says is in the summary."""
    with serving(said(READ)) as script:
        vault.change_settings({**on(script), "llm.on": False})
        vault.conversations.record(TURN)
        while vault.conversations.work():
            pass
        assert script.bodies == [] and vault.conversations.summary("ann").identity == {"user_name": "Bo"}
        vault.change_settings({"llm.on": True})
        vault.conversations.record(TURN)
        while vault.conversations.work():
            pass
    summary = vault.conversations.summary("ann")
    assert summary.latest_topic == "sailing" and summary.identity == {"user_name": "Mara"}
    assert "likes wind" in summary.preferences and "The boat is blue." in summary.context_points
    assert TURN.user_input in script.bodies[0]["messages"][1]["content"] and len(script.bodies) == 1
    assert vault.conversations.summaries.deltas("ann")[0].payload.count('"by":"model"') == 1


def test_when_the_model_fails_rules_do_it(vault: Engine, caplog: pytest.LogCaptureFixture) -> None:
    """B6: a failing model costs no turn: rules read it, it is left alone for a while, and what is wrong is told."""
    with serving((500, {}, {})) as script, caplog.at_level(logging.WARNING):
        vault.change_settings(on(script))
        for number in range(3):
            vault.conversations.record(CycleDraft(user_input=f"Call me Bo. Number {number}.", user_id="ann"))
        while vault.conversations.work():
            pass
    assert vault.conversations.summary("ann").update_count == 3
    assert vault.conversations.summary("ann").identity == {"user_name": "Bo"}
    assert len(script.bodies) == 1 and "500" in vault.conversations.language.problem
    assert [one.levelname for one in caplog.records] == ["WARNING"]


def test_malformed_json_falls_back_to_rules(vault: Engine) -> None:
    """B6: an answer that is no JSON is passed over, and rules read the turn."""
    with serving(said("I think the user is Bo.")) as script:
        vault.change_settings(on(script))
        vault.conversations.record(TURN)
        while vault.conversations.work():
            pass
    assert len(script.bodies) == 1 and vault.conversations.summary("ann").preferences == ("likes rain",)
    assert "another form" in vault.conversations.language.problem


def test_a_model_writes_digests(vault: Engine) -> None:
    """B3: the digest of what leaves short-term memory is written by the model, where there is one."""
    with serving(said({"digest": "They spoke of gardens.", **READ})) as script:
        vault.change_settings({**on(script), "conversation.short_term_budget": 100})
        for _ in range(3):
            vault.conversations.record(CycleDraft(user_input=" ".join(["garden"] * 60), user_id="ann"))
            while vault.conversations.work():
                pass
    texts = [memory.content for memory, _ in vault.conversations.digests.of("ann")]
    assert texts and set(texts) == {"They spoke of gardens."}


def test_a_vaults_settings_send_nothing_to_a_stranger(vault: Engine, ring: InMemory) -> None:
    """B11: an address that is not this computer is asked only once a person has allowed it here, in the keyring."""
    opener = ModelOpener()
    far = Settings({"llm.on": True, "llm.address": "https://models.example/v1", "llm.model": "big"})
    assert opener(Settings()) is None
    with pytest.raises(LanguageModelError, match=r"models\.example"):
        opener(far)
    Keys().set("https://models.example/v1", "secret")
    made = opener(far)
    assert made is not None and made.name == "big"
    assert Keys().get("https://models.example:443/other") == "secret" and Keys().get("http://models.example/v1") is None
    Keys().forget("https://models.example/v1")
    with pytest.raises(LanguageModelError):
        opener(far)
    named = Settings({"llm.on": True, "llm.model": "big"}, {"llm.address": "https://models.example/v1"})
    assert opener(named) is not None, "who sets it in the environment has allowed it"
    with pytest.raises(LanguageModelError, match="name"):
        opener(Settings({"llm.on": True}))
    assert is_local("http://[::1]:80/v1") and is_local("http://localhost/v1") and not is_local("http://localhost.evil/")


def test_the_command_line_keeps_and_forgets_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ring: InMemory
) -> None:
    """B11: “model-key” takes the key from standard input, never from its arguments, and forgets it again."""
    monkeypatch.setattr("sys.stdin", io.StringIO("secret\n"))
    assert main(["model-key", "https://models.example/v1"]) == 0
    assert Keys().get("https://models.example/v1") == "secret" and "secret" not in capsys.readouterr().out
    assert main(["model-key", "https://models.example/v1", "--forget"]) == 0 and not ring.kept
    assert main(["model-key", "models.example"]) == 1


def test_without_a_keyring_it_says_so() -> None:
    """B11: on a computer without a keyring, no key is kept anywhere else."""
    keyring.set_keyring(NoKeyring())
    assert Keys().get("https://models.example/v1") is None
    with pytest.raises(KnownError, match="keyring"):
        Keys().set("https://models.example/v1", "secret")
    with pytest.raises(KnownError):
        Keys().set("models.example", "secret")


def test_the_key_is_in_no_file_of_the_vault(tmp_path: Path) -> None:
    """B11: the key goes to the server, and is in no file of the vault."""
    with serving(said(READ)) as script:
        Keys().set(script.address, "s3cr3t-k3y")
        with vault_at(tmp_path / "v", Clock()) as vault:
            vault.change_settings(on(script))
            vault.conversations.record(TURN)
            while vault.conversations.work():
                pass
    assert script.headers[0]["authorization"] == "Bearer s3cr3t-k3y"
    for file in (tmp_path / "v").rglob("*"):
        assert not file.is_file() or b"s3cr3t-k3y" not in file.read_bytes()
