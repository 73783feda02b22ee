"""Halves of a character in JSON: `\\ud83d` without the other half, which JavaScript writes where a text was cut.

JSON allows them and UTF-8 cannot hold them, so most parsers refuse the whole message.
"""

from __future__ import annotations

import re

from starlette.types import Message, Receive

_HIGH, _LOW = rb"\\u[dD][89abAB][0-9a-fA-F]{2}", rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
# Escapes are passed over one by one, so that the second backslash of two begins none.
_ESCAPE = re.compile(rb"%s%s|(?P<half>%s|%s)|\\." % (_HIGH, _LOW, _HIGH, _LOW), re.DOTALL)
_UNKNOWN = "\ufffd".encode()
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


def without_halves(data: bytes) -> bytes:
    """JSON with U+FFFD for each half of a character that is written as an escape."""
    if not _HALF.search(data):
        return data
    return _ESCAPE.sub(lambda found: _UNKNOWN if found["half"] else found[0], data)


def receive_whole(receive: Receive, most: int) -> Receive:
    """What comes of a request, its body in one piece `without_halves`; as it is where it has more than `most` bytes."""
    body = bytearray()
    whole = False

    async def received() -> Message:
        nonlocal whole
        while True:
            message = await receive()
            if whole or message["type"] != "http.request":
                return message
            body.extend(message.get("body", b""))
            more = message.get("more_body", False)
            if len(body) <= most and more:
                continue
            whole = True
            data = bytes(body) if more else without_halves(bytes(body))
            return {"type": "http.request", "body": data, "more_body": more}

    return received
