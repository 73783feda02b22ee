"""Names of those who are spoken to: "Theo" of “Thanks, Theo!”, which say nothing of what is talked about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_desktop.core.extraction.sentences import LONGEST, MOST, pieces

_NAME = r"(?P<name>[A-Z][\w-]+)"
#: Before a name, with a comma or without.
_CALLS = (
    r"(?:[Hh]ey|[Hh]i|[Hh]ello|[Yy]o|[Tt]hanks|[Tt]hank you|[Cc]ongrats|[Cc]ongratulations|[Bb]ye)(?: (?:there|again))?"
)
_ANSWERS = (
    r"(?:[Ww]ow|[Oo]h|[Aa]w+|[Hh]aha|[Yy]eah|[Yy]es|[Yy]ep|[Yy]up|[Nn]o|[Nn]ope|[Ss]ure|[Oo]kay|[Oo][Kk]|[Rr]ight"
    r"|[Aa]lright|[Ww]ell|[Aa]bsolutely|[Ee]xactly|[Aa]greed|[Tt]otally|[Dd]efinitely|[Ss]orry|[Pp]lease|[Cc]heers"
    r"|[Gg]reat|[Nn]ice|[Aa]wesome|[Cc]ool|[Ss]weet|[Tt]rue|[Ss]ounds (?:good|great|fun|nice)|[Ww]ay to go"
    r"|[Gg]ood (?:job|luck|one)|[Gg]reat job|[Ll]ikewise|[Ii]ndeed|[Oo]f course|[Ss]ame here|[Aa]ny ?time"
    r"|[Nn]o (?:problem|worries)|[Yy]ou['’]re welcome|[Mm]y pleasure|I (?:[\w%]+ ){0,2}agree)"
)
_PATTERNS = (
    re.compile(rf"\b{_CALLS},? {_NAME}"),
    re.compile(rf"\b{_ANSWERS},? {_NAME}(?=[!?.,]| [–—-] |$)"),
    re.compile(rf"\b{_ANSWERS}[!.] {_NAME}(?=[!?,])"),
    # “Theo, those are lovely”
    re.compile(
        rf"^[\s\"“'‘]*{_NAME}, (?=(?:you|your|that|this|those|these|it|i|we|thanks|what|how|did|do|are|is|have|can"
        r"|congrats|so|let)\b)",
        re.IGNORECASE,
    ),
    # “That was quick, Theo!”; behind another name it goes on a list
    re.compile(rf"(?<=[a-z]), {_NAME}(?=[!?]|,? (?:and |but )?(?:you|your|I)\b)"),
    re.compile(
        rf"\b(?:[Yy]ou|[Yy]our|[Tt]hanks|[Tt]hank|[Ss]ounds?|[Aa]gree)\b[^,]{{0,200}}[a-z], {_NAME}(?=\.?[\s\"”’]*$)"
    ),
)


def spoken_to(sentence: str) -> frozenset[int]:
    """Where in a sentence the names of those begin who are spoken to; nowhere in a long one."""
    return frozenset(match.start("name") for match in _matches(sentence))


def names_spoken_to(text: str) -> frozenset[str]:
    """The names of those who are spoken to in a text, in small letters."""
    return frozenset(match["name"].lower() for piece in pieces(text[:MOST]) for match in _matches(piece))


def _matches(sentence: str) -> Iterator[re.Match[str]]:
    if len(sentence) <= LONGEST:
        found = (match for pattern in _PATTERNS for match in pattern.finditer(sentence))
        yield from (match for match in found if match["name"][:1].isupper())
