"""Formats counts in sentences, the same way everywhere."""

from __future__ import annotations


def count(number: int, one: str = "", many: str = "") -> str:
    """ "1,234", or with words "1 memory", "1,234 memories"; of "line of a text" the plural is "lines of a text"."""
    text = f"{number:,}"
    if not one:
        return text
    head, of, rest = one.partition(" of ")
    return f"{text} {one if number == 1 else many or f'{head}s{of}{rest}'}"


def memories(number: int) -> str:
    """ "1 memory", "1,234 memories"."""
    return count(number, "memory", "memories")


def status_word(status: str, *, assembly: bool = False) -> str:
    """A status as people call it: "active", "superseded", "forgotten", of an assembly "dissolved"."""
    if status != "tombstone":
        return status
    return "dissolved" if assembly else "forgotten"


def ended(reason: str) -> str:
    """A reason, as another program worded it, with one full stop at its end."""
    return f"{reason.strip().rstrip('.')}."


def shortened(text: str, limit: int) -> str:
    """A text as one row of at most so many characters, cut with an ellipsis."""
    line = " ".join(text[: 2 * limit].split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def size(number: int) -> str:
    """Bytes in the unit that fits; a MB is 1,000,000 of them."""
    amount = float(number)
    for unit in ("B", "KB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return ""
