"""Periods that a list can be restricted to: the last days, and the years and months in which something happened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from memory_desktop.bridge.translation import dated, mark, translated

#: By key: how many days before now there are in a period.
_RECENT = {"7d": 7, "30d": 30}
_NAMES = translated({"": mark("Any time"), "7d": mark("Last 7 days"), "30d": mark("Last 30 days")})
#: Before and after these a calendar has no room for the zones; what happened then is there at any time.
_FIRST_YEAR, _LAST_YEAR = 3, 9_997


def periods(hours: Iterable[datetime]) -> list[tuple[str, str]]:
    """(key, name) of each: any time, the last days, then years and their months, the newest first, in the user's zone.

    Args:
        hours: those in which something happened.
    """
    months: dict[int, set[int]] = {}
    for hour in (one for one in hours if _FIRST_YEAR <= one.year <= _LAST_YEAR):
        for at in (hour.astimezone(), (hour + timedelta(minutes=59)).astimezone()):  # some zones begin at half an hour
            months.setdefault(at.year, set()).add(at.month)
    keys = list(_NAMES)
    for year in sorted(months, reverse=True):
        keys += [f"{year}", *(f"{year}-{month}" for month in sorted(months[year], reverse=True))]
    return [(key, period_name(key)) for key in keys]


def period_name(key: str) -> str:
    """What the period with a key of `periods` is called."""
    if key in _NAMES:
        return _NAMES[key]
    year, _, month = key.partition("-")
    return dated(datetime(int(year), int(month or 1), 1, tzinfo=UTC), "%Y-%m" if month else "%Y")


def span(key: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """The period with a key of `periods`, half-open: [after, before), each None where it has no such end."""
    if not key:
        return None, None
    if key in _RECENT:
        return now - timedelta(days=_RECENT[key]), None
    year, _, month = key.partition("-")
    first = _begin(int(year), int(month or 1))
    if not month or month == "12":
        return first, _begin(int(year) + 1, 1)
    return first, _begin(int(year), int(month) + 1)


def _begin(year: int, month: int) -> datetime:
    """When a month begins in the user's zone."""
    return datetime(year, month, 1).astimezone()
