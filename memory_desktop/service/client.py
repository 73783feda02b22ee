"""Speaks to the process that has a vault open, over the loopback interface, with the token from its file."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import orjson

from memory_desktop.core.errors import KnownError
from memory_desktop.service.caller import Caller, NotServedError, UnknownNameError
from memory_desktop.service.commands import CommandLine
from memory_desktop.service.owners import Owner

_ADDRESS = "127.0.0.1"
_SECONDS = 120.0
_LONGEST_SECONDS = 86_400.0
_PIECE = 500_000


class LostError(KnownError):
    """The connection broke after the request was sent: whether it was carried out is not known."""


class OwnerClient:
    """Safe from many threads. Each request has a connection of its own: so one that breaks has a plain meaning.

    Args:
        seconds: how long an answer is waited for.
    """

    def __init__(self, owner: Owner, seconds: float = _SECONDS) -> None:
        self.owner = owner
        self._seconds = seconds

    def ask(self, caller: Caller, what: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """A question of an agent; see `Desk.ask`.

        Raises:
            NotServedError: there is nobody, or the vault is being closed there. LostError: the answer was lost.
        """
        # Not which token it came with: none of agents did, and a window of an earlier version would not know the field.
        who = {name: value for name, value in asdict(caller).items() if name != "shared"}
        status, answer = self._post("ask", {"caller": who, "what": what, "params": dict(params)})
        if "result" in answer:
            result = answer["result"]
            assert isinstance(result, dict)
            return result
        message, hint = str(answer.get("message", f"status {status}")), str(answer.get("hint", ""))
        match answer.get("fault"):
            case "known":
                raise KnownError(message, hint=hint)
            case "unknown":
                raise UnknownNameError(message, hint=hint)
        raise NotServedError(message, hint=hint)

    def release(self) -> bool:
        """Ask for the vault; True when it will be given up."""
        try:
            return bool(self._post("release", {})[1].get("released"))
        except KnownError:
            return False

    def run(
        self, line: CommandLine, answer: Callable[[str], str], read: Callable[[], str]
    ) -> Iterator[tuple[str, Any]]:
        """Run a command line there: ("out", text), ("err", text), at the end ("exit", code).

        Args:
            answer: asks a person. read: all of standard input, if the command wants it.

        Raises:
            NotServedError: it was not begun. LostError: the process ended meanwhile.
        """
        connection = http.client.HTTPConnection(_ADDRESS, self.owner.port, timeout=_LONGEST_SECONDS)
        try:
            response = self._sent(connection, "command", asdict(line))
            if response.status != 200:
                raise NotServedError(f"The process that has the vault open runs no commands ({response.status}).")
            while piece := response.readline():
                frame = orjson.loads(piece)
                if "ask" in frame:
                    self._post("answer", {"id": frame["id"], "text": answer(str(frame["ask"]))})
                elif "read" in frame:
                    self._send(str(frame["id"]), read())
                else:
                    yield from frame.items()
                if "exit" in frame:
                    return
        except (OSError, http.client.HTTPException, orjson.JSONDecodeError) as error:
            raise LostError(_LOST) from error
        finally:
            connection.close()
        raise LostError(_LOST)

    def _send(self, id: str, text: str) -> None:
        """A text of any length, in pieces."""
        for start in range(0, len(text) or 1, _PIECE):
            piece = {"id": id, "text": text[start : start + _PIECE], "more": start + _PIECE < len(text)}
            self._post("answer", piece)

    def _post(self, path: str, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and JSON of an answer."""
        connection = http.client.HTTPConnection(_ADDRESS, self.owner.port, timeout=self._seconds)
        try:
            response = self._sent(connection, path, body)
            answer = orjson.loads(response.read())
        except (OSError, http.client.HTTPException, orjson.JSONDecodeError) as error:
            raise LostError(_LOST) from error
        finally:
            connection.close()
        return response.status, answer if isinstance(answer, dict) else {}

    def _sent(self, link: http.client.HTTPConnection, path: str, body: Mapping[str, Any]) -> http.client.HTTPResponse:
        headers = {"Authorization": f"Bearer {self.owner.token}", "Content-Type": "application/json"}
        try:
            link.request("POST", f"/owner/{path}", orjson.dumps(body), headers)
        except (OSError, http.client.HTTPException) as error:
            raise NotServedError("The process that had the vault open does not answer.") from error
        return link.getresponse()


_LOST = "The process that has the vault open ended before it answered."
