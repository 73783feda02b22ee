"""Texts that try to instruct a model are noticed, in many words, languages and disguises; ordinary ones are not."""

from __future__ import annotations

from memory_desktop.core.screening.instructions import suspicious
from tests.screening.attempts import ATTEMPTS, ORDINARY


def test_attempts_are_noticed() -> None:
    """D7: at least 90 % of the attempts to instruct a model are found, each with reasons in sentences."""
    missed = [text for text in ATTEMPTS if not suspicious(text)]
    assert len(ATTEMPTS) >= 40
    assert len(missed) <= 0.1 * len(ATTEMPTS), missed
    assert all(reason.endswith(".") for text in ATTEMPTS for reason in suspicious(text))


def test_ordinary_sentences_are_not() -> None:
    """D7: at most 5 % of ordinary sentences with such words are taken for attempts."""
    wrong = [(text, suspicious(text)) for text in ORDINARY if suspicious(text)]
    assert len(ORDINARY) >= 40
    assert len(wrong) <= 0.05 * len(ORDINARY), wrong
