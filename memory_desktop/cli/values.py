"""NAME=VALUE and numbers on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from memory_desktop.core.errors import InvalidCommandError


def named(text: str) -> tuple[str, str]:
    """The name and the value. Raises InvalidCommandError."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise InvalidCommandError(f"“{text}” has to be NAME=VALUE.")
    return name.strip(), value.strip()


def named_values(given: Iterable[str]) -> dict[str, Any]:
    """The values by name; each is JSON where it can be read as that, else text. Raises InvalidCommandError."""
    found: dict[str, Any] = {}
    for name, value in map(named, given):
        try:
            found[name] = orjson.loads(value)
        except orjson.JSONDecodeError:
            found[name] = value
    return found


def at_least(least: int) -> Callable[[str], int]:
    """Reads a whole number that is not less. Raises ArgumentTypeError."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"“{text}” is no whole number from {least} up")
        return number

    return read


def share(text: str) -> float:
    """A number from 0 to 1. Raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:  # which NaN is not, either
        raise argparse.ArgumentTypeError(f"“{text}” is no number from 0 to 1")
    return number
