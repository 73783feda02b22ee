"""Statements of what a person has one of at a time, said again with another value and without a word that says so.

“I live in Turin” of one conversation takes the place of “I live in Rome” of an earlier one. Only the plainest sentences
about where the speaker lives, and about the speaker's name, birthday and age are read: a job may be one of two, and
what is said of others, of the past, or of a part of the year is none of these. A country or a region takes no place of
a town, as the town may lie in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory_desktop.core.calendar import MONTHS
from memory_desktop.core.memory.claims import KEPT, by_two_speakers, without_speaker
from memory_desktop.core.memory.statements import without_lead

_NAME = r"[A-Z][\w'’.-]*(?: (?:de |la |del |di |da |am |an der |on |upon |of |the )?[A-Z][\w'’.-]*){0,3}"
_HOME = re.compile(rf"(?:I|We) (?:now |currently |still )?live in (?P<value>{_NAME})")
_CALLED = re.compile(rf"My (?:full )?name is (?P<value>{_NAME})")
_AGE = re.compile(r"I(?:['’]m| am) (?P<value>\d{1,3})(?: years old)?")
_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_BORN = re.compile(
    r"(?:My birthday is|I was born)(?: on)? (?:the )?"
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})"
    rf"|(?P<first>{_MONTH}) (?P<second>\d{{1,2}})(?:st|nd|rd|th)?)(?:,? (?P<year>\d{{4}}))?",
    re.IGNORECASE,
)
#: Not the name of one town: countries, continents and regions, in which towns lie.
_AREAS = frozenset(
    "afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahamas|bahrain"
    "|bangladesh|barbados|belarus|belgium|belize|benin|bhutan|bolivia|bosnia|botswana|brazil|brunei|bulgaria|burundi"
    "|cambodia|cameroon|canada|chad|chile|china|colombia|congo|costa rica|croatia|cuba|cyprus|czechia|czech republic"
    "|denmark|dominican republic|ecuador|egypt|el salvador|england|eritrea|estonia|ethiopia|fiji|finland|france|gabon"
    "|gambia|georgia|germany|ghana|great britain|britain|greece|greenland|guinea|guyana|haiti|holland|honduras|hungary"
    "|iceland|india|indonesia|iran|iraq|ireland|israel|italy|ivory coast|jamaica|japan|jordan|kazakhstan|kenya|korea"
    "|south korea|north korea|kosovo|kyrgyzstan|laos|latvia|lebanon|lesotho|liberia|libya|liechtenstein|lithuania"
    "|madagascar|malawi|malaysia|maldives|mali|malta|mauritania|mauritius|mexico|moldova|mongolia|montenegro"
    "|morocco|mozambique|myanmar|namibia|nepal|netherlands|the netherlands|new zealand|nicaragua|niger|nigeria"
    "|north macedonia|macedonia|northern ireland|norway|oman|pakistan|palestine|panama|papua new guinea|paraguay|peru"
    "|philippines|the philippines|poland|portugal|puerto rico|qatar|romania|russia|rwanda|saudi arabia|scotland|senegal"
    "|serbia|sierra leone|slovakia|slovenia|somalia|south africa|spain|sri lanka|sudan|suriname|sweden|switzerland"
    "|syria|taiwan|tajikistan|tanzania|thailand|togo|trinidad|tunisia|turkey|turkmenistan|uganda|ukraine"
    "|united arab emirates|uae|united kingdom|uk|u.k|united states|usa|us|u.s|u.s.a|america|uruguay|uzbekistan"
    "|venezuela|vietnam|wales|yemen|zambia|zimbabwe"
    "|africa|asia|europe|north america|south america|latin america|central america|oceania|scandinavia|the balkans"
    "|the alps|the caribbean|the middle east|the midwest|the south|the north|the west|the east|new england"
    "|alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana"
    "|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana"
    "|nebraska|nevada|new hampshire|new jersey|new mexico|new york state|north carolina|north dakota|ohio|oklahoma"
    "|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|wisconsin"
    "|west virginia|wyoming|ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|new south wales"
    "|queensland|tasmania|bavaria|saxony|hesse|tuscany|lombardy|piedmont|sicily|sardinia|puglia|veneto|liguria"
    "|catalonia|andalusia|galicia|brittany|normandy|provence|alsace|cornwall|devon|kent|essex|sussex|surrey|yorkshire"
    "|silicon valley|the bay area|bay area|tyrol|carinthia|styria|wallonia|flanders|algarve|alentejo|madeira|azores"
    "|siberia|crimea|kerala|punjab|goa|bali|java".split("|")
)


@dataclass(frozen=True, slots=True)
class _Stated:
    """What a sentence says its speaker has one of. `value`: folded; of a birthday, day and month."""

    slot: str
    value: str
    year: str = ""


def restates(new: str, old: str) -> bool:
    """Does a later statement give another value to what the same speaker has one of at a time?"""
    if by_two_speakers(new, old):
        return False
    now, before = _stated(new), _stated(old)
    if now is None or before is None or now.slot != before.slot:
        return False
    if now.slot == "birthday" and now.value == before.value:
        return bool(now.year and before.year) and now.year != before.year
    part = set(now.value.split()) <= set(before.value.split()) or set(before.value.split()) <= set(now.value.split())
    return now.value != before.value and (now.slot in ("birthday", "age") or not part)


def states_one(text: str) -> bool:
    """Is a text a statement that may take another's place like this? Others need not be compared."""
    return _stated(text) is not None


@lru_cache(maxsize=KEPT)
def _stated(text: str) -> _Stated | None:
    bare = without_lead(" ".join(without_speaker(text).split()))[0].rstrip(".!… ")
    if (found := _HOME.fullmatch(bare)) is not None:
        value = found["value"].casefold().rstrip(".")
        return None if value in _AREAS else _Stated("home", value)
    if (found := _CALLED.fullmatch(bare)) is not None:
        return _Stated("name", found["value"].casefold())
    if (found := _AGE.fullmatch(bare)) is not None:
        return _Stated("age", found["value"])
    if (found := _BORN.fullmatch(bare)) is not None:
        day, month = found["day"] or found["second"], (found["month"] or found["first"]).casefold()[:3]
        return _Stated("birthday", f"{int(day)} {month}", found["year"] or "")
    return None
