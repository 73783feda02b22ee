"""Addresses: of mail, of machines, and of houses.

A house is known by a street's word with a number beside it, in the ways of the commonest languages. An address of a
machine in a private network counts only where a word beside it says that it is one, as four numbers may be a version.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from memory_desktop.core.screening.words import Beside, lowered, one_of

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+'-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])")
_AT_WORD = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64} ?[\[({] ?at ?[\])}] ?[\w-]{1,63}(?: ?[\[({] ?dot ?[\])}] ?[\w-]{1,63}){1,4}",
    re.IGNORECASE,
)
_FILES = ("png", "jpg", "jpeg", "gif", "svg", "webp", "js", "css", "md", "json", "html")
_IPV4 = re.compile(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)", re.ASCII)
_IPV6 = re.compile(
    r"(?<![\w:.\[])\[?(?P<value>[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:(?:\d{1,3}\.){3}\d{1,3})?)(?![\w:])",
    re.ASCII,
)
_MACHINE = re.compile(
    one_of(
        (
            *"ip* ipv4* address* server* host* ssh* ping* router* gateway* dns printer* nas connect* subnet*".split(),
            *"log~in* from".split(),
        )
    )
)
_VERSION = re.compile(
    one_of("version* ver v release* build* firmware* driver* update* chrome section chapter §".split())
)
_BESIDE = 24

_CAP = r"[A-ZÀ-ÖØ-ÞŠŽČ][\w’'.-]{0,30}"
_ENGLISH = re.compile(
    r"(?<![\w.,:$€£#-])\d{1,5}[A-Za-z]?(?:[-/]\d{1,4})?,? "
    r"(?:(?:North|South|East|West|N|S|E|W|NE|NW|SE|SW|Old|New|The|St)\.? )?"
    rf"(?:{_CAP} |\d{{1,3}}(?:st|nd|rd|th) ){{1,4}}?"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Close"
    r"|Crescent|Cres|Highway|Hwy|Parkway|Pkwy|Circle|Cir|Grove|Gardens|Mews|Row|Hill|Quay|Walk|Trail|Alley|Wharf|Broadway)"
    r"\b(?:\.?,? (?:Apt|Apartment|Suite|Unit|Flat|Floor|#)\.? ?#?\w{1,6})?"
)
_BROADWAY = re.compile(r"(?<![\w.,:$€£#-])\d{1,5} (?:Broadway|Piccadilly|Strand|Whitehall|Bowery)\b")
_BOX = re.compile(r"\bP\.? ?O\.? Box \d{1,6}", re.IGNORECASE)
_GERMANIC = re.compile(
    r"(?<![\w-])[A-ZÀ-ÖØ-Þ][\w.’-]{0,30}(?:straße|strasse|str\.|gasse|allee|platz|weg|damm|ufer|ring|gatan|vägen|gränd"
    r"|vej|gade|veien|vegen|gata|straat|laan|gracht|plein|kade|katu|tie)[ ]\d{1,4}(?: ?[a-zA-Z])?"
    r"(?![\w.,:]\d|\w| ?(?:Uhr|Euro|€|%))"
)
_GERMAN_TWO = re.compile(
    rf"(?<![\w-])(?:{_CAP}[ -]){{1,3}}(?:Straße|Strasse|Str\.|Allee|Platz|Weg|Ufer|Damm|Ring|Gasse)"
    rf" \d{{1,4}}(?: ?[a-z])?(?!\w|[.,]\d)"
)
_FRENCH = re.compile(
    r"(?<![\w.,-])\d{1,4}(?: ?(?:bis|ter))?,? (?:[Rr]ue|[Aa]venue|av\.|[Bb]oulevard|bd|[Pp]lace|[Cc]hemin|[Aa]llée"
    r"|[Ii]mpasse|[Qq]uai|[Cc]ours|[Rr]oute|[Ss]quare)"
    rf"(?: de la| de l['’]| de| du| des| la| le| les| l['’]| d['’]| aux?)? ?(?:{_CAP}[ -]?){{1,4}}"
)
_LATIN = re.compile(
    r"(?<!\w)(?:Calle|C/|Avenida|Avda?\.|Av\.|Paseo|Plaza|Carrer|Rúa|Rua|Travessa|Praça|Largo|Via|Viale|Piazza|Corso"
    r"|Vicolo|ul\.|ulica|aleja|al\.) ?(?:de la |del |della |dei |de |da |do |dos |das |la |los |las |el |di )?"
    rf"(?:{_CAP} ?){{1,4}},? ?(?:n[º°.]? ?|núm\.? ?)?\d{{1,4}}[a-zA-Z]?(?![\w.,:]\d|\w|%)"
)


_STREET = re.compile(
    "[Ss]treet|Ave|Road|Rd|Lane|Ln|Drive|Boulevard|Blvd|Way|Court|Place|Square|Sq|Terrace|Close|Cres|Highway|Hwy|Parkway"
    "|Pkwy|Circle|Grove|Gardens|Mews|Row|Hill|Quay|Walk|Trail|Alley|Wharf|Broadway|Piccadilly|Strand|Whitehall|Bowery"
    "|[Ss]tra(?:ße|sse|at)|[Ss]tr\\.|gasse|[Aa]ll[eé]e|[Pp]lat?z|[Ww]eg|[Dd]amm|[Uu]fer|[Rr]ing|gatan|vägen|gränd|ve[jg]|gade"
    "|veien|gata|laan|gracht|plein|kade|katu|tie|[Rr]ue|[Aa]venue|av\\.|[Bb]oulevard|bd|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Qq]uai"
    "|[Cc]ours|[Rr]oute|[Ss]quare|Calle|C/|Avenida|Avd|Av\\.|Paseo|Plaza|Carrer|R[úu]a|Travessa|Praça|Largo|Via|Piazza|Corso"
    "|Vicolo|ul\\.|ulica|al\\.|aleja|St\\b|Dr\\b|Ct\\b|Pl\\b|Ter\\b|Cir\\b|[Bb]ox|BOX"
)


def find_emails(text: str) -> Iterator[tuple[int, int]]:
    """Addresses of mail; "name [at] host [dot] org" too. `git@host:path` and `icon@2x.png` are none."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            ending = match[0].rpartition(".")[2].lower()
            remote = match[0].startswith("git@") and text[match.end() : match.end() + 1] in (":", "/")
            if ending not in _FILES and not remote:
                yield match.span()
    if "at" in text and ("[" in text or "(" in text or "{" in text):
        yield from (match.span() for match in _AT_WORD.finditer(text))


