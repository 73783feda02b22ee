"""Personal data and secrets in a text: where they are, of what kind, and the text without them (D7).

Patterns that are clear, each with a check that a pattern alone cannot make: a card number must satisfy Luhn, an account
number its check digits, a phone number must look like one and not like a date or an order number. What is missed is
missed for certain: names, addresses, birthdays; nobody finds those by pattern.

Every pattern has bounded repetitions and begins with something rare, so that no text, however hostile, takes more than
linear time; and a text that has neither "@" nor digits nor a key's beginning is hardly looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

#: What can be found.
KINDS = ("email", "phone", "card", "iban", "key")


@dataclass(frozen=True, slots=True)
class PiiMatch:
    """A place: characters start <= i < end of the text."""

    kind: str
    start: int
    end: int


_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_CARD = re.compile(r"(?<![\w.,/-])\d(?:[ -]?\d){12,18}(?![\w/-]|[.,]\d)")
_PHONE = re.compile(
    r"(?<![\w.,:/#-])(?:\+|00)\d{1,3}(?:[ ./-]?(?:\(0?\d{1,4}\)|\d{1,5})){2,7}(?![\w:/-])"  # with a country
    r"|(?<![\w.,:/#-])\(\d{2,5}\)[ -]?\d{2,5}(?:[ -]\d{2,5}){1,3}(?![\w:/-])"  # an area in brackets
    r"|(?<![\w.,:/#-])\d{3}[ .-]\d{3}[ .-]\d{4}(?![\w:/-]|[.,]\d)"  # North America
    r"|(?<![\w.,:/#-])0\d{1,4}[ /-]\d{2,8}(?:[ -]\d{2,8}){0,3}(?![\w:/-]|[.,]\d)"  # a national one
)
_KEYS = (
    re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\Z)"),
    re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    re.compile(r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,200}"),
    re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{30,255})"),
    re.compile(r"\bxox[abeprs]-[A-Za-z0-9-]{10,200}"),
    re.compile(r"\bAIza[A-Za-z0-9_-]{35}"),
    re.compile(r"\bglpat-[A-Za-z0-9_-]{20,100}"),
    re.compile(r"\bhf_[A-Za-z0-9]{30,100}"),
    re.compile(r"\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}"),
    re.compile(r"\b[Bb]earer [A-Za-z0-9._~+/=-]{16,2000}"),
)
_KEY_MARKS = ("PRIVATE KEY", "AKIA", "ASIA", "sk-", "gh", "xox", "AIza", "glpat-", "hf_", "eyJ", "earer ")
_ASSIGNED = re.compile(
    r"\b(?:password|passwort|passwd|pwd|secret|token|api[ _-]?key|access[ _-]?key|client[ _-]?secret)"
    r"\s{0,3}(?:[:=]|is)\s{0,3}[\"']?(?P<value>[^\s\"'\[\]]{8,200})",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4})")
_DIGITS = re.compile(r"\d(?:[\s().+/-]{0,3}\d){5}")


def find_pii(text: str) -> tuple[PiiMatch, ...]:
    """Every place of personal data or a secret, in order; where two overlap, the earlier or longer one."""
    kept: list[PiiMatch] = []
    for match in sorted(_candidates(text), key=lambda match: (match.start, -match.end)):
        if not kept or match.start >= kept[-1].end:
            kept.append(match)
    return tuple(kept)


def redact(text: str, matches: Sequence[PiiMatch]) -> str:
    """The text with a mark, as "[email]", in each of the places."""
    parts: list[str] = []
    end = 0
    for match in matches:
        parts += [text[end : match.start], f"[{match.kind}]"]
        end = match.end
    return "".join([*parts, text[end:]])


def _candidates(text: str) -> Iterator[PiiMatch]:
    if any(mark in text for mark in _KEY_MARKS):
        for pattern in _KEYS:
            yield from _all("key", pattern, text)
    lower = text.lower() if len(text) < 1_000_000 else text
    if "pass" in lower or "pwd" in lower or "secret" in lower or "token" in lower or "key" in lower:
        for match in _ASSIGNED.finditer(text):
            if _secret_like(match["value"]):
                yield PiiMatch("key", match.start("value"), match.end("value"))
    if "@" in text:
        yield from _all("email", _EMAIL, text)
    if _DIGITS.search(text):
        yield from _all("iban", _IBAN, text, is_iban)
        yield from _all("card", _CARD, text, is_card)
        yield from _all("phone", _PHONE, text, _is_phone)


def _all(
    kind: str, pattern: re.Pattern[str], text: str, check: Callable[[str], bool] = lambda _found: True
) -> Iterator[PiiMatch]:
    for match in pattern.finditer(text):
        if check(match[0]):
            yield PiiMatch(kind, match.start(), match.end())


def is_card(text: str) -> bool:
    """Do the digits satisfy Luhn, as those of every payment card do?"""
    digits = [int(char) for char in text if char.isdigit()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    doubled = [digit if n % 2 == 0 else sum(divmod(2 * digit, 10)) for n, digit in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def is_iban(text: str) -> bool:
    """Do the check digits of an international bank account number hold (mod 97)?"""
    plain = text.replace(" ", "")
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97 == 1


def _is_phone(text: str) -> bool:
    digits = sum(char.isdigit() for char in text)
    if not 7 <= digits <= 15 or _DATE.fullmatch(text.strip()):
        return False
    return len({char for char in text if char.isdigit()}) > 2


def _secret_like(value: str) -> bool:
    """A value, not a word: of more than one kind of characters."""
    kinds = (any(c.isalpha() for c in value), any(c.isdigit() for c in value), any(not c.isalnum() for c in value))
    mixed = kinds[0] and kinds[1]
    return mixed or (sum(kinds) > 1 and not value.endswith((".", "?", "!", ",")))
