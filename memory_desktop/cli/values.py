"""NAME=VALUE on the command line."""

from __future__ import annotations

from collections.abc import Iterable
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
