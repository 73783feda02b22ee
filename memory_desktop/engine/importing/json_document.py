"""A JSON file that is one object with a list of records in it, or that list itself; damage costs what it hits only."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from memory_desktop.engine.importing.items import BadItemError, Item, OpenFile
from memory_desktop.engine.importing.json_stream import objects_in, parse, saved_document

Take = Callable[[Mapping[str, Any], str], Iterator[Item]]


def begins_with(*names: str) -> re.Pattern[str]:
    """Where a record begins in a damaged text: an object whose first key is one of these."""
    return re.compile(rf'(?=\{{\s{{0,80}}"(?:{"|".join(names)})"\s{{0,80}}:)')


def conversations_in(head: bytes) -> int:
    """How often the first bytes of a file name what only exports of conversations have."""
    return head.count(b'"chat_messages"') + head.count(b'"mapping"')


def document(file: OpenFile) -> tuple[Any, str, str]:
    """(value, what is wrong or "", text that is not in the value) of a whole file.

    Raises:
        BadItemError: it is too large.
    """
    data = file.stream.read(file.limits.element + 1)
    if len(data) > file.limits.element:
        raise BadItemError(f"the file is larger than {file.limits.element >> 20} MB")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return parse(data), "", ""
    except BadItemError:
        return saved_document(data)


def guarded(file: OpenFile, take: Take, value: Any, place: str) -> Iterator[Item]:
    """What `take(object, place)` makes of a record; a BadItemError of it rejects the record."""
    file.check()
    try:
        if not isinstance(value, dict):
            raise BadItemError("a record must be an object")
        yield from take(value, place)
    except BadItemError as error:
        yield file.bad(place, str(error))


def records(file: OpenFile, lists: Mapping[str, Take], begins: re.Pattern[str]) -> Iterator[Item]:
    """Every record of the lists with these names; a file that is a list is the first of them.

    Args:
        begins: where a record of the first list begins in what stands behind a fault.
    """
    try:
        value, problem, rest = document(file)
    except BadItemError as error:
        yield file.bad("whole file", str(error))
        return
    if problem:
        yield file.bad("whole file", f"{problem}; what is whole of it was read")
    first = next(iter(lists))
    if isinstance(value, list):
        value = {first: value}
    found = [name for name in lists if isinstance(value, dict) and isinstance(value.get(name), list)]
    if not found and not problem:
        yield file.bad("whole file", f"there is no list “{first}”")
    for name in found:
        yield from _each(file, lists[name], name, value[name])
    for number, (_, one) in enumerate(objects_in(rest, begins, file.check), start=1):
        yield from guarded(file, lists[first], one, f"object {number} behind the fault")


def _each(file: OpenFile, take: Take, name: str, values: Sequence[Any]) -> Iterator[Item]:
    for index, one in enumerate(values):
        yield from guarded(file, take, one, f"{name}[{index}]")
