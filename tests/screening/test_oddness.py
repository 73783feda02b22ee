"""Noise and data are told from notes; what is far from every other memory from what is not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from memory_desktop.core.screening.oddness import ODD, Population, bare, oddness
from tests.screening.odd_texts import ODD as ODD_TEXTS
from tests.screening.odd_texts import UNUSUAL
from tests.screening.secrets_and_people import ORDINARY

FACTS = Path(__file__).parent.parent / "benchmarks" / "facts.jsonl"


def test_odd_texts_are_odd_and_notes_are_not() -> None:
    """D7: at least eight of ten odd texts are noticed, and at most one in a hundred plain notes."""
    facts = [json.loads(line)["content"] for line in FACTS.read_text(encoding="utf-8").splitlines()]
    missed = [text for text in ODD_TEXTS if oddness(text) < ODD]
    wrong = [text for text in (*facts, *UNUSUAL) if oddness(text) >= ODD]
    assert len(missed) <= 0.2 * len(ODD_TEXTS), missed
    assert len(wrong) <= 0.01 * (len(facts) + len(UNUSUAL)), wrong


def test_numbers_and_code_in_notes_are_mostly_let_through() -> None:
    """D7: of lines that are little but versions, hashes and measures most are not taken for noise."""
    assert sum(oddness(text) >= ODD for text in ORDINARY) <= 0.25 * len(ORDINARY)


def test_what_is_near_nothing_is_far_off() -> None:
    """D7: members of a population are as far as usual, a vector in a direction of its own much farther."""
    chance = np.random.default_rng(1)
    topics = chance.normal(size=(10, 64))
    drawn = topics[chance.integers(0, 10, 400)] + 0.3 * chance.normal(size=(400, 64))
    vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    population = Population(vectors[:300])
    stray = chance.normal(size=(5, 64))
    assert (population.far_off(vectors[300:]) > 4).mean() <= 0.02
    assert (population.far_off((stray / np.linalg.norm(stray, axis=1, keepdims=True)).astype(np.float32)) > 4).all()


def test_punctuation_makes_nothing_new() -> None:
    """S2: a full stop or a comma makes no other text; a number or a minus does."""
    assert bare("Mara likes tea.") == bare("mara likes  tea") == bare("Mara, likes tea!")
    assert bare("It is -3 degrees") != bare("It is 3 degrees")