def find_machines(text: str) -> Iterator[tuple[int, int]]:
    """Addresses of machines in the internet, and of those in a private network that are called so."""
    four, six = text.count(".") >= 3, text.count(":") >= 2
    if not four and not six:
        return
    small = lowered(text)
    called, others = Beside(small, _MACHINE), Beside(small, _VERSION)

    def stands(start: int, value: str) -> bool:
        if called.before(start, _BESIDE):
            return _is_machine(value, called=True)
        return not others.before(start, _BESIDE) and text[start - 1 : start] != "=" and _is_machine(value, called=False)

    if four:
        for match in _IPV4.finditer(text):
            if all(int(part) <= 255 for part in match[0].split(".")) and stands(match.start(), match[0]):
                yield match.span()
    if six:
        for match in _IPV6.finditer(text):
            value = match["value"]
            groups = [group for group in value.split(":") if group]
            telling = len(groups) > 1 and any(len(group) >= 3 for group in groups) and any(c.isdigit() for c in value)
            if telling and stands(match.start(), value):
                yield match.span("value")


def _is_machine(value: str, *, called: bool) -> bool:
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    if address.is_loopback or address.is_unspecified or address.is_multicast or value.startswith("255."):
        return False
    documentation = value.startswith(("203.0.113.", "198.51.100.", "192.0.2.", "2001:db8:", "2001:0db8:"))
    small = address.version == 4 and all(int(part) < 30 for part in value.split("."))
    return called or documentation or (address.is_global and not small)


def find_houses(text: str) -> Iterator[tuple[int, int]]:
    """Streets with a number."""
    if not _STREET.search(text):
        return
    for pattern in (_ENGLISH, _BROADWAY, _BOX, _GERMANIC, _GERMAN_TWO, _FRENCH, _LATIN):
        for match in pattern.finditer(text):
            yield match.start(), match.start() + len(match[0].rstrip(" ,"))
