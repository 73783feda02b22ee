"""Dates below a plot."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from memory_desktop.bridge.translation import dated
from memory_desktop.core.wording import date_word
from memory_desktop.ui.date_axis import date_ticks

#: Days that are seen, how many dates have room, and the first and the last of them.
SEEN = (
    (0.5, 6, "2023-05-03 12:00", "2023-05-03 21:00"),
    (3, 6, "2023-05-04", "2023-05-06"),
    (60, 6, "2023-05-14", "2023-06-25"),
    (400, 6, "2023-07", "2024-05"),
    (9_000, 5, "2025", "2045"),
)


@pytest.mark.parametrize(("days", "number", "first", "last"), SEEN)
def test_dates_are_round_and_as_many_as_fit(days: float, number: int, first: str, last: str) -> None:
    """D16, issue 11: dates on an axis are the beginnings of hours, days, months or years, within what is seen, no more
    than fit, and at even distances; where years are seen, they are said."""
    begin = datetime(2023, 5, 3, 11).astimezone()
    low, high = begin.timestamp(), (begin + timedelta(days=days)).timestamp()
    found = date_ticks(low, high, number)
    assert 1 < len(found) <= number and (found[0][1], found[-1][1]) == (first, last)
    assert all(low <= at <= high for at, _ in found)
    gaps = [b - a for (a, _), (b, _) in pairwise(found)]
    assert max(gaps) <= 1.1 * min(gaps), "months and years differ by some days"


def test_an_axis_ends_where_dates_do() -> None:
    """D16: whoever zooms out beyond the years that have dates sees those that there are."""
    year = 365.25 * 86_400
    said = [text for _, text in date_ticks(-9_000 * year, 20_000 * year, 8)]
    assert said == ["2000", "4000", "6000", "8000"]
    assert date_ticks(-1e18, -1e17, 6) == date_ticks(1e17, 1e18, 6) == []
    assert next(text for _, text in date_ticks(8_020 * year, 9_000 * year, 6)).startswith("99")
    assert date_ticks(-1_969 * year, -1_960 * year, 6)


def test_no_room_means_no_dates() -> None:
    """D16: an axis without room or without time has none."""
    assert date_ticks(0.0, 86_400.0, 0) == [] and date_ticks(5.0, 5.0, 6) == []


def test_years_have_four_digits() -> None:
    """D16: an axis from the year 1 to now has dates, and those before the year 1000 are written as others are."""
    low, high = (datetime(year, 1, 20, tzinfo=UTC).timestamp() for year in (1, 2026))
    room = (high - low) * 0.03
    assert [text for _, text in date_ticks(low - room, high + room, 5)] == ["0500", "1000", "1500", "2000"]
    assert (dated(date(1, 5, 3), "%Y-%m-%d"), date_word(datetime(892, 1, 2, tzinfo=UTC))) == (
        "0001-05-03",
        "0892-01-02",
    )
