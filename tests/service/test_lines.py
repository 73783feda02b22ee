"""What comes on standard input and is no message."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import types
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError

from memory_desktop.core.memory.canonical import encodable
from memory_desktop.service.half_characters import without_halves
from memory_desktop.service.lines import TooLong, bounded_lines, message_of

CALL = b'{"jsonrpc": "2.0", "id": 2, "method": "ping"}'


def lines(pieces: list[bytes], most: int) -> list[bytes | TooLong]:
    """The lines of what comes in these pieces."""
    coming = iter([*pieces, b""])
    return list(bounded_lines(lambda _most: next(coming), most))


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        ([b"one\ntwo\n"], [b"one", b"two"]),
        ([b"o", b"ne\nt", b"wo"], [b"one", b"two"]),
        ([b"0123456789\n", b"\n"], [b"0123456789", b""]),
        ([b"01234567890\n", b"next\n"], [TooLong(), b"next"]),
        ([b"0123456", b"789ab", b"c" * 30, b"d\nnext\n"], [TooLong(), b"next"]),
        ([b"0123456", b"789ab"], [TooLong()]),
    ],
)
def test_a_line_that_is_too_long_is_one_fault(pieces: list[bytes], found: list[bytes | TooLong]) -> None:
    """F4: a line on standard input that is too long counts as one fault, and the next line is read as it is."""
    assert lines(pieces, 10) == found


def test_a_line_without_an_end_needs_no_room() -> None:
    """F4: of a line that is longer than a message may be, nothing is kept, however long it is."""

    def endless() -> Iterator[bytes]:
        for _ in range(4_000):
            yield b"x" * 16_384
        yield b""

    coming = endless()
    tracemalloc.start()
    try:
        assert list(bounded_lines(lambda _most: next(coming), 100_000)) == [TooLong()]
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (TooLong(), types.INVALID_REQUEST),
        (b"not json", types.PARSE_ERROR),
        (b"\x00", types.PARSE_ERROR),
        (CALL.decode().encode("utf-16"), types.PARSE_ERROR),
        (CALL[:-3] + b"\xff" + CALL[-3:], types.PARSE_ERROR),
        (b"[" * 100_000 + b"]" * 100_000, types.PARSE_ERROR),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, types.PARSE_ERROR),
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 10_000 + b', "method": "ping"}', types.PARSE_ERROR),
        (b"[]", types.INVALID_REQUEST),
        (b'{"jsonrpc": "2.0"}', types.INVALID_REQUEST),
        (b'"text"', types.INVALID_REQUEST),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_message_is_answered(line: bytes | TooLong, code: int) -> None:
    """F4: a line that is no message (not JSON, nested too deeply, in another encoding) is answered with an error."""
    said = message_of(line, 4 << 20)
    assert isinstance(said, JSONRPCError)
    assert (said.id, said.error.code) == (None, code)


def test_messages_and_empty_lines_are_told_apart() -> None:
    """F4: a message is read as it is, with the end of line of any system; an empty line asks for nothing."""
    said = message_of(CALL + b"\r", 4 << 20)
    assert isinstance(said, SessionMessage)
    assert message_of(b"\r", 4 << 20) is None


def test_a_request_with_half_a_character_is_a_request() -> None:
    """F4: a text that JavaScript cut within an emoji reaches its tool with U+FFFD there."""
    said = message_of(CALL[:-1] + b', "params": {"x": "\\ud83d \\ud83d\\ude00 \\\\ud83d"}}', 4 << 20)
    assert isinstance(said, SessionMessage)
    assert said.message.params == {"x": "\ufffd 😀 \\ud83d"}  # type: ignore[union-attr]


@given(st.text(st.one_of(st.characters(), st.sampled_from('\ud83d\ude00\\"u'))))
def test_halves_of_characters_are_found_by_their_escapes_alone(text: str) -> None:
    """F4: whatever stands around it, an escape of half a character becomes U+FFFD, and nothing else does."""
    data = json.dumps([text]).encode()
    assert orjson.loads(without_halves(data)) == encodable(json.loads(data))


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b'{"jsonrpc": "2.0", "id": 7, "method": "a", "params": {"id": 1, "x": "%s"}}', 7),
        (b'{"method": "a", "params": {"x": ["}\\", \\\\", {"id": "%s"}]}, "id" : "seven"}', "seven"),
        (b'{"method": "a", "x": "%s", "id": 7, "params": [1]', 7),
        (b'{"method": "a", "params": {"id": 7, "x": "%s"}}', None),
        (b'{"id": 7, "result": "%s"}', None),
        (b'{"id": true, "method": "%s", "method": "a"}', None),
        (b'{"method": "a", "x": "%s", "id": 7', None),
        (b'[{"id": 7, "method": "a", "x": "%s"}]', None),
        (b"}}]]%s{", None),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_a_request_that_is_too_long_is_answered_under_its_id(line: bytes, id: int | str | None, size: int) -> None:
    """F4: the error that answers a request of more than 4 MB has the request's id, wherever in it the id stands, so that
    whoever called does not wait for ever."""
    whole = line % (b"z" * 300)
    (found,) = lines([whole[start : start + size] for start in range(0, len(whole), size)], 40)
    said = message_of(found, 4 << 20)
    assert isinstance(said, JSONRPCError) and (found, said.id) == (TooLong(id), id)
    assert said.error.message == "A message may have at most 4 MB."


def test_a_request_of_a_wrong_shape_is_answered_under_its_id() -> None:
    """F4: a request whose fields are of the wrong kind is answered with an error under its id."""
    said = message_of(b'{"jsonrpc": "2.0", "id": 5, "method": "a", "params": "text"}', 4 << 20)
    assert isinstance(said, JSONRPCError) and said.id == 5
