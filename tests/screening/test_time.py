"""No text makes the patterns slow: twice the text is about twice the work."""

from __future__ import annotations

import pytest

from tests.campaigns.patterns import CHECKS, RUNS, repeated, seconds, texts

UNITS = (
    *RUNS,
    "password ",
    "sk-",
    "eyJ.",
    "://a:",
    "-----BEGIN PRIVATE KEY-----\n",
    "+1" + "1" * 40 + "a ",
    "is: ",
    "<<",
)


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS)
def test_four_times_the_text_is_no_more_than_linear_work(check: str) -> None:
    """R4: each check takes time in proportion to the text, whatever it is made of."""
    made = [repeated(unit, 12_000) for unit in UNITS] + list(texts(seed=5, rounds=1, size=12_000))[::20]
    for text in made:
        whole, part = seconds(CHECKS[check], text, 1), seconds(CHECKS[check], text[:3_000])
        assert whole < 10 * part + 0.05, text[:80]


@pytest.mark.long
def test_the_worst_known_texts_are_read_at_once() -> None:
    """R4: what once took seconds (a phone number that never ends, keys without an end) takes a fraction of one."""
    for unit in ("+1" + "1" * 40 + "a ", "-----BEGIN RSA PRIVATE KEY-----\n", "eyJ", "eyJaaaaaaaaaa.", "password is "):
        for name, check in CHECKS.items():
            assert seconds(check, repeated(unit, 100_000)) < 0.5, (name, unit)
