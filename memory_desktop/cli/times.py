"""Dates and times as arguments of commands, in UTC."""

from __future__ import annotations

import argparse
import re
from datetime import datetime, timedelta

from memory_desktop.core.memory.canonical import parse_time

#: A number of days.
_DAYS = re.compile(r"(\d{1,5})\s*d(ays?)?")


def moment(text: str) -> datetime:
    """A time; of a date, its first moment. Raises ArgumentTypeError."""
    try:
        return parse_time(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is neither a date nor a time; write 2026-01-31") from None


def until(text: str) -> datetime:
    """A time; of a date, its last moment. Raises ArgumentTypeError."""
    end = moment(text)
    whole_day = len(text.strip()) <= len("2026-01-31")
    return end + timedelta(days=1) - timedelta(microseconds=1) if whole_day else end


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
