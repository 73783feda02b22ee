"""The times that a question names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.query.times import YEARS, named_times

NOW = datetime(2026, 11, 22, 15, tzinfo=UTC)  # a Sunday


def named(text: str) -> list[str]:
    return [f"{span.start:%Y-%m-%d}/{span.end:%Y-%m-%d}" for span in named_times(text, NOW)]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("What did she paint in August 2023?", ["2023-08-01/2023-09-01"]),
        ("the news of 9th December 2023", ["2023-12-09/2023-12-10"]),
        ("taken on December 1,2023", ["2023-12-01/2023-12-02"]),
        ("on 2023-08-16, or 17.8.2023", ["2023-08-16/2023-08-17", "2023-08-17/2023-08-18"]),
        ("all of 2023-02", ["2023-02-01/2023-03-01"]),
        ("classes in mid-August 2023", ["2023-08-01/2023-09-01"]),
        ("the injury of 2022, and in 2023", ["2022-01-01/2023-01-01", "2023-01-01/2024-01-01"]),
        ("between August 11 and August 15 2023", ["2023-08-11/2023-08-16"]),
        ("the week before 16 November 2023", ["2023-11-09/2023-11-16"]),
        ("the day after 31 December 2023", ["2024-01-01/2024-01-02"]),
        ("what I said yesterday", ["2026-11-21/2026-11-22"]),
        ("this week", ["2026-11-16/2026-11-23"]),
        ("last weekend", ["2026-11-13/2026-11-16"]),
        ("last month", ["2026-10-01/2026-11-01"]),
        ("this year", ["2026-01-01/2027-01-01"]),
        ("the last 3 weeks", ["2026-11-01/2026-11-23"]),
        ("two weeks ago", ["2026-11-05/2026-11-12"]),
    ],
)
def test_a_time_is_understood(text: str, spans: list[str]) -> None:
    """E6: dates in words and figures, ranges, and words for days near now name a time."""
    assert named(text) == spans


@pytest.mark.parametrize(
    "text",
    [
        "What may I do?",
        "We march on",
        "what June said in April's kitchen",
        "room 2023",
        "31 February 2023",
        "2023-13-01",
        "0000-00-00",
        "99.99.2023",
        "version 1.2.3",
        "9999 years ago",
        "",
    ],
)
def test_what_is_no_time_names_none(text: str) -> None:
    """E6: names, verbs, other numbers and days that do not exist are no times."""
    assert named(text) == []


def test_without_a_year_any_year_is_meant() -> None:
    """E6: a month or a day without a year is that of each of the last years; a year that is named beside it counts."""
    assert len(named("in May")) == YEARS
    assert named("in May")[-1] == "2026-05-01/2026-06-01"
    assert len(named("on 29 February")) == 5  # leap years only
    assert named("first on 3 May, then on 5 May 2024") == ["2024-05-03/2024-05-04", "2024-05-05/2024-05-06"]


_WORDS = st.sampled_from(
    "in on the of 0 1 31 99 0001-01-01 9999-12-31 1900 2026 may May december 31.12.9999 week before after last ago"
    " 999 years days between and yesterday, weekend -".split()
)


@given(st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=12).map(" ".join)))
def test_any_text_can_be_asked(text: str) -> None:
    """E6: no text is an error, and every time begins before it ends."""
    assert all(span.start < span.end for span in named_times(text, NOW))
