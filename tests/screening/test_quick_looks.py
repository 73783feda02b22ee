"""What is looked for first, to be done with most texts at once, is in every text that the patterns find."""

from __future__ import annotations

import random
import re

import pytest

from memory_desktop.core.screening import commands_to_models, disguises, instructions, keys, people, pii
from memory_desktop.core.screening.words import has_any, shared_parts
from tests.campaigns.patterns import drawn
from tests.screening.attempts import ATTEMPTS, ORDINARY

_ENGLISH = [pattern for patterns in commands_to_models._ENGLISH.values() for pattern in patterns]
_TRIES = 40


def _matching(pattern: re.Pattern[str], chance: random.Random) -> list[str]:
    """Texts that match the pattern, drawn from its own parse tree; at least some of the tries must."""
    found = [text for _ in range(_TRIES) if pattern.search(text := drawn(pattern, chance)[:2_000])]
    assert len(found) >= 5, pattern.pattern
    return found


@pytest.mark.parametrize("part", range(6))
def test_whatever_commands_a_model_has_what_is_needed(part: int) -> None:
    """Issue 12, D7: no text that a pattern of commands matches is passed over by the quick look, in one line or two."""
    chance = random.Random(part)
    for pattern in _ENGLISH[part::6]:
        for text in _matching(pattern, chance):
            small = text.lower()
            if pattern.search(small):
                assert commands_to_models.may_command(small), small
                assert commands_to_models.may_command(small.replace(" ", "\n")), small


def test_every_verb_abroad_is_needed_or_seen() -> None:
    """Issue 12, D7: what disregards or is revealed in another language gets past the quick look; plain talk does not."""
    for sets in commands_to_models._LANGUAGES.values():
        for word in (*sets[0].split(), *sets[4].split()):
            assert commands_to_models.may_command(f"x {word.rstrip('*').replace('~', ' ')} y"), word
    assert not commands_to_models.may_command("we walked to the lake, and had a great time there!\nwhat about you?")


def test_texts_of_the_gates_are_found_as_without_the_quick_look(monkeypatch) -> None:
    """Issue 12, D7: with and without the quick look, the reasons are the same."""
    texts = [
        text for one in (*ATTEMPTS, *ORDINARY) for text in (one, one.replace(" ", "\n", 3), f"Hello!\n{one}\nBye.")
    ]
    quick = [instructions.suspicious(text) for text in texts]
    monkeypatch.setattr(instructions, "may_command", lambda _small: True)
    assert quick == [instructions.suspicious(text) for text in texts]


@pytest.mark.long
def test_commands_in_a_long_text_are_found_as_without_looking_for_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 10, D7: whatever commands a model, alone in a clause or over two, has the same reasons amid a long text as
    where every clause of it is looked at in full."""
    chance = random.Random(7)
    plain = [f"{chance.choice(ORDINARY)} Number {number} said so again." for number in range(40)]
    drawn_ones = [text for pattern in _ENGLISH for text in _matching(pattern, chance)[:2]]
    texts = []
    for one in (*ATTEMPTS, *drawn_ones):
        chance.shuffle(plain)
        texts.append("\n".join((*plain[:20], one, *plain[20:])).lower())
    assert min(map(len, texts)) > 2_000
    monkeypatch.setattr(commands_to_models, "_LONG", 1_000_000)
    whole = [set(commands_to_models.commands(text)) for text in texts]
    assert sum(map(bool, whole)) > 0.8 * len(texts)
    monkeypatch.setattr(commands_to_models, "_LONG", 0)
    assert [set(commands_to_models.commands(text)) for text in texts] == whole


def test_keys_are_as_long_as_the_quick_look_says() -> None:
    """Issue 12, D8: every vendor's key has a token without a blank that is long enough."""
    chance = random.Random(1)
    for head, pattern in keys._ISSUED:
        for text in _matching(pattern, chance):
            match = pattern.search(text)
            assert match is not None
            assert " " in head or len(match[0].split()) == 1, match[0]
            assert max(map(len, match[0].split())) >= keys._SHORTEST, match[0]


def test_numbers_of_people_have_the_digits_that_the_quick_look_says() -> None:
    """Issue 12, D8: every number of a national register has four digits or more."""
    chance = random.Random(1)
    for one in people._NATIONAL:
        for text in _matching(one.pattern, chance):
            match = one.pattern.search(text)
            assert match is not None
            assert len(re.findall(r"\d", match[0])) >= pii._LEAST_DIGITS


def test_a_disguise_has_its_sign() -> None:
    """Issue 12, D7: what the slow patterns of disguises find, the quick ones see."""
    chance = random.Random(2)
    mixed = (*"abef", "4", "!", "@", "$", "1", " ", ".", "i ", "g ", "e-", "0a", "c3 ")
    pairs = (
        (disguises._IN_WORD, disguises._BEFORE_LETTER, mixed),
        (disguises._SPACED, disguises._LETTERS_APART, ("i ", "g.", "n  ", "o-", "r* ", "é_", "re ")),
        (disguises._HEX, disguises._HEX_DIGITS, ("69", "67 ", "6e", "ab ", "x ")),
    )
    for slow, sign, pieces in pairs:
        texts = ["".join(chance.choice(pieces) for _ in range(40)) for _ in range(1_000)]
        found = [text for text in texts if slow.search(text)]
        assert len(found) >= 20, slow.pattern
        assert all(sign.search(text) for text in found)


def test_what_repeats_is_seen_as_one_token_or_many() -> None:
    """Issue 12, D7: fifty times the same is found, with blanks between and without, and behind the end of a word."""
    for unit in ("ab", "ab ", "ab\n", "abcdefghijkl "):
        for before in ("", "x", "a few words and then "):
            assert instructions.suspicious(before + unit * 50), (before, unit)
    assert instructions.suspicious("x" * 201)
    assert not instructions.suspicious("ab " * 30)


def test_shared_parts_are_in_every_word() -> None:
    """D7, issue 12: each word has one of its parts, and short ones are taken only where there is no other."""
    words = ("pass~word", "pass~key*", "api~key", "app~key", "mot~de", "ab")
    parts = shared_parts(words)
    assert all(has_any(word.replace("~", gap), parts) for word in words for gap in ("", " ", "-"))
    assert "key" in parts
    assert "de" not in parts
