"""Dates and times as arguments of commands, in UTC."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from datetime import datetime

from memory_desktop.core.memory.canonical import parse_end, parse_time

#: A number of days.
_DAYS = re.compile(r"(\d{1,5})\s*d(ays?)?")


def moment(text: str) -> datetime:
    """A time; of a date, its first moment. Raises ArgumentTypeError."""
    return _read(parse_time, text)


def until(text: str) -> datetime:
    """A time; of a date, its last moment. Raises ArgumentTypeError."""
    return _read(parse_end, text)


def since(text: str) -> datetime | int:
    """A time; or of "yesterday", "7d", "7 days" the number of days. Raises ArgumentTypeError."""
    words = text.strip().lower()
    if words in ("today", "yesterday"):
        return int(words == "yesterday")
    if found := _DAYS.fullmatch(words):
        return int(found[1])
    try:
        return moment(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"“{text}” is neither a date nor a number of days; write 2026-01-31, yesterday or 7d"
        ) from None


def _read(parse: Callable[[str], datetime], text: str) -> datetime:
    try:
        return parse(text)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"“{text}” is neither a date nor a time; write 2026-01-31") from None
