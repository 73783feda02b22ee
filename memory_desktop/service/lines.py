"""MCP on standard input and output: a message a line, and what is no message answered with an error.

The SDK has such a transport, too. It reads a line whatever its length, and passes over what is no message without an
answer, so that whoever sent it waits in vain.
"""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
from anyio.abc import TaskGroup
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import types
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, jsonrpc_message_adapter

from memory_desktop.service.half_characters import without_halves
from memory_desktop.service.request_ids import RequestId

#: (most bytes) → some bytes, none at the end; as `os.read`.
Read = Callable[[int], bytes]
Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class TooLong:
    """In place of a line that was passed over. `id`: of the request in it, None where none was found."""

    id: int | str | None = None


def bounded_lines(read: Read, most: int) -> Iterator[bytes | TooLong]:
    """Lines without their ends; of each that is longer than `most` bytes, nothing is kept but the id of its request."""
    line = bytearray()
    passing: RequestId | None = None

    def take(part: bytes) -> None:
        nonlocal passing
        if passing is None:
            line.extend(part)
            if len(line) > most:
                passing = RequestId()
                passing.feed(bytes(line))
                line.clear()
        else:
            passing.feed(part)

    while piece := read(_PIECE):
        *ended, rest = piece.split(b"\n")
        for part in ended:
            take(part)
            yield bytes(line) if passing is None else TooLong(passing.id)
            line.clear()
            passing = None
        take(rest)
    if passing is not None:
        yield TooLong(passing.id)
    elif line:
        yield bytes(line)


def message_of(line: bytes | TooLong, most: int) -> SessionMessage | JSONRPCError | None:
    """What a line says: a message, or the error that answers it; None for an empty one."""
    if isinstance(line, TooLong):
        return _refused(types.INVALID_REQUEST, f"A message may have at most {most >> 20} MB.", line.id)
    if not line.strip():
        return None
    try:
        text = without_halves(line).decode()
    except UnicodeDecodeError:
        return _refused(types.PARSE_ERROR, "The line is not UTF-8.")
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False))
    except ValueError as error:  # pydantic's is one; so is what a number of too many digits raises
        if "json_invalid" in str(error):
            return _refused(types.PARSE_ERROR, "The line is not JSON.")
        found = RequestId()
        found.feed(line)
        return _refused(types.INVALID_REQUEST, "The line is no message of JSON-RPC 2.0.", found.id)


def _refused(code: int, text: str, id: int | str | None = None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=id, error=types.ErrorData(code=code, message=text))


@asynccontextmanager
async def line_streams(most: int) -> AsyncIterator[Streams]:
    """The streams of a session on standard input and output. Meanwhile what the program prints goes to standard error.

    Args:
        most: bytes of one message.
    """
    inside, outside = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    arrived, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, leaving = anyio.create_memory_object_stream[SessionMessage](0)
    token = anyio.lowlevel.current_token()

    async def hand_on(line: bytes | TooLong) -> None:
        said = message_of(line, most)
        if isinstance(said, SessionMessage):
            await arrived.send(said)
        elif said is not None:
            await write.send(SessionMessage(said))

    def listen() -> None:
        try:
            for line in bounded_lines(partial(os.read, inside), most):
                anyio.from_thread.run(hand_on, line, token=token)
            anyio.from_thread.run(arrived.aclose, token=token)
        except (OSError, RuntimeError, anyio.ClosedResourceError, anyio.BrokenResourceError):
            return  # the session has ended

    async def speak(group: TaskGroup) -> None:
        async with leaving:
            async for message in leaving:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    await anyio.to_thread.run_sync(_write, outside, text.encode() + b"\n")
                except OSError:  # nobody listens any more
                    group.cancel_scope.cancel()

    # A daemon, as nothing but the end of the input ends it.
    threading.Thread(target=listen, name="standard input", daemon=True).start()
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(speak, group)
            yield read, write
    finally:
        os.dup2(outside, 1)


def _write(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
