"""The HTTP application of a host: who may connect at all, MCP for agents, and a channel for this user's processes.

Only this machine's own addresses are listened at. Besides, each request must name one of them as its host and as its
origin, if it names one, so that no web page can reach in through a browser; and it must bring a token.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import orjson
from mcp import types
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory_desktop.core.errors import ClosedError, InvalidCommandError, KnownError
from memory_desktop.llm import Endpoint
from memory_desktop.priority import QUERY, stand_back
from memory_desktop.service.agents import Agents, agent_name
from memory_desktop.service.caller import Caller, NotServedError, UnknownNameError
from memory_desktop.service.commands import CommandLine, SharedCommands
from memory_desktop.service.desk import LARGEST_MESSAGE, Desk
from memory_desktop.service.half_characters import receive_whole
from memory_desktop.service.headers import header_text
from memory_desktop.service.news import News
from memory_desktop.service.passthrough import PATH, PassThrough, fault
from memory_desktop.service.protocol import client_of, make_server
from memory_desktop.service.tools import READS

MCP_PATH, OWNER_PATH = "/mcp", "/owner/"
_UNKNOWN_TOKEN = "The token is missing or wrong, or a person has ended it: ask them for the one that counts now."  # noqa: S105 - what is said about it
_ASK = {"WWW-Authenticate": 'Bearer realm="memory-desktop"'}
_AGENT, _SHARED = "memory_desktop_agent", "memory_desktop_shared"
_STREAM = "text/event-stream"
_SESSION, _MOST_SESSIONS = "mcp-session-id", 1_000
#: Writes wait for each other anyway; with threads of their own they keep no read waiting.
_READERS, _WRITERS = 6, 2
_LOCAL = ("127.0.0.1", "localhost", "[::1]")


class LocalBackend:
    """Asks the desk of this process, in threads of its own, so that the event loop is free."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._readers, self._writers = (
            ThreadPoolExecutor(number, name, initializer=stand_back, initargs=(QUERY,))
            for number, name in ((_READERS, "agents reading"), (_WRITERS, "agents writing"))
        )

    async def ask(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        pool = self._writers if what == "call" and params.get("name") not in READS else self._readers
        return await loop.run_in_executor(pool, partial(self._desk.ask, caller, what, params))

    def close(self) -> None:
        """End the threads."""
        self._readers.shutdown()
        self._writers.shutdown()


class _Sessions:
    """Which agent each session of MCP is of. For the event loop's thread."""

    def __init__(self) -> None:
        self._names: OrderedDict[str, str] = OrderedDict()

    def heard(self, session: str, name: str) -> None:
        """A request came in a session; "" is none."""
        if session:
            self._names[session] = name
            self._names.move_to_end(session)
            while len(self._names) > _MOST_SESSIONS:
                self._names.popitem(last=False)

    def ended(self, session: str) -> str | None:
        """The agent whose last session has ended; None where it has another, or none is known."""
        name = self._names.pop(session, None)
        return None if name in self._names.values() else name


class Guard:
    """Lets through what comes from this machine and has a token; the rest is refused before it is read.

    Args:
        owner_token: of this user's own processes. port: where the host listens. enabled: agents may connect.
    """

    def __init__(
        self,
        app: ASGIApp,
        agents: Agents,
        owner_token: str,
        sessions: _Sessions,
        *,
        port: Callable[[], int],
        enabled: Callable[[], bool],
    ) -> None:
        self._sessions = sessions
        self._app = app
        self._enabled = enabled
        self._agents = agents
        self._owner_token = owner_token
        self._port = port
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def end_streams(self) -> None:
        """End what clients listen to, which never ends by itself. Any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ended.set)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is None and scope["method"] == "DELETE" and scope["path"] == MCP_PATH:
            name = self._sessions.ended(Headers(scope=scope).get(_SESSION, ""))
            if name is not None:
                self._agents.left(agent_name(name))
        if scope["method"] == "GET" and scope["path"] == MCP_PATH:
            receive = self._until_ended(receive)
        await (refused or self._app)(scope, receive, send)

    def _until_ended(self, receive: Receive) -> Receive:
        """What comes from a client; once the streams are ended, that it has gone."""
        self._loop = asyncio.get_running_loop()

        async def received() -> Message:
            come, ended = asyncio.ensure_future(receive()), asyncio.ensure_future(self._ended.wait())
            try:
                await asyncio.wait((come, ended), return_when=asyncio.FIRST_COMPLETED)
                return come.result() if come.done() else {"type": "http.disconnect"}
            finally:
                come.cancel()
                ended.cancel()

        return received

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        path = scope["path"]
        refusal = fault if path.startswith(PATH) else _refusal_of_mcp if path == MCP_PATH else _refusal
        hosts = {f"{name}:{self._port()}" for name in _LOCAL}
        if headers.get("host", "") not in hosts:
            return refusal(421, "This server answers on this computer only.")
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in hosts:
            return refusal(403, "Web pages may not connect.")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > LARGEST_MESSAGE:
            return refusal(413, f"A message may have at most {LARGEST_MESSAGE >> 20} MB.")
        token = headers.get("authorization", "").removeprefix("Bearer ").strip()
        if path.startswith(OWNER_PATH):
            return None if self._is_owner(token) else refusal(401, _UNKNOWN_TOKEN, _ASK)
        owner = self._is_owner(token)
        agent = "" if owner else self._agents.whose(token)
        if agent is None:
            return refusal(401, _UNKNOWN_TOKEN, _ASK)
        if not self._enabled():
            return refusal(403, "Agents may not connect over HTTP: a person can turn that on in Preferences.")
        scope[_AGENT], scope[_SHARED] = agent, not agent and not owner
        return None

    def _is_owner(self, token: str) -> bool:
        return hmac.compare_digest(token.encode("utf-8", "surrogateescape"), self._owner_token.encode())


def make_app(
    agents: Agents,
    backend: LocalBackend,
    commands: SharedCommands | None,
    owner_token: str,
    news: News,
    *,
    port: Callable[[], int],
    release: Callable[[], bool],
    enabled: Callable[[], bool],
    target: Callable[[], Endpoint],
) -> Guard:
    """The whole application.

    Args:
        target: where requests to a language model are passed on to; see `PassThrough`.
        release: asks the owner to give the vault up; False when it will not. enabled: agents may connect.
    """
    sessions = _Sessions()

    def who(context: Any) -> Caller:
        caller = _who(context)
        if context.request is not None:
            sessions.heard(context.request.headers.get(_SESSION, ""), caller.name)
        return caller

    server = make_server(backend, who, news)
    plain, streaming = (
        StreamableHTTPSessionManager(server, json_response=json, max_request_body_size=LARGEST_MESSAGE)
        for json in (True, False)
    )
    channel = _Channel(backend, commands, release)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with plain.run(), streaming.run():
            yield

    app = Starlette(
        routes=[
            Route(MCP_PATH, _Eras(StreamableHTTPASGIApp(plain), StreamableHTTPASGIApp(streaming))),
            Route(f"{OWNER_PATH}ask", channel.ask, methods=["POST"]),
            Route(f"{OWNER_PATH}command", channel.command, methods=["POST"]),
            Route(f"{OWNER_PATH}answer", channel.answer, methods=["POST"]),
            Route(f"{OWNER_PATH}release", channel.release, methods=["POST"]),
            *PassThrough(backend, target, _sender).routes,
        ],
        lifespan=lifespan,
    )
    return Guard(app, agents, owner_token, sessions, port=port, enabled=enabled)


class _Eras:
    """MCP: requests without a session (2026 on) may be answered by a stream, so that a long call can tell its progress.

    The others, and clients that take no stream, are answered by one JSON object.
    """

    def __init__(self, plain: ASGIApp, streaming: ASGIApp) -> None:
        self._plain = plain
        self._streaming = streaming

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        version = headers.get("mcp-protocol-version", "")
        streams = version and version not in HANDSHAKE_PROTOCOL_VERSIONS and _STREAM in headers.get("accept", "")
        receive = receive_whole(receive, LARGEST_MESSAGE) if scope["method"] == "POST" else receive
        await (self._streaming if streams else self._plain)(scope, receive, send)


def _who(context: Any) -> Caller:
    """The agent whose token it is; with the shared token, who it says that it is."""
    name, version = client_of(context)
    request = context.request
    named = str(request.scope.get(_AGENT, "")) if request is not None else ""
    header = header_text(request, "x-agent") if request is not None else ""
    shared = request is not None and bool(request.scope.get(_SHARED))
    return Caller(named or header or name, version, "http", shared=shared)


def _sender(request: Request) -> Caller:
    """The agent whose token a plain request has; with the shared token, who it says that it is."""
    name = str(request.scope.get(_AGENT, "")) or header_text(request, "x-agent")
    return Caller(name, "", "http", shared=bool(request.scope.get(_SHARED)))


class _Channel:
    """For this user's own processes: agents on standard input, and command lines."""

    def __init__(self, backend: LocalBackend, commands: SharedCommands | None, release: Callable[[], bool]) -> None:
        self._backend = backend
        self._commands = commands
        self._release = release

    async def ask(self, request: Request) -> Response:
        """A question of an agent, from the process that it speaks to."""
        said = await _json(request)
        try:
            caller = Caller(**said["caller"])
            return _answer({"result": await self._backend.ask(caller, str(said["what"]), said["params"])})
        except (NotServedError, RuntimeError) as error:  # RuntimeError: the threads have ended
            return _answer({"fault": "not served", "message": str(error)}, 503)
        except UnknownNameError as error:
            return _answer({"fault": "unknown", "message": error.message, "hint": error.hint})
        except KnownError as error:
            return _answer({"fault": "known", "message": error.message, "hint": error.hint})
        except (KeyError, TypeError) as error:
            return _answer({"fault": "known", "message": f"Not a question: {error}.", "hint": ""}, 400)

    async def command(self, request: Request) -> Response:
        """A command line; what it prints comes as it is printed."""
        if self._commands is None:
            return _refusal(404, "This process runs no command lines for others.")
        try:
            line = CommandLine.of(await _json(request))
            lines = self._commands.run(line)
        except InvalidCommandError as error:
            return _refusal(400, str(error))
        except ClosedError as error:
            return _refusal(503, str(error))
        return StreamingResponse(lines, media_type="application/x-ndjson")

    async def answer(self, request: Request) -> Response:
        """What a person answered to a command's question, or what is piped into the command."""
        said = await _json(request)
        id, text, more = str(said.get("id")), str(said.get("text")), bool(said.get("more"))
        waits = self._commands is not None and self._commands.answer(id, text, more=more)
        return _answer({"waited": waits})

    async def release(self, _request: Request) -> Response:
        """Give the vault up, if this process is one that does."""
        return _answer({"released": await run_in_threadpool(self._release)})


async def _json(request: Request) -> Any:
    """The body; {} when it is no JSON object."""
    try:
        said = orjson.loads(await request.body())
    except orjson.JSONDecodeError:
        return {}
    return said if isinstance(said, dict) else {}


def _answer(value: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(value), status, media_type="application/json")


def _refusal(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": text}, status, headers=headers)


def _refusal_of_mcp(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """The same as an error of the protocol, which clients tell the agent, as they do not with any other body."""
    error = {"code": types.INVALID_REQUEST, "message": text}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status, headers=headers)
