"""Numbers that stand for a person: of passports, identity cards, national registers, taxes and health.

A number with a form of its own and a check digit is known by these. One that any other number could be (nine digits)
is taken only with a word beside it that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_desktop.core.screening import checksums as check
from memory_desktop.core.screening.words import Beside, lowered, one_of

Found = tuple[str, int, int]
_BESIDE = 45


@dataclass(frozen=True, slots=True)
class _National:
    """One country's number. `beside`: without one of these words in front of it, it is not taken; none: needs none."""

    pattern: re.Pattern[str]
    holds: Callable[[str], bool]
    beside: frozenset[str] = frozenset()


def _called(form: str, holds: Callable[[str], bool], *beside: str) -> _National:
    return _National(re.compile(form, re.ASCII), holds, frozenset(beside))


def _any(_number: str) -> bool:
    return True


def _born(number: str) -> bool:
    """Does it begin with a day and a month?"""
    return 1 <= int(number[:2]) <= 31 and 1 <= int(number[2:4]) <= 12


def _born_backwards_short(number: str) -> bool:
    """Does it begin with two digits of a year, a month and a day?"""
    return 1 <= int(number[2:4]) <= 12 and 1 <= int(number[4:6]) <= 31


_NATIONAL = (
    _called(r"\d{3}-\d{2}-\d{4}", check.american),
    _called(r"\d{9}", check.american, "ssn", "social security", "itin"),
    _called(r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]", _any),
    _called(r"\d{3}[ -]\d{3}[ -]\d{4}", _any, "nhs"),
    _called(r"\d{2} ?\d{3} ?\d{3} ?\d{3}", check.german_tax, "tax", "steuer", "tin", "ident", "idnr", "id"),
    _called(r"\d{2} ?\d{6} ?[A-Z] ?\d{3}", _any, "rentenversicherung", "sozialversicherung", "svnr", "rvnr"),
    _called(r"(?:19|20)?\d{6}[-+]\d{4}", lambda number: check.swedish(number[-10:])),
    _called(r"(?:19|20)\d{10}", lambda number: check.swedish(number[-10:]), "person", "id", "ssn", "pnr"),
    _called(r"\d{6}-?\d{4}", _born, "cpr", "person", "personal number", "personal id", "kennitala"),
    _called(r"\d{6} ?\d{5}", check.norwegian, "fødsel", "fodsel", "person", "national", "id", "d-nummer"),
    _called(r"\d{6}[-+A]\d{3}[0-9A-Y]", check.finnish),
    _called(r"\d{9}|\d{4}\.\d{2}\.\d{3}", check.dutch, "bsn", "burgerservice", "sofi"),
    _called(r"\d{2}\.?\d{2}\.?\d{2}[- ]?\d{3}\.?\d{2}", check.belgian, "rijksregister", "national", "niss", "insz"),
    _called(r"[XYZ]\d{7}-?[A-Z]|\d{8}-?[A-Z]", check.spanish),
    _called(r"[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]", check.italian),
    _called(r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}", check.french),
    _called(r"\d{11}", check.polish, "pesel"),
    _called(
        r"\d{6}/\d{3,4}", lambda number: len(number) == 9 or int(number) % 11 == 0, "rodné", "rodne", "birth number"
    ),
    _called(r"756\.?\d{4}\.?\d{4}\.?\d{2}", check.swiss),
    _called(r"\d{3}\.\d{3}\.\d{3}-\d{2}", check.brazilian),
    _called(r"\d{11}", check.brazilian, "cpf"),
    _called(r"[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}", check.verhoeff, "aadhaar", "aadhar", "uidai", "uid"),
    _called(r"[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]", _any),
    _called(r"\d{3}[ -]?\d{3}[ -]?\d{3}", check.luhn, "sin", "social insurance"),
    _called(r"\d{3} ?\d{3} ?\d{2,3}", _any, "tfn", "tax file"),
    _called(r"\d{17}[0-9X]", check.chinese),
    _called(r"\d{6}-[1-8]\d{6}", _born_backwards_short),
    _called(r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d", _any),
    _called(r"\d{13}", lambda n: check.luhn(n) and _born_backwards_short(n), "south africa", "said", "id"),
    _called(r"\d{1,2}\.?\d{3}\.?\d{3}-[0-9Kk]", _any, "rut", "run"),
    _called(r"\d{9}", check.luhn, "teudat", "israel", "תעודת"),
)
_WORDS = re.compile(
    one_of(f"{word}*" if len(word) > 4 else word for word in sorted({w for n in _NATIONAL for w in n.beside}))
)
# A passport, an identity card, a licence, an insurance: the word, and a number close behind it.
_PASSPORTS = (
    "passport* reisepass* passeport* pasaporte* passaporto* passaporte* paspoort* passnummer паспорт* 护照 パスポート"
)
_DOCUMENTS = (
    *"führerschein* rijbewijs körkort* personalausweis* ausweis* sozialversicherung* steuernummer* steuer~id".split(),
    *"krankenversicherung* versichertennummer* medicare medicaid ssn nino ein".split(),
    *(
        "driver's license",
        "drivers license",
        "driver license",
        "driver's licence",
        "drivers licence",
        "driving licence",
    ),
    *("driving license", "driver’s license", "driver’s licence", "driving permit", "permis de conduire"),
    *(
        "licencia de conducir",
        "national id",
        "personal id",
        "identity card",
        "identity number",
        "identification number",
    ),
    *("national insurance", "national identity", "personal number", "id card", "id number", "carte d'identité"),
    *("carta d'identità", "documento de identidad", "social security", "insurance number", "insurance policy"),
    *("insurance id", "member id", "membership number", "member number", "health card", "health insurance", "tax id"),
    *("tax number", "taxpayer id", "tax file number", "vat id", "vat number", "visa number", "green card"),
    *("residence permit", "patient id", "patient number", "medical record"),
)
_DOCUMENT = re.compile(f"(?P<pass>{one_of(_PASSPORTS.split())})|{one_of(_DOCUMENTS)}")
_NUMBER = re.compile(
    r"(?<![\w.,/-])(?=[A-Z0-9 -]{0,11}\d)[A-Z]{0,3}[ -]?\d[A-Z0-9]{1,11}(?:[ -]?[A-Z0-9]{2,6}){0,3}(?![\w/]|[.,-]\d)"
)
_MACHINE_READABLE = re.compile(r"(?<![A-Z0-9<])[PIAC][A-Z<][A-Z]{3}[A-Z<]{10,39}(?:\s[A-Z0-9<]{28,44})?")
_STARTS = re.compile(r"(?<![\w.,/@#$€£-])(?:[A-Z]{1,6} ?)?\d(?=[A-Z0-9 ./+-]{5})", re.ASCII)
_STOPS = re.compile(r"(?![\w/]|[.,-]\d)", re.ASCII)
_MOST_LOOKED_AT = 4_000
_SENTENCE_ENDS = re.compile(r"(?<!no)[.;!?] ", re.IGNORECASE)
_DATE = re.compile(r"\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4}|(?:19|20)\d{2}")


def find_numbers(text: str) -> Iterator[Found]:
    """("passport" or "id", start, end) of each number that stands for a person; places may overlap."""
    if "<<" in text:
        for match in _MACHINE_READABLE.finditer(text):
            if "<<" in match[0]:
                yield "passport", *match.span()
    small = lowered(text)
    yield from _documents(text, small)
    words: Beside | None = None
    for number, match in enumerate(_STARTS.finditer(text)):
        if number >= _MOST_LOOKED_AT:
            return
        for one, start, end in _of_form(text, match.start(), match.end() - 1):
            if one.beside:
                words = Beside(small, _WORDS) if words is None else words
                if not words.before(start, _BESIDE) & one.beside:
                    continue
            yield "id", start, end
            break


def _documents(text: str, small: str) -> Iterator[Found]:
    for match in _DOCUMENT.finditer(small):
        behind = text[match.end() : match.end() + _BESIDE].partition("\n")[0]
        number = _NUMBER.search(behind)
        if number and _long_enough(number[0]) and not _SENTENCE_ENDS.search(behind, 0, number.start()):
            start = match.end() + number.start()
            yield "passport" if match["pass"] else "id", start, start + len(number[0])


def _long_enough(number: str) -> bool:
    plain = re.sub(r"[^A-Z0-9]", "", number)
    return 6 <= len(plain) <= 20 and sum(char.isdigit() for char in plain) >= 4 and not _DATE.fullmatch(number.strip())


def _of_form(text: str, start: int, digit: int) -> Iterator[tuple[_National, int, int]]:
    """The countries whose numbers are written like what starts here, or at its first digit, and hold their check."""
    starts = (start,) if text[digit - 1 : digit] != " " else (start, digit)
    for place in starts:
        for one in _NATIONAL:
            match = one.pattern.match(text, place)
            if match and _STOPS.match(text, match.end()) and one.holds(re.sub(r"[^0-9A-Za-z]", "", match[0])):
                yield one, *match.span()
