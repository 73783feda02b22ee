"""What people paste: secrets and personal data of many kinds are caught, and ordinary texts are left alone."""

from __future__ import annotations

import pytest

from memory_desktop.core.screening.pii import KINDS, find_pii, redact
from tests.screening.secrets_and_people import KEYS, ORDINARY, PEOPLE


def test_secrets_are_caught() -> None:
    """D7: at least 95 % of the keys and passwords that people paste are found as such."""
    missed = [text for text in KEYS if "key" not in {match.kind for match in find_pii(text)}]
    assert len(KEYS) >= 80
    assert len(missed) <= 0.05 * len(KEYS), missed


def test_personal_data_is_caught_by_its_kind() -> None:
    """D7: at least 95 % of addresses, numbers and accounts of people are found, each as what it is."""
    missed = [(text, kind) for text, kind in PEOPLE if kind not in {match.kind for match in find_pii(text)}]
    assert len(missed) <= 0.05 * len(PEOPLE), missed


def test_ordinary_texts_are_left_alone() -> None:
    """D7: of versions, dates, hashes, prices, times, code and plain sentences at most 2 % are taken for secrets."""
    wrong = [(text, [match.kind for match in found]) for text in ORDINARY if (found := find_pii(text))]
    assert len(ORDINARY) >= 150
    assert len(wrong) <= 0.02 * len(ORDINARY), wrong


@pytest.mark.parametrize("text", [*KEYS, *(text for text, _ in PEOPLE)])
def test_redacting_leaves_only_marks(text: str) -> None:
    """D7: a redacted text has none of what was found, and every mark names a kind."""
    matches = find_pii(text)
    left = redact(text, matches)
    assert all(text[match.start : match.end] not in left for match in matches)
    assert {match.kind for match in matches} <= set(KINDS)
