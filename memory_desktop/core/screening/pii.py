"""Personal data and secrets in a text: where they are, of what kind, and the text without them.

Patterns that are clear, each with a check that a pattern alone cannot make: a card number must satisfy Luhn and begin
as an issuer's do, an account number its check digits, a phone number some country's plan. What is missed is missed for
certain: names, birthdays, and what nobody calls a password.

No text, however hostile, takes more than linear time: `tests/campaigns/patterns.py` looks for one that does.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory_desktop.core.screening import checksums
from memory_desktop.core.screening.keys import find_keys
from memory_desktop.core.screening.people import find_numbers
from memory_desktop.core.screening.phones import find_phones
from memory_desktop.core.screening.places import find_emails, find_houses, find_machines

#: What can be found, the kind that wins first where two overlap.
KINDS = ("key", "email", "iban", "card", "passport", "id", "ip", "phone", "address")


@dataclass(frozen=True, slots=True)
class PiiMatch:
    """A place: characters start <= i < end of the text."""

    kind: str
    start: int
    end: int


_DIGIT = re.compile(r"\d")
_LEAST_DIGITS = 4  # of a number of a person, but in a passport's lines, of a phone or a card
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,32}", re.ASCII)
_CARD = re.compile(r"(?<![\w.,/+-])\d(?:[ -]?\d){12,18}(?![\w/-]|[.,]\d)", re.ASCII)
# An issuer's first digits, and how long its numbers are.
_ISSUERS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"3(?:0[0-59]|[689])"), (14, 16, 17, 18, 19)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16, 17, 18, 19)),
    (re.compile(r"6(?:011|4[4-9]|5|2|0|3|7|8|9)|5[06-8]"), (12, 13, 14, 15, 16, 17, 18, 19)),
)


def find_pii(text: str) -> tuple[PiiMatch, ...]:
    """Every place of personal data or a secret, in order.

    Where two overlap, the kind that stands first in `KINDS` wins, and of one kind the earlier or the longer.
    """
    kept: list[tuple[int, int, str]] = []
    for kind, start, end in sorted(_candidates(text), key=lambda one: (KINDS.index(one[0]), one[1], -one[2])):
        place = bisect_left(kept, (start, end, ""))
        after = place < len(kept) and kept[place][0] < end
        before = place > 0 and kept[place - 1][1] > start
        if not after and not before:
            insort(kept, (start, end, kind))
    return tuple(PiiMatch(kind, start, end) for start, end, kind in kept)


def redact(text: str, matches: Sequence[PiiMatch]) -> str:
    """The text with a mark, as "[email]", in each of the places."""
    parts: list[str] = []
    end = 0
    for match in matches:
        parts += [text[end : match.start], f"[{match.kind}]"]
        end = match.end
    return "".join([*parts, text[end:]])


def _candidates(text: str) -> Iterator[tuple[str, int, int]]:
    yield from _each("key", find_keys(text))
    yield from _each("email", find_emails(text))
    digits = len(_DIGIT.findall(text))
    if not digits:
        return
    yield from _each("iban", _accounts(text))
    yield from _each("ip", find_machines(text))
    if digits >= _LEAST_DIGITS or "<<" in text:
        yield from _each("card", _cards(text))
        yield from find_numbers(text)
        yield from _each("phone", find_phones(text))
    yield from _each("address", find_houses(text))


def _each(kind: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    return ((kind, start, end) for start, end in spans)


def _cards(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _CARD.finditer(text) if is_card(match[0]))


def _accounts(text: str) -> Iterator[tuple[int, int]]:
    """Account numbers; what follows in capitals may have been taken for a part of one."""
    for match in _IBAN.finditer(text):
        found = match[0]
        while len(found) >= 15:
            if is_iban(found):
                yield match.start(), match.start() + len(found)
                break
            found = found[: max(found.rfind(" "), found.rfind("-"), 0)]


def is_card(text: str) -> bool:
    """Do the digits satisfy Luhn and begin as those of an issuer of payment cards?"""
    digits = "".join(char for char in text if char.isdigit())
    if len(set(digits)) < 2 or not any(head.match(digits) and len(digits) in sizes for head, sizes in _ISSUERS):
        return False
    return checksums.luhn(digits)


def is_iban(text: str) -> bool:
    """Do the check digits of an international bank account number hold (mod 97)?"""
    return checksums.iban(re.sub("[ -]", "", text))
