"""Words for numbers, and for what other programs said."""

from __future__ import annotations

from memory_desktop.core.wording import beginning, count, ended, size


def test_the_plural_is_of_what_is_counted() -> None:
    """E2: of words with “of” in them, the word that is counted gets the plural."""
    assert count(3, "line of the summary") == "3 lines of the summary"
    assert (count(1, "line of the summary"), count(2, "turn")) == ("1 line of the summary", "2 turns")
    assert count(2, "entry of a list", "entries of a list") == "2 entries of a list"


def test_a_reason_has_one_full_stop() -> None:
    """E2: what another program gives as a reason ends with one full stop, whether it has one or not."""
    assert ended("Server disconnected without sending a response.") == "Server disconnected without sending a response."
    assert ended("timed out") == "timed out."


def test_sizes_are_in_decimal_units() -> None:
    """C6.2: a MB is 1,000,000 bytes, wherever a size is told."""
    assert [size(number) for number in (999, 1_500, 4_470_000)] == ["999 B", "1.5 KB", "4.5 MB"]


def test_a_beginning_ends_between_words() -> None:
    """F3: a text that is cut says so with an ellipsis, and no word is cut unless it is the first."""
    assert beginning("It is like a river", 18) == "It is like a river"
    assert beginning("It is like a river", 15) == "It is like a…"
    assert beginning("It is  like", 8) == "It is…"
    assert beginning("Donaudampfschiff", 6) == "Donau…"
    assert all(len(beginning("some words of a text", limit)) <= limit for limit in range(2, 30))
