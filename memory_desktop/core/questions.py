"""Files of questions with the memories that each should find, one JSON object a line.

    {"query": "Where does Mara live?", "expected": ["D1:3", "mem_8a…"]}

An id is one of a memory, or the one that it had where it came from (its external id). Other fields are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from memory_desktop.core.query.language import parse_query
from memory_desktop.core.wording import count

_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Question:
    """A query, the ids that it should find as the file has them, and the line that it first stands in, from 1."""

    query: str
    expected: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be used, or not by itself.

    Attributes:
        line: from 1. field: "" where it is none. reason: what is wrong.
    """

    file: str
    line: int
    field: str
    reason: str

    @property
    def text(self) -> str:
        """All of it in one sentence."""
        return f"{self.file}, line {self.line}{f', field “{self.field}”' if self.field else ''}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Repeated:
    """A line that asks what an earlier one, `first`, asks; its ids are expected of that one, too. From 1."""

    line: int
    first: int


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """What a file holds: each question once, in order, with all ids that its lines name; the lines left out; and those
    that ask again what an earlier one asks."""

    name: str
    questions: tuple[Question, ...]
    bad: tuple[BadLine, ...]
    repeated: tuple[Repeated, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownId:
    """An expected id that is no active memory's. `forgotten`: there was one."""

    line: int
    id: str
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """A question with the ids of the active memories that it should find, in the order of the file."""

    query: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """Questions of a file, as far as their ids are known in a vault.

    Attributes:
        questions: all of them; those without a known id have no ids. unknown: the ids that are left out.
    """

    questions: tuple[Expected, ...]
    unknown: tuple[UnknownId, ...]


class _WrongError(Exception):
    """A field, and what is wrong with it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


def read_questions(name: str, data: bytes) -> QuestionFile:
    """Read a file of questions. A line that cannot be used is named, and the others are read all the same."""
    ids: dict[str, dict[str, None]] = {}
    lines: dict[str, int] = {}
    bad: list[BadLine] = []
    repeated: list[Repeated] = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            query, expected = _question(line)
        except _WrongError as error:
            bad.append(BadLine(name, number, error.field, error.reason))
            continue
        if query in lines:
            repeated.append(Repeated(number, lines[query]))
        ids.setdefault(query, {}).update(dict.fromkeys(expected))
        lines.setdefault(query, number)
    questions = tuple(Question(query, tuple(expected), lines[query]) for query, expected in ids.items())
    return QuestionFile(name, questions, tuple(bad), tuple(repeated))


def asked_again(file: QuestionFile) -> list[str]:
    """Which lines of a file ask what an earlier one asks, in sentences."""
    return [
        f"{file.name}, line {one.line}, asks what line {one.first:,} asks: both are one question, with the ids of both."
        for one in file.repeated
    ]


def left_out(file: QuestionFile, resolved: Resolved) -> list[str]:
    """What of a file cannot be used, in sentences."""
    told = [one.text for one in file.bad]
    for one in resolved.unknown:
        what = "names a memory that is forgotten" if one.forgotten else "is no memory of this vault"
        told.append(f"{file.name}, line {one.line}, field “expected”: {one.id} {what}.")
    none = sum(not one.ids for one in resolved.questions)
    if none:
        told.append(f"Not measured: {count(none, 'question')} without any known id, of {len(resolved.questions):,}.")
    return told


def _question(line: bytes) -> tuple[str, Iterable[str]]:
    """Raises _WrongError."""
    try:
        value: Any = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _WrongError("", f"it is not JSON ({error}).") from error
    if not isinstance(value, dict):
        raise _WrongError("", "it is not a JSON object.")
    query, expected = value.get("query"), value.get("expected")
    if not isinstance(query, str) or not query.strip():
        raise _WrongError("query", _wrong(value, "query", "a text with some words"))
    if problems := parse_query(query).problems:
        raise _WrongError("query", problems[0])
    if not isinstance(expected, list) or not expected:
        raise _WrongError("expected", _wrong(value, "expected", "a list of ids"))
    for one in expected:
        if not isinstance(one, str) or not one.strip():
            raise _WrongError("expected", f"each id must be a text, and {orjson.dumps(one).decode()[:_SHOWN]} is not.")
    return " ".join(query.split()), [one.strip() for one in expected]


def _wrong(value: dict[str, Any], field: str, wanted: str) -> str:
    if field not in value:
        return f"it is missing; it must be {wanted}."
    return f"it must be {wanted}, and is {orjson.dumps(value[field]).decode()[:_SHOWN]}."
