"""The endpoint of OpenAI's protocol that programs ask their language model through."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from memory_desktop.service.service import Service
from tests.llm.server import Script, said, serving

QUESTION = {"role": "user", "content": "Which tea does Mara like in the evening?"}


@pytest.fixture
def model() -> Iterator[Script]:
    """A language model on this computer."""
    with serving(said("Chamomile tea.")) as script:
        yield script


@pytest.fixture
def base(service: Service, vault: Engine, model: Script) -> str:
    """The endpoint, switched on, of a vault that knows what Mara drinks."""
    vault.remember("Mara likes chamomile tea in the evening", kind="pref")
    vault.sync()
    vault.change_settings({"service.enabled": True, "llm.pass_through": True, "llm.address": model.address})
    return service.url.removesuffix("/mcp") + "/v1"


def post(
    base: str, service: Service, body: dict[str, Any], path: str = "chat/completions", **headers: str
) -> httpx.Response:
    """A request as a client library sends it: the vault's token is its key."""
    return httpx.post(
        f"{base}/{path}", json=body, headers={"Authorization": f"Bearer {service.token}", **headers}, timeout=20
    )


def turns(vault: Engine) -> list[tuple[str, str | None]]:
    """What was said and answered, oldest first."""
    page = vault.conversations.list_cycles(newest_first=False, limit=100)
    return [(one.user_input, one.final_response) for one in page.cycles]


def settled(vault: Engine, service: Service) -> list[tuple[str, str | None]]:
    """The turns, once the service has handed over all that it has answered: it is stopped for that."""
    service._host.stop()
    return turns(vault)


def test_a_completion_gets_what_memory_has_and_is_remembered(
    service: Service, vault: Engine, base: str, model: Script
) -> None:
    """E2: the model gets the context beside the messages, which stay as they are; the turn is kept with its answer."""
    system = {"role": "system", "content": "Be brief."}
    body = {"model": "small", "messages": [system, QUESTION], "temperature": 0.3, "tools": [{"type": "function"}]}
    answer = post(base, service, body, **{"x-user-id": "ann", "x-session-id": "s1"})
    assert answer.status_code == 200 and answer.json() == said("Chamomile tea.")[2]
    (sent,) = model.bodies
    context = sent["messages"].pop(1)
    assert sent == body and context["role"] == "system" and "chamomile" in context["content"]
    assert model.headers[0].get("authorization") is None and "x-user-id" not in model.headers[0]
    assert settled(vault, service) == [(QUESTION["content"], "Chamomile tea.")]
    (cycle,) = vault.conversations.list_cycles().cycles
    assert (cycle.user_id, cycle.session_id) == ("ann", "s1")


def test_what_the_program_sends_itself_is_not_repeated(
    service: Service, vault: Engine, base: str, model: Script
) -> None:
    """E2: the context has of the conversation what the request has not, and repeats no message that is in the request."""
    model.replies[:] = [said("In Lisbon."), said("In Lisbon.")]
    headers = {"x-user-id": "ann", "x-session-id": "s1"}
    first = {"role": "user", "content": "I live in Lisbon, near the harbour."}
    answered = {"role": "assistant", "content": "A fine city."}
    question = {"role": "user", "content": "Where do I live, near the harbour?"}
    vault.conversations.record(
        CycleDraft(user_input=first["content"], final_response=answered["content"], user_id="ann", session_id="s1")
    )
    post(base, service, {"messages": [first, answered, question]}, **headers)
    post(base, service, {"messages": [{**question, "content": "And where is that?"}]}, **headers)
    sent = [[one["content"] for one in body["messages"] if one["role"] == "system"] for body in model.bodies]
    assert not any("near the harbour" in text or "A fine city" in text for text in sent[0])
    assert "# Conversation so far" in sent[1][0] and "User: I live in Lisbon, near the harbour." in sent[1][0]


