"""Check digits of numbers that are given to people, cards and accounts. Each takes the number without separators."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

_VERHOEFF_D = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (1, 2, 3, 4, 0, 6, 7, 8, 9, 5),
    (2, 3, 4, 0, 1, 7, 8, 9, 5, 6),
    (3, 4, 0, 1, 2, 8, 9, 5, 6, 7),
    (4, 0, 1, 2, 3, 9, 5, 6, 7, 8),
    (5, 9, 8, 7, 6, 0, 4, 3, 2, 1),
    (6, 5, 9, 8, 7, 1, 0, 4, 3, 2),
    (7, 6, 5, 9, 8, 2, 1, 0, 4, 3),
    (8, 7, 6, 5, 9, 3, 2, 1, 0, 4),
    (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
)
_VERHOEFF_P = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (1, 5, 7, 6, 2, 8, 3, 0, 9, 4),
    (5, 8, 0, 3, 7, 9, 6, 1, 4, 2),
    (8, 9, 1, 6, 0, 4, 3, 5, 2, 7),
    (9, 4, 5, 3, 1, 2, 6, 8, 7, 0),
    (4, 2, 8, 6, 5, 7, 3, 9, 0, 1),
    (2, 7, 9, 3, 8, 0, 6, 4, 1, 5),
    (7, 0, 4, 6, 9, 1, 3, 2, 5, 8),
)
_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_CODICE_ODD = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            *(1, 0, 5, 7, 9, 13, 15, 17, 19, 21),
            *(1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
        ),
        strict=True,
    )
)


def luhn(digits: str) -> bool:
    """Luhn's, as of payment cards."""
    doubled = [int(d) if n % 2 == 0 else sum(divmod(2 * int(d), 10)) for n, d in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def iban(plain: str) -> bool:
    """ISO 13616: the number, its first four characters at the end, is 1 modulo 97."""
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97 == 1


def weighted(digits: str, weights: Sequence[int]) -> int:
    """The sum of each digit times its weight."""
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def verhoeff(digits: str) -> bool:
    """Verhoeff's, as of an Indian Aadhaar."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = _VERHOEFF_D[check][_VERHOEFF_P[place % 8][int(digit)]]
    return check == 0


def spanish(number: str) -> bool:
    """DNI and NIE: the letter follows from the number modulo 23."""
    digits = number[:-1].translate(str.maketrans("XYZ", "012"))
    return _DNI[int(digits) % 23] == number[-1]


def italian(code: str) -> bool:
    """The last letter of a codice fiscale."""
    even = sum(int(char) if char.isdigit() else ord(char) - ord("A") for char in code[1:15:2])
    return chr(ord("A") + (even + sum(_CODICE_ODD[char] for char in code[0:15:2])) % 26) == code[15]


def french(number: str) -> bool:
    """The key of a French social security number, modulo 97; 2A and 2B are Corsica."""
    body = number[:13].replace("2A", "19").replace("2B", "18")
    return body.isdigit() and 97 - int(body) % 97 == int(number[13:])


def german_tax(digits: str) -> bool:
    """A German tax number: ISO 7064, MOD 11,10; one digit of the first ten comes two or three times."""
    if digits[0] == "0" or not 8 <= len(set(digits[:10])) <= 9:
        return False
    product = 10
    for digit in digits[:10]:
        product = 2 * ((int(digit) + product) % 10 or 10) % 11
    return (11 - product) % 10 == int(digits[10])


def brazilian(digits: str) -> bool:
    """Both check digits of a CPF."""
    if len(set(digits)) == 1:
        return False
    for length in (9, 10):
        rest = weighted(digits[:length], range(length + 1, 1, -1)) * 10 % 11 % 10
        if rest != int(digits[length]):
            return False
    return True


def polish(digits: str) -> bool:
    """A PESEL: its check digit, and a month (with its century) and a day."""
    month, day = int(digits[2:4]) % 20, int(digits[4:6])
    total = weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1))
    return 1 <= month <= 12 and 1 <= day <= 31 and total % 10 == 0


def dutch(digits: str) -> bool:
    """A BSN: the test of eleven."""
    return weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0 and int(digits) > 0


def chinese(number: str) -> bool:
    """The last character of a resident's number; and its birthday is a day."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return day_of(number[6:14]) and "10X98765432"[weighted(number, weights) % 11] == number[17]


def norwegian(digits: str) -> bool:
    """Both check digits of a fødselsnummer."""
    first = weighted(digits, (3, 7, 6, 1, 8, 9, 4, 5, 2, 1)) % 11
    second = weighted(digits, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)) % 11
    return first == 0 and second == 0


def finnish(number: str) -> bool:
    """The last character of a henkilötunnus such as 131052-308T or 131003A308T."""
    return "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(number[:6] + number[-4:-1]) % 31] == number[-1]


def american(digits: str) -> bool:
    """A social security number has no check digit, but no part of it is all zeros, and no area 666 or 9xx."""
    return digits[:3] not in ("000", "666") and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"


def swiss(digits: str) -> bool:
    """An AHV number: the check digit of an EAN-13."""
    return weighted(digits, (1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1)) % 10 == 0


def belgian(digits: str) -> bool:
    """A national number: 97 less the first nine digits modulo 97, for those born since 2000 with a 2 before."""
    return int(digits[9:]) in (97 - int(digits[:9]) % 97, 97 - int("2" + digits[:9]) % 97)


def swedish(digits: str) -> bool:
    """A personnummer, its last ten digits: Luhn, a month and a day (60 is added for a co-ordination number)."""
    return 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) % 60 <= 31 and luhn(digits)


def day_of(digits: str) -> bool:
    """Is YYYYMMDD a day?"""
    try:
        return 1900 <= date(int(digits[:4]), int(digits[4:6]), int(digits[6:8])).year <= 2100
    except ValueError:
        return False
