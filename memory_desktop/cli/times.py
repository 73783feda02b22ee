"""Dates and times as arguments of commands, in UTC."""

from __future__ import annotations

import argparse
from datetime import datetime, timedelta

from memory_desktop.core.memory.canonical import parse_time


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
