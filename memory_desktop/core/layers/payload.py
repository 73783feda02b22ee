"""What a memory of a layer says beside its text: typed, checked, and kept in its metadata.

A payload is a frozen class of its layer's module. Fields that a newer program added are kept when it is changed, also
those of the entries of its lists.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin

import msgspec

from memory_desktop.core.conversion import convert
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.records import Layer, Memory

P = TypeVar("P", bound="LayerPayload")
Q = TypeVar("Q", bound="Part")

#: Kinds of memories that are made for a payload: two that say the same, as of two users, are two things.
KINDS = frozenset({"concept", "procedure", "emotion", "emotional_pattern"})
#: Ranges of numbers, as every layer has them.
Score = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Valence = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
Minutes = Annotated[float, msgspec.Meta(ge=0.0)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a payload."""


class LayerPayload(Part, frozen=True, kw_only=True, omit_defaults=True):
    """See the module.

    Attributes:
        key: of the metadata. kind, layer: of a memory that is made for such a payload.
        origin: id of the first memory that said this, "" in that one itself: a new text makes a new memory, and it is
            the same concept or procedure.
    """

    key: ClassVar[str]
    kind: ClassVar[str]
    layer: ClassVar[Layer]
    origin: str = ""


def payload_of(memory: Memory, what: type[P]) -> P | None:
    """What a memory says as this payload; None where it says nothing that can be read as one."""
    found = memory.metadata.get(what.key)
    if not isinstance(found, Mapping):
        return None
    try:
        return convert(found, what)
    except msgspec.ValidationError:
        return None


def checked(payload: P) -> P:
    """The payload itself. Raises InvalidCommandError naming the field that is out of its range."""
    plain = msgspec.to_builtins(payload)
    for place, value in _numbers(plain):
        if not math.isfinite(value):
            raise InvalidCommandError(f"{place} has to be a number.")
    try:
        return convert(plain, type(payload))
    except msgspec.ValidationError as error:
        raise InvalidCommandError(sentence(str(error))) from error


def read(value: Mapping[str, Any], what: type[P]) -> P:
    """A payload that somebody gave as JSON. Raises InvalidCommandError naming every field that does not fit."""
    return read_part(value, what)


def read_part(value: Mapping[str, Any], what: type[Q]) -> Q:
    """A part of a payload, or another class of its manner, from JSON. Raises as `read` does."""
    for place, number in _numbers(value):
        if not math.isfinite(number):
            raise InvalidCommandError(f"{place} has to be a number.")
    try:
        return convert(value, what)
    except msgspec.ValidationError as error:
        found = list(_misfits(value, what, ""))
        more = f" And {len(found) - _MOST_NAMED:,} more." if len(found) > _MOST_NAMED else ""
        raise InvalidCommandError(" ".join(found[:_MOST_NAMED]) + more if found else sentence(str(error))) from error


def _misfits(value: Any, what: Any, place: str) -> Iterator[str]:
    """A sentence for each field of a value that does not fit its type, with its place."""
    entry = next((one for one in get_args(what) if one is not ...), None) if get_origin(what) is tuple else None
    if isinstance(what, type) and issubclass(what, Part) and isinstance(value, Mapping):
        for field in msgspec.structs.fields(what):
            name = field.encode_name
            if name in value:
                yield from _misfits(value[name], field.type, f"{place}.{name}" if place else name)
            elif field.required:
                yield f"{place}: “{name}” is missing." if place else f"“{name}” is missing at the top."
    elif entry is not None and isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from _misfits(one, entry, f"{place}[{number}]")
    else:
        try:
            convert(value, what)
        except msgspec.ValidationError as error:
            yield sentence(str(error), place)


def metadata_of(payload: LayerPayload, before: Memory | None = None) -> dict[str, Any]:
    """What a memory's metadata has to be given so that it says this.

    Args:
        before: the memory that said something before: what this program does not know of it stays.
    """
    said = msgspec.json.decode(msgspec.json.encode(payload))  # as the log gives it back: lists, not tuples
    old = before.metadata.get(payload.key) if before is not None else None
    return {payload.key: _with_unknown(said, old, type(payload)) if isinstance(old, Mapping) else said}


