"""A local HTTP server that speaks OpenAI's protocol, and answers, or fails, as a test tells it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Script:
    """What the server does: for each request the next of `replies`, the last one again and again.
    While `answers` is not set, it does not answer; `asked` says that it
    was asked.

    A reply is (status, headers, body); a body that is no bytes is sent as JSON; None ends the connection without one.
    One whose header Content-Length promises more, with "Connection: close", is cut short.
    """

    replies: list[tuple[int, dict[str, str], Any] | None] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    address: str = ""
    asked: threading.Event = field(default_factory=threading.Event)
    answers: threading.Event = field(default_factory=threading.Event)


def said(content: Any) -> tuple[int, dict[str, str], Any]:
    """A chat completion with this content; what is no text is sent as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    message = {"role": "assistant", "content": text}
    return (
        200,
        {},
        {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]},
    )


@contextmanager
def serving(*replies: tuple[int, dict[str, str], Any] | None) -> Iterator[Script]:
    """The server, on a free port of this computer."""
    script = Script(list(replies))
    script.answers.set()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            script.paths.append(self.path)
            script.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            script.headers.append({name.lower(): value for name, value in self.headers.items()})
            reply = script.replies.pop(0) if len(script.replies) > 1 else script.replies[0]
            script.asked.set()
            script.answers.wait(30)
            if reply is None:
                self.close_connection = True
                return
            status, headers, body = reply
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(name, value)
            if "Content-Length" not in headers:
                self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(raw)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    script.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
