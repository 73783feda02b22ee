"""The search language."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.errors import QueryError
from memory_desktop.core.query.language import RecordFilter, operator_text, parse_query, parse_span, without_chip


def test_words_operators_phrases_and_exclusions_are_told_apart() -> None:
    """E6: one line of text gives words, a phrase, an exclusion and a filter."""
    query = parse_query('green "iced tea" -coffee kind:pref tag:work,home -tag:old layer:semantic before:2026-02')
    assert query.words == ("green",)
    assert query.phrases == ("iced tea",)
    assert query.excluded == ("coffee",)
    assert query.text == "green iced tea"
    assert query.filter.kinds == ("pref",)
    assert query.filter.tags == (("work", "home"),)
    assert query.filter.not_tags == ("old",)
    assert query.filter.layers == ("semantic",)
    assert query.filter.created_to == datetime(2026, 2, 1, tzinfo=UTC)
    assert query.filter.statuses == ("active",)


@pytest.mark.parametrize(
    "text", ["kind:", "layer:nowhere", "status:gone", "before:soon", "on:2026-13", "-before:2026", "is:odd", "-id:x"]
)
def test_what_cannot_be_understood_is_said(text: str) -> None:
    """E6: a wrong operator is named in a sentence, and the words beside it still count."""
    query = parse_query(f"tea {text}")
    assert query.words == ("tea",)
    assert len(query.problems) == 1
    with pytest.raises(QueryError):
        query.checked()


def test_options_of_a_command_are_words() -> None:
    """E6: “git rebase --onto” and “docker compose up -d” look for these words; “-tea” excludes one."""
    asked = parse_query("docker compose up -d --force-recreate -tea -ab -- -")
    assert asked.words == ("docker", "compose", "up", "-d", "--force-recreate", "--", "-")
    assert asked.excluded == ("tea", "ab")


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    """E6: whatever is typed, halves of operators included, gives a query and never an error."""
    query = parse_query(text)
    for chip in query.chips:
        assert text[chip.start : chip.end].lower().lstrip("-").startswith(chip.operator)


@given(st.text(alphabet=st.characters(exclude_characters='",', exclude_categories=("C", "Z")), min_size=1, max_size=20))
def test_a_typed_operator_comes_back_as_its_value(value: str) -> None:
    """E6: what the window types for a facet is read as that facet."""
    assert parse_query(operator_text("tag", f"{value} x")).filter.tags == ((f"{value} x",),)
    assert parse_query(operator_text("tag", value, negated=True)).filter.not_tags == (value,)


def test_a_chip_can_be_taken_out() -> None:
    """E6: removing a chip leaves the rest of the query as it was."""
    query = parse_query("tea kind:pref tag:work cup")
    assert without_chip(query, query.chips[0]) == "tea tag:work cup"


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026", (2026, 1, 1), (2027, 1, 1)),
        ("2026-12", (2026, 12, 1), (2027, 1, 1)),
        ("2024-2-28", (2024, 2, 28), (2024, 2, 29)),
    ],
)
def test_dates_name_intervals(text: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    """E6: a year, month or day is the half-open interval of its moments."""
    assert parse_span(text) == (datetime(*start, tzinfo=UTC), datetime(*end, tzinfo=UTC))


def test_filters_combine() -> None:
    """E6: a panel's filter and a typed one hold together; for one facet the typed one decides."""
    panel = RecordFilter(kinds=("fact",), tags=(("work",),), created_from=datetime(2026, 1, 1, tzinfo=UTC))
    typed = parse_query("kind:pref tag:home after:2026-05").filter
    both = panel.merged(typed)
    assert both.kinds == ("pref",)
    assert both.tags == (("work",), ("home",))
    assert both.created_from == datetime(2026, 6, 1, tzinfo=UTC)
    assert RecordFilter().only_active and not both.only_active


def test_users_are_named_and_a_query_widens_nothing() -> None:
    """C8.4: a user is named, with quotes where it has blanks, or nobody by empty ones; of two restrictions to users only
    what both let through comes."""
    assert parse_query('tea user:ann,bob user:"Mara Lind"').filter.owners == ("ann", "bob", "Mara Lind")
    assert parse_query('user:""').filter.owners == ("",) and not parse_query('user:""').problems
    assert parse_query(operator_text("user", "")).filter.owners == ("",)
    assert (
        not parse_query("tea user:").chips
        and parse_query("tea user:").problems
        and parse_query("tea -user:ann").problems
    )
    hers = RecordFilter(owners=("ann",), shared=True)
    assert hers.merged(RecordFilter()) == hers == RecordFilter().merged(hers)
    for text, owners, shared in (("user:ann", ("ann",), False), ('user:ann user:""', ("ann",), True)):
        found = hers.merged(parse_query(text).filter)
        assert (found.owners, found.shared) == (owners, shared)
    notes = hers.merged(parse_query('user:""').filter)
    assert notes.shared and not {"", "ann"} & set(notes.owners)
    others = hers.merged(parse_query("user:bob").filter)
    assert not others.shared and not {"", "ann", "bob"} & set(others.owners)
