"""Phone numbers: found by their shape, and judged by the numbering plans of the countries (the phonenumbers package).

A number is looked for once, as the longest run of the characters that phone numbers are written with, so that no text
takes more than linear time. A text with very many numbers has the rest of them judged by their shape alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memory_desktop.core.screening.words import Beside, lowered, one_of

_RUN = re.compile(r"(?<![\w.,:/#@$€£-])(?:\+|\(\+?|(?=\d))\d[\d() ./\u00a0\u2011\u2013-]{6,}+", re.ASCII)
_STOPS = re.compile(r"(?![\w:/]|-\w|[.,]\d|%| ?[€$£])")
_CALLED = re.compile(
    one_of(
        (
            *"phone* mobile* cell cellphone tel call ring text whats~app signal fax sms dial hotline landline".split(),
            *"handy* rufnummer* anrufen telefon* téléphone portable móvil teléfono cellulare mobil* numéro".split(),
            *"телефон* 电话 電話 전화 contact".split(),
            *(f"reach {who}" for who in ("me", "him", "her", "them", "us")),
            *(f"{whose} number" for whose in ("my", "his", "her", "their", "our", "whose", "new")),
        )
    )
)
_NOT_CALLED = re.compile(
    one_of(
        (
            *"order* invoice* ticket* isbn* issn* version* serial* model* part sku* tracking case ref*".split(),
            *"build* page id".split(),
        )
    )
)
_DATE = re.compile(
    r"(?:19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}.*|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)?\d\d"
    r"|(?:19|20)\d\d ?[-–] ?(?:19|20)?\d\d"
)
_NORTH_AMERICAN = re.compile(r"(?:1[ .-])?\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}")
_NATIONAL = re.compile(r"\(?0\d{1,4}\)?[ ./-]{0,3}\d{2,}.*")
#: Countries whose own way to write a number is understood, the most spoken of first.
_REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "SE", "NL", "IN", "AU", "BR", "JP")
_BESIDE, _NEXT_TO = 40, 15
_MOST_JUDGED = 300
_LEAST, _MOST = 7, 15


def find_phones(text: str) -> Iterator[tuple[int, int]]:
    """Where phone numbers stand."""
    judged = 0
    small = lowered(text)
    called, others = Beside(small, _CALLED), Beside(small, _NOT_CALLED)
    for match in _RUN.finditer(text):
        for start, end in _parts(text, *match.span()):
            number = text[start:end]
            digits = sum(char.isdigit() for char in number)
            if not _LEAST <= digits <= _MOST or not _STOPS.match(text, end) or _DATE.fullmatch(number):
                continue
            judged += 1
            is_called = bool(called.before(start, _BESIDE))
            if not is_called and others.before(start, _NEXT_TO):
                continue
            if _is_phone(number, called=is_called, by_plan=judged <= _MOST_JUDGED):
                yield start, end


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The numbers of a run: parted by two blanks, " - " or " / ", or where a bracket is left open."""
    place = start
    for gap in re.finditer(r"[ \u00a0]{2,}| [-/–] |\.\s|\)(?=\()|(?<=\d)(?=\(\d{3}\) )", text[start:end]):
        yield _trimmed(text, place, start + gap.start())
        place = start + gap.end()
    yield _trimmed(text, place, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and not text[end - 1].isdigit():
        end -= 1
    if text[start : start + 1] == "(" and ")" not in text[start:end]:
        start += 1
    return start, end


def _is_phone(number: str, *, called: bool, by_plan: bool) -> bool:
    if len({char for char in number if char.isdigit()}) < 3:
        return False
    plain = re.sub(r"[()]", " ", number).strip()
    if plain.startswith(("+", "00")):
        return called or not by_plan or _planned("+" + re.sub(r"\D", "", number).removeprefix("00"), None)
    if not called and number.isdigit():
        return False
    shaped = bool(_NORTH_AMERICAN.fullmatch(number) or _NATIONAL.fullmatch(number) or number.startswith("("))
    if called:
        return shaped or len(re.sub(r"\D", "", number)) >= _LEAST
    if not shaped or (number.count(".") and not _NORTH_AMERICAN.fullmatch(number)):
        return False
    if _NORTH_AMERICAN.fullmatch(number):
        return True
    return not by_plan or any(_planned(number, region) for region in _REGIONS[1:])


@lru_cache(maxsize=4096)
def _planned(number: str, region: str | None) -> bool:
    """Is it a number of some country's plan?"""
    import phonenumbers  # imported when a text first has what may be a phone number: it takes 0.2 s

    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number(parsed) or (region is None and phonenumbers.is_possible_number(parsed))