def test_a_stream_passes_byte_for_byte(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2: server-sent events pass unchanged, and the turn has the words that they bring."""
    parts = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]},
        *({"choices": [{"index": 0, "delta": {"content": text}}]} for text in ("Cham", "omile", " ü")),
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"total_tokens": 9}},
    ]
    raw = "".join(f"data: {json.dumps(one, ensure_ascii=False)}\n\n" for one in parts).encode() + b"data: [DONE]\n\n"
    model.replies[:] = [
        (200, {"Content-Type": "text/event-stream"}, raw),
        (200, {"Content-Type": "text/event-stream"}, raw[:-20]),
    ]
    body = {"model": "small", "stream": True, "messages": [QUESTION]}
    answer = post(base, service, body)
    assert answer.content == raw and answer.headers["content-type"] == "text/event-stream"
    assert post(base, service, {**body, "messages": [{**QUESTION, "content": "And then?"}]}).content == raw[:-20]
    kept = [(QUESTION["content"], "Chamomile ü"), ("And then?", None)]
    assert settled(vault, service) == kept, "of an answer that did not end, what the user said is kept"


def test_what_was_said_is_kept_when_the_program_stops_reading(
    service: Service, vault: Engine, base: str, model: Script
) -> None:
    """E2.14: a program that ends its request within the answer loses no word of its user."""
    endless = b"".join(
        f"data: {json.dumps({'choices': [{'index': 0, 'delta': {'content': 'x' * 9_000}}]})}\n\n".encode()
        for _ in range(2_000)
    )
    model.replies[:] = [(200, {"Content-Type": "text/event-stream"}, endless)]
    headers = {"Authorization": f"Bearer {service.token}"}
    body = {"model": "small", "stream": True, "messages": [QUESTION]}
    with httpx.stream("POST", f"{base}/chat/completions", headers=headers, json=body) as answer:
        assert answer.status_code == 200
        next(answer.iter_bytes())
    until = time.monotonic() + 20
    while turns(vault) != [(QUESTION["content"], None)] and time.monotonic() < until:
        time.sleep(0.05)
    assert turns(vault) == [(QUESTION["content"], None)]


def test_tools_pass_and_their_turn_is_one(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2: a call of a tool and its result pass unchanged, and belong to the turn that they answer."""
    call = {"id": "c1", "type": "function", "function": {"name": "brew", "arguments": "{}"}}
    asked = {"role": "assistant", "content": None, "tool_calls": [call]}
    model.replies[:] = [(200, {}, {"choices": [{"index": 0, "message": asked}]}), said("It is brewing.")]
    parts = {"role": "user", "content": [{"type": "text", "text": "Brew tea."}, {"type": "image_url", "image_url": {}}]}
    first = post(base, service, {"model": "small", "messages": [parts]})
    assert first.json()["choices"][0]["message"] == asked
    result = {"role": "tool", "tool_call_id": "c1", "content": "started"}
    assert (
        post(base, service, {"model": "small", "messages": [parts, asked, result]}).json() == said("It is brewing.")[2]
    )
    assert [one for one in model.bodies[1]["messages"] if one["role"] != "system"] == [parts, asked, result]
    assert not any("Brew tea" in one["content"] for one in model.bodies[1]["messages"] if one["role"] == "system")
    assert settled(vault, service) == [("Brew tea.", "It is brewing.")]


def test_errors_and_other_paths_pass_as_they_are(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2: an error of the model's server comes back as it is, and so does what is no completion; nothing is kept."""
    model.replies[:] = [
        (429, {"Retry-After": "7", "x-request-id": "r1"}, {"error": {"message": "slow down"}}),
        (200, {}, b"[1]"),
    ]
    limited = post(base, service, {"model": "small", "messages": [QUESTION]})
    assert (limited.status_code, limited.json()) == (429, {"error": {"message": "slow down"}})
    assert (limited.headers["retry-after"], limited.headers["x-request-id"]) == ("7", "r1")
    embedded = post(base, service, {"input": "tea"}, "embeddings")
    assert embedded.content == b"[1]" and model.bodies[-1] == {"input": "tea"}
    model.replies[:] = [(400, {}, {"error": {"message": "no messages"}})]
    odd = post(base, service, {"messages": "none"})
    assert odd.status_code == 400 and model.bodies[-1] == {"messages": "none"}
    assert settled(vault, service) == []


def test_it_is_off_until_a_person_turns_it_on(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2: without the switch, without agents over HTTP, without the token or to a stranger's address nothing is asked."""
    body = {"model": "small", "messages": [QUESTION]}
    vault.change_settings({"llm.pass_through": False})
    refused = post(base, service, body)
    assert refused.status_code == 403 and "Preferences" in refused.json()["error"]["message"]
    assert refused.json()["error"].keys() == {"message", "type", "param", "code"}
    vault.change_settings({"llm.pass_through": True, "service.enabled": False})
    assert "Preferences" in post(base, service, body).json()["error"]["message"]
    vault.change_settings({"service.enabled": True})
    refused = httpx.post(f"{base}/chat/completions", json=body, timeout=20)
    assert refused.status_code == 401 and refused.headers["www-authenticate"].startswith("Bearer")
    told = refused.json()["error"]
    assert (told["type"], told["code"]) == ("authentication_error", "invalid_api_key") and "token" in told["message"]
    refused = post(base, service, body, Origin="http://evil.example")
    assert (refused.status_code, refused.json()["error"]["type"]) == (403, "permission_error")
    vault.change_settings({"llm.address": "https://models.example/v1"})
    assert post(base, service, body).status_code == 403 and model.bodies == []


def test_a_model_that_is_away_is_told_in_the_protocols_form(service: Service, vault: Engine, base: str) -> None:
    """E2: where nobody listens, the program gets an error of the protocol's form."""
    vault.change_settings({"llm.address": "http://127.0.0.1:9/v1"})
    answer = post(base, service, {"messages": [QUESTION]})
    assert answer.status_code == 502 and "does not answer" in answer.json()["error"]["message"]


def test_what_failed_is_counted_and_told_without_a_traceback(
    service: Service, vault: Engine, base: str, model: Script, caplog: pytest.LogCaptureFixture
) -> None:
    """E2, F1: an answer that the model's server cuts short is cut short for the program, too, and of its turn is kept
    what the user said; it, an error and a server that does not answer are errors of the agent, with a row each, and one
    line in the log."""
    cut = {"Content-Type": "text/event-stream", "Content-Length": "900", "Connection": "close"}
    model.replies[:] = [(200, cut, b'data: {"choices": []}\n\n'), (429, {}, {"error": {}}), None]
    body = {"model": "small", "messages": [QUESTION]}
    with pytest.raises(httpx.RemoteProtocolError):
        post(base, service, body)
    assert post(base, service, body).status_code == 429
    assert post(base, service, body).status_code == 502
    assert settled(vault, service) == [(QUESTION["content"], None)]
    (agent,) = [one for one in service.agents() if one.name == "pass-through"]
    failed = [one for one in service.calls if one.error]
    assert agent.errors == len(failed) == 3 and {one.tool for one in failed} == {"chat/completions"}
    told = " ".join(one.result for one in failed)
    assert "cut its answer short" in told and "status 429" in told and "does not answer" in told
    assert [one.exc_info for one in caplog.records if one.levelname in ("ERROR", "WARNING")] == [None]


def test_a_request_and_its_answer_pass_without_additions(service: Service, base: str, model: Script) -> None:
    """E2: the address of a request is passed on as it is, without a question mark that nobody wrote, and the answer has
    one date."""
    model.replies[:] = [said("Yes.")]
    for query in ("", "?a=1&b=%20c", "?"):
        answer = post(base, service, {}, f"models{query}")
        assert len(answer.headers.get_list("date")) == 1 and len(answer.headers.get_list("server")) <= 1
    assert model.paths == ["/v1/models", "/v1/models?a=1&b=%20c", "/v1/models"]


def test_a_model_is_named_where_the_program_names_none(
    service: Service, vault: Engine, base: str, model: Script
) -> None:
    """B11: the model for replies stands in where a request names none, and nowhere else."""
    vault.change_settings({"llm.response_model": "usual"})
    post(base, service, {"messages": [QUESTION]})
    post(base, service, {"model": "own", "messages": [QUESTION]})
    assert [one["model"] for one in model.bodies] == ["usual", "own"]


def test_words_in_headers_are_read_as_they_were_sent(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2: a user's name in UTF-8, as most programs send it, is the name that agents give by other ways."""
    body = {"model": "small", "messages": [QUESTION]}
    headers = {"Authorization": f"Bearer {service.token}".encode(), "x-user-id": "Jürgen".encode()}
    answer = httpx.post(f"{base}/chat/completions", json=body, headers=headers, timeout=20)
    assert answer.status_code == 200 and "x-memory-fault" not in answer.headers
    post(base, service, {"messages": [{**QUESTION, "content": "And milk?"}]}, **{"x-user-id": "plain"})
    settled(vault, service)
    assert [one.user_id for one in vault.conversations.list_cycles(newest_first=False).cycles] == ["Jürgen", "plain"]


def test_chats_without_names_are_kept_apart(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2, B1: two chats of one program, neither of them named, are two conversations, however their requests come; the
    same chat goes on in its own."""
    chats: list[list[dict[str, str]]] = [[], []]
    model.replies[:] = [said("Noted.")] * 6
    for round in range(3):
        for number, chat in enumerate(chats):
            chat.append({"role": "user", "content": f"Chat {number}, message {round}: what now?"})
            post(base, service, {"messages": chat}, **{"x-user-id": "ann"})
            chat.append({"role": "assistant", "content": "Noted."})
    settled(vault, service)
    found: dict[str, set[str]] = {}
    for one in vault.conversations.list_cycles(limit=10).cycles:
        found.setdefault(one.session_id, set()).add(str(one.user_input)[:6])
    assert sorted(found.values(), key=str) == [{"Chat 0"}, {"Chat 1"}]


def test_an_answer_without_memory_says_so(service: Service, vault: Engine, base: str, model: Script) -> None:
    """E2: where memory has no part in an answer, as over the limit of calls, the answer comes, and a header says why."""
    vault.change_settings({"service.rate": 1})
    model.replies[:] = [said("Yes.")] * 6
    answers = [post(base, service, {"messages": [{**QUESTION, "content": f"{n}?"}]}) for n in range(6)]
    assert {one.status_code for one in answers} == {200}
    assert "calls" in answers[-1].headers["x-memory-fault"]
