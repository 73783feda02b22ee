"""The times that a question names: "on 16 August 2023", "in May", "the week before 3 June", "last month".

English month names and words for days, and dates in figures (2023-08-16, 16.8.2023). Nothing else is guessed at: "May"
and "March" are months only where a day, a year or a word like "in" stands beside them, a year only behind such a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

#: A month or a day that is named without a year is that of any of so many years, this one included.
YEARS: Final = 20
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_SHIFT = r"(?:\b(?P<by>day|night|week|weekend|month|year) (?P<way>before|after) )?(?:the )?"
_IN = r"\b(?:in|during|of|since|until|till|by|from|last|this|early|late|mid|throughout|around|before|after)(?: |-)"
_NAMED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_SHIFT}\b(?P<year>\d{{4}})-(?P<month>\d\d)(?:-(?P<day>\d\d))?\b",
        rf"{_SHIFT}\b(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR}",
        rf"{_SHIFT}\b{_MONTH} {_DAY}\b(?:,? ?{_YEAR})?",
        rf"{_SHIFT}\b{_DAY}(?: of)? {_MONTH}(?:,? ?{_YEAR})?",
        rf"{_SHIFT}\b{_MONTH},? (?:of )?{_YEAR}",
        rf"{_IN}{_MONTH}(?!['’\w])",
        rf"{_IN}(?:the year )?{_YEAR}",
    )
)
_AGO = re.compile(
    r"\b(?P<count>\d{1,3}|an?|one|two|three|four|five|six) (?P<unit>day|week|month|year)s? ago\b", re.IGNORECASE
)
_PAST = re.compile(
    r"\b(?:last|past) (?P<count>\d{1,3}|two|three|four|five|six) (?P<unit>day|week|month|year)s\b", re.IGNORECASE
)
_THIS = re.compile(r"\b(?P<which>this|last) (?P<unit>week|weekend|month|year)\b", re.IGNORECASE)
_DAYS = re.compile(r"\b(?P<word>today|yesterday|tonight|last night|this morning)\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?:between|from)\b", re.IGNORECASE)
_TO = re.compile(r"\s*(?:and|to|until|till|through|[-–])\s*", re.IGNORECASE)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_LENGTHS = {"day": 1, "night": 1, "weekend": 7, "week": 7, "month": 30, "year": 365}


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """start <= t < end, UTC."""

    start: datetime
    end: datetime


def named_times(text: str, now: datetime) -> tuple[TimeSpan, ...]:
    """The times that a text names, each once, in order.

    Args:
        now: what "yesterday" and "last month" are counted from, and the last year that is meant where none is named.
    """
    left, dates = text, list[tuple[re.Match[str], int | None]]()
    for pattern in _NAMED:
        for match in pattern.finditer(left):
            year = match.groupdict().get("year")
            dates.append((match, int(year) if year else None))
        left = pattern.sub(lambda match: " " * len(match[0]), left)
    told = next((year for _, year in dates if year is not None), None)
    dates.sort(key=lambda one: one[0].start())
    found, before = list[TimeSpan](), None
    for match, year in dates:
        spans = list(_spans(match, year or told, now))
        if before is not None and len(spans) == 1 == len(before[1]) and _joins(text, before[0], match):
            spans = [TimeSpan(found.pop().start, max(spans[0].end, before[1][0].end))]
        found += spans
        before = match, spans
    found += _relative(left, now)
    return tuple(sorted(set(found), key=lambda one: (one.start, one.end)))


def _joins(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Are two dates the ends of one time: "between … and …", "from … to …"?"""
    return bool(_FROM.search(text[: first.start()] + first[0]) and _TO.fullmatch(text[first.end() : second.start()]))


def _spans(match: re.Match[str], year: int | None, now: datetime) -> Iterator[TimeSpan]:
    """What a date means; a day that the month does not have means nothing."""
    parts = match.groupdict()
    month = _month(parts.get("month"))
    day = int(parts["day"]) if parts.get("day") else None
    for one in (year,) if year is not None else range(now.year - YEARS + 1, now.year + 1):
        with suppress(ValueError, OverflowError):
            start = date(one, 1 if month is None else month, 1 if day is None else day)
            if day is not None:
                end = start + timedelta(days=1)
            elif month is not None:
                end = date(one + month // 12, month % 12 + 1, 1)
            else:
                end = date(one + 1, 1, 1)
            if parts.get("way"):
                length = timedelta(days=_LENGTHS[parts["by"].lower()])
                start, end = (start - length, start) if parts["way"].lower() == "before" else (end, end + length)
            yield _span(start, end)


def _month(name: str | None) -> int | None:
    """1 to 12, or another number that was written as a month."""
    if name is None:
        return None
    if name.isdecimal():
        return int(name)
    return _MONTHS.index(name[:3].lower()) + 1


def _relative(text: str, now: datetime) -> Iterator[TimeSpan]:
    today = now.date()
    for match in _DAYS.finditer(text):
        day = today - timedelta(days=match["word"].lower() in ("yesterday", "last night"))
        yield _span(day, day + timedelta(days=1))
    for match in _THIS.finditer(text):
        yield _calendar(match["unit"].lower(), today, back=match["which"].lower() == "last")
    for match in _PAST.finditer(text):
        length = _count(match["count"]) * _LENGTHS[match["unit"].lower()]
        yield _span(today - timedelta(days=length), today + timedelta(days=1))
    for match in _AGO.finditer(text):
        unit = _LENGTHS[match["unit"].lower()]
        day = today - timedelta(days=_count(match["count"]) * unit)
        around = timedelta(days=unit // 2)  # "two weeks ago" is hardly ever meant to the day
        yield _span(day - around, day + around + timedelta(days=1))


def _calendar(unit: str, today: date, *, back: bool) -> TimeSpan:
    """The week (from Monday), month or year that a day is in, or the one before it."""
    if unit in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return _span(monday + timedelta(days=4 * (unit == "weekend")), monday + timedelta(days=7))
    if unit == "year":
        return _span(date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1))
    first = today.replace(day=1)
    if back:
        return _span((first - timedelta(days=1)).replace(day=1), first)
    return _span(first, (first + timedelta(days=31)).replace(day=1))


def _count(word: str) -> int:
    return int(word) if word.isdecimal() else _COUNTS[word.lower()]


def _span(start: date, end: date) -> TimeSpan:
    return TimeSpan(
        datetime(start.year, start.month, start.day, tzinfo=UTC), datetime(end.year, end.month, end.day, tzinfo=UTC)
    )
