"""Conditions and alternatives of procedures as lines that a person types, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_desktop.bridge.translation import tr
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.conditions import Condition, Operator, Value
from memory_desktop.core.layers.procedures import Alternative

_SIGNS = {"=": Operator.EQUALS, ">=": Operator.AT_LEAST, "<=": Operator.AT_MOST}
_CONDITION = re.compile(
    r"^(?P<key>.+?)\s*(?P<sign>(?:\bequals\b|\bone of\b|\bcontains\b)|≥|≤|>=|<=|=)\s*(?P<value>.*)$", re.IGNORECASE
)
#: What stands before what is expected; keyboards have no arrow.
_ARROW = re.compile(r"→|[-=]>")
#: Between two values that are known: "flour=1 kg, minutes=45"; the comma of "sweets=milk, sugar" is part of the text.
_PARTS = re.compile(r";|,(?=\s*[\w][\w .-]*=)")
_KNOWN = re.compile(r"^(?P<key>.+?)\s+is (?:known|present)$", re.IGNORECASE)


def condition_lines(conditions: Sequence[Condition]) -> list[str]:
    """A line for each, as `conditions_of` reads it."""
    return [one.words for one in conditions]


def conditions_of(lines: Sequence[str], before: Sequence[Condition] = ()) -> tuple[Condition, ...]:
    """The conditions that lines say: "channel one of phone, chat", "age ≥ 18", "name is known".

    Args:
        before: conditions that lines may say again: these stay as they are.

    Raises:
        InvalidCommandError: a line says none.
    """
    known = {one.words: one for one in before}
    return tuple(known[line] if line in known else _condition(line) for line in lines)


def _condition(line: str) -> Condition:
    there = _KNOWN.match(line)
    if there is not None:
        return Condition(key=there["key"])
    match = _CONDITION.match(line)
    if match is None:
        if " " in line:
            raise InvalidCommandError(
                tr("“{line}” is no condition.", line=line),
                hint=tr("Write “mood equals calm”, “age ≥ 18” or “name is known”."),
            )
        return Condition(key=line)
    sign = match["sign"].lower()
    operator = _SIGNS.get(sign) or Operator(sign)
    value: Value = match["value"].strip()
    if operator is Operator.ONE_OF:
        value = tuple(one.strip() for one in str(value).split(",") if one.strip())
    return Condition(key=match["key"].strip(), operator=operator.value, value=value)


def alternative_lines(alternatives: Sequence[Alternative]) -> list[str]:
    """A line for each: its description, then its actions and what is expected."""
    return [_alternative_line(one) for one in alternatives]


def alternatives_of(lines: Sequence[str], before: Sequence[Alternative] = ()) -> tuple[Alternative, ...]:
    """The alternatives that lines say: "Offer a call: ask for the number; note the time → they agree", or with "->"."""
    known = {_alternative_line(one): one for one in before}
    return tuple(known[line] if line in known else _alternative(line) for line in lines)


def _alternative_line(one: Alternative) -> str:
    actions = f": {'; '.join(one.actions)}" if one.actions else ""
    return one.description + actions + (f" → {one.expected_outcome}" if one.expected_outcome else "")


def _alternative(line: str) -> Alternative:
    said, expected = _ARROW.split(line, 1) if _ARROW.search(line) else (line, "")
    description, _, actions = said.partition(":")
    return Alternative(
        description=description.strip(),
        actions=tuple(one.strip() for one in actions.split(";") if one.strip()),
        expected_outcome=expected.strip(),
    )


def values_of(text: str) -> dict[str, Value]:
    """What is known, from "channel=phone; age=30". A comma parts, too, where another key and “=” follow.

    Raises:
        InvalidCommandError: a part says nothing.
    """
    found: dict[str, Value] = {}
    for part in _PARTS.split(text):
        if not part.strip():
            continue
        key, sign, value = part.partition("=")
        if not sign or not key.strip():
            raise InvalidCommandError(
                tr("“{part}” is no value.", part=part.strip()), hint=tr("Write channel=phone; age=30.")
            )
        found[key.strip()] = value.strip()
    return found