def _with_unknown(said: dict[str, Any], old: Mapping[str, Any], what: type[msgspec.Struct]) -> dict[str, Any]:
    known = {field.encode_name: field.type for field in msgspec.structs.fields(what)}
    merged = {**{name: value for name, value in old.items() if name not in known}, **said}
    for name, kind in known.items():
        part, was = merged.get(name), old.get(name)
        if isinstance(kind, type) and issubclass(kind, Part) and isinstance(was, Mapping):
            whole = _with_unknown(part if isinstance(part, dict) else {}, was, kind)
            if whole:
                merged[name] = whole
        elif (entry := _entries(kind, tuple)) is not None and isinstance(part, list) and isinstance(was, list):
            merged[name] = _list_with_unknown(part, was, entry)
        elif (entry := _entries(kind, dict)) is not None and isinstance(part, dict) and isinstance(was, Mapping):
            merged[name] = {
                key: _with_unknown(one, was[key], entry) if isinstance(was.get(key), Mapping) else one
                for key, one in part.items()
            }
    return merged


def _entries(kind: Any, of: type) -> type[Part] | None:
    """The class of the entries of a tuple or dictionary, if these are parts of a payload."""
    if get_origin(kind) is not of:
        return None
    return next((one for one in get_args(kind) if isinstance(one, type) and issubclass(one, Part)), None)


def _list_with_unknown(said: list[Any], old: list[Any], what: type[Part]) -> list[Any]:
    """Entries, each with what this program does not know of the one that it was: the one that says the same, else the
    one that is named the same, else, where none has come or gone, the one in its place. No old entry is used twice."""
    left = {place: one for place, one in enumerate(old) if isinstance(one, Mapping)}
    matched: dict[int, Mapping[str, Any]] = {}
    named = [field.encode_name for field in msgspec.structs.fields(what) if field.required]
    every = [field.encode_name for field in msgspec.structs.fields(what)]
    for names in (every, [name for name in every if name.endswith("_id")], named):
        for number, one in enumerate(said):
            if number in matched or not names or not any(one.get(name) for name in names):
                continue
            was = (place for place, each in left.items() if all(one.get(name) == each.get(name) for name in names))
            place = min(was, key=lambda place: (abs(place - number), place), default=None)
            if place is not None:
                matched[number] = left.pop(place)
    if len(said) == len(old):
        for number in range(len(said)):
            if number not in matched and number in left:
                matched[number] = left.pop(number)
    return [_with_unknown(one, matched[number], what) if number in matched else one for number, one in enumerate(said)]


def _numbers(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, float):
        yield place, value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _numbers(each, f"{place}.{name}" if place else str(name))
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from _numbers(each, f"{place}[{number}]")


#: So many fields that do not fit are named.
_MOST_NAMED = 10
_WORDS = (
    (r"`(?:float|int)` >= (\S+)", r"a number of at least \1"),
    (r"`(?:float|int)` <= (\S+)", r"a number of at most \1"),
    (r"(\d)\.0\b", r"\1"),
    (r"^Expected ", "has to be "),
    (r"^Object missing required field `(\w+)`", r"“\1” is missing"),
)

_TYPES = {
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "str": "a text",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
_TYPE = "|".join(_TYPES)
_ONE_OR_MORE_TYPES = re.compile(rf"`((?:{_TYPE})(?: \| (?:{_TYPE}))*)`")


def sentence(error: str, within: str = "") -> str:
    """msgspec's message, which names the place at its end, in plain words, as a sentence that begins with it.

    Args:
        within: the place of what was looked at, if it is a part of something.
    """
    said, _, place = error.partition(" - at `$")
    for pattern, words in _WORDS:
        said = re.sub(pattern, words, said)
    said = _ONE_OR_MORE_TYPES.sub(lambda found: " or ".join(_TYPES[one] for one in found[1].split(" | ")), said)
    place = (within + place.rstrip("`")).lstrip(".")
    return f"{place}: {said[:1].lower()}{said[1:]}." if place else f"{said}."
