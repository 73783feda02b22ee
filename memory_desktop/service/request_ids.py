"""Finds the id of a request in a line of JSON that is too long to be kept, so that whoever sent it gets an answer."""

from __future__ import annotations

import re

import orjson

#: Bytes of one member of the request's object: longer ones are no id.
_LONGEST = 512
_OUTSIDE, _IN_TEXT = re.compile(rb'["{}\[\],]'), re.compile(rb'["\\]')


class RequestId:
    """Takes a line in pieces, and keeps of it at most one short member of the outermost object at a time."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_text = self._escaped = False
        self._member = bytearray()
        self._said: dict[str, object] = {}

    @property
    def id(self) -> int | str | None:
        """The request's id, as far as the line was taken in; None where there is none, or it is no request."""
        found = self._said.get("id")
        if "method" not in self._said or isinstance(found, bool) or not isinstance(found, int | str):
            return None
        return found

    def feed(self, piece: bytes) -> None:
        """Some bytes more of the line."""
        place = 0
        while place < len(piece):
            if self._escaped:
                self._escaped = False
                self._keep(piece[place : place + 1])
                place += 1
                continue
            found = (_IN_TEXT if self._in_text else _OUTSIDE).search(piece, place)
            self._keep(piece[place : found.start() if found else place + _LONGEST])
            if found is None:
                return
            self._mark(found.group())
            place = found.end()

    def _mark(self, mark: bytes) -> None:
        """One of the characters that give JSON its shape."""
        if mark == b"\\":
            self._escaped = True
            self._keep(mark)
        elif mark == b'"':
            self._in_text = not self._in_text
            self._keep(mark)
        elif mark in b"{[":
            self._depth += 1
            self._keep(b"\0" if self._depth == 2 else b"")  # a member that holds others is no id
        elif mark == b"," and self._depth == 1:
            self._end_member()
        elif mark in b"}]":
            if self._depth == 1 and mark == b"}":
                self._end_member()
            self._depth -= 1

    def _keep(self, part: bytes) -> None:
        if self._depth == 1 or part == b"\0":
            self._member += part[: _LONGEST + 1 - len(self._member)]

    def _end_member(self) -> None:
        member, self._member = bytes(self._member), bytearray()
        if len(member) > _LONGEST:
            return
        try:
            self._said |= orjson.loads(b"{%s}" % member)
        except orjson.JSONDecodeError:
            return
