"""Numbers in sentences, the same wherever the program speaks."""

from __future__ import annotations


def count(number: int, one: str = "", many: str = "") -> str:
    """ "1,234", or with words "1 memory", "1,234 memories"."""
    text = f"{number:,}"
    if not one:
        return text
    return f"{text} {one if number == 1 else many or one + 's'}"


def memories(number: int) -> str:
    """ "1 memory", "1,234 memories"."""
    return count(number, "memory", "memories")
