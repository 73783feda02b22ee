"""Conditions on what is known of a moment: a key, an operator and a value. Nothing in them is ever run as code.

What is known are values by key: a text, a number, yes or no, or several texts. A key that is missing or empty fails
every condition. Of several texts one has to fit. Texts compare without regard to case and blanks; two texts that are
numbers compare as numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.payload import Part

#: What is known under a key.
Value = str | bool | float | tuple[str, ...]
_LONGEST_KEY, _LONGEST_VALUE = 80, 2_000
_YES, _NO = frozenset({"true", "yes"}), frozenset({"false", "no"})


class Operator(StrEnum):
    """How a value is compared."""

    EQUALS = "equals"
    ONE_OF = "one of"
    CONTAINS = "contains"
    AT_LEAST = "≥"
    AT_MOST = "≤"
    PRESENT = "present"


class Condition(Part, frozen=True):
    """Something that has to hold. An operator that is not known here holds for nothing, and is kept."""

    key: str
    operator: str = Operator.PRESENT.value
    value: Value | None = None

    @property
    def words(self) -> str:
        """As a person reads it."""
        if self.operator == Operator.PRESENT:
            return f"{self.key} is known"
        said = value_words(self.value) if self.value is not None else ""
        return f"{self.key} {self.operator} {said}"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of a moment.

    Attributes:
        request: what the user asks for, in their words. user_states: how the user is.
        values: whatever else is known, by key.
    """

    request: str = ""
    user_states: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def known(self) -> dict[str, Value]:
        """Everything that conditions can ask for; the request and the states under the keys of these names."""
        return {
            **({"request": self.request} if self.request else {}),
            **({"user_state": self.user_states} if self.user_states else {}),
            **self.values,
        }


def holds(condition: Condition, known: Mapping[str, Value]) -> bool:
    """Does a condition hold? See the module."""
    found = known.get(condition.key.strip())
    values: Sequence[Value] = found if isinstance(found, tuple) else () if found is None else (found,)
    values = [one for one in values if not isinstance(one, str) or one.strip()]
    return any(_fits(condition.operator, one, condition.value) for one in values)


def is_known(key: str, known: Mapping[str, Value]) -> bool:
    """Is something known under a key? See the module."""
    return holds(Condition(key=key), known)


def value_words(value: Value) -> str:
    """What is known under a key, as a person reads it."""
    return ", ".join(value) if isinstance(value, tuple) else _plain(value)


def unmet(conditions: Sequence[Condition], known: Mapping[str, Value]) -> tuple[Condition, ...]:
    """Those of the conditions that do not hold."""
    return tuple(one for one in conditions if not holds(one, known))


def clean_condition(one: Condition, place: str) -> Condition:
    """The condition without blanks at the ends. Raises InvalidCommandError naming the field that does not fit."""
    key = one.key.strip()
    if not key or len(key) > _LONGEST_KEY:
        raise InvalidCommandError(f"{place}.key has to be a text of 1 to {_LONGEST_KEY} characters.")
    if one.operator not in tuple(Operator):
        raise InvalidCommandError(f"{place}.operator has to be one of {', '.join(Operator)}.")
    operator = Operator(one.operator)
    value = clean_value(one.value, f"{place}.value") if one.value is not None else None
    if operator is Operator.PRESENT:
        return Condition(key=key)
    if operator is Operator.ONE_OF:
        value = (value,) if isinstance(value, str) else value
        if not isinstance(value, tuple) or not value:
            raise InvalidCommandError(f"{place}.value has to be a list of texts.")
    elif isinstance(value, tuple) or value is None or value == "":
        raise InvalidCommandError(f"{place}.value has to be a text, a number, or yes or no.")
    if operator in (Operator.AT_LEAST, Operator.AT_MOST):
        value = _number(value)
        if value is None:
            raise InvalidCommandError(f"{place}.value has to be a number.")
    return Condition(key=key, operator=operator.value, value=value)


def clean_values(values: Mapping[str, Value]) -> dict[str, Value]:
    """What is known, without blanks at the ends. Raises InvalidCommandError naming the key that does not fit."""
    found: dict[str, Value] = {}
    for key, value in values.items():
        name = key.strip()
        if not name or len(name) > _LONGEST_KEY:
            raise InvalidCommandError(f"The name of a value has 1 to {_LONGEST_KEY} characters, “{name[:20]}” has not.")
        found[name] = clean_value(value, name)
    return found


def clean_value(value: Value, place: str) -> Value:
    """A value without blanks at the ends. Raises InvalidCommandError: it is none, or is too long."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if not math.isfinite(value):
            raise InvalidCommandError(f"{place} has to be a number.")
        return float(value)
    texts = (value,) if isinstance(value, str) else tuple(value)
    if any(not isinstance(one, str) for one in texts) or sum(map(len, texts)) > _LONGEST_VALUE:
        raise InvalidCommandError(f"{place} has to be a text, or texts, of at most {_LONGEST_VALUE:,} characters.")
    clean = tuple(" ".join(one.split()) for one in texts)
    return clean[0] if isinstance(value, str) else tuple(one for one in clean if one)


def _fits(operator: str, found: Value, wanted: Value | None) -> bool:
    match operator:
        case Operator.PRESENT:
            return True
        case Operator.EQUALS:
            return wanted is not None and not isinstance(wanted, tuple) and _same(found, wanted)
        case Operator.ONE_OF:
            return isinstance(wanted, tuple) and any(_same(found, one) for one in wanted)
        case Operator.CONTAINS:
            part = _folded(wanted)
            return bool(part) and part in _folded(found)
        case Operator.AT_LEAST | Operator.AT_MOST:
            one, other = _number(found), _number(wanted)
            if one is None or other is None:
                return False
            return one >= other if operator == Operator.AT_LEAST else one <= other
        case _:
            return False


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return _truth(one) is not None and _truth(one) == _truth(other)
    first, second = _number(one), _number(other)
    if first is not None and second is not None:
        return first == second
    return _folded(one) == _folded(other)


def _truth(value: Value) -> bool | None:
    if isinstance(value, bool):
        return value
    text = _folded(value)
    return True if text in _YES else False if text in _NO else None


def _number(value: Value | None) -> float | None:
    if isinstance(value, bool) or value is None or isinstance(value, tuple):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _folded(value: Value | None) -> str:
    return " ".join(_plain(value).casefold().split())


def _plain(value: Value | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float | int) else str(value)
