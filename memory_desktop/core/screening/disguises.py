"""What a text says behind a disguise: in other letters, in pieces, encoded, or backwards.

Each view is a text of its own that the same patterns are looked for in. Nothing is decoded without a sign that it is
encoded, and never more than a bounded part.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator

from memory_desktop.core.screening.words import lowered

_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u180e\u202a-\u202e\u2066-\u2069\ufe0f]")
_TAGS = re.compile("[\U000e0020-\U000e007e]")
# Letters of other scripts that look like Latin ones.
_LIKE_LATIN = str.maketrans(
    "аɑеіїјοоΟОрсѕТтуүхԁһӏԛԝΑΒΕΖΗΙΚΜΝΡΤΥΧАВЕКМНРСХІЅгпԍո",
    "aaeiijoooopcsttyyxdhlqwabezhikmnptyxabekmhpcxisrngn",
)
_LEET = str.maketrans("013457@$!", "oieastasi")
_IN_WORD = re.compile(r"[a-z][0-9@$!]{1,3}(?=[a-z])|(?<![0-9a-z])[0134@$](?=[a-z]{3})")
_BEFORE_LETTER = re.compile(r"[0-9@$!](?=[a-z])")
# Each of the next is slow to look for, and has a part in it that is quickly seen to be missing.
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ .*_-]{1,2}[^\W_](?![^\W_])){7,200}+")
_LETTERS_APART = re.compile(r"[ .*_-][ .*_-]?[^\W_](?![^\W_])(?:[ .*_-]{1,2}[^\W_](?![^\W_])){6}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,8000}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}[ ]?){16,4000}|(?:\\x[0-9a-fA-F]{2}){8,2000}")
_HEX_DIGITS = re.compile(r"[0-9a-fA-F][0-9a-fA-F] ?(?:[0-9a-fA-F]{2} ?){3}")
_QUOTED = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_BACKWARDS = ("erongi", "dragersid", "tegrof", "edirrevo", "snoitcurtsni", "tpmorp")
_TURNED = ("vtaber", "qvfertneq", "sbetrg", "vafgehpgvba", "cebzcg")
_MOST_BLOBS, _MOST_DECODED = 20, 20_000
_PRINTABLE = 0.95
_SHORT_LINE = 14


def disguised(text: str) -> Iterator[str]:
    """What the text says otherwise, in small letters; nothing for one that hides nothing."""
    small = lowered(text)
    seen = {small}
    for view in _views(text, small):
        if view and view not in seen:
            seen.add(view)
            yield view


def _views(text: str, small: str) -> Iterator[str]:
    if not text.isascii():
        tagged = "".join(chr(ord(char) - 0xE0000) for char in _TAGS.findall(text))
        yield tagged.lower()
        plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", _TAGS.sub("", text)))
        yield lowered(plain)
        yield lowered(plain.translate(_LIKE_LATIN))
        apart = unicodedata.normalize("NFKD", plain)
        yield lowered(apart.translate({ord(char): None for char in set(apart) if unicodedata.combining(char)}))
    if _BEFORE_LETTER.search(small) and _IN_WORD.search(small):
        yield small.translate(_LEET)
    if small.count("\n") * _SHORT_LINE > len(small):
        yield small.replace("\n", " ")
    if _LETTERS_APART.search(small):
        yield " ".join(_closed(match[0]) for match in _SPACED.finditer(small))
    if any(word in small for word in _BACKWARDS):
        yield small[::-1]
    if any(word in small for word in _TURNED):
        yield codecs.encode(small, "rot13")
    if "%20" in text or "&#" in text or "&lt;" in text:
        yield lowered(html.unescape(_unquoted(text)))
    yield lowered(" \n".join(_decoded(text)))


def _unquoted(text: str) -> str:
    """ "%20" as a blank, as in an address of a page."""
    return _QUOTED.sub(lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace"), text)


def _closed(spelt: str) -> str:
    """ "i g n o r e   a l l" as "ignore all": where words were further apart, the gaps stay."""
    return re.sub(r"(?<=\S)[ .*_-](?=\S)", "", spelt).replace("  ", " ")


def _decoded(text: str) -> Iterator[str]:
    left = _MOST_DECODED
    for number, match in enumerate(_BASE64.finditer(text)):
        if number >= _MOST_BLOBS or left <= 0:
            break
        found = _of_base64(match[0])
        left -= len(found)
        yield found
    if not (_HEX_DIGITS.search(text) or "\\x" in text):
        return
    for number, match in enumerate(_HEX.finditer(text)):
        if number >= _MOST_BLOBS or left <= 0:
            break
        found = _readable(bytes.fromhex(re.sub(r"\\x|\s", "", match[0])))
        left -= len(found)
        yield found


def _of_base64(blob: str) -> str:
    plain = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _readable(base64.b64decode(plain[: len(plain) // 4 * 4 or None] + "", validate=True))
    except (binascii.Error, ValueError):
        return ""


def _readable(data: bytes) -> str:
    text = data.decode("utf-8", errors="ignore")
    printable = sum(char.isprintable() or char.isspace() for char in text)
    return text if text and printable >= _PRINTABLE * len(data) else ""
