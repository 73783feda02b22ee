"""Canonical text and its hash."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.memory.canonical import (
    canonical_json,
    canonical_text,
    content_hash,
    encodable,
    iso,
    parse_time,
)


@given(st.text())
def test_canonical_text_is_a_fixed_point(text: str) -> None:
    """D2: making a text canonical twice changes nothing more."""
    once = canonical_text(text)
    assert canonical_text(once) == once


@given(st.text(), st.sampled_from([" ", "\t", "\r\n", "  \n "]))
def test_outer_white_space_never_matters(text: str, space: str) -> None:
    """D2: blanks and line ends around a text do not make another content."""
    assert content_hash(canonical_text(space + text + space)) == content_hash(canonical_text(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mara prefers tea", "mara  prefers\nTEA"),
        ("caf\u00e9", "cafe\u0301"),
        ("ﬁne", "fine"),
        ("a\r\nb", "a\nb"),
        ("bell\x07", "bell"),
    ],
)
def test_what_reads_the_same_hashes_the_same(one: str, other: str) -> None:
    """D2: case, blanks, composition, ligatures and control characters do not hide a duplicate."""
    assert content_hash(canonical_text(one)) == content_hash(canonical_text(other))


def test_what_differs_hashes_differently() -> None:
    """D2: an accent or a digit makes another content."""
    assert len({content_hash(text) for text in ("cafe", "café", "cafe 1", "cafe 2")}) == 4


def test_lone_surrogates_do_not_survive() -> None:
    """F3: text that cannot be UTF-8 becomes text that can."""
    assert canonical_text("a\ud800b").encode("utf-8") == b"ab"
    assert encodable({"n\udfff": ["\ud800x", 1, None]}) == {"n\ufffd": ["\ufffdx", 1, None]}


@given(st.datetimes(min_value=datetime(1, 1, 2), timezones=st.just(UTC)))
def test_times_survive_their_text(moment: datetime) -> None:
    """D3: a time in an event payload comes back to the microsecond."""
    assert parse_time(iso(moment)) == moment


def test_times_are_utc() -> None:
    """D3: an offset is converted, and a time without one is taken as UTC."""
    east = timezone(timedelta(hours=2))
    assert iso(datetime(2026, 1, 1, 2, 0, tzinfo=east)) == "2026-01-01T00:00:00.000000Z"
    assert parse_time("2026-01-01T00:00:00").tzinfo is not None


def test_json_is_canonical() -> None:
    """D9: the order in which a dictionary was filled does not change its bytes."""
    assert canonical_json({"b": 1, "a": {"d": 2, "c": 3}}) == canonical_json({"a": {"c": 3, "d": 2}, "b": 1})
