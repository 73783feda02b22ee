"""An axis of dates: as many as fit, at even distances, on the first moment of an hour, a day, a month or a year."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pyqtgraph as pg

from memory_desktop.bridge.translation import dated

#: Pixels that a date needs, and one with its hour; and the most dates that an axis has.
_WIDTH, _WIDTH_OF_HOURS, _MOST = 96, 128, 8
_HOURS, _DAYS, _MONTHS = (1, 2, 3, 6, 12), (1, 2, 7, 14), (1, 2, 3, 6)
_YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_HOUR_FORM = "%Y-%m-%d %H:%M"
_FIRST_YEAR, _LAST_YEAR = 2, 9_999
#: Seconds since 1970 between which there are dates, with room for a step on both sides, in any zone.
_FIRST = datetime(_FIRST_YEAR, 2, 1, tzinfo=UTC).timestamp()
_LAST = datetime(_LAST_YEAR, 11, 30, tzinfo=UTC).timestamp()
#: Seconds below which hours are told.
_FEW_DAYS = 2 * 86_400


class DateAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph ships no types
    """The axis of a plot whose numbers are seconds since 1970. Times are those of this computer's zone."""

    def __init__(self) -> None:
        super().__init__(orientation="bottom")

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N802 - its name
        """See `pyqtgraph.AxisItem`."""
        found = [at for at, _ in date_ticks(low, high, min(_MOST, int(size) // _WIDTH))]
        return [(found[1] - found[0] if len(found) > 1 else high - low, found)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: ARG002, N802
        """See `pyqtgraph.AxisItem`."""
        low, high = self.range
        said = dict(date_ticks(low, high, min(_MOST, int(self.width()) // _WIDTH)))
        return [said.get(one, "") for one in values]


def date_ticks(low: float, high: float, number: int) -> list[tuple[float, str]]:
    """At most so many dates between two times, with how each is said: the coarser the distance, the shorter."""
    low, high = max(low, _FIRST), min(high, _LAST)
    if number < 1 or not high > low:
        return []
    with_hours = max(1, number * _WIDTH // _WIDTH_OF_HOURS)
    for form, dates in _ways(datetime.fromtimestamp(low).astimezone(), hours=high - low < _FEW_DAYS):
        found: list[tuple[float, str]] = []
        for one in dates():
            at = one.timestamp()
            if at > high:
                break
            if at >= low:
                found.append((at, dated(one, form)))
            if len(found) > number:
                break
        if len(found) <= (with_hours if form == _HOUR_FORM else number):
            return found
    return []


def _ways(first: datetime, *, hours: bool) -> Iterator[tuple[str, Callable[[], Iterator[datetime]]]]:
    """From fine to coarse: how a date is said, and all dates from before the first time on. `hours`: those, too."""
    day = first.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    for step in _HOURS if hours else ():
        yield _HOUR_FORM, lambda step=step: _stepped(day, timedelta(hours=step))  # type: ignore[misc]
    for days in _DAYS:
        start = day - timedelta(days=day.toordinal() % days)
        yield "%Y-%m-%d", lambda start=start, days=days: _stepped(start, timedelta(days=days))  # type: ignore[misc]
    for months in _MONTHS:
        yield "%Y-%m", lambda months=months: _monthly(day, day.year, months)  # type: ignore[misc]
    for years in _YEARS:
        yield "%Y", lambda years=years: _monthly(day, day.year - day.year % years, 12 * years)  # type: ignore[misc]


def _stepped(start: datetime, step: timedelta) -> Iterator[datetime]:
    while True:
        yield start
        start += step


def _monthly(day: datetime, year: int, months: int) -> Iterator[datetime]:
    for month in range(0, 12 * (_LAST_YEAR - year), months):
        yield day.replace(year=max(_FIRST_YEAR, year + month // 12), month=month % 12 + 1, day=1)
