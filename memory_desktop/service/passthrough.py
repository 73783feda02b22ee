"""An endpoint of OpenAI's protocol for programs that know no MCP: they ask their language model through this one.

A chat completion gets what memory has on the user's newest message, as one more system message, and is sent on to the
model's address; when the answer has come, the turn is handed over, or what the user said alone where the answer did not
come whole. All else passes as it is, both ways: streams, tools, errors, other paths. A fault of memory costs no answer:
then the request passes without it. A completion that goes on after tools were called belongs to the turn that it began
in.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import httpx
import orjson
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Send

from memory_desktop.core.errors import KnownError
from memory_desktop.core.wording import ended
from memory_desktop.llm import Endpoint
from memory_desktop.service.caller import Caller
from memory_desktop.service.half_characters import without_halves
from memory_desktop.service.headers import as_header, header_text
from memory_desktop.service.tools import OWN

_log = logging.getLogger(__name__)

PATH = "/v1/"
_COMPLETIONS = "chat/completions"
#: An answer that memory had no part in says why in this header.
FAULT_HEADER = "x-memory-fault"
#: A request without names says whose turn it is, and of which conversation, in these headers.
USER_HEADER, SESSION_HEADER = "x-user-id", "x-session-id"
_OWN_HEADERS = frozenset({"authorization", "host", "content-length", "accept-encoding", USER_HEADER, SESSION_HEADER})
_HOP_BY_HOP = frozenset(
    "connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade".split()
)
#: This program's server says these itself.
_SAID_HERE = frozenset({"date", "server"})
_LEADING = ("system", "developer")
_REMEMBERED = 1_000
#: By status: the type and the code of an error, as the protocol has them.
_FAULTS = {
    401: ("authentication_error", "invalid_api_key"),
    403: ("permission_error", "not_allowed"),
    413: ("invalid_request_error", "request_too_large"),
    421: ("permission_error", "not_allowed"),
    502: ("server_error", "model_unavailable"),
}


class Backend(Protocol):
    """Answers questions of agents; see `service.http.LocalBackend`."""

    async def ask(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]: ...


class PassThrough:
    """See the module.

    Args:
        target: where the model is, and the name for requests without one. Raises KnownError: it is not switched on, or
            may not be asked.
        who: the agent that a request comes from.
    """

    def __init__(self, backend: Backend, target: Callable[[], Endpoint], who: Callable[[Request], Caller]) -> None:
        self._keeping: set[asyncio.Task[None]] = set()
        self._backend = backend
        self._target = target
        self._who = who
        self._turns: OrderedDict[str, str] = OrderedDict()
        self._chats: OrderedDict[str, str] = OrderedDict()
        self.routes = [Route(f"{PATH}{{path:path}}", self.handle, methods=["GET", "POST", "DELETE"])]

    async def handle(self, request: Request) -> Response:
        """One request of a program."""
        try:
            target = self._target()
        except KnownError as error:
            return fault(403, str(error))
        path, raw = request.path_params["path"], await request.body()
        turn = None
        if path == _COMPLETIONS and request.method == "POST":
            turn, raw = await self._with_memory(request, target, raw)
        client = httpx.AsyncClient(timeout=target.timeout, follow_redirects=False, trust_env=False)
        headers = {name: value for name, value in request.headers.items() if name not in _OWN_HEADERS | _HOP_BY_HOP}
        headers |= {"accept-encoding": "identity"}
        if target.key:
            headers["authorization"] = f"Bearer {target.key}"
        asked = f"?{request.url.query}" if request.url.query else ""
        url = httpx.URL(f"{target.address.rstrip('/')}/{path}{asked}")
        try:
            answer = await client.send(
                client.build_request(request.method, url, headers=headers, content=raw), stream=True
            )
        except httpx.HTTPError as error:
            await client.aclose()
            told = f"The language model at {target.address} does not answer: {_said(error)}"
            await self._failed(request, path, told)
            return fault(502, told)
        if answer.is_error:
            await self._failed(request, path, f"The language model answered with status {answer.status_code}.")
        return self._passed(client, answer, turn, request)

    # --- there --------------------------------------------------------------------------------------------------------

    async def _with_memory(self, request: Request, target: Endpoint, raw: bytes) -> tuple[_Turn | None, bytes]:
        """(the turn that the request is of, its body with what memory has); as it came where it is no completion."""
        try:
            body = orjson.loads(without_halves(raw))
            messages = body["messages"]
            last = max(place for place, one in enumerate(messages) if one.get("role") == "user")
            words = _text(messages[last].get("content"))
        except (ValueError, LookupError, TypeError, AttributeError):
            return None, raw
        if target.model and not body.get("model"):
            body["model"] = target.model
        if not words.strip():
            return None, orjson.dumps(body)
        user = header_text(request, USER_HEADER) or _text(body.get("user"))
        caller = self._caller(request)
        session = header_text(request, SESSION_HEADER) or self._chat(caller, user, messages, last)
        turn = _Turn(caller, user, session, words, self._cycle(caller, user, session, messages[: last + 1], last))
        context = await self._context(turn, [_text(one.get("content")) for one in messages])
        if context:
            begin = next((n for n, one in enumerate(messages) if one.get("role") not in _LEADING), 0)
            more = {"role": "system", "content": context}
            body["messages"] = [*messages[:begin], more, *messages[begin:]]
        return turn, orjson.dumps(body)

    async def _context(self, turn: _Turn, sent: list[str]) -> str:
        """What memory has on a turn, beside the messages that the program sends itself."""
        known = [text for text in sent if text.strip()]
        arguments = {"query": turn.words, "user_id": turn.user, "session_id": turn.session, "known": known}
        answer = await self._asked(turn.caller, "get_context", arguments)
        turn.fault = str(answer.get("fault", ""))
        return str((answer.get("structuredContent") or {}).get("text", ""))

    def _caller(self, request: Request) -> Caller:
        caller = self._who(request)
        return replace(caller, name=caller.name or "pass-through", kit=OWN, revises=True)

    def _chat(self, caller: Caller, user: str, said: list[Any], last: int) -> str:
        """The conversation of a request that names none: all that begin with the same messages are of one. A program
        sends the whole chat each time, so one that has more than its beginning and is not known began before the
        program did: it is for the vault to say of which conversation it is."""
        first = next(place for place, one in enumerate(said) if one.get("role") == "user")
        key = hashlib.sha256(orjson.dumps([caller.name, user, said[: first + 1]])).hexdigest()
        id = self._chats.pop(key, "") or (str(uuid.uuid4()) if first == last else "")
        return _kept(self._chats, key, id)

    def _cycle(self, caller: Caller, user: str, session: str, said: list[Any], last: int) -> str:
        """The turn's id: the same while one turn goes on, after tools, or when it is asked again."""
        digest = hashlib.sha256(orjson.dumps([caller.name, user, session, last, said])).hexdigest()
        return _kept(self._turns, digest, self._turns.pop(digest, "") or str(uuid.uuid4()))

    # --- and back -----------------------------------------------------------------------------------------------------

    def _passed(
        self, client: httpx.AsyncClient, answer: httpx.Response, turn: _Turn | None, request: Request
    ) -> Response:
        """The answer as it comes; then the turn is handed over, without the answer where that did not come whole."""
        reading = _Answer(answer.headers.get("content-type", "")) if turn is not None and answer.is_success else None

        async def parts() -> AsyncIterator[bytes]:
            try:
                async for part in answer.aiter_raw():
                    if reading is not None:
                        reading.feed(part)
                    yield part
            except (asyncio.CancelledError, GeneratorExit):  # the client reads no further
                if turn is not None and reading is not None:
                    self._keep_later(turn)
                raise
            finally:
                await answer.aclose()
                await client.aclose()

        async def hand_over() -> None:
            if passed.broken and not answer.is_error:
                await self._failed(request, request.path_params["path"], passed.broken)
            if turn is not None and reading is not None:
                await self._keep(turn, reading.text() or "")

        headers = {name: value for name, value in answer.headers.items() if name not in _HOP_BY_HOP | _SAID_HERE}
        if turn is not None and turn.fault:
            headers[FAULT_HEADER] = as_header(turn.fault)
        passed = _Passed(parts(), answer.status_code, headers, background=BackgroundTask(hand_over))
        return passed

    async def _failed(self, request: Request, path: str, reason: str) -> None:
        """Count a request that failed for the agent, and list it among its calls."""
        try:
            await self._backend.ask(self._caller(request), "failed", {"path": path, "reason": reason})
        except (KnownError, RuntimeError) as error:  # as in `_asked`
            _log.warning("a failed request was not counted: %s", error)

    async def _keep(self, turn: _Turn, answer: str) -> None:
        arguments = {
            "user_input": turn.words,
            "final_response": answer or None,
            "session_id": turn.session,
            "user_id": turn.user,
            "cycle_id": turn.cycle,
        }
        await self._asked(turn.caller, "process_turn", arguments)

    def _keep_later(self, turn: _Turn) -> None:
        """Hand a turn over without an answer, from where nothing can be waited for."""
        task = asyncio.get_running_loop().create_task(self._keep(turn, ""))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _asked(self, caller: Caller, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool answers; where it fails, which costs the program nothing, why, as “fault”."""
        try:
            answer = await self._backend.ask(caller, "call", {"name": tool, "arguments": dict(arguments)})
        except (KnownError, RuntimeError) as error:  # RuntimeError: the threads have ended
            _log.warning("passed on without memory: %s", error)
            return {"fault": str(error)}
        return {"fault": _text(answer.get("content"))} if answer.get("isError") else answer


class _Passed(StreamingResponse):
    """An answer as it comes. Where it is cut short, so is this one: nothing says to the program that it was complete.

    `broken`: why it was cut short, once it was.
    """

    broken = ""

    async def stream_response(self, send: Send) -> None:
        """See `StreamingResponse.stream_response`."""
        try:
            await super().stream_response(send)
        except httpx.HTTPError as error:
            self.broken = f"The language model cut its answer short: {_said(error)}"
            _log.warning("%s", self.broken)


class _Turn:
    """A turn on its way."""

    def __init__(self, caller: Caller, user: str, session: str, words: str, cycle: str) -> None:
        self.caller = caller
        self.user = user
        self.session = session
        self.words = words
        self.cycle = cycle
        self.fault = ""  # why memory has no part in it


class _Answer:
    """Reads what a model says from the bytes that pass: one JSON object, or a stream of events."""

    def __init__(self, kind: str) -> None:
        self._streams = kind.startswith("text/event-stream")
        self._raw = bytearray()
        self._said: list[str] = []
        self._ended = False

    def feed(self, part: bytes) -> None:
        """Some bytes more."""
        self._raw += part
        if not self._streams:
            return
        *lines, rest = bytes(self._raw).split(b"\n")
        self._raw = bytearray(rest)
        for line in lines:
            self._line(line.strip())

    def text(self) -> str | None:
        """The words of the first choice, "" if it has none (it calls tools); None: the answer did not end."""
        if self._streams:
            return "".join(self._said) if self._ended else None
        try:
            return _text(orjson.loads(without_halves(bytes(self._raw)))["choices"][0]["message"].get("content"))
        except (ValueError, LookupError, TypeError, AttributeError):
            return None

    def _line(self, line: bytes) -> None:
        data = line.removeprefix(b"data:").strip() if line.startswith(b"data:") else b""
        if data == b"[DONE]":
            self._ended = True
            return
        try:
            choices = orjson.loads(without_halves(data))["choices"] if data else []
            for one in choices:
                if one.get("index", 0) == 0:
                    self._said.append(_text((one.get("delta") or {}).get("content")))
        except (ValueError, LookupError, TypeError, AttributeError):
            return


def _kept(ids: OrderedDict[str, str], key: str, id: str) -> str:
    """Note an id as the one that was used last; the oldest give way."""
    ids[key] = id
    while len(ids) > _REMEMBERED:
        ids.popitem(last=False)
    return id


def _said(error: httpx.HTTPError) -> str:
    return ended(str(error) or type(error).__name__)


def _text(content: Any) -> str:
    """The words of a message's content: a text, or the texts among its parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (one.get("text") for one in content if isinstance(one, Mapping) and one.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def fault(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """A fault of this program, in the form of the protocol."""
    kind, code = _FAULTS.get(status, ("invalid_request_error", "bad_request"))
    body = {"error": {"message": text, "type": kind, "param": None, "code": code}}
    return Response(orjson.dumps(body), status, headers, media_type="application/json")
